// This file has VM: one goja.Runtime with its loop and globals, which runs a Program.

package jsapi

import (
	"context"
	"crypto/rand"
	"errors"
	"io"
	"math"
	"slices"
	"sync/atomic"
	"time"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/jsapi/guard"
	"github.com/hitlrun/hitlrun/jsapi/inspect"
	"github.com/hitlrun/hitlrun/jsapi/v8errors"
	"github.com/hitlrun/hitlrun/jsapi/value"
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

// Limits bound what a script may use. Zero fields have the defaults.
type Limits struct {
	// Turn is the time a script may run without giving way, 60 s; negative for no limit.
	Turn time.Duration
	// Wall is the time a script may take in all; 0 is no limit.
	Wall time.Duration
	// CallDepth is the number of nested calls, 4,000.
	CallDepth int
	// PayloadBytes is the size of a value in a checkpoint, 64 MiB; negative for no limit.
	PayloadBytes int
	// InputBytes is the size of an input, an answer or an update, JSON text, 32 MiB; negative for no limit.
	InputBytes int64
	// OutputBytes is how much one run may print, to stdout and stderr together, 1 GiB; negative for no limit.
	OutputBytes int64
	// BodyBytes is the size of a body that fetch reads as a whole (text, json, arrayBuffer, blob, formData), after it was
	// decoded, or sends as a whole, 64 MiB; negative for no limit. Bodies that are read or sent in parts have none.
	BodyBytes int64
	// MemoryBytes is the memory of one VM, 4 GiB; negative for no limit. It is an estimate: what the process
	// allocated while the VM ran and what survived the collections. It is looked at ten times a second, and a single
	// large string or a regular expression can overshoot it. Of VMs that allocate at the same time the one that is thought to have most is
	// stopped first.
	MemoryBytes int64
}

// InputMost is InputBytes with its default; negative for no limit.
func (l Limits) InputMost() int64 {
	if l.InputBytes == 0 {
		return 32 << 20
	}
	return l.InputBytes
}

// TurnMost is Turn with its default; negative for no limit.
func (l Limits) TurnMost() time.Duration {
	if l.Turn == 0 {
		return 60 * time.Second
	}
	return l.Turn
}

func (l Limits) withDefaults() Limits {
	l.Turn = l.TurnMost()
	if l.CallDepth == 0 {
		l.CallDepth = 4000
	}
	if l.PayloadBytes == 0 {
		l.PayloadBytes = 64 << 20
	}
	if l.OutputBytes == 0 {
		l.OutputBytes = 1 << 30
	}
	if l.BodyBytes == 0 {
		l.BodyBytes = 64 << 20
	}
	if l.MemoryBytes == 0 {
		l.MemoryBytes = 4 << 30
	}
	return l
}

// VM runs one Program. It is used by one goroutine at a time; see the package comment.
type VM struct {
	rt      *goja.Runtime
	loop    *loop
	scope   *scope
	o       Options
	limits  Limits
	printer *inspect.Printer
	values  *value.Realm
	ids     checkpoint.IDs
	recent  runtime.Recent

	program     *Program
	exports     *goja.Object
	classes     map[string]*goja.Object // of lib, by name
	startAll    goja.Callable
	ticks       goja.Callable
	together    goja.Callable // calls a function from JavaScript
	objectProto *goja.Object
	symInner    *goja.Symbol             // on a GraphInterrupt: what the engine knows of its questions
	nodeObject  goja.Value               // nil until a node: module is used
	tracedNodes map[string]*runtime.Task // of nodes whose runs are told of, by the ids of those
	console     *console

	process   *goja.Object // once the script has named it
	listeners []processListener
	leaving   bool            // process.exit was called
	rejected  []*goja.Promise // without a handler so far
	guard     *guard.Guard    // in front of the built-in functions
	exitCode  goja.Value      // process.exitCode; nil until process is used
	lost      *scope          // the innermost one that a panic left behind in this job
	asideUsed time.Duration   // see aside
	failure   error           // an uncaught error, an exit: the VM stops
	cut       atomic.Bool     // it was stopped from outside: its state is unknown
	printed   atomic.Int64    // bytes, of this run
	why       error           // why it was cut, for who comes later
	watched   bool            // it was entered, and someone looks after the limits
	callback  bool            // a function of the program runs on this goroutine
	turn      atomic.Int64    // the number of the job that runs; 0 for none
	heap      heapShare
	waiting   atomic.Int64 // since when the loop waits, in ns since started; 0 while it does not
	waited    atomic.Int64 // how long it has waited so far, in ns
	started   time.Time
	closers   []io.Closer
	ledger    runtime.Ledger // of all runs
	failed    failedNode
	unsynced  bool   // see GraphCall.Unsynced
	fiber     *fiber // that runs now, nil for none
	suspended map[*fiber]bool
	loaded    map[string]*goja.Object // modules of lib, see library.go
	shared    map[string]*goja.Object // classes of lib, see once.go
	hostProto *goja.Object            // what lib calls __hitlrun
	warned    map[string]bool
	cancel    context.CancelFunc
	ctx       context.Context
}

// ExitError is how a script ends that calls process.exit.
type ExitError struct{ Code int }

func (e *ExitError) Error() string { return "exit" }

// ErrUnsettled is returned when a script waits for something that cannot happen any more.
var ErrUnsettled = errors.New("the script waits for a promise that nothing can settle any more (top-level await)")

// NewVM makes a VM for p. Close frees what the script opened.
func NewVM(p *Program, o Options) (*VM, error) {
	vm := &VM{rt: goja.New(), o: o, limits: o.Limits.withDefaults(), program: p, classes: map[string]*goja.Object{}}
	vm.o.Stdout, vm.o.Stderr = vm.behindBarrier(o.Stdout), vm.behindBarrier(o.Stderr)
	vm.loop = newLoop(vm)
	vm.started = time.Now()
	vm.heap = heapShare{limit: math.MaxUint64, busy: vm.busy()}
	if vm.limits.MemoryBytes > 0 {
		vm.heap.limit = uint64(vm.limits.MemoryBytes)
	}
	vm.ctx, vm.cancel = context.WithCancel(context.Background())
	vm.ids.Now = o.Now
	vm.ledger.MaxDefer, vm.ledger.Trace = o.MaxDefer, plainTrace(o.Trace)
	vm.rt.SetMaxCallStackSize(vm.limits.CallDepth)
	vm.guard = guard.Attach(vm.rt, guard.Options{MaxDepth: vm.limits.CallDepth, Stopped: vm.cut.Load, Fits: vm.fits, Reserve: vm.reserve})
	vm.rt.SetAsyncContextTracker(vm)
	vm.rt.SetPromiseRejectionTracker(vm.trackRejection)
	vm.objectProto = vm.rt.NewObject().Prototype()
	vm.symInner = goja.NewSymbol("hitlrun.interrupts")
	vm.printer = inspect.New(vm.rt)
	vm.values = value.New(vm.rt, vm.printer, thrower{vm}, vm.limits.PayloadBytes)
	if err := vm.install(); err != nil {
		vm.guard.Detach()
		return nil, err
	}
	return vm, nil
}

func (vm *VM) install() error {
	v8errors.Install(vm.rt)
	vm.values.InstallJSON()
	vm.installRegExp()
	vm.installProxy()
	vm.installSeals()
	vm.installConsole()
	vm.installAmbient()
	globals := map[string]func() goja.Value{"process": vm.newProcess}
	vm.rt.SetTimeSource(vm.scriptNow)
	vm.rt.SetRandSource(vm.scriptRandom)
	random := vm.o.Rand
	if random == nil {
		random = rand.Reader
	}
	return web.Install(vm.rt, web.Env{
		Loop: vm.loop, Now: vm.scriptNow, Clock: vm.now, Rand: randomBytes{vm, random}, Globals: globals, Journal: journaled{vm}, Leaving: vm.leave,
		CheckNet: vm.o.Permissions.CheckNet, MaxBody: max(0, vm.limits.BodyBytes), Context: vm.ctx, Warn: vm.warn,
		Inspect:  vm.values.Show,
		Uncaught: vm.uncaught,
	})
}

// Run runs the script to the end: its module code, and all it started.
func (vm *VM) Run(ctx context.Context) error {
	if err := vm.Load(ctx); err != nil {
		return err
	}
	return vm.enter(ctx, func() {
		if run := func() { vm.loop.run(ctx, nil) }; ctx.Err() == nil {
			run()
			vm.ending(run)
		}
	})
}

// Load runs the module code of the script, up to the end of its top-level awaits.
func (vm *VM) Load(ctx context.Context) error {
	done := false
	return vm.Do(ctx, func() {
		err := vm.program.start(vm, func(err error) {
			done = true
			if err != nil {
				vm.fail(err)
			}
		})
		if err != nil {
			vm.fail(vm.scriptError(err))
		}
	}, func() bool { return done })
}

// Do runs f on the loop, and then the loop until finished returns true. It
// returns ErrUnsettled if nothing is left that could make it true.
func (vm *VM) Do(ctx context.Context, f func(), finished func() bool) error {
	ok := false
	err := vm.enter(ctx, func() {
		vm.loop.push(f)
		ok = vm.loop.run(ctx, finished)
	})
	if err == nil && !ok {
		return ErrUnsettled
	}
	return err
}

// Close ends the VM and frees what its script opened.
func (vm *VM) Close() error {
	vm.cancel()
	vm.guard.Detach()
	if len(vm.suspended) > 0 {
		vm.aside(vm.stopFibers)
	}
	var errs []error
	for _, c := range vm.closers {
		errs = append(errs, c.Close())
	}
	vm.closers = nil
	return errors.Join(errs...)
}

// fail stops the VM with an error. The first one counts.
func (vm *VM) fail(err error) {
	if vm.failure == nil {
		vm.failure = err
	}
}

func (vm *VM) stopped() bool { return vm.failure != nil }

func (vm *VM) now() time.Time {
	if vm.o.Now != nil {
		return vm.o.Now()
	}
	return time.Now()
}

// trackRejection keeps the promises that were rejected and that nobody handles.
func (vm *VM) trackRejection(p *goja.Promise, op goja.PromiseRejectionOperation) {
	if op == goja.PromiseRejectionReject {
		vm.rejected = append(vm.rejected, p)
		return
	}
	for i, q := range vm.rejected {
		if q == p {
			vm.rejected = append(vm.rejected[:i], vm.rejected[i+1:]...)
			return
		}
	}
}

// afterJob is called when a job and all promise jobs behind it are done: a
// rejection that has no handler now is an uncaught error.
func (vm *VM) afterJob() {
	vm.scope = nil
	for len(vm.rejected) > 0 && vm.failure == nil {
		p := vm.rejected[0]
		vm.rejected = slices.Delete(vm.rejected, 0, 1)
		vm.unhandled(p)
	}
}

// native sets a method of o.
func (vm *VM) native(o *goja.Object, name string, f func(call goja.FunctionCall) goja.Value) {
	_ = o.Set(name, vm.nativeFunction(name, f)) // a fresh object takes any property
}

// hidden is native for objects that scripts do not see: the function has the name that goja gives it.
func (vm *VM) hidden(o *goja.Object, name string, f func(call goja.FunctionCall) goja.Value) {
	_ = o.Set(name, f)
}

// nativeFunction makes a function with a name of its own: goja would take the name of the function in Go.
func (vm *VM) nativeFunction(name string, f func(call goja.FunctionCall) goja.Value) *goja.Object {
	o := vm.rt.ToValue(f).ToObject(vm.rt)
	_ = o.DefineDataProperty("name", vm.rt.ToValue(name), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	return o
}

// throw throws err into the script that called.
func (vm *VM) throw(err error) goja.Value {
	panic(vm.jsError(err))
}

// Sound reports whether the VM can be used for another run: nothing has stopped
// it, and nothing of the last run is left to do.
func (vm *VM) Sound() bool {
	return vm.failure == nil && vm.ledger.Err() == nil && !vm.cut.Load() && vm.loop.idle() && len(vm.suspended) == 0
}
