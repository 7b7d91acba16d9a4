package skill

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// everyRoot is a world with a place for every kind of root: two parents and two
// added directories.
func everyRoot(t *testing.T) (top string, env Env) {
	top = world{
		"home/":             "",
		"project/.git/HEAD": "ref: refs/heads/main\n",
		"project/sub/":      "",
		"added/one/":        "",
		"added/two/":        "",
	}.build(t)
	env = envOf(top)
	env.Cwd = filepath.Join(top, "project/sub")
	env.AddDirs = []string{filepath.Join(top, "added/two"), filepath.Join(top, "added/one")}
	return top, env
}

// Of any two roots the earlier one wins, and says why.
func TestEveryPairOfRoots(t *testing.T) {
	_, env := everyRoot(t)
	host := claudeCode(t)
	roots := host.Roots(env)
	var order []string
	for _, r := range roots {
		order = append(order, r.Label()+" "+filepath.Base(strings.TrimSuffix(r.Dir, filepath.Join(".claude", filepath.Base(r.Dir)))))
	}
	want := []string{
		"managed managed", "user home", "project sub", "project project", "add-dir two", "add-dir one",
		"managed commands managed", "user commands home", "project commands sub", "project commands project", "add-dir commands two", "add-dir commands one",
		"plugin home", "nested sub", "synced synced", "bundled .",
	}
	if !slices.Equal(order, want) {
		t.Fatalf("order of roots: got %q, want %q", order, want)
	}
	for i := range roots {
		for j := i + 1; j < len(roots); j++ {
			if !holdsSkills(roots[i]) || !holdsSkills(roots[j]) {
				continue
			}
			early, late := inRoot(roots[i], "same"), inRoot(roots[j], "same")
			l := Merge(host, roots, []*Skill{late, early})
			winner, loser := l.Skills[0], l.Skills[1]
			pair := order[i] + " and " + order[j]
			if winner.Rank != i || winner.State != Active || winner.Reason != "" || winner.ShadowedBy != "" || !slices.Equal(winner.Shadows, []string{loser.Key}) {
				t.Errorf("%s: the winner is %+v", pair, winner)
			}
			d := l.Decides(winner, loser)
			if loser.State != Shadowed || loser.ShadowedBy != winner.Key || d.Rule == "" || !strings.HasSuffix(loser.Reason, ": "+d.Rule) || len(loser.Shadows) > 0 {
				t.Errorf("%s: the loser is %+v", pair, loser)
			}
			sameRule := order[i][:4] == order[j][:4] && roots[i].Layout == roots[j].Layout
			if d.Unverified != (sameRule || roots[j].Source == AddDir) {
				t.Errorf("%s: unverified is %v", pair, d.Unverified)
			}
		}
	}
}

// holdsSkills tells whether skills can lie in a root itself.
func holdsSkills(r Root) bool { return r.Layout != Record && r.Layout != Tree }

func TestReasons(t *testing.T) {
	_, env := everyRoot(t)
	roots := claudeCode(t).Roots(env)
	for _, test := range []struct {
		winner, loser int
		want          string
	}{
		{0, 1, "the managed skill wins: managed skills win over user skills"},
		{1, 2, "the user skill wins: managed and user skills win over project skills"},
		{2, 3, "the project skill wins: of two project skills the one nearest to the working directory wins"},
		{1, 4, "the user skill wins: managed, user and project skills win over skills of added directories"},
		{2, 8, "the project skill wins: a skill wins over a command of the same name, and a user command over a project command"},
		{0, 6, "the managed skill wins: a skill wins over a command of the same name"},
		{7, 8, "the user command wins: a skill wins over a command of the same name, and a user command over a project command"},
		{11, 15, "the add-dir command wins: skills that ship with knack come last"},
	} {
		l := Merge(claudeCode(t), roots, []*Skill{inRoot(roots[test.winner], "x"), inRoot(roots[test.loser], "x")})
		if got := l.Skills[1].Reason; got != test.want {
			t.Errorf("got  %q\nwant %q", got, test.want)
		}
	}
}

// inRoot is a skill as the scan of a root would give it.
func inRoot(r Root, id string) *Skill {
	s := scanner{root: &r}
	rel := id + "/SKILL.md"
	if r.Layout == CommandFiles {
		rel = id + ".md"
	}
	k := s.newSkill(id, rel)
	if r.Source == Bundled {
		k.Path, k.RealPath = bundledPrefix+rel, bundledPrefix+rel
	} else {
		k.RealPath = k.Path
	}
	k.UserInvocable = true
	return k
}

func TestStates(t *testing.T) {
	tests := []struct {
		name  string
		world world
		want  []string
	}{
		{
			name: "a broken copy claims no name",
			world: world{
				"home/.claude/skills/x/SKILL.md/":   "",
				"project/.claude/skills/x/SKILL.md": about("works"),
				"project/.claude/commands/x.md":     "A command.",
			},
			want: []string{
				"x user broken", "  not-a-file: SKILL.md is a folder, not a file",
				"x project active",
				"x command shadowed by=@/project/.claude/skills/x/SKILL.md",
			},
		},
		{
			name: "broken copies only",
			world: world{
				"home/.claude/skills/x/SKILL.md/":    "",
				"project/.claude/skills/x/SKILL.md/": "",
			},
			want: []string{
				"x user broken", "  not-a-file: SKILL.md is a folder, not a file",
				"x project broken", "  not-a-file: SKILL.md is a folder, not a file",
			},
		},
		{
			name: "a link before the real folder in one root",
			world: world{
				"home/.claude/skills/a":          "-> m",
				"home/.claude/skills/m/SKILL.md": about("once"),
				"home/.claude/skills/z":          "-> m",
				"project/.claude/skills/b":       "-> @/home/.claude/skills/m",
			},
			want: []string{
				"m user active also=@/home/.claude/skills/a/SKILL.md,@/home/.claude/skills/z/SKILL.md,@/project/.claude/skills/b/SKILL.md",
			},
		},
		{
			name: "an earlier root's link wins over the real folder of a later one",
			world: world{
				"home/.claude/skills/mine":             "-> @/project/.claude/skills/ours",
				"project/.claude/skills/ours/SKILL.md": about("once"),
			},
			want: []string{
				"mine user active real=@/project/.claude/skills/ours/SKILL.md also=@/project/.claude/skills/ours/SKILL.md",
			},
		},
		{
			name: "broken skills are not joined",
			world: world{
				"home/.claude/skills/a/SKILL.md": "-> @/folder",
				"home/.claude/skills/b/SKILL.md": "-> @/folder",
				"folder/":                        "",
			},
			want: []string{
				"a user broken real=@/folder", "  not-a-file: SKILL.md is a folder, not a file",
				"b user broken real=@/folder", "  not-a-file: SKILL.md is a folder, not a file",
			},
		},
		{
			name: "hidden",
			world: world{
				"home/.claude/skills/both/SKILL.md":     about("nobody", "disable-model-invocation: true", "user-invocable: false"),
				"home/.claude/skills/llm/SKILL.md":      about("model only", "user-invocable: false"),
				"home/.claude/skills/person/SKILL.md":   about("person only", "disable-model-invocation: true"),
				"home/.claude/skills/waits/SKILL.md":    about("for files", `paths: ["*.go", docs/**]`),
				"project/.claude/skills/waits/SKILL.md": about("shadowed all the same"),
			},
			want: []string{
				"both user hidden", "llm user active", "person user active", "waits user hidden",
				"waits project shadowed by=@/home/.claude/skills/waits/SKILL.md",
			},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			top := test.world.build(t)
			l := libraryOf(t, envOf(top))
			checkTold(t, l, top, test.want...)
			for _, k := range l.Skills {
				if (k.Reason == "") != (k.State == Active) {
					t.Errorf("%s is %s, and the reason is %q", k.Key, k.State, k.Reason)
				}
			}
		})
	}
}

func TestHiddenReasons(t *testing.T) {
	top := world{
		"home/.claude/skills/both/SKILL.md":  about("nobody", "disable-model-invocation: true", "user-invocable: false"),
		"home/.claude/skills/waits/SKILL.md": about("for files", `paths: ["*.go", docs/**]`),
	}.build(t)
	l := libraryOf(t, envOf(top))
	for id, want := range map[string]string{
		"both":  "neither the model nor you can call it: disable-model-invocation is true and user-invocable is false",
		"waits": "waits until a file is touched that matches *.go, docs/**",
	} {
		if got := l.Resolve(id)[0].Reason; got != want {
			t.Errorf("%s: got %q, want %q", id, got, want)
		}
	}
}

// randomFound makes skills as scans of the roots could give them: few ids, some
// of one physical file, some links, some broken, some hidden.
func randomFound(r *rand.Rand, roots []Root, n int) []*Skill {
	names := []string{"a", "A", "b", "b:c", "B", "ä", "Ä"}
	var found []*Skill
	taken := map[string]bool{}
	for range n {
		root := roots[r.IntN(len(roots))]
		if !holdsSkills(root) {
			continue
		}
		k := inRoot(root, names[r.IntN(len(names))])
		if taken[k.Key] {
			continue
		}
		taken[k.Key] = true
		if r.IntN(3) == 0 {
			k.RealPath, k.linked = fmt.Sprintf("/store/%d", r.IntN(3)), r.IntN(2) == 0
		}
		k.Problems = make([]Problem, r.IntN(2), 4) // room to write into, if somebody did
		switch r.IntN(8) {
		case 6:
			k.Override = Override{Off, "/settings.json"}
		case 7:
			k.Override = Override{UserOnly, "/settings.json"}
		case 0:
			k.breakBy(Problem{Code: "denied", Message: "cannot be read"})
		case 1:
			k.Paths = []string{"*.go"}
		case 2:
			k.DisableModelInvocation, k.UserInvocable = true, false
		}
		found = append(found, k)
	}
	return found
}

func copied(skills []*Skill) []*Skill {
	copies := slices.Clone(skills)
	for i, k := range copies {
		c := *k
		c.Also, c.Shadows, c.Problems = slices.Clone(k.Also), slices.Clone(k.Shadows), slices.Clone(k.Problems)
		copies[i] = &c
	}
	return copies
}

func spelled(skills []*Skill) string {
	var lines strings.Builder
	for _, k := range skills {
		fmt.Fprintf(&lines, "%+v\n", *k)
	}
	return lines.String()
}

func checkEqualLibraries(t *testing.T, what string, a, b *Library) {
	t.Helper()
	if !reflect.DeepEqual(a.Skills, b.Skills) {
		t.Fatalf("%s:\n%s\n%s", what, spelled(a.Skills), spelled(b.Skills))
	}
	keys := func(l *Library) (keys []string) {
		for _, k := range l.Listed() {
			keys = append(keys, k.Key)
		}
		return keys
	}
	if !slices.Equal(keys(a), keys(b)) {
		t.Fatalf("%s: listed as\n%q\n%q", what, keys(a), keys(b))
	}
}

func TestMergeProperties(t *testing.T) {
	for _, name := range HostNames() {
		seeds := uint64(20)
		if name == DefaultHost {
			seeds = 150
		}
		t.Run(name, func(t *testing.T) { checkMergeProperties(t, hostOf(t, name), seeds) })
	}
}

func checkMergeProperties(t *testing.T, host *Host, seeds uint64) {
	_, env := everyRoot(t)
	roots := moreRoots(host.Roots(env))
	for seed := range seeds {
		r := rand.New(rand.NewPCG(seed, 1))
		found := randomFound(r, roots, r.IntN(40))
		before := copied(found)
		whole := Merge(host, roots, found)
		checkFate(t, whole, found)

		// The order of what was found is irrelevant, and the input stays as it was.
		shuffled := slices.Clone(found)
		r.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
		checkEqualLibraries(t, fmt.Sprintf("seed %d, another order", seed), whole, Merge(host, roots, shuffled))
		if !reflect.DeepEqual(found, before) {
			t.Fatalf("seed %d: Merge changed its input\n%s\n%s", seed, spelled(found), spelled(before))
		}

		// Merged part by part as a scan goes on, it ends the same, and no earlier
		// library changes under whoever looks at it.
		slices.SortFunc(shuffled, func(a, b *Skill) int { return a.Rank - b.Rank })
		var part []*Skill
		var earlier []*Library
		var then [][]*Skill
		for _, k := range shuffled {
			part = append(part, k)
			l := Merge(host, roots, part)
			earlier, then = append(earlier, l), append(then, copied(l.Skills))
		}
		if len(earlier) > 0 {
			checkEqualLibraries(t, fmt.Sprintf("seed %d, part by part", seed), whole, earlier[len(earlier)-1])
		}
		for i := range earlier {
			if !reflect.DeepEqual(earlier[i].Skills, then[i]) {
				t.Fatalf("seed %d: library %d of %d changed later", seed, i, len(earlier))
			}
		}
	}
}

// moreRoots adds roots as a scan finds them: of plugins, one of them off, and nested.
func moreRoots(roots []Root) []Root {
	more := slices.Clone(roots)
	for _, r := range []Root{
		{RootRule: RootRule{Source: Plugin, Layout: SkillFolders, Rule: "1", Nearest: "first"}, Dir: "/p/a", Plugin: "a@m", namespace: "b"},
		{RootRule: RootRule{Source: Plugin, Layout: SkillFolders, Rule: "1", Nearest: "first"}, Dir: "/p/b", Plugin: "b@m", namespace: "b", Off: "switched off"},
		{RootRule: RootRule{Source: Nested, Layout: SkillFolders, Rule: "2", Nearest: "both"}, Dir: "/n/a", Below: "a"},
		{RootRule: RootRule{Source: Nested, Layout: SkillFolders, Rule: "2", Nearest: "both"}, Dir: "/n/b", Below: "b"},
	} {
		r.Rank = len(more)
		more = append(more, r)
	}
	return more
}

// checkFate checks that everything found is in the library once, in one state
// that has a reason, and that winners and losers agree on each other.
func checkFate(t *testing.T, l *Library, found []*Skill) {
	t.Helper()
	times := map[string]int{}
	winners := map[string]int{}
	for i, k := range l.Skills {
		for _, path := range append([]string{k.Path}, k.Also...) {
			times[path]++
		}
		if i > 0 && l.Skills[i-1].Rank > k.Rank {
			t.Fatalf("%s stands behind a later root", k.Key)
		}
		if same, ok := l.ByKey(k.Key); !ok || same != k {
			t.Fatalf("%s isn't found by its key", k.Key)
		}
		winner, shadowed := l.ByKey(k.ShadowedBy)
		switch k.State {
		case Active, Hidden:
			winners[k.ID]++
		case Shadowed:
			sameName := winner != nil && (winner.ID == k.ID || k.Scope == synced && (alike(winner.ID) == alike(k.ID) || alike(winner.bare) == alike(k.ID)))
			if !shadowed || !sameName || winner.Rank > k.Rank && k.Scope != synced || !slices.Contains(winner.Shadows, k.Key) {
				t.Fatalf("%s is shadowed by %q", k.Key, k.ShadowedBy)
			}
		case Broken, Disabled:
		default:
			t.Fatalf("%s has the state %q", k.Key, k.State)
		}
		if (k.State == Shadowed) != shadowed || (k.State == Active) != (k.Reason == "") {
			t.Fatalf("%s is %s, by %q, because %q", k.Key, k.State, k.ShadowedBy, k.Reason)
		}
		for _, key := range k.Shadows {
			if loser, ok := l.ByKey(key); !ok || loser.ShadowedBy != k.Key {
				t.Fatalf("%s says that it shadows %q", k.Key, key)
			}
		}
	}
	for id, n := range winners {
		if n != 1 && l.Host.SameNames != KeepBoth {
			t.Fatalf("%d copies of %s win", n, id)
		}
	}
	if len(times) != len(found) {
		t.Fatalf("%d of %d paths are in the library", len(times), len(found))
	}
	for _, k := range found {
		if times[k.Path] != 1 {
			t.Fatalf("%s is in the library %d times", k.Path, times[k.Path])
		}
	}
}

func TestThreeNamesInOtherCase(t *testing.T) {
	_, env := everyRoot(t)
	roots := claudeCode(t).Roots(env)
	broken := inRoot(roots[4], "GO")
	broken.breakBy(Problem{Code: "denied", Message: "cannot be read"})
	found := []*Skill{inRoot(roots[0], "go"), inRoot(roots[1], "Go"), inRoot(roots[2], "gO"), inRoot(roots[3], "go"), broken}
	want := []int{2, 1, 1, 0, 0} // notes: each of the later ones and the first name each other
	for range 20 {
		l := Merge(claudeCode(t), roots, found)
		for i, k := range l.Skills {
			notes := slices.DeleteFunc(slices.Clone(k.Problems), func(p Problem) bool { return p.Code != "name-case" })
			if len(notes) != want[i] {
				t.Fatalf("%s has %d notes, want %d: %+v", k.Key, len(notes), want[i], notes)
			}
		}
	}
}

func TestResolve(t *testing.T) {
	top := world{
		"home/.claude/skills/mine/SKILL.md":     about("first", "name: Of Mine"),
		"home/.claude/skills/alias":             "-> mine",
		"project/.claude/skills/mine/SKILL.md":  about("second"),
		"project/.claude/skills/other/SKILL.md": about("third", "name: mine"),
		"home/.claude/commands/web/go.md":       "Go.",
		"home/.claude/skills/bad/SKILL.md/":     "",
		"project/.claude/skills/bad/SKILL.md/":  "",
		"home/.claude/skills/nameless/SKILL.md": about("no label"),
	}.build(t)
	l := libraryOf(t, envOf(top))
	user, project := filepath.Join(top, "home/.claude/skills"), filepath.Join(top, "project/.claude/skills")
	path := func(elem ...string) string { return filepath.Join(elem...) }
	tests := []struct {
		name string
		want []string // paths
	}{
		{"mine", []string{path(user, "mine/SKILL.md")}},
		{"/mine", []string{path(user, "mine/SKILL.md")}},
		{"project:" + project + ":mine/SKILL.md", []string{path(project, "mine/SKILL.md")}},
		{path(project, "mine"), []string{path(project, "mine/SKILL.md")}},
		{path(project, "mine") + string(filepath.Separator), []string{path(project, "mine/SKILL.md")}},
		{path(project, "mine", "SKILL.md"), []string{path(project, "mine/SKILL.md")}},
		{path(user, "alias", "SKILL.md"), []string{path(user, "mine/SKILL.md")}},
		{"alias", []string{path(user, "mine/SKILL.md")}},
		{"Of Mine", []string{path(user, "mine/SKILL.md")}},
		{"web:go", []string{path(top, "home/.claude/commands/web/go.md")}},
		{path(top, "home/.claude/commands/web"), nil},
		{"bad", []string{path(user, "bad/SKILL.md"), path(project, "bad/SKILL.md")}},
		{"none", nil},
		{"", nil},
	}
	for _, test := range tests {
		var got []string
		for _, k := range l.Resolve(test.name) {
			got = append(got, k.Path)
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%q: got %q, want %q", test.name, got, test.want)
		}
	}
}

func TestListed(t *testing.T) {
	top := world{
		"home/.claude/skills/Zebra/SKILL.md":                   about("1"),
		"home/.claude/skills/ant/SKILL.md":                     about("2"),
		"project/.claude/skills/ant/SKILL.md":                  about("3"),
		"home/.claude/skills/cat/SKILL.md/":                    "",
		"project/.claude/skills/cat/SKILL.md":                  about("4"),
		"project/.claude/skills/systematic-debugging/SKILL.md": about("5"),
	}.build(t)
	l := libraryOf(t, envOf(top))
	var got []string
	for _, k := range l.Listed() {
		if k.Source != Bundled || k.State == Shadowed {
			got = append(got, fmt.Sprintf("%s %s %s", k.ID, k.Source, k.State))
		}
	}
	want := []string{
		"ant user active", "ant project shadowed", "cat project active", "cat user broken",
		"systematic-debugging project active", "systematic-debugging bundled shadowed", "Zebra user active",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if last := l.Listed()[len(l.Skills)-1]; last.Source != Bundled {
		t.Errorf("%s stands last", last.Key)
	}
	if l.Own() != 6 || l.Count(Active)+l.Count(Hidden) != len(l.Skills)-3 || l.Count(Shadowed) != 2 || l.Count(Broken) != 1 {
		t.Errorf("own %d, active %d, shadowed %d, broken %d, hidden %d", l.Own(), l.Count(Active), l.Count(Shadowed), l.Count(Broken), l.Count(Hidden))
	}
}

func TestVariants(t *testing.T) {
	host := &Host{}
	roots := []Root{{Rank: 0}, {Rank: 1}, {Rank: 2}}
	l := Merge(host, roots, []*Skill{
		{Key: "user", ID: "deploy", Rank: 0, RealPath: "1"},
		{Key: "project", ID: "deploy", Rank: 1, RealPath: "2"},
		{Key: "plugin", ID: "tools:deploy", bare: "deploy", Rank: 2, RealPath: "3", Source: Plugin},
		{Key: "nested", ID: "deploy", qualified: "apps/web:deploy", Rank: 2, RealPath: "4", Source: Nested},
		{Key: "command", ID: "web:deploy", Rank: 2, RealPath: "5", Source: Command},
		{Key: "other", ID: "test", Rank: 2, RealPath: "6"},
	})
	for key, want := range map[string][]string{
		"project": {"user", "project", "plugin", "nested"},
		"nested":  {"user", "project", "plugin", "nested"},
		"command": {"command"},
	} {
		k, _ := l.ByKey(key)
		var got []string
		for _, v := range l.Variants(k) {
			got = append(got, v.Key)
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("variants of %s are %v, want %v", key, got, want)
		}
	}
}
