package cli

import (
	"fmt"
	"io"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"knack/render/safe"
)

// further is how much more than a line that goes on below it stands in. It is odd, as no
// indent is: what belongs to a line is told apart.
const further = 3

// unbroken stands for a hyphen, which may be one of a path or a flag: no line ends behind
// it.
const unbroken = string(safe.StandIn)

// wrap breaks a text at blanks where a line of width cells ends, if each stands in some
// cells. All but the first begin with these. A word that is wider stays whole, so that a
// path can be copied. If width is 0, so does the text.
func wrap(text safe.Text, width, indent int) string {
	room := width - indent
	if width == 0 || text.Width() <= room {
		return text.String()
	}
	whole := strings.ReplaceAll(text.String(), "-", unbroken)
	whole = strings.ReplaceAll(ansi.Wordwrap(whole, max(room, 1), ""), unbroken, "-")
	return strings.ReplaceAll(whole, "\n", "\n"+strings.Repeat(" ", indent))
}

// printWrapped prints a line that stands in some cells, and goes on below where it is
// wider than a terminal.
func printWrapped(w io.Writer, width, indent int, text safe.Text) {
	fmt.Fprintf(w, "%s%s\n", strings.Repeat(" ", indent), wrap(text, width, indent+further))
}
