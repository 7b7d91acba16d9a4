package tui

import (
	"strings"

	"charm.land/bubbles/v2/key"
	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"

	"knack/render/safe"
	"knack/tui/explain"
)

// An overlay is a page over the whole screen: help, or why. It can be searched.
type overlay struct {
	title     safe.Text
	lines     []overlayLine // all of them
	shown     []textLine    // those that fit the search
	top       int
	height    int
	search    textinput.Model
	searching bool
	page      func(*model) overlayPage // builds it again for another width
}

// An overlayPage is what an overlay shows.
type overlayPage struct {
	title safe.Text
	lines []overlayLine
}

// An overlayLine is a line and the text it is found by. A heading stays while
// anything below it does.
type overlayLine struct {
	textLine
	find    string
	heading bool
}

func (o *overlay) open() bool { return o.page != nil }

func (o *overlay) typing() bool { return o.open() && o.searching }

// Keys of an overlay besides those of the list.
var (
	overlayClose = bind(keys("esc", "q", "?"), "esc", "close")
	overlayFind  = bind(keys("/"), "/", "search")
)

func (m *model) showHelp() tea.Cmd {
	m.showOverlay((*model).helpPage)
	return nil
}

func (m *model) showWhy() tea.Cmd {
	m.showOverlay((*model).whyPage)
	return nil
}

func (m *model) showOverlay(build func(*model) overlayPage) {
	m.overlay = overlay{page: build, search: newField()}
	m.layOverlay()
}

// layOverlay builds the page for the size there is and keeps what the search is
// for.
func (m *model) layOverlay() {
	o := &m.overlay
	if !o.open() {
		return
	}
	p := o.page(m)
	o.title, o.lines = p.title, p.lines
	o.height = max(m.h-4, 1)
	o.find()
}

// find leaves the lines that hold what is searched for.
func (o *overlay) find() {
	o.shown = o.shown[:0]
	want := strings.ToLower(o.search.Value())
	heading := -1
	for i, l := range o.lines {
		switch {
		case want == "":
			o.shown = append(o.shown, l.textLine)
		case l.heading:
			heading = i
		case strings.Contains(strings.ToLower(l.find), want):
			if heading >= 0 {
				o.shown = append(o.shown, o.lines[heading].textLine)
				heading = -1
			}
			o.shown = append(o.shown, l.textLine)
		}
	}
	o.scroll(0)
}

func (o *overlay) scroll(by int) {
	o.top = max(min(o.top+by, len(o.shown)-o.height), 0)
}

func (m *model) overlayKey(k tea.KeyPressMsg, mo motion) tea.Cmd {
	o := &m.overlay
	if o.searching {
		switch {
		case k.String() == "esc":
			o.searching = false
			o.search.SetValue("")
			o.find()
			return nil
		case key.Matches(k, accept):
			o.searching = false
			return nil
		}
		var cmd tea.Cmd
		o.search, cmd = o.search.Update(k)
		o.find()
		return cmd
	}
	switch {
	case key.Matches(k, overlayClose):
		m.overlay = overlay{}
	case key.Matches(k, overlayFind):
		o.searching = true
		return o.search.Focus()
	default:
		o.scroll(mo.by(o.height))
	}
	return nil
}

// helpPage lists every key, grouped, from the table of actions.
func (m *model) helpPage() overlayPage {
	const keyColumn = 14
	p := overlayPage{title: safe.Lit("Keys")}
	for g, name := range groupNames {
		p.heading(m, name)
		for _, a := range m.actions {
			if a.group != group(g) {
				continue
			}
			shown, does := safe.Line(a.Help().Key), safe.Line(a.Help().Desc)
			c := canvas{left: m.overlayWidth()}
			c.blank(2)
			c.put(m.styles.key, shown)
			c.blank(keyColumn - shown.Width())
			c.put(m.styles.plain, does)
			if a.off != nil {
				if why := a.off(m); why.Width() > 0 {
					c.put(m.styles.dim, safe.Format("  (now: %s)", why))
				}
			}
			p.add(c, m.overlayWidth(), shown.String()+" "+does.String())
		}
	}
	return p
}

// whyPage says where the selected skill's name was looked for and which copy wins.
func (m *model) whyPage() overlayPage {
	k := m.current()
	if k == nil {
		return overlayPage{title: safe.Lit("Why")}
	}
	p := overlayPage{title: safe.Format("Why %s", k.ID)}
	for _, l := range explain.Why(m.library, m.library.Why(k.Key), m.opt.Home) {
		look := m.explainLook(l.Mark)
		s := sheet{width: m.overlayWidth()}
		s.flow(seg{look, safe.Line(strings.Repeat(" ", l.Indent))}, look, l.Text)
		for _, line := range s.lines {
			p.lines = append(p.lines, overlayLine{line, l.Text.String(), l.Mark == explain.Heading})
		}
	}
	return p
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
	p.lines = append(p.lines, overlayLine{textLine{c.b.String(), m.overlayWidth() - c.left}, t.String(), true})
}

func (p *overlayPage) add(c canvas, width int, find string) {
	p.lines = append(p.lines, overlayLine{textLine{c.b.String(), width - c.left}, find, false})
}

// overlayWidth is what a page has within its frame and margins.
func (m *model) overlayWidth() int { return max(m.w-4, 1) }
