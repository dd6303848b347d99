// This file holds crypto: random values and UUIDs.

package web

import (
	"fmt"
	"io"

	"github.com/dop251/goja"
)

// maxRandomBytes is the number of bytes that one call of getRandomValues may fill.
const maxRandomBytes = 65536

func cryptoGlobal(p *platform, _ string) goja.Value {
	crypto := p.instanceOf("Crypto")
	proto := crypto.Prototype()
	p.method(proto, "randomUUID", 0, p.randomUUID)
	p.method(proto, "getRandomValues", 1, p.getRandomValues)
	p.getter(proto, "subtle", func() goja.Value { return p.family("subtle").Get("subtle") })
	return crypto
}

func (p *platform) randomUUID(goja.FunctionCall) goja.Value {
	id, err := newUUID(p.env.Rand)
	if err != nil {
		panic(plainError(p.vm, err))
	}
	return p.vm.ToValue(id)
}

// newUUID returns a random (version 4) UUID.
func newUUID(random io.Reader) (string, error) {
	var b [16]byte
	if _, err := io.ReadFull(random, b[:]); err != nil {
		return "", fmt.Errorf("read random bytes: %w", err)
	}
	b[6] = b[6]&0x0f | 0x40
	b[8] = b[8]&0x3f | 0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[0:4], b[4:6], b[6:8], b[8:10], b[10:]), nil
}

func (p *platform) getRandomValues(call goja.FunctionCall) goja.Value {
	view, ok := viewOf(p.vm, call.Argument(0))
	if !ok || view.kind == "ArrayBuffer" || view.kind == "DataView" || view.kind == "Float32Array" || view.kind == "Float64Array" {
		panic(p.domException("TypeMismatchError", "The data argument must be an integer-type TypedArray"))
	}
	if len(view.bytes) > maxRandomBytes {
		panic(p.domException("QuotaExceededError", "The requested length exceeds 65,536 bytes"))
	}
	if _, err := io.ReadFull(p.env.Rand, view.bytes); err != nil {
		panic(plainError(p.vm, err))
	}
	return call.Argument(0)
}
