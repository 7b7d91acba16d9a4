package search

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// namesFound gives the names that a query finds.
func namesFound(entries []Entry, query string, fits func(int, Facet) bool) string {
	var names []string
	for _, h := range NewIndex(slices.Values(entries)).Find(Parse(query), fits) {
		names = append(names, entries[h.Entry].Name)
	}
	return strings.Join(names, " ")
}

func TestLanguage(t *testing.T) {
	entries := named(
		"deploy | Ship a service to staging or production.",
		"deploy-docs | Docs | Build the manual with Go and ship it to the host",
		"tools:release | Cut a release. Use the word go lightly",
		"redeploy | Roll back, then deploy again",
		"审查代码 | 审查改动 PDF",
		"pdf | fill a form",
	)
	tests := []struct{ query, want string }{
		{"deploy", "deploy deploy-docs redeploy"},
		{"docs|release", "deploy-docs tools:release"},
		{"docs | release", "deploy-docs tools:release"},
		{"docs ｜ release", "deploy-docs tools:release"},
		{"relase|docs", "deploy-docs tools:release"}, // one wrong letter in one of them
		{"'relase|docs", "deploy-docs"},
		{"docs|", "deploy-docs"},
		{"!ship", "tools:release redeploy 审查代码 pdf"},
		{"！ship", "tools:release redeploy 审查代码 pdf"},
		{"deploy !docs", "deploy redeploy"},
		{"deploy !docs|again", "deploy"}, // neither
		{"!deploy !pdf", "tools:release"},
		{"'deploy", "deploy deploy-docs redeploy"},
		{"'deploy'", "deploy deploy-docs redeploy"},
		{"'eploy'", ""},
		{"'go'", "deploy-docs tools:release"},
		{"depoly", "deploy deploy-docs redeploy"},
		{"'depoly", ""},
		{"^de", "deploy deploy-docs"},
		{"^release", "tools:release"}, // behind the prefix, too
		{"^tools:rel", "tools:release"},
		{"^ship", ""},
		{"docs$", "deploy-docs"},
		{"^deploy$", "deploy"},
		{"^deploy|form", "deploy deploy-docs pdf"},
		{"code$", ""},
		{"代码$", "审查代码"},
		{`"ship a"`, "deploy"},
		{`"a ship"`, ""},
		{`"deploy-docs"`, "deploy-docs"},
		{`"ship it to`, "deploy-docs"}, // not yet closed
		{`!"ship it" ship`, "deploy"},
		{"name:deploy", "deploy deploy-docs redeploy"},
		{"desc:deploy", "redeploy"},
		{"desc:depoly", "redeploy"},
		{"name:depoly", "deploy deploy-docs"},
		{"NAME:docs", "deploy-docs"},
		{"name:docs|pdf", "pdf deploy-docs"},
		{"name:docs|name:pdf", "pdf deploy-docs"},
		{"name:deploy-docs", "deploy-docs"},
		{"desc:^ship", "deploy"},
		{"desc:production$", "deploy"},
		{"desc:form$", "pdf"},
		{"!name:deploy desc:ship|cut", "tools:release"},
		{"desc:", "deploy deploy-docs tools:release redeploy 审查代码 pdf"},
		{"!", "deploy deploy-docs tools:release redeploy 审查代码 pdf"},
		{"Go", "deploy-docs"},
		{"go", "deploy-docs tools:release"},
		{"GO", "deploy-docs tools:release"}, // nothing has these capitals
		{"PDF", "pdf 审查代码"},                 // names have none
		{"desc:PDF", "审查代码"},
		{"'Docs", "deploy-docs"},
		{"tools:release", "tools:release"},
		{"zz:yy", ""},
	}
	for _, test := range tests {
		if got := namesFound(entries, test.query, unfit); got != test.want {
			t.Errorf("%s finds %q, want %q", test.query, got, test.want)
		}
	}
}

func TestFacets(t *testing.T) {
	entries := named("a", "b", "c")
	is := []map[string]string{
		{"source": "user", "is": "active", "tool": "bash"},
		{"source": "project", "is": "shadowed", "has": "problems"},
		{"source": "plugin", "is": "broken", "tool": "read"},
	}
	fits := func(entry int, f Facet) bool {
		return f.Holds(func(value string) bool { return is[entry][f.Field] == value })
	}
	tests := []struct{ query, want string }{
		{"source:user", "a"},
		{"source:us", "a"},
		{"source:p", "b c"},
		{"source:", "a b c"},
		{"Source:User", "a"},
		{"source：user", "a"},
		{"!source:user", "b c"},
		{"is:shadowed|broken", "b c"},
		{"is:shadowed|is:broken", "b c"},
		{"!is:shadowed|broken", "a"},
		{"is:broken source:user", ""},
		{"is:broken c", "c"},
		{"is:broken b", ""},
		{"has:problems", "b"},
		{"tool:bash", "a"},
		{"tool:Bash|Read", "a c"},
		{"has:args", "a b c"}, // only the files know
		{"!is:active !b", "c"},
	}
	for _, test := range tests {
		if got := namesFound(entries, test.query, fits); got != test.want {
			t.Errorf("%s finds %q, want %q", test.query, got, test.want)
		}
	}
}

func TestReads(t *testing.T) {
	const body = "# Merge\n\nMerge the branch with GitHub, then *clean-up*."
	has := func(value string) bool { return value == "args" }
	tests := []struct {
		query string
		want  bool
	}{
		{"body:branch", true},
		{"body:Branch", false},
		{"body:GitHub", true},
		{"body:rebase", false},
		{"body:brnch", false},
		{"!body:branch", false},
		{"!body:rebase", true},
		{"body:rebase|branch", true},
		{`body:"the branch"`, true},
		{`body:"branch the"`, false},
		{"body:clean-up", true},
		{"body:^merge", false}, // a sign comes first
		{"body:up$", false},
		{"body:'ranch'", false},
		{"body:", true},
		{"has:args", true},
		{"has:commands", false},
		{"has:args|commands", true},
		{"!has:args", false},
		{"has:args body:rebase", false},
	}
	for _, test := range tests {
		if got := Parse(test.query).Reads(body, has); got != test.want {
			t.Errorf("%s: %v", test.query, got)
		}
	}
	for query, want := range map[string]bool{"merge": false, "has:problems": false, "has:args": true, "body:x": true} {
		if got := Parse(query).InFiles(); got != want {
			t.Errorf("%s is for files: %v", query, got)
		}
	}
}

func TestPassage(t *testing.T) {
	const body = "# Notes\n\nEmerge and see.\n  Merge the branch.\nThen tag the branch, and merge.\n"
	for query, want := range map[string]string{
		"body:merge":             "Merge the branch.",
		"body:emerg":             "Emerge and see.",
		"body:merge body:tag":    "Then tag the branch, and merge.",
		"body:zebra":             "",
		"!body:merge":            "",
		"body:tag|zebra":         "Then tag the branch, and merge.",
		`body:"the branch, and"`: "Then tag the branch, and merge.",
	} {
		if got := Parse(query).Passage(body); got != want {
			t.Errorf("%s: %q, want %q", query, got, want)
		}
	}
}

func TestNotes(t *testing.T) {
	x := NewIndex(slices.Values(named("tools:release")))
	tests := []struct{ query, want string }{
		{"deploy 'x ^y z$ a|b !c", ""},
		{"soruce:user", "soruce: is no field; taken as text. Did you mean source:user?"},
		{"!iss:new", "iss: is no field; taken as text. Did you mean is:new?"},
		{"colour:red", "colour: is no field; taken as text"},
		{"tools:release", ""}, // the plugin is there
		{"shop:release", "shop: is no field; taken as text"},
		{"https://example.com", ""},
		{"c:temp", ""},
		{"10:30", ""},
		{"is:", ""},
		{"is:ac", ""},
		{"is:hiden", "is:hiden isn't known; taken as text. Did you mean is:hidden?"},
		{"!is:new|Shadwed", "is:shadwed isn't known; taken as text. Did you mean is:shadowed?"},
		{"is:shadowed|is:hiden", "is:hiden isn't known; taken as text. Did you mean is:hidden?"},
		{"source:addd-dir", "source:addd-dir isn't known; taken as text. Did you mean source:add-dir?"},
		{"has:agrs", "has:agrs isn't known; taken as text. Did you mean has:args?"},
		{"is:x", "is: knows active, shadowed, hidden, disabled, broken, changed, new; taken as text"},
		{"is:old", "is: knows active, shadowed, hidden, disabled, broken, changed, new; taken as text"},
		{"is:new|old", "is: knows active, shadowed, hidden, disabled, broken, changed, new; taken as text"},
		{"tool:anything", ""},
		{"name:", ""},
		{"!", ""},
		{"'", "' needs a word"},
		{"a |", ""},
		{"name:^", "name:^ needs a word"},
	}
	for _, test := range tests {
		if got := strings.Join(x.Notes(Parse(test.query)), "; "); got != test.want {
			t.Errorf("%s notes %q, want %q", test.query, got, test.want)
		}
	}
}

func TestTask(t *testing.T) {
	x := NewIndex(slices.Values(named("writer:page")))
	for query, want := range map[string]string{
		"ship my service":          "ship my service",
		"ship is:active service":   "ship service",
		"ship 'service":            "",
		"ship body:x":              "",
		"source:user":              "",
		"turn PDFs into tables":    "turn PDFs into tables",
		"release-notes 怎么写 please": "release-notes 怎么写 please",
		"foo:bar":                  "",
		"source:usr":               "",
		"ship source:usr service":  "ship service",
		"todo: ship it":            "todo: ship it",
		"see https://example.com":  "see https://example.com",
		"write writer:pagge":       "write writer:pagge",
	} {
		if got := x.Task(Parse(query)); got != want {
			t.Errorf("the task of %q is %q, want %q", query, got, want)
		}
	}
}

func TestYoungerFirst(t *testing.T) {
	entries := named("x-ship", "b-ship", "ship", "a-ship")
	for i, age := range []int64{3, 1, 9, 2} {
		entries[i].Age = age
	}
	if got, want := found(entries, "ship"), []string{"ship exact", "b-ship word", "a-ship word", "x-ship word"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := found(entries, ""), []string{"x-ship all", "b-ship all", "ship all", "a-ship all"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestWhenToUseIsFound(t *testing.T) {
	entries := []Entry{{Name: "x", Description: "Draft notes", WhenToUse: "After a release"}}
	for _, query := range []string{"release", "notes after", "Release"} {
		if got := found(entries, query); len(got) != 1 {
			t.Errorf("%q finds %q", query, got)
		}
	}
	if got := found(entries, "notesafter"); len(got) != 0 {
		t.Errorf("found %q over a border", got)
	}
}

func TestComplete(t *testing.T) {
	tools := []string{"Bash", "Read", "WebFetch", "WebSearch", "read"}
	tests := []struct {
		query, want string
		choices     string
	}{
		{"so", "source:", ""},
		{"deploy !so", "deploy !source:", ""},
		{"deploy i", "deploy is:", ""},
		{"source:us", "source:user ", ""},
		{"source:p", "source:p", "project plugin"},
		{"source:pl", "source:plugin ", ""},
		{"is:shadowed|b", "is:shadowed|broken ", ""},
		{"is:", "is:", "active shadowed hidden disabled broken changed new"},
		{"tool:b", "tool:Bash ", ""},
		{"tool:w", "tool:Web", "WebFetch WebSearch"},
		{"tool:x", "tool:x", ""},
		{"tool:re", "tool:re", "Read read"},
		{"body:x", "body:x", ""},
		{"zebra", "zebra", ""},
		{"deploy ", "deploy ", "source: is: has: tool: name: desc: body:"},
	}
	for _, test := range tests {
		got, choices := Complete(test.query, func() []string { return tools })
		if got != test.want || strings.Join(choices, " ") != test.choices {
			t.Errorf("%q becomes %q or %q, want %q or %q", test.query, got, choices, test.want, test.choices)
		}
	}
}

// TestPartsMakeNoDifference finds the same in many parts as in one.
func TestPartsMakeNoDifference(t *testing.T) {
	var got []int
	for i := range 10 * few {
		got = append(got, i)
	}
	seen := make([]bool, len(got))
	inParts(len(got), func(from, to int) bool {
		for i := from; i < to; i++ {
			seen[i] = !seen[i]
		}
		return false
	})
	if slices.Contains(seen, false) {
		t.Error("something was left out or done twice")
	}
	if !inParts(len(got), func(from, to int) bool { return from == 0 }) || inParts(len(got), func(int, int) bool { return false }) {
		t.Error("what a part says is lost")
	}
}

// What is pasted can be long; a key must not wait for all of it.
func TestLongQueries(t *testing.T) {
	many := strings.Repeat("|deploy", 10*maxWords)
	for _, query := range []string{"zq" + many, "body:zq" + many, "!zq" + many, strings.Repeat("is:active ", 10*maxWords), "is:active" + strings.Repeat("|new", 10*maxWords)} {
		q := Parse(query)
		n := len(q.facets)
		for _, c := range slices.Concat(q.clauses, q.bodies) {
			n += len(c.any)
		}
		for _, f := range q.facets {
			n += len(f.Values)
		}
		if n == 0 || n > 2*maxWords {
			t.Errorf("%.20s has %d parts", query, n)
		}
	}
}

func TestPassageIsShort(t *testing.T) {
	for _, fill := range []string{"x ", "文字", "x"} {
		body := strings.Repeat(fill, 100_000) + " rollback " + strings.Repeat(fill, 100_000)
		got := Parse("body:rollback").Passage(body)
		if len(got) > 2*maxPassage || !strings.Contains(got, "rollback") || !utf8.ValidString(got) {
			t.Errorf("%d bytes: %.40q", len(got), got)
		}
	}
}
