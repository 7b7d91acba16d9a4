package tui

import (
	"reflect"
	"testing"
)

func TestParseHint(t *testing.T) {
	for _, tt := range []struct {
		hint string
		want []slot
	}{
		{"", nil},
		{"<service>", []slot{{name: "service"}}},
		{"<service> [env]", []slot{{name: "service"}, {name: "env", optional: true}}},
		{"[staging|production]", []slot{{choices: []string{"staging", "production"}, optional: true}}},
		{"<a | b>", []slot{{choices: []string{"a", "b"}}}},
		{"[env: dev | prod]", []slot{{name: "env", choices: []string{"dev", "prod"}, optional: true}}},
		{"[format=text] file", []slot{{name: "format", preset: "text", optional: true}, {name: "file"}}},
		{"issue-number", []slot{{name: "issue-number"}}},
		{"[<id>[,<id>...]]", []slot{{name: "<id>[,<id>...]", optional: true}}},
		{"<first name> rest", []slot{{name: "first name"}, {name: "rest"}}},
		{"[files...]", []slot{{name: "files...", optional: true}}},
		{"<文件> [语言=中文]", []slot{{name: "文件"}, {name: "语言", preset: "中文", optional: true}}},
		{"[open", []slot{{name: "[open"}}},
	} {
		if got := parseHint(tt.hint); !reflect.DeepEqual(got, tt.want) {
			t.Errorf("parseHint(%q) = %+v, want %+v", tt.hint, got, tt.want)
		}
	}
}

func FuzzParseHint(f *testing.F) {
	for _, seed := range []string{"<a> [b|c]", "[x=1]", "[[[", "]]", "<a|", "=|:", "a...", "<>"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, hint string) {
		for _, s := range parseHint(hint) {
			for _, c := range s.choices {
				if c == "" {
					t.Errorf("an empty choice from %q", hint)
				}
			}
		}
	})
}
