// This file bounds how deep source text is nested: parsers and compilers go into it on the stack of Go.

package guard

import "errors"

// The most that source text may nest, and the most operators that one expression may have.
const (
	maxNesting   = 10_000
	maxOperators = 100_000
	maxSource    = 8 << 20
	maxArrows    = 1000 // one in the other: goja takes time with the square of that
	maxColons    = 5000 // of labels or conditions
)

var errNested = errors.New("the source is nested too deep, or has an expression that is too long")

// CheckSource returns an error if source may be nested so deep that a parser overflows the stack. It does not know the
// language: what is in strings counts, too. Brackets nest, and so does a row of operators or words that no
// comma or semicolon ends.
func CheckSource(source string) error {
	if len(source) < maxArrows {
		return nil
	}
	if len(source) > maxSource {
		return errors.New("the source is larger than 8 MiB")
	}
	rows := make([]int, 1, 64) // of each open bracket: how many operators its expression has so far
	arrows, colons := 0, 0     // since the last comma or semicolon
	for i := range len(source) {
		last := len(rows) - 1
		switch source[i] {
		case '(', '[', '{':
			rows = append(rows, 0)
		case ')', ']', '}':
			if last > 0 {
				rows = rows[:last]
				last--
			}
			rows[last]++
		case ',', ';':
			rows[last], arrows, colons = 0, 0, 0
		case '!', '~', '+', '-', '*', '/', '%', '&', '|', '^', '<', '>', '=', '?', ':', '.', ' ', '`':
			rows[last]++
			if source[i] == ':' {
				colons++
			} else if source[i] == '>' && i > 0 && source[i-1] == '=' {
				arrows++
			}
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
