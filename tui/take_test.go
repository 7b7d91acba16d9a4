package tui

import (
	"strings"
	"testing"

	"knack/skill"
	"knack/tui/clipboard"
)

func TestTokensAreExplained(t *testing.T) {
	d := start(t, "kim", 120, 36).selectID("deploy").keys("a", "type:web", "esc")
	for _, want := range []string{
		"1/5  argument 0 = web, from $0",
		"2/5  $1 stays as written: there is no argument 1",
		"3/5  command, not run: git log --oneline -3",
		"4/5  argument 0 = web, from $0",
		"5/5  all arguments = web, from $ARGUMENTS",
		"1/5  argument 0 = web, from $0",
	} {
		d.keys(".")
		d.wants(want)
	}
	d.keys(",").wants("5/5  all arguments")
}

// Prices and awk fields are pointed out with what would keep them.
func TestAccidentsArePointedOut(t *testing.T) {
	d := start(t, "kim", 120, 36).selectID("log-reader").keys("2")
	d.wants("? may be an accident")
	d.keys(".").wants("$1", "awk", `write \$1 to keep it`)
	d.keys("3").wants("Suspicious", `write \$1 to keep it`)
}

func TestTokensScrollIntoSight(t *testing.T) {
	d := start(t, "kim", 80, 24, func(o *Options) {
		read := o.Read
		o.Read = func(k *skill.Skill) (skill.Document, error) {
			doc, err := read(k)
			doc.Body = strings.Repeat("line\n", 200) + "here: $ARGUMENTS\n"
			return doc, err
		}
	}).selectID("deploy").keys("2")
	d.lacks("here: ")
	d.keys(".").wants("here: ")
}

func TestNoTokens(t *testing.T) {
	start(t, "kim", 120, 36).selectID("naïve-café").keys(".").wants("nothing is replaced")
}

func TestTakeMenu(t *testing.T) {
	for _, tt := range []struct {
		key, want, what string
		filled          bool // with the arguments, which are remembered then
	}{
		{"y", "# Deploy\n\nShip **web** to $1.", "deploy", true},
		{"s", "Base directory for this skill: ", "deploy as sent", true},
		{"r", "# Deploy\n\nShip **$0** to $1.", "the text of deploy", false},
		{"/", "/deploy web", "/deploy", true},
		{"n", "deploy", "the name deploy", false},
		{"p", "/SKILL.md", "the path of deploy", false},
	} {
		kept := 0
		d := start(t, "kim", 120, 36, func(o *Options) {
			o.Keep = func(string, string) error { kept++; return nil }
		}).selectID("deploy").keys("a", "type:web", "esc", "Y")
		d.wants("Take along: deploy", "the slash command")
		before := kept
		d.keys(tt.key)
		if got := kept > before; got != tt.filled {
			t.Errorf("%s remembers the arguments: %v, want %v", tt.key, got, tt.filled)
		}
		if len(d.copied) != 1 || !strings.Contains(d.copied[0], tt.want) {
			t.Errorf("%s copies %q, want %q in it", tt.key, d.copied, tt.want)
		}
		d.wants("copied " + tt.what + ": " + clipboard.Bytes(len(d.copied[0])) + " (xclip)")
		d.lacks("Take along")
	}
}

func TestTakeMenuMovesAndCancels(t *testing.T) {
	d := start(t, "kim", 120, 36).selectID("deploy").keys("Y", "down", "down", "down", "down", "enter")
	if len(d.copied) != 1 || d.copied[0] != "deploy" {
		t.Errorf("the fifth choice copies %q", d.copied)
	}
	d.keys("Y", "esc")
	if d.wants("▌deploy"); len(d.copied) != 1 {
		t.Error("esc copies")
	}
}

func TestBundledHasNoPath(t *testing.T) {
	d := start(t, "", 120, 36).keys("Y", "p")
	if d.wants("no path of yours"); len(d.copied) != 0 {
		t.Errorf("copied %q", d.copied)
	}
}

func TestSave(t *testing.T) {
	saved := ""
	d := start(t, "kim", 120, 36, func(o *Options) {
		o.Save = func(text string) clipboard.Result {
			saved = text
			return clipboard.Result{Ways: []clipboard.Way{{Kind: clipboard.File}}, File: "/state/copied.txt", Bytes: len(text)}
		}
	}).selectID("invoice").keys("Y", "f")
	if saved != d.m.doc.prompt.Text || saved == "" {
		t.Errorf("saved %q", saved)
	}
	d.wants("/state/copied.txt")
}

// A prompt with characters nobody could see asks before it leaves.
func TestHiddenCharactersAsk(t *testing.T) {
	body := "Be kind\u200b.\n\x1b]52;c;QQ==\a\n"
	hidden := func(o *Options) {
		read := o.Read
		o.Read = func(k *skill.Skill) (skill.Document, error) {
			doc, err := read(k)
			doc.Body = body
			return doc, err
		}
	}
	d := start(t, "kim", 120, 36, hidden).selectID("deploy").keys("y")
	if d.wants("characters you could not see", "line 1, column 8", "as it is", "cleaned"); len(d.copied) != 0 {
		t.Fatal("copied before the answer")
	}
	// Enter right away copies nothing: the cautious answer is marked.
	if d.keys("enter"); len(d.copied) != 0 {
		t.Fatal("enter copies")
	}
	d.keys("y", "a", "y", "c")
	if len(d.copied) != 2 || d.copied[0] != body || d.copied[1] != "Be kind.\n]52;c;QQ==\n" {
		t.Errorf("copied %q", d.copied)
	}
}

func TestNotUTF8Asks(t *testing.T) {
	d := start(t, "kim", 120, 36, func(o *Options) {
		read := o.Read
		o.Read = func(k *skill.Skill) (skill.Document, error) {
			doc, err := read(k)
			doc.Encoding = "gb18030"
			return doc, err
		}
	}).selectID("deploy").keys("y")
	if d.wants("not UTF-8"); len(d.copied) != 0 {
		t.Fatal("copied before the answer")
	}
	d.keys("p")
	if len(d.copied) != 1 || d.copied[0] != d.m.current().Path {
		t.Errorf("copied %q", d.copied)
	}
	saved := ""
	d.m.opt.Save = func(text string) clipboard.Result {
		saved = text
		return clipboard.Result{Ways: []clipboard.Way{{Kind: clipboard.File}}, File: "copied.txt", Bytes: len(text)}
	}
	d.keys("Y", "f")
	if d.wants("Before it leaves"); saved != "" {
		t.Fatal("saved before the answer")
	}
	if d.keys("a"); saved != d.m.doc.prompt.Text {
		t.Errorf("saved %q", saved)
	}
}

// With --print the copy keys hand the text over and leave.
func TestPrint(t *testing.T) {
	printed := ""
	d := start(t, "kim", 120, 36, func(o *Options) { o.Print = func(text string) { printed = text } })
	d.selectID("deploy").keys("a", "type:web", "ctrl+y")
	if !strings.Contains(printed, "Ship **web**") || !d.quit || len(d.copied) != 0 {
		t.Errorf("printed %q, quit %v, copied %q", printed, d.quit, d.copied)
	}
}

// Whoever pastes a prompt has to know what is missing from it.
func TestCopyingSaysWhatTheTextLacks(t *testing.T) {
	d := start(t, "kim", 120, 36).selectID("deploy").keys("a", "type:web", "ctrl+y")
	d.wants("copied ", "(xclip) · not given: $1", "1 command not run")
	d = start(t, "kim", 120, 36).selectID("log-reader").keys("y")
	d.wants("suspicious, . shows them")
	d = start(t, "kim", 120, 36).selectID("api-style").keys("a", "type:now", "ctrl+y")
	d.wants("arguments added at the end")
	d = start(t, "kim", 120, 36).selectID("deploy").keys("Y", "n")
	d.lacks("not given")
}
