// This file implements LangGraph's SerializerProtocol, by which checkpointers of scripts turn values
// into bytes and back.

package langgraph

import (
	"bytes"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/guard"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// dumpBytes returns the stored form of a value, which is JSON text, as a Uint8Array.
func (savers *savers) dumpBytes(call goja.FunctionCall) goja.Value {
	b, err := savers.values.Dump(call.Argument(0), false)
	savers.vm.Check(err)
	array, err := savers.rt.New(savers.rt.Get("Uint8Array"), savers.rt.ToValue(savers.rt.NewArrayBuffer(b.Data)))
	savers.vm.Check(err)
	return array
}

// loadBytes returns the value whose stored form is in a Uint8Array, an ArrayBuffer or a string.
func (savers *savers) loadBytes(call goja.FunctionCall) goja.Value {
	var data []byte
	switch x := guard.Export(call.Argument(0)).(type) {
	case string:
		data = []byte(x)
	case []byte:
		data = x
	case goja.ArrayBuffer:
		data = x.Bytes()
	}
	guard.Need(savers.rt, len(data))
	data = bytes.Clone(data) // strings of the value share its memory, and the script may change its own bytes
	v, err := savers.values.Load(checkpoint.Blob{Type: checkpoint.TypeJSON, Data: data})
	savers.vm.Check(err)
	return v
}
