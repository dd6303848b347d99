// This file has parseFloat for long texts. goja looks for the number in a text by a pattern, which takes a second for some
// ten million digits and hears no interrupt.

package guard

import (
	"math"
	"strconv"
	"strings"

	"github.com/dop251/goja"
)

// longNumber is the number of letters from which a text is read here.
const longNumber = 1 << 12

func ofParseFloat(g *Guard, parse function) function {
	return func(call goja.FunctionCall) goja.Value {
		s, ok := argument(call.Arguments, 0).(goja.String)
		if !ok || s.Length() < longNumber {
			return parse(call)
		}
		return g.rt.ToValue(parseFloat(Text(g.rt, s)))
	}
}

// parseFloat returns the number at the beginning of a text, and NaN if there is none.
func parseFloat(text string) float64 {
	text = strings.TrimLeftFunc(text, isSpace)
	rest, sign := text, 1
	if strings.HasPrefix(rest, "+") || strings.HasPrefix(rest, "-") {
		if rest[0] == '-' {
			sign = -1
		}
		rest = rest[1:]
	}
	if strings.HasPrefix(rest, "Infinity") {
		return math.Inf(sign)
	}
	digits := func() (n int) {
		for n < len(rest) && rest[n] >= '0' && rest[n] <= '9' {
			n++
		}
		rest = rest[n:]
		return n
	}
	n := digits()
	if strings.HasPrefix(rest, ".") {
		before := rest
		rest = rest[1:]
		if n += digits(); n == 0 {
			rest = before
		}
	}
	if n == 0 {
		return math.NaN()
	}
	if before := rest; strings.HasPrefix(rest, "e") || strings.HasPrefix(rest, "E") {
		if rest = rest[1:]; strings.HasPrefix(rest, "+") || strings.HasPrefix(rest, "-") {
			rest = rest[1:]
		}
		if digits() == 0 {
			rest = before
		}
	}
	v, _ := strconv.ParseFloat(text[:len(text)-len(rest)], 64) // of a number that is too large: an infinity
	return v
}

// isSpace reports whether parseFloat skips a letter.
func isSpace(r rune) bool {
	switch {
	case r >= '\t' && r <= '\r', r == ' ', r == 0xA0, r == 0x1680, r >= 0x2000 && r <= 0x200A, r == 0x2028, r == 0x2029, r == 0x202F, r == 0x205F, r == 0x3000, r == 0xFEFF:
		return true
	}
	return false
}
