// This file makes process an EventEmitter of node:events. The module is loaded when a script first uses process as such.

package node

import (
	"slices"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/guard"
)

// processMethods are the methods of an EventEmitter.
var processMethods = []string{
	"on", "once", "off", "addListener", "removeListener", "removeAllListeners", "prependListener", "prependOnceListener", "emit", "eventNames",
	"listeners", "rawListeners", "listenerCount", "setMaxListeners", "getMaxListeners",
}

// makeEmitter gives process its prototype. Each method is an accessor there that loads node:events, until that is loaded.
func (process *Process) makeEmitter(o *goja.Object) {
	process.object, process.above = o, process.rt.NewObject()
	native := process.vm.NativeFunction
	_ = process.above.DefineDataProperty("constructor", native("process", func(goja.FunctionCall) goja.Value { return goja.Undefined() }),
		goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	for _, name := range processMethods {
		_ = process.above.DefineAccessorProperty(name, native("get "+name, func(goja.FunctionCall) goja.Value {
			process.loadEmitter()
			return process.emitter.Get(name)
		}), native("set "+name, func(call goja.FunctionCall) goja.Value {
			process.loadEmitter()
			_ = o.DefineDataProperty(name, call.Argument(0), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE)
			return goja.Undefined()
		}), goja.FLAG_TRUE, goja.FLAG_FALSE)
	}
	_ = o.SetPrototype(process.above)
	process.linkEmitter()
}

// loadEmitter loads node:events.
func (process *Process) loadEmitter() {
	if process.emitter == nil {
		process.ownEmitter = true
		_, err := process.o.Builtin("events")
		process.vm.Check(err)
	}
}

// emitterLoaded is the function that node:events calls with EventEmitter.prototype. The module that the script has in its bundle
// takes the place of one that was loaded for process alone.
func (process *Process) emitterLoaded(call goja.FunctionCall) goja.Value {
	if o, ok := call.Argument(0).(*goja.Object); ok && (process.emitter == nil || process.ownEmitter) {
		process.ownEmitter = process.ownEmitter && process.emitter == nil
		process.emitter = o
		process.linkEmitter()
	}
	return goja.Undefined()
}

// linkEmitter puts EventEmitter.prototype in the place of the accessors, when there are both.
func (process *Process) linkEmitter() {
	if process.emitter == nil || process.above == nil {
		return
	}
	for _, name := range processMethods {
		_ = process.above.Delete(name)
	}
	_ = process.above.SetPrototype(process.emitter)
}

// hears reports whether an event has a listener, or the script has a method emit of its own, which may look for the event.
func (process *Process) hears(event string) bool {
	if process.emitter == nil || process.object == nil {
		return false
	}
	if slices.Contains(guard.OwnNames(process.object), "emit") {
		return true
	}
	count, ok := goja.AssertFunction(process.emitter.Get("listenerCount"))
	if !ok {
		return false
	}
	n, err := count(process.object, process.rt.ToValue(event))
	return err == nil && n.ToInteger() > 0
}

// emitProcess emits an event by the method emit, which a script may have replaced, and reports whether there is a listener. It
// returns the error of the first listener that throws.
func (process *Process) emitProcess(event string, args ...goja.Value) (heard bool, err error) {
	if process.emitter == nil || process.object == nil {
		return false, nil
	}
	emit, ok := goja.AssertFunction(process.object.Get("emit"))
	if !ok {
		return false, nil
	}
	v, err := emit(process.object, append([]goja.Value{process.rt.ToValue(event)}, args...)...)
	return err != nil || v.ToBoolean(), err
}
