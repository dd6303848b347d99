// This file changes the case of texts. goja changes that of a long text at once, which nothing interrupts, and often takes the wrong
// one of the two small forms of sigma.

package guard

import (
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/dop251/goja"
)

// pieceOfText is the number of letters of a text that goja changes at once.
const pieceOfText = 1 << 18

const capitalSigma, smallSigma, finalSigma = 'Σ', 'σ', 'ς'

// ofCase returns the wrapper of toLowerCase, toUpperCase and the similar methods.
func ofCase(lower bool) func(*Guard, function) function {
	return func(g *Guard, f function) function {
		return ofText(g, func(call goja.FunctionCall) goja.Value {
			text, ok := call.This.(goja.String)
			if !ok || isASCII(text) {
				return f(call)
			}
			if lower {
				text = g.smallSigmas(text)
			}
			if text.Length() <= pieceOfText {
				return f(goja.FunctionCall{This: text, Arguments: call.Arguments})
			}
			return g.inPieces(text, pieceOfText, func(piece goja.String) goja.Value {
				return f(goja.FunctionCall{This: piece, Arguments: call.Arguments})
			})
		})
	}
}

// smallSigmas returns a text with a small letter for each capital sigma, which depends on the letters around it. The case of all
// other letters can be changed alone.
func (g *Guard) smallSigmas(text goja.String) goja.String {
	n, first := text.Length(), 0
	for first < n && text.CharAt(first) != capitalSigma {
		if first++; first%pieceOfText == 0 {
			g.hear()
		}
	}
	if first == n {
		return text
	}
	g.reserve(2 * float64(n))
	units := make([]uint16, n)
	for i := range units {
		if i%pieceOfText == 0 {
			g.hear()
		}
		units[i] = text.CharAt(i)
	}
	cased := false // the last letter that is not ignored
	for i := 0; i < n; i++ {
		if i%pieceOfText == 0 {
			g.hear()
		}
		c, size := runeAt(units, i)
		if c == capitalSigma {
			units[i] = smallSigma
			if cased && !casedAt(units, i+1) {
				units[i] = finalSigma
			}
		}
		if !isCaseIgnorable(c) {
			cased = isCased(c)
		}
		i += size - 1
	}
	return goja.StringFromUTF16(units)
}

// casedAt reports whether the first letter from at on that is not ignored has two cases. It ends at the next sigma at the latest.
func casedAt(units []uint16, at int) bool {
	for at < len(units) {
		c, size := runeAt(units, at)
		if !isCaseIgnorable(c) {
			return isCased(c)
		}
		at += size
	}
	return false
}

// runeAt returns the letter at a place, and how many units it has.
func runeAt(units []uint16, at int) (c rune, size int) {
	c = rune(units[at])
	if at+1 < len(units) {
		if pair := utf16.DecodeRune(c, rune(units[at+1])); pair != utf8.RuneError {
			return pair, 2
		}
	}
	return c, 1
}

// isCased reports whether a letter has the property Cased of Unicode.
func isCased(c rune) bool {
	return unicode.In(c, unicode.Lu, unicode.Ll, unicode.Lt, unicode.Other_Lowercase, unicode.Other_Uppercase)
}

// isCaseIgnorable reports whether a letter has the property Case_Ignorable of Unicode.
func isCaseIgnorable(c rune) bool {
	return unicode.In(c, unicode.Mn, unicode.Me, unicode.Cf, unicode.Lm, unicode.Sk) ||
		strings.ContainsRune("'.:·\u0387\u055f\u05f4\u2018\u2019\u2024\u2027\ufe13\ufe52\ufe55\uff07\uff0e\uff1a", c)
}
