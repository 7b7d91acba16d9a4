package tui

import (
	"strings"

	"github.com/rivo/uniseg"

	"knack/render/safe"
	"knack/skill/search"
)

// maxWindows is how many places of a text are tried as what a row begins with.
const maxWindows = 64

// window gives the offset from which a text is shown in room cells: the one with most of
// the different things that are marked, its beginning if that has as many.
func window(text string, ranges []search.Range, room int) int {
	if len(ranges) == 0 || safe.Line(text).Width() <= room {
		return 0
	}
	best, most := 0, marksWithin(text, ranges, 0, room)
	for _, r := range ranges[:min(len(ranges), maxWindows)] {
		from := before(text, r.Start, room/5)
		if n := marksWithin(text, ranges, from, room); n > most {
			best, most = from, n
		}
	}
	if best > 0 { // no more is left out than has to be
		best = min(best, before(text, len(text), room-2))
	}
	return best
}

// marksWithin counts the different texts of ranges that fit into room cells from an
// offset on, with signs that something is cut.
func marksWithin(text string, ranges []search.Range, from, room int) int {
	if room--; from > 0 {
		room--
	}
	seen := map[string]bool{}
	for _, r := range ranges {
		if r.Start < from {
			continue
		}
		if safe.Line(text[from:r.End]).Width() > room {
			break
		}
		seen[strings.ToLower(text[r.Start:r.End])] = true
	}
	return len(seen)
}

// before gives an offset at most some cells before another one, at the beginning of a
// word if there is any on the way.
func before(text string, at, cells int) int {
	var starts []int // of characters
	state, rest := -1, text[:at]
	for len(rest) > 0 {
		starts = append(starts, at-len(rest))
		_, rest, _, state = uniseg.FirstGraphemeClusterInString(rest, state)
	}
	from := at
	for i := len(starts) - 1; i >= 0 && safe.Line(text[starts[i]:at]).Width() <= cells; i-- {
		from = starts[i]
	}
	if from == 0 {
		return 0
	}
	if blank := strings.IndexByte(text[from:at], ' '); blank >= 0 {
		from += blank + 1
	}
	return from
}

// moveBack gives the ranges in what is left of a text from an offset on.
func moveBack(ranges []search.Range, from int) []search.Range {
	var moved []search.Range
	for _, r := range ranges {
		if r.Start >= from {
			moved = append(moved, search.Range{Start: r.Start - from, End: r.End - from})
		}
	}
	return moved
}
