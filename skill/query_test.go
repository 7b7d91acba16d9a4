package skill

import (
	"slices"
	"strings"
	"testing"
	"time"

	"knack/skill/search"
)

// queried gives the ids of what a query finds, and the passages that show it.
func queried(t *testing.T, l *Library, query string) (ids []string, passages []string) {
	t.Helper()
	listed := l.Listed()
	q := search.Parse(query)
	hits := NewIndex(listed).Find(q, Fits(listed))
	lines := map[int]string{}
	if q.InFiles() {
		hits, lines = Inspect(t.Context(), l.Host, q, listed, hits)
	}
	for _, h := range hits {
		ids = append(ids, listed[h.Entry].ID)
		passages = append(passages, lines[h.Entry])
	}
	return ids, passages
}

func TestQueries(t *testing.T) {
	l := libraryOf(t, envOf(world{
		"home/.claude/skills/deploy/SKILL.md":    "---\ndescription: Ship it\nallowed-tools: Bash(git:*), Read\nwhen_to_use: Before a release\n---\n# Deploy\n\nTag the build.\nThen run the Rollout for $1.\n",
		"home/.claude/skills/deploy/table.csv":   "a,b\n",
		"project/.claude/skills/deploy/SKILL.md": "---\ndescription: Ship the shop\n---\nRead the manual.\n",
		"home/.claude/skills/notes/SKILL.md":     "---\ndescription: Draft notes\nallowed-tools: WebFetch\n---\n!`git log`\n\nWrite them.\n",
		"home/.claude/skills/odd/SKILL.md":       "---\ndescription: a: b: c\n---\nIt runs along the rollout.\n",
		"project/.claude/commands/ship.md":       "Ship with $ARGUMENTS\n",
	}.build(t)))
	tests := []struct{ query, want string }{
		{"source:project", "deploy"},
		{"source:command", "ship"},
		{"is:shadowed", "deploy"},
		{"is:shadowed source:project", "deploy"},
		{"tool:bash !source:bundled", "deploy"},
		{"tool:Web|Read !source:bundled", "deploy notes"},
		{"has:problems", "odd"},
		{"has:args !source:bundled", "deploy ship"},
		{"has:commands !source:bundled", "notes"},
		{"has:files", "deploy"},
		{"has:args|commands !source:bundled", "deploy notes ship"},
		{"!has:args|commands !source:bundled", "deploy odd"},
		{"body:rollout !source:bundled", "deploy odd"},
		{"body:Rollout", "deploy"},
		{`body:"the rollout for"`, "deploy"},
		{"ship body:manual", "deploy"},
		{"release !source:bundled", "deploy"}, // when to use it
	}
	for _, test := range tests {
		ids, _ := queried(t, l, test.query)
		if slices.Sort(ids); strings.Join(ids, " ") != test.want {
			t.Errorf("%s finds %q, want %q", test.query, ids, test.want)
		}
	}
	if _, passages := queried(t, l, "body:Rollout"); !slices.Equal(passages, []string{"Then run the Rollout for $1."}) {
		t.Errorf("shows %q", passages)
	}
	if got := Tools(l.Listed()); !slices.Contains(got, "Bash") || !slices.Contains(got, "WebFetch") || !slices.IsSorted(got) {
		t.Errorf("tools %q", got)
	}
}

// TestQueryValues holds the language to what skills are.
func TestQueryValues(t *testing.T) {
	for _, source := range []Source{Managed, User, Project, Nested, AddDir, Plugin, Command, Bundled} {
		if k := (&Skill{Source: source}); !slices.Contains(search.FacetValues("source"), string(source)) || !k.Is("source", string(source)) {
			t.Errorf("source:%s can't be asked for", source)
		}
	}
	for _, state := range []State{Active, Shadowed, Hidden, Disabled, Broken} {
		if k := (&Skill{State: state}); !slices.Contains(search.FacetValues("is"), string(state)) || !k.Is("is", string(state)) {
			t.Errorf("is:%s can't be asked for", state)
		}
	}
}

func TestMeaningsKnowTexts(t *testing.T) {
	l := libraryOf(t, envOf(world{
		"home/.claude/skills/one/SKILL.md": "---\ndescription: Nothing special\n---\n# Invoices\n\nSend reminders to debtors.\n",
		"home/.claude/skills/two/SKILL.md": "---\ndescription: Something else\n---\n```\nreminders debtors\n```\nWrite.\n",
	}.build(t)))
	listed := l.Listed()
	for _, task := range []string{"remind my debtors", "write an invoice"} {
		hits, _ := NewMeanings(listed).Rank(t.Context(), task)
		if len(hits) == 0 || listed[hits[0].Entry].ID != "one" {
			t.Errorf("%q: %v", task, hits)
		}
	}
}

func TestOrders(t *testing.T) {
	day := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
	skills := []*Skill{
		{ID: "b", Rank: 2, Modified: day, Bytes: 3, BodyBytes: 1},
		{ID: "a", Rank: 3, Modified: day.Add(time.Hour), Bytes: 1, BodyBytes: 2},
		{ID: "C", Rank: 1, Modified: day, Bytes: 2, BodyBytes: 2},
	}
	want := map[Order]string{
		SortRelevance: "baC", SortName: "abC", SortSource: "Cba", SortModified: "abC", SortSize: "bCa", SortTokens: "aCb",
	}
	for _, o := range Orders() {
		got := ""
		for _, i := range o.Sort(skills) {
			got += skills[i].ID
		}
		if got != want[o] {
			t.Errorf("%s: %s, want %s", o, got, want[o])
		}
	}
}
