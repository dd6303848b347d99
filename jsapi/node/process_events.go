// This file has the events of process: exit, beforeExit, uncaughtException and unhandledRejection.

package node

import (
	"errors"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/vm"
)

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
// reports whether there is one. Those of uncaughtExceptionMonitor only look on.
func (process *Process) caught(thrown goja.Value, origin string) (heard bool) {
	_, err := process.emitProcess("uncaughtExceptionMonitor", thrown, process.rt.ToValue(origin))
	switch {
	case err != nil:
	case process.capture != nil:
		heard = true
		_, err = process.capture(goja.Undefined(), thrown)
	default:
		heard, err = process.emitProcess("uncaughtException", thrown, process.rt.ToValue(origin))
	}
	if err != nil {
		process.vm.FailInListener(process.vm.ScriptError(err)) // without exit, as in Node
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
	if process.hears("rejectionHandled") {
		if process.reported == nil {
			process.reported = map[*goja.Promise]bool{}
		}
		process.reported[p] = true
	}
	heard, err := process.emitProcess("unhandledRejection", p.Result(), process.rt.ToValue(p))
	switch {
	case err != nil:
		process.Uncaught(err)
	case !heard && !process.caught(p.Result(), "unhandledRejection"):
		process.end(cause)
	}
}

// HandledLate implements vm.Events.
func (process *Process) HandledLate(p *goja.Promise) {
	if !process.reported[p] {
		return
	}
	delete(process.reported, p)
	process.vm.Loop().Queue(func() {
		if _, err := process.emitProcess("rejectionHandled", process.rt.ToValue(p)); err != nil {
			process.Uncaught(err)
		}
	})
}

// Failed implements vm.Events. Of the listeners, only those of uncaughtException get what module code throws: it is no promise of
// the script. A script that is loaded for its exports has none then, whatever its listeners do.
func (process *Process) Failed(err error) {
	var thrown *vm.ScriptError
	if !errors.As(err, &thrown) || process.o.Loaded || !process.caught(thrown.Value(), "unhandledRejection") {
		process.end(err)
	}
}

// end ends the run with an error, after it has called the listeners of exit. An error of a listener changes nothing.
func (process *Process) end(err error) {
	if process.vm.Err() == nil && !process.leaving && process.hears("exit") {
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
	for process.vm.Err() == nil && process.hears("beforeExit") {
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
	if process.vm.Err() == nil && process.hears("exit") {
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
