// This file has the events of process: exit, beforeExit, uncaughtException and unhandledRejection, and those that a script emits.

package jsapi

import (
	"errors"
	"slices"

	"github.com/dop251/goja"
)

// processListener is a function that listens to an event of process.
type processListener struct {
	f     *goja.Object
	once  bool
	event string
}

// processEvents defines on, once, off, emit and the rest on process.
func (vm *VM) processEvents(o *goja.Object) {
	vm.process = o
	add := func(once, first bool) func(goja.FunctionCall) goja.Value {
		return func(call goja.FunctionCall) goja.Value {
			f, ok := call.Argument(1).(*goja.Object)
			if _, callable := goja.AssertFunction(call.Argument(1)); !ok || !callable {
				panic(vm.rt.NewTypeError("The \"listener\" argument must be of type function. Received %s", vm.values.Show(call.Argument(1))))
			}
			l := processListener{f, once, call.Argument(0).String()}
			if first {
				vm.listeners = append([]processListener{l}, vm.listeners...)
			} else {
				vm.listeners = append(slices.Clone(vm.listeners), l)
			}
			return o
		}
	}
	remove := func(call goja.FunctionCall) goja.Value {
		name := call.Argument(0).String()
		i := slices.IndexFunc(vm.listeners, func(l processListener) bool { return l.event == name && l.f == call.Argument(1) })
		if i >= 0 {
			vm.listeners = slices.Delete(slices.Clone(vm.listeners), i, i+1)
		}
		return o
	}
	for name, f := range map[string]func(goja.FunctionCall) goja.Value{
		"on": add(false, false), "addListener": add(false, false), "once": add(true, false),
		"prependListener": add(false, true), "prependOnceListener": add(true, true), "off": remove, "removeListener": remove,
		"removeAllListeners": func(call goja.FunctionCall) goja.Value {
			vm.listeners = slices.DeleteFunc(slices.Clone(vm.listeners), func(l processListener) bool {
				return goja.IsUndefined(call.Argument(0)) || l.event == call.Argument(0).String()
			})
			return o
		},
		"emit": func(call goja.FunctionCall) goja.Value {
			args := slices.Clone(call.Arguments[min(1, len(call.Arguments)):])
			heard, err := vm.emitProcess(call.Argument(0).String(), args...)
			vm.check(err)
			return vm.rt.ToValue(heard)
		},
		"listeners": func(call goja.FunctionCall) goja.Value {
			var list []goja.Value
			for _, l := range vm.listenersOf(call.Argument(0).String()) {
				list = append(list, l.f)
			}
			return vm.values.Array(list)
		},
		"listenerCount": func(call goja.FunctionCall) goja.Value {
			return vm.rt.ToValue(len(vm.listenersOf(call.Argument(0).String())))
		},
		"setMaxListeners": func(goja.FunctionCall) goja.Value { return o },
		"getMaxListeners": func(goja.FunctionCall) goja.Value { return vm.rt.ToValue(10) },
	} {
		vm.native(o, name, f)
	}
}

func (vm *VM) listenersOf(event string) (list []processListener) {
	for _, l := range vm.listeners {
		if l.event == event {
			list = append(list, l)
		}
	}
	return list
}

// emitProcess calls the listeners of an event, and reports whether there was one. What a listener throws ends it.
func (vm *VM) emitProcess(event string, args ...goja.Value) (heard bool, err error) {
	for _, l := range vm.listenersOf(event) {
		heard = true
		if l.once {
			vm.listeners = slices.DeleteFunc(slices.Clone(vm.listeners), func(other processListener) bool { return other == l })
		}
		f, _ := goja.AssertFunction(l.f)
		if _, err := f(vm.process, args...); err != nil {
			return true, err
		}
	}
	return heard, nil
}

// uncaught is told what a timer, a tick or a listener threw: the script's own listeners, else it ends the run.
func (vm *VM) uncaught(err error) {
	wrapped := vm.scriptError(err)
	var thrown *ScriptError
	if !errors.As(wrapped, &thrown) || len(vm.listenersOf("uncaughtException")) == 0 {
		vm.fail(wrapped)
		return
	}
	if _, err := vm.emitProcess("uncaughtException", thrown.value, vm.rt.ToValue("uncaughtException")); err != nil {
		vm.fail(vm.scriptError(err))
	}
}

// unhandled is told a promise that was rejected and that nobody handles.
func (vm *VM) unhandled(p *goja.Promise) {
	heard, err := vm.emitProcess("unhandledRejection", p.Result(), vm.rt.ToValue(p))
	if !heard && len(vm.listenersOf("uncaughtException")) > 0 {
		heard, err = vm.emitProcess("uncaughtException", p.Result(), vm.rt.ToValue("unhandledRejection"))
	}
	switch {
	case err != nil:
		vm.fail(vm.scriptError(err))
	case !heard:
		vm.fail(vm.thrown(p.Result()))
	}
}

// ending emits beforeExit, whose listeners may start more, and at last exit.
func (vm *VM) ending(more func()) {
	code := func() goja.Value { return vm.rt.ToValue(vm.ExitCode()) }
	for vm.failure == nil && len(vm.listenersOf("beforeExit")) > 0 {
		vm.loop.push(func() {
			if _, err := vm.emitProcess("beforeExit", code()); err != nil {
				vm.uncaught(err)
			}
		})
		turns := vm.loop.turns
		more()
		if vm.loop.turns <= turns+1 {
			break // nobody started anything
		}
	}
	if vm.failure == nil && len(vm.listeners) > 0 {
		if _, err := vm.emitProcess("exit", code()); err != nil {
			vm.fail(vm.scriptError(err))
		}
	}
}
