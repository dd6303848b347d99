// This file holds WeakRef and FinalizationRegistry.

package web

import (
	"github.com/dop251/goja"
)

// weakRef makes a WeakRef that holds its target strongly. goja's objects are Go objects, and a weak reference of
// Go could not distinguish the references of the script from those of goja.
func weakRef(p *platform, name string) goja.Value {
	key := goja.NewSymbol("target")
	ctor, proto := p.class(name, 1, func(call goja.ConstructorCall) {
		target, ok := call.Argument(0).(*goja.Object)
		if !ok {
			panic(p.vm.NewTypeError("WeakRef: invalid target"))
		}
		must(call.This.DefineDataPropertySymbol(key, target, goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE))
	})
	p.method(proto, "deref", 0, func(call goja.FunctionCall) goja.Value {
		if o, ok := call.This.(*goja.Object); ok {
			if target := o.GetSymbol(key); target != nil {
				return target
			}
		}
		panic(p.vm.NewTypeError("Method WeakRef.prototype.deref called on incompatible receiver %s", call.This.String()))
	})
	return ctor
}

// finalizationRegistry makes a FinalizationRegistry that never calls its callback, which the language allows.
func finalizationRegistry(p *platform, name string) goja.Value {
	ctor, proto := p.class(name, 1, func(call goja.ConstructorCall) {
		if _, ok := goja.AssertFunction(call.Argument(0)); !ok {
			panic(p.vm.NewTypeError("FinalizationRegistry: cleanup must be callable"))
		}
	})
	p.method(proto, "register", 2, func(call goja.FunctionCall) goja.Value {
		if _, ok := call.Argument(0).(*goja.Object); !ok {
			panic(p.vm.NewTypeError("FinalizationRegistry.prototype.register: invalid target"))
		}
		return goja.Undefined()
	})
	p.method(proto, "unregister", 1, func(goja.FunctionCall) goja.Value { return p.vm.ToValue(false) })
	return ctor
}
