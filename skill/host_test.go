package skill

import (
	"maps"
	"path/filepath"
	"strings"
	"testing"
)

func TestEveryHostLoads(t *testing.T) {
	names := HostNames()
	for _, name := range names {
		host, err := LoadHost(name)
		if err != nil {
			t.Error(err)
			continue
		}
		if host.Name != name || host.Seen == "" || host.Date == "" {
			t.Errorf("%s.yaml: name %q, seen %q, date %q", name, host.Name, host.Seen, host.Date)
		}
		if documented := strings.HasPrefix(host.Docs, "https://"); !documented && (host.Docs != "" || len(host.Unverified) == 0) {
			t.Errorf("%s.yaml: docs %q, and nothing is unverified", name, host.Docs)
		}
	}
	for _, name := range []string{"", "nobody", "../host", "claude-code.yaml", "/etc/passwd"} {
		_, err := LoadHost(name)
		if err == nil || !strings.Contains(err.Error(), "known: ") || !strings.Contains(err.Error(), DefaultHost) {
			t.Errorf("%q: got error %v", name, err)
		}
	}
}

const smallHost = `name: small
title: Small
directories:
  config: {env: SMALL_DIR, default: "{home}/.small"}
roots:
  - {source: user, layout: skills, path: "{config}/skills"}
  - {source: project, layout: skills, path: "{dir}/skills", each: parent, rule: user first, nearest: nearest first}
  - {source: add-dir, layout: skills, path: "{added}/skills", each: added, rule: project first, nearest: in order}
  - {source: command, scope: user, layout: commands, path: "{cwd}/commands", rule: skills first}
  - {source: bundled, layout: skills, rule: last}
command-ids: name
variables: {A: skill-dir, B: project-dir, C: session}
`

func TestHostFiles(t *testing.T) {
	tests := []struct {
		name     string
		old, new string // what is changed in smallHost
		want     string // part of the error
	}{
		{"as it is", "", "", ""},
		{"unknown key", "title: Small", "titel: Small", "line 2: unknown key titel"},
		{"unknown key in a root", "each: added", "every: added", "line 8: unknown key every"},
		{"unknown key in a directory", "env: SMALL_DIR", "var: SMALL_DIR", "line 4: unknown key var"},
		{"wrong type", "name: small", "name: [small]", "line 1: a list stands where a text is expected"},
		{"text for a list", "command-ids: name", "command-ids: name\nskip: x", "line 12: a text stands where a list is expected"},
		{"text for a number", "layout: commands", "depth: deep, layout: commands", "line 9: a text stands where a number is expected"},
		{"text for true", "layout: commands", "root-skill: maybe, layout: commands", "line 9: a text stands where true or false is expected"},
		{"text for keys", "command-ids: name", "command-ids: name\nfrontmatter: x", "line 12: a text stands where keys with values is expected"},
		{"number for a list", "command-ids: name", "command-ids: name\nskip: 1.5", "line 12: a number stands where a list is expected"},
		{"list for a word", "command-ids: name", "command-ids: name\ntelling: {later: {tells: [all]}}", "line 12: a list stands where a text is expected"},
		{"keys for a word", "command-ids: name", "command-ids: name\nsubstitution: {split: {a: b}}", "line 12: keys with values stands where a text is expected"},
		{"text for rules", "command-ids: name", "command-ids: name\nsubstitution: x", "line 12: a text stands where keys with values is expected"},
		{"two moments without a word", "command-ids: name", "command-ids: name\ntelling:\n  resume: {from: x}\n  later: {from: x}", "line 14: tells is missing"},
		{"no YAML", "name: small", "name: {", "yaml: "},
		{"no name", "name: small", "name: ''", "name, title and roots are required"},
		{"no title", "title: Small", "title: ''", "name, title and roots are required"},
		{"unknown source", "source: project", "source: projects", `line 7: root 2: unknown source "projects"; it is managed, user`},
		{"no source", "source: project, ", "", `root 2: unknown source ""`},
		{"unknown layout", "layout: commands", "layout: files", `line 9: root 4: layout "files" is none of skills, commands, record`},
		{"unknown each", "each: parent", "each: child", `root 2: each "child" is none of parent, main-checkout, added, below, plugin, listed`},
		{"no path", `path: "{config}/skills"`, "path: ''", "root 1: every root but bundled and those of plugins needs a path"},
		{"path of bundled", "source: bundled,", "source: bundled, path: /x,", "root 5: every root but bundled and those of plugins needs a path"},
		{"no nearest", ", nearest: in order", "", "root 3: nearest is missing"},
		{"no rule", ", rule: skills first", "", "root 4: rule is missing"},
		{"unknown placeholder", "{config}/skills", "{confg}/skills", `line 6: root 1: nothing fills in {confg} in "{confg}/skills"; there are {home} {cwd} {repository} {config}`},
		{"placeholder of another each", "{added}/skills", "{dir}/skills", "root 3: nothing fills in {dir}"},
		{"added without each", "{cwd}/commands", "{added}/commands", "root 4: nothing fills in {added}"},
		{"plugin with a path", "each: added, rule", "each: plugin, rule", "root 3: every root but bundled and those of plugins needs a path"},
		{"placeholder of parents in another", "{cwd}/commands", "{dir}/commands", "root 4: nothing fills in {dir}"},
		{"directory that goes round", "{home}/.small", "{config}/small", "directory config: nothing fills in {config}"},
		{"settings file", "command-ids: name", "command-ids: name\nsettings: {files: [{scope: user, path: '{dir}/s.json'}]}", "settings file 1: nothing fills in {dir}"},
		{"folder elsewhere", "command-ids: name", "command-ids: name\nelsewhere: [{source: user, path: '{added}/s'}]", "elsewhere 1: nothing fills in {added}"},
		{"placeholder in a directory", "{home}/.small", "{dir}/.small", "directory config: nothing fills in {dir}"},
		{"unknown meaning", "B: project-dir", "B: project", `line 12: variable B: unknown meaning "project"; it is skill-dir, project-dir, plugin-dir, plugin-data or session`},
		{"unknown form of ids", "command-ids: name", "command-ids: path", `command-ids "path" is neither folder:name nor name`},
		{"unknown identity", "command-ids: name", "command-ids: name\nidentity: path", `line 12: identity "path" is none of directory, name, name-else-directory`},
		{"name that isn't required", "command-ids: name", "command-ids: name\nidentity: name", "line 1: identity name needs requires: [name]"},
		{"unknown way with same names", "command-ids: name", "same-names: both\ncommand-ids: name", `line 11: same-names "both" is none of hide, keep-both, last-wins`},
		{"unknown key of frontmatter", "command-ids: name", "command-ids: name\nfrontmatter: {keys: [name, colour]}", `keys: "colour" is no key that knack knows`},
		{"unknown key inside metadata", "command-ids: name", "command-ids: name\nfrontmatter: {keys: [metadata.name]}", `inside metadata only arguments and argument-hint are read, not "name"`},
		{"requires what can't be", "command-ids: name", "command-ids: name\nfrontmatter: {requires: [license]}", `requires: "license" is neither name nor description`},
		{"commands ignore what they can't", "command-ids: name", "command-ids: name\nfrontmatter: {command-ignores: [model]}", `command-ignores: "model" is neither name nor paths`},
		{"half of the words", "command-ids: name", "command-ids: name\nfrontmatter: {true-words: ['true']}", "true-words and false-words go together"},
		{"unknown missing", "command-ids: name", "command-ids: name\nfrontmatter:\n  missing: skip", `line 13: missing "skip" is none of body, drop`},
		{"unknown malformed", "command-ids: name", "command-ids: name\nfrontmatter:\n  malformed: skip", `line 13: malformed "skip" is none of keep-body, recover, drop`},
		{"negative length", "command-ids: name", "command-ids: name\nfrontmatter: {longest-name: -1}", "longest-name and longest-description are numbers of characters"},
		{"bad pattern", "command-ids: name", "command-ids: name\nfrontmatter: {name-pattern: '('}", "name-pattern: error parsing regexp"},
		{"bad skip", "command-ids: name", "command-ids: name\nskip: ['[']", `skip: "[" is no pattern of a folder's name`},
		{"path to skip", "command-ids: name", "command-ids: name\nskip: [a/b]", `skip: "a/b" is no pattern of a folder's name`},
		{"too deep", "layout: commands", "depth: 9, layout: commands", "line 9: root 4: depth 9 is not from 1 to 8"},
		{"unknown links", "layout: commands", "links: some, layout: commands", `line 9: root 4: links "some" is none of all, folders, none`},
		{"list of nothing", "each: added", "each: listed", "line 8: root 3: list names the variable with the directories of each listed"},
		{"bundled before others", "  - {source: user", "  - {source: bundled, layout: skills}\n  - {source: user, rule: later", "line 6: root 1: what ships with knack yields to everything"},
		{"bundled last of last-wins", "command-ids: name", "command-ids: name\nsame-names: last-wins", "root 1: rule is missing"},
		{"bad substitution", "command-ids: name", "command-ids: name\nsubstitution:\n  index: x", `line 13: substitution: index: unknown value "x"`},
		{"listing", "command-ids: name", "command-ids: name\nlisting: {line: '{name}: {description}', name-only: '{name}'}", ``},
		{"text for a listing", "command-ids: name", "command-ids: name\nlisting: x", `line 12: a text stands where keys with values is expected`},
		{"text for a share", "command-ids: name", "command-ids: name\nlisting: {budget: {percent: much}}", `line 12: a text stands where a number is expected`},
		{"line without a name", "command-ids: name", "command-ids: name\nlisting: {line: x}", `line 12: line "x" has to name {name} and {description}`},
		{"name-only without a name", "command-ids: name", "command-ids: name\nlisting: {line: '{name}{description}'}", `name-only "" has to name {name}`},
		{"unknown placeholder in a line", "command-ids: name", "command-ids: name\nlisting: {line: '{name} {when} {description}', name-only: '{name}'}", `nothing fills in {when}`},
		{"more than the window", "command-ids: name", "command-ids: name\nlisting: {line: '{name}: {description}', name-only: '{name}', budget: {percent: 101}}", `percent is from 0 to 100`},
		{"unknown over", "command-ids: name", "command-ids: name\nlisting: {line: '{name}: {description}', name-only: '{name}', over: drop}", `line 12: over "drop" is none of drop-descriptions, shorten-all`},
		{"below what isn't told", "each: added", "each: below", "line 8: root 3: a path each below has to start with {dir}/ and a folder"},
		{"no form of ids", "command-ids: name\n", "", `command-ids "" is neither`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if !strings.Contains(smallHost, test.old) {
				t.Fatalf("the file has no %q", test.old)
			}
			_, err := parseHost("small.yaml", []byte(strings.Replace(smallHost, test.old, test.new, 1)))
			switch {
			case test.want == "":
				if err != nil {
					t.Error(err)
				}
			case err == nil:
				t.Error("no error")
			case !strings.HasPrefix(err.Error(), "reading host file small.yaml: ") || !strings.Contains(err.Error(), test.want):
				t.Errorf("got error %q, want %q", err, test.want)
			}
		})
	}
	if _, err := parseHost("small.yaml", nil); err == nil {
		t.Error("an empty file is no error")
	}
}

// Another host is another file: its places, ids and rules are its own.
func TestAnotherHost(t *testing.T) {
	host, err := parseHost("small.yaml", []byte(smallHost))
	must(t, err)
	top := world{
		"home/.small/skills/a/SKILL.md": about("1"),
		"project/skills/b/SKILL.md":     about("2"),
		"project/commands/x/go.md":      "1",
		"project/commands/y/go.md":      "2",
	}.build(t)
	var found []*Skill
	var roots []Root
	must(t, Scan(t.Context(), host, envOf(top), func(b Batch) { roots, found = b.Roots, append(found, b.Skills...) }))
	l := Merge(host, roots, found)
	checkTold(t, l, top,
		"a user active", "b project active", "go command active",
		"go command shadowed by=@/project/commands/x/go.md")
	if d := l.Decides(l.Skills[2], l.Skills[3]); d.Rule == "" || !d.Unverified {
		t.Errorf("two commands of one root: %+v", d)
	}
}

func TestRootNotes(t *testing.T) {
	top := world{"project/": "", "repo/.git": "gitdir: elsewhere", "repo/a/": ""}.build(t)
	outside := claudeCode(t).Roots(envOf(top))
	if !strings.Contains(outside[2].Note, "not inside a repository") {
		t.Errorf("outside a repository: %q", outside[2].Note)
	}
	env := envOf(top)
	env.Cwd, env.Home, env.Getenv = top+"/repo/a", "", configDir("relative")
	inside := claudeCode(t).Roots(env)
	if inside[1].Note != "moved by CLAUDE_CONFIG_DIR" || inside[1].Dir != env.Cwd+"/relative/skills" || inside[2].Note != "" || len(inside) != 12 {
		t.Errorf("inside: %+v", inside)
	}
	env.Getenv = nil
	l := libraryOf(t, env)
	if r := l.Roots[1]; r.Dir != "" || r.Outcome != Missing || r.Note != "the home directory is not known" {
		t.Errorf("without a home: %+v", r)
	}
}

func TestDirectoriesOfSystems(t *testing.T) {
	host := claudeCode(t)
	for _, test := range []struct{ os, want string }{
		{"linux", "/etc/claude-code/.claude/skills"},
		{"darwin", "/Library/Application Support/ClaudeCode/.claude/skills"},
		{"plan9", ""},
	} {
		r := host.Roots(Env{Home: "/home", Cwd: "/project", OS: test.os})[0]
		if r.Source != Managed || filepath.ToSlash(r.Dir) != test.want {
			t.Errorf("%s: got %s in %q, want %q", test.os, r.Source, r.Dir, test.want)
		}
	}
	if dir := host.Directories["managed"].Systems["windows"]; dir != `C:\Program Files\ClaudeCode` {
		t.Errorf("windows: got %q", dir)
	}
	top := world{"project/": ""}.build(t)
	env := envOf(top)
	env.OS, env.Directories = "plan9", nil
	if r := libraryOf(t, env).Roots[0]; r.Outcome != Missing || r.Note != "there is no such place on this system" {
		t.Errorf("a system without a managed directory: %+v", r)
	}
}

func TestValues(t *testing.T) {
	host := &Host{Variables: map[string]string{"DIR": "skill-dir", "PROJECT": "project-dir", "SESSION": "session"}}
	if got, want := host.Values(&Skill{Dir: "/s"}, "/shop"), map[string]string{"DIR": "/s", "PROJECT": "/shop"}; !maps.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if got, want := host.Values(&Skill{}, "/shop"), map[string]string{"PROJECT": "/shop"}; !maps.Equal(got, want) {
		t.Errorf("without a folder got %v, want %v", got, want)
	}
}

func TestEnvNames(t *testing.T) {
	for _, test := range []struct{ host, want string }{
		{DefaultHost, "CLAUDE_CODE_DISABLE_POLICY_SKILLS CLAUDE_CODE_PLUGIN_CACHE_DIR CLAUDE_CODE_PLUGIN_SEED_DIR CLAUDE_CODE_SIMPLE CLAUDE_CONFIG_DIR SLASH_COMMAND_TOOL_CHAR_BUDGET"},
		{"copilot-cli", "COPILOT_SKILLS_DIRS"},
	} {
		if got := strings.Join(hostOf(t, test.host).EnvNames(), " "); got != test.want {
			t.Errorf("%s: got %s", test.host, got)
		}
	}
}
