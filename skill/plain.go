package skill

import (
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// plainYAML reads the YAML that most frontmatter consists of: maps of one key a line,
// whose values are a text on that line, a list of such texts, another map, or the
// lines of a block behind | or >. Of these it is certain what the library makes, and
// takes a small part of its time, which would be half of that of a scan.
//
// root is the library's tree but for comments, and for tags other than !!null: both
// are of no use here. ok is false for whatever isn't certain, be it valid or not.
func plainYAML(lines []string) (root *yaml.Node, ok bool) {
	for _, line := range lines {
		if !isPlainLine(line) {
			return nil, false
		}
	}
	b := plainBlock{lines: lines}
	b.skipBlank()
	root = b.fields(0)
	return root, root != nil && len(root.Content) > 0 && b.at == len(lines)
}

// isPlainLine is false for a line with a tab or a control character, or with one of
// the neighbours of those that YAML forbids at the end of the first Unicode plane:
// U+FEC0 to U+FEFF and U+FFC0 to U+FFFF.
func isPlainLine(line string) bool {
	for i := range len(line) {
		switch c := line[i]; {
		case c < ' ', c == 0x7f, c == 0xc2 && line[i+1] < 0xa0:
			return false
		case c == 0xef && (line[i+1] == 0xbb || line[i+1] == 0xbf):
			return false
		}
	}
	return true
}

// A plainBlock is what plainYAML has before it. Its methods give nil where they
// aren't certain.
type plainBlock struct {
	lines []string
	at    int // index of the next line
}

// skipBlank passes over blank lines and comments.
func (b *plainBlock) skipBlank() {
	for ; b.at < len(b.lines); b.at++ {
		if text := strings.TrimLeft(b.lines[b.at], " "); text != "" && text[0] != '#' {
			return
		}
	}
}

// line is the next line, empty behind the last.
func (b *plainBlock) line() piece {
	p := piece{line: b.at + 1, column: 1}
	if b.at < len(b.lines) {
		p.text = strings.TrimRight(b.lines[b.at], " ")
	}
	return p
}

// fields takes the keys with an indent, up to the first line with another one.
func (b *plainBlock) fields(indent int) *yaml.Node {
	line := b.line()
	fields := line.from(indent).node(yaml.MappingNode, 0, "")
	for ; b.at < len(b.lines) && indentOf(line.text) == indent; line = b.line() {
		key := line.from(indent)
		colon := plainKey(key.text)
		if colon < 0 {
			return nil
		}
		b.at++
		value := b.value(key.from(colon+1), indent)
		if value == nil {
			return nil
		}
		fields.Content = append(fields.Content, key.node(yaml.ScalarNode, 0, key.text[:colon]), value)
		b.skipBlank()
	}
	return fields
}

// value takes the value of a key with an indent, whose line ends in rest.
func (b *plainBlock) value(rest piece, indent int) *yaml.Node {
	if rest.text != "" {
		switch rest.text[0] {
		case '|', '>':
			return b.block(rest, indent)
		case '[':
			return rest.list()
		}
		return rest.scalar()
	}
	b.skipBlank()
	line := b.line().text
	in := indentOf(line)
	switch {
	case in >= indent && strings.HasPrefix(line[in:], "- "):
		return b.list(in)
	case in > indent:
		return b.fields(in)
	}
	return rest.node(yaml.ScalarNode, 0, "") // null
}

// list takes the lines with an indent and a dash.
func (b *plainBlock) list(indent int) *yaml.Node {
	line := b.line()
	list := line.from(indent).node(yaml.SequenceNode, 0, "")
	prefix := line.text[:indent+2]
	for ; strings.HasPrefix(line.text, prefix); line = b.line() {
		item := line.from(len(prefix)).scalar()
		if item == nil {
			return nil
		}
		list.Content = append(list.Content, item)
		b.at++
		b.skipBlank()
	}
	return list
}

// block takes the lines below a | or > with more than the indent of its key. None
// may have less than the first, in a folded text none more either: there line breaks
// would stay.
func (b *plainBlock) block(header piece, outer int) *yaml.Node {
	style, separator := yaml.LiteralStyle, "\n"
	if header.text[0] == '>' {
		style, separator = yaml.FoldedStyle, " "
	}
	end, ok := chomping[header.text[1:]]
	indent := indentOf(b.line().text)
	if !ok || indent <= outer {
		return nil
	}
	var text strings.Builder
	blank := 0 // lines since the last with text
	for ; b.at < len(b.lines); b.at++ {
		line := b.lines[b.at]
		in := indentOf(line)
		if line != "" && in <= outer {
			break
		}
		switch {
		case line == "":
			blank++
			continue
		case in < indent, in == len(line), in > indent && style == yaml.FoldedStyle:
			return nil
		case blank > 0 && style == yaml.FoldedStyle:
			text.WriteString(strings.Repeat("\n", blank))
		case text.Len() > 0:
			text.WriteString(strings.Repeat("\n", blank))
			text.WriteString(separator)
		}
		text.WriteString(line[indent:])
		blank = 0
	}
	return header.node(yaml.ScalarNode, style, text.String()+end)
}

// chomping tells what ends a block, by what follows the | or >.
var chomping = map[string]string{"": "\n", "-": ""}

// plainKey gives the offset of the colon behind a key at the left edge, -1 when
// there is none. YAML wants it within 1024 characters.
func plainKey(line string) int {
	for i := range min(len(line), 1024) {
		switch c := line[i]; {
		case c == ':' && i > 0 && (i+1 == len(line) || line[i+1] == ' '):
			return i
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', c == '_':
		case i > 0 && ('0' <= c && c <= '9' || c == '-' || c == '.'):
		default:
			return -1
		}
	}
	return -1
}

// indentOf is the number of blanks a line begins with.
func indentOf(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }

// A piece is a part of a line, and where it begins: both numbers are 1-based, and
// column counts characters.
type piece struct {
	text         string
	line, column int
}

// from is the piece behind the first n bytes, without blanks at its ends.
func (p piece) from(n int) piece {
	rest := strings.TrimLeft(p.text[n:], " ")
	p.column += utf8.RuneCountInString(p.text[:len(p.text)-len(rest)])
	p.text = strings.TrimRight(rest, " ")
	return p
}

// list reads a list in brackets.
func (p piece) list() *yaml.Node {
	rest := p.from(1)
	inner, closed := strings.CutSuffix(rest.text, "]")
	if !closed || strings.ContainsAny(inner, "[]{}?") {
		return nil
	}
	list := p.node(yaml.SequenceNode, yaml.FlowStyle, "")
	for rest.text = inner; rest.text != ""; {
		text, _, _ := strings.Cut(rest.text, ",")
		item := piece{text, rest.line, rest.column}.from(0).scalar()
		if item == nil {
			return nil
		}
		list.Content = append(list.Content, item)
		rest = rest.from(min(len(text)+1, len(rest.text)))
	}
	return list
}

// scalar reads a text in quotes without escapes, or one without quotes.
func (p piece) scalar() *yaml.Node {
	if p.text == "" {
		return nil
	}
	style := yaml.DoubleQuotedStyle
	switch p.text[0] {
	case '"':
	case '\'':
		style = yaml.SingleQuotedStyle
	default:
		if strings.IndexByte(signs, p.text[0]) >= 0 || strings.HasSuffix(p.text, ":") || strings.Contains(p.text, ": ") || strings.Contains(p.text, " #") {
			return nil
		}
		return p.node(yaml.ScalarNode, 0, p.text)
	}
	quote := p.text[:1]
	inner, closed := strings.CutSuffix(p.text[1:], quote)
	if !closed || strings.ContainsAny(inner, quote+`\`) {
		return nil
	}
	return p.node(yaml.ScalarNode, style, inner)
}

// signs have a meaning of their own to YAML where a text begins.
const signs = "-?:,[]{}#&*!|>%@`"

// node makes a node that begins where the piece does.
func (p piece) node(kind yaml.Kind, style yaml.Style, value string) *yaml.Node {
	n := &yaml.Node{Kind: kind, Style: style, Value: value, Line: p.line, Column: p.column}
	if kind == yaml.ScalarNode && style == 0 {
		switch value {
		case "", "~", "null", "Null", "NULL":
			n.Tag = "!!null"
		}
	}
	return n
}
