package inspect

// This file makes ordinary objects together. Half of what an object of goja takes are structures of a fixed size, and to allocate those
// of 16 objects takes as long as to allocate those of one.

import (
	"maps"
	"reflect"
	"unsafe"

	"github.com/dop251/goja"
	"github.com/dop251/goja/unistring"
)

// mostTogether is how many objects share an allocation. One of them that is in use holds the memory of the others.
const mostTogether = 16

// Together makes ordinary objects. It is for one goroutine.
type Together struct {
	p       *Printer
	wanted  int // how many objects are still to be made
	objects []goja.Object
	names   []unistring.String
}

// NewTogether returns what makes n objects. More than n may be made; then they take longer.
func (p *Printer) NewTogether(n int) *Together { return &Together{p: p, wanted: n} }

// Object makes an object with properties. values must have a value for each of the names, and no name may be an index. It also returns the
// map in which the object stores the values. Both are nil if goja is not as expected.
func (t *Together) Object(names []unistring.String, values map[unistring.String]goja.Value) (*goja.Object, map[unistring.String]goja.Value) {
	if len(t.objects) == 0 {
		t.objects = t.p.peek.objects(t.p.vm, min(max(t.wanted, 1), mostTogether))
		t.wanted -= len(t.objects)
	}
	if len(t.objects) == 0 {
		return nil, nil
	}
	if len(t.names) < len(names) {
		t.names = make([]unistring.String, len(names)*len(t.objects))
	}
	o := &t.objects[0]
	base := t.p.peek.plain(o)
	base.propNames = t.names[:copy(t.names, names):len(names)] // goja may change it in place
	base.values = maps.Clone(values)
	t.objects, t.names = t.objects[1:], t.names[len(names):]
	return o, base.values
}

// objects makes n ordinary objects, whose properties the caller has to set. It makes none if goja is not as expected.
func (l *peek) objects(vm *goja.Runtime, n int) []goja.Object {
	model := vm.NewObject()
	base := l.plain(model)
	if base == nil || !l.together {
		return nil
	}
	bases, objects := make([]baseObject, n), make([]goja.Object, n)
	for i := range objects {
		bases[i], objects[i] = *base, *model
		bases[i].val = &objects[i]
		(*self)(unsafe.Pointer(&objects[i])).value = unsafe.Pointer(&bases[i])
	}
	return objects
}

// self is how the first field of goja.Object is in memory: an interface that has the internal object.
type self struct{ kind, value unsafe.Pointer }

// canTogether reports whether goja.Object begins with that field, and base, the internal object, has no fields but those of baseObject.
func canTogether(base reflect.Type) bool {
	f := reflect.TypeFor[goja.Object]().Field(0)
	return f.Name == "self" && f.Type.Kind() == reflect.Interface && base.Size() == unsafe.Sizeof(baseObject{})
}
