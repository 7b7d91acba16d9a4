package tui

import (
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	"charm.land/bubbles/v2/textarea"
	tea "charm.land/bubbletea/v2"

	"knack/render"
	"knack/render/safe"
)

const (
	// valueLines is how many lines of the value being typed are in sight.
	valueLines = 3
	// formWrap is the width the widget wraps its own view at, which nobody sees:
	// values are drawn here. It pads that view at every key, so it must not be huge.
	formWrap = 400
)

// A form is where arguments are typed: one field for each the body takes, or the
// raw line. The line itself belongs to the model; the form is another way to look
// at it.
type form struct {
	open   bool
	raw    bool
	fields []formField
	// more are words of the line behind the last field; they are kept.
	more  []string
	at    int // the field being typed, 0 in a raw line
	area  textarea.Model
	rules render.Rules
	past  []string // lines used before with this skill, the latest first
	tried int      // suggestions gone through in this field

	// rows and notes are what is shown, worked out by layForm.
	rows  []formRow
	notes []safe.Text
}

type formField struct {
	param render.Param
	slot  slot
	value string
}

func newForm() form {
	a := textarea.New()
	a.SetVirtualCursor(false)
	a.ShowLineNumbers = false
	a.Prompt = ""
	a.CharLimit = render.MaxArguments
	a.MaxHeight = 0
	a.MaxWidth = 0
	a.SetWidth(formWrap)
	a.SetHeight(valueLines)
	a.KeyMap.InsertNewline.SetKeys("ctrl+j", "alt+enter", "shift+enter")
	return form{area: a}
}

// Keys of the form, besides those that edit.
var (
	nextField   = bind(keys("tab", "down"), "tab", "next field")
	prevField   = bind(keys("shift+tab", "up"), "shift-tab", "field before")
	nextOffer   = bind(keys("ctrl+n"), "ctrl-n", "a choice of the hint, or a value used before")
	prevOffer   = bind(keys("ctrl+p"), "ctrl-p", "the choice before")
	switchRaw   = bind(keys("ctrl+r"), "ctrl-r", "raw line")
	breakInLine = bind(keys("ctrl+j", "alt+enter", "shift+enter"), "ctrl-j", "line break")

	formKeys = []key.Binding{nextField, prevField, nextOffer, prevOffer, switchRaw, breakInLine}
)

// fill makes the form show a line. A body that takes only the whole line, and a
// line that has been typed raw, give a raw form.
func (f *form) fill(t render.Template, hint, line string, rules render.Rules) {
	f.fields, f.more, f.at, f.tried, f.rules = nil, nil, 0, 0, rules
	params := t.Params()
	f.raw = f.raw || len(params) == 0
	words, err := render.Split(line, rules)
	if err != nil {
		f.raw = true
	}
	slots := parseHint(hint)
	for i, p := range params {
		field := formField{param: p}
		if i < len(slots) {
			field.slot = slots[i]
		}
		if i < len(words) {
			field.value = words[i].Text
		}
		f.fields = append(f.fields, field)
	}
	for _, w := range words[min(len(f.fields), len(words)):] {
		f.more = append(f.more, w.Text)
	}
	if f.raw {
		f.edit(line)
	} else {
		f.edit(f.fields[0].value)
	}
}

// edit puts a value into the widget.
func (f *form) edit(value string) {
	f.area.SetValue(value)
	f.area.MoveToEnd()
}

// line gives the argument line the fields make; whole tells whether the host's words are
// what is in them.
func (f *form) line() (line string, whole bool) {
	values := make([]string, 0, len(f.fields)+len(f.more))
	for _, field := range f.fields {
		values = append(values, field.value)
	}
	values = append(values, f.more...)
	for len(values) > 0 && values[len(values)-1] == "" {
		values = values[:len(values)-1]
	}
	return render.Join(values, f.rules)
}

// takeFields makes the line of what is in the fields.
func (m *model) takeFields() {
	line, _ := m.form.line()
	m.setLine(line)
}

// focus goes to another field, round at the ends.
func (f *form) focus(at int) {
	if f.raw {
		return
	}
	f.at, f.tried = (at+len(f.fields))%len(f.fields), 0
	f.edit(f.fields[f.at].value)
}

// offers are what the field could hold: choices and the preset of the hint, then
// what it held before.
func (f *form) offers(rules render.Rules) []string {
	var offers []string
	if f.raw {
		return f.past
	}
	slot := f.fields[f.at].slot
	offers = append(offers, slot.choices...)
	if slot.preset != "" {
		offers = append(offers, slot.preset)
	}
	for _, line := range f.past {
		if words, err := render.Split(line, rules); err == nil && f.at < len(words) {
			offers = append(offers, words[f.at].Text)
		}
	}
	var once []string
	for _, o := range offers {
		if o != "" && !slices.Contains(once, o) {
			once = append(once, o)
		}
	}
	return once
}

// startForm opens the form. The hint's presets are filled in where nothing has
// been typed yet. Right after a move the file may not have been read: then keys
// wait for it, because which fields there are is not known before.
func (m *model) startForm() tea.Cmd {
	if !m.doc.ready {
		m.doc.formWhenReady = true
		return nil
	}
	f := &m.form
	f.open = true
	m.detail.tab = tabPrompt
	if !m.layout.detail.shown() {
		m.inDetail = true
	}
	m.refill()
	if m.args[m.selected] == "" && !f.raw {
		for i, field := range f.fields {
			f.fields[i].value = field.slot.preset
		}
		f.focus(0)
		m.takeFields()
	}
	m.relayout()
	return f.area.Focus()
}

// refill makes the open form show the line of the selected skill.
func (m *model) refill() {
	m.form.fill(m.doc.template, m.doc.doc.ArgumentHint, m.args[m.selected], m.opt.Host.Substitution)
	if m.opt.Past != nil {
		m.form.past = m.opt.Past(m.selected)
	}
}

// refit makes the open form fit a body that has changed. What was typed stays with
// the field of the same name, or else in the same place, and the cursor in its text.
func (m *model) refit() {
	f := &m.form
	old, text, line, column := *f, f.area.Value(), f.area.Line(), f.area.Column()
	m.refill()
	if !f.raw {
		f.edit(f.carry(old))
		m.takeFields()
	}
	if f.area.Value() == text {
		f.area.MoveToBegin()
		for range line {
			f.area.CursorDown()
		}
		f.area.SetCursorColumn(column)
	}
	m.relayout()
}

// carry takes over the values of the fields before, and what is left of them behind
// the last field. It gives the value of the field that is being typed.
func (f *form) carry(old form) string {
	from := make([]int, len(f.fields)) // which old field each is
	taken := map[int]bool{}
	take := func(i int, fits func(j int) bool) {
		for j := range old.fields {
			if !taken[j] && fits(j) {
				from[i], taken[j] = j, true
				return
			}
		}
		from[i] = -1
	}
	for i, field := range f.fields {
		take(i, func(j int) bool { return field.param.Name != "" && old.fields[j].param.Name == field.param.Name })
	}
	for i := range f.fields {
		if from[i] < 0 {
			take(i, func(j int) bool { return j == i })
		}
	}
	f.more = nil
	for j, field := range old.fields {
		if !taken[j] && field.value != "" {
			f.more = append(f.more, field.value)
		}
	}
	f.more = append(f.more, old.more...)
	f.at = min(old.at, len(f.fields)-1)
	for i := range f.fields {
		if f.fields[i].value = ""; from[i] >= 0 {
			f.fields[i].value = old.fields[from[i]].value
		}
		if from[i] == old.at {
			f.at = i
		}
	}
	return f.fields[f.at].value
}

// setLine takes over a changed argument line and fills the prompt in again.
func (m *model) setLine(line string) {
	if line == m.args[m.selected] {
		return
	}
	m.args[m.selected] = line
	m.fillIn()
}

func (m *model) formKey(k tea.KeyPressMsg) tea.Cmd {
	f := &m.form
	oneLine := f.area.LineCount() < 2
	switch {
	case key.Matches(k, accept):
		if f.raw || f.at == len(f.fields)-1 {
			return m.back()
		}
		f.focus(f.at + 1)
	case key.Matches(k, switchRaw):
		m.switchRaw()
	case key.Matches(k, nextField) && (oneLine || k.String() == "tab"):
		f.focus(f.at + 1)
	case key.Matches(k, prevField) && (oneLine || k.String() == "shift+tab"):
		f.focus(f.at - 1)
	case key.Matches(k, nextOffer):
		m.offer(1)
	case key.Matches(k, prevOffer):
		m.offer(-1)
	default:
		return m.typeValue(k)
	}
	m.relayout()
	return nil
}

// offer puts the next suggestion into the field.
func (m *model) offer(by int) {
	f := &m.form
	offers := f.offers(m.opt.Host.Substitution)
	if len(offers) == 0 {
		m.say(safe.Lit("nothing to offer: no choices in the hint, no values from before"))
		return
	}
	if f.tried == 0 && by < 0 {
		f.tried = 1
	}
	f.tried += by
	i := ((f.tried-1)%len(offers) + len(offers)) % len(offers)
	f.edit(offers[i])
	m.takeValue()
}

// switchRaw changes between fields and the raw line without touching the line.
func (m *model) switchRaw() {
	f := &m.form
	if !f.raw {
		f.raw, f.at, f.tried = true, 0, 0
		f.edit(m.args[m.selected])
		return
	}
	if len(m.doc.template.Params()) == 0 {
		m.say(safe.Lit("the text takes the whole line: there are no fields"))
		return
	}
	f.raw = false
	m.refill()
}

// formPaste takes a paste with its line breaks, unless it is too much.
func (m *model) formPaste(msg tea.PasteMsg) tea.Cmd {
	if len(m.args[m.selected])+len(msg.Content) > render.MaxArguments {
		m.warn(safe.Format("too much: arguments may have %d KiB", render.MaxArguments>>10))
		return nil
	}
	// Terminals send line breaks in a paste as they like.
	msg.Content = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(msg.Content)
	if strings.Contains(msg.Content, "\t") {
		m.say(safe.Lit("the tabs became blanks here; knack render --args keeps them"))
	}
	return m.typeValue(msg)
}

// typeValue gives a key or a paste to the field.
func (m *model) typeValue(msg tea.Msg) tea.Cmd {
	before := m.form.area.Value()
	lines := m.form.area.LineCount()
	var cmd tea.Cmd
	m.form.area, cmd = m.form.area.Update(msg)
	if m.form.area.Value() != before {
		m.form.tried = 0
		m.takeValue()
	}
	if m.form.area.LineCount() != lines {
		m.relayout()
	}
	return cmd
}

// takeValue makes what is in the widget part of the line.
func (m *model) takeValue() {
	f := &m.form
	if f.raw {
		m.setLine(f.area.Value())
		m.revealArgument()
		return
	}
	f.fields[f.at].value = f.area.Value()
	m.takeFields()
	m.revealArgument()
}

// revealArgument scrolls to the first place that the field being typed goes to, or
// any argument where the line is raw.
func (m *model) revealArgument() {
	for n, span := range m.doc.prompt.Spans {
		taken := span.Kind == render.Argument || span.Kind == render.Named || span.Kind == render.Appended
		if n < len(m.detail.spans) && taken && (m.form.raw || span.Index < 0 || span.Index == m.form.at) {
			m.detail.reveal(m.detail.spans[n])
			return
		}
	}
}

// A formRow is a line of the form on the screen.
type formRow struct {
	kind  formRowKind
	field int
	line  int // of the value, or of the notes
}

type formRowKind int

const (
	rowTitle formRowKind = iota
	rowValue
	rowWords
	rowNotes
)

// maxFormFields is how many fields are in sight; the others scroll.
const maxFormFields = 6

// layForm works out what the form shows, from top to bottom.
func (m *model) layForm() {
	f := &m.form
	f.rows, f.notes = nil, nil
	if !f.open {
		return
	}
	rows := []formRow{{kind: rowTitle}}
	first, last := 0, 0
	if !f.raw {
		last = len(f.fields) - 1
		if shown := m.fieldsShown(); last >= shown {
			first = max(min(f.at-shown/2, last+1-shown), 0)
			last = first + shown - 1
		}
	}
	for i := first; i <= last; i++ {
		lines := 1
		if i == f.at {
			lines = min(f.area.LineCount(), valueLines)
		}
		top := 0
		if i == f.at {
			top = max(min(f.area.Line()-lines/2, f.area.LineCount()-lines), 0)
		}
		for n := range lines {
			rows = append(rows, formRow{rowValue, i, top + n})
		}
	}
	rows = append(rows, formRow{kind: rowWords})
	f.notes = m.formNotes()
	for n := range f.notes {
		rows = append(rows, formRow{kind: rowNotes, line: n})
	}
	f.rows = rows
}

// fieldsShown is how many fields there is room for.
func (m *model) fieldsShown() int {
	return max(min(maxFormFields, m.layout.detail.inside().h/3), 1)
}

// drawForm draws line i of the form and says in which cell the cursor is, -1 when
// it isn't on this line.
func (m *model) drawForm(c *canvas, i int) (cursor int) {
	if i >= len(m.form.rows) {
		return -1
	}
	switch row := m.form.rows[i]; row.kind {
	case rowTitle:
		m.drawFormTitle(c)
	case rowWords:
		m.drawWords(c)
	case rowNotes:
		c.put(m.styles.warn, m.form.notes[row.line])
	case rowValue:
		return m.drawValue(c, row)
	}
	return -1
}

// drawFormTitle keeps the hint in sight while typing.
func (m *model) drawFormTitle(c *canvas) {
	s, f := m.styles, &m.form
	c.put(s.bold, safe.Lit("Arguments "))
	if n := len(f.fields); !f.raw && n > m.fieldsShown() {
		c.put(s.dim, safe.Format("%d of %d ", f.at+1, n))
	}
	hint := safe.Line(m.doc.doc.ArgumentHint)
	switch {
	case hint.Width() > 0:
		c.put(s.accent, hint)
	case !m.doc.template.UsesArguments():
		c.put(s.dim, safe.Lit("the text takes none; what you type is added at its end"))
	case m.form.raw:
		c.put(s.dim, safe.Lit("the line as typed"))
	default:
		c.put(s.dim, safe.Lit("no hint; this is what the text takes"))
	}
	c.blank(1)
	c.putHard(s.frame, rule(c.left-1, m.opt.ASCII))
}

// drawValue draws a field, or one line of the value that is being typed.
func (m *model) drawValue(c *canvas, row formRow) (cursor int) {
	s, f := m.styles, &m.form
	here := row.field == f.at
	start := c.left
	label := safe.Lit("› ")
	if !f.raw {
		label = m.fieldLabel(row.field)
	}
	if row.line > 0 && here && row.line != m.topLine() {
		label = safe.Text{}
	}
	look := s.dim
	if here {
		look = s.accent
	}
	c.put(look, label)
	c.blank(m.labelWidth() - label.Width())
	lead := start - c.left
	if !here {
		m.drawIdle(c, f.fields[row.field])
		return -1
	}
	lines := strings.Split(f.area.Value(), "\n")
	pos := 0
	if row.line == f.area.Line() {
		pos = f.area.Column()
	}
	view, x := fieldView(lines[min(row.line, len(lines)-1)], pos, c.left)
	c.put(s.plain, view)
	if f.area.Value() == "" && !f.raw {
		c.blank(2)
		c.put(s.dim, slotHelp(f.fields[f.at].slot))
	}
	if row.line == f.area.Line() {
		return lead + x
	}
	return -1
}

// topLine is the first line in sight of the value being typed.
func (m *model) topLine() int {
	for _, row := range m.form.rows {
		if row.kind == rowValue && row.field == m.form.at {
			return row.line
		}
	}
	return 0
}

// drawIdle draws a field that isn't being typed.
func (m *model) drawIdle(c *canvas, f formField) {
	if f.value == "" {
		c.put(m.styles.dim, slotHelp(f.slot))
		return
	}
	c.put(m.styles.value, safe.Line(strings.ReplaceAll(f.value, "\n", " ⏎ ")))
}

// slotHelp says what the hint says of a field.
func slotHelp(s slot) safe.Text {
	switch {
	case len(s.choices) > 0:
		return safe.Format("%s (ctrl-n)", strings.Join(s.choices, " | "))
	case s.preset != "":
		return safe.Format("%s (ctrl-n)", s.preset)
	case s.optional:
		return safe.Lit("may stay empty")
	}
	return safe.Text{}
}

// fieldLabel names a field: by the declared name, or by its index and what the
// hint calls it.
func (m *model) fieldLabel(i int) safe.Text {
	f := m.form.fields[i]
	switch {
	case f.param.Name != "":
		return safe.Format("%s  ", f.param.Name)
	case f.slot.name != "":
		return safe.Format("%s %s  ", f.param.Token, f.slot.name)
	}
	return safe.Format("%s  ", f.param.Token)
}

// labelWidth lines the values up.
func (m *model) labelWidth() int {
	if m.form.raw {
		return 2
	}
	w := 0
	for i := range m.form.fields {
		w = max(w, m.fieldLabel(i).Width())
	}
	return min(w, max(m.detailWidth()/2, 1))
}

// drawWords shows how the host splits the line.
func (m *model) drawWords(c *canvas) {
	s := m.styles
	if m.doc.refused != nil {
		c.put(s.warn, safe.Line(m.doc.refused.Error()))
		return
	}
	words := m.doc.prompt.Words
	if len(words) == 0 {
		c.put(s.dim, safe.Lit("split as: nothing yet"))
		return
	}
	c.put(s.dim, safe.Lit("split as: "))
	for i, w := range words {
		if c.left <= 0 {
			return
		}
		c.put(s.dim, safe.Format("%d ", i))
		c.put(s.value, safe.Line(strings.ReplaceAll(w.Text, "\n", "⏎")))
		c.put(s.plain, safe.Lit("  "))
	}
}

// formNotes names what the text asks for and does not get, and what is given and reaches
// nobody; and says when the text counts in another way than the host, or a quote is open.
func (m *model) formNotes() []safe.Text {
	p := &m.doc.prompt
	notes := unmet(p)
	if _, whole := m.form.line(); !whole && !m.form.raw {
		notes = append(notes, safe.Format("%s cuts this into other words", m.opt.Host.Title))
	}
	for _, s := range p.Suspicious {
		if s.Code == render.CountsFromOne && len(p.Words) > 0 || s.Code == render.QuotesUnbalanced {
			notes = append(notes, safe.Line(s.Message))
		}
	}
	if len(notes) == 0 {
		return nil
	}
	most := min(max(m.layout.detail.inside().h/5, 1), 3)
	return wrapFew(safe.Join(" · ", notes...), max(m.detailWidth(), 1), most)
}

// unmet names what a prompt lacks and what it leaves out.
func unmet(p *render.Prompt) []safe.Text {
	var notes []safe.Text
	var names []string
	for _, p := range p.Unfilled {
		names = append(names, p.Token)
	}
	if len(names) > 0 {
		notes = append(notes, safe.Format("not given: %s", strings.Join(names, " ")))
	}
	names = nil
	for _, w := range p.Unused {
		names = append(names, w.Text)
	}
	if len(names) > 0 {
		notes = append(notes, safe.Format("not used: %s", strings.Join(names, " ")))
	}
	return notes
}
