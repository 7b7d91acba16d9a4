package tui

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/aymanbagabas/go-udiff"
	"github.com/charmbracelet/x/ansi"

	"knack/render/safe"
	"knack/skill"
)

// compared says how the file of one skill differs from that of another.
type compared struct {
	from, to *skill.Skill // as one library has them
	// lines are the difference, one change with its sign in a line; none where the
	// files are the same.
	lines []safe.Text
	err   error
}

// Limits of a comparison. What is over them is said and not worked out.
const (
	largestCompared = 256 << 10 // bytes of a file
	linesCompared   = 2000
)

// showVariants lists who else has the name of the selected skill. The cursor begins
// on the skill, or where that is the one that is called on another, so that there is
// a difference to see.
func (m *model) showVariants() tea.Cmd {
	m.showOverlay(overlay{build: (*model).variantsPage, ofSkill: true, moved: (*model).compare, again: (*model).compare})
	o := &m.overlay
	o.at = slices.IndexFunc(o.links, func(line int) bool { return o.shown[line].link == m.selected })
	if from, _ := m.toCompare(); from == nil {
		o.at = (o.at + 1) % len(o.links)
	}
	o.reveal()
	return m.compare()
}

func (m *model) noVariants() safe.Text {
	if k := m.current(); k != nil && len(m.library.Variants(k)) < 2 {
		return safe.Lit("there is no other skill of this name")
	}
	return m.nothingSelected()
}

// variantsPage has the variants on top and below them how the one under the cursor
// differs from the one that is called.
func (m *model) variantsPage() overlayPage {
	k := m.current()
	if k == nil {
		return overlayPage{title: safe.Lit("Variants")}
	}
	p := overlayPage{title: safe.Format("Variants of %s", k.ID)}
	variants := m.library.Variants(k)
	var columns [3]int
	for _, v := range variants {
		for i, text := range variantColumns(v) {
			columns[i] = max(columns[i], text.Width()+2)
		}
	}
	for _, v := range variants {
		look := m.styles.dim
		if v.State == skill.Active {
			look = m.styles.accent
		}
		sh := sheet{width: m.overlayWidth()}
		lead := safe.Lit("  ")
		for i, text := range variantColumns(v) {
			lead = safe.Join("", lead, text, safe.Line(strings.Repeat(" ", columns[i]-text.Width())))
		}
		if lead.Width() > sh.width/2 { // the path gets a line of its own
			sh.add(seg{look, lead})
			lead = safe.Lit("    ")
		}
		sh.flow(seg{look, lead}, look, safe.Line(m.short(v.Path)))
		p.entry(sh, v.Key)
	}
	sh := sheet{width: m.overlayWidth()}
	sh.blank()
	m.difference(&sh)
	p.entry(sh, "")
	return p
}

// variantColumns is what stands before the path of a variant.
func variantColumns(v *skill.Skill) [3]safe.Text {
	return [3]safe.Text{safe.Line(v.ID), safe.Line(string(v.Source)), safe.Line(string(v.State))}
}

// entry adds lines that belong together; the first leads somewhere.
func (p *overlayPage) entry(sh sheet, link string) {
	for i, line := range sh.lines {
		p.lines = append(p.lines, overlayLine{textLine: line, find: ansi.Strip(line.text), joined: i > 0})
		if i == 0 {
			p.lines[len(p.lines)-1].link = link
		}
	}
}

// difference writes what was compared last, if it is what the cursor is on.
func (m *model) difference(sh *sheet) {
	s, c := m.styles, &m.compared
	from, to := m.toCompare()
	switch {
	case to == nil:
	case from == nil:
		sh.flow(seg{}, s.bold, safe.Lit("This is the one that is called. Move to another to see how it differs."))
	case c.from == nil || c.from.Key != from.Key || c.to.Key != to.Key:
		sh.flow(seg{}, s.dim, safe.Lit("comparing…"))
	case c.err != nil:
		sh.flow(seg{}, s.warn, safe.Line(c.err.Error()))
	case len(c.lines) == 0:
		a, b := m.sides(from, to)
		sh.flow(seg{}, s.bold, safe.Format("The files of %s and %s are the same, byte for byte.", a, b))
	default:
		a, b := m.sides(from, to)
		sh.flow(seg{}, s.bold, safe.Format("From %s (-) to %s (+):", a, b))
		sh.blank()
		for _, line := range c.lines {
			m.diffLine(sh, line)
		}
	}
}

// sides names the two that are compared: by source and name, or where these are the same
// by their paths.
func (m *model) sides(a, b *skill.Skill) (from, to safe.Text) {
	if a.Source == b.Source && a.ID == b.ID {
		return safe.Line(m.short(a.Path)), safe.Line(m.short(b.Path))
	}
	return safe.Format("the %s %s", string(a.Source), a.ID), safe.Format("the %s %s", string(b.Source), b.ID)
}

// diffLine writes a line of a difference. Where it is wrapped each row has its sign, and
// those after the first are set in.
func (m *model) diffLine(sh *sheet, line safe.Text) {
	look, text := m.diffLook(line), line.String()
	if text == "" || !strings.ContainsRune("+- ", rune(text[0])) {
		sh.flow(seg{}, look, line)
		return
	}
	sign := safe.Line(text[:1])
	for i, row := range wrapWords(safe.Line(text[1:]).Simple(), max(sh.width-3, 1)) {
		if i > 0 {
			row = safe.Format("  %s", row)
		}
		sh.add(seg{look, sign}, seg{look, row})
	}
}

// diffLook colours a line by its sign, which stays the sign of it.
func (m *model) diffLook(line safe.Text) style {
	switch text := line.String(); {
	case strings.HasPrefix(text, "+"):
		return m.styles.value
	case strings.HasPrefix(text, "-"):
		return m.styles.warn
	case strings.HasPrefix(text, "@@"):
		return m.styles.dim
	}
	return m.styles.plain
}

// toCompare gives the variant under the cursor and the one it is held against: the
// one that is called, or the first where none is. from is nil when they are one.
func (m *model) toCompare() (from, to *skill.Skill) {
	to, ok := m.library.ByKey(m.overlay.link())
	if !ok {
		if to = m.current(); to == nil {
			return nil, nil
		}
	}
	variants := m.library.Variants(to)
	from = variants[0]
	for _, v := range variants {
		if v.State == skill.Active {
			from = v
			break
		}
	}
	if from == to {
		return nil, to
	}
	return from, to
}

// compare reads both files and works out how they differ.
func (m *model) compare() tea.Cmd {
	from, to := m.toCompare()
	m.layOverlay()
	if from == nil || to == nil {
		return nil
	}
	read := m.opt.File
	return func() tea.Msg {
		c := compared{from: from, to: to}
		c.lines, c.err = difference(read, from, to)
		return c
	}
}

func difference(read func(*skill.Skill) ([]byte, error), a, b *skill.Skill) ([]safe.Text, error) {
	var texts [2]string
	for i, k := range []*skill.Skill{a, b} {
		data, err := read(k)
		if err != nil {
			return nil, fmt.Errorf("reading %s: %w", k.Path, err)
		}
		if len(data) > largestCompared {
			return nil, fmt.Errorf("too long to compare, over 256 KiB: %s", k.Path)
		}
		texts[i] = string(data)
	}
	diff := udiff.Unified("a", "b", texts[0], texts[1])
	_, diff, _ = strings.Cut(diff, "\n") // the names of the files stand in two lines
	_, diff, _ = strings.Cut(diff, "\n")
	if diff == "" {
		return nil, nil
	}
	lines := safe.Block(strings.TrimSuffix(diff, "\n")).Lines()
	if more := len(lines) - linesCompared; more > 0 {
		lines = append(lines[:linesCompared:linesCompared], safe.Format("and %d more lines", more))
	}
	return lines, nil
}

func (m *model) onCompared(msg compared) tea.Cmd {
	if from, to := m.toCompare(); msg.from != from || msg.to != to {
		return nil // the cursor is elsewhere, or the library is another
	}
	m.compared = msg
	m.layOverlay()
	return nil
}
