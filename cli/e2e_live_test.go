//go:build e2e

package cli_test

import (
	"os"
	"path/filepath"
	"testing"
)

// What happens on the disk shows by itself, and takes nothing away from somebody
// who is typing.
func live(t *testing.T, bin string) {
	invoice := func(text string) string {
		return "---\ndescription: Bill hours\narguments: customer month\n---\n" + text + " $customer for $month.\n"
	}
	p := sit(t, desk{home: homeWith(t, map[string]string{
		"a-hours": "---\ndescription: Count hours\n---\nCount.\n", "invoice": invoice("Bill"), "other": "Other.\n",
	}), w: 120, h: 36}, bin)
	skills := filepath.Join(p.desk.home, ".claude", "skills")
	p.sees("▌a-hours", "? help")
	p.types("/hours" + down + enter + "a")
	p.sees("▌invoice", "2 of 13", "enter next")
	p.types("Ng" + tab + "Ma")
	p.sees("Bill Ng for Ma.")

	place(t, filepath.Join(skills, "invoice", "SKILL.md"), invoice("Charge"))
	p.sees("▌invoice", "changed", "Charge Ng for Ma.", "/ hours")
	place(t, filepath.Join(skills, "invoice", ".new"), invoice("Invoice"))
	check(t, os.Rename(filepath.Join(skills, "invoice", ".new"), filepath.Join(skills, "invoice", "SKILL.md")))
	p.sees("▌invoice", "Invoice Ng for Ma.", "2 of 13")
	check(t, os.Rename(filepath.Join(skills, "a-hours"), filepath.Join(skills, "b-hours")))
	p.sees("▌invoice", "b-hours", "new", "2 of 13")
	check(t, os.RemoveAll(filepath.Join(skills, "b-hours")))
	p.sees("▌invoice", "1 of 12")
	place(t, filepath.Join(p.desk.home, ".claude", "commands", "late.md"), "Late hours.\n")
	p.sees("▌invoice", "late", "2 of 13")

	p.types("y")
	p.sees("▌invoice", "Invoice Ng for May.", "/ hours")
	check(t, os.Rename(filepath.Join(skills, "invoice"), filepath.Join(skills, "bill")))
	p.sees("▌bill", "invoice is called bill now", "Invoice Ng for May.")
	check(t, os.RemoveAll(filepath.Join(skills, "bill")))
	p.sees("bill is gone", "▌late", "/ hours")
	p.types(ctrlC)
	p.ends()
}
