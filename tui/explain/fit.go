package explain

import (
	"fmt"
	"slices"

	"knack/skill/search"
)

// Fit says how hits fit that lack words of what was asked for, and "" of others. A list
// stands below it.
func Fit(hits []search.Hit) string {
	meant := search.ByMeaning(hits)
	asTyped := func(h search.Hit) bool { return h.Tier < search.Typo }
	misspelt := func(h search.Hit) bool { return h.Tier == search.Typo }
	switch spelt := len(hits) - meant; {
	case meant == 0 && !slices.ContainsFunc(hits, asTyped) && slices.ContainsFunc(hits, misspelt):
		return "spelt alike:"
	case meant == 0:
		return ""
	case spelt > 0:
		return fmt.Sprintf("%d spelt alike, the others by meaning:", spelt)
	case hits[0].Tier == search.Distant:
		return "nothing fits well; the closest:"
	}
	return "by meaning:"
}
