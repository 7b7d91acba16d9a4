package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"knack/skill"
	"knack/tui/explain"
)

// find gives the one skill that name stands for.
func find(l *skill.Library, name string) (*skill.Skill, error) {
	found := l.Resolve(absolute(l, name))
	switch len(found) {
	case 1:
		return found[0], nil
	case 0:
		return nil, unknown(l, name, fmt.Sprintf("knack list shows what there is, knack why %s where it was looked for", name))
	}
	f := wrong("%d skills are called %s; name one by its key:", len(found), name)
	for _, k := range found {
		f.hint("%s", k.Key)
	}
	return nil, f
}

// absolute makes a whole path of a name that can only be one: no skill is called
// so.
func absolute(l *skill.Library, name string) string {
	if len(l.Resolve(name)) > 0 || !looksLikePath(name) {
		return name
	}
	path, err := filepath.Abs(name)
	if err != nil {
		return name
	}
	return path
}

func looksLikePath(name string) bool {
	return strings.ContainsAny(name, "/"+string(filepath.Separator)) || name == "." || name == ".."
}

// unknown is the failure of a name that no skill has; next says where to go on.
func unknown(l *skill.Library, name, next string) *failure {
	if p, ok := noSkill(name); ok {
		return p
	}
	f := wrong("no skill is called %s", name)
	for _, line := range explain.Near(l, name, "") {
		f.hint("%s", line.Text)
	}
	if _, err := os.Stat(name); err == nil && looksLikePath(name) {
		f.hint("knack render --file %s renders a file that no source holds", name)
	} else if close := l.Similar(strings.TrimPrefix(name, "/")); len(close) > 0 {
		f.hint("did you mean %s?", orList(close))
	}
	return f.hint("%s", next)
}

// noSkill is the failure of a path that leads to a folder which is no skill.
func noSkill(path string) (f *failure, ok bool) {
	if !looksLikePath(path) {
		return nil, false
	}
	p, ok := skill.NoSkill(path)
	if !ok {
		return nil, false
	}
	f = wrong("%s %s", path, p.Message)
	if p.Hint != "" {
		f.hint("%s", p.Hint)
	}
	return f, true
}

// orList joins words as in "a, b or c".
func orList(words []string) string {
	if len(words) == 1 {
		return words[0]
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " or " + words[last]
}
