// This file has the barrier: before anything leaves the script, what the runs stored must survive a
// power cut.

package vm

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"time"
)

// Barrier is called before anything leaves the script. It returns false, and the VM fails, if
// stored data could not be synced. Then nothing may leave.
func (vm *VM) Barrier() bool {
	if vm.hooks.Barrier == nil {
		return true
	}
	if err := vm.hooks.Barrier(); err != nil {
		vm.Fail(err)
		return false
	}
	return true
}

// Leave is Barrier for code that the script called. It throws if nothing may leave.
func (vm *VM) Leave() {
	if !vm.Barrier() {
		vm.Throw(vm.failure)
	}
}

// slowWrite is the time after which a write counts as waiting for its reader. A faster write counts
// as running time of the script, so that a loop that only prints is still stopped by the limit on a
// turn.
const slowWrite = time.Millisecond

// barrierWriter is a writer that calls Barrier before each write.
type barrierWriter struct {
	vm *VM
	w  io.Writer
}

// Unwrap returns the writer that gets what is written.
func (b barrierWriter) Unwrap() io.Writer { return b.w }

func (b barrierWriter) Write(p []byte) (int, error) {
	if !b.vm.Barrier() {
		return 0, b.vm.failure
	}
	if why := b.vm.Print(len(p)); why != nil {
		b.vm.Fail(why)
		return len(p), nil // what it prints until it has stopped is lost
	}
	defer b.vm.pause(slowWrite)() // a slow reader does not count against the limit on a turn
	if w, ok := b.w.(untilWriter); ok {
		return len(p), w.WriteUntil(b.vm.stopped, bytes.Clone(p)) // the script may change p when the write was given up
	}
	return b.w.Write(p)
}

// untilWriter is a writer that can give a write up.
type untilWriter interface {
	// WriteUntil is Write, and returns once ctx has ended, also if nobody reads what is written. Nobody may change p.
	WriteUntil(ctx context.Context, p []byte) error
}

// Print counts bytes that the script is about to print. If they exceed the limit, it stops the VM and returns an error, and
// nothing may be printed. It is safe for concurrent use.
func (vm *VM) Print(bytes int) error {
	most := vm.limits.OutputBytes
	if vm.printed.Add(int64(bytes)) > most && most > 0 {
		why := &LimitError{fmt.Sprintf("it printed more than %s", sizeText(most)), "--max-output"}
		vm.stop(why)
		vm.loop.Post(func() { vm.Fail(why) })
		return why
	}
	return nil
}

// Behind returns a writer that passes on to w what is written to it, each time after the barrier; nil if w is nil.
func (vm *VM) Behind(w io.Writer) io.Writer {
	if w == nil {
		return nil
	}
	return barrierWriter{vm, w}
}
