// This file has Array.prototype.splice for arrays whose copies are of another class. goja gets the list of elements before it
// makes the copy. The class may return the array itself, or change it, and goja would then fail.

package guard

import (
	"strconv"

	"github.com/dop251/goja"
)

func ofSplice(g *Guard, splice function) function {
	plain := ofCopiedThis(g, splice)
	return func(call goja.FunctionCall) goja.Value {
		if elementsOf(call.This) == nil || g.copiesPlainly(call.This) {
			return plain(call)
		}
		return g.splice(call.This.(*goja.Object), append([]goja.Value(nil), call.Arguments...))
	}
}

// splice is Array.prototype.splice as the language defines it, element by element.
func (g *Guard) splice(o *goja.Object, args []goja.Value) goja.Value {
	size := int(length(o))
	start, remove := int(place(argument(args, 0), 0, float64(size))), 0
	var items []goja.Value
	switch len(args) {
	case 0:
	case 1:
		remove = size - start
	default:
		remove, items = min(max(int(args[1].ToInteger()), 0), size-start), args[2:]
	}
	removed := g.copyOf(o, remove)
	for k := range remove {
		if v, ok := g.elementAt(o, start+k); ok {
			g.must(removed.DefineDataProperty(strconv.Itoa(k), v, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE))
		}
	}
	g.must(removed.Set("length", remove))
	if less := remove - len(items); less > 0 {
		for k := start; k < size-remove; k++ {
			g.moveElement(o, k+remove, k+len(items))
		}
		for k := size; k > size-less; k-- {
			g.must(o.Delete(strconv.Itoa(k - 1)))
		}
	} else if less < 0 {
		for k := size - remove; k > start; k-- {
			g.moveElement(o, k+remove-1, k+len(items)-1)
		}
	}
	for i, v := range items {
		g.must(o.Set(strconv.Itoa(start+i), v))
	}
	g.must(o.Set("length", size-remove+len(items)))
	return removed
}

// copyOf makes the object for a copy of some elements of an array: of the class that the array names.
func (g *Guard) copyOf(o *goja.Object, size int) *goja.Object {
	class := orUndefined(o.Get("constructor"))
	if of, ok := class.(*goja.Object); ok {
		if class = orUndefined(of.GetSymbol(goja.SymSpecies)); goja.IsNull(class) {
			class = goja.Undefined()
		}
	}
	if goja.IsUndefined(class) {
		return g.rt.NewArray()
	}
	made, err := g.rt.New(class, g.rt.ToValue(size))
	g.must(err)
	return made
}

// moveElement sets an element to another one, or deletes it if the other one does not exist.
func (g *Guard) moveElement(o *goja.Object, from, to int) {
	g.hear()
	if v, ok := g.elementAt(o, from); ok {
		g.must(o.Set(strconv.Itoa(to), v))
	} else {
		g.must(o.Delete(strconv.Itoa(to)))
	}
}

// elementAt returns an element, which may be inherited. ok is false if there is none.
func (g *Guard) elementAt(o *goja.Object, i int) (v goja.Value, ok bool) {
	v = o.Get(strconv.Itoa(i))
	return v, v != nil
}

// must throws err, if it is not nil, into the script.
func (g *Guard) must(err error) {
	if err != nil {
		panic(err)
	}
}
