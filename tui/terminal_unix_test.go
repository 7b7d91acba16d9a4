//go:build linux || darwin

package tui_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/term"
	"github.com/charmbracelet/x/vt"
	"github.com/creack/pty"
	"golang.org/x/sys/unix"

	"knack/cli"
	"knack/skill"
	"knack/tui"
	"knack/tui/clipboard"
)

// patience bounds every wait. A state that comes is seen at once; the bound is
// for a machine that has other things to do.
const patience = 20 * time.Second

// role is the variable that makes the test binary one of the programs of a
// session, instead of testing.
const role = "KNACK_TEST_ROLE"

// atOnce keeps the race detector from sleeping for a second in every program.
const atOnce = "GORACE=atexit_sleep_ms=0"

func TestMain(m *testing.M) {
	switch os.Getenv(role) {
	case "shell":
		os.Exit(beShell())
	case "knack":
		os.Exit(cli.Main())
	case "faulty":
		os.Exit(beFaulty())
	}
	os.Exit(m.Run())
}

// beFaulty runs a browser with bugs and ends as the command line does.
func beFaulty() int {
	host, err := skill.LoadHost(skill.DefaultHost)
	if err != nil {
		panic(err)
	}
	err = tui.RunFaulty(context.Background(), tui.Options{
		Home: "/home/kim", Cwd: "/home/kim/shop", Theme: tui.Dark,
		Place: tui.Place{Host: host, Load: func(context.Context, func(skill.Batch)) error {
			if os.Getenv("FAULT") == "load" {
				panic("in the scan\n\nmany lines\nof another stack")
			}
			return nil
		}},
		Copy: func(context.Context, string) clipboard.Result { return clipboard.Result{} },
	})
	var killed tui.Killed
	switch {
	case errors.As(err, &killed):
		return killed.Die()
	case err != nil:
		fmt.Fprintln(os.Stderr, "knack:", err)
		return 1
	}
	return 0
}

// The files a shell talks to its test through.
const (
	ordersFD  = 3
	reportsFD = 4
	stdoutFD  = 5 // of the program, where it isn't the terminal
)

// beShell starts a program on the terminal like a shell with job control, tells
// what becomes of it and in which state it left the terminal, and does as it is
// told when the program has stopped.
func beShell() int {
	orders, reports := bufio.NewScanner(os.NewFile(ordersFD, "orders")), os.NewFile(reportsFD, "reports")
	if os.Getenv("NOHUP") != "" {
		signal.Ignore(syscall.SIGHUP)
	} else {
		signal.Notify(make(chan os.Signal, 1), syscall.SIGHUP)
	}
	// What is caught, whoever started the tests may have ignored it, has its usual
	// effect on what the shell starts.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGINT, syscall.SIGQUIT, syscall.SIGTERM)
	cmd := exec.Command(os.Args[0], os.Args[1:]...)
	cmd.Env = append(os.Environ(), role+"="+os.Getenv("PROGRAM"))
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	if os.Getenv("STDOUT") != "" {
		cmd.Stdout = os.NewFile(stdoutFD, "stdout")
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Foreground: true, Ctty: 0}
	before := termios()
	if err := cmd.Start(); err != nil {
		fmt.Fprintln(reports, err)
		return 1
	}
	signal.Ignore(syscall.SIGTTOU) // or the shell could not take the terminal
	pid := cmd.Process.Pid
	fmt.Fprintln(reports, "started", pid)
	for {
		var status unix.WaitStatus
		if _, err := unix.Wait4(pid, &status, unix.WUNTRACED, nil); err == unix.EINTR {
			continue
		}
		state := "changed"
		if after := termios(); after == before {
			state = "restored"
		} else if after == "" {
			state = "gone"
		}
		foreground(unix.Getpgrp())
		switch {
		case status.Exited():
			fmt.Fprintln(os.Stdout, "[ended]")
			fmt.Fprintln(reports, "exited", status.ExitStatus(), state)
			return 0
		case status.Signaled():
			fmt.Fprintln(os.Stdout, "[ended]")
			fmt.Fprintln(reports, "killed", int(status.Signal()), state)
			return 0
		}
		fmt.Fprintln(reports, "stopped", int(status.StopSignal()), state)
		if !orders.Scan() {
			return 1
		}
		if orders.Text() == "fg" {
			foreground(pid)
		}
		_ = unix.Kill(-pid, unix.SIGCONT)
	}
}

// termios is the state of the terminal, "" when it is gone.
func termios() string {
	state, err := term.GetState(os.Stdin.Fd())
	if err != nil {
		return ""
	}
	return fmt.Sprint(*state)
}

func foreground(group int) { _ = unix.IoctlSetPointerInt(0, unix.TIOCSPGRP, group) }

// A session is a person at a terminal where a shell has started a program.
type session struct {
	t       *testing.T
	shell   *exec.Cmd
	keys    *os.File // the terminal from the other side
	orders  *os.File
	reports chan string
	pid     int

	mu      sync.Mutex
	output  []byte
	more    chan struct{} // has something when output has grown
	drained chan struct{} // closed at its end
}

// sit starts a program by its role, with variables added to its environment.
func sit(t *testing.T, program string, env []string, args ...string) *session {
	t.Helper()
	return sitAt(t, nil, program, env, args...)
}

// sitAt starts a program with that standard output.
func sitAt(t *testing.T, stdout *os.File, program string, env []string, args ...string) *session {
	t.Helper()
	home := tui.Unpack(t, "kim")
	keys, tty := openTerminal(t)
	ordersEnd, orders := pipe(t)
	reports, reportsEnd := pipe(t)
	s := &session{
		t: t, keys: keys, orders: orders, reports: make(chan string, 16),
		more: make(chan struct{}, 1), drained: make(chan struct{}),
	}
	s.shell = exec.Command(os.Args[0], args...)
	s.shell.Dir = filepath.Join(home, "shop")
	s.shell.Env = append([]string{
		role + "=shell", "PROGRAM=" + program, "HOME=" + home, "PATH=" + os.Getenv("PATH"),
		"LANG=C.UTF-8", "TERM=xterm-256color", "TMPDIR=" + t.TempDir(), atOnce,
	}, env...)
	s.shell.Stdin, s.shell.Stdout, s.shell.Stderr = tty, tty, tty
	s.shell.ExtraFiles = []*os.File{ordersEnd, reportsEnd}
	if stdout != nil {
		s.shell.ExtraFiles = append(s.shell.ExtraFiles, stdout)
		s.shell.Env = append(s.shell.Env, "STDOUT=elsewhere")
	}
	s.shell.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true, Ctty: 0}
	if err := s.shell.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.leave)
	for _, f := range []*os.File{tty, ordersEnd, reportsEnd} {
		f.Close()
	}
	go s.watch()
	go func() {
		defer close(s.reports)
		for lines := bufio.NewScanner(reports); lines.Scan(); {
			s.reports <- lines.Text()
		}
	}()
	started := s.hears()
	pid, err := strconv.Atoi(strings.TrimPrefix(started, "started "))
	if err != nil {
		t.Fatalf("the shell says %q", started)
	}
	s.pid = pid
	return s
}

// openTerminal makes a terminal of 80x24 and gives both of its sides. The first
// can be closed while it is being read, which pty's can't.
func openTerminal(t *testing.T) (keys, tty *os.File) {
	t.Helper()
	blocking, tty, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer blocking.Close()
	fd, err := unix.Dup(int(blocking.Fd()))
	if err != nil {
		t.Fatal(err)
	}
	unix.CloseOnExec(fd)
	if err := unix.SetNonblock(fd, true); err != nil {
		t.Fatal(err)
	}
	if err := pty.Setsize(tty, &pty.Winsize{Rows: 24, Cols: 80}); err != nil {
		t.Fatal(err)
	}
	return os.NewFile(uintptr(fd), "terminal"), tty
}

// resize makes the terminal another size.
func (s *session) resize(w, h int) {
	s.t.Helper()
	raw, err := s.keys.SyscallConn()
	if err != nil {
		s.t.Fatal(err)
	}
	if raw.Control(func(fd uintptr) {
		err = unix.IoctlSetWinsize(int(fd), unix.TIOCSWINSZ, &unix.Winsize{Row: uint16(h), Col: uint16(w)})
	}) != nil || err != nil {
		s.t.Fatal(err)
	}
}

func pipe(t *testing.T) (read, write *os.File) {
	t.Helper()
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { read.Close(); write.Close() })
	return read, write
}

// leave ends what is still there.
func (s *session) leave() {
	if s.t.Failed() && s.pid > 0 {
		_ = unix.Kill(s.pid, unix.SIGKILL)
	}
	_ = s.shell.Process.Kill()
	_ = s.shell.Wait()
	s.keys.Close()
}

// watch collects what the terminal is sent.
func (s *session) watch() {
	defer close(s.drained)
	buf := make([]byte, 32<<10)
	for {
		n, err := s.keys.Read(buf)
		s.mu.Lock()
		s.output = append(s.output, buf[:n]...)
		s.mu.Unlock()
		select {
		case s.more <- struct{}{}:
		default:
		}
		if err != nil {
			return // all have left the terminal
		}
	}
}

// seen is all that the terminal was sent.
func (s *session) seen() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return string(s.output)
}

// sees waits until the terminal, of 80x24, shows a text.
func (s *session) sees(text string) {
	s.t.Helper()
	s.until(text, func(output string) bool { return strings.Contains(drawn(output, 80, 24), text) })
}

func (s *session) until(what string, is func(output string) bool) {
	s.t.Helper()
	deadline := time.After(patience)
	for !is(s.seen()) {
		select {
		case <-s.more:
		case <-deadline:
			s.t.Fatalf("waited in vain for %s; the terminal got\n%q", what, s.seen())
		}
	}
}

// hears waits for the next thing the shell says.
func (s *session) hears() string {
	s.t.Helper()
	select {
	case line, ok := <-s.reports:
		if !ok {
			s.t.Fatal("the shell is gone")
		}
		return line
	case <-time.After(patience):
		s.t.Fatalf("the shell says nothing; the terminal got\n%q", s.seen())
	}
	return ""
}

func (s *session) types(keys string) {
	s.t.Helper()
	if _, err := io.WriteString(s.keys, keys); err != nil {
		s.t.Fatal(err)
	}
}

func (s *session) signals(sig syscall.Signal) {
	s.t.Helper()
	if err := unix.Kill(s.pid, sig); err != nil {
		s.t.Fatal(err)
	}
}

// orders the shell what to do with a stopped program.
func (s *session) tells(order string) {
	s.t.Helper()
	if _, err := fmt.Fprintln(s.orders, order); err != nil {
		s.t.Fatal(err)
	}
}

// ends waits for the end of the program, and checks that it ends like this and
// leaves the terminal as it was. It gives what the terminal was sent.
func (s *session) ends(how string) string {
	s.t.Helper()
	if got := s.hears(); got != how+" restored" {
		s.t.Errorf("the program %s, want %s restored; the terminal got\n%q", got, how, s.seen())
	}
	select {
	case <-s.drained:
	case <-time.After(patience):
		s.t.Fatal("somebody keeps the terminal")
	}
	output := s.seen()
	s.normal(output)
	return output
}

func (s *session) normal(output string) {
	s.t.Helper()
	if left := modes(output); left != "" {
		s.t.Errorf("the terminal is left with %s; it got\n%q", left, output)
	}
}

var modeSequence = regexp.MustCompile(`\x1b\[\?(\d+)([hl])|\x1b\[([<>])(\d*)u|\x1b\[>4(?:;(\d))?m`)

// modes names what a terminal that was sent this does that it would not do
// normally.
func modes(output string) string {
	set := map[string]bool{}
	keyboards := map[bool]int{} // pushed, by whether on the alternate screen
	for _, m := range modeSequence.FindAllStringSubmatch(output, -1) {
		switch alternate := set["1049"]; {
		case m[1] == "7":
			set["no wrapping"] = m[2] == "l"
		case m[1] == "25":
			set["hidden cursor"] = m[2] == "l"
		case m[1] != "":
			set[m[1]] = m[2] == "h"
		case m[3] == ">":
			keyboards[alternate]++
		case m[3] == "<":
			keyboards[alternate] = max(keyboards[alternate]-1, 0)
		default:
			set["modifyOtherKeys"] = m[5] != "" && m[5] != "0"
		}
	}
	set["keyboard enhancements"] = keyboards[true]+keyboards[false] > 0
	var left []string
	for mode, is := range set {
		if is {
			left = append(left, mode)
		}
	}
	return strings.Join(left, ", ")
}

// ready is on every screen of the browser.
const ready = "? help"

func TestTerminalAtTheEnd(t *testing.T) {
	crash := func(where string) string { return "\nknack: crashed: " + where }
	tests := []struct {
		name    string
		program string
		keys    string
		wait    string         // for this text after the keys
		signal  syscall.Signal // then
		how     string
		says    string // at the end, on one line
	}{
		{name: "q", program: "knack", keys: "q", how: "exited 0"},
		{name: "ctrl-c", program: "knack", keys: "\x03", how: "exited 0"},
		{name: "ctrl-c in a filter", program: "knack", keys: "/\x03", how: "exited 0"},
		{name: "SIGTERM", program: "knack", signal: syscall.SIGTERM, how: "killed 15"},
		{name: "SIGINT", program: "knack", signal: syscall.SIGINT, how: "killed 2"},
		{name: "SIGHUP", program: "knack", signal: syscall.SIGHUP, how: "killed 1"},
		{name: "SIGQUIT", program: "knack", signal: syscall.SIGQUIT, how: "exited 131"},
		{name: "SIGTERM, blocked", program: "faulty", keys: "L", wait: "blocked", signal: syscall.SIGTERM, how: "killed 15"},
		{name: "SIGINT, blocked", program: "faulty", keys: "L", wait: "blocked", signal: syscall.SIGINT, how: "killed 2"},
		{name: "SIGHUP, blocked", program: "faulty", keys: "L", wait: "blocked", signal: syscall.SIGHUP, how: "killed 1"},
		{name: "SIGQUIT, blocked", program: "faulty", keys: "L", wait: "blocked", signal: syscall.SIGQUIT, how: "exited 131"},
		{name: "panic in Update", program: "faulty", keys: "U", how: "exited 1", says: crash("in Update")},
		{name: "panic in View", program: "faulty", keys: "V", how: "exited 1", says: crash("in View")},
		{name: "panic in a command", program: "faulty", keys: "C", how: "exited 1", says: crash("in a command")},
		{name: "panic in a batch", program: "faulty", keys: "B", how: "exited 1", says: crash("in a batch")},
		{name: "panic in a sequence", program: "faulty", keys: "S", how: "exited 1", says: crash("in a sequence")},
		{name: "panic in a goroutine", program: "faulty", keys: "G", how: "exited 1", says: crash("in a goroutine")},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			s := sit(t, test.program, nil)
			s.sees(ready)
			if left := modes(s.seen()); !strings.Contains(left, "1049") || !strings.Contains(left, "2004") {
				t.Errorf("the browser sets only %q: this test would find nothing", left)
			}
			s.types(test.keys)
			s.sees(test.wait)
			if test.signal != 0 {
				s.signals(test.signal)
			}
			output := s.ends(test.how)
			_, after, _ := strings.Cut(output, "\x1b[?1049l")
			after = strings.ReplaceAll(ansi.Strip(after), "\r", "")
			if want := test.says + "\n[ended]\n"; strings.TrimLeft(after, "\n") != strings.TrimLeft(want, "\n") {
				t.Errorf("after the browser the terminal shows %q, want %q", after, want)
			}
		})
	}
}

// A scan that panics may do so before the first frame.
func TestPanicInScan(t *testing.T) {
	t.Parallel()
	s := sit(t, "faulty", []string{"FAULT=load"})
	if output := s.ends("exited 1"); !strings.HasSuffix(output, "knack: crashed: in the scan\r\n[ended]\r\n") {
		t.Errorf("it ends with %q", output)
	}
}

func TestTerminalClosed(t *testing.T) {
	for _, nohup := range []string{"", "NOHUP=1"} {
		t.Run(nohup, func(t *testing.T) {
			t.Parallel()
			s := sit(t, "knack", []string{nohup})
			s.sees(ready)
			s.keys.Close()
			want := "killed 1 gone"
			if nohup != "" {
				want = "exited 129 gone" // SIGHUP is ignored, so nothing can die of it
			}
			if got := s.hears(); got != want {
				t.Errorf("the program %s, want %s", got, want)
			}
		})
	}
}

func TestSleep(t *testing.T) {
	tests := []struct {
		name string
		stop func(*session)
		foot string // of the screen
	}{
		{"ctrl-z", func(s *session) { s.types("\x1a") }, ready},
		{"ctrl-z in a menu", func(s *session) { s.types("Y\x1a") }, "esc goes back"},
		{"SIGTSTP", func(s *session) { s.signals(syscall.SIGTSTP) }, ready},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			s := sit(t, "knack", nil)
			s.sees("▌api-style")
			for _, size := range [][2]int{{100, 30}, {60, 20}} {
				test.stop(s)
				if got, want := s.hears(), fmt.Sprintf("stopped %d restored", syscall.SIGSTOP); got != want {
					t.Fatalf("the program %s, want %s", got, want)
				}
				s.until("the modes reset", func(output string) bool { return modes(output) == "" })
				mark := len(s.seen())
				s.resize(size[0], size[1])
				s.tells("fg")
				s.until("the new size", func(output string) bool {
					lines := strings.Split(drawn(output[mark:], size[0], size[1]), "\n")
					return strings.Contains(lines[size[1]-1], test.foot) && strings.HasSuffix(lines[size[1]-2], "╯")
				})
			}
			s.signals(syscall.SIGTERM)
			s.ends("killed 15")
		})
	}
}

// drawn is what a terminal of that size shows that was sent this.
func drawn(output string, w, h int) string {
	screen := vt.NewEmulator(w, h)
	answered := make(chan struct{})
	go func() {
		defer close(answered)
		_, _ = io.Copy(io.Discard, screen)
	}()
	_, _ = screen.WriteString(output)
	screen.InputPipe().(io.Closer).Close() // nobody hears its answers
	<-answered
	return screen.String()
}

// Ending a program that sleeps must not need the terminal.
func TestKilledAsleep(t *testing.T) {
	t.Parallel()
	s := sit(t, "knack", nil)
	s.sees(ready)
	s.signals(syscall.SIGTSTP)
	s.hears()
	s.signals(syscall.SIGTERM)
	s.tells("bg")
	s.ends("killed 15")
}

// SIGSTOP can't be prepared for; what can be is the time after it.
func TestStoppedUnannounced(t *testing.T) {
	t.Parallel()
	s := sit(t, "knack", nil)
	s.sees(ready)
	s.signals(syscall.SIGSTOP)
	if got, want := s.hears(), fmt.Sprintf("stopped %d changed", syscall.SIGSTOP); got != want {
		t.Fatalf("the program %s, want %s", got, want)
	}
	mark := len(s.seen())
	s.tells("fg")
	s.until("the screen again", func(output string) bool { return strings.Contains(drawn(output[mark:], 80, 24), ready) })
	s.types("q")
	s.ends("exited 0")
}

// Where no shell could wake it, ctrl-z must not be the end.
func TestSleepWithoutShell(t *testing.T) {
	t.Parallel()
	cmd := exec.Command(os.Args[0])
	home := tui.Unpack(t, "kim")
	cmd.Env = []string{role + "=knack", "HOME=" + home, "TERM=xterm-256color", "LANG=C.UTF-8", atOnce}
	cmd.Dir = home
	keys, tty := openTerminal(t)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = tty, tty, tty
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true, Ctty: 0}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	tty.Close()
	s := &session{t: t, shell: cmd, pid: cmd.Process.Pid, keys: keys, more: make(chan struct{}, 1), drained: make(chan struct{})}
	t.Cleanup(s.leave)
	go s.watch()
	s.sees(ready)
	s.signals(syscall.SIGTSTP)
	s.types("\x1a")
	s.sees("there is no shell here")
	s.types("q")
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
}

func TestEditor(t *testing.T) {
	tests := []struct {
		name   string
		editor string
		does   func(*session) // while the editor is there
		shows  string         // in the browser after that
		how    string         // then, after q
	}{
		{name: "fails", editor: "sh -c 'exit 3'", shows: "the editor failed: exit status 3", how: "exited 0"},
		{name: "not there", editor: "no-such-editor", shows: "starting the editor", how: "exited 0"},
		{
			name: "dies and leaves a mess", editor: `sh -c 'stty raw -echo; printf "\033[?1000h\033[?1006h\033[>1u"; kill -9 $$'`,
			shows: "the editor failed: signal: killed", how: "exited 0",
		},
		{
			name: "is interrupted", editor: "sh -c 'echo editing; read x'",
			does:  func(s *session) { s.types("\x03") },
			shows: "the editor failed: signal: interrupt", how: "exited 0",
		},
		{
			name: "is stopped", editor: "sh -c 'echo editing; read x; exit 4'",
			does: func(s *session) {
				s.types("\x1a")
				if got, want := s.hears(), fmt.Sprintf("stopped %d restored", syscall.SIGSTOP); got != want {
					s.t.Errorf("the program %s, want %s", got, want)
				}
				s.tells("fg")
				s.types("\n")
			},
			shows: "the editor failed: exit status 4", how: "exited 0",
		},
		{
			name: "is left in peace by SIGTERM", editor: "sh -c 'echo editing; read x; sleep 1.2; echo saved'",
			does: func(s *session) {
				s.signals(syscall.SIGTERM)
				s.types("\n")
			},
			how: "killed 15",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			s := sit(t, "knack", []string{"EDITOR=" + test.editor})
			s.sees("▌api-style")
			s.types("e")
			if test.does != nil {
				s.until("the editor", func(output string) bool { return strings.Contains(output, "editing") })
				test.does(s)
			}
			if test.shows != "" {
				s.sees(test.shows)
				s.types("q")
			}
			output := s.ends(test.how)
			if test.shows == "" && !strings.Contains(output, "saved") || strings.Index(output, "saved") > strings.Index(output, "[ended]") {
				t.Errorf("the browser ended before the editor: %q", output)
			}
		})
	}
}

// The browser of --print is on the terminal, its standard output is not.
func TestPrintInto(t *testing.T) {
	t.Run("a pipe", func(t *testing.T) {
		t.Parallel()
		read, write := pipe(t)
		s := sitAt(t, write, "knack", nil, "--print")
		write.Close()
		s.sees(ready)
		s.signals(syscall.SIGTERM)
		s.ends("killed 15")
		if printed, err := io.ReadAll(read); err != nil || len(printed) > 0 {
			t.Errorf("it printed %q, %v", printed, err)
		}
	})
	t.Run("a broken pipe", func(t *testing.T) {
		t.Parallel()
		read, write := pipe(t)
		read.Close()
		s := sitAt(t, write, "knack", nil, "--print")
		s.sees("▌api-style")
		s.types("y")
		s.ends("killed 13")
	})
}

func TestNoTerminalTouched(t *testing.T) {
	tests := []struct {
		name string
		env  []string
		args []string
		how  string
	}{
		{name: "TERM=dumb", env: []string{"TERM=dumb"}, how: "exited 0"},
		{name: "list", args: []string{"list"}, how: "exited 0"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			s := sit(t, "knack", test.env, test.args...)
			if output := s.ends(test.how); strings.Contains(output, "\x1b") || !strings.Contains(output, "release-notes") {
				t.Errorf("the terminal got %q", output)
			}
		})
	}
}

func TestPlainOutput(t *testing.T) {
	run := func(t *testing.T, stdout io.Writer, args ...string) *os.ProcessState {
		t.Helper()
		home := tui.Unpack(t, "kim")
		cmd := exec.Command(os.Args[0], args...)
		cmd.Env = []string{role + "=knack", "HOME=" + home, "TERM=xterm-256color", atOnce}
		cmd.Dir, cmd.Stdout = home, stdout
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} // no terminal anywhere
		if err := cmd.Run(); cmd.ProcessState == nil {
			t.Fatal(err)
		}
		for says := range strings.Lines(stderr.String()) {
			if says != "1 problem in the sources; knack sources shows it\n" && !strings.Contains(says, " ship with knack; ") {
				t.Errorf("it says %q", says)
			}
		}
		return cmd.ProcessState
	}
	t.Run("into a pipe", func(t *testing.T) {
		t.Parallel()
		var out bytes.Buffer
		if state := run(t, &out); !state.Success() || strings.Contains(out.String(), "\x1b") || !strings.Contains(out.String(), "release-notes") {
			t.Errorf("%v, output %q", state, out.String())
		}
	})
	for _, args := range [][]string{{"list"}, {"list", "--json"}, {"render", "release-notes"}, {"show", "release-notes"}} {
		t.Run("into a broken pipe: "+strings.Join(args, " "), func(t *testing.T) {
			t.Parallel()
			read, write := pipe(t)
			read.Close()
			state := run(t, write, args...)
			if status := state.Sys().(syscall.WaitStatus); !status.Signaled() || status.Signal() != syscall.SIGPIPE {
				t.Errorf("it ends with %v, want SIGPIPE", state)
			}
		})
	}
}
