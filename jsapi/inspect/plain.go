package inspect

// This file reads and makes plain arrays and objects directly in goja's structures. A checkpoint consists of
// thousands of them, and goja's API takes four times as long for each. If the structures do not match, the
// API is used.

import (
	"reflect"
	"unicode/utf8"

	"github.com/dop251/goja"
)

// PlainElements is Elements for an array that has no other properties.
func (p *Printer) PlainElements(o *goja.Object) ([]goja.Value, bool) {
	items, n, ok := p.PlainArray(o)
	return items, ok && n == len(items)
}

// PlainArray returns the elements and the length of an array that has no other properties. Holes are nil in
// items. Holes after the last element only count in length.
func (p *Printer) PlainArray(o *goja.Object) (items []goja.Value, length int, ok bool) {
	if !p.peek.elementsOnly(o, kindArray) {
		return nil, 0, false
	}
	if items, ok = p.peek.dense(o); ok {
		length = p.peek.length(o)
	}
	return items, length, ok
}

// PlainFields calls f with each property of o, in order, until f returns false. It only does so for an
// ordinary object with enumerable properties and without getters, symbols or indices. For any other object
// it does nothing and returns false.
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
		v := base.values[name]
		if v != nil && !p.IsValue(v) { // f ran code that made it a getter
			v = o.Get(string(name))
		}
		if v != nil && !f(string(name), v) { // v is nil if f ran code that deleted it
			break
		}
	}
	return true
}

// IsValue reports whether v, which an object of goja holds, is a value of the script, and not the description of a property: a getter,
// for example.
func (p *Printer) IsValue(v goja.Value) bool { return v != nil && reflect.TypeOf(v) != p.peek.property }

// plainName reports whether a property of that name is in the order in which it was added, and goja stores
// the name as a Go string.
func plainName(name string) bool {
	return name != "" && (name[0] < '0' || name[0] > '9') && name[0] < utf8.RuneSelf
}

// NewArray makes an array with the elements values, none of which may be nil. The array takes over the
// slice.
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
