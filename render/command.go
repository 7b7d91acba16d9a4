package render

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// form is a command as it stands in a body.
type form struct {
	// start and end hold the marks too, textStart and textEnd only what is run.
	start, end         int
	textStart, textEnd int
	line               int
	block, inCode      bool
	// first and last delimit its pieces in the template.
	first, last int
}

// commandForms finds the commands of a body as it is written, and where a block of them
// begins that nothing ends, -1 for nowhere. The text between the marks is anything but a
// backtick, and not only blanks.
func commandForms(body string, rules Rules) (forms []form, unclosed int) {
	unclosed = -1
	lastTick := strings.LastIndexByte(body, '`')
	blocks := rules.CommandBlocks
	done := 0 // the end of the last command
	for at := 0; ; {
		n := strings.IndexByte(body[at:], '!')
		if n < 0 {
			return forms, unclosed
		}
		bang := at + n
		at = bang + 1
		var f form
		switch {
		case blocks && bang-len(ticks) >= done && opensBlock(body, bang):
			f = blockForm(body, bang)
			if f.end == 0 {
				blocks, unclosed = false, bang-len(ticks) // nothing closes a later one either
			}
		case bang+2 <= lastTick && body[bang+1] == '`' && rules.Commands.allows(body[:bang]):
			f = inlineForm(body, bang)
		}
		if strings.TrimSpace(body[f.textStart:f.textEnd]) != "" {
			forms = append(forms, f)
			at, done = f.end, f.end
		}
	}
}

// allows tells whether a command may stand after before.
func (p Place) allows(before string) bool {
	if p != AfterBlank || before == "" {
		return p != Nowhere
	}
	r, _ := utf8.DecodeLastRuneInString(before)
	return unicode.IsSpace(r)
}

// inlineForm reads !`text`; a backtick must follow the opening one.
func inlineForm(body string, bang int) form {
	text := bang + 2
	end := text + strings.IndexByte(body[text:], '`')
	return form{start: bang, end: end + 1, textStart: text, textEnd: end}
}

const ticks = "```"

// opensBlock tells whether the bang ends a line that holds nothing but ```!.
func opensBlock(body string, bang int) bool {
	before, ok := strings.CutSuffix(body[:bang], ticks)
	if !ok {
		return false
	}
	before = strings.TrimRight(before, " \t")
	if before != "" && !strings.HasSuffix(before, "\n") {
		return false
	}
	rest, _, closed := strings.Cut(body[bang+1:], "\n")
	return closed && strings.TrimSpace(rest) == ""
}

// blockForm reads from ```! to the next line that holds nothing but ```; the
// zero form if there is none.
func blockForm(body string, bang int) form {
	text := bang + 1 + strings.IndexByte(body[bang+1:], '\n') + 1
	for at := text; at < len(body); {
		end := lineEnd(body, at)
		if strings.TrimSpace(body[at:end]) == ticks {
			return form{
				start: bang - len(ticks), end: at + strings.Index(body[at:end], ticks) + len(ticks),
				textStart: text, textEnd: text + len(withoutBreak(body[text:at])),
				block: true,
			}
		}
		at = end
	}
	return form{}
}

// lineEnd is the offset after the line break that ends the line at.
func lineEnd(body string, at int) int {
	n := strings.IndexByte(body[at:], '\n')
	if n < 0 {
		return len(body)
	}
	return at + n + 1
}

func withoutBreak(s string) string {
	return strings.TrimSuffix(strings.TrimSuffix(s, "\n"), "\r")
}
