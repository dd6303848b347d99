// This file has Promise.withResolvers and Promise.try.

package web

import (
	"errors"

	"github.com/dop251/goja"
)

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
