// This file defines the properties of RegExp.prototype that show the flags d and v, which goja does not have.

package vm

import (
	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/guard"
)

// regExpFlags are the letters of the flags and their properties, in the order in which they are read.
var regExpFlags = [...]struct{ letter, name string }{
	{"d", "hasIndices"}, {"g", "global"}, {"i", "ignoreCase"}, {"m", "multiline"}, {"s", "dotAll"}, {"u", "unicode"}, {"v", "unicodeSets"}, {"y", "sticky"},
}

func installRegExpFlags(vm *VM) {
	proto := vm.rt.Get("RegExp").ToObject(vm.rt).Get("prototype").ToObject(vm.rt)
	getter := func(name string, get func(call goja.FunctionCall) goja.Value) {
		_ = proto.DefineAccessorProperty(name, vm.NativeFunction("get "+name, get), nil, goja.FLAG_TRUE, goja.FLAG_FALSE)
	}
	extra := func(name string, flag guard.ExtraFlags) {
		getter(name, func(call goja.FunctionCall) goja.Value {
			o, ok := call.This.(*goja.Object)
			switch _, isRegExp := guard.WrittenSource(call.This); {
			case isRegExp:
				return vm.rt.ToValue(guard.FlagsOf(o)&flag != 0)
			case ok && o == proto:
				return goja.Undefined()
			}
			panic(vm.rt.NewTypeError("RegExp.prototype." + name + " getter called on non-RegExp object"))
		})
	}
	extra("hasIndices", guard.HasIndices)
	extra("unicodeSets", guard.UnicodeSets)
	getter("flags", func(call goja.FunctionCall) goja.Value {
		o, ok := call.This.(*goja.Object)
		if !ok {
			panic(vm.rt.NewTypeError("RegExp.prototype.flags getter called on non-object " + call.This.String()))
		}
		flags := ""
		for _, f := range regExpFlags {
			if v := o.Get(f.name); v != nil && v.ToBoolean() {
				flags += f.letter
			}
		}
		return vm.rt.ToValue(flags)
	})
}
