package skill

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unsafe"
)

// What people reported of agents and their browsers, as small worlds.
func TestDiscovery(t *testing.T) {
	const (
		user    = "home/.claude/skills/"
		project = "project/.claude/skills/"
	)
	tests := []struct {
		name  string
		world world
		env   func(env *Env, top string)
		want  []string
	}{
		{
			name: "the whole user folder is a link",
			world: world{
				"home/.claude/skills":          "-> @/dotfiles/skills",
				"dotfiles/skills/tea/SKILL.md": about("brews"),
			},
			want: []string{"tea user active real=@/dotfiles/skills/tea/SKILL.md"},
		},
		{
			name: "links to a folder and to a file",
			world: world{
				user + "plain/SKILL.md":     about("no link"),
				user + "folder":             "-> @/store/other-name",
				user + "file/SKILL.md":      "-> @/store/text.md",
				"store/other-name/SKILL.md": about("behind a folder link"),
				"store/text.md":             about("behind a file link"),
			},
			want: []string{
				"file user active real=@/store/text.md",
				"folder user active real=@/store/other-name/SKILL.md",
				"plain user active",
			},
		},
		{
			name: "a folder that groups skills",
			world: world{
				user + "near/SKILL.md":         about("found"),
				user + "poems/ode/SKILL.md":    about("too deep"),
				user + "poems/sonnet/SKILL.md": about("too deep as well"),
			},
			want: []string{
				"near user active",
				"user too-deep: @/home/.claude/skills/poems/ode: holds a SKILL.md one folder too deep to be loaded",
				"user too-deep: @/home/.claude/skills/poems/sonnet: holds a SKILL.md one folder too deep to be loaded",
			},
		},
		{
			name: "links that go round",
			world: world{
				user + "fine/SKILL.md":   about("found"),
				user + "round":           "-> ../skills",
				user + "higher":          "-> @/home",
				user + "itself":          "-> itself",
				user + "inside/SKILL.md": "-> SKILL.md",
			},
			want: []string{
				"fine user active",
				"inside user broken",
				"  link-loop: SKILL.md is a link that leads back to itself",
				"user link-loop: @/home/.claude/skills/higher: is a link back to a folder it lies in; skipped",
				"user link-loop: @/home/.claude/skills/itself: is a link that leads back to itself",
				"user link-loop: @/home/.claude/skills/round: is a link back to a folder it lies in; skipped",
			},
		},
		{
			name: "links to nothing do not harm their neighbours",
			world: world{
				user + "fine/SKILL.md":   about("found"),
				user + "lost":            "-> @/somebody/else",
				user + "empty/SKILL.md":  "-> @/somebody/else.md",
				"project/.claude/skills": "-> @/not/here",
			},
			want: []string{
				"empty user broken",
				"  broken-link: SKILL.md is a link to nothing",
				"fine user active",
				"user broken-link: @/home/.claude/skills/lost: is a link to nothing",
				"project broken-link: @/project/.claude/skills: is a link to nothing",
			},
		},
		{
			name:  "the skills folder is a link that git checked out as text",
			world: world{"project/.claude/skills": "../shared/skills"},
			want: []string{
				"root project failed",
				"project not-a-directory: @/project/.claude/skills: is a file, probably a link checked out as text (../shared/skills)",
			},
		},
		{
			name:  "the skills folder is some other file",
			world: world{"project/.claude/skills": "just words\non two/lines\n"},
			want: []string{
				"root project failed",
				"project not-a-directory: @/project/.claude/skills: is a file, not a folder",
			},
		},
		{
			name:  "the folder above the skills folder is a link to itself",
			world: world{"project/.claude": "-> .claude"},
			want: []string{
				"root project failed",
				"project link-loop: @/project/.claude/skills: is a link that leads back to itself",
				"root project commands failed",
				"project commands link-loop: @/project/.claude/commands: is a link that leads back to itself",
			},
		},
		{
			name: "files and packed skills beside the skill folders",
			world: world{
				user + "loose.md":         about("no folder"),
				user + "linked.md":        "-> @/elsewhere.md",
				user + "SKILL.md":         about("whose?"),
				user + "got.skill":        "PK",
				user + "README.md":        "how these are kept",
				user + "notes.txt":        "",
				user + ".git/config":      "",
				user + "scripts/build.sh": "",
				user + "bare/":            "",
				"elsewhere.md":            about("no folder"),
			},
			want: []string{
				"user flat-file: @/home/.claude/skills/SKILL.md: lies directly in the skills folder; a skill is a folder with a SKILL.md in it",
				"user no-skill-file: @/home/.claude/skills/bare: has no SKILL.md",
				"user flat-file: @/home/.claude/skills/got.skill: is a packed skill; a skill is a folder with a SKILL.md in it",
				"user flat-file: @/home/.claude/skills/linked.md: lies directly in the skills folder; a skill is a folder with a SKILL.md in it",
				"user flat-file: @/home/.claude/skills/loose.md: lies directly in the skills folder; a skill is a folder with a SKILL.md in it",
				"user no-skill-file: @/home/.claude/skills/scripts: has no SKILL.md",
			},
		},
		{
			name:  "SKILL.md is a folder",
			world: world{user + "odd/SKILL.md/": ""},
			want:  []string{"odd user broken", "  not-a-file: SKILL.md is a folder, not a file"},
		},
		{
			name: "from deep inside a repository up to its root",
			world: world{
				"above/.claude/skills/outside/SKILL.md":          about("beyond the root"),
				"above/repo/.git/HEAD":                           "ref: refs/heads/main\n",
				"above/repo/.claude/skills/top/SKILL.md":         about("at the root"),
				"above/repo/lib/.claude/skills/near/SKILL.md":    about("on the way"),
				"above/repo/lib/.claude/commands/near.md":        "A command.",
				"above/repo/lib/x/y/":                            "",
				"above/repo/lib/x/y/z/.claude/skills/a/SKILL.md": about("below"),
			},
			env:  func(env *Env, top string) { env.Cwd = filepath.Join(top, "above/repo/lib/x/y") },
			want: []string{"near project active", "top project active", "near command shadowed by=@/above/repo/lib/.claude/skills/near/SKILL.md", "a nested hidden"},
		},
		{
			name: "outside a repository parents are not looked at",
			world: world{
				"project/.claude/skills/parent/SKILL.md":   about("above"),
				"project/sub/.claude/skills/here/SKILL.md": about("here"),
			},
			env:  func(env *Env, top string) { env.Cwd = filepath.Join(top, "project/sub") },
			want: []string{"here project active"},
		},
		{
			name: "a worktree inside the main checkout",
			world: world{
				"main/.git/HEAD":                                      "ref: refs/heads/main\n",
				"main/.claude/skills/ship/SKILL.md":                   about("of main"),
				"main/.claude/trees/fix/.git":                         "gitdir: ../../../.git/worktrees/fix\n",
				"main/.claude/trees/fix/.claude/skills/ship/SKILL.md": about("of the branch"),
			},
			env:  func(env *Env, top string) { env.Cwd = filepath.Join(top, "main/.claude/trees/fix") },
			want: []string{"ship project active"},
		},
		{
			name: "the configuration folder is moved",
			world: world{
				"else/skills/moved/SKILL.md": about("there"),
				"else/commands/go.md":        "Go.",
				user + "stale/SKILL.md":      about("not looked at"),
			},
			env: func(env *Env, top string) { env.Getenv = configDir(filepath.Join(top, "else")) },
			want: []string{
				"moved user active", "go command active",
				"user wrong-folder: @/home/.claude/skills: holds 1 skill, and Claude Code doesn't look there",
			},
		},
		{
			name:  "the configuration folder is moved to where it is",
			world: world{user + "usual/SKILL.md": about("there")},
			env:   func(env *Env, top string) { env.Getenv = configDir(filepath.Join(top, "home/.claude")) },
			want:  []string{"usual user active"},
		},
		{
			name:  "an empty variable moves nothing",
			world: world{user + "usual/SKILL.md": about("there")},
			env:   func(env *Env, top string) { env.Getenv = configDir("") },
			want:  []string{"usual user active"},
		},
		{
			name:  "a folder name may hold braces",
			world: world{"{home}/{x}/skills/odd/SKILL.md": about("there")},
			env:   func(env *Env, top string) { env.Getenv = configDir(filepath.Join(top, "{home}/{x}")) },
			want:  []string{"odd user active"},
		},
		{
			name: "home is the project as well",
			world: world{
				"home/.git/HEAD":              "ref: refs/heads/main\n",
				user + "once/SKILL.md":        about("one file"),
				"home/.claude/commands/go.md": "Go.",
			},
			env: func(env *Env, top string) { env.Cwd = env.Home },
			want: []string{
				"once user active", "go command active",
				"root project same", "root project commands same",
			},
		},
		{
			name: "a commands folder that is a link to the skills folder is still read",
			world: world{
				user + "tea/SKILL.md":   about("brews"),
				user + "quick.md":       "A command, here.",
				"home/.claude/commands": "-> skills",
			},
			want: []string{
				"tea user active also=@/home/.claude/commands/tea/SKILL.md",
				"quick command active real=@/home/.claude/skills/quick.md",
				"user flat-file: @/home/.claude/skills/quick.md: lies directly in the skills folder; a skill is a folder with a SKILL.md in it",
			},
		},
		{
			name: "a home that nobody knows",
			world: world{
				user + "unseen/SKILL.md":  about("whose home?"),
				project + "seen/SKILL.md": about("here"),
			},
			env:  func(env *Env, top string) { env.Home = "" },
			want: []string{"seen project active"},
		},
		{
			name: "a moved configuration folder needs no home",
			world: world{
				"else/skills/moved/SKILL.md": about("there"),
			},
			env: func(env *Env, top string) {
				env.Home, env.Getenv = "", configDir(filepath.Join(top, "else"))
			},
			want: []string{"moved user active"},
		},
		{
			name: "one skill in two sources",
			world: world{
				user + "note/SKILL.md":    about("mine"),
				project + "note/SKILL.md": about("ours"),
			},
			want: []string{
				"note user active",
				"note project shadowed by=@/home/.claude/skills/note/SKILL.md",
			},
		},
		{
			name: "a skill and commands of one name",
			world: world{
				project + "send/SKILL.md":          about("skill"),
				"project/.claude/commands/send.md": "Command of the project.",
				"home/.claude/commands/send.md":    "Command of the person.",
			},
			want: []string{
				"send project active",
				"send command shadowed by=@/project/.claude/skills/send/SKILL.md",
				"send command shadowed by=@/project/.claude/skills/send/SKILL.md",
			},
		},
		{
			name: "one skill in every source",
			world: world{
				user + "check/SKILL.md":               about("1"),
				project + "check/SKILL.md":            about("2"),
				"more/.claude/skills/check/SKILL.md":  about("3"),
				"extra/.claude/skills/check/SKILL.md": about("4"),
				"more/.claude/commands/check.md":      "5",
			},
			env: func(env *Env, top string) {
				env.AddDirs = []string{filepath.Join(top, "more"), filepath.Join("..", "extra")}
			},
			want: []string{
				"check user active",
				"check project shadowed by=@/home/.claude/skills/check/SKILL.md",
				"check add-dir shadowed by=@/home/.claude/skills/check/SKILL.md",
				"check add-dir shadowed by=@/home/.claude/skills/check/SKILL.md",
				"check command shadowed by=@/home/.claude/skills/check/SKILL.md",
			},
		},
		{
			name: "names are the folder's, labels the author's",
			world: world{
				user + "bump/SKILL.md":    about("first", "name: release"),
				user + "release/SKILL.md": about("second"),
				user + "same/SKILL.md":    about("third", "name: same"),
			},
			want: []string{
				"bump user active",
				"  name-differs: `name` is release, but the skill is called bump, as its folder is; the name is only a label",
				"release user active",
				"same user active",
			},
		},
		{
			name: "commands",
			world: world{
				"home/.claude/commands/plain.md":        about("a command", "name: other", "paths: src/**"),
				"home/.claude/commands/web/form/new.md": "Nested.",
				"home/.claude/commands/note.txt":        "",
				"home/.claude/commands/loud.MD":         "Not a command.",
				"home/.claude/commands/file.md":         "-> @/store/file.md",
				"home/.claude/commands/linked":          "-> @/store/more",
				"home/.claude/commands/round":           "-> .",
				"home/.claude/commands/web/up":          "-> ..",
				"home/.claude/commands/lost.md":         "-> nowhere.md",
				"home/.claude/commands/self.md":         "-> self.md",
				"home/.claude/commands/folder.md/in.md": "In a folder that ends in .md.",
				"store/file.md":                         "Behind a link.",
				"store/more/deep.md":                    "Behind a linked folder.",
			},
			want: []string{
				"file command active real=@/store/file.md",
				"folder.md:in command active",
				"linked:deep command active real=@/store/more/deep.md",
				"plain command active",
				"web:form:new command active",
				"user commands broken-link: @/home/.claude/commands/lost.md: is a link to nothing",
				"user commands file-name: @/home/.claude/commands/loud.MD: ends in .MD; the file of a command must end in .md",
				"user commands link-loop: @/home/.claude/commands/round: is a link to a folder that is looked at already; skipped",
				"user commands link-loop: @/home/.claude/commands/self.md: is a link that leads back to itself",
				"user commands link-loop: @/home/.claude/commands/web/up: is a link to a folder that is looked at already; skipped",
			},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			top := test.world.build(t)
			env := envOf(top)
			if test.env != nil {
				test.env(&env, top)
			}
			checkTold(t, libraryOf(t, env), top, test.want...)
		})
	}
}

func configDir(dir string) func(string) string {
	return func(name string) string {
		if name == "CLAUDE_CONFIG_DIR" {
			return dir
		}
		return ""
	}
}

func TestFileNamesInOtherCase(t *testing.T) {
	needCaseSensitiveDisk(t)
	top := world{
		"home/.claude/skills/low/skill.md":       about("invisible"),
		"home/.claude/skills/high/SKILL.MD":      about("invisible"),
		"home/.claude/skills/both/SKILL.md":      about("the real one"),
		"home/.claude/skills/both/skill.md":      about("a decoy"),
		"home/.claude/skills/Report/SKILL.md":    about("one"),
		"project/.claude/skills/report/SKILL.md": about("other"),
	}.build(t)
	l := libraryOf(t, envOf(top))
	checkTold(t, l, top,
		"Report user active",
		"  name-case: Report and report (@/project/.claude/skills/report/SKILL.md) are two skills whose names differ only in case",
		"both user active",
		"report project active",
		"  name-case: report and Report (@/home/.claude/skills/Report/SKILL.md) are two skills whose names differ only in case",
		"user file-name: @/home/.claude/skills/high: holds SKILL.MD; the file must be called SKILL.md",
		"user file-name: @/home/.claude/skills/low: holds skill.md; the file must be called SKILL.md",
	)
	if both := l.Resolve("both"); len(both) != 1 || both[0].Description != "the real one" {
		t.Errorf("both: got %+v", both)
	}
}

// A file in another encoding is one row with a mark, whatever its neighbours hold.
func TestOtherEncodings(t *testing.T) {
	top := world{
		"home/.claude/skills/fine/SKILL.md":    about("plain"),
		"home/.claude/skills/latin/SKILL.md":   about("caf\xe9"),
		"home/.claude/skills/gbk/SKILL.md":     about("\xd6\xd0\xce\xc4\xb2\xe2\xca\xd4"),
		"home/.claude/skills/nul/SKILL.md":     about("a\x00b"),
		"home/.claude/skills/nothing/SKILL.md": "",
	}.build(t)
	l := libraryOf(t, envOf(top))
	if l.Own() != 5 {
		t.Errorf("got %d skills, want 5", l.Own())
	}
	for _, name := range []string{"latin", "gbk"} {
		if k := l.Resolve(name); len(k) != 1 || len(k[0].Problems) == 0 {
			t.Errorf("%s: want one skill with a problem, got %+v", name, k)
		}
	}
}

// Names come from whoever wrote the repository: none may do more than look odd.
func TestHostileNames(t *testing.T) {
	for _, name := range []string{
		"\xff\xfe\xfd.md", "\xff\xff\xff\xff\xff\xff.MD", "İİİİİİ.md", ".md", "..md", "a.md.md",
		"\xff\xff.zip", "ẞ.skill", "skill.md", "new\nline.md", "esc\x1b]0;x\x07.md", "{dir}.md", "{home}",
	} {
		for _, below := range []string{"home/.claude/skills/", "home/.claude/commands/"} {
			for _, file := range []string{"", "/SKILL.md", "/deeper/SKILL.md", "/skill.md"} {
				top := world{}.build(t)
				at := filepath.Join(top, below+name+file)
				must(t, os.MkdirAll(filepath.Dir(at), 0o755))
				if os.WriteFile(at, []byte(about("x")), 0o644) != nil {
					continue // this system has no such names
				}
				l := libraryOf(t, envOf(top))
				for _, p := range slices.Concat(l.Roots[0].Problems, l.Roots[2].Problems) {
					if p.Path == "" || p.Message == "" {
						t.Errorf("%q: empty problem %+v", below+name+file, p)
					}
				}
			}
		}
	}
}

func TestSizeLimit(t *testing.T) {
	whole := about("large")
	for _, test := range []struct {
		size  int
		state State
	}{
		{len(whole), Active}, {16<<10 - 1, Active}, {16 << 10, Active}, {16<<10 + 1, Active}, {40_000, Active},
		{maxFile - 1, Active}, {maxFile, Active}, {maxFile + 1, Broken}, {3 << 20, Broken},
	} {
		t.Run(fmt.Sprint(test.size), func(t *testing.T) {
			text := whole + strings.Repeat("x", test.size-len(whole))
			top := world{"home/.claude/skills/large/SKILL.md": text}.build(t)
			k := libraryOf(t, envOf(top)).Resolve("large")[0]
			if k.State != test.state {
				t.Fatalf("got %s (%s), want %s", k.State, k.Reason, test.state)
			}
			if test.state == Broken {
				if p := k.Problems[0]; p.Code != "too-big" || p.Severity != Error || p.Hint == "" || !strings.Contains(k.Reason, "over the limit of 1 MiB") {
					t.Errorf("got %q, %+v", k.Reason, k.Problems)
				}
				return
			}
			doc, err := k.Read()
			must(t, err)
			if k.Bytes != test.size || k.BodyBytes != len(doc.Body) || !strings.HasSuffix(text, doc.Body) {
				t.Errorf("got %d bytes and %d of body", k.Bytes, k.BodyBytes)
			}
		})
	}
}

// The scan keeps no text that would hold a whole file in memory.
func TestLibraryLeavesOutWhatReadGives(t *testing.T) {
	top := world{"home/.claude/skills/k/SKILL.md": about("short")}.build(t)
	k := libraryOf(t, envOf(top)).Resolve("k")[0]
	if k.Raw != "" || k.Fields != nil {
		t.Errorf("the library keeps %q and %v", k.Raw, k.Fields)
	}
	doc, err := k.Read()
	must(t, err)
	if doc.Description != "short" || doc.Body != "Body of: short\n" {
		t.Errorf("Read gives %+v", doc)
	}
	// The buffer of one read must not show through in another's text.
	top2 := world{"home/.claude/skills/k/SKILL.md": strings.ReplaceAll(about("short"), "short", "OTHER")}.build(t)
	for range 20 {
		libraryOf(t, envOf(top2))
	}
	if doc.Body != "Body of: short\n" || k.Description != "short" {
		t.Errorf("text changed under us: %q, %q", doc.Body, k.Description)
	}
}

func TestCommandDepth(t *testing.T) {
	deepest := strings.Repeat("f/", maxDepth)
	top := world{
		"home/.claude/commands/" + deepest + "in.md":         "Looked at.",
		"home/.claude/commands/" + deepest + "f/out.md":      "Not looked at.",
		"home/.claude/commands/" + deepest + "f/more/out.md": "Not looked at.",
	}.build(t)
	l := libraryOf(t, envOf(top))
	checkTold(t, l, top,
		strings.ReplaceAll(deepest, "/", ":")+"in command active",
		"root user commands partial",
		"user commands limit: @/home/.claude/commands/"+deepest+"f: lies more than 8 folders deep; not looked at",
	)
}

func TestCommandEntries(t *testing.T) {
	top := world{"a/1.md": "", "a/2.md": "", "b/3.md": "", "b/c/4.md": "", "d/5.md": ""}.build(t)
	for left, want := range []int{0, 0, 1, 2, 2, 3, 3, 4, 4, 5, 5} {
		s := scanner{ctx: context.Background(), root: &Root{Dir: top, RealDir: top}}
		w := walk{scanner: &s, left: left, entered: map[string]bool{}}
		w.folder("", top, 0, false)
		if len(w.files) != want {
			t.Errorf("%d entries: got %d files, want %d", left, len(w.files), want)
		}
		if said := len(s.root.Problems) == 1 && s.root.Outcome == Partial; said != (left < 9) {
			t.Errorf("%d entries: got %s, %+v", left, s.root.Outcome, s.root.Problems)
		}
	}
}

// There is no limit on skills, and none is lost between the chunks.
func TestManySkills(t *testing.T) {
	const n = 2*chunk + 7
	w := world{}
	for i := range n {
		w[fmt.Sprintf("home/.claude/skills/k%04d/SKILL.md", i)] = about("one of many")
		w[fmt.Sprintf("home/.claude/skills/z%04d/", i)] = ""
	}
	top := w.build(t)
	batches := batchesOf(t, envOf(top))
	if len(batches) < 3 || len(batches[0].Skills) != chunk || batches[0].Roots[1].Outcome != Pending {
		t.Errorf("the first of %d batches: %d skills, outcome %q", len(batches), len(batches[0].Skills), batches[0].Roots[1].Outcome)
	}
	l := libraryOf(t, envOf(top))
	if root := l.Roots[1]; l.Own() != n || root.Found != n || len(root.Problems) != n || root.Outcome != Read {
		t.Errorf("got %d skills, root %d with %d problems, %s", l.Own(), root.Found, len(root.Problems), root.Outcome)
	}
}

func TestScanEndsWithItsContext(t *testing.T) {
	w := world{}
	for i := range chunk + 1 {
		w[fmt.Sprintf("home/.claude/skills/k%04d/SKILL.md", i)] = about("x")
		w[fmt.Sprintf("home/.claude/commands/c%04d.md", i)] = "x"
	}
	top := w.build(t)
	for _, after := range []int{0, 1, 2, 3, 5} {
		ctx, cancel := context.WithCancel(context.Background())
		batches := 0
		if after == 0 {
			cancel()
		}
		err := Scan(ctx, claudeCode(t), envOf(top), func(Batch) {
			if batches++; batches == after {
				cancel()
			}
		})
		if !errors.Is(err, context.Canceled) || batches != after {
			t.Errorf("cancelled after %d batches: got %d and error %v", after, batches, err)
		}
		cancel()
	}
}

// What is read while somebody writes must be the old or the new, never a failure.
func TestVanished(t *testing.T) {
	top := world{"home/.claude/skills/k/SKILL.md": about("x")}.build(t)
	dir := filepath.Join(top, "home/.claude/skills")
	entries, err := os.ReadDir(dir)
	must(t, err)
	must(t, os.RemoveAll(filepath.Join(dir, "k")))
	s := scanner{ctx: context.Background(), host: claudeCode(t), root: &Root{RootRule: RootRule{Source: User}, Dir: dir, RealDir: dir}}
	if read := s.skillEntry(base{dir: s.root.Dir}, entries[0]); read.skill != nil || read.problems != nil {
		t.Errorf("got %+v", read)
	}
	if k := s.commandFile(walkedFile{rel: "gone.md"}); k.skill != nil {
		t.Errorf("got %+v", k)
	}
}

func TestReadFile(t *testing.T) {
	top := world{
		"a/tidy/SKILL.md": about("cleans", "name: Tidy Up"),
		"b/skill.md":      about("other case"),
		"c/go.md":         "A command.",
		"d/":              "",
		"e":               "-> nothing",
	}.build(t)
	for _, test := range []struct{ path, id, label, failure string }{
		{path: "a/tidy/SKILL.md", id: "tidy", label: "Tidy Up"},
		{path: "b/skill.md", id: "b", label: "b"},
		{path: "c/go.md", id: "go", label: "go"},
		{path: "c/none.md", failure: "does not exist"},
		{path: "c/go.md/none.md", failure: "cannot be there: what should be the folder above it is a file"},
		{path: "d", failure: "is a folder, not a file"},
		{path: "e", failure: "is a link to nothing"},
	} {
		path := filepath.Join(top, test.path)
		k, doc, err := ReadFile(path)
		if test.failure != "" {
			if err == nil || err.Error() != path+" "+test.failure {
				t.Errorf("%s: got error %v", test.path, err)
			}
			continue
		}
		if err != nil || k.ID != test.id || k.Label() != test.label || doc.Body == "" || k.Bytes == 0 {
			t.Errorf("%s: got %q, %q, %v", test.path, k.ID, k.Label(), err)
		}
	}
}

func TestReadBundled(t *testing.T) {
	top := world{}.build(t)
	l := libraryOf(t, envOf(top))
	if l.Own() != 0 || len(l.Skills) == 0 {
		t.Fatalf("got %d own skills of %d", l.Own(), len(l.Skills))
	}
	for _, k := range l.Skills {
		doc, err := k.Read()
		if err != nil || len(doc.Body) != k.BodyBytes || k.Dir != "" || k.State == Broken || len(k.Problems) > 0 {
			t.Errorf("%s: %v, dir %q, %s, %+v", k.Key, err, k.Dir, k.State, k.Problems)
		}
	}
}

// Problems stand in line order, those of the name among those of the text.
func TestProblemsStandInLineOrder(t *testing.T) {
	top := world{
		"home/.claude/skills/go/SKILL.md":    "---\nname: Go\ndescription: this: that\n---\nGo.\n",
		"project/.claude/skills/GO/SKILL.md": about("x"),
	}.build(t)
	var lines []int
	problems := libraryOf(t, envOf(top)).Resolve("go")[0].Problems
	for _, p := range problems {
		lines = append(lines, p.Line)
	}
	if !slices.IsSorted(lines) || !slices.ContainsFunc(problems, func(p Problem) bool { return p.Code == "name-differs" && p.Line == 2 && p.Column == 1 }) {
		t.Errorf("got %+v", problems)
	}
}

func TestReadOfWhatIsGone(t *testing.T) {
	top := world{"home/.claude/skills/k/SKILL.md": about("x")}.build(t)
	k := libraryOf(t, envOf(top)).Resolve("k")[0]
	must(t, os.Remove(k.Path))
	if _, err := k.Read(); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %v", err)
	}
}

// Among ten thousand skills every word counts, and one more than this takes another
// 128 bytes of each: memory is given out in steps.
func TestSkillIsSmall(t *testing.T) {
	const step, header = 768, 8
	if size := unsafe.Sizeof(Skill{}); size > step-header {
		t.Errorf("a Skill has %d bytes, more than %d", size, step-header)
	}
}
