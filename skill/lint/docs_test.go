package lint

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the table of rules in docs/lint.md anew")

const tableMark = "<!-- The table is made by: go test ./skill/lint -run Docs -update -->\n"

// The table of docs/lint.md is that of the rules.
func TestDocs(t *testing.T) {
	file := filepath.Join("..", "..", "docs", "lint.md")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	before, _, ok := strings.Cut(string(text), tableMark)
	if !ok {
		t.Fatalf("%s has no line %q", file, tableMark)
	}
	var b strings.Builder
	b.WriteString(before + tableMark + "\n| rule | severity | book | what it finds | what to do | source |\n|---|---|---|---|---|---|\n")
	for _, r := range Rules() {
		books := make([]string, len(r.Books))
		for i, book := range r.Books {
			books[i] = string(book)
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s | %s |\n", r.ID, r.Severity, strings.Join(books, ", "), r.What, r.Fix, r.Source)
	}
	if *update {
		if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if string(text) != b.String() {
		t.Errorf("%s isn't what the rules are; go test ./skill/lint -run Docs -update writes it anew", file)
	}
}

// Each rule says all there is to say of it, under an id of its own.
func TestRulesAreWhole(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range Rules() {
		if r.ID == "" || seen[r.ID] || r.Severity == "" || len(r.Books) == 0 || r.What == "" || r.Fix == "" || r.Source == "" || r.check == nil {
			t.Errorf("%+v lacks something, or stands there twice", r)
		}
		seen[r.ID] = true
	}
}
