// This file has the parts of process that packages use seldom: signals, what the process uses, and hooks of the runtime.

package node

import (
	"os"
	goruntime "runtime"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/guard"
	"github.com/hitlrun/hitlrun/jsapi/vm"
)

// ofSystem adds the functions that say what the process uses.
func (process *Process) ofSystem(o *goja.Object) {
	_ = o.Set("ppid", os.Getppid())
	_ = o.Set("debugPort", 9229)
	_ = o.Set("sourceMapsEnabled", false)
	_ = o.Set("moduleLoadList", process.rt.NewArray())
	process.vm.Native(o, "kill", process.kill)
	process.vm.Native(o, "resourceUsage", func(goja.FunctionCall) goja.Value {
		user, system := cpuTimes()
		var m goruntime.MemStats
		goruntime.ReadMemStats(&m)
		u := process.rt.NewObject()
		_ = u.Set("userCPUTime", user.Microseconds())
		_ = u.Set("systemCPUTime", system.Microseconds())
		_ = u.Set("maxRSS", m.Sys/1024)
		for _, name := range []string{
			"sharedMemorySize", "unsharedDataSize", "unsharedStackSize", "minorPageFault", "majorPageFault", "swappedOut", "fsRead", "fsWrite",
			"ipcSent", "ipcReceived", "signalsCount", "voluntaryContextSwitches", "involuntaryContextSwitches",
		} {
			_ = u.Set(name, 0)
		}
		return u
	})
	memory := func(goja.FunctionCall) goja.Value { return process.rt.ToValue(process.vm.Limits().MemoryBytes) }
	process.vm.Native(o, "constrainedMemory", memory)
	process.vm.Native(o, "availableMemory", memory)
	for _, name := range []string{"getActiveResourcesInfo", "_getActiveHandles", "_getActiveRequests"} {
		process.vm.Native(o, name, func(goja.FunctionCall) goja.Value { return process.rt.NewArray() })
	}
	process.vm.Native(o, "setSourceMapsEnabled", func(goja.FunctionCall) goja.Value { return goja.Undefined() })
	for _, name := range []string{"binding", "_linkedBinding"} {
		process.vm.Native(o, name, func(call goja.FunctionCall) goja.Value {
			panic(process.vm.Construct("Error", process.rt.ToValue("No such module: "+call.Argument(0).String())))
		})
	}
	process.vm.Native(o, "dlopen", func(goja.FunctionCall) goja.Value {
		process.fail("Error", "ERR_DLOPEN_FAILED", "hitlrun cannot load machine code for Node.js")
		return nil
	})
	process.vm.Native(o, "setUncaughtExceptionCaptureCallback", process.setCapture)
	process.vm.Native(o, "hasUncaughtExceptionCaptureCallback", func(goja.FunctionCall) goja.Value {
		return process.rt.ToValue(process.capture != nil)
	})
	process.vm.Native(o, "loadEnvFile", process.loadEnvFile)
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
	heard, err := process.emitProcess(name, process.rt.ToValue(name), process.rt.ToValue(number))
	process.vm.Check(err)
	if !heard {
		end := &vm.ExitError{Code: 128 + number}
		process.vm.Fail(end)
		process.rt.Interrupt(end)
	}
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

// loadEnvFile implements process.loadEnvFile(path). Variables that are set stay as they are.
func (process *Process) loadEnvFile(call goja.FunctionCall) goja.Value {
	path := call.Argument(0)
	if goja.IsUndefined(path) {
		path = process.rt.ToValue(".env")
	}
	read := func(module, name string, arguments ...goja.Value) goja.Value {
		o, err := process.o.Builtin(module)
		process.vm.Check(err)
		f, _ := goja.AssertFunction(o.Get(name))
		v, err := f(goja.Undefined(), arguments...)
		process.vm.Check(err)
		return v
	}
	parsed := read("util", "parseEnv", read("fs", "readFileSync", path, process.rt.ToValue("utf8"))).ToObject(process.rt)
	for _, name := range guard.Keys(parsed) {
		if process.env.granted(name) == "" {
			process.env.Set(name, parsed.Get(name))
		}
	}
	return goja.Undefined()
}
