package bundled_test

import (
	"io/fs"
	"path"
	"slices"
	"strings"
	"testing"

	"knack/bundled"
	"knack/skill"
	"knack/skill/lint"
)

// claudeKeys are keys of Claude Code that the skills use on purpose. The validator of the
// open specification rejects every key that isn't its own, and agents leave out what they
// don't know.
var claudeKeys = []string{"when_to_use", "argument-hint", "arguments", "disable-model-invocation", "paths"}

// Whoever takes a bundled skill for a model gets one that nothing is wrong with.
func TestSkillsLintClean(t *testing.T) {
	files, err := fs.Glob(bundled.FS, "*/SKILL.md")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		data, err := fs.ReadFile(bundled.FS, file)
		if err != nil {
			t.Fatal(err)
		}
		folder := path.Dir(file)
		r := lint.Check(lint.File{Data: data, Name: "SKILL.md", Folder: folder, Exists: func(name string) bool {
			_, err := fs.Stat(bundled.FS, path.Join(folder, name))
			return err == nil
		}}, lint.Rulebooks()...)
		for _, f := range r.Findings {
			onPurpose := f.Rule == "spec-key" && slices.ContainsFunc(claudeKeys, func(key string) bool {
				return strings.HasSuffix(f.Message, "`"+key+"`")
			})
			if f.Severity != skill.Note && !onPurpose {
				t.Errorf("%s:%d: %s %s: %s", file, f.Line, f.Severity, f.Rule, f.Message)
			}
		}
	}
}
