// This file has the checks of functions that read, make or match text.

package guard

import (
	"math"
	"strings"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/patterns"
)

// letters returns the length of a string in UTF-16 units, and at least that of any other primitive value as a text. It returns 1
// for an object, and for nil.
func letters(v goja.Value) float64 {
	switch s := v.(type) {
	case nil, *goja.Object:
		return 1
	case goja.String:
		return float64(s.Length())
	}
	if n := integer(v); n != nil {
		return lettersOf(n)
	}
	if goja.IsNumber(v) {
		return perNumber
	}
	return perConstant
}

func repeat(g *Guard, this goja.Value, args []goja.Value) []goja.Value {
	args = numeric(args, 0)
	count := number(argument(args, 0))
	if count <= -1 || math.IsInf(count, 0) {
		g.refuse(rangeError, "Invalid count value: "+argument(args, 0).String())
	}
	if count *= letters(this); count > maxString {
		g.refuse(rangeError, tooLong)
	}
	g.reserve(count)
	return args
}

func pad(g *Guard, _ goja.Value, args []goja.Value) []goja.Value {
	args = numeric(args, 0)
	if _, later := argument(args, 1).(*goja.Object); !later { // an object becomes text only if there is something to fill
		args = g.text(args, 1)
	}
	n := number(argument(args, 0))
	if n > maxString {
		g.refuse(rangeError, tooLong)
	}
	g.reserve(n)
	return args
}

func concatStrings(g *Guard, this goja.Value, args []goja.Value) []goja.Value {
	n := letters(this)
	for i := range args {
		args = g.text(args, i)
		n += letters(argument(args, i))
	}
	if n > maxString {
		g.refuse(rangeError, tooLong)
	}
	g.reserve(n)
	return args
}

func normalize(g *Guard, this goja.Value, args []goja.Value) []goja.Value {
	n := letters(this)
	if n > maxString/18 { // one letter can become 18
		g.refuse(rangeError, tooLong)
	}
	if !isASCII(this) {
		g.reserve(n * perNormal)
	}
	return args
}

// localeCompare reserves memory for the copies of both texts that goja makes before it compares them.
func localeCompare(g *Guard, this goja.Value, args []goja.Value) []goja.Value {
	args = g.text(args, 0)
	for _, v := range []goja.Value{this, argument(args, 0)} {
		n := letters(v)
		if n > MaxRules {
			g.refuse(rangeError, tooLong)
		}
		if n > manyLetters {
			g.reserve(n * perNormal / 2)
		}
	}
	return args
}

// parse bounds the nesting of JSON text, and reserves memory for the lists in it.
func parse(g *Guard, _ goja.Value, args []goja.Value) []goja.Value {
	args = g.text(args, 0)
	s, ok := argument(args, 0).(goja.String)
	if !ok || s.Length() < maxJSON {
		return args
	}
	text := s.String()
	depth, commas, quoted := 0, 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '[', c == '{':
			if depth++; depth > maxJSON {
				g.refuse(rangeError, tooDeep)
			}
		case c == ']', c == '}':
			depth--
		case c == ',':
			commas++
		}
	}
	g.reserve(float64(commas) * perElement)
	return args
}

// message reserves memory for the texts that contain the message of an error: the stack, and the printed
// error.
func message(g *Guard, _ goja.Value, args []goja.Value) []goja.Value {
	args = g.text(args, 0)
	g.reserve(letters(argument(args, 0)) * perMessage)
	return args
}

// splits reserves memory for the parts of a text that is split at another text.
func splits(g *Guard, this goja.Value, args []goja.Value) []goja.Value {
	separator, plain := argument(args, 0).(goja.String)
	text, ok := this.(goja.String)
	if !plain || !ok || text.Length() <= longText {
		return args
	}
	n, size := g.occurrencesIn(text, separator)+1, float64(perPart)
	if limit := argument(args, 1); !goja.IsUndefined(limit) {
		n = min(n, float64(uint32(limit.ToInteger()))) //nolint:gosec // as ToUint32 of the specification does
	}
	if !isASCII(text) {
		size, n = 2*perPart, min(n, float64(text.Length())) // each part is a copy
	}
	g.reserve(n * size)
	return args
}

// occurrencesIn returns at least how often goja finds a text in another one, from the start to the end.
func (g *Guard) occurrencesIn(text, search goja.String) float64 {
	n := search.Length()
	if n == 0 {
		return float64(text.Length() + 1)
	}
	if isASCII(text) && isASCII(search) {
		return float64(strings.Count(text.String(), search.String()))
	}
	found, first, second := 0, search.CharAt(0), search.CharAt(min(1, n-1))
	for i := range text.Length() - n + 1 {
		if i%longText == 0 {
			g.hear()
		}
		if text.CharAt(i) == first && text.CharAt(i+min(1, n-1)) == second {
			found++
		}
	}
	return float64(min(found, text.Length()/n))
}

// matchesOf prepares a RegExp for a method that looks for all its matches.
func matchesOf(g *Guard, this goja.Value, args []goja.Value) []goja.Value {
	g.empties(this)
	return partsOf(g, this, args)
}

// partsOf is matchesOf for RegExp.prototype[Symbol.split], for which an empty match after another one does not count.
func partsOf(g *Guard, this goja.Value, args []goja.Value) []goja.Value {
	if _, ok := this.(*goja.Object); ok {
		args = g.text(args, 0)
	}
	g.match(this, argument(args, 0), true)
	return args
}

// replacesOf is matchesOf for RegExp.prototype[Symbol.replace].
func replacesOf(g *Guard, this goja.Value, args []goja.Value) []goja.Value {
	args = matchesOf(g, this, args)
	_, isView := asProxy(objectOf(this)) // of an object whose exec may return any text as a match
	return g.substituting(argument(args, 0), args, isView)
}

func exec(g *Guard, this goja.Value, args []goja.Value) []goja.Value {
	if o, ok := this.(*goja.Object); ok && o.ClassName() == "RegExp" {
		args = g.text(args, 0)
	}
	g.match(this, argument(args, 0), false)
	return args
}

// replace prepares the replacement of a text that is looked for.
func replace(g *Guard, this goja.Value, args []goja.Value) []goja.Value {
	return g.substituting(this, args, false)
}

// replaceAll reserves memory for the list of matches, which goja makes before it replaces the first one,
// and for the result.
func replaceAll(g *Guard, this goja.Value, args []goja.Value) []goja.Value {
	args = replace(g, this, args)
	text, ok := this.(goja.String)
	search, plain := argument(args, 0).(goja.String)
	if ok && plain && text.Length() > longText {
		n := g.occurrencesIn(text, search)
		g.reserve(n*perMatch + float64(text.Length()) + n*letters(argument(args, 1)))
	}
	return args
}

// calledPattern is pattern for RegExp without new, which returns an object that says that it is a RegExp.
func calledPattern(g *Guard, this goja.Value, args []goja.Value) []goja.Value {
	o, ok := argument(args, 0).(*goja.Object)
	if ok && goja.IsUndefined(argument(args, 1)) && implName(o) != "regexpObject" && g.isRegExp(o) && o.Get("constructor") == g.regExp {
		return args
	}
	return pattern(g, this, args)
}

// pattern bounds the pattern of a regular expression. An object that is not a RegExp becomes text, or its source does.
func pattern(g *Guard, _ goja.Value, args []goja.Value) []goja.Value {
	if o, ok := argument(args, 0).(*goja.Object); ok && implName(o) != "regexpObject" {
		if g.isRegExp(o) {
			flags := argument(args, 1)
			args = g.text([]goja.Value{orUndefined(o.Get("source")), flags}, 0)
			if goja.IsUndefined(flags) {
				args[1] = orUndefined(o.Get("flags"))
			}
		} else {
			args = g.text(args, 0)
		}
	}
	v := argument(args, 0)
	s, _ := v.(goja.String)
	if letters(v) > MaxPattern || s != nil && patterns.Repeated(s.String()) > patterns.MaxSize {
		g.refuse(syntaxError, "Invalid regular expression: "+tooComplex)
	}
	return args
}
