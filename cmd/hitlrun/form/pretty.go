// This file shows JSON over several lines.

package form

import (
	"encoding/json"
	"strings"
)

// Pretty returns JSON over several lines, as Indent prints it.
func Pretty(value json.RawMessage) string {
	var b strings.Builder
	Indent(func(piece string) { b.WriteString(piece) }, value, "")
	return b.String()
}

// Indent prints JSON over several lines, piece by piece; a piece has all of a string of the JSON or nothing of it. Every line but the
// first begins with prefix. In a nested value the indentation can be much larger than the value: when it has taken 4 times the size of
// the value and 64 KiB, the rest of the value is printed in one line.
func Indent(print func(piece string), value json.RawMessage, prefix string) {
	if !json.Valid(value) {
		print(strings.ReplaceAll(string(value), "\n", "\n"+prefix))
		return
	}
	depth, left := 0, 4*len(value)+64<<10
	newLine := func() {
		if left -= 1 + len(prefix) + 2*depth; left >= 0 {
			print("\n" + prefix + strings.Repeat("  ", depth))
		}
	}
	opened := false // the piece before opens an object or an array
	for i := 0; i < len(value); {
		c, end := value[i], tokenEnd(value, i)
		closes := c == '}' || c == ']'
		switch {
		case closes:
			depth--
			if !opened {
				newLine()
			}
		case opened && !space(c):
			newLine()
		}
		if !space(c) {
			print(string(value[i:end]))
			opened = c == '{' || c == '['
		}
		switch c {
		case '{', '[':
			depth++
		case ',':
			newLine()
		case ':':
			print(" ")
		}
		i = end
	}
}

// tokenEnd returns where the token, or the white space, of valid JSON ends that begins at index i.
func tokenEnd(value []byte, i int) int {
	end := i + 1
	switch c := value[i]; {
	case c == '"':
		for ; value[end] != '"'; end++ {
			if value[end] == '\\' {
				end++
			}
		}
		return end + 1
	case strings.IndexByte("{}[],:", c) < 0 && !space(c): // a number or a word
		for end < len(value) && strings.IndexByte("{}[],:", value[end]) < 0 && !space(value[end]) {
			end++
		}
	}
	return end
}

// space reports whether c is white space of JSON.
func space(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' }
