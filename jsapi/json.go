// This file replaces JSON.stringify and JSON.parse where goja's are wrong or slow:
// its stringify indents wrongly behind an empty array or object, its parse loses
// lone surrogates and is several times slower than ours.

package jsapi

import (
	"strings"
	"unicode/utf8"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/v8errors"
)

func (vm *VM) installJSON() {
	object := vm.rt.Get("JSON").ToObject(vm.rt)
	vm.jsonStringify, _ = goja.AssertFunction(object.Get("stringify"))
	vm.jsonParse, _ = goja.AssertFunction(object.Get("parse"))
	set := func(name string, length int, f func(goja.FunctionCall) goja.Value) {
		fn := vm.rt.ToValue(f).ToObject(vm.rt)
		_ = fn.DefineDataProperty("name", vm.rt.ToValue(name), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
		_ = fn.DefineDataProperty("length", vm.rt.ToValue(length), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE)
		_ = object.DefineDataProperty(name, fn, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	}
	set("stringify", 3, vm.stringifyJSON)
	set("parse", 2, vm.parseJSONText)
}

// stringifyJSON is JSON.stringify: that of plain data, or goja's, without the indentation, which is put in afterwards.
func (vm *VM) stringifyJSON(call goja.FunctionCall) goja.Value {
	if replacer := call.Argument(1); goja.IsUndefined(replacer) || goja.IsNull(replacer) {
		if text, ok := vm.stringifyPlain(call.Argument(0)); ok {
			if gap := gapOf(call.Argument(2)); gap != "" {
				text = indentJSON(text, gap)
			}
			return vm.rt.ToValue(text)
		}
	}
	v, err := vm.jsonStringify(call.This, call.Argument(0), call.Argument(1))
	if err != nil {
		vm.throw(vm.scriptError(err))
	}
	gap := gapOf(call.Argument(2))
	s, ok := v.(goja.String)
	if gap == "" || !ok {
		return v
	}
	return vm.rt.ToValue(indentJSON(s.String(), gap))
}

// gapOf returns what the third argument of JSON.stringify indents with.
func gapOf(v goja.Value) string {
	if o, ok := v.(*goja.Object); ok && (o.ClassName() == "String" || o.ClassName() == "Number") {
		v = o.ToString()
		if o.ClassName() == "Number" {
			v = o.ToNumber()
		}
	}
	switch typeOf(v) {
	case "number":
		return strings.Repeat(" ", int(max(0, min(10, v.ToInteger()))))
	case "string":
		s := []rune(v.String())
		return string(s[:min(10, len(s))])
	}
	return ""
}

// indentJSON puts line breaks and gap into compact JSON text, as JSON.stringify does.
func indentJSON(s, gap string) string {
	var b strings.Builder
	b.Grow(len(s) * 2)
	depth := 0
	line := func() {
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
			if s[i+1] == c+2 { // empty: } and ] come two behind { and [
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

// stringEnd returns the index behind the string that starts at i.
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

// syntaxError makes the error that JSON.parse throws.
func (vm *VM) syntaxError(message string) goja.Value {
	o, err := vm.rt.New(vm.rt.Get("SyntaxError"), vm.rt.ToValue(message))
	if err != nil { // the script has taken the class away
		return vm.rt.NewTypeError(message)
	}
	return o
}

// parseJSONText is JSON.parse.
func (vm *VM) parseJSONText(call goja.FunctionCall) goja.Value {
	text, ok := call.Argument(0).(goja.String)
	if _, reviver := goja.AssertFunction(call.Argument(1)); reviver || !ok || strings.ContainsRune(text.String(), utf8.RuneError) {
		v, err := vm.jsonParse(call.This, call.Arguments...)
		if err != nil {
			if _, isSymbol := call.Argument(0).(*goja.Symbol); !isSymbol {
				if message := v8errors.JSON(call.Argument(0).String()); message != "" {
					panic(vm.syntaxError(message))
				}
			}
			vm.throw(vm.scriptError(err))
		}
		return v
	}
	p := jsonParser{vm: vm, data: []byte(text.String()), text: text.String()}
	v, err := p.document()
	if err != nil {
		panic(vm.syntaxError(v8errors.JSON(text.String())))
	}
	return v
}
