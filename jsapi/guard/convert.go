// This file converts arguments that are objects before they are checked. An object can be another number or text each time it
// is converted. So the guard converts it once, in the order of the specification, and goja gets the result.

package guard

import (
	"math/big"
	"strings"

	"github.com/dop251/goja"
)

// numeric returns args with argument i as a number, if it is an object.
func numeric(args []goja.Value, i int) []goja.Value {
	if o, ok := argument(args, i).(*goja.Object); ok {
		return with(args, i, o.ToNumber())
	}
	return args
}

// text returns args with argument i as a string, if it is an object, a number or a BigInt.
func (g *Guard) text(args []goja.Value, i int) []goja.Value {
	v := argument(args, i)
	if _, isObject := v.(*goja.Object); isObject || goja.IsNumber(v) || integer(v) != nil {
		return with(args, i, g.textOf(v))
	}
	return args
}

// asText returns an object as a string.
func (g *Guard) asText(o *goja.Object) goja.Value { return g.textOf(o) }

// textOf returns a value as a text.
func (g *Guard) textOf(v goja.Value) goja.String {
	if o, ok := v.(*goja.Object); ok {
		v = o.ToString() // a BigInt or a symbol, if the object becomes one
	}
	if s, ok := v.(goja.String); ok {
		return s
	}
	if n := integer(v); n != nil {
		return g.decimalText(n)
	}
	if _, ok := v.(*goja.Symbol); ok {
		panic(g.rt.NewTypeError("Cannot convert a Symbol value to a string"))
	}
	return g.rt.ToValue(v.String()).(goja.String)
}

// ofText returns f for this as a string. goja refuses undefined and null.
func ofText(g *Guard, f function) function {
	return func(call goja.FunctionCall) goja.Value {
		if !goja.IsUndefined(call.This) && !goja.IsNull(call.This) {
			call.This = g.textOf(call.This)
		}
		return f(call)
	}
}

// primitive returns an object as the primitive value that it becomes where a number or a BigInt is expected.
func (g *Guard) primitive(v goja.Value) goja.Value {
	o, ok := v.(*goja.Object)
	if !ok {
		return v
	}
	call := func(method goja.Value, args ...goja.Value) (goja.Value, bool) {
		f, ok := goja.AssertFunction(method)
		if !ok {
			return nil, false
		}
		p, err := f(o, args...)
		if err != nil {
			panic(err)
		}
		_, isObject := p.(*goja.Object)
		return p, !isObject
	}
	if method := o.GetSymbol(goja.SymToPrimitive); method != nil && !goja.IsUndefined(method) && !goja.IsNull(method) {
		if p, ok := call(method, g.rt.ToValue("number")); ok {
			return p
		}
	} else {
		for _, name := range []string{"valueOf", "toString"} {
			if p, ok := call(o.Get(name)); ok {
				return p
			}
		}
	}
	panic(g.rt.NewTypeError("Cannot convert object to primitive value"))
}

// bitsOf returns at least the number of bits of a primitive value as a BigInt, and whether it is negative. It returns 0 for
// a value that is not a BigInt and does not become a large one.
func bitsOf(v goja.Value) (bits int, negative bool) {
	if s, ok := v.(goja.String); ok {
		return 4 * s.Length(), strings.HasPrefix(strings.TrimSpace(s.String()), "-")
	}
	if n, ok := Export(v).(*big.Int); ok {
		return n.BitLen(), n.Sign() < 0
	}
	return 1, false
}
