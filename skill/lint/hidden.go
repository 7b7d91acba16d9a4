package lint

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"knack/render/safe"
	"knack/skill"
)

// hiddenRules are about characters that a model reads and a person doesn't see.
var hiddenRules = []Rule{
	{
		ID: "hidden-text", Severity: warns, Books: both, Source: "Unicode, block Tags (U+E0000)",
		What: "tag characters spell a text that no screen shows", Fix: "remove them, and look at who wrote them",
		check: func(s *subject) []Finding {
			var found []Finding
			for _, h := range safe.Find(s.text) {
				if h.Code == "tags" && len(found) < mostHidden {
					message := fmt.Sprintf("%s that no screen shows", characters(h.Count, "tag"))
					if h.Decoded != "" {
						message += " spell " + quoted(h.Decoded)
					}
					found = append(found, Finding{Line: h.Line, Column: h.Column}.says(message, "remove them, and look at who wrote them"))
				}
			}
			return found
		},
	},
	{
		ID: "hidden-characters", Severity: warns, Books: both, Source: "Unicode, general category and properties of the character",
		What: "control, bidirectional, zero-width or other characters that can't be seen stand in the text", Fix: "remove them",
		check: checkHiddenCharacters,
	},
}

// mostHidden is how many texts of one file are decoded.
const mostHidden = 20

// hiddenKinds are the codes of what is found, as they are called, what is wrong with them
// and what to do, and how much each matters.
var hiddenKinds = []struct {
	code, name, how, hint string
	severity              skill.Severity
}{
	{"control", "control", unseen, unlessMeant, warns},
	{"bidi", "bidirectional", unseen, unlessMeant, warns},
	{"zero-width", "zero-width", unseen, unlessMeant, warns},
	{"filler", "blank filler", unseen, unlessMeant, warns},
	{"variation", "variation", unseen, unlessMeant, notes},
	{"format", "format", unseen, unlessMeant, notes},
	{"separator", "line separator", unseen, unlessMeant, notes},
	{"private-use", "private-use", "without a meaning outside of one font or program", "write what is meant, or remove them", notes},
	{"unassigned", "unassigned", "that Unicode has no meaning for", "write the character that was meant", notes},
}

const (
	unseen      = "that can't be seen"
	unlessMeant = "remove what doesn't belong there; of what is meant write the code, such as U+200E"
)

func checkHiddenCharacters(s *subject) []Finding {
	var found []Finding
	all := safe.Find(s.text)
	for _, kind := range hiddenKinds {
		n, first := 0, safe.Hidden{}
		for _, h := range all {
			if h.Code != kind.code || s.text[h.Offset] == 0 || h.Code == "control" && s.breaksYAML(h.Line) {
				continue // NUL has a rule of its own
			}
			if n == 0 {
				first = h
			}
			n += h.Count
		}
		if n == 0 {
			continue
		}
		r, _ := utf8.DecodeRuneInString(s.text[first.Offset:])
		message := fmt.Sprintf("%s %s", characters(n, kind.name), kind.how)
		if n > first.Count {
			message += ", the first of them here"
		}
		message += fmt.Sprintf(": U+%04X", r)
		hint := kind.hint
		if meant, misread := meantBy(s.text, first.Offset); misread {
			message += fmt.Sprintf("; the text is UTF-8 that was read in another encoding and saved so, and here U+%04X was meant", meant)
			hint = restore
		}
		f := Finding{Severity: kind.severity, Line: first.Line, Column: first.Column}
		found = append(found, f.says(message, hint))
	}
	return append(found, s.hiddenInValues()...)
}

// breaksYAML tells whether a control character on a line is said to be no YAML, by both
// rulebooks.
func (s *subject) breaksYAML(line int) bool {
	return line < s.doc.BodyLine && s.spec.yamlError && slices.ContainsFunc(s.doc.Problems, isControl)
}

// isControl tells whether a problem is that YAML has no control characters.
func isControl(p skill.Problem) bool {
	return p.Code == "yaml-recovered" && strings.HasPrefix(p.Message, "control character")
}

// hiddenInValues are the characters that only escapes of YAML put into a value.
func (s *subject) hiddenInValues() []Finding {
	var found []Finding
	for _, field := range s.doc.Fields {
		n, first := 0, rune(0)
		for _, h := range safe.Find(field.Value) {
			r, _ := utf8.DecodeRuneInString(field.Value[h.Offset:])
			if strings.ContainsRune(s.doc.Raw, r) {
				continue
			}
			if n == 0 {
				first = r
			}
			n += h.Count
		}
		if n == 0 {
			continue
		}
		message := fmt.Sprintf("%s has an escape for U+%04X, a character that can't be seen", quoted(field.Key), first)
		if n > 1 {
			message = fmt.Sprintf("%s has escapes for %d characters that can't be seen, the first of them U+%04X", quoted(field.Key), n, first)
		}
		found = append(found, Finding{Line: field.Line, Column: field.Column}.says(message, "remove what doesn't belong there"))
	}
	return found
}

func characters(n int, kind string) string {
	if n == 1 {
		return "1 " + kind + " character"
	}
	return fmt.Sprintf("%d %s characters", n, kind)
}
