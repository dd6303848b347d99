// This file has isWellFormed and toWellFormed of strings.

package web

import (
	"unicode/utf16"

	"github.com/dop251/goja"
)

// units returns the UTF-16 units of the string that a String method is called on.
func (p *platform) units(call goja.FunctionCall, method string) []uint16 {
	if call.This == nil || goja.IsUndefined(call.This) || goja.IsNull(call.This) {
		panic(p.vm.NewTypeError("String.prototype.%s called on null or undefined", method))
	}
	if _, ok := call.This.(*goja.Symbol); ok {
		panic(p.vm.NewTypeError("Cannot convert a Symbol value to a string"))
	}
	s, ok := call.This.ToString().(goja.String)
	if !ok { // a number, a bigint or a boolean
		s = p.vm.ToValue(call.This.String()).(goja.String) //nolint:forcetypeassert // a Go string is a String
	}
	units := make([]uint16, s.Length())
	for i := range units {
		units[i] = s.CharAt(i)
	}
	return units
}

func (p *platform) isWellFormed(call goja.FunctionCall) goja.Value {
	units := p.units(call, "isWellFormed")
	for i := 0; i < len(units); i++ {
		if !utf16.IsSurrogate(rune(units[i])) {
			continue
		}
		if i+1 == len(units) || utf16.DecodeRune(rune(units[i]), rune(units[i+1])) == '\uFFFD' {
			return p.vm.ToValue(false)
		}
		i++
	}
	return p.vm.ToValue(true)
}

func (p *platform) toWellFormed(call goja.FunctionCall) goja.Value {
	if s, ok := call.This.(goja.String); ok {
		if text := s.String(); len(text) == s.Length() { // all letters are ASCII
			return s
		}
	}
	return p.vm.ToValue(string(utf16.Decode(p.units(call, "toWellFormed"))))
}
