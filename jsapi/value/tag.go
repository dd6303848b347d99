// This file says what a tag may have, for all who write and read tags: text in a store that
// has anything else stays the plain data that it is.

package value

import (
	"math"
	"strconv"
)

const (
	// plainTag begins what an object is stored in whose first property is "lc": an object of a
	// script or of an input that looks like a tag is none. The value follows, and a "}".
	plainTag = `{"lc":2,"type":"plain","value":`
	// maxBigIntDigits is how many digits a stored BigInt has at most: reading more takes a second and longer.
	maxBigIntDigits = 1_000_000
	// maxDate is the largest time of a Date, in milliseconds.
	maxDate = 8_640_000_000_000_000
	// maxStoredDepth is how deep the JSON text of a value may be nested that is nested maxDepth deep:
	// a Map takes four levels for each of its own.
	maxStoredDepth = 4*maxDepth + 10
)

// specialNumber returns the number that JSON has no text for.
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

// isDecimal reports whether text is a whole number that a BigInt is stored as.
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
