package fdlibm

import "math"

// logarithm is the part of log(1+f) that is not f-f*f/2, divided by s = f/(2+f), without the rest hfsq.
func logSeries(s float64) float64 {
	z := s * s
	w := z * z
	return z*(6.666666666666735130e-01+w*(2.857142874366239149e-01+w*(1.818357216161805012e-01+w*1.479819860511658591e-01))) +
		w*(3.999999999940941908e-01+w*(2.222219843214978396e-01+w*1.531383769920937332e-01))
}

// special returns log(x) for the x that have no exponent, or the largest.
func special(x float64) (y float64, ok bool) {
	switch {
	case x == 0:
		return math.Inf(-1), true
	case x < 0:
		return math.NaN(), true
	case math.IsNaN(x), math.IsInf(x, 1):
		return x, true
	}
	return 0, false
}

// normal returns x as 2**k times a number whose upper half is h.
func normal(x float64) (scaled float64, k int, h int32) {
	if h = high(x); h < step {
		x *= 0x1p54
		k, h = -54, high(x)
	}
	return x, k + int(h>>20) - bias, h & mantissa
}

// Log is Math.log.
func Log(x float64) float64 {
	if y, ok := special(x); ok {
		return y
	}
	x, k, h := normal(x)
	i := (h + 0x95f64) & step
	x = withHigh(x, h|(i^unit)) // between sqrt(2)/2 and sqrt(2)
	k += int(i >> 20)
	f, n := x-1, float64(k)
	if mantissa&(2+h) < 3 { // |f| is less than 2**-20
		if f == 0 {
			return n*ln2Hi + n*ln2Lo
		}
		r := f * f * (0.5 - 0.33333333333333333*f)
		if k == 0 {
			return f - r
		}
		return n*ln2Hi - ((r - n*ln2Lo) - f)
	}
	s := f / (2 + f)
	r := logSeries(s)
	if (h-0x6147a)|(0x6b851-h) > 0 {
		half := 0.5 * f * f
		if k == 0 {
			return f - (half - s*(half+r))
		}
		return n*ln2Hi - ((half - (s*(half+r) + n*ln2Lo)) - f)
	}
	if k == 0 {
		return f - s*(f-r)
	}
	return n*ln2Hi - ((s*(f-r) - n*ln2Lo) - f)
}

// Log2 is Math.log2.
func Log2(x float64) float64 {
	const hiOf, loOf = 1.44269504072144627571e+00, 1.67517131648865118353e-10 // of 1/ln2
	if y, ok := special(x); ok {
		return y
	}
	if x == 1 {
		return 0
	}
	x, k, h := normal(x)
	i := (h + 0x95f64) & step
	x = withHigh(x, h|(i^unit))
	n, f := float64(k+int(i>>20)), x-1
	half, s := 0.5*f*f, f/(2+f)
	r := s * (half + logSeries(s))
	hi := head(f - half)
	lo := (f - hi) - half + r
	valueHi, valueLo := hi*hiOf, (lo+hi)*loOf+lo*hiOf
	w := n + valueHi
	valueLo += (n - w) + valueHi
	return valueLo + w
}

// Log10 is Math.log10.
func Log10(x float64) float64 {
	const inverse10, hi, lo = 4.34294481903251816668e-01, 3.01029995663611771306e-01, 3.69423907715893078616e-13 // 1/ln10, and log10(2)
	if y, ok := special(x); ok {
		return y
	}
	if x == 1 {
		return 0
	}
	x, k, h := normal(x)
	i := 0
	if k < 0 {
		i = 1
	}
	n := float64(k + i)
	x = withHigh(x, h|int32(bias-i)<<20)
	return n*lo + inverse10*Log(x) + n*hi
}

// Asinh is Math.asinh.
func Asinh(x float64) float64 {
	a := math.Abs(x)
	h := high(a)
	w := 0.0
	switch {
	case h >= infinite, h < 0x3e300000:
		return x
	case h > 0x41b00000: // more than 2**28
		w = Log(a) + ln2
	case h > 0x40000000:
		w = Log(2*a + 1/(math.Sqrt(x*x+1)+a))
	default:
		t := x * x
		w = math.Log1p(a + t/(1+math.Sqrt(1+t)))
	}
	return math.Copysign(w, x)
}

// Acosh is Math.acosh.
func Acosh(x float64) float64 {
	h := high(x)
	switch {
	case math.IsNaN(x), x < 1:
		return math.NaN()
	case h >= infinite:
		return x
	case h >= 0x41b00000: // at least 2**28
		return Log(x) + ln2
	case x == 1:
		return 0
	case h > 0x40000000:
		return Log(2*x - 1/(x+math.Sqrt(x*x-1)))
	}
	t := x - 1
	return math.Log1p(t + math.Sqrt(2*t+t*t))
}

// Cbrt is Math.cbrt.
func Cbrt(x float64) float64 {
	const first, firstOfSmall = 715094163, 696219795
	h := high(x) & signless
	sign := math.Float64bits(x) & (1 << 63)
	if h >= infinite || x == 0 {
		return x
	}
	guess := uint64(h/3 + first)
	if h < step {
		guess = uint64(high(0x1p54*x)&signless/3 + firstOfSmall)
	}
	t := math.Float64frombits(sign | guess<<32)
	r := (t * t) * (t / x)
	t *= (1.87595182427177009643 + r*(-1.88497979543377169875+r*1.621429720105354466140)) + ((r*r)*r)*(-0.758397934778766047437+r*0.145996192886612446982)
	t = math.Float64frombits((math.Float64bits(t) + 0x80000000) &^ 0x3fffffff)
	r = x / (t * t)
	r = (r - t) / (t + t + r)
	return t + t*r
}
