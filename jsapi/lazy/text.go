package lazy

// This file writes and reads the outline, and makes the code without the bodies of waiting functions.

import (
	"bytes"
	"sort"
	"strconv"
	"strings"
)

// minCode is the minimum length in bytes of a script that gets an outline.
const minCode = 160 << 10

// marker is the start of the outline, which is the last line of the code. Its number is the version of
// the format.
const marker = "\n//hitlrun:functions 3 "

// sloppyKind is added to the kind of a function in code that is not strict.
const sloppyKind = 16

const (
	begins       = `(async(` + sentinel + `)=>{"use strict";`
	beginsSloppy = `((` + sentinel + `)=>{` // modules without "use strict" come before the strict code
)

// beginning returns the text with which code of the bundler begins, which is one function. It returns "" for other code.
func beginning(code []byte) string {
	for _, text := range []string{begins, beginsSloppy} {
		if bytes.HasPrefix(code, []byte(text)) {
			return text
		}
	}
	return ""
}

// isBundle reports whether the whole code is one function.
func isBundle(code []byte) bool { return beginning(code) != "" }

// format writes an outline. It begins with the offset of the list of the shared names, and these. For each function it has: the distance from the
// end of the last one, the offset of the body from the start, the length of the body, the kind, the offset of
// the parameters of a method from the start, and its own names.
func format(listAt int, shared []string, spans []span) []byte {
	if len(spans) == 0 {
		return nil
	}
	out := []byte(marker)
	if len(shared) > 0 {
		out = append(strconv.AppendInt(out, int64(listAt), 10), ' ')
	}
	out = append(append(out, strings.Join(shared, " ")...), ';')
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
func split(code []byte) (before []byte, shared list, spans []span) {
	at := bytes.LastIndex(code, []byte(marker))
	if at < 0 || bytes.IndexByte(code[at+1:], '\n') >= 0 {
		return code, list{}, nil
	}
	code, text := code[:at], string(code[at+len(marker):])
	names, text, ok := strings.Cut(text, ";")
	if !ok {
		return code, list{}, nil
	}
	if fields := strings.Fields(names); len(fields) > 0 {
		at, err := strconv.Atoi(fields[0])
		if err != nil || at < 0 || at > len(code) || !bytes.HasSuffix(code[:at], []byte(`=>{"use strict";`)) || len(fields) == 1 {
			return code, list{}, nil
		}
		shared = list{at, fields[1:]}
	}
	spans = make([]span, 0, strings.Count(text, ";"))
	last := 0
	for text != "" {
		var n [5]int
		for i := range n {
			digits, rest, ok := strings.Cut(text, ",")
			var err error
			if n[i], err = strconv.Atoi(digits); err != nil || !ok || n[i] < 0 && i < 4 {
				return code, list{}, nil
			}
			text = rest
		}
		names, rest, ok := strings.Cut(text, ";")
		s := span{start: last + n[0], kind: kind(n[3] % sloppyKind), sloppy: n[3] >= sloppyKind}
		s.body = s.start + n[1]
		s.end, s.params = s.body+n[2], s.start+n[4]
		if text = rest; !ok || s.end > len(code) || s.params < s.start && s.kind >= method || s.params > s.body || s.kind > generatorMethod ||
			s.start < len(beginning(code)) || s.body < last || code[s.body] != '{' || code[s.end-1] != '}' {
			return code, list{}, nil
		}
		if names != "" {
			s.names = strings.Split(names, " ")
		}
		last = s.end
		spans = append(spans, s)
	}
	return code, shared, spans
}

// list is the list of the shared names, and its offset. The functions behind it share these.
type list struct {
	at    int
	names []string
}

// has reports whether a function shares the names.
func (l *list) has(s *span) bool { return len(l.names) > 0 && s.start >= l.at }

// without returns the code in which the body of each waiting function is the list of its own names. If there are shared names, a
// function has the list of these, at listAt in the text. places says where each part of the text was.
func without(code []byte, shared list, spans []span) (text []byte, listAt int, places places) {
	size := len(code) + 64
	for _, name := range shared.names {
		size += len(name) + 1
	}
	for _, s := range spans {
		size += s.body - s.end + len("{[]}") + len(sentinel)
		for _, name := range s.names {
			size += len(name) + 1
		}
	}
	out := make([]byte, 0, size)
	places = make([]part, 0, len(spans)+2)
	last := 0
	keep := func(end int) {
		places = append(places, part{len(out), last - len(out)})
		out = append(out, code[last:end]...)
	}
	write := func(names []string) {
		out = append(out, "{["+sentinel...)
		for _, name := range names {
			out = append(append(out, ','), name...)
		}
		out = append(out, "]}"...)
	}
	for i := 0; i <= len(spans); i++ {
		if len(shared.names) > 0 && listAt == 0 && (i == len(spans) || shared.has(&spans[i])) {
			keep(shared.at)
			last = shared.at
			listAt = len(out) + len("(")
			out = append(out, "(()=>"...)
			write(shared.names)
			out = append(out, ");"...)
		}
		if i == len(spans) {
			break
		}
		s := &spans[i]
		keep(s.body)
		if len(s.names) > 0 || !shared.has(s) {
			write(s.names)
		} else {
			out = append(out, "{}"...)
		}
		last = s.end
	}
	keep(len(code))
	return out, listAt, places
}

// places says where the parts of a text are in the code that it was made from, in order.
type places []part

// part begins at the offset at, and is by characters further behind in the code.
type part struct{ at, by int }

// in returns the offset in the code of an offset in the text. near is an index that is probably right; in changes it to
// the one that is.
func (p places) in(at int, near *int) int {
	i := *near
	if i >= len(p) || p[i].at > at || i+1 < len(p) && p[i+1].at <= at {
		if i = sort.Search(len(p), func(i int) bool { return p[i].at > at }) - 1; i < 0 {
			return at
		}
		*near = i
	}
	return at + p[i].by
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
