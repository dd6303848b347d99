// This file writes objects of built-in classes as tags: Map, Set, Date, Error and others.

package value

import (
	"math"
	"reflect"
	"slices"
	"strconv"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/guard"

	"github.com/hitlrun/hitlrun/jsapi/inspect"
)

// constructor writes the tag of a built-in class; arg writes its argument.
func (d *dumper) constructor(class string, arg func() error) error {
	d.raw(`{"lc":2,"type":"constructor","id":["` + class + `"],"method":null,"args":[`)
	if err := arg(); err != nil {
		return err
	}
	d.raw(`],"kwargs":{}}`)
	return nil
}

// exotic writes an object that is neither an array nor a plain object: one of a built-in class, a
// function, or an instance of a class of the script.
func (d *dumper) exotic(o *goja.Object, class string) error {
	switch class {
	case "Map", "Set":
		return d.constructor(class, func() error {
			return d.array(d.realm.arrayFrom(o))
		})
	case "Date":
		return d.constructor(class, func() error {
			ms := o.ToFloat()
			if math.IsNaN(ms) {
				d.raw("null")
				return nil
			}
			d.buf = strconv.AppendInt(d.buf, int64(ms), 10)
			return nil
		})
	case "RegExp":
		return d.constructor(class, func() error {
			d.string(guard.Text(d.realm.rt, Property(o, "source")), nil)
			d.raw(",")
			d.string(guard.Text(d.realm.rt, Property(o, "flags")), nil)
			return nil
		})
	case "Error":
		return d.error(o)
	case "Number", "Boolean":
		return d.value(d.realm.rt.ToValue(guard.Export(o)))
	case "String":
		return d.value(o.ToString())
	case "Promise":
		return &errNotSerializable{"a promise (is an await missing?)", d.path}
	case "Uint8Array", "ArrayBuffer", "TypedArray":
		if guard.Detached(o) {
			if class == "TypedArray" {
				d.raw("[]")
				return nil
			}
			return d.bytes(nil)
		}
		if data, ok := guard.Export(o).(goja.ArrayBuffer); ok {
			return d.bytes(data.Bytes())
		}
		if data, ok := guard.Export(o).([]byte); ok {
			return d.bytes(data)
		}
		return d.array(d.realm.arrayFrom(o))
	}
	if IsFunction(o) {
		return &errNotSerializable{"a function", d.path}
	}
	if guard.IsArray(o) { // a proxy of one
		return d.array(o)
	}
	return d.plainOrClass(o)
}

// Class returns the name of the built-in class of an object whose class name in goja is "Object",
// and "" if it has no built-in class.
func Class(o *goja.Object) string {
	class := inspect.Builtin(o)
	if class == "TypedArray" && o.ExportType() == reflect.TypeFor[[]byte]() {
		return "Uint8Array"
	}
	return class
}

func (d *dumper) bytes(data []byte) error {
	return d.constructor("Uint8Array", func() error {
		d.raw("[")
		for i, b := range data {
			if i%(64<<10) == 0 {
				if err := d.bound(); err != nil {
					return err
				}
				guard.Hear(d.realm.rt)
			}
			if i > 0 {
				d.raw(",")
			}
			d.buf = strconv.AppendInt(d.buf, int64(b), 10)
		}
		d.raw("]")
		return nil
	})
}

// error writes an error: its name, its message and its other enumerable properties without the
// stack, and its cause.
func (d *dumper) error(o *goja.Object) error {
	d.raw(`{"lc":2,"type":"constructor","id":["Error"],"method":null,"args":[`)
	message := Property(o, "message")
	d.string(guard.Text(d.realm.rt, message), message)
	d.raw(`],"kwargs":{"name":`)
	name := Property(o, "name")
	d.string(guard.Text(d.realm.rt, name), name)
	names := guard.Keys(o)
	for _, key := range names {
		v := o.Get(key)
		if key == "name" || key == "message" || key == "stack" || d.skip(v) {
			continue
		}
		d.raw(",")
		if err := d.property(key, nil, v); err != nil {
			return err
		}
	}
	// The cause of an error is not an enumerable property. A cause that cannot be stored is left out.
	if cause, ok := o.Get("cause").(*goja.Object); ok && cause.ClassName() == "Error" && !slices.Contains(names, "cause") {
		buf, path := len(d.buf), len(d.path)
		d.raw(",")
		if d.property("cause", nil, cause) != nil {
			d.buf, d.path = d.buf[:buf], d.path[:path]
		}
	}
	d.raw("}}")
	return nil
}
