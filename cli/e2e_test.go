//go:build e2e

// The built program, used as a person would: in tmux, with a real clipboard. Run
// by the gate; it needs tmux, xclip and Xvfb and fails without them.
package cli_test

import (
	gobytes "bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"
)

// patience bounds every wait. A state that comes is seen within milliseconds;
// the bound is for a machine that has other things to do.
const patience = 20 * time.Second

// A person is somebody at a terminal.
type person struct {
	t      *testing.T
	bin    string
	home   string
	env    []string
	socket string
}

// build compiles the program once per test binary run.
func build(t *testing.T) string {
	t.Helper()
	bin := filepath.Join(t.TempDir(), "knack")
	out, err := exec.Command("go", "build", "-o", bin, "knack").CombinedOutput()
	if err != nil {
		t.Fatalf("building: %v\n%s", err, out)
	}
	return bin
}

func world(t *testing.T, name string) (home string) {
	t.Helper()
	archive, err := txtar.ParseFile(filepath.Join("..", "testdata", "worlds", name+".txtar"))
	if err != nil {
		t.Fatal(err)
	}
	home = t.TempDir()
	for _, f := range archive.Files {
		path := filepath.Join(home, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return home
}

// sit puts a person with that home before a terminal of that size, the program
// started in dir with args.
func sit(t *testing.T, home, dir string, w, h int, env []string, args ...string) *person {
	t.Helper()
	p := &person{t: t, bin: build(t), home: home, socket: fmt.Sprintf("knack-e2e-%d-%s", os.Getpid(), strings.ReplaceAll(t.Name(), "/", "-"))}
	p.env = append([]string{
		"HOME=" + home, "PATH=" + os.Getenv("PATH"), "LANG=C.UTF-8", "COLORTERM=truecolor", "TERM=xterm-256color", "TMPDIR=" + t.TempDir(),
	}, env...)
	command := []string{"new-session", "-d", "-x", fmt.Sprint(w), "-y", fmt.Sprint(h), "-c", dir, p.bin}
	p.tmux(append(command, args...)...)
	t.Cleanup(func() { _ = p.command("kill-server").Run() })
	return p
}

func (p *person) command(args ...string) *exec.Cmd {
	cmd := exec.Command("tmux", append([]string{"-L", p.socket, "-f", "/dev/null"}, args...)...)
	cmd.Env = p.env
	return cmd
}

func (p *person) tmux(args ...string) string {
	p.t.Helper()
	out, err := p.command(args...).CombinedOutput()
	if err != nil {
		p.t.Fatalf("tmux %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

// sees waits until the screen holds every text, and gives the screen.
func (p *person) sees(texts ...string) string {
	p.t.Helper()
	var screen string
	p.until(func() bool {
		screen = p.tmux("capture-pane", "-p")
		for _, text := range texts {
			if !strings.Contains(screen, text) {
				return false
			}
		}
		return true
	}, func() string { return fmt.Sprintf("the screen to show %q; it shows\n%s", texts, screen) })
	return screen
}

// until polls for a state.
func (p *person) until(is func() bool, what func() string) {
	p.t.Helper()
	for end := time.Now().Add(patience); !is(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			p.t.Fatalf("waited in vain for %s", what())
		}
	}
}

// presses sends keys by tmux's names for them.
func (p *person) presses(keys ...string) {
	p.t.Helper()
	p.tmux(append([]string{"send-keys"}, keys...)...)
}

func (p *person) types(text string) {
	p.t.Helper()
	p.tmux("send-keys", "-l", text)
}

// runs runs the program beside the terminal and gives its output.
func (p *person) runs(dir string, args ...string) []byte {
	p.t.Helper()
	cmd := exec.Command(p.bin, args...)
	cmd.Env, cmd.Dir = p.env, dir
	var stderr gobytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		p.t.Fatalf("knack %s: %v\n%s", strings.Join(args, " "), err, stderr.String())
	}
	return out
}

// xServer starts an X server nobody sees and gives its display.
func xServer(t *testing.T) string {
	t.Helper()
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	server := exec.Command("Xvfb", "-displayfd", "3", "-screen", "0", "640x480x8", "-nolisten", "tcp")
	server.ExtraFiles = []*os.File{write}
	if err := server.Start(); err != nil {
		t.Fatalf("starting Xvfb: %v", err)
	}
	t.Cleanup(func() {
		_ = server.Process.Kill()
		_ = server.Wait()
	})
	write.Close()
	// Xvfb writes the number of its display when it is ready.
	line := make([]byte, 16)
	n, err := read.Read(line)
	if err != nil {
		t.Fatalf("waiting for Xvfb: %v", err)
	}
	return ":" + strings.TrimSpace(string(line[:n]))
}

// The main job: see, find, read, fill in, copy.
func TestE2EMainJob(t *testing.T) {
	display := xServer(t)
	home := world(t, "kim")
	shop := filepath.Join(home, "shop")
	p := sit(t, home, shop, 120, 36, []string{"DISPLAY=" + display})

	p.sees("▌api-style", "Return errors as problem details", "11 skills", "? help")
	p.presses("/")
	p.types("minutes staging")
	p.sees("▌deploy", "Where we stand")
	p.presses("Enter")
	p.presses("a")
	p.sees("<service> [staging|production]")
	p.types("web")
	p.presses("Tab")
	p.types("staging")
	p.sees("Ship **web** to staging.")
	p.presses("C-y")
	p.sees("copied", "xclip")

	want := p.runs(shop, "render", "deploy", "web", "staging")
	read := exec.Command("xclip", "-selection", "clipboard", "-o")
	read.Env = append(p.env, "DISPLAY="+display)
	got, err := read.Output()
	if err != nil || !gobytes.Equal(got, want) {
		t.Errorf("the clipboard holds %q (%v), render gives %q", got, err, want)
	}

	p.presses("Enter")
	p.sees("copy", "? help")
	p.presses("q")
	p.until(func() bool { return p.command("has-session").Run() != nil }, func() string { return "the program to end" })
}

// A newcomer: an empty home, no project.
func TestE2EFirstRun(t *testing.T) {
	home := t.TempDir()
	for _, size := range [][2]int{{120, 36}, {80, 24}, {50, 15}} {
		t.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(t *testing.T) {
			p := sit(t, home, home, size[0], size[1], nil)
			p.sees("No skills of yours yet", "code-review", "? help")
			p.presses("?")
			p.sees("Keys")
			p.presses("q")
			p.sees("No skills of yours yet")
		})
	}
}
