// This file has the checks of functions of BigInt.

package guard

import (
	"math/big"
	"strings"

	"github.com/dop251/goja"
)

func bigInt(v goja.Value) *big.Int {
	n, _ := Export(v).(*big.Int)
	return n
}

func parseBigInt(g *Guard, _ goja.Value, args []goja.Value) []goja.Value {
	s, ok := argument(args, 0).(goja.String)
	if !ok || s.Length() <= maxDigits {
		return args
	}
	if text := s.String(); s.Length() > maxBits/4 || len(text) < 2 || text[0] != '0' || !strings.ContainsAny(text[1:2], "xXoObB") {
		g.refuse(syntaxError, tooBig)
	}
	return args
}

// asIntN reduces the number of bits to what the value needs, so that goja makes no huge intermediate
// number.
func asIntN(g *Guard, _ goja.Value, args []goja.Value) []goja.Value {
	if n := bigInt(argument(args, 1)); n != nil && number(args[0]) > float64(n.BitLen()+2) && number(args[0]) < 1<<53 {
		return []goja.Value{g.rt.ToValue(n.BitLen() + 2), args[1]}
	}
	return args
}

func asUintN(g *Guard, _ goja.Value, args []goja.Value) []goja.Value {
	if n := bigInt(argument(args, 1)); n != nil && number(args[0]) > maxBits && n.Sign() < 0 {
		g.refuse(rangeError, tooBig)
	}
	return args
}

func showBigInt(g *Guard, this goja.Value, args []goja.Value) []goja.Value {
	if n := bigInt(this); n != nil && n.BitLen() > maxShown {
		g.refuse(rangeError, tooBig)
	}
	return args
}
