package cli_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"knack/cli"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"knack": func() { os.Exit(cli.Main()) },
	})
}

// TestScript runs the whole program, each script in a machine of its own: home
// is $WORK/home, and nothing is set that isn't set here.
func TestScript(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("..", "testdata", "script"),
		RequireExplicitExec: true,
		Setup: func(env *testscript.Env) error {
			home := filepath.Join(env.WorkDir, "home")
			env.Setenv("HOME", home)
			env.Setenv("USERPROFILE", home)
			env.Setenv("XDG_STATE_HOME", filepath.Join(env.WorkDir, "state"))
			env.Setenv("CLAUDE_CONFIG_DIR", "")
			env.Setenv("LANG", "C.UTF-8")
			env.Setenv("TERM", "xterm-256color")
			return os.MkdirAll(home, 0o755)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"status": status,
			"write":  write,
			"bytes":  bytes,
		},
	})
}

// status N COMMAND... runs a command that has to end with that status.
func status(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) < 2 {
		ts.Fatalf("usage: status N command [args...]")
	}
	got := 0
	var exit *exec.ExitError
	if err := ts.Exec(args[1], args[2:]...); errors.As(err, &exit) {
		got = exit.ExitCode()
	} else if err != nil {
		ts.Fatalf("running %s: %v", args[1], err)
	}
	if strconv.Itoa(got) != args[0] {
		ts.Fatalf("status %d, want %s", got, args[0])
	}
}

// write FILE TEXT makes a file; TEXT may hold Go escapes such as \r and \xff.
func write(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) != 2 {
		ts.Fatalf("usage: write file text")
	}
	path := ts.MkAbs(args[0])
	ts.Check(os.MkdirAll(filepath.Dir(path), 0o755))
	ts.Check(os.WriteFile(path, []byte(unescaped(ts, args[1])), 0o644))
}

// bytes FILE TEXT compares a file, or stdout, exactly.
func bytes(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 2 {
		ts.Fatalf("usage: bytes file text")
	}
	got, want := ts.ReadFile(args[0]), unescaped(ts, args[1])
	if (got == want) == neg {
		ts.Fatalf("%s is %q, compared with %q", args[0], got, want)
	}
}

func unescaped(ts *testscript.TestScript, text string) string {
	s, err := strconv.Unquote(`"` + strings.ReplaceAll(text, `"`, `\"`) + `"`)
	ts.Check(err)
	return s
}
