// This file has process.stdout and process.stderr. They are objects with write alone, until a script uses more of them, or
// streams: then lib/node/standard_outputs.ts makes them streams of node:stream.

package node

import (
	"io"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/web"
)

// outputNames are what an output has as a stream, beside write and what all streams have.
var outputNames = []string{
	"end", "cork", "uncork", "destroySoon", "setDefaultEncoding", "_write", "_writev", "_writableState", "_isStdio",
	"writable", "writableEnded", "writableFinished", "writableLength", "writableHighWaterMark", "writableNeedDrain", "writableCorked", "writableObjectMode", "writableAborted",
	"getWindowSize", "cursorTo", "moveCursor", "clearLine", "clearScreenDown", "getColorDepth", "hasColors",
}

// newOutput makes process.stdout or process.stderr.
func (process *Process) newOutput(fd int, w io.Writer) *goja.Object {
	o := process.rt.NewObject()
	_ = o.Set("fd", fd)
	if t := terminalBehind(w); t != nil || process.o.Colors { // in a worker only Colors is known
		_ = o.Set("isTTY", true)
		process.sizes(o, t)
	}
	process.vm.Native(o, "write", func(call goja.FunctionCall) goja.Value {
		process.write(w, call.Argument(0), process.outputEncoding(call.Argument(1), call.Argument(0)))
		for _, arg := range call.Arguments[min(1, len(call.Arguments)):] {
			if f, ok := goja.AssertFunction(arg); ok {
				process.tick(func() error {
					_, err := f(goja.Undefined(), goja.Null())
					return err
				})
			}
		}
		return process.rt.ToValue(true)
	})
	write, _ := o.Get("write").(*goja.Object)
	process.outputs.add(o, write)
	return o
}

// outputEncoding returns the encoding that write was called with for a chunk, or throws Node's error for an unknown one.
func (process *Process) outputEncoding(v, chunk goja.Value) string {
	if _, callback := goja.AssertFunction(v); callback || !v.ToBoolean() {
		return "utf8"
	}
	shown := process.values.Show(v)
	if name, ok := v.(goja.String); ok {
		shown = name.String()
		if _, text := chunk.(goja.String); shown == "buffer" && !text {
			return "utf8"
		}
		if known := web.BufferEncoding(shown); known != "" {
			return known
		}
	}
	process.fail("TypeError", "ERR_UNKNOWN_ENCODING", "Unknown encoding: "+shown)
	return ""
}

// write writes a text in an encoding, or bytes.
func (process *Process) write(w io.Writer, chunk goja.Value, encoding string) {
	var err error
	switch v := chunk.(type) {
	case goja.String:
		if encoding == "utf8" {
			_, err = io.WriteString(w, v.String())
		} else {
			_, err = w.Write(web.EncodeText(v, encoding))
		}
	case *goja.Object:
		data, ok := web.Bytes(process.rt, v)
		if _, whole := goValue[goja.ArrayBuffer](v); whole || !ok {
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
