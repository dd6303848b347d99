// This file knows which task is running, across await, timers and promises.

package jsapi

import (
	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/runtime"
)

// scope is what belongs to the code that runs now and to all it starts: the
// task, and what AsyncLocalStorage keeps. A scope does not change.
type scope struct {
	task   *runtime.Task // nil outside of a graph
	try    int           // which attempt of it
	config *taskConfig   // of the task
	stores *stores
	// ambient is set where real @langchain/core has set a config of its own.
	ambient *ambient
}

// stores is the list of what AsyncLocalStorage instances keep, innermost first.
type stores struct {
	key   *goja.Object
	value goja.Value
	next  *stores
}

func (s *scope) withStore(key *goja.Object, value goja.Value) *scope {
	n := scope{}
	if s != nil {
		n = *s
	}
	n.stores = &stores{key, value, n.stores}
	return &n
}

// in runs f in scope s.
func (vm *VM) in(s *scope, f func()) {
	old, ended := vm.scope, false
	vm.scope = s
	defer func() {
		if !ended && vm.lost == nil {
			vm.lost = vm.scope
		}
		vm.scope = old
	}()
	f()
	ended = true
}

// task returns the task that is running, nil outside of a graph.
func (vm *VM) task() *runtime.Task {
	if vm.scope == nil {
		return nil
	}
	return vm.scope.task
}

// Grab implements goja.AsyncContextTracker.
func (vm *VM) Grab() any { return vm.scope }

// Resumed implements goja.AsyncContextTracker.
func (vm *VM) Resumed(s any) { vm.scope, _ = s.(*scope) }

// Exited implements goja.AsyncContextTracker.
func (vm *VM) Exited() { vm.scope = nil }

// asyncStore implements web.AsyncStore: AsyncLocalStorage on the scope.
type asyncStore struct{ vm *VM }

// Get implements web.AsyncStore.
func (a asyncStore) Get(key *goja.Object) goja.Value {
	if a.vm.scope == nil {
		return nil
	}
	for s := a.vm.scope.stores; s != nil; s = s.next {
		if s.key == key {
			return s.value
		}
	}
	return nil
}

// Run implements web.AsyncStore.
func (a asyncStore) Run(key *goja.Object, value goja.Value, f func()) {
	a.vm.in(a.vm.scope.withStore(key, value), f)
}

// Enter implements web.AsyncStore.
func (a asyncStore) Enter(key *goja.Object, value goja.Value) {
	a.vm.scope = a.vm.scope.withStore(key, value)
}

// Snapshot implements web.AsyncStore.
func (a asyncStore) Snapshot() (within func(f func())) {
	s := a.vm.scope
	return func(f func()) { a.vm.in(s, f) }
}
