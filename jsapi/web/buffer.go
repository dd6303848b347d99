// This file holds the Go side of Buffer: text to bytes and back in Node's encodings.

package web

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/guard"
)

// BufferEncoding returns the usual name of an encoding, or "" if it is unknown.
func BufferEncoding(name string) string {
	switch name = strings.ToLower(name); name {
	case "utf8", "utf-8":
		return "utf8"
	case "hex", "base64", "base64url", "ascii":
		return name
	case "latin1", "binary":
		return "latin1"
	case "utf16le", "utf-16le", "ucs2", "ucs-2":
		return "utf16le"
	}
	return ""
}

// EncodeText turns text into bytes. As in Node, the first invalid hex digit ends the bytes, and invalid
// base64 characters are skipped.
func EncodeText(v goja.Value, encoding string) []byte {
	s, ok := v.ToString().(goja.String)
	if !ok { // undefined, null or a symbol
		s = goja.StringFromUTF16(utf16.Encode([]rune(v.String())))
	}
	switch encoding {
	case "hex":
		text := s.String()
		n := 0
		for n+1 < len(text) && isHex(text[n]) && isHex(text[n+1]) {
			n += 2
		}
		data, _ := hex.DecodeString(text[:n])
		return data
	case "base64", "base64url":
		return lenientBase64(s.String())
	case "latin1", "ascii":
		data := make([]byte, s.Length())
		for i := range data {
			data[i] = byte(s.CharAt(i))
		}
		return data
	case "utf16le":
		data := make([]byte, 0, 2*s.Length())
		for i := range s.Length() {
			data = append(data, byte(s.CharAt(i)), byte(s.CharAt(i)>>8))
		}
		return data
	}
	return []byte(s.String())
}

// lenientBase64 decodes both alphabets of base64, skips other characters, and stops at padding.
func lenientBase64(s string) []byte {
	s, _, _ = strings.Cut(s, "=")
	s = strings.Map(func(r rune) rune {
		switch {
		case r == '-':
			return '+'
		case r == '_':
			return '/'
		case isASCII(r, isAlnum), r == '+', r == '/':
			return r
		}
		return -1
	}, s)
	if len(s)%4 == 1 {
		s = s[:len(s)-1]
	}
	data, _ := base64.RawStdEncoding.DecodeString(s)
	return data
}

// DecodeBytes turns bytes into text.
func DecodeBytes(vm *goja.Runtime, data []byte, encoding string) goja.Value {
	switch encoding {
	case "hex":
		return vm.ToValue(hex.EncodeToString(data))
	case "base64":
		return vm.ToValue(base64.StdEncoding.EncodeToString(data))
	case "base64url":
		return vm.ToValue(base64.RawURLEncoding.EncodeToString(data))
	case "latin1":
		return latin1String(data)
	case "ascii":
		data = bytes.Clone(data)
		for i := range data {
			data[i] &= 0x7f
		}
		return latin1String(data)
	case "utf16le":
		units := make([]uint16, len(data)/2)
		for i := range units {
			units[i] = uint16(data[2*i]) | uint16(data[2*i+1])<<8
		}
		return goja.StringFromUTF16(units)
	}
	return decodeInPieces(vm, data)
}

// decodedTogether is how many bytes of UTF-8 are decoded at once.
const decodedTogether = 1 << 20

// decodeInPieces decodes UTF-8. It hears interrupts.
func decodeInPieces(vm *goja.Runtime, data []byte) goja.Value {
	if len(data) <= decodedTogether {
		return vm.ToValue(decodeText(data))
	}
	var out goja.StringBuilder
	for len(data) > 0 {
		guard.Hear(vm)
		n := min(decodedTogether, len(data))
		for i := n; i > n-utf8.UTFMax && i < len(data); i-- { // a letter is not cut
			if utf8.RuneStart(data[i]) {
				n = i
				break
			}
		}
		out.WriteString(vm.ToValue(decodeText(data[:n])).(goja.String)) //nolint:forcetypeassert // a Go string is a String
		data = data[n:]
	}
	return out.String()
}

// bufferNatives are the arguments of buffer.js:
// encoding(name) → usual name or "", encode(text, encoding) → ArrayBuffer, decode(bytes, encoding) → text,
// compare(bytes, bytes) → -1, 0 or 1, indexOf(bytes, bytes, from, width) → index, which is a multiple of width, or -1, lastIndexOf the
// same, fill(bytes, pattern), swap(bytes, width), which reverses each group of width bytes.
func bufferNatives(p *platform) map[string]native {
	data := func(v goja.Value) []byte {
		view, ok := viewOf(p.vm, v)
		if !ok {
			panic(p.argTypeError("buffer", "an instance of Buffer or Uint8Array", v))
		}
		return view.bytes
	}
	return map[string]native{
		"encoding": func(call goja.FunctionCall) goja.Value {
			return p.vm.ToValue(BufferEncoding(call.Argument(0).String()))
		},
		"encode": func(call goja.FunctionCall) goja.Value {
			if _, ok := call.Argument(0).(goja.String); !ok {
				panic(NewError(p.vm, "TypeError", "ERR_INVALID_ARG_TYPE", "argument must be a string"))
			}
			guard.Need(p.vm, 3*textLength(call.Argument(0)))
			return p.vm.ToValue(p.vm.NewArrayBuffer(EncodeText(call.Argument(0), call.Argument(1).String())))
		},
		"decode": func(call goja.FunctionCall) goja.Value {
			bytes := data(call.Argument(0))
			guard.Need(p.vm, 2*len(bytes))
			return DecodeBytes(p.vm, bytes, call.Argument(1).String())
		},
		"compare": func(call goja.FunctionCall) goja.Value {
			return p.vm.ToValue(bytes.Compare(data(call.Argument(0)), data(call.Argument(1))))
		},
		"indexOf": func(call goja.FunctionCall) goja.Value {
			in, what, from := data(call.Argument(0)), data(call.Argument(1)), int(call.Argument(2).ToInteger())
			width := int(call.Argument(3).ToInteger())
			for from = min(max(from, 0), len(in)) / width * width; ; from++ {
				i := bytes.Index(in[from:], what)
				if i < 0 {
					return p.vm.ToValue(-1)
				}
				if from += i; from%width == 0 {
					return p.vm.ToValue(from)
				}
				guard.Hear(p.vm)
			}
		},
		"lastIndexOf": func(call goja.FunctionCall) goja.Value {
			in, what, from := data(call.Argument(0)), data(call.Argument(1)), int(call.Argument(2).ToInteger())
			width := int(call.Argument(3).ToInteger())
			for to := min(len(in), max(from, 0)+len(what)); ; to-- {
				i := bytes.LastIndex(in[:to], what)
				if i < 0 || i%width == 0 {
					return p.vm.ToValue(i)
				}
				to = i + len(what)
				guard.Hear(p.vm)
			}
		},
		"fill": func(call goja.FunctionCall) goja.Value {
			in, what := data(call.Argument(0)), bytes.Clone(data(call.Argument(1)))
			for n := copy(in, what); n > 0 && n < len(in); n *= 2 {
				copy(in[n:], in[:n])
			}
			return goja.Undefined()
		},
		"swap": func(call goja.FunctionCall) goja.Value {
			for part := range slices.Chunk(data(call.Argument(0)), int(call.Argument(1).ToInteger())) {
				slices.Reverse(part)
			}
			return goja.Undefined()
		},
	}
}
