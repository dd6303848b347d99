// This file has the keys of encrypted stores, and how a key encrypts.

package sqlite

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
)

// Keys encrypt a store. The first one encrypts what is written; all of them decrypt.
type Keys struct{ list []*key }

// ParseKeys reads a key file: one key of 32 bytes on each line, in base64 or hexadecimal digits. Empty lines, and
// lines that begin with #, are ignored.
func ParseKeys(file []byte) (*Keys, error) {
	keys := &Keys{}
	n := 0
	for line := range bytes.Lines(file) {
		n++
		text := strings.TrimSpace(string(line))
		if text == "" || strings.HasPrefix(text, "#") {
			continue
		}
		secret, err := parseKey(text)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		k := newKey(secret)
		k.scripts = k.forScripts(secret)
		if keys.find(k.fingerprint[:]) != nil {
			return nil, fmt.Errorf("line %d: the key is there twice", n)
		}
		keys.list = append(keys.list, k)
	}
	if len(keys.list) == 0 {
		return nil, errors.New("there is no key in it")
	}
	return keys, nil
}

// check returns an error for keys that do not come from ParseKeys.
func (k *Keys) check() error {
	if k != nil && len(k.list) == 0 {
		return errors.New("the keys are empty: ParseKeys makes them")
	}
	return nil
}

// keySize is the size of a key in bytes.
const keySize = 32

// parseKey returns the bytes of a key. Its errors do not contain the key.
func parseKey(text string) ([]byte, error) {
	if len(text) == 2*keySize {
		if b, err := hex.DecodeString(text); err == nil {
			return b, nil
		}
	}
	plain := strings.NewReplacer("-", "+", "_", "/").Replace(strings.TrimRight(text, "="))
	b, err := base64.RawStdEncoding.DecodeString(plain)
	if err != nil {
		return nil, fmt.Errorf("a key is %d bytes in base64 or hexadecimal digits; this is neither", keySize)
	}
	if len(b) != keySize {
		return nil, fmt.Errorf("a key is %d bytes in base64 or hexadecimal digits; this is %d bytes", keySize, len(b))
	}
	return b, nil
}

// find returns the key with a fingerprint, which can be one that is derived from a key of the list; nil if there is none. k may
// be nil.
func (k *Keys) find(fingerprint []byte) *key {
	if k == nil {
		return nil
	}
	for _, one := range k.list {
		for _, has := range []*key{one, one.scripts} {
			if has != nil && bytes.Equal(has.fingerprint[:], fingerprint) {
				return has
			}
		}
	}
	return nil
}

// with returns the keys of k followed by those of more. Either may be nil.
func (k *Keys) with(more *Keys) *Keys {
	if k == nil || more == nil {
		if k == nil {
			k = more
		}
		return k
	}
	all := &Keys{list: append([]*key(nil), k.list...)}
	for _, one := range more.list {
		if all.find(one.fingerprint[:]) == nil {
			all.list = append(all.list, one)
		}
	}
	return all
}

// String returns the fingerprints of the keys, which reveal nothing about the keys.
func (k *Keys) String() string {
	names := make([]string, len(k.list))
	for i, one := range k.list {
		names[i] = fingerprintText(one.fingerprint[:])
	}
	return strings.Join(names, ", ")
}

// GoString is String, so that no way to print keys reveals them.
func (k *Keys) GoString() string { return k.String() }

func fingerprintText(fingerprint []byte) string {
	return hex.EncodeToString(fingerprint[:min(4, len(fingerprint))]) + "…"
}

// key encrypts with XAES-256-GCM (c2sp.org/XAES-256-GCM): AES-256-GCM under a key that is derived from the first half
// of a nonce of 192 bits. Random nonces of that size never repeat, whereas the 96 bits of AES-GCM suffice for 2^32
// messages only. There is no counter that a copy of the process, or of its machine, could use a second time.
type key struct {
	block       cipher.Block
	k1          [aes.BlockSize]byte
	fingerprint [8]byte

	scripts *key   // the key for files of scripts that is derived from this one; nil if this is such a key itself
	secret  []byte // of a key for files of scripts, from which others are not derived; otherwise nil
}

const (
	nonceSize = 24
	tagSize   = 16
)

// newKey makes a key of 32 bytes.
func newKey(secret []byte) *key {
	k := &key{block: aesCipher(secret)}
	k.block.Encrypt(k.k1[:], k.k1[:])
	carry := k.k1[0] >> 7
	for i := range k.k1 {
		k.k1[i] <<= 1
		if i+1 < len(k.k1) {
			k.k1[i] |= k.k1[i+1] >> 7
		}
	}
	k.k1[len(k.k1)-1] ^= carry * 0x87
	sum := sha256.Sum256(append([]byte("hitlrun key"), secret...))
	copy(k.fingerprint[:], sum[:])
	return k
}

// aesCipher returns AES with a key of 32 bytes.
func aesCipher(secret []byte) cipher.Block {
	block, err := aes.NewCipher(secret)
	if err != nil {
		panic(err) // the size is wrong
	}
	return block
}

// aead returns the cipher for nonces that begin with these 12 bytes.
func (k *key) aead(nonce []byte) cipher.AEAD {
	var derived [keySize]byte
	for i := range 2 {
		half := derived[i*aes.BlockSize:][:aes.BlockSize]
		copy(half, []byte{0, byte(i + 1), 'X', 0})
		copy(half[4:], nonce)
		for j := range half {
			half[j] ^= k.k1[j]
		}
		k.block.Encrypt(half, half)
	}
	gcm, err := cipher.NewGCM(aesCipher(derived[:]))
	if err != nil {
		panic(err) // impossible: AES blocks have the right size
	}
	return gcm
}

// seal appends a nonce and the encrypted plain to dst.
func (k *key) seal(dst, plain, data []byte) []byte {
	at := len(dst)
	var nonce [nonceSize]byte
	rand.Read(nonce[:]) // never fails
	dst = append(dst, nonce[:]...)
	return k.aead(dst[at:at+12]).Seal(dst, nonce[12:], plain, data)
}

// open decrypts what seal appended, in place.
func (k *key) open(sealed, data []byte) ([]byte, error) {
	if len(sealed) < nonceSize+tagSize {
		return nil, errTampered
	}
	text := sealed[nonceSize:]
	plain, err := k.aead(sealed[:12]).Open(text[:0], sealed[12:nonceSize], text, data)
	if err != nil {
		return nil, errTampered
	}
	return plain, nil
}
