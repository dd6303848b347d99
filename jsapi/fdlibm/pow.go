package fdlibm

import "math"

// Pow is Math.pow, and ** of numbers.
func Pow(x, y float64) float64 {
	if y == 0 {
		return 1
	}
	if math.IsNaN(x) || math.IsNaN(y) {
		return math.NaN()
	}
	h, a := high(x), math.Abs(x)
	parity := 0 // of y, if x is negative: 1 is odd, 2 is even, 0 is no integer
	if h < 0 && math.Trunc(y) == y {
		parity = 2
		if math.Abs(y) < 1<<53 && int64(y)&1 != 0 {
			parity = 1
		}
	}
	switch {
	case math.IsInf(y, 0):
		if a == 1 {
			return math.NaN()
		}
		if (a > 1) == (y > 0) {
			return math.Inf(1)
		}
		return 0
	case y == 1:
		return x
	case y == -1:
		return 1 / x
	case y == 2:
		return x * x
	case y == 0.5 && h >= 0:
		return math.Sqrt(x)
	}
	if math.IsInf(x, 0) || x == 0 || a == 1 {
		z := a
		if y < 0 {
			z = 1 / z
		}
		if h < 0 {
			if a == 1 && parity == 0 {
				return math.NaN()
			} else if parity == 1 {
				z = -z
			}
		}
		return z
	}
	if h < 0 && parity == 0 {
		return math.NaN()
	}
	s := 1.0
	if h < 0 && parity == 1 {
		s = -1
	}
	return s * powOf(a, y)
}

// powOf is x**y of an x that is positive, finite and not 1.
func powOf(x, y float64) float64 {
	outside := func(grows bool) float64 {
		if grows == (y > 0) {
			return math.Inf(1)
		}
		return 0
	}
	h, hy := high(x), high(y)&signless
	var t1, t2 float64 // log2(x)
	if hy > 0x41e00000 {
		if hy > 0x43f00000 || h < 0x3fefffff || h > unit {
			return outside(h >= unit)
		}
		t := x - 1 // |1-x| is at most 2**-20
		w := (t * t) * (0.5 - t*(0.3333333333333333333333-t*0.25))
		u, v := 1.44269502162933349609e+00*t, t*1.92596299112661746887e-08-w*inverse
		t1 = head(u + v)
		t2 = v - (t1 - u)
	} else {
		t1, t2 = log2Of(x)
	}
	y1 := head(y)
	lo, hi := (y-y1)*t1+y*t2, y1*t1
	z := lo + hi
	const beyond = 8.0085662595372944372e-17 // -(1024-log2(largest+0.5 ulp))
	j, i := high(z), low(z)
	switch {
	case j >= 0x40900000: // z is 1024 or more
		if j > 0x40900000 || i != 0 || lo+beyond > z-hi {
			return math.Inf(1)
		}
	case j&signless >= 0x4090cc00: // z is -1075 or less
		if j&signless > 0x4090cc00 || i != 0 || lo <= z-hi {
			return 0
		}
	}
	// 2**z
	n := int32(0)
	if of := j & signless; of > 0x3fe00000 { // |z| is more than 0.5
		k := of>>20 - bias
		n = j + step>>(k+1)
		k = (n&signless)>>20 - bias
		t := withHigh(0, n&^(mantissa>>k))
		n = (n&mantissa | step) >> (20 - k)
		if j < 0 {
			n = -n
		}
		hi -= t
	}
	const ln2Head, ln2Tail = 6.93147182464599609375e-01, -1.90465429995776804525e-09
	t := head(lo + hi)
	u, v := t*ln2Head, (lo-(t-hi))*ln2+t*ln2Tail
	z = u + v
	w := v - (z - u)
	t1 = z - remez(z*z)
	r := (z * t1) / ((t1 - 2) - (w + z*w)) // fdlibm subtracts the last part from the quotient
	z = 1 - (r - z)
	if j = high(z) + n<<20; j>>20 <= 0 {
		return math.Ldexp(z, int(n))
	}
	return withHigh(z, j)
}

// log2Of returns log2(x) in two parts.
func log2Of(x float64) (t1, t2 float64) {
	var (
		base = [2]float64{1, 1.5}
		dpHi = [2]float64{0, 5.84962487220764160156e-01}
		dpLo = [2]float64{0, 1.35003920212974897128e-08}
	)
	const cp, cpHi, cpLo = 9.61796693925975554329e-01, 9.61796700954437255859e-01, -7.02846165095275826516e-09 // 2/(3 ln2)
	n, h := int32(0), high(x)
	if h < step {
		x *= 0x1p53
		n, h = -53, high(x)
	}
	n += h>>20 - bias
	j, k := h&mantissa, 0
	h = j | unit
	switch {
	case j <= 0x3988e: // less than sqrt(3/2)
	case j < 0xbb67a: // less than sqrt(3)
		k = 1
	default:
		n++
		h -= step
	}
	x = withHigh(x, h)
	u, v := x-base[k], 1/(x+base[k])
	ss := u * v
	sHi := head(ss)
	tHi := withHigh(0, (h>>1|0x20000000)+0x00080000+int32(k)<<18)
	tLo := x - (tHi - base[k])
	sLo := v * ((u - sHi*tHi) - sHi*tLo)
	s2 := ss * ss
	r := s2 * s2 * (5.99999999999994648725e-01 + s2*(4.28571428578550184252e-01+s2*(3.33333329818377432918e-01+s2*(2.72728123808534006489e-01+s2*(2.30660745775561754067e-01+s2*2.06975017800338417784e-01)))))
	r += sLo * (sHi + ss)
	s2 = sHi * sHi
	tHi = head(3 + s2 + r)
	tLo = r - ((tHi - 3) - s2)
	u, v = sHi*tHi, sLo*tHi+tLo*ss
	pHi := head(u + v)
	pLo := v - (pHi - u)
	zHi, zLo := cpHi*pHi, cpLo*pHi+pLo*cp+dpLo[k]
	t := float64(n)
	t1 = head(((zHi + zLo) + dpHi[k]) + t)
	return t1, zLo - (((t1 - t) - dpHi[k]) - zHi)
}
