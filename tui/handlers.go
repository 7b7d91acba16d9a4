package tui

import (
	"context"
	"slices"
	"sync"

	tea "charm.land/bubbletea/v2"

	"knack/render"
	"knack/render/markdown"
	"knack/render/safe"
	"knack/skill"
	"knack/skill/search"
)

// One handler for each message.

func (m *model) onSize(msg tea.WindowSizeMsg) tea.Cmd {
	m.w, m.h = msg.Width, msg.Height
	m.relayout()
	return m.format()
}

func (m *model) onBackground(msg tea.BackgroundColorMsg) tea.Cmd {
	if m.opt.Theme != Auto && m.opt.Theme != "" || msg.IsDark() == m.dark {
		return nil
	}
	m.dark = msg.IsDark()
	m.restyle()
	m.relayout()
	return m.format()
}

// onFocus asks for the background again: terminals change it with the time of
// day, and whoever looks away does not see that.
func (m *model) onFocus() tea.Cmd {
	if m.opt.Theme == Auto || m.opt.Theme == "" {
		return tea.RequestBackgroundColor
	}
	return nil
}

func (m *model) onKey(k tea.KeyPressMsg) tea.Cmd {
	if k.Code == tea.KeyEscape && k.Mod == tea.ModAlt {
		// Two presses that come at once: a terminal writes alt as an escape before the key.
		esc := tea.KeyPressMsg{Code: tea.KeyEscape}
		return tea.Batch(m.onKey(esc), m.onKey(esc))
	}
	m.status = status{}
	a, ok := m.actionFor(k)
	switch {
	case ok && a.always:
		return m.do(a)
	case m.stray:
		return m.strayKey(k)
	case m.doc.formWhenReady:
		m.doc.typed = append(m.doc.typed, k)
		return nil
	case m.menu.open():
		return m.menuKey(k, a.motion)
	case m.overlay.open():
		return m.overlayKey(k, a.motion)
	case ok:
		return m.do(a)
	case m.form.open:
		return m.formKey(k)
	case m.filtering:
		return m.filterKey(k)
	case m.find.typing:
		return m.findKey(k)
	}
	return nil
}

// strayKey keeps what was meant for a form that the disk closed from being taken for
// commands, up to the first key that is no text.
func (m *model) strayKey(k tea.KeyPressMsg) tea.Cmd {
	if k.Text != "" {
		m.say(safe.Lit("the form is closed, as its skill is gone; esc goes on"))
		return nil
	}
	m.stray = false
	if k.Code == tea.KeyEscape || k.Code == tea.KeyEnter {
		return nil
	}
	return m.onKey(k)
}

// do runs an action, or says why it can't.
func (m *model) do(a action) tea.Cmd {
	if a.off != nil {
		if why := a.off(m); why.Width() > 0 {
			m.say(why)
			return nil
		}
	}
	if a.motion != still {
		return m.move(a.motion)
	}
	return a.run(m)
}

// onPaste gives pasted text to the field that is open. A paste is no key: line
// breaks in it submit nothing.
func (m *model) onPaste(msg tea.PasteMsg) tea.Cmd {
	m.status = status{}
	switch {
	case m.overlay.open(), m.menu.open():
		return nil
	case m.form.open:
		return m.formPaste(msg)
	case m.filtering:
		return m.filterKey(msg)
	case m.find.typing:
		return m.findKey(msg)
	}
	m.say(safe.Lit("nothing to paste into: / opens the filter, a the arguments"))
	return nil
}

func (m *model) onProgressed(msg progressed) tea.Cmd {
	if msg.loader != m.loader {
		return nil
	}
	m.read = msg.found
	return m.loader.next()
}

func (m *model) onLoaded(msg loaded) tea.Cmd {
	if msg.loader != m.loader {
		return nil
	}
	old, before := m.library, m.current()
	m.carryRows(msg.listed)
	m.library, m.listed, m.index = msg.library, msg.listed, msg.index
	meanings := m.opt.Meanings
	m.meanings = sync.OnceValue(func() *search.Meanings { return meanings(msg.listed) })
	clear(m.fetched)
	if !msg.done {
		cmd := m.refilter(keepPlace)
		m.layOverlay()
		return tea.Batch(m.loader.next(), cmd)
	}
	m.loading, m.loadErr = false, msg.err
	m.takeStock()
	if !msg.loader.whole {
		cmd := m.refilter(keepPlace)
		m.moved = true // no better first row is going to come
		m.layOverlay()
		return tea.Batch(cmd, m.overlayAgain(), m.listSkills(), m.goOn(msg.trail))
	}
	m.follow(old)
	followed := m.selected
	if m.current() == nil {
		m.selectNothing() // till rows are there, which may take a while to be found
		if old.Host != m.library.Host {
			m.list.moveTo(0) // its neighbours here are chance
		}
	}
	cmd := m.refilter(keepPlace)
	m.layOverlay()
	cmd = tea.Batch(cmd, m.overlayAgain(), m.listSkills())
	m.sayRead(msg.loader.asked)
	return tea.Batch(cmd, m.settle(old, before, followed), m.goOn(msg.trail))
}

// rowOf finds the row of a skill, -1 when it isn't shown.
func (m *model) rowOf(key string) int {
	return slices.IndexFunc(m.hits, func(h search.Hit) bool { return m.listed[h.Entry].Key == key })
}

// selectRow takes over the skill under the cursor and opens it.
func (m *model) selectRow() tea.Cmd {
	if len(m.hits) == 0 {
		m.selectNothing()
		m.layDetail()
		return nil
	}
	k := m.listed[m.hits[m.list.cursor].Entry]
	if k.Key == m.selected && m.doc.key == k.Key {
		m.layDetail() // its state may have changed
		return nil
	}
	m.selected = k.Key
	m.detail.top, m.detail.token = [tabCount]int{}, -1
	m.closeForm()
	m.endFind()
	return m.reopen(k)
}

// selectNothing leaves the selected skill, and what is typed for it. Its arguments stay.
func (m *model) selectNothing() {
	m.selected, m.doc = "", openedDoc{}
	m.closeForm()
	m.endFind()
}

// closeForm closes the form because its skill isn't selected any more. Nobody can have
// asked for that while typing into it.
func (m *model) closeForm() {
	m.stray = m.stray || m.form.open
	m.form.open, m.form.raw = false, false
}

// reopen reads the skill's file; what is shown of it stays until it is there.
func (m *model) reopen(k *skill.Skill) tea.Cmd {
	m.stop()
	if m.doc.key != k.Key {
		m.doc = openedDoc{key: k.Key}
	}
	m.reads++
	m.doc.read = m.reads
	m.layDetail()
	return m.open(k)
}

func (m *model) onOpened(msg opened) tea.Cmd {
	if msg.key != m.selected || msg.read != m.doc.read {
		return nil
	}
	before := m.doc
	m.doc = openedDoc{
		key: msg.key, read: msg.read, ready: true, err: msg.err, doc: msg.doc, sum: sum(msg.doc.Body),
		template: msg.template, hidden: msg.hidden,
	}
	m.fillIn()
	if m.form.open {
		m.refit()
	}
	cmd := tea.Batch(m.format(), m.lintSkill())
	if m.overlay.opened != nil {
		cmd = tea.Batch(cmd, m.overlay.opened(m))
	}
	if why := m.noBody(); before.copyWhenReady && why.Width() > 0 {
		m.say(why)
	} else if before.copyWhenReady {
		return tea.Batch(cmd, m.copyPrompt())
	}
	if before.formWhenReady {
		cmd = tea.Batch(cmd, m.startForm())
	}
	for _, k := range before.typed {
		cmd = tea.Batch(cmd, m.onKey(k))
	}
	return cmd
}

// fillIn works out the prompt from the arguments typed.
func (m *model) fillIn() {
	if !m.doc.ready || m.doc.err != nil {
		m.layDetail()
		return
	}
	m.doc.prompt, m.doc.refused = m.doc.template.Render(render.Input{
		Args: m.args[m.selected], Vars: m.opt.Variables(m.current()),
	})
	m.layDetail()
}

// format gets the body of the Read tab in its shape: from the cache, or its top
// at once and the whole when the selection has come to rest.
func (m *model) format() tea.Cmd {
	if !m.doc.ready || m.doc.err != nil || m.detailWidth() <= 0 {
		return nil
	}
	s := m.shape()
	if pg, ok := m.cache.get(s); ok {
		m.showPage(s, pg)
		return m.fetchNeighbours()
	}
	rest := m.after(restTime, rested{s})
	if m.detail.shape.key == s.key {
		return rest // what is shown is of another size, theme or hour: it does till then
	}
	return tea.Batch(formatFirst(s, m.doc.doc.Body, m.h), rest)
}

func (m *model) onRested(msg rested) tea.Cmd {
	if msg.shape != m.shape() || !m.doc.ready {
		return nil
	}
	return formatWhole(m.work(), msg.shape, m.doc.doc.Body)
}

// work gives a context for work on the selected skill and ends that of the work
// before.
func (m *model) work() context.Context {
	m.stop()
	ctx, stop := context.WithCancel(m.ctx)
	m.stop = stop
	return ctx
}

func (m *model) onFormatted(msg formatted) tea.Cmd {
	if msg.whole {
		m.cache.put(msg.shape, msg.page)
	}
	if msg.shape != m.shape() {
		return nil
	}
	if !msg.whole && m.detail.shape == msg.shape {
		return nil // the whole was quicker
	}
	m.showPage(msg.shape, msg.page)
	if !msg.whole {
		return nil
	}
	return m.fetchNeighbours()
}

// showPage shows a formatted body. One of the same skill keeps the place: the line,
// or in another width the part of the text.
func (m *model) showPage(s shape, pg page) {
	d := &m.detail
	before, top, old := len(d.lines), d.top[tabRead], d.shape
	d.page, d.shape = pg, s
	m.layDetail()
	m.layOverlay()
	if old.key != s.key || d.tab != tabRead || before == 0 {
		return
	}
	if old.width != s.width {
		top = top * len(d.lines) / before
	}
	d.scrollTo(top)
}

// fetchNeighbours works ahead on the skills above and below, now that the person
// reads this one.
func (m *model) fetchNeighbours() tea.Cmd {
	ctx := m.work()
	var cmds []tea.Cmd
	for _, row := range []int{m.list.cursor + 1, m.list.cursor - 1} {
		if row < 0 || row >= len(m.hits) {
			continue
		}
		k := m.listed[m.hits[row].Entry]
		if want := (fetched{k.Key, m.shape().width, m.shape().style}); k.State != skill.Broken && !m.fetched[want] {
			m.fetched[want] = true
			cmds = append(cmds, m.fetch(ctx, k))
		}
	}
	return tea.Batch(cmds...)
}

// fetched names a body that was worked out ahead.
type fetched struct {
	key   string
	width int
	style markdown.Style
}

func (m *model) onCopied(msg copied) tea.Cmd {
	m.sayCopied(msg)
	if msg.result.Sequence == "" {
		return nil
	}
	return tea.Raw(msg.result.Sequence)
}

func (m *model) onEdited(msg edited) tea.Cmd {
	if msg.err != nil {
		m.warn(safe.Format("the editor failed: %s", msg.err))
	}
	cmd := m.rescan()
	if k := m.current(); k != nil {
		return tea.Batch(cmd, m.reopen(k))
	}
	return cmd
}
