package markdown

import (
	"strings"

	"github.com/yuin/goldmark/ast"
	east "github.com/yuin/goldmark/extension/ast"
)

// A run is text of one style.
type run struct {
	text  string
	style style
}

// A phrase is what a paragraph, heading or table cell says.
type phrase struct {
	runs   []run
	broken bool // has a line break that the author asked for

	look   look
	source []byte
}

// phrase reads what n holds. Markup becomes looks, but nothing that a model would
// read is left out: entities, link targets and titles are written as typed.
func (p *page) phrase(n ast.Node, s style) *phrase {
	ph := &phrase{look: p.look, source: p.source}
	ph.children(n, s)
	return ph
}

func (p *phrase) write(text string, s style) {
	if text != "" {
		p.runs = append(p.runs, run{text, s})
	}
}

func (p *phrase) children(parent ast.Node, s style) {
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		p.node(n, s)
	}
}

func (p *phrase) node(n ast.Node, s style) {
	switch n := n.(type) {
	case *ast.Text:
		p.text(n, s)
	case *ast.CodeSpan:
		code, mark := p.look.inlineCode()
		p.marked(n, s.with(code), mark)
	case *ast.Emphasis:
		p.children(n, s.with(p.look.emphasis(n.Level)))
	case *east.Strikethrough:
		struck, mark := p.look.struckOut()
		p.marked(n, s.with(struck), mark)
	case *ast.Link:
		p.link(n, s)
	case *ast.Image:
		s = s.with(p.look.quiet())
		p.write("image: ", s)
		p.children(n, s)
		p.write(target(n.Destination, n.Title), s)
	case *ast.AutoLink:
		p.write(string(n.Label(p.source)), s.with(p.look.quiet()))
	}
}

func (p *phrase) text(n *ast.Text, s style) {
	text := string(n.Value(p.source))
	if !n.IsRaw() {
		text = unescape(text)
	}
	if n.SoftLineBreak() || n.HardLineBreak() {
		text += "\n"
	}
	p.broken = p.broken || n.HardLineBreak()
	p.write(text, s)
}

func (p *phrase) marked(n ast.Node, s style, mark string) {
	p.write(mark, s)
	p.children(n, s)
	p.write(mark, s)
}

func (p *phrase) link(n *ast.Link, s style) {
	p.children(n, s.with(p.look.link()))
	if string(n.Destination) != plainText(n, p.source) || len(n.Title) > 0 {
		p.write(target(n.Destination, n.Title), s.with(p.look.quiet()))
	}
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

// unescape takes the backslash from before markup. CommonMark would take it from
// before any punctuation, but \$ and \" mean something to hosts and shells.
func unescape(s string) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) && strings.IndexByte("\\`*_{}[]<>()#+-.!|~", s[i+1]) >= 0 {
			i++
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// plainText is the text of n and all below it, as typed.
func plainText(n ast.Node, source []byte) string {
	var b strings.Builder
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if t, ok := n.(*ast.Text); ok && entering {
			b.Write(t.Value(source))
		}
		return ast.WalkContinue, nil
	})
	return b.String()
}
