// Package pattern compiles regular expressions when they are first used: most runs of
// the program need few of them, and compiling all at the start would make people wait
// for the first frame. What the expressions are for is left to those who have them.
package pattern

import (
	"regexp"
	"sync"
)

// Lazy gives a function that compiles expr the first time it is called. It panics then
// where expr is wrong, so there has to be a test that calls it.
func Lazy(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}
