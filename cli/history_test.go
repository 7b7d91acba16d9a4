package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"
)

func TestHistory(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "state", "knack")
	h := openHistory(dir)
	for _, line := range []string{"web staging", "web production", "web staging", "api"} {
		if err := h.keep("k", line); err != nil {
			t.Fatal(err)
		}
	}
	want := []string{"api", "web staging", "web production"}
	if got := h.past("k"); !reflect.DeepEqual(got, want) {
		t.Errorf("remembered %q, want %q", got, want)
	}
	if got := openHistory(dir).past("k"); !reflect.DeepEqual(got, want) {
		t.Errorf("read again %q, want %q", got, want)
	}
	if got := openHistory(dir).past("other"); got != nil {
		t.Errorf("another skill has %q", got)
	}
	if runtime.GOOS == "windows" {
		return
	}
	for path, want := range map[string]os.FileMode{dir: 0o700, filepath.Join(dir, "arguments.json"): 0o600} {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if info.Mode().Perm() != want {
			t.Errorf("%s has mode %o, want %o", path, info.Mode().Perm(), want)
		}
	}
}

func TestHistoryLimits(t *testing.T) {
	h := openHistory(t.TempDir())
	for i := range skillsKept + 3 {
		if err := h.keep(fmt.Sprintf("skill%d", i), "x"); err != nil {
			t.Fatal(err)
		}
	}
	if len(h.Lines) != skillsKept || h.past("skill0") != nil || h.past(fmt.Sprintf("skill%d", skillsKept)) == nil {
		t.Errorf("%d skills are remembered, want the latest %d", len(h.Lines), skillsKept)
	}
	for i := range linesPerSkill + 2 {
		if err := h.keep("one", fmt.Sprint(i)); err != nil {
			t.Fatal(err)
		}
	}
	if got := len(h.past("one")); got != linesPerSkill {
		t.Errorf("%d lines are remembered, want %d", got, linesPerSkill)
	}
	if err := h.keep("long", strings.Repeat("x", longestKept+1)); err != nil || h.past("long") != nil {
		t.Errorf("a very long line is remembered (%v)", err)
	}
}

// A damaged or foreign file costs nothing but the memory.
func TestHistoryDamaged(t *testing.T) {
	for name, content := range map[string]string{"empty": "", "text": "hello", "null": "null", "list": "[1]", "cut": `{"lines":{"k":["a"`} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, "arguments.json"), []byte(content), 0o600); err != nil {
				t.Fatal(err)
			}
			h := openHistory(dir)
			if err := h.keep("k", "v"); err != nil {
				t.Fatal(err)
			}
			if got := openHistory(dir).past("k"); !reflect.DeepEqual(got, []string{"v"}) {
				t.Errorf("remembered %q", got)
			}
		})
	}
}

func TestHistoryWithoutPlace(t *testing.T) {
	h := openHistory("")
	if err := h.keep("k", "v"); err != nil || h.past("k") != nil {
		t.Errorf("keep gives %v, past %q", err, h.past("k"))
	}
	file := filepath.Join(t.TempDir(), "a-file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := openHistory(filepath.Join(file, "knack")).keep("k", "v"); err == nil {
		t.Error("an unusable state directory gives no error")
	}
}

func TestLooksSecret(t *testing.T) {
	for _, line := range []string{
		"deploy --token abc123", "PASSWORD=hunter2", `{"api_key": "x"}`, "postgres://kim:pw@db/shop",
		"sk-ant-REDACTEDREDACTED01", "ghp_0123456789abcdefghijABCDEFGHIJ", "AKIAIOSFODNN7EXAMPLE",
		"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.x", "-----BEGIN OPENSSH PRIVATE KEY-----", "Bearer abc",
		"key Zm9vYmFyYmF6cXV4MTIzNDU2Nzg5MEFCQw",
	} {
		if !looksSecret(line) {
			t.Errorf("%q counts as harmless", line)
		}
		h := openHistory(t.TempDir())
		if err := h.keep("k", line); err != nil || h.past("k") != nil {
			t.Errorf("%q is remembered (%v)", line, err)
		}
	}
	for _, line := range []string{
		"web staging", "src/components/SearchBar.tsx", "fix the tokenizer", "rotate secrets later", "1234", "审查 main.go",
		"refactor-the-very-long-function-name-in-module", "https://example.org/a/b?c=d",
	} {
		if looksSecret(line) {
			t.Errorf("%q counts as a secret", line)
		}
	}
}
