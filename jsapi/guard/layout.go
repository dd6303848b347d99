// This file finds the fields of goja's structs by name and type, once for each struct.

package guard

import (
	"reflect"
	"sync"
	"unsafe"

	"github.com/dop251/goja"
)

// layout has the offsets of the fields of one of goja's structs, and -1 for a field that it does not
// have.
type layout struct {
	f, construct          int // in a function
	values                int // in an object: its properties
	names                 int // the names of its properties in a list,
	ordered, indexes      int // of which so many are in order, and so many of these are indexes
	tmpl                  int // in a built-in object: the template of its properties
	value, getter, setter int // in a property
	program               int // in a function of the script
}

// layouts caches the layouts by type.
var layouts sync.Map //nolint:gochecknoglobals // a cache

// layoutOf returns the layout of a struct.
func layoutOf(t reflect.Type) *layout {
	if l, ok := layouts.Load(t); ok {
		return l.(*layout)
	}
	field := func(name string, fits func(reflect.Type) bool) int {
		if f, ok := t.FieldByName(name); ok && fits(f.Type) {
			return offset(t, f)
		}
		return -1
	}
	is := func(want reflect.Type) func(reflect.Type) bool {
		return func(t reflect.Type) bool { return t == want }
	}
	l := &layout{
		f: field("f", is(reflect.TypeFor[function]())), construct: field("construct", is(reflect.TypeFor[constructor]())),
		values: field("values", func(t reflect.Type) bool {
			return t.Kind() == reflect.Map && t.Key().Kind() == reflect.String && t.Elem() == reflect.TypeFor[goja.Value]()
		}),
		names: field("propNames", isNames), ordered: field("lastSortedPropLen", is(reflect.TypeFor[int]())), indexes: field("idxPropCount", is(reflect.TypeFor[int]())),
		tmpl:  field("tmpl", func(t reflect.Type) bool { return t.Kind() == reflect.Pointer && t.Elem().Kind() == reflect.Struct }),
		value: field("value", is(reflect.TypeFor[goja.Value]())), getter: field("getterFunc", is(reflect.TypeFor[*goja.Object]())),
		setter: field("setterFunc", is(reflect.TypeFor[*goja.Object]())), program: field("prg", is(reflect.TypeFor[*goja.Program]())),
	}
	layouts.Store(t, l)
	return l
}

// offset returns the offset of a field that may be in an embedded struct, or -1 if a struct is embedded by
// pointer.
func offset(t reflect.Type, f reflect.StructField) int {
	n := uintptr(0)
	for _, i := range f.Index {
		if t.Kind() != reflect.Struct {
			return -1
		}
		part := t.Field(i)
		n, t = n+part.Offset, part.Type
	}
	return int(n)
}

// ifExpected returns a function that returns the result of read, or nil if read panics: reflect does that if goja is not as
// expected.
func ifExpected[T any](read func() *T) func() *T {
	return func() *T {
		defer func() { _ = recover() }()
		return read()
	}
}

// part is the address of one of goja's structs, with its layout.
type part struct {
	at unsafe.Pointer
	*layout
}

// field returns the address of the field at offset, or nil if the struct does not have it.
func field[T any](p part, offset int) *T {
	if p.at == nil || offset < 0 {
		return nil
	}
	return (*T)(unsafe.Add(p.at, offset))
}

// selfField returns the field of an object that has its implementation.
var selfField = sync.OnceValue(func() reflect.StructField {
	f, _ := reflect.TypeFor[goja.Object]().FieldByName("self")
	return f
})

// self returns goja's implementation of an object.
func self(o *goja.Object) part {
	f := selfField()
	return structOf(reflect.NewAt(f.Type, unsafe.Add(unsafe.Pointer(o), f.Offset)).Elem().Elem())
}

// structOf returns the struct that v points to. Its address is nil if v is not a pointer to a struct.
func structOf(v reflect.Value) part {
	if v.Kind() != reflect.Pointer || v.IsNil() || v.Type().Elem().Kind() != reflect.Struct {
		return part{nil, nil}
	}
	return part{v.UnsafePointer(), layoutOf(v.Type().Elem())}
}
