// Package parallel does work on several processors at once.
package parallel

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
)

// Each calls work for 0 to n-1 on as many goroutines as there are processors and
// returns when all are done. A panic in work comes out here, with its stack as
// text, in the caller's goroutine: whoever owns the terminal can still give it
// back.
//
// After each piece of work others come first. Else whoever draws the screen would wait
// for the ten milliseconds that a goroutine may run: a short system call, which is what
// reading consists of, doesn't give way.
func Each(n int, work func(i int)) {
	workers := min(n, runtime.GOMAXPROCS(0))
	if workers <= 1 {
		for i := range n {
			work(i)
			runtime.Gosched()
		}
		return
	}
	var (
		next   atomic.Int64
		wait   sync.WaitGroup
		once   sync.Once
		caught string
	)
	for range workers {
		wait.Go(func() {
			defer func() {
				if r := recover(); r != nil {
					stack := debug.Stack()
					once.Do(func() { caught = fmt.Sprintf("%v\n\n%s", r, stack) })
				}
			}()
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				work(i)
				runtime.Gosched()
			}
		})
	}
	wait.Wait()
	if caught != "" {
		panic(caught)
	}
}
