// This file has process.kill().

package node

import (
	"os"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/vm"
)

// kill implements process.kill(pid, signal) for the process itself: a signal calls the listeners of the script, or ends the
// script, and not the process, in which other scripts may run. For the script there are no other processes; the programs that
// it runs have kill().
func (process *Process) kill(call goja.FunctionCall) goja.Value {
	pid, signal := call.Argument(0), call.Argument(1)
	if !goja.IsNumber(pid) || pid.ToFloat() != float64(pid.ToInteger()) {
		process.wrongType("pid", "of type number", pid)
	}
	number, name := 15, "SIGTERM"
	switch s := signal.(type) {
	case goja.String:
		name = s.String()
		n, ok := signalNumbers[name]
		if !ok {
			process.fail("TypeError", "ERR_UNKNOWN_SIGNAL", "Unknown signal: "+name)
		}
		number = n
	default:
		if goja.IsUndefined(signal) {
			break
		}
		number, name = int(signal.ToInteger()), ""
		for known, n := range signalNumbers {
			if n == number {
				name = known
			}
		}
	}
	switch {
	case number != 0 && name == "":
		process.failedCall("kill", "EINVAL", -22)
	case pid.ToInteger() != int64(os.Getpid()):
		process.failedCall("kill", "ESRCH", -3)
	case number == 0:
		return process.rt.ToValue(true)
	}
	if name == "SIGKILL" || !process.hears(name) { // that signal has no listeners
		end := &vm.ExitError{Code: 128 + number}
		process.vm.Fail(end)
		process.rt.Interrupt(end)
		return goja.Undefined()
	}
	process.vm.Loop().Queue(func() {
		if _, err := process.emitProcess(name, process.rt.ToValue(name), process.rt.ToValue(number)); err != nil {
			process.Uncaught(err)
		}
	})
	return process.rt.ToValue(true)
}

// failedCall throws Node's error for a call of the system that failed.
func (process *Process) failedCall(call, code string, errno int) {
	o := process.vm.Construct("Error", process.rt.ToValue(call+" "+code))
	_ = o.Set("errno", errno)
	_ = o.Set("code", code)
	_ = o.Set("syscall", call)
	panic(o)
}

// signalNumbers are the signals that a script can send to itself, with the numbers of Linux.
var signalNumbers = map[string]int{
	"SIGHUP": 1, "SIGINT": 2, "SIGQUIT": 3, "SIGABRT": 6, "SIGKILL": 9, "SIGUSR1": 10, "SIGUSR2": 12, "SIGPIPE": 13, "SIGALRM": 14, "SIGTERM": 15,
	"SIGCHLD": 17, "SIGCONT": 18, "SIGTSTP": 20, "SIGWINCH": 28,
}
