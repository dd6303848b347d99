// This file replaces JSON.stringify of goja. Plain data is written here, which is several times faster; package guard writes the rest.

package value

import (
	"strings"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/guard"
)

// InstallJSON replaces JSON.stringify and JSON.parse of the script.
func (realm *Realm) InstallJSON() {
	object := realm.rt.Get("JSON").ToObject(realm.rt)
	realm.jsonStringify, _ = goja.AssertFunction(object.Get("stringify"))
	set := func(name string, length int, f func(goja.FunctionCall) goja.Value) {
		fn := realm.rt.ToValue(f).ToObject(realm.rt)
		_ = fn.DefineDataProperty("name", realm.rt.ToValue(name), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
		_ = fn.DefineDataProperty("length", realm.rt.ToValue(length), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
		_ = object.DefineDataProperty(name, fn, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	}
	set("stringify", 3, realm.stringifyJSON)
	set("parse", 2, realm.parseJSON)
}

// stringifyJSON implements JSON.stringify.
func (realm *Realm) stringifyJSON(call goja.FunctionCall) goja.Value {
	replacer, space := call.Argument(1), call.Argument(2)
	if _, isObject := space.(*goja.Object); !isObject && (goja.IsUndefined(replacer) || goja.IsNull(replacer)) {
		if text, ok := realm.stringifyPlain(call.Argument(0)); ok {
			if gap := guard.Gap(space); gap != "" {
				text = indentJSON(realm.rt, text, gap)
			}
			return realm.rt.ToValue(text)
		}
	}
	v, err := realm.jsonStringify(call.This, call.Arguments...)
	if err != nil {
		realm.errors.Throw(realm.errors.ScriptError(err))
	}
	return v
}

// throwRange throws a RangeError.
func (realm *Realm) throwRange(message string) {
	e, err := realm.rt.New(realm.rt.Get("RangeError"), realm.rt.ToValue(message))
	if err != nil {
		realm.errors.Throw(realm.errors.ScriptError(err))
	}
	panic(e)
}

// indentJSON adds line breaks and the indentation gap to compact JSON text, as JSON.stringify does.
func indentJSON(rt *goja.Runtime, s, gap string) string {
	var b strings.Builder
	b.Grow(len(s) * 2)
	depth := 0
	memory := need{}
	line := func() {
		memory.grown(rt, b.Len()) // a level has many lines, and a line the gaps of all levels
		b.WriteByte('\n')
		for range depth {
			b.WriteString(gap)
		}
	}
	for i := 0; i < len(s); i++ {
		switch c := s[i]; c {
		case '"':
			end := stringEnd(s, i)
			b.WriteString(s[i:end])
			i = end - 1
		case '{', '[':
			b.WriteByte(c)
			if s[i+1] == c+2 { // empty: the codes of } and ] are those of { and [ plus two
				b.WriteByte(s[i+1])
				i++
				continue
			}
			depth++
			line()
		case '}', ']':
			depth--
			line()
			b.WriteByte(c)
		case ',':
			b.WriteByte(c)
			line()
		case ':':
			b.WriteString(": ")
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// stringEnd returns the index after the string literal that starts at i.
func stringEnd(s string, i int) int {
	for i++; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(s)
}

// Stringify returns JSON.stringify(v): "undefined" for a value that has no JSON text.
func (realm *Realm) Stringify(v goja.Value) (string, error) {
	s, err := realm.jsonStringify(goja.Undefined(), v)
	if err != nil {
		return "", err
	}
	return s.String(), nil
}

// JSONText returns JSON.stringify(v) for use in a message, or what Show returns if that throws.
func (realm *Realm) JSONText(v goja.Value) string {
	s, err := realm.jsonStringify(goja.Undefined(), v)
	if err != nil {
		return realm.Show(v)
	}
	return s.String()
}
