package skill

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"knack/pattern"
)

// recoverFields reads a block that YAML refuses with err. People write sentences,
// not YAML: a colon, a bracket or a backtick in one must not cost them the skill.
//
// First the characters that no YAML may hold are taken out. If that doesn't help,
// every top-level key is read alone, so that a bad one costs only itself, and its
// text is taken as it stands. Everything mended is a yaml-recovered problem whose
// hint is the line that would have been right. The block begins on the line first of
// the file, and dashes end it on the line end.
func recoverFields(lines []string, first, end int, err error) ([]yamlField, []Problem) {
	lines, problems := cleanLines(lines, first)
	if len(problems) > 0 {
		if root, err := decodeYAML(lines); err == nil {
			return fieldsOf(root, lines, first), problems
		}
	}
	fields, stray := splitFields(lines, first)
	problems = append(problems, stray...)
	if len(fields) == 0 {
		return nil, []Problem{{
			Code: "frontmatter-no-keys", Severity: Error, Line: 1, Column: 1,
			Message: fmt.Sprintf("what stands between this line and the --- of line %d is taken for frontmatter, and no line of it begins with a `key: value`", end),
			Hint:    "write the keys there, such as description: what it does and when to use it; or remove the --- of line 1, if it is a rule",
		}}
	}
	for i := range fields {
		if i > maxNodes/2 {
			break // check cuts them off
		}
		problems = append(problems, fields[i].decode()...)
	}
	if len(problems) == 0 {
		problems = append(problems, Problem{
			Code: "yaml-recovered", Severity: Error, Line: first, Column: 1,
			Message: "the frontmatter isn't valid YAML as a whole (" + reason(err) + "); its keys were read one by one",
		})
	}
	return fields, problems
}

// cleanLines takes out what YAML never allows: control characters anywhere, and
// tabs and no-break spaces where blanks have to stand. One problem is given for
// each kind.
func cleanLines(lines []string, first int) ([]string, []Problem) {
	cleaned := make([]string, len(lines))
	var problems []Problem
	seen := map[string]bool{}
	for i, line := range lines {
		var what string
		cleaned[i], what = cleanLine(line)
		if what == "" || seen[what] {
			continue
		}
		seen[what] = true
		problems = append(problems, Problem{
			Code: "yaml-recovered", Severity: Error, Line: first + i, Column: 1,
			Message: what, Hint: cleaned[i],
		})
	}
	return cleaned, problems
}

func cleanLine(line string) (cleaned, what string) {
	cleaned = strings.Map(func(r rune) rune {
		if r < ' ' && r != '\t' || r >= 0x7f && r < 0xa0 || r == '\ufeff' || r == '\ufffe' || r == '\uffff' {
			what = fmt.Sprintf("control character U+%04X, which YAML doesn't allow; left out", r)
			return -1
		}
		return r
	}, line)
	text := strings.TrimLeft(cleaned, " \t\u00a0")
	indent := cleaned[:len(cleaned)-len(text)]
	switch {
	case strings.Contains(indent, "\t"):
		what = "tab used as indent; YAML takes blanks only"
	case strings.Contains(indent, "\u00a0"):
		what = "no-break space used as indent; YAML takes blanks only"
	}
	cleaned = indentWidth.Replace(indent) + text
	if mended := noBreakColon().ReplaceAllString(cleaned, "$1: "); mended != cleaned {
		cleaned, what = mended, "a no-break space follows the colon, where a blank has to stand"
	}
	return cleaned, what
}

var (
	indentWidth  = strings.NewReplacer("\t", "  ", "\u00a0", " ")
	noBreakColon = pattern.Lazy(`^([\w-]+):\x{00a0}\s*`)
)

// A keyLine is a line that begins with a key at its left edge.
type keyLine struct {
	key string
	// loose: no YAML, since the blank behind the colon is missing, or the colon is
	// the full-width one of East Asian keyboards.
	loose bool
}

var (
	strictKey = pattern.Lazy(`^([\pL_][\pL\pN_.-]*)[ \t]*:([ \t]|$)`)
	looseKey  = pattern.Lazy(`^([A-Za-z_-]+)[ \t]*[:：]`)
)

// parseKey is false for a line that continues the value above it. Loose keys have
// to be documented ones: anything else may be prose, such as an address.
func parseKey(line string) (keyLine, bool) {
	if m := strictKey().FindStringSubmatch(line); m != nil {
		return keyLine{key: m[1]}, true
	}
	if m := looseKey().FindStringSubmatch(line); m != nil && documentedKey(m[1]) == m[1] {
		return keyLine{key: m[1], loose: true}, true
	}
	return keyLine{}, false
}

func hasKey(line string) bool {
	_, ok := parseKey(line)
	return ok
}

// findColon finds the first colon behind a key, and its size in bytes.
func findColon(text string) (at, size int) {
	at = strings.IndexAny(text, ":：")
	if at < 0 {
		return -1, 0
	}
	_, size = utf8.DecodeRuneInString(text[at:])
	return at, size
}

// splitFields cuts a block at the lines that begin with a key. Of what stands
// above the first one, the first line is reported.
func splitFields(lines []string, first int) (fields []yamlField, problems []Problem) {
	start, stray := 0, false
	lines, problems = withoutConflicts(lines, first)
	lines, code := withoutCode(lines, first)
	problems = append(problems, code...)
	for i, line := range lines {
		k, ok := parseKey(line)
		if !ok && len(fields) > 0 {
			k, ok = fields[len(fields)-1].slipped(line)
		}
		if !ok {
			if len(fields) == 0 && !stray && strings.TrimSpace(line) != "" && line[0] != '#' {
				problems = append(problems, strayLine(first+i))
				stray = true
			}
			continue
		}
		if len(fields) > 0 {
			fields[len(fields)-1].lines = lines[start:i]
		}
		start = i
		column := 1 + len(line) - len(strings.TrimLeft(line, " "))
		fields = append(fields, yamlField{key: k.key, line: first + i, column: column, lines: lines[i : i+1], first: first + i})
	}
	if len(fields) > 0 {
		fields[len(fields)-1].lines = lines[start:]
	}
	return fields, problems
}

// conflictMark is a line that a merge leaves where both sides differ.
var conflictMark = pattern.Lazy(`^(?:<{7}|={7}|>{7}|\|{7})(?: |$)`)

// withoutConflicts blanks the marks of merge conflicts, and reports the first.
func withoutConflicts(lines []string, first int) ([]string, []Problem) {
	return without(lines, first, conflictMark().MatchString,
		"this line is the mark of a merge conflict; it is left out", "choose one of both sides, and remove the marks")
}

// withoutCode blanks code blocks at the left edge, which no YAML has, and reports the
// first.
func withoutCode(lines []string, first int) ([]string, []Problem) {
	open := false
	inCode := func(line string) bool {
		was := open
		open = inFence(line, open)
		return was || open
	}
	return without(lines, first, inCode,
		"a code block can't stand in the frontmatter; it is left out", "move it below the --- that ends the frontmatter")
}

// without blanks the lines that don't belong in a block, and reports the first.
func without(lines []string, first int, stray func(line string) bool, message, hint string) ([]string, []Problem) {
	var problems []Problem
	cleaned := slices.Clone(lines)
	for i, line := range lines {
		if !stray(line) {
			continue
		}
		if cleaned[i] = ""; problems == nil {
			problems = []Problem{{
				Code: "yaml-recovered", Severity: Error, Line: first + i, Column: 1, Message: message, Hint: hint,
			}}
		}
	}
	return cleaned, problems
}

// codeFence begins and ends a code block.
const codeFence = "```"

// inFence tells whether a code block is open behind a line, given whether one is before
// it. What says more than the fence begins another one.
func inFence(line string, open bool) bool {
	if !strings.HasPrefix(line, codeFence) {
		return open
	}
	return !open || strings.TrimSpace(line) != codeFence
}

// slipped recognises a documented key that has slipped to the right below a value
// that is complete on its own line, so that nothing can be nested there.
func (f *yamlField) slipped(line string) (keyLine, bool) {
	text := strings.TrimLeft(line, " ")
	k, ok := parseKey(text)
	if !ok || text == line || documentedKey(k.key) != k.key {
		return keyLine{}, false
	}
	head, _ := f.source()
	return k, head != "" && !strings.ContainsRune("|>[{\"'&!", rune(head[0]))
}

func strayLine(line int) Problem {
	return Problem{
		Code: "yaml-recovered", Severity: Error, Line: line, Column: 1,
		Message: "this line is no `key: value`; it is left out",
		Hint:    "indent it if it belongs to the key above, write it as `key: value`, or remove it",
	}
}

// decode reads a key alone, and falls back on its text.
func (f *yamlField) decode() []Problem {
	var problems []Problem
	err := f.decodeAlone()
	if at := f.strayAt(); err != nil && at > 0 && !f.goesOn() {
		problems = append(problems, strayLine(f.line+at))
		f.lines = f.lines[:at]
		err = f.decodeAlone()
	}
	switch {
	case err != nil:
		problems = append(problems, f.takeText(err))
	case f.column > 1:
		problems = append(problems, Problem{
			Code: "yaml-recovered", Severity: Error, Line: f.line, Column: f.column,
			Message: quoted(f.key) + " is indented, though nothing above it can hold it",
			Hint:    strings.TrimSpace(f.lines[0]),
		})
	}
	return problems
}

func (f *yamlField) decodeAlone() error {
	root, err := decodeYAML(f.lines)
	switch {
	case err != nil:
		return err
	case root == nil || len(root.Content) != 2 || root.Content[0].Value != f.key:
		return errors.New("it isn't one key with one value")
	}
	f.value = root.Content[1]
	return nil
}

// goesOn tells whether a line at the left edge can belong to the value: to a
// sentence, unless its quotes are closed already.
func (f *yamlField) goesOn() bool {
	head, _ := f.source()
	last := len(head) - 1
	return isProse(f.key) && (last < 1 || head[0] != '"' && head[0] != '\'' || head[0] != head[last])
}

// strayAt is the index of the first line at the left edge that is neither a list
// item nor the end of a bracket, -1 without one.
func (f *yamlField) strayAt() int {
	for i, line := range f.lines[1:] {
		if line != "" && !strings.ContainsRune(" \t#-]}", rune(line[0])) {
			return i + 1
		}
	}
	return -1
}

// takeText takes the value as the text that stands there, and tells why YAML
// didn't.
func (f *yamlField) takeText(err error) Problem {
	p := f.whyNotYAML(err)
	head, rest := f.source()
	switch {
	case head == "":
		f.recovered = dedent(rest)
	case blockHeader().MatchString(head):
		f.recovered = dedent(rest) + "\n"
	case head[0] == '[' || head[0] == '{':
		f.recovered = strings.Join(append([]string{head}, rest...), "\n")
	default:
		f.recovered = unquote(fold(head, rest))
	}
	if p.Hint == "" {
		p.Hint = f.correctedLine(head)
	}
	return p
}

var blockHeader = pattern.Lazy(`^[|>][-+0-9]*$`)

// listKeys hold several texts.
var listKeys = []string{"arguments", "allowed-tools", "disallowed-tools", "paths"}

// correctedLine is the YAML that says what was recovered, or advice where the
// value has structure that nobody can guess.
func (f *yamlField) correctedLine(head string) string {
	if slices.Contains(listKeys, documentedKey(f.key)) {
		items := looseItems(f.recovered)
		if len(items) == 1 {
			return f.key + ": " + quoteYAML(items[0])
		}
		for i, item := range items {
			items[i] = quoteYAML(item)
		}
		return f.key + ": [" + strings.Join(items, ", ") + "]"
	}
	switch {
	case head == "":
		return "look at the indent, the quotes, the brackets and the blank behind each colon there"
	case !isProse(f.key) && strings.ContainsAny(head[:1], "[{"):
		return "look for a bracket, brace, comma or quote that is missing or too many"
	}
	return f.key + ": " + quoteYAML(f.recovered)
}

var (
	// The dashes and the key in front of a text inside a value.
	beforeText = pattern.Lazy(`^\s*(?:- +)*(?:[^\s"'\[{#:][^:]*: +)?`)
	// A backslash in front of a bracket, as Markdown has it.
	escapedSign = pattern.Lazy(`\\([\[\]{}_])`)
)

// mend looks for the lines below the key whose texts need quotes. With those the value
// has to be valid; p then is about the first of them. It is false for anything else.
func (f *yamlField) mend(p *Problem) bool {
	mended := *f
	mended.lines = slices.Clone(f.lines)
	first, more := 0, 0
	for i, line := range f.lines[1:] {
		start := len(beforeText().FindString(line))
		text := strings.TrimSpace(line[start:])
		switch {
		case blockHeader().MatchString(text):
			return false // what is below it needs no quotes
		case text == "" || text[0] == '#' || text[0] == '[' || text[0] == '{' || strings.HasSuffix(text, ":"):
			continue
		}
		if _, err := decodeYAML([]string{"x: " + text}); err == nil {
			continue
		}
		mended.lines[i+1] = line[:start] + quoteYAML(unquote(text))
		if more++; first == 0 {
			first, more = i+1, 0
			p.Line, p.Column = f.line+first, columnAt(line, start)
			p.Message = "this text in the value of " + quoted(f.key) + " needs quotes"
			if why := badText(text); why != "" {
				p.Message = "this text in the value of " + quoted(f.key) + " " + why
			}
		}
	}
	if first == 0 || mended.decodeAlone() != nil {
		return false
	}
	if more > 0 {
		p.Message += "; more such texts below: " + strconv.Itoa(more)
	}
	p.Hint = mended.lines[first]
	return true
}

// unescape takes the backslashes of Markdown out of a value in brackets, which has to be
// valid then.
func (f *yamlField) unescape(p *Problem) bool {
	mended := *f
	mended.lines = slices.Clone(f.lines)
	for i, line := range f.lines {
		mended.lines[i] = escapedSign().ReplaceAllString(line, "$1")
	}
	if mended.decodeAlone() != nil {
		return false
	}
	for i, line := range f.lines {
		if line != mended.lines[i] {
			p.Line, p.Column = f.line+i, columnAt(line, escapedSign().FindStringIndex(line)[0])
			p.Message = "a backslash stands before a bracket in the value of " + quoted(f.key) + ", which YAML doesn't allow"
			p.Hint = mended.lines[i]
			return true
		}
	}
	return false
}

// amongItems finds a line that stands where a list's items do and isn't one.
func (f *yamlField) amongItems(p *Problem) bool {
	indent := -1
	for i, line := range f.lines[1:] {
		text := strings.TrimLeft(line, " ")
		switch {
		case text == "" || text[0] == '#':
		case indent < 0 && !strings.HasPrefix(text, "- "):
			return false
		case indent < 0:
			indent = len(line) - len(text)
		case len(line)-len(text) == indent && !strings.HasPrefix(text, "- ") && text != "-":
			p.Line, p.Column = f.line+i+1, 1+indent
			p.Message = "this line stands among the items of the list under " + quoted(f.key) + ", and isn't one"
			p.Hint = "begin it with a dash, or move it out of the list"
			return true
		}
	}
	return false
}

// quoteYAML writes a text as a quoted YAML string on one line.
func quoteYAML(text string) string {
	if !strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }) {
		if !strings.ContainsAny(text, `"\`) {
			return `"` + text + `"`
		}
		return "'" + strings.ReplaceAll(text, "'", "''") + "'"
	}
	return strconv.Quote(text) // all of Go's escapes are YAML's too
}

// unquote takes quotes off a text that they enclose, though not by YAML's rules:
// `'it's'`, `"a "b" c"`, `"C:\dir"`. In `"a" and "b"` they enclose words, and stay.
func unquote(text string) string {
	quote := text[0]
	if quote != '"' && quote != '\'' {
		return text
	}
	inner := text[1:]
	end := strings.IndexByte(inner, quote)
	switch {
	case end < 0:
		return inner // never closed
	case inner[len(inner)-1] != quote:
		return text
	case end == len(inner)-1, !closes(inner, end):
		return inner[:len(inner)-1]
	}
	return text
}

// closes tells whether the quote at an offset ends a word rather than begins one
// or stands within.
func closes(text string, at int) bool {
	after, _ := utf8.DecodeRuneInString(text[at+1:])
	return at > 0 && text[at-1] != ' ' && !unicode.IsLetter(after) && !unicode.IsDigit(after)
}

// looseItems cuts the text of a list that isn't valid YAML into its items: lines
// with dashes, or what stands between brackets. Any other text is one item.
func looseItems(text string) []string {
	var parts []string
	switch {
	case strings.HasPrefix(text, "- "):
		parts = strings.Split(strings.TrimPrefix(text, "- "), "\n- ")
	case strings.HasPrefix(text, "[") && (strings.HasSuffix(text, "]") || !strings.Contains(text, "]")):
		parts = strings.Split(strings.Trim(text, "[]"), ",")
	default:
		parts = []string{text}
	}
	items := parts[:0]
	for _, part := range parts {
		if part = strings.TrimSpace(part); part != "" {
			items = append(items, looseItem(part))
		}
	}
	return items
}

// looseItem is the text of one item: without quotes, and of a map with a name that
// name (see itemText).
func looseItem(text string) string {
	if name, ok := strings.CutPrefix(text, "name:"); ok {
		text, _, _ = strings.Cut(strings.TrimSpace(name), "\n")
	}
	if text == "" {
		return ""
	}
	return unquote(text)
}

// whyNotYAML finds the place and the reason in words, so that a person who
// doesn't know YAML knows what to change.
func (f *yamlField) whyNotYAML(err error) Problem {
	p := Problem{Code: "yaml-recovered", Severity: Error}
	p.Line, p.Column = f.valuePosition()
	key := quoted(f.key)
	if k, _ := parseKey(strings.TrimLeft(f.lines[0], " ")); k.loose {
		p.Line, p.Column = f.line, f.column
		p.Message = "a plain colon and a blank have to follow " + key
		return p
	}
	head, rest := f.source()
	if at := f.strayAt(); at > 0 && f.goesOn() {
		p.Line, p.Column = f.line+at, 1
		p.Message = "this line goes on with the text of " + key + ", but without an indent"
		return p
	}
	if head == "" || !isProse(f.key) && strings.ContainsAny(head[:1], "[{") {
		lists := slices.Contains(listKeys, documentedKey(f.key)) // whose correct line is another
		if head == "" && !lists && f.mend(&p) || f.unescape(&p) || head == "" && f.amongItems(&p) {
			return p
		}
		p.Line, p.Column = f.errorLine(err)
		p.Message = "the value of " + key + " isn't valid YAML (" + reason(err) + "); taken as written"
		return p
	}
	if blockHeader().MatchString(head) {
		p.Line, p.Column = f.lessIndent(err)
		p.Message = "a line of the text below " + key + " has less indent than its first one"
		return p
	}
	text := head
	if len(rest) > 0 && (head[0] == '"' || head[0] == '\'') {
		text = fold(head, rest)
		p.Line, p.Column = f.quotesEnd(err)
	}
	if why := badText(text); why != "" {
		p.Message = key + " " + why
		return p
	}
	if line, column, ok := f.colon(); ok {
		p.Line, p.Column = line, column
		p.Message = "a colon in the text of " + key + " makes YAML read a new key here; the text needs quotes"
		return p
	}
	p.Line, p.Column = f.errorLine(err)
	p.Message = "the text of " + key + " isn't valid YAML (" + reason(err) + "); taken as written"
	return p
}

// lessIndent is the place of the first line that ends a text below its key too early.
func (f *yamlField) lessIndent(err error) (line, column int) {
	indent := -1
	for i, text := range f.lines[1:] {
		n := len(text) - len(strings.TrimLeft(text, " "))
		switch {
		case n == len(text):
		case indent < 0:
			indent = n
		case n < indent:
			return f.line + i + 1, 1 + n
		}
	}
	return f.errorLine(err)
}

// quotesEnd is the place of the quote below the first line that ends a text too early,
// else that of the error.
func (f *yamlField) quotesEnd(err error) (line, column int) {
	line, column = f.valuePosition()
	_, rest := f.source()
	start := offsetOf(f.lines[0], column)
	quote := f.lines[0][start]
	for i, text := range f.lines {
		at := 0
		if i == 0 {
			at = start + 1
		}
		for ; at < len(text); at++ {
			switch {
			case quote == '"' && text[at] == '\\', text[at] == quote && quote == '\'' && strings.HasPrefix(text[at+1:], "'"):
				at++ // an escape
			case text[at] == quote && i == 0:
				return line, column
			case text[at] == quote && i == len(rest) && strings.TrimSpace(text[at+1:]) == "":
				return f.errorLine(err) // of what stands within the quotes
			case text[at] == quote:
				return f.line + i, columnAt(text, at)
			}
		}
	}
	return line, column // it never ends
}

// badText says what is wrong with a text that begins with a sign of YAML's, "" when it
// doesn't.
func badText(text string) string {
	if last := len(text) - 1; last > 0 && text[0] == '"' && strings.IndexByte(text[1:], '"') == last-1 && strings.Contains(text, `\`) {
		return "has a backslash in double quotes, where YAML expects an escape that it knows"
	}
	if why := badStart(text); why != "" {
		return "begins with " + why
	}
	return ""
}

// badStart says what is wrong with a text that begins with a sign of YAML's, ""
// when it doesn't.
func badStart(head string) string {
	sign := `"` + head[:1] + `"`
	switch head[0] {
	case '"', '\'':
		if !strings.Contains(head[1:], head[:1]) {
			return "a quote that is never closed"
		}
		return "a quote, but the quotes don't enclose the whole text"
	case '[':
		return sign + ", which makes YAML expect a list; the text needs quotes"
	case '{':
		return sign + ", which makes YAML expect a map; the text needs quotes"
	case '*':
		return sign + ", which YAML takes for an alias; the text needs quotes"
	case '&', '!':
		return sign + ", which has a meaning of its own in YAML; the text needs quotes"
	case '`', '@', '%', ',', ']', '}', '|', '>':
		return sign + ", which can't begin a text in YAML; it needs quotes"
	case '-', '?', ':':
		switch {
		case len(head) == 1:
			return sign + ", which has a meaning of its own in YAML; the text needs quotes"
		case head[1] == ' ':
			return sign + " and a blank, which has a meaning of its own in YAML; the text needs quotes"
		}
	}
	return ""
}

// colon finds the first colon of the value that YAML takes for the end of a key.
func (f *yamlField) colon() (line, column int, ok bool) {
	for i, text := range f.lines {
		at := 0
		if i == 0 {
			at = strings.IndexByte(text, ':') + 1
		}
		for ; at < len(text); at++ {
			if text[at] == ':' && (at+1 == len(text) || text[at+1] == ' ' || text[at+1] == '\t') {
				return f.line + i, columnAt(text, at), true
			}
		}
	}
	return 0, 0, false
}

var yamlPosition = pattern.Lazy(`^(?:yaml: )?(?:line (\d+): )?`)

// reason is the YAML library's message without its line, which counts from the
// text it was given.
func reason(err error) string { return yamlPosition().ReplaceAllString(err.Error(), "") }

// errorLine is the place of the library's error: its line, where that is one of
// the value's, else where the value begins.
func (f *yamlField) errorLine(err error) (line, column int) {
	if n, err := strconv.Atoi(yamlPosition().FindStringSubmatch(err.Error())[1]); err == nil && n > 1 && n <= len(f.lines) {
		return f.line + n - 1, 1
	}
	return f.valuePosition()
}

// restore gives a key that holds sentences the text of its source, where YAML
// reads only a part of it: up to a blank and a #, or behind a & or ! word.
func (c *coercion) restore(f *yamlField) {
	if !isProse(f.key) || f.kind() != yaml.ScalarNode || f.value.Style&^yaml.TaggedStyle != 0 {
		return
	}
	head, rest := f.source()
	if head == f.value.Value && len(rest) == 0 {
		return
	}
	written := fold(head, rest)
	p := Problem{Severity: Warning}
	commentColumns := 0 // from the beginning of the value to its comment
	switch cut, ok := strings.CutPrefix(written, f.value.Value); {
	case strings.HasPrefix(written, "!!"):
		return // a type, as YAML has it
	case strings.HasPrefix(written, "&"), strings.HasPrefix(written, "!"):
		p.Code, p.Message = "yaml-recovered", quoted(f.key)+" begins with "+badStart(written)
	case ok && isComment(cut, f.value.Value):
		p.Code = "yaml-comment-cut"
		p.Message = "a # after a blank starts a comment in YAML: a strict reader takes of " + quoted(f.key) + " only the text before it, and knack shows the whole"
		if len(rest) == 0 {
			commentColumns = utf8.RuneCountInString(head) - utf8.RuneCountInString(strings.TrimLeft(cut, " \t"))
		}
	default:
		return
	}
	f.value, f.recovered = nil, written
	p.Line, p.Column = f.valuePosition()
	p.Column += commentColumns
	p.Hint = f.correctedLine(written)
	c.problems = append(c.problems, p)
}

// isComment tells whether what YAML left of a text was taken for a comment. A text
// that is a comment as a whole, `# like this`, was most likely meant as one.
func isComment(cut, kept string) bool {
	comment := strings.TrimLeft(cut, " \t")
	if kept == "" {
		return len(comment) > 1 && comment[0] == '#' && comment[1] != ' '
	}
	return comment != cut && strings.HasPrefix(comment, "#")
}
