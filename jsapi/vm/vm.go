// This file has the type VM: one goja.Runtime with its loop, which runs a Program.

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

// Options configure a VM. The zero value has the default limits and the clock of the system.
type Options struct {
	Limits Limits
	Now    func() time.Time // the clock; nil means that of the system
	// Stuck is called, if not nil, when the VM still runs 0.8 s after it was stopped. It runs in
	// a goroutine of its own, and its argument is the error that stopped the VM. Only the end of
	// the process ends such a VM.
	Stuck func(error)
}

// VM runs one Program. Only one goroutine at a time may use it; see the package comment.
type VM struct {
	rt          *goja.Runtime
	o           Options
	hooks       Hooks
	program     *Program
	printer     *inspect.Printer
	values      *value.Realm
	guard       *guard.Guard // wraps the built-in functions
	objectProto *goja.Object
	symGoError  *goja.Symbol // the property of an Error that has the error of the Go program

	// These types have fields of their own. Their exported methods are methods of VM.
	natives    // Go functions that the script can call
	library    // classes of lib
	scopes     // the scope of the running code
	fibers     // Go code that waits for promises
	rejections // rejected promises that nobody handles
	usage      // time and memory

	loop    *loop
	ctx     context.Context
	stopped context.Context // ends also when the VM is stopped
	cutOff  context.CancelFunc
	cancel  context.CancelFunc
	closers []io.Closer

	failure   error                 // the error that stops the VM: an uncaught error, an exit, …
	cut       atomic.Bool           // the VM was stopped from outside: its state is undefined
	late      atomic.Bool           // code that runs by CallFor was interrupted
	reason    atomic.Pointer[error] // the first reason for which stop was called
	failed    failedNode            // the node that failed last
	why       error                 // the error of later calls, once the VM was cut
	watched   bool                  // the VM is entered, and a goroutine watches the limits
	callback  bool                  // a function of the Go program runs on this goroutine
	asideUsed time.Duration         // see aside
}

// ExitError is the error of a script that calls process.exit.
type ExitError struct{ Code int }

func (e *ExitError) Error() string { return "exit" }

// ErrUnsettled is returned when a script waits for something that cannot happen any more.
var ErrUnsettled = errors.New("the script waits for a promise that nothing can settle any more (top-level await)")

// ErrListener matches the error that a listener of uncaughtException threw.
var ErrListener = errors.New("a listener of uncaughtException failed")

// listenerError is an error that a listener of uncaughtException threw. It has the text of that error.
type listenerError struct{ error }

func (e listenerError) Unwrap() error        { return e.error }
func (e listenerError) Is(target error) bool { return target == ErrListener }

// FailInListener is Fail for an error that a listener of uncaughtException threw.
func (vm *VM) FailInListener(err error) { vm.Fail(listenerError{err}) }

// New makes a VM for p. The caller must set its hooks before it runs, and must call Close, which
// releases what the script opened.
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
	vm.stopped, vm.cutOff = context.WithCancel(vm.ctx)
	vm.rt.SetMaxCallStackSize(vm.limits.CallDepth)
	vm.guard = guard.Attach(vm.rt, guard.Options{MaxDepth: vm.limits.CallDepth, Stopped: vm.halted, Fits: vm.fits, Reserve: vm.reserve, Text: vm.makeText, Lower: vm.lower})
	vm.rt.SetAsyncContextTracker(&vm.scopes)
	vm.rt.SetPromiseRejectionTracker(vm.trackRejection)
	vm.objectProto = vm.rt.NewObject().Prototype()
	vm.printer = inspect.New(vm.rt)
	vm.values = value.New(vm.rt, vm.printer, thrower{vm}, vm.limits.PayloadBytes)
	vm.library = library{rt: vm.rt, values: vm.values, classes: map[string]*goja.Object{}}
	installBuiltins(vm)
	return vm
}

// installBuiltins corrects built-in functions of goja that differ from those of Node.
func installBuiltins(vm *VM) {
	v8errors.Install(vm.rt)
	vm.values.InstallJSON()
	installRegExp(vm)
	installProxy(vm)
	installSeals(vm)
}

// Run runs the script to its end: its module code, and all that this code started. It returns the
// error that ended it.
func (vm *VM) Run(ctx context.Context) error {
	loaded, err := vm.load(ctx)
	if err != nil && !errors.Is(err, ErrUnsettled) {
		return err
	}
	err = vm.Enter(ctx, func() {
		if run := func() { vm.loop.run(ctx, nil) }; ctx.Err() == nil {
			run()
			if vm.hooks.Events != nil {
				vm.hooks.Events.Ending(run) // a listener of beforeExit may settle what the module code waits for
			}
		}
	})
	if err == nil && !loaded() {
		return ErrUnsettled
	}
	return err
}

// Load runs the module code of the script until its top-level awaits are settled.
func (vm *VM) Load(ctx context.Context) error {
	_, err := vm.load(ctx)
	return err
}

// load is Load. loaded reports whether the top-level awaits are settled.
func (vm *VM) load(ctx context.Context) (loaded func() bool, err error) {
	done := false
	loaded = func() bool { return done }
	return loaded, vm.Do(ctx, func() {
		host := vm.rt.NewObject()
		if vm.hooks.Host != nil {
			host = vm.hooks.Host()
		}
		err := vm.program.start(vm, host, func(err error) {
			done = true
			if err != nil {
				vm.notLoaded(err)
			}
		})
		if err != nil {
			vm.notLoaded(vm.ScriptError(err))
		}
	}, loaded)
}

// notLoaded ends the VM with the error of its module code, unless a listener of the script takes it.
func (vm *VM) notLoaded(err error) {
	if vm.hooks.Events == nil || vm.Err() != nil {
		vm.Fail(err)
		return
	}
	vm.hooks.Events.Failed(err)
}

// Close ends the VM and releases what the script opened.
func (vm *VM) Close() error {
	vm.cancel()
	vm.guard.Detach()
	if len(vm.suspended) > 0 {
		vm.asideUsed = 0 // whatever was read before: a fiber that is left retains the whole VM
		vm.aside(vm.stopFibers)
	}
	var errs []error
	for _, c := range vm.closers {
		errs = append(errs, c.Close())
	}
	vm.closers = nil
	return errors.Join(errs...)
}

// Fail stops the VM with an error. Later errors are ignored.
func (vm *VM) Fail(err error) {
	if vm.failure == nil {
		vm.failure = err
	}
}

// SetHooks sets the hooks of the layers above. It must be called before the VM runs anything.
func (vm *VM) SetHooks(h Hooks) { vm.hooks = h }

// Runtime returns the goja.Runtime of the VM.
func (vm *VM) Runtime() *goja.Runtime { return vm.rt }

// Values returns the Realm of the VM, which converts its values.
func (vm *VM) Values() *value.Realm { return vm.values }

// Printer returns the Printer of the VM, which prints values as Node does.
func (vm *VM) Printer() *inspect.Printer { return vm.printer }

// Err returns the error that stopped the VM, nil while the VM can run.
func (vm *VM) Err() error { return vm.failure }

// Context returns a context that ends when the VM is closed.
func (vm *VM) Context() context.Context { return vm.ctx }

// Stopped returns a context that ends when the VM is closed, or stopped from outside: no function that a script calls may block for longer.
func (vm *VM) Stopped() context.Context { return vm.stopped }

// Path returns the path of the script.
func (vm *VM) Path() string { return vm.program.path }

// Limits returns the limits of the VM, with their defaults.
func (vm *VM) Limits() Limits { return vm.limits }

// Uptime returns the time since the VM was made.
func (vm *VM) Uptime() time.Duration { return time.Since(vm.started) }

// OnClose registers c: Close of the VM closes it.
func (vm *VM) OnClose(c io.Closer) { vm.closers = append(vm.closers, c) }

// Now returns the time of Options.Now, or that of the system.
func (vm *VM) Now() time.Time {
	if vm.o.Now != nil {
		return vm.o.Now()
	}
	return time.Now()
}

// Throw throws err into the script that called. The script cannot catch the error of a stop.
func (vm *VM) Throw(err error) goja.Value {
	switch e := err.(type) { //nolint:errorlint // errors.As would run traps of a thrown value
	case *goja.InterruptedError, *goja.StackOverflowError:
		panic(err)
	case *LimitError:
		if vm.failure == err { //nolint:errorlint // the same error
			vm.rt.Interrupt(e) // a catch block does not run
		}
	}
	panic(vm.ErrorValue(err))
}

// Cut reports whether the VM was stopped from outside. It is safe for concurrent use.
func (vm *VM) Cut() bool { return vm.cut.Load() }

// Sound reports whether the VM can be used for another run: nothing has stopped it, and no work of
// the last run is pending.
func (vm *VM) Sound() bool {
	return vm.failure == nil && !vm.cut.Load() && vm.loop.idle() && len(vm.suspended) == 0
}
