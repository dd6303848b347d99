package lazy

// This file writes and reads the outline, and makes the text that is compiled at once.

import (
	"bytes"
	"strconv"
	"strings"
)

// minCode is how long a script is that has an outline.
const minCode = 160 << 10

// marker begins the outline, the last line of the code. Its number changes with what follows it.
const marker = "\n//hitlrun:functions 1 "

var begins = []byte(`(async function(` + sentinel + `){"use strict";`)

// isBundle reports whether the whole code is one function, in strict mode.
func isBundle(code []byte) bool { return bytes.HasPrefix(code, begins) }

// format writes an outline: for each function how far it is behind the last one, and its body behind its start; how long that
// is; its kind, where the parameters of a method are behind its start, and the names.
func format(spans []span) []byte {
	if len(spans) == 0 {
		return nil
	}
	out := []byte(marker)
	last := 0
	for _, s := range spans {
		for _, n := range []int{s.start - last, s.body - s.start, s.end - s.body, int(s.kind), s.params - s.start} {
			out = append(strconv.AppendInt(out, int64(n), 10), ',')
		}
		last = s.end
		out = append(append(out, strings.Join(s.names, " ")...), ';')
	}
	return out
}

// split cuts the code from its outline. There are no functions if there is none, or none that fits.
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
		s := span{start: last + n[0], kind: kind(n[3])}
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

// without returns the code with bodies of the same length for the functions that wait.
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

// whole returns the text of a function as an expression, and how long what stands before it is. A method is a method of an object.
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

// from is where the text that follows what whole puts before it begins.
func (s *span) from() int {
	if s.kind >= method {
		return s.params
	}
	return s.start
}
