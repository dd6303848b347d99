// This file implements JSON.stringify for plain data: objects, arrays, strings, numbers. It runs no
// code of the script. If it finds anything else, it reports that, and the caller starts again with
// goja's JSON.stringify.

package value

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/guard"
)

// plainWriter writes the JSON text of plain data.
type plainWriter struct {
	realm *Realm
	buf   []byte
	depth int
	need  need
}

// maxText is the length of the longest string in V8.
const maxText = 1<<29 - 24

// inheritsElements reports whether a hole of an array may get its value from a prototype.
func (realm *Realm) inheritsElements() bool {
	if items, ok := realm.printer.Elements(realm.arrayProto); !ok || len(items) > 0 {
		return true
	}
	for _, name := range guard.OwnNames(realm.objectProto) {
		if name != "" && name[0] >= '0' && name[0] <= '9' {
			return true
		}
	}
	return false
}

// maxPlainDepth is the number of levels of a plain value. A deeper value may contain a cycle, and is
// left to goja.
const maxPlainDepth = 200

// stringifyPlain returns the result of JSON.stringify(v). It returns false if v is not plain data, or
// if the result is undefined.
func (realm *Realm) stringifyPlain(v goja.Value) (string, bool) {
	if realm.objectProto.Get("toJSON") != nil || realm.arrayProto.Get("toJSON") != nil {
		return "", false
	}
	w := plainWriter{realm: realm, buf: realm.takeBuffer()}
	defer func() { realm.returnBuffer(w.buf) }()
	ok := w.value(v) == written
	return string(w.buf), ok
}

// outcome is the result of writing a value.
type outcome int

const (
	unknown outcome = iota // the value is not plain data
	written
	left // the value has no JSON text and is left out: undefined, a symbol
)

func (w *plainWriter) value(v goja.Value) outcome {
	if o, ok := v.(*goja.Object); ok {
		return w.object(o)
	}
	switch {
	case v == nil:
		return unknown
	case goja.IsUndefined(v):
		return left
	case goja.IsNull(v):
		w.buf = append(w.buf, "null"...)
		return written
	}
	if s, ok := v.(goja.String); ok {
		return w.string(s)
	}
	switch x := guard.Export(v).(type) {
	case bool:
		w.buf = strconv.AppendBool(w.buf, x)
	case int64:
		w.buf = strconv.AppendInt(w.buf, x, 10)
	case float64:
		switch {
		case math.IsNaN(x) || math.IsInf(x, 0):
			w.buf = append(w.buf, "null"...)
		case x == 0:
			w.buf = append(w.buf, '0')
		default:
			w.buf = append(w.buf, v.String()...)
		}
	default:
		if _, ok := v.(*goja.Symbol); ok {
			return left
		}
		return unknown
	}
	return written
}

func (w *plainWriter) string(s goja.String) outcome {
	text := guard.Text(w.realm.rt, s)
	if strings.ContainsRune(text, utf8.RuneError) || strings.ContainsAny(text, "\b\f") {
		return unknown // it may have a lone surrogate, or needs an escape that appendJSONString does not write
	}
	more := len(text)
	if more >= firstNeed/8 {
		more = escapedLength(text)
	}
	w.need.grown(w.realm.rt, len(w.buf)+more)
	w.buf = appendJSONString(w.buf, text)
	return written
}

func (w *plainWriter) object(o *goja.Object) outcome {
	w.depth++
	defer func() { w.depth-- }()
	w.need.grown(w.realm.rt, len(w.buf))
	if w.depth > maxPlainDepth {
		return unknown
	}
	switch o.Prototype() {
	case w.realm.arrayProto:
		if items, n, ok := w.realm.printer.PlainArray(o); ok {
			return w.list(items, n)
		}
	case w.realm.objectProto:
		return w.fields(o)
	}
	return unknown
}

// list writes an array of n elements. If items has fewer than n, the rest of the array are holes.
func (w *plainWriter) list(items []goja.Value, n int) outcome {
	holes := n - len(items)
	if holes > maxText/len("null,") {
		w.realm.throwRange("Invalid string length")
	}
	if holes > 0 && w.realm.inheritsElements() {
		return unknown
	}
	w.buf = append(w.buf, '[')
	for i := range n {
		if i > 0 {
			w.buf = append(w.buf, ',')
		}
		if i%1024 == 1023 {
			w.need.grown(w.realm.rt, len(w.buf))
			guard.Hear(w.realm.rt)
		}
		if i >= len(items) {
			w.buf = append(w.buf, "null"...)
			continue
		}
		switch w.value(items[i]) {
		case unknown:
			return unknown
		case left:
			w.buf = append(w.buf, "null"...)
		}
	}
	w.buf = append(w.buf, ']')
	return written
}

func (w *plainWriter) fields(o *goja.Object) outcome {
	w.buf = append(w.buf, '{')
	first := len(w.buf)
	result := written
	plain := w.realm.printer.PlainFields(o, func(name string, v goja.Value) bool {
		begin := len(w.buf)
		if begin > first {
			w.buf = append(w.buf, ',')
		}
		if len(name) >= firstNeed/8 {
			w.need.grown(w.realm.rt, len(w.buf)+escapedLength(name))
		}
		w.buf = append(appendJSONString(w.buf, name), ':')
		switch w.value(v) {
		case unknown:
			result = unknown
		case left:
			w.buf = w.buf[:begin]
		}
		if name == "toJSON" {
			result = unknown
		}
		return result == written
	})
	if !plain {
		return unknown
	}
	w.buf = append(w.buf, '}')
	return result
}
