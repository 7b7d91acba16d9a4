package skill

import (
	"cmp"
	"slices"
	"strings"
)

// An Order is what a list of skills goes by.
type Order string

const (
	// SortRelevance: the best match first or, where nothing is looked for, by name.
	SortRelevance Order = "relevance"
	SortName      Order = "name"
	// SortSource: in the order in which the host looks.
	SortSource Order = "source"
	// The latest, the largest file, and the longest text first.
	SortModified Order = "modified"
	SortSize     Order = "size"
	SortTokens   Order = "tokens"
)

// Orders gives all orders, each followed by the next to try.
func Orders() []Order {
	return []Order{SortRelevance, SortName, SortSource, SortModified, SortSize, SortTokens}
}

// Sort gives the places of skills in an order; those that are equal in it stay as they
// are. In SortRelevance all are.
func (o Order) Sort(skills []*Skill) []int {
	order := make([]int, len(skills))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return o.compare(skills[i], skills[j]) })
	return order
}

func (o Order) compare(a, b *Skill) int {
	switch o {
	case SortName:
		return cmp.Or(strings.Compare(strings.ToLower(a.ID), strings.ToLower(b.ID)), strings.Compare(a.ID, b.ID))
	case SortSource:
		return cmp.Compare(a.Rank, b.Rank)
	case SortModified:
		return b.Modified.Compare(a.Modified)
	case SortSize:
		return cmp.Compare(b.Bytes, a.Bytes)
	case SortTokens:
		return cmp.Compare(b.BodyBytes, a.BodyBytes)
	}
	return 0
}
