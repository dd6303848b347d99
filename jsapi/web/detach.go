// This file detaches buffers that structuredClone and postMessage transfer.

package web

import (
	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/guard"
)

// detach detaches a buffer. Its views have no elements afterwards.
func (p *platform) detach(b goja.ArrayBuffer) {
	if !p.detaches {
		p.detaches = true
		p.patchViews()
	}
	guard.Detach(b)
}

// bytesNatives are the arguments of streams_bytes.js: transfer(buffer) → another ArrayBuffer with the same memory; the buffer itself is
// detached.
func bytesNatives(p *platform) map[string]native {
	return map[string]native{
		"transfer": func(call goja.FunctionCall) goja.Value {
			b, ok := goValue[goja.ArrayBuffer](call.Argument(0))
			if !ok || b.Detached() {
				panic(p.vm.NewTypeError("Cannot perform ArrayBuffer.prototype.transfer on a detached ArrayBuffer"))
			}
			moved := p.vm.ToValue(p.vm.NewArrayBuffer(b.Bytes()))
			p.detach(b)
			return moved
		},
	}
}

// sharedNatives are the arguments of sharedbuffer.js: alias(buffer) → another ArrayBuffer with the same memory.
func sharedNatives(p *platform) map[string]native {
	return map[string]native{
		"alias": func(call goja.FunctionCall) goja.Value {
			b, ok := goValue[goja.ArrayBuffer](call.Argument(0))
			if !ok {
				return goja.Undefined()
			}
			return p.vm.ToValue(p.vm.NewArrayBuffer(b.Bytes()))
		},
	}
}

// patchViews makes the sizes of a view of a detached buffer 0. The getters of goja recognise such a buffer by its missing
// memory, which guard.Detach retains. These are slower, so only scripts that transfer a buffer get them.
func (p *platform) patchViews() {
	for name, size := range map[string]func(guard.View) int{
		"length":     func(v guard.View) int { return v.Length },
		"byteLength": func(v guard.View) int { return v.Length * v.ElementSize },
		"byteOffset": func(v guard.View) int { return v.Offset * v.ElementSize },
	} {
		get := p.fn("get "+name, 0, func(call goja.FunctionCall) goja.Value {
			o, _ := call.This.(*goja.Object)
			v, ok := guard.ViewOf(o)
			if !ok {
				panic(p.vm.NewTypeError("Method get TypedArray.prototype.%s called on incompatible receiver %s", name, call.This))
			}
			return p.vm.ToValue(size(v))
		})
		_ = p.views.DefineAccessorProperty(name, get, nil, goja.FLAG_TRUE, goja.FLAG_FALSE) // the script may have frozen it
	}
}
