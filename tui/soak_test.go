package tui

import (
	"flag"
	"math/rand/v2"
	"testing"

	tea "charm.land/bubbletea/v2"
)

var soak = flag.Int("soak", 1500, "how many random keys, pastes and resizes to try")

// Whatever is pressed, pasted or resized: no panic, and every frame fits.
func TestRandomInput(t *testing.T) {
	for _, world := range []string{"kim", ""} {
		t.Run("world "+world, func(t *testing.T) {
			t.Parallel()
			d := start(t, world, 120, 36)
			random := rand.New(rand.NewPCG(7, 11))
			var names []string
			for _, a := range d.m.actions {
				for _, k := range a.Keys() {
					if _, named := codes[k]; (named || len([]rune(k)) == 1) && k != "q" {
						names = append(names, k)
					}
				}
			}
			names = append(names, "ctrl+n", "ctrl+p", "ctrl+r", "ctrl+j", "ctrl+y", "ctrl+u", "ctrl+d", "backspace", "x", "$", "审", "é", "'", "\"", "\\", "f", "c", "r", "s", "n", "p")
			pastes := []string{"two\nlines", "\x1b[31mred\x1b]52;c;QQ==\a", "👨‍👩‍👧 family\u202e", "", "\t\r\n", "$0 $ARGUMENTS !`x`"}
			for step := range *soak {
				switch n := random.IntN(100); {
				case n < 4:
					d.send(tea.WindowSizeMsg{Width: random.IntN(220), Height: random.IntN(60)})
				case n < 7:
					d.send(tea.PasteMsg{Content: pastes[random.IntN(len(pastes))]})
				default:
					d.keys(names[random.IntN(len(names))])
				}
				if d.m.w > 0 && d.m.h > 0 && step%7 == 0 {
					d.checkFrame()
				}
				if t.Failed() {
					t.Fatalf("after step %d", step)
				}
			}
		})
	}
}
