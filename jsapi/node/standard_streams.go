// This file makes process.stdin, process.stdout and process.stderr streams of node:stream, when a script uses them as such.
// Until then they are small objects, so a script that only prints does not load node:stream.

package node

import "github.com/dop251/goja"

// standardStreams are those that one module of lib makes: the input, or the outputs.
type standardStreams struct {
	process *Process
	module  string   // defines the function that makes an object a stream, and calls loaded
	names   []string // properties that a stream has besides emitterNames. The first use of one makes the objects streams
	list    []*standardStream
	become  goja.Callable // makes an object a stream; nil before the module was loaded
	proto   *goja.Object  // the prototype of objects before they become streams; nil until there is one
	asking  bool          // an accessor of proto is reading or writing the property of the stream
}

// standardStream is process.stdin, process.stdout or process.stderr.
type standardStream struct {
	object *goja.Object
	write  *goja.Object // of an output: writes a text or bytes at once
	usual  *goja.Object // of an output: its method write, if the script does not replace it
	stream bool         // whether it is a stream of node:stream
}

// emitterNames are the properties that all streams have.
var emitterNames = []string{
	"on", "once", "off", "addListener", "removeListener", "removeAllListeners", "prependListener", "prependOnceListener", "emit", "eventNames",
	"listeners", "rawListeners", "listenerCount", "setMaxListeners", "getMaxListeners", "pipe", "destroy", "destroyed", "closed", "errored",
}

// add adds an object that becomes a stream.
func (s *standardStreams) add(o, write *goja.Object) {
	if s.become == nil {
		_ = o.SetPrototype(s.prototype())
	}
	s.list = append(s.list, &standardStream{object: o, write: write, usual: write})
	s.makeStreams()
}

// prototype returns the prototype that the objects have before they become streams. Each of its accessors makes them streams.
func (s *standardStreams) prototype() *goja.Object {
	if s.proto != nil {
		return s.proto
	}
	rt, native := s.process.rt, s.process.vm.NativeFunction
	s.proto = rt.NewObject()
	for _, name := range append(emitterNames[:len(emitterNames):len(emitterNames)], s.names...) {
		_ = s.proto.DefineAccessorProperty(name, native("get "+name, func(call goja.FunctionCall) goja.Value {
			v := goja.Undefined()
			s.asStreams(func() { v = call.This.ToObject(rt).Get(name) })
			return v
		}), native("set "+name, func(call goja.FunctionCall) goja.Value {
			s.asStreams(func() { s.process.vm.Check(call.This.ToObject(rt).Set(name, call.Argument(0))) })
			return goja.Undefined()
		}), goja.FLAG_TRUE, goja.FLAG_FALSE)
	}
	class, ok := rt.Get("Symbol").(*goja.Object)
	if !ok { // the script has removed it
		return s.proto
	}
	symbol, _ := class.Get("asyncIterator").(*goja.Symbol)
	_ = s.proto.DefineAccessorPropertySymbol(symbol, native("get [Symbol.asyncIterator]", func(call goja.FunctionCall) goja.Value {
		v := goja.Undefined()
		s.asStreams(func() { v = call.This.ToObject(rt).GetSymbol(symbol) })
		return v
	}), nil, goja.FLAG_TRUE, goja.FLAG_FALSE)
	return s.proto
}

// asStreams makes the objects streams, and calls use, which reads or writes a property of one. An object that cannot become a
// stream, such as the prototype itself or a frozen output, still has the accessor, which calls asStreams again: asking ends that.
func (s *standardStreams) asStreams(use func()) {
	if s.asking {
		return
	}
	s.load()
	s.asking = true
	defer func() { s.asking = false }()
	use()
}

// load loads the module that makes the objects streams.
func (s *standardStreams) load() {
	if s.become == nil {
		_, err := s.process.o.Library(s.module)
		s.process.vm.Check(err)
	}
}

// loaded is the function that the module calls with the one that makes an object a stream.
func (s *standardStreams) loaded(call goja.FunctionCall) goja.Value {
	if f, ok := goja.AssertFunction(call.Argument(0)); ok && s.become == nil {
		s.become = f
		s.makeStreams()
	}
	return goja.Undefined()
}

// makeStreams makes the objects streams, if the module is loaded.
func (s *standardStreams) makeStreams() {
	for _, each := range s.list {
		if s.become == nil || each.stream {
			continue
		}
		each.stream = true
		args := []goja.Value{each.object}
		if each.write != nil {
			args = append(args, each.write)
			if each.object.Get("write") == each.write { // a script may have replaced it
				s.process.vm.Check(each.object.Delete("write"))
			}
		}
		if _, err := s.become(goja.Undefined(), args...); err != nil {
			s.process.vm.Throw(s.process.vm.ScriptError(err))
		}
		each.usual, _ = each.object.Prototype().Get("write").(*goja.Object)
	}
}

// replaced returns the output with this descriptor, and the function that the script has put in the place of its method write; nil
// if it has not.
func (s *standardStreams) replaced(fd int) (output *goja.Object, write goja.Callable) {
	if len(s.list) < fd {
		return nil, nil
	}
	each := s.list[fd-1]
	v := each.object.Get("write")
	if v == nil || v == goja.Value(each.usual) {
		return nil, nil
	}
	write, _ = goja.AssertFunction(v)
	return each.object, write
}
