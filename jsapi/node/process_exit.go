// This file has the end of a script: process.exit() and process.exitCode.

package node

import (
	"fmt"
	"math"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/value"
	"github.com/hitlrun/hitlrun/jsapi/vm"
)

// ofExitCode adds process.exitCode.
func (process *Process) ofExitCode(o *goja.Object) {
	process.exitCode = goja.Undefined()
	_ = o.DefineAccessorProperty("exitCode", process.vm.NativeFunction("get exitCode", func(goja.FunctionCall) goja.Value { return process.exitCode }),
		process.vm.NativeFunction("set exitCode", func(call goja.FunctionCall) goja.Value {
			process.checkExitCode(call.Argument(0))
			process.exitCode = call.Argument(0)
			return goja.Undefined()
		}), goja.FLAG_FALSE, goja.FLAG_TRUE)
}

// exit implements process.exit(code). It ends the script immediately.
func (process *Process) exit(call goja.FunctionCall) goja.Value {
	code := call.Argument(0)
	if goja.IsUndefined(code) {
		code = process.exitCode
	}
	process.checkExitCode(code)
	if process.hears("exit") && !process.leaving {
		process.leaving = true  // a listener that calls exit() again does not emit the event again
		process.exitCode = code // a listener may set another one
		if _, err := process.emitProcess("exit", process.rt.ToValue(exitCodeOf(code))); err != nil {
			process.vm.Check(err)
		}
		code = process.exitCode
	}
	if end, ok := goja.AssertFunction(process.object.Get("reallyExit")); ok { // the script may have replaced it
		_, err := end(process.object, process.rt.ToValue(exitCodeOf(code)))
		process.vm.Check(err)
		return goja.Undefined()
	}
	return process.reallyExit(goja.FunctionCall{Arguments: []goja.Value{code}})
}

// ofReallyExit adds process.reallyExit, which packages replace to hear of the end. It is not enumerable here.
func (process *Process) ofReallyExit(o *goja.Object) {
	f := process.vm.NativeFunction("reallyExit", process.reallyExit)
	_ = o.DefineDataProperty("reallyExit", f, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
}

// reallyExit implements process.reallyExit(code): it ends the script without listeners.
func (process *Process) reallyExit(call goja.FunctionCall) goja.Value {
	code := call.Argument(0)
	err := &vm.ExitError{Code: exitCodeOf(code)}
	process.vm.Fail(err)
	process.rt.Interrupt(err)
	return goja.Undefined()
}

// checkExitCode throws Node's error if v is not an exit code: an integer, an integer as a string, undefined or
// null.
func (process *Process) checkExitCode(v goja.Value) {
	switch kind := value.TypeOf(v); {
	case kind == "undefined", goja.IsNull(v):
	case kind == "number", kind == "string":
		n := v.ToFloat()
		whole := n == math.Trunc(n) && !math.IsInf(n, 0)
		switch {
		case whole && math.Abs(n) < 1<<53 && v.String() != "":
		case kind == "string":
			process.wrongType("code", "of type number", v)
		default:
			must := "an integer"
			if whole {
				must = ">= -9007199254740991 && <= 9007199254740991"
			}
			process.fail("RangeError", "ERR_OUT_OF_RANGE", fmt.Sprintf("The value of \"code\" is out of range. It must be %s. Received %s", must, v.String()))
		}
	default:
		process.wrongType("code", "of type number", v)
	}
}

// exitCodeOf returns the number of an exit code that checkExitCode has accepted.
func exitCodeOf(v goja.Value) int {
	if v == nil || goja.IsUndefined(v) || goja.IsNull(v) {
		return 0
	}
	return int(v.ToInteger())
}

// ExitCode returns process.exitCode, as the script left it.
func (process *Process) ExitCode() int { return exitCodeOf(process.exitCode) }
