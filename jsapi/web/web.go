// This file holds what a host gives (Loop, Env) and Install, which puts the globals on a VM.

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

// Timer is one call that Loop.After has promised. Both methods may be called after it has run, and then do nothing.
type Timer interface {
	// Cancel forgets the call.
	Cancel()
	// Ref says whether the program has to stay alive for the call. A new timer keeps it alive.
	Ref(keepAlive bool)
}

// Loop is what the built-ins need of the VM's event loop.
// Functions given to it run on the loop, one at a time, each with goja's job queue drained behind it.
type Loop interface {
	// After runs f when d has passed, in the async context of the caller. Calls due at the same time run in the order
	// in which they were made. To be called on the loop.
	After(d time.Duration, f func()) Timer
	// Hold keeps the program alive until release has been called. Release runs f after what is running now and before
	// timers that are not yet due, in the async context of Hold's caller. Hold is to be called on the loop, release once,
	// from any goroutine.
	Hold() (release func(f func()))
	// Turn runs f, which calls functions of the script, so that what process.nextTick was given runs before promise jobs.
	Turn(f func())
}

// Env is what the globals need of their host.
type Env struct {
	Loop Loop // required

	Now   func() time.Time // the clock; nil is time.Now
	Clock func() time.Time // the clock that performance.now counts by; nil is Now
	Rand  io.Reader        // random bytes; nil is crypto/rand

	// Inspect prints a value inside error messages; nil prints v.String().
	Inspect func(v goja.Value) string
	// Uncaught gets what a timer, microtask or event listener threw; nil drops it.
	// A *goja.InterruptedError means that the VM was stopped.
	Uncaught func(err error)
	// CheckNet is asked before fetch connects to an address ("host:port"), from any goroutine, and refuses with an error;
	// nil refuses everything.
	CheckNet func(address string) error
	// Leaving is called before a request is sent; nil is nothing.
	Leaving func()
	// Requests, if not nil, is called on the loop when fetch makes a request, and what it returns when the head of the response is
	// there, or an error: from any goroutine, and not for a response that a journal has.
	Requests func(method, url string) (answered func(began time.Time, status int, err error))
	// Journal stores what the script does outside of itself; nil stores nothing.
	Journal Journal
	// Context ends what fetch has under way; nil never does.
	Context context.Context
	// MaxBody is how many bytes a body that fetch reads or sends as a whole may have; 0 is no limit.
	MaxBody int64
	// Transport sends requests; nil is one of this VM's own.
	Transport http.RoundTripper
	// Keys returns what signs and verifies for crypto.subtle, see host.d.ts of jsapi/lib/node; nil for nothing.
	Keys func() goja.Value
	// Warn shows the person who runs the program something; nil drops it.
	Warn func(text string)
	// Globals are further lazy globals, made when first named. They win over the ones of this package.
	Globals map[string]func() goja.Value
}

// platform is the state of the globals on one VM.
type platform struct {
	vm    *goja.Runtime
	env   Env
	start time.Time

	families map[string]*goja.Object // exports of the js files run so far
	timers   *timers
	http     *client        // nil until something is fetched
	refused  map[string]int // how often CheckNet has said what
}

// Install puts the globals on vm, as described in the package comment. It must be called before any script runs.
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
	return p.patchBuiltins()
}
