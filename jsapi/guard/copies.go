// This file copies arrays for slice and concat. goja adds each element to the copy as a new property, which takes a hundred times as
// long, and does not end at an interrupt. The copy is made here if the script cannot see the difference: for arrays without holes
// whose copies are plain arrays.

package guard

import (
	"reflect"
	"slices"
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
		values := elementsOf(call.This)
		if len(values) <= fewElements || ofStart || ofEnd || !g.copiesPlainly(call.This) {
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
		if len(elementsOf(call.This)) <= fewElements || !g.copiesPlainly(call.This) {
			return concat(call)
		}
		all := append([]goja.Value{call.This}, call.Arguments...)
		for _, v := range all {
			if o, ok := v.(*goja.Object); ok && elementsOf(o) == nil {
				return concat(call) // before a getter is called
			}
		}
		parts := make([][]goja.Value, 0, len(all))
		for _, v := range all {
			part := []goja.Value{v}
			if o, ok := v.(*goja.Object); ok {
				spreads := o.GetSymbol(goja.SymIsConcatSpreadable)
				if spreads != nil { // its getter may have changed the arrays
					for i := range parts {
						parts[i] = slices.Clone(parts[i])
					}
				}
				if spreads == nil || goja.IsUndefined(spreads) || spreads.ToBoolean() {
					if part = elementsOf(o); part == nil {
						return concat(call)
					}
				}
			}
			parts = append(parts, part)
		}
		return g.listOf(parts...)
	}
}

// copiesPlainly reports whether the copy of an array is an Array.
func (g *Guard) copiesPlainly(v goja.Value) bool {
	o, ok := v.(*goja.Object)
	if !ok || g.arrays == nil || o.Prototype() != g.arrays.prototype || o.Get("constructor") != g.arrays.class {
		return false
	}
	class, ok := g.arrays.class.(*goja.Object)
	return ok && class.GetSymbol(goja.SymSpecies) == g.arrays.class
}

// listOf returns a new array with the elements of the parts.
func (g *Guard) listOf(parts ...[]goja.Value) *goja.Object {
	n := 0
	for _, part := range parts {
		n += len(part)
	}
	if n > maxArray {
		g.refuse(rangeError, tooMany)
	}
	g.reserve(16 * float64(n))
	values := make([]goja.Value, 0, n)
	for _, part := range parts {
		values = append(values, part...)
	}
	o := g.rt.NewArray()
	l, f := arrays(), selfField()
	impl := reflect.NewAt(f.Type, unsafe.Add(unsafe.Pointer(o), f.Offset)).Elem().Elem().UnsafePointer()
	*fieldAt[[]goja.Value](impl, l.values), *fieldAt[int](impl, l.objects), *fieldAt[uint32](impl, l.length) = values, n, uint32(n)
	return o
}
