// This file has values as bytes, for checkpointers of scripts: SerializerProtocol.

package langgraph

import (
	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// dumpBytes is the JSON text that a value is kept as, as bytes.
func (api *API) dumpBytes(call goja.FunctionCall) goja.Value {
	b, err := api.values.Dump(call.Argument(0), false)
	api.vm.Check(err)
	bytes, err := api.rt.New(api.rt.Get("Uint8Array"), api.rt.ToValue(api.rt.NewArrayBuffer(b.Data)))
	api.vm.Check(err)
	return bytes
}

// loadBytes is the value that such text stands for; it takes a string, too.
func (api *API) loadBytes(call goja.FunctionCall) goja.Value {
	var data []byte
	switch x := call.Argument(0).Export().(type) {
	case string:
		data = []byte(x)
	case []byte:
		data = x
	case goja.ArrayBuffer:
		data = x.Bytes()
	}
	v, err := api.values.Load(checkpoint.Blob{Type: checkpoint.TypeJSON, Data: data})
	api.vm.Check(err)
	return v
}
