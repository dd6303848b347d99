// This file splits texts with regular expressions that package regexp matches, in one go. goja makes another RegExp for each call, as the
// specification says, and tries it at each letter.

package guard

import (
	"regexp"
	"strings"
	"unicode/utf8"
	"unsafe"

	"github.com/dop251/goja"
)

// maxSplit is the number of letters of a text up to which it is split in one go, which nothing interrupts.
const maxSplit = 1 << 20

// splitAtOnce splits a text with a RegExp whose methods are the built-in ones. args are those of RegExp.prototype[Symbol.split]. It returns
// nil if package regexp does not match the pattern in this text as ECMAScript says.
func (g *Guard) splitAtOnce(o *goja.Object, args []goja.Value) goja.Value {
	text, ok := argument(args, 0).(goja.String)
	_, pattern := patternOf(o)
	if !ok || pattern == nil || text.Length() > maxSplit {
		return nil
	}
	l := patternLayout()
	source := *fieldAt[string](pattern, l.source)
	linear := (*regexp.Regexp)(*fieldAt[unsafe.Pointer](pattern, l.linear))
	size := text.Length()
	if linear == nil || float64(size)*weightOf(source) > maxLinear {
		return nil
	}
	if *fieldAt[bool](pattern, l.unicode) && g.matcher(l, pattern, source) == nil {
		return nil // package regexp takes more than the flag u allows
	}
	if program := g.program(l, pattern, source, text); program != nil {
		if g.look(program, text); g.needs(program) {
			return nil
		}
	}
	if size > longText && g.o.Fits != nil && !g.o.Fits(float64(size)*perMatch) {
		return nil
	}
	subject, ok := characters(text)
	if !ok {
		return nil
	}
	most := uint32(1<<32 - 1)
	if limit := argument(args, 1); !goja.IsUndefined(limit) {
		most = uint32(limit.ToInteger()) //nolint:gosec // limited has made it a number of 32 bits
	}
	s := splitter{g: g, text: text, subject: subject, plain: len(subject) == size, most: int(most)}
	return g.rt.NewArray(s.split(linear)...)
}

// weightOf estimates how long package regexp takes for a letter of a text.
func weightOf(source string) float64 { return float64(len(source) + 1000*strings.Count(source, "{")) }

// characters returns a text as UTF-8. ok is false if it has surrogates, which package regexp does not match as ECMAScript says.
func characters(text goja.String) (s string, ok bool) {
	if !isASCII(text) {
		for i := range text.Length() {
			if c := text.CharAt(i); 0xd800 <= c && c <= 0xdfff {
				return "", false
			}
		}
	}
	return text.String(), true
}

// splitter splits a text.
type splitter struct {
	g       *Guard
	text    goja.String
	subject string // the text as UTF-8
	plain   bool   // whether each letter is one byte of it
	most    int    // parts
	parts   []any

	bytes, units int // the same place in subject and text
}

func (s *splitter) split(rx *regexp.Regexp) []any {
	if s.most == 0 {
		return nil
	}
	if s.subject == "" {
		if rx.MatchString("") {
			return nil
		}
		return []any{s.text}
	}
	count := -1
	if s.most < len(s.subject) {
		count = s.most + 1 // one may be the empty one at the start
	}
	last := 0
	for _, m := range rx.FindAllStringSubmatchIndex(s.subject, count) {
		if m[0] >= len(s.subject) {
			break
		}
		if m[1] == last {
			continue
		}
		if s.add(last, m[0]) {
			return s.parts
		}
		last = m[1]
		for i := 2; i < len(m); i += 2 {
			if s.add(m[i], m[i+1]) {
				return s.parts
			}
		}
	}
	s.add(last, len(s.subject))
	return s.parts
}

// add adds a part of the text. It reports whether there are enough parts.
func (s *splitter) add(from, to int) bool {
	if len(s.parts)%1024 == 1023 {
		s.g.hear()
		s.g.reserve(1024 * perPart)
	}
	if from < 0 {
		s.parts = append(s.parts, goja.Undefined())
	} else {
		start := s.place(from)
		s.parts = append(s.parts, s.text.Substring(start, start+s.length(from, to)))
	}
	return len(s.parts) == s.most
}

// place returns where in the text a place of subject is.
func (s *splitter) place(at int) int {
	if s.plain {
		return at
	}
	if at < s.bytes {
		s.units -= utf8.RuneCountInString(s.subject[at:s.bytes])
	} else {
		s.units += utf8.RuneCountInString(s.subject[s.bytes:at])
	}
	s.bytes = at
	return s.units
}

// length returns the number of letters of a part of subject.
func (s *splitter) length(from, to int) int {
	if s.plain {
		return to - from
	}
	return utf8.RuneCountInString(s.subject[from:to])
}

// ofSplit is the wrapper of String.prototype.split. It splits long texts in pieces: goja's own loop does not end at an interrupt.
func ofSplit(g *Guard, f function) function {
	return ofMethod(goja.SymSplit, false)(g, func(call goja.FunctionCall) goja.Value {
		text, ok := call.This.(goja.String)
		by, separates := argument(call.Arguments, 0).(goja.String)
		if !ok || !separates || text.Length() <= maxSplit {
			return f(call)
		}
		most := int(^uint32(0))
		if limit := argument(call.Arguments, 1); !goja.IsUndefined(limit) {
			most = int(uint32(limit.ToInteger())) //nolint:gosec // split takes it modulo 2**32
		}
		c, n, size := copied{g: g}, text.Length(), maxSplit/4
		for from := 0; from < n && len(c.values) < most; {
			g.hear()
			to := min(from+size, n)
			parts := elementsOf(f(goja.FunctionCall{This: text.Substring(from, to), Arguments: []goja.Value{by}}))
			if parts == nil {
				return f(call)
			}
			if to == n || by.Length() == 0 {
				c.add(parts...)
				from = to
				continue
			}
			last := parts[len(parts)-1].(goja.String) //nolint:forcetypeassert // split returns texts
			c.add(parts[:len(parts)-1]...)
			if from = to - last.Length(); last.Length() > size/2 {
				size = 4 * last.Length()
			}
		}
		return g.listOf(c.values[:min(len(c.values), most)])
	})
}
