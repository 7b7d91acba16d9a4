package cli

import (
	"fmt"

	"knack/render/safe"
)

// maxRemarks is how many remarks one answer gets.
const maxRemarks = 5

// remark prints one line about the answer to stderr. The answer comes first.
func (a *app) remark(format string, args ...any) {
	a.out.Flush()
	fmt.Fprintln(a.remarks, safe.Line(fmt.Sprintf(format, args...)))
}

// remarkAll prints the first few remarks and counts the others.
func (a *app) remarkAll(remarks []string) {
	for i, r := range remarks {
		if i == maxRemarks {
			a.remark("%d more; --json has them all", len(remarks)-i)
			return
		}
		a.remark("%s", r)
	}
}
