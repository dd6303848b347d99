// This file has the checks of functions of BigInt.

package guard

import (
	"math/big"

	"github.com/dop251/goja"
)

func bigInt(v goja.Value) *big.Int {
	if n := integer(v); n != nil {
		return n
	}
	n, _ := Export(v).(*big.Int)
	return n
}

func parseBigInt(g *Guard, _ goja.Value, args []goja.Value) []goja.Value {
	if len(args) > 0 {
		args = with(args, 0, g.parsedBigInt(g.primitive(args[0])))
	}
	return args
}

// asIntN reduces the number of bits to what the value needs, so that goja makes no huge intermediate
// number.
func asIntN(g *Guard, _ goja.Value, args []goja.Value) []goja.Value {
	if len(args) < 2 {
		return args
	}
	args = numeric(args, 0)
	args = with(args, 1, g.parsedBigInt(g.primitive(args[1])))
	if bits, _ := bitsOf(args[1]); number(args[0]) > float64(bits+2) && number(args[0]) < 1<<53 {
		return with(args, 0, g.rt.ToValue(bits+2))
	}
	return args
}

// asUintN does the same for a value that is not negative. A negative one has as many bits as are requested.
func asUintN(g *Guard, _ goja.Value, args []goja.Value) []goja.Value {
	if len(args) < 2 {
		return args
	}
	args = numeric(args, 0)
	args = with(args, 1, g.parsedBigInt(g.primitive(args[1])))
	bits, negative := bitsOf(args[1])
	if n := number(args[0]); negative && n > maxBits {
		g.refuse(rangeError, tooBig)
	} else if negative {
		g.reserve(n / 8 * 3)
	} else if n > float64(bits+2) && n < 1<<53 {
		return with(args, 0, g.rt.ToValue(bits+2))
	}
	return args
}

func showBigInt(g *Guard, this goja.Value, args []goja.Value) []goja.Value {
	if n := bigInt(this); n != nil && n.BitLen() > maxBits {
		g.refuse(rangeError, tooBig)
	}
	return args
}
