// This file runs work beside the script.

package web

import (
	"fmt"
	"runtime/debug"
)

// Background runs work in a goroutine of its own, and passes the function that it returns to end, which runs it on the loop. A
// panic of work, which is a bug, would end the process with all its runs: it becomes a panic on the loop, which ends the run.
func Background(end func(onLoop func()), work func() (onLoop func())) {
	go func() {
		onLoop := func() {}
		defer func() {
			if p := recover(); p != nil {
				crash := fmt.Sprintf("%v, in a goroutine beside the script:\n%s", p, debug.Stack())
				onLoop = func() { panic(crash) }
			}
			end(onLoop)
		}()
		onLoop = work()
	}()
}
