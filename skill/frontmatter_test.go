package skill

import (
	"encoding/json"
	"os"
	"reflect"
	"slices"
	"testing"
)

// vector is one row of testdata/frontmatter.json: a file, and what of it is fixed.
// Fields that aren't named are free.
type vector struct {
	ID   string
	File string
	Want struct {
		Label                  *string
		Description            *string
		DescriptionFrom        *string   `json:"description_from"`
		WhenToUse              *string   `json:"when_to_use"`
		ArgumentHint           *string   `json:"argument_hint"`
		Arguments              *[]string `json:"arguments"`
		AllowedTools           *[]string `json:"allowed_tools"`
		Paths                  *[]string
		DisableModelInvocation *bool `json:"disable_model_invocation"`
		UserInvocable          *bool `json:"user_invocable"`
		Model, Effort, Context *string
		Agent, Shell, License  *string
		Body                   *string
		Other                  map[string]string
		Problems               *[]string
		ProblemCodes           []string `json:"problem_codes"`
	}
}

func TestFrontmatterVectors(t *testing.T) {
	data, err := os.ReadFile("testdata/frontmatter.json")
	if err != nil {
		t.Fatal(err)
	}
	var vectors []vector
	if err := json.Unmarshal(data, &vectors); err != nil {
		t.Fatal(err)
	}
	for _, v := range vectors {
		t.Run(v.ID, func(t *testing.T) {
			d, w := ParseDocument([]byte(v.File)), v.Want
			same(t, "label", w.Label, d.Name)
			same(t, "description", w.Description, d.Description)
			same(t, "when_to_use", w.WhenToUse, d.WhenToUse)
			same(t, "argument_hint", w.ArgumentHint, d.ArgumentHint)
			same(t, "arguments", w.Arguments, d.Arguments)
			same(t, "allowed_tools", w.AllowedTools, d.AllowedTools)
			same(t, "paths", w.Paths, d.Paths)
			same(t, "disable_model_invocation", w.DisableModelInvocation, d.DisableModelInvocation)
			same(t, "user_invocable", w.UserInvocable, d.UserInvocable)
			same(t, "model", w.Model, d.Model)
			same(t, "effort", w.Effort, d.Effort)
			same(t, "context", w.Context, d.Context)
			same(t, "agent", w.Agent, d.Agent)
			same(t, "shell", w.Shell, d.Shell)
			same(t, "license", w.License, d.License)
			same(t, "body", w.Body, d.Body)
			if from := (map[bool]string{true: "body"})[d.DescriptionFromBody]; w.DescriptionFrom != nil {
				same(t, "description_from", w.DescriptionFrom, from)
			} else if d.DescriptionFromBody && w.Description != nil {
				t.Error("the description is taken from the body")
			}
			if w.Problems != nil && len(*w.Problems) == 0 && len(d.Problems) > 0 {
				t.Errorf("problems: %+v, want none", d.Problems)
			}
			for _, code := range w.ProblemCodes {
				if !slices.Contains(codes(d.Problems), code) {
					t.Errorf("problems: %q, want %s", codes(d.Problems), code)
				}
			}
			for key, value := range w.Other {
				if f := field(t, d, key); f.Value != value || f.Known {
					t.Errorf("field %s: %+v, want the unknown key with value %q", key, f, value)
				}
			}
		})
	}
}

func same[T any](t *testing.T, what string, want *T, got T) {
	t.Helper()
	if want != nil && !reflect.DeepEqual(*want, got) {
		t.Errorf("%s: %#v, want %#v", what, got, *want)
	}
}

func codes(problems []Problem) []string {
	var all []string
	for _, p := range problems {
		all = append(all, p.Code)
	}
	return all
}

func field(t *testing.T, d Document, key string) Field {
	t.Helper()
	for _, f := range d.Fields {
		if f.Key == key {
			return f
		}
	}
	t.Fatalf("no field %s in %+v", key, d.Fields)
	return Field{}
}

func TestFieldValues(t *testing.T) {
	tests := map[string]struct {
		block string
		check func(Document) bool
		codes []string
	}{
		"text in a list": {
			"description: [sorts, and folds]",
			func(d Document) bool { return d.Description == "sorts, and folds" }, []string{"field-value"},
		},
		"text in a map": {
			"description:\n  short: s\n  long: l",
			func(d Document) bool { return d.Description == "short: s\nlong: l" }, []string{"field-value"},
		},
		"quoted twice over lines": {
			"description: \"Use for \\\"a trip\\\",\n\\\"a stay\\\".\"",
			func(d Document) bool { return d.Description == `Use for "a trip", "a stay".` }, nil,
		},
		"folded with a break": {
			"description: >-\n  one\n  line\n\n  two\nargument-hint: \"[x]\"",
			func(d Document) bool { return d.Description == "one line\ntwo" && d.ArgumentHint == "[x]" }, nil,
		},
		"tab behind the colon": {"name:\ttab", func(d Document) bool { return d.Name == "tab" }, nil},
		"label with blanks":    {"name: Road Map (v2)", func(d Document) bool { return d.Name == "Road Map (v2)" }, nil},
		"hint in brackets":     {"argument-hint: [query]", func(d Document) bool { return d.ArgumentHint == "[query]" }, nil},
		"hint as list": {
			"argument-hint:\n  - <from>\n  - <to>",
			func(d Document) bool { return d.ArgumentHint == "<from> <to>" }, nil,
		},
		"arguments with dollar": {"arguments: $from $to", names("from", "to"), nil},
		"arguments as maps": {
			"arguments:\n  - name: from\n    required: true\n  - name: to", names("from", "to"), []string{"field-value"},
		},
		"arguments that are numbers": {"arguments: 1 to", names("to"), []string{"field-value"}},
		"arguments that are empty":   {"arguments: [\"\", $, to]", names("to"), []string{"field-value"}},
		"no arguments":               {"arguments:", names(), nil},
		"map of arguments":           {"arguments:\n  from: x", names(), []string{"field-value"}},
		"tools with blanks and commas": {
			"allowed-tools: Read,Bash(git log *, git add *) Grep\ndisallowed-tools: [Write, \"Bash(rm *)\"]",
			func(d Document) bool {
				return slices.Equal(d.AllowedTools, []string{"Read", "Bash(git log *, git add *)", "Grep"}) &&
					slices.Equal(d.DisallowedTools, []string{"Write", "Bash(rm *)"})
			}, nil,
		},
		"tool that looks like a map": {
			"allowed-tools:\n  - Bash(npm: run)",
			func(d Document) bool { return slices.Equal(d.AllowedTools, []string{"Bash(npm: run)"}) }, nil,
		},
		"paths with braces and blanks": {
			"paths: \"src/*.{ts,tsx}, my docs/**\"",
			func(d Document) bool { return slices.Equal(d.Paths, []string{"src/*.{ts,tsx}", "my docs/**"}) }, nil,
		},
		"booleans": {
			"disable-model-invocation: 'Yes'\nuser-invocable: 0",
			func(d Document) bool { return d.DisableModelInvocation && !d.UserInvocable }, nil,
		},
		"booleans left empty": {
			"disable-model-invocation:\nuser-invocable: ~",
			func(d Document) bool { return !d.DisableModelInvocation && d.UserInvocable }, nil,
		},
		"values that aren't documented": {
			"effort: huge\ncontext: fork\nshell: fish",
			func(d Document) bool { return d.Effort == "" && d.Context == "fork" && d.Shell == "" },
			[]string{"field-value", "field-value"},
		},
		"metadata": {"metadata: hello", func(d Document) bool { return field(t, d, "metadata").Value == "hello" }, []string{"field-value"}},
		"other spellings": {
			"Name: n\nwhen-to-use: w\nallowed_tools: Read\ndisableModelInvocation: true\nuser_invocable: false",
			func(d Document) bool {
				return d.Name == "" && d.WhenToUse == "" && d.AllowedTools == nil && !d.DisableModelInvocation && d.UserInvocable &&
					!field(t, d, "Name").Known
			},
			[]string{"field-alias", "field-alias", "field-alias", "field-alias", "field-alias"},
		},
		"the spelling of an early build": {
			"whenToUse: w",
			func(d Document) bool { return d.WhenToUse == "w" && field(t, d, "whenToUse").Known }, []string{"field-alias"},
		},
		"context: inline is as without it": {
			"context: inline", func(d Document) bool { return d.Context == "inline" }, nil,
		},
		"the last of two": {
			"model: sonnet\nmodel: opus",
			func(d Document) bool { return d.Model == "opus" && len(d.Fields) == 2 }, []string{"yaml-duplicate-key"},
		},
		"braces around it all": {
			"{name: n, tags: [a, b], description: d}",
			func(d Document) bool {
				return d.Name == "n" && d.Description == "d" && field(t, d, "tags").Value == "[a, b]"
			}, nil,
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			d := ParseDocument([]byte("---\n" + test.block + "\n---\n"))
			if !test.check(d) {
				t.Errorf("got %+v", d.Frontmatter)
			}
			if !slices.Equal(codes(d.Problems), test.codes) {
				t.Errorf("problems: %+v, want %q", d.Problems, test.codes)
			}
		})
	}
}

func names(want ...string) func(Document) bool {
	return func(d Document) bool { return slices.Equal(d.Arguments, want) }
}

func TestFieldsInSourceOrder(t *testing.T) {
	d := ParseDocument([]byte(`---
# first
"version": 1.10  # a number
description: |
  two
  lines
when: 2026-01-02
metadata:
    a: 1

    b: [x]
tags:
- p
- q

"übung": {c: d}
last: ~
---
`))
	want := []Field{
		{"version", "1.10", 3, 1, false},
		{"description", "two\nlines\n", 4, 1, true},
		{"when", "2026-01-02", 7, 1, false},
		{"metadata", "a: 1\n\nb: [x]", 8, 1, true},
		{"tags", "- p\n- q", 12, 1, false},
		{"übung", "{c: d}", 16, 1, false},
		{"last", "~", 17, 1, false},
	}
	if !slices.Equal(d.Fields, want) || !d.Strict || len(d.Problems) > 0 {
		t.Errorf("got  %+v\nwant %+v\nproblems %+v", d.Fields, want, d.Problems)
	}
}
