// This file describes the properties of objects that have many. The function of goja takes seconds for a million, and hears no
// interrupt meanwhile.

package guard

import "github.com/dop251/goja"

// manyDescriptors is how many properties goja describes at once at most.
const manyDescriptors = 10_000

// ofDescriptors wraps Object.getOwnPropertyDescriptors.
func ofDescriptors(g *Guard, describe function) function {
	return func(call goja.FunctionCall) goja.Value {
		o, ok := call.Argument(0).(*goja.Object)
		all, found := goja.AssertFunction(g.describe)
		if !ok || !found || isProxy(o) || !hasMany(o) {
			return describe(call)
		}
		return called(all, goja.Undefined(), o)
	}
}

func hasMany(o *goja.Object) bool {
	if s := self(o); s.at != nil && s.names >= 0 && len(*field[[]string](s, s.names)) > manyDescriptors {
		return true
	}
	if o.ClassName() != "Array" {
		return false
	}
	length := o.Get("length")
	return length != nil && length.ToInteger() > manyDescriptors
}
