package search

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sahilm/fuzzy"
)

// invented gives n entries of about 200 bytes, put together from the words of the
// invented library so that common words are common. The same n gives the same.
func invented(t testing.TB, n int) []Entry {
	var nouns, words, chinese []string
	for _, e := range readEntries(t) {
		if e.Description[0] >= 0x80 {
			chinese = append(chinese, e.Description)
			continue
		}
		nouns = append(nouns, strings.FieldsFunc(e.Name, func(r rune) bool { return r == '-' || r == ':' })...)
		words = append(words, strings.Fields(e.Description)...)
	}
	random := rand.New(rand.NewPCG(1, 2))
	pick := func(from []string) string { return from[random.IntN(len(from))] }
	entries := make([]Entry, n)
	for i := range entries {
		e := &entries[i]
		e.Name = fmt.Sprintf("%s-%s-%d", pick(nouns), pick(nouns), i)
		for len(e.Description) < 180 {
			e.Description += pick(words) + " "
		}
		if i%8 == 0 {
			e.Description = pick(chinese) + pick(chinese) + pick(chinese)
		}
	}
	return entries
}

// typed gives everything that is in the filter line while somebody types the
// queries one after another.
func typed(queries ...string) []string {
	var lines []string
	for _, q := range queries {
		for i := range q {
			if i > 0 {
				lines = append(lines, q[:i])
			}
		}
		lines = append(lines, q)
	}
	return lines
}

var benchQueries = []string{
	"deploy stag", "code-review", "reveiw", "kubernetes debug", "sql migr", "flame graph", "the", "e",
	"postgers backup", "gcmsg", "翻译文档", "周报", "zzzz", "risky clauses", "test", "prodution health",
}

// sameTexts is what the fuzzy library searches in the comparison.
type sameTexts []Entry

func (s sameTexts) Len() int            { return len(s) }
func (s sameTexts) String(i int) string { return s[i].Name + " " + s[i].Description }

// BenchmarkTyping times every key of some queries, and the fuzzy library on the
// same texts in the same run. A key's time is the best of all rounds, since the
// machine may be busy with other things.
func BenchmarkTyping(b *testing.B) {
	keys := typed(benchQueries...)
	for _, n := range []int{1_000, 10_000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			entries := invented(b, n)
			x := NewIndex(slices.Values(entries))
			ours, theirs := make([]time.Duration, len(keys)), make([]time.Duration, len(keys))
			for b.Loop() {
				for i, key := range keys {
					best(&ours[i], func() { x.Find(Parse(key), nil) })
					best(&theirs[i], func() { fuzzy.FindFrom(key, sameTexts(entries)) })
				}
			}
			b.ReportMetric(float64(sum(ours))/float64(sum(theirs)), "x-fuzzy")
			slices.Sort(ours)
			b.ReportMetric(float64(ours[len(ours)/2].Microseconds()), "p50-µs")
			b.ReportMetric(float64(ours[len(ours)*99/100].Microseconds()), "p99-µs")
			b.ReportMetric(float64(ours[len(ours)-1].Microseconds()), "max-µs")
		})
	}
}

func best(so *time.Duration, work func()) {
	start := time.Now()
	work()
	if took := time.Since(start); *so == 0 || took < *so {
		*so = took
	}
}

func sum(times []time.Duration) (total time.Duration) {
	for _, t := range times {
		total += t
	}
	return total
}

// BenchmarkKey times one key of each kind of query.
func BenchmarkKey(b *testing.B) {
	x := NewIndex(slices.Values(invented(b, 10_000)))
	for _, query := range []string{"", "e", "de", "the", "test", "deploy stag", "reveiw", "prodution health", "gcmsg", "文档", "翻译 文档", "zzzz"} {
		b.Run(query, func(b *testing.B) {
			b.ReportAllocs()
			q := Parse(query)
			for b.Loop() {
				x.Find(q, nil)
			}
		})
	}
}

func BenchmarkIndex(b *testing.B) {
	entries := invented(b, 10_000)
	b.ReportAllocs()
	for b.Loop() {
		NewIndex(slices.Values(entries))
	}
}

func BenchmarkHighlight(b *testing.B) {
	text := invented(b, 2)[1].Description
	_, meant := NewMeanings(slices.Values(invented(b, 2))).Rank(b.Context(), text[:20])
	for name, q := range map[string]Query{"typed": Parse("deplo stagng"), "meant": meant} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				q.Highlight(text, Description)
			}
		})
	}
}

// BenchmarkMeanings times taking entries apart into terms.
func BenchmarkMeanings(b *testing.B) {
	for _, n := range []int{1_000, 10_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			entries := invented(b, n)
			b.ReportAllocs()
			for b.Loop() {
				NewMeanings(slices.Values(entries))
			}
		})
	}
}

// BenchmarkRank times one ranking of each kind of task.
func BenchmarkRank(b *testing.B) {
	for _, n := range []int{1_000, 10_000} {
		m := NewMeanings(slices.Values(invented(b, n)))
		for _, task := range []string{"review my code", "I need to write a test for the parser of our web page before the release", "reveiw prodution helth", "翻译技术文档"} {
			b.Run(fmt.Sprint(n, "/", task), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					m.Rank(b.Context(), task)
				}
			})
		}
	}
}
