// This file keeps what belongs to Go out of the reach of scripts: objects of Go, names of its functions, the scope in which
// the modules of the library find their host.

package vm

import (
	"github.com/dop251/goja"
)

// installSeals takes from the global object what goja has there for programs in Go, and the way into the scope of the library:
// a direct eval runs in the global scope, as an indirect one does.
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
