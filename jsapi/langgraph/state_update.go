// This file changes the state of threads: updateState and bulkUpdateState.

package langgraph

import (
	"fmt"
	"slices"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/runtime"
)

// updateState implements graph.bulkUpdateState(config, supersteps). It returns a promise of the config
// of the new checkpoint.
func (states *states) updateState(fc goja.FunctionCall) goja.Value {
	promise, resolve, reject := states.rt.NewPromise()
	var t target
	var steps [][]runtime.StateUpdate
	var err error
	if ex := states.rt.Try(func() {
		if t, err = states.target(states.api.graphOf(fc.Argument(0)), fc.Argument(1)); err == nil {
			steps = states.supersteps(fc.Argument(2))
		}
	}); ex != nil {
		err = states.vm.ScriptError(ex)
	}
	if err == nil && t.missing != "" {
		err = &runtime.Error{Name: "Error", Message: fmt.Sprintf("Subgraph %q not found", t.missing)}
	}
	if err != nil {
		states.vm.Settle(reject(states.vm.ErrorValue(err)))
		return states.rt.ToValue(promise)
	}
	h := states.api.savers.hostFor(t.saver)
	var all []*runtime.StateUpdate
	for _, step := range steps {
		for i := range step {
			if step[i].Values != nil && step[i].AsNode != "__copy__" && step[i].AsNode != "__input__" {
				all = append(all, &step[i])
			}
		}
	}
	states.parseAll(h, t.g, all, func(err error) {
		if err != nil {
			states.vm.Settle(reject(states.vm.ErrorValue(err)))
			return
		}
		o := runtime.Options{Ledger: &states.api.ledger, IDs: &states.api.ids, Now: states.o.Now, Old: states.api.legacy(), MaxState: states.vm.Limits().StateBytes}
		_, o.WriteAll = t.saver.(*scriptSaver)
		t.g.graph.UpdateState(states.vm.Context(), h, t.saver, t.key, steps, o, func(u runtime.Updated, err error) {
			if err == nil {
				err = settled(t.saver)
			}
			if err != nil {
				states.vm.Settle(reject(states.vm.ErrorValue(err)))
				return
			}
			at := states.api.records.configObject(u.Key)
			states.api.records.setCheckpointMap(at, u.Key, u.Parents)
			states.vm.Settle(resolve(at))
		})
	})
	return states.rt.ToValue(promise)
}

// parseAll replaces the values of each update by those that the schema of the graph makes of them, one
// update after the other. Then it calls then, with the first error if there is one.
func (states *states) parseAll(h runtime.Host, g *Graph, updates []*runtime.StateUpdate, then func(error)) {
	if len(updates) == 0 {
		h.Defer(func() { then(nil) })
		return
	}
	u := updates[0]
	states.parsed(h, g, states.api.toJS(u.Values), func(v goja.Value, err error) {
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
		states.parseAll(h, g, updates[1:], then)
	})
}

// parsed parses an update with the schema of the graph, and calls then with the result, later than this
// call.
func (states *states) parsed(h runtime.Host, g *Graph, v goja.Value, then func(goja.Value, error)) {
	settled := false
	later := func(v goja.Value, err error) {
		if settled {
			return // a thenable may call it several times
		}
		settled = true
		h.Defer(func() { then(v, err) })
	}
	if g.parse == nil {
		later(v, nil)
		return
	}
	v, err := g.parse.call(goja.Undefined(), v)
	if err != nil {
		later(nil, states.vm.ScriptError(err))
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
	_, err = wait(o, states.rt.ToValue(func(fc goja.FunctionCall) goja.Value {
		later(fc.Argument(0), nil)
		return goja.Undefined()
	}), states.rt.ToValue(func(fc goja.FunctionCall) goja.Value {
		later(nil, states.vm.Thrown(fc.Argument(0)))
		return goja.Undefined()
	}))
	if err != nil {
		later(nil, states.vm.ScriptError(err))
	}
}

// supersteps reads the list [{ updates: [{ values, asNode }] }].
func (states *states) supersteps(v goja.Value) [][]runtime.StateUpdate {
	steps := [][]runtime.StateUpdate{}
	states.values.Each(v, func(o *goja.Object) {
		step := []runtime.StateUpdate{}
		states.values.Each(o.Get("updates"), func(u *goja.Object) {
			step = append(step, states.stateUpdate(u.Get("values"), u.Get("asNode")))
		})
		steps = append(steps, step)
	})
	return steps
}

func (states *states) stateUpdate(values, asNode goja.Value) runtime.StateUpdate {
	given := func(v goja.Value) bool { return v != nil && !goja.IsNull(v) && !goja.IsUndefined(v) }
	var u runtime.StateUpdate
	if given(values) {
		u.Values = values
	}
	if given(asNode) {
		u.AsNode, u.HasNode = states.values.Text(asNode), true
	}
	if u.AsNode == "__copy__" {
		u.Copies = states.copies(values)
	}
	return u
}

// copies reads the updates of a copy: a list of [values, node]. In the result, the updates of one node
// follow each other.
func (states *states) copies(v goja.Value) []runtime.StateUpdate {
	list, ok := v.(*goja.Object)
	if !ok || list.ClassName() != "Array" {
		return nil
	}
	var nodes [][]runtime.StateUpdate // the updates of each
	at := map[string]int{}            // by the name of the node
	for _, item := range states.values.Elements(list) {
		pair, ok := item.(*goja.Object)
		if !ok || pair.ClassName() != "Array" || pair.Get("length").ToInteger() != 2 {
			return nil
		}
		u := states.stateUpdate(pair.Get("0"), pair.Get("1"))
		i, ok := at[u.AsNode]
		if !ok {
			i = len(nodes)
			at[u.AsNode] = i
			nodes = append(nodes, nil)
		}
		nodes[i] = append(nodes[i], u)
	}
	return slices.Concat(nodes...)
}
