// This file has the built-in functions and classes that the platform itself uses. They are read before a script can
// replace or delete them.

package web

import (
	"github.com/dop251/goja"
)

// builtins are functions and classes as they are in a new VM.
type builtins struct {
	classes                                     map[string]*goja.Object
	mapGet, mapSet, mapForEach                  goja.Callable
	setAdd, setForEach                          goja.Callable
	dateValue, getOwnPropertyDescriptor, symbol goja.Callable // symbol is Symbol.for
	then                                        goja.Callable // of promises
}

// readBuiltins reads the functions and classes that scripts are likely to replace, or that must not fail.
func (p *platform) readBuiltins() {
	p.builtins.classes = make(map[string]*goja.Object)
	class := func(name string) (class, proto *goja.Object) {
		class = p.builtin(name)
		p.builtins.classes[name] = class
		return class, class.Get("prototype").(*goja.Object)
	}
	for _, name := range []string{"Error", "RegExp"} {
		class(name)
	}
	_, proto := class("Map")
	p.builtins.mapGet, p.builtins.mapSet = p.callable(proto.Get("get")), p.callable(proto.Get("set"))
	p.builtins.mapForEach = p.callable(proto.Get("forEach"))
	_, proto = class("Set")
	p.builtins.setAdd, p.builtins.setForEach = p.callable(proto.Get("add")), p.callable(proto.Get("forEach"))
	_, proto = class("Promise")
	p.builtins.then = p.callable(proto.Get("then"))
	_, proto = class("Date")
	p.builtins.dateValue = p.callable(proto.Get("valueOf"))
	p.builtins.getOwnPropertyDescriptor = p.callable(p.builtin("Object").Get("getOwnPropertyDescriptor"))
	p.builtins.symbol = p.callable(p.builtin("Symbol").Get("for"))
}

// builtin returns a built-in object. It throws a TypeError if the script has put another value in its place.
func (p *platform) builtin(name string) *goja.Object {
	if class := p.builtins.classes[name]; class != nil {
		return class
	}
	o, ok := p.vm.Get(name).(*goja.Object)
	if !ok {
		panic(p.vm.NewTypeError("%s is not an object", name))
	}
	return o
}

// methodOf returns a method of a built-in class. It throws a TypeError if the script has removed it.
func (p *platform) methodOf(class, name string) goja.Callable {
	proto, ok := p.builtin(class).Get("prototype").(*goja.Object)
	if !ok {
		panic(p.vm.NewTypeError("%s.prototype is not an object", class))
	}
	return p.callable(proto.Get(name))
}

// callable returns the function that v is, and throws a TypeError if it is none.
func (p *platform) callable(v goja.Value) goja.Callable {
	f, ok := goja.AssertFunction(v)
	if !ok {
		panic(p.vm.NewTypeError("a built-in function is not a function any more"))
	}
	return f
}

// symbolFor returns Symbol.for(name).
func (p *platform) symbolFor(name string) *goja.Symbol {
	v, err := p.builtins.symbol(goja.Undefined(), p.vm.ToValue(name))
	must(err)
	return v.(*goja.Symbol)
}
