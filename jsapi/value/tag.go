// This file defines what a valid tag contains, for the code that writes and reads tags. A stored
// object with anything else is plain data.

package value

import (
	"math"
	"strconv"
)

const (
	// plainTag is the start of the tag around an object whose first property is "lc". The tag shows
	// that the object only looks like a tag. The object and a "}" follow.
	plainTag = `{"lc":2,"type":"plain","value":`
	// maxBigIntDigits is the largest number of digits of a stored BigInt. Reading a longer one takes
	// more than a second.
	maxBigIntDigits = 1_000_000
	// maxDate is the largest time of a Date, in milliseconds.
	maxDate = 8_640_000_000_000_000
	// maxStoredDepth is the number of levels that the JSON text of a value with maxDepth levels may
	// have. A Map takes four levels of JSON for each level of the value.
	maxStoredDepth = 4*maxDepth + 10
)

// specialNumber returns the number that text names, if it is one that JSON cannot write.
func specialNumber(text string) (float64, bool) {
	switch text {
	case "NaN":
		return math.NaN(), true
	case "Infinity":
		return math.Inf(1), true
	case "-Infinity":
		return math.Inf(-1), true
	case "-0":
		return math.Copysign(0, -1), true
	}
	return 0, false
}

// isDecimal reports whether text is the decimal form of a BigInt that may be stored.
func isDecimal(text string) bool {
	if len(text) > 0 && text[0] == '-' {
		text = text[1:]
	}
	if len(text) == 0 || len(text) > maxBigIntDigits {
		return false
	}
	for i := range len(text) {
		if text[i] < '0' || text[i] > '9' {
			return false
		}
	}
	return true
}

// byteOf reads a number from 0 to 255.
func byteOf(text string) (byte, bool) {
	n, err := strconv.ParseUint(text, 10, 8)
	return byte(n), err == nil
}
