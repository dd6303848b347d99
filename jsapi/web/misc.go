// This file holds the small globals: crypto, performance, WeakRef, FinalizationRegistry.

package web

import (
	"fmt"
	"io"

	"github.com/dop251/goja"
)

// maxRandomBytes is how much getRandomValues fills at a time.
const maxRandomBytes = 65536

func cryptoGlobal(p *platform, _ string) goja.Value {
	crypto := p.instanceOf("Crypto")
	proto := crypto.Prototype()
	p.method(proto, "randomUUID", 0, func(goja.FunctionCall) goja.Value {
		id, err := newUUID(p.env.Rand)
		if err != nil {
			panic(plainError(p.vm, err))
		}
		return p.vm.ToValue(id)
	})
	p.method(proto, "getRandomValues", 1, p.getRandomValues)
	p.getter(proto, "subtle", func() goja.Value { return p.family("subtle").Get("subtle") })
	return crypto
}

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
		panic(newError(p.vm, "TypeError", "ERR_ILLEGAL_CONSTRUCTOR", "Illegal constructor"))
	}).(*goja.Object)
	must(ctor.DefineDataProperty("name", p.vm.ToValue(name), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE))
	return ctor.Get("prototype").(*goja.Object)
}

// newUUID returns a random (version 4) UUID.
func newUUID(random io.Reader) (string, error) {
	var b [16]byte
	if _, err := io.ReadFull(random, b[:]); err != nil {
		return "", fmt.Errorf("read random bytes: %w", err)
	}
	b[6] = b[6]&0x0f | 0x40
	b[8] = b[8]&0x3f | 0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[0:4], b[4:6], b[6:8], b[8:10], b[10:]), nil
}

func (p *platform) getRandomValues(call goja.FunctionCall) goja.Value {
	view, ok := viewOf(p.vm, call.Argument(0))
	if !ok || view.kind == "DataView" || view.kind == "Float32Array" || view.kind == "Float64Array" {
		panic(p.domException("TypeMismatchError", "The data argument must be an integer-type TypedArray"))
	}
	if len(view.bytes) > maxRandomBytes {
		panic(p.domException("QuotaExceededError", "The requested length exceeds 65,536 bytes"))
	}
	if _, err := io.ReadFull(p.env.Rand, view.bytes); err != nil {
		panic(plainError(p.vm, err))
	}
	return call.Argument(0)
}

func performanceGlobal(p *platform, _ string) goja.Value {
	performance := p.instanceOf("Performance")
	proto := performance.Prototype()
	p.method(proto, "now", 0, func(goja.FunctionCall) goja.Value { return p.vm.ToValue(p.elapsed()) })
	origin := float64(p.start.UnixMicro()) / 1000
	p.getter(proto, "timeOrigin", func() goja.Value { return p.vm.ToValue(origin) })
	for _, name := range []string{"mark", "measure", "clearMarks", "clearMeasures", "getEntries", "getEntriesByName", "getEntriesByType"} {
		p.method(proto, name, 1, func(call goja.FunctionCall) goja.Value {
			f, _ := goja.AssertFunction(p.family("performance").Get("methods").(*goja.Object).Get(name))
			v, err := f(call.This, call.Arguments...)
			must(err)
			return v
		})
	}
	p.method(proto, "toJSON", 0, func(goja.FunctionCall) goja.Value {
		o := p.vm.NewObject()
		must(o.Set("timeOrigin", origin))
		return o
	})
	return performance
}

// elapsed is the time since Install in milliseconds.
func (p *platform) elapsed() float64 {
	elapsed := func() Outcome {
		return Outcome{Value: p.vm.ToValue(float64(p.env.Clock().Sub(p.start).Nanoseconds()) / 1e6)}
	}
	if e := begin(p.env.Journal, EffectSpec{Kind: "performance.now"}); e != nil {
		return e.Do(elapsed).Value.ToFloat()
	}
	return elapsed().Value.ToFloat()
}

// weakRef makes a WeakRef that holds its target strongly: goja's objects are Go's, and Go has no weak reference that
// could distinguish a script's own references from goja's.
func weakRef(p *platform, name string) goja.Value {
	key := goja.NewSymbol("target")
	ctor, proto := p.class(name, 1, func(call goja.ConstructorCall) {
		target, ok := call.Argument(0).(*goja.Object)
		if !ok {
			panic(p.vm.NewTypeError("WeakRef: invalid target"))
		}
		must(call.This.DefineDataPropertySymbol(key, target, goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE))
	})
	p.method(proto, "deref", 0, func(call goja.FunctionCall) goja.Value {
		if o, ok := call.This.(*goja.Object); ok {
			if target := o.GetSymbol(key); target != nil {
				return target
			}
		}
		panic(p.vm.NewTypeError("Method WeakRef.prototype.deref called on incompatible receiver %s", call.This.String()))
	})
	return ctor
}

// finalizationRegistry makes a FinalizationRegistry that never calls back, which the language allows.
func finalizationRegistry(p *platform, name string) goja.Value {
	ctor, proto := p.class(name, 1, func(call goja.ConstructorCall) {
		if _, ok := goja.AssertFunction(call.Argument(0)); !ok {
			panic(p.vm.NewTypeError("FinalizationRegistry: cleanup must be callable"))
		}
	})
	p.method(proto, "register", 2, func(call goja.FunctionCall) goja.Value {
		if _, ok := call.Argument(0).(*goja.Object); !ok {
			panic(p.vm.NewTypeError("FinalizationRegistry.prototype.register: invalid target"))
		}
		return goja.Undefined()
	})
	p.method(proto, "unregister", 1, func(goja.FunctionCall) goja.Value { return p.vm.ToValue(false) })
	return ctor
}

// class makes a constructor and its prototype. goja calls it without new as it does with, unless there is a this.
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
