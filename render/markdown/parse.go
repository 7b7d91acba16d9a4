package markdown

import (
	"bytes"
	"regexp"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	east "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"knack/render/safe"
)

const (
	maxDepth  = 16 // quotes and list items inside one another
	maxInline = 64 // emphasis inside emphasis
)

// ampersand stands for & while glamour has the text, because glamour decodes
// entities after parsing, also in code spans: &#27; would become an escape. Safe
// text holds no private-use characters, so this one is free.
const ampersand = "\ue000"

// A tree is a parsed source. Its nodes point into source.
type tree struct {
	source []byte
	root   ast.Node
	hidden Hidden
}

// parse fails with a plainError if clean would be too much for goldmark or glamour.
func parse(clean safe.Text) (tree, error) {
	if why := unfit(clean.String()); why != nil { // markers are longer than what they stand for
		return tree{}, why
	}
	t := tree{source: []byte(strings.ReplaceAll(clean.String(), "&", ampersand))}
	notes := notes{hidden: &t.hidden}
	pc := parser.NewContext()
	pc.Set(notesKey, &notes)
	t.root = markdown.Parse(text.NewReader(t.source), parser.WithContext(pc))
	if notes.why == nil && !reveal(t.root, t.source) {
		notes.why = tooDeep(maxInline)
	}
	if notes.why != nil {
		return tree{}, notes.why
	}
	return t, nil
}

// notes is what the parsers leave for parse.
type notes struct {
	hidden *Hidden
	why    *plainError
}

var notesKey = parser.NewContextKey()

func notesOf(pc parser.Context) *notes { return pc.Get(notesKey).(*notes) }

func tooDeep(limit int) *plainError {
	return &plainError{safe.Format("nested more than %d deep; shown as plain text", limit)}
}

// markdown is GitHub's dialect without whatever would take text off the screen: no
// HTML, no <autolinks>, no link definitions. They are left as ordinary text, and so
// is the backslash of a \| in a table's code, which goldmark looks for in quadratic
// time.
var markdown = parser.NewParser(
	parser.WithBlockParsers(
		util.Prioritized(parser.NewSetextHeadingParser(), 100),
		util.Prioritized(parser.NewThematicBreakParser(), 200),
		util.Prioritized(container{parser.NewListParser()}, 300),
		util.Prioritized(container{parser.NewListItemParser()}, 400),
		util.Prioritized(parser.NewCodeBlockParser(), 500),
		util.Prioritized(parser.NewATXHeadingParser(), 600),
		util.Prioritized(parser.NewFencedCodeBlockParser(), 700),
		util.Prioritized(container{parser.NewBlockquoteParser()}, 800),
		util.Prioritized(parser.NewParagraphParser(), 1000),
	),
	parser.WithInlineParsers(
		util.Prioritized(extension.NewTaskCheckBoxParser(), 0),
		util.Prioritized(parser.NewCodeSpanParser(), 100),
		util.Prioritized(parser.NewLinkParser(), 200),
		util.Prioritized(tagCounter{}, 300),
		util.Prioritized(parser.NewEmphasisParser(), 500),
		util.Prioritized(extension.NewStrikethroughParser(), 500),
		util.Prioritized(extension.NewLinkifyParser(), 999),
	),
	parser.WithParagraphTransformers(
		util.Prioritized(wholeTables{extension.NewTableParagraphTransformer()}, 200),
		util.Prioritized(paragraphLimit{}, 300), // tables are no paragraphs any more
	),
)

// A paragraphLimit finds paragraphs that are too long, before goldmark looks for
// emphasis in them.
type paragraphLimit struct{}

func (paragraphLimit) Transform(node *ast.Paragraph, _ text.Reader, pc parser.Context) {
	size := 0
	for _, line := range node.Lines().Sliced(0, node.Lines().Len()) {
		size += line.Len()
	}
	if size > maxParagraph {
		notesOf(pc).why = longParagraph(size)
		node.Lines().Clear()
	}
}

// A container is a quote or list parser that stops at maxDepth: a line of a few
// thousand > would otherwise take goldmark minutes.
type container struct{ parser.BlockParser }

func (c container) Open(parent ast.Node, reader text.Reader, pc parser.Context) (ast.Node, parser.State) {
	depth := 0
	for n := parent; n != nil; n = n.Parent() {
		if n.Kind() == ast.KindBlockquote || n.Kind() == ast.KindListItem {
			depth++
		}
	}
	if depth >= maxDepth {
		notesOf(pc).why = tooDeep(maxDepth)
		return nil, parser.NoChildren
	}
	return c.BlockParser.Open(parent, reader, pc)
}

// A tagCounter counts tags and comments outside code. It leaves them as text.
type tagCounter struct{}

var tag = regexp.MustCompile(`^</?[A-Za-z][^<>]*>`)

func (tagCounter) Trigger() []byte { return []byte{'<'} }

func (tagCounter) Parse(_ ast.Node, block text.Reader, pc parser.Context) ast.Node {
	hidden := notesOf(pc).hidden
	line, _ := block.PeekLine()
	switch {
	case bytes.HasPrefix(line, []byte("<!--")):
		hidden.Comments++
	case tag.Match(line):
		hidden.Tags++
	}
	return nil
}

// wholeTables keeps the cells that a row has beyond the header: they join the last
// cell instead of being dropped.
type wholeTables struct{ parser.ParagraphTransformer }

func (t wholeTables) Transform(node *ast.Paragraph, reader text.Reader, pc parser.Context) {
	parent := node.Parent()
	t.ParagraphTransformer.Transform(node, reader, pc)
	for n := parent.LastChild(); n != nil && n.Kind() == east.KindTable; n = n.PreviousSibling() {
		for row := n.FirstChild(); row != nil; row = row.NextSibling() {
			extendLast(row.LastChild(), reader.Source())
		}
	}
}

func extendLast(cell ast.Node, source []byte) {
	if cell == nil || cell.Lines().Len() == 0 {
		return
	}
	seg := cell.Lines().At(0)
	rest, _, _ := bytes.Cut(source[seg.Stop:], []byte("\n"))
	if rest = bytes.TrimRight(rest, " |"); len(rest) > 0 {
		cell.Lines().Set(0, seg.WithStop(seg.Stop+len(rest)))
	}
}

// reveal puts the targets and titles of links and images into the text, where
// glamour would drop fragments, titles and targets it can't parse, and put a slash
// before relative ones. It reports whether the inline nesting is sane.
func reveal(root ast.Node, source []byte) bool {
	var found []ast.Node
	depth := 0
	_ = ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if n.Type() != ast.TypeInline {
			return ast.WalkContinue, nil
		}
		if !entering {
			depth--
			return ast.WalkContinue, nil
		}
		if depth++; depth > maxInline {
			return ast.WalkStop, nil
		}
		switch n.Kind() {
		case ast.KindLink, ast.KindImage, ast.KindAutoLink:
			found = append(found, n)
		}
		return ast.WalkContinue, nil
	})
	for _, n := range found {
		parent := n.Parent()
		switch n := n.(type) {
		case *ast.Link:
			if target := target(n.Destination, n.Title); target != "" && string(n.Destination) != plainText(n, source) {
				parent.InsertAfter(parent, n, verbatim(target))
			}
			n.Destination = []byte("#") // glamour shows no target and makes no hyperlink
		case *ast.Image:
			image := "image: " + plainText(n, source) + target(n.Destination, n.Title)
			parent.ReplaceChild(parent, n, verbatim(image))
		case *ast.AutoLink:
			parent.ReplaceChild(parent, n, verbatim(string(n.Label(source))))
		}
	}
	return depth <= maxInline
}

func target(destination, title []byte) string {
	parts := strings.TrimSpace(string(destination))
	if len(title) > 0 {
		parts += ` "` + string(title) + `"`
	}
	if parts == "" {
		return ""
	}
	return " (" + parts + ")"
}

// verbatim is text in the look of a link target: an image without an address, the
// only node that glamour prints as it is.
func verbatim(s string) ast.Node {
	n := ast.NewImage(ast.NewLink())
	// Glamour takes a backslash for an escape here, too.
	n.AppendChild(n, ast.NewString([]byte(strings.ReplaceAll(s, `\`, `\\`))))
	return n
}

// plainText is the text of n and all below it.
func plainText(n ast.Node, source []byte) string {
	var b strings.Builder
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Text:
			b.Write(n.Value(source))
			if n.SoftLineBreak() || n.HardLineBreak() {
				b.WriteByte(' ')
			}
		case *ast.String:
			b.Write(n.Value)
		}
		return ast.WalkContinue, nil
	})
	return b.String()
}
