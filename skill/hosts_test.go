package skill

import (
	"context"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// hostOf gives a host that ships.
func hostOf(t testing.TB, name string) *Host {
	t.Helper()
	host, err := LoadHost(name)
	must(t, err)
	return host
}

// libraryUnder scans and merges by the rules of a host.
func libraryUnder(t testing.TB, host *Host, env Env) (l *Library, found []*Skill) {
	t.Helper()
	var roots []Root
	must(t, Scan(context.Background(), host, env, func(b Batch) { roots, found = b.Roots, append(found, b.Skills...) }))
	return Merge(host, roots, found), found
}

// TestHosts holds for one tree what every host makes of it.
func TestHosts(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/hosts.txtar")
	must(t, err)
	w, want := world{}, map[string]string{}
	for _, f := range archive.Files {
		if host, ok := strings.CutPrefix(f.Name, "want/"); ok {
			want[host] = string(f.Data)
		} else {
			w[f.Name] = string(f.Data)
		}
	}
	top := w.build(t)
	env := envOf(top)
	env.Cwd = filepath.Join(top, "project/sub")
	for _, name := range HostNames() {
		t.Run(name, func(t *testing.T) {
			host := hostOf(t, name)
			env := env
			env.Directories = map[string]string{"admin": filepath.Join(top, "admin"), "managed": filepath.Join(top, "managed")}
			l, found := libraryUnder(t, host, env)
			checkFate(t, l, found)
			if got := fates(l, top); got != want[name] {
				t.Errorf("got\n%swant\n%s", got, want[name])
			}
		})
	}
}

// Under every host each file that a scan finds has one state, whatever the order in
// which it was found; and what is no near miss is found.
func TestEveryFileHasOneState(t *testing.T) {
	for _, name := range HostNames() {
		t.Run(name, func(t *testing.T) {
			host := hostOf(t, name)
			for seed := range uint64(6) {
				r := rand.New(rand.NewPCG(seed, 3))
				top := world{"home/": "", "project/.git/HEAD": "", "project/sub/": "", "store/": ""}.build(t)
				env := envOf(top)
				env.Cwd = filepath.Join(top, "project/sub")
				growTree(t, r, top, filepath.Join(top, "store"), 3)
				for _, root := range host.Roots(env) {
					if root.Dir != "" && within(root.Dir, top) && holdsSkills(root) {
						growTree(t, r, top, root.Dir, 4)
					}
				}
				l, found := libraryUnder(t, host, env)
				checkFate(t, l, found)
				checkPlainFiles(t, l)
				r.Shuffle(len(found), func(i, j int) { found[i], found[j] = found[j], found[i] })
				checkEqualLibraries(t, fmt.Sprintf("seed %d, another order", seed), l, Merge(host, l.Roots, found))
			}
		})
	}
}

// checkPlainFiles looks below every root with its own eyes: each SKILL.md that no link
// leads to is a skill, or another path of one, if it isn't too deep.
func checkPlainFiles(t *testing.T, l *Library) {
	t.Helper()
	for _, root := range l.Roots {
		if root.Outcome != Read || root.Layout != SkillFolders || root.Source == Bundled {
			continue
		}
		must(t, filepath.WalkDir(root.Dir, func(path string, e fs.DirEntry, err error) error {
			rel, _ := filepath.Rel(root.Dir, path)
			depth := strings.Count(filepath.ToSlash(rel), "/")
			if err != nil || !e.Type().IsRegular() || e.Name() != "SKILL.md" || depth > max(root.Depth, 1) || depth == 0 && !root.RootSkill {
				return err
			}
			if !slices.ContainsFunc(l.Skills, func(k *Skill) bool { return k.Path == path || k.RealPath == path || slices.Contains(k.Also, path) }) {
				t.Errorf("%s is no skill under %s", path, l.Host.Name)
			}
			return nil
		}))
	}
}

// fates gives a line for each skill but those that ship with knack.
func fates(l *Library, top string) string {
	var lines strings.Builder
	for _, k := range l.Skills {
		if k.Source == Bundled {
			continue
		}
		fmt.Fprintf(&lines, "%s %s %s", k.ID, k.State, k.Path)
		if winner, ok := l.ByKey(k.ShadowedBy); ok {
			fmt.Fprintf(&lines, " by %s", winner.Path)
		} else if k.Reason != "" {
			fmt.Fprintf(&lines, ": %s", k.Reason)
		}
		lines.WriteString("\n")
	}
	return filepath.ToSlash(strings.ReplaceAll(lines.String(), top+string(filepath.Separator), ""))
}

// walkHost looks in two places as other hosts than Claude Code do.
const walkHost = `name: walk
title: Walker
roots:
  - {source: user, layout: skills, path: "{home}/skills", depth: 2, links: LINKS}
  - {source: user, scope: listed, layout: skills, path: "{listed}", each: listed, list: WALK_DIRS, rule: later, nearest: in order, trust: asks first, unverified: all of it}
skip: [".*", out]
command-ids: name
`

func TestWalk(t *testing.T) {
	tree := world{
		"home/skills/a/SKILL.md":         about("a"),
		"home/skills/SKILL.md":           about("in the root"),
		"home/skills/group/b/SKILL.md":   about("b"),
		"home/skills/group/b/c/SKILL.md": about("too deep"),
		"home/skills/group/b/docs/x.md":  "no skill",
		"home/skills/.git/d/SKILL.md":    about("hidden folder"),
		"home/skills/out/e/SKILL.md":     about("skipped"),
		"home/skills/wrong/skill.MD":     about("wrong name"),
		"home/skills/f":                  "-> @/store/f",
		"home/skills/g/SKILL.md":         "-> @/store/g/SKILL.md",
		"home/skills/loop":               "-> @/home/skills",
		"store/f/SKILL.md":               about("f"),
		"store/g/SKILL.md":               about("g"),
		"one/h/SKILL.md":                 about("one"),
		"two/h/SKILL.md":                 about("two"),
	}
	problems := []string{
		"user flat-file: @/home/skills/SKILL.md: lies directly in the skills folder; a skill is a folder with a SKILL.md in it",
		"user too-deep: @/home/skills/group/b/c: holds a SKILL.md more than 2 folders deep; not loaded",
	}
	wrongName := "user file-name: @/home/skills/wrong/skill.MD: the file of a skill must be called SKILL.md"
	loop := "user link-loop: @/home/skills/loop: is a link to a folder that is looked at already; skipped"
	f := "user link-unfollowed: @/home/skills/f: is a link, and Walker doesn't follow it"
	g := "user link-unfollowed: @/home/skills/g/SKILL.md: is a link, and Walker doesn't follow it"
	for links, want := range map[string][]string{
		"all": {
			"a user active", "f user active real=@/store/f/SKILL.md", "g user active real=@/store/g/SKILL.md", "b user active",
			"h user active", "h user shadowed by=@/two/h/SKILL.md", problems[0], problems[1], loop, wrongName,
		},
		"folders": {
			"a user active", "f user active real=@/store/f/SKILL.md", "b user active",
			"h user active", "h user shadowed by=@/two/h/SKILL.md", problems[0], g, problems[1], loop, wrongName,
		},
		"none": {
			"a user active", "b user active",
			"h user active", "h user shadowed by=@/two/h/SKILL.md", problems[0], f, g, problems[1],
			"user link-unfollowed: @/home/skills/loop: is a link, and Walker doesn't follow it", wrongName,
		},
	} {
		t.Run(links, func(t *testing.T) {
			host, err := parseHost("walk.yaml", []byte(strings.Replace(walkHost, "LINKS", links, 1)))
			must(t, err)
			top := tree.build(t)
			env := envOf(top)
			env.Getenv = func(name string) string {
				if name == "WALK_DIRS" {
					return " " + top + "/two ,, " + top + "/one"
				}
				return ""
			}
			l, _ := libraryUnder(t, host, env)
			checkTold(t, l, top, want...)
			if note := l.Roots[1].Note; note != "named in WALK_DIRS; asks first; unverified: all of it" {
				t.Errorf("note %q", note)
			}
		})
	}
}

// Skills where a host doesn't look are told once, however many places it has.
func TestElsewhereIsToldOnce(t *testing.T) {
	top := world{"project/.git/HEAD": "", "project/.claude/skills/a/SKILL.md": about("a")}.build(t)
	l, _ := libraryUnder(t, hostOf(t, "codex"), envOf(top))
	told := 0
	for _, r := range l.Roots {
		for _, p := range r.Problems {
			if p.Code == "wrong-folder" {
				told++
			}
		}
	}
	if told != 1 {
		t.Errorf("told %d times", told)
	}
}

// meetHost says what becomes of same names.
func meetHost(t *testing.T, sameNames string) *Host {
	t.Helper()
	host, err := parseHost("meet.yaml", []byte(`name: meet
title: Meeter
same-names: `+sameNames+`
ignore-case: true
roots:
  - {source: user, layout: skills, path: "{home}/skills", rule: one}
  - {source: project, layout: skills, path: "{dir}/skills", each: parent, rule: two, nearest: by folder}
command-ids: name
`))
	must(t, err)
	return host
}

func TestSameNames(t *testing.T) {
	tree := world{
		"project/.git/HEAD":             "",
		"home/skills/a/SKILL.md":        about("user"),
		"project/skills/a/SKILL.md":     about("parent"),
		"project/sub/skills/a/SKILL.md": about("here"),
	}
	for sameNames, want := range map[string]struct{ fates, rules string }{
		"hide":      {"user wins, here and parent are hidden", "two two"},
		"last-wins": {"parent wins, here and user are hidden", "by folder one"},
		"keep-both": {"user and here and parent win", ""},
	} {
		t.Run(sameNames, func(t *testing.T) {
			top := tree.build(t)
			env := envOf(top)
			env.Cwd = filepath.Join(top, "project/sub")
			l, _ := libraryUnder(t, meetHost(t, sameNames), env)
			var wins, hidden, rules []string
			for _, k := range l.Copies("a") {
				if winner, ok := l.ByKey(k.ShadowedBy); ok {
					hidden = append(hidden, k.Description)
					rules = append(rules, l.Decides(winner, k).Rule)
				} else {
					wins = append(wins, k.Description)
				}
			}
			got := strings.Join(wins, " and ") + " win"
			if len(hidden) > 0 {
				got += "s, " + strings.Join(hidden, " and ") + " are hidden"
			}
			if got != want.fates || strings.Join(rules, " ") != want.rules {
				t.Errorf("got %q by %q, want %q by %q", got, rules, want.fates, want.rules)
			}
			for _, name := range []string{"a", "A"} {
				if found := l.Resolve(name); len(found) != len(wins) {
					t.Errorf("%s means %d skills, want %d", name, len(found), len(wins))
				}
			}
		})
	}
	l := Merge(meetHost(t, "keep-both"), []Root{{}, {Rank: 1}, {RootRule: RootRule{Source: Bundled}, Rank: 2}}, []*Skill{
		{ID: "a", Key: "1", Path: "1", RealPath: "1", Rank: 0, Frontmatter: Frontmatter{UserInvocable: true}},
		{ID: "a", Key: "2", Path: "2", RealPath: "2", Rank: 1, Frontmatter: Frontmatter{UserInvocable: true}},
		{ID: "a", Key: "3", Path: "3", RealPath: "3", Rank: 2, Source: Bundled, Frontmatter: Frontmatter{UserInvocable: true}},
	})
	if k := l.Skills[0]; k.State != Active || len(k.Problems) != 1 || k.Problems[0].Code != "same-name" || !strings.Contains(k.Problems[0].Message, "one of 2 skills") {
		t.Errorf("kept: %s, %+v", k.State, k.Problems)
	}
	if k := l.Skills[2]; k.State != Shadowed {
		t.Errorf("what ships with knack is %s", k.State)
	}
}
