// This file hides Go internals from scripts: Go objects, the names of Go functions, and the scope
// in which the modules of lib find their host object.

package vm

import (
	"github.com/dop251/goja"
)

// installSeals removes from the global object what goja defines for Go programs. It also makes a
// direct eval run in the global scope, as an indirect one does, so that a script cannot reach the
// scope of lib.
func installSeals(vm *VM) {
	global := vm.rt.GlobalObject()
	_ = global.Delete("GoError")
	own, ok := global.Get("eval").(*goja.Object)
	if !ok {
		return
	}
	call, _ := goja.AssertFunction(own)
	eval := vm.NativeFunction("eval", func(fc goja.FunctionCall) goja.Value {
		v, err := call(goja.Undefined(), fc.Arguments...)
		if err != nil {
			vm.Throw(vm.ScriptError(err))
		}
		return v
	})
	_ = eval.DefineDataProperty("length", vm.rt.ToValue(1), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	_ = global.DefineDataProperty("eval", eval, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
}
