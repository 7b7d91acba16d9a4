package tui

import (
	"context"
	"strings"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"knack/render/safe"
	"knack/skill"
	"knack/skill/search"
)

// From what is typed as a filter to the rows.

func (m *model) startFilter() tea.Cmd {
	m.filtering, m.inDetail, m.zoomed = true, false, false
	m.filterKept = m.filter.Value() != ""
	m.relayout()
	m.filter.CursorEnd()
	return tea.Batch(m.filter.Focus(), m.expect())
}

// maxExpected is the largest library whose meanings are worked out before they are asked
// for.
const maxExpected = 2000

// expect works out meanings while somebody types, who may come to need them.
func (m *model) expect() tea.Cmd {
	meanings := m.meanings
	if meanings == nil || m.loading || len(m.listed) > maxExpected {
		return nil
	}
	return func() tea.Msg {
		meanings()
		return nil
	}
}

// filterKey gives a key or a paste to the filter, and filters at once: what is on
// the screen is what Enter acts on. Arrows move through the hits meanwhile.
func (m *model) filterKey(msg tea.Msg) tea.Cmd {
	if k, ok := msg.(tea.KeyPressMsg); ok {
		switch {
		case key.Matches(k, moveUp):
			return m.goTo(m.list.cursor - 1)
		case key.Matches(k, moveDown):
			return m.goTo(m.list.cursor + 1)
		case key.Matches(k, complete):
			return m.completeFilter()
		case key.Matches(k, acceptFilter):
			m.endFilter()
			return nil
		}
	}
	before := m.filter.Value()
	if k, ok := msg.(tea.KeyPressMsg); m.filterKept && (!ok || k.Text != "") {
		m.filter.SetValue("") // typed over, like a selected text
	}
	m.filterKept = false
	var cmd tea.Cmd
	m.filter, cmd = m.filter.Update(msg)
	if m.filter.Value() == before {
		return cmd
	}
	return tea.Batch(cmd, m.setQuery(m.filter.Value(), bestHit))
}

// completeFilter completes the field or the value that is being typed, or says what
// there is to choose from.
func (m *model) completeFilter() tea.Cmd {
	m.filterKept = false
	before := m.filter.Value()
	completed, choices := search.Complete(before, func() []string { return skill.Tools(m.listed) })
	if len(choices) > 0 {
		m.say(safe.Line(strings.Join(choices, "  ")))
	}
	if completed == before {
		return nil
	}
	m.filter.SetValue(completed)
	m.filter.CursorEnd()
	return m.setQuery(completed, bestHit)
}

func (m *model) setQuery(text string, place placing) tea.Cmd {
	m.query = search.Parse(text)
	m.moved = place == bestHit || m.moved
	m.absent = absent{}
	return m.refilter(place)
}

func (m *model) endFilter() {
	m.filtering = false
	m.filter.Blur()
}

func (m *model) clearFilter() tea.Cmd {
	if m.filter.Value() == "" {
		return nil
	}
	m.filter.SetValue("")
	return m.setQuery("", keepPlace)
}

// How refilter places the cursor.
type placing int

const (
	// keepPlace: on the selected skill, in the same line of the screen.
	keepPlace placing = iota
	// bestHit: on the first row, because the query has changed.
	bestHit
)

// refilter works out the rows again from library and query. Where only the files know,
// they are read, and where no row has the words as typed, those are looked for that come
// closest by meaning.
func (m *model) refilter(place placing) tea.Cmd {
	m.endRanking()
	hits := m.index.Find(m.query, m.fits)
	switch {
	case m.query.InFiles() && len(hits) > 0:
		return m.inspect(place, hits) // what is shown stays till then
	case !m.query.Weak(hits) || m.index.Task(m.query) == "" || m.loading:
		m.takeHits(hits, m.query, nil)
		return m.showHits(place)
	}
	m.takeHits(hits, m.query, nil)
	then := place
	if len(hits) > 0 {
		then = keepPlace // the others come below
	}
	rank := m.rank(then)
	if place == keepPlace { // what is selected may be found again
		m.layList()
		return rank
	}
	return tea.Batch(m.showHits(place), rank)
}

// takeHits takes over what was found, with what to mark in it.
func (m *model) takeHits(hits []search.Hit, marks search.Query, passages map[int]string) {
	m.hits, m.marks, m.passages = m.sorted(hits), marks, passages
}

// carryRows takes the rows along to another library while files are read: the skills
// that are in it as well.
func (m *model) carryRows(listed []*skill.Skill) {
	if !m.query.InFiles() {
		return // they are there at once
	}
	now := make(map[string]int, len(listed))
	for i, k := range listed {
		now[k.Key] = i
	}
	var hits []search.Hit
	passages := map[int]string{}
	for _, h := range m.hits {
		if i, still := now[m.listed[h.Entry].Key]; still {
			hits = append(hits, search.Hit{Entry: i, Tier: h.Tier})
			passages[i] = m.passages[h.Entry]
		}
	}
	m.hits, m.passages = hits, passages
}

// fits tells whether a facet of the query holds for a skill.
func (m *model) fits(entry int, f search.Facet) bool {
	k := m.listed[entry]
	return f.Holds(func(value string) bool {
		switch {
		case f.Field == "is" && value == "new":
			return m.newsOf(k) == isNew
		case f.Field == "is" && value == "changed":
			return m.newsOf(k) == isChanged
		}
		return k.Is(f.Field, value)
	})
}

// A ranking is a search under way that takes longer than a key may: by meaning, or in
// files.
type ranking struct {
	place placing // of the cursor, when it is done
	stop  context.CancelFunc
}

func (m *model) beginRanking(place placing) (context.Context, *ranking) {
	ctx, stop := context.WithCancel(m.ctx)
	m.ranking = &ranking{place, stop}
	return ctx, m.ranking
}

// endRanking ends the search that is under way: nobody waits for it.
func (m *model) endRanking() {
	if m.ranking != nil {
		m.ranking.stop()
		m.ranking = nil
	}
}

// rank begins to look for what fits the filter by meaning.
func (m *model) rank(place placing) tea.Cmd {
	ctx, r := m.beginRanking(place)
	meanings, task, inspect, host, listed := m.meanings, m.index.Task(m.query), m.opt.Inspect, m.opt.Host, m.listed
	return func() tea.Msg {
		defer r.stop()
		select {
		case <-ctx.Done(): // typed on
			return nil
		case <-time.After(restTime):
		}
		hits, marks := meanings().Rank(ctx, task)
		_, passages := inspect(ctx, host, marks, listed, hits)
		return ranked{ranking: r, hits: hits, marks: marks, passages: passages}
	}
}

func (m *model) onRanked(msg ranked) tea.Cmd {
	if msg.ranking != m.ranking {
		return nil
	}
	m.ranking = nil
	m.hits = search.Join(m.hits, m.query.Filter(msg.hits, m.fits))
	m.meant, m.passages = msg.marks, msg.passages
	return m.showFound(msg.ranking)
}

// inspect begins to read the files of hits, to see which are what the filter asks for.
func (m *model) inspect(place placing, hits []search.Hit) tea.Cmd {
	ctx, r := m.beginRanking(place)
	inspect, host, query, listed := m.opt.Inspect, m.opt.Host, m.query, m.listed
	return func() tea.Msg {
		defer r.stop()
		found, passages := inspect(ctx, host, query, listed, hits)
		return inspected{r, found, passages}
	}
}

func (m *model) onInspected(msg inspected) tea.Cmd {
	if msg.ranking != m.ranking {
		return nil
	}
	m.ranking = nil
	m.takeHits(msg.hits, m.query, msg.passages)
	return m.showFound(msg.ranking)
}

// showFound shows what a ranking has found.
func (m *model) showFound(r *ranking) tea.Cmd {
	before := m.current()
	cmd := m.showHits(r.place)
	switch {
	case before == nil && m.absent.instead == "":
		m.absent.instead = m.selected // for one that is gone, and had no row near it till now
	case before != nil && r.place == keepPlace && m.selected != before.Key:
		m.sayUnmatched(before)
	}
	return cmd
}

// showHits lays out the rows and places the cursor.
func (m *model) showHits(place placing) tea.Cmd {
	m.layList()
	switch i := m.rowOf(m.selected); {
	case place == bestHit, !m.moved:
		m.list.moveTo(0)
	case i >= 0:
		m.list.follow(i)
	default:
		m.list.moveTo(m.list.cursor) // it is gone: its neighbour
	}
	return m.selectRow()
}
