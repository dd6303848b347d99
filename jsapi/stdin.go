// This file has process.stdin: its lines as data events, or one by one. readline
// and it read from the same place.

package jsapi

import "github.com/dop251/goja"

// newStdin makes process.stdin. Nothing is read before someone listens.
func (vm *VM) newStdin() *goja.Object {
	o := vm.rt.NewObject()
	s := &stdin{vm: vm, object: o, listeners: map[string][]goja.Callable{}}
	_ = o.Set("fd", 0)
	for _, name := range []string{"on", "once", "addListener"} {
		vm.native(o, name, s.on)
	}
	for _, name := range []string{"setEncoding", "resume", "pause", "ref", "unref", "off", "removeListener", "removeAllListeners"} {
		vm.native(o, name, func(goja.FunctionCall) goja.Value { return o })
	}
	if symbol, ok := vm.rt.Get("Symbol").ToObject(vm.rt).Get("asyncIterator").(*goja.Symbol); ok {
		_ = o.SetSymbol(symbol, vm.nativeFunction("[Symbol.asyncIterator]", func(goja.FunctionCall) goja.Value {
			iterator := vm.rt.NewObject()
			vm.native(iterator, "next", s.next)
			vm.native(iterator, "return", func(goja.FunctionCall) goja.Value {
				return s.settled(goja.Undefined(), true)
			})
			return iterator
		}))
	}
	return o
}

type stdin struct {
	vm        *VM
	object    *goja.Object
	listeners map[string][]goja.Callable
	reading   bool
}

// line has f called with the next line and its end, or undefined at the end.
func (s *stdin) line(f func(v goja.Value)) {
	host, _ := s.vm.node().ToObject(s.vm.rt).Get("stdin").(*goja.Object)
	next, ok := goja.AssertFunction(host.Get("line"))
	if !ok {
		return
	}
	_, err := next(host, s.vm.rt.ToValue(func(call goja.FunctionCall) goja.Value {
		v := call.Argument(0)
		if !goja.IsUndefined(v) {
			v = s.vm.rt.ToValue(v.String() + "\n")
		}
		f(v)
		return goja.Undefined()
	}))
	if err != nil {
		s.vm.throw(s.vm.scriptError(err))
	}
}

// on is process.stdin.on(event, listener).
func (s *stdin) on(call goja.FunctionCall) goja.Value {
	if f, ok := goja.AssertFunction(call.Argument(1)); ok {
		event := call.Argument(0).String()
		s.listeners[event] = append(s.listeners[event], f)
		if event == "data" && !s.reading {
			s.reading = true
			s.read()
		}
	}
	return s.object
}

func (s *stdin) read() {
	s.line(func(v goja.Value) {
		if goja.IsUndefined(v) {
			s.emit("end")
			s.emit("close")
			return
		}
		s.emit("data", v)
		s.read()
	})
}

func (s *stdin) emit(event string, args ...goja.Value) {
	for _, f := range s.listeners[event] {
		if _, err := f(s.object, args...); err != nil {
			s.vm.fail(s.vm.scriptError(err))
		}
	}
}

// next is the next() of its async iterator.
func (s *stdin) next(goja.FunctionCall) goja.Value {
	promise, resolve, _ := s.vm.rt.NewPromise()
	s.line(func(v goja.Value) {
		s.vm.settle(resolve(s.result(v, goja.IsUndefined(v))))
	})
	return s.vm.rt.ToValue(promise)
}

func (s *stdin) result(v goja.Value, done bool) *goja.Object {
	o := s.vm.rt.NewObject()
	_ = o.Set("value", v)
	_ = o.Set("done", done)
	return o
}

func (s *stdin) settled(v goja.Value, done bool) goja.Value {
	promise, resolve, _ := s.vm.rt.NewPromise()
	s.vm.settle(resolve(s.result(v, done)))
	return s.vm.rt.ToValue(promise)
}
