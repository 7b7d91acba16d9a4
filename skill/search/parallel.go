package search

import (
	"runtime"
	"sync/atomic"

	"knack/skill/parallel"
)

// few is how many entries are not worth more than one processor.
const few = 2000

// inParts does work on n things, in parts at the same time where there are many, and
// tells whether any part says so.
func inParts(n int, work func(from, to int) bool) bool {
	parts := max(min(runtime.GOMAXPROCS(0), n/few), 1)
	var said atomic.Bool
	parallel.Each(parts, func(i int) {
		if work(n*i/parts, n*(i+1)/parts) {
			said.Store(true)
		}
	})
	return said.Load()
}
