// This file makes the classes of the platform.

package web

import (
	"github.com/dop251/goja"
)

// getter defines an accessor that computes its value when it is read.
func (p *platform) getter(o *goja.Object, name string, get func() goja.Value) {
	f := p.fn("get "+name, 0, func(goja.FunctionCall) goja.Value { return get() })
	must(o.DefineAccessorProperty(name, f, nil, goja.FLAG_TRUE, goja.FLAG_TRUE))
}

// instanceOf makes the only object of a class that scripts cannot construct.
func (p *platform) instanceOf(class string) *goja.Object {
	proto := p.sealedClass(class)
	tag(p.vm, proto, class)
	return p.vm.CreateObject(proto)
}

// sealedClass makes the prototype of a class that scripts cannot construct.
func (p *platform) sealedClass(name string) *goja.Object {
	ctor := p.vm.ToValue(func(goja.ConstructorCall) *goja.Object {
		panic(NewError(p.vm, "TypeError", "ERR_ILLEGAL_CONSTRUCTOR", "Illegal constructor"))
	}).(*goja.Object)
	must(ctor.DefineDataProperty("name", p.vm.ToValue(name), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE))
	return ctor.Get("prototype").(*goja.Object)
}

// class makes a constructor and its prototype. construct is not called if the constructor is called without
// new; then it throws a TypeError.
func (p *platform) class(name string, length int, construct func(goja.ConstructorCall)) (ctor, proto *goja.Object) {
	ctor = p.vm.ToValue(func(call goja.ConstructorCall) *goja.Object {
		if !p.vm.InstanceOf(call.This, ctor) {
			panic(p.vm.NewTypeError("Constructor %s requires 'new'", name))
		}
		construct(call)
		return nil
	}).(*goja.Object)
	must(ctor.DefineDataProperty("name", p.vm.ToValue(name), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE))
	must(ctor.DefineDataProperty("length", p.vm.ToValue(length), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE))
	proto = ctor.Get("prototype").(*goja.Object)
	tag(p.vm, proto, name)
	return ctor, proto
}
