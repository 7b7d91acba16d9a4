//go:build e2e

package cli_test

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// What is typed while the program starts is not lost, nor what is typed while it
// opens a skill.
func typedAhead(t *testing.T, bin string) {
	p := shell(t, desk{home: world(t, "kim"), w: 120, h: 36})
	p.types(bin + "; echo status $?" + enter + "/hours totals" + enter)
	p.sees("▌invoice", "/ hours totals", "1 of 16", "? help")
	p.types(escape + "/merged" + enter + "av1 beta")
	p.sees("▌release-notes", "Collect what was merged since v1 beta and group it")
	p.types(escape + escape + "q")
	p.sees("status 0")
	restored(p)
}

// What happens to the files shows when they are read again.
func changedMeanwhile(t *testing.T, bin string) {
	p := sit(t, desk{home: homeWith(t, map[string]string{
		"beta-one": "---\ndescription: The first\n---\nOne.\n", "beta-two": "---\ndescription: The second\n---\nTwo.\n", "gamma": "Three.\n",
	})}, bin)
	skills := filepath.Join(p.desk.home, ".claude", "skills")
	p.sees("▌beta-one", "? help")
	p.types("/beta" + down + enter)
	p.sees("▌beta-two", "Two.", "2 of 13")

	check(t, os.RemoveAll(filepath.Join(skills, "beta-one")))
	p.types("R")
	p.sees("▌beta-two", "Two.", "1 of 12", "/ beta")

	check(t, os.WriteFile(filepath.Join(skills, "new"), []byte("---\ndescription: The second\n---\nTwo and a half.\n"), 0o644))
	check(t, os.Rename(filepath.Join(skills, "new"), filepath.Join(skills, "beta-two", "SKILL.md")))
	p.types("R")
	p.sees("▌beta-two", "Two and a half.", "/ beta")

	check(t, os.RemoveAll(filepath.Join(skills, "beta-two")))
	p.types("R")
	p.sees("Nothing matches", "0 of 11")
	p.types(escape)
	p.sees("▌gamma", "Three.")
}

// A paste is text: its line breaks submit nothing.
func pastes(t *testing.T, bin string) {
	for _, c := range []struct{ name, breaks string }{
		{"line feeds", "-r"}, // as they are
		{"carriage returns", "-p"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			p := sit(t, desk{home: world(t, "kim"), w: 120, h: 36}, bin)
			paste := func(text string) {
				p.tmux("set-buffer", text)
				p.tmux("paste-buffer", "-d", "-p", c.breaks)
			}
			p.sees("▌", "? help")
			p.types("/")
			p.sees("↑↓ move  enter keep")
			paste("hours\ntotals\n")
			p.sees("/ hours totals", "▌invoice", "enter keep")

			p.types(enter + "a")
			p.sees("enter next")
			p.types("你好 ")
			paste("Ltd\n& Söhne\n")
			p.sees("Write an invoice for 你好 Ltd", "& Söhne", " about the work of")
			p.types("!")
			p.sees("! about the work of", "enter next")
		})
	}
}

// Another size keeps what was typed, and where.
func resizes(t *testing.T, bin string) {
	p := sit(t, desk{home: world(t, "kim"), w: 120, h: 36}, bin)
	p.sees("▌", "? help")
	p.types("/hours" + enter)
	p.sees("Write an invoice")
	p.types("a")
	p.sees("enter next")
	p.types("Ng & Co" + tab + "May")
	for _, size := range [][2]int{{80, 24}, {50, 15}, {20, 5}, {120, 36}} {
		p.resizes(size[0], size[1])
		if size[0] < 40 {
			p.sees("make the window")
			continue
		}
		p.sees("Ng & Co", "May", "enter done")
	}
	p.types(" 2026")
	p.sees("about the work of May 2026.")
}

// The cursor stands behind what was typed, where input methods open their window.
func wideCharacters(t *testing.T, bin string) {
	p := sit(t, desk{home: world(t, "kim"), w: 120, h: 36}, bin)
	column := func(want int) {
		t.Helper()
		got := ""
		until(t, func() bool { got = p.asks("#{cursor_x}"); return got == strconv.Itoa(want) },
			func() string {
				return "the cursor in column " + strconv.Itoa(want) + ", it is in " + got + "\n" + p.sees()
			})
	}
	start := func(text string) int {
		t.Helper()
		for line := range strings.Lines(p.sees(text)) {
			if before, _, ok := strings.Cut(line, text); ok {
				return len([]rune(before)) // no wide ones before it
			}
		}
		return -1
	}
	p.sees("▌", "? help")
	p.types("/あいうABC")
	at := start("あいうABC")
	column(at + 9)
	p.types(home)
	column(at)

	p.types(escape + "/代码" + enter)
	p.sees("▌代码审查", "请阅读 $ARGUMENTS")
	p.types("a")
	p.sees("Arguments", "<文件>", "split as")
	p.types("あいうABC")
	at = start("› あいうABC") + len("› ") - len("›") + 1
	column(at + 9)
	p.types(home)
	column(at)
}

// A terminal may answer late what its background is, or unasked when it changes.
// The answer is no text, and both kinds of background have their colours.
func colourQueries(t *testing.T, bin string) {
	p := sit(t, desk{home: world(t, "kim"), w: 120, h: 36}, bin)
	header := func() string { // up to what changes in it
		place, _, _ := strings.Cut(p.tmux("capture-pane", "-p", "-e"), "~")
		return place
	}
	p.sees("▌", "? help")
	dark := header()
	p.types("/minutes")
	p.sees("/ minutes")
	p.types(" sta" + "\x1b]11;rgb:ffff/ffff/ffff\x1b\\" + "ging")
	p.sees("/ minutes staging")
	until(t, func() bool { return header() != dark }, func() string { return "other colours than " + strconv.Quote(dark) })
	p.types("\x1b]11;rgb:0000/0000/0000\x07")
	until(t, func() bool { return header() == dark }, func() string { return "the colours " + strconv.Quote(dark) + ", they are " + strconv.Quote(header()) })
	p.sees("/ minutes staging")
}

// Where a browser can't be shown comes the list, with a hint how to go on.
func noTerminals(t *testing.T, bin string) {
	for _, c := range []struct{ name, line string }{
		{"a dumb terminal", "TERM=dumb " + bin},
		{"no keyboard", "setsid -w " + bin + " </dev/null"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := shell(t, desk{home: world(t, "kim"), w: 120, h: 36})
			p.types("clear; " + c.line + "; echo status $?" + enter)
			screen := p.sees("status 0", "release-notes", "knack render NAME")
			if strings.Contains(screen, "▌") {
				t.Errorf("a browser:\n%s", screen)
			}
		})
	}
}
