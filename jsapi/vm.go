// This file has the type VM, which runs a script together with everything that it can import and
// call.

package jsapi

import (
	"context"
	"crypto/rand"
	"io"
	"sync"
	"time"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/jsapi/bundle"
	"github.com/hitlrun/hitlrun/jsapi/langgraph"
	"github.com/hitlrun/hitlrun/jsapi/node"
	"github.com/hitlrun/hitlrun/jsapi/vm"
	"github.com/hitlrun/hitlrun/jsapi/web"
	"github.com/hitlrun/hitlrun/runtime"
)

// Options configure a VM. With the zero value a script prints nothing, has no permissions, and has
// no arguments.
type Options struct {
	Stdout, Stderr io.Writer // nil discards the output
	Stdin          io.Reader // nil is an empty input
	File           string    // the absolute path of the script; "" if it is not from a file
	Args           []string  // process.argv after the script's name
	Env            []string  // "NAME=value"; process.env has those that Permissions grants
	Permissions    Permissions
	Limits         Limits
	// Profile is the version of the documentation to follow: "1" or "0.2"; "" means "1".
	Profile string
	// Loaded says that the script is only loaded for its exports, not run: import.meta.main is
	// false.
	Loaded bool
	// Strict is runtime.Options.Strict of all runs. Effects is runtime.Options.Effects of all runs.
	Strict  bool
	Effects runtime.Effects
	// Stuck is called, if not nil, when the VM still runs 0.8 s after it was stopped. It runs in
	// a goroutine of its own, and its argument is the error that stopped the VM. Only the end of
	// the process ends such a VM.
	Stuck func(error)
	// Functions are the functions of the Go program that the script can call, by name.
	Functions map[string]Function
	// By and From say who runs the script and from where, for the audit log.
	By, From string
	// Colors makes console.log print colors, as Node does on a terminal.
	Colors bool

	// NewMemorySaver makes the saver of new MemorySaver() in a script; nil means
	// checkpoint.MemorySaver.
	NewMemorySaver func() checkpoint.Saver
	// OpenSaver opens the saver of SqliteSaver.fromConnString(conn) in a script; nil means that the
	// call fails.
	OpenSaver func(conn string) (checkpoint.Saver, error)
	// Trace is runtime.Ledger.Trace. The writes of tasks in its events are plain JSON.
	Trace func(runtime.TraceEvent)
	// MaxDefer is runtime.Ledger.MaxDefer.
	MaxDefer time.Duration
	// Now is the clock, and Rand is the source of random bytes; nil means those of the system.
	Now  func() time.Time
	Rand io.Reader
}

// VM runs one Program. Only one goroutine at a time may use it; see jsapi/vm.
type VM struct {
	*langgraph.Exports // the graphs that the script exports

	core    *vm.VM
	graphs  *langgraph.API
	process *node.Process
	loaded  map[string]*goja.Object // modules of lib that are loaded, by name; see library.go
	host    *goja.Object            // the object that lib names __hitlrun
	main    bool                    // the script is run, not only loaded for its exports
	late    func() (*bundle.Late, error)
}

// NewVM makes a VM for p. The caller must call Close, which releases what the script opened.
func NewVM(p *Program, o Options) (*VM, error) {
	core := vm.New(p, vm.Options{Limits: o.Limits, Now: o.Now, Stuck: o.Stuck})
	v := &VM{core: core, main: !o.Loaded}
	v.graphs = langgraph.New(core, langgraph.Options{
		Profile: o.Profile, Strict: o.Strict, Effects: o.Effects, Functions: o.Functions, By: o.By, From: o.From, Permissions: o.Permissions,
		NewMemorySaver: o.NewMemorySaver, OpenSaver: o.OpenSaver, Trace: o.Trace, MaxDefer: o.MaxDefer, Now: o.Now,
		Print: func(line string) { v.process.Print(line) }, Warn: func(line string) { v.process.Warn(line) }, Library: v.libraryModule,
	})
	v.Exports = v.graphs.Exports()
	v.late = sync.OnceValues(func() (*bundle.Late, error) {
		return bundle.NewLate(v.process.Script(), o.Permissions.ReadGrants(), v.core.Cut)
	})
	effects := v.graphs.Effects()
	v.process = node.New(core, node.Options{
		Stdout: core.Behind(o.Stdout), Stderr: core.Behind(o.Stderr), Stdin: o.Stdin, Args: o.Args, Env: o.Env, Permissions: o.Permissions, Colors: o.Colors,
		File: o.File, Installed: bundle.InstalledFolders, Library: v.libraryModule, Builtin: v.nodeModule, Loaded: o.Loaded,
		Journal: effects.Journal, Uptime: effects.Uptime,
	})
	hooks := vm.Hooks{Events: v.process, Host: v.hostObject}
	v.graphs.Hook(&hooks)
	core.SetHooks(hooks)
	if err := v.install(o); err != nil {
		_ = core.Close()
		return nil, err
	}
	return v, nil
}

// install defines the globals of the web platform.
func (v *VM) install(o Options) error {
	v.graphs.InstallAmbient()
	core, rt, effects := v.core, v.core.Runtime(), v.graphs.Effects()
	rt.SetTimeSource(effects.Now)
	rt.SetRandSource(effects.Random)
	if o.Rand == nil {
		o.Rand = rand.Reader
	}
	natives := func(name string) func() goja.Value {
		return func() goja.Value { return v.host.Get("node").ToObject(rt).Get(name) }
	}
	return web.Install(rt, web.Env{
		Loop: core.Loop(), Now: effects.Now, Clock: core.Now, Rand: effects.RandomBytes(o.Rand), Journal: effects.Journal(), Leaving: core.Leave,
		Globals:  map[string]func() goja.Value{"process": v.process.Object},
		CheckNet: o.Permissions.CheckNet, MaxBody: max(0, core.Limits().BodyBytes), Context: core.Context(), Warn: v.process.Warn,
		Requests: v.graphs.Effects().Requests(),
		Inspect:  core.Values().Show,
		Uncaught: v.process.Uncaught,
		Keys:     natives("crypt"),
		Zlib:     natives("zlib"),
	})
}

// Run runs the script to its end: its module code, and all that this code started. It returns the
// error that ended it.
func (v *VM) Run(ctx context.Context) error { return v.core.Run(ctx) }

// Load runs the module code of the script until its top-level awaits are settled.
func (v *VM) Load(ctx context.Context) error {
	defer v.process.Loaded()
	return v.core.Load(ctx)
}

// Close ends the VM and releases what the script opened.
func (v *VM) Close() error { return v.core.Close() }

// Sound reports whether the VM can be used for another run: nothing has stopped it, no work of the
// last run is pending, and no input of it and no open file is left.
func (v *VM) Sound() bool {
	return v.core.Sound() && v.graphs.Lost() == nil && !v.process.InputUsed() && !v.process.FilesLeft()
}

// ExitCode returns process.exitCode as the script left it.
func (v *VM) ExitCode() int { return v.process.ExitCode() }

// hostObject makes the object that lib names __hitlrun. lib/langgraph/host.d.ts declares it.
func (v *VM) hostObject() *goja.Object {
	o := v.core.Runtime().NewObject()
	_ = o.SetPrototype(nil) // a script that changes Object.prototype does not get hold of it
	v.core.ClassFunctions(o)
	v.graphs.Functions(o)
	v.core.Hidden(o, "lib", v.library)
	v.core.Hidden(o, "builtin", v.builtinModule)
	v.core.Hidden(o, "own", v.ownModule)
	v.lateFunctions(o)
	v.core.Hidden(o, "partialJSON", v.core.Values().PartialJSON)
	v.core.Hidden(o, "parseXML", v.core.Values().ParseXML)
	v.core.Hidden(o, "lowerScript", v.lowerScript)
	v.core.Hidden(o, "scopeScript", v.scopeScript)
	v.core.Hidden(o, "callFor", v.callFor)
	_ = o.Set("main", v.main)
	v.core.Lazy(o, "node", v.process.Modules)
	_ = o.Set("setImmediate", v.core.Runtime().Get("setImmediate")) // before the script can replace it
	v.host = o
	return o
}
