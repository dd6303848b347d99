// This file has the functions of the Go program that a script can call.

package langgraph

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/value"
	"github.com/hitlrun/hitlrun/jsapi/web"
	"github.com/hitlrun/hitlrun/runtime"
)

// Function is a function of the Go program. It gets its arguments as JSON, on a goroutine of
// its own, and returns something that encoding/json can write. An error is thrown in the script.
type Function func(ctx context.Context, args []json.RawMessage) (any, error)

// effectKey is where the context of a Function has its key.
type effectKey struct{}

// EffectKey returns the key of the effect that a Function is called for: the same when a node with
// effects: "once" calls it again because nobody knows whether it was done; "" in other nodes.
func EffectKey(ctx context.Context) string {
	key, _ := ctx.Value(effectKey{}).(string)
	return key
}

// WithEffectKey returns a context for a Function that is called in another process than its script runs in: EffectKey has key of it.
func WithEffectKey(ctx context.Context, key string) context.Context {
	if key == "" {
		return ctx
	}
	return context.WithValue(ctx, effectKey{}, key)
}

// callFunction is __hitlrun.callFunction(name, args): a promise of what the function returns.
func (effects *Effects) callFunction(fc goja.FunctionCall) goja.Value {
	name := value.Text(fc.Argument(0))
	f := effects.o.Functions[name]
	if f == nil {
		names := slices.Sorted(maps.Keys(effects.o.Functions))
		effects.vm.Throw(fmt.Errorf("the program has no function %q; it has: %s", name, strings.Join(names, ", ")))
	}
	var args []json.RawMessage
	what := name
	for _, v := range effects.values.Elements(fc.Argument(1).ToObject(effects.rt)) {
		b, err := effects.values.Dump(v, true)
		effects.vm.Check(err)
		args = append(args, value.PlainJSON(b.Data))
		what += " " + string(args[len(args)-1])
	}
	promise, resolve, reject := effects.rt.NewPromise()
	then := func(out web.Outcome) {
		if out.Threw {
			effects.vm.Settle(reject(out.Value))
			return
		}
		effects.vm.Settle(resolve(out.Value))
	}
	ctx := effects.vm.Context()
	start := func(done func(web.Outcome)) {
		release := effects.vm.Loop().Hold()
		go func() {
			result, err := f.JSON(ctx, name, args)
			release(func() { done(effects.functionOutcome(result, err)) })
		}()
	}
	if e := effects.beginEffect(runtime.EffectSpec{Kind: "function", What: shortened(what), Outside: true, Changes: true}); e != nil {
		ctx = WithEffectKey(ctx, e.Key())
		e.Start(start, then)
	} else {
		effects.vm.Leave()
		start(then)
	}
	return effects.rt.ToValue(promise)
}

// JSON calls f, the function of that name, and returns its result as JSON. A panic of it is an error.
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
	return json.Marshal(result)
}

func (effects *Effects) functionOutcome(data []byte, err error) web.Outcome {
	var v goja.Value
	if err == nil {
		v, err = effects.values.Parse(data, false)
	}
	if err != nil {
		return web.Outcome{Value: effects.vm.ErrorValue(err), Threw: true, Failed: true}
	}
	return web.Outcome{Value: v}
}

// shortened is the description of an effect with all of its arguments, made short.
func shortened(what string) string {
	if len(what) <= 300 {
		return what
	}
	return what[:200] + web.Digest([]byte(what))
}
