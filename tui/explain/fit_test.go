package explain

import (
	"testing"

	"knack/skill/search"
)

func TestFit(t *testing.T) {
	for _, c := range []struct {
		want  string
		tiers []search.Tier
	}{
		{"", nil},
		{"", []search.Tier{search.All, search.All}},
		{"", []search.Tier{search.Fuzzy}},
		{"", []search.Tier{search.Word, search.Typo}},
		{"spelt alike:", []search.Tier{search.Fuzzy, search.Typo}},
		{"by meaning:", []search.Tier{search.Meaning, search.Distant}},
		{"2 spelt alike, the others by meaning:", []search.Tier{search.Typo, search.Fuzzy, search.Meaning}},
		{"nothing fits well; the closest:", []search.Tier{search.Distant, search.Distant}},
	} {
		var hits []search.Hit
		for i, tier := range c.tiers {
			hits = append(hits, search.Hit{Entry: i, Tier: tier})
		}
		if got := Fit(hits); got != c.want {
			t.Errorf("hits of the tiers %v: %q, want %q", c.tiers, got, c.want)
		}
	}
}
