// This file finds integers in JSON that JavaScript cannot hold.

package value

import "strconv"

// RoundedInteger returns the first integer in valid JSON text that JavaScript prints with other
// digits after it has read it, because integers above 2^53 are rounded. It returns "" if there is
// none. Numbers with a fraction or an exponent are ignored, since they are approximate anyway.
func RoundedInteger(data []byte) string {
	const exact = 15 // an integer of up to 15 digits is never rounded
	for i := 0; i < len(data); i++ {
		switch c := data[i]; {
		case c == '"':
			i = stringSpan(data, i) - 1
		case '0' <= c && c <= '9':
			start := i
			for i < len(data) && '0' <= data[i] && data[i] <= '9' {
				i++
			}
			if whole := i == len(data) || data[i] != '.' && data[i] != 'e' && data[i] != 'E'; whole {
				if text := string(data[start:i]); len(text) > exact && reads(text) != text {
					return text
				}
				i--
				continue
			}
			for i+1 < len(data) && (data[i+1] == '+' || data[i+1] == '-' || '0' <= data[i+1] && data[i+1] <= '9' || data[i+1] == 'e' || data[i+1] == 'E') {
				i++
			}
		}
	}
	return ""
}

// reads returns the digits of an integer after it was converted to a number of JavaScript.
func reads(text string) string {
	f, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return ""
	}
	return strconv.FormatFloat(f, 'f', -1, 64)
}
