// This file signs, verifies, encrypts with keys and derives keys for node:crypto.

package node

import (
	"bytes"
	"crypto"
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/rsa"
	"encoding/asn1"
	"errors"
	"fmt"
	"hash"
	"math/big"

	"golang.org/x/crypto/scrypt"

	"github.com/hitlrun/hitlrun/jsapi/guard"
	"github.com/hitlrun/hitlrun/jsapi/web"
)

// sign(hash or "", bytes, key, { pss, saltLength, raw }) → bytes: raw is r and s of an elliptic curve side by side
func sign(a args) (any, error) {
	k, err := a.key(2)
	if err != nil {
		return nil, err
	}
	data := a.bytes(1)
	if p, ok := k.private.(ed25519.PrivateKey); ok {
		if err := checkEdwards(a.text(0)); err != nil {
			return nil, err
		}
		return ed25519.Sign(p, data), nil
	}
	d, err := digestOf(a.text(0), data)
	if err != nil {
		return nil, err
	}
	switch p := k.private.(type) {
	case *rsa.PrivateKey:
		if d.id == 0 {
			return nil, errDigestNotAllowed
		}
		if a.field(3, "pss") == nil {
			return rsa.SignPKCS1v15(rand.Reader, p, d.id, d.sum)
		}
		salt, ok := a.salt(d.id, p.N)
		switch {
		case !ok:
			return nil, errTooLargeForKey
		case salt == noSalt:
			return signSaltless(p, d)
		case !d.id.Available():
			return nil, errDigestNotAllowed
		}
		return rsa.SignPSS(rand.Reader, p, d.id, d.sum, &rsa.PSSOptions{SaltLength: salt, Hash: d.id})
	case *ecdsa.PrivateKey:
		der, err := ecdsa.SignASN1(rand.Reader, p, d.sum)
		if err != nil || a.field(3, "raw") == nil {
			return der, err
		}
		var s ecSignature
		if _, err := asn1.Unmarshal(der, &s); err != nil {
			return nil, err
		}
		size := (p.Params().BitSize + 7) / 8
		return append(s.R.FillBytes(make([]byte, size)), s.S.FillBytes(make([]byte, size))...), nil
	}
	return nil, errors.New("the key cannot sign")
}

type ecSignature struct{ R, S *big.Int }

var errTooLargeForKey = &Error{Code: "ERR_OSSL_RSA_DATA_TOO_LARGE_FOR_KEY_SIZE", Message: "error:0200006E:rsa routines::data too large for key size"}

// noSalt is the length of no salt. In crypto/rsa, 0 is any length.
const noSalt = -3

// salt returns the length of the salt, and false if the modulus n has no room for it. In Node -1 means the length of the hash,
// and -2 the maximum.
func (a args) salt(id crypto.Hash, n *big.Int) (length int, ok bool) {
	v := a.field(3, "saltLength")
	if v == nil {
		return rsa.PSSSaltLengthAuto, true
	}
	switch given := v.ToInteger(); {
	case given == -1:
		return id.Size(), true
	case given < 0:
		return rsa.PSSSaltLengthAuto, true
	case given == 0:
		return noSalt, true
	default:
		return int(given), given <= int64((n.BitLen()+6)/8-id.Size()-2)
	}
}

// digest is the hash of what is signed.
type digest struct {
	id      crypto.Hash // 0 for an algorithm with which RSA does not sign
	newHash func() hash.Hash
	sum     []byte
}

// digestOf hashes data; "" is SHA-256.
func digestOf(name string, data []byte) (d digest, err error) {
	if name == "" {
		name = "sha256"
	}
	if d.newHash, err = hashOf(name); err != nil {
		return d, err
	}
	h := d.newHash()
	h.Write(data)
	d.id, d.sum = hashIDs[hashName(name)], h.Sum(nil)
	return d, nil
}

// checkEdwards returns an error if a hash is named for a key that signs the data itself.
func checkEdwards(name string) error {
	if name == "" {
		return nil
	}
	if _, err := hashOf(name); err != nil {
		return err
	}
	return &Error{Code: "ERR_OSSL_INVALID_DIGEST", Message: "error:1C80007A:Provider routines::invalid digest"}
}

var errDigestNotAllowed = &Error{Code: "ERR_OSSL_DIGEST_NOT_ALLOWED", Message: "error:1C8000AE:Provider routines::digest not allowed"}

// verify(hash or "", bytes, key, { pss, saltLength, raw }, signature) → whether it is right
func verify(a args) (any, error) {
	k, err := a.key(2)
	if err != nil {
		return nil, err
	}
	data, signature := a.bytes(1), a.bytes(4)
	if p, ok := k.public.(ed25519.PublicKey); ok {
		if err := checkEdwards(a.text(0)); err != nil {
			return nil, err
		}
		return ed25519.Verify(p, data, signature), nil
	}
	d, err := digestOf(a.text(0), data)
	if err != nil {
		return nil, err
	}
	switch p := k.public.(type) {
	case *rsa.PublicKey:
		if d.id == 0 {
			return nil, errDigestNotAllowed
		}
		if a.field(3, "pss") == nil {
			return rsa.VerifyPKCS1v15(p, d.id, d.sum, signature) == nil, nil
		}
		salt, ok := a.salt(d.id, p.N)
		switch {
		case salt == noSalt:
			return verifySaltless(p, d, signature), nil
		case !d.id.Available():
			return nil, errDigestNotAllowed
		}
		return ok && rsa.VerifyPSS(p, d.id, d.sum, signature, &rsa.PSSOptions{SaltLength: salt, Hash: d.id}) == nil, nil
	case *ecdsa.PublicKey:
		if a.field(3, "raw") == nil {
			return ecdsa.VerifyASN1(p, d.sum, signature), nil
		}
		size := (p.Params().BitSize + 7) / 8
		if len(signature) != 2*size {
			return false, nil
		}
		return ecdsa.Verify(p, d.sum, new(big.Int).SetBytes(signature[:size]), new(big.Int).SetBytes(signature[size:])), nil
	}
	return nil, errors.New("the key cannot verify")
}

// encryptKey(key, bytes, "oaep" or "pkcs1", hash, label)
func encryptKey(a args) (any, error) {
	k, err := a.key(0)
	if err != nil {
		return nil, err
	}
	p, ok := k.public.(*rsa.PublicKey)
	if !ok {
		return nil, errors.New("the key cannot encrypt")
	}
	if a.text(2) == "pkcs1" {
		return rsa.EncryptPKCS1v15(rand.Reader, p, a.bytes(1)) //nolint:staticcheck // what the script asked for
	}
	newHash, err := hashOf(a.text(3))
	if err != nil {
		return nil, err
	}
	return rsa.EncryptOAEP(newHash(), rand.Reader, p, a.bytes(1), bytes.Clone(a.bytes(4)))
}

// decryptKey(key, bytes, "oaep" or "pkcs1", hash, label)
func decryptKey(a args) (any, error) {
	k, err := a.key(0)
	if err != nil {
		return nil, err
	}
	p, ok := k.private.(*rsa.PrivateKey)
	if !ok {
		return nil, errors.New("the key cannot decrypt")
	}
	var out []byte
	if a.text(2) == "pkcs1" {
		out, err = rsa.DecryptPKCS1v15(rand.Reader, p, a.bytes(1)) //nolint:staticcheck // what the script asked for
	} else {
		newHash, unknown := hashOf(a.text(3))
		if unknown != nil {
			return nil, unknown
		}
		out, err = rsa.DecryptOAEP(newHash(), rand.Reader, p, a.bytes(1), bytes.Clone(a.bytes(4)))
	}
	if err != nil {
		return nil, &Error{Code: "ERR_OSSL_RSA_OAEP_DECODING_ERROR", Message: "error:02000079:rsa routines::oaep decoding error"}
	}
	return out, nil
}

// shared(private key, public key) → the secret of both
func shared(a args) (any, error) {
	mine, err := a.key(0)
	if err != nil {
		return nil, err
	}
	theirs, err := a.key(1)
	if err != nil {
		return nil, err
	}
	private, public := mine.ecdhPrivate(), theirs.ecdhPublic()
	if private == nil || public == nil || private.Curve() != public.Curve() {
		return nil, &Error{Code: "ERR_CRYPTO_INCOMPATIBLE_KEY", Message: "Incompatible key types for Diffie-Hellman: " + mine.kind() + " and " + theirs.kind()}
	}
	return private.ECDH(public)
}

func (k *key) ecdhPrivate() *ecdh.PrivateKey {
	switch p := k.private.(type) {
	case ecdhSigner:
		return p.PrivateKey
	case *ecdsa.PrivateKey:
		if e, err := p.ECDH(); err == nil {
			return e
		}
	}
	return nil
}

func (k *key) ecdhPublic() *ecdh.PublicKey {
	switch p := k.public.(type) {
	case *ecdh.PublicKey:
		return p
	case *ecdsa.PublicKey:
		if e, err := p.ECDH(); err == nil {
			return e
		}
	}
	return nil
}

// derivePBKDF2(password, salt, rounds, length, hash)
func derivePBKDF2(a args) (any, error) {
	newHash, err := hashOf(a.text(4))
	if err != nil {
		return nil, err
	}
	rounds, length := a.number(2), a.number(3)
	if length == 0 {
		return []byte{}, nil
	}
	if err := needKey(a, float64(length)); err != nil {
		return nil, err
	}
	return web.PBKDF2(func() { guard.Hear(a.vm) }, newHash, a.bytes(0), a.bytes(1), rounds, length), nil
}

// maxKeyBytes is how many bytes a derived key may have, and scrypt may use.
const maxKeyBytes = 512 << 20

// maxScryptBlocks bounds the blocks that scrypt mixes: it takes some ten seconds for so many.
const maxScryptBlocks = 1 << 23

// needKey returns an error if a function may not use this many bytes.
func needKey(a args, bytes float64) error {
	if !(bytes >= 0 && bytes <= maxKeyBytes) {
		return &Error{Name: "RangeError", Code: "ERR_OUT_OF_RANGE", Message: fmt.Sprintf("deriving a key may take %d MiB", maxKeyBytes>>20)}
	}
	guard.Need(a.vm, int(bytes))
	return nil
}

// maxInfo is how many bytes the info of HKDF may have, which is hashed for each part of the key.
const maxInfo = 1024

// deriveHKDF(hash, key, salt, info, length)
func deriveHKDF(a args) (any, error) {
	newHash, err := hashOf(a.text(0))
	if err != nil {
		return nil, err
	}
	info := a.bytes(3)
	if len(info) > maxInfo {
		return nil, &Error{Name: "RangeError", Code: "ERR_OUT_OF_RANGE", Message: fmt.Sprintf("The value of \"info\" is out of range. It must be must not contain more than %d bytes. Received %d", maxInfo, len(info))}
	}
	length := max(0, a.number(4))
	if length > 255*newHash().Size() {
		return nil, &Error{Name: "RangeError", Code: "ERR_CRYPTO_INVALID_KEYLEN", Message: "Invalid key length"}
	}
	return hkdf.Key(newHash, a.bytes(1), a.bytes(2), string(info), length)
}

// deriveScrypt(password, salt, length, n, r, p)
func deriveScrypt(a args) (any, error) {
	length, n, r, p := a.number(2), a.number(3), a.number(4), a.number(5)
	if err := needKey(a, float64(length)); err != nil {
		return nil, err
	}
	if err := needKey(a, 128*float64(r)*(float64(n)+float64(p))); err != nil {
		return nil, err
	}
	if float64(n)*float64(r)*float64(p) > maxScryptBlocks {
		return nil, &Error{Name: "RangeError", Code: "ERR_OUT_OF_RANGE", Message: "deriving a key may take cost * blockSize * parallelization = 2 ** 23 at most"}
	}
	password, salt := a.copied(0), a.copied(1)
	if length == 0 {
		return []byte{}, nil
	}
	return computeAside(a, func() ([]byte, error) { return scrypt.Key(password, salt, n, r, p, length) })
}
