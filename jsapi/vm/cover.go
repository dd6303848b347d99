// This file wraps built-in constructors, to check or change their arguments.

package vm

import (
	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/guard"
)

// coverConstructor calls prepare before the constructor of a class. prepare gets the arguments, and
// returns the arguments to use. finish, if given, gets the new object and the arguments that were
// used. Objects, subclasses and instanceof behave as without the wrapper. It returns the new constructor, or nil if there is no such class.
func coverConstructor(vm *VM, class string, prepare func(args []goja.Value) []goja.Value, finish ...func(o *goja.Object, args []goja.Value)) *goja.Object {
	real, ok := vm.rt.Get(class).(*goja.Object)
	if !ok {
		return nil
	}
	proto, ok := real.Get("prototype").(*goja.Object)
	if !ok {
		return nil
	}
	cover := vm.rt.ToValue(func(call goja.ConstructorCall) *goja.Object {
		args := prepare(call.Arguments)
		o, err := vm.rt.New(real, args...)
		if err != nil {
			vm.Throw(vm.ScriptError(err))
		}
		for _, f := range finish {
			f(o, args)
		}
		if p := call.This.Prototype(); p != nil && p != proto && p != vm.objectProto {
			_ = o.SetPrototype(p) // a class that extends this one
		}
		return o
	}).ToObject(vm.rt)
	_ = cover.SetPrototype(real.Prototype())
	for _, name := range []string{"name", "length"} {
		_ = cover.DefineDataProperty(name, real.Get(name), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	}
	for _, name := range guard.OwnNames(real) {
		if name != "name" && name != "length" && name != "prototype" {
			_ = cover.DefineDataProperty(name, real.Get(name), goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE)
		}
	}
	_ = cover.DefineDataProperty("prototype", proto, goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE)
	if real.GetSymbol(goja.SymSpecies) == real {
		self := vm.NativeFunction("get [Symbol.species]", func(call goja.FunctionCall) goja.Value { return call.This })
		_ = cover.DefineAccessorPropertySymbol(goja.SymSpecies, self, nil, goja.FLAG_TRUE, goja.FLAG_FALSE)
	}
	_ = proto.DefineDataProperty("constructor", cover, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	_ = vm.rt.GlobalObject().DefineDataProperty(class, cover, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	return cover
}
