// This file has the barrier before every way out of a script: what the runs stored survives a
// power cut before anyone outside can know of it. See runtime.Ledger.

package jsapi

import (
	"fmt"
	"io"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// barrier is called before something leaves the script. It reports whether it may: if what was stored
// could not be synced, the VM fails.
func (vm *VM) barrier() bool {
	if err := vm.ledger.Barrier(); err != nil {
		vm.fail(err)
		return false
	}
	return true
}

// leave is barrier for code that the script called: it throws if nothing may leave.
func (vm *VM) leave() {
	if !vm.barrier() {
		vm.throw(vm.failure)
	}
}

// look is called before something in the script looks at a saver, or changes what it has.
func (vm *VM) look(s checkpoint.Saver) error {
	vm.ledger.Note(s)
	return vm.ledger.Flush()
}

// barrierWriter has a barrier before each write.
type barrierWriter struct {
	vm *VM
	w  io.Writer
}

func (b barrierWriter) Write(p []byte) (int, error) {
	if !b.vm.barrier() {
		return 0, b.vm.failure
	}
	if most := b.vm.limits.OutputBytes; b.vm.printed.Add(int64(len(p))) > most && most > 0 {
		// What it prints until it has stopped is lost.
		why := &LimitError{fmt.Sprintf("it printed more than %s", sizeText(most)), "--max-output"}
		b.vm.cut.Store(true)
		b.vm.rt.Interrupt(why)
		b.vm.fail(why)
		return len(p), nil
	}
	return b.w.Write(p)
}

func (vm *VM) behindBarrier(w io.Writer) io.Writer {
	if w == nil {
		return nil
	}
	return barrierWriter{vm, w}
}
