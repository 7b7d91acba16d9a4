//go:build unix

package clipboard

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// script puts an executable shell script into a new directory and gives the directory.
func script(t *testing.T, name, body string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"+body), 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestSystemRunsTheToolOnPath(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out")
	dir := script(t, "xclip", `{ printf '%s\n' "$*"; /bin/cat; } > "$OUT"`)
	for name, value := range map[string]string{
		"PATH": dir, "OUT": out, "DISPLAY": ":0",
		"SSH_CONNECTION": "", "SSH_TTY": "", "WSL_DISTRO_NAME": "", "WAYLAND_DISPLAY": "",
	} {
		t.Setenv(name, value)
	}
	env := System("")
	env.OS = "linux"
	r := Copy(t.Context(), env, "多 bytes\n")
	checkStatus(t, r, "copied letter: 10 bytes (xclip)")
	if got, _ := os.ReadFile(out); string(got) != "-selection clipboard\n多 bytes\n" {
		t.Errorf("the tool got %q", got)
	}
}

func TestLookPathSkipsRelativeEntries(t *testing.T) {
	dir := script(t, "xclip", "exit 0")
	t.Chdir(filepath.Dir(dir))
	t.Setenv("PATH", filepath.Base(dir)+string(filepath.ListSeparator)+"."+string(filepath.ListSeparator))
	if path, err := lookPath("xclip"); !errors.Is(err, exec.ErrNotFound) {
		t.Errorf("lookPath = %q, %v, want exec.ErrNotFound", path, err)
	}
	t.Setenv("PATH", "relative"+string(filepath.ListSeparator)+dir)
	if path, err := lookPath("xclip"); err != nil || path != filepath.Join(dir, "xclip") {
		t.Errorf("lookPath = %q, %v", path, err)
	}
}

func TestRun(t *testing.T) {
	fails := filepath.Join(script(t, "fails", "exit 3"), "fails")
	var exit *exec.ExitError
	if err := run(t.Context(), "x", fails); !errors.As(err, &exit) || exit.ExitCode() != 3 {
		t.Errorf("run = %v, want exit status 3", err)
	}
	// The child keeps the input open after its parent is stopped.
	hangs := filepath.Join(script(t, "hangs", "sleep 5 & wait"), "hangs")
	ctx, cancel := context.WithTimeout(t.Context(), pipeLimit)
	defer cancel()
	if err := run(ctx, "x", hangs); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("run = %v, want context.DeadlineExceeded", err)
	}
}
