package cli

import (
	"fmt"
	"io"
	"strings"

	"knack/render/safe"
)

// widestCell bounds how far a column is moved to the right by its widest cell. A
// cell that is wider still is printed whole.
const widestCell = 32

// table prints rows in aligned columns, two blanks apart, one row a line. Columns
// in which every cell is empty are left out. The last column ends at width cells
// from the left, or where its texts end if width is 0.
func table(w io.Writer, width int, rows [][]safe.Text) {
	if len(rows) == 0 {
		return
	}
	last := len(rows[0]) - 1
	columns := make([]int, last)
	for _, row := range rows {
		for i := range columns {
			columns[i] = max(columns[i], min(row[i].Width(), widestCell))
		}
	}
	for _, row := range rows {
		var line strings.Builder
		at := 0
		for i, column := range columns {
			if column == 0 {
				continue
			}
			cell := max(column, row[i].Width()) + 2
			line.WriteString(row[i].String() + strings.Repeat(" ", cell-row[i].Width()))
			at += cell
		}
		text := row[last]
		if width > 0 {
			text = text.Cut(width - at)
		}
		fmt.Fprintln(w, strings.TrimRight(line.String()+text.String(), " "))
	}
}
