// This file has process.getBuiltinModule, for names that the bundler did not find in the text.

package node

import (
	"strings"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/value"
)

// getBuiltinModule implements process.getBuiltinModule(id). The bundler replaces the calls whose names it knows.
func (process *Process) getBuiltinModule(call goja.FunctionCall) goja.Value {
	id, ok := call.Argument(0).(goja.String)
	if !ok {
		process.wrongType("id", "of type string", call.Argument(0))
	}
	o, err := process.o.Builtin(id.String())
	process.vm.Check(err)
	if o == nil {
		return goja.Undefined()
	}
	return o.Get("default")
}

// wrongType throws Node's error for an argument that is not what it must be.
func (process *Process) wrongType(name, must string, v goja.Value) {
	received, noun := process.values.Show(v), "argument"
	if strings.Contains(name, ".") {
		noun = "property"
	}
	switch kind := value.TypeOf(v); kind {
	case "undefined", "function":
	case "object":
		if o, ok := v.(*goja.Object); ok {
			_ = process.rt.Try(func() { // a proxy may throw
				if class, ok := o.Get("constructor").(*goja.Object); ok {
					received = "an instance of " + value.Text(class.Get("name"))
				}
			})
		}
	default:
		received = "type " + kind + " (" + received + ")"
	}
	process.fail("TypeError", "ERR_INVALID_ARG_TYPE", "The \""+name+"\" "+noun+" must be "+must+". Received "+received)
}

// fail throws an error with a code.
func (process *Process) fail(class, code, message string) {
	o := process.vm.Construct(class, process.rt.ToValue(message))
	_ = o.Set("code", code)
	panic(o)
}
