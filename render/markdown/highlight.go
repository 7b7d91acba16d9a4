package markdown

import (
	"strings"
	"unicode/utf8"
)

// highlight colours code in the language that a fence names. It looks at each byte
// a fixed number of times, so that there is no limit but that of the whole source.
// Of unknown languages, and without colours, it reports false.
//
// It knows words, not grammar. It marks what the eye looks for, leaves the rest
// alone, and when it can't be sure, as after a lone apostrophe, marks nothing.
func (l look) highlight(code, name string) (runs []run, coloured bool) {
	lang := languageOf(name)
	if lang == nil || l == plainLook {
		return []run{{text: code}}, false
	}
	return l.colours(code, lang), true
}

func (l look) colours(code string, lang *language) []run {
	h := &highlighter{language: lang, look: l, code: code, isKeyword: map[string]bool{}}
	for word := range strings.FieldsSeq(lang.keywords) {
		h.isKeyword[word] = true
	}
	lang.scan(h)
	return h.runs
}

// A highlighter is on its way through code.
type highlighter struct {
	*language
	look      look
	isKeyword map[string]bool

	code string
	at   int // runs hold code[:at]
	runs []run

	unclosed bool // some string has no end: from here on, strings end with their line
}

// take gives the next n bytes a style.
func (h *highlighter) take(n int, s style) {
	if n == 0 {
		return
	}
	if last := len(h.runs) - 1; last >= 0 && h.runs[last].style == s {
		n += len(h.runs[last].text)
		h.at -= len(h.runs[last].text)
		h.runs = h.runs[:last]
	}
	h.runs = append(h.runs, run{h.code[h.at : h.at+n], s})
	h.at += n
}

func (h *highlighter) colour(n int, c colour) { h.take(n, style{colour: c}) }

func (h *highlighter) rest() string { return h.code[h.at:] }

// before is the byte before the next; a line break at the start.
func (h *highlighter) before() byte {
	if h.at == 0 {
		return '\n'
	}
	return h.code[h.at-1]
}

// line is what is left of the line, with its break.
func (h *highlighter) line() string {
	if end := strings.IndexByte(h.rest(), '\n'); end >= 0 {
		return h.rest()[:end+1]
	}
	return h.rest()
}

// words is the scan of most languages.
func (h *highlighter) words() {
	for h.at < len(h.code) {
		if h.before() == '\n' && h.key() {
			continue
		}
		switch c := h.rest()[0]; {
		case h.comment() || h.quoted() || h.variable():
		case isWord(c):
			h.word()
		case c == '\\': // a quote after it starts no string
			h.take(min(2, len(h.rest())), style{})
		default:
			h.take(1, style{})
		}
	}
}

func (h *highlighter) comment() bool {
	if open, end := h.blockComment[0], h.blockComment[1]; open != "" && strings.HasPrefix(h.rest(), open) {
		h.colour(through(h.rest(), len(open), end), h.look.dim)
		return true
	}
	for _, mark := range h.lineComments {
		// Not in the middle of an address, a parameter or a colour.
		if strings.HasPrefix(h.rest(), mark) && strings.IndexByte(" \t\n;,)}]", h.before()) >= 0 {
			h.colour(len(strings.TrimSuffix(h.line(), "\n")), h.look.dim)
			return true
		}
	}
	return false
}

// through is how long s is up to and with the first end after from; all of s if
// there is none.
func through(s string, from int, end string) int {
	if i := strings.Index(s[from:], end); i >= 0 {
		return from + i + len(end)
	}
	return len(s)
}

func (h *highlighter) quoted() bool {
	for _, q := range h.quotes {
		if !strings.HasPrefix(h.rest(), q.open) {
			continue
		}
		n, closed := q.length(h.rest(), h.unclosed)
		if !closed && q.spansLines && !h.unclosed {
			h.unclosed = true
			n, closed = q.length(h.rest(), true)
		}
		switch {
		case !closed:
			h.take(n, style{})
		case h.quotedKeys && strings.HasPrefix(strings.TrimLeft(h.rest()[n:], " "), ":"):
			h.colour(n, h.look.accent)
		case h.variables && q.open == `"`:
			h.interpolated(h.at + n)
		default:
			h.colour(n, h.look.text)
		}
		return true
	}
	return false
}

// interpolated colours a string up to end, and the variables in it.
func (h *highlighter) interpolated(end int) {
	for h.at < end {
		switch n := variableLen(h.code[h.at:end]); {
		case n > 0:
			h.colour(n, h.look.code)
		case h.rest()[0] == '\\':
			h.colour(min(2, end-h.at), h.look.text)
		default:
			h.colour(1, h.look.text)
		}
	}
}

func (h *highlighter) variable() bool {
	if n := variableLen(h.rest()); h.variables && n > 0 {
		h.colour(n, h.look.code)
		return true
	}
	return false
}

// variableLen is the length of the $name, $1 or ${name} that s starts with, else 0.
func variableLen(s string) int {
	if len(s) < 2 || s[0] != '$' {
		return 0
	}
	switch c := s[1]; {
	case c == '{':
		// Up to whatever comes first: no part of s is looked at twice.
		end := strings.IndexAny(s[2:], "}$\"\n")
		switch {
		case end < 0:
			return len(s)
		case s[2+end] == '}':
			end++
		}
		return 2 + end
	case isDigit(c) || strings.IndexByte("@#?*!", c) >= 0:
		return 2
	case isWord(c):
		return 1 + wordLen(s[1:])
	}
	return 0
}

// word takes a word or number.
func (h *highlighter) word() {
	n := wordLen(h.rest())
	word := h.rest()[:n]
	if h.anyCase {
		word = strings.ToLower(word)
	}
	switch {
	case h.isKeyword[word]:
		h.colour(n, h.look.accent)
		return
	case h.numbers && (isDigit(word[0]) || isConstant(word)) && (!h.prose || h.isValue(n)):
		h.colour(n, h.look.number)
	default:
		h.take(n, style{})
	}
	// The apostrophe of "don't" starts no string, but the quote of r"raw" does.
	if next := h.rest(); !h.joinsQuotes && next != "" && (next[0] == '"' || next[0] == '\'') && strings.Trim(word, "bBcCfFlLnNrRuU8") != "" {
		h.take(1, style{})
	}
}

// isValue reports whether the next n bytes are all of a value: a key or a list mark
// comes before them and nothing after.
func (h *highlighter) isValue(n int) bool {
	before, after := h.code[:h.at], h.rest()[n:]
	return (strings.HasSuffix(before, ": ") || strings.HasSuffix(before, "- ")) && (after == "" || after[0] == '\n')
}

func isConstant(word string) bool {
	switch word {
	case "true", "false", "null", "nil", "none", "True", "False", "None", "TRUE", "FALSE", "NULL", "undefined", "nullptr", "NaN":
		return true
	}
	return false
}

// wordLen is the length of the word or number that s starts with. Whatever is not
// ASCII counts as a letter.
func wordLen(s string) int {
	n := 1
	for n < len(s) && (isWord(s[n]) || s[n] == '.' && isDigit(s[0]) && n+1 < len(s) && isDigit(s[n+1])) {
		n++
	}
	return n
}

func isWord(c byte) bool   { return c == '_' || isDigit(c) || isLetter(c) || c >= utf8.RuneSelf }
func isDigit(c byte) bool  { return c >= '0' && c <= '9' }
func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// key takes the key that a line starts with, or the [name] of a section.
func (h *highlighter) key() bool {
	if h.separator == "" {
		return false
	}
	line := strings.TrimRight(h.line(), " \n")
	if h.separator == "=" && strings.HasPrefix(line, "[") && strings.HasSuffix(line, "]") {
		h.take(len(line), style{h.look.accent, bold})
		return true
	}
	indent := len(line) - len(strings.TrimLeft(line, " -"))
	name := line[indent:]
	end := strings.IndexAny(name, " :=#,;(){}[]")
	if end <= 0 {
		return false
	}
	value, ok := strings.CutPrefix(strings.TrimLeft(name[end:], " "), h.separator)
	if !ok || h.separator == ":" && value != "" && value[0] != ' ' {
		return false
	}
	h.take(indent, style{})
	h.colour(end, h.look.accent)
	return true
}

// markup is the scan of HTML and its like: quotes matter only inside tags.
func (h *highlighter) markup() {
	for h.at < len(h.code) {
		text := strings.IndexByte(h.rest(), '<')
		if text < 0 {
			text = len(h.rest())
		}
		h.take(text, style{})
		if !h.comment() && h.at < len(h.code) {
			h.tag()
		}
	}
}

// tag takes what starts with <, up to the > that closes it.
func (h *highlighter) tag() {
	name := 1
	for name < len(h.rest()) && (isWord(h.rest()[name]) || strings.IndexByte("/!?-:.", h.rest()[name]) >= 0) {
		name++
	}
	if name == 1 {
		h.take(1, style{})
		return
	}
	h.colour(name, h.look.accent)
	for h.at < len(h.code) && h.rest()[0] != '<' {
		switch c := h.rest()[0]; {
		case c == '>':
			h.colour(1, h.look.accent)
			return
		case (c == '"' || c == '\'') && h.before() == '=':
			h.colour(through(h.rest(), 1, string(c)), h.look.text)
		case isWord(c):
			h.take(wordLen(h.rest()), style{})
		default:
			h.take(1, style{})
		}
	}
}

// changes is the scan of a diff.
func (h *highlighter) changes() {
	for h.at < len(h.code) {
		s := style{}
		switch line := h.line(); {
		case strings.HasPrefix(line, "+++"), strings.HasPrefix(line, "---"), strings.HasPrefix(line, "diff "):
			s.font = bold
		case line[0] == '+':
			s.colour = h.look.text
		case line[0] == '-':
			s.colour = h.look.remove
		case strings.HasPrefix(line, "@@"):
			s.colour = h.look.dim
		}
		h.take(len(h.line()), s)
	}
}

// markdown is the scan of Markdown, with its frontmatter.
func (h *highlighter) markdown() {
	h.frontmatter()
	fence := ""
	for h.at < len(h.code) {
		line := h.line()
		mark := fenceOf(line)
		switch {
		case fence == "" && mark != "":
			fence = mark
			h.colour(len(line), h.look.dim)
		case fence != "" && strings.HasPrefix(mark, fence) && strings.TrimSpace(line) == mark:
			fence = ""
			h.colour(len(line), h.look.dim)
		case fence != "":
			h.take(len(line), style{})
		case strings.HasPrefix(strings.TrimLeft(line, "#"), " ") && line[0] == '#':
			h.take(len(line), style{h.look.accent, bold})
		default:
			h.codeSpans(line)
		}
	}
}

func (h *highlighter) frontmatter() {
	yaml, _, ok := strings.Cut(strings.TrimPrefix(h.code, "---\n"), "\n---")
	if !ok || !strings.HasPrefix(h.code, "---\n") {
		return
	}
	h.colour(len("---\n"), h.look.dim)
	for _, r := range h.look.colours(yaml, languageOf("yaml")) {
		h.take(len(r.text), r.style)
	}
	h.take(1, style{})
	h.colour(len("---"), h.look.dim)
}

// fenceOf is the ``` or ~~~ that line starts with, however long.
func fenceOf(line string) string {
	line = strings.TrimLeft(line, " ")
	for _, mark := range []string{"`", "~"} {
		if n := len(line) - len(strings.TrimLeft(line, mark)); n >= 3 {
			return line[:n]
		}
	}
	return ""
}

// codeSpans takes a line of prose.
func (h *highlighter) codeSpans(line string) {
	for line != "" {
		before, after, _ := strings.Cut(line, "`")
		end := strings.IndexByte(after, '`')
		if end < 0 {
			h.take(len(line), style{})
			return
		}
		h.take(len(before), style{})
		h.colour(end+2, h.look.code)
		line = after[end+1:]
	}
}
