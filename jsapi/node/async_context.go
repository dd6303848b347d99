// This file has the functions of Go for AsyncLocalStorage.

package node

import "github.com/dop251/goja"

// storeNatives are the functions for AsyncLocalStorage: get(key), run(key, store, f) → the result of f,
// enter(key, store), snapshot() → (f) → the result of f.
func (process *Process) storeNatives() map[string]gojaFunc {
	key := func(call goja.FunctionCall) *goja.Object { return call.Argument(0).ToObject(process.rt) }
	store := process.vm.AsyncStore()
	return map[string]gojaFunc{
		"get": func(call goja.FunctionCall) goja.Value {
			if v := store.Get(key(call)); v != nil {
				return v
			}
			return goja.Undefined()
		},
		"run": func(call goja.FunctionCall) goja.Value {
			return callWithin(process.rt, call.Argument(2), func(f func()) { store.Run(key(call), call.Argument(1), f) })
		},
		"enter": func(call goja.FunctionCall) goja.Value {
			store.Enter(key(call), call.Argument(1))
			return goja.Undefined()
		},
		"snapshot": func(goja.FunctionCall) goja.Value {
			within := store.Snapshot()
			return process.vm.NativeFunction("", func(call goja.FunctionCall) goja.Value { return callWithin(process.rt, call.Argument(0), within) })
		},
	}
}

// callWithin calls a function of the script inside within. It returns the result, or throws the error.
func callWithin(rt *goja.Runtime, v goja.Value, within func(f func())) goja.Value {
	f, ok := goja.AssertFunction(v)
	if !ok {
		panic(rt.NewTypeError("%s is not a function", v.String()))
	}
	var result goja.Value
	var err error
	within(func() { result, err = f(goja.Undefined()) })
	must(err)
	return result
}
