// This file makes globals when they are first named.

package web

import "github.com/dop251/goja"

// lazyGlobals is the prototype of the global object, so it is asked for names that the global object does not
// have. If such a name is a lazy global, it is made as an own property of the global object, and lazyGlobals
// does not have it any more.
type lazyGlobals struct {
	p      *platform
	global *goja.Object
	made   map[string]bool
}

func (l *lazyGlobals) Has(name string) bool {
	if l.made[name] {
		return false
	}
	if _, ok := l.p.env.Globals[name]; ok {
		return true
	}
	_, ok := globals[name]
	return ok
}

func (l *lazyGlobals) Get(name string) goja.Value {
	if !l.Has(name) {
		return nil
	}
	var v goja.Value
	if load, ok := l.p.env.Globals[name]; ok {
		v = load()
	} else {
		v = globals[name](l.p, name)
	}
	l.define(name, v)
	return v
}

func (l *lazyGlobals) define(name string, v goja.Value) {
	if l.made == nil {
		l.made = make(map[string]bool)
	}
	l.made[name] = true
	must(l.global.DefineDataProperty(name, v, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE))
}

// Set is reached only by a script that writes to the prototype of globalThis.
func (l *lazyGlobals) Set(name string, v goja.Value) bool {
	l.define(name, v)
	return true
}

// Delete is reached only by a script that deletes from the prototype of globalThis.
func (l *lazyGlobals) Delete(name string) bool {
	if l.made == nil {
		l.made = make(map[string]bool)
	}
	l.made[name] = true
	return true
}

func (l *lazyGlobals) Keys() []string { return nil }

// globals names every lazy global and the function that makes it.
var globals = map[string]func(p *platform, name string) goja.Value{
	"global": func(p *platform, _ string) goja.Value { return p.vm.GlobalObject() },

	"setTimeout":     timerGlobal,
	"clearTimeout":   timerGlobal,
	"setInterval":    timerGlobal,
	"clearInterval":  timerGlobal,
	"setImmediate":   timerGlobal,
	"clearImmediate": timerGlobal,
	"queueMicrotask": queueMicrotask,

	"structuredClone":      structuredClone,
	"Intl":                 intlGlobal,
	"atob":                 atob,
	"btoa":                 btoa,
	"crypto":               cryptoGlobal,
	"performance":          performanceGlobal,
	"WeakRef":              weakRef,
	"FinalizationRegistry": finalizationRegistry,

	"TextEncoder":                      fromFamily("text"),
	"TextDecoder":                      fromFamily("text"),
	"URL":                              fromFamily("url"),
	"URLSearchParams":                  fromFamily("url"),
	"DOMException":                     fromFamily("domexception"),
	"Event":                            fromFamily("events"),
	"EventTarget":                      fromFamily("events"),
	"CustomEvent":                      fromFamily("events"),
	"AbortController":                  fromFamily("abort"),
	"AbortSignal":                      fromFamily("abort"),
	"Buffer":                           fromFamily("buffer"),
	"SharedArrayBuffer":                fromFamily("sharedbuffer"),
	"Atomics":                          fromFamily("atomics"),
	"MessageChannel":                   fromFamily("channel"),
	"MessagePort":                      fromFamily("channel"),
	"BroadcastChannel":                 fromFamily("channel"),
	"CompressionStream":                fromFamily("compression"),
	"DecompressionStream":              fromFamily("compression"),
	"MessageEvent":                     fromFamily("channel"),
	"CryptoKey":                        fromFamily("subtle"),
	"SubtleCrypto":                     fromFamily("subtle"),
	"PerformanceEntry":                 fromFamily("performance"),
	"PerformanceMark":                  fromFamily("performance"),
	"PerformanceMeasure":               fromFamily("performance"),
	"PerformanceResourceTiming":        fromFamily("performance"),
	"Performance":                      classOf("performance"),
	"PerformanceObserver":              fromFamily("performance_observer"),
	"PerformanceObserverEntryList":     fromFamily("performance_observer"),
	"Crypto":                           classOf("crypto"),
	"Blob":                             fromFamily("blob"),
	"File":                             fromFamily("blob"),
	"FormData":                         fromFamily("formdata"),
	"Headers":                          fromFamily("headers"),
	"Request":                          fromFamily("request"),
	"Response":                         fromFamily("response"),
	"fetch":                            fromFamily("fetch"),
	"ReadableStream":                   fromFamily("streams"),
	"ReadableStreamDefaultReader":      fromFamily("streams"),
	"ReadableStreamDefaultController":  fromFamily("streams"),
	"ReadableByteStreamController":     fromFamily("streams"),
	"ReadableStreamBYOBReader":         fromFamily("streams_bytes"),
	"ReadableStreamBYOBRequest":        fromFamily("streams_bytes"),
	"CountQueuingStrategy":             fromFamily("streams"),
	"ByteLengthQueuingStrategy":        fromFamily("streams"),
	"WritableStream":                   fromFamily("streams_writable"),
	"WritableStreamDefaultWriter":      fromFamily("streams_writable"),
	"WritableStreamDefaultController":  fromFamily("streams_writable"),
	"TransformStream":                  fromFamily("streams_transform"),
	"TransformStreamDefaultController": fromFamily("streams_transform"),
	"TextDecoderStream":                fromFamily("streams_transform"),
	"TextEncoderStream":                fromFamily("streams_transform"),
}

// fromFamily makes a global that a js file exports under the global's name.
func fromFamily(family string) func(p *platform, name string) goja.Value {
	return func(p *platform, name string) goja.Value { return p.family(family).Get(name) }
}

// classOf makes the class of a global that is the only instance of it.
func classOf(name string) func(p *platform, _ string) goja.Value {
	return func(p *platform, _ string) goja.Value {
		if o, ok := p.vm.Get(name).(*goja.Object); ok && o.Prototype() != nil {
			if class := o.Prototype().Get("constructor"); class != nil {
				return class
			}
		}
		return goja.Undefined() // the script has replaced it
	}
}
