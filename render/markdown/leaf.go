package markdown

import (
	"strings"

	"github.com/yuin/goldmark/ast"
	east "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"
)

const codeIndent = "  "

// leaf lays out a block that holds no other blocks.
func (p *page) leaf(n ast.Node, width int) ([]string, error) {
	switch n := n.(type) {
	case *ast.FencedCodeBlock:
		info := ""
		if n.Info != nil {
			info = string(n.Info.Segment.Value(p.source))
		}
		return p.code(n.Lines(), info, width), nil
	case *ast.CodeBlock:
		return p.code(n.Lines(), "", width), nil
	case *ast.ThematicBreak:
		return []string{p.look.rule()}, nil
	case *ast.Heading:
		return prose(p.phrase(n, p.look.heading(n.Level)), min(width, maxProse)), nil
	case *east.Table:
		return p.table(n, width)
	}
	return prose(p.phrase(n, style{}), min(width, maxProse)), nil
}

// code lays out a code block. Its info string is shown when it says more than the
// colours do.
func (p *page) code(segments *text.Segments, info string, width int) []string {
	code := strings.TrimRight(string(segments.Value(p.source)), "\n")
	width -= len(codeIndent)
	name, _, _ := strings.Cut(info, " ")
	runs, coloured := p.look.highlight(code, name)
	var out []string
	if !plainNames[info] && !(coloured && info == name) {
		for _, line := range hanging(info, width) {
			out = append(out, p.look.dimmed(line))
		}
	}
	out = append(out, p.look.codeLines(runs, width)...)
	for i, line := range out {
		if line != "" {
			out[i] = codeIndent + line
		}
	}
	return out
}

// plainNames are info strings that say nothing.
var plainNames = map[string]bool{"": true, "text": true, "txt": true, "plain": true, "plaintext": true}
