// This file stands in for the AsyncLocalStorage through which the real
// @langchain/core finds the config of the code that runs: models and tools that are
// called without a config report to the node they are called in.

package jsapi

import (
	"github.com/dop251/goja"
)

// ambient is what real @langchain/core has put into its storage, in a scope.
type ambient struct{ store goja.Value }

// installAmbient puts the storage where @langchain/core looks for it.
func (vm *VM) installAmbient() {
	symbols := vm.rt.Get("Symbol").ToObject(vm.rt)
	symbol := func(name string) *goja.Symbol {
		s, _ := vm.callMethod(symbols, "for", vm.rt.ToValue(name)).(*goja.Symbol)
		return s
	}
	key := symbol("ls:tracing_async_local_storage")
	if key == nil {
		return
	}
	var storage goja.Value
	get := vm.nativeFunction("get", func(goja.FunctionCall) goja.Value {
		if storage == nil {
			storage = vm.newAmbient(symbol("lc:child_config"))
		}
		return storage
	})
	set := vm.nativeFunction("set", func(call goja.FunctionCall) goja.Value {
		storage = call.Argument(0)
		return goja.Undefined()
	})
	_ = vm.rt.GlobalObject().DefineAccessorPropertySymbol(key, get, set, goja.FLAG_TRUE, goja.FLAG_FALSE)
}

// newAmbient makes the storage. The config of a run is the property childKey of what a store has as extra.
func (vm *VM) newAmbient(childKey *goja.Symbol) *goja.Object {
	o := vm.rt.NewObject()
	vm.native(o, "getStore", func(goja.FunctionCall) goja.Value {
		s := vm.scope
		switch {
		case s == nil:
			return goja.Undefined()
		case s.ambient != nil:
			return s.ambient.store
		case s.config == nil:
			return goja.Undefined()
		}
		extra := vm.rt.NewObject()
		_ = extra.SetSymbol(childKey, s.config.object)
		store := vm.rt.NewObject()
		_ = store.Set("extra", extra)
		return store
	})
	vm.native(o, "run", func(call goja.FunctionCall) goja.Value {
		var args []goja.Value
		if len(call.Arguments) > 2 {
			args = call.Arguments[2:]
		}
		var v goja.Value
		vm.in(vm.withAmbient(call.Argument(0), childKey), func() {
			f, ok := goja.AssertFunction(call.Argument(1))
			if !ok {
				panic(vm.rt.NewTypeError("The callback is no function"))
			}
			var err error
			v, err = f(goja.Undefined(), args...)
			vm.check(err)
		})
		return v
	})
	vm.native(o, "enterWith", func(call goja.FunctionCall) goja.Value {
		vm.scope = vm.withAmbient(call.Argument(0), childKey)
		return goja.Undefined()
	})
	return o
}

// withAmbient returns the scope that runs now, with a store of @langchain/core in it.
func (vm *VM) withAmbient(store goja.Value, childKey *goja.Symbol) *scope {
	n := scope{}
	if vm.scope != nil {
		n = *vm.scope
	}
	n.ambient = &ambient{store}
	n.config = nil
	if o, ok := store.(*goja.Object); ok {
		if extra, ok := o.Get("extra").(*goja.Object); ok {
			if config, ok := extra.GetSymbol(childKey).(*goja.Object); ok {
				n.config = &taskConfig{vm: vm, task: n.task, object: config}
			}
		}
	}
	return &n
}
