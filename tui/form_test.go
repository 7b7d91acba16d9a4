package tui

import (
	"reflect"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"knack/render"
	"knack/render/safe"
	"knack/skill"
	"knack/tui/explain"
)

func (d *driver) line() string { return d.m.args[d.m.selected] }

// Fields make a line that the host splits back into their values.
func TestFieldsMakeALine(t *testing.T) {
	for _, tt := range []struct {
		name string
		keys []string
		want string
	}{
		{"one", []string{"type:web"}, "web"},
		{"two", []string{"type:web", "tab", "type:staging"}, "web staging"},
		{"a blank needs quotes", []string{"type:blue green", "tab", "type:x"}, `"blue green" x`},
		{"a gap", []string{"tab", "type:staging"}, `"" staging`},
		{"back to the first", []string{"tab", "type:x", "tab", "type:web"}, "web x"},
		{"enter goes on", []string{"type:web", "enter", "type:x", "enter"}, "web x"},
		{"emptied again", []string{"type:a", "backspace"}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := start(t, "kim", 120, 36).selectID("deploy").keys("a").keys(tt.keys...)
			if d.line() != tt.want {
				t.Errorf("the line is %q, want %q", d.line(), tt.want)
			}
			words, err := render.Split(d.line(), d.m.opt.Host.Substitution)
			if err != nil {
				t.Fatal(err)
			}
			var texts []string
			for _, w := range words {
				texts = append(texts, w.Text)
			}
			if got, _ := render.Join(texts, d.m.opt.Host.Substitution); got != d.line() {
				t.Errorf("split and joined again the line is %q", got)
			}
		})
	}
}

func TestFieldsSayWhatTheHintSays(t *testing.T) {
	d := start(t, "kim", 120, 36).selectID("deploy").keys("a")
	d.wants("$0 service", "$1", "staging | production (ctrl-n)", "<service> [staging|production]", "split as: nothing yet", "not given: $0 $1")
	d.keys("tab", "ctrl+n")
	if d.line() != `"" staging` {
		t.Errorf("the first choice gives %q", d.line())
	}
	d.keys("ctrl+n")
	d.wants("production")
	d.keys("ctrl+n")
	if d.line() != `"" staging` {
		t.Errorf("the choices don't go round: %q", d.line())
	}
	d.lacks("not given: $0 $1")
}

func TestNamedFields(t *testing.T) {
	d := start(t, "kim", 120, 36).selectID("invoice").keys("a")
	d.wants("customer", "month")
	d.keys("type:ACME", "tab", "type:May")
	d.wants("Write an invoice for ACME about the work of May.", "split as: 0 ACME  1 May")
	// The prices are pointed out, not filled in: nothing asked for word 5.
	d.wants("A coffee costs $5")
}

func TestPresetIsFilledIn(t *testing.T) {
	d := start(t, "kim", 120, 36, func(o *Options) {
		read := o.Read
		o.Read = func(k *skill.Skill) (skill.Document, error) {
			doc, err := read(k)
			doc.ArgumentHint = "<service> [env=staging]"
			return doc, err
		}
	}).selectID("deploy").keys("a")
	if d.line() != `"" staging` {
		t.Errorf("the line is %q", d.line())
	}
	d.wants("Ship **** to staging.")
}

// The raw line and the fields are two views of one line.
func TestRawLineKeepsTheMeaning(t *testing.T) {
	d := start(t, "kim", 120, 36).selectID("deploy").keys("a", "type:blue green", "tab", "type:x", "ctrl+r")
	if !d.m.form.raw || d.m.form.area.Value() != `"blue green" x` {
		t.Fatalf("the raw line is %q", d.m.form.area.Value())
	}
	d.keys("type: more words")
	d.keys("ctrl+r")
	f := d.m.form
	if f.raw || f.fields[0].value != "blue green" || f.fields[1].value != "x" || !reflect.DeepEqual(f.more, []string{"more", "words"}) {
		t.Errorf("the fields are %+v and %q", f.fields, f.more)
	}
	if d.line() != `"blue green" x more words` {
		t.Errorf("switching changed the line to %q", d.line())
	}
	d.lacks("not used") // deploy takes the whole line as well, so they reach the model
}

// A host without quotes gets the words that it makes of them, which is said.
func TestFieldsOfAHostWithoutQuotes(t *testing.T) {
	d := start(t, "kim", 120, 36, func(o *Options) {
		host := *o.Host
		host.Substitution.Split, host.Title = render.SplitBlanks, "fundev"
		o.Host = &host
	})
	d.selectID("deploy").keys("a", "type:blue green", "tab", "type:x")
	if d.line() != "blue green x" {
		t.Errorf("the line is %q", d.line())
	}
	d.wants("fundev cuts this into other words")
	d.keys("up", "backspace", "backspace", "backspace", "backspace", "backspace", "backspace")
	d.lacks("other words")
}

// The raw line is what is typed, whichever field was left for it.
func TestRawLineIsInSight(t *testing.T) {
	d := start(t, "kim", 120, 36).selectID("deploy").keys("a", "type:aa", "tab", "type:bb", "ctrl+r", "type:Z")
	d.wants("› aa bbZ")
}

func TestWholeLineIsTakenAsTyped(t *testing.T) {
	d := start(t, "kim", 120, 36).selectID("代码审查").keys("a", `type:"main.go"  b`)
	if !d.m.form.raw || d.line() != `"main.go"  b` {
		t.Errorf("the line is %q", d.line())
	}
	d.wants(`请阅读 "main.go"  b，先说明`)
	d.keys("ctrl+r")
	d.wants("there are no fields")
}

func TestFormOffersWhatWasUsedBefore(t *testing.T) {
	var kept [][2]string
	d := start(t, "kim", 120, 36, func(o *Options) {
		o.Past = func(key string) []string {
			if strings.HasSuffix(key, "deploy/SKILL.md") {
				return []string{"api staging", "web production"}
			}
			return nil
		}
		o.Keep = func(key, line string) error {
			kept = append(kept, [2]string{key, line})
			return nil
		}
	}).selectID("deploy").keys("a", "ctrl+n")
	if d.line() != "api" {
		t.Errorf("the first offer gives %q", d.line())
	}
	d.keys("ctrl+n")
	if d.line() != "web" {
		t.Errorf("the second offer gives %q", d.line())
	}
	d.keys("ctrl+y")
	if len(kept) != 1 || kept[0][1] != "web" || kept[0][0] != d.m.selected {
		t.Errorf("remembered %q", kept)
	}
}

func TestValuesOverSeveralLines(t *testing.T) {
	d := start(t, "kim", 120, 36).selectID("deploy").keys("a", "type:one", "ctrl+j", "type:two", "tab", "type:x")
	if d.line() != "\"one\ntwo\" x" {
		t.Errorf("the line is %q", d.line())
	}
	d.checkFrame()
	d.wants("one ⏎ two")
}

// Every key in the form fills the prompt in again and formats no Markdown.
func TestFormFormatsNothing(t *testing.T) {
	d := start(t, "kim", 120, 36).selectID("deploy").keys("a")
	for _, r := range "web" {
		_, cmd := d.m.Update(tea.KeyPressMsg{Code: r, Text: string(r)})
		if cmd == nil {
			continue
		}
		if msg := cmd(); msg != nil {
			t.Errorf("a key in the form makes %T", msg)
		}
	}
}

// What is set stays in sight after the form is closed, on every tab.
func TestArgumentsStandInTheTitle(t *testing.T) {
	d := start(t, "kim", 120, 36).selectID("deploy").keys("a", "type:web app", "enter", "type:prod", "enter", "1")
	d.wants(`╭─ deploy "web app" prod ─`)
	d.checkFrame()
}

// The place a value goes to is seen while it is typed, however far down it is.
func TestTypingShowsWhereTheValueGoes(t *testing.T) {
	body := strings.Repeat("a line\n\n", 60) + "first: $0\n" + strings.Repeat("a line\n\n", 60) + "second: $1\n"
	d := start(t, "kim", 120, 36, func(o *Options) {
		o.Read = func(*skill.Skill) (skill.Document, error) { return skill.Document{Body: body, BodyLine: 1}, nil }
	}).selectID("deploy").keys("a", "type:x")
	d.wants("first: x")
	d.keys("enter", "type:y")
	d.wants("second: y")
	d.lacks("first: x")
	d.keys("ctrl+r", "type: z")
	d.wants("first: x")
}

func TestFormSaysWhenABodyCountsFromOne(t *testing.T) {
	d := start(t, "kim", 120, 36, func(o *Options) {
		o.Read = func(*skill.Skill) (skill.Document, error) {
			return skill.Document{Body: "From $1 to $2.\n", BodyLine: 1}, nil
		}
	}).selectID("deploy").keys("a", "type:x")
	d.wants("not given: $1 $2 · the body counts from $1, but this host", "first word $0")
}

// What is missing comes first, and a field that has no room is counted.
func TestFormOnANarrowScreen(t *testing.T) {
	d := start(t, "kim", 50, 15, func(o *Options) {
		o.Read = func(*skill.Skill) (skill.Document, error) {
			return skill.Document{Body: "$first-argument $second-argument $third-argument $fourth-argument $fifth-argument\n", BodyLine: 1, Frontmatter: skill.Frontmatter{
				Arguments: []string{"first-argument", "second-argument", "third-argument", "fourth-argument", "fifth-argument"},
			}}, nil
		}
	}).selectID("deploy").keys("a", "tab")
	d.wants("Arguments 2 of 5", "not given: $first-argument $second-argument", "$fourth-argument $fifth- …")
	d.checkFrame()
}

func TestFooterCountsTheArguments(t *testing.T) {
	d := start(t, "kim", 120, 36).selectID("deploy").keys("a")
	d.wants("~53 tok")
	d.keys("type:" + strings.Repeat("service", 100))
	d.wants("tok · 2 args")
	d.lacks("~53 tok")
	if want := safe.Format("%s tok", explain.Tokens(skill.Tokens(len(d.m.doc.prompt.Text)))).String(); !strings.Contains(d.screen(), want) {
		t.Errorf("the footer lacks %s", want)
	}
}

func TestHelpNamesTheKeysOfTheForm(t *testing.T) {
	start(t, "kim", 120, 80).keys("?").wants("While arguments are typed", "ctrl-n", "ctrl-r", "ctrl-j")
}
