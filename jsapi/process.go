// This file has the process object, as far as a guest may see one.

package jsapi

import (
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	goruntime "runtime"
	"slices"
	"strings"
	"time"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/value"
)

// newProcess makes process. It is made when the script first names it.
func (vm *VM) newProcess() goja.Value {
	o := vm.rt.NewObject()
	argv := append([]string{"hitlrun", vm.program.Path()}, vm.o.Args...)
	list := make([]any, len(argv))
	for i, a := range argv {
		list[i] = a
	}
	_ = o.Set("argv", vm.rt.NewArray(list...))
	_ = o.Set("argv0", "hitlrun")
	_ = o.Set("execArgv", vm.rt.NewArray())
	_ = o.Set("env", vm.rt.NewDynamicObject(&envObject{vm: vm, vars: map[string]goja.Value{}}))
	_ = o.Set("platform", platformName())
	_ = o.Set("arch", archName())
	_ = o.Set("pid", os.Getpid())
	_ = o.Set("version", "v20.0.0")
	versions := vm.rt.NewObject()
	_ = versions.Set("node", "20.0.0")
	_ = versions.Set("hitlrun", Version)
	_ = o.Set("versions", versions)
	release := vm.rt.NewObject()
	_ = release.Set("name", "hitlrun")
	_ = o.Set("release", release)
	vm.exitCode = goja.Undefined()
	_ = o.DefineAccessorProperty("exitCode", vm.nativeFunction("get exitCode", func(goja.FunctionCall) goja.Value { return vm.exitCode }),
		vm.nativeFunction("set exitCode", func(call goja.FunctionCall) goja.Value {
			vm.checkExitCode(call.Argument(0))
			vm.exitCode = call.Argument(0)
			return goja.Undefined()
		}), goja.FLAG_FALSE, goja.FLAG_TRUE)
	_ = o.Set("stdout", vm.outStream(vm.console.out))
	_ = o.Set("stderr", vm.outStream(vm.console.err))
	_ = o.Set("stdin", vm.newStdin())
	vm.native(o, "cwd", func(goja.FunctionCall) goja.Value {
		dir, err := os.Getwd()
		vm.check(err)
		return vm.rt.ToValue(dir)
	})
	vm.native(o, "exit", vm.exit)
	vm.native(o, "uptime", func(goja.FunctionCall) goja.Value {
		return vm.rt.ToValue(vm.sinceStart().Seconds())
	})
	vm.native(o, "nextTick", func(call goja.FunctionCall) goja.Value {
		f, ok := goja.AssertFunction(call.Argument(0))
		if !ok {
			panic(vm.rt.NewTypeError("callback is not a function"))
		}
		args := slices.Clone(call.Arguments[1:]) // goja uses the list again
		vm.nextTick(func() error {
			_, err := f(goja.Undefined(), args...)
			return err
		})
		return goja.Undefined()
	})
	vm.native(o, "memoryUsage", func(goja.FunctionCall) goja.Value {
		var m goruntime.MemStats
		goruntime.ReadMemStats(&m)
		u := vm.rt.NewObject()
		_ = u.Set("rss", m.Sys)
		_ = u.Set("heapTotal", m.HeapSys)
		_ = u.Set("heapUsed", m.HeapAlloc)
		return u
	})
	hr := vm.nativeFunction("hrtime", func(goja.FunctionCall) goja.Value {
		d := vm.sinceStart()
		return vm.rt.NewArray(int64(d/time.Second), int64(d%time.Second))
	})
	vm.native(hr, "bigint", func(goja.FunctionCall) goja.Value {
		f, _ := goja.AssertFunction(vm.rt.Get("BigInt"))
		v, err := f(goja.Undefined(), vm.rt.ToValue(vm.sinceStart().Nanoseconds()))
		vm.check(err)
		return v
	})
	_ = o.Set("hrtime", hr)
	vm.processEvents(o)
	vm.native(o, "emitWarning", func(call goja.FunctionCall) goja.Value {
		vm.warn("(hitlrun) Warning: " + call.Argument(0).String())
		return goja.Undefined()
	})
	return o
}

// Version is the version of the program, set when it is built for release.
const Version = "0.1.0"

func platformName() string {
	if goruntime.GOOS == "windows" {
		return "win32"
	}
	return goruntime.GOOS
}

func archName() string {
	if goruntime.GOARCH == "amd64" {
		return "x64"
	}
	return goruntime.GOARCH
}

// exit is process.exit(code): it ends the program at once.
func (vm *VM) exit(call goja.FunctionCall) goja.Value {
	code := call.Argument(0)
	if goja.IsUndefined(code) {
		code = vm.exitCode
	}
	vm.checkExitCode(code)
	if listening := vm.listenersOf("exit"); len(listening) > 0 && !vm.leaving {
		vm.leaving = true  // one that calls exit() again does not start over
		vm.exitCode = code // a listener may set another one
		if _, err := vm.emitProcess("exit", vm.rt.ToValue(exitCodeOf(code))); err != nil {
			vm.check(err)
		}
		code = vm.exitCode
	}
	err := &ExitError{exitCodeOf(code)}
	vm.fail(err)
	vm.rt.Interrupt(err)
	return goja.Undefined()
}

// checkExitCode throws what Node throws if v is no exit code: an integer, one as a string, undefined or null.
func (vm *VM) checkExitCode(v goja.Value) {
	class, code, message := "TypeError", "ERR_INVALID_ARG_TYPE", ""
	switch kind := value.TypeOf(v); kind {
	case "undefined":
		return
	case "number", "string":
		n := v.ToFloat()
		whole := n == math.Trunc(n) && !math.IsInf(n, 0)
		if whole && math.Abs(n) < 1<<53 && v.String() != "" {
			return
		}
		if kind == "number" {
			class, code = "RangeError", "ERR_OUT_OF_RANGE"
			must := "an integer"
			if whole {
				must = ">= -9007199254740991 && <= 9007199254740991"
			}
			message = fmt.Sprintf("The value of \"code\" is out of range. It must be %s. Received %s", must, v.String())
			break
		}
		message = fmt.Sprintf("The \"code\" argument must be of type number. Received type string (%s)", vm.values.Show(v))
	case "object", "function":
		if goja.IsNull(v) {
			return
		}
		message = "The \"code\" argument must be of type number. Received " + vm.values.Show(v)
	default:
		message = fmt.Sprintf("The \"code\" argument must be of type number. Received type %s (%s)", kind, vm.values.Show(v))
	}
	o := vm.construct1(class, vm.rt.ToValue(message))
	_ = o.Set("code", code)
	panic(o)
}

// exitCodeOf returns the number that checkExitCode let pass.
func exitCodeOf(v goja.Value) int {
	if v == nil || goja.IsUndefined(v) || goja.IsNull(v) {
		return 0
	}
	return int(v.ToInteger())
}

// ExitCode returns process.exitCode, as the script left it.
func (vm *VM) ExitCode() int { return exitCodeOf(vm.exitCode) }

// outStream is process.stdout and process.stderr.
func (vm *VM) outStream(w io.Writer) *goja.Object {
	o := vm.rt.NewObject()
	_ = o.Set("isTTY", vm.o.Colors)
	_ = o.Set("columns", 80)
	vm.native(o, "write", func(call goja.FunctionCall) goja.Value {
		if _, err := io.WriteString(w, call.Argument(0).String()); err != nil {
			vm.throw(err)
		}
		for _, arg := range call.Arguments[1:] {
			if f, ok := goja.AssertFunction(arg); ok {
				vm.nextTick(func() error {
					_, err := f(goja.Undefined())
					return err
				})
			}
		}
		return vm.rt.ToValue(true)
	})
	return o
}

// nextTick runs f after what is running now, before anything else.
func (vm *VM) nextTick(f func() error) {
	scope := vm.scope
	vm.loop.ticks = append(vm.loop.ticks, func() {
		vm.in(scope, func() {
			if err := f(); err != nil {
				vm.uncaught(err)
			}
		})
	})
}

// envObject is process.env: the variables that the script was granted. Asking
// for another one is an error that names the flag.
type envObject struct {
	vm   *VM
	vars map[string]goja.Value // what the script has set
	gone map[string]bool       // what it has deleted
}

// Get implements goja.DynamicObject.
func (e *envObject) Get(name string) goja.Value {
	if v, ok := e.vars[name]; ok {
		return v
	}
	if e.gone[name] || name == "NODE_ENV" || name == "constructor" || name == "toJSON" || name == "then" {
		return nil
	}
	e.vm.check(e.vm.o.Permissions.CheckEnv(name))
	for i := len(e.vm.o.Env) - 1; i >= 0; i-- {
		if key, value, ok := strings.Cut(e.vm.o.Env[i], "="); ok && key == name {
			return e.vm.rt.ToValue(value)
		}
	}
	return nil
}

// Set implements goja.DynamicObject.
func (e *envObject) Set(name string, v goja.Value) bool {
	e.vars[name] = e.vm.rt.ToValue(v.String())
	return true
}

// Has implements goja.DynamicObject.
func (e *envObject) Has(name string) bool { return e.Get(name) != nil }

// Delete implements goja.DynamicObject.
func (e *envObject) Delete(name string) bool {
	delete(e.vars, name)
	if e.gone == nil {
		e.gone = map[string]bool{}
	}
	e.gone[name] = true
	return true
}

// Keys implements goja.DynamicObject: the names the script was granted.
func (e *envObject) Keys() []string {
	var names []string
	for _, pair := range e.vm.o.Env {
		name, _, _ := strings.Cut(pair, "=")
		if e.vm.o.Permissions.CheckEnv(name) == nil && !e.gone[name] {
			names = append(names, name)
		}
	}
	return append(names, slices.Sorted(maps.Keys(e.vars))...)
}
