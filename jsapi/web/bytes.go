// This file accesses the bytes of ArrayBuffers and their views.

package web

import (
	"strings"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/guard"
)

// view is an ArrayBuffer or a view of one. bytes is its memory, so the script sees writes to it.
type view struct {
	kind   string // class, such as "Uint8Array", "DataView" or "ArrayBuffer"
	bytes  []byte
	buffer *goja.Object // what it views; the object itself for an ArrayBuffer
	offset int          // of bytes in buffer
}

// viewOf returns the view that v is. ok is false if v is neither an ArrayBuffer nor a view of one.
func viewOf(vm *goja.Runtime, v goja.Value) (view, bool) {
	o, ok := v.(*goja.Object)
	if !ok {
		return view{}, false
	}
	if b, ok := goValue[goja.ArrayBuffer](o); ok {
		return view{kind: "ArrayBuffer", bytes: b.Bytes(), buffer: o}, true
	}
	kind, ok := viewKind(o)
	if !ok {
		return view{}, false
	}
	buffer, ok := o.Get("buffer").(*goja.Object)
	if !ok {
		return view{}, false
	}
	b, ok := goValue[goja.ArrayBuffer](buffer)
	offset, length := o.Get("byteOffset"), o.Get("byteLength")
	if !ok || offset == nil || length == nil {
		return view{}, false
	}
	from, to, all := int(offset.ToInteger()), int(offset.ToInteger()+length.ToInteger()), b.Bytes()
	if from < 0 || to < from || to > len(all) {
		return view{}, false
	}
	return view{kind: kind, bytes: all[from:to], buffer: buffer, offset: from}, true
}

// Bytes returns the memory of an ArrayBuffer or of a view of one. ok is false for any other value.
func Bytes(vm *goja.Runtime, v goja.Value) (data []byte, ok bool) {
	view, ok := viewOf(vm, v)
	return view.bytes, ok
}

// viewKind returns the class of a typed array or DataView, also for an instance of a subclass.
func viewKind(o *goja.Object) (string, bool) {
	v := o.GetSymbol(goja.SymToStringTag)
	if v == nil {
		return "", false
	}
	kind := v.String()
	return kind, kind == "DataView" || strings.HasSuffix(kind, "Array")
}

// newBytes makes a Uint8Array whose memory is data. The caller must not use data afterwards.
func newBytes(vm *goja.Runtime, data []byte) *goja.Object {
	guard.Need(vm, len(data))
	o, err := vm.New(vm.Get("Uint8Array"), vm.ToValue(vm.NewArrayBuffer(data)))
	must(err)
	return o
}
