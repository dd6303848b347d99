// This file holds the hashes of node:crypto.

package web

import (
	"bytes"
	"crypto/hmac"
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"crypto/subtle"
	"hash"
	"strings"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/guard"
)

// hashes are the algorithms, by their name without "-".
var hashes = map[string]func() hash.Hash{
	"md5": md5.New, "sha1": sha1.New, "sha224": sha256.New224, "sha256": sha256.New,
	"sha384": sha512.New384, "sha512": sha512.New, "sha512-224": sha512.New512_224, "sha512-256": sha512.New512_256,
}

// hashNatives are createHash and createHmac:
// create(algorithm, key or undefined) → undefined for an unknown algorithm, or {update(data, encoding), digest()},
// where data is text or bytes and digest() an ArrayBuffer; equal(bytes, bytes) in constant time.
func (h *nodeHost) hashNatives() map[string]native {
	return map[string]native{
		"create": func(call goja.FunctionCall) goja.Value {
			newHash, ok := hashes[strings.Replace(strings.TrimPrefix(strings.ToLower(call.Argument(0).String()), "rsa-"), "sha-", "sha", 1)]
			if !ok {
				return goja.Undefined()
			}
			if key := call.Argument(1); !goja.IsUndefined(key) {
				return h.hashObject(hmac.New(newHash, h.data(key, "utf8")))
			}
			return h.hashObject(newHash())
		},
		"equal": func(call goja.FunctionCall) goja.Value {
			a, b := h.data(call.Argument(0), ""), h.data(call.Argument(1), "")
			return h.vm.ToValue(subtle.ConstantTimeCompare(a, b) == 1)
		},
	}
}

func (h *nodeHost) hashObject(sum hash.Hash) goja.Value {
	o := h.vm.NewObject()
	own(h.vm, o, "update", newFunc(h.vm, "update", 2, func(call goja.FunctionCall) goja.Value {
		sum.Write(h.data(call.Argument(0), bufferEncoding(call.Argument(1).String())))
		return goja.Undefined()
	}))
	own(h.vm, o, "digest", newFunc(h.vm, "digest", 0, func(goja.FunctionCall) goja.Value {
		return h.vm.ToValue(h.vm.NewArrayBuffer(sum.Sum(nil)))
	}))
	// A hash can be copied with its state; an HMAC cannot.
	own(h.vm, o, "copy", newFunc(h.vm, "copy", 0, func(goja.FunctionCall) goja.Value {
		if c, ok := sum.(hash.Cloner); ok {
			if again, err := c.Clone(); err == nil {
				return h.hashObject(again)
			}
		}
		return goja.Undefined()
	}))
	return o
}

// copied returns a copy of the bytes that data returns.
func (h *nodeHost) copied(v goja.Value, encoding string) []byte {
	data := h.data(v, encoding)
	guard.Need(h.vm, len(data))
	return bytes.Clone(data)
}

// data returns the bytes of a typed array, or of text in an encoding.
func (h *nodeHost) data(v goja.Value, encoding string) []byte {
	if view, ok := viewOf(h.vm, v); ok {
		return view.bytes
	}
	return encodeText(v, encoding)
}
