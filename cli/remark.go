package cli

import (
	"fmt"

	"knack/render/safe"
)

// remark prints one line about the answer to stderr. The answer comes first.
func (a *app) remark(format string, args ...any) {
	a.out.Flush()
	printWrapped(a.remarks, a.remarksWidth, 0, safe.Line(fmt.Sprintf(format, args...)))
}
