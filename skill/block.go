package skill

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"knack/pattern"
)

// Limits of one frontmatter block. Real ones stay far below; what they guard
// against is YAML that costs more to read than it is long.
const (
	maxBlock  = 64 << 10
	maxLevels = 64
	maxNodes  = 1000
)

// A yamlField is one top-level key of a block, before its value gets a meaning.
type yamlField struct {
	key          string
	line, column int // of the key, in the file
	// lines are the source, from that of the key to that before the next key.
	lines []string
	// value is nil when the value isn't YAML; recovered then holds what a person
	// reads in it. It also stands in for a value that YAML reads wrongly.
	value     *yaml.Node
	recovered string
	first     int // the line of the file that value counts as 1
}

// parseBlock reads the text between the delimiters, which begins on the line
// first of the file. It reads the whole as YAML and, when that fails, every key
// alone (recoverFields). strict tells that the whole is valid.
func parseBlock(raw string, first int) (fields []yamlField, problems []Problem, strict bool) {
	if len(raw) > maxBlock {
		return nil, []Problem{{
			Code: "limit", Severity: Error, Line: 1, Column: 1,
			Message: fmt.Sprintf("the frontmatter is %d KiB, over the 64 KiB limit; none of it is read", (len(raw)+1023)>>10),
			Hint:    "move text into the body",
		}}, false
	}
	lines := splitLines(raw)
	last := first + len(lines)
	root, err := decodeYAML(lines)
	if end, p := runsOn(lines, first, err == nil); end > 0 {
		told := slices.ContainsFunc(lines[:end], hasKey)
		if err != nil {
			lines = lines[:end]
			root, _ = decodeYAML(lines)
			told = told || root != nil // nothing below would say what is wrong
		}
		if told {
			problems = append(problems, p)
		}
	}
	if root != nil || err == nil {
		fields = fieldsOf(root, lines, first)
	} else {
		var recovered []Problem
		fields, recovered = recoverFields(lines, first, last, err)
		problems = append(problems, recovered...)
	}
	c := check{budget: maxNodes}
	fields = c.fields(fields)
	return fields, append(problems, c.problems...), err == nil && !c.duplicates
}

// splitLines cuts a block into lines without line ends. The characters that YAML
// takes for line ends besides, but no editor, become blanks: lines have to count
// the same for both.
func splitLines(raw string) []string {
	raw = strings.ReplaceAll(strings.TrimSuffix(raw, "\n"), "\r\n", "\n")
	raw = strings.TrimSuffix(raw, "\r")
	if slices.ContainsFunc(otherLineEnds, func(end string) bool { return strings.Contains(raw, end) }) {
		raw = strings.Map(func(r rune) rune {
			if slices.Contains(otherLineEnds, string(r)) {
				return ' '
			}
			return r
		}, raw)
	}
	if strings.Contains(raw, `\u`) {
		raw = surrogates().ReplaceAllStringFunc(raw, func(pair string) string {
			high, _ := strconv.ParseUint(pair[2:6], 16, 32)
			low, _ := strconv.ParseUint(pair[8:], 16, 32)
			return string(utf16.DecodeRune(rune(high), rune(low)))
		})
	}
	return strings.Split(raw, "\n")
}

var otherLineEnds = []string{"\r", "\u0085", "\u2028", "\u2029"}

// surrogates is how JSON writes an emoji. YAML 1.2 takes in all of JSON, but
// yaml/v3 3.0.6 refuses this.
var surrogates = pattern.Lazy(`\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}`)

// runsOn finds where a block has missed its end and run into the body: at a
// heading below a blank line with no key next (with one it is a comment), or at
// dashes with text behind them, unless the block is valid with them. It gives the
// index of that line, 0 when the block ends where it should.
func runsOn(lines []string, first int, valid bool) (int, Problem) {
	p := Problem{Code: "frontmatter-runs-on", Severity: Error, Column: 1}
	code := false // a code block is open
	keys := keyCursor{lines: lines}
	for i := 1; i < len(lines); i++ {
		p.Line = first + i
		if behind, ok := strings.CutPrefix(lines[i], "---"); ok && !valid && !strings.HasPrefix(behind, "-") {
			p.Message, p.Hint = notJustDashes+"; agents lose the text up to the next ---, and those that want valid YAML all keys", notJustDashesHint
			return i, p
		}
		code = !valid && inFence(lines[i], code)
		if !code && lines[i-1] == "" && headingLine().MatchString(lines[i]) && !keys.follows(i) {
			p.Message = "the --- that should end the frontmatter is missing above this heading; agents lose the text up to the next ---"
			if !valid {
				p.Message += ", and those that want valid YAML all keys"
			}
			p.Hint = "put a line with only --- above this one"
			return i, p
		}
	}
	return 0, p
}

// keyCursor looks for keys below ascending lines, each line once.
type keyCursor struct {
	lines []string
	// found tells what follows each line above until that was asked about.
	until int
	found bool
}

// follows tells whether the first line from i on that is neither blank nor a comment
// has a key, or there is none.
func (c *keyCursor) follows(i int) bool {
	if i < c.until {
		return c.found
	}
	for c.until = i; c.until < len(c.lines); {
		line := c.lines[c.until]
		c.until++
		if strings.TrimSpace(line) != "" && line[0] != '#' {
			c.found = hasKey(line)
			return c.found
		}
	}
	c.found = true
	return true
}

// decodeYAML reads the one map that the lines have to be. It gives the node of the
// map, or nil when there is nothing but blanks and comments.
func decodeYAML(lines []string) (*yaml.Node, error) {
	if root, ok := plainYAML(lines); ok {
		return root, nil
	}
	return anyYAML(lines)
}

// anyYAML is decodeYAML by the library.
func anyYAML(lines []string) (*yaml.Node, error) {
	decoder := yaml.NewDecoder(strings.NewReader(strings.Join(lines, "\n") + "\n"))
	var document, more yaml.Node
	switch err := decoder.Decode(&document); {
	case errors.Is(err, io.EOF):
		return nil, nil
	case err != nil:
		return nil, err
	}
	if err := decoder.Decode(&more); !errors.Is(err, io.EOF) {
		return nil, errors.New("there is more than one document")
	}
	root := document.Content[0]
	switch {
	case root.Kind == yaml.MappingNode:
		return root, nil
	case root.Tag == "!!null":
		return nil, nil
	}
	return nil, errors.New("it has no key with a value")
}

// fieldsOf gives the keys of a decoded map. lines are its source, which begins on
// the line first of the file.
func fieldsOf(root *yaml.Node, lines []string, first int) []yamlField {
	if root == nil {
		return nil
	}
	fields := make([]yamlField, 0, len(root.Content)/2)
	for i := 0; i < len(root.Content); i += 2 {
		key, end := root.Content[i], len(lines)
		if i+2 < len(root.Content) {
			end = root.Content[i+2].Line - 1
		}
		f := yamlField{
			key: key.Value, line: first + key.Line - 1, column: key.Column,
			value: root.Content[i+1], first: first,
		}
		// In a map in braces keys may share a line; then there is no source to show.
		if root.Style&yaml.FlowStyle == 0 {
			f.lines = lines[key.Line-1 : end]
		}
		fields = append(fields, f)
	}
	return fields
}

// check looks for what the YAML library lets pass: too much, keys that stand
// twice, and aliases.
type check struct {
	budget     int // nodes left
	duplicates bool
	aliased    bool
	problems   []Problem
}

// fields checks all fields and gives those within the limits.
func (c *check) fields(fields []yamlField) []yamlField {
	for i, f := range fields {
		c.budget--
		if f.value == nil {
			c.budget--
		} else {
			c.node(f.value, f.first, 1)
		}
		if c.budget < 0 {
			c.problems = append(c.problems, Problem{
				Code: "limit", Severity: Error, Line: f.line, Column: f.column,
				Message: fmt.Sprintf("the frontmatter is nested deeper than %d levels or has more than %d values; %s and what follows is not read", maxLevels, maxNodes, quoted(f.key)),
				Hint:    "move data into a file of its own",
			})
			fields = fields[:i]
			break
		}
		if f.key == "<<" {
			c.alias(f.line, f.column)
		}
	}
	c.repeated(len(fields), func(i int) (string, int, int) { return fields[i].key, fields[i].line, fields[i].column })
	return fields
}

// node checks one value and all below it. Aliases aren't followed, so that it
// ends after as many steps as the text has nodes.
func (c *check) node(n *yaml.Node, first, level int) {
	c.budget--
	if level > maxLevels {
		c.budget = -1
	}
	if c.budget < 0 {
		return
	}
	if n.Kind == yaml.AliasNode || n.Anchor != "" {
		c.alias(first+n.Line-1, n.Column)
		if n.Kind == yaml.AliasNode {
			return
		}
	}
	for _, child := range n.Content {
		c.node(child, first, level+1)
	}
	if n.Kind == yaml.MappingNode && c.budget >= 0 {
		c.repeated(len(n.Content)/2, func(i int) (string, int, int) {
			key := n.Content[2*i]
			return key.Value, first + key.Line - 1, key.Column
		})
	}
}

func (c *check) alias(line, column int) {
	if c.aliased {
		return
	}
	c.aliased = true
	c.problems = append(c.problems, Problem{
		Code: "yaml-alias", Severity: Warning, Line: line, Column: column,
		Message: "YAML anchors and aliases (&, *, <<) are not followed here; the text is shown as written",
		Hint:    "write the value out",
	})
}

// repeated reports each key of a map that stands there more than once. It
// compares every pair: maxNodes bounds them.
func (c *check) repeated(n int, key func(int) (name string, line, column int)) {
	for i := 1; i < n; i++ {
		name, line, column := key(i)
		before, firstLine := 0, 0
		for j := range i {
			if other, at, _ := key(j); other == name {
				before++
				firstLine = at
			}
		}
		if before != 1 {
			continue
		}
		c.duplicates = true
		c.problems = append(c.problems, Problem{
			Code: "yaml-duplicate-key", Severity: Error, Line: line, Column: column,
			Message: fmt.Sprintf("%s stands here again, after line %d; knack takes the last one, a strict YAML reader nothing of the whole block", quoted(name), firstLine),
			Hint:    "remove one of them",
		})
	}
}

// kind is that of the value's node, 0 for one that isn't YAML.
func (f *yamlField) kind() yaml.Kind {
	if f.value == nil {
		return 0
	}
	return f.value.Kind
}

// valuePosition is the place in the file where the value begins.
func (f *yamlField) valuePosition() (line, column int) {
	if f.value != nil {
		return f.first + f.value.Line - 1, f.value.Column
	}
	head, _ := f.source()
	if head == "" {
		return f.line, f.column
	}
	return f.line, columnAt(f.lines[0], strings.LastIndex(f.lines[0], head))
}

// text is the value as a person should read it.
func (f *yamlField) text() string {
	switch {
	case f.value == nil:
		return f.recovered
	case f.value.Kind == yaml.ScalarNode:
		return f.value.Value
	case f.lines == nil:
		out, err := yaml.Marshal(f.value)
		if err != nil {
			return ""
		}
		return strings.TrimSpace(string(out))
	}
	head, rest := f.source()
	if head == "" {
		return dedent(rest)
	}
	return strings.Join(append([]string{head}, rest...), "\n")
}

// items are the texts of a list; one text is a list of one.
func (f *yamlField) items() []string {
	switch f.kind() {
	case 0:
		return looseItems(f.recovered)
	case yaml.ScalarNode:
		if f.value.Tag == "!!null" {
			return nil
		}
		return []string{f.value.Value}
	case yaml.SequenceNode:
		var items []string
		for _, n := range f.value.Content {
			items = append(items, itemText(n))
		}
		return items
	}
	return nil
}

// itemText is the text of a list's item. `Bash(git: *)` is a map to YAML, and the
// name of an argument stands in one.
func itemText(n *yaml.Node) string {
	if n.Kind != yaml.MappingNode {
		return n.Value
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == "name" {
			return n.Content[i+1].Value
		}
	}
	if len(n.Content) == 2 {
		return n.Content[0].Value + ": " + n.Content[1].Value
	}
	return ""
}

// source is the value as written: what follows the key's colon on its line, and
// the lines below without blank lines and comments at their end.
func (f *yamlField) source() (head string, rest []string) {
	if len(f.lines) == 0 {
		return "", nil
	}
	rest = f.lines[1:]
	for len(rest) > 0 {
		if last := strings.TrimSpace(rest[len(rest)-1]); last != "" && last[0] != '#' {
			break
		}
		rest = rest[:len(rest)-1]
	}
	behind := f.lines[0][offsetOf(f.lines[0], f.column):]
	if strings.HasPrefix(behind, f.key) {
		behind = behind[len(f.key):]
	} else if len(f.key) < len(behind) {
		behind = behind[len(f.key)+1:] // a quoted key
	}
	if colon, size := findColon(behind); colon >= 0 {
		head = strings.TrimSpace(behind[colon+size:])
	}
	return head, rest
}

// offsetOf is the reverse of columnAt.
func offsetOf(line string, column int) int {
	at := 0
	for ; column > 1 && at < len(line); column-- {
		_, size := utf8.DecodeRuneInString(line[at:])
		at += size
	}
	return at
}

// dedent takes the indent that all lines share off them.
func dedent(lines []string) string {
	indent := -1
	for _, line := range lines {
		if text := strings.TrimLeft(line, " "); text != "" && (indent < 0 || len(line)-len(text) < indent) {
			indent = len(line) - len(text)
		}
	}
	out := make([]string, len(lines))
	for i, line := range lines {
		out[i] = line[min(max(indent, 0), len(line)):]
	}
	return strings.Join(out, "\n")
}

// fold puts the lines of a text on one, the way YAML does: a blank line is a line
// break.
func fold(head string, rest []string) string {
	var out strings.Builder
	out.WriteString(head)
	breaks := 0
	for _, line := range rest {
		line = strings.TrimSpace(line)
		switch {
		case line == "":
			breaks++
			continue
		case out.Len() == 0:
		case breaks > 0:
			out.WriteString(strings.Repeat("\n", breaks))
		default:
			out.WriteByte(' ')
		}
		out.WriteString(line)
		breaks = 0
	}
	return out.String()
}
