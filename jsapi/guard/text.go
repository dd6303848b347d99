// This file turns texts of a script into Go strings.

package guard

import (
	"reflect"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/dop251/goja"
)

// Text returns a value as text. A text that goja stores as UTF-16 is copied: its memory is counted before, and the copy ends at a limit.
// A lone surrogate becomes U+FFFD.
func Text(rt *goja.Runtime, v goja.Value) string {
	if _, ok := v.(*goja.Object); ok {
		v = v.ToString()
	}
	s, ok := v.(goja.String)
	if !ok || reflect.TypeOf(s).Kind() != reflect.Slice {
		return v.String()
	}
	if s.Length() < longText {
		Need(rt, 3*s.Length())
		return s.String()
	}
	units := reflect.ValueOf(s).Convert(reflect.TypeFor[[]uint16]()).Interface().([]uint16)[1:] // the first one is a byte order mark
	bytes := 0
	eachRune(rt, units, func(r rune) { bytes += utf8.RuneLen(r) })
	Need(rt, 2*bytes)
	text := make([]byte, 0, bytes)
	eachRune(rt, units, func(r rune) { text = utf8.AppendRune(text, r) })
	return string(text)
}

// eachRune calls f with the characters of a text.
func eachRune(rt *goja.Runtime, units []uint16, f func(r rune)) {
	for i := 0; i < len(units); i++ {
		if i%(1<<20) == 0 {
			Hear(rt)
		}
		r := rune(units[i])
		if utf16.IsSurrogate(r) {
			if i+1 < len(units) {
				r = utf16.DecodeRune(r, rune(units[i+1]))
			} else {
				r = utf8.RuneError
			}
			if r != utf8.RuneError {
				i++
			}
		}
		f(r)
	}
}
