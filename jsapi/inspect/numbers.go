package inspect

// This file prints numbers and BigInts.

import (
	"math"
	"math/big"
	"strings"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/guard"
)

func numberText(v goja.Value, separate bool) string {
	s := v.String()
	f := v.ToFloat()
	if !separate {
		if f == 0 && math.Signbit(f) {
			return "-0"
		}
		return s
	}
	if math.IsNaN(f) || math.IsInf(f, 0) || strings.Contains(s, "e") {
		return s
	}
	whole, fraction, ok := strings.Cut(s, ".")
	if !ok {
		return separateThousands(whole)
	}
	var b strings.Builder
	b.WriteString(separateThousands(whole) + ".")
	for i, c := range fraction {
		if i > 0 && i%3 == 0 {
			b.WriteByte('_')
		}
		b.WriteRune(c)
	}
	return b.String()
}

func (p *Printer) bigIntText(v goja.Value, separate bool) string {
	s := p.digits(v)
	p.took(2 * len(s))
	if separate {
		return separateThousands(s) + "n"
	}
	return s + "n"
}

// A BigInt with more bits than partBits becomes text in parts of partDigits digits, since goja converts the largest ones for
// seconds without hearing an interrupt.
const (
	partBits   = 1 << 21
	partDigits = 300_000
)

// digits returns the decimal digits of a BigInt.
func (p *Printer) digits(v goja.Value) string {
	n, ok := guard.Export(v).(*big.Int)
	if !ok || n.BitLen() <= partBits {
		return v.String()
	}
	const digitsPerBit = 0.302 // log10(2)
	most := int(float64(n.BitLen())*digitsPerBit) + 2
	guard.Need(p.vm, 2*most)
	negative := n.Sign() < 0
	n.Abs(n) // Export has copied it
	power := new(big.Int).Exp(big.NewInt(10), big.NewInt(partDigits), nil)
	var parts []string // the last ones first
	for n.BitLen() > partBits {
		part := new(big.Int)
		n, part = new(big.Int).QuoRem(n, power, part)
		s := part.String()
		parts = append(parts, strings.Repeat("0", partDigits-len(s))+s)
		guard.Hear(p.vm)
	}
	var b strings.Builder
	b.Grow(most)
	if negative {
		b.WriteByte('-')
	}
	b.WriteString(n.String())
	for i := len(parts) - 1; i >= 0; i-- {
		b.WriteString(parts[i])
	}
	return b.String()
}

func separateThousands(digits string) string {
	sign := strings.HasPrefix(digits, "-")
	var b strings.Builder
	for i, c := range digits {
		if left := len(digits) - i; left%3 == 0 && i > 0 && !(sign && i == 1) {
			b.WriteByte('_')
		}
		b.WriteRune(c)
	}
	return b.String()
}
