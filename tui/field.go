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

// longCluster is more characters than one grapheme has that somebody types.
const longCluster = 16

// fieldView gives the part of a one-line value that fits into width cells with
// the cursor in sight, "…" where something is cut, and the cell the cursor is in. pos
// counts characters.
func fieldView(value string, pos, width int) (view safe.Text, x int) {
	runes := []rune(value)
	pos = max(min(pos, len(runes)), 0)
	// What is far from the cursor can't be in sight, and a long paste must not be slow.
	far := longCluster * max(width, 1)
	before, after := string(runes[max(pos-far, 0):pos]), string(runes[pos:min(pos+far, len(runes))])
	under, _, _, _ := uniseg.FirstGraphemeClusterInString(after, -1)
	behind, here := safe.Line(after).Width(), safe.Line(under).Width()
	var cut safe.Text
	for x = safe.Line(before).Width(); before != ""; {
		// One cell stays free for the cursor behind the last character, or for the sign
		// that there are more behind it.
		if at := cut.Width() + x; at+max(behind, 1) <= width || at+here+1 <= width && behind > 0 {
			break
		}
		cluster, rest, _, _ := uniseg.FirstGraphemeClusterInString(before, -1)
		before, cut = rest, safe.Lit("…")
		x -= safe.Line(cluster).Width()
	}
	x += cut.Width()
	return safe.Join("", cut, safe.Line(before+after)).Cut(width), min(x, max(width-1, 0))
}
