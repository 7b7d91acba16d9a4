//go:build e2e

package cli_test

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// letter is a skill with everything a way to the clipboard might lose: Chinese, a
// joined emoji, both kinds of line break, a carriage return of its own, empty lines
// at the end, and more bytes than fit into one string of GNU screen.
var letter = "---\ndescription: Write to a friend\n---\n" +
	"亲爱的$0，\r\n请审查 👩‍💻🚀 é\rover\n" + strings.Repeat("| a\t\"b\" \\ `c` $PATH ~ % 中文 |\n", 60) + "\n\n"

// The prompt arrives byte for byte, in four set-ups. Where a terminal has to do it
// there is no tool on PATH that could.
func clipboards(t *testing.T, bin string) {
	for _, c := range []struct {
		name string
		test func(*testing.T, string)
	}{
		{"X11 with xclip", xclipCopy},
		{"tmux", tmuxCopy},
		{"tmux with pass-through", passThroughCopy},
		{"GNU screen", screenCopy},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			c.test(t, bin)
		})
	}
}

// copyLetter fills in the letter and copies it; the carriage return in it is asked
// about.
func copyLetter(types func(string), sees func(...string) string) {
	// GNU screen shows what is on it in ASCII only.
	sees("letter", "Write to a friend", "? help")
	types("a")
	sees("Arguments", "split as")
	types("小王" + ctrlY)
	sees("Before it leaves", "control")
	types("a")
}

func xclipCopy(t *testing.T, bin string) {
	display := xServer(t)
	p := sit(t, desk{home: homeWith(t, map[string]string{"letter": letter}), env: []string{"DISPLAY=" + display}}, bin)
	copyLetter(p.types, p.sees)
	want := p.runs(bin, "render", "letter", "小王")
	p.sees("copied letter: " + bytesOf(want) + " (xclip)")
	xHolds(t, display, want)
}

// tmux as it comes drops the sequence and has to be asked through its own program.
func tmuxCopy(t *testing.T, bin string) {
	tmux, err := exec.LookPath("tmux")
	check(t, err)
	path := t.TempDir()
	check(t, os.Symlink(tmux, filepath.Join(path, "tmux")))
	p := sit(t, desk{home: homeWith(t, map[string]string{"letter": letter}), path: path}, bin)
	copyLetter(p.types, p.sees)
	want := p.runs(bin, "render", "letter", "小王")
	p.sees("copied letter: " + bytesOf(want) + " to the tmux buffer")
	if got := p.tmux("show-buffer"); got != want {
		t.Errorf("tmux's buffer holds %q, render gives %q", got, want)
	}
}

// With pass-through on, tmux hands the sequence to its own terminal.
func passThroughCopy(t *testing.T, bin string) {
	display := xServer(t)
	p := newPerson(t, desk{home: homeWith(t, map[string]string{"letter": letter}), path: t.TempDir()})
	p.configure("set -g allow-passthrough on")
	xterm(t, p.desk, display, p.command(p.session([]string{bin})...).Args)
	copyLetter(p.types, p.sees)
	want := p.runs(bin, "render", "letter", "小王")
	p.sees("sent letter: " + bytesOf(want) + " to the terminal (OSC 52)")
	xHolds(t, display, want)
}

func screenCopy(t *testing.T, bin string) {
	display := xServer(t)
	sockets := socketDir(t)
	d := desk{
		home: homeWith(t, map[string]string{"letter": letter}), path: t.TempDir(),
		w: 100, h: 30, env: []string{"SCREENDIR=" + sockets},
	}
	d.dir = d.home
	rc, shot := filepath.Join(sockets, "rc"), filepath.Join(t.TempDir(), "shot")
	place(t, rc, "startup_message off\ndefutf8 on\n")
	screen := func(args ...string) *exec.Cmd {
		cmd := exec.Command("screen", append([]string{"-S", "knack"}, args...)...)
		cmd.Env = d.environ()
		return cmd
	}
	xterm(t, d, display, screen("-U", "-c", rc, bin).Args)
	t.Cleanup(func() { _ = screen("-X", "quit").Run() })

	sees := func(texts ...string) (shown string) {
		t.Helper()
		until(t, func() bool {
			out, err := screen("-p", "0", "-X", "hardcopy", shot).CombinedOutput()
			picture, _ := os.ReadFile(shot)
			shown = string(picture) + string(out)
			return err == nil && containsAll(shown, texts)
		}, func() string { return fmt.Sprintf("screen to show %q; it shows\n%s", texts, shown) })
		return shown
	}
	types := func(text string) {
		t.Helper()
		var keys strings.Builder
		for i := range len(text) {
			fmt.Fprintf(&keys, `\%03o`, text[i])
		}
		if out, err := screen("-p", "0", "-X", "stuff", keys.String()).CombinedOutput(); err != nil {
			t.Fatalf("typing into screen: %v\n%s", err, out)
		}
	}
	copyLetter(types, sees)
	want := (&person{t: t, desk: d}).runs(bin, "render", "letter", "小王")
	sees("sent letter: " + bytesOf(want) + " to the terminal (OSC 52)")
	xHolds(t, display, want)
}

// bytesOf is a length as the status says it; it fits texts of a few thousand
// bytes.
func bytesOf(text string) string { return fmt.Sprintf("%d,%03d bytes", len(text)/1000, len(text)%1000) }

// xServer starts an X server nobody sees and gives its display.
func xServer(t *testing.T) (display string) {
	t.Helper()
	read, write, err := os.Pipe()
	check(t, err)
	defer read.Close()
	server := exec.Command("Xvfb", "-displayfd", "3", "-screen", "0", "800x600x8", "-nolisten", "tcp", "-noreset")
	server.ExtraFiles = []*os.File{write}
	starts(t, server)
	check(t, write.Close())
	// Xvfb writes the number of its display when it is ready.
	line, err := bufio.NewReader(read).ReadString('\n')
	if err != nil {
		t.Fatalf("waiting for Xvfb: %v", err)
	}
	return ":" + strings.TrimSpace(line)
}

// xterm runs a command in a terminal that lets programs set the clipboard.
func xterm(t *testing.T, d desk, display string, command []string) {
	t.Helper()
	size := fmt.Sprintf("%dx%d", d.w, d.h)
	path, err := exec.LookPath(command[0])
	check(t, err)
	args := []string{"-xrm", "XTerm*allowWindowOps: true", "-u8", "-geometry", size, "-e", path}
	cmd := exec.Command("xterm", append(args, command[1:]...)...)
	cmd.Env, cmd.Dir = append(d.environ(), "DISPLAY="+display, "SHELL=/bin/sh"), d.dir
	starts(t, cmd)
}

// starts starts a process and ends it with the test. It is asked to end, so that it
// clears up behind itself.
func starts(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	var said strings.Builder
	cmd.Stderr = &said
	if err := cmd.Start(); err != nil {
		t.Fatalf("starting %s: %v", cmd.Path, err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Signal(syscall.SIGTERM)
		_ = cmd.Wait()
		if t.Failed() && said.Len() > 0 {
			t.Logf("%s said: %s", cmd.Path, said.String())
		}
	})
}

// xHolds waits until the clipboard of the display holds exactly a text.
func xHolds(t *testing.T, display, want string) {
	t.Helper()
	var got []byte
	var err error
	until(t, func() bool {
		read := exec.Command("xclip", "-selection", "clipboard", "-o")
		read.Env = []string{"DISPLAY=" + display}
		got, err = read.Output()
		return string(got) == want
	}, func() string { return fmt.Sprintf("the clipboard to hold %q; it holds %q (%v)", want, got, err) })
}
