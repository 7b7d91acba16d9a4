package tui

import (
	"context"
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"knack/render"
	"knack/render/safe"
	"knack/skill"
	"knack/tui/explain"
)

// Verdicts are what the hosts make of one skill's file with one argument line.
type verdicts struct {
	n    int               // which they are of all that were asked for
	by   map[string]judged // by the name of the host
	stop context.CancelFunc
}

// judged brings the verdict of one host.
type judged struct {
	n          int // for which verdicts
	path, args string
	host       string
	verdict    explain.Verdict
	err        error // its file is wrong, or the work was stopped
}

// showHosts lists the hosts, what each makes of the selected skill, and leads to
// the library under another.
func (m *model) showHosts() tea.Cmd {
	cmd := m.judge()
	m.showOverlay(overlay{
		ofSkill: true,
		build:   (*model).hostsPage, follow: (*model).useHost, opened: (*model).judgeAgain, stop: m.verdicts.stop,
	})
	o := &m.overlay
	o.at = max(slices.IndexFunc(o.links, func(line int) bool { return o.shown[line].link == m.opt.Host.Name }), 0)
	o.reveal()
	return cmd
}

// judgeAgain is judge for the open page, when the file has been read.
func (m *model) judgeAgain() tea.Cmd {
	cmd := m.judge()
	m.overlay.stop = m.verdicts.stop
	m.layOverlay()
	return cmd
}

// judge asks every host about the selected skill, one after the other: each reads
// all the files. The one in use comes first, because the others are held against it.
func (m *model) judge() tea.Cmd {
	if m.verdicts.stop != nil {
		m.verdicts.stop()
	}
	m.verdicts = verdicts{}
	k := m.current()
	if k == nil || !m.doc.ready || m.doc.err != nil {
		return nil
	}
	ctx, stop := context.WithCancel(m.ctx)
	m.judgings++
	n := m.judgings
	m.verdicts = verdicts{n: n, by: map[string]judged{}, stop: stop}
	body, placeOf := m.doc.doc.Body, m.opt.PlaceOf
	var cmds []tea.Cmd
	order := []string{m.opt.Host.Name}
	for _, name := range m.opt.Hosts {
		if name != m.opt.Host.Name {
			order = append(order, name)
		}
	}
	for _, name := range order {
		asked := judged{n: n, path: k.RealPath, args: m.args[k.Key], host: name}
		cmds = append(cmds, func() tea.Msg {
			asked.verdict, asked.err = judgeBy(ctx, placeOf, asked, body)
			return asked
		})
	}
	return tea.Sequence(cmds...)
}

// judgeBy works out what becomes of a file under a host.
func judgeBy(ctx context.Context, placeOf func(string) (Place, error), asked judged, body string) (explain.Verdict, error) {
	place, err := placeOf(asked.host)
	if err != nil {
		return explain.Verdict{}, err
	}
	v := explain.Verdict{Host: place.Host}
	var found []*skill.Skill
	var roots []skill.Root
	if err := place.Load(ctx, func(b skill.Batch) { found, roots = append(found, b.Skills...), b.Roots }); err != nil {
		return v, fmt.Errorf("reading the skills: %w", err)
	}
	if v.Skill = skill.Merge(place.Host, roots, found).ByPath(asked.path); v.Skill == nil {
		return v, nil
	}
	v.Prompt, v.Refused = render.Parse(body, v.Skill.Arguments, place.Host.Rules(v.Skill)).Render(render.Input{
		Args: asked.args, Vars: place.Variables(v.Skill),
	})
	return v, nil
}

func (m *model) onJudged(msg judged) tea.Cmd {
	if msg.n != m.verdicts.n {
		return nil
	}
	m.verdicts.by[msg.host] = msg
	m.layOverlay()
	return nil
}

// hostsPage lists the hosts with their verdicts.
func (m *model) hostsPage() overlayPage {
	p := overlayPage{title: safe.Lit("Hosts")}
	if k := m.current(); k != nil {
		p.title = safe.Format("Hosts, and what each makes of %s", k.ID)
	}
	for _, name := range m.opt.Hosts {
		sh := sheet{width: m.overlayWidth()}
		m.hostEntry(&sh, name)
		p.entry(sh, name)
	}
	return p
}

// hostEntry writes what is known of a host.
func (m *model) hostEntry(sh *sheet, name string) {
	s := m.styles
	look := s.bold
	if name == m.opt.Host.Name {
		look = s.accent
	}
	column := 0
	for _, other := range m.opt.Hosts {
		column = max(column, safe.Line(other).Width()+2)
	}
	lead := seg{look, safe.Format("  %s%s", name, strings.Repeat(" ", column-safe.Line(name).Width()))}
	said, asked := m.verdicts.by[name]
	switch {
	case said.err != nil:
		sh.flow(lead, s.warn, safe.Line(said.err.Error()))
		return
	case !asked && m.verdicts.by != nil:
		sh.flow(lead, s.dim, safe.Lit("reading…"))
		return
	case !asked:
		sh.add(lead)
		return
	}
	h := said.verdict.Host
	about := safe.Format("%s, %s", h.Title, h.Seen)
	if n := len(h.Unverified); n > 0 {
		about = safe.Format("%s, %d unverified facts", about, n)
	}
	sh.flow(lead, s.dim, about)
	if here, ok := m.verdicts.by[m.opt.Host.Name]; ok && here.err == nil {
		for _, says := range said.verdict.Says(here.verdict) {
			sh.flow(seg{s.plain, safe.Lit("      ")}, s.plain, safe.Line(says))
		}
	}
}

// useHost shows the library under another host's rules. The same file stays
// selected, with its arguments.
func (m *model) useHost(name string) tea.Cmd {
	m.closeOverlay()
	m.moves++
	placeOf, n := m.opt.PlaceOf, m.moves
	return func() tea.Msg {
		place, err := placeOf(name)
		return moved{n, place, err}
	}
}

// moved brings the place under another host.
type moved struct {
	n     int // which move it is
	place Place
	err   error
}

func (m *model) onMoved(msg moved) tea.Cmd {
	if msg.n != m.moves {
		return nil // another was chosen since
	}
	if msg.err != nil {
		m.warn(safe.Line(msg.err.Error()))
		return nil
	}
	m.opt.Place = msg.place
	m.begun = nil   // what is new is told within one host
	m.asked = false // the answer is that of the move
	m.moved = true  // what is selected by now stays
	m.say(safe.Format("the rules are now those of %s, %s", m.opt.Host.Title, m.opt.Host.Seen))
	return m.load()
}
