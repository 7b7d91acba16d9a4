package tui

// A rect is a part of the screen, in cells from the top left corner. The zero
// rect is a part that isn't shown.
type rect struct{ x, y, w, h int }

func (r rect) shown() bool { return r.w > 0 && r.h > 0 }

// inside is the rect within the frame.
func (r rect) inside() rect {
	if !r.shown() {
		return rect{}
	}
	return rect{r.x + 1, r.y + 1, max(r.w-2, 0), max(r.h-2, 0)}
}

// Sizes in cells at which the screen is divided another way.
const (
	minWidth   = 40  // below, or
	minHeight  = 10  // below: one line says it all
	wideWidth  = 100 // from here on the list stands beside the document
	stackedMin = 20  // lines for list over document; fewer show one at a time
	roomyRow   = 70  // from here on name and description fit on one line
)

// A layout says where everything goes. It is a pure function of the size and of
// whether the document fills the screen.
type layout struct {
	w, h                         int
	tooSmall                     bool
	header, filter, list, detail rect
	footer                       rect
	rowLines                     int // lines one skill takes in the list
}

// arrange divides a screen. zoomed gives all room to the document; documentFirst
// chooses the document where only one of the two fits.
func arrange(w, h int, zoomed, documentFirst bool) layout {
	l := layout{w: w, h: h, rowLines: 2}
	if w < minWidth || h < minHeight {
		l.tooSmall = true
		return l
	}
	l.header = rect{0, 0, w, 1}
	l.filter = rect{0, 1, w, 1}
	l.footer = rect{0, h - 1, w, 1}
	body := rect{0, 2, w, h - 3}
	switch {
	case zoomed:
		l.detail = body
	case w >= wideWidth:
		listWidth := min(max(w*2/5, 42), 60)
		l.list = rect{0, body.y, listWidth, body.h}
		l.detail = rect{listWidth, body.y, w - listWidth, body.h}
	case h >= stackedMin && !documentFirst:
		listHeight := max(body.h*9/20, 8)
		l.list = rect{0, body.y, w, listHeight}
		l.detail = rect{0, body.y + listHeight, w, body.h - listHeight}
		if w >= roomyRow {
			l.rowLines = 1
		}
	case documentFirst:
		l.detail = body
	default:
		l.list = body
		if w >= roomyRow {
			l.rowLines = 1
		}
	}
	return l
}
