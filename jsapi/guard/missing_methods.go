// This file throws where an object lacks a method. goja fails with an error of Go then: for the method next of an iterator in
// for (const x of v), const [a] = v, yield* v, and methods of Set, and for toString in Object.prototype.toLocaleString.

package guard

import (
	"fmt"
	"reflect"
	"strings"
	"unsafe"

	"github.com/dop251/goja"
)

// needsNext gives the iterator of the iteration that has just begun a method next that throws, if it has none. So the first step
// throws, and not the beginning, as in V8.
func (c *code) needsNext(vm unsafe.Pointer) {
	list := *fieldAt[[]iteration](vm, c.steps.stack)
	if r := list[len(list)-1].record; r != nil && r.next == nil && r.iterator != nil {
		r.next = noNext(*fieldAt[*goja.Runtime](vm, c.runtime), r.iterator)
	}
}

// noNext returns a method next for an iterator that has none.
func noNext(rt *goja.Runtime, iterator *goja.Object) function {
	return func(goja.FunctionCall) goja.Value {
		panic(rt.NewTypeError(kindAndValue(orUndefined(iterator.Get("next"))) + " is not a function"))
	}
}

// kindAndValue returns what V8 shows of a value that it calls in vain: number 5, string "x", object.
func kindAndValue(v goja.Value) string {
	switch v := v.(type) {
	case *goja.Object:
		return "object"
	case *goja.Symbol:
		return "symbol"
	case goja.String:
		return `string "` + v.String() + `"`
	}
	switch {
	case goja.IsUndefined(v):
		return "undefined"
	case goja.IsNull(v):
		return "object null"
	case goja.IsBigInt(v):
		return "bigint"
	case goja.IsNumber(v):
		return "number " + v.String()
	}
	return "boolean " + v.String()
}

// delegates reports whether an instruction of the kind yields is yield*.
func (c *code) delegates(slot *[2]unsafe.Pointer) bool {
	name, ok := reflect.NewAt(c.instruction, unsafe.Pointer(slot)).Elem().Interface().(fmt.Stringer)
	return ok && strings.HasPrefix(name.String(), "yield*")
}

// delegateLooked replaces the instruction of yield*. The generator gets an iterator that has a method next.
func delegateLooked(self, vm unsafe.Pointer) {
	c := the
	rt, depth := *fieldAt[*goja.Runtime](vm, c.runtime), *fieldAt[int](vm, c.depth)
	if o, ok := (*fieldAt[[]goja.Value](vm, c.stack))[depth-1].(*goja.Object); ok {
		if _, iterates := goja.AssertFunction(o.GetSymbol(goja.SymIterator)); iterates {
			iterator, _ := begin(rt, o)
			(*fieldAt[[]goja.Value](vm, c.stack))[depth-1] = iterableOf(rt, iterator) // a script may have moved the stack
		}
	}
	c.steps.delegatesSelf(self, vm)
}

// iterableOf returns an object that has this iterator.
func iterableOf(rt *goja.Runtime, iterator *goja.Object) *goja.Object {
	o := rt.NewObject()
	if err := o.SetSymbol(goja.SymIterator, func(goja.FunctionCall) goja.Value { return iterator }); err != nil {
		panic(err)
	}
	return o
}

// ofSetLike is the wrapper of the methods of Set that take another set. The iterator of its keys gets a method next that throws, if it has
// none.
func ofSetLike(g *Guard, f function) function {
	return func(call goja.FunctionCall) goja.Value {
		other, ok := argument(call.Arguments, 0).(*goja.Object)
		if !ok || other.ClassName() == "Set" || other.ClassName() == "Map" {
			return f(call)
		}
		set := g.rt.NewObject()
		for name, get := range map[string]func() goja.Value{
			"size": func() goja.Value { return other.Get("size") },
			"has":  func() goja.Value { return g.boundTo(other, other.Get("has"), nil) },
			"keys": func() goja.Value { return g.boundTo(other, other.Get("keys"), g.withNext) },
		} {
			getter := g.rt.ToValue(func(goja.FunctionCall) goja.Value { return orUndefined(get()) })
			if err := set.DefineAccessorProperty(name, getter, nil, goja.FLAG_FALSE, goja.FLAG_FALSE); err != nil {
				panic(err)
			}
		}
		return f(goja.FunctionCall{This: call.This, Arguments: []goja.Value{set}})
	}
}

// boundTo returns a function that calls f as a method of o, and changes its result unless change is nil. What is no function stays as it is.
func (g *Guard) boundTo(o *goja.Object, f goja.Value, change func(goja.Value) goja.Value) goja.Value {
	method, ok := goja.AssertFunction(orUndefined(f))
	if !ok {
		return f
	}
	return g.rt.ToValue(func(call goja.FunctionCall) goja.Value {
		v := called(method, o, call.Arguments...)
		if change != nil {
			v = change(v)
		}
		return v
	})
}

// withNext returns an iterator with a method next.
func (g *Guard) withNext(v goja.Value) goja.Value {
	iterator, ok := v.(*goja.Object)
	if !ok {
		return v
	}
	if _, has := goja.AssertFunction(orUndefined(iterator.Get("next"))); has {
		return v
	}
	o := g.rt.NewObject()
	if err := o.Set("next", noNext(g.rt, iterator)); err != nil {
		panic(err)
	}
	return o
}

// ofLocaleString is Object.prototype.toLocaleString.
func ofLocaleString(g *Guard, _ function) function {
	return func(call goja.FunctionCall) goja.Value {
		if goja.IsUndefined(call.This) || goja.IsNull(call.This) {
			panic(g.rt.NewTypeError("Object.prototype.toLocaleString called on null or undefined"))
		}
		v := orUndefined(call.This.ToObject(g.rt).Get("toString"))
		method, ok := goja.AssertFunction(v)
		if !ok {
			panic(g.rt.NewTypeError(kindAndValue(v) + " is not a function"))
		}
		return called(method, call.This)
	}
}
