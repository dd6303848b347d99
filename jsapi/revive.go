// This file makes the objects that tags stand for. It takes any data: what is not
// exactly what serde.go writes stays a plain object.

package jsapi

import (
	"errors"
	"math"
	"strings"

	"github.com/dop251/goja"
)

// revive returns what a tagged object stands for, or o itself if its tag is of no known kind.
// An error is one that stops the VM.
func (vm *VM) revive(o *goja.Object) (goja.Value, error) {
	kind, ok := stringOf(o.Get("type"))
	if !ok {
		return o, nil
	}
	var v goja.Value
	var err error
	switch lc := o.Get("lc"); {
	case isInteger(lc, 1) && kind == "constructor":
		v, err = vm.reviveMessage(o)
	case isInteger(lc, 2) && kind == "undefined" && len(o.Keys()) == 2:
		v = goja.Undefined()
	case isInteger(lc, 2) && kind == "number":
		text, _ := stringOf(o.Get("value"))
		if n, ok := specialNumber(text); ok {
			v = vm.rt.ToValue(n)
		}
	case isInteger(lc, 2) && kind == "constructor":
		v, err = vm.construct(o)
	}
	if thrown := new(goja.Exception); err != nil && !errors.As(err, &thrown) {
		return nil, vm.scriptError(err)
	}
	if v == nil || err != nil {
		return o, nil
	}
	return v, nil
}

// reviveMessage returns the message that o stands for, nil for none.
func (vm *VM) reviveMessage(o *goja.Object) (goja.Value, error) {
	_, named := listOf(vm, o.Get("id"))
	_, fields := o.Get("kwargs").(*goja.Object)
	if vm.reviver == nil || !named || !fields {
		return nil, nil
	}
	v, err := vm.reviver(goja.Undefined(), o)
	if err != nil || v == nil || goja.IsUndefined(v) {
		return nil, err
	}
	return v, nil
}

// construct makes an object of a built-in class; it returns nil if o stands for none.
func (vm *VM) construct(o *goja.Object) (goja.Value, error) {
	id, _ := listOf(vm, o.Get("id"))
	args, _ := listOf(vm, o.Get("args"))
	if len(id) != 1 || len(args) == 0 {
		return nil, nil
	}
	class, _ := stringOf(id[0])
	if len(args) == 2 && class == "RegExp" {
		_, source := stringOf(args[0])
		_, flags := stringOf(args[1])
		if !source || !flags {
			return nil, nil
		}
		return vm.make(class, args...)
	}
	if len(args) != 1 {
		return nil, nil
	}
	switch arg := args[0]; class {
	case "Map", "Set":
		return vm.reviveCollection(class, arg)
	case "BigInt":
		text, _ := stringOf(arg)
		f, ok := goja.AssertFunction(vm.rt.Get("BigInt"))
		if !ok || !isDecimal(text) {
			return nil, nil
		}
		return f(goja.Undefined(), arg)
	case "Date":
		if goja.IsNull(arg) {
			return vm.make(class, vm.rt.ToValue(math.NaN()))
		}
		switch arg.Export().(type) {
		case int64, float64:
			return vm.make(class, arg)
		}
	case "Uint8Array":
		return vm.reviveBytes(arg)
	case "Error":
		return vm.reviveError(o, arg)
	}
	return nil, nil
}

// make is new class(...args); it returns nil if the script has taken the class away.
func (vm *VM) make(class string, args ...goja.Value) (goja.Value, error) {
	c, ok := vm.rt.Get(class).(*goja.Object)
	if !ok {
		return nil, nil
	}
	o, err := vm.rt.New(c, args...)
	if err != nil {
		return nil, err
	}
	return o, nil
}

// reviveCollection makes a Map of a list of pairs, or a Set of a list.
func (vm *VM) reviveCollection(class string, arg goja.Value) (goja.Value, error) {
	items, ok := listOf(vm, arg)
	if !ok {
		return nil, nil
	}
	for _, item := range items {
		if pair, ok := listOf(vm, item); class == "Map" && (!ok || len(pair) != 2) {
			return nil, nil
		}
	}
	return vm.make(class, arg)
}

// reviveBytes makes a Uint8Array of a list of numbers.
func (vm *VM) reviveBytes(arg goja.Value) (goja.Value, error) {
	items, ok := listOf(vm, arg)
	if !ok {
		return nil, nil
	}
	data := make([]byte, len(items))
	for i, item := range items {
		if item == nil {
			return nil, nil
		}
		n, ok := item.Export().(int64)
		if !ok || n < 0 || n > math.MaxUint8 {
			return nil, nil
		}
		data[i] = byte(n)
	}
	return vm.make("Uint8Array", vm.rt.ToValue(vm.rt.NewArrayBuffer(data)))
}

func (vm *VM) reviveError(o *goja.Object, message goja.Value) (goja.Value, error) {
	kwargs, _ := o.Get("kwargs").(*goja.Object)
	if kwargs == nil {
		kwargs = vm.rt.NewObject()
	}
	if _, ok := stringOf(message); !ok || kwargs.ClassName() != "Object" {
		return nil, nil
	}
	class := "Error"
	name, _ := stringOf(kwargs.Get("name"))
	switch name {
	case "TypeError", "RangeError", "SyntaxError", "ReferenceError", "EvalError", "URIError":
		class = name
	}
	made, err := vm.make(class, message)
	e, ok := made.(*goja.Object)
	if err != nil || !ok {
		return nil, err
	}
	for _, key := range kwargs.Keys() {
		v := kwargs.Get(key)
		if _, named := stringOf(v); key == "name" && named && (name == class || name == "") {
			continue
		}
		if cause, ok := v.(*goja.Object); ok && key == "cause" && cause.ClassName() == "Error" {
			if err := e.DefineDataProperty(key, cause, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE); err != nil {
				return nil, err
			}
			continue
		}
		if err := setField(e, key, v); err != nil {
			return nil, err
		}
	}
	return e, nil
}

// listOf returns the elements of v if it is an array.
func listOf(vm *VM, v goja.Value) ([]goja.Value, bool) {
	o, ok := v.(*goja.Object)
	if !ok || o.ClassName() != "Array" {
		return nil, false
	}
	if items, ok := vm.printer.Elements(o); ok {
		return items, true
	}
	return vm.elements(o), true
}

// stringOf returns v if it is a string.
func stringOf(v goja.Value) (string, bool) {
	s, ok := v.(goja.String)
	if !ok {
		return "", false
	}
	return s.String(), true
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
