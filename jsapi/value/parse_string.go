// This file reads the strings of JSON text.

package value

import (
	"bytes"
	"encoding/binary"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/dop251/goja"
)

func (p *jsonParser) stringValue() (goja.Value, error) {
	s, units, err := p.string()
	if err != nil {
		return nil, err
	}
	if units != nil {
		return goja.StringFromUTF16(units), nil
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
	units := utf16.Encode([]rune(string(p.data[start:p.pos])))
	for p.pos < len(p.data) {
		c := p.data[p.pos]
		switch {
		case c == '"':
			p.pos++
			if loneSurrogate(units) {
				return "", units, nil
			}
			return string(utf16.Decode(units)), nil, nil
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

func loneSurrogate(units []uint16) bool {
	for i := 0; i < len(units); i++ {
		if !utf16.IsSurrogate(rune(units[i])) {
			continue
		}
		if i+1 == len(units) || utf16.DecodeRune(rune(units[i]), rune(units[i+1])) == utf8.RuneError {
			return true
		}
		i++
	}
	return false
}
