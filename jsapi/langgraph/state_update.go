// This file changes the state of threads: updateState and bulkUpdateState.

package langgraph

import (
	"fmt"
	"slices"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/runtime"
)

// updateState is graph.bulkUpdateState(config, supersteps); it returns a promise.
func (api *API) updateState(fc goja.FunctionCall) goja.Value {
	promise, resolve, reject := api.rt.NewPromise()
	var t target
	var steps [][]runtime.StateUpdate
	var err error
	if ex := api.rt.Try(func() {
		if t, err = api.target(api.graphOf(fc.Argument(0)), fc.Argument(1)); err == nil {
			steps = api.supersteps(fc.Argument(2))
		}
	}); ex != nil {
		err = api.vm.ScriptError(ex)
	}
	if err == nil && t.missing != "" {
		err = &runtime.Error{Name: "Error", Message: fmt.Sprintf("Subgraph %q not found", t.missing)}
	}
	if err != nil {
		api.vm.Settle(reject(api.vm.ErrorValue(err)))
		return api.rt.ToValue(promise)
	}
	h := api.hostFor(t.saver)
	var all []*runtime.StateUpdate
	for _, step := range steps {
		for i := range step {
			if step[i].Values != nil && step[i].AsNode != "__copy__" && step[i].AsNode != "__input__" {
				all = append(all, &step[i])
			}
		}
	}
	api.parseAll(h, t.g, all, func(err error) {
		if err != nil {
			api.vm.Settle(reject(api.vm.ErrorValue(err)))
			return
		}
		o := runtime.Options{Ledger: &api.ledger, IDs: &api.ids, Now: api.o.Now, KeepWrites: api.legacy()}
		t.g.graph.UpdateState(api.vm.Context(), h, t.saver, t.key, steps, o, func(u runtime.Updated, err error) {
			if err == nil {
				err = settled(t.saver)
			}
			if err != nil {
				api.vm.Settle(reject(api.vm.ErrorValue(err)))
				return
			}
			at := api.configObject(u.Key)
			api.setCheckpointMap(at, u.Key, u.Parents)
			api.vm.Settle(resolve(at))
		})
	})
	return api.rt.ToValue(promise)
}

// parseAll gives each of updates its values as the schema of the graph has them, one after the other.
func (api *API) parseAll(h runtime.Host, g *Graph, updates []*runtime.StateUpdate, then func(error)) {
	if len(updates) == 0 {
		h.Defer(func() { then(nil) })
		return
	}
	u := updates[0]
	api.parsed(h, g, api.toJS(u.Values), func(v goja.Value, err error) {
		switch {
		case err != nil:
			then(err)
			return
		case goja.IsNull(v) || goja.IsUndefined(v):
			u.Values = nil
		default:
			u.Values = v
		}
		if len(updates) == 1 {
			then(nil)
			return
		}
		api.parseAll(h, g, updates[1:], then)
	})
}

// parsed hands an update that no node returned to then, as the schema of the graph gives it.
func (api *API) parsed(h runtime.Host, g *Graph, v goja.Value, then func(goja.Value, error)) {
	later := func(v goja.Value, err error) { h.Defer(func() { then(v, err) }) }
	if g.parse == nil {
		later(v, nil)
		return
	}
	v, err := g.parse.call(goja.Undefined(), v)
	if err != nil {
		later(nil, api.vm.ScriptError(err))
		return
	}
	o, ok := v.(*goja.Object)
	if !ok {
		later(v, nil)
		return
	}
	wait, ok := goja.AssertFunction(o.Get("then"))
	if !ok {
		later(v, nil)
		return
	}
	_, err = wait(o, api.rt.ToValue(func(fc goja.FunctionCall) goja.Value {
		later(fc.Argument(0), nil)
		return goja.Undefined()
	}), api.rt.ToValue(func(fc goja.FunctionCall) goja.Value {
		later(nil, api.vm.Thrown(fc.Argument(0)))
		return goja.Undefined()
	}))
	if err != nil {
		later(nil, api.vm.ScriptError(err))
	}
}

// supersteps reads [{ updates: [{ values, asNode }] }].
func (api *API) supersteps(v goja.Value) [][]runtime.StateUpdate {
	steps := [][]runtime.StateUpdate{}
	api.values.Each(v, func(o *goja.Object) {
		step := []runtime.StateUpdate{}
		api.values.Each(o.Get("updates"), func(u *goja.Object) {
			step = append(step, api.stateUpdate(u.Get("values"), u.Get("asNode")))
		})
		steps = append(steps, step)
	})
	return steps
}

func (api *API) stateUpdate(values, asNode goja.Value) runtime.StateUpdate {
	given := func(v goja.Value) bool { return v != nil && !goja.IsNull(v) && !goja.IsUndefined(v) }
	var u runtime.StateUpdate
	if given(values) {
		u.Values = values
	}
	if given(asNode) {
		u.AsNode, u.HasNode = asNode.String(), true
	}
	if u.AsNode == "__copy__" {
		u.Copies = api.copies(values)
	}
	return u
}

// copies reads the updates of a copy: a list of [values, node], those of one node together.
func (api *API) copies(v goja.Value) []runtime.StateUpdate {
	list, ok := v.(*goja.Object)
	if !ok || list.ClassName() != "Array" {
		return nil
	}
	var all []runtime.StateUpdate
	for _, item := range api.values.Elements(list) {
		pair, ok := item.(*goja.Object)
		if !ok || pair.ClassName() != "Array" || pair.Get("length").ToInteger() != 2 {
			return nil
		}
		u := api.stateUpdate(pair.Get("0"), pair.Get("1"))
		at := len(all)
		for i := range all {
			if all[i].AsNode == u.AsNode {
				at = i + 1
			}
		}
		all = slices.Insert(all, at, u)
	}
	return all
}
