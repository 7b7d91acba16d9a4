package lint

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"knack/pattern"
)

// A specBlock is the frontmatter as the specification's validator reads it: strictly,
// and up to the next three dashes, wherever those stand.
type specBlock struct {
	fields []specField
	// wrong says why the validator can't read it.
	wrong *Finding
	// yamlError: it is no YAML at all.
	yamlError bool
	// cut is the line on which dashes end it that are no line of their own, 0 for none.
	cut int
}

// A specField is a top-level key. Its value is a text, or with kind something else.
type specField struct {
	key          string
	value        string
	kind         yaml.Kind
	line, column int
}

// maxSpecBlock guards against YAML that costs more to read than it is long.
const maxSpecBlock = 64 << 10

// The rules that a block which can't be read breaks.
const (
	specEncoding    = "spec-encoding"
	specFrontmatter = "spec-frontmatter"
	specYAML        = "spec-yaml"
)

func readSpec(data []byte) specBlock {
	text := string(data)
	switch {
	case !utf8.ValidString(text):
		return broken(specEncoding, lineOf(text, invalidAt(text)), "the file isn't UTF-8", "save it as UTF-8")
	case strings.HasPrefix(text, byteOrderMark):
		return broken(specFrontmatter, 1, "the file begins with a byte order mark, not with ---", "save it without a byte order mark")
	case !strings.HasPrefix(text, delimiter):
		return broken(specFrontmatter, 1, "the file doesn't begin with ---", "begin the file with a line ---, then name: and description:, then a line ---")
	}
	// A lone CR ends a line for the validator, and none for an editor that counts lines.
	text = strings.ReplaceAll(text, "\r\n", "\n")
	parts := strings.SplitN(text, delimiter, 3)
	if len(parts) < 3 {
		return broken(specFrontmatter, 1, "no --- ends the frontmatter", "write name: and description: below line 1, and then a line with only ---")
	}
	var b specBlock
	block := strings.ReplaceAll(parts[1], "\r", "\n")
	if !strings.HasSuffix(parts[1], "\n") || strings.TrimSpace(firstLine(parts[2])) != "" {
		b.cut = lineOf(text, len(delimiter)+len(parts[1]))
	}
	if len(block) > maxSpecBlock {
		b.wrong = broken(specYAML, 1, "the frontmatter is longer than the 64 KiB that knack reads", "move text into the body").wrong
		return b
	}
	root, err := decodeOne(block)
	if b.yamlError = err != nil; err == nil {
		err = strict(root)
	}
	if err != nil {
		line, message := whereOf(err)
		what, hint, advised := strings.Cut(message, "; ")
		switch {
		case b.yamlError && strings.Contains(parts[1], "\r"):
			hint = "remove the CR that stands within a line, which ends it for YAML"
		case b.yamlError && !advised:
			hint = "look at the indent, the quotes, the brackets and the blank behind each colon there"
		case what == noList || what == noMap:
			hint = inBrackets(root, line, hint)
		}
		b.wrong = broken(specYAML, line, noYAML+what, hint).wrong
		return b
	}
	if root == nil || root.Kind != yaml.MappingNode {
		b.wrong = broken(specFrontmatter, 1, "the frontmatter has no key with a value", "write name: and description:").wrong
		return b
	}
	for i := 0; i+1 < len(root.Content); i += 2 {
		key, value := root.Content[i], root.Content[i+1]
		b.fields = append(b.fields, specField{key: key.Value, value: value.Value, kind: value.Kind, line: key.Line, column: key.Column})
	}
	return b
}

const (
	noList = "a list in brackets is not allowed"
	noMap  = "a map in braces is not allowed"
)

// inBrackets is what to write for a list or map in brackets on a line: where a text is
// expected it was meant as one.
func inBrackets(root *yaml.Node, line int, advice string) string {
	for i := len(root.Content) - 2; i >= 0; i -= 2 {
		key, value := root.Content[i], root.Content[i+1]
		switch {
		case key.Line > line:
			continue
		case key.Value == "allowed-tools" && value.Kind == yaml.SequenceNode:
			var tools []string
			for _, n := range value.Content {
				tools = append(tools, n.Value)
			}
			return "write allowed-tools: " + strings.Join(tools, " ")
		case slices.Contains([]string{"name", "description", "license", "compatibility", "argument-hint", "when_to_use"}, key.Value):
			return "put the text in quotes"
		}
		return advice
	}
	return advice
}

const delimiter = "---"

func broken(rule string, line int, message, hint string) specBlock {
	return specBlock{wrong: &Finding{Rule: rule, Line: line, Column: 1, Message: message, Hint: hint}}
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}

func lineOf(text string, offset int) int { return 1 + strings.Count(text[:offset], "\n") }

// invalidAt is the offset of the first byte that isn't UTF-8.
func invalidAt(text string) int {
	for i, r := range text {
		if _, size := utf8.DecodeRuneInString(text[i:]); r == utf8.RuneError && size == 1 {
			return i
		}
	}
	return len(text)
}

// decodeOne reads the one document that a block has to be; it is nil for none.
func decodeOne(block string) (*yaml.Node, error) {
	block = marks.Replace(surrogate().ReplaceAllString(block, `\uFFFD`))
	decoder := yaml.NewDecoder(strings.NewReader(block))
	var document, more yaml.Node
	switch err := decoder.Decode(&document); {
	case errors.Is(err, io.EOF):
		return nil, nil
	case err != nil:
		return nil, err
	}
	if err := decoder.Decode(&more); !errors.Is(err, io.EOF) {
		return nil, &strictError{lineOf(block, len(strings.TrimRight(block, "\n"))), "there is more than one document"}
	}
	return document.Content[0], nil
}

var (
	// The library takes a tab for a blank and some characters for line ends where the
	// validator doesn't, so that other characters stand for them while it reads.
	marks    = strings.NewReplacer("\t", tabMark, "\u0085", endMark, "\u2028", endMark, "\u2029", endMark)
	unmarked = strings.NewReplacer(tabMark, "\t", endMark, " ")
	// surrogate is half of how JSON writes an emoji. The library refuses it, and the
	// validator counts each half as a character.
	surrogate = pattern.Lazy(`\\u[dD][89a-fA-F][0-9a-fA-F]{2}`)
)

const (
	tabMark = "\U0010ff09"
	endMark = "\U0010ff85"
)

// A strictError is something that is YAML, and not to the validator.
type strictError struct {
	line    int
	message string
}

func (e *strictError) Error() string { return e.message }

// strict looks for what the validator's YAML doesn't have: lists and maps in brackets,
// anchors, aliases and tags, keys that stand twice, maps side by side with different
// indents, tabs outside of quotes, and line ends that are none to an editor.
func strict(n *yaml.Node) error {
	if n == nil {
		return nil
	}
	fail := func(at *yaml.Node, message string) error { return &strictError{at.Line, message} }
	switch {
	case n.Kind == yaml.AliasNode:
		return fail(n, "an alias (*) is not allowed; write the value out")
	case n.Anchor != "":
		return fail(n, "an anchor (&) is not allowed; write the value out")
	case n.Style&yaml.TaggedStyle != 0:
		return fail(n, "a tag (!) is not allowed")
	case n.Style&yaml.FlowStyle != 0 && n.Kind == yaml.SequenceNode:
		return fail(n, noList+"; write one item a line, each after a dash")
	case n.Style&yaml.FlowStyle != 0 && n.Kind == yaml.MappingNode:
		return fail(n, noMap+"; write one key a line, indented")
	}
	const block = yaml.LiteralStyle | yaml.FoldedStyle
	switch {
	case n.Style == 0 && strings.Contains(n.Value, tabMark):
		return fail(n, "a tab is not allowed here; write blanks, or put the text in quotes")
	case n.Style&block != 0 && strings.Contains(n.Value, endMark):
		return fail(n, "a line end that isn't a plain one is not allowed in this text")
	}
	n.Value = unmarked.Replace(n.Value)
	for _, child := range n.Content {
		if err := strict(child); err != nil {
			return err
		}
	}
	if n.Kind != yaml.MappingNode {
		return nil
	}
	seen, indent := map[string]bool{}, 0
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		switch {
		case key.Kind == yaml.ScalarNode && seen[key.Value]:
			return fail(key, quoted(key.Value)+" stands there twice; remove one of them")
		case key.Value == "<<" && key.Style == 0:
			return fail(key, "a merge (<<) is not allowed; write the keys out")
		case value.Kind == yaml.MappingNode && indent > 0 && value.Column != indent:
			return fail(value, "maps side by side have different indents; indent them alike")
		}
		seen[key.Value] = true
		if value.Kind == yaml.MappingNode {
			indent = value.Column
		}
	}
	return nil
}

var errorLine = pattern.Lazy(`^yaml: (?:line (\d+): )?`)

// whereOf splits what is wrong with YAML into the line and the words.
func whereOf(err error) (line int, message string) {
	var s *strictError
	if errors.As(err, &s) {
		return s.line, s.message
	}
	message = fmt.Sprint(err)
	if m := errorLine().FindStringSubmatch(message); m != nil {
		line, _ = strconv.Atoi(m[1])
		message = message[len(m[0]):]
	}
	return max(line, 1), message
}
