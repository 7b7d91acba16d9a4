package skill

import (
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

func TestRecoveredText(t *testing.T) {
	tests := map[string]struct {
		value        string // of description, which stands on line 3
		want         string
		line, column int
		message      string // a part of it
	}{
		"colon":                    {`Sorts mail. Use when: the box is full`, `Sorts mail. Use when: the box is full`, 3, 34, "a colon"},
		"colon at the end":         {`To be done:`, `To be done:`, 3, 24, "a colon"},
		"colon behind wide text":   {`整理邮件 when: x`, `整理邮件 when: x`, 3, 23, "a colon"},
		"two colons and quotes":    {`Say "a: b" or 'c: d'`, `Say "a: b" or 'c: d'`, 3, 20, "a colon"},
		"backtick":                 {"`vet` for all", "`vet` for all", 3, 14, "begins with \"`\""},
		"at":                       {`@team helper`, `@team helper`, 3, 14, `begins with "@"`},
		"star":                     {`*Quick* look`, `*Quick* look`, 3, 14, `begins with "*"`},
		"stars":                    {`**Quick** look`, `**Quick** look`, 3, 14, `begins with "*"`},
		"percent":                  {`%d of them`, `%d of them`, 3, 14, `begins with "%"`},
		"brackets":                 {`[beta] Draws maps`, `[beta] Draws maps`, 3, 14, `begins with "["`},
		"braces":                   {`{NAME} and friends`, `{NAME} and friends`, 3, 14, `begins with "{"`},
		"dash":                     {`- one thing`, `- one thing`, 3, 14, `begins with "-"`},
		"option first":             {`-v: talks more`, `-v: talks more`, 3, 16, "a colon"},
		"anchor":                   {`&Co. accounts`, `&Co. accounts`, 3, 14, `begins with "&"`},
		"tag":                      {`!important rules`, `!important rules`, 3, 14, `begins with "!"`},
		"quoted words first":       {`"Cut once" - plans a cut`, `"Cut once" - plans a cut`, 3, 14, "don't enclose"},
		"quoted words at both":     {`"one" or "two"`, `"one" or "two"`, 3, 14, "don't enclose"},
		"quotes in quotes":         {`"Say "hi" now"`, `Say "hi" now`, 3, 14, "don't enclose"},
		"apostrophe in quotes":     {`'It's late'`, `It's late`, 3, 14, "don't enclose"},
		"quote never closed":       {`"Half a text`, `Half a text`, 3, 14, "never closed"},
		"escape unknown to YAML":   {`"C:\dir\new"`, `C:\dir\new`, 3, 14, "has a backslash in double quotes"},
		"goes on at the left edge": {"Keeps it tidy,\nand dry.", "Keeps it tidy, and dry.", 4, 1, "without an indent"},
		"keywords below":           {"Plans a pond.\n\n  Keywords: frogs, reeds", "Plans a pond.\nKeywords: frogs, reeds", 5, 11, "a colon"},
		"quotes that end below":    {"\"Cut\n  once\" - plans\n  a cut", `"Cut once" - plans a cut`, 4, 7, "don't enclose"},
		"quotes that end a line":   {"\"Cut\n  once\"\n  and twice", `"Cut once" and twice`, 4, 7, "don't enclose"},
		"apostrophe below":         {"'Never\n  now, it's late\n  today'", "Never now, it's late today", 4, 10, "don't enclose"},
		"escaped quotes below":     {"\"A\n  \\\"b\\\" c\" d", `"A \"b\" c" d`, 4, 10, "don't enclose"},
		"doubled quotes below":     {"'A\n  ''b'' c' d", `'A ''b'' c' d`, 4, 10, "don't enclose"},
		"quote that never ends":    {"\"Half\n  a text", `Half a text`, 3, 14, "never closed"},
		"escape unknown below":     {"\"In\n  C:\\dir\n  or so\"", `In C:\dir or so`, 4, 1, "has a backslash in double quotes"},
		"text below a comment":     {"Cuts\n  wood #1\n  and #2", "Cuts wood #1 and #2", 4, 1, "isn't valid YAML"},
		"less indent in a block":   {"|\n    Cuts\n\n    wood\n  and\n    more", "  Cuts\n\n  wood\nand\n  more\n", 7, 3, "less indent"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			d := ParseDocument([]byte("---\nname: n\ndescription: " + test.value + "\nlicense: MIT\n---\nBody.\n"))
			if d.Description != test.want || d.Name != "n" || d.License != "MIT" {
				t.Errorf("description %q, name %q, license %q, want %q, n, MIT", d.Description, d.Name, d.License, test.want)
			}
			i := slices.Index(codes(d.Problems), "yaml-recovered")
			if i < 0 {
				t.Fatalf("problems: %+v", d.Problems)
			}
			p := d.Problems[i]
			if p.Line != test.line || p.Column != test.column || !strings.Contains(p.Message, test.message) {
				t.Errorf("%d:%d %s, want %d:%d and %q", p.Line, p.Column, p.Message, test.line, test.column, test.message)
			}
			var corrected struct{ Description string }
			if err := yaml.Unmarshal([]byte(p.Hint), &corrected); err != nil || corrected.Description != test.want {
				t.Errorf("the hint %s reads as %q, %v", p.Hint, corrected.Description, err)
			}
		})
	}
}

func TestRecoveredBlocks(t *testing.T) {
	type recovered struct {
		line          int
		message, hint string
	}
	tests := map[string]struct {
		block string
		check func(Document) bool
		want  []recovered
	}{
		"tab as indent": {
			"name: t\nmetadata:\n\tk: v\n",
			func(d Document) bool { return d.Name == "t" && d.Fields[1].Value == "k: v" },
			[]recovered{{4, "tab used as indent; YAML takes blanks only", "  k: v"}},
		},
		"no-break spaces": {
			"name:\u00a0n\n",
			func(d Document) bool { return d.Name == "n" },
			[]recovered{{2, "a no-break space follows the colon, where a blank has to stand", "name: n"}},
		},
		"control character": {
			"name: a\x01b\n",
			func(d Document) bool { return d.Name == "ab" },
			[]recovered{{2, "control character U+0001, which YAML doesn't allow; left out", "name: ab"}},
		},
		"two argument hints": {
			"description: d\nargument-hint: [from] [to]\n",
			func(d Document) bool { return d.ArgumentHint == "[from] [to]" && d.Description == "d" },
			[]recovered{{3, `begins with "["`, `argument-hint: "[from] [to]"`}},
		},
		"nested argument hint": {
			"description: d\nargument-hint: [<id>[,<id>...]]\n",
			func(d Document) bool { return d.ArgumentHint == "[<id>[,<id>...]]" },
			[]recovered{{3, `begins with "["`, `argument-hint: "[<id>[,<id>...]]"`}},
		},
		"globs in a list": {
			"paths:\n  - **/*.go\n  - \"*.md\"\n",
			func(d Document) bool { return slices.Equal(d.Paths, []string{"**/*.go", "*.md"}) },
			[]recovered{{3, "the value of `paths` isn't valid YAML", `paths: ["**/*.go", "*.md"]`}},
		},
		"globs in brackets": {
			"paths: [**/*.go, docs/**]\n",
			func(d Document) bool { return slices.Equal(d.Paths, []string{"**/*.go", "docs/**"}) },
			[]recovered{{2, "the value of `paths` isn't valid YAML", `paths: ["**/*.go", "docs/**"]`}},
		},
		"arguments with bad descriptions": {
			"arguments:\n  - name: from\n    description: \"a\" or b\n  - name: to\n",
			func(d Document) bool { return slices.Equal(d.Arguments, []string{"from", "to"}) },
			[]recovered{{2, "the value of `arguments` isn't valid YAML", `arguments: ["from", "to"]`}},
		},
		"no blank behind the colon": {
			"name:tight\ndescription：wide\n",
			func(d Document) bool { return d.Name == "tight" && d.Description == "wide" },
			[]recovered{
				{2, "a plain colon and a blank have to follow `name`", `name: "tight"`},
				{3, "a plain colon and a blank have to follow `description`", `description: "wide"`},
			},
		},
		"a key slipped to the right": {
			"name: n\n description: d\n",
			func(d Document) bool { return d.Name == "n" && d.Description == "d" },
			[]recovered{{3, "`description` is indented", "description: d"}},
		},
		"stray lines": {
			"stray\nname: n\nmodel: opus\nmore\n",
			func(d Document) bool { return d.Name == "n" && d.Model == "opus" },
			[]recovered{{2, "this line is no `key: value`", "indent it"}, {5, "this line is no `key: value`", "indent it"}},
		},
		"one bad key costs only itself": {
			"description: d\nextra:\n  - a: b: c\nname: n\n",
			func(d Document) bool { return d.Name == "n" && d.Fields[1].Value == "- a: b: c" },
			[]recovered{{4, "this text in the value of `extra` needs quotes", `  - a: "b: c"`}},
		},
		"two texts with quotes inside": {
			"name: n\nextra:\n  - \"a\" in b\n  - \"c\" in d\n",
			func(d Document) bool { return d.Name == "n" },
			[]recovered{{4, "this text in the value of `extra` begins with a quote, but the quotes don't enclose the whole text; more such texts below: 1", `  - '"a" in b'`}},
		},
		"an escape that is none": {
			"name: n\nmetadata:\n  any:\n    icon: \"\\U+1F600\"\n    os: [\"linux\"]\n",
			func(d Document) bool { return d.Name == "n" },
			[]recovered{{5, "this text in the value of `metadata` has a backslash in double quotes", `    icon: '\U+1F600'`}},
		},
		"backslashes before brackets": {
			"name: n\nmetadata: {\"os\": \\[\"linux\"]}\n",
			func(d Document) bool { return d.Name == "n" },
			[]recovered{{3, "a backslash stands before a bracket in the value of `metadata`", `metadata: {"os": ["linux"]}`}},
		},
		"a brace too few": {
			"name: n\nmetadata: {\"os\": \"linux\"\n",
			func(d Document) bool { return d.Name == "n" },
			[]recovered{{3, "the value of `metadata` isn't valid YAML", "look for a bracket"}},
		},
		"a key among items": {
			"name: n\nextra:\n  - a\n  b: c\n",
			func(d Document) bool { return d.Name == "n" },
			[]recovered{{5, "this line stands among the items of the list under `extra`", "begin it with a dash"}},
		},
		"a code block": {
			"name: n\ndescription: d\n```yaml\nname: other\n```\nmodel: opus\n",
			func(d Document) bool { return d.Name == "n" && d.Description == "d" && d.Model == "opus" },
			[]recovered{{4, "a code block can't stand in the frontmatter", "move it below"}},
		},
		"marks of a merge conflict": {
			"name: n\ndescription: d\n<<<<<<< ours\nmodel: opus\n=======\n>>>>>>> theirs\n",
			func(d Document) bool { return d.Description == "d" && d.Model == "opus" },
			[]recovered{{4, "this line is the mark of a merge conflict", "choose one"}},
		},
		"a bad block text": {
			"description: |\n   one\n  two\nname: n\n",
			func(d Document) bool { return d.Name == "n" && d.Description == " one\ntwo\n" },
			[]recovered{{4, "a line of the text below `description` has less indent than its first one", `description: " one\ntwo\n"`}},
		},
		"two documents": {
			"name: n\n...\nmodel: opus\n",
			func(d Document) bool { return d.Name == "n" && d.Model == "opus" },
			[]recovered{{2, "the frontmatter isn't valid YAML as a whole (there is more than one document)", ""}},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			d := ParseDocument([]byte("---\n" + test.block + "---\nBody.\n"))
			if !test.check(d) || d.Strict {
				t.Errorf("got %+v", d.Frontmatter)
			}
			if len(d.Problems) != len(test.want) {
				t.Fatalf("problems: %+v", d.Problems)
			}
			for i, w := range test.want {
				p := d.Problems[i]
				if p.Code != "yaml-recovered" || p.Line != w.line || !strings.Contains(p.Message, w.message) || !strings.HasPrefix(p.Hint, w.hint) {
					t.Errorf("got %+v, want %+v", p, w)
				}
			}
		})
	}
}

func TestCommentCut(t *testing.T) {
	tests := map[string]struct {
		block, description, hint string
		column                   int // 0: no problem
	}{
		"number":          {"description: fix #12 now", "fix #12 now", `description: "fix #12 now"`, 18},
		"wide text":       {"description: 修复 #12", "修复 #12", `description: "修复 #12"`, 17},
		"all of it":       {"description: #1 in town", "#1 in town", `description: "#1 in town"`, 14},
		"several lines":   {"description: fix\n  issue #12", "fix issue #12", `description: "fix issue #12"`, 14},
		"a real comment":  {"description: # to do", "Body.", "", 0},
		"in quotes":       {`description: "fix" # for now`, "fix", "", 0},
		"a line below":    {"description: fix\n# next", "fix", "", 0},
		"another key":     {"description: fix\nversion: 1 # first", "fix", "", 0},
		"no blank before": {"description: fix#12", "fix#12", "", 0},
	}
	for name, test := range tests {
		d := ParseDocument([]byte("---\n" + test.block + "\n---\nBody.\n"))
		if d.Description != test.description || !d.Strict {
			t.Errorf("%s: description %q, strict %v, want %q", name, d.Description, d.Strict, test.description)
		}
		if test.column == 0 {
			if len(d.Problems) > 0 {
				t.Errorf("%s: problems %+v", name, d.Problems)
			}
			continue
		}
		if len(d.Problems) != 1 || d.Problems[0].Code != "yaml-comment-cut" || d.Problems[0].Column != test.column || d.Problems[0].Hint != test.hint {
			t.Errorf("%s: problems %+v, want column %d, hint %s", name, d.Problems, test.column, test.hint)
		}
	}
}
