package render

import (
	"slices"
	"strings"
	"testing"
)

func fence(language, code string) string { return "```" + language + "\n" + code + "\n```\n" }

func TestSuspicious(t *testing.T) {
	for _, tt := range []struct {
		name, body string
		names      []string
		args       string
		want       []string // code and token
	}{
		{name: "whole line in prose", body: "Fix $ARGUMENTS now."},
		{name: "whole line in code", body: "Given `$ARGUMENTS`:\n" + fence("sh", `run "$ARGUMENTS" --all`)},
		{name: "whole line before another script", body: "$ARGUMENTSの説明"},
		{name: "indexes in prose", body: "Move $0 from $1 to $2."},
		{name: "indexes in prose with prices", body: "Move $0 to $1, it costs $2.50.", want: []string{"price $2"}},
		{name: "indexes in code spans and a script", body: "Take `$0` and `$1`.\n" + fence("bash", `cp "$0" "$1"`)},
		{name: "index in a path", body: "Read `src/$0/main.go`, then:\n" + fence("bash", "ls src/$0")},
		{name: "brackets mean it", body: "Use $ARGUMENTS[0].\n" + fence("bash", "x $1")},
		{name: "names mean it", body: "Pay $who $1 a month.\n" + fence("bash", "x $1"), names: []string{"who", "sum"}},
		{name: "index in a command", body: "Now: !`gh issue view $0`"},
		{name: "one bare index", body: "Explain $0 to me."},
		{name: "index between tags", body: "<issue>$0</issue>\n\n> $0\n"},
		{name: "index before words of money", body: "Send $1, save all under $1/users, turn $1 off, $1 per file."},
		{name: "awk and an apostrophe", body: "awk doesn't care.\nUse $0 here."},

		{name: "decimals", body: "From $0.15 to $1.00.", want: []string{"price $0", "price $1"}},
		{name: "thousands", body: "| plan | $5,000 |", want: []string{"price $5"}},
		{name: "two digits", body: "Buy for $50 now.", want: []string{"price $50"}},
		{name: "unit", body: "It is $5/month, $2 million, $3-$4.", want: []string{"price $5", "price $2", "price $3"}},
		{name: "verb of money", body: "Donate $1 to the fund.", want: []string{"price $1"}},
		{name: "other dollars", body: "US$5 or A$7", want: []string{"price $5", "price $7"}},
		{name: "among prices", body: "Tiers: $9.99 and $3", want: []string{"price $9", "price $3"}},
		{name: "prices side by side", body: "in $1/$5, out $2/$10", want: []string{"price $1", "price $5", "price $2", "price $10"}},
		{name: "not a token", body: "$1M and $5K"},

		{name: "awk", body: fence("bash", `ps | awk '{print $2, $1}' | head`), want: []string{"awk-field $2", "awk-field $1"}},
		{name: "awk over lines", body: fence("", "awk '\n  {n += $3}\n'"), want: []string{"awk-field $3"}},
		{name: "awk in prose", body: "Use awk '{print $1}' for that.", want: []string{"awk-field $1"}},
		{name: "awk file", body: fence("awk", `{print $1}`), want: []string{"awk-field $1"}},
		{name: "after awk", body: "Take `$0`.\n" + fence("bash", "ls | awk '{print 1}'; rm $0")},
		{name: "script", body: fence("bash", `name="$1"`), want: []string{"shell-positional $1"}},
		{name: "script outside of code", body: "Save as x.sh:\n\n#!/bin/bash\nset -e\nFROM=$1\nTO=$2\n", want: []string{"shell-positional $1", "shell-positional $2"}},
		{name: "script by its indent", body: "Save as x.sh:\n\n    greet() {\n      echo \"$1\"\n      exit 1\n    }\n", want: []string{"shell-positional $1"}},
		{name: "settings outside of code", body: "FROM=$0\nTO=$1\n"},
		{name: "script in a span", body: "Call `log \"$1\"` twice.", want: []string{"shell-positional $1"}},
		{name: "sql", body: fence("ts", "db.query('SELECT a FROM b WHERE id = $1 LIMIT $2')"), want: []string{"sql-placeholder $1", "sql-placeholder $2"}},
		{name: "sql file", body: fence("sql", "select $1"), want: []string{"sql-placeholder $1"}},
		{name: "cast", body: fence("", "($1::uuid)"), want: []string{"sql-placeholder $1"}},
		{name: "cell", body: "=B5*(1+$B$6) and =C$2", want: []string{"spreadsheet $6", "spreadsheet $2"}},
		{name: "groups", body: fence("js", `s.replace(/(a)(b)/, "$2$1")`), want: []string{"regex $2", "regex $1"}},
		{name: "sed", body: fence("perl", `s/(a)/$1/g`), want: []string{"regex $1"}},
		{name: "other code", body: fence("swift", "list.map { $0 }"), want: []string{"token-in-code $0"}},
		{name: "variable of the code", body: fence("bash", "for file in *; do cat $file; done") + "On $file.", names: []string{"file"}, want: []string{"token-in-code $file"}},
		{name: "name in code", body: fence("bash", "cat $file"), names: []string{"file"}},
		{name: "backslash of the code", body: fence("bash", `awk "{print \$2}"`), want: []string{`backslash-lost \$2`}},
		{name: "backslash of the author", body: `Costs \$2 a page.`},

		{name: "a price beyond the names", body: "On $a. It costs $5, or $12.50.", names: []string{"a", "b"}, want: []string{"price $5", "price $12", "name-unused $b"}},
		{name: "a number beyond the names", body: "On $a, $b and $2.", names: []string{"a", "b"}},

		{name: "glued", body: "Do $ARGUMENTSX", want: []string{"arguments-glued $ARGUMENTS"}},
		{name: "counts from one", body: "Copy `$1` to `$2`.", want: []string{"counts-from-one $1"}},
		{name: "name not used", body: "On $a.", names: []string{"a", "b"}, want: []string{"name-unused $b"}},
		{name: "the only name not used", body: "Do it.", names: []string{"a"}, want: []string{"name-unused $a"}},
		{name: "name used by number", body: "On $a and $1.", names: []string{"a", "b"}},
		{name: "name in the whole line", body: "On $ARGUMENTS.", names: []string{"a", "b"}},
		{name: "a quote too many", body: "Move $0 to $1.", args: `"a b`, want: []string{"quotes-unbalanced "}},
		{name: "a quote too many, where no word is taken", body: "Move $ARGUMENTS.", args: "don't"},
		{name: "not given", body: "Move $0 to $1, yes $1.", args: "x", want: []string{"index-not-given $1"}},
		{name: "a block that never ends", body: "Look:\n\n  ```!\nls\n", want: []string{"block-unclosed ```!"}},
		{name: "a block behind one that never ends", body: "```!\nls\n~~~\n\n```!\npwd\n", want: []string{"block-unclosed ```!"}},
		{name: "blocks that end", body: "```!\nls\n```\n\n```!\n```\n"},
		{name: "nothing typed yet", body: "Move $0 to $1."},
		{name: "appended", body: "Do it.", args: "x", want: []string{"arguments-appended "}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := mustRender(t, tt.body, tt.names, Input{Args: tt.args})
			var got []string
			for _, s := range p.Suspicious {
				got = append(got, string(s.Code)+" "+s.Token)
				checkSuspicion(t, tt.body, tt.names, s)
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// checkSuspicion looks at the place, and tries the advice: with the token written
// as advised, the token is in the prompt.
func checkSuspicion(t *testing.T, body string, names []string, s Suspicion) {
	t.Helper()
	if s.Message == "" {
		t.Errorf("%s has no message", s.Code)
	}
	if s.BodyStart < 0 {
		return
	}
	before := body[:s.BodyStart]
	line := strings.Count(before, "\n") + 1
	column := len([]rune(before[strings.LastIndexByte(before, '\n')+1:])) + 1
	if !strings.HasPrefix(body[s.BodyStart:], s.Token) || s.Line != line || s.Column != column {
		t.Errorf("%s %s is not at %d, %d:%d", s.Code, s.Token, s.BodyStart, s.Line, s.Column)
	}
	if s.Escaped == "" {
		return
	}
	mended := before + s.Escaped + body[s.BodyStart+len(s.Token):]
	p := mustRender(t, mended, names, Input{Args: "a b c d e f g h"})
	if i := slices.IndexFunc(p.Spans, func(x Span) bool { return x.BodyStart == s.BodyStart }); i < 0 || p.Spans[i].Text != s.Token {
		t.Errorf("%q does not keep %s", mended, s.Token)
	}
}

func TestNoAdviceWithoutEscapes(t *testing.T) {
	for host, rules := range hosts {
		if rules.Index == Off {
			continue // nothing is replaced
		}
		p, err := Parse("Costs $5.00", nil, rules).Render(Input{})
		if err != nil || len(p.Suspicious) == 0 {
			t.Fatalf("%s: got %+v, %v", host, p.Suspicious, err)
		}
		if s := p.Suspicious[0]; (s.Escaped != "") != rules.Escapes {
			t.Errorf("%s: advice %q", host, s.Escaped)
		}
	}
	p := mustRender(t, `Costs \\$5.00`, nil, Input{})
	if p.Suspicious[0].Escaped != "" {
		t.Errorf("behind backslashes: advice %q", p.Suspicious[0].Escaped)
	}
}

// A backslash that keeps a token for one host only stands before it for another, which is
// said there.
func TestBackslashOfAnotherHost(t *testing.T) {
	for host, rules := range hosts {
		if rules.Index == Off {
			continue
		}
		for body, ignored := range map[string]bool{
			`Costs \$5 a page.`: true, `\$ARGUMENTS`: true, `Costs $5 a page.`: false,
			`Look into C:\$ARGUMENTS and src\$1.`: false, `Costs \\$5 a page.`: false, `Costs \$x.`: false,
		} {
			p, err := Parse(body, nil, rules).Render(Input{Args: "a"})
			if err != nil {
				t.Fatal(err)
			}
			said := slices.ContainsFunc(p.Suspicious, func(s Suspicion) bool {
				return s.Code == BackslashIgnored && s.Escaped == ""
			})
			if want := ignored && !rules.Escapes; said != want {
				t.Errorf("%s: of %q it is said %v: %+v", host, body, said, p.Suspicious)
			}
		}
	}
}

// The orders that are not safe are named where they matter, and a runner can't use
// them.
func TestUnsafeOrders(t *testing.T) {
	for _, tt := range []struct {
		host, body, args string
		text, command    string
		named            bool
	}{
		{"claude-code", "!`echo $0`", "x", "!`echo x`", "echo x", false},
		{"claude-code", "$ARGUMENTS", "!`id`", "!`id`", "", false},
		{"claude-code-java", "!`echo $0` $0", "x", "!`echo $0` x", "echo $0", true},
		{"claude-code-java", "$0", "x", "x", "", false},
		{"claude-code-java", "$ARGUMENTS", "!`id`", "!`id`", "", false}, // commands ran before
		{"opencode-v1", "!`echo $1`", "x", "!`echo x`", "echo x", true},
		{"opencode-v1", "$ARGUMENTS", "!`id`", "!`id`", "", true},
		{"opencode-v1", "$ARGUMENTS", "id", "id", "", false},
	} {
		tmpl := Parse(tt.body, nil, hosts[tt.host])
		p, err := tmpl.Render(Input{Args: tt.args})
		if err != nil {
			t.Fatal(err)
		}
		command := ""
		if len(p.Commands) > 0 {
			command = p.Commands[0].Text
		}
		named := slices.ContainsFunc(p.Suspicious, func(s Suspicion) bool { return s.Code == UnsafeOrder })
		if p.Text != tt.text || command != tt.command || named != tt.named {
			t.Errorf("%s: %q with %q: got %q, command %q, named %v", tt.host, tt.body, tt.args, p.Text, command, named)
		}
		unsafe := hosts[tt.host].Order.Unsafe() != ""
		if _, err := tmpl.Render(Input{Args: tt.args, Outputs: []string{"$0"}}); (err != nil) != unsafe {
			t.Errorf("%s: outputs give the error %v", tt.host, err)
		}
	}
}
