// This file holds the methods of built-in classes that goja lacks: groupBy, Promise.try, captureStackTrace and so on.

package web

import (
	"errors"
	"unicode/utf16"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/guard"
)

// objectGroupBy implements Object.groupBy(items, callback).
func (p *platform) objectGroupBy(call goja.FunctionCall) goja.Value {
	var keys []goja.Value
	groups := make(map[any][]any) // by string or *goja.Symbol
	p.eachKey(call, func(key, item goja.Value) {
		var id any = key.String()
		if sym, ok := key.(*goja.Symbol); ok {
			id = sym
		} else {
			key = p.vm.ToValue(id)
		}
		if groups[id] == nil {
			keys = append(keys, key)
		}
		groups[id] = append(groups[id], item)
	})
	result := p.vm.CreateObject(nil)
	for _, key := range keys {
		if sym, ok := key.(*goja.Symbol); ok {
			must(result.SetSymbol(sym, p.vm.NewArray(groups[sym]...)))
			continue
		}
		own(p.vm, result, key.String(), p.vm.NewArray(groups[key.String()]...))
	}
	return result
}

func (p *platform) patchMap(class *goja.Object) {
	p.method(class, "groupBy", 2, func(call goja.FunctionCall) goja.Value {
		result, err := p.vm.New(class)
		must(err)
		get, _ := goja.AssertFunction(result.Get("get"))
		set, _ := goja.AssertFunction(result.Get("set"))
		p.eachKey(call, func(key, item goja.Value) {
			group, err := get(result, key)
			must(err)
			if goja.IsUndefined(group) {
				group = p.vm.NewArray()
				_, err = set(result, key, group)
				must(err)
			}
			list := group.(*goja.Object)
			must(list.Set(list.Get("length").String(), item))
		})
		return result
	})
}

// eachKey calls f with each item and the key that the callback returns for it. The arguments of call are
// (items, callback).
func (p *platform) eachKey(call goja.FunctionCall, f func(key, item goja.Value)) {
	items := call.Argument(0)
	callback, ok := goja.AssertFunction(call.Argument(1))
	if !ok {
		panic(p.vm.NewTypeError("%s is not a function", p.env.Inspect(call.Argument(1))))
	}
	if goja.IsUndefined(items) || goja.IsNull(items) {
		panic(p.vm.NewTypeError("%s is not iterable", items.String()))
	}
	index := 0
	guard.ForOf(p.vm, items, func(item goja.Value) bool {
		key, err := callback(goja.Undefined(), item, p.vm.ToValue(index))
		must(err)
		f(key, item)
		index++
		return true
	})
}

func (p *platform) patchPromise(class *goja.Object) {
	p.method(class, "withResolvers", 0, func(call goja.FunctionCall) goja.Value {
		promise, resolve, reject := p.newCapability(call.This)
		o := p.vm.NewObject()
		own(p.vm, o, "promise", promise)
		own(p.vm, o, "resolve", resolve)
		own(p.vm, o, "reject", reject)
		return o
	})
	p.method(class, "try", 1, func(call goja.FunctionCall) goja.Value {
		promise, resolve, reject := p.newCapability(call.This)
		settle := resolve
		var arg goja.Value
		f, ok := goja.AssertFunction(call.Argument(0))
		if !ok {
			settle, arg = reject, p.vm.NewTypeError("%s is not a function", p.env.Inspect(call.Argument(0)))
		} else if v, err := f(goja.Undefined(), call.Arguments[1:]...); err == nil {
			arg = v
		} else {
			settle, arg = reject, thrown(err)
		}
		done, _ := goja.AssertFunction(settle)
		_, err := done(goja.Undefined(), arg)
		must(err)
		return promise
	})
}

// newCapability makes a promise of a class, with the functions that settle it.
func (p *platform) newCapability(class goja.Value) (promise, resolve, reject goja.Value) {
	if _, ok := goja.AssertConstructor(class); !ok {
		panic(p.vm.NewTypeError("Promise method called on non-object"))
	}
	promise, err := p.vm.New(class, p.vm.ToValue(func(call goja.FunctionCall) goja.Value {
		resolve, reject = call.Argument(0), call.Argument(1)
		return goja.Undefined()
	}))
	must(err)
	for _, settle := range []goja.Value{resolve, reject} {
		if _, ok := goja.AssertFunction(settle); !ok {
			panic(p.vm.NewTypeError("Promise resolve or reject function is not callable"))
		}
	}
	return promise, resolve, reject
}

// thrown returns the value that a script threw. It panics with any other error, since scripts must not catch
// the error that stops the VM.
func thrown(err error) goja.Value {
	var ex *goja.Exception
	if errors.As(err, &ex) {
		return ex.Value()
	}
	panic(err)
}

// units returns the UTF-16 units of the string that a String method is called on.
func (p *platform) units(call goja.FunctionCall, method string) []uint16 {
	if call.This == nil || goja.IsUndefined(call.This) || goja.IsNull(call.This) {
		panic(p.vm.NewTypeError("String.prototype.%s called on null or undefined", method))
	}
	if _, ok := call.This.(*goja.Symbol); ok {
		panic(p.vm.NewTypeError("Cannot convert a Symbol value to a string"))
	}
	s, ok := call.This.ToString().(goja.String)
	if !ok { // a number, a bigint or a boolean
		s = p.vm.ToValue(call.This.String()).(goja.String) //nolint:forcetypeassert // a Go string is a String
	}
	units := make([]uint16, s.Length())
	for i := range units {
		units[i] = s.CharAt(i)
	}
	return units
}

func (p *platform) isWellFormed(call goja.FunctionCall) goja.Value {
	units := p.units(call, "isWellFormed")
	for i := 0; i < len(units); i++ {
		if !utf16.IsSurrogate(rune(units[i])) {
			continue
		}
		if i+1 == len(units) || utf16.DecodeRune(rune(units[i]), rune(units[i+1])) == '\uFFFD' {
			return p.vm.ToValue(false)
		}
		i++
	}
	return p.vm.ToValue(true)
}

func (p *platform) toWellFormed(call goja.FunctionCall) goja.Value {
	return p.vm.ToValue(string(utf16.Decode(p.units(call, "toWellFormed"))))
}

// arrayFromAsync implements Array.fromAsync. The function is async, so it is in js/fromasync.js.
func (p *platform) arrayFromAsync(call goja.FunctionCall) goja.Value {
	f, _ := goja.AssertFunction(p.family("fromasync"))
	v, err := f(call.This, call.Arguments...)
	must(err)
	return v
}
