// This file has process.stdout and process.stderr. They are objects with write alone, until a script uses more of them, or
// streams: then lib/node/stdio.ts makes them streams of node:stream.

package node

import (
	"io"

	"github.com/dop251/goja"
)

// outputs are the outputs that a script has used.
type outputs struct {
	list   []*output
	become goja.Callable // makes an output a stream; nil before node:stream was loaded
	proto  *goja.Object  // of outputs that are no streams yet; nil until there is one
	asking bool          // an accessor of proto looks for the property of the stream
}

// output is process.stdout or process.stderr.
type output struct {
	object *goja.Object
	print  *goja.Object // writes a text or bytes at once
	stream bool         // whether it is a stream of node:stream
}

// streamNames are what an output has as a stream, beside write. The first use of one of them makes it a stream.
var streamNames = []string{
	"on", "once", "off", "addListener", "removeListener", "removeAllListeners", "prependListener", "prependOnceListener", "emit", "eventNames",
	"listeners", "rawListeners", "listenerCount", "setMaxListeners", "getMaxListeners",
	"end", "cork", "uncork", "destroy", "destroySoon", "pipe", "setDefaultEncoding", "_write", "_writev", "_writableState", "_isStdio",
	"writable", "writableEnded", "writableFinished", "writableLength", "writableHighWaterMark", "writableNeedDrain", "writableCorked", "writableObjectMode", "writableAborted",
	"destroyed", "closed", "errored",
	"getWindowSize", "cursorTo", "moveCursor", "clearLine", "clearScreenDown", "getColorDepth", "hasColors",
}

// newOutput makes process.stdout or process.stderr.
func (process *Process) newOutput(fd int, w io.Writer) *goja.Object {
	o := process.rt.NewObject()
	_ = o.Set("fd", fd)
	if process.o.Colors {
		_ = o.Set("isTTY", true)
		_ = o.Set("columns", 80)
		_ = o.Set("rows", 24)
	}
	process.vm.Native(o, "write", func(call goja.FunctionCall) goja.Value {
		process.write(w, call.Argument(0))
		for _, arg := range call.Arguments[min(1, len(call.Arguments)):] {
			if f, ok := goja.AssertFunction(arg); ok {
				process.nextTick(func() error {
					_, err := f(goja.Undefined())
					return err
				})
			}
		}
		return process.rt.ToValue(true)
	})
	_ = o.SetPrototype(process.outputProto())
	print, _ := o.Get("write").(*goja.Object)
	all := &process.outputs
	all.list = append(all.list, &output{object: o, print: print})
	process.becomeStreams()
	return o
}

// outputProto returns the prototype of outputs that are no streams yet.
func (process *Process) outputProto() *goja.Object {
	all := &process.outputs
	if all.proto != nil {
		return all.proto
	}
	all.proto = process.rt.NewObject()
	for _, name := range streamNames {
		_ = all.proto.DefineAccessorProperty(name, process.vm.NativeFunction("get "+name, func(call goja.FunctionCall) goja.Value {
			v := goja.Undefined()
			process.asStream(func() { v = call.This.ToObject(process.rt).Get(name) })
			return v
		}), process.vm.NativeFunction("set "+name, func(call goja.FunctionCall) goja.Value {
			process.asStream(func() { process.vm.Check(call.This.ToObject(process.rt).Set(name, call.Argument(0))) })
			return goja.Undefined()
		}), goja.FLAG_TRUE, goja.FLAG_FALSE)
	}
	return all.proto
}

// asStream makes all outputs streams, and calls use, which uses the property of one. An object that is no stream even then, as
// the prototype itself or a frozen output, has no such property: use would meet the accessor again.
func (process *Process) asStream(use func()) {
	all := &process.outputs
	if all.asking {
		return
	}
	process.loadStreams()
	all.asking = true
	defer func() { all.asking = false }()
	use()
}

// loadStreams makes all outputs streams. It loads the module for that.
func (process *Process) loadStreams() {
	if process.outputs.become == nil {
		_, err := process.o.Library("node/stream_writable.ts")
		process.vm.Check(err)
	}
}

// outputsFunction implements __hitlrun.node.outputs.
func (process *Process) outputsFunction(call goja.FunctionCall) goja.Value {
	if f, ok := goja.AssertFunction(call.Argument(0)); ok && process.outputs.become == nil {
		process.outputs.become = f
		process.becomeStreams()
	}
	return goja.Undefined()
}

// becomeStreams makes the outputs streams, if node:stream is loaded.
func (process *Process) becomeStreams() {
	become := process.outputs.become
	for _, out := range process.outputs.list {
		if become == nil || out.stream {
			continue
		}
		out.stream = true
		if out.object.Get("write") == out.print { // a script may have replaced it
			process.vm.Check(out.object.Delete("write"))
		}
		if _, err := become(goja.Undefined(), out.object, out.print); err != nil {
			process.vm.Throw(process.vm.ScriptError(err))
		}
	}
}

// write writes a text or bytes.
func (process *Process) write(w io.Writer, chunk goja.Value) {
	var err error
	switch data := (args{process.rt, []goja.Value{chunk}}).bytes(0); v := chunk.(type) {
	case goja.String:
		_, err = io.WriteString(w, v.String())
	case *goja.Object:
		if data == nil && v.Get("byteLength") == nil {
			process.wrongChunk(chunk)
		}
		_, err = w.Write(data)
	default:
		process.wrongChunk(chunk)
	}
	if err != nil {
		process.vm.Throw(err)
	}
}

// wrongChunk throws Node's error for something that cannot be written to a stream.
func (process *Process) wrongChunk(v goja.Value) {
	if goja.IsNull(v) {
		process.fail("TypeError", "ERR_STREAM_NULL_VALUES", "May not write null values to stream")
	}
	process.wrongType("chunk", "of type string or an instance of Buffer, TypedArray, or DataView", v)
}
