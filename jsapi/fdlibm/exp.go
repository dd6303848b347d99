package fdlibm

import "math"

const (
	ln2      = 6.93147180559945286227e-01
	ln2Hi    = 6.93147180369123816490e-01
	ln2Lo    = 1.90821492927058770002e-10
	inverse  = 1.44269504088896338700e+00 // 1/ln2
	largest  = 7.09782712893383973096e+02 // the largest x with a finite exp(x)
	smallest = -7.45133219101941108420e+02
)

// remez is the polynomial in t of exp and pow.
func remez(t float64) float64 {
	return t * (1.66666666666666019037e-01 + t*(-2.77777777770155933842e-03+t*(6.61375632143793436117e-05+t*(-1.65339022054652515390e-06+t*4.13813679705723846039e-08))))
}

// Exp is Math.exp.
func Exp(x float64) float64 {
	h := high(x) & signless
	switch {
	case math.IsNaN(x), math.IsInf(x, 1), x == 0 && h != 0:
		return x
	case math.IsInf(x, -1), x < smallest:
		return 0
	case x > largest:
		return math.Inf(1)
	}
	var hi, lo float64
	k := 0
	switch {
	case h > 0x3fd62e42: // more than ln2/2
		if h < 0x3ff0a2b2 { // less than 3 ln2/2
			if x == 1 {
				return math.E
			}
			k = 1
			if x < 0 {
				k = -1
			}
			hi, lo = x-float64(k)*ln2Hi, float64(k)*ln2Lo
		} else {
			k = int(inverse*x + math.Copysign(0.5, x))
			hi, lo = x-float64(k)*ln2Hi, float64(k)*ln2Lo
		}
		x = hi - lo
	case h < 0x3e300000:
		return 1 + x
	}
	c := x - remez(x*x)
	if k == 0 {
		return 1 - ((x*c)/(c-2) - x)
	}
	y := 1 - ((lo - (x*c)/(2-c)) - hi)
	switch {
	case k == 1024:
		return y * 2 * 0x1p1023
	case k >= -1021:
		return y * math.Float64frombits(uint64(bias+k)<<52)
	}
	return y * math.Float64frombits(uint64(bias+k+1000)<<52) * 0x1p-1000
}

// Sinh is Math.sinh.
func Sinh(x float64) float64 {
	const most = 710.4758600739439
	a, h := math.Abs(x), math.Copysign(0.5, x)
	switch {
	case a < 22:
		if a < 0x1p-28 {
			return x
		}
		t := math.Expm1(a)
		if a < 1 {
			return h * (2*t - t*t/(t+1))
		}
		return h * (t + t/(t+1))
	case a < 709.7822265625:
		return h * Exp(a)
	case a <= most:
		w := Exp(0.5 * a)
		return h * w * w
	}
	return x * math.Inf(1)
}

// Cosh is Math.cosh.
func Cosh(x float64) float64 {
	const most = 710.4758600739439
	a := math.Abs(x)
	h := high(a)
	switch {
	case h < 0x3fd62e43: // less than ln2/2
		t := math.Expm1(a)
		w := 1 + t
		if h < 0x3c800000 {
			return w
		}
		return 1 + (t*t)/(w+w)
	case h < 0x40360000: // less than 22
		t := Exp(a)
		return 0.5*t + 0.5/t
	case h < 0x40862e42:
		return 0.5 * Exp(a)
	case a <= most:
		w := Exp(0.5 * a)
		return 0.5 * w * w
	case math.IsNaN(x):
		return x
	}
	return math.Inf(1)
}

// Tanh is Math.tanh.
func Tanh(x float64) float64 {
	a := math.Abs(x)
	h := high(a)
	z := 1.0
	switch {
	case math.IsNaN(x), h < 0x3e300000:
		return x
	case h < unit:
		t := math.Expm1(-2 * a)
		z = -t / (t + 2)
	case h < 0x40360000: // less than 22
		z = 1 - 2/(math.Expm1(2*a)+2)
	}
	return math.Copysign(z, x)
}
