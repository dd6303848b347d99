// Package fdlibm has the functions of Math whose results differ in the last digits between Go and V8: V8 computes them as
// fdlibm does, the C library of Sun. So Math.log10(1000) is 3 and 9 ** 1.5 is 27, as on Node. The functions take and return
// what those of JavaScript do.
//
// Where Go fuses a multiplication and an addition (on arm64,
// for example), the last digit can differ from that of V8.
//
// The algorithms and their constants are those of fdlibm 5.3 and of its version in FreeBSD, which have this notice:
//
//	Copyright (C) 1993, 2004 by Sun Microsystems, Inc. All rights reserved.
//
//	Developed at SunSoft, a Sun Microsystems, Inc. business.
//	Permission to use, copy, modify, and distribute this
//	software is freely granted, provided that this notice
//	is preserved.
package fdlibm

import "math"

// high returns the upper half of the bits of x.
func high(x float64) int32 { return int32(math.Float64bits(x) >> 32) }

// low returns the lower half of the bits of x.
func low(x float64) uint32 { return uint32(math.Float64bits(x)) }

// withHigh returns x with another upper half of its bits.
func withHigh(x float64, h int32) float64 {
	return math.Float64frombits(uint64(uint32(h))<<32 | uint64(low(x)))
}

// head returns x without the lower half of its bits.
func head(x float64) float64 { return math.Float64frombits(math.Float64bits(x) &^ (1<<32 - 1)) }

const (
	signless = 0x7fffffff
	infinite = 0x7ff00000 // the upper half of infinity
	mantissa = 0x000fffff // the part of the mantissa in the upper half
	unit     = 0x3ff00000 // the upper half of 1
	step     = 0x00100000 // what the upper half grows by if the exponent grows by one
	bias     = 0x3ff
)
