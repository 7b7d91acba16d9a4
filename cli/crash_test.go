package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"knack/tui"
)

func TestCrashed(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	state := filepath.Join(t.TempDir(), "state")
	tests := []struct {
		name, state, hint string
	}{
		{"kept", state, "are in " + filepath.Join(state, "crash.txt")},
		{"nowhere to keep it", "", "please report it"},
		{"can't be kept", filepath.Join(file, "state"), "can't be kept: "},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			f := crashed(&tui.Panic{Value: "index out of range", Stack: "goroutine 1"}, test.state)
			if f.status != 1 || f.message != "crashed: index out of range" {
				t.Errorf("status %d, %q", f.status, f.message)
			}
			if last := f.hints[len(f.hints)-1]; !strings.Contains(last, test.hint) {
				t.Errorf("the last hint is %q, want %q in it", last, test.hint)
			}
		})
	}
	kept, err := os.ReadFile(filepath.Join(state, "crash.txt"))
	if err != nil || !strings.Contains(string(kept), "goroutine 1") || !strings.HasPrefix(string(kept), "knack ") {
		t.Errorf("kept is %q, %v", kept, err)
	}
}
