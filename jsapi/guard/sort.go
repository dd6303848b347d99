// This file makes Array.prototype.sort work as in Node if the comparison function changes the array: the
// order is not affected. goja sorts in place, and fails if the array shrinks. A comparison function is called in the
// steps of V8.

package guard

import (
	"reflect"
	"strconv"
	"sync"
	"unsafe"

	"github.com/dop251/goja"
)

// arrayLayout has the offsets of the fields of goja's arrays from which their elements are read.
type arrayLayout struct {
	of                      reflect.Type
	values, length          uintptr // []goja.Value, uint32
	objects, withProperties uintptr // int: the number of elements, and the number of those that are properties with attributes
	writable, extensible    uintptr // bool: whether the length can change, and whether there can be more properties
}

// arrays returns nil if goja is not as expected.
var arrays = sync.OnceValue(func() *arrayLayout {
	f := selfField()
	impl := reflect.NewAt(f.Type, unsafe.Add(unsafe.Pointer(goja.New().NewArray()), f.Offset)).Elem().Elem()
	if impl.Kind() != reflect.Pointer || impl.Type().Elem().Kind() != reflect.Struct {
		return nil
	}
	l, ok := &arrayLayout{of: impl.Type().Elem()}, true
	at := func(name string, want reflect.Type) uintptr {
		f, found := l.of.FieldByName(name)
		ok = ok && found && len(f.Index) == 1 && f.Type == want
		return f.Offset
	}
	l.values, l.length = at("values", reflect.TypeFor[[]goja.Value]()), at("length", reflect.TypeFor[uint32]())
	l.objects, l.withProperties = at("objCount", reflect.TypeFor[int]()), at("propValueCount", reflect.TypeFor[int]())
	if !ok {
		return nil
	}
	length, _ := l.of.FieldByName("lengthProp")
	if length.Type == nil || length.Type.Kind() != reflect.Struct {
		return nil
	}
	writable, found := length.Type.FieldByName("writable")
	if !found || writable.Type != reflect.TypeFor[bool]() {
		return nil
	}
	l.writable = length.Offset + writable.Offset
	base, _ := l.of.FieldByName("baseObject")
	if base.Type == nil || base.Type.Kind() != reflect.Struct {
		return nil
	}
	extensible, found := base.Type.FieldByName("extensible")
	if !found || extensible.Type != reflect.TypeFor[bool]() {
		return nil
	}
	l.extensible = base.Offset + extensible.Offset
	return l
})

// elementsOf returns the elements of an array that has no holes and no elements with attributes. It
// returns nil for any other value. The slice is that of the array.
func elementsOf(v goja.Value) []goja.Value {
	values, _ := listOf(v)
	return values
}

// listOf returns the elements that elementsOf returns, and the structure of the array.
func listOf(v goja.Value) ([]goja.Value, unsafe.Pointer) {
	o, _ := v.(*goja.Object)
	l := arrays()
	if o == nil || l == nil {
		return nil, nil
	}
	f := selfField()
	impl := reflect.NewAt(f.Type, unsafe.Add(unsafe.Pointer(o), f.Offset)).Elem().Elem()
	if impl.Kind() != reflect.Pointer || impl.Type().Elem() != l.of {
		return nil, nil
	}
	p := impl.UnsafePointer()
	values := *fieldAt[[]goja.Value](p, l.values)
	if n := len(values); uint32(n) != *fieldAt[uint32](p, l.length) || n != *fieldAt[int](p, l.objects) || *fieldAt[int](p, l.withProperties) != 0 {
		return nil, nil
	}
	return values, p
}

// sorting returns an Array.prototype.sort that sorts a copy with sort and then copies the result into the
// array.
func (g *Guard) sorting(sort function) function {
	return func(call goja.FunctionCall) goja.Value {
		values := elementsOf(call.This)
		if values == nil || len(call.Arguments) == 0 && !hasObjects(values) {
			return sort(call)
		}
		items := make([]any, len(values))
		for i, v := range values {
			items[i] = v
		}
		sorted := g.rt.NewArray(items...)
		if !g.sortBy(elementsOf(sorted), argument(call.Arguments, 0)) {
			sort(goja.FunctionCall{This: sorted, Arguments: call.Arguments})
		}
		if now := elementsOf(call.This); len(now) == len(items) {
			copy(now, elementsOf(sorted))
			return call.This
		}
		o := call.This.ToObject(g.rt)
		for i, v := range elementsOf(sorted) {
			if err := o.Set(strconv.Itoa(i), v); err != nil {
				panic(err)
			}
		}
		return o
	}
}

// sortingCopy is sorting for Array.prototype.toSorted.
func (g *Guard) sortingCopy(sort function) function {
	return func(call goja.FunctionCall) goja.Value {
		values := elementsOf(call.This)
		if _, ok := goja.AssertFunction(argument(call.Arguments, 0)); !ok || values == nil {
			return sort(call)
		}
		items := make([]any, len(values))
		for i, v := range values {
			items[i] = v
		}
		sorted := g.rt.NewArray(items...)
		g.sortBy(elementsOf(sorted), call.Arguments[0])
		return sorted
	}
}

// sortBy sorts a list with a function, and reports whether it did. It compares the same elements as V8, in the same order. So the
// result is the same, too, if the function contradicts itself, as (a, b) => a.n - b.n does if an n is missing. undefined comes last.
func (g *Guard) sortBy(values []goja.Value, by goja.Value) bool {
	f, ok := goja.AssertFunction(by)
	if !ok {
		return false
	}
	g.reserve(float64(len(values)) * 2 * perElement)
	list := make([]goja.Value, 0, len(values))
	for _, v := range values {
		if !goja.IsUndefined(v) {
			list = append(list, v)
		}
	}
	s := runSorter{list: list, precedes: func(a, b goja.Value) bool { return g.compared(f, a, b) < 0 }}
	s.sort()
	for i := copy(values, list); i < len(values); i++ {
		values[i] = goja.Undefined()
	}
	return true
}

// compared returns what a comparison function returns.
func (g *Guard) compared(f goja.Callable, a, b goja.Value) float64 {
	g.hear()
	v, err := f(goja.Undefined(), a, b)
	if err != nil {
		panic(err)
	}
	return v.ToFloat()
}

func hasObjects(values []goja.Value) bool {
	for _, v := range values {
		if _, ok := v.(*goja.Object); ok {
			return true
		}
	}
	return false
}
