// This file adds what goja lacks of built-in classes.

package web

import "github.com/dop251/goja"

// patchBuiltins defines the missing methods and well-known symbols.
func (p *platform) patchBuiltins() error {
	builtin := func(name string) *goja.Object { return p.vm.Get(name).(*goja.Object) }
	p.patchSymbol(builtin("Symbol"))
	object := builtin("Object")
	p.method(object, "groupBy", 2, p.objectGroupBy)
	p.patchMap(builtin("Map"))
	p.patchPromise(builtin("Promise"))
	p.patchError(builtin("Error"))
	text := builtin("String").Get("prototype").(*goja.Object)
	p.method(text, "isWellFormed", 0, p.isWellFormed)
	p.method(text, "toWellFormed", 0, p.toWellFormed)
	p.patchLocaleCompare(text)
	p.method(builtin("Array"), "fromAsync", 1, p.arrayFromAsync)
	p.method(builtin("Number").Get("prototype").(*goja.Object), "toLocaleString", 0, p.numberToLocale)
	p.method(builtin("BigInt").Get("prototype").(*goja.Object), "toLocaleString", 0, p.numberToLocale)
	p.patchDate(builtin("Date").Get("prototype").(*goja.Object))
	return nil
}

// patchSymbol defines the symbols that lowered code falls back to.
func (p *platform) patchSymbol(symbol *goja.Object) {
	symbolFor, _ := goja.AssertFunction(symbol.Get("for"))
	for _, name := range []string{"asyncIterator", "dispose", "asyncDispose"} {
		v, err := symbolFor(symbol, p.vm.ToValue("Symbol."+name))
		must(err)
		must(symbol.DefineDataProperty(name, v, goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE))
	}
}
