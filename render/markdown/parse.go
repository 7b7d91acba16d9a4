package markdown

import (
	"bytes"
	"sync"

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

// A tree is a parsed source. Its nodes point into source.
type tree struct {
	source []byte
	root   ast.Node
	hidden Hidden
}

// parse fails with a plainError if clean would be too much for goldmark.
func parse(clean safe.Text) (tree, error) {
	if why := unfit(clean.String()); why != nil { // markers are longer than what they stand for
		return tree{}, why
	}
	t := tree{source: []byte(clean.String())}
	notes := notes{hidden: &t.hidden}
	pc := parser.NewContext()
	pc.Set(notesKey, &notes)
	t.root = markdown().Parse(text.NewReader(t.source), parser.WithContext(pc))
	if notes.why == nil && nestsTooDeep(t.root) {
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
var markdown = sync.OnceValue(func() parser.Parser {
	return parser.NewParser(
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
			util.Prioritized(markLimit{}, 300), // tables are no paragraphs any more
		),
	)
})

// A markLimit finds paragraphs with too many marks before goldmark pairs them up.
type markLimit struct{}

func (markLimit) Transform(node *ast.Paragraph, reader text.Reader, pc parser.Context) {
	if n := marks(string(node.Lines().Value(reader.Source()))); n > maxMarks {
		notesOf(pc).why = overmarked(n)
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

func (tagCounter) Trigger() []byte { return []byte{'<'} }

func (tagCounter) Parse(_ ast.Node, block text.Reader, pc parser.Context) ast.Node {
	hidden := notesOf(pc).hidden
	line, _ := block.PeekLine()
	switch {
	case bytes.HasPrefix(line, []byte("<!--")):
		hidden.Comments++
	case isTag(line):
		hidden.Tags++
	}
	return nil
}

// isTag reports whether line starts with something like <a> or </a>.
func isTag(line []byte) bool {
	name := bytes.TrimPrefix(line[1:], []byte("/"))
	if len(name) == 0 || !isLetter(name[0]) {
		return false
	}
	end := bytes.IndexAny(name, "<>")
	return end >= 0 && name[end] == '>'
}

// wholeTables keeps the cells that a row has beyond the header: they join the last
// cell instead of being dropped.
type wholeTables struct{ parser.ParagraphTransformer }

func (t wholeTables) Transform(node *ast.Paragraph, reader text.Reader, pc parser.Context) {
	if cells := tableCells(node.Lines(), reader.Source()); cells > maxCells {
		notesOf(pc).why = &plainError{safe.Format("a table is too big to format (%d cells, limit %d); shown as plain text", cells, maxCells)}
		return
	}
	parent := node.Parent()
	t.ParagraphTransformer.Transform(node, reader, pc)
	for n := parent.LastChild(); n != nil && n.Kind() == east.KindTable; n = n.PreviousSibling() {
		for row := n.FirstChild(); row != nil; row = row.NextSibling() {
			extendLast(row.LastChild(), reader.Source())
		}
	}
}

// tableCells is how many cells the lines could make: every line may be a row of as
// many cells as there are columns in a line of dashes.
func tableCells(lines *text.Segments, source []byte) int {
	columns := 0
	for _, line := range lines.Sliced(0, lines.Len()) {
		row := line.Value(source)
		if len(bytes.Trim(row, "-|: \n")) == 0 {
			columns = max(columns, bytes.Count(row, []byte("|"))+1)
		}
	}
	return columns * lines.Len()
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

// nestsTooDeep reports whether emphasis, links and the like are more than maxInline
// deep anywhere.
func nestsTooDeep(root ast.Node) bool {
	depth := 0
	_ = ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch {
		case n.Type() != ast.TypeInline:
		case !entering:
			depth--
		default:
			depth++
		}
		if depth > maxInline {
			return ast.WalkStop, nil
		}
		return ast.WalkContinue, nil
	})
	return depth > maxInline
}
