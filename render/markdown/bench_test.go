package markdown

import (
	"context"
	"strings"
	"testing"
)

func BenchmarkFirst(b *testing.B) {
	for name, copies := range map[string]int{"2KB": 1, "20KB": 10, "100KB": 65} {
		source := strings.Repeat(read(b, "testdata/guide.md"), copies)
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				First(source, 80, 40, Style{Dark: true})
			}
		})
	}
}

// BenchmarkRender is to be compared with BenchmarkPlain, which only wraps.
func BenchmarkRender(b *testing.B) {
	benchmark(b, nil)
}

func BenchmarkPlain(b *testing.B) {
	benchmark(b, &plainError{})
}

func benchmark(b *testing.B, why *plainError) {
	source := strings.Repeat(read(b, "testdata/guide.md"), 10)
	b.SetBytes(int64(len(source)))
	for b.Loop() {
		if _, err := newPage(context.Background(), 80, Style{Dark: true}, 0).render(source, why); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkHighlight(b *testing.B) {
	for name, code := range map[string]string{
		"code":      strings.Repeat("def f(x: int) -> str:  # why\n    return \"a\" + g(x, 12)\n", 300),
		"unclosed":  strings.Repeat("\"\"\" ' ${ /* \\", 1_500),
		"one word":  strings.Repeat("a", 16<<10),
		"one quote": strings.Repeat("'", 16<<10),
	} {
		for _, language := range []string{"python", "sh", "js", "html"} {
			b.Run(name+"/"+language, func(b *testing.B) {
				b.SetBytes(int64(len(code)))
				for b.Loop() {
					darkLook.highlight(code, language)
				}
			})
		}
	}
}
