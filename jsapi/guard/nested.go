// This file bounds the nesting of the values that JSON.stringify gets.

package guard

import (
	"slices"
	"strconv"

	"github.com/dop251/goja"
)

// stringify refuses values that are nested too deep. goja compares each object with all objects that
// contain it.
func stringify(g *Guard, _ goja.Value, args []goja.Value) []goja.Value {
	if n := (nesting{steps: maxSteps}); n.deep(argument(args, 0)) {
		g.refuse(rangeError, tooDeep)
	}
	return args
}

// nesting walks through nested values, without calling code of the script. steps bounds the number of
// values.
type nesting struct {
	steps int
	path  []*goja.Object        // the objects from the outermost value to the current one
	on    map[*goja.Object]bool // the objects on the path after the first longPath
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
	n.enter(o)
	defer n.leave()
	return n.inside(o)
}

// inside reports whether deep is true for a value in an object.
func (n *nesting) inside(o *goja.Object) bool {
	if isArray(o) {
		for i := range int(min(length(o), float64(n.steps))) {
			if n.deep(o.Get(strconv.Itoa(i))) {
				return true
			}
		}
		return false
	}
	s := self(o)
	if s.at == nil || s.values < 0 || saysItself(o) {
		return false
	}
	for _, v := range *field[map[string]goja.Value](s, s.values) {
		if inner, ok := valueOf(v); ok && n.deep(inner) {
			return true
		}
	}
	return false
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
