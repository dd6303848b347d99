// This file has isWellFormed and toWellFormed of strings.

package web

import (
	"unicode/utf16"
	"unicode/utf8"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/guard"
)

// stringOf returns the string that a String method is called on.
func (p *platform) stringOf(call goja.FunctionCall, method string) goja.String {
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
	return s
}

// eachLone calls yield with the place of each half of a surrogate pair that has no other half, until yield returns false.
func (p *platform) eachLone(s goja.String, yield func(at int) bool) {
	heard := 0
	for i, n := 0, s.Length(); i < n; i++ {
		if i-heard > 1<<20 {
			guard.Hear(p.vm)
			heard = i
		}
		unit := rune(s.CharAt(i))
		switch {
		case !utf16.IsSurrogate(unit):
		case i+1 < n && utf16.DecodeRune(unit, rune(s.CharAt(i+1))) != utf8.RuneError:
			i++
		case !yield(i):
			return
		}
	}
}

func (p *platform) isWellFormed(call goja.FunctionCall) goja.Value {
	well := true
	p.eachLone(p.stringOf(call, "isWellFormed"), func(int) bool {
		well = false
		return false
	})
	return p.vm.ToValue(well)
}

func (p *platform) toWellFormed(call goja.FunctionCall) goja.Value {
	s := p.stringOf(call, "toWellFormed")
	var units []uint16
	p.eachLone(s, func(at int) bool {
		if units == nil {
			guard.Need(p.vm, 4*s.Length())
			units = make([]uint16, s.Length())
			for i := range units {
				units[i] = s.CharAt(i)
			}
		}
		units[at] = utf8.RuneError
		return true
	})
	if units == nil {
		return s
	}
	return goja.StringFromUTF16(units)
}
