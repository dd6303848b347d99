// This file decodes and encodes text for TextDecoder and TextEncoder.

package web

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/guard"
)

// encodingLabels names each encoding by its first label.
var encodingLabels = map[string]string{
	"utf-8":    "utf-8 utf8 unicode-1-1-utf-8 unicode11utf8 unicode20utf8 x-unicode20utf8",
	"utf-16le": "utf-16le utf-16 csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff",
	"utf-16be": "utf-16be unicodefffe",
	"windows-1252": "windows-1252 ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 iso8859-1 " +
		"iso88591 iso_8859-1 iso_8859-1:1987 l1 latin1 us-ascii x-cp1252",
}

// encodingOf returns the name of the encoding with a label, or "" if it is not supported.
func encodingOf(label string) string {
	label = strings.ToLower(strings.Trim(label, "\t\n\f\r "))
	for name, labels := range encodingLabels {
		if label != "" && !strings.Contains(label, " ") && strings.Contains(" "+labels+" ", " "+label+" ") {
			return name
		}
	}
	return ""
}

// decoder turns bytes into UTF-16 units, a chunk at a time.
type decoder struct {
	encoding  string
	fatal     bool
	ignoreBOM bool

	pending []byte // an incomplete character at the end of the last chunk
	started bool   // whether output was made, so that a byte order mark is no longer possible
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
		units, ok = windows1252(data), true
	}
	if !d.started && len(units) > 0 {
		if !d.ignoreBOM && units[0] == 0xfeff && d.encoding != "windows-1252" {
			units = units[1:]
		}
		d.started = true
	}
	if !more || !ok {
		d.started, d.pending = false, nil
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

// upperHalf has the characters of windows-1252 for the bytes 0x80 to 0x9f.
var upperHalf = [32]uint16{
	0x20ac, 0x81, 0x201a, 0x192, 0x201e, 0x2026, 0x2020, 0x2021, 0x2c6, 0x2030, 0x160, 0x2039, 0x152, 0x8d, 0x17d, 0x8f,
	0x90, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x2dc, 0x2122, 0x161, 0x203a, 0x153, 0x9d, 0x17e, 0x178,
}

func windows1252(data []byte) []uint16 {
	units := make([]uint16, len(data))
	for i, b := range data {
		units[i] = uint16(b)
		if 0x80 <= b && b < 0xa0 {
			units[i] = upperHalf[b-0x80]
		}
	}
	return units
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
