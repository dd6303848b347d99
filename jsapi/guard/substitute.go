// This file makes the texts that take the place of matches. A replacement such as "$&$&" refers to the match, or to the text
// around it, so the result can be as large as the text times the replacement, and goja makes it in one call.

package guard

import (
	"strings"

	"github.com/dop251/goja"
)

// manyMade is how many letters goja may make of a text by itself.
const manyMade = 1 << 26

// substituting returns args with a function in place of the replacement args[1], if the result may be large. The function counts
// the letters that it makes, and requests the memory for them. text is the text in which matches are replaced. any says that a match
// may be any text.
func (g *Guard) substituting(text goja.Value, args []goja.Value, any bool) []goja.Value {
	if _, callable := goja.AssertFunction(argument(args, 1)); callable {
		return args
	}
	by, ok := argument(args, 1).(goja.String)
	if !ok {
		by = g.textOf(argument(args, 1))
		args = with(args, 1, by)
	}
	n := letters(text)
	made := n * float64(by.Length()) // at most, if each letter is a match
	for i := 0; i+1 < by.Length(); i++ {
		if by.CharAt(i) == '$' && by.CharAt(i+1) != '$' {
			made += n * n // what is before or after the match; also a group can be outside of it
		}
	}
	if made <= manyMade && (!any || !strings.Contains(by.String(), "$")) {
		return args
	}
	s := &substitution{g: g, by: by}
	return with(args, 1, g.unnamed(s.replacement))
}

// replacingAll returns f, which is String.prototype.replaceAll, for calls that look for the empty text. goja finds it also behind
// the end of a text that is not ASCII, and does not end.
func (g *Guard) replacingAll(f function) function {
	return func(call goja.FunctionCall) goja.Value {
		text, ok := call.This.(goja.String)
		search, plain := argument(call.Arguments, 0).(goja.String)
		if !ok || !plain || search.Length() > 0 {
			return f(call)
		}
		by, isText := argument(call.Arguments, 1).(goja.String)
		part, whole := &substitution{g: g, by: by}, &substitution{g: g}
		for i := 0; i <= text.Length(); i++ {
			g.hear()
			match := goja.FunctionCall{This: goja.Undefined(), Arguments: []goja.Value{search, g.rt.ToValue(i), text}}
			if isText {
				whole.write(part.replacement(match).(goja.String)) //nolint:forcetypeassert // it is that of its out
			} else {
				whole.write(g.textOf(g.invoke(call.Arguments[1], match)))
			}
			if i < text.Length() {
				whole.write(text.Substring(i, i+1))
			}
		}
		return whole.out.String()
	}
}

// substitution makes the texts for the matches of one call.
type substitution struct {
	g       *Guard
	by      goja.String
	letters float64 // of all texts so far

	// Of the current match.
	out      goja.StringBuilder
	text     goja.String
	position int
	captures []goja.Value // the match, and its groups
	groups   *goja.Object // by name; nil for none
}

// replacement is GetSubstitution of the specification. Its arguments are those of a function that replaces: the match, its groups,
// its position, the text, and the groups by name if there are any.
func (s *substitution) replacement(call goja.FunctionCall) goja.Value {
	s.g.hear()
	n := len(call.Arguments) - 2
	if s.groups = nil; !goja.IsNumber(call.Arguments[n]) { // it is the text, and what follows are the groups
		s.groups = call.Arguments[n+1].ToObject(s.g.rt)
		n--
	}
	s.captures, s.position = call.Arguments[:n], int(call.Arguments[n].ToInteger())
	s.text, _ = call.Arguments[n+1].(goja.String)
	s.out = goja.StringBuilder{}
	for i, plain := 0, 0; ; {
		if i < s.by.Length() && s.by.CharAt(i) != '$' {
			i++
			continue
		}
		s.write(s.by.Substring(plain, i))
		if i == s.by.Length() {
			return s.out.String()
		}
		i += s.reference(i)
		plain = i
	}
}

// write adds a text to the result.
func (s *substitution) write(text goja.String) {
	n := float64(text.Length())
	if s.letters += n; s.letters > maxString {
		s.g.refuse(rangeError, tooLong)
	}
	s.g.reserve(n * growing)
	s.out.WriteString(text)
}

// reference writes what the "$" at index i stands for. It returns the number of letters of the reference.
func (s *substitution) reference(i int) int {
	literal := func(n int) int {
		s.write(s.by.Substring(i, i+n))
		return n
	}
	if i+1 == s.by.Length() {
		return literal(1)
	}
	match, _ := s.captures[0].(goja.String)
	switch c := s.by.CharAt(i + 1); {
	case c == '$':
		literal(1)
		return 2
	case c == '&':
		s.write(match)
		return 2
	case c == '`':
		s.write(s.text.Substring(0, s.position))
		return 2
	case c == '\'':
		if tail := s.position + match.Length(); tail < s.text.Length() {
			s.write(s.text.Substring(tail, s.text.Length()))
		}
		return 2
	case c == '<' && s.groups != nil:
		for end := i + 2; end < s.by.Length(); end++ {
			if s.by.CharAt(end) == '>' {
				if v := s.groups.Get(s.by.Substring(i+2, end).String()); v != nil && !goja.IsUndefined(v) {
					s.write(s.g.textOf(v))
				}
				return end + 1 - i
			}
		}
	case '0' <= c && c <= '9':
		group, size := int(c-'0'), 2
		if i+2 < s.by.Length() {
			if d := s.by.CharAt(i + 2); '0' <= d && d <= '9' && 10*group+int(d-'0') < len(s.captures) {
				group, size = 10*group+int(d-'0'), 3
			}
		}
		if group > 0 && group < len(s.captures) {
			if !goja.IsUndefined(s.captures[group]) {
				s.write(s.g.textOf(s.captures[group]))
			}
			return size
		}
	}
	return literal(1)
}
