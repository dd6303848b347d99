// This file has the global object process.

package node

import (
	"io"
	"os"
	"path/filepath"
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

	console    *console
	warned     map[string]bool
	modules    goja.Value             // nil until a node: module is used
	object     *goja.Object           // nil until the script first names process
	ownEmitter bool                   // whether emitter was loaded for process alone
	above      *goja.Object           // its prototype, whose prototype is emitter
	emitter    *goja.Object           // EventEmitter.prototype of node:events; nil until the module is loaded
	reported   map[*goja.Promise]bool // the promises that unhandledRejection got while rejectionHandled has a listener; nil for none
	capture    goja.Callable          // of process.setUncaughtExceptionCaptureCallback; nil if there is none
	leaving    bool                   // whether process.exit was called
	exitCode   goja.Value             // process.exitCode; nil until process is used
	outputs    standardStreams        // process.stdout and process.stderr
	inputs     standardStreams        // process.stdin
	inputUsed  bool                   // whether the script has read it, or changed its state
	terminal   func() *Terminal       // of standard input; nil if there is none
	env        *envObject
	files      descriptors   // the files that node:fs has opened
	input      func() *input // reads standard input
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
	process.input = sync.OnceValue(func() *input { return newInput(o.Stdin) })
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
	process.ofScript(o)
	process.ofExitCode(o)
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
	process.ofReallyExit(o)
	process.vm.Native(o, "uptime", process.uptime)
	process.vm.Native(o, "nextTick", process.nextTick)
	_ = o.Set("memoryUsage", process.memoryUsage())
	_ = o.Set("hrtime", process.hrtime())
	process.makeEmitter(o)
	process.vm.Native(o, "emitWarning", process.emitWarning)
	process.vm.Native(o, "getBuiltinModule", process.getBuiltinModule)
	return o
}

// ofScript adds what a script reads about itself, and about the version of Node.
func (process *Process) ofScript(o *goja.Object) {
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
}

// nextTick implements process.nextTick(callback, ...arguments).
func (process *Process) nextTick(call goja.FunctionCall) goja.Value {
	f, ok := goja.AssertFunction(call.Argument(0))
	if !ok {
		panic(process.rt.NewTypeError("callback is not a function"))
	}
	args := slices.Clone(call.Arguments[1:]) // goja reuses the slice
	process.tick(func() error {
		_, err := f(goja.Undefined(), args...)
		return err
	})
	return goja.Undefined()
}

// tick runs f after the running code, before anything else.
func (process *Process) tick(f func() error) {
	process.vm.Loop().Tick(func() {
		if err := f(); err != nil {
			process.Uncaught(err)
		}
	})
}
