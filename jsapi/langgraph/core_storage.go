// This file replaces the AsyncLocalStorage in which the installed package @langchain/core looks for
// the config of the running code. So models and tools that are called without a config report to the
// node that calls them.

package langgraph

import (
	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/vm"
)

// ambient is the store that @langchain/core has set for a scope.
type ambient struct{ store goja.Value }

// InstallAmbient defines the storage as the global property in which @langchain/core looks for it.
func (api *API) InstallAmbient() {
	symbols := api.rt.Get("Symbol").ToObject(api.rt)
	symbol := func(name string) *goja.Symbol {
		s, _ := api.vm.CallMethod(symbols, "for", api.rt.ToValue(name)).(*goja.Symbol)
		return s
	}
	key := symbol("ls:tracing_async_local_storage")
	if key == nil {
		return
	}
	var storage goja.Value
	get := api.vm.NativeFunction("get", func(goja.FunctionCall) goja.Value {
		if storage == nil {
			storage = api.newAmbient(symbol("lc:child_config"))
		}
		return storage
	})
	set := api.vm.NativeFunction("set", func(call goja.FunctionCall) goja.Value {
		storage = call.Argument(0)
		return goja.Undefined()
	})
	_ = api.rt.GlobalObject().DefineAccessorPropertySymbol(key, get, set, goja.FLAG_TRUE, goja.FLAG_FALSE)
}

// newAmbient makes the storage object. In a store, the config of a run is the property childKey of the
// object extra.
func (api *API) newAmbient(childKey *goja.Symbol) *goja.Object {
	o := api.rt.NewObject()
	api.vm.Native(o, "getStore", func(goja.FunctionCall) goja.Value {
		s := api.taskScope()
		switch {
		case s == nil:
			return goja.Undefined()
		case s.ambient != nil:
			return s.ambient.store
		case s.config == nil:
			return goja.Undefined()
		}
		extra := api.rt.NewObject()
		_ = extra.SetSymbol(childKey, s.config.object)
		store := api.rt.NewObject()
		_ = store.Set("extra", extra)
		return store
	})
	api.vm.Native(o, "run", func(call goja.FunctionCall) goja.Value {
		var args []goja.Value
		if len(call.Arguments) > 2 {
			args = call.Arguments[2:]
		}
		var v goja.Value
		api.vm.In(api.withAmbient(call.Argument(0), childKey), func() {
			f, ok := goja.AssertFunction(call.Argument(1))
			if !ok {
				panic(api.rt.NewTypeError("The callback is not a function"))
			}
			var err error
			v, err = f(goja.Undefined(), args...)
			api.vm.Check(err)
		})
		return v
	})
	api.vm.Native(o, "enterWith", func(call goja.FunctionCall) goja.Value {
		api.vm.SetScope(api.withAmbient(call.Argument(0), childKey))
		return goja.Undefined()
	})
	return o
}

// withAmbient returns a copy of the current scope with a store of @langchain/core in it.
func (api *API) withAmbient(store goja.Value, childKey *goja.Symbol) *vm.Scope {
	n := api.innerScope()
	n.ambient = &ambient{store}
	n.config = nil
	if o, ok := store.(*goja.Object); ok {
		if extra, ok := o.Get("extra").(*goja.Object); ok {
			if config, ok := extra.GetSymbol(childKey).(*goja.Object); ok {
				n.config = &taskConfig{api: api, task: n.task, object: config}
			}
		}
	}
	return &n.Scope
}
