// This file fills long arrays. goja's own loop does not end at an interrupt, and looks up each index in the prototypes of an
// array that is new Array(n).

package guard

import (
	"reflect"
	"strconv"
	"strings"
	"unsafe"

	"github.com/dop251/goja"
)

// filling returns an Array.prototype.fill that fills a long array in parts with fill.
func (g *Guard) filling(fill function) function {
	return func(call goja.FunctionCall) goja.Value {
		o, ok := call.This.(*goja.Object)
		if !ok {
			return fill(call)
		}
		_, ofStart := argument(call.Arguments, 1).(*goja.Object)
		_, ofEnd := argument(call.Arguments, 2).(*goja.Object)
		if n := length(o); n > longList && !ofStart && !ofEnd {
			value := argument(call.Arguments, 0)
			start, end := place(argument(call.Arguments, 1), 0, n), place(argument(call.Arguments, 2), n, n)
			if start == 0 && end == n && g.fillNew(o, int(n), value) {
				return o
			}
			for ; start < end; start += longList {
				g.enter()
				g.depth--
				fill(goja.FunctionCall{This: o, Arguments: []goja.Value{value, g.rt.ToValue(start), g.rt.ToValue(min(start+longList, end))}})
			}
			return o
		}
		return fill(call)
	}
}

// place returns an argument that counts from the start, or from the end if it is negative, as an index of at most n.
func place(v goja.Value, without, n float64) float64 {
	if goja.IsUndefined(v) {
		return without
	}
	at := float64(v.ToInteger())
	if at < 0 {
		at += n
	}
	return max(0, min(at, n))
}

// fillNew fills an array that has n holes and nothing else. It returns false, and changes at most the first element, if fill
// has to do it.
func (g *Guard) fillNew(o *goja.Object, n int, value goja.Value) bool {
	l := arrays()
	if l == nil || !isNew(o, 0) || hasIndexes(o.Prototype()) || o.Set("0", value) != nil || !isNew(o, 1) {
		return false
	}
	values := make([]goja.Value, n)
	for i := range values {
		values[i] = value
	}
	f := selfField()
	impl := reflect.NewAt(f.Type, unsafe.Add(unsafe.Pointer(o), f.Offset)).Elem().Elem().UnsafePointer()
	*fieldAt[[]goja.Value](impl, l.values), *fieldAt[int](impl, l.objects) = values, n
	return true
}

// isNew reports whether o is an array that has no elements but the first some, and no properties with attributes.
func isNew(o *goja.Object, some int) bool {
	l, f := arrays(), selfField()
	impl := reflect.NewAt(f.Type, unsafe.Add(unsafe.Pointer(o), f.Offset)).Elem().Elem()
	if impl.Kind() != reflect.Pointer || impl.Type().Elem() != l.of {
		return false
	}
	p := impl.UnsafePointer()
	return *fieldAt[int](p, l.objects) == some && *fieldAt[int](p, l.withProperties) == 0 && len(*fieldAt[[]goja.Value](p, l.values)) <= max(some, longList)
}

// hasIndexes reports whether o or one of its prototypes may have a property whose name is a number.
func hasIndexes(o *goja.Object) bool {
	for range maxProxies {
		if o == nil {
			return false
		}
		s := self(o)
		switch implName(o) {
		case "arrayObject":
			if len(*fieldAt[[]goja.Value](s.at, arrays().values)) > 0 {
				return true
			}
		case "baseObject", "templatedObject", "templatedArrayObject":
		default:
			return true
		}
		if s.at == nil || s.values < 0 {
			return true
		}
		for name := range *field[map[string]goja.Value](s, s.values) {
			if _, err := strconv.Atoi(strings.TrimSpace(name)); err == nil {
				return true
			}
		}
		o = o.Prototype()
	}
	return true
}
