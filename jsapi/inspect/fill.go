package inspect

// This file makes arrays and fills objects in goja's own structures: what a checkpoint holds is made of thousands of
// small objects, and goja's API takes four times as long for each. Where the structures do not match, that API is used.

import (
	"maps"
	"slices"

	"github.com/dop251/goja"
	"github.com/dop251/goja/unistring"
)

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
