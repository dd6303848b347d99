// This file turns values of a script into bytes: JSON with the tags that
// LangGraph uses for what JSON lacks.
//
//	undefined            {"lc":2,"type":"undefined"}
//	Map, Set, Date, …    {"lc":2,"type":"constructor","id":["Map"],"method":null,"args":[…],"kwargs":{}}
//	NaN, -0, Infinity    {"lc":2,"type":"number","value":"NaN"}
//	messages             {"lc":1,"type":"constructor","id":["langchain_core",…],"kwargs":{…}}, their toJSON
//	an object that       {"lc":2,"type":"plain","value":{"lc":…}}: what comes from outside, and
//	begins with "lc"     looks like a tag, comes back as the data that it is

package jsapi

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// maxDepth is how deep a value may be nested.
const maxDepth = 1000

// dumper writes one value.
type dumper struct {
	vm     *VM
	buf    []byte
	path   []string
	seen   []*goja.Object // objects around the one that is written
	strict bool           // a function is an error; else it is left out, as JSON.stringify does
	record *goja.Object   // what toJSON of a message returned
}

// errNotSerializable says what cannot be kept, and where in the value it is.
type errNotSerializable struct {
	what string
	path []string
}

func (e *errNotSerializable) Error() string {
	where := "the value itself"
	if len(e.path) > 0 {
		where = strings.TrimPrefix(strings.Join(e.path, ""), ".")
	}
	return fmt.Sprintf("%s cannot be kept in a checkpoint (at %s): use JSON-serializable values", e.what, where)
}

// Dump implements runtime.Host.
func (vm *VM) dump(v goja.Value, strict bool) (checkpoint.Blob, error) {
	d := dumper{vm: vm, buf: vm.dumpBuf[:0], strict: strict}
	var err error
	if ex := vm.rt.Try(func() { err = d.value(v) }); ex != nil {
		err = vm.scriptError(ex)
	}
	if err != nil {
		return checkpoint.Blob{}, err
	}
	if cap(d.buf) <= 1<<20 {
		vm.dumpBuf = d.buf
	}
	if most := vm.limits.PayloadBytes; most > 0 && len(d.buf) > most {
		return checkpoint.Blob{}, fmt.Errorf("a value of %d bytes is over the limit of %d bytes (--max-payload)", len(d.buf), most)
	}
	return checkpoint.Blob{Type: checkpoint.TypeJSON, Data: append([]byte(nil), d.buf...)}, nil
}

func (d *dumper) raw(s string) { d.buf = append(d.buf, s...) }

func (d *dumper) value(v goja.Value) error {
	o, ok := v.(*goja.Object)
	if ok {
		return d.object(o)
	}
	switch {
	case v == nil || goja.IsUndefined(v):
		d.raw(`{"lc":2,"type":"undefined"}`)
		return nil
	case goja.IsNull(v):
		d.raw("null")
		return nil
	}
	if _, symbol := v.(*goja.Symbol); symbol {
		return &errNotSerializable{"a symbol", d.path}
	}
	switch x := v.Export().(type) {
	case string:
		d.string(x, v)
	case bool:
		d.buf = strconv.AppendBool(d.buf, x)
	case int64:
		d.buf = strconv.AppendInt(d.buf, x, 10)
	case float64:
		d.number(x, v)
	default:
		if isBigInt(v) {
			return d.bigInt(v.String())
		} else {
			return &errNotSerializable{"a value of this kind", d.path}
		}
	}
	return nil
}

func (d *dumper) bigInt(digits string) error {
	if !isDecimal(digits) {
		return &errNotSerializable{fmt.Sprintf("a BigInt of more than %d digits", maxBigIntDigits), d.path}
	}
	return d.constructor("BigInt", func() error { d.string(digits, nil); return nil })
}

func isBigInt(v goja.Value) bool {
	t := v.ExportType()
	return t != nil && t.String() == "*big.Int"
}

// number writes a float as JavaScript prints it.
func (d *dumper) number(x float64, v goja.Value) {
	switch {
	case math.IsNaN(x), math.IsInf(x, 0):
		d.raw(`{"lc":2,"type":"number","value":"` + v.String() + `"}`)
	case x == 0 && math.Signbit(x):
		d.raw(`{"lc":2,"type":"number","value":"-0"}`)
	default:
		d.raw(v.String())
	}
}

const hexDigits = "0123456789abcdef"

// string writes s. v is the value it comes from; its UTF-16 units are looked at
// when s may have lost some.
func (d *dumper) string(s string, v goja.Value) {
	if v != nil && strings.ContainsRune(s, utf8.RuneError) {
		if js, ok := v.(goja.String); ok {
			d.units(js)
			return
		}
	}
	d.buf = appendJSONString(d.buf, s)
}

func appendJSONString(buf []byte, s string) []byte {
	buf = append(buf, '"')
	start := 0
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= 0x20 && c != '"' && c != '\\' {
			continue
		}
		buf = append(buf, s[start:i]...)
		buf = appendEscape(buf, c)
		start = i + 1
	}
	buf = append(buf, s[start:]...)
	return append(buf, '"')
}

func appendEscape(buf []byte, c byte) []byte {
	switch c {
	case '"', '\\':
		return append(buf, '\\', c)
	case '\n':
		return append(buf, '\\', 'n')
	case '\r':
		return append(buf, '\\', 'r')
	case '\t':
		return append(buf, '\\', 't')
	}
	return append(buf, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
}

// units writes a string by its UTF-16 units, for lone surrogates.
func (d *dumper) units(s goja.String) {
	d.raw(`"`)
	for i := range s.Length() {
		c := s.CharAt(i)
		if c < 0x80 && c >= 0x20 && c != '"' && c != '\\' {
			d.buf = append(d.buf, byte(c))
			continue
		}
		d.buf = append(d.buf, '\\', 'u', hexDigits[c>>12], hexDigits[c>>8&15], hexDigits[c>>4&15], hexDigits[c&15])
	}
	d.raw(`"`)
}

func (d *dumper) object(o *goja.Object) error {
	if len(d.seen) > maxDepth {
		return &errNotSerializable{"a value nested deeper than " + strconv.Itoa(maxDepth), d.path[:min(len(d.path), 10)]}
	}
	for _, outer := range d.seen {
		if outer == o {
			return &errNotSerializable{"a cycle", d.path}
		}
	}
	d.seen = append(d.seen, o)
	defer func() { d.seen = d.seen[:len(d.seen)-1] }()
	switch class := o.ClassName(); class {
	case "Array":
		return d.array(o)
	case "Object":
		if o.Prototype() != d.vm.objectProto {
			return d.exotic(o, d.vm.kinds.of(o))
		}
		return d.plainOrClass(o)
	case "Function":
		return &errNotSerializable{"a function", d.path}
	default:
		return d.exotic(o, class)
	}
}

// skip reports whether JSON.stringify would leave a property with this value out.
func (d *dumper) skip(v goja.Value) bool {
	if d.strict {
		return false
	}
	if o, ok := v.(*goja.Object); ok {
		return isFunction(o)
	}
	_, symbol := v.(*goja.Symbol)
	return symbol
}

func (d *dumper) array(o *goja.Object) error {
	n := int(o.Get("length").ToInteger())
	known, dense := d.vm.printer.Elements(o)
	d.raw("[")
	for i := range n {
		if i > 0 {
			d.raw(",")
		}
		index := strconv.Itoa(i)
		var item goja.Value
		if dense && i < len(known) {
			item = known[i]
		}
		if item == nil {
			item = o.Get(index)
		}
		if item != nil && d.skip(item) {
			d.raw("null")
			continue
		}
		d.path = append(d.path, "["+index+"]")
		if err := d.value(item); err != nil {
			return err
		}
		d.path = d.path[:len(d.path)-1]
	}
	d.raw("]")
	return nil
}

func (d *dumper) plainOrClass(o *goja.Object) error {
	if proto := o.Prototype(); proto != nil && proto != d.vm.objectProto || o.Get("toJSON") != nil {
		if toJSON, ok := goja.AssertFunction(o.Get("toJSON")); ok {
			v, err := toJSON(o)
			if err != nil {
				return d.vm.scriptError(err)
			}
			d.record, _ = v.(*goja.Object)
			return d.value(v)
		}
	}
	return d.fields(o)
}

// fields writes the properties of o. An object that looks like a tag is written in one of its own, but for what toJSON
// of a message returns.
func (d *dumper) fields(o *goja.Object) error {
	first, escaped := true, false
	field := func(key string, name, v goja.Value) error {
		if v != nil && d.skip(v) {
			return nil
		}
		switch escaped = escaped || first && key == "lc" && !(o == d.record && isInteger(v, 1)); {
		case !first:
			d.raw(",")
		case escaped:
			d.raw(plainTag + "{")
		default:
			d.raw("{")
		}
		first = false
		return d.property(key, name, v)
	}
	if err := d.eachField(o, field); err != nil {
		return err
	}
	if first {
		d.raw("{")
	}
	d.raw("}")
	if escaped {
		d.raw("}")
	}
	return nil
}

// eachField calls f with each property of o. name is nil, but for a name that may have a lone surrogate.
func (d *dumper) eachField(o *goja.Object, f func(key string, name, v goja.Value) error) (err error) {
	plain := d.vm.printer.PlainFields(o, func(key string, v goja.Value) bool {
		err = f(key, nil, v)
		return err == nil
	})
	if plain {
		return err
	}
	keys := o.Keys()
	for _, key := range keys {
		if strings.ContainsRune(key, utf8.RuneError) {
			return d.vm.eachUnits(o, func(name, v goja.Value) error { return f(name.String(), name, v) })
		}
	}
	for _, key := range keys {
		if err := f(key, nil, o.Get(key)); err != nil {
			return err
		}
	}
	return nil
}

// property writes a property; name is its name as the script has it, or nil.
func (d *dumper) property(key string, name, v goja.Value) error {
	d.string(key, name)
	d.raw(":")
	d.path = append(d.path, "."+key)
	if err := d.value(v); err != nil {
		return err
	}
	d.path = d.path[:len(d.path)-1]
	return nil
}

// constructor writes the tag of a built-in class; arg writes its argument.
func (d *dumper) constructor(class string, arg func() error) error {
	d.raw(`{"lc":2,"type":"constructor","id":["` + class + `"],"method":null,"args":[`)
	if err := arg(); err != nil {
		return err
	}
	d.raw(`],"kwargs":{}}`)
	return nil
}

// exotic writes an object of a built-in class.
func (d *dumper) exotic(o *goja.Object, class string) error {
	switch class {
	case "Map", "Set":
		return d.constructor(class, func() error {
			return d.array(d.vm.arrayFrom(o))
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
			d.string(o.Get("source").String(), nil)
			d.raw(",")
			d.string(o.Get("flags").String(), nil)
			return nil
		})
	case "Error":
		return d.error(o)
	case "Number", "String", "Boolean":
		return d.value(d.vm.rt.ToValue(o.Export()))
	case "Promise":
		return &errNotSerializable{"a promise (is an await missing?)", d.path}
	case "Uint8Array", "Uint8ClampedArray", "ArrayBuffer":
		if data, ok := o.Export().(goja.ArrayBuffer); ok {
			return d.bytes(data.Bytes())
		}
		if data, ok := o.Export().([]byte); ok {
			return d.bytes(data)
		}
	case "TypedArray":
		return d.array(d.vm.arrayFrom(o))
	}
	if isFunction(o) {
		return &errNotSerializable{"a function", d.path}
	}
	return d.plainOrClass(o)
}

// isFunction reports whether o can be called. goja says "Object" of some functions.
func isFunction(o *goja.Object) bool {
	_, ok := goja.AssertFunction(o)
	return ok
}

// kinds are the classes that have a tag and whose objects goja calls "Object".
type kinds struct {
	names []string
	ctors []*goja.Object
}

func newKinds(rt *goja.Runtime) kinds {
	var k kinds
	for _, name := range []string{"Map", "Set", "Uint8Array", "Uint8ClampedArray", "ArrayBuffer", "Promise"} {
		if c, ok := rt.Get(name).(*goja.Object); ok {
			k.names, k.ctors = append(k.names, name), append(k.ctors, c)
		}
	}
	if c, ok := rt.Get("Uint8Array").(*goja.Object); ok {
		k.names, k.ctors = append(k.names, "TypedArray"), append(k.ctors, c.Prototype())
	}
	return k
}

// kindOf returns the class of an object that goja calls "Object"; "" for none that has a tag.
func (vm *VM) kindOf(o *goja.Object) string { return vm.kinds.of(o) }

// of returns the class of o, "" for none of these.
func (k kinds) of(o *goja.Object) string {
	for i, c := range k.ctors {
		proto, _ := c.Get("prototype").(*goja.Object)
		for p := o.Prototype(); p != nil; p = p.Prototype() {
			if p == proto {
				return k.names[i]
			}
		}
	}
	return ""
}

func (d *dumper) bytes(data []byte) error {
	return d.constructor("Uint8Array", func() error {
		d.raw("[")
		for i, b := range data {
			if i > 0 {
				d.raw(",")
			}
			d.buf = strconv.AppendInt(d.buf, int64(b), 10)
		}
		d.raw("]")
		return nil
	})
}

// error writes the name, the message and what else was set on an error.
func (d *dumper) error(o *goja.Object) error {
	d.raw(`{"lc":2,"type":"constructor","id":["Error"],"method":null,"args":[`)
	d.string(o.Get("message").String(), nil)
	d.raw(`],"kwargs":{"name":`)
	d.string(o.Get("name").String(), nil)
	for _, key := range o.Keys() {
		v := o.Get(key)
		if key == "name" || key == "message" || key == "stack" || d.skip(v) {
			continue
		}
		d.raw(",")
		if err := d.property(key, nil, v); err != nil {
			return err
		}
	}
	// What an error was caused by is no enumerable property. One that cannot be kept is left out.
	if cause, ok := o.Get("cause").(*goja.Object); ok && cause.ClassName() == "Error" && !slices.Contains(o.Keys(), "cause") {
		buf, path := len(d.buf), len(d.path)
		d.raw(",")
		if d.property("cause", nil, cause) != nil {
			d.buf, d.path = d.buf[:buf], d.path[:path]
		}
	}
	d.raw("}}")
	return nil
}
