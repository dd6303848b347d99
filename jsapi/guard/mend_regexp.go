// This file replaces the methods split and replace of RegExp.prototype for objects whose exec goja would call without a check.

package guard

import (
	"github.com/dop251/goja"
)

// splitOfRegExp is the name in wrappers of RegExp.prototype[Symbol.split].
const splitOfRegExp = "RegExp.prototype[split]"

// executed returns a view of an object that is used as a regular expression. As in the specification, the built-in exec
// takes the place of a property exec that is not a function, and refuses an object of another class.
func (g *Guard) executed(o *goja.Object) *goja.Object {
	w := &view{g: g, of: o}
	w.instead = func(key string) goja.Value {
		if key != "exec" {
			return nil
		}
		exec, own := goja.AssertFunction(o.Get("exec"))
		return g.unnamed(func(call goja.FunctionCall) goja.Value {
			if !own {
				if o.ClassName() != "RegExp" {
					panic(g.rt.NewTypeError("Method RegExp.prototype.exec called on incompatible receiver " + g.shortly(o)))
				}
				exec, _ = goja.AssertFunction(g.exec)
			}
			v, err := exec(o, call.Arguments...)
			if err != nil {
				panic(err)
			}
			return v
		})
	}
	return g.shown(w)
}

// shortly returns an object as V8 shows the receiver of a method.
func (g *Guard) shortly(o *goja.Object) string {
	if o.ClassName() == "Function" || isArray(o) {
		return g.asText(o).String()
	}
	return "#<Object>"
}

// ofExecuted is RegExp.prototype[Symbol.replace].
func ofExecuted(g *Guard, replace function) function {
	return func(call goja.FunctionCall) goja.Value {
		o, ok := call.This.(*goja.Object)
		if !ok {
			return replace(call)
		}
		if o.ClassName() == "RegExp" {
			if _, ok := goja.AssertFunction(o.Get("exec")); ok {
				return replace(call)
			}
		}
		call.This = g.executed(o)
		return replace(call)
	}
}

// ofSplitter is RegExp.prototype[Symbol.split], which makes another object and calls its exec.
func ofSplitter(g *Guard, split function) function {
	return func(call goja.FunctionCall) goja.Value {
		o, ok := call.This.(*goja.Object)
		if !ok {
			return split(call)
		}
		class := g.regExp
		if c, ok := o.Get("constructor").(*goja.Object); ok {
			if s := c.GetSymbol(goja.SymSpecies); s != nil && !goja.IsUndefined(s) && !goja.IsNull(s) {
				class = s
			}
		} else if c := o.Get("constructor"); c != nil && !goja.IsUndefined(c) {
			return split(call) // goja refuses it
		}
		if class == g.regExp {
			return split(call)
		}
		holder := g.rt.NewObject()
		if err := g.give(holder, goja.SymSpecies, func(made goja.ConstructorCall) *goja.Object {
			splitter, err := g.rt.New(class, append([]goja.Value{o}, made.Arguments[min(1, len(made.Arguments)):]...)...)
			if err != nil {
				panic(err)
			}
			return g.executed(splitter)
		}); err != nil {
			panic(err)
		}
		w := &view{g: g, of: o}
		w.instead = func(key string) goja.Value {
			if key == "constructor" {
				return holder
			}
			return nil
		}
		call.This = g.shown(w)
		return split(call)
	}
}
