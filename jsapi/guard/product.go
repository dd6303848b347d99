// This file bounds the product of two large BigInts, which takes goja any time and memory.

package guard

import (
	"math/big"
	"unsafe"

	"github.com/dop251/goja"
)

// multiplyLooked replaces the instruction for *.
func multiplyLooked(self, vm unsafe.Pointer) {
	c := the
	depth := *fieldAt[int](vm, c.depth)
	operand := func(i int) *goja.Value { return &(*fieldAt[[]goja.Value](vm, c.stack))[depth-i] }
	left, right := tableOf(operand(2)), tableOf(operand(1))
	if left == c.object && (right == c.object || right == c.bigInt) || left == c.bigInt && right == c.object {
		c.convertOperands(vm, operand)
		left, right = tableOf(operand(2)), tableOf(operand(1))
	}
	if left == c.bigInt && right == c.bigInt && lengthOf(operand(2))+lengthOf(operand(1)) > maxBits {
		if g, ok := guards.Load(*fieldAt[*goja.Runtime](vm, c.runtime)); ok {
			g.(*Guard).refuse(rangeError, tooBig)
		}
	}
	c.multipliesSelf(self, vm)
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

// lengthOf returns the number of bits of a BigInt, without a copy of it.
func lengthOf(v *goja.Value) int {
	return (*big.Int)((*[2]unsafe.Pointer)(unsafe.Pointer(v))[1]).BitLen()
}
