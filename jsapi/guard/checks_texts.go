// This file has the checks of functions that read, make or match text.

package guard

import (
	"math"
	"strings"

	"github.com/dop251/goja"
)

// letters returns the length of a string in UTF-16 units, and 1 for any other value.
func letters(v goja.Value) float64 {
	if s, ok := v.(goja.String); ok {
		return float64(s.Length())
	}
	return 1
}

func repeat(g *Guard, this goja.Value, args []goja.Value) []goja.Value {
	args = numeric(args, 0)
	if count := number(argument(args, 0)); !math.IsInf(count, 0) { // goja itself refuses an infinite count
		if count *= letters(this); count > maxString {
			g.refuse(rangeError, tooLong)
		}
		g.reserve(count)
	}
	return args
}

func pad(g *Guard, _ goja.Value, args []goja.Value) []goja.Value {
	args = numeric(args, 0)
	n := number(argument(args, 0))
	if n > maxString {
		g.refuse(rangeError, tooLong)
	}
	g.reserve(n)
	return args
}

func raw(g *Guard, _ goja.Value, args []goja.Value) []goja.Value {
	n := 0.0
	if o, ok := argument(args, 0).(*goja.Object); ok {
		parts := orUndefined(o.Get("raw"))
		if w := g.seen(parts); w != nil {
			parts = w
		}
		template := g.rt.NewObject()
		if err := template.Set("raw", parts); err != nil {
			panic(err)
		}
		args = with(args, 0, template)
		if length(parts) > maxLike {
			g.refuse(rangeError, tooLong)
		}
		if list, ok := parts.(*goja.Object); ok && isArray(list) {
			n = g.lettersIn(list, int(length(list)))
		}
	}
	for i := 1; i < len(args); i++ {
		n += letters(args[i])
	}
	if n > maxString {
		g.refuse(rangeError, tooLong)
	}
	g.reserve(n * growing)
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

// matches prepares the RegExp that a method of strings gets.
func matches(g *Guard, this goja.Value, args []goja.Value) []goja.Value {
	g.match(argument(args, 0), this, true)
	return pattern(g, this, args)
}

func splits(g *Guard, this goja.Value, args []goja.Value) []goja.Value {
	g.match(argument(args, 0), this, true)
	separator, plain := argument(args, 0).(goja.String)
	text, ok := this.(goja.String)
	if plain && ok && text.Length() > longText {
		n := strings.Count(text.String(), separator.String())
		if limit := argument(args, 1); !goja.IsUndefined(limit) {
			n = min(n, int(max(0, number(limit))))
		}
		g.reserve(float64(n) * perPart)
	}
	return args
}

// matchesOf is matches for a method of RegExp.
func matchesOf(g *Guard, this goja.Value, args []goja.Value) []goja.Value {
	if _, ok := this.(*goja.Object); ok {
		args = g.text(args, 0)
	}
	g.match(this, argument(args, 0), true)
	return args
}

// replacesOf is matchesOf for RegExp.prototype[Symbol.replace]. goja calls the method exec of objects of other classes, and
// fails if there is none.
func replacesOf(g *Guard, this goja.Value, args []goja.Value) []goja.Value {
	if o, ok := this.(*goja.Object); ok && o.ClassName() != "RegExp" {
		if _, ok := goja.AssertFunction(o.Get("exec")); !ok {
			g.refuse("TypeError", "Method RegExp.prototype.exec called on incompatible receiver #<Object>")
		}
	}
	args = matchesOf(g, this, args)
	return g.substituting(argument(args, 0), args)
}

func exec(g *Guard, this goja.Value, args []goja.Value) []goja.Value {
	if o, ok := this.(*goja.Object); ok && o.ClassName() == "RegExp" {
		args = g.text(args, 0)
	}
	g.match(this, argument(args, 0), false)
	return args
}

// replace prepares the RegExp, whose method replace gets the replacement. It is replaced here for a text that is looked for.
func replace(g *Guard, this goja.Value, args []goja.Value) []goja.Value {
	g.match(argument(args, 0), this, true)
	if _, ok := argument(args, 0).(*goja.Object); !ok {
		args = g.substituting(this, args)
	}
	return args
}

// replaceAll reserves memory for the list of matches, which goja makes before it replaces the first one,
// and for the result.
func replaceAll(g *Guard, this goja.Value, args []goja.Value) []goja.Value {
	args = replace(g, this, args)
	text, ok := this.(goja.String)
	search, plain := argument(args, 0).(goja.String)
	if ok && plain && text.Length() > manyLetters {
		n := float64(strings.Count(text.String(), search.String()))
		g.reserve(n*perMatch + float64(text.Length()) + n*letters(argument(args, 1)))
	}
	return args
}

func pattern(g *Guard, _ goja.Value, args []goja.Value) []goja.Value {
	if letters(argument(args, 0)) > MaxPattern {
		g.refuse(syntaxError, "Invalid regular expression: "+tooComplex)
	}
	return args
}
