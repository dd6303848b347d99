// This file has the functions of Go for node:util.

package node

import (
	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/inspect"
	"github.com/hitlrun/hitlrun/jsapi/web"
)

func (process *Process) inspect(v, opts goja.Value) string {
	o, err := process.printer.OptionsFrom(opts)
	process.vm.Check(err)
	s, err := process.printer.Inspect(v, o)
	process.vm.Check(err)
	return s
}

func (process *Process) utilNatives() map[string]gojaFunc {
	text := func(call goja.FunctionCall, i int) string { return call.Argument(i).String() }
	return map[string]gojaFunc{
		"inspect": func(call goja.FunctionCall) goja.Value {
			return process.rt.ToValue(process.inspect(call.Argument(0), call.Argument(1)))
		},
		"format": func(call goja.FunctionCall) goja.Value {
			s, err := process.printer.Format(inspect.Options{}, call.Arguments...)
			process.vm.Check(err)
			return process.rt.ToValue(s)
		},
		"formatWith": func(call goja.FunctionCall) goja.Value {
			o, err := process.printer.OptionsFrom(call.Argument(0))
			process.vm.Check(err)
			s, err := process.printer.Format(o, call.Arguments[min(1, len(call.Arguments)):]...)
			process.vm.Check(err)
			return process.rt.ToValue(s)
		},
		"table": func(call goja.FunctionCall) goja.Value {
			o, err := process.printer.OptionsFrom(call.Argument(2))
			process.vm.Check(err)
			return process.rt.ToValue(process.table(call.Argument(0).ToObject(process.rt), call.Argument(1), o))
		},
		"kind": func(call goja.FunctionCall) goja.Value {
			if o, ok := call.Argument(0).(*goja.Object); ok {
				return process.rt.ToValue(web.ClassOf(process.rt, o))
			}
			return process.rt.ToValue("")
		},
		"error": func(call goja.FunctionCall) goja.Value {
			return web.NewError(process.rt, text(call, 0), text(call, 1), text(call, 2))
		},
		"received": func(call goja.FunctionCall) goja.Value {
			return process.rt.ToValue(web.Received(process.rt, call.Argument(0), func(v goja.Value) string { return process.inspect(v, goja.Undefined()) }))
		},
	}
}
