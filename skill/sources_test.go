package skill

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// plugins is a record of installed plugins; "@" in a path stands for the top of the
// world, as everywhere in these tests.
func plugins(entries ...string) string {
	return `{"version": 2, "plugins": {` + strings.Join(entries, ", ") + `}}`
}

func installed(id, path string, more ...string) string {
	return fmt.Sprintf(`%q: [{"scope": "user", "installPath": %q%s}]`, id, path, strings.Join(append([]string{""}, more...), ", "))
}

// reasons gives every skill that isn't active with why; "@" stands for the top.
func reasons(l *Library, top string) map[string]string {
	said := map[string]string{}
	for _, k := range l.Skills {
		if k.State != Active && k.Source != Bundled {
			said[k.ID] = strings.ReplaceAll(k.Reason, top, "@")
		}
	}
	return said
}

// withTop replaces "@/" in all contents of a world by the place it is built in, so
// that JSON can hold whole paths.
func (w world) withTop(t *testing.T) string {
	t.Helper()
	top := world{"home/": "", "project/": ""}.build(t)
	placed := world{}
	for path, content := range w {
		if !strings.HasPrefix(content, "-> ") {
			content = strings.ReplaceAll(content, "@/", top+"/")
		}
		placed[path] = content
	}
	placed.addTo(t, top)
	return top
}

func TestSources(t *testing.T) {
	const (
		cache  = "home/.claude/plugins/cache/"
		record = "home/.claude/plugins/installed_plugins.json"
	)
	getenv := func(name, value string) func(env *Env, top string) {
		return func(env *Env, top string) {
			value := strings.ReplaceAll(value, "@", top)
			env.Getenv = func(asked string) string {
				if asked == name {
					return value
				}
				return ""
			}
		}
	}
	tests := []struct {
		name    string
		world   world
		env     func(env *Env, top string)
		want    []string
		reasons map[string]string
	}{
		{
			name: "managed before all others",
			world: world{
				"managed/.claude/skills/audit/SKILL.md":  about("1"),
				"home/.claude/skills/audit/SKILL.md":     about("2"),
				"project/.claude/skills/audit/SKILL.md":  about("3"),
				"more/.claude/skills/audit/SKILL.md":     about("4"),
				"managed/.claude/commands/rules.md":      "1",
				"home/.claude/commands/rules.md":         "2",
				"managed/.claude/skills/synced/SKILL.md": about("reserved"),
			},
			env: func(env *Env, top string) { env.AddDirs = []string{filepath.Join(top, "more")} },
			want: []string{
				"audit managed active",
				"audit user shadowed by=@/managed/.claude/skills/audit/SKILL.md",
				"audit project shadowed by=@/managed/.claude/skills/audit/SKILL.md",
				"audit add-dir shadowed by=@/managed/.claude/skills/audit/SKILL.md",
				"rules command active",
				"rules command shadowed by=@/managed/.claude/commands/rules.md",
				"managed reserved-name: @/managed/.claude/skills/synced: is not loaded: Claude Code keeps the name synced for itself",
			},
		},
		{
			name: "managed skills switched off",
			world: world{
				"managed/.claude/skills/audit/SKILL.md": about("1"),
				"home/.claude/skills/audit/SKILL.md":    about("2"),
			},
			env:     getenv("CLAUDE_CODE_DISABLE_POLICY_SKILLS", "1"),
			want:    []string{"audit managed disabled", "audit user active"},
			reasons: map[string]string{"audit": "CLAUDE_CODE_DISABLE_POLICY_SKILLS is set"},
		},
		{
			name: "nothing but added directories",
			world: world{
				"home/.claude/skills/audit/SKILL.md":      about("1"),
				"more/.claude/skills/audit/SKILL.md":      about("2"),
				"project/.claude/commands/rules.md":       "3",
				record:                                    plugins(installed("kite@toys", "@/"+cache+"toys/kite/1")),
				cache + "toys/kite/1/skills/fly/SKILL.md": about("4"),
			},
			env: func(env *Env, top string) {
				env.AddDirs = []string{filepath.Join(top, "more")}
				getenv("CLAUDE_CODE_SIMPLE", "1")(env, top)
			},
			want:    []string{"audit user disabled", "audit add-dir active", "rules command disabled", "kite:fly plugin disabled"},
			reasons: map[string]string{"kite:fly": "CLAUDE_CODE_SIMPLE is set, so only added directories count"},
		},
		{
			name:  "plugins that were seeded",
			world: world{record: plugins(), "home/.claude/skills/audit/SKILL.md": about("1")},
			env:   getenv("CLAUDE_CODE_PLUGIN_SEED_DIR", "@/seeds"),
			want: []string{
				"audit user active",
				"plugin plugin-seeds: @/home/.claude/plugins: may not be all: CLAUDE_CODE_PLUGIN_SEED_DIR names further folders of plugins, and knack doesn't look there",
			},
		},
		{
			name: "a plugin's skill and a project's of one name",
			world: world{
				record: plugins(installed("gardener@shed", "@/"+cache+"shed/gardener/1.0.0")),
				cache + "shed/gardener/1.0.0/.claude-plugin/plugin.json":  `{"name": "gardener"}`,
				cache + "shed/gardener/1.0.0/skills/prune/SKILL.md":       about("the plugin's"),
				cache + "shed/gardener/1.0.0/skills/water/SKILL.md":       about("renamed", "name: sprinkle"),
				cache + "shed/gardener/1.0.0/commands/dig/deep.md":        "A command.",
				cache + "shed/gardener/1.0.0/skills/group/inner/SKILL.md": about("too deep"),
				"project/.claude/skills/prune/SKILL.md":                   about("the project's"),
			},
			want: []string{
				"prune project active",
				"gardener:prune plugin active",
				"  bare-name: /prune calls the project skill (@/project/.claude/skills/prune/SKILL.md); this one is called by its whole name",
				"gardener:sprinkle plugin active",
				"gardener:dig:deep command active",
				"plugin too-deep: @/home/.claude/plugins/cache/shed/gardener/1.0.0/skills/group/inner: holds a SKILL.md one folder too deep to be loaded",
			},
		},
		{
			name: "several versions in the cache",
			world: world{
				record: plugins(installed("kite@toys", "@/"+cache+"toys/kite/1.9.0", `"version": "1.9.0"`)),
				cache + "toys/kite/1.2.0/skills/fly/SKILL.md":   about("1.2.0"),
				cache + "toys/kite/1.9.0/skills/fly/SKILL.md":   about("1.9.0"),
				cache + "toys/kite/1.10.0/skills/fly/SKILL.md":  about("1.10.0"),
				cache + "toys/kite/1.10.0/skills/loop/SKILL.md": about("1.10.0"),
				cache + "toys/kite/1.10.0/commands/land.md":     "1.10.0",
				cache + "toys/kite/0/":                          "",
				cache + "toys/rope/1/SKILL.md":                  about("not installed"),
			},
			want: []string{
				"kite:fly plugin active",
				"plugin stale-copy: @/" + cache + "toys/kite/1.10.0: is a copy of kite@toys with 3 skills; not loaded: installed_plugins.json names 1.9.0",
				"plugin stale-copy: @/" + cache + "toys/kite/1.2.0: is a copy of kite@toys with 1 skill; not loaded: installed_plugins.json names 1.9.0",
				"plugin stale-copy: @/" + cache + "toys/rope/1: is a copy of rope@toys with 1 skill; not loaded: installed_plugins.json doesn't name rope@toys",
			},
		},
		{
			name: "the older record, and entries that can't be read",
			world: world{
				record: `{"version": 1, "plugins": {"old@m": {"installPath": "@/` + cache + `m/old/1"}, "none@m": [], "word@m": "x", "nil@m": null, "odd@m": [{"scope": 3}],
					"path@m": {"scope": "user"}, "relative@m": [{"scope": "user", "installPath": "cache/m/x"}], "gone@m": [{"scope": "user", "installPath": "@/gone"}], "file@m": [{"scope": "user", "installPath": "@/file"}]}}`,
				cache + "m/old/1/skills/a/SKILL.md": about("found"),
				"file":                              "",
			},
			want: []string{
				"old:a plugin active",
				"plugin plugin-missing: @/file: file@m should be here, says @/" + record + ", and this is a file",
				"plugin plugin-missing: @/gone: gone@m should be here, says @/" + record + ", and is not",
				"plugin bad-value: @/" + record + ": what it says of nil@m can't be read; the plugin is left out",
				"plugin bad-value: @/" + record + ": what it says of none@m can't be read; the plugin is left out",
				"plugin bad-value: @/" + record + ": what it says of odd@m can't be read; the plugin is left out",
				"plugin bad-value: @/" + record + ": doesn't say where path@m is installed",
				"plugin bad-value: @/" + record + ": names a path of relative@m that doesn't start at the top: cache/m/x",
				"plugin bad-value: @/" + record + ": what it says of word@m can't be read; the plugin is left out",
			},
		},
		{
			name:  "a record that is no JSON",
			world: world{record: "{\"plugins\": {\n  oops\n}}", "home/.claude/skills/fine/SKILL.md": about("fine")},
			want:  []string{"fine user active", "plugin bad-json: @/" + record + ": is no JSON: invalid character 'o' looking for beginning of object key string"},
		},
		{
			name: "several scopes: the closest that applies",
			world: world{
				record: `{"version": 2, "plugins": {
					"p@m": [{"scope": "project", "projectPath": "@/other", "installPath": "@/p/other"}, {"scope": "user", "installPath": "@/p/user"}, {"scope": "local", "projectPath": "@/project", "installPath": "@/p/local"}],
					"q@m": [{"scope": "project", "projectPath": "@/other", "installPath": "@/q/1"}, {"scope": "user", "installPath": "@/q/2"}],
					"r@m": [{"scope": "project", "projectPath": "@/other", "installPath": "@/r/1"}],
					"s@m": [{"scope": "local", "projectPath": "@/other", "installPath": "@/s/gone"}]}}`,
				"p/local/skills/a/SKILL.md": about("local"), "p/user/skills/a/SKILL.md": about("user"),
				"q/1/skills/b/SKILL.md": about("other"), "q/2/skills/b/SKILL.md": about("user"),
				"r/1/skills/c/SKILL.md": about("other"),
			},
			want:    []string{"p:a plugin active", "q:b plugin active", "r:c plugin disabled"},
			reasons: map[string]string{"r:c": "r@m is installed for @/other only"},
		},
		{
			name: "switched off: the first settings that say something decide",
			world: world{
				record:                                plugins(installed("off@m", "@/off"), installed("managed@m", "@/managed-plugin"), installed("local@m", "@/local"), installed("quiet@m", "@/quiet"), installed("asked@m", "@/asked")),
				"off/skills/a/SKILL.md":               about("off"),
				"managed-plugin/skills/a/SKILL.md":    about("blocked"),
				"local/skills/a/SKILL.md":             about("on"),
				"quiet/skills/a/SKILL.md":             about("off by itself"),
				"asked/skills/a/SKILL.md":             about("on by settings"),
				"quiet/.claude-plugin/plugin.json":    `{"name": "quiet", "defaultEnabled": false}`,
				"asked/.claude-plugin/plugin.json":    `{"name": "asked", "defaultEnabled": false}`,
				"managed/managed-settings.json":       `{"enabledPlugins": {"managed@m": false}}`,
				"project/.claude/settings.local.json": `{"enabledPlugins": {"managed@m": true, "local@m": true, "nobody@m": true}}`,
				"project/.claude/settings.json":       `{"enabledPlugins": {"local@m": false, "off@m": false, "asked@m": ["1.0"]}}`,
				"home/.claude/settings.json":          `{"enabledPlugins": {"off@m": true, "local@m": null}}`,
			},
			want: []string{
				"asked:a plugin active", "local:a plugin active", "managed:a plugin disabled", "off:a plugin disabled", "quiet:a plugin disabled",
				"plugin plugin-missing: @/project/.claude/settings.local.json: switches on nobody@m, which is not installed here",
			},
			reasons: map[string]string{
				"managed:a": "managed@m is switched off in @/managed/managed-settings.json",
				"off:a":     "off@m is switched off in @/project/.claude/settings.json",
				"quiet:a":   "quiet@m is off unless the settings switch it on: its manifest says so (defaultEnabled)",
			},
		},
		{
			name: "manifests: skills adds, commands replaces, a skill at the top",
			world: world{
				record:                           plugins(installed("add@m", "@/add"), installed("one@m", "@/one/3f2a"), installed("bad@m", "@/bad"), installed("bare@m", "@/bare/1.0")),
				"add/.claude-plugin/plugin.json": `{"name": "more", "skills": ["./extra", "./single", "./skills"], "commands": ["./do/this.md", "./do/more", "./do/note.txt"]}`,
				"add/skills/usual/SKILL.md":      about("the usual place"),
				"add/extra/added/SKILL.md":       about("added"),
				"add/single/SKILL.md":            about("one", "name: only"),
				"add/SKILL.md":                   about("not loaded: there is a skills folder"),
				"add/commands/lost.md":           "Replaced.",
				"add/do/this.md":                 "A file.",
				"add/do/more/that.md":            "In a folder.",
				"add/do/note.txt":                "",
				"one/3f2a/SKILL.md":              about("at the top", "name: solo"),
				"bare/1.0/SKILL.md":              about("at the top, without a name"),
				"bad/.claude-plugin/plugin.json": `{"name": 3, "skills": ["../escape", "plain", "./gone", "./out", "./file", "/abs"], "commands": 7}`,
				"bad/out":                        "-> @/add/skills",
				"bad/file":                       "",
				"bad/commands/usual.md":          "Kept.",
			},
			want: []string{
				"more:usual plugin active", "more:added plugin active", "more:only plugin active", "bare:1.0 plugin active",
				"  no-name: without a `name` it is called after its folder, and that is called after the version",
				"one:solo plugin active",
				"more:this command active", "more:that command active", "bad:usual command active",
				"plugin bad-value: @/bad/.claude-plugin/plugin.json: `name` is not what it should be; it is left out",
				"plugin bad-value: @/bad/.claude-plugin/plugin.json: `commands` is not what it should be; it is left out",
				"plugin bad-path: @/bad/.claude-plugin/plugin.json: `skills` of bad@m names ../escape, which is no path below the plugin that starts with ./",
				"plugin bad-path: @/bad/.claude-plugin/plugin.json: `skills` of bad@m names plain, which is no path below the plugin that starts with ./",
				"plugin path-missing: @/bad/.claude-plugin/plugin.json: `skills` of bad@m names ./gone, which is not there",
				"plugin bad-path: @/bad/.claude-plugin/plugin.json: `skills` of bad@m names ./out, which leads out of the plugin",
				"plugin not-a-directory: @/bad/file: is a file, and bad@m names it as a folder of skills",
				"plugin bad-path: @/bad/.claude-plugin/plugin.json: `skills` of bad@m names /abs, which is no path below the plugin that starts with ./",
				"plugin commands file-name: @/add/do/note.txt: is no folder and doesn't end in .md, as the file of a command must",
			},
		},
		{
			name: "what a marketplace says of its plugin",
			world: world{
				record: plugins(installed("docs@m", "@/docs"), installed("off@m", "@/off")),
				"home/.claude/plugins/marketplaces/m/.claude-plugin/marketplace.json": `{"plugins": [{"name": "docs", "source": "./", "skills": ["./skills/pdf"]}, {"name": "off", "source": "./off", "defaultEnabled": false}, {"name": 3}]}`,
				"docs/skills/pdf/SKILL.md": about("listed"), "docs/skills/other/SKILL.md": about("not listed"),
				"off/skills/a/SKILL.md": about("off"),
			},
			want:    []string{"docs:pdf plugin active", "off:a plugin disabled"},
			reasons: map[string]string{"off:a": "off@m is off unless the settings switch it on: its manifest says so (defaultEnabled)"},
		},
		{
			name: "two plugins of one name",
			world: world{
				record:                plugins(installed("p@b", "@/b"), installed("p@a", "@/a")),
				"a/skills/x/SKILL.md": about("a"), "b/skills/x/SKILL.md": about("b"), "a/commands/x.md": "a",
			},
			want: []string{"p:x plugin active", "p:x plugin shadowed by=@/a/skills/x/SKILL.md", "p:x command shadowed by=@/a/skills/x/SKILL.md"},
		},
		{
			name: "plugins in skills folders",
			world: world{
				"repo/.git/HEAD": "ref: refs/heads/main\n",
				"home/.claude/skills/tool/.claude-plugin/plugin.json":     `{"name": "tool"}`,
				"home/.claude/skills/tool/SKILL.md":                       about("the plugin's one skill"),
				"home/.claude/skills/kit/.claude-plugin/plugin.json":      `{}`,
				"home/.claude/skills/kit/skills/saw/SKILL.md":             about("off"),
				"home/.claude/settings.json":                              `{"enabledPlugins": {"kit@skills-dir": false}}`,
				"repo/sub/.claude/skills/here/.claude-plugin/plugin.json": `{"name": "here"}`,
				"repo/sub/.claude/skills/here/skills/x/SKILL.md":          about("here"),
				"repo/.claude/skills/above/.claude-plugin/plugin.json":    `{"name": "above"}`,
				"repo/.claude/skills/above/skills/x/SKILL.md":             about("not from here"),
				"home/.claude/plugins/data/":                              "",
			},
			env: func(env *Env, top string) { env.Cwd = filepath.Join(top, "repo/sub") },
			want: []string{
				"here:x plugin active", "kit:saw plugin disabled", "tool:tool plugin active",
				"project plugin-place: @/repo/.claude/skills/above: is a plugin, and a plugin is not loaded from here",
			},
			reasons: map[string]string{"kit:saw": "kit@skills-dir is switched off in @/home/.claude/settings.json"},
		},
		{
			name: "plugins elsewhere",
			world: world{
				"p/installed_plugins.json":                    plugins(installed("a@m", "@/a")),
				"home/.claude/plugins/installed_plugins.json": plugins(installed("b@m", "@/b")),
				"a/skills/x/SKILL.md":                         about("a"), "b/skills/x/SKILL.md": about("b"),
			},
			env:  getenv("CLAUDE_CODE_PLUGIN_CACHE_DIR", "@/p"),
			want: []string{"a:x plugin active"},
		},
		{
			name: "nested folders",
			world: world{
				"project/.git/info/exclude":                              "vendor/\n",
				"project/.gitignore":                                     "# built\n/dist\n*.tmp/\n!keep.tmp/\n",
				"project/.claude/skills/deploy/SKILL.md":                 about("root"),
				"project/apps/web/.claude/skills/deploy/SKILL.md":        about("clash"),
				"project/apps/web/.claude/skills/paint/SKILL.md":         about("own name", "paths: '*.css'"),
				"project/apps/a/.claude/skills/twin/SKILL.md":            about("a"),
				"project/apps/b/.claude/skills/twin/SKILL.md":            about("b"),
				"project/apps/.gitignore":                                "gen\n",
				"project/apps/gen/.claude/skills/no/SKILL.md":            about("ignored"),
				"project/gen/.claude/skills/yes/SKILL.md":                about("not ignored here"),
				"project/dist/.claude/skills/no/SKILL.md":                about("ignored"),
				"project/x.tmp/.claude/skills/no/SKILL.md":               about("ignored"),
				"project/keep.tmp/.claude/skills/kept/SKILL.md":          about("kept"),
				"project/vendor/.claude/skills/no/SKILL.md":              about("excluded"),
				"project/node_modules/m/.claude/skills/no/SKILL.md":      about("skipped"),
				"project/.git/.claude/skills/no/SKILL.md":                about("skipped"),
				"project/.claude/worktrees/w/.claude/skills/no/SKILL.md": about("skipped"),
				"project/linked": "-> apps",
			},
			want: []string{
				"deploy project active", "yes nested hidden", "kept nested hidden",
				"apps/a:twin nested hidden", "apps/b:twin nested hidden", "apps/web:deploy nested hidden", "paint nested hidden",
			},
			reasons: map[string]string{
				"kept": "loads when a file in keep.tmp is touched", "yes": "loads when a file in gen is touched",
				"apps/a:twin": "loads when a file in apps/a is touched", "apps/b:twin": "loads when a file in apps/b is touched",
				"apps/web:deploy": "loads when a file in apps/web is touched",
				"paint":           "loads when a file in apps/web is touched, and waits for one that matches *.css",
			},
		},
		{
			name: "too deep, and around home",
			world: world{
				"project/1/2/3/4/5/6/7/8/.claude/skills/last/SKILL.md":   about("8 deep"),
				"project/1/2/3/4/5/6/7/8/9/.claude/skills/over/SKILL.md": about("9 deep"),
			},
			want: []string{
				"last nested hidden", "root nested partial",
				"nested limit: @/project/1/2/3/4/5/6/7/8/9: and more lie over 8 folders deep; not looked at",
			},
		},
		{
			name:  "the home folder is not looked through",
			world: world{"home/deep/.claude/skills/a/SKILL.md": about("a")},
			env:   func(env *Env, top string) { env.Cwd = top },
			want:  nil,
		},
		{
			name: "synced skills yield to everything",
			world: world{
				"home/.claude/skills/synced/Com mit/SKILL.md": about("yields"),
				"home/.claude/skills/synced/ｐlan-b/SKILL.md":  about("yields as well"),
				"home/.claude/skills/synced/fly/SKILL.md":     about("yields to the plugin"),
				"home/.claude/skills/synced/help/SKILL.md":    about("yields to the command"),
				"home/.claude/skills/synced/mine/SKILL.md":    about("loads"),
				"project/.claude/skills/commit/SKILL.md":      about("wins"),
				"project/.claude/commands/plan—b.md":          "Wins.",
				record:                                        plugins(installed("kite@m", "@/kite")),
				"kite/skills/fly/SKILL.md":                    about("wins"),
			},
			want: []string{
				"commit project active", "plan—b command active", "kite:fly plugin active",
				"Com mit user shadowed by=@/project/.claude/skills/commit/SKILL.md",
				"fly user shadowed by=@/kite/skills/fly/SKILL.md",
				"help user hidden", "mine user active",
				"ｐlan-b user shadowed by=@/project/.claude/commands/plan—b.md",
			},
			reasons: map[string]string{
				"Com mit": "the project skill wins: everything wins over a skill synced from claude.ai",
				"fly":     "the plugin skill wins: everything wins over a skill synced from claude.ai",
				"ｐlan-b":  "the project command wins: everything wins over a skill synced from claude.ai",
				"help":    "Claude Code has a help of its own, and that wins over a synced skill",
			},
		},
		{
			name: "a linked worktree",
			world: world{
				"main/.git/worktrees/wt/gitdir":     about(""), // replaced below
				"main/.claude/skills/ship/SKILL.md": about("of main"),
				"main/.claude/skills/only/SKILL.md": about("of main"),
				"wt/.git":                           "gitdir: ../main/.git/worktrees/wt\n",
				"wt/.claude/skills/ship/SKILL.md":   about("of the branch"),
			},
			env: func(env *Env, top string) {
				env.Cwd = filepath.Join(top, "wt")
				back := []byte(filepath.Join(top, "wt/.git") + "\n")
				if err := os.WriteFile(filepath.Join(top, "main/.git/worktrees/wt/gitdir"), back, 0o644); err != nil {
					panic(err)
				}
			},
			want: []string{"ship project active", "only project active", "ship project shadowed by=@/wt/.claude/skills/ship/SKILL.md"},
		},
		{
			name: "a worktree nobody vouches for",
			world: world{
				"main/.git/worktrees/wt/gitdir":     "/somewhere/else/.git\n",
				"main/.claude/skills/trap/SKILL.md": about("of main"),
				"wt/.git":                           "gitdir: ../main/.git/worktrees/wt\n",
			},
			env:  func(env *Env, top string) { env.Cwd = filepath.Join(top, "wt") },
			want: nil,
		},
		{
			name: "overrides",
			world: world{
				"home/.claude/skills/no/SKILL.md":     about("off"),
				"home/.claude/skills/person/SKILL.md": about("for people"),
				"home/.claude/skills/nobody/SKILL.md": about("for nobody", "user-invocable: false"),
				"home/.claude/skills/short/SKILL.md":  about("name only"),
				"home/.claude/skills/odd/SKILL.md":    about("odd values are none"),
				"home/.claude/skills/back/SKILL.md":   about("on again"),
				"home/.claude/settings.json":          `{"skillOverrides": {"no": "off", "person": "user-invocable-only", "nobody": "user-invocable-only", "short": "name-only", "odd": 3, "back": "off"}}`,
				"project/.claude/settings.local.json": `{"skillOverrides": {"back": "on"}}`,
				"project/.claude/settings.json":       `{"skillOverrides": ["no"], "enabledPlugins": 1}`,
				"project/.claude/commands/no.md":      "Off as well.",
			},
			want: []string{
				"back user active", "no user disabled", "nobody user hidden", "odd user active", "person user active", "short user active",
				"no command disabled",
				"project bad-value: @/project/.claude/settings.json: `enabledPlugins` is no object; it is left out",
				"project bad-value: @/project/.claude/settings.json: `skillOverrides` is no object; it is left out",
			},
			reasons: map[string]string{
				"no":     "the settings say off, in @/home/.claude/settings.json",
				"nobody": "neither the model nor you can call it: the settings say user-invocable-only, in @/home/.claude/settings.json, and user-invocable is false",
			},
		},
		{
			name: "plugins only",
			world: world{
				"managed/managed-settings.d/10-base.json":   `{"strictPluginOnlyCustomization": false}`,
				"managed/managed-settings.d/20-strict.json": `{"strictPluginOnlyCustomization": ["hooks", "skills"]}`,
				"managed/managed-settings.d/readme.txt":     `not read`,
				"managed/managed-settings.json":             `{"strictPluginOnlyCustomization": false}`,
				"managed/.claude/skills/m/SKILL.md":         about("stays"),
				"home/.claude/skills/u/SKILL.md":            about("goes"),
				"home/.claude/skills/synced/s/SKILL.md":     about("goes"),
				"home/.claude/commands/c.md":                "Goes.",
				"project/.claude/skills/p/SKILL.md":         about("goes"),
				"project/sub/.claude/skills/n/SKILL.md":     about("goes"),
				record:                                      plugins(installed("kite@m", "@/kite")),
				"kite/skills/fly/SKILL.md":                  about("stays"),
			},
			want: []string{
				"m managed active", "u user disabled", "p project disabled", "c command disabled", "kite:fly plugin active", "n nested disabled", "s user disabled",
			},
		},
		{
			name: "only managed settings can demand that",
			world: world{
				"home/.claude/settings.json":     `{"strictPluginOnlyCustomization": true}`,
				"home/.claude/skills/u/SKILL.md": about("stays"),
			},
			want: []string{"u user active"},
		},
		{
			name: "settings that can't be read",
			world: world{
				"home/.claude/settings.json":          "{\n  \"enabledPlugins\": {,}\n}",
				"project/.claude/settings.json":       "[]",
				"project/.claude/settings.local.json": "\ufeff{} x",
				"managed/managed-settings.json/":      "",
				"home/.claude/skills/fine/SKILL.md":   about("fine"),
			},
			want: []string{
				"fine user active",
				"managed not-a-file: @/managed/managed-settings.json: is a folder, not a file",
				"user bad-json: @/home/.claude/settings.json: is no JSON: invalid character ',' looking for beginning of object key string",
				"project bad-json: @/project/.claude/settings.local.json: is no JSON: text after its end",
				"project bad-json: @/project/.claude/settings.json: holds a array where something else belongs",
			},
		},
		{
			name: "names the host has itself",
			world: world{
				"home/.claude/skills/code-review/SKILL.md": about("replaces"),
				"home/.claude/skills/help/SKILL.md":        about("who knows"),
				"home/.claude/settings.json":               `{"disableBundledSkills": true}`,
			},
			want: []string{
				"code-review user active",
				"  builtin-name: Claude Code has a bundled skill code-review: your skill replaces the bundled one, and bundled skills are switched off in @/home/.claude/settings.json",
				"help user active",
				"  builtin-name: Claude Code has a command of its own, /help; which of the two /help runs is not documented, and reports disagree",
			},
		},
		{
			name: "folders of other agents",
			world: world{
				"home/.agents/skills/theirs/SKILL.md":      about("not loaded"),
				"home/.agents/skills/ours/SKILL.md":        about("linked"),
				"home/.agents/skills/empty/":               "",
				"home/.claude/skills/ours":                 "-> ../../.agents/skills/ours",
				"home/.config/claude/skills/lost/SKILL.md": about("not loaded"),
				"project/.codex/skills/a/SKILL.md":         about("not loaded"),
				"project/.codex/skills/b/SKILL.md":         about("not loaded"),
				"project/.agents/skills":                   "-> ../../project/.claude/skills",
				"project/.claude/skills/c/SKILL.md":        about("loaded"),
			},
			want: []string{
				"ours user active real=@/home/.agents/skills/ours/SKILL.md",
				"c project active",
				"user wrong-folder: @/home/.config/claude/skills: holds 1 skill, and Claude Code doesn't look there",
				"user wrong-folder: @/home/.agents/skills: holds 1 skill, and Claude Code doesn't look there",
				"project wrong-folder: @/project/.codex/skills: holds 2 skills, and Claude Code doesn't look there",
			},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			top := test.world.withTop(t)
			env := envOf(top)
			if test.env != nil {
				test.env(&env, top)
			}
			l := libraryOf(t, env)
			checkTold(t, l, top, test.want...)
			said := reasons(l, top)
			for id, want := range test.reasons {
				if said[id] != want {
					t.Errorf("%s: got %q, want %q", id, said[id], want)
				}
			}
			for _, k := range l.Skills {
				if (k.Reason == "") != (k.State == Active) || l.Roots[k.Rank].Dir != k.Root {
					t.Errorf("%s is %s at root %d, and the reason is %q", k.Key, k.State, k.Rank, k.Reason)
				}
			}
		})
	}
}

// The settings say who may call a skill.
func TestOverrides(t *testing.T) {
	top := world{
		"home/.claude/skills/person/SKILL.md": about("for people"),
		"home/.claude/settings.json":          `{"skillOverrides": {"person": "user-invocable-only"}}`,
	}.build(t)
	k := libraryOf(t, envOf(top)).Resolve("person")[0]
	if k.ModelInvocable() || !k.UserInvocable || k.Override != (Override{UserOnly, filepath.Join(top, "home/.claude/settings.json")}) {
		t.Errorf("got %+v", k)
	}
}

// A plugin's skill can be asked for without the plugin, a nested one by its folder.
func TestResolveBareNames(t *testing.T) {
	top := world{
		"home/.claude/plugins/installed_plugins.json": plugins(installed("kite@m", "@/kite"), installed("off@m", "@/off")),
		"home/.claude/settings.json":                  `{"enabledPlugins": {"off@m": false}}`,
		"kite/skills/fly/SKILL.md":                    about("flies"),
		"off/skills/sink/SKILL.md":                    about("sinks"),
		"project/sub/.claude/skills/deep/SKILL.md":    about("deep"),
	}.withTop(t)
	l := libraryOf(t, envOf(top))
	for name, want := range map[string]string{"fly": "kite:fly", "/kite:fly": "kite:fly", "sink": "off:sink", "sub:deep": "deep", "deep": "deep"} {
		if found := l.Resolve(name); len(found) != 1 || found[0].ID != want {
			t.Errorf("%s: got %v", name, found)
		}
	}
}

// The causes people lose hours over, each of which has to be named.
func TestWhyNamesTheCause(t *testing.T) {
	const record = "home/.claude/plugins/installed_plugins.json"
	top := world{
		"home/.claude/skills/yaml/SKILL.md":                       "---\ndescription: Use when: it breaks\n\tbad: [\n---\nText.\n",
		"home/.claude/skills/group/deep/SKILL.md":                 about("too deep"),
		"home/.claude/skills/both/SKILL.md":                       about("wins"),
		"project/.claude/skills/both/SKILL.md":                    about("loses"),
		"home/.claude/skills/flag/SKILL.md":                       about("hidden", "user-invocable: false", "disable-model-invocation: true"),
		"home/.config/claude/skills/misplaced/SKILL.md":           about("wrong folder"),
		"home/.claude/skills/round":                               "-> round",
		"home/.claude/settings.json":                              `{"enabledPlugins": {"off@m": false}}`,
		"off/skills/sink/SKILL.md":                                about("disabled"),
		"home/.claude/plugins/cache/m/kite/2/skills/fly/":         "",
		"home/.claude/plugins/cache/m/kite/1/skills/fly/SKILL.md": about("stale"),
		record: plugins(installed("off@m", "@/off"), installed("kite@m", "@/home/.claude/plugins/cache/m/kite/2", `"version": "2"`), installed("lost@m", "@/lost")),
		"project/sub/.claude/skills/lazy/SKILL.md": about("nested"),
	}.withTop(t)
	l := libraryOf(t, envOf(top))
	tests := []struct{ name, want string }{
		{"yaml", "yaml"},
		{"deep", "too-deep"},
		{filepath.Join(top, "project/.claude/skills/both"), "managed and user skills win over project skills"},
		{"sink", "off@m is switched off in @/home/.claude/settings.json"},
		{"flag", "disable-model-invocation is true"},
		{"misplaced", "wrong-folder"},
		{filepath.Join(top, "home/.config/claude/skills/misplaced/SKILL.md"), "wrong-folder"},
		{"round", "link-loop"},
		{"fly", "stale-copy"},
		{"kite:fly", "stale-copy"},
		{filepath.Join(top, "home/.claude/plugins/cache/m/kite/1/skills/fly/SKILL.md"), "stale-copy"},
		{"lost", "plugin-missing"},
		{"lazy", "loads when a file in sub is touched"},
	}
	for _, test := range tests {
		w := l.Why(test.name)
		var said []string
		for _, k := range w.Copies {
			said = append(said, k.Reason)
			for _, p := range k.Problems {
				said = append(said, p.Code+": "+p.Message)
			}
		}
		for _, step := range w.Steps {
			for _, p := range step.Near {
				said = append(said, p.Code+": "+p.Message)
			}
		}
		if all := strings.ReplaceAll(strings.Join(said, "\n"), top, "@"); !w.Found() || !strings.Contains(all, test.want) {
			t.Errorf("%s: %q is not in:\n%s", test.name, test.want, all)
		}
	}
	if w := l.Why("skills"); slices.ContainsFunc(w.Steps, func(s Step) bool { return len(s.Near) > 5 }) {
		t.Errorf("the name of a folder on the way leads to all near misses: %+v", w)
	}
}

func TestBadJSONSaysWhere(t *testing.T) {
	for _, test := range []struct {
		text         string
		line, column int
	}{
		{"{", 1, 2},
		{"{\n  \"a\": ä}", 2, 8},
		{"{\"a\": 1}\n]", 2, 1},
		{"\"text\"", 1, 7},
	} {
		top := world{"s.json": test.text}.build(t)
		var v map[string]any
		p, ok := readJSON(filepath.Join(top, "s.json"), &v)
		if ok || p == nil || p.Line != test.line || p.Column != test.column {
			t.Errorf("%q: got %+v", test.text, p)
		}
	}
	top := world{"s.json": " \n", "big.json": `"` + strings.Repeat("x", maxFile) + `"`}.build(t)
	var v any
	if p, ok := readJSON(filepath.Join(top, "s.json"), &v); ok || p == nil || p.Severity != Note {
		t.Errorf("an empty file: %+v", p)
	}
	if p, ok := readJSON(filepath.Join(top, "big.json"), &v); ok || p == nil || p.Code != "too-big" {
		t.Errorf("a file over the limit: %+v", p)
	}
	if p, ok := readJSON(filepath.Join(top, "none.json"), &v); ok || p != nil {
		t.Errorf("no file: %+v", p)
	}
}

// Whatever stands in the files that say which plugins there are, the person's own
// skill is still found and nothing panics.
func FuzzRecords(f *testing.F) {
	f.Add(`{"plugins": {"a@m": [{"installPath": "/x", "scope": "user"}]}}`, `{"enabledPlugins": {"a@m": true}}`, `{"name": "a", "skills": ["./b", "./"], "commands": "./c.md"}`, "b\n!c/\n/d/**/e\n{x,y}\n[")
	f.Add(`{"plugins": {"a@../..": {"installPath": "@/p"}}}`, `{"skillOverrides": {"own": 1}}`, `{"plugins": [{"name": "a", "skills": "./skills/../.."}]}`, "**/**\n\\")
	f.Add(`[]`, `null`, `"x"`, "")
	f.Add(``, `{"strictPluginOnlyCustomization": {}}`, `{"name": "../x", "skills": null}`, "\x00")
	f.Fuzz(func(t *testing.T, record, settings, manifest, ignore string) {
		top := world{"home/": "", "project/": ""}.build(t)
		world{
			"home/.claude/plugins/installed_plugins.json":      strings.ReplaceAll(record, "@/", top+"/"),
			"home/.claude/settings.json":                       settings,
			"p/.claude-plugin/plugin.json":                     manifest,
			"p/b/SKILL.md":                                     about("b"),
			"home/.claude/skills/p/.claude-plugin/plugin.json": manifest,
			"home/.claude/plugins/marketplaces/skills-dir/.claude-plugin/marketplace.json": manifest,
			"home/.claude/skills/own/SKILL.md":                                             about("own"),
			"project/.gitignore":                                                           ignore,
			"project/b/.claude/skills/n/SKILL.md":                                          about("nested"),
		}.addTo(t, top)
		var found []*Skill
		batches := batchesOf(t, envOf(top))
		for _, b := range batches {
			found = append(found, b.Skills...)
		}
		l := Merge(claudeCode(t), batches[len(batches)-1].Roots, found)
		checkFate(t, l, found)
		if len(l.Copies("own")) != 1 {
			t.Error("the person's own skill is gone")
		}
	})
}

func TestIgnoreRules(t *testing.T) {
	for _, test := range []struct {
		rules, dir string
		want       bool
	}{
		{"out", "/r/out", true},
		{"out", "/r/a/b/out", true},
		{"out/", "/r/a/out", true},
		{"/out", "/r/out", true},
		{"/out", "/r/a/out", false},
		{"a/out", "/r/a/out", true},
		{"a/out", "/r/b/a/out", false},
		{"a/**/out", "/r/a/x/y/out", true},
		{"**/out", "/r/a/out", true},
		{"*.d", "/r/x.d", true},
		{"*.d\n!x.d", "/r/x.d", false},
		{"!x.d\n*.d", "/r/x.d", true},
		{"{a,b}", "/r/a", false},
		{"{a,b}", "/r/{a,b}", true},
		{"# out", "/r/# out", false},
		{`\#x`, "/r/#x", true},
		{"[", "/r/[", false},
		{"out   ", "/r/out", true},
		{"", "/r/out", false},
		{"out\r\n", "/r/out", true},
		{strings.Repeat("a", 300), "/r/" + strings.Repeat("a", 300), false},
	} {
		if got := parseIgnore(test.rules, filepath.FromSlash("/r")).match(filepath.FromSlash(test.dir)); got != test.want {
			t.Errorf("%q on %s: got %v", test.rules, test.dir, got)
		}
	}
}

// Rules are somebody else's text, and are asked for every folder.
func FuzzIgnore(f *testing.F) {
	f.Add("a/**/b\n!c\n/d/\n", "a/x/b")
	f.Add(strings.Repeat("**/", 80)+"z", "a/b/c/d/e/f/g/h")
	f.Add(strings.Repeat("*a", 120), strings.Repeat("a", 255))
	f.Add("{a,b}[!x]\\", "{a,b}y")
	f.Fuzz(func(t *testing.T, rules, dir string) {
		if len(dir) > 2000 {
			return
		}
		parsed := parseIgnore(rules, "/r")
		if len(parsed) > maxIgnoreRules {
			t.Errorf("%d rules", len(parsed))
		}
		ignored := parsed.match(filepath.Join("/r", dir))
		// What everything is taken back of is not ignored.
		if again := append(parsed, parseIgnore("!**", "/r")...); again.match(filepath.Join("/r", dir)) {
			t.Errorf("%q on %q: %v, and then taken back", rules, dir, ignored)
		}
	})
}

// Of a plugin's skill the folders of the plugin are known, and a synced one is taken
// as text.
func TestValuesAndRules(t *testing.T) {
	const dir = "home/.claude/plugins/cache/toys/kite/1"
	top := world{
		"home/.claude/plugins/installed_plugins.json": plugins(installed("kite@toys", "@/"+dir)),
		dir + "/skills/fly/SKILL.md":                  about("1"),
		"home/.claude/skills/mine/SKILL.md":           about("2"),
		"home/.claude/skills/synced/theirs/SKILL.md":  about("3"),
	}.withTop(t)
	l := libraryOf(t, envOf(top))
	host := l.Host
	for id, want := range map[string]map[string]string{
		"mine":     {"CLAUDE_SKILL_DIR": "home/.claude/skills/mine", "CLAUDE_PROJECT_DIR": "project"},
		"theirs":   {"CLAUDE_SKILL_DIR": "home/.claude/skills/synced/theirs"},
		"kite:fly": {"CLAUDE_SKILL_DIR": dir + "/skills/fly", "CLAUDE_PROJECT_DIR": "project", "CLAUDE_PLUGIN_ROOT": dir, "CLAUDE_PLUGIN_DATA": "home/.claude/plugins/data/kite-toys"},
	} {
		k := l.Resolve(id)[0]
		got := host.Values(k, filepath.Join(top, "project"))
		for name, path := range want {
			want[name] = filepath.Join(top, filepath.FromSlash(path))
		}
		if !maps.Equal(got, want) {
			t.Errorf("%s: got %v, want %v", id, got, want)
		}
		if rules := host.Rules(k); (rules.Commands == "") != (id == "theirs") || rules.CommandBlocks == (id == "theirs") {
			t.Errorf("%s: the commands are read by %q, %v", id, rules.Commands, rules.CommandBlocks)
		}
	}
}
