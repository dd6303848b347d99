// This file keeps goja from taking a Proxy around a promise for the promise.

package vm

import (
	"reflect"

	"github.com/dop251/goja"
)

// installProxy covers Proxy. What await and Promise.resolve get is a promise to goja if its constructor is Promise, and
// a Proxy that says so ends the run. So a Proxy around a promise says that its constructor is a function that is
// like Promise and is another one.
func installProxy(vm *VM) {
	real, ok := vm.rt.Get("Proxy").(*goja.Object)
	if !ok {
		return
	}
	var other *goja.Object // what stands for Promise
	cover := vm.rt.ToValue(func(call goja.ConstructorCall) *goja.Object {
		args := call.Arguments
		if target, ok := call.Argument(0).(*goja.Object); ok && isPromise(target) {
			if handler, ok := call.Argument(1).(*goja.Object); ok {
				if other == nil {
					other = likePromise(vm)
				}
				args = []goja.Value{target, hideConstructor(vm, handler, other)}
			}
		}
		o, err := vm.rt.New(real, args...)
		vm.Check(err)
		return o
	}).ToObject(vm.rt)
	_ = cover.SetPrototype(real.Prototype())
	for _, name := range real.GetOwnPropertyNames() {
		_ = cover.DefineDataProperty(name, real.Get(name), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	}
	_ = cover.Delete("prototype")
	_ = vm.rt.GlobalObject().DefineDataProperty("Proxy", cover, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
}

// isPromise reports whether an object is a promise, or a Proxy around one.
func isPromise(o *goja.Object) bool {
	for o != nil {
		switch o.ExportType() { // Export copies other objects
		case reflect.TypeFor[*goja.Promise]():
			return true
		case reflect.TypeFor[goja.Proxy]():
			p, _ := o.Export().(goja.Proxy)
			o = p.Target()
		default:
			return false
		}
	}
	return false
}

// likePromise makes a function that has all that Promise has.
func likePromise(vm *VM) *goja.Object {
	promise := vm.rt.Get("Promise").ToObject(vm.rt)
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

// hideConstructor makes a handler that does what another one does, but gives a constructor other than Promise.
func hideConstructor(vm *VM, handler, other *goja.Object) *goja.Object {
	o := vm.rt.NewObject()
	_ = o.SetPrototype(handler)
	get := vm.rt.ToValue(func(call goja.FunctionCall) goja.Value {
		target, key, receiver := call.Argument(0), call.Argument(1), call.Argument(2)
		f, ok := goja.AssertFunction(handler.Get("get"))
		if !ok {
			f, _ = goja.AssertFunction(vm.rt.Get("Reflect").ToObject(vm.rt).Get("get"))
		}
		v, err := f(handler, target, key, receiver)
		vm.Check(err)
		if _, isSymbol := key.(*goja.Symbol); !isSymbol && key.String() == "constructor" && v == vm.rt.Get("Promise") {
			return other
		}
		return v
	})
	_ = o.DefineDataProperty("get", get, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE)
	return o
}
