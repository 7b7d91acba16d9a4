package safe

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"
)

func addSeeds(f *testing.F) {
	for _, s := range []string{
		"", "plain", "a\x1b]52;c;QQ==\a", "\u009b31m", "\x9b\xff", "a\r\nb\rc\n\n d", "\t中\tx", "\u202e\u2066",
		family + coder + heart + keycap1 + china + wales, persian + bengali + sinhala, tagged("hidden") + "\U000e007f",
		"e" + strings.Repeat("\u0301", 9) + "\u200b\u0301", "\n \u0301", "\ufe0f\u200d\u200c", "กำ\u0e33", "\u3164\ue000\ufffe",
	} {
		f.Add(s)
	}
}

func FuzzLine(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, s string) {
		line := Line(s)
		checkShown(t, line.String(), false)
		if again := Line(line.String()); again != line {
			t.Errorf("%+q, then %+q", line, again)
		}
		cut := line.Cut(7)
		checkShown(t, cut.String(), false)
		if cut.Width() > 7 {
			t.Errorf("%+q cut to 7 is %d wide", line, cut.Width())
		}
		middle := line.CutMiddle(7)
		checkShown(t, middle.String(), false)
		if middle.Width() > 7 {
			t.Errorf("%+q cut to 7 in the middle is %d wide", line, middle.Width())
		}
		checkShown(t, line.Simple().String(), false)
	})
}

func FuzzBlock(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, s string) {
		block := Block(s)
		checkShown(t, block.String(), true)
		if again := Block(block.String()); again != block {
			t.Errorf("%+q, then %+q", block, again)
		}
		if !isSubsequence(seen(s), block.String()) {
			t.Errorf("text lost: %+q became %+q", s, block)
		}
		if want := strings.Count(strings.ReplaceAll(s, "\r\n", "\n"), "\n") + 1; len(block.Lines()) != want {
			t.Errorf("%+q: %d lines, want %d", s, len(block.Lines()), want)
		}
	})
}

func FuzzClean(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, s string) {
		clean := Clean(s)
		for _, h := range Find(clean) {
			if h.Code != "private-use" {
				t.Errorf("left in %+q: %+v", clean, h)
			}
		}
		if !utf8.ValidString(clean) || Clean(clean) != clean || !isSubsequence(seen(s), clean) {
			t.Errorf("%+q became %+q", s, clean)
		}
		for _, h := range Find(s) {
			if h.Count < 1 || h.Offset >= len(s) || h.Line != strings.Count(s[:h.Offset], "\n")+1 {
				t.Errorf("%+q: %+v", s, h)
			}
		}
	})
}

func FuzzJSON(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, s string) {
		encoded, err := JSON(s)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range strings.TrimSuffix(string(encoded), "\n") {
			if r < ' ' || kindOf(r) != visible {
				t.Errorf("%U in %+q", r, encoded)
			}
		}
		var got string
		if err := json.Unmarshal(encoded, &got); err != nil || got != strings.ToValidUTF8(s, "\ufffd") && utf8.ValidString(s) {
			t.Errorf("%+q came back as %+q, %v", s, got, err)
		}
	})
}

// checkShown fails on anything that may not reach a terminal. Joiners and
// selectors may, in their places, which the check for stability covers.
func checkShown(t *testing.T, s string, breaks bool) {
	t.Helper()
	if !utf8.ValidString(s) {
		t.Errorf("not UTF-8: %q", s)
	}
	for _, r := range s {
		switch {
		case r == '\n' && breaks:
		case r == zwj, r == zwnj, r == vs15, r == vs16:
		case kindOf(r) == tags && strings.Contains(s, "\U0001f3f4"):
		case r < ' ', kindOf(r) != visible:
			t.Errorf("%U in %+q", r, s)
		}
	}
}

// seen is what a reader sees of s for certain: graphic ASCII and common characters.
func seen(s string) string {
	return strings.Map(func(r rune) rune {
		if r > ' ' && r < 0x7f || isCommon(r) {
			return r
		}
		return -1
	}, strings.ToValidUTF8(s, ""))
}

// isSubsequence reports whether s is left when some characters of of are taken out.
func isSubsequence(s, of string) bool {
	for _, r := range s {
		_, after, found := strings.Cut(of, string(r))
		if !found {
			return false
		}
		of = after
	}
	return true
}
