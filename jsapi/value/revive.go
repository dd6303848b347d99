// This file makes the values that tags describe. It accepts any data: an object that is not exactly
// a tag as dump.go writes it stays a plain object.

package value

import (
	"errors"
	"math"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/guard"
)

// revive returns the value that the tag o describes, or o itself if it is not a valid tag. It returns
// only errors that stop the VM; if making the value throws an exception, it returns o.
func (realm *Realm) revive(o *goja.Object) (goja.Value, error) {
	kind, ok := stringOf(o.Get("type"))
	if !ok {
		return o, nil
	}
	var v goja.Value
	var err error
	switch lc := o.Get("lc"); {
	case isInteger(lc, 1) && kind == "constructor":
		v, err = realm.reviveMessage(o)
	case isInteger(lc, 2) && kind == "undefined" && len(guard.Keys(o)) == 2:
		v = goja.Undefined()
	case isInteger(lc, 2) && kind == "number":
		text, _ := stringOf(o.Get("value"))
		if n, ok := specialNumber(text); ok {
			v = realm.rt.ToValue(n)
		}
	case isInteger(lc, 2) && kind == "constructor":
		v, err = realm.construct(o)
	}
	if thrown := new(goja.Exception); err != nil && !errors.As(err, &thrown) {
		return nil, realm.errors.ScriptError(err)
	}
	if v == nil || err != nil {
		return o, nil
	}
	return v, nil
}

// reviveMessage returns the message that o describes, or nil if o does not describe a message.
func (realm *Realm) reviveMessage(o *goja.Object) (goja.Value, error) {
	_, named := listOf(realm, o.Get("id"))
	_, fields := o.Get("kwargs").(*goja.Object)
	if realm.reviver == nil || !named || !fields {
		return nil, nil
	}
	v, err := realm.reviver(goja.Undefined(), o)
	if err != nil || v == nil || goja.IsUndefined(v) {
		return nil, err
	}
	return v, nil
}

// construct makes the object of a built-in class that o describes. It returns nil if o does not
// describe one.
func (realm *Realm) construct(o *goja.Object) (goja.Value, error) {
	id, _ := listOf(realm, o.Get("id"))
	args, _ := listOf(realm, o.Get("args"))
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
		return realm.make(class, args...)
	}
	if len(args) != 1 {
		return nil, nil
	}
	switch arg := args[0]; class {
	case "Map", "Set":
		return realm.reviveCollection(class, arg)
	case "BigInt":
		text, _ := stringOf(arg)
		f, ok := goja.AssertFunction(realm.rt.Get("BigInt"))
		if !ok || !isDecimal(text) {
			return nil, nil
		}
		return f(goja.Undefined(), arg)
	case "Date":
		if goja.IsNull(arg) {
			return realm.make(class, realm.rt.ToValue(math.NaN()))
		}
		switch guard.Export(arg).(type) {
		case int64, float64:
			return realm.make(class, arg)
		}
	case "Uint8Array":
		return realm.reviveBytes(arg)
	case "Error":
		return realm.reviveError(o, arg)
	}
	return nil, nil
}

// make returns new class(...args), or nil if the script has deleted the class.
func (realm *Realm) make(class string, args ...goja.Value) (goja.Value, error) {
	c, ok := realm.rt.Get(class).(*goja.Object)
	if !ok {
		return nil, nil
	}
	o, err := realm.rt.New(c, args...)
	if err != nil {
		return nil, err
	}
	return o, nil
}

// reviveCollection makes a Map from a list of pairs, or a Set from a list. It returns nil for any
// other arg.
func (realm *Realm) reviveCollection(class string, arg goja.Value) (goja.Value, error) {
	items, ok := listOf(realm, arg)
	if !ok {
		return nil, nil
	}
	for _, item := range items {
		if pair, ok := listOf(realm, item); class == "Map" && (!ok || len(pair) != 2) {
			return nil, nil
		}
	}
	return realm.make(class, arg)
}

// reviveBytes makes a Uint8Array from a list of numbers from 0 to 255. It returns nil for any other
// arg.
func (realm *Realm) reviveBytes(arg goja.Value) (goja.Value, error) {
	items, ok := listOf(realm, arg)
	if !ok {
		return nil, nil
	}
	data := make([]byte, len(items))
	for i, item := range items {
		if item == nil {
			return nil, nil
		}
		n, ok := guard.Export(item).(int64)
		if !ok || n < 0 || n > math.MaxUint8 {
			return nil, nil
		}
		data[i] = byte(n)
	}
	return realm.make("Uint8Array", realm.rt.ToValue(realm.rt.NewArrayBuffer(data)))
}

// reviveError makes an error. It has the class that the field name names if that is a built-in error
// class, and else the class Error.
func (realm *Realm) reviveError(o *goja.Object, message goja.Value) (goja.Value, error) {
	kwargs, _ := o.Get("kwargs").(*goja.Object)
	if kwargs == nil {
		kwargs = realm.rt.NewObject()
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
	made, err := realm.make(class, message)
	e, ok := made.(*goja.Object)
	if err != nil || !ok {
		return nil, err
	}
	for _, key := range guard.Keys(kwargs) {
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
		if err := SetField(e, key, v); err != nil {
			return nil, err
		}
	}
	return e, nil
}
