// This file writes numbers that are not safe integers with another base than 10, with the digits that V8 writes: as many behind the point as
// tell the number from its neighbours, and zeros for digits of large numbers that have no meaning.

package guard

import (
	"math"

	"github.com/dop251/goja"
)

// ofRadix is Number.prototype.toString.
func ofRadix(g *Guard, write function) function {
	return func(call goja.FunctionCall) goja.Value {
		base := argument(call.Arguments, 0)
		if !goja.IsNumber(call.This) || !goja.IsNumber(base) {
			return write(call)
		}
		n, radix := call.This.ToFloat(), base.ToInteger()
		if radix < 2 || radix > 36 || radix == 10 || n == math.Trunc(n) && math.Abs(n) <= maxSafe || math.IsInf(n, 0) || math.IsNaN(n) {
			return write(call)
		}
		return g.rt.ToValue(inRadix(n, float64(radix)))
	}
}

// maxSafe is the largest number up to which each integer is a number.
const maxSafe = 1<<53 - 1

// inRadix writes a finite number.
func inRadix(n, radix float64) string {
	const digits = "0123456789abcdefghijklmnopqrstuvwxyz"
	sign := ""
	if n < 0 {
		sign, n = "-", -n
	}
	whole := math.Floor(n)
	part := n - whole
	half := max(0.5*(math.Nextafter(n, math.Inf(1))-n), math.SmallestNonzeroFloat64) // from n to where the next number begins
	var behind []byte
	if part >= half {
		behind = append(behind, '.')
		for {
			part, half = part*radix, half*radix
			digit := math.Floor(part)
			behind = append(behind, digits[int(digit)])
			part -= digit
			if (part > 0.5 || part == 0.5 && int(digit)&1 == 1) && part+half > 1 { // the digits of the number above are shorter
				behind, whole = roundedUp(behind, whole, digits[int(radix)-1])
				break
			}
			if part < half {
				break
			}
		}
	}
	var before []byte
	for ; whole/radix >= 1<<53; whole /= radix {
		before = append(before, '0')
	}
	for first := true; first || whole > 0; first = false {
		rest := math.Mod(whole, radix)
		before = append(before, digits[int(rest)])
		whole = (whole - rest) / radix
	}
	for i, j := 0, len(before)-1; i < j; i, j = i+1, j-1 {
		before[i], before[j] = before[j], before[i]
	}
	return sign + string(before) + string(behind)
}

// roundedUp adds one to the last of the digits behind the point. Those that become zero are left out.
func roundedUp(behind []byte, whole float64, last byte) (digits []byte, carried float64) {
	for i := len(behind) - 1; i > 0; i-- {
		switch c := behind[i]; c {
		case last:
			continue
		case '9':
			behind[i] = 'a'
		default:
			behind[i] = c + 1
		}
		return behind[:i+1], whole
	}
	return nil, whole + 1
}
