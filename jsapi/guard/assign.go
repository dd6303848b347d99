// This file has Object.assign for long arrays. goja's own loop does not end at an interrupt.

package guard

import (
	"strconv"

	"github.com/dop251/goja"
)

// ofAssign is the wrapper of Object.assign. It assigns the elements of long arrays one by one.
func ofAssign(g *Guard, f function) function {
	return func(call goja.FunctionCall) goja.Value {
		if len(call.Arguments) < 2 {
			return f(call)
		}
		target := call.Arguments[0]
		for i, v := range call.Arguments[1:] {
			o, ok := v.(*goja.Object)
			if !ok || len(elementsOf(o)) <= longList || len(namedOf(o)) > 1 || len(o.Symbols()) > 0 {
				continue
			}
			if i > 0 {
				target = f(goja.FunctionCall{This: call.This, Arguments: append([]goja.Value{target}, call.Arguments[1:1+i]...)})
			} else {
				target = f(goja.FunctionCall{This: call.This, Arguments: []goja.Value{target}})
			}
			g.assignEach(target.(*goja.Object), o) //nolint:forcetypeassert // Object.assign returns an object
			return ofAssign(g, f)(goja.FunctionCall{This: call.This, Arguments: append([]goja.Value{target}, call.Arguments[2+i:]...)})
		}
		return f(call)
	}
}

// assignEach assigns the elements of an array that the target's setters may change.
func (g *Guard) assignEach(target, array *goja.Object) {
	for i, n := 0, int(length(array)); i < n; i++ {
		if i%1024 == 0 {
			g.hear()
			g.reserve(1024 * perKey)
		}
		name := strconv.Itoa(i)
		if v := array.Get(name); v != nil {
			if err := target.Set(name, v); err != nil {
				panic(err)
			}
		}
	}
}
