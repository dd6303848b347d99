// This file bounds the nesting of source text, since parsers and compilers recurse on the stack of Go.

package guard

import (
	"errors"
	"strings"
)

// Limits of source text.
const (
	maxNesting   = 10_000  // open brackets
	maxOperators = 100_000 // operators of one expression
	maxSource    = 8 << 20 // bytes
	maxArrows    = 1000    // nested arrow functions; the time of goja grows with the square of their number
	maxColons    = 5000    // colons of labels or conditions
	maxMarks     = 1 << 20 // operators, opening brackets, commas, semicolons and lines: goja takes a microsecond for each, and hears nothing
	maxInteger   = 100_000 // digits of a BigInt; the time of goja grows with the square of their number
)

var (
	errNested = errors.New("the source is nested too deep, or has an expression that is too long")
	errLong   = errors.New("the source has more than a million operators and statements")
	errLarge  = errors.New("the source is larger than 8 MiB")
	errDigits = errors.New("a number in the source has more than 100000 digits")
)

// CheckSource returns an error if source may be nested so deep that a parser overflows the stack. It does
// not parse the language, so the contents of strings count too. It counts open brackets, and sequences of
// operators or words without a comma or semicolon.
func CheckSource(source string) error {
	if len(source) < maxArrows {
		return nil
	}
	if len(source) > maxSource {
		return errLarge
	}
	if len(source) > maxInteger && hasLongInteger(source) {
		return errDigits
	}
	rows := make([]int, 1, 64) // for each open bracket, the number of operators of its expression so far
	arrows, colons := 0, 0     // their numbers since the last comma or semicolon
	marks := 0
	for i := range len(source) {
		last := len(rows) - 1
		switch source[i] {
		case '(', '[', '{':
			rows = append(rows, 0)
			marks++
		case ')', ']', '}':
			if last > 0 {
				rows = rows[:last]
				last--
			}
			rows[last]++
		case ',', ';':
			rows[last], arrows, colons = 0, 0, 0
			marks++
		case '\n':
			marks++
		case '!', '~', '+', '-', '*', '/', '%', '&', '|', '^', '<', '>', '=', '?', ':', '.', ' ', '`':
			rows[last]++
			if source[i] != ' ' {
				marks++
			}
			if source[i] == ':' {
				colons++
			} else if source[i] == '>' && i > 0 && source[i-1] == '=' {
				arrows++
			}
		}
		if marks > maxMarks {
			return errLong
		}
		if arrows > maxArrows || colons > maxColons {
			return errNested
		}
		if len(rows) > maxNesting || rows[last] > maxOperators {
			return errNested
		}
	}
	return nil
}

// hasLongInteger reports whether there is a sequence of more than maxInteger digits and an n. It may be hexadecimal.
func hasLongInteger(source string) bool {
	digits := 0
	for _, c := range []byte(source) {
		switch {
		case '0' <= c && c <= '9' || strings.IndexByte("abcdefABCDEFxXoO_", c) >= 0:
			digits++
		case c == 'n' && digits > maxInteger:
			return true
		default:
			digits = 0
		}
	}
	return false
}
