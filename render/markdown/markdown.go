// Package markdown turns a skill's Markdown into styled lines for a terminal.
//
// It hides nothing: tags, comments, entities, link targets and titles, unused link
// definitions and surplus table cells all stand where the author put them, because
// the model reads them all. Goldmark parses; looks, layout and the colours of code
// are done here. Glamour and chroma would be the usual choice, but initialising them
// took 27 of the 40 ms that knack needed to start. Glamour also drops the indent of
// list items, cuts table headers short, and takes twice the time for every nested
// quote (v2.0.1); some fifty of chroma's lexers take quadratic time (v2.14.0).
//
// The source may be hostile. It goes through [safe.Block] before parsing, and only
// printable text gets from there to the lines, so that the sequences of this
// package's own styles are the only ones. What is too big or too deep to format
// comes back as plain text with the reason.
//
// Lines are for showing only: copying, searching and caching belong to others.
package markdown

import (
	"context"
	"errors"
	"strings"
	"unicode/utf8"

	"knack/render/safe"
)

const (
	maxSource = 256 << 10
	maxLines  = 5_000
	maxLinks  = 2_000  // link openers: each makes goldmark search the rest of its block
	maxMarks  = 8_000  // in one paragraph: goldmark takes quadratic time for a_a_a_
	maxCells  = 20_000 // of a table; short rows are filled up, so a small file can have millions

	minWidth = 20
	maxProse = 88 // cells; longer lines of prose are hard to read
)

// A Style picks colours. The zero value is for a light background. Text is always
// in the terminal's own foreground.
type Style struct {
	Dark    bool
	NoColor bool // bold and underline only
}

// A Document is Markdown made ready for the screen.
type Document struct {
	// Lines are at most as wide as asked (but not below 20 cells), and each ends
	// whatever styles it starts. They hold text and colour sequences, nothing else.
	Lines []string

	// Outline has the headings, those inside quotes and lists left out.
	Outline []Heading

	Plain  bool      // not formatted, only wrapped
	Why    safe.Text // the reason for Plain
	Hidden Hidden
}

// A Heading is a heading and the place of its first line in Document.Lines.
type Heading struct {
	Level int // from 1
	Text  safe.Text
	Line  int
}

// Hidden counts what a Markdown page would not show. Here it stands as typed.
type Hidden struct {
	Comments int // <!-- -->
	Tags     int // HTML and other tags, opening and closing, also <placeholder>
}

// Text says it in words; it is empty if there is nothing to say.
func (h Hidden) Text() safe.Text {
	var parts []safe.Text
	if h.Comments > 0 {
		parts = append(parts, plural(h.Comments, "HTML comment"))
	}
	if h.Tags > 0 {
		parts = append(parts, plural(h.Tags, "tag"))
	}
	if len(parts) == 0 {
		return safe.Text{}
	}
	return safe.Format("%s that a web page would hide", safe.Join(" and ", parts...))
}

func plural(n int, noun string) safe.Text {
	if n != 1 {
		noun += "s"
	}
	return safe.Format("%d %s", n, noun)
}

// Render formats the whole source. The only error is that of ctx, which is looked
// at between blocks.
func Render(ctx context.Context, source string, width int, style Style) (Document, error) {
	return newPage(ctx, width, style, 0).render(source, unfit(source))
}

// First formats the start of source: whole blocks until there are at least lines
// lines, or all there are. Its cost hardly grows with the rest of the source.
func First(source string, width, lines int, style Style) Document {
	why := unfit(source)
	for size := 4 << 10; ; size *= 2 {
		head := start(source, size)
		// The background context is never done, so there is no error.
		doc, _ := newPage(context.Background(), width, style, max(lines, 1)).render(head, why)
		if len(doc.Lines) >= lines || len(head) == len(source) {
			return doc
		}
	}
}

// start is about size bytes of source: whole lines, or a piece of the first.
func start(source string, size int) string {
	if len(source) <= size {
		return source
	}
	if end := strings.LastIndexByte(source[:size], '\n'); end >= 0 {
		return source[:end+1]
	}
	for size > 0 && !utf8.RuneStart(source[size]) {
		size--
	}
	return source[:size]
}

func newPage(ctx context.Context, width int, style Style, enough int) *page {
	return &page{ctx: ctx, look: style.look(), width: max(width, minWidth), enough: enough}
}

// render formats source, unless there is a reason why not.
func (p *page) render(source string, why *plainError) (Document, error) {
	text := safe.Block(source).Simple()
	if why != nil {
		return p.plain(text, why)
	}
	doc, err := p.format(text)
	if errors.As(err, &why) {
		return p.plain(text, why)
	}
	return doc, err
}

// A plainError is a reason to show the source as it is.
type plainError struct{ why safe.Text }

func (e *plainError) Error() string { return e.why.String() }

// unfit finds what must not reach the parser.
func unfit(source string) *plainError {
	if len(source) > maxSource {
		return &plainError{safe.Format("too big to format (%d KiB, limit %d KiB); shown as plain text", kib(len(source)), kib(maxSource))}
	}
	if n := strings.Count(source, "\n"); n > maxLines {
		return &plainError{safe.Format("too long to format (%d lines, limit %d); shown as plain text", n, maxLines)}
	}
	if n := strings.Count(source, "]("); n > maxLinks {
		return &plainError{safe.Format("too many links to format (%d, limit %d); shown as plain text", n, maxLinks)}
	}
	for line := range strings.SplitSeq(source, "\n") {
		if n := marks(line); n > maxMarks {
			return overmarked(n)
		}
	}
	return nil
}

// marks counts the characters that goldmark pairs up.
func marks(s string) int {
	n := 0
	for _, mark := range []string{"*", "_", "~", "[", "]", "`"} {
		n += strings.Count(s, mark)
	}
	return n
}

func overmarked(marks int) *plainError {
	return &plainError{safe.Format("a paragraph has too much markup to format (%d marks, limit %d); shown as plain text", marks, maxMarks)}
}

// kib rounds up, so that what is over a limit shows as over it.
func kib(size int) int { return (size + 1023) / 1024 }

// format parses text and lays it out. Goldmark is large and is fed with text from
// strangers: a panic in it must cost the format, not the program.
func (p *page) format(text safe.Text) (doc Document, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = &plainError{safe.Format("the formatter failed (%v); shown as plain text", r)}
		}
	}()
	tree, err := parse(text)
	if err != nil {
		return Document{}, err
	}
	p.source = tree.source
	lines, err := p.blocks(tree.root, p.width)
	if err != nil {
		return Document{}, err
	}
	return Document{Lines: lines, Outline: p.outline, Hidden: tree.hidden}, nil
}

// plain wraps text without formatting it.
func (p *page) plain(text safe.Text, why *plainError) (Document, error) {
	doc := Document{Plain: true, Why: why.why}
	for _, line := range text.Lines() {
		if err := p.ctx.Err(); err != nil {
			return Document{}, err
		}
		doc.Lines = append(doc.Lines, hanging(line.String(), p.width)...)
		if p.enough > 0 && len(doc.Lines) >= p.enough {
			break
		}
	}
	return doc, nil
}
