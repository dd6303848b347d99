// This file holds atob and btoa.

package web

import (
	"encoding/base64"
	"strings"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/guard"
)

// atob makes the function atob. It decodes base64 to a string of bytes, and accepts white space and missing
// padding.
func atob(p *platform, name string) goja.Value {
	return p.fn(name, 1, func(call goja.FunctionCall) goja.Value {
		if len(call.Arguments) == 0 {
			panic(NewError(p.vm, "TypeError", "ERR_MISSING_ARGS", `The "input" argument must be specified`))
		}
		guard.Need(p.vm, 6*textLength(call.Arguments[0]))
		data, problem := forgivingDecode(call.Arguments[0].String())
		if problem != "" {
			panic(p.domException("InvalidCharacterError", problem))
		}
		return latin1String(data)
	})
}

// btoa makes the function btoa. It encodes a string of bytes as base64.
func btoa(p *platform, name string) goja.Value {
	return p.fn(name, 1, func(call goja.FunctionCall) goja.Value {
		if len(call.Arguments) == 0 {
			panic(NewError(p.vm, "TypeError", "ERR_MISSING_ARGS", `The "input" argument must be specified`))
		}
		n := textLength(call.Arguments[0])
		guard.Need(p.vm, 4*n)
		data := make([]byte, 0, n)
		for _, r := range call.Arguments[0].String() {
			if r > 0xff {
				panic(p.domException("InvalidCharacterError", "Invalid character"))
			}
			data = append(data, byte(r))
		}
		return p.vm.ToValue(base64.StdEncoding.EncodeToString(data))
	})
}

// forgivingDecode implements the forgiving-base64 decode of the Infra standard. problem is Node's message
// for a text that is not valid, else "".
func forgivingDecode(s string) (data []byte, problem string) {
	s = strings.Map(func(r rune) rune {
		switch r {
		case ' ', '\t', '\n', '\f', '\r':
			return -1
		}
		return r
	}, s)
	if len(s)%4 == 0 {
		s = strings.TrimSuffix(strings.TrimSuffix(s, "="), "=")
	}
	for i := range len(s) {
		if !isAlnum(s[i]) && s[i] != '+' && s[i] != '/' {
			return nil, "Invalid character"
		}
	}
	data, err := base64.RawStdEncoding.DecodeString(s)
	if err != nil {
		return nil, "The string to be decoded is not correctly encoded."
	}
	return data, ""
}

func isAlnum(c byte) bool { return isAlpha(c) || isDigit(c) }
func isDigit(c byte) bool { return '0' <= c && c <= '9' }
func isAlpha(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// latin1String makes a string with one UTF-16 unit per byte.
func latin1String(data []byte) goja.Value {
	units := make([]uint16, len(data))
	for i, b := range data {
		units[i] = uint16(b)
	}
	return goja.StringFromUTF16(units)
}
