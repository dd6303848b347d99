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

// digits returns the decimal digits of a BigInt. Those of a long one take goja so long that printing a list of them has to hear
// an interrupt at each.
func (p *Printer) digits(v goja.Value) string {
	const digitsPerBit = 0.302 // log10(2)
	if n, ok := guard.Export(v).(*big.Int); ok {
		most := int(float64(n.BitLen()) * digitsPerBit)
		p.read(most)
		guard.Need(p.vm, 2*most)
	}
	return v.String()
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
