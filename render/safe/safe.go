// Package safe turns untrusted text into text that may reach a terminal.
//
// A skill's author chooses names, descriptions, bodies, paths and with them error
// messages. Any of these can hold sequences that move the cursor, write the
// clipboard, or make the terminal type an answer, and characters that a model
// reads and a person cannot see. [Text] is the only type that screens accept, and
// [Line], [Block] and [Format] are the only ways from a string to a Text, so the
// compiler finds what forgot them. Nothing is dropped on the way: what cannot be
// shown is replaced by something that can.
//
// Colour, layout and wrapping are left to others, and so is the decision what to
// do about hidden characters: [Find] names them, [Clean] gives the text without.
package safe

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/charmbracelet/x/ansi"
	"github.com/clipperhouse/uax29/v2/graphemes"
)

// A Text is text without control sequences or unseen characters, and valid UTF-8.
// Texts can be joined freely: no Text starts with something that would attach to
// what stands before it. The zero value is the empty text.
type Text struct{ s string }

// StandIn is a character that no Text has: one that wraps a text may put it
// in place of another, and take it out again.
const StandIn = '\ue000'

// String returns the text.
func (t Text) String() string { return t.s }

// Width is the number of cells of the widest line, counted by grapheme as
// charmbracelet/x/ansi does.
func (t Text) Width() int {
	if isPlain(t.s) {
		return len(t.s)
	}
	width := 0
	for line := range strings.SplitSeq(t.s, "\n") {
		width = max(width, ansi.StringWidth(line))
	}
	return width
}

// Lines splits the text at its line breaks. There is always at least one line.
func (t Text) Lines() []Text {
	lines := make([]Text, 0, strings.Count(t.s, "\n")+1)
	for line := range strings.SplitSeq(t.s, "\n") {
		lines = append(lines, Text{line})
	}
	return lines
}

// Cut shortens each line to at most cells, between graphemes; a shortened line
// ends in "…".
func (t Text) Cut(cells int) Text {
	switch {
	case cells <= 0:
		return Text{}
	case t.Width() <= cells:
		return t
	}
	lines := strings.Split(t.s, "\n")
	for i, line := range lines {
		lines[i] = cutLine(line, cells)
	}
	return Text{strings.Join(lines, "\n")}
}

// cutLine is ansi.Truncate, which takes the digit of a keycap for a grapheme of
// its own (v0.11.9).
func cutLine(s string, cells int) string {
	if ansi.StringWidth(s) <= cells {
		return s
	}
	end, left := 0, cells-1
	g := graphemes.FromString(s)
	for g.Next() {
		if left -= ansi.StringWidth(g.Value()); left < 0 {
			break
		}
		end += len(g.Value())
	}
	return s[:end] + "…"
}

// CutMiddle shortens a line to at most cells, between graphemes, by what stands in its
// middle: a "…" takes its place.
func (t Text) CutMiddle(cells int) Text {
	if cells <= 0 || t.Width() <= cells {
		return t.Cut(cells)
	}
	head := cutLine(t.s, (cells+2)/2)
	room := cells - ansi.StringWidth(head)
	// Graphemes can only be told apart from the front.
	tail, width := t.s, ansi.StringWidth(t.s)
	for g := graphemes.FromString(t.s); width > room && g.Next(); {
		tail = tail[len(g.Value()):]
		width -= ansi.StringWidth(g.Value())
	}
	return Text{head + tail}
}

// A literal can be made outside this package from a constant, and from nothing else.
type literal string

// Lit is for the program's own words: it takes constants only.
func Lit(l literal) Text { return Text{string(l)} }

// Join puts sep between the parts.
func Join(sep literal, parts ...Text) Text {
	var b strings.Builder
	for i, part := range parts {
		if i > 0 {
			b.WriteString(string(sep))
		}
		b.WriteString(part.s)
	}
	return Text{b.String()}
}

// Format is [fmt.Sprintf] for texts. A [Text] keeps its lines; every other argument
// but a number or a bool (strings, byte slices, errors, Stringers, whatever prints
// itself) goes through [Line].
func Format(format literal, args ...any) Text {
	shown := make([]any, len(args))
	for i, arg := range args {
		shown[i] = argument(arg)
	}
	// The second pass is for verbs that cut text apart, such as %.3s.
	return Block(fmt.Sprintf(string(format), shown...))
}

func argument(arg any) any {
	switch arg := arg.(type) {
	case nil:
		return nil
	case Text:
		return arg.s
	case string:
		return Line(arg).s
	case []byte:
		return Line(string(arg)).s
	case error, fmt.Stringer:
		return Line(fmt.Sprint(arg)).s
	}
	if k := reflect.TypeOf(arg).Kind(); k >= reflect.Bool && k <= reflect.Complex128 {
		return arg
	}
	return Line(fmt.Sprint(arg)).s
}

// isPlain reports whether s is printable ASCII on one line: one cell a byte.
func isPlain(s string) bool {
	for i := range len(s) {
		if s[i] < 0x20 || s[i] > 0x7e {
			return false
		}
	}
	return true
}
