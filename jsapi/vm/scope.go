// This file knows which code runs, across await, timers and promises.

package vm

import (
	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/web"
)

// Scope is what belongs to the code that runs now and to all it starts. A Scope does not change.
type Scope struct {
	Of     any     // what the code belongs to, for the layer above; nil for module code
	Stores *Stores // of AsyncLocalStorage; nil for none
}

// Stores is the list of what AsyncLocalStorage instances have, innermost first.
type Stores struct {
	key   *goja.Object
	value goja.Value
	next  *Stores
}

func (s *Scope) withStore(key *goja.Object, value goja.Value) *Scope {
	n := Scope{}
	if s != nil {
		n = *s
	}
	n.Stores = &Stores{key, value, n.Stores}
	return &n
}

// Scope returns the scope of the code that runs now; nil for none.
func (vm *VM) Scope() *Scope { return vm.scope }

// SetScope has the code that runs next belong to s.
func (vm *VM) SetScope(s *Scope) { vm.scope = s }

// In runs f in scope s.
func (vm *VM) In(s *Scope, f func()) {
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

// Grab implements goja.AsyncContextTracker.
func (vm *VM) Grab() any { return vm.scope }

// Resumed implements goja.AsyncContextTracker.
func (vm *VM) Resumed(s any) { vm.scope, _ = s.(*Scope) }

// Exited implements goja.AsyncContextTracker.
func (vm *VM) Exited() { vm.scope = nil }

// AsyncStore returns AsyncLocalStorage on the scopes of the VM.
func (vm *VM) AsyncStore() web.AsyncStore { return scopeStore{vm} }

// scopeStore implements web.AsyncStore: AsyncLocalStorage on the scope.
type scopeStore struct{ vm *VM }

// Get implements web.AsyncStore.
func (a scopeStore) Get(key *goja.Object) goja.Value {
	if a.vm.scope == nil {
		return nil
	}
	for s := a.vm.scope.Stores; s != nil; s = s.next {
		if s.key == key {
			return s.value
		}
	}
	return nil
}

// Run implements web.AsyncStore.
func (a scopeStore) Run(key *goja.Object, value goja.Value, f func()) {
	a.vm.In(a.vm.scope.withStore(key, value), f)
}

// Enter implements web.AsyncStore.
func (a scopeStore) Enter(key *goja.Object, value goja.Value) {
	a.vm.scope = a.vm.scope.withStore(key, value)
}

// Snapshot implements web.AsyncStore.
func (a scopeStore) Snapshot() (within func(f func())) {
	s := a.vm.scope
	return func(f func()) { a.vm.In(s, f) }
}
