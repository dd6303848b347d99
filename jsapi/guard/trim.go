// This file trims long texts. goja converts the whole text for that, which nothing interrupts.

package guard

import (
	"strings"

	"github.com/dop251/goja"
	"github.com/dop251/goja/parser"
)

// ofTrim returns the wrapper of trim, and of the methods that trim one side.
func ofTrim(start, end bool) func(*Guard, function) function {
	return func(g *Guard, f function) function {
		return ofText(g, func(call goja.FunctionCall) goja.Value {
			text, ok := call.This.(goja.String)
			if !ok || text.Length() <= longText || isASCII(text) {
				return f(call)
			}
			from, to := 0, text.Length()
			for start && from < to && g.isSpace(text, from) {
				from++
			}
			for end && from < to && g.isSpace(text, to-1) {
				to--
			}
			return text.Substring(from, to)
		})
	}
}

// isSpace reports whether trim removes the letter of a text at a place.
func (g *Guard) isSpace(text goja.String, at int) bool {
	if at%longText == 0 {
		g.hear()
	}
	return strings.ContainsRune(parser.WhitespaceChars, rune(text.CharAt(at)))
}
