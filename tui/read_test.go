package tui

import (
	"fmt"
	"image/color"
	"math"
	"reflect"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"knack/skill"
)

// withBody replaces every skill's text.
func withBody(body string) func(*Options) {
	return func(o *Options) {
		read := o.Read
		o.Read = func(k *skill.Skill) (skill.Document, error) {
			doc, err := read(k)
			doc.Body = body
			return doc, err
		}
	}
}

// paragraphs is a text of n numbered paragraphs.
func paragraphs(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "## Part %d\n\nParagraph number %d says a few words, so that it takes more than one line on a narrow screen.\n\n", i, i)
	}
	return b.String()
}

// Of two answers for one skill the one asked for last counts.
func TestDocumentsInAnotherOrder(t *testing.T) {
	text := "Before."
	d := start(t, "kim", 120, 36, func(o *Options) {
		read := o.Read
		o.Read = func(k *skill.Skill) (skill.Document, error) {
			doc, err := read(k)
			doc.Body = text
			return doc, err
		}
	}).selectID("deploy")
	first := d.m.reopen(d.m.current())()
	text = "After."
	second := d.m.reopen(d.m.current())()
	d.send(second)
	d.wants("After.")
	d.send(first)
	d.wants("After.")
}

// What was read by the rules of the host before comes too late.
func TestDocumentOfTheHostBefore(t *testing.T) {
	d := start(t, "kim", 120, 36).puts(skills+"ship/SKILL.md", "---\nname: ship\ndescription: Ship.\n---\n\nShip $0 to $1.\n").notices()
	d.selectID("ship").keys("a", "type:web", "esc", "2")
	late := d.m.reopen(d.m.current())
	d.useHost("goose")
	want := d.m.doc.prompt.Text
	d.run(late)
	if got := d.m.doc.prompt.Text; got != want || got != "\nShip  to web.\n" {
		t.Errorf("the prompt is %q, want %q", got, want)
	}
}

func TestResizeKeepsThePlace(t *testing.T) {
	d := start(t, "kim", 120, 36, withBody(paragraphs(100))).selectID("deploy").keys("enter")
	for range 8 {
		d.keys("pgdown")
	}
	top := func() int {
		for i := range 100 {
			if strings.Contains(d.screen(), fmt.Sprintf("Part %d ", i)) {
				return i
			}
		}
		t.Fatalf("no part in sight:\n%s", d.screen())
		return 0
	}
	before := top()
	for _, width := range []int{200, 100, 130, 120} {
		d.send(tea.WindowSizeMsg{Width: width, Height: 36})
		if now := top(); now < before-4 || now > before+4 {
			t.Errorf("at width %d the first part in sight is %d, it was %d", width, now, before)
		}
		d.checkFrame()
	}
}

// Moving on to a neighbour finds its text formatted already.
func TestNeighboursAreReady(t *testing.T) {
	d := start(t, "kim", 120, 36).selectID("invoice")
	d.keys("down")
	below := d.m.shape()
	if _, ok := d.m.cache.get(below); !ok {
		t.Fatal("the selected text itself isn't kept")
	}
	d = start(t, "kim", 120, 36).selectID("invoice")
	if _, ok := d.m.cache.get(below); !ok {
		// Keys hold the directory of the world, which differs between the two.
		found := false
		for s := range d.m.cache.byShape {
			found = found || s.sum == below.sum
		}
		if !found {
			t.Error("the text of the skill below wasn't worked out ahead")
		}
	}
}

func TestCacheIsBounded(t *testing.T) {
	var p pages
	for i := range 100 {
		p.put(shape{key: fmt.Sprint(i)}, page{bytes: 1 << 20})
		p.get(shape{key: "0"}) // in use
	}
	if p.bytes > maxPages || p.recent.Len() != len(p.byShape) {
		t.Errorf("%d bytes in %d pages are kept, want at most %d", p.bytes, p.recent.Len(), maxPages)
	}
	if _, ok := p.get(shape{key: "0"}); !ok {
		t.Error("the page in use was dropped")
	}
	p.put(shape{key: "0"}, page{bytes: 5})
	if pg, _ := p.get(shape{key: "0"}); pg.bytes != 5 {
		t.Error("a page isn't replaced")
	}
}

// Work on a skill ends when the selection moves on.
func TestWorkEndsWithTheSelection(t *testing.T) {
	d := start(t, "kim", 120, 36).selectID("deploy")
	ctx := d.m.work()
	d.keys("down")
	if ctx.Err() == nil {
		t.Error("formatting goes on after the selection has moved")
	}
}

func TestBackgroundIsAskedAgain(t *testing.T) {
	for theme, want := range map[Theme]bool{Auto: true, Dark: false, Light: false} {
		m := start(t, "kim", 120, 36, func(o *Options) { o.Theme = theme }).m
		_, cmd := m.Update(tea.FocusMsg{})
		if got := cmd != nil; got != want {
			t.Errorf("with --theme %s coming back asks: %v", theme, got)
		}
	}
}

// Every colour of text can be read on the usual backgrounds.
func TestContrast(t *testing.T) {
	for name, theme := range map[string]struct {
		palette palette
		grounds []color.Color
	}{
		"dark":  {darkPalette, []color.Color{color.Black, color.RGBA{0x1e, 0x1e, 0x1e, 0xff}, color.RGBA{0x28, 0x2c, 0x34, 0xff}}},
		"light": {lightPalette, []color.Color{color.White, color.RGBA{0xfb, 0xfb, 0xfa, 0xff}, color.RGBA{0xfd, 0xf6, 0xe3, 0xff}}},
	} {
		text := theme.palette.text()
		if n := reflect.TypeOf(theme.palette).NumField(); len(text) != n-1 {
			t.Errorf("%d of %d colours are looked at; all but the frame's should be", len(text), n)
		}
		for what, c := range text {
			for _, ground := range theme.grounds {
				if ratio := contrast(c, ground); ratio < 4.5 {
					t.Errorf("%s %s on %v has a contrast of %.2f", name, what, ground, ratio)
				}
			}
		}
	}
}

// text is every colour of a palette but that of the frames, which are lines.
func (p palette) text() map[string]color.Color {
	return map[string]color.Color{
		"accent": p.accent, "warn": p.warn, "dim": p.dim, "value": p.value,
		"builtin": p.builtin, "command": p.command, "tail": p.tail,
	}
}

// contrast is the ratio of WCAG 2.
func contrast(a, b color.Color) float64 {
	la, lb := luminance(a), luminance(b)
	return (max(la, lb) + 0.05) / (min(la, lb) + 0.05)
}

func luminance(c color.Color) float64 {
	linear := func(v uint32) float64 {
		f := float64(v) / 0xffff
		if f <= 0.04045 {
			return f / 12.92
		}
		return math.Pow((f+0.055)/1.055, 2.4)
	}
	r, g, b, _ := c.RGBA()
	return 0.2126*linear(r) + 0.7152*linear(g) + 0.0722*linear(b)
}

func TestPlainTextIsSaidOnce(t *testing.T) {
	d := start(t, "kim", 120, 36, withBody(strings.Repeat("a\n", 5_001))).selectID("deploy")
	d.wants("! too long to format (5001 lines, limit 5000); shown as plain text")
	d.lacks("Plain text")
}

// Where the host reads none of the metadata, the text says so before it says what they are.
func TestReadSaysWhatIsLost(t *testing.T) {
	d := start(t, "kim", 120, 36)
	d.puts(skills+"lost/SKILL.md", "---\ndescription: \"Half\" a quote\n---\nFirst of the body.\n").notices()
	d.selectID("lost").wants("Claude Code reads none of this metadata; the description is to it:", "  First of the body.")
	d.selectID("old-deploy").lacks("reads none")
}
