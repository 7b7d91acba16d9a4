package tui

import (
	"charm.land/bubbles/v2/textinput"
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
// the cursor in sight, "…" where something is cut, and the cell the cursor is in. pos
// counts characters.
func fieldView(value string, pos, width int) (view safe.Text, x int) {
	runes := []rune(value)
	pos = max(min(pos, len(runes)), 0)
	before, after := string(runes[:pos]), string(runes[pos:])
	under, _, _, _ := uniseg.FirstGraphemeClusterInString(after, -1)
	behind, here := safe.Line(after).Width(), safe.Line(under).Width()
	var cut safe.Text
	for before != "" {
		x = cut.Width() + safe.Line(before).Width()
		// One cell stays free for the cursor behind the last character, or for the sign
		// that there are more behind it.
		if x+max(behind, 1) <= width || x+here+1 <= width && behind > 0 {
			break
		}
		cluster, _, _, _ := uniseg.FirstGraphemeClusterInString(before, -1)
		before, cut = before[len(cluster):], safe.Lit("…")
	}
	x = cut.Width() + safe.Line(before).Width()
	return safe.Join("", cut, safe.Line(before+after)).Cut(width), min(x, max(width-1, 0))
}
