// This file is Array.prototype.flat for plain arrays. goja's own loop does not end at an interrupt.

package guard

import (
	"strconv"

	"github.com/dop251/goja"
)

// flattened returns an Array.prototype.flat that uses flat for an array whose copies are not plain arrays. The check of flat has
// bounded the levels.
func (g *Guard) flattened(flat function) function {
	return func(call goja.FunctionCall) goja.Value {
		o, ok := call.This.(*goja.Object)
		levels := argument(call.Arguments, 0)
		if _, late := levels.(*goja.Object); !ok || late || elementsOf(o) == nil || !g.copiesPlainly(o) {
			return flat(call)
		}
		left := int64(1)
		if !goja.IsUndefined(levels) {
			left = levels.ToInteger()
		}
		c := copied{g: g}
		c.flatten(o, left)
		return g.arrayOf(c.values)
	}
}

// copied has the elements of an array that is being made.
type copied struct {
	g       *Guard
	values  []goja.Value
	visited int
}

// add adds elements, and reserves the memory for them.
func (c *copied) add(part ...goja.Value) {
	n := len(c.values) + len(part)
	if n > maxArray {
		c.g.refuse(rangeError, tooMany)
	}
	if n > cap(c.values) {
		size := max(n, cap(c.values)+cap(c.values)/2)
		if size > longList {
			c.g.reserve(16 * float64(size))
			c.g.hear()
		}
		c.values = append(make([]goja.Value, 0, size), c.values...)
	}
	c.values = append(c.values, part...)
}

// flatten adds the elements of an array, and those of the arrays in it up to left levels below.
func (c *copied) flatten(o *goja.Object, left int64) {
	n := 0.0
	if v := o.Get("length"); v != nil {
		n = toLength(v)
	}
	values := elementsOf(o)
	for i := range int(n) {
		if c.visited++; c.visited%1024 == 0 {
			c.g.hear()
		}
		var v goja.Value
		if i < len(values) {
			v = values[i]
		} else if key := strconv.Itoa(i); c.g.hasProperty(o, key) {
			v = orUndefined(o.Get(key))
		} else {
			continue
		}
		inner, ok := v.(*goja.Object)
		if !ok || left <= 0 || !c.g.isArrayBehind(inner) {
			c.add(v)
			continue
		}
		c.flatten(inner, left-1)
		if values != nil {
			values = elementsOf(o) // the script may have changed the array
		}
	}
}
