// This file has the global object process.

package node

import (
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	goruntime "runtime"
	"slices"
	"sync"
	"time"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/inspect"
	"github.com/hitlrun/hitlrun/jsapi/value"
	"github.com/hitlrun/hitlrun/jsapi/vm"
	"github.com/hitlrun/hitlrun/jsapi/web"
)

// Options configure a Process. Journal and Uptime are required.
type Options struct {
	Stdout, Stderr io.Writer // nil discards
	Stdin          io.Reader // nil is empty
	File           string    // the absolute path of the script; "" makes that of the VM absolute
	Args           []string  // process.argv after the script's name
	Env            []string  // "NAME=value"; process.env has those that Permissions grants
	Permissions    vm.Permissions
	// Installed returns the node_modules folders of the script at an absolute path. The script may
	// read the files in them without a grant, since it may import them. The folders have no links in
	// their paths. nil has none.
	Installed func(script string) []string
	// Library returns the exports of a module of lib.
	Library func(name string) (*goja.Object, error)
	// Builtin returns the namespace of a module of Node by its name, or nil if there is none.
	Builtin func(name string) (*goja.Object, error)
	Loaded  bool // the script is only loaded for its exports, not run
	Colors  bool // console.log prints colors, as Node does on a terminal

	Journal func() web.Journal   // returns the journal of effects that happen once
	Uptime  func() time.Duration // returns process.uptime()
}

// Process implements the global objects process and console, and has the Go functions for the node: modules.
type Process struct {
	vm      *vm.VM
	rt      *goja.Runtime
	values  *value.Realm
	printer *inspect.Printer
	o       Options

	console   *console
	warned    map[string]bool
	modules   goja.Value   // nil until a node: module is used
	object    *goja.Object // nil until the script first names process
	listeners []processListener
	capture   goja.Callable    // of process.setUncaughtExceptionCaptureCallback; nil if there is none
	leaving   bool             // whether process.exit was called
	exitCode  goja.Value       // process.exitCode; nil until process is used
	outputs   standardStreams  // process.stdout and process.stderr
	inputs    standardStreams  // process.stdin
	inputUsed bool             // whether the script has read it, or changed its state
	terminal  func() *Terminal // of standard input; nil if there is none
	env       *envObject
}

// InputUsed reports whether the script has used standard input in a way that another run in the same VM would see: what was read
// and not taken, what the script pushed, or the end.
func (process *Process) InputUsed() bool { return process.inputUsed }

// nodeVersion is the version of Node whose modules scripts find here.
const nodeVersion = "20.20.2"

// New makes the process of a VM, with the global console.
func New(in *vm.VM, o Options) *Process {
	process := &Process{vm: in, rt: in.Runtime(), values: in.Values(), printer: in.Printer(), o: o}
	process.outputs = standardStreams{process: process, module: "node/stream_writable.ts", names: outputNames}
	process.inputs = standardStreams{process: process, module: "node/stream_readable.ts", names: inputNames}
	process.terminal = sync.OnceValue(func() *Terminal { return terminalOf(o.Stdin) })
	process.env = &envObject{process: process, vars: map[string]goja.Value{}}
	process.installConsole()
	return process
}

// program returns process.argv[1]. Scripts compare it with import.meta.url to find out whether they are run: a script
// that is only loaded for its exports has another program there, as a module that another one imports on Node.
func (process *Process) program() string {
	if process.o.Loaded {
		return "hitlrun"
	}
	return process.Script()
}

// Script returns the absolute path of the script, as it was named: links are not followed.
func (process *Process) Script() string {
	if process.o.File != "" {
		return process.o.File
	}
	path, err := filepath.Abs(process.vm.Path())
	if err != nil {
		return process.vm.Path() // the current folder was removed
	}
	return path
}

// Object makes the object process. It is called when the script first names process.
func (process *Process) Object() goja.Value {
	o := process.rt.NewObject()
	argv := append([]string{"hitlrun", process.program()}, process.o.Args...)
	list := make([]any, len(argv))
	for i, a := range argv {
		list[i] = a
	}
	_ = o.Set("argv", process.rt.NewArray(list...))
	_ = o.Set("argv0", "hitlrun")
	_ = o.Set("execPath", "hitlrun")
	_ = o.Set("title", "hitlrun")
	_ = o.Set("execArgv", process.rt.NewArray())
	_ = o.Set("env", process.newEnv())
	_ = o.Set("platform", platformName())
	_ = o.Set("arch", archName())
	_ = o.Set("pid", os.Getpid())
	_ = o.DefineDataPropertySymbol(goja.SymToStringTag, process.rt.ToValue("process"), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	_ = o.Set("version", "v"+nodeVersion)
	versions := process.rt.NewObject()
	_ = versions.Set("node", nodeVersion)
	_ = versions.Set("hitlrun", vm.Version)
	_ = o.Set("versions", versions)
	release := process.rt.NewObject()
	_ = release.Set("name", "hitlrun")
	_ = o.Set("release", release)
	process.exitCode = goja.Undefined()
	_ = o.DefineAccessorProperty("exitCode", process.vm.NativeFunction("get exitCode", func(goja.FunctionCall) goja.Value { return process.exitCode }),
		process.vm.NativeFunction("set exitCode", func(call goja.FunctionCall) goja.Value {
			process.checkExitCode(call.Argument(0))
			process.exitCode = call.Argument(0)
			return goja.Undefined()
		}), goja.FLAG_FALSE, goja.FLAG_TRUE)
	_ = o.Set("stdout", process.newOutput(1, process.console.out))
	_ = o.Set("stderr", process.newOutput(2, process.console.err))
	_ = o.Set("stdin", process.newStdin())
	process.vm.Native(o, "cwd", func(goja.FunctionCall) goja.Value {
		dir, err := os.Getwd()
		process.vm.Check(err)
		return process.rt.ToValue(dir)
	})
	process.ofAllScripts(o)
	process.ofUser(o)
	process.ofBuild(o)
	process.ofSystem(o)
	process.vm.Native(o, "cpuUsage", process.cpuUsage)
	process.vm.Native(o, "exit", process.exit)
	process.vm.Native(o, "uptime", func(goja.FunctionCall) goja.Value {
		return process.rt.ToValue(process.o.Uptime().Seconds())
	})
	process.vm.Native(o, "nextTick", func(call goja.FunctionCall) goja.Value {
		f, ok := goja.AssertFunction(call.Argument(0))
		if !ok {
			panic(process.rt.NewTypeError("callback is not a function"))
		}
		args := slices.Clone(call.Arguments[1:]) // goja reuses the slice
		process.nextTick(func() error {
			_, err := f(goja.Undefined(), args...)
			return err
		})
		return goja.Undefined()
	})
	process.vm.Native(o, "memoryUsage", func(goja.FunctionCall) goja.Value {
		var m goruntime.MemStats
		goruntime.ReadMemStats(&m)
		u := process.rt.NewObject()
		_ = u.Set("rss", m.Sys)
		_ = u.Set("heapTotal", m.HeapSys)
		_ = u.Set("heapUsed", m.HeapAlloc)
		return u
	})
	hr := process.vm.NativeFunction("hrtime", func(goja.FunctionCall) goja.Value {
		d := process.o.Uptime()
		return process.rt.NewArray(int64(d/time.Second), int64(d%time.Second))
	})
	process.vm.Native(hr, "bigint", func(goja.FunctionCall) goja.Value {
		f, _ := goja.AssertFunction(process.rt.Get("BigInt"))
		v, err := f(goja.Undefined(), process.rt.ToValue(process.o.Uptime().Nanoseconds()))
		process.vm.Check(err)
		return v
	})
	_ = o.Set("hrtime", hr)
	process.processEvents(o)
	process.vm.Native(o, "emitWarning", process.emitWarning)
	process.vm.Native(o, "getBuiltinModule", process.getBuiltinModule)
	return o
}

// ofAllScripts adds properties of the operating system's process, in which other scripts may also run. The
// script can read them, but not change them. The error code is that of Node for workers.
func (process *Process) ofAllScripts(o *goja.Object) {
	refuse := func(what string) {
		o := process.vm.Construct("TypeError", process.rt.ToValue(what+" is not supported: the process is not the script's alone"))
		_ = o.Set("code", "ERR_WORKER_UNSUPPORTED_OPERATION")
		panic(o)
	}
	process.vm.Native(o, "chdir", func(goja.FunctionCall) goja.Value {
		refuse("process.chdir()")
		return nil
	})
	process.vm.Native(o, "umask", func(call goja.FunctionCall) goja.Value {
		if !goja.IsUndefined(call.Argument(0)) {
			refuse("Setting process.umask()")
		}
		return process.rt.ToValue(0o022)
	})
}

// ofUser adds the functions that say who runs the process, which Windows does not have.
func (process *Process) ofUser(o *goja.Object) {
	for name, id := range map[string]func() int{"getuid": os.Getuid, "geteuid": os.Geteuid, "getgid": os.Getgid, "getegid": os.Getegid} {
		if id() >= 0 {
			process.vm.Native(o, name, func(goja.FunctionCall) goja.Value { return process.rt.ToValue(id()) })
		}
	}
	if os.Getuid() >= 0 {
		process.vm.Native(o, "getgroups", func(goja.FunctionCall) goja.Value {
			groups, err := os.Getgroups()
			process.vm.Check(err)
			list := make([]any, len(groups))
			for i, group := range groups {
				list[i] = group
			}
			return process.rt.NewArray(list...)
		})
	}
}

// ofBuild adds process.config, which says how Node was built, and process.features.
func (process *Process) ofBuild(o *goja.Object) {
	variables, config := process.rt.NewObject(), process.rt.NewObject()
	_ = variables.Set("host_arch", archName())
	_ = variables.Set("napi_build_version", "0")
	_ = config.Set("variables", variables)
	_ = config.Set("target_defaults", process.rt.NewObject())
	_ = o.Set("config", config)
	features := process.rt.NewObject()
	for name, has := range map[string]bool{"inspector": false, "debug": false, "uv": false, "ipv6": true, "tls": true, "typescript": true} {
		_ = features.Set(name, has)
	}
	_ = o.Set("features", features)
}

// cpuUsage implements process.cpuUsage(previous): the microseconds of processor time that this process has used.
func (process *Process) cpuUsage(call goja.FunctionCall) goja.Value {
	user, system := cpuTimes()
	if before, ok := call.Argument(0).(*goja.Object); ok {
		since := func(name string) time.Duration {
			v := before.Get(name)
			if v == nil {
				v = goja.Undefined()
			}
			if !goja.IsNumber(v) {
				process.wrongType("prevValue."+name, "of type number", v)
			}
			return time.Duration(v.ToInteger()) * time.Microsecond
		}
		user, system = user-since("user"), system-since("system")
	}
	o := process.rt.NewObject()
	_ = o.Set("user", user.Microseconds())
	_ = o.Set("system", system.Microseconds())
	return o
}

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

// exit implements process.exit(code). It ends the script immediately.
func (process *Process) exit(call goja.FunctionCall) goja.Value {
	code := call.Argument(0)
	if goja.IsUndefined(code) {
		code = process.exitCode
	}
	process.checkExitCode(code)
	if listening := process.listenersOf("exit"); len(listening) > 0 && !process.leaving {
		process.leaving = true  // a listener that calls exit() again does not emit the event again
		process.exitCode = code // a listener may set another one
		if _, err := process.emitProcess("exit", process.rt.ToValue(exitCodeOf(code))); err != nil {
			process.vm.Check(err)
		}
		code = process.exitCode
	}
	err := &vm.ExitError{Code: exitCodeOf(code)}
	process.vm.Fail(err)
	process.rt.Interrupt(err)
	return goja.Undefined()
}

// checkExitCode throws Node's error if v is not an exit code: an integer, an integer as a string, undefined or
// null.
func (process *Process) checkExitCode(v goja.Value) {
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
		message = fmt.Sprintf("The \"code\" argument must be of type number. Received type string (%s)", process.values.Show(v))
	case "object", "function":
		if goja.IsNull(v) {
			return
		}
		message = "The \"code\" argument must be of type number. Received " + process.values.Show(v)
	default:
		message = fmt.Sprintf("The \"code\" argument must be of type number. Received type %s (%s)", kind, process.values.Show(v))
	}
	o := process.vm.Construct(class, process.rt.ToValue(message))
	_ = o.Set("code", code)
	panic(o)
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

// nextTick runs f after the running code, before anything else.
func (process *Process) nextTick(f func() error) {
	process.vm.Loop().Tick(func() {
		if err := f(); err != nil {
			process.Uncaught(err)
		}
	})
}
