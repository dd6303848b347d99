// This file says how often Go collects garbage.

package main

import (
	"context"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"time"

	"github.com/hitlrun/hitlrun"
)

const (
	// How much is allocated between two collections, in percent of the memory in use.
	seldom   = 400 // a short run, and a long one that computes, are worth some memory
	often    = 150 // with a large heap
	starting = 100 // while a large script starts

	startCollect = 10       // the start of a large script ends with the first run of a graph, or after this many collections
	largeHeap    = 64 << 20 // in bytes: with more in use, collections are frequent
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
		switch {
		case n <= startCollect && hitlrun.RunsStarted() == 0:
			debug.SetGCPercent(starting)
			releaseProgramPages()
		case inUse() > largeHeap:
			debug.SetGCPercent(often)
		default:
			debug.SetGCPercent(seldom)
		}
		afterCollection(n + 1)
	})
}

// collectAfterLoad collects what a large script needed only to be compiled, before it runs, and lets go of the code that compiled it.
// A script is large if there were collections while it was loaded.
func collectAfterLoad() {
	if inUse() > 0 {
		runtime.GC()
		releaseProgramPages()
	}
}

// hostMemory is from how many bytes on a server without scripts in its process collects garbage often. Without it there is more than
// twice as much garbage as data, and what workers store, and states that clients read, are hundreds of megabytes.
const hostMemory = 768 << 20

// collectAbove makes garbage collections as frequent as it takes to have at most so many bytes, if that is possible, unless the
// environment says how many.
func collectAbove(bytes int64) {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(bytes)
	}
}

// returnMemory returns unused memory to the operating system whenever the process was idle for a second, until ctx ends. That is the
// memory of the bundler after a start, and of many concurrent runs after their end.
func returnMemory(ctx context.Context) {
	const idle, worthIt = 1 << 20, 4 << 20 // bytes that are allocated in a second, and since the last time
	ticker := time.NewTicker(time.Second)
	defer ticker.Stop()
	for last, returned := uint64(0), uint64(0); ; {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		now := allocated()
		if now-last < idle && now-returned > worthIt {
			debug.FreeOSMemory()
			returned = allocated()
		}
		last = now
	}
}

// allocated returns how many bytes the process has allocated since it began.
func allocated() uint64 { return read("/gc/heap/allocs:bytes") }

// inUse returns how many bytes were in use at the last collection.
func inUse() uint64 { return read("/gc/heap/live:bytes") }

func read(metric string) uint64 {
	sample := []metrics.Sample{{Name: metric}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

// growStack gives the goroutine a stack that suffices for the start of a small script. A stack that grows in steps is copied seven
// times meanwhile, and for each copy Go reads tables, all over the binary, of the functions that are on it: a megabyte of pages.
// never is false, which the compiler does not know.
//
//go:noinline
func growStack(never bool) {
	if never {
		var frame [96 << 10]byte
		use(frame[:])
	}
}

//go:noinline
func use(frame []byte) { clear(frame) }
