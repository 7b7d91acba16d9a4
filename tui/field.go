package tui

import (
	"charm.land/bubbles/v2/textinput"
	"github.com/charmbracelet/x/ansi"
	"github.com/rivo/uniseg"

	"knack/render/safe"
)

// The text widgets of bubbles do the editing; what they hold is drawn here. They
// print their value as it is, and count the cursor's column in characters, which
// is wrong behind Chinese text.

func newField() textinput.Model {
	f := textinput.New()
	f.Prompt = ""
	f.SetVirtualCursor(false)
	return f
}

// fieldView gives the part of a one-line value that fits into width cells with
// the cursor in sight, and the cell the cursor is in. pos counts characters.
func fieldView(value string, pos, width int) (view safe.Text, x int) {
	runes := []rune(value)
	pos = max(min(pos, len(runes)), 0)
	before, after := string(runes[:pos]), string(runes[pos:])
	// One cell stays free for the cursor behind the last character.
	for safe.Line(before).Width() > max(width-1, 0) {
		cluster, _, _, _ := uniseg.FirstGraphemeClusterInString(before, -1)
		before = before[len(cluster):]
	}
	x = safe.Line(before).Width()
	line := safe.Line(before + after)
	if line.Width() > width {
		line = safe.Line(ansi.Truncate(line.String(), width, ""))
	}
	return line, x
}
