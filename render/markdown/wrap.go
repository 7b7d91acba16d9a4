package markdown

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// A cell is one grapheme and how it looks.
type cell struct {
	text  string
	style style
	width int
}

func (c cell) isBlank() bool { return c.text == " " }

// cells takes runs apart, line by line. This is the last wall before the screen: what is not
// printable is dropped.
func cells(runs []run) [][]cell {
	var line []cell
	var all [][]cell
	for _, r := range runs {
		for s := r.text; s != ""; {
			c := firstCell(s)
			c.style = r.style
			s = s[len(c.text):]
			switch first, _ := utf8.DecodeRuneInString(c.text); {
			case first == '\n':
				all, line = append(all, line), nil
			case unicode.IsGraphic(first):
				line = append(line, c)
			}
		}
	}
	return append(all, line)
}

// firstCell is the grapheme that s starts with.
func firstCell(s string) cell {
	if s[0] < utf8.RuneSelf && (len(s) == 1 || s[1] < utf8.RuneSelf) {
		return cell{text: s[:1], width: 1}
	}
	text, width := ansi.FirstGraphemeCluster(s, ansi.GraphemeWidth)
	return cell{text: text, width: width}
}

// paint writes cells with their looks, which it ends.
func paint(line []cell) string {
	var b strings.Builder
	var now style
	for _, c := range line {
		if c.style != now {
			if now != (style{}) {
				b.WriteString(reset)
			}
			if c.style != (style{}) {
				b.WriteString(c.style.sequence())
			}
			now = c.style
		}
		b.WriteString(c.text)
	}
	if now != (style{}) {
		b.WriteString(reset)
	}
	return b.String()
}

// prose wraps a paragraph or heading between words. Lines that the author broke at
// a margin of his own flow together, others are kept apart.
func prose(p *phrase, width int) []string {
	lines := cells(p.runs)
	if !p.broken && brokenAtMargin(lines) {
		lines = [][]cell{join(lines)}
	}
	var out []string
	for _, line := range lines {
		out = append(out, fold(line, width, nil, nil)...)
	}
	return out
}

// hanging wraps a line of plain text and keeps its indent.
func hanging(text string, width int) []string {
	lead, line := splitIndent(cells([]run{{text: text}})[0], width)
	return fold(line, width, lead, lead)
}

// codeLines marks where a line goes on.
func (l look) codeLines(runs []run, width int) []string {
	var out []string
	for _, line := range cells(runs) {
		lead, line := splitIndent(line, width)
		mark := []cell{{"↳", l.quiet(), 1}, {" ", style{}, 1}}
		out = append(out, fold(line, width, lead, slices.Concat(lead, mark))...)
	}
	return out
}

// fold wraps a line. The lines start with lead, then with rest.
func fold(line []cell, width int, lead, rest []cell) []string {
	var out []string
	for _, part := range wrap(line, width-cellsWidth(lead), width-cellsWidth(rest)) {
		out = append(out, paint(slices.Concat(lead, part)))
		lead = rest
	}
	return out
}

// wrap breaks a line between words: first and rest are the room on the first line
// and on the others.
func wrap(line []cell, first, rest int) [][]cell {
	var out [][]cell
	for room := first; ; room = rest {
		n := wordEnd(line, room)
		out = append(out, trimRight(line[:n]))
		if line = line[n:]; len(line) == 0 {
			return out
		}
	}
}

// fitting is how many cells of line go into room; at least one.
func fitting(line []cell, room int) int {
	for i, c := range line {
		if room -= c.width; room < 0 {
			return max(i, 1)
		}
	}
	return len(line)
}

// wordEnd is how many cells of line go into room if a line ends before a word, or
// failing that inside one. Blanks at the break go with the line before.
func wordEnd(line []cell, room int) int {
	n := fitting(line, room)
	if n == len(line) {
		return n
	}
	for end := n; end > 0; end-- {
		if line[end].isBlank() || mayBreak(line[end-1], line[end]) {
			for end < len(line) && line[end].isBlank() {
				end++
			}
			return end
		}
	}
	for end := n; end > n/2; end-- { // a path or an address
		if strings.Contains("/-_.,;:=&?|", line[end-1].text) {
			return end
		}
	}
	return n
}

// The characters that Chinese and Japanese keep off the start and end of a line.
const (
	notFirst = ",.;:!?)]}\"'%，。、；：？！）」』】》〉”’…—～·ー々〕｝ぁぃぅぇぉっゃゅょァィゥェォッャュョ"
	notLast  = "([{\"'`（「『【《〈“‘〔｛"
)

// mayBreak reports whether a line may end between a and b: before a word, or beside
// a Chinese or Japanese character. Korean has words.
func mayBreak(a, b cell) bool {
	if a.isBlank() || b.isBlank() {
		return true
	}
	return (isIdeographic(a) || isIdeographic(b)) && !strings.Contains(notFirst, b.text) && !strings.Contains(notLast, a.text)
}

func isIdeographic(c cell) bool {
	r, _ := utf8.DecodeRuneInString(c.text)
	return c.width == 2 && !unicode.Is(unicode.Hangul, r)
}

// shortestFull is the width from which a line counts as broken by a margin.
const shortestFull = 50

// brokenAtMargin reports whether the lines were one before the author's editor
// wrapped them. Tags and the like start a line on purpose.
func brokenAtMargin(lines [][]cell) bool {
	for i, line := range lines {
		if i < len(lines)-1 && cellsWidth(line) < shortestFull {
			return false
		}
		if i > 0 && len(line) > 0 && strings.Contains("<[|", line[0].text) {
			return false
		}
	}
	return true
}

// join puts a blank between lines, unless both sides are ideographic.
func join(lines [][]cell) []cell {
	all := lines[0]
	for _, line := range lines[1:] {
		if len(all) > 0 && len(line) > 0 && !(isIdeographic(all[len(all)-1]) && isIdeographic(line[0])) {
			all = append(all, cell{" ", style{}, 1})
		}
		all = append(all, line...)
	}
	return all
}

// splitIndent splits off the blanks that line starts with. An indent is at most
// half of width.
func splitIndent(line []cell, width int) (lead, rest []cell) {
	n := 0
	for n < len(line) && line[n].isBlank() {
		n++
	}
	return line[:min(n, width/2)], line[n:]
}

func trimRight(line []cell) []cell {
	for len(line) > 0 && line[len(line)-1].isBlank() {
		line = line[:len(line)-1]
	}
	return line
}

func cellsWidth(line []cell) int {
	width := 0
	for _, c := range line {
		width += c.width
	}
	return width
}
