package inspect

// This file puts strings in quotes and escapes characters that do not print.

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/guard"
)

// quote returns a string literal for s. v is s as a JavaScript string. It is only needed if s may have lost
// lone surrogates, and may be nil.
func (p *Printer) quote(v goja.Value, s string) string {
	q := quoteFor(s)
	return string(q) + p.escapeValue(v, s, q) + string(q)
}

// quoteFor returns the quote character: the first of ', " and ` that the string does not contain.
func quoteFor(s string) byte {
	switch {
	case !strings.Contains(s, "'"):
		return '\''
	case !strings.Contains(s, `"`):
		return '"'
	case !strings.Contains(s, "`") && !strings.Contains(s, "${"):
		return '`'
	}
	return '\''
}

// escapeValue is escape for a string that may have lone surrogates.
func (p *Printer) escapeValue(v goja.Value, s string, q byte) string {
	str, ok := v.(goja.String)
	if !ok || !strings.ContainsRune(s, utf8.RuneError) {
		return p.escape(s, q)
	}
	lone := 0
	p.surrogates(str, func(int, uint16) { lone++ })
	if lone == 0 {
		return p.escape(s, q)
	}
	const escaped = len(`\ud800`)
	guard.Need(p.vm, len(s)+escaped*lone)
	var b strings.Builder
	b.Grow(len(s) + escaped*lone)
	start := 0
	p.surrogates(str, func(i int, c uint16) {
		if i > start {
			b.WriteString(p.escape(str.Substring(start, i).String(), q))
		}
		b.WriteString(`\u` + strconv.FormatUint(uint64(c), 16))
		start = i + 1
	})
	b.WriteString(p.escape(str.Substring(start, str.Length()).String(), q))
	return b.String()
}

// surrogates calls f with the place and the unit of each lone surrogate.
func (p *Printer) surrogates(s goja.String, f func(i int, c uint16)) {
	n := s.Length()
	for i := 0; i < n; i++ {
		c := s.CharAt(i)
		if c < 0xd800 || c > 0xdfff {
			continue
		}
		p.step()
		if c <= 0xdbff && i+1 < n {
			if next := s.CharAt(i + 1); next >= 0xdc00 && next <= 0xdfff {
				i++
				continue
			}
		}
		f(i, c)
	}
}

// escape replaces control characters, backslashes and, if q is a single quote, single quotes.
func (p *Printer) escape(s string, q byte) string {
	n := 0 // of the characters to replace
	for i := range len(s) {
		if special(s, i, q) {
			n++
		}
	}
	if n == 0 {
		return s
	}
	const longer = 3 // `\x1B` is by three longer than the character
	guard.Need(p.vm, len(s)+longer*n)
	var b strings.Builder
	b.Grow(len(s) + longer*n)
	last := 0
	for i := 0; i < len(s); i++ {
		if !special(s, i, q) {
			continue
		}
		p.step()
		b.WriteString(s[last:i])
		switch c := s[i]; c {
		case '\'', '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		case '\b':
			b.WriteString(`\b`)
		case '\t':
			b.WriteString(`\t`)
		case '\n':
			b.WriteString(`\n`)
		case '\f':
			b.WriteString(`\f`)
		case '\r':
			b.WriteString(`\r`)
		case c1Lead: // U+0080 to U+009F: the second byte is the code
			i++
			c = s[i]
			fallthrough
		default:
			const hex = "0123456789ABCDEF"
			b.WriteString(`\x`)
			b.WriteByte(hex[c>>4])
			b.WriteByte(hex[c&15])
		}
		last = i + 1
	}
	b.WriteString(s[last:])
	return b.String()
}

// c1Lead is the first byte of U+0080 to U+00BF in UTF-8.
const c1Lead = 0xc2

func special(s string, i int, q byte) bool {
	switch c := s[i]; {
	case c < ' ' || c == '\\' || c == 0x7f:
		return true
	case c == '\'':
		return q == '\''
	case c == c1Lead:
		return i+1 < len(s) && s[i+1] < 0xa0
	}
	return false
}
