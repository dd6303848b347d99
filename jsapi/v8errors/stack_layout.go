package v8errors

// This file finds the fields of goja's errors, properties and functions, once for each VM.

import (
	"reflect"
	"unsafe"

	"github.com/dop251/goja"
	"github.com/dop251/goja/unistring"
)

// errorLayoutOf returns the layout of errors, or nil if goja is not as expected.
func errorLayoutOf(rt *goja.Runtime) *errorLayout {
	o := rt.NewTypeError()
	self, ok := reflect.TypeFor[goja.Object]().FieldByName("self")
	if !ok || self.Type.Kind() != reflect.Interface {
		return nil
	}
	l := &errorLayout{self: self.Offset, kind: (*iface)(unsafe.Add(unsafe.Pointer(o), self.Offset)).kind}
	of := reflect.NewAt(self.Type, unsafe.Add(unsafe.Pointer(o), self.Offset)).Elem().Elem().Type()
	if of.Kind() != reflect.Pointer || of.Elem().Kind() != reflect.Struct {
		return nil
	}
	for name, want := range map[string]struct {
		to *uintptr
		t  reflect.Type
	}{
		"stack":          {&l.stack, reflect.TypeFor[[]goja.StackFrame]()},
		"stackPropAdded": {&l.added, reflect.TypeFor[bool]()},
		"values":         {&l.values, reflect.TypeFor[map[unistring.String]goja.Value]()},
		"propNames":      {&l.propNames, reflect.TypeFor[[]unistring.String]()},
	} {
		f, ok := of.Elem().FieldByName(name)
		if !ok || f.Type != want.t {
			return nil
		}
		*want.to = fieldOffset(of.Elem(), f.Index)
	}
	return l
}

// fieldOffset returns the offset of a field that may be in an embedded struct.
func fieldOffset(t reflect.Type, index []int) (n uintptr) {
	for _, i := range index {
		n, t = n+t.Field(i).Offset, t.Field(i).Type
	}
	return n
}

// propertyKind returns the type word of a goja.Value that is a property, or nil if goja is not as expected.
func propertyKind(rt *goja.Runtime) word {
	o := rt.NewObject()
	if o.DefineDataProperty("p", goja.Undefined(), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE) != nil {
		return nil
	}
	self := field(reflect.ValueOf(o), "self")
	if !self.IsValid() || self.IsNil() {
		return nil
	}
	values := field(self.Elem(), "values")
	if !values.IsValid() || values.Type() != reflect.TypeFor[map[unistring.String]goja.Value]() {
		return nil
	}
	v := values.Interface().(map[unistring.String]goja.Value)["p"] //nolint:forcetypeassert // seen above
	if v == nil || !same(reflect.TypeOf(v), reflect.TypeFor[*property]()) {
		return nil
	}
	return (*iface)(unsafe.Pointer(&v)).kind
}

// same reports whether two structs have fields of the same types in the same places.
func same(a, b reflect.Type) bool {
	if a.Kind() != reflect.Pointer || a.Elem().Kind() != reflect.Struct || a.Elem().NumField() != b.Elem().NumField() {
		return false
	}
	for i := range a.Elem().NumField() {
		if f, own := a.Elem().Field(i), b.Elem().Field(i); f.Type != own.Type || f.Offset != own.Offset {
			return false
		}
	}
	return true
}

// constructors returns the number of frames up to and including that of the constructor that was called
// with new, since V8 leaves them out. A class without a constructor has no frame; then the frame of its
// superclass counts.
func constructors(frames []goja.StackFrame, class *goja.Object) int {
	for ; class != nil; class = class.Prototype() {
		own := programOf(class)
		if own == nil {
			continue
		}
		for i := range frames {
			if programIn(&frames[i]) == own {
				return i + 1
			}
		}
	}
	return 0
}

// programOf returns the program of a function of the script, or nil for other functions.
func programOf(f *goja.Object) *goja.Program {
	self := field(reflect.ValueOf(f), "self")
	if !self.IsValid() || self.IsNil() || self.Elem().Kind() != reflect.Pointer {
		return nil
	}
	if prg := field(self.Elem(), "prg"); prg.IsValid() && prg.Type() == reflect.TypeFor[*goja.Program]() {
		return prg.Interface().(*goja.Program) //nolint:forcetypeassert // seen above
	}
	return nil
}

func programIn(f *goja.StackFrame) *goja.Program {
	if prg := field(reflect.ValueOf(f), "prg"); prg.IsValid() && prg.Type() == reflect.TypeFor[*goja.Program]() {
		return prg.Interface().(*goja.Program) //nolint:forcetypeassert // seen above
	}
	return nil
}
