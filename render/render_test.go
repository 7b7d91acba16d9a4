package render

import (
	"strings"
	"sync"
	"testing"
)

// checkSpans holds what every prompt must hold.
func checkSpans(t *testing.T, body string, p Prompt) {
	t.Helper()
	var text strings.Builder
	for i, s := range p.Spans {
		if s.Start != text.Len() {
			t.Errorf("span %d starts at %d, want %d", i, s.Start, text.Len())
		}
		text.WriteString(s.Text)
		if s.BodyStart < 0 != (s.Kind == Appended) {
			t.Errorf("span %d: body start %d of kind %s", i, s.BodyStart, s.Kind)
		}
		if s.BodyStart >= 0 && !strings.HasPrefix(body[s.BodyStart:], s.Source) {
			t.Errorf("span %d: the body has no %q at %d", i, s.Source, s.BodyStart)
		}
		if s.Kind == Literal && s.Source == "" && !strings.HasPrefix(body[s.BodyStart:], s.Text) {
			t.Errorf("span %d: %q is not the body's text at %d", i, s.Text, s.BodyStart)
		}
	}
	if text.String() != p.Text {
		t.Errorf("spans add up to %q, the prompt is %q", text.String(), p.Text)
	}
}

func mustRender(t *testing.T, body string, names []string, in Input) Prompt {
	t.Helper()
	p, err := Parse(body, names, claudeCode).Render(in)
	if err != nil {
		t.Fatal(err)
	}
	checkSpans(t, body, p)
	return p
}

func TestRender(t *testing.T) {
	dir := map[string]string{"CLAUDE_SKILL_DIR": "/skills/probe"}
	for _, tt := range []struct {
		name, body string
		names      []string
		in         Input
		want       string
	}{
		{"counts from 0", "a=$0 b=$1 c=$ARGUMENTS[2]", nil, Input{Args: "red green blue"}, "a=red b=green c=blue"},
		{"money", "from $0.01 to $1.50, $1,000 and $200K", nil, Input{Args: "fast mode"}, "from fast.01 to mode.50, mode,000 and $200K"},
		{"backslashes", `\$0 \\$0 \$5.00 \$HOME \$ARGUMENTS \${CLAUDE_SKILL_DIR}`, nil, Input{Args: "x", Vars: dir}, `$0 \\x $5.00 \$HOME $ARGUMENTS \/skills/probe`},
		{"three backslashes", `\\\$0 $0`, nil, Input{Args: "x"}, `\\$0 x`},
		{"backslash behind a token", `$0\$0`, nil, Input{Args: "x"}, `x$0`},
		{"spreadsheet", "=B5*(1+$B$6) $A$2", nil, Input{Args: "make a three way model for year"}, "=B5*(1+$Byear) $Athree"},
		{"long numbers", "$10|$1|$100|$ARGUMENTS[10]|$99999999999999999999", nil, Input{Args: "a b c d e f g h i j k"}, "k|b|$100|k|$99999999999999999999"},
		{"missing name, missing index", "[$1] [$branch] [$issue] [$other]", []string{"issue", "branch"}, Input{Args: "42"}, "[$1] [] [42] [$other]"},
		{"quotes", "[$0] [$1] $ARGUMENTS", nil, Input{Args: `"hello world" 'second one'`}, `[hello world] [second one] "hello world" 'second one'`},
		{"arguments like tokens", "$0 $1 $ARGUMENTS", nil, Input{Args: `'$1' '$ARGUMENTS[0]'`}, `$1 $ARGUMENTS[0] '$1' '$ARGUMENTS[0]'`},
		{"apostrophe", "$0 $1 $ARGUMENTS", nil, Input{Args: "don't panic"}, "don't panic don't panic"},
		{"shell signs", "$0 $1 $2", nil, Input{Args: "$HOME && run#1"}, "$HOME && run#1"},
		{"wide signs", "題名=$0、担当=$1。", nil, Input{Args: "修正：表示崩れ 山田"}, "題名=修正：表示崩れ、担当=山田。"},
		{"names in names", "$file $filename $c++ $a. $files", []string{"file", "filename", "c++", "a."}, Input{Args: "F N C D"}, "F N C D $files"},
		{"longest name that may end", "$a.b $a.", []string{"a", "a."}, Input{Args: "x y"}, "x.b y"},
		{"no names", "$1 $x", []string{"", "1", "x"}, Input{Args: "a b"}, "b a"},
		{"name like an index", "$2nd $2", []string{"2nd"}, Input{Args: "a b c"}, "a c"},
		{"escape only", `Costs \$3 a page.`, nil, Input{Args: "now"}, "Costs $3 a page.\n\nARGUMENTS: now"},
		{"values are opaque", "flag=$x rest=$1", []string{"x"}, Input{Args: "--filter=trace=all <tag>"}, "flag=--filter=trace=all rest=<tag>"},
		{"variable without a value", "${CLAUDE_SKILL_DIR} ${OTHER}", nil, Input{}, "${CLAUDE_SKILL_DIR} ${OTHER}"},
		{"variable values are not read", "${CLAUDE_SKILL_DIR}", nil, Input{Vars: map[string]string{"CLAUDE_SKILL_DIR": "$0 !`id`"}}, "$0 !`id`"},
		{"brackets without a number", "$ARGUMENTS[x] $ARGUMENTS[", nil, Input{Args: "a"}, "a[x] a["},
		{"empty", "", nil, Input{}, ""},
		{"lone signs", "$ $$ ${ $[0] $", nil, Input{}, "$ $$ ${ $[0] $"},
		{"bytes that are no text", "\xff$0\x00\xfe", nil, Input{Args: "\xfd"}, "\xff\xfd\x00\xfe"},
		{"command in an argument", "Note: $ARGUMENTS", nil, Input{Args: "!`touch x`"}, "Note: !`touch x`"},
		{"output is not read", "A\n\n!`sh say.sh`\n\nB $0\n", nil, Input{Args: "S", Outputs: []string{"$0 $ARGUMENTS !`echo no`"}}, "A\n\n$0 $ARGUMENTS !`echo no`\n\nB S\n"},
		{"block", "A\n\n```!\necho $0\n```\n\nB\n", nil, Input{Args: "two", Outputs: []string{"one\ntwo"}}, "A\n\none\ntwo\n\nB\n"},
		{"not run", "!`log $0` and $1", nil, Input{Args: "a b"}, "!`log a` and b"},
		{"fewer outputs", "!`one` !`two`", nil, Input{Outputs: []string{"1"}}, "1 !`two`"},
		{"empty output", "a !`one`", nil, Input{Outputs: []string{""}}, "a "},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := mustRender(t, tt.body, tt.names, tt.in); got.Text != tt.want {
				t.Errorf("got %q, want %q", got.Text, tt.want)
			}
		})
	}
}

func TestSpans(t *testing.T) {
	body := "Fix $issue in ${DIR}: \\$1 $3 !`log $ARGUMENTS` $0é"
	rules := claudeCode
	rules.Variables = []string{"DIR"}
	p, err := Parse(body, []string{"issue"}, rules).Render(Input{Args: `a\ b c`, Vars: map[string]string{"DIR": "/d"}})
	if err != nil {
		t.Fatal(err)
	}
	checkSpans(t, body, p)
	backslash, glued := Backslash.sentence(), IndexGlued.sentence()
	want := []Span{
		{Text: "Fix ", Kind: Literal, Index: -1},
		{Text: "a b", Kind: Named, Index: 0, Name: "issue", Source: "$issue", Unconfirmed: backslash},
		{Text: " in ", Kind: Literal, Index: -1},
		{Text: "/d", Kind: Variable, Index: -1, Name: "DIR", Source: "${DIR}"},
		{Text: ": ", Kind: Literal, Index: -1},
		{Text: "$1", Kind: Literal, Index: -1, Source: `\$1`},
		{Text: " ", Kind: Literal, Index: -1},
		{Text: "$3", Kind: Literal, Index: 3, Source: "$3"},
		{Text: " ", Kind: Literal, Index: -1},
		{Text: "!`log ", Kind: Shell, Index: -1, Command: 1},
		{Text: `a\ b c`, Kind: Argument, Index: -1, Source: "$ARGUMENTS", Command: 1},
		{Text: "`", Kind: Shell, Index: -1, Command: 1},
		{Text: " ", Kind: Literal, Index: -1},
		{Text: "a b", Kind: Argument, Index: 0, Source: "$0", Unconfirmed: glued},
		{Text: "é", Kind: Literal, Index: -1},
	}
	if len(p.Spans) != len(want) {
		t.Fatalf("got %+v", p.Spans)
	}
	for i, got := range p.Spans {
		got.Start, got.BodyStart = 0, 0
		if got != want[i] {
			t.Errorf("span %d: got %+v, want %+v", i, got, want[i])
		}
	}
	if c := p.Commands[0]; p.Text[c.Start:c.Start+2] != "!`" || body[c.BodyStart:c.BodyStart+2] != "!`" || c.Line != 1 {
		t.Errorf("got %+v", c)
	}
}

func TestUnconfirmed(t *testing.T) {
	for _, tt := range []struct {
		body, args string
		want       Doubt
	}{
		{"$ARGUMENTSX", "v", Glued},
		{"$ARGUMENTS的", "v", Glued},
		{"$ARGUMENTS[0]x", "v", BracketGlued},
		{"$0翻译", "v", IndexGlued},
		{"$names", "v", NameGlued},
		{"$name[0]", "v", NameGlued},
		{"$0", "don't", UnbalancedQuotes},
		{"$name", `a\b`, Backslash},
		{"$0、$ARGUMENTS. $name.", "v", ""},
		{"$0", `"a b"`, ""},
	} {
		rules := claudeCode
		for _, rules.Unconfirmed = range [][]Doubt{claudeCode.Unconfirmed, nil} {
			p, err := Parse(tt.body, []string{"name"}, rules).Render(Input{Args: tt.args})
			if err != nil {
				t.Fatal(err)
			}
			got := ""
			for _, s := range p.Spans {
				got += s.Unconfirmed
			}
			want := tt.want.sentence()
			if rules.Unconfirmed == nil {
				want = ""
			}
			if got != want {
				t.Errorf("%q with %q: got %q, want %q", tt.body, tt.args, got, want)
			}
		}
	}
}

func TestUnfilledAndUnused(t *testing.T) {
	for _, tt := range []struct {
		body, args       string
		names            []string
		unfilled, unused string
	}{
		{"$0 $2", "a b", nil, "$2", "b"},
		{"$0 $1", "", nil, "$0 $1", ""},
		{"$ARGUMENTS", "", nil, "$ARGUMENTS", ""},
		{"$ARGUMENTS", "a b", nil, "", ""},
		{"$ARGUMENTS $0", "a b", nil, "", ""},
		{"$issue", "42 main", []string{"issue", "branch"}, "", "main"},
		{"$issue $branch", "42", []string{"issue", "branch"}, "$branch", ""},
		{"none", "a b", nil, "", ""},
		{`\$0`, "a", nil, "", ""},
		{"$5.00 of $0", "a", nil, "", ""},
	} {
		p := mustRender(t, tt.body, tt.names, Input{Args: tt.args})
		var unfilled, unused []string
		for _, x := range p.Unfilled {
			unfilled = append(unfilled, x.Token)
		}
		for _, w := range p.Unused {
			unused = append(unused, w.Text)
		}
		if got := strings.Join(unfilled, " "); got != tt.unfilled {
			t.Errorf("%q with %q: unfilled %q, want %q", tt.body, tt.args, got, tt.unfilled)
		}
		if got := strings.Join(unused, " "); got != tt.unused {
			t.Errorf("%q with %q: unused %q, want %q", tt.body, tt.args, got, tt.unused)
		}
	}
	p, err := Parse("$0", nil, hosts["claude-code-java"]).Render(Input{Args: "a b"})
	if err != nil || len(p.Unused) != 1 {
		t.Errorf("got %+v, %v, want b unused", p.Unused, err)
	}
}

func TestZeroRules(t *testing.T) {
	body := "$0 $ARGUMENTS $ARGUMENTS[0] $x ${X} \\$0 !`id`\n```!\nid\n```\n"
	p, err := Parse(body, []string{"x"}, Rules{}).Render(Input{Args: "a", Vars: map[string]string{"X": "y"}})
	if err != nil || p.Text != body || len(p.Commands) != 0 {
		t.Errorf("got %q, %v", p.Text, err)
	}
	if p, err := (Template{}).Render(Input{}); err != nil || p.Text != "" {
		t.Errorf("zero template: got %q, %v", p.Text, err)
	}
}

func TestRefusal(t *testing.T) {
	goose := hosts["goose"]
	if _, err := Parse("say $1", nil, goose).Render(Input{Args: "don't"}); err == nil ||
		err.Error() != `splitting the arguments: unbalanced '\'' at byte 3` {
		t.Errorf("got %v", err)
	}
	if p, err := Parse("say", nil, goose).Render(Input{Args: "don't"}); err != nil || p.Text != "say\n\nARGUMENTS: don't" {
		t.Errorf("a body without tokens: got %q, %v", p.Text, err)
	}
}

func TestTemplateIsShared(t *testing.T) {
	tmpl := Parse("costs $5.00: $0 $1 !`x $0`", nil, claudeCode)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			p, err := tmpl.Render(Input{Args: "a"})
			if err != nil || p.Text != "costs $5.00: a $1 !`x a`" {
				t.Errorf("got %q, %v", p.Text, err)
			}
			p.Suspicious[0].Code = "mine"
			tmpl.Params()[0].Token = "mine"
		})
	}
	all.Wait()
	if p, _ := tmpl.Render(Input{}); p.Suspicious[0].Code == "mine" || tmpl.Params()[0].Token == "mine" {
		t.Error("a caller changed the template")
	}
}

// body20K is a body of 20 KB with a dozen tokens.
var body20K = strings.Repeat(strings.Repeat("Some words of a plain skill body, as people write them. ", 30)+"Take $0 and $ARGUMENTS.\n", 12)

func BenchmarkCopy20K(b *testing.B) {
	for b.Loop() {
		_ = strings.Clone(body20K)
	}
}

// A short line can make a prompt of gigabytes, which is not even begun.
func TestPromptTooLarge(t *testing.T) {
	line := strings.Repeat("x", MaxArguments)
	for _, tt := range []struct {
		name, body, host string
		in               Input
		fails            bool
	}{
		{"the line", strings.Repeat("$ARGUMENTS", 100_000), "claude-code", Input{Args: line}, true},
		{"a word", strings.Repeat("$0 ", 30_000), "claude-code", Input{Args: line}, true},
		{"the rest of the line", strings.Repeat("$1 ", 30_000), "opencode-v1", Input{Args: line}, true},
		{"in a command", "!`" + strings.Repeat("$0 ", 30_000) + "`", "claude-code", Input{Args: line}, true},
		{"in many commands", strings.Repeat("!`$0` ", 30_000), "claude-code", Input{Args: line}, true},
		{"a variable", strings.Repeat("${CLAUDE_SKILL_DIR}", 300), "claude-code", Input{Vars: map[string]string{"CLAUDE_SKILL_DIR": line}}, true},
		{"an output", "!`a`", "claude-code", Input{Outputs: []string{strings.Repeat("x", maxPrompt+1)}}, true},
		{"as large as can be", strings.Repeat("$0", maxPrompt/len(line)), "claude-code", Input{Args: line}, false},
		{"larger by a byte", strings.Repeat("$0", maxPrompt/len(line)) + ".", "claude-code", Input{Args: line}, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Parse(tt.body, nil, hosts[tt.host]).Render(tt.in)
			if (err != nil) != tt.fails {
				t.Errorf("got %v", err)
			}
		})
	}
}

func BenchmarkRender20K(b *testing.B) {
	tmpl := Parse(body20K, nil, claudeCode)
	for b.Loop() {
		if _, err := tmpl.Render(Input{Args: "service staging"}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkParse20K(b *testing.B) {
	for b.Loop() {
		_ = Parse(body20K, nil, claudeCode)
	}
}

// BenchmarkParseHostile parses 1 MiB bodies made to be slow.
func BenchmarkParseHostile(b *testing.B) {
	names := make([]string, 1000)
	for i := range names {
		names[i] = strings.Repeat("a", 30) + string(rune('a'+i%26)) + string(rune('a'+i/26))
	}
	for _, unit := range []string{"$", "!`", "```!", "\n```!\n", "`", "``` `` ", "\\", "\\$", "$1", "$1,000 awk '", "$" + strings.Repeat("a", 29), "> ", "\n```", " ", "$ARGUMENTS[", "!` `", "$B$1"} {
		body := strings.Repeat(unit, 1<<20/len(unit))
		b.Run(unit, func(b *testing.B) {
			for b.Loop() {
				_ = Parse(body, names, claudeCode)
			}
		})
	}
}
