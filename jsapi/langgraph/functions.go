// This file lets a script call functions of the Go program.

package langgraph

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/guard"
	"github.com/hitlrun/hitlrun/jsapi/value"
	"github.com/hitlrun/hitlrun/jsapi/web"
	"github.com/hitlrun/hitlrun/runtime"
)

// Function is a function of the Go program that a script can call. It gets its arguments as JSON and
// runs in a goroutine of its own, so it may run at the same time as other calls. Its result must be a
// value that encoding/json can write. An error is thrown in the script.
type Function func(ctx context.Context, args []json.RawMessage) (any, error)

// effectKey is the context key of the effect key of a Function.
type effectKey struct{}

// EffectKey returns the key of the effect for which a Function is called. The key is the same when a
// node with effects: "once" calls the Function again because it is not known whether the first call
// took effect. In other nodes it is "".
func EffectKey(ctx context.Context) string {
	key, _ := ctx.Value(effectKey{}).(string)
	return key
}

// WithEffectKey returns a context in which EffectKey returns key. It is for a Function that is called
// in another process than that of its script.
func WithEffectKey(ctx context.Context, key string) context.Context {
	if key == "" {
		return ctx
	}
	return context.WithValue(ctx, effectKey{}, key)
}

// Caller identifies the node and the thread that call a Function. All fields are "" if the script
// calls it outside of a node.
type Caller struct{ ThreadID, RunID, NS, Node, TaskID string }

// callerKey is the context key of the Caller of a Function.
type callerKey struct{}

// CallerOf returns the caller of the Function that got this context, and the zero Caller for any other
// context.
func CallerOf(ctx context.Context) Caller {
	c, _ := ctx.Value(callerKey{}).(Caller)
	return c
}

// WithCaller returns a context in which CallerOf returns c.
func WithCaller(ctx context.Context, c Caller) context.Context {
	return context.WithValue(ctx, callerKey{}, c)
}

// functionContext returns the context of a Function that task t calls, with the key of its effect. t is
// nil outside of a graph. The context has the values of the run's context, and ends when the run or the
// VM ends.
func (effects *Effects) functionContext(t *runtime.Task, key string) (_ context.Context, cancel func()) {
	if t == nil {
		return context.WithCancel(effects.vm.Context())
	}
	r := t.Run()
	ctx := WithCaller(r.Context(), Caller{r.Options().ThreadID, r.RunID(), r.NS(), t.Name(), t.ID()})
	ctx, end := context.WithCancelCause(WithEffectKey(ctx, key))
	all := effects.vm.Context()
	stop := context.AfterFunc(all, func() { end(context.Cause(all)) })
	return ctx, func() { stop(); end(nil) }
}

// callFunction implements __hitlrun.callFunction(name, args). It returns a promise of the result.
func (effects *Effects) callFunction(fc goja.FunctionCall) goja.Value {
	name := value.Text(fc.Argument(0))
	f := effects.o.Functions[name]
	if f == nil {
		names := slices.Sorted(maps.Keys(effects.o.Functions))
		effects.vm.Throw(fmt.Errorf("the program has no function %q; it has: %s", runtime.Short(name), strings.Join(names, ", ")))
	}
	var args []json.RawMessage
	what := []byte(name)
	for _, v := range effects.values.Elements(fc.Argument(1).ToObject(effects.rt)) {
		b, err := effects.values.Dump(v, true)
		effects.vm.Check(err)
		arg := value.PlainJSON(b.Data)
		guard.Need(effects.rt, len(arg))
		args = append(args, arg)
		what = append(append(what, ' '), arg...)
	}
	promise, resolve, reject := effects.rt.NewPromise()
	then := func(out web.Outcome) {
		if out.Threw {
			effects.vm.Settle(reject(out.Value))
			return
		}
		effects.vm.Settle(resolve(out.Value))
	}
	task, key := effects.api.task(), ""
	ended := effects.traceEffect(name)
	start := func(done func(web.Outcome)) {
		release := effects.vm.Loop().Hold()
		ctx, cancel := effects.functionContext(task, key)
		go func() {
			began := time.Now()
			result, err := f.JSON(ctx, name, args)
			cancel()
			if ended != nil {
				ended(began, 0, err)
			}
			release(func() { done(effects.functionOutcome(result, err)) })
		}()
	}
	if e := effects.beginEffect(runtime.EffectSpec{Kind: "function", What: shortened(what), Outside: true, Changes: true}); e != nil {
		key = e.Key()
		e.Start(start, then)
	} else {
		effects.vm.Leave()
		start(then)
	}
	return effects.rt.ToValue(promise)
}

// JSON calls f and returns its result as JSON. name is used in errors. A panic of f becomes an error.
func (f Function) JSON(ctx context.Context, name string, args []json.RawMessage) (data []byte, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("function %q: panic: %v", name, p)
		}
	}()
	result, err := f(ctx, args)
	if err != nil {
		return nil, err
	}
	if data, err = json.Marshal(result); err != nil {
		return nil, fmt.Errorf("function %q: its result: %w", name, err)
	}
	switch n, infinite := value.InexactNumber(data); {
	case infinite: // a json.Number
		return nil, fmt.Errorf("function %q: its result has the number %s, which is infinite for JavaScript", name, n)
	case n != "":
		return nil, fmt.Errorf("function %q: its result has the integer %s, which JavaScript would round: return it as text", name, n)
	}
	return data, nil
}

func (effects *Effects) functionOutcome(data []byte, err error) web.Outcome {
	var v goja.Value
	if err == nil {
		v, err = effects.values.Parse(data, false)
	}
	if err != nil {
		return web.Outcome{Value: effects.vm.ThrownByProgram(err), Threw: true, Failed: true}
	}
	return web.Outcome{Value: v}
}

// shortened returns the description of an effect. If it is longer than 300 bytes, only the first 200
// bytes and a digest of the whole are left.
func shortened(what []byte) string {
	if len(what) <= 300 {
		return string(what)
	}
	return string(what[:200]) + web.Digest(what)
}
