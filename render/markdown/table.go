package markdown

import (
	"slices"
	"strings"

	east "github.com/yuin/goldmark/extension/ast"

	"knack/render/safe"
)

const (
	columnGap = 3  // " │ "
	minColumn = 12 // narrower columns break many words
)

// table lays out a table. One with too many columns for width becomes a list of
// records.
func (p *page) table(n *east.Table, width int) ([]string, error) {
	var rows [][][]cell
	for row := n.FirstChild(); row != nil; row = row.NextSibling() {
		var base style
		if len(rows) == 0 {
			base.font = bold
		}
		var texts [][]cell
		for c := row.FirstChild(); c != nil; c = c.NextSibling() {
			texts = append(texts, slices.Concat(cells(p.phrase(c, base).runs)...))
		}
		rows = append(rows, texts)
	}
	widths := fitColumns(rows, width)
	if widths == nil {
		return p.records(rows, width)
	}
	return p.look.grid(rows, widths, n.Alignments), nil
}

// fitColumns gives each column what it needs, or, if that is too much, the narrow
// ones that and the others equal shares of the rest; nil if those are too narrow.
func fitColumns(rows [][][]cell, width int) []int {
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			widths[i] = max(widths[i], cellsWidth(cell))
		}
	}
	sorted := slices.Sorted(slices.Values(widths))
	room := width - columnGap*(len(widths)-1)
	for i, w := range sorted {
		share := room / (len(sorted) - i)
		if w > share {
			if share < minColumn {
				return nil
			}
			for i := range widths {
				widths[i] = min(widths[i], share)
			}
			break
		}
		room -= w
	}
	return widths
}

// grid draws rows under their header.
func (l look) grid(rows [][][]cell, widths []int, aligns []east.Alignment) []string {
	var out []string
	for i, row := range rows {
		wrapped := make([][][]cell, len(row))
		height := 1
		for col, cell := range row {
			wrapped[col] = wrap(cell, widths[col], widths[col])
			height = max(height, len(wrapped[col]))
		}
		for y := range height {
			out = append(out, paint(l.gridLine(wrapped, y, widths, aligns)))
		}
		if i == 0 {
			out = append(out, l.gridRule(widths))
		}
	}
	return out
}

// gridLine is the yth line of a row.
func (l look) gridLine(row [][][]cell, y int, widths []int, aligns []east.Alignment) []cell {
	var line []cell
	for col, width := range widths {
		if col > 0 {
			line = append(line, blanks(1)...)
			line = append(line, cell{"│", l.quiet(), 1})
			line = append(line, blanks(1)...)
		}
		var text []cell
		if col < len(row) && y < len(row[col]) {
			text = row[col][y]
		}
		left := 0
		switch room := width - cellsWidth(text); aligns[col] {
		case east.AlignRight:
			left = room
		case east.AlignCenter:
			left = room / 2
		}
		line = slices.Concat(line, blanks(left), text, blanks(width-cellsWidth(text)-left))
	}
	return trimRight(line)
}

func (l look) gridRule(widths []int) string {
	parts := make([]string, len(widths))
	for i, width := range widths {
		parts[i] = strings.Repeat("─", width)
	}
	return l.dimmed(strings.Join(parts, "─┼─"))
}

// records writes each row as lines of "header: value". A long header is not
// repeated without end.
func (p *page) records(rows [][][]cell, width int) ([]string, error) {
	if len(rows) == 1 {
		rows = append(rows, make([][]cell, len(rows[0])))
	}
	if repeated := len(slices.Concat(rows[0]...)) * len(rows); repeated > maxSource {
		return nil, &plainError{safe.Lit("a table has too long a header to format; shown as plain text")}
	}
	var out []string
	for i, row := range rows[1:] {
		if i > 0 {
			out = append(out, "")
		}
		for col, value := range row {
			line := slices.Concat(rows[0][col], []cell{{":", style{}, 1}}, blanks(1), value)
			out = append(out, fold(line, width, nil, blanks(2))...)
		}
	}
	return out, nil
}

func blanks(n int) []cell {
	return slices.Repeat([]cell{{" ", style{}, 1}}, n)
}
