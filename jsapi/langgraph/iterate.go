// This file reads the iterables that list of a script's checkpointer returns. It waits for each
// element.

package langgraph

import (
	"errors"

	"github.com/dop251/goja"
)

// iterator reads an async or a plain iterable of the script. It must be used in a fiber.
type iterator struct {
	api    *API
	object *goja.Object
	next   goja.Callable
}

func (api *API) iterator(v goja.Value) (it *iterator, err error) {
	o, ok := v.(*goja.Object)
	if !ok {
		return nil, errors.New("checkpointer.list returned nothing that can be iterated")
	}
	symbols := api.rt.Get("Symbol").ToObject(api.rt)
	for _, name := range []string{"asyncIterator", "iterator"} {
		symbol, ok := symbols.Get(name).(*goja.Symbol)
		if !ok {
			continue
		}
		if open, ok := goja.AssertFunction(o.GetSymbol(symbol)); ok {
			v, err := open(o)
			if err != nil {
				return nil, api.vm.ScriptError(err)
			}
			it = &iterator{api: api, object: v.ToObject(api.rt)}
			break
		}
	}
	if it == nil {
		it = &iterator{api: api, object: o}
	}
	if it.next, ok = goja.AssertFunction(it.object.Get("next")); !ok {
		return nil, errors.New("checkpointer.list returned nothing that can be iterated")
	}
	return it, nil
}

func (it *iterator) step() (v goja.Value, more bool, err error) {
	r, err := it.next(it.object)
	if err != nil {
		return nil, false, it.api.vm.ScriptError(err)
	}
	if r, err = it.api.vm.Await(r); err != nil {
		return nil, false, err
	}
	o, ok := r.(*goja.Object)
	if !ok || o.Get("done") != nil && o.Get("done").ToBoolean() {
		return nil, false, nil
	}
	v, err = it.api.vm.Await(o.Get("value"))
	return v, true, err
}

func (it *iterator) end() {
	if stop, ok := goja.AssertFunction(it.object.Get("return")); ok {
		if v, err := stop(it.object); err == nil {
			_, _ = it.api.vm.Await(v)
		}
	}
}
