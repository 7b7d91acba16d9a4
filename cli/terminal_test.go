package cli

import (
	"bufio"
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

// A start is one run on a terminal of 60 cells.
type start struct {
	out, remarks string
	status       int
}

// onTerminal runs knack as a terminal named term would have it, in a home with
// one skill.
func onTerminal(t *testing.T, term string, args ...string) start {
	t.Helper()
	home := t.TempDir()
	file := filepath.Join(home, ".claude", "skills", "deploy", "SKILL.md")
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	text := "---\ndescription: " + strings.Repeat("发布 service ", 20) + "\n---\n\x1b[31mred $0"
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	var out, remarks bytes.Buffer
	a := &app{
		out: bufio.NewWriter(&out), remarks: &remarks, terminal: true, width: 60,
		getenv: func(name string) string { return map[string]string{"TERM": term}[name] },
	}
	status := a.run(t.Context(), append([]string{"--home", home, "--cwd", home}, args...))
	return start{out.String(), remarks.String(), status}
}

func TestListEndsAtTheTerminalsWidth(t *testing.T) {
	got := onTerminal(t, "xterm", "list")
	for line := range strings.Lines(got.out) {
		if w := ansi.StringWidth(strings.TrimSpace(line)); w > 60 {
			t.Errorf("%d cells wide: %s", w, line)
		}
	}
	if first, _, _ := strings.Cut(got.out, "\n"); !strings.HasPrefix(first, "deploy ") || !strings.HasSuffix(first, "…") {
		t.Errorf("the first line is %q", first)
	}
}

func TestPromptOnATerminal(t *testing.T) {
	got := onTerminal(t, "xterm", "render", "deploy", "x")
	if want := "␛[31mred x\n"; got.out != want || got.status != 0 {
		t.Errorf("render prints %q and ends with %d, want %q", got.out, got.status, want)
	}
	got = onTerminal(t, "xterm", "show", "deploy", "--raw")
	if !strings.HasSuffix(got.out, "\n␛[31mred $0\n") {
		t.Errorf("show --raw ends with %q", got.out[max(len(got.out)-20, 0):])
	}
}

func TestTerminalThatCannotShowTheBrowser(t *testing.T) {
	terms := []string{"dumb"}
	if runtime.GOOS != "windows" {
		terms = append(terms, "")
	}
	for _, term := range terms {
		got := onTerminal(t, term, "deploy")
		if got.status != 0 || !strings.HasPrefix(got.out, "deploy ") || strings.Contains(got.out, "\x1b") {
			t.Errorf("TERM=%q: status %d, output %q", term, got.status, got.out)
		}
		hint := got.remarks
		if strings.Count(hint, "\n") != 1 {
			t.Errorf("TERM=%q: the hint is not one line: %q", term, hint)
		}
		for _, name := range []string{"knack list", "knack show", "knack render"} {
			if !strings.Contains(hint, name) {
				t.Errorf("TERM=%q: the hint %q doesn't name %s", term, hint, name)
			}
		}
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

func TestOutputThatCannotBeWritten(t *testing.T) {
	var remarks bytes.Buffer
	a := &app{out: bufio.NewWriter(full{}), remarks: &remarks, getenv: func(string) string { return "" }}
	status := a.run(t.Context(), []string{"--cwd", t.TempDir(), "list"})
	if want := "knack: writing the output: no space left on device\n"; status != 1 || !strings.HasSuffix(remarks.String(), want) {
		t.Errorf("status %d, %q, want 1 and %q", status, remarks.String(), want)
	}
}

func TestLinesBreakAtWordsOnATerminal(t *testing.T) {
	for _, args := range [][]string{{"why", "deploy"}, {"cost"}, {"lint"}, {"sources"}} {
		got := onTerminal(t, "xterm", args...)
		if got.out == "" {
			t.Errorf("%s prints nothing, but %q", args, got.remarks)
		}
		for line := range strings.Lines(got.out) {
			text := strings.TrimSpace(line)
			if words := strings.Fields(text); ansi.StringWidth(strings.TrimRight(line, "\n")) > 60 && len(words) > 1 {
				t.Errorf("%s: %d cells wide: %s", args, ansi.StringWidth(line), line)
			}
		}
	}
}
