package markdown

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"
	"github.com/yuin/goldmark/ast"
	east "github.com/yuin/goldmark/extension/ast"

	"knack/render/safe"
)

// minBlock is the width below which containers stop indenting.
const minBlock = 12

// A page lays out one document.
type page struct {
	ctx     context.Context // of the one call that the page is for
	look    look
	width   int
	enough  int    // stop after so many lines; 0: never
	source  []byte // what the nodes point into
	outline []Heading
}

// blocks lays out the children of parent.
func (p *page) blocks(parent ast.Node, width int) ([]string, error) {
	var out []string
	inItem := parent.Kind() == ast.KindListItem
	var last ast.Node
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		lines, err := p.block(n, width)
		if err != nil {
			return nil, err
		}
		if len(lines) == 0 {
			continue
		}
		if last != nil && isApart(last, n, inItem) {
			out = append(out, "")
		}
		if h, ok := n.(*ast.Heading); ok && parent.Kind() == ast.KindDocument {
			p.outline = append(p.outline, Heading{h.Level, safe.Line(ansi.Strip(strings.Join(lines, " "))), len(out)})
		}
		out = append(out, lines...)
		if p.enough > 0 && len(out) >= p.enough {
			break
		}
		last = n
	}
	return out, nil
}

// isApart reports whether a blank line belongs between two blocks: where the author
// typed one, and around some blocks outside of lists. Goldmark doesn't know of
// blank lines inside quotes (v1.7.8), but two paragraphs must have had one.
func isApart(a, b ast.Node, inItem bool) bool {
	return b.HasBlankPreviousLines() || !inItem && (standsAlone(a) || standsAlone(b)) ||
		a.Kind() == ast.KindParagraph && b.Kind() == ast.KindParagraph
}

// standsAlone reports whether n has a blank line above and below even if the
// author typed none.
func standsAlone(n ast.Node) bool {
	switch n.Kind() {
	case ast.KindHeading, ast.KindThematicBreak, ast.KindBlockquote, ast.KindFencedCodeBlock, ast.KindCodeBlock, east.KindTable:
		return true
	}
	return false
}

func (p *page) block(n ast.Node, width int) ([]string, error) {
	if err := p.ctx.Err(); err != nil {
		return nil, err
	}
	switch n := n.(type) {
	case *ast.Blockquote:
		return p.quote(n, width)
	case *ast.List:
		return p.list(n, width)
	}
	return p.leaf(n, width)
}

func (p *page) quote(n *ast.Blockquote, width int) ([]string, error) {
	if width-2 < minBlock {
		return p.blocks(n, width)
	}
	lines, err := p.blocks(n, min(width, maxProse)-2)
	for i, line := range lines {
		if line != "" {
			line = " " + line
		}
		lines[i] = p.look.dimmed("│") + line
	}
	return lines, err
}

func (p *page) list(n *ast.List, width int) ([]string, error) {
	var out []string
	number, digits := n.Start, len(strconv.Itoa(n.Start+n.ChildCount()-1))
	for item := n.FirstChild(); item != nil; item = item.NextSibling() {
		bullet := checkbox(item)
		switch {
		case n.IsOrdered():
			bullet = strings.TrimRight(fmt.Sprintf("%*d%c %s", digits, number, n.Marker, bullet), " ")
			number++
		case bullet == "":
			bullet = "•"
		}
		lines, err := p.item(item, bullet, width)
		if err != nil {
			return nil, err
		}
		if len(out) > 0 && item.HasBlankPreviousLines() {
			out = append(out, "")
		}
		out = append(out, lines...)
		if p.enough > 0 && len(out) >= p.enough {
			break
		}
	}
	return out, nil
}

// item hangs the blocks of a list item on its bullet.
func (p *page) item(n ast.Node, bullet string, width int) ([]string, error) {
	indent := ansi.StringWidth(bullet) + 1
	if width-indent < minBlock {
		lines, err := p.blocks(n, width)
		return append([]string{p.look.dimmed(bullet)}, lines...), err
	}
	lines, err := p.blocks(n, width-indent)
	if len(lines) == 0 {
		return []string{p.look.dimmed(bullet)}, err
	}
	pad := strings.Repeat(" ", indent)
	for i, line := range lines {
		switch {
		case i == 0:
			lines[i] = p.look.dimmed(bullet) + " " + line
		case line != "":
			lines[i] = pad + line
		}
	}
	return lines, err
}

// checkbox is the bullet of a task, "" for other items.
func checkbox(item ast.Node) string {
	if item.FirstChild() == nil {
		return ""
	}
	box, ok := item.FirstChild().FirstChild().(*east.TaskCheckBox)
	switch {
	case !ok:
		return ""
	case box.IsChecked:
		return "[✓]"
	}
	return "[ ]"
}
