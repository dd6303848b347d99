// This file writes strings as JSON text.

package value

import (
	"strings"
	"unicode/utf8"

	"github.com/dop251/goja"
)

const hexDigits = "0123456789abcdef"

// string writes s as a JSON string. v is the value that s comes from, or nil. If s may have lost a
// lone surrogate, the UTF-16 units of v are written instead.
func (d *dumper) string(s string, v goja.Value) {
	if len(s) >= firstNeed/8 && !d.fits(escapedLength(s)) {
		return
	}
	if v != nil && strings.ContainsRune(s, utf8.RuneError) {
		if js, ok := v.(goja.String); ok {
			d.units(js)
			return
		}
	}
	d.buf = appendJSONString(d.buf, s)
}

// fits reports whether that many bytes more are within the limit on the size of a value, and requests memory for them. If not, they are
// only counted: bound returns the error.
func (d *dumper) fits(more int) bool {
	if most := d.realm.most; most > 0 && len(d.buf)+more > most {
		d.refused += more
		return false
	}
	d.need.grown(d.realm.rt, len(d.buf)+more)
	return true
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

// escapedLength returns at least the length of what appendJSONString appends.
func escapedLength(s string) int {
	n := len(s) + 2
	for i := 0; i < len(s); i++ {
		if c := s[i]; c < 0x20 {
			n += len(`\u0001`) - 1
		} else if c == '"' || c == '\\' {
			n++
		}
	}
	return n
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
	case '\b':
		return append(buf, '\\', 'b')
	case '\f':
		return append(buf, '\\', 'f')
	}
	return append(buf, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
}

// units writes a string by its UTF-16 units. It is for strings with lone surrogates.
func (d *dumper) units(s goja.String) {
	if n := s.Length(); n >= firstNeed/16 && !d.fits(n*len(`\u0001`)) {
		return
	}
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
