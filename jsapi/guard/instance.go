// This file makes instanceof work with a Proxy of a class on its right-hand side. goja refuses such a
// Proxy because it is not a function.

package guard

import (
	"github.com/dop251/goja"
)

// instances replaces Function.prototype[Symbol.hasInstance], which instanceof calls. It does so once in
// a Runtime, before the first Proxy is made.
func (g *Guard) instances() {
	if g.instanceOf {
		return
	}
	g.instanceOf = true
	functions, ok := g.rt.Get("Function").(*goja.Object)
	if !ok {
		return
	}
	proto, ok := functions.Get("prototype").(*goja.Object)
	if !ok {
		return
	}
	o, ok := proto.GetSymbol(goja.SymHasInstance).(*goja.Object)
	if !ok {
		return
	}
	s := self(o)
	if s.at == nil || s.f < 0 {
		return
	}
	f := field[function](s, s.f)
	asked := *f
	*f = func(call goja.FunctionCall) goja.Value {
		class, isObject := call.This.(*goja.Object)
		if !isObject {
			return asked(call)
		}
		_, isProxy := asProxy(class)
		if _, callable := goja.AssertFunction(class); !isProxy || !callable {
			return asked(call)
		}
		v, ok := call.Argument(0).(*goja.Object)
		if !ok {
			return g.rt.ToValue(false)
		}
		of, ok := class.Get("prototype").(*goja.Object)
		if !ok {
			panic(g.rt.NewTypeError("Function has non-object prototype '%v' in instanceof check", class.Get("prototype")))
		}
		for p := v.Prototype(); p != nil; p = p.Prototype() {
			if p.SameAs(of) {
				return g.rt.ToValue(true)
			}
		}
		return g.rt.ToValue(false)
	}
}
