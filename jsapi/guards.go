// This file bounds what a single call of a built-in may make: goja would try, and
// the process would die with it.

package jsapi

import (
	"math"

	"github.com/dop251/goja"
)

// The most a built-in makes at once. A string longer than that is an error in V8 too.
const (
	maxString = 1<<29 - 24
	maxArray  = 1 << 26
)

// guard puts a check in front of a method; size is what the call would make.
func (vm *VM) guard(class, method string, most float64, message string, size func(this goja.Value, call goja.FunctionCall) float64) {
	proto, ok := vm.rt.Get(class).ToObject(vm.rt).Get("prototype").(*goja.Object)
	if !ok {
		return
	}
	own, ok := proto.Get(method).(*goja.Object)
	if !ok {
		return
	}
	call, ok := goja.AssertFunction(own)
	if !ok {
		return
	}
	cover := vm.rt.ToValue(func(fc goja.FunctionCall) goja.Value {
		if size(fc.This, fc) > most {
			panic(vm.construct1("RangeError", vm.rt.ToValue(message)))
		}
		v, err := call(fc.This, fc.Arguments...)
		if err != nil {
			vm.throw(vm.scriptError(err))
		}
		return v
	}).ToObject(vm.rt)
	for _, name := range []string{"name", "length"} {
		_ = cover.DefineDataProperty(name, own.Get(name), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	}
	_ = proto.DefineDataProperty(method, cover, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
}

func (vm *VM) installGuards() {
	stringLength := func(v goja.Value) float64 {
		if s, ok := v.(goja.String); ok {
			return float64(s.Length())
		}
		return 1
	}
	arrayLength := func(v goja.Value) float64 {
		o, ok := v.(*goja.Object)
		if !ok {
			return 0
		}
		n := o.Get("length")
		if n == nil {
			return 0
		}
		return n.ToFloat()
	}
	number := func(v goja.Value) float64 {
		if n := v.ToFloat(); !math.IsNaN(n) {
			return n
		}
		return 0
	}
	const tooLong, tooMany = "Invalid string length", "Invalid array length"
	vm.guard("String", "repeat", maxString, tooLong, func(this goja.Value, call goja.FunctionCall) float64 {
		if math.IsInf(number(call.Argument(0)), 0) {
			return 0 // goja says that the count is invalid
		}
		return stringLength(this) * number(call.Argument(0))
	})
	for _, name := range []string{"padStart", "padEnd"} {
		vm.guard("String", name, maxString, tooLong, func(_ goja.Value, call goja.FunctionCall) float64 { return number(call.Argument(0)) })
	}
	vm.guard("Array", "join", maxString, tooLong, func(this goja.Value, call goja.FunctionCall) float64 {
		separator := 1.0
		if v := call.Argument(0); !goja.IsUndefined(v) {
			separator = stringLength(v)
		}
		return arrayLength(this) * max(separator, 1)
	})
	for _, name := range []string{"fill", "reverse", "sort", "toString"} {
		vm.guard("Array", name, maxArray, tooMany, func(this goja.Value, _ goja.FunctionCall) float64 { return arrayLength(this) })
	}
	for _, class := range []string{"ArrayBuffer", "Uint8Array", "Int8Array", "Uint8ClampedArray", "Uint16Array", "Int16Array",
		"Uint32Array", "Int32Array", "Float32Array", "Float64Array", "BigInt64Array", "BigUint64Array"} {
		vm.coverConstructor(class, func(args []goja.Value) []goja.Value {
			if len(args) > 0 && typeOf(args[0]) == "number" && args[0].ToFloat() > maxString {
				panic(vm.construct1("RangeError", vm.rt.ToValue("Invalid typed array length: "+args[0].String())))
			}
			return args
		})
	}
}
