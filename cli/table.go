package cli

import (
	"fmt"
	"io"
	"strings"

	"knack/render/safe"
)

// widestCell bounds how far a column is moved to the right by its widest cell. A
// cell that is wider still is printed whole.
const widestCell = 64

// narrowestCell is what a cell may take of any terminal.
const narrowestCell = 16

// table prints rows in aligned columns, two blanks apart, one row a line. Columns
// in which every cell is empty are left out. The last column ends at width cells
// from the left, and what is wider than two fifths of that is cut in the middle in
// the others; if width is 0, nothing is cut.
func table(w io.Writer, width int, rows [][]safe.Text) {
	if len(rows) == 0 {
		return
	}
	widest := widestCell
	if width > 0 {
		widest = max(width*2/5, narrowestCell)
	}
	last := len(rows[0]) - 1
	columns := make([]int, last)
	for _, row := range rows {
		for i := range columns {
			columns[i] = max(columns[i], min(row[i].Width(), widest))
		}
	}
	for _, row := range rows {
		var line strings.Builder
		at := 0
		for i, column := range columns {
			if column == 0 {
				continue
			}
			cell := row[i]
			if width > 0 {
				cell = cell.CutMiddle(column)
			}
			taken := max(column, cell.Width()) + 2
			line.WriteString(cell.String() + strings.Repeat(" ", taken-cell.Width()))
			at += taken
		}
		text := row[last]
		if width > 0 {
			text = text.Cut(width - at)
		}
		fmt.Fprintln(w, strings.TrimRight(line.String()+text.String(), " "))
	}
}
