// This file makes RegExp.prototype.source and toString print slashes as V8 does.

package vm

import (
	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/guard"
	"github.com/hitlrun/hitlrun/jsapi/inspect"
)

func installRegExpSource(vm *VM) {
	proto := vm.rt.Get("RegExp").ToObject(vm.rt).Get("prototype").ToObject(vm.rt)
	describe, _ := goja.AssertFunction(vm.rt.Get("Object").ToObject(vm.rt).Get("getOwnPropertyDescriptor"))
	source, err := describe(goja.Undefined(), proto, vm.rt.ToValue("source"))
	vm.Check(err)
	_ = proto.DefineAccessorProperty("source", withSlashes(vm, "get source", source.ToObject(vm.rt).Get("get")), nil, goja.FLAG_TRUE, goja.FLAG_FALSE)
	_ = proto.DefineDataProperty("toString", withSlashes(vm, "toString", proto.Get("toString")), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
}

// withSlashes wraps a function of goja that returns the text of a regular expression, so that
// slashes in the text are escaped.
func withSlashes(vm *VM, name string, f goja.Value) goja.Value {
	text, _ := goja.AssertFunction(f)
	return vm.NativeFunction(name, func(call goja.FunctionCall) goja.Value {
		if name == "toString" && guard.FlagsOf(call.This) != 0 {
			re := call.This.ToObject(vm.rt)
			return vm.rt.ToValue("/" + re.Get("source").String() + "/" + re.Get("flags").String())
		}
		v, err := text(call.This)
		if err != nil {
			vm.Throw(vm.ScriptError(err))
		}
		if s, ok := v.(goja.String); ok {
			if text := s.String(); inspect.Slashes(text) != text {
				return vm.rt.ToValue(inspect.Slashes(text))
			}
		}
		return v
	})
}
