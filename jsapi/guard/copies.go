// This file copies arrays for slice and concat. goja adds each element to the copy as a new property, which takes a hundred times as
// long, and does not end at an interrupt. The copy is made here if the script cannot see the difference: for arrays whose copies are
// plain arrays.

package guard

import (
	"reflect"
	"unsafe"

	"github.com/dop251/goja"
)

// fewElements is the number of elements up to which goja copies an array.
const fewElements = 16

// slicing returns an Array.prototype.slice that uses slice for what is not plain.
func (g *Guard) slicing(slice function) function {
	return func(call goja.FunctionCall) goja.Value {
		_, ofStart := argument(call.Arguments, 0).(*goja.Object)
		_, ofEnd := argument(call.Arguments, 1).(*goja.Object)
		before := len(elementsOf(call.This))
		if before <= fewElements || ofStart || ofEnd || !g.copiesPlainly(call.This) {
			return slice(call)
		}
		values := elementsOf(call.This) // the script may have changed the array
		if len(values) != before {
			return slice(call)
		}
		n := float64(len(values))
		start, end := place(argument(call.Arguments, 0), 0, n), place(argument(call.Arguments, 1), n, n)
		return g.listOf(values[int(start):int(max(start, end))])
	}
}

// concatenating returns an Array.prototype.concat that uses concat for what is not plain.
func (g *Guard) concatenating(concat function) function {
	return func(call goja.FunctionCall) goja.Value {
		if this, ok := call.This.(*goja.Object); !ok || len(elementsOf(this)) <= fewElements && !hasHoles(this) || !g.copiesPlainly(this) {
			return concat(call)
		}
		all := append([]goja.Value{call.This}, call.Arguments...)
		for _, v := range all {
			if o, ok := v.(*goja.Object); ok && elementsOf(o) == nil && !hasHoles(o) {
				return concat(call) // before a getter is called
			}
		}
		c := copied{g: g}
		for _, v := range all {
			o, ok := v.(*goja.Object)
			if ok {
				spreads := o.GetSymbol(goja.SymIsConcatSpreadable)
				ok = spreads == nil || goja.IsUndefined(spreads) || spreads.ToBoolean()
			}
			if !ok {
				c.add(v)
				continue
			}
			if part := elementsOf(o); part != nil {
				c.add(part...)
			} else {
				c.addEach(o)
			}
		}
		return g.arrayOf(c.values)
	}
}

// hasHoles reports whether a value is an array that may have holes or getters, and is so long that goja takes a while to copy it.
func hasHoles(o *goja.Object) bool {
	_, proxy := asProxy(o)
	return !proxy && isArray(o) && elementsOf(o) == nil && length(o) > longList
}

// addEach adds the elements of an array one by one. A hole becomes a hole.
func (c *copied) addEach(o *goja.Object) {
	for i, n := 0, int(length(o)); i < n; i++ {
		if i%1024 == 0 {
			c.g.hear()
		}
		c.add(c.g.element(o, i))
	}
}

// copiesPlainly reports whether the copy of an array is an Array.
func (g *Guard) copiesPlainly(v goja.Value) bool {
	o, ok := v.(*goja.Object)
	if !ok || g.arrays == nil || o.Prototype() != g.arrays.prototype {
		return false
	}
	for _, of := range []*goja.Object{o, g.arrays.prototype} { // a getter is not called here, since it would be called once more
		if !isPlainOrObject(namedOf(of)["constructor"]) {
			return false
		}
	}
	if o.Get("constructor") != g.arrays.class {
		return false
	}
	class, ok := g.arrays.class.(*goja.Object)
	return ok && class.GetSymbol(goja.SymSpecies) == g.arrays.class
}

// isPlainOrObject reports whether a property has no getter. It may be nil.
func isPlainOrObject(v goja.Value) bool {
	_, isObject := valueOf(v)
	return isObject || isPlain(v, false)
}

// listOf returns a new array with the elements.
func (g *Guard) listOf(elements []goja.Value) *goja.Object {
	c := copied{g: g}
	c.add(elements...)
	return g.arrayOf(c.values)
}

// arrayOf returns an array whose elements are the values; nil is a hole.
func (g *Guard) arrayOf(values []goja.Value) *goja.Object {
	o := g.rt.NewArray()
	count := 0
	for _, v := range values {
		if v != nil {
			count++
		}
	}
	l, f := arrays(), selfField()
	impl := reflect.NewAt(f.Type, unsafe.Add(unsafe.Pointer(o), f.Offset)).Elem().Elem().UnsafePointer()
	*fieldAt[[]goja.Value](impl, l.values), *fieldAt[int](impl, l.objects), *fieldAt[uint32](impl, l.length) = values, count, uint32(len(values))
	return o
}
