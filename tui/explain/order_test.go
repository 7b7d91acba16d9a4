package explain_test

import (
	"testing"
	"time"

	"knack/skill"
	"knack/tui/explain"
)

func TestTokens(t *testing.T) {
	for n, want := range map[int]string{
		0: "~0", 999: "~999", 1000: "~1.0k", 12_345: "~12.3k", 999_949: "~999.9k",
		999_950: "~1.0M", 1_000_000: "~1.0M", 1_152_400: "~1.2M", 12_000_000: "~12.0M",
	} {
		if got := explain.Tokens(n).String(); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}

func TestSorted(t *testing.T) {
	now := time.Date(2026, 12, 2, 14, 30, 0, 0, time.UTC)
	k := func(ago time.Duration) *skill.Skill {
		return &skill.Skill{ID: "deploy", Source: skill.User, Modified: now.Add(-ago), Bytes: 12345, BodyBytes: 5000}
	}
	for _, c := range []struct {
		by   skill.Order
		k    *skill.Skill
		want string
	}{
		{skill.SortModified, k(25 * time.Minute), "2026-12-02 14:05"},
		{skill.SortModified, k(6 * 24 * time.Hour), "2026-11-26 14:30"},
		{skill.SortModified, k(7 * 24 * time.Hour), "2026-11-25"},
		{skill.SortModified, k(-time.Hour), "2026-12-02 15:30"},
		{skill.SortModified, &skill.Skill{}, ""},
		{skill.SortSize, k(0), "12.3 kB"},
		{skill.SortTokens, k(0), "~1.2k tok"},
		{skill.SortTokens, &skill.Skill{BodyBytes: 41}, "~11 tok"},
		{skill.SortName, k(0), ""},
		{skill.SortSource, k(0), ""},
	} {
		if got := explain.Sorted(c.by, c.k, now).String(); got != c.want {
			t.Errorf("%s: %q, want %q", c.by, got, c.want)
		}
	}
}
