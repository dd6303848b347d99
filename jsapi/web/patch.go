// This file adds methods and symbols to built-in classes that goja lacks.

package web

import (
	"slices"
	"strings"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/guard"
)

// patchBuiltins defines the missing methods and well-known symbols.
func (p *platform) patchBuiltins() error {
	p.patchSymbol(p.builtin("Symbol"))
	object := p.builtin("Object")
	p.method(object, "groupBy", 2, p.objectGroupBy)
	p.patchAccessors(object.Get("prototype").(*goja.Object))
	p.patchTypedArray(p.builtin("Uint8Array").Prototype())
	p.patchArrayBuffer(p.builtin("ArrayBuffer").Get("prototype").(*goja.Object))
	p.patchMap(p.builtin("Map"))
	p.patchPromise(p.builtin("Promise"))
	p.patchError(p.builtin("Error"))
	text := p.builtin("String").Get("prototype").(*goja.Object)
	p.method(text, "isWellFormed", 0, p.isWellFormed)
	p.method(text, "toWellFormed", 0, p.toWellFormed)
	p.patchLocaleCompare(text)
	p.method(p.builtin("Array"), "fromAsync", 1, p.arrayFromAsync)
	p.method(p.builtin("Number").Get("prototype").(*goja.Object), "toLocaleString", 0, p.numberToLocale("Number"))
	p.method(p.builtin("BigInt").Get("prototype").(*goja.Object), "toLocaleString", 0, p.numberToLocale("BigInt"))
	p.patchDate(p.builtin("Date").Get("prototype").(*goja.Object))
	return nil
}

// patchSymbol defines the well-known symbols that goja lacks, with the symbols that code lowered by the
// bundler uses.
func (p *platform) patchSymbol(symbol *goja.Object) {
	for _, name := range []string{"asyncIterator", "dispose", "asyncDispose"} {
		must(symbol.DefineDataProperty(name, p.symbolFor("Symbol."+name), goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE))
	}
}

// patchAccessors defines __defineGetter__ and similar methods, which old code uses.
func (p *platform) patchAccessors(proto *goja.Object) {
	for _, kind := range []string{"Getter", "Setter"} {
		key := strings.ToLower(kind[:1]) + "et"
		p.method(proto, "__define"+kind+"__", 2, func(call goja.FunctionCall) goja.Value {
			o := call.This.ToObject(p.vm)
			if _, ok := goja.AssertFunction(call.Argument(1)); !ok {
				panic(p.vm.NewTypeError("Object.prototype.__define%s__: Expecting function", kind))
			}
			var get, set goja.Value
			if key == "get" {
				get = call.Argument(1)
			} else {
				set = call.Argument(1)
			}
			if symbol, ok := call.Argument(0).(*goja.Symbol); ok {
				must(o.DefineAccessorPropertySymbol(symbol, get, set, goja.FLAG_TRUE, goja.FLAG_TRUE))
			} else {
				must(o.DefineAccessorProperty(call.Argument(0).String(), get, set, goja.FLAG_TRUE, goja.FLAG_TRUE))
			}
			return goja.Undefined()
		})
		p.method(proto, "__lookup"+kind+"__", 1, func(call goja.FunctionCall) goja.Value {
			for o := call.This.ToObject(p.vm); o != nil; o = o.Prototype() {
				d, err := p.builtins.getOwnPropertyDescriptor(goja.Undefined(), o, call.Argument(0))
				must(err)
				if d, ok := d.(*goja.Object); ok {
					if f := d.Get(key); f != nil {
						return f
					}
					return goja.Undefined()
				}
			}
			return goja.Undefined()
		})
	}
}

// patchArrayBuffer adds resizable and maxByteLength. No buffer is resizable.
func (p *platform) patchArrayBuffer(proto *goja.Object) {
	for name, answer := range map[string]func(goja.ArrayBuffer) any{
		"resizable":     func(goja.ArrayBuffer) any { return false },
		"maxByteLength": func(b goja.ArrayBuffer) any { return len(b.Bytes()) },
	} {
		get := p.vm.ToValue(func(call goja.FunctionCall) goja.Value {
			b, ok := guard.Export(call.This).(goja.ArrayBuffer)
			if !ok {
				panic(p.vm.NewTypeError("Method get ArrayBuffer.prototype.%s called on incompatible receiver %s", name, call.This))
			}
			return p.vm.ToValue(answer(b))
		})
		must(proto.DefineAccessorProperty(name, get, nil, goja.FLAG_TRUE, goja.FLAG_FALSE))
	}
}

// patchTypedArray makes from() of typed arrays accept a string, character by character.
func (p *platform) patchTypedArray(class *goja.Object) {
	p.views = class.Get("prototype").(*goja.Object)
	from, ok := goja.AssertFunction(class.Get("from"))
	if !ok {
		return
	}
	p.method(class, "from", 1, func(call goja.FunctionCall) goja.Value {
		args := slices.Clone(call.Arguments)
		if len(args) > 0 && goja.IsString(args[0]) {
			args[0] = args[0].ToObject(p.vm)
		}
		v, err := from(call.This, args...)
		must(err)
		return v
	})
}

// arrayFromAsync implements Array.fromAsync. The function is async, so it is in js/fromasync.js.
func (p *platform) arrayFromAsync(call goja.FunctionCall) goja.Value {
	f, _ := goja.AssertFunction(p.family("fromasync"))
	v, err := f(call.This, call.Arguments...)
	must(err)
	return v
}
