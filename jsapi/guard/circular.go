// This file says where JSON.stringify found an object inside of itself, in the words of V8.

package guard

import (
	"slices"
	"strconv"

	"github.com/dop251/goja"
)

// jsonPlace is where a value is in the object around it: at an index of an array, or under a key.
type jsonPlace struct {
	isIndex bool
	index   int
	key     jsonKey
}

func (p jsonPlace) String() string {
	switch {
	case p.isIndex:
		return "index " + strconv.Itoa(p.index)
	case p.key.text == "":
		return "<anonymous>"
	}
	return "property '" + p.key.text + "'"
}

// circle returns the message of the error for an object that is on the path. It names the first three objects of the circle, and the last.
func (w *jsonWriter) circle(o *goja.Object) string {
	const first = 2 // after the start
	start := slices.Index(w.path, o)
	text := "Converting circular structure to JSON\n    --> starting at object with constructor '" + w.g.constructorName(o) + "'"
	last := len(w.path) - 1
	for i := start + 1; i <= last; i++ {
		if i == start+1+first && i < last {
			text += "\n    |     ..."
			i = last
		}
		text += "\n    |     " + w.places[i].String() + " -> object with constructor '" + w.g.constructorName(w.path[i]) + "'"
	}
	return text + "\n    --- " + w.place.String() + " closes the circle"
}

// constructorName returns the name of the function that made an object: that of the nearest prototype whose constructor has a name.
func (g *Guard) constructorName(o *goja.Object) (name string) {
	ex := g.rt.Try(func() {
		for p := o.Prototype(); p != nil && name == "" && behind(o) == o; p = p.Prototype() {
			if f, ok := p.Get("constructor").(*goja.Object); ok {
				if s, ok := f.Get("name").(goja.String); ok {
					name = s.String()
				}
			}
		}
	})
	if ex != nil || name == "" {
		return "Object"
	}
	return name
}
