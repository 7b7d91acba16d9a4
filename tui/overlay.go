package tui

import (
	"cmp"
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"

	"knack/render/safe"
	"knack/tui/explain"
)

// An overlay is a page over the whole screen: help, why, problems, variants. It can
// be searched, and where it names skills a cursor goes from one to the next.
type overlay struct {
	overlayPage
	shown     []overlayLine // those that fit the search
	links     []int         // the lines among shown that lead somewhere
	at        int           // the link the cursor is on
	top       int
	height    int
	search    textinput.Model
	searching bool
	build     func(*model) overlayPage     // makes it again for another width
	moved     func(*model) tea.Cmd         // when the cursor has moved; or nil
	follow    func(*model, string) tea.Cmd // where enter leads
	take      func(*model, string) tea.Cmd // copies where that is; or nil
	again     func(*model) tea.Cmd         // when there is another library; or nil
	opened    func(*model) tea.Cmd         // when the selected skill's file has been read; or nil
	stop      func()                       // ends what is worked out for it; or nil
	parted    bool                         // it can show a part alone: this
	part      explain.Part
	untouched bool // no key was pressed on it
	ofSkill   bool // it is about the selected skill, and goes with it
}

// An overlayPage is what an overlay shows.
type overlayPage struct {
	title safe.Text
	lines []overlayLine
}

// An overlayLine is a line and the text it is found by.
type overlayLine struct {
	textLine
	find string
	// heading stays while anything below it does, joined belongs to the line above.
	heading, joined bool
	showing         func(n int) []overlayLine // a heading when n of its entries are shown; or nil
	link            string                    // what enter leads to: the key of a skill, or what follow knows
}

func (o *overlay) open() bool { return o.build != nil }

func (o *overlay) typing() bool { return o.open() && o.searching }

// Keys of an overlay besides those of the list.
var (
	overlayClose = bind(keys("esc", "q", "?"), "esc", "close")
	overlayFind  = bind(keys("/"), "/", "search")
	overlayOpen  = bind(keys("enter"), "enter", "go there")
	overlayTake  = bind(keys("y"), "y", "on the page of problems: copy the path")
	overlayPart  = bind(keys("tab"), "tab", "on the page of problems: all, errors, spec rejections")
)

func (m *model) showHelp() tea.Cmd { return m.showOverlay(overlay{build: (*model).helpPage}) }

func (m *model) showWhy() tea.Cmd {
	return m.showOverlay(overlay{build: (*model).whyPage, ofSkill: true})
}

// closeOverlay goes back to the list, and ends what was worked out for the page.
func (m *model) closeOverlay() {
	if m.overlay.parted {
		m.problemsAt = m.overlay.place()
	}
	if m.overlay.stop != nil {
		m.overlay.stop()
	}
	m.overlay = overlay{}
}

// A placeOnPage is where somebody was on a page, and what of it was shown.
type placeOnPage struct {
	part    explain.Part
	search  string
	link    string
	at, top int
}

func (o *overlay) place() placeOnPage {
	return placeOnPage{o.part, o.search.Value(), o.link(), o.at, o.top}
}

// goBack goes to where somebody was, or as near as there still is something.
func (o *overlay) goBack(p placeOnPage) {
	o.search.SetValue(p.search)
	o.find()
	o.at, o.top = o.nearest(p.link, p.at), p.top
	o.scroll(0)
	if len(o.links) > 0 && p.link != "" && !o.seesEntry() {
		o.reveal()
	}
}

// overlayAgain works out anew what an open page shows of a library.
func (m *model) overlayAgain() tea.Cmd {
	if m.overlay.again == nil {
		return nil
	}
	return m.overlay.again(m)
}

func (m *model) showOverlay(o overlay) tea.Cmd {
	if o.follow == nil {
		o.follow = (*model).goToSkill
	}
	m.closeOverlay()
	m.overlay = o
	m.overlay.search = newField()
	m.layOverlay()
	return nil
}

// layOverlay builds the page for the size there is and keeps what the search is
// for.
func (m *model) layOverlay() {
	o := &m.overlay
	if !o.open() {
		return
	}
	seen, before := o.seesEntry(), 0
	if seen {
		before = o.links[o.at]
	}
	o.overlayPage = o.build(m)
	o.height = max(m.h-3, 1)
	o.find()
	if !seen || len(o.links) == 0 {
		return
	}
	if o.top > 0 { // it doesn't move when lines come in above
		o.scroll(o.links[o.at] - before)
	}
	if !o.seesEntry() {
		o.reveal()
	}
}

// find leaves what holds the text that is searched for, each line with those that
// belong to it. The cursor stays on its entry, or on one that leads to the same.
func (o *overlay) find() {
	link, at := o.link(), o.at
	o.shown = o.shown[:0]
	want := strings.ToLower(o.search.Value())
	var heading, found []overlayLine
	n := 0 // how many there are among found
	flush := func() {
		if n > 0 && heading != nil && heading[0].showing != nil {
			heading = heading[0].showing(n)
		}
		if len(found) > 0 {
			o.shown = append(append(o.shown, heading...), found...)
		}
		found, n = found[:0], 0
	}
	for i := 0; i < len(o.lines); {
		end := entryEnd(o.lines, i)
		entry := o.lines[i:end]
		switch {
		case want == "":
			o.shown = append(o.shown, entry...)
		case entry[0].heading:
			flush()
			heading = entry
		case slices.ContainsFunc(entry, func(l overlayLine) bool { return strings.Contains(strings.ToLower(l.find), want) }):
			found = append(found, entry...)
			n++
		}
		i = end
	}
	flush()
	o.links = o.links[:0]
	for i, l := range o.shown {
		if l.link != "" {
			o.links = append(o.links, i)
		}
	}
	o.at = o.nearest(link, at)
	o.scroll(0)
}

// nearest finds the link to the same that is closest to where it was, or, where there
// is none, what stands there now.
func (o *overlay) nearest(link string, at int) int {
	found := max(min(at, len(o.links)-1), 0)
	best := len(o.links)
	for i, line := range o.links {
		if away := max(i-at, at-i); o.shown[line].link == link && away < best {
			found, best = i, away
		}
	}
	return found
}

// entryEnd gives the end of the entry that begins at line i.
func entryEnd(lines []overlayLine, i int) int {
	for i++; i < len(lines) && lines[i].joined; i++ {
	}
	return i
}

// link is what the cursor is on, "" when the page leads nowhere.
func (o *overlay) link() string {
	if len(o.links) == 0 {
		return ""
	}
	return o.shown[o.links[o.at]].link
}

func (m *model) overlayKey(k tea.KeyPressMsg, mo motion) tea.Cmd {
	o := &m.overlay
	o.untouched = false
	before := o.link()
	if o.searching {
		cmd := o.searchKey(k)
		if o.moved != nil && o.link() != before {
			return tea.Batch(cmd, o.moved(m))
		}
		return cmd
	}
	switch {
	case key.Matches(k, overlayClose):
		m.closeOverlay()
	case key.Matches(k, overlayFind):
		o.searching = true
		return o.search.Focus()
	case key.Matches(k, overlayPart) && o.parted:
		o.part, o.links, o.at, o.top = o.part.Next(), nil, 0, 0
		m.layOverlay()
	case key.Matches(k, overlayOpen) && o.link() != "":
		return o.follow(m, o.link())
	case key.Matches(k, overlayTake) && o.take != nil && o.link() != "":
		return o.take(m, o.link())
	case mo != still:
		o.move(mo.by(o.height))
		if o.moved != nil && o.link() != before {
			return o.moved(m)
		}
	}
	return nil
}

// searchKey types into the search. The cursor stays where it is while that is found, and
// else begins with the first that is.
func (o *overlay) searchKey(k tea.KeyPressMsg) (cmd tea.Cmd) {
	if key.Matches(k, accept) {
		o.searching = false
		return nil
	}
	if k.String() == "esc" {
		o.searching = false
		o.search.SetValue("")
	} else {
		o.search, cmd = o.search.Update(k)
	}
	before := o.link()
	o.find()
	switch {
	case len(o.links) == 0:
	case before == o.link():
		o.reveal()
	default:
		o.at, o.top = 0, 0
	}
	return cmd
}

// goToSkill leaves the overlay for a skill. A filter that would hide it is cleared.
func (m *model) goToSkill(key string) tea.Cmd {
	m.closeOverlay()
	var cleared tea.Cmd
	if m.rowOf(key) < 0 {
		cleared = m.clearFilter()
	}
	if row := m.rowOf(key); row >= 0 {
		return tea.Batch(cleared, m.goTo(row))
	}
	return cleared
}

// helpPage lists every key, grouped, from the table of actions.
func (m *model) helpPage() overlayPage {
	p := overlayPage{title: safe.Lit("Keys")}
	for g, name := range groupNames {
		p.heading(m, name)
		for _, a := range m.actions {
			if a.group != group(g) {
				continue
			}
			var now safe.Text
			if a.off != nil {
				now = a.off(m)
			}
			m.keyLine(&p, a.Binding, now)
		}
	}
	p.heading(m, safe.Lit("On a page like this"))
	for _, b := range []key.Binding{overlayOpen, overlayTake, overlayFind, overlayPart, overlayClose} {
		m.keyLine(&p, b, safe.Text{})
	}
	p.heading(m, safe.Lit("In a filter"))
	for _, b := range filterSigns {
		m.keyLine(&p, b, safe.Text{})
	}
	p.heading(m, safe.Lit("While arguments are typed"))
	for _, b := range formKeys {
		m.keyLine(&p, b, safe.Text{})
	}
	return p
}

// whyPage says where the selected skill's name, or where nothing matches the one
// that was typed, was looked for and which copy wins.
func (m *model) whyPage() overlayPage {
	name, title := m.filter.Value(), m.filter.Value()
	if k := m.current(); k != nil {
		name, title = k.Key, k.ID
	}
	lines := explain.Why(m.library, m.library.Why(name), m.opt.Home)
	return overlayPage{safe.Format("Why %s", title), m.explained(lines)}
}

// keyLine is one key of the help.
func (m *model) keyLine(p *overlayPage, b key.Binding, now safe.Text) {
	const keyColumn = 14
	shown, does := safe.Line(b.Help().Key), safe.Line(b.Help().Desc)
	sh := sheet{width: m.overlayWidth()}
	lead := safe.Join("", blanks(2), shown, blanks(max(keyColumn-shown.Width(), 1)))
	says := safe.Format("(now: %s)", now)
	switch width := lead.Width() + does.Width(); {
	case now.Width() == 0:
		sh.flow(seg{m.styles.key, lead}, m.styles.plain, does)
	case width+2+says.Width() <= sh.width:
		sh.add(seg{m.styles.key, lead}, seg{m.styles.plain, does}, seg{m.styles.dim, safe.Format("  %s", says)})
	default:
		sh.flow(seg{m.styles.key, lead}, m.styles.plain, does)
		sh.flow(seg{m.styles.dim, blanks(lead.Width())}, m.styles.dim, says)
	}
	for i, line := range sh.lines {
		p.lines = append(p.lines, overlayLine{textLine: line, find: lead.String() + does.String(), joined: i > 0})
	}
}

// explained lays out an explanation. What stands below the line of a skill or a file,
// further in, belongs to it.
func (m *model) explained(lines []explain.Line) []overlayLine {
	var out []overlayLine
	item := -1 // the indent of the last line that names a skill or a file
	for _, l := range lines {
		joined := item >= 0 && l.Indent > item
		if !joined {
			item = -1
		}
		look, width := m.explainLook(l.Mark), m.overlayWidth()
		laid := explainedLine(l, l.Text, look, width)
		laid[0].joined = joined
		if laid[0].link != "" {
			item = l.Indent
		}
		if l.Count > 0 {
			laid[0].showing = func(n int) []overlayLine { return explainedLine(l, l.Showing(n), look, width) }
		}
		out = append(out, laid...)
	}
	return out
}

// explainedLine lays out one line of an explanation with the text it has now.
func explainedLine(l explain.Line, text safe.Text, look style, width int) []overlayLine {
	s := sheet{width: width}
	s.hang(l.Indent, look, text)
	out := make([]overlayLine, len(s.lines))
	for i, line := range s.lines {
		out[i] = overlayLine{textLine: line, heading: l.Mark == explain.Heading, joined: i > 0}
		if l.Mark != explain.Sum {
			out[i].find = l.Text.String()
		}
	}
	out[0].link = cmp.Or(l.Skill, l.Path)
	return out
}

// explainLook gives a line of an explanation its look.
func (m *model) explainLook(mark explain.Mark) style {
	switch s := m.styles; mark {
	case explain.Answer, explain.Heading:
		return s.bold
	case explain.Winner:
		return s.accent
	case explain.Trouble:
		return s.warn
	case explain.Reason, explain.Root:
		return s.dim
	default:
		return s.plain
	}
}

func (p *overlayPage) heading(m *model, t safe.Text) {
	if len(p.lines) > 0 {
		p.lines = append(p.lines, overlayLine{})
	}
	c := canvas{left: m.overlayWidth()}
	c.put(m.styles.heading, t)
	p.lines = append(p.lines, overlayLine{textLine: c.line(m.overlayWidth()), find: t.String(), heading: true})
}

// overlayWidth is what a page has within its frame and margins.
func (m *model) overlayWidth() int { return max(m.w-4, 1) }
