// This file has the ciphers of node:crypto: AES in the modes CBC, CCM, CFB, CTR, ECB, GCM and OFB, ChaCha20-Poly1305, and
// triple DES.

package node

import (
	"bytes"
	"cmp"
	"crypto/aes"
	"crypto/cipher"
	"crypto/des"
	"crypto/subtle"
	"encoding/binary"
	"regexp"
	"strconv"
	"strings"

	"github.com/dop251/goja"
	"golang.org/x/crypto/chacha20"
	"golang.org/x/crypto/chacha20poly1305"

	"github.com/hitlrun/hitlrun/jsapi/guard"
)

func itoa(n int64) string { return strconv.FormatInt(n, 10) }

var ciphers = []string{
	"aes-128-cbc", "aes-128-ccm", "aes-128-cfb", "aes-128-cfb8", "aes-128-ctr", "aes-128-ecb", "aes-128-gcm", "aes-128-ofb",
	"aes-192-cbc", "aes-192-ccm", "aes-192-cfb", "aes-192-cfb8", "aes-192-ctr", "aes-192-ecb", "aes-192-gcm", "aes-192-ofb",
	"aes-256-cbc", "aes-256-ccm", "aes-256-cfb", "aes-256-cfb8", "aes-256-ctr", "aes-256-ecb", "aes-256-gcm", "aes-256-ofb", "chacha20-poly1305", "des-ede3", "des-ede3-cbc", "des3",
}

func errKeyLength() error {
	return &Error{Code: "ERR_CRYPTO_INVALID_KEYLEN", Message: "Invalid key length"}
}

func errIV() error {
	return &Error{Code: "ERR_CRYPTO_INVALID_IV", Message: "Invalid initialization vector"}
}

// shortCipher matches the names "aes128" and "aes128-gcm".
var shortCipher = regexp.MustCompile(`^aes(128|192|256)(-\w+)?$`)

// cipherName returns the usual name of a cipher.
func cipherName(name string) string {
	name = strings.TrimPrefix(strings.ToLower(name), "id-")
	if name == "des-ede3-ecb" {
		return "des-ede3"
	}
	if m := shortCipher.FindStringSubmatch(name); m != nil {
		return "aes-" + m[1] + cmp.Or(m[2], "-cbc")
	}
	return name
}

// newCipher implements cipher(name, key, iv, decrypts, size of the tag for CCM) → {update(bytes), final(), aad(bytes), tag(),
// setTag(bytes), padding(on)}.
func newCipher(a args) (any, error) {
	name := cipherName(a.text(0))
	if name == "chacha20-poly1305" {
		return newChaCha(a)
	}
	if name == "des-ede3-cbc" || name == "des3" || name == "des-ede3" {
		return newTripleDES(a, name)
	}
	parts := strings.Split(name, "-")
	bits := 0
	if len(parts) == 3 && parts[0] == "aes" {
		bits, _ = strconv.Atoi(parts[1])
	}
	if bits != 128 && bits != 192 && bits != 256 {
		return nil, &Error{Code: "ERR_CRYPTO_UNKNOWN_CIPHER", Message: "Unknown cipher"}
	}
	key, iv, decrypts := bytes.Clone(a.bytes(1)), bytes.Clone(a.bytes(2)), a.flag(3)
	if len(key)*8 != bits {
		return nil, errKeyLength()
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	switch mode := parts[2]; mode {
	case "gcm":
		if len(iv) == 0 {
			return nil, errIV()
		}
		return newGCM(block, iv, decrypts)
	case "ccm":
		return newCCM(block, iv, a.number(4), decrypts)
	case "ctr", "cfb", "cfb8", "ofb":
		if len(iv) != aes.BlockSize {
			return nil, errIV()
		}
		return newStream(streamMode(block, iv, mode, decrypts)), nil
	case "cbc", "ecb":
		if mode == "cbc" && len(iv) != aes.BlockSize || mode == "ecb" && len(iv) != 0 {
			return nil, errIV()
		}
		return newBlocks(blockMode(block, iv, mode, decrypts), decrypts), nil
	}
	return nil, &Error{Code: "ERR_CRYPTO_UNKNOWN_CIPHER", Message: "Unknown cipher"}
}

// newStream makes a cipher that works on single bytes.
func newStream(s cipher.Stream) map[string]native {
	return map[string]native{
		"update": func(a args) (any, error) {
			data := a.bytes(0)
			guard.Need(a.vm, len(data))
			return xor(a.vm, s, data), nil
		},
		"final":   func(args) (any, error) { return []byte{}, nil },
		"padding": func(args) (any, error) { return nil, nil },
	}
}

func streamMode(block cipher.Block, iv []byte, mode string, decrypts bool) cipher.Stream {
	switch {
	case mode == "cfb8":
		return &cfb8{block, iv, decrypts}
	case mode == "ofb":
		return cipher.NewOFB(block, iv) //nolint:staticcheck // what the script asked for
	case mode == "ctr":
		return cipher.NewCTR(block, iv)
	case decrypts:
		return cipher.NewCFBDecrypter(block, iv) //nolint:staticcheck // what the script asked for
	}
	return cipher.NewCFBEncrypter(block, iv) //nolint:staticcheck // what the script asked for
}

// cfb8 is the mode CFB with 8 bits.
type cfb8 struct {
	block    cipher.Block
	register []byte
	decrypts bool
}

// XORKeyStream implements cipher.Stream.
func (c *cfb8) XORKeyStream(dst, src []byte) {
	key := make([]byte, c.block.BlockSize())
	for i, in := range src {
		c.block.Encrypt(key, c.register)
		out := in ^ key[0]
		dst[i] = out
		if c.decrypts {
			out = in
		}
		c.register = append(c.register[1:len(c.register):len(c.register)], out)
	}
}

// newTripleDES has the arguments of newCipher.
func newTripleDES(a args, name string) (any, error) {
	key, iv, mode := bytes.Clone(a.bytes(1)), bytes.Clone(a.bytes(2)), "cbc"
	if name == "des-ede3" {
		mode = "ecb"
	}
	if len(key) != 24 {
		return nil, errKeyLength()
	}
	if mode == "cbc" && len(iv) != des.BlockSize || mode == "ecb" && len(iv) != 0 {
		return nil, errIV()
	}
	block, err := des.NewTripleDESCipher(key) //nolint:gosec // what the script asked for
	if err != nil {
		return nil, err
	}
	return newBlocks(blockMode(block, iv, mode, a.flag(3)), a.flag(3)), nil
}

// encryptedTogether is how many bytes are encrypted at once. The slowest cipher takes some 20 ms for them.
const encryptedTogether = 1 << 18

func xor(vm *goja.Runtime, s cipher.Stream, data []byte) []byte {
	out := make([]byte, len(data))
	for from := 0; from < len(data); from += encryptedTogether {
		guard.Hear(vm)
		to := min(from+encryptedTogether, len(data))
		s.XORKeyStream(out[from:to], data[from:to])
	}
	return out
}

// cryptBlocks encrypts or decrypts whole blocks.
func cryptBlocks(vm *goja.Runtime, mode cipher.BlockMode, data []byte) []byte {
	out := make([]byte, len(data))
	for from := 0; from < len(data); from += encryptedTogether {
		guard.Hear(vm)
		to := min(from+encryptedTogether, len(data))
		mode.CryptBlocks(out[from:to], data[from:to])
	}
	return out
}

func blockMode(block cipher.Block, iv []byte, mode string, decrypts bool) cipher.BlockMode {
	switch {
	case mode == "ecb":
		return ecb{block, decrypts}
	case decrypts:
		return cipher.NewCBCDecrypter(block, iv)
	}
	return cipher.NewCBCEncrypter(block, iv)
}

// ecb is the mode ECB, in which each block is encrypted independently.
type ecb struct {
	cipher.Block
	decrypts bool
}

func (e ecb) CryptBlocks(dst, src []byte) {
	for n := e.BlockSize(); len(src) > 0; src, dst = src[n:], dst[n:] {
		if e.decrypts {
			e.Decrypt(dst, src)
		} else {
			e.Encrypt(dst, src)
		}
	}
}

// newBlocks makes a cipher that works on whole blocks, and pads the last one.
func newBlocks(mode cipher.BlockMode, decrypts bool) map[string]native {
	var rest []byte
	padded := true
	size := mode.BlockSize()
	return map[string]native{
		"padding": func(a args) (any, error) {
			padded = a.flag(0)
			return nil, nil
		},
		"update": func(a args) (any, error) {
			guard.Need(a.vm, 2*len(a.bytes(0)))
			rest = append(rest, a.bytes(0)...)
			whole := len(rest) / size * size
			if decrypts && padded && whole == len(rest) && whole > 0 {
				whole -= size // it may be the last block, which has the padding
			}
			out := cryptBlocks(a.vm, mode, rest[:whole])
			rest = bytes.Clone(rest[whole:])
			return out, nil
		},
		"final": func(args) (any, error) {
			if !decrypts {
				if padded {
					pad := size - len(rest)%size
					rest = append(rest, bytes.Repeat([]byte{byte(pad)}, pad)...)
				} else if len(rest) > 0 {
					return nil, &Error{Code: "ERR_OSSL_WRONG_FINAL_BLOCK_LENGTH", Message: "error:1C80006B:Provider routines::wrong final block length"}
				}
				out := make([]byte, len(rest))
				mode.CryptBlocks(out, rest)
				return out, nil
			}
			if len(rest)%size != 0 || padded && len(rest) == 0 {
				return nil, &Error{Code: "ERR_OSSL_WRONG_FINAL_BLOCK_LENGTH", Message: "error:1C80006B:Provider routines::wrong final block length"}
			}
			out := make([]byte, len(rest))
			mode.CryptBlocks(out, rest)
			if !padded {
				return out, nil
			}
			pad := int(out[len(out)-1])
			if pad == 0 || pad > size || subtle.ConstantTimeCompare(out[len(out)-pad:], bytes.Repeat([]byte{byte(pad)}, pad)) != 1 {
				return nil, &Error{Code: "ERR_OSSL_BAD_DECRYPT", Message: "error:1C800064:Provider routines::bad decrypt"}
			}
			return out[:len(out)-pad], nil
		},
	}
}

func newGCM(block cipher.Block, iv []byte, decrypts bool) (any, error) {
	aead, err := cipher.NewGCMWithNonceSize(block, len(iv))
	if err != nil {
		return nil, err
	}
	var stream cipher.Stream // nil unless the iv has 12 bytes; for others, the first counter is not simple
	if len(iv) == 12 {
		stream = cipher.NewCTR(block, binary.BigEndian.AppendUint32(bytes.Clone(iv), 2))
	}
	return newAEAD(aead, stream, iv, decrypts), nil
}

// newChaCha has the arguments of newCipher.
func newChaCha(a args) (any, error) {
	key, iv := bytes.Clone(a.bytes(1)), bytes.Clone(a.bytes(2))
	if len(key) != chacha20poly1305.KeySize {
		return nil, errKeyLength()
	}
	if len(iv) != chacha20poly1305.NonceSize {
		return nil, errIV()
	}
	aead, err := chacha20poly1305.New(key)
	if err != nil {
		return nil, err
	}
	stream, err := chacha20.NewUnauthenticatedCipher(key, iv)
	if err != nil {
		return nil, err
	}
	stream.SetCounter(1)
	return newAEAD(aead, stream, iv, a.flag(3)), nil
}

// newAEAD makes an authenticated cipher. stream is the same cipher without the tag. If it is nil, final()
// returns the whole result.
func newAEAD(aead cipher.AEAD, stream cipher.Stream, iv []byte, decrypts bool) map[string]native {
	var aad, data, tag []byte
	return map[string]native{
		"aad":     func(a args) (any, error) { aad = append(aad, a.bytes(0)...); return nil, nil },
		"padding": func(args) (any, error) { return nil, nil },
		"setTag":  func(a args) (any, error) { tag = bytes.Clone(a.bytes(0)); return nil, nil },
		"tag":     func(args) (any, error) { return bytes.Clone(tag), nil },
		"update": func(a args) (any, error) {
			more := a.bytes(0)
			guard.Need(a.vm, len(data)+2*len(more))
			data = append(data, more...)
			if stream == nil {
				return []byte{}, nil
			}
			return xor(a.vm, stream, more), nil
		},
		"final": func(a args) (any, error) {
			var out []byte
			guard.Need(a.vm, 3*len(data))
			if decrypts {
				var err error
				if out, err = openAEAD(aead, iv, data, tag, aad); err != nil {
					return nil, err
				}
			} else {
				out = aead.Seal(nil, iv, data, aad)
				out, tag = out[:len(data)], out[len(data):]
			}
			if stream != nil {
				return []byte{}, nil
			}
			return out, nil
		},
	}
}

// openAEAD decrypts data. tag may be shorter than a full tag. Since Go only compares full tags, openAEAD then
// encrypts the text again to get the full tag.
func openAEAD(aead cipher.AEAD, iv, data, tag, aad []byte) ([]byte, error) {
	bad := &Error{Message: "Unsupported state or unable to authenticate data"}
	if len(tag) == aead.Overhead() {
		out, err := aead.Open(nil, iv, append(bytes.Clone(data), tag...), aad)
		if err != nil {
			return nil, bad
		}
		return out, nil
	}
	out := aead.Seal(nil, iv, make([]byte, len(data)), nil)[:len(data)] // the key stream
	subtle.XORBytes(out, out, data)
	whole := aead.Seal(nil, iv, out, aad)[len(data):]
	if len(tag) < 4 || len(tag) > len(whole) || subtle.ConstantTimeCompare(whole[:len(tag)], tag) != 1 {
		return nil, bad
	}
	return out, nil
}
