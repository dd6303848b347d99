// This file tracks what the running code belongs to, across await, timers and promises.

package vm

import "github.com/dop251/goja"

// Scope says what the running code, and all code that it starts, belongs to. A Scope is immutable.
type Scope struct {
	Of     any     // the owner of the code, set by the layer above; nil for module code
	Stores *Stores // the values of AsyncLocalStorage; nil for none
}

// Stores is a list of the values that AsyncLocalStorage instances have, innermost first.
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

// scopes has the scope of the running code.
type scopes struct {
	scope *Scope // nil for none
	lost  *Scope // the innermost scope that a panic of the current job left
}

// Scope returns the scope of the running code; nil for none.
func (in *scopes) Scope() *Scope { return in.scope }

// SetScope sets the scope of the code that runs next.
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

// AsyncStore returns the values of the async context.
func (in *scopes) AsyncStore() AsyncStore { return AsyncStore{in} }

// AsyncStore is the async context of a VM for AsyncLocalStorage: values by key, which stay the same across await, timers and
// promises. A key is the AsyncLocalStorage object.
type AsyncStore struct{ in *scopes }

// Get returns the value of a key, or nil if there is none.
func (a AsyncStore) Get(key *goja.Object) goja.Value {
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

// Run runs f while key has the value.
func (a AsyncStore) Run(key *goja.Object, value goja.Value, f func()) {
	a.in.In(a.in.scope.withStore(key, value), f)
}

// Enter sets the value of key for the rest of the running code and the code that it starts.
func (a AsyncStore) Enter(key *goja.Object, value goja.Value) {
	a.in.scope = a.in.scope.withStore(key, value)
}

// Snapshot returns a function that runs another function in the current context.
func (a AsyncStore) Snapshot() (within func(f func())) {
	s := a.in.scope
	return func(f func()) { a.in.In(s, f) }
}
