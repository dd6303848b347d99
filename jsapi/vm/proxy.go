// This file prevents goja from treating a Proxy of a promise as the promise itself.

package vm

import (
	"reflect"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/guard"
)

// installProxy wraps Proxy. goja takes an argument of await or Promise.resolve for a promise if its
// constructor is Promise, and a Proxy with that constructor ends the run. So a Proxy of a promise
// returns another function as its constructor, which behaves like Promise.
func installProxy(vm *VM) {
	real, ok := vm.rt.Get("Proxy").(*goja.Object)
	if !ok {
		return
	}
	promise, ok := vm.rt.Get("Promise").(*goja.Object)
	if !ok {
		return
	}
	var other *goja.Object // the function that such a Proxy returns as its constructor
	cover := vm.rt.ToValue(func(call goja.ConstructorCall) *goja.Object {
		args := call.Arguments
		if target, ok := call.Argument(0).(*goja.Object); ok && isPromise(target) {
			if handler, ok := call.Argument(1).(*goja.Object); ok {
				if other == nil {
					other = likePromise(vm, promise)
				}
				args = []goja.Value{target, hideConstructor(vm, handler, promise, other)}
			}
		}
		o, err := vm.rt.New(real, args...)
		vm.Check(err)
		return o
	}).ToObject(vm.rt)
	_ = cover.SetPrototype(real.Prototype())
	for _, name := range guard.OwnNames(real) {
		_ = cover.DefineDataProperty(name, real.Get(name), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	}
	_ = cover.Delete("prototype")
	_ = vm.rt.GlobalObject().DefineDataProperty("Proxy", cover, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
}

// isPromise reports whether an object is a promise, or a Proxy around one.
func isPromise(o *goja.Object) bool {
	for o != nil {
		switch o.ExportType() { // Export would copy other objects
		case reflect.TypeFor[*goja.Promise]():
			return true
		case reflect.TypeFor[goja.Proxy]():
			p, _ := guard.Export(o).(goja.Proxy)
			o = p.Target()
		default:
			return false
		}
	}
	return false
}

// likePromise makes a function with all properties of Promise.
func likePromise(vm *VM, promise *goja.Object) *goja.Object {
	o := vm.rt.ToValue(func(call goja.ConstructorCall) *goja.Object {
		p, err := vm.rt.New(promise, call.Arguments...)
		vm.Check(err)
		return p
	}).ToObject(vm.rt)
	_ = o.SetPrototype(promise)
	_ = o.DefineDataProperty("name", vm.rt.ToValue("Promise"), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	_ = o.DefineDataProperty("prototype", promise.Get("prototype"), goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE)
	return o
}

// hideConstructor makes a handler that behaves like handler, but never returns promise, which is the
// class Promise, as the constructor: it returns other.
func hideConstructor(vm *VM, handler, promise, other *goja.Object) *goja.Object {
	o := vm.rt.NewObject()
	_ = o.SetPrototype(handler)
	get := vm.rt.ToValue(func(call goja.FunctionCall) goja.Value {
		target, key, receiver := call.Argument(0), call.Argument(1), call.Argument(2)
		f, ok := goja.AssertFunction(handler.Get("get"))
		if !ok {
			f = vm.reflectGet()
		}
		v, err := f(handler, target, key, receiver)
		vm.Check(err)
		if _, isSymbol := key.(*goja.Symbol); !isSymbol && key.String() == "constructor" && v == goja.Value(promise) {
			return other
		}
		return v
	})
	_ = o.DefineDataProperty("get", get, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE)
	return o
}

// reflectGet returns the function Reflect.get. It throws a TypeError if the script has removed it.
func (vm *VM) reflectGet() goja.Callable {
	if reflect, ok := vm.rt.Get("Reflect").(*goja.Object); ok {
		if get, ok := goja.AssertFunction(reflect.Get("get")); ok {
			return get
		}
	}
	panic(vm.rt.NewTypeError("Reflect.get is not a function"))
}
