package lint

import (
	"strings"

	"knack/skill"
)

// unread is the rule of files that can't be read: no other applies to them.
const unread = "unreadable"

// readingRules are what reading a file finds, under the codes it has there.
var readingRules = []Rule{
	{
		ID: unread, Severity: fails, Books: both, Source: ofKnack,
		What: "the file can't be read at all, or is larger than 1 MiB", Fix: "what the message says",
		check: func(s *subject) []Finding { return one(true, Finding{Message: s.Unread}) },
	},
	ofReading("not-utf8", fails, "the file isn't UTF-8", "save it as UTF-8"),
	ofReading("empty-file", warns, "the file is empty", "write what the skill is for, and what to do"),
	nulBytes(),
	ofReading("line-ends", notes, "lines end in CRLF, or in both ways", "save the file with LF line ends"),
	ofReading("frontmatter-unopened", fails, "the frontmatter isn't read, because line 1 isn't exactly `---`", "write `---` alone on the first line"),
	ofReading("frontmatter-late", fails, "the frontmatter begins below line 1, or in a code block, and is read as body", "move it to the top of the file"),
	ofReading("frontmatter-unclosed", fails, "the frontmatter never ends, and no key of it is read", "add a line with only `---` after the last key"),
	ofReading("frontmatter-runs-on", fails, "the line that should end the frontmatter is missing or wrong", "put a line with only `---` there"),
	ofReading("frontmatter-no-keys", fails, "what stands between the dashes has no `key: value`", "write the keys there, or remove the dashes of line 1"),
	ofReading("yaml-recovered", fails, "a line of the frontmatter isn't valid YAML; Claude Code reads none of it where quotes around the values don't help, and a warning says where they do", "write the line that the hint gives"),
	ofReading("yaml-comment-cut", warns, "a `#` after a blank begins a comment in YAML, and the text behind it isn't read by strict readers", "put the value in quotes"),
	ofReading("yaml-duplicate-key", fails, "a key stands there twice", "remove one of them"),
	ofReading("yaml-alias", warns, "an anchor or alias is used", "write the value out"),
	ofReading("limit", fails, "something is too long or too deep to be read whole", "move text into the body, or a file of its own"),
	ofReading("field-alias", warns, "a key has another spelling than the documented one", "write the documented one"),
	ofReading("field-value", warns, "the value isn't one that the key can have", "write one of those the hint names"),
}

func ofReading(code string, severity skill.Severity, what, fix string) Rule {
	return Rule{
		ID: code, Severity: severity, Books: byClaude, What: what, Fix: fix, Source: ofKnack,
		check: func(s *subject) []Finding {
			var found []Finding
			for _, p := range s.doc.Problems {
				if p.Code == code {
					found = append(found, Finding{Severity: p.Severity, Line: p.Line, Column: p.Column, Message: p.Message, Hint: p.Hint})
				}
			}
			return found
		},
	}
}

// nulBytes is in both books: the other rules are about the frontmatter, which the
// validator reads by itself. It is silent where all there are break the YAML.
func nulBytes() Rule {
	r := ofReading("nul-byte", warns, "the file holds NUL bytes", "save it again as plain text")
	check := r.check
	r.Books = both
	r.check = func(s *subject) []Finding {
		if last := strings.LastIndexByte(s.text, 0); last >= 0 && s.breaksYAML(lineOf(s.text, last)) {
			return nil
		}
		return check(s)
	}
	return r
}
