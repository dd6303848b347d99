package fdlibm

import (
	"math"
	"math/big"
	"sync"
)

// kernelSin is sin(x+y) between -pi/4 and pi/4. y is the rest of x, and 0 if there is none.
func kernelSin(x, y float64, rest bool) float64 {
	if high(x)&signless < 0x3e400000 {
		return x
	}
	const s1 = -1.66666666666666324348e-01
	z := x * x
	v := z * x
	r := 8.33333333332248946124e-03 + z*(-1.98412698298579493134e-04+z*(2.75573137070700676789e-06+z*(-2.50507602534068634195e-08+z*1.58969099521155010221e-10)))
	if !rest {
		return x + v*(s1+z*r)
	}
	return x - ((z*(0.5*y-v*r) - y) - v*s1)
}

func kernelCos(x, y float64) float64 {
	h := high(x) & signless
	if h < 0x3e400000 {
		return 1
	}
	z := x * x
	r := z * (4.16666666666666019037e-02 + z*(-1.38888888888741095749e-03+z*(2.48015872894767294178e-05+z*(-2.75573143513906633035e-07+z*(2.08757232129817482790e-09+z*-1.13596475577881948265e-11)))))
	if h < 0x3fd33333 { // less than 0.3
		return 1 - (0.5*z - (z*r - x*y))
	}
	q := 0.28125
	if h <= 0x3fe90000 { // at most 0.78125
		q = withHigh(0, h-0x00200000) // x/4
	}
	return (1 - q) - ((0.5*z - q) - (z*r - x*y))
}

// kernelTan is tan(x+y) between -pi/4 and pi/4, or -1/tan(x+y) if inverse is set.
func kernelTan(x, y float64, inverse bool) float64 {
	hx := high(x)
	h := hx & signless
	reciprocal := func(w, v float64, z float64) float64 { // -1/(z+v), where w is about z+v
		a := -1 / w
		t := head(a)
		return t + a*((1+t*z)+t*v)
	}
	if h < 0x3e300000 {
		switch {
		case x == 0 && y == 0 && inverse:
			return math.Inf(1)
		case !inverse:
			return x
		}
		w := x + y
		z := head(w)
		return reciprocal(w, y-(z-x), z)
	}
	large := h >= 0x3fe59428
	if large {
		if x < 0 {
			x, y = -x, -y
		}
		x, y = (7.85398163397448278999e-01-x)+(3.06161699786838301793e-17-y), 0
	}
	z := x * x
	w := z * z
	r := 1.33333333333201242699e-01 + w*(2.18694882948595424599e-02+w*(3.59207910759131235356e-03+w*(5.88041240820264096874e-04+w*(7.81794442939557092300e-05+w*-1.85586374855275456654e-05))))
	v := z * (5.39682539762260521377e-02 + w*(8.86323982359930005737e-03+w*(1.45620945432529025516e-03+w*(2.46463134818469906812e-04+w*(7.14072491382608190305e-05+w*2.59073051863633712884e-05)))))
	s := z * x
	r = y + z*(s*(r+v)+y)
	r += 3.33333333333334091986e-01 * s
	w = x + r
	if large {
		v = 1
		if inverse {
			v = -1
		}
		return float64(1-(hx>>30)&2) * (v - 2*(x-(w*w/(w+v)-r)))
	}
	if !inverse {
		return w
	}
	z = head(w)
	return reciprocal(w, r-(z-x), z)
}

// quarters has the upper halves of the multiples of pi/2.
var quarters = func() (list [32]int32) {
	for i := range list {
		list[i] = high(float64(i+1) * (math.Pi / 2))
	}
	return list
}()

// reduceLarge is reduce for any number.
func reduceLarge(x float64) (n int, y0, y1 float64) {
	const precision = 1300 // the exponent of the largest number, the digits of both parts, and many zeros
	half := func() *big.Float { return new(big.Float).SetPrec(precision) }
	a := half().SetFloat64(math.Abs(x))
	q := half().Quo(a, halfOfPi())
	whole, _ := q.Add(q, half().SetFloat64(0.5)).Int(nil)
	r := a.Sub(a, half().Mul(half().SetInt(whole), halfOfPi()))
	y0, _ = r.Float64()
	y1, _ = r.Sub(r, half().SetFloat64(y0)).Float64()
	n = int(whole.Bits()[0] & 3)
	if x < 0 {
		return -n, -y0, -y1
	}
	return n, y0, y1
}

// halfOfPi is pi/2 with many digits, by the formula of Machin.
var halfOfPi = sync.OnceValue(func() *big.Float {
	const bits = 2500
	arctan := func(n int64) *big.Int { // atan(1/n), times 2**bits
		sum, square := new(big.Int), big.NewInt(n*n)
		term := new(big.Int).Div(new(big.Int).Lsh(big.NewInt(1), bits), big.NewInt(n))
		for i := int64(1); term.Sign() != 0; i += 2 {
			part := new(big.Int).Div(term, big.NewInt(i))
			if i%4 == 1 {
				sum.Add(sum, part)
			} else {
				sum.Sub(sum, part)
			}
			term.Div(term, square)
		}
		return sum
	}
	fifth, other := arctan(5), arctan(239)
	sum := fifth.Mul(fifth, big.NewInt(8)).Sub(fifth, other.Mul(other, big.NewInt(2)))
	return new(big.Float).SetPrec(bits-100).SetMantExp(new(big.Float).SetPrec(bits+10).SetInt(sum), -bits)
})

// reduce returns the multiple of pi/2 that is next to x, and x without it, in two parts.
func reduce(x float64) (n int, y0, y1 float64) {
	const (
		part1, tail1 = 1.57079632673412561417e+00, 6.07710050650619224932e-11
		part2, tail2 = 6.07710050630396597660e-11, 2.02226624879595063154e-21
		part3, tail3 = 2.02226624871116645580e-21, 8.47842766036889956997e-32
	)
	a := math.Abs(x)
	h := high(a)
	if h > 0x413921fb { // more than 2**19 * pi/2
		return reduceLarge(x)
	}
	n = int(a*6.36619772367581382433e-01 + 0.5)
	if h < 0x4002d97c { // less than 3 pi/4
		n = 1
	}
	of := float64(n)
	r, w := a-of*part1, of*tail1
	y0 = r - w
	if n < 2 && h < 0x4002d97c {
		if h == 0x3ff921fb {
			r -= part2
			w = tail2
			y0 = r - w
		}
	} else if n >= 32 || h == quarters[n-1] {
		lost := func() int { return int(h>>20) - int(high(y0)>>20)&0x7ff }
		if lost() > 16 {
			t := r
			w = of * part2
			r = t - w
			w = of*tail2 - ((t - r) - w)
			y0 = r - w
			if lost() > 49 {
				t = r
				w = of * part3
				r = t - w
				w = of*tail3 - ((t - r) - w)
				y0 = r - w
			}
		}
	}
	y1 = (r - y0) - w
	if x < 0 {
		return -n, -y0, -y1
	}
	return n, y0, y1
}

// Sin is Math.sin.
func Sin(x float64) float64 {
	h := high(x) & signless
	switch {
	case h <= 0x3fe921fb:
		return kernelSin(x, 0, false)
	case h >= infinite:
		return math.NaN()
	}
	n, y0, y1 := reduce(x)
	switch n & 3 {
	case 0:
		return kernelSin(y0, y1, true)
	case 1:
		return kernelCos(y0, y1)
	case 2:
		return -kernelSin(y0, y1, true)
	}
	return -kernelCos(y0, y1)
}

// Cos is Math.cos.
func Cos(x float64) float64 {
	h := high(x) & signless
	switch {
	case h <= 0x3fe921fb:
		return kernelCos(x, 0)
	case h >= infinite:
		return math.NaN()
	}
	n, y0, y1 := reduce(x)
	switch n & 3 {
	case 0:
		return kernelCos(y0, y1)
	case 1:
		return -kernelSin(y0, y1, true)
	case 2:
		return -kernelCos(y0, y1)
	}
	return kernelSin(y0, y1, true)
}

// Tan is Math.tan.
func Tan(x float64) float64 {
	h := high(x) & signless
	switch {
	case h <= 0x3fe921fb:
		return kernelTan(x, 0, false)
	case h >= infinite:
		return math.NaN()
	}
	n, y0, y1 := reduce(x)
	return kernelTan(y0, y1, n&1 != 0)
}

// Parts of pi. They have a type, so that Go rounds them as variables.
const (
	pi       float64 = math.Pi
	halfPi   float64 = 1.57079632679489655800e+00
	halfPiLo float64 = 6.12323399573676603587e-17
	piLo     float64 = 1.2246467991473531772e-16
)

// arc is the quotient of two polynomials that asin and acos share.
func arc(t float64) float64 {
	p := t * (1.66666666666666657415e-01 + t*(-3.25565818622400915405e-01+t*(2.01212532134862925881e-01+t*(-4.00555345006794114027e-02+t*(7.91534994289814532176e-04+t*3.47933107596021167570e-05)))))
	q := 1 + t*(-2.40339491173441421878e+00+t*(2.02094576023350569471e+00+t*(-6.88283971605453293030e-01+t*7.70381505559019352791e-02)))
	return p / q
}

// Asin is Math.asin.
func Asin(x float64) float64 {
	a := math.Abs(x)
	h := high(a)
	switch {
	case a == 1:
		return x*halfPi + x*halfPiLo
	case !(a < 1):
		return math.NaN()
	case h < 0x3e400000:
		return x
	case h < 0x3fe00000:
		return x + x*arc(x*x)
	}
	t := (1 - a) * 0.5
	r, s := arc(t), math.Sqrt(t)
	if h >= 0x3fef3333 { // more than 0.975
		t = halfPi - (2*(s+s*r) - halfPiLo)
	} else {
		w := head(s)
		c := (t - w*w) / (s + w)
		p, q := 2*s*r-(halfPiLo-2*c), halfPi/2-2*w
		t = halfPi/2 - (p - q)
	}
	return math.Copysign(t, x)
}

// Acos is Math.acos.
func Acos(x float64) float64 {
	a := math.Abs(x)
	h := high(a)
	switch {
	case x == 1:
		return 0
	case x == -1:
		return pi + 2*halfPiLo
	case !(a < 1):
		return math.NaN()
	case h <= 0x3c600000:
		return halfPi + halfPiLo
	case h < 0x3fe00000:
		return halfPi - (x - (halfPiLo - x*arc(x*x)))
	case x < 0:
		z := (1 + x) * 0.5
		s := math.Sqrt(z)
		w := arc(z)*s - halfPiLo
		return pi - 2*(s+w)
	}
	z := (1 - x) * 0.5
	s := math.Sqrt(z)
	df := head(s)
	c := (z - df*df) / (s + df)
	w := arc(z)*s + c
	return 2 * (df + w)
}

// Atan is Math.atan.
func Atan(x float64) float64 {
	var (
		hi = [4]float64{4.63647609000806093515e-01, 7.85398163397448278999e-01, 9.82793723247329054082e-01, halfPi}
		lo = [4]float64{2.26987774529616870924e-17, 3.06161699786838301793e-17, 1.39033110312309984516e-17, halfPiLo}
	)
	a := math.Abs(x)
	h := high(a)
	part := -1
	t := x
	switch {
	case math.IsNaN(x):
		return x
	case h >= 0x44100000:
		return math.Copysign(hi[3]+lo[3], x)
	case h < 0x3e400000:
		return x
	case h < 0x3fdc0000: // less than 7/16
	case h < 0x3fe60000:
		part, t = 0, (2*a-1)/(2+a)
	case h < 0x3ff30000:
		part, t = 1, (a-1)/(a+1)
	case h < 0x40038000:
		part, t = 2, (a-1.5)/(1+1.5*a)
	default:
		part, t = 3, -1/a
	}
	z := t * t
	w := z * z
	s1 := z * (3.33333333333329318027e-01 + w*(1.42857142725034663711e-01+w*(9.09088713343650656196e-02+w*(6.66107313738753120669e-02+w*(4.97687799461593236017e-02+w*1.62858201153657823623e-02)))))
	s2 := w * (-1.99999999998764832476e-01 + w*(-1.11111104054623557880e-01+w*(-7.69187620504482999495e-02+w*(-5.83357013379057348645e-02+w*-3.65315727442169155270e-02))))
	if part < 0 {
		return t - t*(s1+s2)
	}
	return math.Copysign(hi[part]-((t*(s1+s2)-lo[part])-t), x)
}

// Atan2 is Math.atan2.
func Atan2(y, x float64) float64 {
	if math.IsNaN(x) || math.IsNaN(y) || x == 0 || y == 0 || math.IsInf(x, 0) || math.IsInf(y, 0) {
		return math.Atan2(y, x)
	}
	if x == 1 {
		return Atan(y)
	}
	z := 0.0
	switch k := (high(y)&signless - high(x)&signless) >> 20; {
	case k > 60:
		return math.Copysign(halfPi+0.5*piLo, y)
	case x < 0 && k < -60:
	default:
		z = Atan(math.Abs(y / x))
	}
	switch {
	case x > 0:
		return math.Copysign(z, y)
	case y > 0:
		return pi - (z - piLo)
	}
	return (z - piLo) - pi
}
