// This file syncs what runs have kept before anyone outside of the script can know of it:
// until something leaves the script, nobody can tell whether it survives a power cut.

package jsapi

import (
	"context"
	"fmt"
	"io"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/runtime"
)

// syncLater is runtime.Options.SyncLater for a saver; nil for one that syncs by itself.
func (vm *VM) syncLater(s checkpoint.Saver) func(bool) {
	syncer, ok := s.(checkpoint.Syncer)
	if !ok {
		return nil
	}
	return func(later bool) {
		if !later {
			delete(vm.unsynced, syncer)
			return
		}
		if vm.unsynced == nil {
			vm.unsynced = map[checkpoint.Syncer]bool{}
		}
		vm.unsynced[syncer] = true
	}
}

// keepLater has the saver of a run sync, and the run keep its input, when something leaves the script.
func (vm *VM) keepLater(o *runtime.Options) {
	o.SyncLater = vm.syncLater(o.Saver)
	o.Holder = holder{vm}
}

// holder is the VM as its runs know it.
type holder struct{ vm *VM }

func (h holder) Holds(r *runtime.Run) {
	if err := h.vm.keepHeld(); err != nil {
		h.vm.fail(err)
	}
	h.vm.holding = r
}

func (h holder) Left() int { return h.vm.left }

// keepHeld is called before someone looks at a saver or another run starts.
func (vm *VM) keepHeld() error {
	r := vm.holding
	if r == nil {
		return nil
	}
	vm.holding = nil
	return r.KeepHeld()
}

// sync is called before something leaves the script: text, a request, a file, the end of a
// run of a Go program; and before the script waits. It reports whether all could be synced.
func (vm *VM) sync() bool {
	vm.left++
	if err := vm.keepHeld(); err != nil {
		vm.fail(err)
		return false
	}
	for s := range vm.unsynced {
		delete(vm.unsynced, s)
		if err := s.Sync(context.Background()); err != nil {
			vm.fail(fmt.Errorf("keep what was done: %w", err))
			return false
		}
	}
	return true
}

// leave is sync for code that the script called: it does not go on if that fails.
func (vm *VM) leave() {
	if !vm.sync() {
		vm.throw(vm.failure)
	}
}

// syncedWriter syncs before it writes.
type syncedWriter struct {
	vm *VM
	w  io.Writer
}

func (s syncedWriter) Write(p []byte) (int, error) {
	if !s.vm.sync() {
		return 0, s.vm.failure
	}
	return s.w.Write(p)
}

func (vm *VM) synced(w io.Writer) io.Writer {
	if w == nil {
		return nil
	}
	return syncedWriter{vm, w}
}
