// This file finds integers in JSON that JavaScript cannot hold.

package value

import (
	"math"
	"strconv"
	"strings"
)

// InexactNumber returns the first number in valid JSON text that JavaScript does not read as it is written: an integer
// that it prints with other digits, because integers above 2^53 are rounded, or a number so large that it becomes
// infinite. It returns "" if there is none. Other numbers with a fraction or an exponent are approximate anyway.
func InexactNumber(data []byte) (text string, infinite bool) {
	const exact = 15 // an integer of up to 15 digits is never rounded
	for i := 0; i < len(data); i++ {
		switch c := data[i]; {
		case c == '"':
			i = stringSpan(data, i) - 1
		case '0' <= c && c <= '9':
			start, whole, exponent := i, true, false
			for ; i < len(data) && strings.IndexByte("0123456789.eE+-", data[i]) >= 0; i++ {
				whole = whole && '0' <= data[i] && data[i] <= '9'
				exponent = exponent || data[i]|0x20 == 'e'
			}
			text := string(data[start:i])
			i--
			if !whole && (exponent || len(text) > 308) { // the largest number has 309 digits
				if f, _ := strconv.ParseFloat(text, 64); math.IsInf(f, 0) {
					return text, true
				}
			} else if whole && len(text) > exact && reads(text) != text {
				return text, false
			}
		}
	}
	return "", false
}

// reads returns the digits of an integer after it was converted to a number of JavaScript.
func reads(text string) string {
	f, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return ""
	}
	return strconv.FormatFloat(f, 'f', -1, 64)
}
