package cli

import (
	"fmt"
	"io"
	"slices"
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
	widest := widestCell
	if width > 0 {
		widest = max(width*2/5, narrowestCell)
	}
	columns := columnWidths(rows, widest)
	for _, row := range rows {
		if width > 0 {
			row = slices.Clone(row)
			for i, column := range columns {
				row[i] = row[i].CutMiddle(column)
			}
		}
		line, at := aligned(row, columns)
		text := row[len(columns)]
		if width > 0 {
			text = text.Cut(width - at)
		}
		fmt.Fprintln(w, strings.TrimRight(line+text.String(), " "))
	}
}

// wrappedTable prints rows as table does, but cuts nothing: the last column goes on below.
func wrappedTable(w io.Writer, width int, rows [][]safe.Text) {
	const below = 4 // where no room is left beside the others
	columns := columnWidths(rows, widestCell)
	for _, row := range rows {
		line, at := aligned(row, columns)
		text := row[len(columns)]
		if width > 0 && at > width/2 && text.Width() > max(width-at, 0) {
			line, at = strings.TrimRight(line, " ")+"\n"+strings.Repeat(" ", below), below
		}
		fmt.Fprintln(w, strings.TrimRight(line+wrap(text, width, at), " "))
	}
}

// columnWidths gives the widths of all columns but the last, 0 for empty ones.
func columnWidths(rows [][]safe.Text, widest int) []int {
	if len(rows) == 0 {
		return nil
	}
	columns := make([]int, len(rows[0])-1)
	for _, row := range rows {
		for i := range columns {
			columns[i] = max(columns[i], min(row[i].Width(), widest))
		}
	}
	return columns
}

// aligned gives the line of a row up to its last column, and its width.
func aligned(row []safe.Text, columns []int) (line string, at int) {
	var b strings.Builder
	for i, column := range columns {
		if column == 0 {
			continue
		}
		width := row[i].Width()
		taken := max(column, width) + 2
		b.WriteString(row[i].String() + strings.Repeat(" ", taken-width))
		at += taken
	}
	return b.String(), at
}
