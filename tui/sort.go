package tui

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"knack/render/safe"
	"knack/skill"
	"knack/skill/search"
	"knack/tui/explain"
)

// A sortOrder is the order of a library's skills, worked out once.
type sortOrder struct {
	by     skill.Order
	of     *skill.Library
	at     time.Time // when that was
	places []int
}

// cycleSort goes on to the next order, and to what is first in it.
func (m *model) cycleSort() tea.Cmd {
	orders := skill.Orders()
	m.sort = orders[(slices.Index(orders, m.sort)+1)%len(orders)]
	m.say(safe.Format("sorted by %s", string(m.sort)))
	m.moved = true
	return m.refilter(bestHit)
}

// unsortable: who reads a document doesn't want to be taken to another.
func (m *model) unsortable() safe.Text {
	if m.inDetail {
		return safe.Lit("sorting is for the list: esc leaves the document")
	}
	return safe.Text{}
}

// sorted puts hits in the order chosen.
func (m *model) sorted(hits []search.Hit) []search.Hit {
	if m.sort == skill.SortRelevance {
		return hits
	}
	if m.order.by != m.sort || m.order.of != m.library {
		m.order = sortOrder{m.sort, m.library, m.now(), m.sort.Sort(m.listed)}
	}
	row := make([]int, len(m.listed)) // of each skill among the hits, from 1 on
	for i, h := range hits {
		row[h.Entry] = i + 1
	}
	sorted := make([]search.Hit, 0, len(hits))
	for _, entry := range m.order.places {
		if i := row[entry]; i > 0 {
			sorted = append(sorted, hits[i-1])
		}
	}
	return sorted
}

// sortWord is what a row is sorted by, where it doesn't say so anyway.
func (m *model) sortWord(k *skill.Skill) safe.Text { return explain.Sorted(m.sort, k, m.order.at) }
