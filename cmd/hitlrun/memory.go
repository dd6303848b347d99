// This file says how often Go collects garbage.

package main

import (
	"runtime"
	"runtime/debug"
)

const (
	seldom       = 400 // percent of what is in use: short runs, and long ones that compute, are worth some memory
	often        = 150
	startCollect = 4 // how many collections belong to the start of a large script
)

// collectSeldom has a small script collect nothing. A start with packages collects often, so that it does not take more
// memory than the script needs: most of what parsing leaves behind is garbage at once.
func collectSeldom() {
	debug.SetGCPercent(seldom)
	afterCollection(1)
}

// afterCollection waits for the n-th collection.
func afterCollection(n int) {
	mark := new([]byte) // nobody refers to it
	runtime.SetFinalizer(mark, func(*[]byte) {
		switch {
		case n == 1:
			debug.SetGCPercent(often)
		case n > startCollect:
			debug.SetGCPercent(seldom)
			return
		}
		afterCollection(n + 1)
	})
}
