// This file records the effects of a script in the journal of the running task, so that they happen
// once.

package langgraph

import (
	"encoding/base64"
	"io"
	"math/rand/v2"
	"strconv"
	"time"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/vm"
	"github.com/hitlrun/hitlrun/jsapi/web"
	"github.com/hitlrun/hitlrun/runtime"
)

// Effects performs the effects of a script: what it changes outside of the VM, and what it reads that
// is not determined by its input, such as the time. Each effect is recorded in the journal of the
// running task, if the node has effects: "once".
type Effects struct{ room }

// journaled is the web.Journal of a VM.
type journaled struct{ effects *Effects }

// effect is an effect of a task.
type effect struct {
	effects         *Effects
	scope           *vm.Scope
	*runtime.Effect // nil for an effect of an attempt that has ended; such an effect does not happen
}

// Journal returns the web.Journal of the VM.
func (effects *Effects) Journal() web.Journal { return journaled{effects} }

// Stores implements web.Journal.
func (j journaled) Stores() bool {
	t := j.effects.api.task()
	return t != nil && t.Once()
}

// Begin implements web.Journal.
func (j journaled) Begin(s web.EffectSpec) web.Effect {
	if e := j.effects.beginEffect(runtime.EffectSpec(s)); e != nil {
		return e
	}
	return nil
}

// beginEffect begins an effect of the running task. It returns nil if the effects of the task are not
// recorded.
func (effects *Effects) beginEffect(s runtime.EffectSpec) *effect {
	t := effects.api.task()
	switch {
	case t == nil || !t.Once():
		return nil
	case t.Over(effects.api.taskScope().try):
		if !s.Outside {
			return nil
		}
		return &effect{effects, effects.vm.Scope(), nil}
	case !t.Running():
		return nil
	}
	e, err := t.Effect(s)
	effects.vm.Check(err)
	return &effect{effects, effects.vm.Scope(), e}
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
		e.effects.vm.Throw(&runtime.Error{Name: "AbortError", Message: "The node was ended, and tries again: await what it does"})
	}
	res, ok, err := e.Stored()
	e.effects.vm.Check(err)
	if ok {
		return web.Outcome{Value: e.effects.api.toJS(res.Value), Threw: res.Threw, Failed: res.Failed, Known: res.Answered}
	}
	e.effects.vm.Check(e.Before())
	out := work()
	e.effects.vm.Check(e.Record(resultOf(out)))
	return out
}

// Start implements web.Effect. For an attempt that has ended, then is never called.
func (e *effect) Start(start func(done func(web.Outcome)), then func(web.Outcome)) {
	if e.Effect == nil {
		return
	}
	e.Effect.Start(
		func(done func(runtime.EffectResult)) { start(func(out web.Outcome) { done(resultOf(out)) }) },
		func(res runtime.EffectResult) {
			e.effects.vm.In(e.scope, func() {
				then(web.Outcome{Value: e.effects.api.toJS(res.Value), Threw: res.Threw, Failed: res.Failed, Known: res.Answered})
			})
		},
		func(err error) {
			e.effects.vm.In(e.scope, func() { then(web.Outcome{Value: e.effects.vm.ErrorValue(err), Threw: true}) })
		})
}

// result is the value of an effect. It is stored without code of the script: the effect has happened, and would happen again
// if its result could not be stored.
type result struct{ value goja.Value }

func resultOf(out web.Outcome) runtime.EffectResult {
	return runtime.EffectResult{Value: result{out.Value}, Threw: out.Threw, Failed: out.Failed, Answered: out.Known}
}

// value returns the recorded value of an effect, or calls value and records the result. It returns nil
// if the effects of the running code are not recorded.
func (effects *Effects) value(kind string, what string, value func() goja.Value) goja.Value {
	e := effects.beginEffect(runtime.EffectSpec{Kind: kind, What: what})
	if e == nil {
		return nil
	}
	return e.Do(func() web.Outcome { return web.Outcome{Value: value()} }).Value
}

// Now returns the time as the script sees it: a re-executed node sees the recorded time.
func (effects *Effects) Now() time.Time {
	if effects.api.task() == nil {
		return effects.vm.Now()
	}
	v := effects.value("time", "", func() goja.Value { return effects.rt.ToValue(strconv.FormatInt(effects.vm.Now().UnixNano(), 36)) })
	if v == nil {
		return effects.vm.Now()
	}
	n, err := strconv.ParseInt(v.String(), 36, 64)
	effects.vm.Check(err)
	return time.Unix(0, n)
}

// Uptime returns how long the VM has run, as the script sees it: a re-executed node sees the recorded
// duration.
func (effects *Effects) Uptime() time.Duration {
	ns := func() goja.Value { return effects.rt.ToValue(effects.vm.Uptime().Nanoseconds()) }
	v := effects.value("process time", "", ns)
	if v == nil {
		v = ns()
	}
	return time.Duration(v.ToInteger())
}

// Random implements Math.random(). A re-executed node gets the recorded number.
func (effects *Effects) Random() float64 {
	if effects.api.task() != nil {
		if v := effects.value("Math.random", "", func() goja.Value { return effects.rt.ToValue(rand.Float64()) }); v != nil {
			return v.ToFloat()
		}
	}
	return rand.Float64()
}

// randomBytes is an io.Reader of random bytes as the script sees them.
type randomBytes struct {
	effects *Effects
	r       io.Reader
}

// RandomBytes returns a reader of random bytes from r. A re-executed node gets the recorded bytes.
func (effects *Effects) RandomBytes(r io.Reader) io.Reader { return randomBytes{effects, r} }

func (r randomBytes) Read(p []byte) (int, error) {
	var err error
	v := r.effects.value("random bytes", strconv.Itoa(len(p)), func() goja.Value {
		_, err = io.ReadFull(r.r, p)
		return r.effects.rt.ToValue(base64.StdEncoding.EncodeToString(p))
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
