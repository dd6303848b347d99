// This file bounds the nesting of the values that JSON.stringify gets.

package guard

import (
	"slices"

	"github.com/dop251/goja"
)

// stringify refuses values that are nested too deep. goja compares each object with all objects that
// contain it.
func stringify(g *Guard, _ goja.Value, args []goja.Value) []goja.Value {
	v := argument(args, 0)
	n := nesting{steps: maxSteps}
	if n.deep(v) {
		g.refuse(rangeError, tooDeep)
	}
	if n.elements > maxKeys {
		g.refuse(rangeError, tooMany)
	}
	if n.elements > longList {
		g.reserve(float64(n.elements) * perKey)
	}
	if _, calls := goja.AssertFunction(argument(args, 1)); n.steps >= 0 || calls {
		return args
	}
	c := occurrences{of: map[*goja.Object]float64{}}
	letters := 2 * c.count(v)
	if c.deep {
		g.refuse(rangeError, tooDeep)
	}
	if letters > maxString {
		g.refuse(rangeError, tooLong)
	}
	g.reserve(letters)
	return args
}

// nesting walks through nested values, without calling code of the script. steps bounds the number of
// values.
type nesting struct {
	steps    int
	elements int                   // of typed arrays: goja makes a text of each index
	path     []*goja.Object        // the objects from the outermost value to the current one
	on       map[*goja.Object]bool // the objects on the path after the first longPath
}

// longPath is the number of objects that are compared one by one.
const longPath = 32

// deep reports whether v has more than maxJSON nested levels.
func (n *nesting) deep(v goja.Value) bool {
	o, ok := v.(*goja.Object)
	if n.steps--; !ok || n.steps < 0 || n.meets(o) {
		return false
	}
	if len(n.path) == maxJSON {
		return true
	}
	if view, ok := ViewOf(o); ok {
		n.elements += view.Length
		return false
	}
	n.enter(o)
	defer n.leave()
	return n.inside(o)
}

// inside reports whether deep is true for a value in an object.
func (n *nesting) inside(o *goja.Object) bool {
	found := false
	eachInside(o, n.steps, func(v goja.Value) bool {
		found = n.deep(v)
		return !found
	})
	return found
}

// meets reports whether o is on the path. Such a value is not walked again, since goja itself reports a
// circular structure.
func (n *nesting) meets(o *goja.Object) bool {
	return slices.Contains(n.path[:min(len(n.path), longPath)], o) || n.on[o]
}

func (n *nesting) enter(o *goja.Object) {
	if len(n.path) >= longPath {
		if n.on == nil {
			n.on = map[*goja.Object]bool{}
		}
		n.on[o] = true
	}
	n.path = append(n.path, o)
}

func (n *nesting) leave() {
	last := len(n.path) - 1
	delete(n.on, n.path[last])
	n.path = n.path[:last]
}

// saysItself reports whether an object has a method toJSON. Then its contents do not matter.
func saysItself(o *goja.Object) bool {
	for range maxProxies {
		if o == nil {
			break
		}
		s := self(o)
		if s.at == nil || s.values < 0 {
			break
		}
		if f, ok := valueOf((*field[map[string]goja.Value](s, s.values))["toJSON"]); ok {
			_, callable := goja.AssertFunction(f)
			return callable
		}
		o = o.Prototype()
	}
	return false
}
