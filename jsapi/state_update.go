// This file changes the state of threads: updateState and bulkUpdateState.

package jsapi

import (
	"fmt"
	"slices"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/runtime"
)

// updateState is graph.bulkUpdateState(config, supersteps); it returns a promise.
func (vm *VM) updateState(fc goja.FunctionCall) goja.Value {
	promise, resolve, reject := vm.rt.NewPromise()
	var t target
	var steps [][]runtime.StateUpdate
	var err error
	if ex := vm.rt.Try(func() {
		if t, err = vm.target(vm.graphOf(fc.Argument(0)), fc.Argument(1)); err == nil {
			steps = vm.supersteps(fc.Argument(2))
		}
	}); ex != nil {
		err = vm.scriptError(ex)
	}
	if err == nil && t.missing != "" {
		err = &runtime.Error{Name: "Error", Message: fmt.Sprintf("Subgraph %q not found", t.missing)}
	}
	if err != nil {
		vm.settle(reject(vm.jsError(err)))
		return vm.rt.ToValue(promise)
	}
	h := vm.hostFor(t.saver)
	var all []*runtime.StateUpdate
	for _, step := range steps {
		for i := range step {
			if step[i].Values != nil && step[i].AsNode != "__copy__" && step[i].AsNode != "__input__" {
				all = append(all, &step[i])
			}
		}
	}
	vm.parseAll(h, t.g, all, func(err error) {
		if err != nil {
			vm.settle(reject(vm.jsError(err)))
			return
		}
		o := runtime.Options{Ledger: &vm.ledger, IDs: &vm.ids, Now: vm.o.Now, KeepWrites: vm.legacy()}
		t.g.graph.UpdateState(vm.ctx, h, t.saver, t.key, steps, o, func(u runtime.Updated, err error) {
			if err == nil {
				err = settled(t.saver)
			}
			if err != nil {
				vm.settle(reject(vm.jsError(err)))
				return
			}
			at := vm.configObject(u.Key)
			vm.setCheckpointMap(at, u.Key, u.Parents)
			vm.settle(resolve(at))
		})
	})
	return vm.rt.ToValue(promise)
}

// parseAll gives each of updates its values as the schema of the graph has them, one after the other.
func (vm *VM) parseAll(h runtime.Host, g *Graph, updates []*runtime.StateUpdate, then func(error)) {
	if len(updates) == 0 {
		h.Defer(func() { then(nil) })
		return
	}
	u := updates[0]
	vm.parsed(h, g, vm.toJS(u.Values), func(v goja.Value, err error) {
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
		vm.parseAll(h, g, updates[1:], then)
	})
}

// parsed hands an update that no node returned to then, as the schema of the graph gives it.
func (vm *VM) parsed(h runtime.Host, g *Graph, v goja.Value, then func(goja.Value, error)) {
	later := func(v goja.Value, err error) { h.Defer(func() { then(v, err) }) }
	if g.parse == nil {
		later(v, nil)
		return
	}
	v, err := g.parse.call(goja.Undefined(), v)
	if err != nil {
		later(nil, vm.scriptError(err))
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
	_, err = wait(o, vm.rt.ToValue(func(fc goja.FunctionCall) goja.Value {
		later(fc.Argument(0), nil)
		return goja.Undefined()
	}), vm.rt.ToValue(func(fc goja.FunctionCall) goja.Value {
		later(nil, vm.thrown(fc.Argument(0)))
		return goja.Undefined()
	}))
	if err != nil {
		later(nil, vm.scriptError(err))
	}
}

// supersteps reads [{ updates: [{ values, asNode }] }].
func (vm *VM) supersteps(v goja.Value) [][]runtime.StateUpdate {
	steps := [][]runtime.StateUpdate{}
	vm.values.Each(v, func(o *goja.Object) {
		step := []runtime.StateUpdate{}
		vm.values.Each(o.Get("updates"), func(u *goja.Object) {
			step = append(step, vm.stateUpdate(u.Get("values"), u.Get("asNode")))
		})
		steps = append(steps, step)
	})
	return steps
}

func (vm *VM) stateUpdate(values, asNode goja.Value) runtime.StateUpdate {
	given := func(v goja.Value) bool { return v != nil && !goja.IsNull(v) && !goja.IsUndefined(v) }
	var u runtime.StateUpdate
	if given(values) {
		u.Values = values
	}
	if given(asNode) {
		u.AsNode, u.HasNode = asNode.String(), true
	}
	if u.AsNode == "__copy__" {
		u.Copies = vm.copies(values)
	}
	return u
}

// copies reads the updates of a copy: a list of [values, node], those of one node together.
func (vm *VM) copies(v goja.Value) []runtime.StateUpdate {
	list, ok := v.(*goja.Object)
	if !ok || list.ClassName() != "Array" {
		return nil
	}
	var all []runtime.StateUpdate
	for _, item := range vm.values.Elements(list) {
		pair, ok := item.(*goja.Object)
		if !ok || pair.ClassName() != "Array" || pair.Get("length").ToInteger() != 2 {
			return nil
		}
		u := vm.stateUpdate(pair.Get("0"), pair.Get("1"))
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
