// This file decodes and encodes text for TextDecoder and TextEncoder.

package web

import (
	"bytes"
	"errors"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/dop251/goja"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/transform"

	"github.com/hitlrun/hitlrun/jsapi/guard"
)

// encodingOf returns the name of the encoding with a label of the Encoding standard, or "" if there is none.
func encodingOf(label string) string {
	e, err := htmlindex.Get(strings.Trim(label, "\t\n\f\r "))
	if err != nil || e == encoding.Replacement {
		return ""
	}
	name, err := htmlindex.Name(e)
	if err != nil {
		return ""
	}
	return name
}

// decoder turns bytes into UTF-16 units, a chunk at a time.
type decoder struct {
	encoding  string
	fatal     bool
	ignoreBOM bool

	legacy  transform.Transformer // for an encoding that is older than Unicode; nil until it is used
	letters *[256]uint16          // the characters of such an encoding, if each is one byte; nil until it is used
	pending []byte                // an incomplete character at the end of the last chunk
	started bool                  // whether output was made, so that a byte order mark is no longer possible
}

// decode decodes a chunk. If more chunks follow, an incomplete character at the end is remembered for the next one.
// ok is false if the bytes are not valid and d is fatal.
func (d *decoder) decode(data []byte, more bool) (units []uint16, ok bool) {
	if len(d.pending) > 0 {
		data = append(d.pending, data...)
		d.pending = nil
	}
	switch d.encoding {
	case "utf-8":
		units, ok = d.utf8(data, more)
	case "utf-16le", "utf-16be":
		units, ok = d.utf16(data, more)
	default:
		units, ok = d.other(data, more)
	}
	if !d.started && len(units) > 0 {
		if !d.ignoreBOM && units[0] == 0xfeff && strings.HasPrefix(d.encoding, "utf-") {
			units = units[1:]
		}
		d.started = true
	}
	if !more || !ok {
		d.started, d.pending, d.legacy = false, nil, nil
	}
	return units, ok
}

// isPlain reports whether the data can be copied without decoding: it is complete, valid UTF-8 without a byte
// order mark to remove.
func (d *decoder) isPlain(data []byte) bool {
	return d.encoding == "utf-8" && len(d.pending) == 0 && utf8.Valid(data) &&
		(d.started || d.ignoreBOM || !strings.HasPrefix(string(data[:min(3, len(data))]), "\ufeff"))
}

func (d *decoder) utf8(data []byte, more bool) (units []uint16, ok bool) {
	units = make([]uint16, 0, len(data))
	for len(data) > 0 {
		r, size := utf8.DecodeRune(data)
		if r == utf8.RuneError && size == 1 {
			size = invalidPrefix(data)
			if size == len(data) && more && !utf8.FullRune(data) {
				d.pending = append([]byte(nil), data...)
				break
			}
			if d.fatal {
				return nil, false
			}
		}
		units = utf16.AppendRune(units, r)
		data = data[size:]
	}
	return units, true
}

// invalidPrefix returns the number of bytes at the start of data that become one replacement character: the
// longest sequence that is the start of a character, and at least one byte.
func invalidPrefix(data []byte) int {
	first, need := data[0], 0
	low, high := byte(0x80), byte(0xbf) // of the second byte
	switch {
	case 0xc2 <= first && first <= 0xdf:
		need = 1
	case first == 0xe0:
		need, low = 2, 0xa0
	case first == 0xed:
		need, high = 2, 0x9f
	case 0xe1 <= first && first <= 0xef:
		need = 2
	case first == 0xf0:
		need, low = 3, 0x90
	case first == 0xf4:
		need, high = 3, 0x8f
	case 0xf1 <= first && first <= 0xf3:
		need = 3
	}
	n := 1
	for n <= need && n < len(data) && low <= data[n] && data[n] <= high {
		low, high = 0x80, 0xbf
		n++
	}
	return n
}

func (d *decoder) utf16(data []byte, more bool) (units []uint16, ok bool) {
	units = make([]uint16, 0, len(data)/2+1)
	unit := func(i int) uint16 {
		if d.encoding == "utf-16be" {
			return uint16(data[i])<<8 | uint16(data[i+1])
		}
		return uint16(data[i+1])<<8 | uint16(data[i])
	}
	for i := 0; i < len(data); i += 2 {
		whole := i+1 < len(data)
		if whole && !utf16.IsSurrogate(rune(unit(i))) {
			units = append(units, unit(i))
			continue
		}
		isHigh := whole && unit(i) < 0xdc00
		if isHigh && i+3 < len(data) && unit(i+2)&0xfc00 == 0xdc00 {
			units = append(units, unit(i), unit(i+2))
			i += 2
			continue
		}
		if more && (!whole || isHigh && i+3 >= len(data)) {
			d.pending = append([]byte(nil), data[i:]...)
			break
		}
		if d.fatal {
			return nil, false
		}
		units = append(units, 0xfffd)
		if isHigh && i+3 == len(data) { // a high surrogate and half a unit are one error
			break
		}
	}
	return units, true
}

// other decodes the encodings that are older than Unicode.
func (d *decoder) other(data []byte, more bool) (units []uint16, ok bool) {
	if d.letters == nil && d.legacy == nil {
		e, err := htmlindex.Get(d.encoding)
		if err != nil {
			return nil, false
		}
		if d.letters = lettersOf(e); d.letters == nil {
			d.legacy = e.NewDecoder()
		}
	}
	units = make([]uint16, 0, len(data))
	if d.letters != nil {
		for _, b := range data {
			if units = append(units, d.letters[b]); d.fatal && d.letters[b] == utf8.RuneError {
				return nil, false
			}
		}
		return units, true
	}
	var piece [4096]byte
	for {
		n, read, err := d.legacy.Transform(piece[:], data, !more)
		data = data[read:]
		for _, r := range string(piece[:n]) {
			if r == utf8.RuneError && d.fatal {
				return nil, false
			}
			units = utf16.AppendRune(units, r)
		}
		switch {
		case errors.Is(err, transform.ErrShortDst):
		case errors.Is(err, transform.ErrShortSrc):
			d.pending = bytes.Clone(data)
			return units, true
		default:
			return units, err == nil
		}
	}
}

// lettersOf returns the characters of an encoding in which each is one byte, and nil for any other encoding. Unlike in
// the tables of charmap, bytes from 0x80 to 0x9f are always characters.
func lettersOf(e encoding.Encoding) *[256]uint16 {
	if e == charmap.ISO8859_8I {
		e = charmap.ISO8859_8
	}
	c, ok := e.(*charmap.Charmap)
	if !ok {
		return nil
	}
	letters := new([256]uint16)
	for i := range letters {
		if letters[i] = uint16(c.DecodeByte(byte(i))); letters[i] == utf8.RuneError && 0x80 <= i && i < 0xa0 {
			letters[i] = uint16(i)
		}
	}
	return letters
}

// textNatives are the arguments of text.js:
// encode(string) → Uint8Array, encodeInto(string, Uint8Array) → [units read, bytes written],
// encodingOf(label) → name or "", decoder(name, fatal, ignoreBOM) → (bytes, more) → string, or undefined for wrong bytes.
func textNatives(p *platform) map[string]native {
	return map[string]native{
		"encode": func(call goja.FunctionCall) goja.Value {
			guard.Need(p.vm, 3*textLength(call.Argument(0)))
			return newBytes(p.vm, []byte(call.Argument(0).String()))
		},
		"encodeInto": func(call goja.FunctionCall) goja.Value {
			to, _ := viewOf(p.vm, call.Argument(1))
			read, written := encodeInto(call.Argument(0).String(), to.bytes)
			return p.vm.NewArray(read, written)
		},
		"isBytes": func(call goja.FunctionCall) goja.Value {
			v, ok := viewOf(p.vm, call.Argument(0))
			return p.vm.ToValue(ok && v.kind == "Uint8Array")
		},
		"encodingOf": func(call goja.FunctionCall) goja.Value { return p.vm.ToValue(encodingOf(call.Argument(0).String())) },
		"decoder": func(call goja.FunctionCall) goja.Value {
			d := &decoder{
				encoding:  call.Argument(0).String(),
				fatal:     call.Argument(1).ToBoolean(),
				ignoreBOM: call.Argument(2).ToBoolean(),
			}
			return p.fn("decode", 2, func(call goja.FunctionCall) goja.Value { return p.decodeChunk(d, call) })
		},
	}
}

// compressionNatives are the arguments of compression.js: encode(string) → Uint8Array; zlib() → the functions of node:zlib.
func compressionNatives(p *platform) map[string]native {
	return map[string]native{
		"encode": textNatives(p)["encode"],
		"zlib": func(goja.FunctionCall) goja.Value {
			if p.env.Zlib == nil {
				panic(p.vm.NewTypeError("there is no compression here"))
			}
			return p.env.Zlib()
		},
	}
}

func (p *platform) decodeChunk(d *decoder, call goja.FunctionCall) goja.Value {
	var data []byte
	if v := call.Argument(0); !goja.IsUndefined(v) {
		view, ok := viewOf(p.vm, v)
		if !ok {
			panic(NewError(p.vm, "TypeError", "ERR_INVALID_ARG_TYPE",
				`The "list" argument must be an instance of SharedArrayBuffer, ArrayBuffer or ArrayBufferView.`))
		}
		data = view.bytes
	}
	guard.Need(p.vm, 2*len(data))
	more := call.Argument(1).ToBoolean()
	if d.isPlain(data) {
		d.started = more && (d.started || len(data) > 0)
		return p.vm.ToValue(string(data))
	}
	units, ok := d.decode(data, more)
	if !ok {
		return goja.Undefined()
	}
	return goja.StringFromUTF16(units)
}

// textLength returns the length of a string in UTF-16 units, and 0 for any other value.
func textLength(v goja.Value) int {
	if s, ok := v.(goja.String); ok {
		return s.Length()
	}
	return 0
}

// encodeInto writes as many whole characters as fit, and returns their number of UTF-16 units and of bytes.
func encodeInto(s string, to []byte) (read, written int) {
	for _, r := range s {
		size := utf8.RuneLen(r)
		if written+size > len(to) {
			break
		}
		utf8.EncodeRune(to[written:], r)
		written += size
		read += utf16.RuneLen(r)
	}
	return read, written
}

func isASCIIString(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

func isASCII(c rune, f func(byte) bool) bool { return 0 <= c && c < utf8.RuneSelf && f(byte(c)) }
