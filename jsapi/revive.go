// This file makes the objects that tags stand for.

package jsapi

import (
	"math"
	"strings"

	"github.com/dop251/goja"
)

// revive returns what a tagged object stands for, or o itself if its tag is of no known kind.
func (vm *VM) revive(o *goja.Object) (goja.Value, error) {
	kind := text(o.Get("type"))
	switch o.Get("lc").ToInteger() {
	case 1:
		if kind == "constructor" && vm.reviver != nil {
			v, err := vm.reviver(goja.Undefined(), o)
			if err != nil {
				return nil, vm.scriptError(err)
			}
			if v != nil && !goja.IsUndefined(v) {
				return v, nil
			}
		}
	case 2:
		switch kind {
		case "undefined":
			return goja.Undefined(), nil
		case "number":
			return vm.rt.ToValue(o.Get("value").ToFloat()), nil
		case "constructor":
			return vm.construct(o)
		}
	}
	return o, nil
}

// constructible are the classes that a tag may name, with how the arguments are given.
var constructible = map[string]func(vm *VM, args []goja.Value, kwargs *goja.Object) (*goja.Object, error){
	"Map":        construct("Map"),
	"Set":        construct("Set"),
	"RegExp":     construct("RegExp"),
	"Uint8Array": construct("Uint8Array"),
	"Date": func(vm *VM, args []goja.Value, _ *goja.Object) (*goja.Object, error) {
		if goja.IsNull(args[0]) {
			args = []goja.Value{vm.rt.ToValue(math.NaN())}
		}
		return vm.rt.New(vm.rt.Get("Date"), args...)
	},
	"Error": reviveError,
}

func construct(class string) func(*VM, []goja.Value, *goja.Object) (*goja.Object, error) {
	return func(vm *VM, args []goja.Value, _ *goja.Object) (*goja.Object, error) {
		return vm.rt.New(vm.rt.Get(class), args...)
	}
}

func reviveError(vm *VM, args []goja.Value, kwargs *goja.Object) (*goja.Object, error) {
	class := "Error"
	name := text(kwargs.Get("name"))
	switch name {
	case "TypeError", "RangeError", "SyntaxError", "ReferenceError", "EvalError", "URIError":
		class = name
	}
	e, err := vm.rt.New(vm.rt.Get(class), args...)
	if err != nil {
		return nil, err
	}
	for _, key := range kwargs.Keys() {
		if key == "name" && (name == class || name == "") {
			continue
		}
		if cause, ok := kwargs.Get(key).(*goja.Object); ok && key == "cause" && cause.ClassName() == "Error" {
			if err := e.DefineDataProperty(key, cause, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE); err != nil {
				return nil, err
			}
			continue
		}
		if err := setField(e, key, kwargs.Get(key)); err != nil {
			return nil, err
		}
	}
	return e, nil
}

func (vm *VM) construct(o *goja.Object) (goja.Value, error) {
	id, _ := o.Get("id").(*goja.Object)
	list, _ := o.Get("args").(*goja.Object)
	if id == nil || list == nil {
		return o, nil
	}
	class := text(id.Get("0"))
	args := vm.elements(list)
	if class == "BigInt" && len(args) == 1 {
		f, _ := goja.AssertFunction(vm.rt.Get("BigInt"))
		return f(goja.Undefined(), args...)
	}
	f, ok := constructible[class]
	if !ok || len(args) == 0 {
		return o, nil
	}
	kwargs, _ := o.Get("kwargs").(*goja.Object)
	if kwargs == nil {
		kwargs = vm.rt.NewObject()
	}
	v, err := f(vm, args, kwargs)
	if err != nil {
		return nil, vm.scriptError(err)
	}
	return v, nil
}

// elements returns the elements of an array.
func (vm *VM) elements(array *goja.Object) []goja.Value {
	var items []goja.Value
	vm.rt.ForOf(array, func(v goja.Value) bool {
		items = append(items, v)
		return true
	})
	return items
}

// arrayFrom is Array.from.
func (vm *VM) arrayFrom(o *goja.Object) *goja.Object {
	items := []any{}
	vm.rt.ForOf(o, func(v goja.Value) bool {
		items = append(items, v)
		return true
	})
	return vm.rt.NewArray(items...)
}

// ownText is text for what outlives the script: a string of goja may be a part of the source, and keeps all of it.
func ownText(v goja.Value) string { return strings.Clone(text(v)) }

// text returns v as a string, "" for none.
func text(v goja.Value) string {
	if v == nil || goja.IsUndefined(v) || goja.IsNull(v) {
		return ""
	}
	return v.String()
}
