// This file has the events of process: exit, beforeExit, uncaughtException and unhandledRejection, and events
// that a script emits.

package node

import (
	"errors"
	"slices"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/vm"
)

// processListener is a listener of an event of process.
type processListener struct {
	f     *goja.Object
	once  bool
	event string
}

// processEvents defines on, once, off, emit and the other methods of an event emitter on process.
func (process *Process) processEvents(o *goja.Object) {
	process.object = o
	add := func(once, first bool) func(goja.FunctionCall) goja.Value {
		return func(call goja.FunctionCall) goja.Value {
			f, ok := call.Argument(1).(*goja.Object)
			if _, callable := goja.AssertFunction(call.Argument(1)); !ok || !callable {
				panic(process.rt.NewTypeError("The \"listener\" argument must be of type function. Received %s", process.values.Show(call.Argument(1))))
			}
			l := processListener{f, once, call.Argument(0).String()}
			if first {
				process.listeners = append([]processListener{l}, process.listeners...)
			} else {
				process.listeners = append(slices.Clone(process.listeners), l)
			}
			return o
		}
	}
	remove := func(call goja.FunctionCall) goja.Value {
		name := call.Argument(0).String()
		i := slices.IndexFunc(process.listeners, func(l processListener) bool { return l.event == name && l.f == call.Argument(1) })
		if i >= 0 {
			process.listeners = slices.Delete(slices.Clone(process.listeners), i, i+1)
		}
		return o
	}
	for name, f := range map[string]func(goja.FunctionCall) goja.Value{
		"on": add(false, false), "addListener": add(false, false), "once": add(true, false),
		"prependListener": add(false, true), "prependOnceListener": add(true, true), "off": remove, "removeListener": remove,
		"removeAllListeners": func(call goja.FunctionCall) goja.Value {
			process.listeners = slices.DeleteFunc(slices.Clone(process.listeners), func(l processListener) bool {
				return goja.IsUndefined(call.Argument(0)) || l.event == call.Argument(0).String()
			})
			return o
		},
		"emit": func(call goja.FunctionCall) goja.Value {
			args := slices.Clone(call.Arguments[min(1, len(call.Arguments)):])
			heard, err := process.emitProcess(call.Argument(0).String(), args...)
			process.vm.Check(err)
			return process.rt.ToValue(heard)
		},
		"listeners": func(call goja.FunctionCall) goja.Value {
			var list []goja.Value
			for _, l := range process.listenersOf(call.Argument(0).String()) {
				list = append(list, l.f)
			}
			return process.values.Array(list)
		},
		"listenerCount": func(call goja.FunctionCall) goja.Value {
			return process.rt.ToValue(len(process.listenersOf(call.Argument(0).String())))
		},
		"setMaxListeners": func(goja.FunctionCall) goja.Value { return o },
		"getMaxListeners": func(goja.FunctionCall) goja.Value { return process.rt.ToValue(10) },
	} {
		process.vm.Native(o, name, f)
	}
}

func (process *Process) listenersOf(event string) (list []processListener) {
	for _, l := range process.listeners {
		if l.event == event {
			list = append(list, l)
		}
	}
	return list
}

// emitProcess calls the listeners of an event, and reports whether there is one. It stops at the first
// listener that throws, and returns the error.
func (process *Process) emitProcess(event string, args ...goja.Value) (heard bool, err error) {
	for _, l := range process.listenersOf(event) {
		heard = true
		if l.once {
			process.listeners = slices.DeleteFunc(slices.Clone(process.listeners), func(other processListener) bool { return other == l })
		}
		f, _ := goja.AssertFunction(l.f)
		if _, err := f(process.object, args...); err != nil {
			return true, err
		}
	}
	return heard, nil
}

// Uncaught handles an error that a timer, a tick or a listener threw. It calls the script's listeners of
// uncaughtException. If there are none, the run ends with the error.
func (process *Process) Uncaught(err error) {
	wrapped := process.vm.ScriptError(err)
	var thrown *vm.ScriptError
	switch {
	case !errors.As(wrapped, &thrown):
		process.vm.Fail(wrapped)
	case !process.caught(thrown.Value(), "uncaughtException"):
		process.end(wrapped)
	}
}

// caught calls the script's listeners of uncaughtException with what was thrown, or the one function that takes their place. It
// reports whether there is one.
func (process *Process) caught(thrown goja.Value, origin string) (heard bool) {
	var err error
	if process.capture != nil {
		heard = true
		_, err = process.capture(goja.Undefined(), thrown)
	} else {
		heard, err = process.emitProcess("uncaughtException", thrown, process.rt.ToValue(origin))
	}
	if err != nil {
		process.vm.Fail(process.vm.ScriptError(err)) // without exit, as in Node
	}
	return heard
}

// Unhandled implements vm.Events.
func (process *Process) Unhandled(p *goja.Promise) {
	process.unhandled(p, process.vm.Thrown(p.Result()))
}

// unhandled calls the listeners of a promise that was rejected and that nobody handles. If there are none, the run ends with its
// error.
func (process *Process) unhandled(p *goja.Promise, cause error) {
	heard, err := process.emitProcess("unhandledRejection", p.Result(), process.rt.ToValue(p))
	switch {
	case err != nil:
		process.Uncaught(err)
	case !heard && !process.caught(p.Result(), "unhandledRejection"):
		process.end(cause)
	}
}

// Failed implements vm.Events. To the listeners, module code that throws is a promise that nobody handles. A script that is loaded
// for its exports has none then, whatever its listeners do.
func (process *Process) Failed(err error) {
	var thrown *vm.ScriptError
	if !errors.As(err, &thrown) || process.o.Loaded {
		process.end(err)
		return
	}
	p, _, reject := process.rt.NewPromise()
	must(reject(thrown.Value()))
	process.vm.Handled(p)
	process.unhandled(p, err)
}

// end ends the run with an error, after it has called the listeners of exit. An error of a listener changes nothing.
func (process *Process) end(err error) {
	if process.vm.Err() == nil && !process.leaving && len(process.listenersOf("exit")) > 0 {
		process.leaving = true
		process.exitCode = process.rt.ToValue(1)
		if _, err := process.emitProcess("exit", process.exitCode); err != nil {
			_ = process.vm.ScriptError(err) // ends the VM if a limit stopped the listener
		}
	}
	process.vm.Fail(err)
}

// Ending implements vm.Events. It emits beforeExit, whose listeners may start more work, and finally exit.
func (process *Process) Ending(more func()) {
	code := func() goja.Value { return process.rt.ToValue(process.ExitCode()) }
	for process.vm.Err() == nil && len(process.listenersOf("beforeExit")) > 0 {
		process.vm.Loop().Queue(func() {
			if _, err := process.emitProcess("beforeExit", code()); err != nil {
				process.Uncaught(err)
			}
		})
		turns := process.vm.Loop().Turns()
		more()
		if process.vm.Loop().Turns() <= turns+1 {
			break // the listeners started nothing
		}
	}
	if process.vm.Err() == nil && len(process.listeners) > 0 {
		process.leaving = true
		if _, err := process.emitProcess("exit", code()); err != nil {
			process.vm.Fail(process.vm.ScriptError(err))
		}
	}
}

// setCapture implements process.setUncaughtExceptionCaptureCallback(f).
func (process *Process) setCapture(call goja.FunctionCall) goja.Value {
	if goja.IsNull(call.Argument(0)) {
		process.capture = nil
		return goja.Undefined()
	}
	f, ok := goja.AssertFunction(call.Argument(0))
	if !ok {
		process.wrongType("fn", "of type function or null", call.Argument(0))
	}
	if process.capture != nil {
		process.fail("Error", "ERR_UNCAUGHT_EXCEPTION_CAPTURE_ALREADY_SET", "`process.setupUncaughtExceptionCapture()` was called while a capture callback was already active")
	}
	process.capture = f
	return goja.Undefined()
}
