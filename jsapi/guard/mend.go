// This file replaces built-in functions of goja for calls on which goja fails with an error of Go.

package guard

import (
	"strings"

	"github.com/dop251/goja"
)

// ofEmpty is TypedArray.prototype.set. goja looks at the address of the first element of the source, also if the source is
// empty, and reads the names of constructors, which can be getters that detach a buffer.
func ofEmpty(g *Guard, set function) function {
	return func(call goja.FunctionCall) goja.Value {
		to, isView := call.This.(*goja.Object)
		source, ok := argument(call.Arguments, 0).(*goja.Object)
		if !isView || !ok {
			return set(call)
		}
		_, isView = ViewOf(to)
		from, ok := ViewOf(source)
		if !isView || !ok {
			return set(call)
		}
		call.Arguments = numeric(call.Arguments, 1) // it can detach a buffer
		into, _ := ViewOf(to)
		from, _ = ViewOf(source)
		kind, ofSource := kindOfView(to), kindOfView(source)
		if Detached(to) || Detached(source) || kind == ofSource {
			return set(call)
		}
		offset := argument(call.Arguments, 1).ToInteger()
		if offset < 0 || offset > int64(into.Length) || int64(from.Length) > int64(into.Length)-offset {
			g.refuse(rangeError, "offset is out of bounds")
		}
		if holdsBigInts(kind) != holdsBigInts(ofSource) {
			panic(g.rt.NewTypeError("Cannot mix BigInt and other types, use explicit conversions"))
		}
		if from.Length == 0 {
			return goja.Undefined()
		}
		if !hasPlainName(source) {
			call.Arguments = with(call.Arguments, 0, g.elementsOfView(source, from.Length))
		}
		return set(call)
	}
}

// ofRevoked is Function.prototype.toString. goja looks at the target of a proxy, also if the proxy was revoked.
func ofRevoked(g *Guard, text function) function {
	return func(call goja.FunctionCall) goja.Value {
		if o, ok := call.This.(*goja.Object); ok {
			if p, ok := asProxy(o); ok && p.Target() == nil {
				if _, callable := goja.AssertFunction(o); callable {
					return g.rt.ToValue("function () { [native code] }")
				}
				panic(g.rt.NewTypeError("Function.prototype.toString requires that 'this' be a Function"))
			}
		}
		return text(call)
	}
}

// ofIndexes is Object.defineProperty or Reflect.defineProperty. For an element of a typed array goja needs a value.
func ofIndexes(g *Guard, define function) function {
	return func(call goja.FunctionCall) goja.Value {
		if len(call.Arguments) > 2 && viewBehind(call.Arguments[0]) != nil {
			call.Arguments = g.text(call.Arguments, 1)
			if d, ok := g.valued(call.Arguments[0], call.Arguments[1], call.Arguments[2]); ok {
				call.Arguments = with(call.Arguments, 2, d)
			}
		}
		return define(call)
	}
}

// ofAllIndexes is Object.defineProperties.
func ofAllIndexes(g *Guard, define function) function {
	return func(call goja.FunctionCall) goja.Value {
		props, ok := argument(call.Arguments, 1).(*goja.Object)
		if !ok || viewBehind(call.Arguments[0]) == nil {
			return define(call)
		}
		all := g.rt.NewObject()
		for _, key := range Keys(props) {
			d := orUndefined(props.Get(key))
			if changed, ok := g.valued(call.Arguments[0], g.rt.ToValue(key), d); ok {
				d = changed
			}
			if err := all.DefineDataProperty(key, d, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE); err != nil {
				panic(err)
			}
		}
		for _, key := range props.Symbols() {
			if err := all.DefineDataPropertySymbol(key, orUndefined(props.GetSymbol(key)), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE); err != nil {
				panic(err)
			}
		}
		call.Arguments = with(call.Arguments, 1, all)
		return define(call)
	}
}

// valued returns the descriptor of an element of a typed array with the value that the element has. ok is false if the
// descriptor has a value, or is for something else.
func (g *Guard) valued(o, key, descriptor goja.Value) (v goja.Value, ok bool) {
	target := viewBehind(o)
	d, isObject := descriptor.(*goja.Object)
	if _, named := key.(*goja.Symbol); target == nil || !isObject || named {
		return nil, false
	}
	for _, name := range []string{"value", "get", "set"} {
		if g.hasProperty(d, name) {
			return nil, false
		}
	}
	value := target.Get(key.String())
	if value == nil {
		return nil, false
	}
	full := g.rt.CreateObject(d)
	if err := full.DefineDataProperty("value", value, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE); err != nil {
		panic(err)
	}
	return full, true
}

// viewBehind returns the typed array that v is, or that v is a proxy of. It returns nil for other values.
func viewBehind(v goja.Value) *goja.Object {
	o, _ := v.(*goja.Object)
	o = behind(o)
	if _, ok := ViewOf(o); !ok {
		return nil
	}
	return o
}

// ofHex is Uint8Array.fromHex or setFromHex. The errors of goja have the texts of Go.
func ofHex(g *Guard, read function) function {
	return func(call goja.FunctionCall) goja.Value {
		s, ok := argument(call.Arguments, 0).(goja.String)
		if !ok {
			return read(call)
		}
		n := s.Length()
		if n%2 != 0 {
			g.refuse(syntaxError, wrongHex)
		}
		if to, ok := call.This.(*goja.Object); ok {
			if view, ok := ViewOf(to); ok {
				n = min(n, 2*view.Length)
			}
		}
		for i := range n {
			if !strings.ContainsRune("0123456789abcdefABCDEF", rune(s.CharAt(i))) {
				if view, ok := call.This.(*goja.Object); ok && viewBehind(view) != nil {
					read(goja.FunctionCall{This: call.This, Arguments: with(call.Arguments, 0, s.Substring(0, i/2*2))})
				}
				g.refuse(syntaxError, wrongHex)
			}
		}
		return read(call)
	}
}

// wrongHex is V8's message for text that is not hexadecimal.
const wrongHex = "Input string must contain hex characters in even length"
