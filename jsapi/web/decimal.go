// This file rounds decimal numbers half away from zero. It works on the shortest decimal form of a number,
// as locale formatting does.

package web

import (
	"math"
	"math/big"
	"strconv"
	"strings"
)

// decimal is 0.d1d2d3... times ten to the power of exp, with no leading and no trailing zeros. Zero has no digits.
type decimal struct {
	digits string
	exp    int
}

// newDecimal returns the absolute value of a finite number.
func newDecimal(x float64) decimal {
	mantissa, exp, _ := strings.Cut(strconv.FormatFloat(math.Abs(x), 'e', -1, 64), "e")
	n, _ := strconv.Atoi(exp)
	return decimal{strings.Replace(mantissa, ".", "", 1), n + 1}.trim()
}

func newBigDecimal(x *big.Int) decimal {
	digits := new(big.Int).Abs(x).String()
	return decimal{digits, len(digits)}.trim()
}

// mostDigits is the length of a text up to which decimalOf reads it exactly.
const mostDigits = 1000

// decimalOf reads a decimal number without an exponent. ok is false for any other text.
func decimalOf(text string) (d decimal, negative, ok bool) {
	text = strings.TrimSpace(text)
	negative = strings.HasPrefix(text, "-")
	if negative || strings.HasPrefix(text, "+") {
		text = text[1:]
	}
	whole, fraction, _ := strings.Cut(text, ".")
	digits := whole + fraction
	if digits == "" || len(digits) > mostDigits || strings.Trim(digits, "0123456789") != "" {
		return decimal{}, false, false
	}
	return decimal{digits, len(whole)}.trim(), negative, true
}

func (d decimal) trim() decimal {
	digits := strings.TrimLeft(d.digits, "0")
	d.exp -= len(d.digits) - len(digits)
	d.digits = strings.TrimRight(digits, "0")
	if d.digits == "" {
		d.exp = 0
	}
	return d
}

// shift multiplies by ten to the power of n.
func (d decimal) shift(n int) decimal {
	if d.digits != "" {
		d.exp += n
	}
	return d
}

// round rounds to n digits after the decimal point. A negative n rounds to tens, hundreds and so on.
func (d decimal) round(n int) decimal {
	keep := d.exp + n
	switch {
	case keep >= len(d.digits):
		return d
	case keep < 0:
		return decimal{}
	}
	up := d.digits[keep] >= '5'
	kept := []byte(d.digits[:keep])
	for i := keep - 1; up && i >= 0; i-- {
		if kept[i]++; kept[i] <= '9' {
			up = false
		} else {
			kept[i] = '0'
		}
	}
	if up {
		return decimal{"1", d.exp + 1}
	}
	return decimal{string(kept), d.exp}.trim()
}

// significant rounds to n significant digits.
func (d decimal) significant(n int) decimal { return d.round(n - d.exp) }

// split returns the digits before the decimal point, which are at least one, and those after it.
func (d decimal) split() (whole, fraction string) {
	switch {
	case d.exp <= 0:
		return "0", strings.Repeat("0", -d.exp) + d.digits
	case d.exp >= len(d.digits):
		return d.digits + strings.Repeat("0", d.exp-len(d.digits)), ""
	}
	return d.digits[:d.exp], d.digits[d.exp:]
}
