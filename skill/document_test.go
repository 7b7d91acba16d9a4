package skill

import (
	"bytes"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/encoding/simplifiedchinese"
	utf "golang.org/x/text/encoding/unicode"
)

func TestWhereTheBlockEnds(t *testing.T) {
	tests := map[string]struct {
		file        string
		name        string
		description string
		body        string
		bodyLine    int
		codes       []string
	}{
		"blanks behind the dashes": {
			file: "---  \nname: late-bus\ndescription: When it comes\n---\t\n\nAsk.\n",
			name: "late-bus", description: "When it comes", body: "\nAsk.\n", bodyLine: 5,
		},
		"CRLF is kept in the body": {
			file: "---\r\nname: tea\r\ndescription: >-\r\n  Steep,\r\n  then wait\r\n---\r\n\r\nPour.\r\n",
			name: "tea", description: "Steep, then wait", body: "\r\nPour.\r\n", bodyLine: 7, codes: []string{"line-ends"},
		},
		"closer in LF, file in CRLF": {
			file: "---\r\nname: jam\r\ndescription: Boil\r\n---\nStir.\r\n",
			name: "jam", description: "Boil", body: "Stir.\r\n", bodyLine: 5, codes: []string{"line-ends"},
		},
		"longer dashes inside a quoted value": {
			file: "---\ndescription: \"above\n-----\nbelow\"\nname: wall\n---\nLay bricks.\n",
			name: "wall", description: "above ----- below", body: "Lay bricks.\n", bodyLine: 7,
		},
		"rules and samples in the body": {
			file:        "---\ndescription: One\n---\nA\n\n---\n\n```yaml\n---\nname: sample\n---\n```\n",
			description: "One", body: "A\n\n---\n\n```yaml\n---\nname: sample\n---\n```\n", bodyLine: 4,
		},
		"rules, but no block": {
			file:        "# Log\n\nWhat happened.\n\n---\n\nname: nobody\n\n---\n",
			description: "What happened.", body: "# Log\n\nWhat happened.\n\n---\n\nname: nobody\n\n---\n", bodyLine: 1,
		},
		"a comment above the block": {
			file:        "<!-- made by a script -->\n---\nname: boat\ndescription: Not seen\ntags:\n  - sea\n---\n\nRow.\n",
			description: "Row.", body: "<!-- made by a script -->\n---\nname: boat\ndescription: Not seen\ntags:\n  - sea\n---\n\nRow.\n", bodyLine: 1,
			codes: []string{"frontmatter-late"},
		},
		"a blank line above the block": {
			file:        "\n---\n# who\nname: kite\n---\nFly it.\n",
			description: "Fly it.", body: "\n---\n# who\nname: kite\n---\nFly it.\n", bodyLine: 1,
			codes: []string{"frontmatter-late"},
		},
		"no dashes at all": {
			file:        "name: oar\ndescription: Not seen\n\nRow.\n",
			description: "Row.", body: "name: oar\ndescription: Not seen\n\nRow.\n", bodyLine: 1,
			codes: []string{"frontmatter-unopened"},
		},
		"four dashes": {
			file:        "----\nname: oar\n----\nRow.\n",
			description: "Row.", body: "----\nname: oar\n----\nRow.\n", bodyLine: 1,
			codes: []string{"frontmatter-unopened"},
		},
		"a sample is no missed block": {
			file:        "# Style\n\nBegin like this:\n\n```\n---\nname: x\n---\n```\n",
			description: "Begin like this:", body: "# Style\n\nBegin like this:\n\n```\n---\nname: x\n---\n```\n", bodyLine: 1,
		},
		"never closed": {
			file:        "---\nname: door\n\n# Door\n\nShut it.\n",
			description: "Shut it.", body: "---\nname: door\n\n# Door\n\nShut it.\n", bodyLine: 1,
			codes: []string{"frontmatter-unclosed"},
		},
		"a rule on line 1": {
			file:        "---\n\n# Door\n\nShut it.\n",
			description: "Shut it.", body: "---\n\n# Door\n\nShut it.\n", bodyLine: 1,
		},
		"a block in code below prose": {
			file:        "Here it is:\n\n```markdown\n---\nname: x\n---\n\nRow.\n```\n",
			description: "Here it is:", body: "Here it is:\n\n```markdown\n---\nname: x\n---\n\nRow.\n```\n", bodyLine: 1,
			codes: []string{"frontmatter-late"},
		},
		"a block far below": {
			file:        strings.Repeat("Text.\n\n", 20) + "---\nname: x\ndescription: d\n---\nRow.\n",
			description: "Text.", body: strings.Repeat("Text.\n\n", 20) + "---\nname: x\ndescription: d\n---\nRow.\n", bodyLine: 1,
			codes: []string{"frontmatter-late"},
		},
		"no whole block far below": {
			file:        strings.Repeat("Text.\n\n", 20) + "---\nname: x\n\nRow.\n",
			description: "Text.", body: strings.Repeat("Text.\n\n", 20) + "---\nname: x\n\nRow.\n", bodyLine: 1,
		},
		"runs on to a rule of the body": {
			file: "---\nname: fence\ndescription: Paint it\n\n# Fence\n\nFirst sand: all of it.\n\n---\n\nThen paint.\n",
			name: "fence", description: "Paint it", body: "\nThen paint.\n", bodyLine: 10,
			codes: []string{"frontmatter-runs-on"},
		},
		"text behind the closing dashes": {
			file: "---\nname: gate\ndescription: Oil it\n---# Gate\nOil: two drops.\n---\nDone.\n",
			name: "gate", description: "Oil it", body: "Done.\n", bodyLine: 7,
			codes: []string{"frontmatter-runs-on"},
		},
		"comments are no headings": {
			file: "---\nname: hinge\n\n# who may use it\nmodel: opus\n\n# the end\n---\nOil it.\n",
			name: "hinge", description: "Oil it.", body: "Oil it.\n", bodyLine: 9,
		},
		"an empty file":        {bodyLine: 1, codes: []string{"empty-file"}},
		"a file of blanks":     {file: " \n\n", body: " \n\n", bodyLine: 1, codes: []string{"empty-file"}},
		"no line end at last":  {file: "---\nname: pin\n---", name: "pin", bodyLine: 3},
		"only a rule and text": {file: "---\nNot a key\n---\nText.\n", description: "Text.", body: "Text.\n", bodyLine: 4, codes: []string{"frontmatter-no-keys"}},
		"a rule, a heading":    {file: "---\n\n# Title\n\nPlain text.\n\n---\nMore.\n", description: "More.", body: "More.\n", bodyLine: 8, codes: []string{"frontmatter-no-keys"}},
		"NUL":                  {file: "---\nname: n\n---\na\x00b\n", name: "n", description: "a\x00b", body: "a\x00b\n", bodyLine: 4, codes: []string{"nul-byte"}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			d := ParseDocument([]byte(test.file))
			if d.Name != test.name || d.Description != test.description {
				t.Errorf("name %q, description %q, want %q, %q", d.Name, d.Description, test.name, test.description)
			}
			if d.Body != test.body || d.BodyLine != test.bodyLine {
				t.Errorf("body %q from line %d, want %q from line %d", d.Body, d.BodyLine, test.body, test.bodyLine)
			}
			if !slices.Equal(codes(d.Problems), test.codes) {
				t.Errorf("problems: %+v, want %q", d.Problems, test.codes)
			}
		})
	}
}

func TestRawAndStrict(t *testing.T) {
	tests := map[string]struct {
		file, raw string
		strict    bool
	}{
		"valid":             {"---\r\nname: a\r\n---\r\n", "name: a\r\n", true},
		"none":              {"text", "", true},
		"empty":             {"---\n---\n", "", true},
		"comments":          {"---\n# only\n---\n", "# only\n", true},
		"malformed":         {"---\nname: a: b\n---\n", "name: a: b\n", false},
		"duplicates":        {"---\nx: 1\nx: 2\n---\n", "x: 1\nx: 2\n", false},
		"nested duplicates": {"---\nx:\n  y: 1\n  y: 2\n---\n", "x:\n  y: 1\n  y: 2\n", false},
		"two documents":     {"---\nname: a\n...\nname: b\n---\n", "name: a\n...\nname: b\n", false},
		"an emoji in JSON":  {"---\nmetadata: {\"e\": \"\\ud83d\\ude80\"}\n---\n", "metadata: {\"e\": \"\\ud83d\\ude80\"}\n", true},
	}
	for name, test := range tests {
		d := ParseDocument([]byte(test.file))
		if d.Raw != test.raw || d.Strict != test.strict {
			t.Errorf("%s: raw %q, strict %v, want %q, %v", name, d.Raw, d.Strict, test.raw, test.strict)
		}
		if !d.Strict && len(d.Problems) == 0 {
			t.Errorf("%s: not strict, but no problem says so", name)
		}
	}
}

func TestEncodings(t *testing.T) {
	chinese := "---\nname: cha\ndescription: 泡一壶好茶\n---\n\n先把水烧开。\n"
	gbk, err := simplifiedchinese.GB18030.NewEncoder().Bytes([]byte(chinese))
	if err != nil {
		t.Fatal(err)
	}
	wide, err := utf.UTF16(utf.LittleEndian, utf.UseBOM).NewEncoder().Bytes([]byte(chinese))
	if err != nil {
		t.Fatal(err)
	}
	tests := map[string]struct {
		data         []byte
		encoding     string
		description  string
		line, column int // of the first bad byte, 0 when there is none
	}{
		"UTF-8":             {[]byte(chinese), "", "泡一壶好茶", 0, 0},
		"UTF-8 with a mark": {append([]byte("\ufeff"), chinese...), "", "泡一壶好茶", 0, 0},
		"GBK":               {gbk, "gb18030", "泡一壶好茶", 3, 14},
		"UTF-16":            {wide, "utf-16", "泡一壶好茶", 1, 1},
		"Latin-1":           {[]byte("---\ndescription: Bon app\xe9tit, na\xefve cr\xe8me\n---\n"), "unknown", "Bon app\ufffdtit, na\ufffdve cr\ufffdme", 2, 21},
		"cut in a letter":   {[]byte("---\ndescription: caf\xc3\n---\n"), "unknown", "caf\ufffd", 2, 17},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			d := ParseDocument(test.data)
			if d.Encoding != test.encoding || d.Description != test.description {
				t.Errorf("encoding %q, description %q, want %q, %q", d.Encoding, d.Description, test.encoding, test.description)
			}
			var line, column int
			for _, p := range d.Problems {
				if p.Code == "not-utf8" {
					line, column = p.Line, p.Column
				}
			}
			if line != test.line || column != test.column {
				t.Errorf("first bad byte at %d:%d, want %d:%d", line, column, test.line, test.column)
			}
		})
	}
}

func TestFirstParagraph(t *testing.T) {
	tests := map[string]struct{ text, want string }{
		"heading above":      {"# Title\n\nOne\ntwo.\n\nThree.", "One two."},
		"underlined heading": {"Title\n=====\nText.", "Text."},
		"heading by dashes":  {"Title\n---\nText.", "Text."},
		"comment":            {"<!-- a\n\nb --> \nText.", "Text."},
		"comment below":      {"Text <b>bold</b>.\n<!-- note -->\nMore.", "Text <b>bold</b>."},
		"code":               {"```sh\nls\n```\nLists files.", "Lists files."},
		"rule and tag":       {"* * *\n<div align=\"center\">\nText.\n</div>", "Text."},
		"table":              {"| a | b |\n|---|---|\n\nText.", "Text."},
		"list":               {"- first\n  goes on\n- second", "first goes on"},
		"quote":              {"> Be kind.\n\nText.", "Be kind."},
		"hash without blank": {"#1 choice\n", "#1 choice"},
		"misplaced keys":     {"name: a\nnotes:\n- b\n\nText.", "Text."},
		"nothing":            {"# Title\n\n<!-- todo", ""},
	}
	for name, test := range tests {
		if got := firstParagraph(test.text); got != test.want {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
	}
}

func TestLimits(t *testing.T) {
	long := strings.Repeat("ü", maxDescription)
	tests := map[string]struct {
		block       string
		description string
		line        int
	}{
		"block":       {"description: d\n# " + strings.Repeat("x", maxBlock), "Body.", 1},
		"levels":      {"description: d\ndeep: " + strings.Repeat("[", 80) + strings.Repeat("]", 80), "d", 3},
		"nodes":       {"description: d\nmany: [" + strings.Repeat("1,", 1200) + "1]\nname: n", "d", 3},
		"keys":        {"description: d\n" + strings.Repeat("name: v\n", 2000), "d", 502},
		"broken keys": {"description: d\n" + strings.Repeat("name: @v\n", 2000), "d", 502},
		"description": {"name: n\ndescription: " + long, long[:maxDescription], 3},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			d := ParseDocument([]byte("---\n" + test.block + "\n---\nBody.\n"))
			if d.Description != test.description || d.Body != "Body.\n" {
				t.Errorf("description %.20q (%d bytes), body %q", d.Description, len(d.Description), d.Body)
			}
			i := slices.Index(codes(d.Problems), "limit")
			if i < 0 || d.Problems[i].Line != test.line {
				t.Errorf("of %d problems the last is %+v, want limit on line %d", len(d.Problems), d.Problems[len(d.Problems)-1], test.line)
			}
		})
	}
}

func TestAliasesAreNotFollowed(t *testing.T) {
	bomb := "---\nname: bang\nmetadata:\n  a: &a [x,x,x,x,x,x,x,x,x]\n"
	for c := 'b'; c <= 'i'; c++ {
		before := "*" + string(c-1)
		bomb += "  " + string(c) + ": &" + string(c) + " [" + strings.Repeat(before+",", 8) + before + "]\n"
	}
	d := ParseDocument([]byte(bomb + "---\nBody\n"))
	if d.Name != "bang" || !slices.Equal(codes(d.Problems), []string{"yaml-alias"}) || d.Problems[0].Line != 4 {
		t.Errorf("name %q, problems %+v", d.Name, d.Problems)
	}
	if got := field(t, d, "metadata").Value; !strings.HasPrefix(got, "a: &a [x") || !strings.Contains(got, "*h]") {
		t.Errorf("metadata is %q, want its source", got)
	}
}

// The seeds are the shapes of files that went wrong in practice.
func FuzzParseDocument(f *testing.F) {
	for _, seed := range []string{
		"", "---", "---\n---", "\ufeff---\r\nname: a\r\n---\r\nb", "---\nname: a\nno end",
		"---\na: [b\nc: {d\n e: 'f\n---\n", "---\ndescription: a: b #c\n\td: *e\n---\n", "---\n? a\n: b\n\"c\": d\n---\n",
		"---\n{a: b, c: [d]}\n---\n", "---\nname: &a x\nb: *a\n<<: *a\n---\n", "---\ndescription: |\n  a\n ---\nb\n---\n",
		"---\ntext: a\u2028b\u0085c\rd\n\u00a0e:\u00a0f\n---\n", "---\narguments: \"\n- name: '\n---\n", "\xff\xfea\x00\n\x00", "\xc4\xe3\xba\xc3",
		"---\nname:a\n description：b\n!c d\n- e\n---# f\n---\n", "---\n%TAG ! x\na: !b c\n...\n---\n", "name: a\n\n---\n",
		"---\n? \n?:\n---3:\n?\n---c \":\n-->>>>>>? \n---\n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 128<<10 {
			return
		}
		d := ParseDocument(data)
		decoded, _ := decodeText(data)
		text := string(decoded)
		if !utf8.ValidString(d.Body) || d.BodyOffset > len(text) || text[d.BodyOffset:] != d.Body {
			t.Fatalf("the body isn't the end of the file: %q from %d of %q", d.Body, d.BodyOffset, text)
		}
		if !strings.Contains(text[:d.BodyOffset], d.Raw) || strings.Count(text[:d.BodyOffset], "\n") < d.BodyLine-1 {
			t.Fatalf("raw %q, line %d don't fit %q", d.Raw, d.BodyLine, text[:d.BodyOffset])
		}
		if utf8.Valid(data) && !bytes.HasSuffix(data, []byte(d.Body)) {
			t.Fatal("the body isn't byte for byte that of the file")
		}
		if len(d.Description) > maxDescription || len(d.Fields) > maxNodes/2 {
			t.Fatalf("over the limits: %d bytes, %d fields", len(d.Description), len(d.Fields))
		}
		if !d.Strict && len(d.Problems) == 0 {
			t.Fatal("not strict without a problem")
		}
		buffer := bytes.Clone(data)
		head, body := parseHead(buffer, &Reading{})
		head.Body = string(body)
		for i := range buffer {
			buffer[i] = 'x'
		}
		if !reflect.DeepEqual(head, d) {
			t.Fatalf("what is kept changes with the buffer: %+v, before %+v", head, d)
		}
		lines := 1 + strings.Count(text, "\n")
		for _, p := range d.Problems {
			if p.Code == "" || p.Severity == "" || p.Message == "" || p.Line < 0 || p.Line > lines || p.Column < 0 {
				t.Fatalf("bad problem %+v in a file of %d lines", p, lines)
			}
		}
	})
}

var typicalFile = []byte(`---
name: release-notes
description: Draft release notes from the changes merged since the last tag. Use when somebody asks what is new, or before a release goes out.
argument-hint: "[since]"
allowed-tools: Read, Grep, Bash(git log:*)
license: MIT
---

# Release notes

Look at the log.
`)

func BenchmarkParseDocument(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		ParseDocument(typicalFile)
	}
}

// BenchmarkFrontmatter compares the two readers of a block.
func BenchmarkFrontmatter(b *testing.B) {
	lines := splitLines(ParseDocument(typicalFile).Raw)
	b.Run("plain", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, ok := plainYAML(lines); !ok {
				b.Fatal("not taken")
			}
		}
	})
	b.Run("any", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := anyYAML(lines); err != nil {
				b.Fatal(err)
			}
		}
	})
}
