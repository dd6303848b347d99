// This file calls the reviver of JSON.parse. It bounds the levels of all calls that run within each other, since a reviver may change
// what it has not seen yet, and may call JSON.parse.

package guard

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/dop251/goja"
)

// Revive returns what the reviver of JSON.parse makes of a value. It calls the reviver with each value, from the inside to the outside.
// The Runtime has a Guard.
func Revive(rt *goja.Runtime, v goja.Value, reviver goja.Callable) goja.Value {
	of, _ := guards.Load(rt)
	g := of.(*Guard)
	root := rt.NewObject()
	_ = root.DefineDataProperty("", v, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE)
	levels := g.levels
	defer func() { g.levels = levels }()
	r := revival{g: g, reviver: reviver}
	return r.revived(root, jsonKey{})
}

// revival is one call of JSON.parse with a reviver.
type revival struct {
	g       *Guard
	reviver goja.Callable
	depth   int
}

// revived returns what the reviver makes of a property, after those inside of it.
func (r *revival) revived(holder *goja.Object, key jsonKey) goja.Value {
	r.g.hear()
	v := r.read(holder, key)
	if o, ok := v.(*goja.Object); ok {
		r.depth++
		if r.g.levels++; r.depth > maxJSON || r.g.levels > maxDepth {
			r.g.refuse(rangeError, tooDeep)
		}
		if r.g.isArrayBehind(o) {
			n := 0.0
			if v := o.Get("length"); v != nil {
				n = toLength(v)
			}
			for i := range int(n) {
				r.inside(o, jsonKey{text: strconv.Itoa(i)})
			}
		} else {
			for _, key := range r.g.keysForJSON(o) {
				r.inside(o, key)
			}
		}
		r.depth--
		r.g.levels--
	}
	return r.g.called(r.reviver, holder, r.g.valueOfKey(key), v)
}

// inside puts what the reviver makes of a property in its place. A property that cannot be changed stays as it is.
func (r *revival) inside(o *goja.Object, key jsonKey) {
	v := r.revived(o, key)
	_, proxy := asProxy(o)
	switch {
	case proxy || key.inexact():
		r.g.called(r.g.replace(), goja.Undefined(), o, r.g.valueOfKey(key), v)
	case goja.IsUndefined(v):
		_ = o.Delete(key.text)
	default:
		_ = o.DefineDataProperty(key.text, v, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE)
	}
}

func (r *revival) read(o *goja.Object, key jsonKey) goja.Value {
	if key.inexact() {
		return r.g.exactGet(o, key.exact)
	}
	return orUndefined(o.Get(key.text))
}

// inexact reports whether the text of the name may not be the name.
func (key jsonKey) inexact() bool {
	return key.exact != nil && strings.ContainsRune(key.text, utf8.RuneError)
}

// replace returns the function that puts a value in the place of a property.
func (g *Guard) replace() goja.Callable {
	f, _ := goja.AssertFunction(g.put)
	return f
}
