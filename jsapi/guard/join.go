// This file joins the elements of arrays. goja's own loop does not end at an interrupt.

package guard

import (
	"slices"
	"strconv"

	"github.com/dop251/goja"
)

// longList is the number of elements above which an array is joined here, and after which the loop looks for an interrupt.
const longList = 1 << 12

// joining returns an Array.prototype.join that uses join for short arrays of texts and numbers.
func (g *Guard) joining(join function) function {
	return func(call goja.FunctionCall) goja.Value {
		o, ok := call.This.(*goja.Object)
		if !ok {
			return join(call)
		}
		values := elementsOf(o)
		if values != nil && len(values) <= longList && isQuick(values) {
			return join(call)
		}
		n := float64(len(values))
		if values == nil {
			n = toLength(orUndefined(o.Get("length")))
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
	w := textWriter{g: g, least: longText}
	values := elementsOf(o)
	for i := range n {
		if i > 0 {
			w.write(between)
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
		w.write(g.textOf(v))
		if _, ok := v.(*goja.Object); ok && values != nil {
			values = elementsOf(o) // the script may have changed the array
		}
	}
	return w.out.String()
}

// isQuick reports whether goja makes a text of each value without code of the script, and quickly.
func isQuick(values []goja.Value) bool { return !hasObjects(values) && !hasIntegers(values) }
