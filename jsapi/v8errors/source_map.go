package v8errors

// This file reads the mappings of a source map faster than sourcemap.Parse, which takes most of its time for them.

import (
	"bytes"
	"reflect"

	"github.com/go-sourcemap/sourcemap"
)

// mapping has the layout of a mapping in package sourcemap.
type mapping struct {
	genLine      int32
	genColumn    int32
	sourcesInd   int32
	sourceLine   int32
	sourceColumn int32
	namesInd     int32
}

// SetMappings replaces the mappings of a source map. Columns of the sources start at 1, unlike those of sourcemap.Parse, and names are
// left out. It returns false and changes nothing if the text is wrong, or if package sourcemap is not as expected.
func SetMappings(m *sourcemap.Consumer, text []byte) bool {
	sections := field(reflect.ValueOf(m), "sections")
	if !sections.IsValid() || sections.Kind() != reflect.Slice || sections.Len() != 1 {
		return false
	}
	of := field(sections.Index(0).Addr(), "Map")
	list := field(of, "mappings")
	if !list.IsValid() || list.Kind() != reflect.Slice || !sameFields(list.Type().Elem(), reflect.TypeFor[mapping]()) {
		return false
	}
	read, ok := readMappings(text)
	if ok {
		*(*[]mapping)(list.Addr().UnsafePointer()) = read
	}
	return ok
}

// sameFields reports whether two structs have the same fields.
func sameFields(a, b reflect.Type) bool {
	if a.Kind() != reflect.Struct || a.NumField() != b.NumField() {
		return false
	}
	for i := range a.NumField() {
		if f, g := a.Field(i), b.Field(i); f.Name != g.Name || f.Type != g.Type || f.Offset != g.Offset {
			return false
		}
	}
	return true
}

// readMappings reads numbers in base 64. A comma ends a mapping, and a semicolon a line. Each mapping has one to five numbers,
// relative to those of the last one.
func readMappings(text []byte) (list []mapping, ok bool) {
	list = make([]mapping, 0, 1+bytes.Count(text, []byte{','})+bytes.Count(text, []byte{';'}))
	last := mapping{genLine: 1, sourceLine: 1, sourceColumn: 1, namesInd: -1}
	var name int32 // not used
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case ',':
			continue
		case ';':
			last.genLine, last.genColumn = last.genLine+1, 0
			continue
		}
		for _, number := range []*int32{&last.genColumn, &last.sourcesInd, &last.sourceLine, &last.sourceColumn, &name} {
			var n, shift uint32
			for more := true; more; i++ {
				if i == len(text) || shift > 30 {
					return nil, false
				}
				digit := digits[text[i]]
				if digit == 0 {
					return nil, false
				}
				digit--
				n |= uint32(digit&31) << shift
				shift, more = shift+5, digit >= 32
			}
			if n&1 == 0 { // the lowest bit is the sign
				*number += int32(n >> 1)
			} else {
				*number -= int32(n >> 1)
			}
			if i == len(text) || text[i] == ',' || text[i] == ';' {
				break
			}
		}
		i--
		list = append(list, last)
		if i+1 < len(text) && text[i+1] != ',' && text[i+1] != ';' {
			return nil, false // more than five numbers
		}
	}
	return list, len(list) > 0
}

// digits has one more than the value of each digit in base 64, and 0 for other characters.
var digits = func() (of [256]byte) {
	for i, c := range []byte("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/") {
		of[c] = byte(i + 1)
	}
	return of
}()
