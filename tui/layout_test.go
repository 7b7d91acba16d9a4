package tui

import (
	"fmt"
	"strings"
	"testing"
)

// picture draws a layout: h header, f filter, L list, D document, k keys. A part
// over another shows as #, a hole as a dot.
func (l layout) picture() string {
	if l.tooSmall {
		return "too small\n"
	}
	grid := make([][]byte, l.h)
	for y := range grid {
		grid[y] = []byte(strings.Repeat(".", l.w))
	}
	for _, part := range []struct {
		r    rect
		sign byte
	}{{l.header, 'h'}, {l.filter, 'f'}, {l.list, 'L'}, {l.detail, 'D'}, {l.footer, 'k'}} {
		for y := part.r.y; y < part.r.y+part.r.h; y++ {
			for x := part.r.x; x < part.r.x+part.r.w; x++ {
				if grid[y][x] != '.' {
					grid[y][x] = '#'
					continue
				}
				grid[y][x] = part.sign
			}
		}
	}
	var b strings.Builder
	last, n := "", 0
	flush := func() {
		if n > 0 {
			fmt.Fprintf(&b, "%s x%d\n", last, n)
		}
	}
	for _, line := range grid {
		row := runs(line)
		if row != last {
			flush()
			last, n = row, 0
		}
		n++
	}
	flush()
	return b.String()
}

// runs writes a line as its letters with how often they stand there: L48 D72.
func runs(line []byte) string {
	var parts []string
	for i := 0; i < len(line); {
		j := i
		for j < len(line) && line[j] == line[i] {
			j++
		}
		parts = append(parts, fmt.Sprintf("%c%d", line[i], j-i))
		i = j
	}
	return strings.Join(parts, " ")
}

func TestArrange(t *testing.T) {
	for _, tt := range []struct {
		name             string
		w, h             int
		zoomed, document bool
		want             string
		rows             int
	}{
		{"wide", 120, 36, false, false, "h120 x1\nf120 x1\nL48 D72 x33\nk120 x1\n", 15},
		{"very wide: the list stays a list", 200, 50, false, false, "h200 x1\nf200 x1\nL60 D140 x47\nk200 x1\n", 22},
		{"wide and zoomed", 120, 36, true, true, "h120 x1\nf120 x1\nD120 x33\nk120 x1\n", 0},
		{"list over document", 80, 24, false, false, "h80 x1\nf80 x1\nL80 x9\nD80 x12\nk80 x1\n", 7},
		{"the document when it is read", 80, 24, false, true, "h80 x1\nf80 x1\nD80 x21\nk80 x1\n", 0},
		{"one at a time: list", 50, 15, false, false, "h50 x1\nf50 x1\nL50 x12\nk50 x1\n", 5},
		{"one at a time: document", 50, 15, false, true, "h50 x1\nf50 x1\nD50 x12\nk50 x1\n", 0},
		{"low and broad", 90, 12, false, false, "h90 x1\nf90 x1\nL90 x9\nk90 x1\n", 7},
		{"the smallest", 40, 10, false, false, "h40 x1\nf40 x1\nL40 x7\nk40 x1\n", 2},
		{"too narrow", 39, 24, false, false, "too small\n", 0},
		{"too low", 80, 9, false, false, "too small\n", 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			l := arrange(tt.w, tt.h, tt.zoomed, tt.document)
			if got := l.picture(); got != tt.want {
				t.Errorf("arrange(%d, %d) is\n%swant\n%s", tt.w, tt.h, got, tt.want)
			}
			if l.tooSmall {
				return
			}
			if got := l.list.inside().h / l.rowLines; got != tt.rows {
				t.Errorf("%d rows fit, want %d", got, tt.rows)
			}
		})
	}
}

// Every size is filled without overlap, or said to be too small.
func TestArrangeLeavesNoHole(t *testing.T) {
	for w := 0; w <= 210; w += 3 {
		for h := 0; h <= 60; h++ {
			for _, zoomed := range []bool{false, true} {
				for _, document := range []bool{false, true} {
					if got := arrange(w, h, zoomed, document).picture(); strings.ContainsAny(got, ".#") {
						t.Fatalf("arrange(%d, %d, %v, %v):\n%s", w, h, zoomed, document, got)
					}
				}
			}
		}
	}
}

// Whoever has looked at a document on the whole screen is where he was.
func TestZoomAndBack(t *testing.T) {
	for _, keys := range [][]string{nil, {"enter"}} {
		for _, back := range []string{"z", "esc"} {
			d := start(t, "kim", 120, 36).selectID("deploy").keys(keys...)
			before := d.screen()
			was := d.m.inDetail
			if d.keys("z", back); d.screen() != before || d.m.inDetail != was {
				t.Errorf("%v, z, %s: in the document %v, was %v", keys, back, d.m.inDetail, was)
			}
		}
	}
}

// What to do in a window that is too small is never cut off.
func TestTooSmallSaysSo(t *testing.T) {
	for _, tt := range []struct {
		w, h int
		want string
	}{
		{39, 9, "make the window larger: 40x10"},
		{20, 6, "make the window\nlarger: 40x10"},
		{20, 3, "larger: 40x10"},
		{10, 6, "make the\nwindow\nlarger:\n40x10"},
		{10, 3, "min 40x10"},
		{6, 3, "40x10"},
	} {
		d := start(t, "kim", tt.w, tt.h)
		d.checkFrame()
		lines := strings.Split(d.screen(), "\n")
		for i := range lines {
			lines[i] = strings.TrimRight(lines[i], " ")
		}
		if got := strings.Join(lines, "\n"); !strings.HasSuffix(got, "\n"+tt.want) || !strings.HasPrefix(got, "1/21") {
			t.Errorf("at %dx%d:\n%s\nwant at its end\n%s", tt.w, tt.h, got, tt.want)
		}
	}
}
