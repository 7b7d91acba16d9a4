package private

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

func TestWriteReplacesInOneStep(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new", "kept.json")
	for _, text := range []string{"first", "second, longer", ""} {
		if err := Write(path, []byte(text)); err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(path)
		if err != nil || string(got) != text {
			t.Errorf("read %q, %v; want %q", got, err, text)
		}
	}
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil || len(entries) != 1 {
		t.Errorf("%d entries, %v; want the file alone", len(entries), err)
	}
}

func TestWriteIsForTheOwnerAlone(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no such bits")
	}
	path := filepath.Join(t.TempDir(), "new", "kept.json")
	if err := Write(path, nil); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]os.FileMode{path: 0o600, filepath.Dir(path): 0o700} {
		if info, err := os.Stat(name); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v, %v; want %v", filepath.Base(name), info.Mode().Perm(), err, want)
		}
	}
}

func TestWriteFollowsNoLink(t *testing.T) {
	dir := t.TempDir()
	other, path := filepath.Join(dir, "other"), filepath.Join(dir, "kept")
	if err := os.WriteFile(other, []byte("somebody's"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(other, path); err != nil {
		t.Skip("links can't be made here:", err)
	}
	if err := Write(path, []byte("mine")); err != nil {
		t.Fatal(err)
	}
	if got, _ := os.ReadFile(other); string(got) != "somebody's" {
		t.Errorf("the file behind the link now holds %q", got)
	}
}

func TestWriteFails(t *testing.T) {
	dir := t.TempDir()
	blocked := filepath.Join(dir, "file")
	if err := os.WriteFile(blocked, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		"relative/kept":                "is not absolute",
		filepath.Join(blocked, "kept"): "file",
		dir:                            filepath.Base(dir), // a folder stands in the way
	} {
		if err := Write(path, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Write(%s) = %v, want an error with %q", path, err, want)
		}
	}
}
