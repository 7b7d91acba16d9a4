package skill

import (
	"slices"
	"strings"
	"testing"
)

// listingOf is a listing of skills with these ids; a - before one leaves it out.
func listingOf(ids string) Listing {
	var l Listing
	for _, id := range strings.Fields(ids) {
		id, absent := strings.CutPrefix(id, "-")
		e := Entry{Skill: &Skill{ID: id}, Shown: InFull}
		if absent {
			e.Shown = Absent
		}
		l.Entries = append(l.Entries, e)
	}
	return l
}

// A conversation is steps: "agent: ids of the listing = ids that are announced", or the
// name of a moment.
func TestAnnounced(t *testing.T) {
	early, today, frozen := hostOf(t, "claude-code-2026q1").Telling, hostOf(t, DefaultHost).Telling, hostOf(t, "fundev").Telling
	tests := []struct {
		name    string
		telling *Telling
		steps   []string
	}{
		{"only what is new", early, []string{"main: a b = a b", "main: a b = ", "later", "main: a b c = c"}},
		{"what is absent isn't told, and is told once it is there", early, []string{"main: a -b = a", "main: a b = b"}},
		{"each agent on its own", early, []string{"main: a b = a b", "helper: a b = a b", "main: a b c = c", "helper: a b c = c"}},
		{"all again after a change, to each agent", early, []string{
			"main: a b = a b", "helper: a = a", "change", "main: a b = a b", "helper: a = a", "main: a b = ",
		}},
		{"a resumed conversation leaves the next listing out", early, []string{"resume", "main: a b = ", "main: a b = ", "main: a b c = c"}},
		{"and only that of the first agent", early, []string{"resume", "main: a = ", "helper: a = a"}},
		{"a change after resuming tells all", early, []string{"resume", "change", "main: a = a"}},
		{"a compaction tells what was told no second time", early, []string{"main: a b = a b", "compaction", "main: a b = ", "main: a b c = c"}},
		{"so it does today", today, []string{"main: a b = a b", "compaction", "main: a b c = c"}},
		{"a frozen list waits for a compaction", frozen, []string{"main: a = a", "change", "main: a b = ", "compaction", "main: a b = a b"}},
		{"what isn't known changes nothing", today, []string{"main: a = a", "change", "resume", "main: a b = b"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			moments := map[string]*Moment{
				"later": test.telling.Later, "change": test.telling.Change, "resume": test.telling.Resume, "compaction": test.telling.Compaction,
			}
			var a Announced
			for i, step := range test.steps {
				if m, ok := moments[step]; ok {
					a = a.After(m)
					continue
				}
				agent, rest, _ := strings.Cut(step, ": ")
				ids, want, _ := strings.Cut(rest, " = ")
				var got []string
				got, a = a.Announce(agent, listingOf(ids))
				if !slices.Equal(got, strings.Fields(want)) {
					t.Fatalf("step %d, %s: got %q", i+1, step, got)
				}
			}
		})
	}
}

// An earlier state stays what it was: a conversation may be taken up from there.
func TestAnnouncedNeverChanges(t *testing.T) {
	_, before := Announced{}.Announce("main", listingOf("a"))
	_, _ = before.Announce("main", listingOf("a b"))
	if again, _ := before.Announce("main", listingOf("a b")); !slices.Equal(again, []string{"b"}) {
		t.Errorf("got %q", again)
	}
}

func TestSurvives(t *testing.T) {
	tests := []struct {
		name  string
		c     Compaction
		calls []int // the latest first
		want  []int
	}{
		{"no call", Compaction{5000, 25000}, nil, []int{}},
		{"whole as long as it is short", Compaction{5000, 25000}, []int{5000, 1}, []int{5000, 1}},
		{"the first of each", Compaction{5000, 25000}, []int{5001, 9000}, []int{5000, 5000}},
		{"the earliest calls go", Compaction{5000, 25000}, []int{5000, 5000, 5000, 5000, 4000, 5000, 10}, []int{5000, 5000, 5000, 5000, 4000, 1000, 0}},
		{"no limit of all", Compaction{Each: 5000}, []int{9000, 9000, 9000, 9000, 9000, 9000}, []int{5000, 5000, 5000, 5000, 5000, 5000}},
		{"no limit of each", Compaction{All: 25000}, []int{9000, 20000, 5}, []int{9000, 16000, 0}},
		{"no limit", Compaction{}, []int{90000}, []int{90000}},
	}
	for _, test := range tests {
		if got := test.c.Survives(test.calls); !slices.Equal(got, test.want) {
			t.Errorf("%s: got %v, want %v", test.name, got, test.want)
		}
	}
}

func TestTellingOfHostFiles(t *testing.T) {
	tests := []struct{ telling, want string }{
		{"telling: {later: {tells: news}}", ""},
		{"telling:\n  change: {forgets: true}", "tells is missing: all, news or nothing"},
		{"telling:\n  change: {tells: some}", `tells "some"`},
		{"telling:\n  then: {tells: all}", "unknown key then"},
	}
	for _, test := range tests {
		_, err := parseHost("small.yaml", []byte(smallHost+test.telling+"\n"))
		switch {
		case err == nil && test.want == "":
		case err == nil || test.want == "" || !strings.Contains(err.Error(), test.want):
			t.Errorf("%q: got error %v, want %q", test.telling, err, test.want)
		}
	}
}
