// This file has the older use of RSA keys, in which the private key encrypts: privateEncrypt and publicDecrypt.

package node

import (
	"bytes"
	"crypto/rsa"
	"errors"
	"math/big"
)

// pkcs1Overhead is the least number of bytes that the padding takes.
const pkcs1Overhead = 11

// encryptPrivate(key, bytes) is the padding of PKCS #1 for signatures, around any bytes.
func encryptPrivate(a args) (any, error) {
	k, err := a.key(0)
	if err != nil {
		return nil, err
	}
	p, ok := k.private.(*rsa.PrivateKey)
	if !ok {
		return nil, errors.New("the key cannot encrypt")
	}
	if len(a.bytes(1)) > p.Size()-pkcs1Overhead {
		return nil, errTooLargeForKey
	}
	return rsa.SignPKCS1v15(nil, p, 0, a.bytes(1))
}

// decryptPublic(key, bytes) returns the bytes that encryptPrivate got.
func decryptPublic(a args) (any, error) {
	k, err := a.key(0)
	if err != nil {
		return nil, err
	}
	p, ok := k.public.(*rsa.PublicKey)
	if !ok {
		return nil, errors.New("the key cannot decrypt")
	}
	c := new(big.Int).SetBytes(a.bytes(1))
	if len(a.bytes(1)) > p.Size() || c.Cmp(p.N) >= 0 {
		return nil, &Error{Code: "ERR_OSSL_RSA_DATA_TOO_LARGE_FOR_MODULUS", Message: "error:02000084:rsa routines::data too large for modulus"}
	}
	padded := c.Exp(c, big.NewInt(int64(p.E)), p.N).FillBytes(make([]byte, p.Size()))
	at := bytes.IndexByte(padded[min(2, len(padded)):], 0)
	if padded[0] != 0 || padded[1] != 1 || at < 8 || bytes.Count(padded[2:2+at], []byte{0xff}) != at {
		return nil, &Error{Code: "ERR_OSSL_RSA_BLOCK_TYPE_IS_NOT_01", Message: "error:0200006A:rsa routines::block type is not 01"}
	}
	return bytes.Clone(padded[2+at+1:]), nil
}
