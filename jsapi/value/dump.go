// This file turns values of a script into bytes: JSON with the tags that LangGraph uses for values
// that JSON lacks.
//
//	undefined            {"lc":2,"type":"undefined"}
//	Map, Set, Date, …    {"lc":2,"type":"constructor","id":["Map"],"method":null,"args":[…],"kwargs":{}}
//	NaN, -0, Infinity    {"lc":2,"type":"number","value":"NaN"}
//	messages             {"lc":1,"type":"constructor","id":["langchain_core",…],"kwargs":{…}}, which
//	                     their toJSON returns
//	an object that       {"lc":2,"type":"plain","value":{"lc":…}}, so that data from outside that
//	begins with "lc"     looks like a tag is read back as the same plain data

package value

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/guard"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// maxDepth is the number of levels that a value may have.
const maxDepth = 1000

// dumper writes one value.
type dumper struct {
	realm  *Realm
	buf    []byte
	path   []string
	seen   []*goja.Object // the objects that contain the current one
	plain  bool           // no method toJSON is called
	strict bool           // a function is an error; otherwise it is left out, as JSON.stringify does
	record *goja.Object   // the object that the last toJSON returned
	need   need
	values int // the number of values so far
	// refused is the number of bytes that were not written, since they exceed the limit.
	refused int
}

// errNotSerializable says which part of a value cannot be stored, and at which path.
type errNotSerializable struct {
	what string
	path []string
}

func (e *errNotSerializable) Error() string {
	where := "the value itself"
	if len(e.path) > 0 {
		where = strings.TrimPrefix(strings.Join(e.path, ""), ".")
	}
	return fmt.Sprintf("%s cannot be stored in a checkpoint (at %s): use JSON-serializable values", e.what, where)
}

// SizeError says that a value is larger than the limit for values of a checkpoint.
type SizeError struct {
	Bytes, Most int  // the size of the value, and the limit
	AtLeast     bool // Bytes is only a lower bound, since the value was not written to its end
}

func (e *SizeError) Error() string {
	if e.AtLeast {
		return fmt.Sprintf("a value of more than %d bytes is over the limit of %d bytes (--max-payload)", e.Bytes, e.Most)
	}
	return fmt.Sprintf("a value of %d bytes is over the limit of %d bytes (--max-payload)", e.Bytes, e.Most)
}

// Dump writes a value. A function or symbol inside it is left out, as JSON.stringify does. If strict
// is set, a function or symbol is an error that names its path. A value above the limit of the realm
// gives a *SizeError.
func (realm *Realm) Dump(v goja.Value, strict bool) (checkpoint.Blob, error) {
	return realm.dump(v, dumper{strict: strict})
}

// DumpPlain is Dump for a value that Go has made. It calls no toJSON, since a script can add one to the prototypes of all
// objects.
func (realm *Realm) DumpPlain(v goja.Value) (checkpoint.Blob, error) {
	return realm.dump(v, dumper{plain: true})
}

func (realm *Realm) dump(v goja.Value, d dumper) (checkpoint.Blob, error) {
	d.realm, d.buf = realm, realm.takeBuffer()
	defer func() { realm.returnBuffer(d.buf) }()
	var err error
	if ex := realm.rt.Try(func() {
		err = d.value(v)
		guard.Hear(realm.rt) // thousands of values may be written without a call of the script in between
	}); ex != nil {
		err = realm.errors.ScriptError(ex)
	}
	if err != nil {
		return checkpoint.Blob{}, err
	}
	if most := realm.most; most > 0 && len(d.buf)+d.refused > most {
		return checkpoint.Blob{}, &SizeError{Bytes: len(d.buf) + d.refused, Most: most, AtLeast: d.refused > 0}
	}
	return checkpoint.Blob{Type: checkpoint.TypeJSON, Data: append([]byte(nil), d.buf...)}, nil
}

// takeBuffer returns the buffer of the realm, which is empty, for text that is written. Code of the script that runs meanwhile, for
// example a toJSON, may write values too: those get another buffer.
func (realm *Realm) takeBuffer() []byte {
	buf := realm.buffer
	realm.buffer = nil
	return buf[:0]
}

// returnBuffer gives the buffer back for the next text.
func (realm *Realm) returnBuffer(buf []byte) {
	if cap(buf) <= 1<<20 {
		realm.buffer = buf
	}
}

func (d *dumper) raw(s string) { d.buf = append(d.buf, s...) }

func (d *dumper) value(v goja.Value) error {
	if err := d.bound(); err != nil {
		return err
	}
	o, ok := v.(*goja.Object)
	if ok {
		return d.object(o)
	}
	switch {
	case v == nil || goja.IsUndefined(v):
		d.raw(checkpoint.Undefined)
		return nil
	case goja.IsNull(v):
		d.raw("null")
		return nil
	}
	if _, symbol := v.(*goja.Symbol); symbol {
		return &errNotSerializable{"a symbol", d.path}
	}
	if s, ok := v.(goja.String); ok {
		d.string(guard.Text(d.realm.rt, s), s)
		return nil
	}
	switch x := guard.Export(v).(type) {
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

// bound returns an error if the text so far exceeds the limit on the size of a value. It also
// requests memory for the next part.
func (d *dumper) bound() error {
	if most := d.realm.most; most > 0 && len(d.buf)+d.refused > most {
		return &SizeError{Bytes: len(d.buf) + d.refused, Most: most, AtLeast: true}
	}
	if d.values++; d.values%1024 == 0 {
		guard.Hear(d.realm.rt)
	}
	d.need.grown(d.realm.rt, len(d.buf))
	return nil
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
		if o.Prototype() != d.realm.objectProto {
			return d.exotic(o, Class(o))
		}
		return d.plainOrClass(o)
	case "Function":
		return &errNotSerializable{"a function", d.path}
	default:
		return d.exotic(o, class)
	}
}

// skip reports whether a property with this value is left out, as JSON.stringify does.
func (d *dumper) skip(v goja.Value) bool {
	if d.strict {
		return false
	}
	if o, ok := v.(*goja.Object); ok {
		return IsFunction(o)
	}
	_, symbol := v.(*goja.Symbol)
	return symbol
}

func (d *dumper) array(o *goja.Object) error {
	n := int(o.Get("length").ToInteger())
	known, dense := d.realm.printer.Elements(o)
	d.raw("[")
	for i := range n {
		if i > 0 {
			d.raw(",")
		}
		index := strconv.Itoa(i)
		var item goja.Value
		if dense && i < len(known) && d.realm.printer.IsValue(known[i]) { // a toJSON may have changed the list
			item = known[i]
		}
		if item == nil {
			item = o.Get(index)
		}
		if item != nil && d.skip(item) {
			if err := d.bound(); err != nil {
				return err
			}
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
	if d.plain {
		return d.fields(o)
	}
	if proto := o.Prototype(); proto != nil && proto != d.realm.objectProto || o.Get("toJSON") != nil {
		if toJSON, ok := goja.AssertFunction(o.Get("toJSON")); ok {
			v, err := toJSON(o)
			if err != nil {
				return d.realm.errors.ScriptError(err)
			}
			d.record, _ = v.(*goja.Object)
			return d.value(v)
		}
	}
	return d.fields(o)
}

// fields writes the properties of o. An object whose first property is "lc" is wrapped in a plain
// tag, unless it is what toJSON of a message returned.
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

// eachField calls f with each property of o. f's argument name is only set if a name of the object
// may contain a lone surrogate, and nil otherwise.
func (d *dumper) eachField(o *goja.Object, f func(key string, name, v goja.Value) error) (err error) {
	plain := d.realm.printer.PlainFields(o, func(key string, v goja.Value) bool {
		err = f(key, nil, v)
		return err == nil
	})
	if plain {
		return err
	}
	keys := guard.Keys(o)
	for _, key := range keys {
		if strings.ContainsRune(key, utf8.RuneError) {
			return d.realm.eachUnits(o, func(name, v goja.Value) error { return f(name.String(), name, v) })
		}
	}
	for _, key := range keys {
		if err := f(key, nil, o.Get(key)); err != nil {
			return err
		}
	}
	return nil
}

// property writes a property. name is its name as a value of the script, or nil if key is exact.
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
