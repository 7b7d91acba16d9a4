package tui

import (
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"

	"knack/render/safe"
	"knack/skill"
	"knack/skill/search"
	"knack/tui/explain"
)

// View draws the screen. It changes nothing, and every mode of the terminal is
// set here: one that is left out of a frame would be switched off.
func (m model) View() tea.View {
	v := tea.View{AltScreen: true, WindowTitle: "knack", ReportFocus: true}
	if m.w <= 0 || m.h <= 0 {
		return v
	}
	var c canvas
	switch {
	case m.layout.tooSmall:
		m.drawSmall(&c)
	case m.menu.open():
		m.drawMenu(&c)
	case m.overlay.open():
		v.Cursor = m.drawOverlay(&c)
	default:
		v.Cursor = m.drawScreen(&c)
	}
	v.Content = c.b.String()
	return v
}

// drawScreen draws header, filter, panes and footer, and gives the cursor.
func (m *model) drawScreen(c *canvas) (cursor *tea.Cursor) {
	l := &m.layout
	m.drawLines(c, func(y int) {
		switch y {
		case l.header.y:
			m.drawHeader(c)
		case l.filter.y:
			if x := m.drawFilter(c); m.filtering || m.find.typing {
				cursor = tea.NewCursor(x, y)
			}
		case l.footer.y:
			m.drawFooter(c)
		default:
			if x := m.drawPanes(c, y); x >= 0 {
				cursor = tea.NewCursor(x, y)
			}
		}
	})
	return cursor
}

// drawLines draws the lines of the screen, the status in place of the last ones.
func (m *model) drawLines(c *canvas, line func(y int)) {
	said := m.statusLines()
	for y := range m.h {
		if y > 0 {
			c.newline()
		}
		if n := y - (m.h - len(said)); n >= 0 {
			m.drawStatus(c, said[n])
		} else {
			line(y)
		}
	}
}

// drawPanes draws what lies at line y of the list and the document.
func (m *model) drawPanes(c *canvas, y int) (cursor int) {
	cursor = -1
	if r := m.layout.list; r.shown() && y >= r.y && y < r.y+r.h {
		m.drawFrame(c, r, y, !m.inDetail && !m.form.open, frameTitle{}, func(i int) { m.drawListLine(c, i) })
	}
	if r := m.layout.detail; r.shown() && y >= r.y && y < r.y+r.h {
		m.drawFrame(c, r, y, m.inDetail || m.form.open, m.detailTitle(), func(i int) {
			if x := m.drawDetailLine(c, i); x >= 0 {
				cursor = r.x + 1 + x
			}
		})
	}
	return cursor
}

// A frameTitle stands in the upper border: a name on the left, a word on the right.
type frameTitle struct{ left, right safe.Text }

// drawFrame draws line y of a framed pane; inner draws line i inside it.
func (m *model) drawFrame(c *canvas, r rect, y int, focused bool, title frameTitle, inner func(i int)) {
	s, b := m.styles, &m.styles.border
	look := s.frame
	if focused {
		look = s.focused
	}
	c.begin(r.w)
	switch y {
	case r.y:
		c.put(look, b.topLeft)
		c.put(look, b.flat)
		if title.left.Width() > 0 {
			room := c.left - 3 - title.right.Width() - 3
			c.put(s.title, safe.Join("", blankText, title.left.Cut(max(room, 1)), blankText))
		}
		tail := 2
		if title.right.Width() > 0 {
			tail += title.right.Width() + 2
		}
		c.fill(look, b.flat, c.left-tail)
		if title.right.Width() > 0 {
			c.put(s.dim, safe.Join("", blankText, title.right, blankText))
		}
		c.put(look, b.flat)
		c.put(look, b.topRight)
	case r.y + r.h - 1:
		c.put(look, b.bottomLeft)
		c.fill(look, b.flat, r.w-2)
		c.put(look, b.bottomRight)
	default:
		c.put(look, b.upright)
		c.begin(r.w - 2)
		inner(y - r.y - 1)
		c.end()
		c.begin(1)
		c.put(look, b.upright)
	}
}

var blankText = safe.Lit(" ")

func (m *model) drawListLine(c *canvas, i int) {
	if head := m.list.head; i < len(head) {
		c.blank(1)
		c.styled(head[i].text, head[i].w)
		return
	}
	i -= len(m.list.head)
	row := m.list.top + i/m.layout.rowLines
	switch {
	case row < len(m.hits) && i/m.layout.rowLines < m.list.height:
		m.drawRow(c, row, i%m.layout.rowLines)
	case len(m.hits) == 0 && i < len(m.list.empty):
		c.blank(1)
		c.styled(m.list.empty[i].text, m.list.empty[i].w)
	}
}

func (m *model) detailTitle() frameTitle {
	k := m.current()
	if k == nil {
		return frameTitle{}
	}
	name := safe.Line(k.ID)
	if line := m.args[k.Key]; line != "" {
		name = safe.Format("%s %s", k.ID, strings.ReplaceAll(line, "\n", " ⏎ "))
	}
	return frameTitle{name, safe.Line(string(k.Source))}
}

// drawDetailLine draws line i of the document pane and gives the cell of the
// cursor where the form has it.
func (m *model) drawDetailLine(c *canvas, i int) (cursor int) {
	d := &m.detail
	inner := m.layout.detail.inside()
	form := inner.h - len(m.form.rows)
	at := i - (form - d.height)
	m.drawMarker(c, at >= 0 && at < d.height && m.find.isAt(d.top[d.tab]+at))
	switch {
	case m.current() == nil:
	case i == 0:
		m.drawTabs(c)
	case m.form.open && i >= form:
		if x := m.drawForm(c, i-form); x >= 0 {
			return 1 + x
		}
	case i == 1 && d.tab == tabPrompt:
		c.styled(d.legend.text, d.legend.w)
	case at >= 0 && d.top[d.tab]+at < len(d.lines):
		n := d.top[d.tab] + at
		line := d.lines[n]
		if line.w > c.left { // formatted for a wider screen
			line = cutLine(line, c.left)
		}
		c.styled(m.find.mark(n, line.text, m.styles.found), line.w)
	}
	return -1
}

func (m *model) drawTabs(c *canvas) {
	for t, name := range tabNames {
		look := m.styles.tab
		if tab(t) == m.detail.tab {
			look = m.styles.tabActive
		}
		c.put(look, name)
		c.blank(3)
	}
	// How far one has read, where there is more than fits.
	if d := &m.detail; len(d.lines) > d.height {
		where := safe.Lit("top")
		switch top := d.top[d.tab]; {
		case top+d.height >= len(d.lines):
			where = safe.Lit("end")
		case top > 0:
			where = safe.Format("%d%%", 100*(top+d.height)/len(d.lines))
		}
		c.blank(c.left - where.Width() - 1)
		c.put(m.styles.dim, where)
	}
}

func (m *model) drawHeader(c *canvas) {
	s := m.styles
	c.begin(m.w)
	c.blank(1)
	c.put(s.title, safe.Lit("knack"))
	counts := m.counts(min(c.left-len("knack")-2, m.w*2/3)) // the place needs some room, too
	place := safe.Format("  %s · %s", m.opt.Host.Name, m.short(m.opt.Cwd))
	c.put(s.dim, place.Cut(max(c.left-counts.Width()-3, 0)))
	c.blank(c.left - counts.Width() - 1)
	c.put(s.dim, counts)
	c.end()
}

// counts is the library in numbers, as many as fit into room cells: all that is listed
// counts, and so does what ships with knack.
func (m *model) counts(room int) safe.Text {
	own, all := m.library.Own(), len(m.library.Skills)
	if own == 0 && !m.reading() {
		return safe.Lit("no skills of yours yet")
	}
	parts := []safe.Text{safe.Format("%d skills", all)}
	if all == 1 {
		parts[0] = safe.Lit("1 skill")
	}
	for _, n := range []news{isNew, isChanged} {
		if m.news[n] > 0 {
			parts = append(parts, safe.Format("%d %s", m.news[n], n.word()))
		}
	}
	switch n := m.library.Wrong(); {
	case n == 1:
		parts = append(parts, safe.Lit("1 problem"))
	case n > 1:
		parts = append(parts, safe.Format("%d problems", n))
	}
	for _, state := range []skill.State{skill.Shadowed, skill.Hidden, skill.Disabled, skill.Broken} {
		if n := m.library.Count(state); n > 0 {
			parts = append(parts, safe.Format("%d %s", n, string(state)))
		}
	}
	if n := all - own; n > 0 && !m.reading() {
		parts = append(parts, safe.Format("%d bundled", n))
	}
	if m.reading() {
		parts = append(parts, safe.Format("reading… %d", max(m.read, all)))
	}
	whole := len(parts)
	for len(parts) > 1 && safe.Join(" · ", parts...).Width() > room {
		if len(parts) == whole {
			room -= len(" …") // says that there is more
		}
		parts = parts[:len(parts)-1]
	}
	if len(parts) < whole {
		return safe.Format("%s …", safe.Join(" · ", parts...))
	}
	return safe.Join(" · ", parts...)
}

// drawFilter draws the line of the filter, or of what is looked for in the document,
// and gives the cell of its cursor.
func (m *model) drawFilter(c *canvas) (cursor int) {
	s := m.styles
	c.begin(m.w)
	c.blank(1)
	hits := safe.Format("%d of %d", len(m.hits), len(m.listed))
	meant := search.ByMeaning(m.hits)
	if meant > 0 {
		hits = safe.Format("%d of %d · %d by meaning", len(m.hits)-meant, len(m.listed), meant)
	}
	if m.ranking != nil && m.query.InFiles() {
		hits = safe.Lit("looking into the texts…")
	}
	if m.sort != skill.SortRelevance && meant == 0 {
		hits = safe.Format("%s · by %s", hits, string(m.sort))
	}
	switch {
	case m.find.typing || m.inDetail && m.find.text() != "":
		hits = m.found()
		if m.w >= roomyRow {
			c.put(s.dim, safe.Lit("in the document "))
		} else {
			c.put(s.dim, safe.Lit("find "))
		}
		cursor = m.drawField(c, &m.find.field, m.find.typing, s.plain, hits)
	case m.filtering || m.filter.Value() != "":
		look := s.plain
		if m.filtering && m.filterKept {
			look = s.here
		}
		cursor = m.drawField(c, &m.filter, m.filtering, look, hits)
	case m.inDetail:
		c.put(s.dim, roomFor(c.left-hits.Width()-2, "/ to find in the document", "/ to find"))
	default:
		c.put(s.dim, roomFor(c.left-hits.Width()-2, "/ to filter by name and description", "/ to filter by name", "/ to filter"))
	}
	c.blank(c.left - hits.Width() - 1)
	if c.left > hits.Width() {
		c.put(s.dim, hits)
	}
	c.end()
	return cursor
}

// roomFor is the first of some texts, the longest first, that fits into room cells; the
// last where none does.
func roomFor(room int, texts ...string) safe.Text {
	for _, text := range texts[:len(texts)-1] {
		if t := safe.Line(text); t.Width() <= room {
			return t
		}
	}
	return safe.Line(texts[len(texts)-1])
}

// drawField draws what is typed behind a slash, with room for a count.
func (m *model) drawField(c *canvas, f *textinput.Model, typing bool, look style, count safe.Text) (cursor int) {
	slash := m.styles.dim
	if typing {
		slash = m.styles.accent
	}
	c.put(slash, safe.Lit("/ "))
	view, x := fieldView(f.Value(), f.Position(), max(c.left-count.Width()-2, 1))
	cursor = m.w - c.left + x
	c.put(look, view)
	return cursor
}

// drawFooter shows the keys that matter: what doesn't fit is left out from the right, the
// way to the help stays.
func (m *model) drawFooter(c *canvas) {
	s := m.styles
	c.begin(m.w)
	c.blank(1)
	facts := m.cost()
	room := c.left - facts.Width() - 2
	if room < 30 { // keys before facts
		room, facts = c.left, safe.Text{}
	}
	m.drawKeys(c, m.footKeys(), room)
	c.blank(c.left - facts.Width() - 1)
	c.put(s.dim, facts)
	c.end()
}

// cost is the price of the selected skill's text, with the arguments where some are given.
func (m *model) cost() safe.Text {
	k := m.current()
	if k == nil || k.State == skill.Broken {
		return safe.Text{}
	}
	tokens := explain.TextTokens(k.BodyBytes)
	if m.doc.ready && m.doc.key == k.Key {
		if m.args[k.Key] != "" && m.doc.prompt.Text != "" {
			tokens = explain.TextTokens(len(m.doc.prompt.Text))
		}
		switch n := len(m.doc.template.Params()); {
		case n == 1:
			return safe.Join(" · ", tokens, safe.Lit("1 arg"))
		case n > 1:
			return safe.Join(" · ", tokens, safe.Format("%d args", n))
		}
	}
	return tokens
}

// footKeys are the keys of the footer, the way to the help last.
func (m *model) footKeys() (foot []key.Help) {
	switch {
	case m.form.open:
		foot = []key.Help{{Key: "enter", Desc: "done"}, {Key: "ctrl-y", Desc: "copy"}}
		if len(m.form.fields) > 1 && !m.form.raw {
			if m.form.at < len(m.form.fields)-1 {
				foot[0].Desc = "next"
			}
			foot = append(foot, key.Help{Key: "tab", Desc: "field"})
		}
		if len(m.form.offers(m.opt.Host.Substitution)) > 0 {
			foot = append(foot, key.Help{Key: "ctrl-n", Desc: "values"})
		}
		if len(m.form.fields) > 0 {
			foot = append(foot, switchRaw.Help())
		}
		return append(foot, breakInLine.Help(), key.Help{Key: "esc", Desc: "close"})
	case m.filtering:
		return []key.Help{{Key: "↑↓", Desc: "move"}, {Key: "enter", Desc: "keep"}, {Key: "ctrl-y", Desc: "copy"}, {Key: "tab", Desc: "complete"}, {Key: "esc", Desc: "clear"}}
	case m.find.typing:
		return []key.Help{{Key: "↑↓", Desc: "from place to place"}, {Key: "enter", Desc: "keep"}, {Key: "esc", Desc: "clear"}}
	case m.inDetail && m.find.text() != "":
		foot = append(foot, key.Help{Key: "n N", Desc: "next, previous"})
	}
	foot = append(foot, key.Help{Key: "↑↓", Desc: "move"})
	for place := 2; place < 10; place++ {
		for _, a := range m.actions {
			if a.foot == place && (a.off == nil || a.off(m).Width() == 0) {
				does := firstWords(a.Help().Desc)
				if a.Help().Key == "/" && m.inDetail {
					does = "find"
				}
				foot = append(foot, key.Help{Key: a.Help().Key, Desc: does})
			}
		}
	}
	return foot
}

// firstWords is as much of a help text as a footer has room for.
func firstWords(s string) string {
	s, _, _ = strings.Cut(s, ":")
	s, _, _ = strings.Cut(s, ";")
	s, _, _ = strings.Cut(s, ",")
	s, _, _ = strings.Cut(s, " the ")
	return s
}

// keyGap is what stands between two keys.
const keyGap = 2

func keyWidth(h key.Help) int { return safe.Line(h.Key).Width() + 1 + safe.Line(h.Desc).Width() }

// keysWidth is the width of keys in a row.
func keysWidth(foot []key.Help) int {
	width := -keyGap
	for _, h := range foot {
		width += keyWidth(h) + keyGap
	}
	return width
}

// fitKeys gives as many keys as there is room for, each with a gap behind it; the last is
// always one of them.
func fitKeys(foot []key.Help, room int) []key.Help {
	last := foot[len(foot)-1]
	room -= keyWidth(last) + keyGap
	for i, h := range foot[:len(foot)-1] {
		if room -= keyWidth(h) + keyGap; room < 0 {
			return append(slices.Clone(foot[:i]), last)
		}
	}
	return foot
}

// drawKeys draws as many keys as there is room for.
func (m *model) drawKeys(c *canvas, foot []key.Help, room int) {
	for i, h := range fitKeys(foot, room) {
		if i > 0 {
			c.put(m.styles.plain, blanks(keyGap))
		}
		m.drawKey(c, h)
	}
}

func (m *model) drawKey(c *canvas, h key.Help) {
	c.put(m.styles.key, safe.Line(h.Key))
	c.put(m.styles.keyText, safe.Format(" %s", h.Desc))
}

// drawOverlay draws a page over the whole screen.
func (m *model) drawOverlay(c *canvas) (cursor *tea.Cursor) {
	o := &m.overlay
	r := rect{0, 0, m.w, m.h - 1}
	m.drawLines(c, func(y int) {
		if y == r.h {
			cursor = m.drawOverlayFoot(c)
			return
		}
		m.drawFrame(c, r, y, true, frameTitle{left: o.title}, func(i int) { m.drawOverlayLine(c, o.top+i) })
	})
	return cursor
}

func (m *model) drawOverlayLine(c *canvas, n int) {
	o := &m.overlay
	m.drawMarker(c, o.marks(n))
	if n >= len(o.shown) {
		return
	}
	line := o.shown[n].textLine
	if line.w > c.left {
		line = cutLine(line, c.left)
	}
	c.styled(line.text, line.w)
}

// drawOverlayFoot draws the keys, to the right of what is searched for on the page.
func (m *model) drawOverlayFoot(c *canvas) (cursor *tea.Cursor) {
	const shortest = 12 // cells to type in
	o := &m.overlay
	c.begin(m.w)
	c.blank(1)
	if !o.searching && o.search.Value() == "" {
		room := c.left + keyGap
		m.drawKeys(c, o.footKeys(room), room)
		c.end()
		return nil
	}
	c.put(m.styles.accent, safe.Lit("/ "))
	width := safe.Line(o.search.Value()).Width() + 1
	room := c.left - max(width, shortest)
	foot := fitKeys(o.footKeys(room), room)
	view, x := fieldView(o.search.Value(), o.search.Position(), max(min(width, c.left-keyGap-keysWidth(foot)), 1))
	if o.searching {
		cursor = tea.NewCursor(m.w-c.left+x, m.h-1)
	}
	c.put(m.styles.plain, view)
	c.blank(c.left - keysWidth(foot))
	m.drawKeys(c, foot, c.left+keyGap)
	c.end()
	return cursor
}

// footKeys are the keys of an overlay, in fewer words where there is little room.
func (o *overlay) footKeys(room int) []key.Help {
	if o.searching {
		return []key.Help{{Key: "enter", Desc: "keep"}, {Key: "esc", Desc: "clear"}}
	}
	foot := o.allKeys()
	if keysWidth(foot) > room-keyGap {
		foot = o.shortKeys()
	}
	if keysWidth(foot) > room-keyGap {
		foot = foot[1:] // what the arrows do needs no telling
	}
	return foot
}

func (o *overlay) allKeys() []key.Help {
	foot := []key.Help{{Key: "↑↓", Desc: "scroll"}}
	if len(o.links) > 0 {
		foot[0].Desc = "move"
	}
	if o.parted {
		foot = append(foot, key.Help{Key: overlayPart.Help().Key, Desc: o.part.Next().String()})
	}
	if len(o.links) > 0 {
		foot = append(foot, overlayOpen.Help())
		if o.take != nil {
			foot = append(foot, key.Help{Key: overlayTake.Help().Key, Desc: "copy path"})
		}
	}
	return append(foot, overlayFind.Help(), overlayClose.Help())
}

// shortKeys are the keys that matter most.
func (o *overlay) shortKeys() []key.Help {
	var foot []key.Help
	for _, h := range o.allKeys() {
		switch h.Key {
		case overlayTake.Help().Key:
			continue
		case overlayPart.Help().Key:
			h.Desc = o.part.Next().Brief()
		case overlayOpen.Help().Key:
			h.Desc = "go"
		case overlayFind.Help().Key:
			h.Desc = "find"
		}
		foot = append(foot, h)
	}
	return foot
}

// drawSmall says all there is room for: the selected skill.
func (m *model) drawSmall(c *canvas) {
	wish := m.wishLines()
	for y := range m.h {
		if y > 0 {
			c.newline()
		}
		c.begin(m.w)
		k := m.current()
		switch {
		case y == 0 && m.status.text.Width() > 0:
			c.put(m.styles.accent, m.status.text)
		case y == 0 && k == nil:
			c.put(m.styles.dim, safe.Lit("no skill"))
		case y == 0:
			c.put(m.styles.dim, safe.Format("%d/%d ", m.list.cursor+1, len(m.hits)))
			c.put(m.styles.selected, safe.Line(k.ID))
			c.put(m.styles.dim, safe.Format(" %s", string(k.Source)))
		case y == 1 && k != nil:
			if row := m.rowOf(k.Key); row >= 0 {
				m.drawSaying(c, k, m.marksOf(m.hits[row]), "")
			}
		case y > 1 && y >= m.h-len(wish):
			c.put(m.styles.dim, wish[y-m.h+len(wish)])
		}
		c.end()
	}
}

// wishes ask for a larger window, each in fewer cells than the one before.
var wishes = []safe.Text{safe.Lit("make the window larger: 40x10"), safe.Lit("larger: 40x10"), safe.Lit("min 40x10"), safe.Lit("40x10")}

// wishLines are the first of the wishes that fits below the selected skill.
func (m *model) wishLines() (lines []safe.Text) {
	for i, wish := range wishes {
		lines = []safe.Text{wish}
		if i == 0 {
			lines = wrapWords(wish, m.w)
		}
		if len(lines) <= m.h-2 && wish.Width() <= m.w*len(lines) {
			break
		}
	}
	return lines
}
