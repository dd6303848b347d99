// This file reads async iterables of the script, waiting for each element.

package jsapi

import (
	"errors"

	"github.com/dop251/goja"
)

// iterator reads an async iterable of the script, or a plain one.
type iterator struct {
	vm     *VM
	object *goja.Object
	next   goja.Callable
}

func (vm *VM) iterator(v goja.Value) (it *iterator, err error) {
	o, ok := v.(*goja.Object)
	if !ok {
		return nil, errors.New("checkpointer.list returned nothing that can be iterated")
	}
	symbols := vm.rt.Get("Symbol").ToObject(vm.rt)
	for _, name := range []string{"asyncIterator", "iterator"} {
		symbol, ok := symbols.Get(name).(*goja.Symbol)
		if !ok {
			continue
		}
		if open, ok := goja.AssertFunction(o.GetSymbol(symbol)); ok {
			v, err := open(o)
			if err != nil {
				return nil, vm.scriptError(err)
			}
			it = &iterator{vm: vm, object: v.ToObject(vm.rt)}
			break
		}
	}
	if it == nil {
		it = &iterator{vm: vm, object: o}
	}
	if it.next, ok = goja.AssertFunction(it.object.Get("next")); !ok {
		return nil, errors.New("checkpointer.list returned nothing that can be iterated")
	}
	return it, nil
}

func (it *iterator) step() (v goja.Value, more bool, err error) {
	r, err := it.next(it.object)
	if err != nil {
		return nil, false, it.vm.scriptError(err)
	}
	if r, err = it.vm.await(r); err != nil {
		return nil, false, err
	}
	o, ok := r.(*goja.Object)
	if !ok || o.Get("done") != nil && o.Get("done").ToBoolean() {
		return nil, false, nil
	}
	v, err = it.vm.await(o.Get("value"))
	return v, true, err
}

func (it *iterator) end() {
	if stop, ok := goja.AssertFunction(it.object.Get("return")); ok {
		if v, err := stop(it.object); err == nil {
			_, _ = it.vm.await(v)
		}
	}
}
