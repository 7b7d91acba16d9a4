package skill

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A world is a small tree of files: path -> content. A path that ends in a slash
// is an empty folder, a content that starts with "-> " a link. In the target of
// a link "@" stands for the top of the world.
type world map[string]string

// build writes the world into a temporary folder and gives its top, free of
// links itself.
func (w world) build(t testing.TB) string {
	t.Helper()
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	w.addTo(t, top)
	return top
}

func (w world) addTo(t testing.TB, top string) {
	t.Helper()
	for path, content := range w {
		at := filepath.Join(top, path)
		if strings.HasSuffix(path, "/") {
			must(t, os.MkdirAll(at, 0o755))
			continue
		}
		must(t, os.MkdirAll(filepath.Dir(at), 0o755))
		if target, ok := strings.CutPrefix(content, "-> "); ok {
			must(t, os.Symlink(filepath.FromSlash(strings.Replace(target, "@", top, 1)), at))
			continue
		}
		must(t, os.WriteFile(at, []byte(content), 0o644))
	}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// about is a SKILL.md with a description and further lines of frontmatter.
func about(description string, lines ...string) string {
	return "---\ndescription: " + description + "\n" + strings.Join(append(lines, ""), "\n") + "---\nBody of: " + description + "\n"
}

// envOf is the usual place to stand in a world: home is HOME, project the working
// directory, managed what the system's managed directory is elsewhere.
func envOf(top string) Env {
	return Env{
		Home: filepath.Join(top, "home"), Cwd: filepath.Join(top, "project"),
		Directories: map[string]string{"managed": filepath.Join(top, "managed")},
	}
}

func claudeCode(t testing.TB) *Host {
	t.Helper()
	host, err := LoadHost(DefaultHost)
	must(t, err)
	return host
}

// batchesOf scans and keeps every batch.
func batchesOf(t testing.TB, env Env) []Batch {
	t.Helper()
	var batches []Batch
	must(t, Scan(context.Background(), claudeCode(t), env, func(b Batch) { batches = append(batches, b) }))
	return batches
}

func libraryOf(t testing.TB, env Env) *Library {
	t.Helper()
	var found []*Skill
	batches := batchesOf(t, env)
	for _, b := range batches {
		found = append(found, b.Skills...)
	}
	return Merge(claudeCode(t), batches[len(batches)-1].Roots, found)
}

// told says what a library holds, without what ships with knack: a line for every
// skill (id, source, state and what else there is to say), then one for every
// outcome of a root that isn't read or missing, then one for every problem. "@"
// stands for the top of the world.
func told(l *Library, top string) string {
	var lines []string
	for _, k := range l.Skills {
		if k.Source == Bundled {
			continue
		}
		line := fmt.Sprintf("%s %s %s", k.ID, k.Source, k.State)
		if k.RealPath != k.Path {
			line += " real=" + k.RealPath
		}
		if len(k.Also) > 0 {
			line += " also=" + strings.Join(k.Also, ",")
		}
		if winner, ok := l.ByKey(k.ShadowedBy); ok {
			line += " by=" + winner.Path
		}
		lines = append(lines, line)
		for _, p := range k.Problems {
			if p.Code != "no-description" {
				lines = append(lines, "  "+p.Code+": "+p.Message)
			}
		}
	}
	for _, r := range l.Roots {
		if r.Outcome != Read && r.Outcome != Missing {
			lines = append(lines, fmt.Sprintf("root %s %s", r.Label(), r.Outcome))
		}
		for _, p := range r.Problems {
			lines = append(lines, fmt.Sprintf("%s %s: %s: %s", r.Label(), p.Code, p.Path, p.Message))
		}
	}
	return filepath.ToSlash(strings.ReplaceAll(strings.Join(lines, "\n"), top, "@"))
}

func checkTold(t *testing.T, l *Library, top string, want ...string) {
	t.Helper()
	if got := told(l, top); got != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", got, strings.Join(want, "\n"))
	}
}

// needCaseSensitiveDisk skips where SKILL.md and skill.md are one file.
func needCaseSensitiveDisk(t *testing.T) {
	t.Helper()
	top := world{"a": ""}.build(t)
	if exists(filepath.Join(top, "A")) {
		t.Skip("this disk doesn't tell upper from lower case")
	}
}
