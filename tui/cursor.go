package tui

// A page is read from entry to entry. A key up or down takes the cursor to the next one
// there is and scrolls until the whole of it is in sight. Where that would pass over
// text nobody has seen, in an entry or between two that are longer than the screen, it
// scrolls by a line. A cursor left out of sight takes the first entry that comes by.

// move goes up or down by lines.
func (o *overlay) move(by int) {
	switch {
	case len(o.links) == 0:
		o.scroll(by)
	case by == 1 && o.seesEntry():
		o.down()
	case by == -1 && o.seesEntry():
		o.up()
	default:
		o.leap(by)
	}
}

func (o *overlay) down() {
	start, end := o.entry(o.at)
	if end > o.top+o.height {
		o.scroll(max(min(end-o.height, start)-o.top, 1))
		return
	}
	if o.at < len(o.links)-1 {
		next, nextEnd := o.entry(o.at + 1)
		if step := max(min(nextEnd-o.height, next)-o.top, 0); step <= o.height {
			o.at++
			o.scroll(step)
			return
		}
	}
	o.leap(1)
}

func (o *overlay) up() {
	start, end := o.entry(o.at)
	switch {
	case start < o.top && end-start <= o.height:
		o.scroll(start - o.top)
		return
	case start < o.top:
		o.scroll(-1)
		return
	}
	if o.at > 0 {
		before, beforeEnd := o.entry(o.at - 1)
		if step := max(o.top-max(before, beforeEnd-o.height), 0); step <= o.height {
			o.at--
			o.scroll(-step)
			return
		}
	}
	o.leap(-1)
}

// leap scrolls, and takes the cursor along when it would be left out of sight; to the
// start and to the end means the first and the last entry, too.
func (o *overlay) leap(by int) {
	o.scroll(by)
	first, last := -1, -1 // the entries in sight
	for i, line := range o.links {
		if line < o.top+o.height && entryEnd(o.shown, line) > o.top {
			if last = i; first < 0 {
				first = i
			}
		}
	}
	switch {
	case first < 0:
	case by < -1 && o.top == 0:
		o.at = first
	case by > 1 && o.top+o.height >= len(o.shown):
		o.at = last
	case o.seesEntry():
	case by < 0:
		o.at = last
	default:
		o.at = first
	}
}

func (o *overlay) scroll(by int) {
	o.top = max(min(o.top+by, len(o.shown)-o.height), 0)
}

// entry gives the lines of the entry of a link, end not among them.
func (o *overlay) entry(link int) (start, end int) {
	start = o.links[link]
	return start, entryEnd(o.shown, start)
}

// seesEntry tells whether anything of the cursor's entry is in sight.
func (o *overlay) seesEntry() bool {
	if len(o.links) == 0 {
		return false
	}
	start, end := o.entry(o.at)
	return start < o.top+o.height && end > o.top
}

// marks tells whether the cursor is drawn at a line: at the first of its entry that is
// in sight.
func (o *overlay) marks(line int) bool {
	return o.seesEntry() && line == max(o.links[o.at], o.top)
}

// reveal scrolls the entry of the cursor into sight.
func (o *overlay) reveal() {
	start, end := o.entry(o.at)
	o.scroll(max(end-o.height-o.top, 0))
	o.scroll(min(start-o.top, 0))
}
