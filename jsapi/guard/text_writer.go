// This file makes texts of parts, of which each can be long.

package guard

import (
	"unicode/utf16"
	"unicode/utf8"

	"github.com/dop251/goja"
)

// textWriter makes a text of parts. It bounds the letters, and requests the memory for each part that is longer than least.
type textWriter struct {
	g       *Guard
	least   int
	letters float64
	out     goja.StringBuilder
}

func (w *textWriter) write(part goja.String) {
	n := part.Length()
	if w.letters += float64(n); w.letters > maxString {
		w.g.refuse(rangeError, tooLong)
	}
	if n > w.least {
		w.g.reserve(float64(n) * growing)
	}
	w.out.WriteString(part)
}

// ofRaw is String.raw. goja's own loop does not end at an interrupt, and does not count the letters.
func ofRaw(g *Guard, _ function) function {
	return func(call goja.FunctionCall) goja.Value {
		parts := orUndefined(call.Argument(0).ToObject(g.rt).Get("raw")).ToObject(g.rt)
		w, n := textWriter{g: g}, toLength(orUndefined(parts.Get("length")))
		if n > maxLike {
			g.refuse(rangeError, tooLong)
		}
		known := 0.0 // letters
		for _, values := range [][]goja.Value{elementsOf(parts), call.Arguments[1:min(len(call.Arguments), int(max(n, 1)))]} {
			for _, v := range values {
				known += letters(v)
			}
		}
		if known > maxString {
			g.refuse(rangeError, tooLong)
		}
		for i := 0; float64(i) < n; i++ {
			if i%longList == 0 {
				g.hear()
			}
			w.write(g.textOf(orUndefined(g.element(parts, i))))
			if float64(i+1) < n && i+1 < len(call.Arguments) {
				w.write(g.textOf(call.Arguments[i+1]))
			}
		}
		return w.out.String()
	}
}

// ofParts returns a function such as encodeURIComponent, which makes a text of each letter, for parts of a long text. goja's own
// loops do not end at an interrupt, and do not count the letters.
func ofParts(g *Guard, f function) function {
	return func(call goja.FunctionCall) goja.Value {
		call.Arguments = g.text(call.Arguments, 0)
		text, ok := argument(call.Arguments, 0).(goja.String)
		if !ok || text.Length() <= longText {
			return f(call)
		}
		return g.inPieces(text, longText, func(piece goja.String) goja.Value {
			return f(goja.FunctionCall{This: call.This, Arguments: []goja.Value{piece}})
		})
	}
}

// inPieces returns the text of what change makes of the pieces of a text, which have about so many letters. No surrogate pair is cut.
func (g *Guard) inPieces(text goja.String, size int, change func(piece goja.String) goja.Value) goja.Value {
	w := textWriter{g: g}
	for from, n := 0, text.Length(); from < n; {
		g.hear()
		to := min(from+size, n)
		if to < n && utf16.DecodeRune(rune(text.CharAt(to-1)), rune(text.CharAt(to))) != utf8.RuneError {
			to++
		}
		w.write(g.textOf(change(text.Substring(from, to))))
		from = to
	}
	return w.out.String()
}
