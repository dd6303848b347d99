package inspect

// This file reads and makes plain arrays and objects in goja's own structures: what a checkpoint holds is made of
// thousands of them, and goja's API takes four times as long for each. Where the structures do not match, it is used.

import (
	"maps"
	"reflect"
	"slices"
	"unicode/utf8"

	"github.com/dop251/goja"
	"github.com/dop251/goja/unistring"
)

// PlainElements is Elements for an array that has nothing but its elements.
func (p *Printer) PlainElements(o *goja.Object) ([]goja.Value, bool) {
	items, n, ok := p.PlainArray(o)
	return items, ok && n == len(items)
}

// PlainArray returns the elements and the length of an array that has nothing but its elements. Holes are nil; those behind the
// last element are only in the length.
func (p *Printer) PlainArray(o *goja.Object) (items []goja.Value, length int, ok bool) {
	if !p.peek.elementsOnly(o, kindArray) {
		return nil, 0, false
	}
	if items, ok = p.peek.dense(o); ok {
		length = p.peek.length(o)
	}
	return items, length, ok
}

// PlainFields calls f with each property of o, in order, until f returns false. It does nothing and returns false for
// an object that is not an ordinary one with enumerable properties and no getters, symbols or indices.
func (p *Printer) PlainFields(o *goja.Object, f func(name string, v goja.Value) bool) bool {
	base := p.peek.plain(o)
	if base == nil || base.symValues != nil {
		return false
	}
	for _, name := range base.propNames {
		if v := base.values[name]; !plainName(string(name)) || v == nil || reflect.TypeOf(v) == p.peek.property {
			return false
		}
	}
	for _, name := range base.propNames {
		if v := base.values[name]; v != nil && !f(string(name), v) { // f may run code that deletes some
			break
		}
	}
	return true
}

// plainName reports whether a property of that name comes in the order of its making, and goja keeps the name as it is.
func plainName(name string) bool {
	return name != "" && (name[0] < '0' || name[0] > '9') && name[0] < utf8.RuneSelf
}

// NewArray makes an array that has values, none of them nil, as its elements. The slice becomes the array's own.
func (p *Printer) NewArray(values []goja.Value) *goja.Object {
	if p.peek.array == nil {
		items := make([]any, len(values))
		for i, v := range values {
			items[i] = v
		}
		return p.vm.NewArray(items...)
	}
	o := p.vm.NewArray()
	a := (*arrayObject)(implementation(o).UnsafePointer())
	a.values, a.length, a.objCount = values, uint32(len(values)), len(values)
	return o
}

// Fill gives o, a fresh object, properties with names and values, and returns the map that holds the values now. It must
// have each of the names, of which none may be an index. Fill returns nil, and has done nothing, if goja keeps objects in
// another way than this package knows.
func (p *Printer) Fill(o *goja.Object, names []unistring.String, values map[unistring.String]goja.Value) map[unistring.String]goja.Value {
	base := p.peek.plain(o)
	if base == nil || len(base.propNames) > 0 {
		return nil
	}
	base.propNames = slices.Clone(names) // it may be changed in place
	base.values = maps.Clone(values)
	return base.values
}
