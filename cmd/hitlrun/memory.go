// This file says how often Go collects garbage.

package main

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

const (
	seldom       = 400 // percent of what is in use: short runs, and long ones that compute, are worth some memory
	often        = 150
	startCollect = 4        // how many collections belong to the start of a large script
	largeHeap    = 64 << 20 // bytes in use from which on four times as much is too much
)

// collectSeldom makes garbage collections rare enough that a small script runs without one. A start with packages collects
// often, so that it does not take more memory than the script needs: most of what parsing allocates is garbage at once.
func collectSeldom() {
	debug.SetGCPercent(seldom)
	afterCollection(1)
}

// afterCollection waits for the n-th collection, and those after it.
func afterCollection(n int) {
	mark := new([]byte) // nobody refers to it
	runtime.SetFinalizer(mark, func(*[]byte) {
		if n <= startCollect || inUse() > largeHeap {
			debug.SetGCPercent(often)
		} else {
			debug.SetGCPercent(seldom)
		}
		afterCollection(n + 1)
	})
}

// inUse returns how much memory was found in use by the last collection.
func inUse() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
