// This file has values as bytes, for checkpointers of scripts: SerializerProtocol.

package langgraph

import (
	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// dumpBytes is the JSON text that a value is kept as, as bytes.
func (savers *savers) dumpBytes(call goja.FunctionCall) goja.Value {
	b, err := savers.values.Dump(call.Argument(0), false)
	savers.vm.Check(err)
	bytes, err := savers.rt.New(savers.rt.Get("Uint8Array"), savers.rt.ToValue(savers.rt.NewArrayBuffer(b.Data)))
	savers.vm.Check(err)
	return bytes
}

// loadBytes is the value that such text stands for; it takes a string, too.
func (savers *savers) loadBytes(call goja.FunctionCall) goja.Value {
	var data []byte
	switch x := call.Argument(0).Export().(type) {
	case string:
		data = []byte(x)
	case []byte:
		data = x
	case goja.ArrayBuffer:
		data = x.Bytes()
	}
	v, err := savers.values.Load(checkpoint.Blob{Type: checkpoint.TypeJSON, Data: data})
	savers.vm.Check(err)
	return v
}
