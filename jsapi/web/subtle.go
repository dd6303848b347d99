// This file holds the Go side of crypto.subtle.

package web

import (
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"crypto/subtle"
	"hash"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/guard"
)

// hashes are the algorithms, by their name in the standard.
var hashes = map[string]func() hash.Hash{"SHA-1": sha1.New, "SHA-256": sha256.New, "SHA-384": sha512.New384, "SHA-512": sha512.New}

func hashNamed(v goja.Value) func() hash.Hash { return hashes[v.String()] }

// subtleNatives are the arguments of subtle.js: digest("SHA-256", bytes, key or undefined) → ArrayBuffer,
// which is an HMAC if there is a key; pbkdf2(hash, key, salt, rounds, length) and
// hkdf(hash, key, salt, info, length) → ArrayBuffer; equal(bytes, bytes) in constant time; ofKeys(f) gives node:crypto the function
// that reads a CryptoKey.
func subtleNatives(p *platform) map[string]native {
	bytesOf := func(v goja.Value) []byte {
		view, _ := viewOf(p.vm, v)
		return view.bytes
	}
	return map[string]native{
		"ofKeys": func(call goja.FunctionCall) goja.Value {
			if p.env.Keys != nil {
				own(p.vm, p.env.Keys().ToObject(p.vm), "fieldsOf", call.Argument(0))
			}
			return goja.Undefined()
		},
		"digest": func(call goja.FunctionCall) goja.Value {
			newHash := hashNamed(call.Argument(0))
			h := newHash()
			if key := call.Argument(2); !goja.IsUndefined(key) {
				h = hmac.New(newHash, bytesOf(key))
			}
			h.Write(bytesOf(call.Argument(1)))
			return p.vm.ToValue(p.vm.NewArrayBuffer(h.Sum(nil)))
		},
		"pbkdf2": func(call goja.FunctionCall) goja.Value {
			rounds, length := int(call.Argument(3).ToInteger()), p.derived(call.Argument(4))
			key := PBKDF2(func() { guard.Hear(p.vm) }, hashNamed(call.Argument(0)), bytesOf(call.Argument(1)), bytesOf(call.Argument(2)), rounds, length)
			return p.vm.ToValue(p.vm.NewArrayBuffer(key))
		},
		"hkdf": func(call goja.FunctionCall) goja.Value {
			info := bytesOf(call.Argument(3))
			if len(info) > maxInfo {
				panic(p.vm.NewTypeError("the info of HKDF has more than %d bytes", maxInfo))
			}
			key, err := hkdf.Key(hashNamed(call.Argument(0)), bytesOf(call.Argument(1)), bytesOf(call.Argument(2)), string(info), p.derived(call.Argument(4)))
			if err != nil {
				panic(plainError(p.vm, err))
			}
			return p.vm.ToValue(p.vm.NewArrayBuffer(key))
		},
		"equal": func(call goja.FunctionCall) goja.Value {
			return p.vm.ToValue(subtle.ConstantTimeCompare(bytesOf(call.Argument(0)), bytesOf(call.Argument(1))) == 1)
		},
	}
}

// maxInfo is how many bytes the info of HKDF may have, which is hashed for each part of the key.
const maxInfo = 1 << 16

// maxDerived is how many bytes a derived key may have.
const maxDerived = 512 << 20

// derived returns the length in bytes of a key that is to be derived.
func (p *platform) derived(v goja.Value) int {
	length := v.ToInteger()
	if length < 0 || length > maxDerived {
		panic(p.vm.NewTypeError("the length of a derived key must be between 0 and %d bytes", maxDerived))
	}
	guard.Need(p.vm, int(length))
	return int(length)
}

// keyNatives are the arguments of subtle_keys.js and subtle_aes.js: keys() → the functions of node:crypto for
// keys and ciphers.
func keyNatives(p *platform) map[string]native {
	return map[string]native{"keys": func(goja.FunctionCall) goja.Value {
		if p.env.Keys == nil {
			panic(p.vm.NewTypeError("crypto.subtle has no ciphers and no pairs of keys here"))
		}
		return p.env.Keys()
	}}
}
