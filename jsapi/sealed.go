// This file keeps what belongs to Go out of the reach of scripts: objects of Go, names of its functions, the scope in which
// the modules of the library find their host.

package jsapi

import (
	"reflect"

	"github.com/dop251/goja"
)

// sealed is what a script holds of a value of Go. goja shows scripts the fields and methods of the values of Go that they hold; this one has none.
type sealed struct{ value any }

// seal makes an object that stands for v. See exported.
func (vm *VM) seal(v any) goja.Value { return vm.rt.ToValue(&sealed{v}) }

// exported returns the Go value behind an object, if it is a T. An object of
// another kind is not looked into: goja would turn it inside out.
func exported[T any](o *goja.Object) (v T, ok bool) {
	switch o.ExportType() {
	case reflect.TypeFor[*sealed]():
		if s, isSealed := o.Export().(*sealed); isSealed && s != nil {
			v, ok = s.value.(T)
		}
	case reflect.TypeFor[T]():
		v, ok = o.Export().(T)
	}
	return v, ok
}

// installSeals takes from the global object what goja has there for programs in Go, and the way into the scope of the library:
// a direct eval runs in the global scope, as an indirect one does.
func (vm *VM) installSeals() {
	global := vm.rt.GlobalObject()
	_ = global.Delete("GoError")
	own, ok := global.Get("eval").(*goja.Object)
	if !ok {
		return
	}
	call, _ := goja.AssertFunction(own)
	eval := vm.nativeFunction("eval", func(fc goja.FunctionCall) goja.Value {
		v, err := call(goja.Undefined(), fc.Arguments...)
		if err != nil {
			vm.throw(vm.scriptError(err))
		}
		return v
	})
	_ = eval.DefineDataProperty("length", vm.rt.ToValue(1), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	_ = global.DefineDataProperty("eval", eval, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
}
