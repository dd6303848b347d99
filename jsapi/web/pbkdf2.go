// This file derives keys from passwords, for node:crypto and crypto.subtle.

package web

import (
	"crypto/hmac"
	"crypto/subtle"
	"encoding/binary"
	"hash"
)

// hearBytes is after how many bytes that are hashed PBKDF2 calls hear: a few milliseconds.
const hearBytes = 1 << 18

// PBKDF2 derives a key of length bytes from a password, as RFC 8018 says. Unlike that of crypto/pbkdf2 it can be interrupted: it
// calls hear from time to time, which may panic.
func PBKDF2(hear func(), newHash func() hash.Hash, password, salt []byte, rounds, length int) []byte {
	mac := hmac.New(newHash, password)
	key := make([]byte, 0, length+mac.Size())
	var last, block []byte
	hashed := 0
	sum := func(data ...[]byte) {
		mac.Reset()
		for _, part := range data {
			mac.Write(part)
			hashed += len(part)
		}
		last = mac.Sum(last[:0])
		if hashed > hearBytes {
			hashed = 0
			hear()
		}
	}
	for i := uint32(1); len(key) < length; i++ {
		sum(salt, binary.BigEndian.AppendUint32(nil, i))
		block = append(block[:0], last...)
		for range rounds - 1 {
			sum(last)
			subtle.XORBytes(block, block, last)
		}
		key = append(key, block...)
	}
	return key[:length]
}
