//go:build e2e

package cli_test

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// traps are skills full of commands, in every place a command might be taken from.
// Each would leave a file behind, or say something to the terminal, if somebody ran
// or obeyed it.
var traps = map[string]string{
	"blocks": "---\nname: blocks\ndescription: Run !`touch pwned` and $(touch pwned) and `touch pwned`\n" +
		"allowed-tools: Bash(*), Read\nargument-hint: <$(touch pwned)> [a|b]\nshell: bash\n" +
		"hooks:\n  PreToolUse:\n    - matcher: \"*\"\n      hooks:\n        - type: command\n          command: touch pwned\n---\n" +
		"# Blocks\n\nOn !`git branch --show-current` with !`cat $0` and !`touch pwned; curl http://127.0.0.1/$ARGUMENTS`.\n\n" +
		"```!\ntouch pwned\nenv | sort\n```\n\n```sh\nsh -c 'touch pwned'\n```\n\n" +
		"[a link](file:///bin/sh) ![a picture](https://example.com/x.png) <script>alert(1)</script>\n",
	"codes": "---\ndescription: \"Codes \\e]0;pwned\\a\\e[2J and \\e]52;c;cHduZWQ=\\a here\"\n---\n" +
		"Title \x1b]0;pwned\x07, clipboard \x1b]52;c;cHduZWQ=\x07, tmux \x1bPtmux;\x1b\x1b]52;c;cHduZWQ=\x07\x1b\\, screen \x1bkpwned\x1b\\,\n" +
		"clear \x1b[2J, ask \x1b[6n \x1b[c \u009b6n, back \b\b\b.\n\n    \x1b]52;c;cHduZWQ=\x07\n\n`\x1b]52;c;cHduZWQ=\x07` $0\n",
	"plain": "---\ndescription: No commands at all\narguments: who where\n---\nGreet $who in $where. !`id`\n",
}

// A tripwire is a PATH on which every program is a stub that notes how it was
// called.
type tripwire struct {
	dir   string // the PATH
	log   string // the calls, a line each
	stdin string // what the last one was given
	trees []string
	start map[string]string // what was in the trees at first
}

// layTripwire makes a stub for each program of this machine and for those others
// that one could think of here. Stubs named in fails exit with 1.
func layTripwire(t *testing.T, trees []string, fails ...string) *tripwire {
	t.Helper()
	outside := t.TempDir()
	w := &tripwire{dir: filepath.Join(outside, "bin"), log: filepath.Join(outside, "log"), stdin: filepath.Join(outside, "stdin"), trees: trees}
	stub := filepath.Join(outside, "stub")
	place(t, stub, fmt.Sprintf("#!/bin/sh\nname=${0##*/}\nprintf '%%s\\n' \"$name${*:+ }$*\" >>'%s'\n/bin/cat >'%s'\n"+
		"case ' %s ' in *\" $name \"*) exit 1 ;; esac\n", w.log, w.stdin, strings.Join(fails, " ")))
	check(t, os.Chmod(stub, 0o755))
	check(t, os.Mkdir(w.dir, 0o755))
	names := map[string]bool{}
	for _, name := range strings.Fields("sh bash zsh fish env git cat ls id touch curl wget ssh node python3 less more man " +
		"xclip xsel wl-copy pbcopy clip.exe powershell.exe cmd.exe tmux screen open xdg-open gio vi vim nvim nano emacs code ed claude") {
		names[name] = true
	}
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		programs, _ := os.ReadDir(dir) // a missing one has none
		for _, p := range programs {
			names[p.Name()] = true
		}
	}
	for name := range names {
		check(t, os.Symlink(stub, filepath.Join(w.dir, name)))
	}
	w.start = w.tree(t)
	return w
}

// ran gives the calls so far.
func (w *tripwire) ran(t *testing.T) (calls []string) {
	t.Helper()
	log, err := os.ReadFile(w.log)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return slices.Collect(strings.Lines(string(log)))
}

// tree describes every file below the trees.
func (w *tripwire) tree(t *testing.T) map[string]string {
	t.Helper()
	files := map[string]string{}
	for _, root := range w.trees {
		check(t, filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			info, err := d.Info()
			if err != nil {
				return err
			}
			files[path] = fmt.Sprint(info.Mode())
			if info.Mode().IsRegular() {
				data, err := os.ReadFile(path)
				if err != nil {
					return err
				}
				files[path] = fmt.Sprintf("%v %v %x", info.Mode(), info.ModTime(), sha256.Sum256(data))
			}
			return nil
		}))
	}
	return files
}

// written gives the paths that are new, gone or changed.
func (w *tripwire) written(t *testing.T) (paths []string) {
	t.Helper()
	now := w.tree(t)
	for path := range maps.Keys(now) {
		if now[path] != w.start[path] {
			paths = append(paths, path)
		}
	}
	for path := range w.start {
		if _, ok := now[path]; !ok {
			paths = append(paths, path)
		}
	}
	slices.Sort(paths)
	return paths
}

// children says whether a process has ever had a child, found on PATH or not: Linux
// counts the page faults of those that ended and lists those that run.
func children(t *testing.T, pid string) string {
	t.Helper()
	stat, err := os.ReadFile(filepath.Join("/proc", pid, "stat"))
	check(t, err)
	_, after, _ := strings.Cut(string(stat), ") ")
	const faultsOfChildren = 8 // field 11 of proc_pid_stat(5), counted from the third
	if faults := strings.Fields(after)[faultsOfChildren]; faults != "0" {
		return "one that ended"
	}
	lists, err := filepath.Glob(filepath.Join("/proc", pid, "task", "*", "children"))
	check(t, err)
	for _, list := range lists {
		if running, _ := os.ReadFile(list); len(running) > 0 {
			return "running: " + string(running)
		}
	}
	return ""
}

// A rig is a person before the browser with the traps, on a tripwire and with
// everything recorded that the program sends to the terminal.
type rig struct {
	*person
	*tripwire
	output string
}

// rigUp starts the browser. Only if inTmux is it to know that tmux is its terminal.
func rigUp(t *testing.T, bin string, inTmux bool, env []string, fails ...string) rig {
	t.Helper()
	home, tmp := homeWith(t, traps), t.TempDir()
	project := filepath.Join(home, "project")
	place(t, filepath.Join(project, ".claude", "skills", "local", "SKILL.md"), traps["blocks"])
	place(t, filepath.Join(project, ".claude", "skills", "local", "scripts", "run.sh"), "touch pwned\n")
	w := layTripwire(t, []string{home, tmp}, fails...)
	r := rig{
		person:   newPerson(t, desk{home: home, dir: project, w: 120, h: 36, path: w.dir, env: append([]string{"TMPDIR=" + tmp}, env...)}),
		tripwire: w,
		output:   filepath.Join(socketDir(t), "output"),
	}
	command := []string{bin}
	if !inTmux {
		command = []string{"-u", "TMUX", "-u", "TMUX_PANE", bin}
	}
	r.tmux(append(r.session(command, "-d"), ";", "pipe-pane", "-O", "/bin/cat >>"+r.output)...)
	r.sees("▌blocks", "? help")
	return r
}

// sent gives what tells a terminal to do something, each once: OSC, DCS and other
// strings, and all that starts with an eight-bit control. Left out are those of any
// run: the question for the background, and the title and its end.
func (r rig) sent() []string {
	all := regexp.MustCompile("(\x1b[]PX^_k]|[\u0080-\u009f])[^\x07\x1b]*").FindAllString(read(r.t, r.output), -1)
	slices.Sort(all)
	return slices.DeleteFunc(slices.Compact(all), func(s string) bool {
		return s == "\x1b]11;?" || s == "\x1b]2;knack" || s == "\x1b]2;"
	})
}

// Looking starts nothing, writes nothing and sends nothing to the terminal but the
// picture, whatever there is to be tempted by.
func looking(t *testing.T, bin string) {
	r := rigUp(t, bin, true, []string{
		"DISPLAY=:99", "WAYLAND_DISPLAY=wayland-9", "EDITOR=vi", "VISUAL=code -w", "PAGER=less", "BROWSER=xdg-open", "SHELL=/bin/bash",
	})
	pid := r.asks("#{pane_pid}")
	quiet := func(phase string) {
		t.Helper()
		if calls, child := r.ran(t), children(t, pid); len(calls) > 0 || child != "" {
			t.Errorf("%s: started %q; children: %s", phase, calls, child)
		}
		if written := r.written(t); len(written) > 0 {
			t.Errorf("%s: wrote %q", phase, written)
		}
		if sent := r.sent(); len(sent) > 0 {
			t.Errorf("%s: sent %q to the terminal", phase, sent)
		}
		if t.Failed() {
			t.FailNow()
		}
	}
	quiet("the first frame")
	for _, look := range looks {
		look.do(r.person)
		quiet(look.name)
	}
	r.types("q")
	r.ends()
	if calls := r.ran(t); len(calls) > 0 {
		t.Errorf("in the end: started %q", calls)
	}
}

// A copy starts the tool the status names, and no other; what it leaves behind is
// knack's own.
func copying(t *testing.T, bin string) {
	for _, c := range []struct {
		name   string
		tmux   bool // the program is to know of tmux
		env    []string
		fails  []string
		status string // N stands for the number of bytes
		calls  []string
		sends  []string // BASE stands for the text
	}{
		{
			name: "X11", env: []string{"DISPLAY=:99"},
			status: "copied plain: N bytes (xclip)", calls: []string{"xclip -selection clipboard\n"},
		}, {
			name: "Wayland", env: []string{"WAYLAND_DISPLAY=wayland-9", "DISPLAY=:99"},
			status: "copied plain: N bytes (wl-copy)", calls: []string{"wl-copy --type text/plain\n"},
		}, {
			name: "a tool that fails", env: []string{"DISPLAY=:99"}, fails: []string{"xclip"},
			status: "copied plain: N bytes (xsel) · 1 command not run · xclip failed: exit status 1",
			calls:  []string{"xclip -selection clipboard\n", "xsel --clipboard --input\n"},
		}, {
			name: "tmux", tmux: true,
			status: "copied plain: N bytes to the tmux buffer · 1 command not run · sent to the terminal (OSC 52)",
			calls:  []string{"tmux load-buffer -w -\n"},
			sends:  []string{"\x1bPtmux;", "\x1b]52;c;BASE"},
		}, {
			name: "over ssh", env: []string{"DISPLAY=localhost:10.0", "SSH_TTY=/dev/pts/7"},
			status: "sent plain: N bytes to the terminal (OSC 52)", sends: []string{"\x1b]52;c;BASE"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			r := rigUp(t, bin, c.tmux, c.env, c.fails...)
			r.types("/plain" + enter)
			r.sees("▌plain", "Greet $who")
			r.types("a")
			r.sees("enter next")
			r.types("$(touch pwned)" + tab + "`touch pwned`")
			r.sees("Greet $(touch pwned) in `touch pwned`.")
			if calls, sent, written := r.ran(t), r.sent(), r.written(t); len(calls)+len(sent)+len(written) > 0 {
				t.Fatalf("before the copy key: started %q, sent %q, wrote %q", calls, sent, written)
			}

			want := r.runs(bin, "render", "plain", "$(touch pwned)", "`touch pwned`")
			r.types(ctrlY)
			r.sees(strings.Replace(c.status, "N", strconv.Itoa(len(want)), 1))
			r.types(escape + "q")
			r.ends()
			if calls := r.ran(t); !slices.Equal(calls, c.calls) {
				t.Errorf("ran %q, want %q", calls, c.calls)
			}
			if len(c.calls) > 0 && read(t, r.stdin) != want {
				t.Errorf("the tool got %q, render gives %q", read(t, r.stdin), want)
			}
			base := strings.NewReplacer("BASE", base64.StdEncoding.EncodeToString([]byte(want)))
			for i := range c.sends {
				c.sends[i] = base.Replace(c.sends[i])
			}
			if sent := r.sent(); !slices.Equal(sent, c.sends) {
				t.Errorf("sent %q to the terminal, want %q", sent, c.sends)
			}
			state := filepath.Join(r.desk.home, ".local", "state", "knack")
			for _, path := range r.written(t) {
				if !strings.HasPrefix(path, state) && !strings.HasPrefix(state, path) {
					t.Errorf("wrote %s", path)
				}
			}
			if info, err := os.Stat(filepath.Join(state, "arguments.json")); err != nil || info.Mode() != 0o600 {
				t.Errorf("the arguments are remembered in %v (%v), want a file with 0600", info, err)
			}
		})
	}
}

// looks are the ways to look around; each ends where it began.
var looks = []struct {
	name string
	do   func(p *person)
}{
	{"all skills in all tabs", func(p *person) {
		p.types("g" + strings.Repeat("12345"+"Jzz"+".,"+"j", 16) + "1g")
		p.sees("▌blocks")
	}},
	{"filter", func(p *person) {
		for _, query := range []string{"touch pwned", "$(id)", "state:broken", "codes"} {
			p.types("/" + query)
			p.sees("/ " + query)
			p.types(escape)
		}
		p.types("g")
		p.sees("/ to filter", "▌blocks")
	}},
	{"the skill with codes, in full", func(p *person) {
		p.types("/codes" + enter)
		p.sees("▌codes")
		p.types("z123GgKJ " + escape + escape + escape + "g")
		p.sees("/ to filter", "▌blocks")
	}},
	{"why, searched", func(p *person) {
		p.types("gw/skills" + enter)
		p.sees("skills")
		p.types(escape + escape)
		p.sees("▌blocks", "? help")
	}},
	{"help, searched", func(p *person) {
		p.types("?/copy" + enter)
		p.sees("copy the prompt")
		p.types(escape + escape)
		p.sees("▌blocks", "? help")
	}},
	{"the menu of what to take along", func(p *person) {
		p.types("Y")
		p.sees("Take along", "as sent")
		p.types(escape)
		p.sees("▌blocks", "? help")
	}},
	{"the form", func(p *person) {
		p.types("a$(touch pwned)" + tab + "; touch pwned\x12 | touch pwned" + "\x0e\x10")
		p.sees("Arguments")
		p.types(escape)
		p.sees("▌blocks", "? help")
	}},
	{"read again", func(p *person) {
		p.types("R")
		p.sees("▌blocks", "read again: 14 skills")
	}},
	{"a paste", func(p *person) {
		p.tmux("set-buffer", "touch pwned\nid\n")
		p.types("/")
		p.tmux("paste-buffer", "-d", "-p", "-r")
		p.sees("touch pwned id")
		p.types(escape + "g")
		p.sees("/ to filter", "▌blocks")
	}},
	{"resize", func(p *person) {
		for _, size := range [][2]int{{80, 24}, {50, 15}, {40, 10}, {39, 9}, {10, 3}, {200, 60}} {
			p.resizes(size[0], size[1])
			p.sees("bl")
			p.types("12345w" + escape + "?" + escape)
		}
		p.resizes(120, 36)
		p.types(escape + "1g")
		p.sees("▌blocks", "? help")
	}},
	{"every key there is", func(p *person) {
		// But those that copy, edit and leave. Each is taken back.
		for key := rune(1); key < 0x7f; key++ {
			if strings.ContainsRune("yeq"+ctrlC+ctrlY+"\x1b", key) {
				continue
			}
			p.types(string(key) + strings.Repeat(escape, 4))
		}
		p.types("1g")
		p.sees("▌blocks", "? help")
	}},
}

// The questions a script can ask start nothing and write nothing either.
func asking(t *testing.T, bin string) {
	home, tmp := homeWith(t, traps), t.TempDir()
	w := layTripwire(t, []string{home, tmp})
	p := &person{t: t, desk: desk{home: home, dir: home, path: w.dir, env: []string{"TMPDIR=" + tmp, "DISPLAY=:99", "EDITOR=vi", "PAGER=less"}}}
	for _, line := range []string{
		"", "list", "list --json", "list touch pwned", "show blocks", "show blocks --raw", "show codes --json", "show codes",
		"render blocks", "render blocks $(id) `id`", "render codes --json", "render plain --as-sent a b",
		"why blocks", "sources", "sources --json", "--help", "--version", "help render", "__complete show b", "completion bash", "man",
	} {
		p.runs(bin, strings.Fields(line)...)
	}
	if calls := w.ran(t); len(calls) > 0 {
		t.Errorf("started %q", calls)
	}
	if written := w.written(t); len(written) > 0 {
		t.Errorf("wrote %q", written)
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	check(t, err)
	return string(data)
}
