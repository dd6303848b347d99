// This file runs bundles in goja, with no more around them than the tests need.

package bundle

import (
	"errors"
	"fmt"
	"sort"
	"strings"
	"testing"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/guard"
)

// host is a VM with console.log, setTimeout, and the object a bundle is given.
type host struct {
	vm     *goja.Runtime
	out    strings.Builder
	timers []timer
	now    int64

	exports *goja.Object
}

type timer struct {
	at int64
	fn goja.Callable
}

func newHost(t testing.TB) *host {
	t.Helper()
	h := &host{vm: goja.New()}
	must := func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	must(h.vm.Set("globalThis", h.vm.GlobalObject()))
	_, err := h.vm.RunString(`Symbol.asyncIterator = Symbol.for("Symbol.asyncIterator")`)
	must(err)
	must(guard.DefineAsyncGenerators(h.vm))
	must(guard.DefineAsyncLoops(h.vm))
	_, err = h.vm.RunString(`var __hitlrunPower = (a, b) => a ** b, __hitlrunLeft = (by) => by, __hitlrunRight = __hitlrunLeft`)
	must(err)
	console := h.vm.NewObject()
	must(console.Set("log", func(call goja.FunctionCall) goja.Value {
		var words []string
		for _, arg := range call.Arguments {
			words = append(words, arg.String())
		}
		h.out.WriteString(strings.Join(words, " ") + "\n")
		return goja.Undefined()
	}))
	must(h.vm.Set("console", console))
	must(h.vm.Set("setTimeout", func(call goja.FunctionCall) goja.Value {
		fn, ok := goja.AssertFunction(call.Argument(0))
		if !ok {
			panic(h.vm.NewTypeError("not a function"))
		}
		h.timers = append(h.timers, timer{h.now + call.Argument(1).ToInteger(), fn})
		return goja.Undefined()
	}))
	_, err = h.vm.RunString(`Object.defineProperty(Symbol, "asyncIterator", { value: Symbol.for("Symbol.asyncIterator") }); var process = { env: {}, argv: [] };`)
	must(err)
	return h
}

// run calls the bundle and waits for its promise.
func (h *host) run(r *Result) error {
	program, err := goja.Compile("bundle.js", string(r.Code), false)
	if err != nil {
		return fmt.Errorf("compile: %w", err)
	}
	value, err := h.vm.RunProgram(program)
	if err != nil {
		return err
	}
	main, ok := goja.AssertFunction(value)
	if !ok {
		return errors.New("the code is not a function")
	}
	object := h.vm.NewObject()
	if err := object.Set("exports", func(ns *goja.Object) { h.exports = ns }); err != nil {
		return err
	}
	value, err = main(goja.Undefined(), object)
	if err != nil {
		return err
	}
	promise := value.Export().(*goja.Promise)
	for len(h.timers) > 0 {
		sort.SliceStable(h.timers, func(i, j int) bool { return h.timers[i].at < h.timers[j].at })
		next := h.timers[0]
		h.timers = h.timers[1:]
		h.now = next.at
		if _, err := next.fn(goja.Undefined()); err != nil {
			return err
		}
	}
	switch promise.State() {
	case goja.PromiseStateRejected:
		return fmt.Errorf("rejected: %s", promise.Result())
	case goja.PromiseStatePending:
		return errors.New("the promise is never settled")
	}
	return nil
}

// runScript bundles and runs, and returns what was printed.
func runScript(t testing.TB, o Options) string {
	t.Helper()
	r, err := Bundle(o)
	if err != nil {
		t.Fatalf("bundle: %v", err)
	}
	h := newHost(t)
	if err := h.run(r); err != nil {
		t.Fatalf("%v\nprinted:\n%s\ncode:\n%s", err, h.out.String(), r.Code)
	}
	return h.out.String()
}
