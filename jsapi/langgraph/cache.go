// This file adapts a cache object of a script to runtime.Cache, and reads cache policies.

package langgraph

import (
	"fmt"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/jsapi/guard"
	"github.com/hitlrun/hitlrun/runtime"
)

// scriptCache is a runtime.Cache on an object with the methods get and set of BaseCache. The writes of
// a task are stored as a list of [channel, type, JSON text].
type scriptCache struct {
	api *API
	o   *goja.Object
}

func (c scriptCache) key(k runtime.CacheKey) goja.Value {
	guard.Need(c.api.rt, len(k.Key))
	ns := make([]any, len(k.NS))
	for i := range k.NS {
		ns[i] = k.NS[i]
	}
	return c.api.rt.NewArray(c.api.rt.NewArray(ns...), k.Key)
}

// Get implements runtime.Cache.
func (c scriptCache) Get(keys []runtime.CacheKey, done func([][]checkpoint.PendingWrite, error)) {
	list := make([]goja.Value, len(keys))
	index := map[string]int{}
	for i, k := range keys {
		list[i] = c.key(k)
		index[c.api.values.Show(list[i])] = i
	}
	c.call("get", c.api.values.Array(list), func(v goja.Value, err error) {
		found := make([][]checkpoint.PendingWrite, len(keys))
		if err == nil {
			c.api.values.Each(v, func(hit *goja.Object) {
				if i, ok := index[c.api.values.Show(hit.Get("key"))]; ok {
					found[i] = c.writes(hit.Get("value"))
				}
			})
		}
		done(found, err)
	})
}

func (c scriptCache) writes(v goja.Value) []checkpoint.PendingWrite {
	writes := []checkpoint.PendingWrite{}
	c.api.values.Each(v, func(w *goja.Object) {
		writes = append(writes, checkpoint.PendingWrite{Channel: c.api.values.Text(w.Get("0")),
			Value: checkpoint.Blob{Type: c.api.values.Text(w.Get("1")), Data: c.api.values.Bytes(w.Get("2"))}})
	})
	return writes
}

// Set implements runtime.Cache.
func (c scriptCache) Set(key runtime.CacheKey, ttlSeconds float64, writes []checkpoint.PendingWrite, done func()) {
	list := make([]goja.Value, len(writes))
	for i, w := range writes {
		guard.Need(c.api.rt, 2*len(w.Value.Data))
		list[i] = c.api.rt.NewArray(w.Channel, w.Value.Type, string(w.Value.Data))
	}
	pair := c.api.rt.NewObject()
	_ = pair.Set("key", c.key(key))
	_ = pair.Set("value", c.api.values.Array(list))
	_ = pair.Set("ttl", goja.Undefined())
	if ttlSeconds > 0 {
		_ = pair.Set("ttl", ttlSeconds)
	}
	c.call("set", c.api.values.Array([]goja.Value{pair}), func(goja.Value, error) { done() })
}

// call calls a method, and then done with its result: immediately, or when the promise that it
// returns is settled.
func (c scriptCache) call(method string, arg goja.Value, done func(goja.Value, error)) {
	api := c.api
	f, ok := goja.AssertFunction(c.o.Get(method))
	if !ok {
		done(nil, fmt.Errorf("the cache has no method %q", method))
		return
	}
	v, err := f(c.o, arg)
	if err != nil {
		done(nil, api.vm.ScriptError(err))
		return
	}
	o, ok := v.(*goja.Object)
	then, isPromise := goja.Callable(nil), false
	if ok {
		then, isPromise = goja.AssertFunction(o.Get("then"))
	}
	if !isPromise {
		done(v, nil)
		return
	}
	settled, first := false, done
	done = func(v goja.Value, err error) { // a thenable may call it several times
		if !settled {
			settled = true
			first(v, err)
		}
	}
	if _, err := then(o, api.rt.ToValue(func(fc goja.FunctionCall) goja.Value {
		done(fc.Argument(0), nil)
		return goja.Undefined()
	}), api.rt.ToValue(func(fc goja.FunctionCall) goja.Value {
		done(nil, api.vm.Thrown(fc.Argument(0)))
		return goja.Undefined()
	})); err != nil {
		done(nil, api.vm.ScriptError(err))
	}
}

// cachePolicy reads a cache policy. It returns nil if v is not an object.
func (api *API) cachePolicy(v goja.Value) *runtime.CachePolicy {
	o, ok := v.(*goja.Object)
	if !ok {
		return nil
	}
	p := &runtime.CachePolicy{}
	if ttl := o.Get("ttl"); ttl != nil && !goja.IsUndefined(ttl) && !goja.IsNull(ttl) {
		p.TTLSeconds = ttl.ToFloat()
	}
	keyFunc := api.function(o.Get("keyFunc"))
	p.Key = func(input runtime.Value) (string, error) {
		args := api.rt.NewArray(api.toJS(input))
		if keyFunc == nil {
			return host{api: api}.JSON(args), nil
		}
		key, err := keyFunc.call(goja.Undefined(), args)
		if err != nil {
			return "", api.vm.ScriptError(err)
		}
		return api.values.Text(key), nil
	}
	return p
}
