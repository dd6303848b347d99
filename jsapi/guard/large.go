// This file bounds the results of *, <<, >> and ** with BigInts, for which goja takes any time and memory.

package guard

import (
	"math"
	"math/big"
	"unsafe"

	"github.com/dop251/goja"
)

// largeOperators replace the instructions for *, <<, >> and **, in the order of their kinds.
var largeOperators = [...]func(self, vm unsafe.Pointer){multiplyLooked, shiftLeftLooked, shiftRightLooked, powerLooked}

func multiplyLooked(self, vm unsafe.Pointer) {
	lookAtResult(vm, func(a, b *big.Int) float64 { return float64(a.BitLen()) + float64(b.BitLen()) })
	the.large[0].self(self, vm)
}

func shiftLeftLooked(self, vm unsafe.Pointer) {
	lookAtResult(vm, func(a, b *big.Int) float64 { return float64(a.BitLen()) + size(b) })
	the.truncate(vm, 2)
	the.large[1].self(self, vm)
}

func shiftRightLooked(self, vm unsafe.Pointer) {
	lookAtResult(vm, func(a, b *big.Int) float64 { return float64(a.BitLen()) - size(b) })
	the.truncate(vm, 2)
	the.large[2].self(self, vm)
}

func powerLooked(self, vm unsafe.Pointer) {
	lookAtResult(vm, func(a, b *big.Int) float64 {
		if a.BitLen() <= 1 { // -1, 0 and 1
			return 1
		}
		return float64(a.BitLen()-1) * size(b)
	})
	the.raise(vm)
	the.large[3].self(self, vm)
}

// size returns the value of b, about.
func size(b *big.Int) float64 {
	f, _ := new(big.Float).SetInt(b).Float64()
	return f
}

// lookAtResult throws a RangeError if the operands on the stack are BigInts, and their result has too many bits. Objects among
// the operands are converted first.
func lookAtResult(vm unsafe.Pointer, bits func(a, b *big.Int) float64) {
	c := the
	depth := *fieldAt[int](vm, c.depth)
	operand := func(i int) *goja.Value { return &(*fieldAt[[]goja.Value](vm, c.stack))[depth-i] }
	left, right := tableOf(operand(2)), tableOf(operand(1))
	if left == c.object && (right == c.object || right == c.bigInt) || left == c.bigInt && right == c.object {
		c.convertOperands(vm, operand)
		left, right = tableOf(operand(2)), tableOf(operand(1))
	}
	if left != c.bigInt || right != c.bigInt {
		return
	}
	a, b := integerOf(operand(2)), integerOf(operand(1))
	if a.Sign() == 0 && b.Sign() >= 0 { // 0 stays 0; goja shifts it all the same
		return
	}
	if n := bits(a, b); n > maxBits || math.IsNaN(n) {
		if g, ok := guards.Load(*fieldAt[*goja.Runtime](vm, c.runtime)); ok {
			g.(*Guard).refuse(rangeError, tooBig)
		}
	}
}

// convertOperands replaces the objects among the two operands by the primitive values that they become, left first.
func (c *code) convertOperands(vm unsafe.Pointer, operand func(int) *goja.Value) {
	g, ok := guards.Load(*fieldAt[*goja.Runtime](vm, c.runtime))
	if !ok {
		return
	}
	for _, i := range []int{2, 1} {
		v := g.(*Guard).primitive(*operand(i))
		*operand(i) = v
	}
}

// integerOf returns the number of a BigInt, without a copy of it. It must not be changed.
func integerOf(v *goja.Value) *big.Int {
	return (*big.Int)((*[2]unsafe.Pointer)(unsafe.Pointer(v))[1])
}
