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
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if got := codes(ParseDocument([]byte(test.file)).Problems); !slices.Equal(got, test.codes) {
				t.Errorf("got %q, want %q", got, test.codes)
			}
		})
	}
}
