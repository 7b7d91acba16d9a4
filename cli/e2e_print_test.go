//go:build e2e

package cli_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// shell sits a person down at a shell of which nothing is remembered.
func shell(t *testing.T, d desk) *person {
	t.Helper()
	d.env = append(d.env, "PS1=ready> ")
	p := sit(t, d, "/bin/sh")
	p.sees("ready>")
	return p
}

// $(knack --print) shows the browser on the terminal and puts what is taken along
// on stdout. A shell drops line breaks at the end of it, so here a dot follows.
func printed(t *testing.T, bin string) {
	home := homeWith(t, map[string]string{"letter": letter})
	w := layTripwire(t, nil)
	p := shell(t, desk{home: home, path: w.dir, env: []string{"DISPLAY=:99"}})
	out := filepath.Join(t.TempDir(), "out")
	p.types(fmt.Sprintf("text=$(%s --print let; echo status $? >&2; echo .); printf %%s \"$text\" >%s"+enter, bin, out))
	copyLetter(p.types, p.sees)
	p.sees("status 0")
	want := p.runs(bin, "render", "letter", "小王") + "."
	until(t, func() bool { return read(t, out) == want }, func() string { return fmt.Sprintf("stdout %q to be %q", read(t, out), want) })
	restored(p)
	if calls := w.ran(t); len(calls) > 0 {
		t.Errorf("started %q", calls)
	}
}

// Whoever leaves without taking anything prints nothing.
func printedNothing(t *testing.T, bin string) {
	p := shell(t, desk{home: homeWith(t, map[string]string{"letter": letter})})
	out := filepath.Join(t.TempDir(), "out")
	p.types(fmt.Sprintf("%s --print >%s; echo status $?"+enter, bin, out))
	p.sees("▌letter", "? help")
	p.types("q")
	p.sees("status 1")
	if got, err := os.ReadFile(out); err != nil || len(got) > 0 {
		t.Errorf("stdout got %q (%v)", got, err)
	}
	restored(p)
}

// restored tells whether the terminal is as it was before the browser.
func restored(p *person) {
	p.t.Helper()
	p.sees("ready> ")
	if modes := p.asks("alternate #{alternate_on} cursor #{cursor_flag} mouse #{mouse_any_flag} keypad #{keypad_flag}"); modes != "alternate 0 cursor 1 mouse 0 keypad 0" {
		p.t.Errorf("the terminal is left with %s", modes)
	}
	p.types("echo $((6*7))th" + enter)
	p.sees("echo $((6*7))th", "42th")
}
