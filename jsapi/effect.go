// This file connects what a script does outside of itself with the journal of the task that does it.

package jsapi

import (
	"encoding/base64"
	"io"
	"math/rand/v2"
	"strconv"
	"time"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/web"
	"github.com/hitlrun/hitlrun/runtime"
)

// journaled is the web.Journal of a VM.
type journaled struct{ vm *VM }

// effect is an effect of a task.
type effect struct {
	vm              *VM
	scope           *scope
	*runtime.Effect // nil for one of an attempt that is over: it does not happen
}

// Keeps implements web.Journal.
func (j journaled) Keeps() bool {
	t := j.vm.task()
	return t != nil && t.Once()
}

// Begin implements web.Journal.
func (j journaled) Begin(s web.EffectSpec) web.Effect {
	if e := j.vm.beginEffect(runtime.EffectSpec(s)); e != nil {
		return e
	}
	return nil
}

// beginEffect begins an effect of the running task; nil if its effects are not kept.
func (vm *VM) beginEffect(s runtime.EffectSpec) *effect {
	t := vm.task()
	switch {
	case t == nil || !t.Once():
		return nil
	case t.Over(vm.scope.try):
		if !s.Outside {
			return nil
		}
		return &effect{vm, vm.scope, nil}
	case !t.Running():
		return nil
	}
	e, err := t.Effect(s)
	vm.check(err)
	return &effect{vm, vm.scope, e}
}

// Key implements web.Effect.
func (e *effect) Key() string {
	if e.Effect == nil {
		return ""
	}
	return e.Effect.Key()
}

// Do implements web.Effect.
func (e *effect) Do(work func() web.Outcome) web.Outcome {
	if e.Effect == nil {
		e.vm.throw(&runtime.Error{Name: "AbortError", Message: "The node was ended, and tries again: await what it does"})
	}
	res, ok, err := e.Kept()
	e.vm.check(err)
	if ok {
		return web.Outcome{Value: e.vm.toJS(res.Value), Threw: res.Threw, Failed: res.Failed, Known: res.Known}
	}
	e.vm.check(e.Before())
	out := work()
	e.vm.check(e.Keep(kept(out)))
	return out
}

// Start implements web.Effect. What an attempt that is over still waits for never comes.
func (e *effect) Start(start func(done func(web.Outcome)), then func(web.Outcome)) {
	if e.Effect == nil {
		return
	}
	e.Effect.Start(
		func(done func(runtime.EffectResult)) { start(func(out web.Outcome) { done(kept(out)) }) },
		func(res runtime.EffectResult) {
			e.vm.in(e.scope, func() {
				then(web.Outcome{Value: e.vm.toJS(res.Value), Threw: res.Threw, Failed: res.Failed, Known: res.Known})
			})
		},
		func(err error) {
			e.vm.in(e.scope, func() { then(web.Outcome{Value: e.vm.jsError(err), Threw: true}) })
		})
}

func kept(out web.Outcome) runtime.EffectResult {
	return runtime.EffectResult{Value: out.Value, Threw: out.Threw, Failed: out.Failed, Known: out.Known}
}

// value returns what is kept of a value that the script did not know, or makes it. It
// returns nil where nothing is kept.
func (vm *VM) value(kind string, what string, value func() goja.Value) goja.Value {
	e := vm.beginEffect(runtime.EffectSpec{Kind: kind, What: what})
	if e == nil {
		return nil
	}
	return e.Do(func() web.Outcome { return web.Outcome{Value: value()} }).Value
}

// scriptNow is the clock as the script sees it.
func (vm *VM) scriptNow() time.Time {
	if vm.scope == nil || vm.scope.task == nil {
		return vm.now()
	}
	v := vm.value("time", "", func() goja.Value { return vm.rt.ToValue(strconv.FormatInt(vm.now().UnixNano(), 36)) })
	if v == nil {
		return vm.now()
	}
	n, err := strconv.ParseInt(v.String(), 36, 64)
	vm.check(err)
	return time.Unix(0, n)
}

// sinceStart is how long the process runs, as the script sees it.
func (vm *VM) sinceStart() time.Duration {
	ns := func() goja.Value { return vm.rt.ToValue(time.Since(vm.started).Nanoseconds()) }
	v := vm.value("process time", "", ns)
	if v == nil {
		v = ns()
	}
	return time.Duration(v.ToInteger())
}

// scriptRandom is Math.random().
func (vm *VM) scriptRandom() float64 {
	if vm.scope != nil && vm.scope.task != nil {
		if v := vm.value("Math.random", "", func() goja.Value { return vm.rt.ToValue(rand.Float64()) }); v != nil {
			return v.ToFloat()
		}
	}
	return rand.Float64()
}

// randomBytes is the source of random bytes as the script sees it.
type randomBytes struct {
	vm *VM
	r  io.Reader
}

func (r randomBytes) Read(p []byte) (int, error) {
	var err error
	v := r.vm.value("random bytes", strconv.Itoa(len(p)), func() goja.Value {
		_, err = io.ReadFull(r.r, p)
		return r.vm.rt.ToValue(base64.StdEncoding.EncodeToString(p))
	})
	if v == nil {
		return r.r.Read(p)
	}
	if err != nil {
		return 0, err
	}
	data, err := base64.StdEncoding.DecodeString(v.String())
	return copy(p, data), err
}
