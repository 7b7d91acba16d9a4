package skill

import (
	"strings"

	"knack/pattern"
)

var (
	headingLine = pattern.Lazy(`^#{1,6}(\s|$)`)
	// underline makes a heading of the text above it.
	underline = pattern.Lazy(`^(-+|=+)$`)
	ruleLine  = pattern.Lazy(`^([-*_=])( *[-*_=])+$`)
	tagLine   = pattern.Lazy(`^</?[A-Za-z][^<>]*>$`)
	markers   = pattern.Lazy(`^(>\s?|[-*+]\s+|\d{1,3}[.)]\s+)+`)
)

// firstParagraph finds the first prose of a Markdown text and puts it on one
// line. Headings, comments, code, rules, table rows, lone tags and frontmatter
// that stands in the wrong place are none; of a list it is the first item. "" when
// there is no prose.
func firstParagraph(text string) string {
	var words []string
	until := ""     // ends the comment or code block we are in
	inKeys := false // in misplaced frontmatter, up to a blank line or dashes
	size := 0
	for _, line := range numbered(text, 1) {
		line = strings.TrimSpace(line)
		if len(words) == 0 && namesSkill(strings.TrimLeft(line, "- ")) {
			inKeys = true
		}
		if inKeys {
			inKeys = line != "" && !strings.HasPrefix(line, "---") || strings.Contains(line, ":")
			continue
		}
		if until != "" {
			if strings.Contains(line, until) {
				until = ""
			}
			continue
		}
		started := len(words) > 0
		switch opened, closer := opens(line); {
		case started && underline().MatchString(line):
			words = nil
		case opened && started, started && endsParagraph(line):
			return strings.Join(words, " ")
		case opened:
			until = closer
		case started, !isNoProse(line):
			if !started {
				line = markers().ReplaceAllString(line, "")
			}
			words = append(words, line)
			size += len(line)
		}
		if size > maxDescription {
			break
		}
	}
	return strings.Join(words, " ")
}

// opens tells whether a line begins a comment or a code block, and what ends it;
// "" when it ends on the same line.
func opens(line string) (opened bool, closer string) {
	if comment, ok := strings.CutPrefix(line, "<!--"); ok {
		if strings.Contains(comment, "-->") {
			return true, ""
		}
		return true, "-->"
	}
	for _, fence := range []string{"```", "~~~"} {
		if strings.HasPrefix(line, fence) {
			return true, fence
		}
	}
	return false, ""
}

func isNoProse(line string) bool {
	return line == "" || line[0] == '|' || headingLine().MatchString(line) || ruleLine().MatchString(line) || tagLine().MatchString(line)
}

func endsParagraph(line string) bool {
	return line == "" || headingLine().MatchString(line) || ruleLine().MatchString(line) || tagLine().MatchString(line) || markers().MatchString(line)
}
