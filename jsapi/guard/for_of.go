// This file iterates over values of the script for functions in Go.

package guard

import (
	"github.com/dop251/goja"
)

// ForOf calls step with each value of an iterable, until step returns false. It throws what for (const x of iterable)
// throws. goja's own ForOf fails with an error of Go if the iterator has no method next.
func ForOf(rt *goja.Runtime, iterable goja.Value, step func(goja.Value) bool) {
	iterator, next := begin(rt, iterable)
	for {
		v, ok := nextOf(rt, iterator, next)
		if !ok {
			return
		}
		if !callStep(iterator, v, step) {
			closeIterator(rt, iterator)
			return
		}
	}
}

// callStep calls step, and ends the iteration if step panics.
func callStep(iterator *goja.Object, v goja.Value, step func(goja.Value) bool) bool {
	ended := false
	defer func() {
		if !ended {
			if back, ok := goja.AssertFunction(iterator.Get("return")); ok {
				_, _ = back(iterator)
			}
		}
	}()
	again := step(v)
	ended = true
	return again
}

// begin returns the iterator of a value, and its method next.
func begin(rt *goja.Runtime, iterable goja.Value) (*goja.Object, goja.Callable) {
	method, ok := goja.AssertFunction(iterable.ToObject(rt).GetSymbol(goja.SymIterator))
	if !ok {
		panic(rt.NewTypeError("object is not iterable (cannot read property Symbol(Symbol.iterator))"))
	}
	iterator, ok := called(method, iterable).(*goja.Object)
	if !ok {
		panic(rt.NewTypeError("Result of the Symbol.iterator method is not an object"))
	}
	v := orUndefined(iterator.Get("next"))
	next, ok := goja.AssertFunction(v)
	if !ok {
		panic(rt.NewTypeError(kindAndValue(v) + " is not a function"))
	}
	return iterator, next
}

// nextOf returns the next value of an iterator. ok is false at the end.
func nextOf(rt *goja.Runtime, iterator *goja.Object, next goja.Callable) (v goja.Value, ok bool) {
	result := called(next, iterator)
	o, isObject := result.(*goja.Object)
	if !isObject {
		panic(rt.NewTypeError("Iterator result " + result.String() + " is not an object"))
	}
	if done := o.Get("done"); done != nil && done.ToBoolean() {
		return nil, false
	}
	return orUndefined(o.Get("value")), true
}

func closeIterator(rt *goja.Runtime, iterator *goja.Object) {
	v := iterator.Get("return")
	if v == nil || goja.IsUndefined(v) || goja.IsNull(v) {
		return
	}
	back, ok := goja.AssertFunction(v)
	if !ok {
		panic(rt.NewTypeError(v.String() + " is not a function"))
	}
	if result, ok := called(back, iterator).(*goja.Object); !ok {
		_ = result
		panic(rt.NewTypeError("iterator.return() did not return an object"))
	}
}

// called calls a function, and panics with what it throws.
func called(f goja.Callable, this goja.Value, args ...goja.Value) goja.Value {
	v, err := f(this, args...)
	if err != nil {
		panic(err)
	}
	return orUndefined(v)
}

// ofEntries is Object.fromEntries. goja fails if an entry lacks its first element.
func ofEntries(g *Guard, from function) function {
	return func(call goja.FunctionCall) goja.Value {
		o, ok := argument(call.Arguments, 0).(*goja.Object)
		if !ok || isPairs(o) {
			return from(call)
		}
		iterator, next := begin(g.rt, o)
		entries := g.rt.NewObject()
		for name, f := range map[string]function{
			"next": func(goja.FunctionCall) goja.Value {
				v, ok := nextOf(g.rt, iterator, next)
				return g.rt.NewDynamicObject(&step{g.rt, g.entry(iterator, v, ok)})
			},
			"return": func(goja.FunctionCall) goja.Value {
				closeIterator(g.rt, iterator)
				return entries
			},
		} {
			if err := g.give(entries, name, f); err != nil {
				panic(err)
			}
		}
		if err := g.give(entries, goja.SymIterator, func(goja.FunctionCall) goja.Value { return entries }); err != nil {
			panic(err)
		}
		call.Arguments = with(call.Arguments, 0, entries)
		return from(call)
	}
}

// entry returns the entry v of an iterator as a list of its key and its value, and nil at the end.
func (g *Guard) entry(iterator *goja.Object, v goja.Value, ok bool) goja.Value {
	if !ok {
		return nil
	}
	o, isObject := v.(*goja.Object)
	if !isObject {
		closeIterator(g.rt, iterator)
		panic(g.rt.NewTypeError("Iterator value " + v.String() + " is not an entry object"))
	}
	if isPair(o) {
		return o
	}
	var pair goja.Value
	callStep(iterator, nil, func(goja.Value) bool {
		pair = g.rt.NewArray(orUndefined(o.Get("0")), orUndefined(o.Get("1")))
		return true
	})
	return pair
}

// isPairs reports whether o is an array of pairs.
func isPairs(o *goja.Object) bool {
	list := elementsOf(o)
	for _, v := range list {
		if pair, ok := v.(*goja.Object); !ok || !isPair(pair) {
			return false
		}
	}
	return list != nil
}

// isPair reports whether o is an array without holes that has two elements or more.
func isPair(o *goja.Object) bool { return len(elementsOf(o)) >= 2 }
