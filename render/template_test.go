package render

import (
	"reflect"
	"slices"
	"strings"
	"testing"
)

func TestParams(t *testing.T) {
	for _, tt := range []struct {
		host, body string
		names      []string
		want       []Param
		uses       bool
	}{
		{"claude-code", "plain", nil, nil, false},
		{"claude-code", "on $ARGUMENTS", nil, nil, true},
		{"claude-code", "$0 and $2, $2", nil, []Param{{0, "", "$0", 1}, {1, "", "$1", 0}, {2, "", "$2", 2}}, true},
		{"claude-code", "on $b, $0, $2", []string{"a", "b"}, []Param{{0, "a", "$a", 1}, {1, "b", "$b", 1}, {2, "", "$2", 1}}, true},
		{"claude-code", "none", []string{"a"}, []Param{{0, "a", "$a", 0}}, false},
		{"claude-code", fence("sh", "run $0"), nil, []Param{{0, "", "$0", 1}}, true},
		{"claude-code", "for $5.00, $900", nil, nil, true},
		{"claude-code", "$ARGUMENTS[1] $ARGUMENTS[9999]", nil, []Param{{0, "", "$0", 0}, {1, "", "$1", 1}}, true},
		{"claude-code", `\$0`, nil, nil, false},
		{"goose", "Move $1 to $2", nil, []Param{{0, "", "$1", 1}, {1, "", "$2", 1}}, true},
		{"claude-code-java", "Use $a", []string{"a"}, nil, false},
	} {
		tmpl := Parse(tt.body, tt.names, hosts[tt.host])
		if got := tmpl.Params(); !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s %q: got %+v, want %+v", tt.host, tt.body, got, tt.want)
		}
		if got := tmpl.UsesArguments(); got != tt.uses {
			t.Errorf("%s %q: uses arguments %t", tt.host, tt.body, got)
		}
	}
	brackets := Parse("$ARGUMENTS[0]", nil, Rules{Bracket: true})
	if got := brackets.Params(); len(got) != 1 || got[0].Token != "$ARGUMENTS[0]" {
		t.Errorf("without $N: got %+v", got)
	}
}

func TestNotAName(t *testing.T) {
	long := strings.Repeat("n", maxName)
	for _, tt := range []struct{ name, body, want string }{
		{"a", "$a", "x"},
		{"", "$", "$"},
		{"7", "$7", "$7"},
		{"a$b", "$a$b", "$a$b"},
		{"$a", "$$a", "$$a"},
		{long, "$" + long, "x"},
		{long + "n", "$" + long + "n", "$" + long + "n"},
		// This took hours while each dollar was read up to the end of the name.
		{strings.Repeat("$", 60_000) + "x", strings.Repeat("$", 1<<20), strings.Repeat("$", 1<<20)},
	} {
		tmpl := Parse(tt.body, []string{tt.name}, claudeCode)
		got, err := tmpl.Render(Input{Args: "x"})
		if text, _, _ := strings.Cut(got.Text, "\n"); err != nil || text != tt.want {
			t.Errorf("the name %.20q of %d bytes: %.20q, want %.20q, %v", tt.name, len(tt.name), text, tt.want, err)
		}
		if offered := slices.ContainsFunc(tmpl.Params(), func(p Param) bool { return p.Name != "" }); offered != (tt.want == "x") {
			t.Errorf("the name %.20q of %d bytes: offered %v", tt.name, len(tt.name), offered)
		}
		for _, s := range got.Suspicious {
			if s.Code == NameUnused && tt.want != "x" {
				t.Errorf("what is no name is said to be unused: %.80s", s.Message)
			}
		}
	}
}

func TestCommands(t *testing.T) {
	for _, tt := range []struct {
		name, body string
		want       string // texts; a leading "c" marks those in code, "b" blocks
	}{
		{"marks in code spans", "- `format!` and `save!`, `x!`\n- `!=`, `!` alone", ""},
		{"a bang after a blank in a code span", "- `if !` and `!=`", " and "},
		{"edges", "KEY=!`one`\n(!`two`)\n\t!`three`\n- !`four`\n\u3000!`five`", "three|four|five"},
		{"shown", "```md\n!`a`\n```\n\n````md\n```!\nb\n```\n````\n\nAs `` !`c` `` here\n\n!`d`\n", "c:a|cb:b|c:c|d"},
		{"tildes and quotes", "~~~\n!`a`\n```\n~~~\n!`b`\n\n> ```\n> !`c`\n> ```\n!`d`", "c:a|b|c:c|d"},
		{"fence never closed", "!`a`\n```\n!`b`", "a|c:b"},
		{"span over a blank line", "`` x\n\n!`a` ``", "a"},
		{"block in a list", "- x\n  ```!\n  a\n  ```\n", "b:  a"},
		{"block with breaks of Windows", "```!\r\na\r\nb\r\n```\r\n", "b:a\r\nb"},
		{"no block", "x ```!\na\n```\n````!\nb\n````\n```!sh\nc\n```\n``` !\nd\n```", ""},
		{"blank block", "```!\n \n```\n!`a`", "a"},
		{"block after a command's backtick", "!`a\n```!\nb\n```", "a\n"},
		{"only blanks", "!` ` !`\n`", ""},
		{"two backticks", "!``a``", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, c := range mustRender(t, tt.body, nil, Input{}).Commands {
				mark := ""
				if c.InCode {
					mark = "c"
				}
				if c.Block {
					mark += "b"
				}
				if mark != "" {
					mark += ":"
				}
				got = append(got, mark+c.Text)
				if want := strings.Count(tt.body[:c.BodyStart], "\n") + 1; c.Line != want {
					t.Errorf("%q is on line %d, not %d", c.Text, want, c.Line)
				}
			}
			if s := strings.Join(got, "|"); s != tt.want {
				t.Errorf("got %q, want %q", s, tt.want)
			}
		})
	}
	p, err := Parse("KEY=!`one`", nil, hosts["claude-code-java"]).Render(Input{})
	if err != nil || len(p.Commands) != 1 {
		t.Errorf("anywhere: got %+v, %v", p.Commands, err)
	}
}

func TestCheck(t *testing.T) {
	for host, rules := range hosts {
		if err := rules.Check(); err != nil {
			t.Errorf("%s: %v", host, err)
		}
	}
	for want, rules := range map[string]Rules{
		`whole: unknown value "word"`:       {Whole: "word"},
		`index: unknown value "x"`:          {Index: "x"},
		`named: unknown value "x"`:          {Named: "x"},
		`missing: unknown value "literal"`:  {Missing: "literal"},
		`split: unknown value "posix"`:      {Split: "posix"},
		`append: unknown value "always"`:    {Append: "always"},
		`commands: unknown value "x"`:       {Commands: "x"},
		`order: unknown value "any"`:        {Order: "any"},
		`index-base: unknown value "2"`:     {IndexBase: 2},
		`bracket-base: unknown value "-1"`:  {BracketBase: -1},
		`unconfirmed: unknown value "what"`: {Unconfirmed: []Doubt{Glued, "what"}},
		`variables: empty name`:             {Variables: []string{""}},
	} {
		if err := rules.Check(); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}
