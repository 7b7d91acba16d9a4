package lint

import (
	"net/url"
	"path"
	"regexp"
	"strings"

	"knack/pattern"
)

// referenceRules are about what the body refers to.
var referenceRules = []Rule{{
	ID: "reference-broken", Severity: warns, Books: both, Source: ofSpec + ", file references",
	What: "the body leads to a file that the skill's folder doesn't hold", Fix: "correct the path, or add the file",
	check: checkReferences,
}}

func checkReferences(s *subject) []Finding {
	if s.Exists == nil || s.Command {
		return nil // a command's paths are those of the project it is called in
	}
	var found []Finding
	seen := map[string]bool{}
	for _, r := range s.references() {
		target, ok := insidePath(r.text)
		if !ok || seen[target] || r.mention && !s.ownFolder(target) {
			continue
		}
		seen[target] = true
		if !s.Exists(target) {
			found = append(found, s.inBody(r.offset).says(
				"the skill's folder holds no "+quoted(target), "correct the path, or add the file"))
		}
	}
	return found
}

// A reference is a path in the body. A mention is one that no link leads to, such as a
// path in a code span, which as well may be one of the person's project.
type reference struct {
	text    string
	offset  int
	mention bool
}

var (
	// [text](path), [text](<path>) and [text](path "title")
	inlineLink = pattern.Lazy(`\]\(\s*<?([^()\s<>]+)>?(?:\s+(?:"[^"\n]*"|'[^'\n]*'))?\s*\)`)
	// [label]: path
	linkTarget = pattern.Lazy(`(?m)^ {0,3}\[[^\]\n^]+\]:[ \t]+<?([^\s<>]+)>?[ \t]*$`)
	// ${CLAUDE_SKILL_DIR}/path
	ownPath = pattern.Lazy(`\$\{CLAUDE_SKILL_DIR\}/([\w./-]*\w)`)
	// scripts/name.py, alone between backticks
	spanPath = pattern.Lazy("^`+ ?\\.?/?((?:[\\w.-]+/)+[\\w.-]+\\.[A-Za-z]\\w{0,5}) ?`+$")
)

// references finds links in prose, paths below the skill's folder by its variable, and
// code spans that hold a path and nothing else.
func (s *subject) references() []reference {
	body := s.doc.Body
	var all []reference
	for _, m := range ownPath().FindAllStringSubmatchIndex(body, -1) {
		all = append(all, reference{text: body[m[2]:m[3]], offset: m[0]})
	}
	prose := []byte(body)
	for _, r := range s.code {
		span := body[r.Start:r.End]
		if m := spanPath().FindStringSubmatch(span); m != nil && !r.Fence {
			all = append(all, reference{text: m[1], offset: r.Start, mention: true})
		}
		for i := r.Start; i < r.End; i++ {
			if prose[i] != '\n' {
				prose[i] = 'x'
			}
		}
	}
	for _, links := range []*regexp.Regexp{inlineLink(), linkTarget()} {
		for _, m := range links.FindAllSubmatchIndex(prose, -1) {
			all = append(all, reference{text: body[m[2]:m[3]], offset: m[2]})
		}
	}
	return all
}

// insidePath gives the path below the skill's folder that a reference leads to; ok is
// false for one that leads elsewhere, or is a pattern to fill in.
func insidePath(text string) (target string, ok bool) {
	text, _, _ = strings.Cut(text, "#")
	text, _, _ = strings.Cut(text, "?")
	if plain, err := url.PathUnescape(text); err == nil {
		text = plain
	}
	target = path.Clean(strings.TrimSuffix(text, "/"))
	switch {
	case text == "" || target == "." || strings.HasPrefix(target, "/") || strings.HasPrefix(target, "~"):
		return "", false
	case target == ".." || strings.HasPrefix(target, "../"):
		return "", false
	case strings.ContainsAny(target, ":*{}[]<>$|\\`…"):
		return "", false // another scheme or system, or a pattern
	case strings.HasPrefix(target, "path/") || strings.Contains(target, "path/to/"):
		return "", false
	case !strings.ContainsAny(target, "./"):
		return "", false // a word, such as "url"
	}
	return target, true
}

// ownFolder tells whether the first folder of a path is one of the skill's.
func (s *subject) ownFolder(target string) bool {
	first, _, below := strings.Cut(target, "/")
	return below && s.Exists(first)
}
