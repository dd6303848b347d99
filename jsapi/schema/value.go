// This file decodes JSON text to nil, bool, float64, string, []any and *object. The parts of a value have
// addresses, by which results are cached.

package schema

import (
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// object is a JSON object. Its names are in the order of the text.
type object struct {
	names  []string
	values []any
	index  map[string]int
}

func (o *object) get(name string) (*any, bool) {
	i, ok := o.index[name]
	if !ok {
		return nil, false
	}
	return &o.values[i], true
}

// decode decodes valid JSON text.
func decode(text []byte) any {
	d := decoder{text: text}
	return d.value()
}

type decoder struct {
	text []byte
	pos  int
}

// skip skips spaces, commas and colons, and returns the next byte.
func (d *decoder) skip() byte {
	for {
		switch c := d.text[d.pos]; c {
		case ' ', '\t', '\r', '\n', ',', ':':
			d.pos++
		default:
			return c
		}
	}
}

func (d *decoder) value() any {
	switch d.skip() {
	case '{':
		return d.object()
	case '[':
		d.pos++
		list := []any{}
		for d.skip() != ']' {
			list = append(list, d.value())
		}
		d.pos++
		return list
	case '"':
		return d.string()
	case 'n':
		d.pos += 4
		return nil
	case 't':
		d.pos += 4
		return true
	case 'f':
		d.pos += 5
		return false
	}
	start := d.pos
	for d.pos < len(d.text) && strings.IndexByte("+-.0123456789eE", d.text[d.pos]) >= 0 {
		d.pos++
	}
	n, _ := strconv.ParseFloat(string(d.text[start:d.pos]), 64) // out of range is ±Inf, as in JavaScript
	return n
}

func (d *decoder) object() *object {
	d.pos++
	o := &object{index: map[string]int{}}
	for d.skip() != '}' {
		name := d.string()
		d.skip()
		v := d.value()
		if i, ok := o.index[name]; ok {
			o.values[i] = v
			continue
		}
		o.index[name] = len(o.names)
		o.names, o.values = append(o.names, name), append(o.values, v)
	}
	d.pos++
	return o
}

func (d *decoder) string() string {
	start := d.pos
	escaped := false
	for d.pos++; d.text[d.pos] != '"'; d.pos++ {
		if d.text[d.pos] == '\\' {
			escaped = true
			d.pos++
		}
	}
	d.pos++
	if !escaped && utf8.Valid(d.text[start:d.pos]) {
		return string(d.text[start+1 : d.pos-1])
	}
	var s string
	_ = json.Unmarshal(d.text[start:d.pos], &s) // it is valid
	return s
}

// The types of JSON schemas, as bits.
const (
	isNull = 1 << iota
	isBoolean
	isObject
	isArray
	isNumber
	isInteger
	isString
)

// typeNames are the names of types, in the order of the bits.
var typeNames = [...]string{"null", "boolean", "object", "array", "number", "integer", "string"}

// typeBit returns the bit of a type, or 0 if the name is unknown.
func typeBit(name string) int {
	if i := slices.Index(typeNames[:], name); i >= 0 {
		return 1 << i
	}
	return 0
}

// typesOf returns the types of a value as bits.
func typesOf(v any) int {
	switch v := v.(type) {
	case bool:
		return isBoolean
	case float64:
		if v == math.Trunc(v) && !math.IsInf(v, 0) {
			return isNumber | isInteger
		}
		return isNumber
	case string:
		return isString
	case []any:
		return isArray
	case *object:
		return isObject
	}
	return isNull
}

// canonical appends a text of v that is the same for equal values.
func canonical(buf []byte, v any) []byte {
	switch v := v.(type) {
	case bool:
		return strconv.AppendBool(buf, v)
	case float64:
		return strconv.AppendFloat(buf, v+0, 'g', -1, 64)
	case string:
		return strconv.AppendQuote(buf, v)
	case []any:
		buf = append(buf, '[')
		for i, item := range v {
			if i > 0 {
				buf = append(buf, ',')
			}
			buf = canonical(buf, item)
		}
		return append(buf, ']')
	case *object:
		buf = append(buf, '{')
		for i, name := range slices.Sorted(slices.Values(v.names)) {
			if i > 0 {
				buf = append(buf, ',')
			}
			buf = append(strconv.AppendQuote(buf, name), ':')
			buf = canonical(buf, v.values[v.index[name]])
		}
		return append(buf, '}')
	}
	return append(buf, "null"...)
}

// cutName cuts the name of a property for a message: a name can be as long as the whole value.
func cutName(name string) string {
	const most = 200 // bytes
	if len(name) <= most {
		return name
	}
	return strings.ToValidUTF8(name[:most], "") + "…"
}

// shown returns a short text of a value for a message.
func shown(v any) string {
	switch v := v.(type) {
	case []any:
		if len(v) > 0 {
			return "the array"
		}
	case *object:
		if len(v.names) > 0 {
			return "the object"
		}
	case string:
		if r := []rune(v[:min(len(v), 200)]); len(r) > 40 {
			v = string(r[:37]) + "…"
		}
		text, _ := json.Marshal(v) //nolint:errchkjson // a string
		return string(text)
	}
	return string(canonical(nil, v))
}
