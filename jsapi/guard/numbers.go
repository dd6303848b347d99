// This file makes functions and operators for numbers compute what they compute in V8. goja takes the functions of Math from Go, whose
// last digits differ; and it converts a number of 2**63 and above to 0 for an operator on bits, and a BigInt of this size to another number.

package guard

import (
	"math"
	"unsafe"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/fdlibm"
)

// computed are the functions of Math with one argument that goja does not compute as V8.
var computed = map[string]func(float64) float64{
	"acos": fdlibm.Acos, "acosh": fdlibm.Acosh, "asin": fdlibm.Asin, "asinh": fdlibm.Asinh, "atan": fdlibm.Atan, "cbrt": fdlibm.Cbrt, "cos": fdlibm.Cos, "cosh": fdlibm.Cosh,
	"sign": signOf, "exp": fdlibm.Exp, "log": fdlibm.Log, "log10": fdlibm.Log10, "log2": fdlibm.Log2, "sin": fdlibm.Sin, "sinh": fdlibm.Sinh, "tan": fdlibm.Tan, "tanh": fdlibm.Tanh,
}

// signOf is Math.sign. That of goja returns a value that is not a number as it is.
func signOf(x float64) float64 {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	}
	return x
}

// ofOne returns the wrapper of a function that f computes.
func ofOne(f func(float64) float64) func(*Guard, function) function {
	return func(g *Guard, _ function) function {
		return func(call goja.FunctionCall) goja.Value { return g.rt.ToValue(f(argument(call.Arguments, 0).ToFloat())) }
	}
}

// ofTwo is ofOne for a function with two arguments.
func ofTwo(f func(a, b float64) float64) func(*Guard, function) function {
	return func(g *Guard, _ function) function {
		return func(call goja.FunctionCall) goja.Value {
			a := argument(call.Arguments, 0).ToFloat()
			return g.rt.ToValue(f(a, argument(call.Arguments, 1).ToFloat()))
		}
	}
}

// ofNumber is the check of Number: a BigInt becomes the nearest number.
func ofNumber(g *Guard, _ goja.Value, args []goja.Value) []goja.Value {
	if len(args) == 0 {
		return args
	}
	v := g.primitive(args[0])
	if n := integer(v); n != nil {
		v = g.rt.ToValue(size(n))
	}
	return with(args, 0, v)
}

// ofBits is the check of a function of Math that takes numbers of 32 bits.
func ofBits(g *Guard, _ goja.Value, args []goja.Value) []goja.Value {
	for i, v := range args {
		if _, isObject := v.(*goja.Object); isObject {
			v = v.ToNumber()
			args = with(args, i, v)
		}
		if goja.IsNumber(v) {
			if f := v.ToFloat(); beyondInt64(f) {
				args = with(args, i, g.rt.ToValue(int32Of(f)))
			}
		}
	}
	return args
}

// beyondInt64 reports whether goja takes the number for 0 where it needs 32 bits.
func beyondInt64(f float64) bool { return (f >= 1<<63 || f < -1<<63) && !math.IsInf(f, 0) }

// int32Of is ToInt32 of the specification, for a number that is finite.
func int32Of(f float64) int32 {
	return int32(uint32(int64(math.Mod(math.Trunc(f), 1<<32))))
}

func orLooked(self, vm unsafe.Pointer)  { the.onBits(ors, 2, self, vm) }
func andLooked(self, vm unsafe.Pointer) { the.onBits(ands, 2, self, vm) }
func xorLooked(self, vm unsafe.Pointer) { the.onBits(xors, 2, self, vm) }
func notLooked(self, vm unsafe.Pointer) { the.onBits(nots, 1, self, vm) }

func shiftUnsignedLooked(self, vm unsafe.Pointer) { the.onBits(shiftsUnsigned, 2, self, vm) }

// onBits executes an operator on the bits of numbers.
func (c *code) onBits(kind kindOf, operands int, self, vm unsafe.Pointer) {
	c.truncate(vm, operands)
	c.looked[kind-makesNew].self(self, vm)
}

// truncate replaces the operands on the stack that are large numbers by their lower 32 bits.
func (c *code) truncate(vm unsafe.Pointer, operands int) {
	stack, depth := *fieldAt[[]goja.Value](vm, c.stack), *fieldAt[int](vm, c.depth)
	for i := depth - operands; i < depth; i++ {
		if tableOf(&stack[i]) != c.float {
			continue
		}
		if f := stack[i].ToFloat(); beyondInt64(f) {
			stack[i] = (*fieldAt[*goja.Runtime](vm, c.runtime)).ToValue(int32Of(f))
		}
	}
}

// raise replaces two numbers on the stack by their power and 1, so that goja's ** has the power as its result.
func (c *code) raise(vm unsafe.Pointer) {
	stack, depth := *fieldAt[[]goja.Value](vm, c.stack), *fieldAt[int](vm, c.depth)
	x, y := &stack[depth-2], &stack[depth-1]
	if !goja.IsNumber(*x) || !goja.IsNumber(*y) {
		return
	}
	rt := *fieldAt[*goja.Runtime](vm, c.runtime)
	*x, *y = rt.ToValue(fdlibm.Pow((*x).ToFloat(), (*y).ToFloat())), rt.ToValue(1)
}
