package lazy

// This file writes and reads the outline, and makes the code without the bodies of waiting functions.

import (
	"bytes"
	"strconv"
	"strings"
)

// minCode is the minimum length in bytes of a script that gets an outline.
const minCode = 160 << 10

// marker is the start of the outline, which is the last line of the code. Its number is the version of
// the format.
const marker = "\n//hitlrun:functions 2 "

// sloppyKind is added to the kind of a function in code that is not strict.
const sloppyKind = 16

var (
	begins       = []byte(`(async(` + sentinel + `)=>{"use strict";`)
	beginsSloppy = []byte(`((` + sentinel + `)=>{`) // modules without "use strict" come before the strict code
)

// isBundle reports whether the whole code is one function.
func isBundle(code []byte) bool {
	return bytes.HasPrefix(code, begins) || bytes.HasPrefix(code, beginsSloppy)
}

// format writes an outline. For each function it has: the distance from the end of the last one, the
// offset of the body from the start, the length of the body, the kind, the offset of the parameters of a
// method from the start, and the names.
func format(spans []span) []byte {
	if len(spans) == 0 {
		return nil
	}
	out := []byte(marker)
	last := 0
	for _, s := range spans {
		kind := int(s.kind)
		if s.sloppy {
			kind += sloppyKind
		}
		for _, n := range []int{s.start - last, s.body - s.start, s.end - s.body, kind, s.params - s.start} {
			out = append(strconv.AppendInt(out, int64(n), 10), ',')
		}
		last = s.end
		out = append(append(out, strings.Join(s.names, " ")...), ';')
	}
	return out
}

// split separates the code from its outline. It returns no spans if there is no outline, or if the outline
// does not fit the code.
func split(code []byte) ([]byte, []span) {
	at := bytes.LastIndex(code, []byte(marker))
	if at < 0 || bytes.IndexByte(code[at+1:], '\n') >= 0 {
		return code, nil
	}
	code, text := code[:at], string(code[at+len(marker):])
	spans := make([]span, 0, strings.Count(text, ";"))
	last := 0
	for text != "" {
		var n [5]int
		for i := range n {
			digits, rest, ok := strings.Cut(text, ",")
			var err error
			if n[i], err = strconv.Atoi(digits); err != nil || !ok || n[i] < 0 && i < 4 {
				return code, nil
			}
			text = rest
		}
		names, rest, ok := strings.Cut(text, ";")
		s := span{start: last + n[0], kind: kind(n[3] % sloppyKind), sloppy: n[3] >= sloppyKind}
		s.body = s.start + n[1]
		s.end, s.params = s.body+n[2], s.start+n[4]
		if text = rest; !ok || s.end > len(code) || s.params < s.start && s.kind >= method || s.params > s.body || s.kind > generatorMethod ||
			code[s.body] != '{' || code[s.end-1] != '}' {
			return code, nil
		}
		if names != "" {
			s.names = strings.Split(names, " ")
		}
		last = s.end
		spans = append(spans, s)
	}
	return code, spans
}

// without returns the code in which the body of each waiting function is the list of its names, padded to
// the same length.
func without(code []byte, spans []span) []byte {
	out := bytes.Clone(code)
	blanks := strings.Repeat(" ", 4096)
	for _, s := range spans {
		list := append(out[:s.body], "{["+sentinel...)
		for _, name := range s.names {
			list = append(append(list, ','), name...)
		}
		list = append(list, ']')
		for rest := out[len(list) : s.end-1]; len(rest) > 0; {
			rest = rest[copy(rest, blanks):]
		}
	}
	return out
}

// whole returns the text of a function as an expression, and the length of the prefix before it. A method
// becomes a method of an object.
func (s *span) whole(code string) (text string, before int) {
	prefix, from, suffix := "(", s.start, ")"
	switch s.kind {
	case method:
		prefix, from, suffix = "({m", s.params, "})"
	case asyncMethod:
		prefix, from, suffix = "({async m", s.params, "})"
	case generatorMethod:
		prefix, from, suffix = "({*m", s.params, "})"
	}
	return prefix + code[from:s.end] + suffix, len(prefix)
}

// from returns the offset in the code of the text that whole puts after its prefix.
func (s *span) from() int {
	if s.kind >= method {
		return s.params
	}
	return s.start
}
