// This file holds the hashes of node:crypto.

package node

import (
	"crypto"
	"crypto/hmac"
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha3"
	"crypto/sha512"
	"crypto/subtle"
	"hash"
	"strings"

	"github.com/dop251/goja"
	"golang.org/x/crypto/blake2b"
	"golang.org/x/crypto/blake2s"
	"golang.org/x/crypto/ripemd160" //nolint:staticcheck // what the script asked for

	"github.com/hitlrun/hitlrun/jsapi/guard"
	"github.com/hitlrun/hitlrun/jsapi/web"
)

// hashes are the algorithms by the name that hashName returns, without those that have any length.
var hashes = map[string]func() hash.Hash{
	"md5": md5.New, "sha1": sha1.New, "sha224": sha256.New224, "sha256": sha256.New,
	"sha384": sha512.New384, "sha512": sha512.New, "sha512-224": sha512.New512_224, "sha512-256": sha512.New512_256,
	"ripemd160": ripemd160.New, "rmd160": ripemd160.New, "ripemd": ripemd160.New,
	"sha3-224": func() hash.Hash { return sha3.New224() }, "sha3-256": func() hash.Hash { return sha3.New256() },
	"sha3-384": func() hash.Hash { return sha3.New384() }, "sha3-512": func() hash.Hash { return sha3.New512() },
	"blake2b512": func() hash.Hash { return mustHash(blake2b.New512(nil)) }, "blake2s256": func() hash.Hash { return mustHash(blake2s.New256(nil)) },
	"md5-sha1": func() hash.Hash { return pairOfHashes{md5.New(), sha1.New()} },
}

// hashIDs are the algorithms with which RSA signs.
var hashIDs = map[string]crypto.Hash{
	"md5": crypto.MD5, "sha1": crypto.SHA1, "sha224": crypto.SHA224, "sha256": crypto.SHA256, "sha384": crypto.SHA384, "sha512": crypto.SHA512,
	"sha512-224": crypto.SHA512_224, "sha512-256": crypto.SHA512_256, "ripemd160": crypto.RIPEMD160, "rmd160": crypto.RIPEMD160, "ripemd": crypto.RIPEMD160,
	"sha3-224": crypto.SHA3_224, "sha3-256": crypto.SHA3_256, "sha3-384": crypto.SHA3_384, "sha3-512": crypto.SHA3_512, "md5-sha1": crypto.MD5SHA1,
}

// hashName returns the key in hashes for a name that OpenSSL accepts: "RSA-SHA256", "sha-256", "SHA256".
func hashName(name string) string {
	return strings.NewReplacer("sha-", "sha", "sha512/", "sha512-").Replace(strings.TrimPrefix(strings.ToLower(name), "rsa-"))
}

// hashOf returns the algorithm of a name, or Node's error.
func hashOf(name string) (func() hash.Hash, error) {
	if newHash, ok := hashes[hashName(name)]; ok {
		return newHash, nil
	}
	return nil, &Error{Name: "TypeError", Code: "ERR_CRYPTO_INVALID_DIGEST", Message: "Invalid digest: " + name}
}

// hashNatives are createHash and createHmac:
// create(algorithm, key or undefined) → undefined for an unknown algorithm, or {update(data, encoding), digest()},
// where data is text or bytes and digest() an ArrayBuffer; equal(bytes, bytes) in constant time.
func (process *Process) hashNatives() map[string]gojaFunc {
	return map[string]gojaFunc{
		"create": func(call goja.FunctionCall) goja.Value {
			name := hashName(call.Argument(0).String())
			newHash, ok := hashes[name]
			if newShake := shakes[name]; newShake != nil && goja.IsUndefined(call.Argument(1)) {
				newHash, ok = func() hash.Hash { return newShake() }, true
			}
			if !ok {
				return goja.Undefined()
			}
			if key := call.Argument(1); !goja.IsUndefined(key) {
				return process.hashObject(hmac.New(newHash, dataOf(process.rt, key, "utf8")))
			}
			return process.sized(newHash(), call.Argument(2))
		},
		"equal": func(call goja.FunctionCall) goja.Value {
			a, b := dataOf(process.rt, call.Argument(0), ""), dataOf(process.rt, call.Argument(1), "")
			return process.rt.ToValue(subtle.ConstantTimeCompare(a, b) == 1)
		},
	}
}

// sized makes the object of a hash with a length in bytes, or with its own if that is undefined.
func (process *Process) sized(sum hash.Hash, length goja.Value) goja.Value {
	if goja.IsUndefined(length) {
		return process.hashObject(sum)
	}
	n := int(length.ToInteger())
	if s, ok := sum.(*shake); ok {
		guard.Need(process.rt, 2*n)
		s.size = n
	} else if n != sum.Size() {
		process.fail("Error", "ERR_OSSL_EVP_NOT_XOF_OR_INVALID_LENGTH", "error:030000B2:digital envelope routines::not XOF or invalid length")
	}
	return process.hashObject(sum)
}

func (process *Process) hashObject(sum hash.Hash) goja.Value {
	o := process.rt.NewObject()
	process.vm.Native(o, "update", func(call goja.FunctionCall) goja.Value {
		sum.Write(dataOf(process.rt, call.Argument(0), web.BufferEncoding(call.Argument(1).String())))
		return goja.Undefined()
	})
	process.vm.Native(o, "digest", func(goja.FunctionCall) goja.Value {
		return process.rt.ToValue(process.rt.NewArrayBuffer(sum.Sum(nil)))
	})
	// A hash can be copied with its state; an HMAC cannot.
	process.vm.Native(o, "copy", func(call goja.FunctionCall) goja.Value {
		if again := cloned(sum); again != nil {
			return process.sized(again, call.Argument(0))
		}
		return goja.Undefined()
	})
	return o
}

// dataOf returns the bytes of a typed array, or of text in an encoding.
func dataOf(rt *goja.Runtime, v goja.Value, encoding string) []byte {
	if data, ok := web.Bytes(rt, v); ok {
		return data
	}
	return web.EncodeText(v, encoding)
}
