// This file has the interface to the host (Loop, Env), and Install, which adds the globals to a VM.

package web

import (
	"context"
	"crypto/rand"
	"errors"
	"io"
	"net/http"
	"time"

	"github.com/dop251/goja"
)

// Timer is one call that Loop.After has scheduled. Both methods may be called after the call, and then do
// nothing.
type Timer interface {
	// Cancel cancels the call.
	Cancel()
	// Ref says whether the call keeps the program alive. A new timer does.
	Ref(keepAlive bool)
}

// Loop is the event loop of the VM. The functions that it gets run on the loop, one at a time. After each of
// them, goja's job queue is drained.
type Loop interface {
	// After runs f when d has passed, in the async context of the caller. Calls due at the same time run in the order
	// in which they were made. To be called on the loop.
	After(d time.Duration, f func()) Timer
	// Hold keeps the program alive until release has been called. Release runs f after what is running now and before
	// timers that are not yet due, in the async context of Hold's caller. Hold is to be called on the loop, release once,
	// from any goroutine.
	Hold() (release func(f func()))
	// Immediate runs f when no job is left, before timers, in the async context of the caller. To be called on the loop.
	Immediate(f func())
	// Turn runs f, which calls functions of the script. Functions that were passed to process.nextTick run
	// before promise jobs.
	Turn(f func())
	// Tick runs f at the end of the current job, before promise jobs, as process.nextTick does.
	Tick(f func())
}

// Env configures the globals.
type Env struct {
	Loop Loop // required

	Now   func() time.Time // the clock; nil is time.Now
	Clock func() time.Time // the clock of performance.now; nil is Now
	Rand  io.Reader        // random bytes; nil is crypto/rand

	// Inspect prints a value inside error messages; nil prints v.String().
	Inspect func(v goja.Value) string
	// Uncaught is called with the error that a timer, microtask or event listener threw; nil drops it.
	// A *goja.InterruptedError means that the VM was stopped.
	Uncaught func(err error)
	// CheckNet is called before fetch connects to an address ("host:port"), in any goroutine. It refuses the
	// address with an error; nil refuses all.
	CheckNet func(address string) error
	// Leaving is called, if not nil, before a request is sent.
	Leaving func()
	// Requests is called, if not nil, on the loop when fetch makes a request. The function that it returns is
	// called in any goroutine when the head of the response arrives, or with an error. It is not called for a
	// response that comes from the journal.
	Requests func(method, url string) (answered func(began time.Time, status int, err error))
	// Journal stores the effects of the script; nil stores nothing.
	Journal Journal
	// Context cancels all requests when it ends; nil never ends.
	Context context.Context
	// MaxBody is the limit in bytes of a body that fetch reads or sends as a whole; 0 means no limit.
	MaxBody int64
	// Transport sends requests; nil means a transport of this VM.
	Transport http.RoundTripper
	// Keys returns the functions that sign and verify for crypto.subtle, see host.d.ts of jsapi/lib/node; nil
	// means that there are none.
	Keys func() goja.Value
	// Zlib returns the functions that compress for CompressionStream, see the same file; nil means that there are none.
	Zlib func() goja.Value
	// Warn prints a warning for the person who runs the program; nil drops it.
	Warn func(text string)
	// Globals are additional globals, which are made when they are first named. They take precedence over
	// those of this package.
	Globals map[string]func() goja.Value
}

// platform is the state of the globals on one VM.
type platform struct {
	vm    *goja.Runtime
	env   Env
	start time.Time

	builtins builtins
	families map[string]*goja.Object         // the exports of the js files that have run
	cloners  map[*goja.Object]platformCloner // by the prototype of the class
	timers   *timers
	http     *client        // nil until the first request
	detaches bool           // a buffer was detached: see patchViews
	views    *goja.Object   // the prototype of the prototypes of typed arrays
	refused  map[string]int // the number of refusals of CheckNet, by message
}

// Install adds the globals to vm; see the package comment. It must be called before any script runs.
func Install(vm *goja.Runtime, env Env) error {
	if env.Loop == nil {
		return errors.New("web: Env.Loop is missing")
	}
	if env.Now == nil {
		env.Now = time.Now
	}
	if env.Clock == nil {
		env.Clock = env.Now
	}
	if env.Leaving == nil {
		env.Leaving = func() {}
	}
	if env.Rand == nil {
		env.Rand = rand.Reader
	}
	if env.Inspect == nil {
		env.Inspect = func(v goja.Value) string { return v.String() }
	}
	if env.Uncaught == nil {
		env.Uncaught = func(error) {}
	}
	if env.CheckNet == nil {
		env.CheckNet = func(string) error { return errors.New("access to the network is not allowed") }
	}
	if env.Context == nil {
		env.Context = context.Background()
	}
	p := &platform{vm: vm, env: env, start: env.Clock()}
	var err error
	if ex := vm.Try(func() { err = p.install() }); ex != nil {
		return ex
	}
	return err
}

func (p *platform) install() error {
	global := p.vm.GlobalObject()
	lazy := p.vm.NewDynamicObject(&lazyGlobals{p: p, global: global})
	if err := global.SetPrototype(lazy); err != nil {
		return err
	}
	p.readBuiltins()
	return p.patchBuiltins()
}
