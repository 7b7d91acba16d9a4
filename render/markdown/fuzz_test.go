package markdown

import (
	"strings"
	"testing"
	"unicode"

	"github.com/charmbracelet/x/ansi"

	"knack/render/safe"
)

func FuzzMarkdown(f *testing.F) {
	f.Add(read(f, "testdata/guide.md"), uint8(80), true, false)
	f.Add(read(f, "testdata/chinese.md"), uint8(40), false, true)
	for _, payload := range payloads {
		f.Add(payload, uint8(30), true, false)
	}
	for _, place := range contexts {
		f.Add(strings.ReplaceAll(place, "%s", "&#27;[8m x"), uint8(30), false, false)
	}
	f.Add(strings.Repeat("> - ", 8)+"deep\n\n"+indentedLists(16), uint8(0), true, false)
	f.Add("|a|\n|-|\n|`\\|`|b|\n\n[a](<%zz>)![](x)\\", uint8(20), false, false)
	f.Fuzz(func(t *testing.T, source string, width uint8, dark, noColor bool) {
		if len(source) > 1<<14 {
			return
		}
		style := Style{Dark: dark, NoColor: noColor}
		doc := mustRender(t, source, int(width), style)
		if doc.Plain == (doc.Why == safe.Text{}) {
			t.Errorf("plain %v, but why is %q", doc.Plain, doc.Why)
		}
		if strings.HasPrefix(doc.Why.String(), "the formatter failed") {
			t.Error(doc.Why)
		}
		if missing := lost(source, doc); missing != "" && !strings.ContainsAny(source, "`~") {
			t.Errorf("%q is not on the screen: %q", missing, doc.Lines)
		}
		checkLines(t, First(source, int(width), 5, style), int(width), style)
	})
}

// lost is the letters of source that doc doesn't show. A link whose text is its
// target is shown once, which is not a loss; fences name languages.
func lost(source string, doc Document) string {
	if strings.Contains(source, "](") {
		return ""
	}
	left := map[rune]int{}
	for _, line := range doc.Lines {
		for _, r := range ansi.Strip(line) {
			left[r]++
		}
	}
	return strings.Map(func(r rune) rune {
		left[r]--
		if left[r] < 0 && unicode.IsLetter(r) && r != 'x' && r != 'X' { // [x] becomes [✓]
			return r
		}
		return -1
	}, safe.Block(source).Simple().String())
}
