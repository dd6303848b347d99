// This file reads and counts what an object has itself, without calling code of the script.

package guard

import (
	"reflect"
	"strconv"
	"sync"
	"unsafe"

	"github.com/dop251/goja"
)

// sparseElement has the layout of an element of goja's arrays with many holes.
type sparseElement struct {
	index uint32
	value goja.Value
}

// sparseElements returns the offset of the elements in goja's arrays with many holes, and the type of these arrays. The type is
// nil if goja is not as expected.
var sparseElements = sync.OnceValues(func() (uintptr, reflect.Type) {
	v, err := goja.New().RunString("const a = []; a[1e6] = 1; a")
	if err != nil {
		return 0, nil
	}
	f := selfField()
	impl := reflect.NewAt(f.Type, unsafe.Add(unsafe.Pointer(v.(*goja.Object)), f.Offset)).Elem().Elem()
	if impl.Kind() != reflect.Pointer || impl.Type().Elem().Name() != "sparseArrayObject" {
		return 0, nil
	}
	items, ok := impl.Type().Elem().FieldByName("items")
	if !ok || len(items.Index) != 1 || items.Type.Kind() != reflect.Slice || items.Type.Elem().Kind() != reflect.Struct {
		return 0, nil
	}
	own, of := reflect.TypeFor[sparseElement](), items.Type.Elem()
	if of.Size() != own.Size() || of.NumField() != own.NumField() {
		return 0, nil
	}
	for i := range own.NumField() {
		if of.Field(i).Type != own.Field(i).Type || of.Field(i).Offset != own.Field(i).Offset {
			return 0, nil
		}
	}
	return items.Offset, impl.Type().Elem()
})

// ownElements returns the elements that an array has itself. Holes are nil in dense. ok is false for another object. An element
// can be a property with attributes; see plainElement.
func ownElements(o *goja.Object) (dense []goja.Value, sparse []sparseElement, ok bool) {
	l := arrays()
	at, of := sparseElements()
	if o == nil || l == nil || of == nil {
		return nil, nil, false
	}
	f := selfField()
	impl := reflect.NewAt(f.Type, unsafe.Add(unsafe.Pointer(o), f.Offset)).Elem().Elem()
	if impl.Kind() != reflect.Pointer {
		return nil, nil, false
	}
	switch impl.Type().Elem() {
	case l.of:
		return *fieldAt[[]goja.Value](impl.UnsafePointer(), l.values), nil, true
	case of:
		return nil, *fieldAt[[]sparseElement](impl.UnsafePointer(), at), true
	}
	return nil, nil, false
}

// plainElement returns the value of an element, or nil for a hole and for an element with a getter.
func plainElement(v goja.Value) goja.Value {
	if v == nil {
		return nil
	}
	p := structOf(reflect.ValueOf(v))
	if p.at == nil || p.value < 0 || p.getter < 0 {
		return v
	}
	return *field[goja.Value](p, p.value)
}

// elementsIn returns the elements of the first most places of an array. It leaves out holes, but not if they may get values from a
// prototype.
func (g *Guard) elementsIn(o *goja.Object, most int) func(yield func(goja.Value) bool) {
	return func(yield func(goja.Value) bool) {
		n := min(most, int(length(o)))
		dense, sparse, ok := ownElements(o)
		if !ok || len(dense)+len(sparse) < n && hasIndexes(o.Prototype()) {
			for i := range n {
				if i%longList == 0 {
					g.hear()
				}
				if v := o.Get(strconv.Itoa(i)); v != nil && !yield(v) {
					return
				}
			}
			return
		}
		plain := elementsOf(o) != nil
		for i, v := range dense[:min(n, len(dense))] {
			if i%longList == 0 {
				g.hear()
			}
			if !plain {
				v = plainElement(v)
			}
			if v != nil && !yield(v) {
				return
			}
		}
		for i, e := range sparse {
			if i%longList == 0 {
				g.hear()
			}
			if v := plainElement(e.value); v != nil && int(e.index) < n && !yield(v) {
				return
			}
		}
	}
}

// ownCount returns the number of properties that an object has itself, or that the target of a proxy has. Those of a template,
// which are few, do not count.
func ownCount(o *goja.Object) (n int) {
	if implName(o) == "baseObject" {
		return len(namedOf(o))
	}
	o = behind(o)
	if o == nil {
		return 0
	}
	if view, ok := ViewOf(o); ok {
		n = view.Length
	}
	dense, sparse, isArray := ownElements(o)
	if n += len(dense) + len(sparse); !isArray && implName(o) == "stringObject" {
		n += int(number(o.Get("length")))
	}
	return n + len(namedOf(o))
}

// named caches the offsets of the properties by the type of an object.
var named sync.Map //nolint:gochecknoglobals // a cache

// namedOf returns the properties of an object without its elements. It is nil if goja is not as expected.
func namedOf(o *goja.Object) map[string]goja.Value {
	f := selfField()
	impl := reflect.NewAt(f.Type, unsafe.Add(unsafe.Pointer(o), f.Offset)).Elem().Elem()
	if impl.Kind() != reflect.Pointer || impl.Type().Elem().Kind() != reflect.Struct {
		return nil
	}
	t := impl.Type().Elem()
	at, ok := named.Load(t)
	if !ok {
		at = -1
		of, n := t, 0
		if base, ok := t.FieldByName("baseObject"); ok && base.Type.Kind() == reflect.Struct { // an array has other values, too
			of, n = base.Type, offset(t, base)
		}
		if values, ok := of.FieldByName("values"); ok && n >= 0 && len(values.Index) == 1 && values.Type.Kind() == reflect.Map &&
			values.Type.Key().Kind() == reflect.String && values.Type.Elem() == reflect.TypeFor[goja.Value]() {
			at = n + int(values.Offset)
		}
		named.Store(t, at)
	}
	if at.(int) < 0 {
		return nil
	}
	return *fieldAt[map[string]goja.Value](impl.UnsafePointer(), uintptr(at.(int)))
}

// Keys returns the names of the enumerable properties of an object, as o.Keys does, and bounds their number and memory first.
// Nothing else of this program calls the method Keys.
func Keys(o *goja.Object) []string {
	if g := guardOf(o); g != nil {
		g.keysOf(o, perKey)
	}
	return o.Keys()
}

// OwnNames is Keys for the names of all properties, as o.GetOwnPropertyNames.
func OwnNames(o *goja.Object) []string {
	if g := guardOf(o); g != nil {
		g.keysOf(o, perKey)
	}
	return o.GetOwnPropertyNames()
}

// runtimeOffset returns the offset of the Runtime in an object. ok is false if goja is not as expected.
var runtimeOffset = sync.OnceValues(func() (at uintptr, ok bool) {
	f, ok := reflect.TypeFor[goja.Object]().FieldByName("runtime")
	return f.Offset, ok && f.Type == reflect.TypeFor[*goja.Runtime]()
})

// guardOf returns the Guard of the Runtime of an object, or nil.
func guardOf(o *goja.Object) *Guard {
	at, ok := runtimeOffset()
	if !ok {
		return nil
	}
	v, ok := guards.Load(*fieldAt[*goja.Runtime](unsafe.Pointer(o), at))
	if !ok {
		return nil
	}
	return v.(*Guard)
}
