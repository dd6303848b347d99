// This file joins the elements of long arrays. goja's own loop does not end at an interrupt.

package guard

import (
	"slices"
	"strconv"

	"github.com/dop251/goja"
)

// longList is the number of elements above which an array is joined here, and after which the loop looks for an interrupt.
const longList = 1 << 12

// joining returns an Array.prototype.join that uses join for short arrays.
func (g *Guard) joining(join function) function {
	return func(call goja.FunctionCall) goja.Value {
		o, ok := call.This.(*goja.Object)
		if !ok {
			return join(call)
		}
		n := length(o)
		if n <= longList {
			return join(call)
		}
		if slices.Contains(g.joins, o) {
			return g.rt.ToValue("") // as goja does for an array that contains itself
		}
		g.joins = append(g.joins, o)
		defer func() { g.joins = g.joins[:len(g.joins)-1] }()
		return g.join(o, int(n), argument(call.Arguments, 0))
	}
}

// join returns the texts of the first n elements of o with a separator between them.
func (g *Guard) join(o *goja.Object, n int, separator goja.Value) goja.Value {
	between := g.rt.ToValue(",").(goja.String)
	if !goja.IsUndefined(separator) {
		between = g.textOf(separator)
	}
	var b goja.StringBuilder
	made := 0.0
	write := func(text goja.String) {
		size := float64(text.Length())
		if made += size; made > maxString {
			g.refuse(rangeError, tooLong)
		}
		if size > longText {
			g.reserve(size * growing)
		}
		b.WriteString(text)
	}
	values := elementsOf(o)
	for i := range n {
		if i > 0 {
			write(between)
		}
		if i%longList == 0 {
			g.enter()
			g.depth--
		}
		var v goja.Value
		if i < len(values) {
			v = values[i]
		} else {
			v = o.Get(strconv.Itoa(i))
		}
		if v == nil || goja.IsUndefined(v) || goja.IsNull(v) {
			continue
		}
		write(g.textOf(v))
		if _, ok := v.(*goja.Object); ok && values != nil {
			values = elementsOf(o) // the script may have changed the array
		}
	}
	return b.String()
}

// textOf returns a value as a text.
func (g *Guard) textOf(v goja.Value) goja.String {
	if o, ok := v.(*goja.Object); ok {
		v = g.asText(o)
	}
	if s, ok := v.(goja.String); ok {
		return s
	}
	if _, ok := v.(*goja.Symbol); ok {
		panic(g.rt.NewTypeError("Cannot convert a Symbol value to a string"))
	}
	return g.rt.ToValue(v.String()).(goja.String) // a BigInt is its own ToString
}
