package bundled

import (
	"bytes"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// skills lists what ships, with every token and dynamic command each body holds.
// A dollar sign or an exclamation mark too many would change what an agent reads.
var skills = []struct {
	name     string
	tokens   []string
	commands []string
}{
	{"code-review", []string{"$ARGUMENTS", "${CLAUDE_SKILL_DIR}"}, nil},
	{"commit-message", []string{"$ARGUMENTS"}, []string{
		"git status --short --branch", "git diff --staged --stat", "git diff --staged",
		"git log --all --oneline --max-count=20", // with --all it succeeds before the first commit too
	}},
	{"explain-code", []string{"$ARGUMENTS"}, nil},
	{"refactor-safely", []string{"$ARGUMENTS"}, nil},
	{"release-notes", []string{"$from", "$to"}, []string{
		"git for-each-ref --sort=-creatordate --count=10 refs/tags", "git status --short --branch",
	}},
	{"review-pull-request", []string{"$ARGUMENTS"}, []string{"git remote --verbose"}},
	{"systematic-debugging", []string{"$ARGUMENTS"}, nil},
	{"translate-comments", []string{"$0", "$1"}, nil},
	{"write-a-skill", []string{"$ARGUMENTS", "${CLAUDE_SKILL_DIR}", `\$ARGUMENTS`}, nil},
	{"write-tests", []string{"$ARGUMENTS"}, nil},
}

// header is all a bundled skill may declare; anything else is a misspelling.
type header struct {
	Name                   string
	Description            string
	WhenToUse              string `yaml:"when_to_use"`
	ArgumentHint           string `yaml:"argument-hint"`
	Arguments              []string
	AllowedTools           string `yaml:"allowed-tools"`
	DisableModelInvocation bool   `yaml:"disable-model-invocation"`
	Paths                  []string
}

func TestEverySkillFileIsEmbedded(t *testing.T) {
	onDisk := files(t, os.DirFS("."))
	onDisk = slices.DeleteFunc(onDisk, func(name string) bool { return path.Dir(name) == "." })
	if embedded := files(t, FS); !slices.Equal(embedded, onDisk) {
		t.Errorf("embedded %q\non disk  %q", embedded, onDisk)
	}
	folders, err := fs.ReadDir(FS, ".")
	if err != nil {
		t.Fatal(err)
	}
	if len(folders) != len(skills) {
		t.Errorf("%d folders, %d skills expected", len(folders), len(skills))
	}
}

func TestSkills(t *testing.T) {
	token := regexp.MustCompile(`\\?\$[A-Za-z0-9_{][A-Za-z0-9_}\[\]]*`)
	command := regexp.MustCompile("!`([^`]*)`")
	link := regexp.MustCompile(`\]\(([^)]+)\)|\$\{CLAUDE_SKILL_DIR\}/([\w./-]+)`)
	for _, s := range skills {
		t.Run(s.name, func(t *testing.T) {
			head, body := read(t, s.name)
			if head.Name != s.name {
				t.Errorf("name %q in folder %q", head.Name, s.name)
			}
			if n := utf8.RuneCountInString(head.Description); n > 1024 || !strings.Contains(head.Description, " Use when ") &&
				!strings.Contains(head.Description, " Use for ") {
				t.Errorf("description of %d characters must say what and when: %q", n, head.Description)
			}
			if lines := strings.Count(body, "\n"); lines < 40 || lines > 120 {
				t.Errorf("%d lines, want 40 to 120", lines)
			}

			tokens := token.FindAllString(body, -1)
			slices.Sort(tokens)
			if tokens = slices.Compact(tokens); !slices.Equal(tokens, s.tokens) {
				t.Errorf("tokens %q, want %q", tokens, s.tokens)
			}
			var commands []string
			for _, m := range command.FindAllStringSubmatch(body, -1) {
				commands = append(commands, m[1])
			}
			if !slices.Equal(commands, s.commands) || strings.Contains(body, "```!") {
				t.Errorf("commands %q, want %q and no block", commands, s.commands)
			}

			linked := []string{s.name + "/SKILL.md"}
			for _, m := range link.FindAllStringSubmatch(body, -1) {
				linked = append(linked, path.Join(s.name, m[1]+m[2]))
			}
			slices.Sort(linked)
			sub, err := fs.Sub(FS, s.name)
			if err != nil {
				t.Fatal(err)
			}
			var there []string
			for _, name := range files(t, sub) {
				there = append(there, path.Join(s.name, name))
			}
			if linked = slices.Compact(linked); !slices.Equal(linked, there) {
				t.Errorf("links to %q, has %q", linked, there)
			}
		})
	}
}

// The bundled skills are also what a first run shows of the format.
func TestSkillsShowEveryFeature(t *testing.T) {
	shown := map[string]bool{
		"when_to_use": false, "argument-hint": false, "arguments": false, "allowed-tools": false,
		"disable-model-invocation": false, "paths": false,
	}
	for _, s := range skills {
		head, _ := read(t, s.name)
		for feature, used := range map[string]bool{
			"when_to_use": head.WhenToUse != "", "argument-hint": head.ArgumentHint != "", "arguments": len(head.Arguments) > 0,
			"allowed-tools": head.AllowedTools != "", "disable-model-invocation": head.DisableModelInvocation, "paths": len(head.Paths) > 0,
		} {
			shown[feature] = shown[feature] || used
		}
	}
	for feature, used := range shown {
		if !used {
			t.Errorf("no bundled skill has %s", feature)
		}
	}
}

// read splits a SKILL.md and decodes its header strictly.
func read(t *testing.T, name string) (header, string) {
	t.Helper()
	text, err := FS.ReadFile(name + "/SKILL.md")
	if err != nil {
		t.Fatal(err)
	}
	parts := bytes.SplitN(text, []byte("---\n"), 3)
	if len(parts) != 3 || len(parts[0]) > 0 {
		t.Fatalf("%s: no header between two lines of dashes", name)
	}
	var head header
	decoder := yaml.NewDecoder(bytes.NewReader(parts[1]))
	decoder.KnownFields(true)
	if err := decoder.Decode(&head); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return head, string(parts[2])
}

// files lists all regular files, sorted.
func files(t *testing.T, fsys fs.FS) []string {
	t.Helper()
	var names []string
	err := fs.WalkDir(fsys, ".", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			names = append(names, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(names)
	return names
}
