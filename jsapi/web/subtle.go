// This file holds the Go side of crypto.subtle.

package web

import (
	"crypto/hmac"
	"crypto/subtle"
	"strings"

	"github.com/dop251/goja"
)

// subtleNatives are what subtle.js is called with: digest("SHA-256", bytes, key or undefined) → ArrayBuffer, with a key an
// HMAC; equal(bytes, bytes) in constant time.
func subtleNatives(p *platform) map[string]native {
	bytesOf := func(v goja.Value) []byte {
		view, _ := viewOf(p.vm, v)
		return view.bytes
	}
	return map[string]native{
		"digest": func(call goja.FunctionCall) goja.Value {
			newHash := hashes[strings.Replace(strings.ToLower(call.Argument(0).String()), "-", "", 1)]
			h := newHash()
			if key := call.Argument(2); !goja.IsUndefined(key) {
				h = hmac.New(newHash, bytesOf(key))
			}
			h.Write(bytesOf(call.Argument(1)))
			return p.vm.ToValue(p.vm.NewArrayBuffer(h.Sum(nil)))
		},
		"equal": func(call goja.FunctionCall) goja.Value {
			return p.vm.ToValue(subtle.ConstantTimeCompare(bytesOf(call.Argument(0)), bytesOf(call.Argument(1))) == 1)
		},
	}
}
