package skill

import (
	"slices"
	"strings"
	"testing"
)

// Each of these files took from seconds to minutes while the work grew with the square of
// its length. Now none takes longer than any other file of its size, so that a test which
// hangs here has found such work again.
func TestCraftedFiles(t *testing.T) {
	tests := map[string]struct {
		file  string
		codes []string
	}{
		"backslashes in a list that never ends": {
			"---\ntools: [\n" + strings.Repeat(" \\[a\\],\n", 8000) + "---\n", []string{"yaml-recovered"},
		},
		"comments in a block that never ends": {
			"---\n" + strings.Repeat("#\n", 500_000) + "name: n\n", []string{"frontmatter-unclosed"},
		},
		"blocks below, and none is whole": {
			"Text.\n" + strings.Repeat("\n", 40) + strings.Repeat("---x\ndescription:\n", 60_000), nil,
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if got := codes(ParseDocument([]byte(test.file)).Problems); !slices.Equal(got, test.codes) {
				t.Errorf("got %q, want %q", got, test.codes)
			}
		})
	}
}

// A block that is longer than any would take minutes if its rest were looked at for each
// of its comments.
func TestRunsOnOfManyComments(t *testing.T) {
	lines := strings.Split(strings.Repeat("\n# a comment\n", 200_000), "\n")
	if end, _ := runsOn(append(lines, "name: n"), 1, true); end != 0 {
		t.Errorf("a block with a key below its comments ends on line %d", end)
	}
	if end, _ := runsOn(append(lines, "text"), 1, true); end != 1 {
		t.Errorf("a block with text below its headings ends on line %d, want 1", end)
	}
}
