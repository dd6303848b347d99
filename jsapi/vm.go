// This file has VM: a script with all that it can import and call.

package jsapi

import (
	"context"
	"crypto/rand"
	"io"
	"time"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/jsapi/langgraph"
	"github.com/hitlrun/hitlrun/jsapi/node"
	"github.com/hitlrun/hitlrun/jsapi/vm"
	"github.com/hitlrun/hitlrun/jsapi/web"
	"github.com/hitlrun/hitlrun/runtime"
)

// Options are what a script finds around it. The zero value is a script that
// prints nothing, may touch nothing, and has no arguments.
type Options struct {
	Stdout, Stderr io.Writer // nil discards
	Stdin          io.Reader // nil is empty
	Args           []string  // process.argv after the script's name
	Env            []string  // "NAME=value", what Permissions grants of it is in process.env
	Permissions    Permissions
	Limits         Limits
	// Profile is the generation of the documentation to follow, "1" or "0.2"; "" means "1".
	Profile string
	// Loaded says that the script is loaded for its exports, and not run: import.meta.main is false.
	Loaded bool
	// Strict is runtime.Options.Strict of all runs, Effects is runtime.Options.Effects.
	Strict  bool
	Effects runtime.Effects
	// Stuck, if not nil, is called on a goroutine of its own when the VM was stopped, and a second later still runs. It
	// gets what stopped it. Nothing but the end of the process ends such a VM.
	Stuck func(error)
	// Functions are what the script can call of the program, by name.
	Functions map[string]Function
	// By and From are who runs the script and from where, for the audit log.
	By, From string
	// Colors has console.log print as on a terminal.
	Colors bool

	// NewMemorySaver makes the saver behind new MemorySaver(); nil means checkpoint.MemorySaver.
	NewMemorySaver func() checkpoint.Saver
	// OpenSaver opens the saver behind SqliteSaver.fromConnString(conn); nil means there is none.
	OpenSaver func(conn string) (checkpoint.Saver, error)
	// Trace is runtime.Ledger.Trace. What tasks wrote is plain JSON.
	Trace func(runtime.TraceEvent)
	// MaxDefer is runtime.Ledger.MaxDefer.
	MaxDefer time.Duration
	// Now is the clock and Rand the source of random bytes; nil means the real ones.
	Now  func() time.Time
	Rand io.Reader
}

// VM runs one Program. It is used by one goroutine at a time; see the package comment.
type VM struct {
	*langgraph.Exports // the graphs that the script exports

	core    *vm.VM
	graphs  *langgraph.API
	process *node.Process
	loaded  map[string]*goja.Object // modules of lib, see library.go
	host    *goja.Object            // what lib calls __hitlrun
	main    bool                    // the script is run, and not only loaded
}

// NewVM makes a VM for p. Close frees what the script opened.
func NewVM(p *Program, o Options) (*VM, error) {
	core := vm.New(p, vm.Options{Limits: o.Limits, Now: o.Now, Stuck: o.Stuck})
	v := &VM{core: core, main: !o.Loaded}
	v.graphs = langgraph.New(core, langgraph.Options{
		Profile: o.Profile, Strict: o.Strict, Effects: o.Effects, Functions: o.Functions, By: o.By, From: o.From, Permissions: o.Permissions,
		NewMemorySaver: o.NewMemorySaver, OpenSaver: o.OpenSaver, Trace: o.Trace, MaxDefer: o.MaxDefer, Now: o.Now,
		Print: func(line string) { v.process.Print(line) }, Warn: func(line string) { v.process.Warn(line) }, Library: v.libraryModule,
	})
	v.Exports = v.graphs.Exports()
	effects := v.graphs.Effects()
	v.process = node.New(core, node.Options{
		Stdout: core.Behind(o.Stdout), Stderr: core.Behind(o.Stderr), Stdin: o.Stdin, Args: o.Args, Env: o.Env, Permissions: o.Permissions, Colors: o.Colors,
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

// install makes the globals of the platform.
func (v *VM) install(o Options) error {
	v.graphs.InstallAmbient()
	core, rt, effects := v.core, v.core.Runtime(), v.graphs.Effects()
	rt.SetTimeSource(effects.Now)
	rt.SetRandSource(effects.Random)
	if o.Rand == nil {
		o.Rand = rand.Reader
	}
	return web.Install(rt, web.Env{
		Loop: core.Loop(), Now: effects.Now, Clock: core.Now, Rand: effects.RandomBytes(o.Rand), Journal: effects.Journal(), Leaving: core.Leave,
		Globals:  map[string]func() goja.Value{"process": v.process.Object},
		CheckNet: o.Permissions.CheckNet, MaxBody: max(0, core.Limits().BodyBytes), Context: core.Context(), Warn: v.process.Warn,
		Requests: v.graphs.Effects().Requests(),
		Inspect:  core.Values().Show,
		Uncaught: v.process.Uncaught,
		Keys:     func() goja.Value { return v.host.Get("node").ToObject(rt).Get("crypt") },
	})
}

// Run runs the script to the end: its module code, and all it started.
func (v *VM) Run(ctx context.Context) error { return v.core.Run(ctx) }

// Load runs the module code of the script, up to the end of its top-level awaits.
func (v *VM) Load(ctx context.Context) error { return v.core.Load(ctx) }

// Close ends the VM and frees what its script opened.
func (v *VM) Close() error { return v.core.Close() }

// Sound reports whether the VM can be used for another run: nothing has stopped
// it, and nothing of the last run is left to do.
func (v *VM) Sound() bool { return v.core.Sound() && v.graphs.Lost() == nil }

// ExitCode returns process.exitCode, as the script left it.
func (v *VM) ExitCode() int { return v.process.ExitCode() }

// hostObject makes the object that lib calls __hitlrun, described in lib/langgraph/host.d.ts.
func (v *VM) hostObject() *goja.Object {
	o := v.core.Runtime().NewObject()
	v.core.ClassFunctions(o)
	v.graphs.Functions(o)
	v.core.Hidden(o, "lib", v.library)
	_ = o.Set("main", v.main)
	v.core.Lazy(o, "node", v.process.Modules)
	v.host = o
	return o
}
