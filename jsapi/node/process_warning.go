// This file has process.emitWarning.

package node

import (
	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/value"
)

// emitWarning implements process.emitWarning(warning, type, code) and emitWarning(warning, {type, code, detail}). It prints
// the warning, and then emits the event "warning".
func (process *Process) emitWarning(call goja.FunctionCall) goja.Value {
	given := call.Argument(0)
	warning, ok := given.(*goja.Object)
	switch _, isText := given.(goja.String); {
	case isText:
		warning = process.vm.Construct("Error", given)
		_ = warning.Set("name", "Warning")
	case !ok || warning.ClassName() != "Error":
		wrong := process.vm.Construct("TypeError", process.rt.ToValue(`The "warning" argument must be of type string or an instance of Error`))
		_ = wrong.Set("code", "ERR_INVALID_ARG_TYPE")
		panic(wrong)
	}
	set := func(field string, v goja.Value) {
		if text, ok := v.(goja.String); ok && warning != given {
			_ = warning.Set(field, text)
		}
	}
	if o, ok := call.Argument(1).(*goja.Object); ok {
		set("name", o.Get("type"))
		set("code", o.Get("code"))
		set("detail", o.Get("detail"))
	} else {
		set("name", call.Argument(1))
		set("code", call.Argument(2))
	}
	process.Warn(warningText(warning))
	process.vm.Loop().Queue(func() {
		if _, err := process.emitProcess("warning", warning); err != nil {
			process.Uncaught(err)
		}
	})
	return goja.Undefined()
}

// warningText returns what is printed of a warning, in the form of Node.
func warningText(warning *goja.Object) string {
	text := value.Text(warning.Get("name")) + ": " + value.Text(warning.Get("message"))
	if code, ok := warning.Get("code").(goja.String); ok {
		text = "[" + code.String() + "] " + text
	}
	if detail, ok := warning.Get("detail").(goja.String); ok {
		text += "\n" + detail.String()
	}
	return "(hitlrun) " + text
}
