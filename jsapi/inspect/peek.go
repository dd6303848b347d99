package inspect

// This file reads goja's internal structures for information that goja's API does not give without running
// code or making objects: whether a property has a getter, which other keys an array has besides its
// elements, which entries an iterator has left. The structures below have the same fields as goja's. peekOf
// checks that they still match. If they do not, the Printer uses Object.getOwnPropertyDescriptor, which is
// slower.

import (
	"cmp"
	"reflect"
	"slices"
	"unsafe"

	"github.com/dop251/goja"
	"github.com/dop251/goja/unistring"

	"github.com/hitlrun/hitlrun/jsapi/guard"
)

// slot is a property. It has the layout of goja's valueProperty.
type slot struct {
	value        goja.Value
	writable     bool
	configurable bool
	enumerable   bool
	accessor     bool
	getterFunc   *goja.Object
	setterFunc   *goja.Object
}

type baseObject struct {
	class      string
	val        *goja.Object
	prototype  *goja.Object
	extensible bool

	values    map[unistring.String]goja.Value
	propNames []unistring.String

	lastSortedPropLen, idxPropCount int

	symValues       unsafe.Pointer
	privateElements unsafe.Pointer
}

type arrayObject struct {
	baseObject     baseObject
	values         []goja.Value
	length         uint32
	objCount       int
	propValueCount int
	lengthProp     slot
}

type iterObject struct {
	baseObject baseObject
	iter       *orderedMapIter
	kind       int
}

type orderedMapIter struct {
	m   *orderedMap
	cur *mapEntry
}

type orderedMap struct {
	hash                unsafe.Pointer
	hashTable           unsafe.Pointer
	iterFirst, iterLast *mapEntry
	size                int
}

type mapEntry struct {
	key, value goja.Value

	iterPrev, iterNext *mapEntry
	hNext              *mapEntry
}

// peek has the types of goja whose structures match those above.
type peek struct {
	base, array, property reflect.Type // nil if the structure does not match

	embeds   map[reflect.Type]bool // whether a type of goja begins with a baseObject
	together bool                  // whether the structures of several objects can be made in one allocation
}

func peekOf(vm *goja.Runtime) peek {
	var l peek
	array := vm.NewArray()
	if t := implementation(array).Type(); mirrors(t.Elem(), reflect.TypeFor[arrayObject](), nil) {
		l.array = t
		l.embeds = make(map[reflect.Type]bool, 4)
		l.base = implementation(vm.NewObject()).Type()
		l.together = canTogether(l.base.Elem())
		field, _ := t.Elem().FieldByName("lengthProp")
		l.property = reflect.PointerTo(field.Type)
	}
	return l
}

// mirrors reports whether real begins with the fields of copied, with the same names, offsets and types.
func mirrors(real, copied reflect.Type, within []reflect.Type) bool {
	for _, t := range within {
		if t == copied {
			return true
		}
	}
	within = append(within, copied)
	if real.NumField() < copied.NumField() {
		return false
	}
	for i := range copied.NumField() {
		r, c := real.Field(i), copied.Field(i)
		if r.Name != c.Name || r.Offset != c.Offset || !sameShape(r.Type, c.Type, within) {
			return false
		}
	}
	return true
}

func sameShape(real, copied reflect.Type, within []reflect.Type) bool {
	switch {
	case real == copied:
		return true
	case copied.Kind() == reflect.UnsafePointer:
		return real.Kind() == reflect.Pointer || real.Kind() == reflect.Map
	case real.Kind() != copied.Kind():
		return false
	case copied.Kind() == reflect.Struct:
		return mirrors(real, copied, within)
	case copied.Kind() == reflect.Pointer && copied.Elem().Kind() == reflect.Struct:
		return mirrors(real.Elem(), copied.Elem(), within)
	}
	return copied.Kind() == reflect.Int
}

// plain returns the internal structure of an ordinary object, which has all its properties. It returns nil
// for any other object.
func (l *peek) plain(o *goja.Object) *baseObject {
	if l.base == nil {
		return nil
	}
	if v := implementation(o); v.Type() == l.base {
		return (*baseObject)(v.UnsafePointer())
	}
	return nil
}

// constructor returns the own property "constructor" of an object of any kind. If found is false, sure
// says whether the object certainly has none: goja adds this property to built-in prototypes only when it is
// first read.
func (l *peek) constructor(o *goja.Object) (s slot, found, sure bool) {
	if l.base == nil {
		return s, false, false
	}
	v := implementation(o)
	if !l.embedsBase(v.Type()) {
		return s, false, false
	}
	if c, ok := (*baseObject)(v.UnsafePointer()).values["constructor"]; ok {
		return l.slot(c), true, true
	}
	return s, false, v.Type() == l.array
}

// embedsBase reports whether a goja type begins with a baseObject.
func (l *peek) embedsBase(t reflect.Type) bool {
	if is, ok := l.embeds[t]; ok {
		return is
	}
	is := false
	if t.Kind() == reflect.Pointer {
		at := t.Elem()
		for at != l.base.Elem() && at.Kind() == reflect.Struct && at.NumField() > 0 && at.Field(0).Anonymous {
			at = at.Field(0).Type
		}
		is = at == l.base.Elem()
	}
	l.embeds[t] = is
	return is
}

// length returns the length of an array for which dense returns true.
func (l *peek) length(o *goja.Object) int {
	return int((*arrayObject)(implementation(o).UnsafePointer()).length)
}

// dense returns the elements of an array without getters. Holes are nil. The array can be longer than the
// slice; then the rest are holes.
func (l *peek) dense(o *goja.Object) ([]goja.Value, bool) {
	if l.array == nil {
		return nil, false
	}
	v := implementation(o)
	if v.Type() != l.array {
		return nil, false
	}
	a := (*arrayObject)(v.UnsafePointer())
	if a.propValueCount != 0 || int(a.length) < len(a.values) {
		return nil, false
	}
	return a.values, true
}

// slot reads a value of a baseObject, which is the value itself or a property with attributes.
func (l *peek) slot(v goja.Value) slot {
	if v == nil {
		return slot{}
	}
	if rv := reflect.ValueOf(v); rv.Type() == l.property {
		return *(*slot)(rv.UnsafePointer())
	}
	return slot{value: v, writable: true, configurable: true, enumerable: true}
}

// rest returns the first values that a Map or Set iterator has left, at most most, and the number n of all. pairs reports
// whether these are keys and values in turn; each pair counts as one.
func (p *Printer) rest(o *goja.Object, most int) (values []goja.Value, n int, pairs, ok bool) {
	const keys, entries = 0, 2 // goja's iterationKind; a Set's keys and values are the same
	v := implementation(o)
	if !mirrors(v.Type().Elem(), reflect.TypeFor[iterObject](), nil) {
		return nil, 0, false, false
	}
	it := (*iterObject)(v.UnsafePointer())
	pairs = it.kind == entries
	if it.iter == nil || it.iter.m == nil {
		return nil, 0, pairs, true
	}
	at := it.iter.cur
	for at != nil && at.key == nil { // removed meanwhile
		p.step()
		at = at.iterPrev
	}
	if at != nil {
		at = at.iterNext
	} else {
		at = it.iter.m.iterFirst
	}
	for ; at != nil; at = at.iterNext {
		p.step()
		if n++; n > most {
			continue
		}
		p.took(perEntry)
		value := at.value
		if value == nil { // a Set
			value = at.key
		}
		switch {
		case pairs:
			values = append(values, at.key, value)
		case it.kind == keys:
			values = append(values, at.key)
		default:
			values = append(values, value)
		}
	}
	return values, n, pairs, true
}

// properties returns the enumerable own properties with string keys of an ordinary object. It returns false
// for an object with keys that could be indices, since it does not know their order.
func (p *Printer) properties(o *goja.Object) ([]prop, bool) {
	l := &p.peek
	base := l.plain(o)
	if base == nil {
		return nil, false
	}
	guard.Need(p.vm, len(base.propNames)*perProp)
	props := make([]prop, 0, len(base.propNames))
	for _, name := range base.propNames {
		if !plainName(string(name)) {
			return nil, false
		}
		if s := l.slot(base.values[name]); s.enumerable {
			props = append(props, prop{name: string(name), slot: s, hasSlot: true})
		}
	}
	return props, true
}

// named returns the own properties with string keys of an array, a typed array or a boxed string, without its elements or
// characters: the enumerable ones, or all. It returns false for any other object.
func (p *Printer) named(o *goja.Object, all bool) ([]prop, bool) {
	v := implementation(o)
	switch v.Type().String() {
	case "*goja.arrayObject", "*goja.sparseArrayObject", "*goja.typedArrayObject", "*goja.stringObject":
	default:
		return nil, false
	}
	if p.peek.array == nil || !p.peek.embedsBase(v.Type()) {
		return nil, false
	}
	base := (*baseObject)(v.UnsafePointer())
	guard.Need(p.vm, len(base.propNames)*perProp)
	props := make([]prop, 0, len(base.propNames))
	indices := 0
	for _, name := range base.propNames {
		if !all && !p.peek.slot(base.values[name]).enumerable {
			continue
		}
		k := prop{name: string(name)}
		if units := name.AsUtf16(); units != nil {
			k = keyOf(goja.StringFromUTF16(units[1:])) // without the mark that goja puts before the text
		}
		props = append(props, k)
		if isIndex(k.name) {
			indices++
		}
	}
	if indices > 0 {
		slices.SortStableFunc(props, func(a, b prop) int { return cmp.Compare(a.index(), b.index()) })
	}
	return props, true
}

// elementsOnly reports whether an array or typed array surely has no other properties than its elements.
func (l *peek) elementsOnly(o *goja.Object, k kind) bool {
	v := implementation(o)
	if l.array == nil || v.Type() != l.array && (k != kindTypedArray || !l.embedsBase(v.Type())) {
		return false
	}
	base := (*baseObject)(v.UnsafePointer())
	own := len(base.propNames)
	if v.Type() == l.array {
		own-- // length
	}
	return own == 0 && base.symValues == nil
}
