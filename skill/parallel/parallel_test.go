package parallel

import (
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
)

func TestEach(t *testing.T) {
	for _, processors := range []int{1, 2, 8} {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(processors))
		for _, n := range []int{0, 1, 2, 7, 300} {
			calls := make([]atomic.Int32, n)
			Each(n, func(i int) { calls[i].Add(1) })
			for i := range calls {
				if c := calls[i].Load(); c != 1 {
					t.Errorf("%d processors: %d of %d was called %d times", processors, i, n, c)
				}
			}
		}
	}
}

func TestEachPanics(t *testing.T) {
	for _, processors := range []int{1, 4} {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(processors))
		func() {
			defer func() {
				said, _ := recover().(string)
				if !strings.Contains(said, "bad entry") {
					t.Errorf("%d processors: got panic %q", processors, said)
				}
				if processors > 1 && !strings.Contains(said, "TestEachPanics") {
					t.Errorf("the stack of the goroutine is lost: %q", said)
				}
			}()
			Each(10, func(i int) {
				if i >= 3 {
					panic("bad entry")
				}
			})
		}()
	}
}
