// This file calls the methods of objects that take the place of a text to look for: "".replace(o, …) is o[Symbol.replace]("", …). An
// object without such a method becomes a text, so that the checks know its length.

package guard

import (
	"strings"

	"github.com/dop251/goja"
)

// ofMethod returns the wrapper of a method of String.prototype whose first argument can have a method, named by symbol, that does
// the work. The method gets this as it is. Without the method, this and the first argument become texts. all says that a RegExp
// must have the flag g.
func ofMethod(symbol *goja.Symbol, all bool) func(*Guard, function) function {
	return func(g *Guard, f function) function {
		return func(call goja.FunctionCall) goja.Value {
			if goja.IsUndefined(call.This) || goja.IsNull(call.This) {
				return f(call) // goja refuses it
			}
			if o, ok := argument(call.Arguments, 0).(*goja.Object); ok {
				if all && g.isRegExp(o) {
					g.needsAll(o, symbol)
				}
				if method := o.GetSymbol(symbol); method != nil && !goja.IsUndefined(method) && !goja.IsNull(method) {
					args := []goja.Value{call.This}
					if symbol == goja.SymReplace || symbol == goja.SymSplit {
						args = append(args, argument(call.Arguments, 1))
					}
					return g.invoke(method, goja.FunctionCall{This: o, Arguments: args})
				}
			}
			call.This = g.textOf(call.This)
			if symbol == goja.SymSplit {
				call.Arguments = numeric(call.Arguments, 1)
			}
			v := argument(call.Arguments, 0)
			if _, isText := v.(goja.String); !isText && (symbol == goja.SymReplace || !goja.IsUndefined(v)) {
				call.Arguments = with(call.Arguments, 0, g.textOf(v))
			}
			if g.cover != nil && (symbol == goja.SymMatch || symbol == goja.SymMatchAll || symbol == goja.SymSearch) {
				return g.invokeOfPattern(symbol, call)
			}
			return f(call)
		}
	}
}

// invokeOfPattern makes a RegExp of the first argument, which is a text or undefined, and calls its method. goja would make one without
// the checks of the constructor.
func (g *Guard) invokeOfPattern(symbol *goja.Symbol, call goja.FunctionCall) goja.Value {
	args := []goja.Value{argument(call.Arguments, 0)}
	if symbol == goja.SymMatchAll {
		args = append(args, g.rt.ToValue("g"))
	}
	re, err := g.rt.New(g.cover, args...)
	if err != nil {
		panic(err)
	}
	return g.invoke(re.GetSymbol(symbol), goja.FunctionCall{This: re, Arguments: []goja.Value{call.This}})
}

// isRegExp is IsRegExp of the specification.
func (g *Guard) isRegExp(o *goja.Object) bool {
	if v := o.GetSymbol(goja.SymMatch); v != nil && !goja.IsUndefined(v) {
		return v.ToBoolean()
	}
	return implName(o) == "regexpObject"
}

// needsAll refuses a RegExp without the flag g.
func (g *Guard) needsAll(o *goja.Object, symbol *goja.Symbol) {
	flags := orUndefined(o.Get("flags"))
	if goja.IsUndefined(flags) || goja.IsNull(flags) {
		panic(g.rt.NewTypeError("Value is not object coercible"))
	}
	if strings.Contains(g.textOf(flags).String(), "g") {
		return
	}
	if symbol == goja.SymReplace {
		panic(g.rt.NewTypeError("String.prototype.replaceAll called with a non-global RegExp argument"))
	}
	panic(g.rt.NewTypeError("RegExp doesn't have global flag set"))
}

// invoke calls a method as goja does.
func (g *Guard) invoke(method goja.Value, call goja.FunctionCall) goja.Value {
	if o, ok := method.(*goja.Object); ok && implName(o) == "nativeFuncObject" {
		s := self(o)
		if f := field[function](s, s.f); f != nil && *f != nil {
			return (*f)(call)
		}
	}
	f, ok := goja.AssertFunction(method)
	if !ok {
		panic(g.rt.NewTypeError(method.String() + " is not a method"))
	}
	v, err := f(call.This, call.Arguments...)
	if err != nil {
		panic(err)
	}
	return v
}
