//go:build e2e

// The built program, used as a person would: in a real terminal, with a real
// clipboard. Run by the gate; what it needs is in TestE2E, which fails without.
package cli_test

import (
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"
)

// patience bounds every wait. A state that comes is seen within milliseconds;
// the bound is for a machine that has other things to do.
const patience = 20 * time.Second

// TestE2E builds the program once and lets each test use it, two at a time on
// two processors: most of a test is waiting.
func TestE2E(t *testing.T) {
	for tool, pkg := range map[string]string{"tmux": "tmux", "screen": "screen", "xterm": "xterm", "Xvfb": "xvfb", "xclip": "xclip"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Errorf("%s is missing; on Debian: apt-get install %s", tool, pkg)
		}
	}
	if t.Failed() {
		t.FailNow()
	}
	bin := filepath.Join(t.TempDir(), "knack")
	if out, err := exec.Command("go", "build", "-o", bin, "knack").CombinedOutput(); err != nil {
		t.Fatalf("building: %v\n%s", err, out)
	}
	for _, c := range []struct {
		name string
		test func(t *testing.T, bin string)
	}{
		{"main job", mainJob},
		{"first run", firstRun},
		{"clipboard", clipboards},
		{"print", printed},
		{"print nothing", printedNothing},
		{"looking", looking},
		{"asking", asking},
		{"copying", copying},
		{"changed meanwhile", changedMeanwhile},
		{"live", live},
		{"typed ahead", typedAhead},
		{"paste", pastes},
		{"resize", resizes},
		{"wide characters", wideCharacters},
		{"colour query", colourQueries},
		{"no terminal", noTerminals},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			c.test(t, bin)
		})
	}
}

// Keys, as a terminal sends them. A bare escape byte would join the key after
// it, so escape is sent in the form that can't be misread (CSI u).
const (
	enter  = "\r"
	tab    = "\t"
	escape = "\x1b[27u"
	down   = "\x1b[B"
	home   = "\x1b[H"
	ctrlC  = "\x03"
	ctrlY  = "\x19"
)

// A desk is what a person sits down at.
type desk struct {
	home string
	dir  string // where the program is started; home when empty
	w, h int    // of the terminal; 100x30 when 0
	path string // PATH of the program; that of the test when empty
	env  []string
}

// environ is the whole environment of the program.
func (d desk) environ() []string {
	return append([]string{
		"HOME=" + d.home, "PATH=" + d.path, "LANG=C.UTF-8", "COLORTERM=truecolor", "TERM=xterm-256color",
	}, d.env...)
}

// A person is somebody at a terminal, which is tmux: it shows what is on its
// screen to whoever asks.
type person struct {
	t      *testing.T
	desk   desk
	socket string
	conf   string
}

// sit starts a command at a desk. The terminal answers no question about its
// colours, and stays when the command has ended.
func sit(t *testing.T, d desk, command ...string) *person {
	t.Helper()
	p := newPerson(t, d)
	p.tmux(p.session(command, "-d")...)
	return p
}

func newPerson(t *testing.T, d desk) *person {
	t.Helper()
	if d.w == 0 {
		d.w, d.h = 100, 30
	}
	if d.dir == "" {
		d.dir = d.home
	}
	if d.path == "" {
		d.path = os.Getenv("PATH")
	}
	short := socketDir(t)
	p := &person{t, d, filepath.Join(short, "tmux"), filepath.Join(short, "conf")}
	p.configure("set -g remain-on-exit on")
	t.Cleanup(func() { _ = p.command("kill-server").Run() })
	return p
}

// configure adds a line to the settings tmux starts with.
func (p *person) configure(line string) {
	p.t.Helper()
	f, err := os.OpenFile(p.conf, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	check(p.t, err)
	_, err = fmt.Fprintln(f, line)
	check(p.t, err)
	check(p.t, f.Close())
}

// session is what tells tmux to start a command. Through env tmux starts it itself,
// without a shell, so that the pane's process is the command.
func (p *person) session(command []string, options ...string) []string {
	args := append([]string{"new-session", "-x", strconv.Itoa(p.desk.w), "-y", strconv.Itoa(p.desk.h), "-c", p.desk.dir}, options...)
	return append(append(args, "/usr/bin/env"), command...)
}

func (p *person) command(args ...string) *exec.Cmd {
	p.t.Helper()
	cmd := exec.Command("tmux", append([]string{"-u", "-S", p.socket, "-f", p.conf}, args...)...)
	cmd.Env = p.desk.environ()
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

// asks gives what tmux knows of the pane, such as "#{cursor_x}".
func (p *person) asks(format string) string {
	p.t.Helper()
	return strings.TrimSuffix(p.tmux("display-message", "-p", format), "\n")
}

// sees waits until the screen holds every text, and gives the screen.
func (p *person) sees(texts ...string) (screen string) {
	p.t.Helper()
	until(p.t, func() bool {
		// There is no screen before tmux is up.
		out, _ := p.command("capture-pane", "-p").CombinedOutput()
		screen = string(out)
		return containsAll(screen, texts)
	}, func() string { return fmt.Sprintf("the screen to show %q; it shows\n%s", texts, screen) })
	return screen
}

// types sends keys and text, byte for byte.
func (p *person) types(text string) {
	p.t.Helper()
	args := []string{"send-keys", "-H"}
	for i := range len(text) {
		args = append(args, hex.EncodeToString([]byte{text[i]}))
	}
	p.tmux(args...)
}

// resizes gives the terminal another size.
func (p *person) resizes(w, h int) {
	p.t.Helper()
	p.tmux("resize-window", "-x", strconv.Itoa(w), "-y", strconv.Itoa(h))
}

// ends waits for the command to end. Its exit status tmux 3.3a doesn't always learn;
// a shell does.
func (p *person) ends() {
	p.t.Helper()
	until(p.t, func() bool { return p.asks("#{pane_dead}") == "1" },
		func() string { return "the program to end; the screen shows\n" + p.sees() })
}

// runs runs a program at the same desk, without the terminal, and gives its
// output.
func (p *person) runs(program string, args ...string) string {
	p.t.Helper()
	cmd := exec.Command(program, args...)
	cmd.Env, cmd.Dir = p.desk.environ(), p.desk.dir
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		p.t.Fatalf("%s %s: %v\n%s", program, strings.Join(args, " "), err, stderr.String())
	}
	return string(out)
}

// until polls for a state.
func until(t *testing.T, is func() bool, what func() string) {
	t.Helper()
	for end := time.Now().Add(patience); !is(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("waited in vain for %s", what())
		}
	}
}

func containsAll(s string, texts []string) bool {
	for _, text := range texts {
		if !strings.Contains(s, text) {
			return false
		}
	}
	return true
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// socketDir makes a directory with a name short enough for a socket in it.
func socketDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "knack")
	check(t, err)
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}

// world makes a home from a txtar file of testdata/worlds.
func world(t *testing.T, name string) (home string) {
	t.Helper()
	archive, err := txtar.ParseFile(filepath.Join("..", "testdata", "worlds", name+".txtar"))
	check(t, err)
	home = t.TempDir()
	for _, f := range archive.Files {
		place(t, filepath.Join(home, filepath.FromSlash(f.Name)), string(f.Data))
	}
	return home
}

// homeWith makes a home with skills of those names and texts.
func homeWith(t *testing.T, skills map[string]string) (home string) {
	t.Helper()
	home = t.TempDir()
	for name, text := range skills {
		place(t, filepath.Join(home, ".claude", "skills", name, "SKILL.md"), text)
	}
	return home
}

func place(t *testing.T, path, text string) {
	t.Helper()
	check(t, os.MkdirAll(filepath.Dir(path), 0o755))
	check(t, os.WriteFile(path, []byte(text), 0o644))
}

// The main job: see, find, read, fill in, copy.
func mainJob(t *testing.T, bin string) {
	display := xServer(t)
	kim := world(t, "kim")
	p := sit(t, desk{home: kim, dir: filepath.Join(kim, "shop"), w: 120, h: 36, env: []string{"DISPLAY=" + display}}, bin)

	p.sees("▌api-style", "Return errors as problem details", "21 skills", "? help")
	p.types("/minutes staging")
	p.sees("▌deploy", "Where we stand")
	p.types(enter + "a")
	p.sees("<service> [staging|production]")
	p.types("web" + tab + "staging")
	p.sees("Ship **web** to staging.")
	p.types(ctrlY)
	p.sees("copied", "xclip")
	xHolds(t, display, p.runs(bin, "render", "deploy", "web", "staging"))

	p.types(enter)
	p.sees("copy", "? help")
	p.types("q")
	p.ends()
}

// A newcomer: an empty home, no project.
func firstRun(t *testing.T, bin string) {
	for _, size := range [][2]int{{120, 36}, {80, 24}, {50, 15}} {
		t.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(t *testing.T) {
			p := sit(t, desk{home: t.TempDir(), w: size[0], h: size[1]}, bin)
			p.sees("No skills of yours yet", "▌code-review", "? help")
			p.types("?")
			p.sees("Keys")
			p.types("\x1b") // as most terminals send it
			p.sees("No skills of yours yet")
			p.types(ctrlC)
			p.ends()
			left, err := os.ReadDir(p.desk.home)
			if err != nil || len(left) > 0 {
				t.Errorf("a look left behind %v (%v)", left, err)
			}
		})
	}
}
