// This file has Env, what sockets and processes need of the VM around them, and later, which waits for them.

package node

import (
	"context"
	"errors"
	"io"
	"net"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/web"
)

// Env is what the modules that reach out of the process need of their host. Functions without a word about goroutines are called on the loop.
type Env struct {
	Loop Loop
	// Context ends with the VM, and with it every connection and process.
	Context context.Context
	// CheckNet is asked before a connection to "host:port", CheckHost before a name is resolved, CheckFile before a connection to a
	// socket file. They refuse with an error.
	CheckNet, CheckHost, CheckFile func(string) error
	// Program returns the file of a program that the script may run: of a name, or of a path from cwd. ChildEnv completes the environment of one, or
	// refuses it.
	Program  func(name, cwd string) (string, error)
	ChildEnv func(given []string) ([]string, error)
	// Outputs are stdout and stderr of the script; nil discards.
	Outputs [2]io.Writer
	// Stopped reports, from any goroutine, whether the VM was stopped.
	Stopped func() bool
	// Leaving is called before something leaves the process.
	Leaving func()
	// Keeps reports whether the effects of the running task are stored, so that they do not happen again.
	Keeps func() bool
	// Uncaught gets what functions of the script throw.
	Uncaught func(error)
}

// Loop is the loop of the VM.
type Loop interface {
	// Turn is that of web.Loop.
	Turn(f func())
	// Pending announces something that will happen: release is called once, from any goroutine, and runs its function on the loop. The
	// program waits for it while ref was not called with false.
	Pending() (release func(f func()), ref func(keepAlive bool))
}

// waits are the operations that are under way for one object of the script, and whether the program waits for them.
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

// begin announces an operation; end runs its function on the loop.
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

// run calls work on a goroutine, and then done on the loop, with its error or its result.
func (w *waits) run(done goja.Callable, work func() (any, error)) {
	end := w.begin()
	go func() {
		v, err := work()
		end(func() { w.h.call(done, err, v) })
	}()
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

// denied is the error for what the script was not granted, as fetch has it.
func denied(err error) error {
	return &Error{Name: "PermissionDenied", Code: "ERR_ACCESS_DENIED", Message: err.Error()}
}

// outside is asked before something reaches out of the process; what names it for a person.
func (h *host) outside(what string) error {
	if err := h.refused(what); err != nil {
		return err
	}
	h.env.Leaving()
	return nil
}

// refused returns an error if the running task must not do what reaches out of the process and cannot be remembered.
func (h *host) refused(what string) error {
	if !h.env.Keeps() {
		return nil
	}
	return &Error{Code: "ERR_EFFECTS_ONCE", Message: what + ` is not possible in a node with effects: "once": what it does cannot be remembered, so it could happen twice. ` +
		"Use fetch(), or do it in a node without that option"}
}

// netError is an error of the network in Node's words.
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
