// This file has process.stdin. It delivers lines as data events, or one by one. readline reads from the same
// input.

package node

import "github.com/dop251/goja"

// newStdin makes process.stdin. It reads nothing before the script listens.
func (process *Process) newStdin() *goja.Object {
	o := process.rt.NewObject()
	s := &stdin{process: process, object: o, listeners: map[string][]goja.Callable{}}
	_ = o.Set("fd", 0)
	for _, name := range []string{"on", "once", "addListener"} {
		process.vm.Native(o, name, s.on)
	}
	for _, name := range []string{"setEncoding", "resume", "pause", "ref", "unref", "off", "removeListener", "removeAllListeners"} {
		process.vm.Native(o, name, func(goja.FunctionCall) goja.Value { return o })
	}
	if symbol, ok := process.rt.Get("Symbol").ToObject(process.rt).Get("asyncIterator").(*goja.Symbol); ok {
		_ = o.SetSymbol(symbol, process.vm.NativeFunction("[Symbol.asyncIterator]", func(goja.FunctionCall) goja.Value {
			iterator := process.rt.NewObject()
			process.vm.Native(iterator, "next", s.next)
			process.vm.Native(iterator, "return", func(goja.FunctionCall) goja.Value {
				return s.settled(goja.Undefined(), true)
			})
			return iterator
		}))
	}
	return o
}

type stdin struct {
	process   *Process
	object    *goja.Object
	listeners map[string][]goja.Callable
	reading   bool
}

// line calls f with the next line and its line break, or with undefined at the end.
func (s *stdin) line(f func(v goja.Value)) {
	host, _ := s.process.Modules().ToObject(s.process.rt).Get("stdin").(*goja.Object)
	next, ok := goja.AssertFunction(host.Get("line"))
	if !ok {
		return
	}
	_, err := next(host, s.process.rt.ToValue(func(call goja.FunctionCall) goja.Value {
		v := call.Argument(0)
		if !goja.IsUndefined(v) {
			v = s.process.rt.ToValue(v.String() + "\n")
		}
		f(v)
		return goja.Undefined()
	}))
	if err != nil {
		s.process.vm.Throw(s.process.vm.ScriptError(err))
	}
}

// on implements process.stdin.on(event, listener).
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
			s.process.vm.Fail(s.process.vm.ScriptError(err))
		}
	}
}

// next implements next() of the async iterator.
func (s *stdin) next(goja.FunctionCall) goja.Value {
	promise, resolve, _ := s.process.rt.NewPromise()
	s.line(func(v goja.Value) {
		s.process.vm.Settle(resolve(s.result(v, goja.IsUndefined(v))))
	})
	return s.process.rt.ToValue(promise)
}

func (s *stdin) result(v goja.Value, done bool) *goja.Object {
	o := s.process.rt.NewObject()
	_ = o.Set("value", v)
	_ = o.Set("done", done)
	return o
}

func (s *stdin) settled(v goja.Value, done bool) goja.Value {
	promise, resolve, _ := s.process.rt.NewPromise()
	s.process.vm.Settle(resolve(s.result(v, done)))
	return s.process.rt.ToValue(promise)
}
