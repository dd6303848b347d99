// This file has Object.groupBy and Map.groupBy.

package web

import (
	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/guard"
)

// objectGroupBy implements Object.groupBy(items, callback).
func (p *platform) objectGroupBy(call goja.FunctionCall) goja.Value {
	var keys []goja.Value
	groups := make(map[any][]any) // by string or *goja.Symbol
	p.eachKey(call, func(key, item goja.Value) {
		var id any = key.String()
		if sym, ok := key.(*goja.Symbol); ok {
			id = sym
		} else {
			key = p.vm.ToValue(id)
		}
		if groups[id] == nil {
			keys = append(keys, key)
		}
		groups[id] = append(groups[id], item)
	})
	result := p.vm.CreateObject(nil)
	for _, key := range keys {
		if sym, ok := key.(*goja.Symbol); ok {
			must(result.SetSymbol(sym, p.vm.NewArray(groups[sym]...)))
			continue
		}
		own(p.vm, result, key.String(), p.vm.NewArray(groups[key.String()]...))
	}
	return result
}

func (p *platform) patchMap(class *goja.Object) {
	p.method(class, "groupBy", 2, func(call goja.FunctionCall) goja.Value {
		result, err := p.vm.New(class)
		must(err)
		p.eachKey(call, func(key, item goja.Value) {
			group, err := p.builtins.mapGet(result, key)
			must(err)
			if goja.IsUndefined(group) {
				group = p.vm.NewArray()
				_, err = p.builtins.mapSet(result, key, group)
				must(err)
			}
			list := group.(*goja.Object)
			must(list.Set(list.Get("length").String(), item))
		})
		return result
	})
}

// eachKey calls f with each item and the key that the callback returns for it. The arguments of call are
// (items, callback).
func (p *platform) eachKey(call goja.FunctionCall, f func(key, item goja.Value)) {
	items := call.Argument(0)
	callback, ok := goja.AssertFunction(call.Argument(1))
	if !ok {
		panic(p.vm.NewTypeError("%s is not a function", p.env.Inspect(call.Argument(1))))
	}
	if goja.IsUndefined(items) || goja.IsNull(items) {
		panic(p.vm.NewTypeError("%s is not iterable", items.String()))
	}
	index := 0
	guard.ForOf(p.vm, items, func(item goja.Value) bool {
		key, err := callback(goja.Undefined(), item, p.vm.ToValue(index))
		must(err)
		f(key, item)
		index++
		return true
	})
}
