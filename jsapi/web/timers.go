// This file has setTimeout and the similar functions.

package web

import (
	"maps"
	"math"
	"slices"
	"strconv"
	"time"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/guard"
)

// maxDelay is the longest delay in milliseconds. A longer one, or a missing one, becomes one millisecond.
const maxDelay = 1<<31 - 1

// timers has what the timer functions of one VM share.
type timers struct {
	p         *platform
	timeout   *goja.Object // Timeout.prototype
	immediate *goja.Object // Immediate.prototype
	lastID    int
	byID      map[int]*timer // the timers that have been converted to a number
}

// timer is the state of a Timeout or Immediate object.
type timer struct {
	ts     *timers
	object *goja.Object
	props  // the properties that a script sets on the object

	f      goja.Callable
	args   []goja.Value
	delay  time.Duration
	repeat bool
	unref  bool
	closed bool  // whether it has run or was cleared
	dead   bool  // whether it was cleared
	at     Timer // nil for an Immediate
	id     int   // 0 until it is converted to a number
}

// props, embedded in a Go type, makes it a goja.DynamicObject with the own properties that a script sets.
// Export of the object returns the Go value.
type props map[string]goja.Value

func (p *props) Get(key string) goja.Value { return (*p)[key] }
func (p *props) Has(key string) bool       { _, ok := (*p)[key]; return ok }
func (p *props) Delete(key string) bool    { delete(*p, key); return true }

func (p *props) Set(key string, v goja.Value) bool {
	if *p == nil {
		*p = make(props)
	}
	(*p)[key] = v
	return true
}

func (p *props) Keys() []string {
	return slices.Sorted(maps.Keys(*p))
}

// timerGlobal makes one of the six timer functions.
func timerGlobal(p *platform, name string) goja.Value {
	if p.timers == nil {
		p.timers = newTimers(p)
	}
	ts := p.timers
	switch name {
	case "setTimeout":
		return p.fn(name, 2, func(call goja.FunctionCall) goja.Value { return ts.set(call, false) })
	case "setInterval":
		return p.fn(name, 2, func(call goja.FunctionCall) goja.Value { return ts.set(call, true) })
	case "setImmediate":
		return p.fn(name, 1, ts.setImmediate)
	default:
		return p.fn(name, 1, ts.clear)
	}
}

func newTimers(p *platform) *timers {
	ts := &timers{p: p, byID: make(map[int]*timer)}
	ts.timeout = ts.class("Timeout")
	p.method(ts.timeout, "refresh", 0, ts.on(func(t *timer) goja.Value { t.refresh(); return t.object }))
	p.method(ts.timeout, "close", 0, ts.on(func(t *timer) goja.Value { t.clear(); return t.object }))
	toNumber := p.fn("[Symbol.toPrimitive]", 0, ts.on(func(t *timer) goja.Value { return p.vm.ToValue(t.number()) }))
	must(ts.timeout.DefineDataPropertySymbol(goja.SymToPrimitive, toNumber, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE))
	ts.immediate = ts.class("Immediate")
	dispose := p.fn("[Symbol.dispose]", 0, ts.on(func(t *timer) goja.Value { t.clear(); return goja.Undefined() }))
	for _, proto := range []*goja.Object{ts.timeout, ts.immediate} {
		must(proto.DefineDataPropertySymbol(p.symbolFor("Symbol.dispose"), dispose, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE))
	}
	return ts
}

// class makes the prototype of Timeout or Immediate, with the methods that both have.
func (ts *timers) class(name string) *goja.Object {
	p := ts.p
	proto := p.sealedClass(name)
	p.method(proto, "ref", 0, ts.on(func(t *timer) goja.Value { t.ref(true); return t.object }))
	p.method(proto, "unref", 0, ts.on(func(t *timer) goja.Value { t.ref(false); return t.object }))
	p.method(proto, "hasRef", 0, ts.on(func(t *timer) goja.Value { return p.vm.ToValue(!t.unref) }))
	return proto
}

// on makes a method that calls f with its timer.
func (ts *timers) on(f func(t *timer) goja.Value) native {
	return func(call goja.FunctionCall) goja.Value {
		if t := timerOf(call.This); t != nil {
			return f(t)
		}
		panic(ts.p.vm.NewTypeError("Illegal invocation"))
	}
}

// timerOf returns the timer of an object, or nil for any other value.
func timerOf(v goja.Value) *timer {
	t, _ := goValue[*timer](v)
	return t
}

func (ts *timers) make(call goja.FunctionCall, firstArg int, proto *goja.Object) *timer {
	f, ok := goja.AssertFunction(call.Argument(0))
	if !ok {
		panic(ts.p.argTypeError("callback", "of type function", call.Argument(0)))
	}
	t := &timer{ts: ts, f: f}
	if len(call.Arguments) > firstArg {
		t.args = append(t.args, call.Arguments[firstArg:]...)
	}
	t.object = ts.p.vm.NewDynamicObject(t)
	must(t.object.SetPrototype(proto))
	return t
}

func (ts *timers) set(call goja.FunctionCall, repeat bool) goja.Value {
	t := ts.make(call, 2, ts.timeout)
	t.repeat = repeat
	ms := call.Argument(1).ToFloat()
	if !(ms >= 1 && ms <= maxDelay) {
		ms = 1
	}
	t.delay = time.Duration(math.Trunc(ms)) * time.Millisecond
	t.arm()
	return t.object
}

func (ts *timers) setImmediate(call goja.FunctionCall) goja.Value {
	t := ts.make(call, 1, ts.immediate)
	ts.p.env.Loop.Immediate(func() {
		if !t.closed {
			t.closed = true
			ts.p.env.Loop.Turn(func() { ts.p.callback(t.f, t.object, t.args...) })
		}
	})
	return t.object
}

// clear implements clearTimeout, clearInterval and clearImmediate. The argument is a timer or its number. Any
// other value is ignored.
func (ts *timers) clear(call goja.FunctionCall) goja.Value {
	v := call.Argument(0)
	t := timerOf(v)
	if t == nil && (goja.IsNumber(v) || goja.IsString(v)) {
		if id, err := strconv.Atoi(v.String()); err == nil {
			t = ts.byID[id]
		}
	}
	if t != nil {
		t.clear()
	}
	return goja.Undefined()
}

func (t *timer) arm() {
	t.closed = false
	after := func(f func()) {
		t.at = t.ts.p.env.Loop.After(t.delay, f)
		if t.unref {
			t.at.Ref(false)
		}
	}
	e := begin(t.ts.p.env.Journal, EffectSpec{Kind: "timer", What: t.delay.String()})
	if e == nil {
		after(t.fire)
		return
	}
	t.at = nil // in re-executed code, a timer that fired before fires immediately
	e.Start(func(done func(Outcome)) {
		after(func() { done(Outcome{Value: goja.Undefined()}) })
	}, func(Outcome) { t.fire() })
}

func (t *timer) fire() {
	if t.closed {
		return
	}
	armed := t.at
	t.closed = !t.repeat
	t.ts.p.env.Loop.Turn(func() { t.ts.p.callback(t.f, t.object, t.args...) })
	switch {
	case t.at != armed: // refresh() in the callback
	case t.closed:
		delete(t.ts.byID, t.id)
	default:
		t.arm()
	}
}

func (t *timer) clear() {
	t.closed, t.dead = true, true
	delete(t.ts.byID, t.id)
	if t.at != nil {
		t.at.Cancel()
	}
}

// refresh starts the delay again, also after the timer has run. A cleared timer stays cleared.
func (t *timer) refresh() {
	if !t.dead {
		if t.at != nil {
			t.at.Cancel()
		}
		t.arm()
	}
}

func (t *timer) ref(keepAlive bool) {
	t.unref = !keepAlive
	if t.at != nil {
		t.at.Ref(keepAlive)
	}
}

func (t *timer) number() int {
	if t.id == 0 {
		t.ts.lastID++
		t.id = t.ts.lastID
	}
	if !t.closed {
		t.ts.byID[t.id] = t
	}
	return t.id
}

// queueMicrotask makes the function queueMicrotask. It uses a promise, since goja offers no other access to
// its job queue.
func queueMicrotask(p *platform, name string) goja.Value {
	then := p.builtins.then
	settled, resolve, _ := p.vm.NewPromise()
	must(resolve(goja.Undefined()))
	type native = func(goja.FunctionCall) goja.Value
	var apply native
	if v := p.builtin("Reflect").Get("apply"); v != nil {
		apply, _ = guard.Export(v).(native)
	}
	return p.fn(name, 1, func(call goja.FunctionCall) goja.Value {
		callback := call.Argument(0)
		f, ok := guard.Export(callback).(native)
		if _, callable := goja.AssertFunction(callback); callable && !ok { // a Proxy
			f, ok = func(goja.FunctionCall) goja.Value {
				return apply(goja.FunctionCall{Arguments: []goja.Value{callback, goja.Undefined(), p.vm.NewArray()}})
			}, apply != nil
		}
		if !ok {
			panic(p.argTypeError("callback", "of type function", callback))
		}
		_, err := then(p.vm.ToValue(settled), p.vm.ToValue(func(goja.FunctionCall) goja.Value {
			// A goja.Callable would run later promise jobs before the jobs that are already queued after this one.
			if ex := p.vm.Try(func() { f(goja.FunctionCall{This: goja.Undefined()}) }); ex != nil {
				p.env.Uncaught(ex)
			}
			return goja.Undefined()
		}))
		must(err)
		return goja.Undefined()
	})
}
