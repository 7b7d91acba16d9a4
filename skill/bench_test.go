package skill

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"knack/skill/parallel"
)

// generate writes n skills into a user folder: frontmatter of one to five keys and
// bodies with a median of about 6 KB and a long tail, as they are in public
// collections. Every tenth entry of the root is a folder without a skill.
func generate(b *testing.B, n int) (env Env, files []string) {
	b.Helper()
	top := b.TempDir()
	env = envOf(top)
	words := strings.Fields("check the service before every release and write down what you found, then ask whoever owns the file; keep it short: plain words")
	r := rand.New(rand.NewPCG(7, uint64(n)))
	text := func(size int) string {
		var t strings.Builder
		for t.Len() < size {
			t.WriteString(words[r.IntN(len(words))])
			t.WriteByte(" \n"[r.IntN(12)/11])
		}
		return t.String()
	}
	for i := range n {
		dir := filepath.Join(env.Home, ".claude/skills", fmt.Sprintf("%s-%s-%05d", words[i%5], words[i%7], i))
		must(b, os.MkdirAll(dir, 0o755))
		lines := []string{"name: " + filepath.Base(dir), "license: MIT", "allowed-tools: Bash(git:*), Read", "argument-hint: <file> [depth]"}
		size := int(6000 * min(r.ExpFloat64()+0.2, 20))
		path := filepath.Join(dir, "SKILL.md")
		description := strings.NewReplacer("\n", " ", ":", ",").Replace(text(60 + r.IntN(250)))
		must(b, os.WriteFile(path, []byte(about(description, lines[:r.IntN(5)]...)+text(size)), 0o644))
		files = append(files, path)
		if i%10 == 0 {
			must(b, os.Mkdir(dir+"-notes", 0o755))
		}
	}
	return env, files
}

// BenchmarkScan reads and merges a whole library; BenchmarkReadAll is what no
// program that reads the same files could beat by much. Their ratio is the
// figure to watch.
func BenchmarkScan(b *testing.B) {
	for _, n := range []int{100, 1000, 10_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			env, _ := generate(b, n)
			host := claudeCode(b)
			b.ReportAllocs()
			for b.Loop() {
				var found []*Skill
				var roots []Root
				must(b, Scan(context.Background(), host, env, func(part Batch) {
					roots, found = part.Roots, append(found, part.Skills...)
				}))
				if l := Merge(host, roots, found); l.Own() != n {
					b.Fatalf("got %d skills", l.Own())
				}
			}
		})
	}
}

func BenchmarkReadAll(b *testing.B) {
	for _, n := range []int{100, 1000, 10_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			_, files := generate(b, n)
			b.ReportAllocs()
			for b.Loop() {
				parallel.Each(n, func(i int) { readInto(b, files[i]) })
			}
		})
	}
}

// readInto reads a file whole into a reused buffer and drops it.
func readInto(b *testing.B, path string) {
	f, err := os.Open(path)
	must(b, err)
	defer f.Close()
	buffer := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(buffer)
	buffer.Reset()
	_, err = buffer.ReadFrom(f)
	must(b, err)
}

// BenchmarkFirstBatch is what a person waits for before there is anything to see.
func BenchmarkFirstBatch(b *testing.B) {
	for _, n := range []int{100, 10_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			env, _ := generate(b, n)
			host := claudeCode(b)
			for b.Loop() {
				ctx, cancel := context.WithCancel(context.Background())
				_ = Scan(ctx, host, env, func(part Batch) {
					Merge(host, part.Roots, part.Skills)
					cancel()
				})
				cancel()
			}
		})
	}
}

func BenchmarkMerge(b *testing.B) {
	for _, n := range []int{1000, 10_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			env := Env{Home: "/home", Cwd: "/project"}
			host := claudeCode(b)
			roots := host.Roots(env)
			found := make([]*Skill, n)
			for i := range found {
				found[i] = inRoot(roots[i%2], fmt.Sprintf("skill-%05d", i*2/3))
			}
			b.ReportAllocs()
			for b.Loop() {
				Merge(host, roots, found)
			}
		})
	}
}

// BenchmarkLook is what it costs to ask whether anything has changed, BenchmarkBell
// what it costs to be told instead.
func BenchmarkLook(b *testing.B) {
	for _, n := range []int{1000, 10_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			w := newWatch(generatedTrail(b, n))
			for b.Loop() {
				if w.differs() {
					b.Fatal("something changed")
				}
			}
			b.ReportMetric(float64(len(w.trail)), "places")
		})
	}
}

func BenchmarkBell(b *testing.B) {
	for _, n := range []int{1000, 10_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			trail := newWatch(generatedTrail(b, n)).trail
			for b.Loop() {
				bell, err := newBell(trail)
				must(b, err)
				bell.close()
			}
		})
	}
}

func generatedTrail(b *testing.B, n int) (trail Trail) {
	env, _ := generate(b, n)
	must(b, Scan(context.Background(), claudeCode(b), env, func(part Batch) { trail = append(trail, part.Trail...) }))
	return trail
}
