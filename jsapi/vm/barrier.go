// This file has the barrier before every way out of a script: what the runs stored survives a
// power cut before anyone outside can know of it.

package vm

import (
	"fmt"
	"io"
	"time"
)

// Barrier is called before something leaves the script. It reports whether it may: if what was stored
// could not be synced, the VM fails.
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

// Leave is barrier for code that the script called: it throws if nothing may leave.
func (vm *VM) Leave() {
	if !vm.Barrier() {
		vm.Throw(vm.failure)
	}
}

// slowWrite is how long a write takes whose reader has it wait. A loop that prints is not let off for what printing costs.
const slowWrite = time.Millisecond

// barrierWriter has a barrier before each write.
type barrierWriter struct {
	vm *VM
	w  io.Writer
}

func (b barrierWriter) Write(p []byte) (int, error) {
	if !b.vm.Barrier() {
		return 0, b.vm.failure
	}
	if most := b.vm.limits.OutputBytes; b.vm.printed.Add(int64(len(p))) > most && most > 0 {
		// What it prints until it has stopped is lost.
		why := &LimitError{fmt.Sprintf("it printed more than %s", sizeText(most)), "--max-output"}
		b.vm.cut.Store(true)
		b.vm.rt.Interrupt(why)
		b.vm.Fail(why)
		return len(p), nil
	}
	defer b.vm.pause(slowWrite)() // whoever reads it may be slow
	return b.w.Write(p)
}

func (vm *VM) Behind(w io.Writer) io.Writer {
	if w == nil {
		return nil
	}
	return barrierWriter{vm, w}
}
