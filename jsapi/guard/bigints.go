// This file converts BigInts to text and back. The number of digits counts as letters, and both directions take so long
// that functions which convert many BigInts have to hear whether the Runtime was interrupted.

package guard

import (
	"math/big"
	"strings"

	"github.com/dop251/goja"
)

const (
	perBit      = 0.30103 // decimal digits of a BigInt for each bit
	perNumber   = 25      // letters of a number, at most
	perConstant = 9       // letters of undefined, the longest of the other primitive values
	manyDigits  = 1 << 12 // decimal digits that goja parses by itself, in a time that grows with their square
)

// integer returns the number of a BigInt, which must not be changed, and nil for any other value.
func integer(v goja.Value) *big.Int {
	if c := theCode(); c != nil && v != nil && tableOf(&v) == c.bigInt {
		return integerOf(&v)
	}
	return nil
}

// lettersOf returns the number of letters of a BigInt as a text, at least.
func lettersOf(n *big.Int) float64 { return float64(n.BitLen())*perBit + 2 }

// decimalText returns a BigInt as a text.
func (g *Guard) decimalText(n *big.Int) goja.String {
	g.hear()
	if letters := lettersOf(n); letters > smallNeed {
		g.reserve(letters * growing)
	}
	return g.rt.ToValue(n.String()).(goja.String)
}

// hasIntegers reports whether a BigInt is among the values.
func hasIntegers(values []goja.Value) bool {
	for _, v := range values {
		if integer(v) != nil {
			return true
		}
	}
	return false
}

// parsedBigInt returns a long text of decimal digits as a BigInt, and any other value as it is.
func (g *Guard) parsedBigInt(v goja.Value) goja.Value {
	s, ok := v.(goja.String)
	if !ok || s.Length() <= manyDigits {
		return v
	}
	if s.Length() > 2*maxBits {
		g.refuse(syntaxError, tooBig)
	}
	text := strings.Trim(strings.TrimSpace(Text(g.rt, s)), "\ufeff")
	digits := strings.TrimLeft(text, "+-")
	if len(digits) <= manyDigits || len(text)-len(digits) > 1 {
		return v
	}
	if base, most := strings.ToLower(digits[:2]), maxBits; base == "0x" || base == "0o" || base == "0b" {
		switch base {
		case "0x":
			most /= 4
		case "0o":
			most /= 3
		}
		if len(digits)-2 > most {
			g.refuse(syntaxError, tooBig)
		}
		return v
	}
	if len(digits) > maxDigits {
		g.refuse(syntaxError, tooBig)
	}
	if strings.Trim(digits, "0123456789") != "" {
		g.refuse(syntaxError, "Cannot convert "+text+" to a BigInt")
	}
	p := decimalParser{g: g}
	n := p.parse(digits)
	if text[0] == '-' {
		n.Neg(n)
	}
	return g.rt.ToValue(n)
}

// decimalParser parses decimal digits in halves.
type decimalParser struct {
	g      *Guard
	powers []*big.Int // of 10 to manyDigits, and the squares of each other
}

func (p *decimalParser) parse(digits string) *big.Int {
	p.g.hear()
	if len(digits) <= manyDigits {
		n, _ := new(big.Int).SetString(digits, 10)
		return n
	}
	level := 0
	for 2*manyDigits<<level < len(digits) {
		level++
	}
	high, low := p.parse(digits[:len(digits)-manyDigits<<level]), p.parse(digits[len(digits)-manyDigits<<level:])
	return high.Mul(high, p.power(level)).Add(high, low)
}

// power returns 10 to the power of manyDigits << level.
func (p *decimalParser) power(level int) *big.Int {
	for len(p.powers) <= level {
		if n := len(p.powers); n == 0 {
			p.powers = append(p.powers, new(big.Int).Exp(big.NewInt(10), big.NewInt(manyDigits), nil))
		} else {
			p.powers = append(p.powers, new(big.Int).Mul(p.powers[n-1], p.powers[n-1]))
		}
	}
	return p.powers[level]
}
