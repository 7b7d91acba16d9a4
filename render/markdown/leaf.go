package markdown

import (
	"fmt"
	"strings"

	"charm.land/glamour/v2/ansi"
	"github.com/alecthomas/chroma/v2"
	"github.com/alecthomas/chroma/v2/formatters"
	"github.com/alecthomas/chroma/v2/lexers"
	"github.com/yuin/goldmark/ast"
	east "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

const (
	codeIndent  = "  "
	maxCode     = 16 << 10 // bytes of a block that gets colours
	maxCodeLine = 2 << 10
)

// leaf lays out a block that holds no other blocks.
func (p *page) leaf(n ast.Node, width int) ([]string, error) {
	switch n := n.(type) {
	case *ast.FencedCodeBlock:
		info := ""
		if n.Info != nil {
			info = string(n.Info.Segment.Value(p.source))
		}
		return p.code(n.Lines(), info, width)
	case *ast.CodeBlock:
		return p.code(n.Lines(), "", width)
	case *ast.ThematicBreak:
		return []string{p.look.rule()}, nil
	case *east.Table:
		return p.table(n, width)
	}
	styled, err := p.glamour(n)
	return p.look.prose(styled, min(width, maxProse), hasHardBreak(n)), err
}

// hasHardBreak reports whether the author asked for a line break inside n.
func hasHardBreak(n ast.Node) bool {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if t, ok := c.(*ast.Text); ok && t.HardLineBreak() {
			return true
		}
	}
	return false
}

// newGlamour makes a renderer that wraps nothing.
func newGlamour(style ansi.StyleConfig) renderer.Renderer {
	nodes := ansi.NewRenderer(ansi.Options{Styles: style, PreserveNewLines: true})
	return renderer.NewRenderer(renderer.WithNodeRenderers(util.Prioritized(nodes, 0)))
}

// glamour renders a single block, on as many lines as it has in the source.
func (p *page) glamour(n ast.Node) (string, error) {
	doc := ast.NewDocument()
	doc.AppendChild(doc, n)
	var b strings.Builder
	if err := p.renderer.Render(&b, p.source, doc); err != nil {
		return "", fmt.Errorf("format markdown: %w", err)
	}
	return strings.Trim(b.String(), "\n"), nil
}

// code lays out a code block. Its info string is shown when it says more than the
// colours do.
func (p *page) code(segments *text.Segments, info string, width int) ([]string, error) {
	unmask := strings.NewReplacer(ampersand, "&")
	code := strings.TrimRight(unmask.Replace(string(segments.Value(p.source))), "\n")
	var out []string
	lexer := highlighter(info, code)
	if lexer == nil && info != "" {
		for _, line := range p.look.hanging(unmask.Replace(info), width-len(codeIndent)) {
			out = append(out, p.look.dimmed(line))
		}
	} else if lexer != nil {
		var err error
		if code, err = p.highlight(code, lexer); err != nil {
			return nil, err
		}
	}
	out = append(out, p.look.code(code, width-len(codeIndent))...)
	for i, line := range out {
		if line != "" {
			out[i] = codeIndent + line
		}
	}
	return out, nil
}

func (p *page) highlight(code string, lexer chroma.Lexer) (string, error) {
	tokens, err := chroma.Coalesce(lexer).Tokenise(nil, code)
	if err != nil {
		return "", fmt.Errorf("highlight code: %w", err)
	}
	var b strings.Builder
	if err := formatters.TTY16m.Format(&b, p.look.syntax, tokens); err != nil {
		return "", fmt.Errorf("highlight code: %w", err)
	}
	return strings.TrimRight(b.String(), "\n"), nil
}

// languages are those whose chroma lexers (v2.14.0) take under a second for 16 KiB
// of anything. Java, HCL, Makefile and some fifty others are quadratic.
var languages = map[string]string{
	"bash": "bash", "sh": "bash", "shell": "bash", "zsh": "bash", "python": "python", "py": "python", "go": "go", "golang": "go",
	"javascript": "javascript", "js": "javascript", "jsx": "javascript", "typescript": "typescript", "ts": "typescript", "tsx": "typescript",
	"json": "json", "jsonc": "json", "yaml": "yaml", "yml": "yaml", "html": "html", "css": "css", "rust": "rust", "rs": "rust",
	"sql": "sql", "diff": "diff", "patch": "diff", "markdown": "markdown", "md": "markdown", "toml": "toml",
}

// highlighter is nil for code that is shown without colours.
func highlighter(info, code string) chroma.Lexer {
	name := languages[strings.ToLower(info)]
	if name == "" || len(code) > maxCode {
		return nil
	}
	for line := range strings.SplitSeq(code, "\n") {
		if len(line) > maxCodeLine {
			return nil
		}
	}
	return lexers.Get(name)
}
