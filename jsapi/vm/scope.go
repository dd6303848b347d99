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

// scopes has the scope of the code that runs now.
type scopes struct {
	scope *Scope // nil for none
	lost  *Scope // the innermost one that a panic left behind in this job
}

// Scope returns the scope of the code that runs now; nil for none.
func (in *scopes) Scope() *Scope { return in.scope }

// SetScope makes s the scope of the code that runs next.
func (in *scopes) SetScope(s *Scope) { in.scope = s }

// In runs f in scope s.
func (in *scopes) In(s *Scope, f func()) {
	old, ended := in.scope, false
	in.scope = s
	defer func() {
		if !ended && in.lost == nil {
			in.lost = in.scope
		}
		in.scope = old
	}()
	f()
	ended = true
}

// Grab implements goja.AsyncContextTracker.
func (in *scopes) Grab() any { return in.scope }

// Resumed implements goja.AsyncContextTracker.
func (in *scopes) Resumed(s any) { in.scope, _ = s.(*Scope) }

// Exited implements goja.AsyncContextTracker.
func (in *scopes) Exited() { in.scope = nil }

// AsyncStore returns AsyncLocalStorage on the scopes of the VM.
func (in *scopes) AsyncStore() web.AsyncStore { return scopeStore{in} }

// scopeStore implements web.AsyncStore: AsyncLocalStorage on the scope.
type scopeStore struct{ in *scopes }

// Get implements web.AsyncStore.
func (a scopeStore) Get(key *goja.Object) goja.Value {
	if a.in.scope == nil {
		return nil
	}
	for s := a.in.scope.Stores; s != nil; s = s.next {
		if s.key == key {
			return s.value
		}
	}
	return nil
}

// Run implements web.AsyncStore.
func (a scopeStore) Run(key *goja.Object, value goja.Value, f func()) {
	a.in.In(a.in.scope.withStore(key, value), f)
}

// Enter implements web.AsyncStore.
func (a scopeStore) Enter(key *goja.Object, value goja.Value) {
	a.in.scope = a.in.scope.withStore(key, value)
}

// Snapshot implements web.AsyncStore.
func (a scopeStore) Snapshot() (within func(f func())) {
	s := a.in.scope
	return func(f func()) { a.in.In(s, f) }
}
