package explain

import (
	"cmp"
	"path/filepath"
	"strings"
	"testing"

	"knack/skill"
)

// A world is a host that was scanned, without a disk.
type world struct {
	roots []skill.Root
	found []*skill.Skill
}

var testHost = &skill.Host{
	Name: "test", Title: "Test Agent", Seen: "1.2.3", Date: "2026-01-02", Docs: "https://example.com/docs",
}

// root adds a root that was read.
func (w *world) root(r skill.Root) *world {
	r.Rank = len(w.roots)
	if r.Outcome == skill.Pending {
		r.Outcome = skill.Read
	}
	w.roots = append(w.roots, r)
	return w
}

// skill adds a skill to the last root.
func (w *world) skill(id string, change ...func(*skill.Skill)) *world {
	r := &w.roots[len(w.roots)-1]
	r.Found++
	k := skill.Skill{
		ID: id, Source: r.Source, Scope: cmp.Or(r.Scope, string(r.Source)), Root: r.Dir, Rank: r.Rank, State: skill.Active,
		Key: string(r.Source) + ":" + r.Dir + ":" + id, Dir: r.Dir + "/" + id, Path: r.Dir + "/" + id + "/SKILL.md",
	}
	k.UserInvocable = true
	if r.Layout == skill.CommandFiles {
		k.Dir, k.Path = r.Dir, r.Dir+"/"+id+".md"
	}
	if r.Source == skill.Bundled {
		k.Dir, k.Path = "", "bundled:"+id+"/SKILL.md"
	}
	for _, c := range change {
		c(&k)
	}
	k.RealPath = k.Path
	w.found = append(w.found, &k)
	return w
}

func (w *world) library() *skill.Library { return skill.Merge(testHost, w.roots, w.found) }

func userRoot() skill.Root {
	return skill.Root{RootRule: skill.RootRule{Source: skill.User, Layout: skill.SkillFolders}, Dir: "/home/ada/.claude/skills"}
}

func projectRoot(dir string) skill.Root {
	return skill.Root{
		RootRule: skill.RootRule{
			Source: skill.Project, Layout: skill.SkillFolders, Rule: "user skills win over project skills",
			Nearest: "the nearest wins", NearestUnverified: true,
		},
		Dir: dir + "/.claude/skills",
	}
}

func commandRoot() skill.Root {
	return skill.Root{
		RootRule: skill.RootRule{Source: skill.Command, Scope: "user", Layout: skill.CommandFiles, Rule: "a skill wins over a command"},
		Dir:      "/home/ada/.claude/commands",
	}
}

func bundledRoot() skill.Root {
	return skill.Root{RootRule: skill.RootRule{Source: skill.Bundled, Layout: skill.SkillFolders}}
}

func offRoot() skill.Root {
	r := userRoot()
	r.Off = "FLAG is set"
	return r
}

func pluginRoot(off string) skill.Root {
	return skill.Root{
		RootRule: skill.RootRule{Source: skill.Plugin, Layout: skill.SkillFolders, Rule: "its own names", From: "docs", Seen: "1.2.0"},
		Dir:      "/p/skills", Plugin: "p@m", Off: off,
	}
}

func nestedRoot() skill.Root {
	return skill.Root{
		RootRule: skill.RootRule{Source: skill.Nested, Layout: skill.SkillFolders, Rule: "everything else wins"},
		Dir:      "/shop/apps/web/.claude/skills", Below: "apps/web",
	}
}

func override(value string) func(*skill.Skill) {
	return func(k *skill.Skill) { k.Override = skill.Override{Value: value, From: "/home/ada/s.json"} }
}

func malformed(k *skill.Skill) {
	k.Problems = []skill.Problem{{Severity: skill.Error, Line: 2, Message: "a colon needs quotes"}}
}

// text joins lines as they stand on a screen that is wide enough.
func text(lines []Line) string {
	var b strings.Builder
	for _, l := range lines {
		b.WriteString(strings.Repeat(" ", l.Indent) + l.Text.String() + "\n")
	}
	return b.String()
}

func check(t *testing.T, got []Line, want string) {
	t.Helper()
	if want = strings.TrimPrefix(want, "\n"); text(got) != want {
		t.Errorf("got:\n%swant:\n%s", text(got), want)
	}
}

func TestRoots(t *testing.T) {
	w := new(world).
		root(userRoot()).skill("a").skill("b")
	near := projectRoot("/shop/web")
	near.Note = "not inside a repository"
	near.Problems = []skill.Problem{
		{Severity: skill.Warning, Path: "/shop/web/.claude/skills/quiet", Message: "holds skill.md", Hint: "rename it"},
		{Severity: skill.Note, Path: "/shop/web/.claude/skills/notes", Message: "has no SKILL.md"},
	}
	w.root(near)
	above := projectRoot("/home/ada")
	above.Note = "not inside a repository"
	above.Outcome, above.SameAs = skill.Same, "/home/ada/.claude/skills"
	w.root(above)
	denied := commandRoot()
	denied.Outcome = skill.Denied
	denied.Problems = []skill.Problem{{Severity: skill.Error, Path: denied.Dir, Message: "cannot be read: permission denied"}}
	w.root(denied)
	w.root(bundledRoot()).skill("z")

	check(t, Roots(w.roots, "/home/ada"), `
  1  user           2 skills    ~/.claude/skills
  2  project        no skills   /shop/web/.claude/skills
      not inside a repository
      quiet: holds skill.md
        rename it
      notes: has no SKILL.md
  3  project        seen above  ~/.claude/skills is the folder of 1
  4  user commands  denied      ~/.claude/commands
      ~/.claude/commands: cannot be read: permission denied
  5  bundled        1 skill     inside knack; your agent doesn't have these
`)
}

func TestRootsInFull(t *testing.T) {
	w := new(world).root(userRoot())
	check(t, Roots(w.roots, ""), `
  1  user  no skills  /home/ada/.claude/skills
`)
}

func TestOutcome(t *testing.T) {
	for _, c := range []struct {
		root skill.Root
		want string
	}{
		{skill.Root{}, "not read yet"},
		{skill.Root{Outcome: skill.Read}, "no skills"},
		{skill.Root{Outcome: skill.Read, Found: 1}, "1 skill"},
		{skill.Root{Outcome: skill.Read, Found: 2, RootRule: skill.RootRule{Layout: skill.CommandFiles}}, "2 commands"},
		{skill.Root{Outcome: skill.Partial, Found: 2}, "2 skills, not all"},
		{skill.Root{Outcome: skill.Read, Found: 1, RootRule: skill.RootRule{Layout: skill.OneCommand}}, "1 command"},
		{skill.Root{Outcome: skill.Read, Found: 3, Off: "switched off"}, "3 skills, off"},
		{skill.Root{Outcome: skill.Read, RootRule: skill.RootRule{Layout: skill.Record}}, "the record"},
		{skill.Root{Outcome: skill.Partial, RootRule: skill.RootRule{Layout: skill.Tree}}, "looked through, not all"},
		{skill.Root{Outcome: skill.Missing}, "not there"},
		{skill.Root{Outcome: skill.Same}, "seen above"},
		{skill.Root{Outcome: skill.Denied}, "denied"},
		{skill.Root{Outcome: skill.Failed}, "not read"},
	} {
		if got := outcome(&c.root); got != c.want {
			t.Errorf("outcome %q with %d found = %q, want %q", c.root.Outcome, c.root.Found, got, c.want)
		}
	}
}

// copies is a world with a skill in every place.
func copies() *world {
	return new(world).
		root(userRoot()).skill("deploy").
		root(projectRoot("/shop/web")).skill("deploy").
		root(projectRoot("/shop")).skill("deploy").
		root(commandRoot()).skill("deploy")
}

func TestWhyNamesTheChainAndTheRules(t *testing.T) {
	l := copies().library()
	check(t, Why(l, l.Why("deploy"), "/home/ada"), `
deploy is active: you and the model can call it
Test Agent calls the user skill, one of 4 copies
To have another one called, rename or remove ~/.claude/skills/deploy

Where Test Agent looks, first to last:
  1  user           1 skill    ~/.claude/skills
      deploy/SKILL.md is active
  2  project        1 skill    /shop/web/.claude/skills
      deploy/SKILL.md is shadowed
        user skills win over project skills
  3  project        1 skill    /shop/.claude/skills
      deploy/SKILL.md is shadowed
        user skills win over project skills
  4  user commands  1 command  ~/.claude/commands
      deploy.md is shadowed
        a skill wins over a command

The rules are those of Test Agent 1.2.3 as documented on 2026-01-02:
https://example.com/docs
`)
}

func TestWhySaysWhatIsNotDocumented(t *testing.T) {
	l := new(world).
		root(projectRoot("/shop/web")).skill("deploy").
		root(projectRoot("/shop")).skill("deploy").library()
	got := text(Why(l, l.Why("deploy"), ""))
	if want := "        the nearest wins (not documented for Test Agent)\n"; !strings.Contains(got, want) {
		t.Errorf("%q is not in:\n%s", want, got)
	}
}

func TestWhyAnswers(t *testing.T) {
	switchOff := func(k *skill.Skill) { k.DisableModelInvocation = true }
	hide := func(k *skill.Skill) { k.UserInvocable = false }
	wait := func(k *skill.Skill) { k.Paths = []string{"*.go"} }
	breakIt := func(k *skill.Skill) { k.State, k.Reason = skill.Broken, "SKILL.md is a folder" }
	for _, c := range []struct {
		name  string
		world *world
		ask   string
		want  string
	}{
		{"active", new(world).root(userRoot()).skill("a"), "a", "a is active: you and the model can call it\n"},
		{"by its slash name", new(world).root(userRoot()).skill("a"), "/a", "a is active: you and the model can call it\n"},
		{"for people only", new(world).root(userRoot()).skill("a", switchOff), "a", "a is active: only you can call it, as disable-model-invocation is true\n"},
		{"for the model only", new(world).root(userRoot()).skill("a", hide), "a", "a is active: only the model can call it, as user-invocable is false\n"},
		{
			"for nobody", new(world).root(userRoot()).skill("a", switchOff, hide), "a",
			"a is hidden: neither the model nor you can call it: disable-model-invocation is true and user-invocable is false\n" +
				"To call it, remove disable-model-invocation or user-invocable\n",
		},
		{
			"waiting", new(world).root(userRoot()).skill("a", wait), "a",
			"a is hidden: waits until a file is touched that matches *.go\nTo have it always, remove paths\n",
		},
		{"broken", new(world).root(userRoot()).skill("a", breakIt), "a", "a is broken: SKILL.md is a folder\n"},
		{
			"shadowed, by path", copies(), "/home/ada/.claude/commands/deploy.md",
			"This copy of deploy is shadowed\nThe user skill wins: a skill wins over a command\n" +
				"To have it called, rename or remove /home/ada/.claude/skills/deploy\n",
		},
		{
			"one's own before the bundled one", new(world).root(commandRoot()).skill("a").root(bundledRoot()).skill("a"), "a",
			"a is active: you and the model can call it\n",
		},
		{
			"two copies besides the bundled one", new(world).root(userRoot()).skill("a").root(commandRoot()).skill("a").root(bundledRoot()).skill("a"), "a",
			"a is active: you and the model can call it\n" +
				"Test Agent calls the user skill, one of 2 copies\n" +
				"To have another one called, rename or remove /home/ada/.claude/skills/a\n",
		},
		{
			"bundled, and one's own of that name", new(world).root(userRoot()).skill("a").root(bundledRoot()).skill("a"), "bundled:a/SKILL.md",
			"a ships with knack; Test Agent doesn't have it\nTest Agent calls the user skill of that name, /home/ada/.claude/skills/a\n",
		},
		{
			"bundled, waiting", new(world).root(userRoot()).root(bundledRoot()).skill("a", wait), "a",
			"a ships with knack; Test Agent doesn't have it\nA copy would be hidden: waits until a file is touched that matches *.go\n" +
				"To give it to your agent, copy it to /home/ada/.claude/skills/a/SKILL.md\n",
		},
		{
			"bundled", new(world).root(userRoot()).root(bundledRoot()).skill("a"), "a",
			"a ships with knack; Test Agent doesn't have it\n" +
				"To give it to your agent, copy it to /home/ada/.claude/skills/a/SKILL.md\n",
		},
		{
			"unknown", new(world).root(userRoot()), "a",
			"No skill is called a\nA skill of that name would be /home/ada/.claude/skills/a/SKILL.md\n",
		},
		{"unknown path", new(world).root(userRoot()), "/x/SKILL.md", "No skill is called /x/SKILL.md\n"},
		{
			"switched off by the settings", new(world).root(userRoot()).skill("a", override(skill.Off)), "a",
			"a is disabled: the settings say off, in /home/ada/s.json\nTo have it, take it out of skillOverrides in /home/ada/s.json\n",
		},
		{
			"for people only, by the settings", new(world).root(userRoot()).skill("a", override(skill.UserOnly)), "a",
			"a is active: only you can call it, as the settings say user-invocable-only, in /home/ada/s.json\n",
		},
		{
			"for nobody, by the settings", new(world).root(userRoot()).skill("a", override(skill.UserOnly), hide), "a",
			"a is hidden: neither the model nor you can call it: the settings say user-invocable-only, in /home/ada/s.json, and user-invocable is false\n" +
				"To call it, remove user-invocable, or what /home/ada/s.json says of it\n",
		},
		{
			"by name only", new(world).root(userRoot()).skill("a", override(skill.NameOnly)), "a",
			"a is active: you and the model can call it\nThe model is told its name only, as the settings say name-only, in /home/ada/s.json\n",
		},
		{
			"of a plugin that is off", new(world).root(pluginRoot("p@m is switched off in /s.json")).skill("p:a"), "p:a",
			"p:a is disabled: p@m is switched off in /s.json\nTo have it, switch on the plugin p@m here, with /plugin\n",
		},
		{
			"of a root that is off", new(world).root(offRoot()).skill("a"), "a",
			"a is disabled: FLAG is set\nTo have it, whoever set that has to take it back\n",
		},
		{
			"nested", new(world).root(userRoot()).root(nestedRoot()).skill("a"), "a",
			"a is hidden: loads when a file in apps/web is touched\n" +
				"To have it at once, start in apps/web, or move it to /home/ada/.claude/skills/a/SKILL.md\n",
		},
		{
			"malformed", new(world).root(userRoot()).skill("a", malformed), "a",
			"a is active: you and the model can call it\nTest Agent doesn't read all of it: line 2: a colon needs quotes\n",
		},
		{"escapes", new(world).root(userRoot()).skill("a\x1b[31m"), "a\x1b[31m", "a␛[31m is active: you and the model can call it\n"},
	} {
		l := c.world.library()
		got, _, _ := strings.Cut(text(Why(l, l.Why(c.ask), "")), "\nWhere ")
		if got != c.want {
			t.Errorf("%s: got:\n%swant:\n%s", c.name, got, c.want)
		}
	}
}

func TestWhyShowsNearMissesAndProblems(t *testing.T) {
	user := userRoot()
	user.Problems = []skill.Problem{
		{Severity: skill.Warning, Path: user.Dir + "/quiet", Message: "holds skill.md", Hint: "rename it"},
		{Severity: skill.Warning, Path: user.Dir + "/other", Message: "is another matter"},
	}
	l := new(world).root(user).library()
	got := text(Why(l, l.Why("quiet"), ""))
	for _, want := range []string{"quiet is not loaded; what comes close to it stands below\n", "      quiet: holds skill.md\n        rename it\n"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in:\n%s", want, got)
		}
	}
	if strings.Contains(got, "another matter") {
		t.Errorf("a problem of another entry stands in:\n%s", got)
	}

	l = new(world).root(userRoot()).skill("a", func(k *skill.Skill) {
		k.Also = []string{"/elsewhere/a/SKILL.md"}
		k.Problems = []skill.Problem{{Severity: skill.Error, Line: 3, Column: 5, Message: "a colon needs quotes", Hint: `description: "a: b"`}}
	}).library()
	got = text(Why(l, l.Why("a"), ""))
	want := "      a/SKILL.md is active\n" +
		"        one file with /elsewhere/a/SKILL.md, so counted once\n" +
		"        line 3, column 5: a colon needs quotes\n" +
		"          description: \"a: b\"\n"
	if !strings.Contains(got, want) {
		t.Errorf("%q is not in:\n%s", want, got)
	}
}

func TestMarks(t *testing.T) {
	l := copies().library()
	var marks []Mark
	for _, line := range Why(l, l.Why("deploy"), "") {
		marks = append(marks, line.Mark)
	}
	want := []Mark{Answer, Reason, Advice, Blank, Heading, Root, Winner, Root, Loser, Reason, Root, Loser, Reason, Root, Loser, Reason, Blank, Reason, Reason}
	if len(marks) != len(want) {
		t.Fatalf("marks %v, want %v", marks, want)
	}
	for i := range want {
		if marks[i] != want[i] {
			t.Errorf("line %d has mark %d, want %d", i+1, marks[i], want[i])
		}
	}
}

func TestRulesNameTheirSource(t *testing.T) {
	l := new(world).root(userRoot()).skill("p:a").root(pluginRoot("")).skill("p:a").library()
	got := text(Why(l, l.Why("p:a"), ""))
	if want := "        its own names (docs; seen on 1.2.0)\n"; !strings.Contains(got, want) {
		t.Errorf("%q is not in:\n%s", want, got)
	}
}

func TestShort(t *testing.T) {
	for _, c := range []struct{ text, home, want string }{
		{"/root", "/root", "~"},
		{"/root/shop", "/root", "~/shop"},
		{"/root/shop", "", "/root/shop"},
		{"/rooted/shop", "/root", "/rooted/shop"},
		{"/mnt/root/shop", "/root", "/mnt/root/shop"},
		{"move it to /mnt/root/shop", "/root", "move it to /mnt/root/shop"},
		{"move it to /root/shop", "/root", "move it to ~/shop"},
		{"in /root/a, /root/b", "/root", "in ~/a, ~/b"},
		{"a (/root/b) [/root/c] {/root/d}", "/root", "a (~/b) [~/c] {~/d}"},
		{"a \"/root/b\" '/root/c' `/root/d`", "/root", "a \"~/b\" '~/c' `~/d`"},
		{"é/root/shop", "/root", "é/root/shop"},
		{"/root/root/shop", "/root", "~/root/shop"},
		{"a/root", "/root", "a/root"},
		{"/shop", "/", "/shop"},
	} {
		text, home, want := filepath.FromSlash(c.text), filepath.FromSlash(c.home), filepath.FromSlash(c.want)
		if got := Short(text, home); got != want {
			t.Errorf("Short(%q, %q) is %q, want %q", text, home, got, want)
		}
	}
}

// What is off and what is wrong with a file is said below its root, with ~ for home.
func TestRootsThatAreOff(t *testing.T) {
	r := pluginRoot("p@m is switched off in /home/ada/.claude/settings.json")
	r.Problems = []skill.Problem{{Severity: skill.Error, Path: "/home/ada/s.json", Line: 3, Column: 1, Message: "is no JSON"}}
	w := new(world).root(r).skill("p:a")
	check(t, Roots(w.roots, "/home/ada"), `
  1  plugin  1 skill, off  /p/skills
      off: p@m is switched off in ~/.claude/settings.json
      ~/s.json: line 3, column 1: is no JSON
`)
}

// TestCallers: what the host doesn't load, nobody is said to call.
func TestCallers(t *testing.T) {
	for _, c := range []struct {
		name  string
		skill skill.Skill
		want  string
	}{
		{"everybody", skill.Skill{State: skill.Active}, "you and the model"},
		{"waiting", skill.Skill{State: skill.Hidden}, "you and the model"},
		{"people", skill.Skill{State: skill.Active, Frontmatter: skill.Frontmatter{DisableModelInvocation: true}}, "only you, as disable-model-invocation is true"},
		{"people, by settings", skill.Skill{State: skill.Active, Override: skill.Override{Value: skill.UserOnly, From: "/s.json"}}, "only you, as the settings say user-invocable-only, in /s.json"},
		{"broken", skill.Skill{State: skill.Broken}, ""},
		{"shadowed", skill.Skill{State: skill.Shadowed}, ""},
		{"disabled", skill.Skill{State: skill.Disabled}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.skill.UserInvocable = true
			if got := Callers(&c.skill); got != c.want {
				t.Errorf("Callers() = %q, want %q", got, c.want)
			}
		})
	}
	for _, c := range []struct {
		off  bool
		want string
	}{{true, "nobody"}, {false, "only the model, as user-invocable is false"}} {
		k := skill.Skill{State: skill.Active, Frontmatter: skill.Frontmatter{DisableModelInvocation: c.off}}
		if got := Callers(&k); got != c.want {
			t.Errorf("Callers() = %q, want %q", got, c.want)
		}
	}
}
