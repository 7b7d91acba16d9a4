package skill

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"knack/render"
)

// The three systems knack grows from, row by row: what each does, under its host.

// one gives the only skill of an id that isn't shadowed.
func one(t *testing.T, l *Library, id string) *Skill {
	t.Helper()
	found := slices.DeleteFunc(l.Copies(id), func(k *Skill) bool { return k.State == Shadowed || k.Source == Bundled })
	if len(found) != 1 {
		t.Fatalf("%d skills are called %s", len(found), id)
	}
	return found[0]
}

// prompt fills a skill's body as the host does.
func prompt(t *testing.T, h *Host, k *Skill, args string) string {
	t.Helper()
	doc, err := k.Read()
	must(t, err)
	p, err := render.Parse(doc.Body, doc.Arguments, h.Substitution).Render(render.Input{Args: args, Vars: map[string]string{"CLAUDE_SKILL_DIR": k.Dir}})
	must(t, err)
	return p.Text
}

func TestClaudeCodeJava(t *testing.T) {
	const user, project = "home/.claude-code-java/skills/", "project/.claude-code-java/skills/"
	host := hostOf(t, "claude-code-java")
	load := func(t *testing.T, w world) *Library {
		w["home/"], w["project/"] = "", ""
		l, _ := libraryUnder(t, host, envOf(w.build(t)))
		return l
	}
	t.Run("project overrides user", func(t *testing.T) {
		l := load(t, world{user + "a/SKILL.md": about("user"), project + "a/SKILL.md": about("project")})
		k := one(t, l, "a")
		if k.Description != "project" || len(k.Shadows) != 1 {
			t.Errorf("got %+v", k)
		}
		if loser, _ := l.ByKey(k.Shadows[0]); l.Decides(k, loser).Rule != "a project skill replaces a user skill of the same name" {
			t.Errorf("got %+v", l.Decides(k, loser))
		}
	})
	t.Run("a missing directory is silent", func(t *testing.T) {
		for _, r := range load(t, world{}).Roots {
			if len(r.Problems) > 0 || r.Source != Bundled && r.Outcome != Missing {
				t.Errorf("%s is %s: %+v", r.Label(), r.Outcome, r.Problems)
			}
		}
	})
	t.Run("a damaged file stops no other", func(t *testing.T) {
		l := load(t, world{user + "a/SKILL.md": "---\ndescription: [\n---\n", user + "b/SKILL.md": about("whole"), user + "c/SKILL.md/": ""})
		if a, b, c := one(t, l, "a"), one(t, l, "b"), one(t, l, "c"); a.State != Broken || b.State != Active || c.State != Broken {
			t.Errorf("got %s, %s, %s", a.State, b.State, c.State)
		}
	})
	t.Run("only direct folders with a SKILL.md count", func(t *testing.T) {
		l := load(t, world{user + "group/x/SKILL.md": about("x"), user + "y.md": "y", user + "z/": ""})
		if l.Own() != 0 || len(l.Roots[1].Problems) != 3 {
			t.Errorf("%d skills, problems %+v", l.Own(), l.Roots[1].Problems)
		}
	})
	t.Run("without both delimiters all is body", func(t *testing.T) {
		for name, text := range map[string]string{"opening": "name: n\n---\nText.\n", "closing": "---\nname: n\nText.\n"} {
			k := one(t, load(t, world{user + "a/SKILL.md": text}), "a")
			if doc, _ := k.Read(); k.State != Active || k.Name != "" || doc.Body != text {
				t.Errorf("no %s: got %+v, body %q", name, k, doc.Body)
			}
		}
	})
	t.Run("a byte order mark is no harm", func(t *testing.T) {
		if k := one(t, load(t, world{user + "a/SKILL.md": "\ufeff" + about("marked")}), "a"); k.Description != "marked" {
			t.Errorf("got %q", k.Description)
		}
	})
	t.Run("dashes inside a text don't end the block", func(t *testing.T) {
		if k := one(t, load(t, world{user + "a/SKILL.md": about("first --- second")}), "a"); k.Description != "first --- second" {
			t.Errorf("got %q", k.Description)
		}
	})
	t.Run("other encodings are decoded and said", func(t *testing.T) {
		gbk := "---\ndescription: \xb2\xbf\xca\xf0\xb7\xfe\xce\xf1\n---\n\xc7\xeb\xb0\xd1\xb4\xfa\xc2\xeb\xb2\xbf\xca\xf0\xb5\xbd\xb7\xfe\xce\xf1\xc6\xf7\xc9\xcf\xa1\xa3\n"
		if k := one(t, load(t, world{user + "a/SKILL.md": gbk}), "a"); k.Encoding != "gb18030" || k.Description != "部署服务" {
			t.Errorf("got %q in %s", k.Description, k.Encoding)
		}
	})
	t.Run("fields", func(t *testing.T) {
		l := load(t, world{user + "folder/SKILL.md": about("all", "name: called", "disable-model-invocation: \"true\"", "user-invocable: true",
			"allowed-tools: [Read, Bash]", "context: fork", "agent: Explore", "argument-hint: <x>", "paths: ['*.go']")})
		k := one(t, l, "called")
		if !k.DisableModelInvocation || !k.UserInvocable || len(k.AllowedTools) != 2 || k.Context != "fork" || k.Agent != "Explore" || k.ArgumentHint != "<x>" {
			t.Errorf("got %+v", k.Frontmatter)
		}
		if k.State != Hidden || !strings.Contains(k.Reason, "*.go") {
			t.Errorf("paths: %s, %s", k.State, k.Reason)
		}
	})
	t.Run("yes is no boolean", func(t *testing.T) {
		if k := one(t, load(t, world{user + "a/SKILL.md": about("x", "disable-model-invocation: yes")}), "a"); k.DisableModelInvocation {
			t.Error("yes is taken for true")
		}
	})
	t.Run("a description and a body are enough", func(t *testing.T) {
		if k := one(t, load(t, world{user + "a/SKILL.md": about("x")}), "a"); k.State != Active || k.ID != "a" || k.DisableModelInvocation || !k.UserInvocable {
			t.Errorf("got %+v", k)
		}
	})
	t.Run("renderer", func(t *testing.T) {
		l := load(t, world{user + "a/SKILL.md": "---\ndescription: x\n---\n$ARGUMENTS|$ARGUMENTS[1]|$0|$7|${CLAUDE_SKILL_DIR}|!`echo $0`"})
		k := one(t, l, "a")
		if got, want := prompt(t, host, k, "p q"), "p q|q|p||"+k.Dir+"|!`echo $0`"; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
		if host.Substitution.Order.Unsafe() == "" {
			t.Error("its order passes for safe")
		}
	})
}

func TestFundev(t *testing.T) {
	host := hostOf(t, "fundev")
	top := world{
		"project/.claude/skills/a/SKILL.md":        about("project"),
		"home/.claude/skills/a/SKILL.md":           about("user"),
		"home/.claude/skills/b/SKILL.md":           about("user"),
		"home/.fundev/skills/a/SKILL.md":           about("fundev"),
		"home/.fundev/skills/b/SKILL.md":           about("fundev"),
		"home/.fundev/skills/c/SKILL.md":           about("fundev", "arguments: issue branch", "hooks: {x: y}"),
		"home/.fundev/skills/write-tests/SKILL.md": about("mine"),
		"home/.fundev/skills/render/SKILL.md":      "---\ndescription: x\narguments: who\n---\n$ARGUMENTS|$ARGUMENTS[1]|$0|$who|$9|${CLAUDE_SKILL_DIR}|!`id`",
	}.build(t)
	l, _ := libraryUnder(t, host, envOf(top))
	t.Run("project, then .claude, then .fundev", func(t *testing.T) {
		for id, want := range map[string]string{"a": "project", "b": "user", "c": "fundev"} {
			if k := one(t, l, id); k.Description != want {
				t.Errorf("%s is that of %s, want %s", id, k.Description, want)
			}
		}
	})
	t.Run("disk overrides built-in", func(t *testing.T) {
		k := one(t, l, "write-tests")
		if k.Description != "mine" || len(k.Shadows) != 1 {
			t.Fatalf("got %+v", k)
		}
		if builtIn, ok := l.ByKey(k.Shadows[0]); !ok || builtIn.Source != Bundled || builtIn.Dir != "" {
			t.Errorf("it hides %+v", builtIn)
		}
	})
	t.Run("the raw block and the declared names are kept", func(t *testing.T) {
		doc, err := one(t, l, "c").Read()
		must(t, err)
		if doc.Raw != "description: fundev\narguments: issue branch\nhooks: {x: y}\n" || !slices.Equal(doc.Arguments, []string{"issue", "branch"}) {
			t.Errorf("raw %q, arguments %q", doc.Raw, doc.Arguments)
		}
	})
	t.Run("content has a header, and no commands", func(t *testing.T) {
		k := one(t, l, "render")
		want := "Base directory for this skill: " + k.Dir + "\n\np q|q|p|p||" + k.Dir + "|!`id`"
		if got := host.AsSent(k, prompt(t, host, k, "p q")); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	})
	t.Run("what is found is read afresh", func(t *testing.T) {
		k := one(t, l, "c")
		world{"home/.fundev/skills/c/SKILL.md": about("later")}.addTo(t, top)
		if doc, err := k.Read(); err != nil || doc.Description != "later" {
			t.Errorf("got %q, %v", doc.Description, err)
		}
	})
}

func TestClaudeCode2026Q1(t *testing.T) {
	host := hostOf(t, "claude-code-2026q1")
	top := world{
		"project/.git/HEAD":                           "ref: refs/heads/main\n",
		"managed/.claude/skills/a/SKILL.md":           about("managed"),
		"home/.claude/skills/a/SKILL.md":              about("user"),
		"home/.claude/skills/b/SKILL.md":              about("user"),
		"home/.claude/skills/debug/SKILL.md":          about("mine"),
		"project/sub/.claude/skills/b/SKILL.md":       about("project"),
		"project/sub/.claude/skills/c/SKILL.md":       about("project"),
		"project/.claude/skills/c/SKILL.md":           about("parent"),
		"project/.claude/skills/d/SKILL.md":           about("parent"),
		"more/.claude/skills/d/SKILL.md":              about("added"),
		"more/.claude/skills/e/SKILL.md":              about("added"),
		"home/.claude/commands/e.md":                  "A command.\n",
		"home/.claude/commands/f.md":                  about("command", "name: renamed"),
		"home/.claude/skills/link":                    "-> @/home/.claude/skills/a",
		"home/.claude/skills/folder/SKILL.md":         about("named", "name: called", "whenToUse: at once", "effort: xhigh"),
		"home/.claude/skills/snake/SKILL.md":          about("x", "when_to_use: later", "effort: high"),
		"home/.claude/skills/yes/SKILL.md":            about("x", "disable-model-invocation: yes"),
		"home/.claude/skills/damaged/SKILL.md":        "---\ndescription: \"a\" b\n---\nText.\n",
		"home/.claude/skills/arguments/SKILL.md":      "---\ndescription: x\n---\n$0|$7|\\$0|$1M|!`id`",
		"home/.claude/plugins/installed_plugins.json": `{"version":2,"plugins":{"p@m":[{"scope":"user","installPath":"@/p"}]}}`,
	}
	built := top.build(t)
	world{
		"home/.claude/plugins/installed_plugins.json": strings.ReplaceAll(top["home/.claude/plugins/installed_plugins.json"], "@/p", filepath.ToSlash(built)+"/p"),
		"p/skills/a/SKILL.md":                         about("plugin"),
	}.addTo(t, built)
	env := envOf(built)
	env.Cwd, env.AddDirs = filepath.Join(built, "project/sub"), []string{filepath.Join(built, "more")}
	l, _ := libraryUnder(t, host, env)
	t.Run("managed, user, project, its parents, added, commands", func(t *testing.T) {
		for id, want := range map[string]string{"a": "managed", "b": "user", "c": "project", "d": "parent", "e": "added"} {
			if k := one(t, l, id); k.Description != want {
				t.Errorf("%s is that of %s, want %s", id, k.Description, want)
			}
		}
	})
	t.Run("plugins come last", func(t *testing.T) {
		if k := one(t, l, "p:a"); k.Rank < one(t, l, "renamed").Rank {
			t.Errorf("rank %d", k.Rank)
		}
	})
	t.Run("what is built in comes first", func(t *testing.T) {
		if k := one(t, l, "debug"); k.State != Hidden || !strings.Contains(k.Reason, "built in") {
			t.Errorf("got %s: %s", k.State, k.Reason)
		}
	})
	t.Run("the same file loads once", func(t *testing.T) {
		also := false
		for _, k := range l.Skills {
			also = also || slices.ContainsFunc(k.Also, func(path string) bool { return strings.Contains(path, "link") })
		}
		if len(l.Copies("link")) != 0 || !also {
			t.Errorf("copies %+v", l.Copies("link"))
		}
	})
	t.Run("of two files with one name the later is left out", func(t *testing.T) {
		copies := l.Copies("b")
		if len(copies) != 2 || copies[1].State != Shadowed {
			t.Errorf("got %+v", copies)
		}
	})
	t.Run("the name is the id, of commands too", func(t *testing.T) {
		if one(t, l, "called").Description != "named" || one(t, l, "renamed").Source != Command {
			t.Error("another skill has the name")
		}
	})
	t.Run("whenToUse is its spelling", func(t *testing.T) {
		k, snake := one(t, l, "called"), one(t, l, "snake")
		told := func(k *Skill) bool {
			return slices.ContainsFunc(k.Problems, func(p Problem) bool { return p.Code == "field-alias" })
		}
		if k.WhenToUse != "at once" || told(k) || !told(snake) {
			t.Errorf("got %q, %+v, %+v", k.WhenToUse, k.Problems, snake.Problems)
		}
	})
	t.Run("three efforts", func(t *testing.T) {
		if got := one(t, l, "called").Effort + one(t, l, "snake").Effort; got != "high" {
			t.Errorf("got %q", got)
		}
	})
	t.Run("true and false alone are booleans, and malformed YAML drops the skill", func(t *testing.T) {
		if yes, damaged := one(t, l, "yes"), one(t, l, "damaged"); yes.DisableModelInvocation || damaged.State != Broken {
			t.Errorf("yes is %v, damaged is %s", yes.DisableModelInvocation, damaged.State)
		}
	})
	t.Run("a missing word leaves nothing", func(t *testing.T) {
		if got := prompt(t, host, one(t, l, "arguments"), "x"); got != "x||\\x|$1M|!`id`" {
			t.Errorf("got %q", got)
		}
	})
	t.Run("a line of 250 characters, an ellipsis last, never the body", func(t *testing.T) {
		long := Skill{Key: "x", ID: "x", RealPath: "x", State: Active, Frontmatter: Frontmatter{
			Description: strings.Repeat("d", 200), WhenToUse: strings.Repeat("w", 200), Strict: true, UserInvocable: true,
		}, Body: "the body"}
		got := Merge(host, []Root{{}}, []*Skill{&long}).Listing(ListingOptions{}).Text()
		want := "The following skills are available for use with the Skill tool:\n\n- x: " +
			strings.Repeat("d", 200) + " - " + strings.Repeat("w", 46) + "…\n"
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	})
	t.Run("what is announced is not announced again", func(t *testing.T) {
		listing := l.Listing(ListingOptions{})
		var a Announced
		all, a := a.Announce("main", listing)
		if len(all) == 0 {
			t.Fatal("nothing is announced")
		}
		none, a := a.Announce("main", listing)
		other, a := a.Announce("helper", listing) // tracked for each agent
		afresh, _ := a.After(host.Telling.Change).Announce("main", listing)
		resumed, b := Announced{}.After(host.Telling.Resume).Announce("main", listing)
		later, _ := b.Announce("main", listing)
		if len(none) > 0 || !slices.Equal(other, all) || !slices.Equal(afresh, all) || len(resumed) > 0 || len(later) > 0 {
			t.Errorf("again %q, another agent %q, after a change %q, resumed %q, then %q", none, other, afresh, resumed, later)
		}
	})
	t.Run("skills that were called survive a compaction in part", func(t *testing.T) {
		if got := host.Compaction.Survives([]int{9000, 100, 9000}); !slices.Equal(got, []int{5000, 100, 5000}) {
			t.Errorf("got %v", got)
		}
		today := hostOf(t, DefaultHost).Compaction.Survives([]int{9000, 9000, 4000, 9000, 9000, 9000})
		if !slices.Equal(today, []int{5000, 5000, 4000, 5000, 5000, 1000}) {
			t.Errorf("got %v", today)
		}
	})
	t.Run("the tool takes a name and a text, and no list of names", func(t *testing.T) {
		def, ok := l.Tool(ListingOptions{})
		if !ok {
			t.Fatal("there is no tool")
		}
		schema := def["input_schema"].(map[string]any)
		for name, property := range schema["properties"].(map[string]any) {
			if p := property.(map[string]any); name != "skill" && name != "args" || p["type"] != "string" || p["enum"] != nil {
				t.Errorf("%s is %v", name, p)
			}
		}
	})
	t.Run("a sentence finds what fits", func(t *testing.T) {
		skills := []*Skill{{ID: "notes", Frontmatter: Frontmatter{Description: "Write release notes"}}, {ID: "deploy", Frontmatter: Frontmatter{Description: "Ship a service"}}}
		hits, _ := NewMeanings(skills).Rank(t.Context(), "please write the notes of our next release")
		if len(hits) == 0 || hits[0].Entry != 0 {
			t.Errorf("got %+v", hits)
		}
	})
}
