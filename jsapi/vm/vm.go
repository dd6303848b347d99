// This file has VM: one goja.Runtime with its loop, which runs a Program.

package vm

import (
	"context"
	"errors"
	"io"
	"math"
	"sync/atomic"
	"time"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/guard"
	"github.com/hitlrun/hitlrun/jsapi/inspect"
	"github.com/hitlrun/hitlrun/jsapi/v8errors"
	"github.com/hitlrun/hitlrun/jsapi/value"
)

// Options are what a VM is made with. The zero value has the usual limits and the real clock.
type Options struct {
	Limits Limits
	Now    func() time.Time // the clock; nil means the real one
	// Stuck, if not nil, is called on a goroutine of its own when the VM was stopped, and a second later still runs. It
	// gets what stopped it. Nothing but the end of the process ends such a VM.
	Stuck func(error)
}

// VM runs one Program. It is used by one goroutine at a time; see the package comment.
type VM struct {
	rt          *goja.Runtime
	o           Options
	hooks       Hooks
	program     *Program
	printer     *inspect.Printer
	values      *value.Realm
	guard       *guard.Guard // in front of the built-in functions
	objectProto *goja.Object
	symGoError  *goja.Symbol // on an Error: that of the program that it stands for

	// Each has fields of its own, and is known by its methods to who uses a VM.
	natives    // functions of Go
	library    // classes of lib
	scopes     // whose code runs
	fibers     // Go code that waits for promises
	rejections // promises that nobody handles
	usage      // time and memory

	loop    *loop
	ctx     context.Context
	cancel  context.CancelFunc
	closers []io.Closer

	failure   error         // an uncaught error, an exit: the VM stops
	cut       atomic.Bool   // it was stopped from outside: its state is unknown
	failed    failedNode    // what failed last
	why       error         // why it was cut, for who comes later
	watched   bool          // it was entered, and someone looks after the limits
	callback  bool          // a function of the program runs on this goroutine
	asideUsed time.Duration // see aside
}

// ExitError is how a script ends that calls process.exit.
type ExitError struct{ Code int }

func (e *ExitError) Error() string { return "exit" }

// ErrUnsettled is returned when a script waits for something that cannot happen any more.
var ErrUnsettled = errors.New("the script waits for a promise that nothing can settle any more (top-level await)")

// New makes a VM for p. Its hooks are set before it runs. Close frees what the script opened.
func New(p *Program, o Options) *VM {
	vm := &VM{rt: goja.New(), o: o, program: p, symGoError: goja.NewSymbol("hitlrun.error")}
	vm.natives = natives{vm.rt}
	vm.loop = newLoop(vm)
	vm.limits, vm.started = o.Limits.withDefaults(), time.Now()
	vm.heap = heapShare{limit: math.MaxUint64, busy: vm.busy()}
	if vm.limits.MemoryBytes > 0 {
		vm.heap.limit = uint64(vm.limits.MemoryBytes)
	}
	vm.ctx, vm.cancel = context.WithCancel(context.Background())
	vm.rt.SetMaxCallStackSize(vm.limits.CallDepth)
	vm.guard = guard.Attach(vm.rt, guard.Options{MaxDepth: vm.limits.CallDepth, Stopped: vm.cut.Load, Fits: vm.fits, Reserve: vm.reserve, Text: vm.makeText})
	vm.rt.SetAsyncContextTracker(&vm.scopes)
	vm.rt.SetPromiseRejectionTracker(vm.trackRejection)
	vm.objectProto = vm.rt.NewObject().Prototype()
	vm.printer = inspect.New(vm.rt)
	vm.values = value.New(vm.rt, vm.printer, thrower{vm}, vm.limits.PayloadBytes)
	vm.library = library{rt: vm.rt, values: vm.values, classes: map[string]*goja.Object{}}
	installBuiltins(vm)
	return vm
}

// installBuiltins puts right what the built-in functions of goja do otherwise than others.
func installBuiltins(vm *VM) {
	v8errors.Install(vm.rt)
	vm.values.InstallJSON()
	installRegExp(vm)
	installProxy(vm)
	installSeals(vm)
}

// Run runs the script to the end: its module code, and all it started.
func (vm *VM) Run(ctx context.Context) error {
	if err := vm.Load(ctx); err != nil {
		return err
	}
	return vm.Enter(ctx, func() {
		if run := func() { vm.loop.run(ctx, nil) }; ctx.Err() == nil {
			run()
			if vm.hooks.Events != nil {
				vm.hooks.Events.Ending(run)
			}
		}
	})
}

// Load runs the module code of the script, up to the end of its top-level awaits.
func (vm *VM) Load(ctx context.Context) error {
	done := false
	return vm.Do(ctx, func() {
		host := vm.rt.NewObject()
		if vm.hooks.Host != nil {
			host = vm.hooks.Host()
		}
		err := vm.program.start(vm, host, func(err error) {
			done = true
			if err != nil {
				vm.Fail(err)
			}
		})
		if err != nil {
			vm.Fail(vm.ScriptError(err))
		}
	}, func() bool { return done })
}

// Do runs f on the loop, and then the loop until finished returns true. It
// returns ErrUnsettled if nothing is left that could make it true.
func (vm *VM) Do(ctx context.Context, f func(), finished func() bool) error {
	ok := false
	err := vm.Enter(ctx, func() {
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

// Fail stops the VM with an error. The first one counts.
func (vm *VM) Fail(err error) {
	if vm.failure == nil {
		vm.failure = err
	}
}

// SetHooks has the layers above take part. It is called before the VM runs anything.
func (vm *VM) SetHooks(h Hooks) { vm.hooks = h }

// Runtime returns the goja.Runtime of the VM; Values and Printer what reads and prints its values.
func (vm *VM) Runtime() *goja.Runtime { return vm.rt }

// Values returns the Realm of the VM.
func (vm *VM) Values() *value.Realm { return vm.values }

// Printer returns what prints values as Node does.
func (vm *VM) Printer() *inspect.Printer { return vm.printer }

// Err returns what stopped the VM, nil while it can run.
func (vm *VM) Err() error { return vm.failure }

// Context ends with the VM.
func (vm *VM) Context() context.Context { return vm.ctx }

// Path returns the name of the script.
func (vm *VM) Path() string { return vm.program.path }

// Limits returns the limits of the VM, with their defaults.
func (vm *VM) Limits() Limits { return vm.limits }

// Uptime returns how long the VM has been there.
func (vm *VM) Uptime() time.Duration { return time.Since(vm.started) }

// OnClose has c closed with the VM.
func (vm *VM) OnClose(c io.Closer) { vm.closers = append(vm.closers, c) }

func (vm *VM) Now() time.Time {
	if vm.o.Now != nil {
		return vm.o.Now()
	}
	return time.Now()
}

// Throw throws err into the script that called.
func (vm *VM) Throw(err error) goja.Value {
	panic(vm.ErrorValue(err))
}

// Cut reports, from any goroutine, whether the VM was stopped from outside.
func (vm *VM) Cut() bool { return vm.cut.Load() }

// Sound reports whether the VM can be used for another run: nothing has stopped
// it, and nothing of the last run is left to do.
func (vm *VM) Sound() bool {
	return vm.failure == nil && !vm.cut.Load() && vm.loop.idle() && len(vm.suspended) == 0
}
