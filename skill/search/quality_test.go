package search

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// readTable reads lines of so many cells with tabs between them.
func readTable(t testing.TB, name string, cells int) [][]string {
	t.Helper()
	raw, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	var rows [][]string
	for line := range strings.Lines(string(raw)) {
		row := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(row) != cells {
			t.Fatalf("%s: %d cells in %q", name, len(row), line)
		}
		rows = append(rows, row)
	}
	return rows
}

func readEntries(t testing.TB) []Entry {
	t.Helper()
	var entries []Entry
	for _, row := range readTable(t, "skills.tsv", 2) {
		entries = append(entries, Entry{Name: row[0], Description: row[1]})
	}
	return entries
}

// placeOf gives the place of an entry among hits, from 1 on, or 0.
func placeOf(entries []Entry, hits []Hit, name string) int {
	return 1 + slices.IndexFunc(hits, func(h Hit) bool { return entries[h.Entry].Name == name })
}

// figures are how well some queries went.
type figures struct {
	asked, first, topFive int
	reciprocal            float64
}

func (f *figures) add(place int) {
	f.asked++
	if place == 1 {
		f.first++
	}
	if 1 <= place && place <= 5 {
		f.topFive++
	}
	if place > 0 {
		f.reciprocal += 1 / float64(place)
	}
}

func (f *figures) mrr() float64 { return f.reciprocal / float64(f.asked) }

// TestQuality asks what people remember of the invented library in testdata,
// which has near neighbours on purpose, and holds the ranking to figures.
func TestQuality(t *testing.T) {
	entries := readEntries(t)
	x := NewIndex(entries)
	kinds := map[string]*figures{}
	var all figures
	for _, row := range readTable(t, "queries.tsv", 3) {
		kind, query, want := row[0], row[1], row[2]
		hits := x.Find(Parse(query), nil)
		place := placeOf(entries, hits, want)
		if kinds[kind] == nil {
			kinds[kind] = &figures{}
		}
		kinds[kind].add(place)
		all.add(place)
		if place != 1 {
			t.Logf("%s %q: %s is at %d of %d", kind, query, want, place, len(hits))
		}
	}
	for kind, f := range kinds {
		t.Logf("%-8s %3d queries: first %d, top five %d, MRR %.3f", kind, f.asked, f.first, f.topFive, f.mrr())
	}
	if f := kinds["exact"]; f.first < f.asked {
		t.Errorf("%d of %d exact names are first", f.first, f.asked)
	}
	if f := kinds["words"]; f.topFive*100 < f.asked*97 {
		t.Errorf("%d of %d pairs of words are in the top five, want 97 %%", f.topFive, f.asked)
	}
	if f := kinds["typo"]; f.topFive*100 < f.asked*95 {
		t.Errorf("%d of %d misspelt queries are in the top five, want 95 %%", f.topFive, f.asked)
	}
	if all.mrr() < 0.95 {
		t.Errorf("the MRR is %.3f, want 0.95", all.mrr())
	}
}
