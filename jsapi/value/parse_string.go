// This file reads the strings of JSON text.

package value

import (
	"bytes"
	"encoding/binary"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/guard"
)

func (p *jsonParser) stringValue() (goja.Value, error) {
	s, units, err := p.string()
	if err != nil {
		return nil, err
	}
	if units != nil {
		return goja.StringFromUTF16(units), nil
	}
	if !utf8.ValidString(s) {
		s = string([]rune(s)) // as the script reads it: goja would retain the bytes beside its own copy
	}
	return p.realm.rt.ToValue(s), nil
}

// string reads a string literal. A string with a lone surrogate is returned as UTF-16 units, any
// other string as a Go string with nil units.
func (p *jsonParser) string() (string, []uint16, error) {
	p.pos++
	start := p.pos
	n := bytes.IndexByte(p.data[start:], '"')
	if n < 0 {
		n = len(p.data) - start
	}
	inside := p.data[start : start+n]
	if i := bytes.IndexByte(inside, '\\'); i >= 0 {
		inside = inside[:i]
	}
	if i := controlIndex(inside); i >= 0 {
		p.pos = start + i
		return "", nil, p.fail("a control character in a string")
	}
	p.pos = start + len(inside)
	switch {
	case p.pos == len(p.data):
		return "", nil, p.fail("a string without end")
	case p.data[p.pos] == '\\':
		return p.escaped(start)
	}
	s := p.text[start:p.pos]
	p.pos++
	return s, nil, nil
}

// controlIndex returns the index of the first byte below 0x20, -1 if there is none.
func controlIndex(b []byte) int {
	i := 0
	for ; i+8 <= len(b); i += 8 {
		w := binary.LittleEndian.Uint64(b[i:])
		if (w-0x2020202020202020)&^w&0x8080808080808080 != 0 {
			break // one of these eight bytes is probably below 0x20
		}
	}
	for ; i < len(b); i++ {
		if b[i] < 0x20 {
			return i
		}
	}
	return -1
}

// escaped reads the rest of a string literal that starts at start and has its first escape at the
// current position.
func (p *jsonParser) escaped(start int) (string, []uint16, error) {
	var memory need
	buf := append([]byte(nil), p.data[start:p.pos]...)
	for p.pos < len(p.data) {
		memory.grown(p.realm.rt, len(buf))
		switch c := p.data[p.pos]; {
		case c == '"':
			p.pos++
			return string(buf), nil, nil
		case c == '\\':
			unit, err := p.escape()
			if err != nil {
				return "", nil, err
			}
			r := rune(unit)
			if utf16.IsSurrogate(r) {
				if r = p.pair(r); r == utf8.RuneError {
					return p.units(buf, unit)
				}
			}
			buf = utf8.AppendRune(buf, r)
		case c < 0x20:
			return "", nil, p.fail("a control character in a string")
		default:
			end := p.pos + 1
			for end < len(p.data) && p.data[end] >= 0x20 && p.data[end] != '"' && p.data[end] != '\\' {
				end++
			}
			buf = append(buf, p.data[p.pos:end]...)
			p.pos = end
		}
	}
	return "", nil, p.fail("a string without end")
}

// pair returns the character whose first surrogate was read, if the second one follows as an escape. It returns utf8.RuneError, and
// reads nothing, if not.
func (p *jsonParser) pair(first rune) rune {
	if !bytes.HasPrefix(p.data[p.pos:], []byte(`\u`)) {
		return utf8.RuneError
	}
	at := p.pos
	second, err := p.escape()
	r := utf16.DecodeRune(first, rune(second))
	if err != nil || r == utf8.RuneError {
		p.pos = at
		return utf8.RuneError
	}
	return r
}

// units reads the rest of a string literal as UTF-16 units. It begins with the text before, and a lone surrogate.
func (p *jsonParser) units(before []byte, lone uint16) (string, []uint16, error) {
	guard.Need(p.realm.rt, 8*len(before))
	units := append(utf16.Encode([]rune(string(before))), lone)
	var memory need
	for p.pos < len(p.data) {
		memory.grown(p.realm.rt, 2*len(units))
		switch c := p.data[p.pos]; {
		case c == '"':
			p.pos++
			return "", units, nil
		case c == '\\':
			u, err := p.escape()
			if err != nil {
				return "", nil, err
			}
			units = append(units, u)
		case c < 0x20:
			return "", nil, p.fail("a control character in a string")
		default:
			r, size := utf8.DecodeRune(p.data[p.pos:])
			units = utf16.AppendRune(units, r)
			p.pos += size
		}
	}
	return "", nil, p.fail("a string without end")
}

func (p *jsonParser) escape() (uint16, error) {
	if p.pos+1 >= len(p.data) {
		return 0, p.fail("a string without end")
	}
	c := p.data[p.pos+1]
	p.pos += 2
	switch c {
	case '"', '\\', '/':
		return uint16(c), nil
	case 'n':
		return '\n', nil
	case 't':
		return '\t', nil
	case 'r':
		return '\r', nil
	case 'b':
		return '\b', nil
	case 'f':
		return '\f', nil
	case 'u':
		if p.pos+4 <= len(p.data) {
			if u, err := strconv.ParseUint(string(p.data[p.pos:p.pos+4]), 16, 16); err == nil {
				p.pos += 4
				return uint16(u), nil
			}
		}
	}
	return 0, p.fail("an unknown escape in a string")
}
