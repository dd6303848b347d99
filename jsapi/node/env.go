// This file has Env, the interface of this package to the VM, and helpers for operations that run in other
// goroutines.

package node

import (
	"context"
	"errors"
	"io"
	"net"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/web"
)

// Env configures the functions that have effects outside of the process. Its functions are called on the
// loop, unless their comment says otherwise.
type Env struct {
	Loop Loop
	// Context ends with the VM. Then all connections and processes end.
	Context context.Context
	// CheckNet is called before a connection to "host:port", CheckHost before a name is resolved, and
	// CheckFile before a connection to a socket file. They refuse with an error.
	CheckNet, CheckHost, CheckFile func(string) error
	// HoldSocket returns the path by which to connect to a socket file, until release is called.
	HoldSocket func(path string) (at string, release func(), err error)
	// Program returns the file of a program by its name or by its path relative to cwd, or an error if the
	// script may not run it. ChildEnv completes the environment of a program, or refuses it.
	Program  func(name, cwd string) (string, error)
	ChildEnv func(given []string) ([]string, error)
	// Input reads standard input of the script. Terminal is the terminal behind it; nil if there is none.
	Input    func() *input
	Terminal *Terminal
	// MaxLine is the limit in bytes of a line of standard input; 0 means no limit.
	MaxLine int64
	// InputUsed is called when the script reads standard input, or changes its state.
	InputUsed func()
	// Outputs are stdout and stderr of the script; nil discards.
	Outputs [2]io.Writer
	// Stopped reports whether the VM was stopped. It may be called in any goroutine.
	Stopped func() bool
	// Leaving is called before data leaves the process.
	Leaving func()
	// Stores reports whether the effects of the running task are stored so that they happen once.
	Stores func() bool
	// Uncaught is called with the errors that functions of the script throw.
	Uncaught func(error)
}

// Loop is the loop of the VM.
type Loop interface {
	// Turn is Turn of web.Loop.
	Turn(f func())
	// Pending announces a pending operation. release must be called once, in any goroutine, and runs its
	// function on the loop. The operation keeps the program alive until then, unless ref(false) is called.
	Pending() (release func(f func()), ref func(keepAlive bool))
}

// waits are the pending operations of one object of the script. unref says that they do not keep the program
// alive.
type waits struct {
	h     *host
	unref bool
	list  map[int]func(keepAlive bool)
	next  int
}

func (w *waits) ref(keepAlive bool) {
	w.unref = !keepAlive
	for _, ref := range w.list {
		ref(keepAlive)
	}
}

// begin announces an operation. end ends it, and runs its function on the loop.
func (w *waits) begin() (end func(f func())) {
	release, ref := w.h.env.Loop.Pending()
	ref(!w.unref)
	if w.list == nil {
		w.list = map[int]func(bool){}
	}
	id := w.next
	w.next++
	w.list[id] = ref
	return func(f func()) {
		release(func() {
			delete(w.list, id)
			f()
		})
	}
}

// run calls work in a goroutine, and then done on the loop with its error or its result.
func (w *waits) run(done goja.Callable, work func() (any, error)) {
	web.Background(w.begin(), func() func() {
		v, err := work()
		return func() { w.h.call(done, err, v) }
	})
}

// call calls a function of the script with an error, or with undefined and a value.
func (h *host) call(f goja.Callable, err error, v any) {
	if f == nil {
		return
	}
	list := []goja.Value{goja.Undefined(), goja.Undefined()}
	if err != nil {
		list[0] = h.failure(err)
	} else {
		list[1] = h.value(v)
	}
	h.env.Loop.Turn(func() {
		if _, err := f(goja.Undefined(), list...); err != nil {
			h.env.Uncaught(err)
		}
	})
}

// denied makes the error for a missing permission, in the same form as fetch.
func denied(err error) error {
	return &Error{Name: "PermissionDenied", Code: "ERR_ACCESS_DENIED", Message: err.Error()}
}

// outside is called before an effect outside of the process. It returns an error if the running task must not
// have the effect, and syncs what the runs stored. what describes the effect in the error.
func (h *host) outside(what string) error {
	if err := h.refused(what); err != nil {
		return err
	}
	h.env.Leaving()
	return nil
}

// refused returns an error if the running task stores its effects, since an effect of this kind cannot be
// stored. what describes the effect in the error.
func (h *host) refused(what string) error {
	if !h.env.Stores() {
		return nil
	}
	return &Error{Code: "ERR_EFFECTS_ONCE", Message: what + ` is not possible in a node with effects: "once": what it does cannot be remembered, so it could happen twice. ` +
		"Use fetch(), or do it in a node without that option"}
}

// netError returns a network error in the form of Node.
func (h *host) netError(ctx context.Context, err error) error {
	if own := (*Error)(nil); errors.As(err, &own) {
		return own
	}
	var op *net.OpError
	if errors.As(err, &op) && op.Timeout() && op.Addr != nil {
		code := "ETIMEDOUT"
		return &Error{Code: code, Errno: -110, Message: "connect " + code + " " + op.Addr.String(), Fields: fieldsOf("syscall", "connect")}
	}
	name, text, fields := web.DescribeNetError(ctx, err)
	return &Error{Name: name, Message: text, Fields: fields}
}
