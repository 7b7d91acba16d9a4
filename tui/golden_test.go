package tui

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"
)

var update = flag.Bool("update", false, "write the golden screens anew")

// onTerminal draws a frame on an emulated terminal of its size.
func (d *driver) onTerminal() *vt.SafeEmulator {
	d.t.Helper()
	e := vt.NewSafeEmulator(d.m.w, d.m.h)
	// Without a line discipline between, a line feed is only that.
	if _, err := e.Write([]byte(strings.ReplaceAll(d.m.View().Content, "\n", "\r\n"))); err != nil {
		d.t.Fatal(err)
	}
	return e
}

// text reads an emulated screen without looks; trailing blanks are kept.
func text(e *vt.SafeEmulator) string {
	var b strings.Builder
	for y := range e.Height() {
		for x := 0; x < e.Width(); {
			c := e.CellAt(x, y)
			if c == nil || c.Width == 0 {
				x++
				continue
			}
			b.WriteString(c.Content)
			x += c.Width
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// golden compares with a file in testdata, or writes it.
func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name+".golden")
	if *update {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs; it is now\n%s\nwant\n%s", name, got, want)
	}
}

// checkFrame holds what is true of every screen: no line wider than it, each line
// with its looks closed, and the borders in one column.
func (d *driver) checkFrame() {
	d.t.Helper()
	lines := strings.Split(d.m.View().Content, "\n")
	if len(lines) != d.m.h {
		d.t.Errorf("%d lines on a screen of %d", len(lines), d.m.h)
	}
	for y, line := range lines {
		if w := ansi.StringWidth(line); w != d.m.w {
			d.t.Errorf("line %d is %d cells wide on a screen of %d: %q", y, w, d.m.w, ansi.Strip(line))
		}
		if open := strings.LastIndex(line, "\x1b["); open >= 0 && !strings.HasPrefix(line[open:], "\x1b[m") {
			d.t.Errorf("line %d leaves its looks open: %q", y, line)
		}
	}
	if d.m.layout.tooSmall || d.m.overlay.open() || d.m.menu.open() {
		return
	}
	e := d.onTerminal()
	for _, r := range []rect{d.m.layout.list, d.m.layout.detail} {
		if !r.shown() {
			continue
		}
		for y := r.y + 1; y < r.y+r.h-1; y++ {
			for _, x := range []int{r.x, r.x + r.w - 1} {
				if c := e.CellAt(x, y); c == nil || c.Content != d.m.styles.border.upright.String() {
					d.t.Errorf("no border at column %d of line %d:\n%s", x, y, text(e))
					return
				}
			}
		}
	}
}

// A scene is a state of the program worth a picture.
type scene struct {
	name, world string
	show        func(*driver)
}

var scenes = []scene{
	{"first", "kim", func(*driver) {}},
	{"read", "kim", func(d *driver) { d.selectID("release-notes").keys("enter") }},
	{"prompt", "kim", func(d *driver) { d.selectID("deploy").keys("2") }},
	{"arguments", "kim", func(d *driver) { d.selectID("deploy").keys("a", "type:web", "tab", "type:sta") }},
	{"details", "kim", func(d *driver) { d.selectID("old-deploy").keys("3") }},
	{"model", "kim", func(d *driver) { d.selectID("deploy").keys("a", "type:web", "enter", "enter", "4") }},
	{"filter", "kim", func(d *driver) { d.keys("/", "type:no rel") }},
	{"nothing", "kim", func(d *driver) { d.keys("/", "type:qqqq") }},
	{"chinese", "kim", func(d *driver) { d.selectID("代码审查") }},
	{"emoji", "kim", func(d *driver) { d.selectID("naïve-café") }},
	{"help", "kim", func(d *driver) { d.keys("?") }},
	{"why", "kim", func(d *driver) { d.selectID("release-notes").keys("w") }},
	{"problems", "kim", func(d *driver) { d.keys("!", "down") }},
	{"variants", "kim", func(d *driver) { d.selectID("release-notes").keys("v") }},
	{"empty", "", func(*driver) {}},
	{"zh-first", "zh", func(*driver) {}},
	{"zh-read", "zh", func(d *driver) { d.selectID("周报生成").keys("enter", "down", "down") }},
	{"zh-filter", "zh", func(d *driver) { d.keys("/", "type:周报 风险") }},
	{"zh-arguments", "zh", func(d *driver) { d.selectID("周报生成").keys("a", "type:十一月一日") }},
	{"zh-emoji", "zh", func(d *driver) { d.selectID("emoji-parade") }},
}

func TestScreens(t *testing.T) {
	for _, size := range [][2]int{{200, 50}, {120, 36}, {80, 24}, {60, 20}, {50, 15}, {40, 12}, {30, 8}} {
		for _, s := range scenes {
			name := fmt.Sprintf("%s-%dx%d", s.name, size[0], size[1])
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				d := start(t, s.world, size[0], size[1])
				s.show(d)
				d.checkFrame()
				golden(t, "screens/"+name, text(d.onTerminal()))
			})
		}
	}
}

// The looks are pinned where they matter: dark, light and without colour.
func TestLooks(t *testing.T) {
	for name, change := range map[string]func(*Options){
		"dark":     func(*Options) {},
		"light":    func(o *Options) { o.Theme = Light },
		"no-color": func(o *Options) { o.NoColor = true },
		"ascii":    func(o *Options) { o.NoColor, o.ASCII = true, true },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := start(t, "kim", 100, 20, change).selectID("deploy").keys("a", "type:web")
			d.checkFrame()
			golden(t, "looks/"+name, d.onTerminal().Render()+"\n")
		})
	}
}
