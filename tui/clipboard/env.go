package clipboard

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

const (
	runLimit = 2 * time.Second
	// pipeLimit is how long a stopped tool's children may hold its input open.
	pipeLimit = 200 * time.Millisecond
)

// Env is everything Copy knows of the machine. All of it must be set, save Dir.
type Env struct {
	OS       string // as runtime.GOOS
	Getenv   func(name string) string
	LookPath func(name string) (string, error)
	// Run starts the program with stdin as its input, waits for its end, and
	// returns an error unless it exits with 0.
	Run func(ctx context.Context, stdin, name string, args ...string) error
	// Dir is the absolute path of the directory for saved texts; it is made when
	// needed. Without one nothing is saved.
	Dir string
}

// System is the real machine, with dir for saved texts. Tools are looked for in
// the absolute entries of PATH only and have two seconds.
func System(dir string) Env {
	return Env{OS: runtime.GOOS, Getenv: os.Getenv, LookPath: lookPath, Run: run, Dir: dir}
}

// lookPath skips relative entries, because those may lead into the folder of a
// skill being looked at.
func lookPath(name string) (string, error) {
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		if !filepath.IsAbs(dir) {
			continue
		}
		if path, err := exec.LookPath(filepath.Join(dir, name)); err == nil {
			return path, nil
		}
	}
	return "", fmt.Errorf("%s: %w", name, exec.ErrNotFound)
}

// run leaves the tool's output closed: xclip and wl-copy stay behind to serve
// the clipboard and would hold a pipe open for as long.
func run(ctx context.Context, stdin, name string, args ...string) error {
	ctx, cancel := context.WithTimeout(ctx, runLimit)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Stdin = strings.NewReader(stdin)
	cmd.WaitDelay = pipeLimit
	if err := cmd.Run(); err != nil {
		return errors.Join(ctx.Err(), err)
	}
	return nil
}
