// This file signs, verifies, encrypts with keys and derives keys for node:crypto.

package node

import (
	"bytes"
	"crypto"
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/hkdf"
	"crypto/md5"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/asn1"
	"errors"
	"fmt"
	"hash"
	"math/big"
	"strings"

	"golang.org/x/crypto/scrypt"

	"github.com/hitlrun/hitlrun/jsapi/guard"
	"github.com/hitlrun/hitlrun/jsapi/web"
)

// Hashes are the hash algorithms, by their name in lower case without "-".
var Hashes = map[string]func() hash.Hash{
	"md5": md5.New, "sha1": sha1.New, "sha224": sha256.New224, "sha256": sha256.New, "sha384": sha512.New384, "sha512": sha512.New,
	"sha512224": sha512.New512_224, "sha512256": sha512.New512_256,
}

var hashIDs = map[string]crypto.Hash{
	"md5": crypto.MD5, "sha1": crypto.SHA1, "sha224": crypto.SHA224, "sha256": crypto.SHA256, "sha384": crypto.SHA384, "sha512": crypto.SHA512,
	"sha512224": crypto.SHA512_224, "sha512256": crypto.SHA512_256,
}

// hashName returns the key in Hashes for a name that OpenSSL accepts: "RSA-SHA256", "sha-256", "SHA256".
func hashName(name string) string {
	name = strings.TrimPrefix(strings.ToLower(name), "rsa-")
	return strings.NewReplacer("-", "", "/", "").Replace(name)
}

func errDigest() error {
	return &Error{Code: "ERR_CRYPTO_INVALID_DIGEST", Message: "Invalid digest"}
}

// sign(hash or "", bytes, key, { pss, saltLength, raw }) → bytes: raw is r and s of an elliptic curve side by side
func sign(a args) (any, error) {
	k, err := a.key(2)
	if err != nil {
		return nil, err
	}
	data := a.bytes(1)
	switch p := k.private.(type) {
	case ed25519.PrivateKey:
		return ed25519.Sign(p, data), nil
	case *rsa.PrivateKey:
		id, digest, err := digestOf(a.text(0), data)
		if err != nil {
			return nil, err
		}
		if a.field(3, "pss") == nil {
			return rsa.SignPKCS1v15(rand.Reader, p, id, digest)
		}
		salt, ok := a.salt(id, p.N)
		if !ok {
			return nil, &Error{Code: "ERR_OSSL_RSA_DATA_TOO_LARGE_FOR_KEY_SIZE", Message: "error:0200006E:rsa routines::data too large for key size"}
		}
		return rsa.SignPSS(rand.Reader, p, id, digest, &rsa.PSSOptions{SaltLength: salt, Hash: id})
	case *ecdsa.PrivateKey:
		_, digest, err := digestOf(a.text(0), data)
		if err != nil {
			return nil, err
		}
		der, err := ecdsa.SignASN1(rand.Reader, p, digest)
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
	default:
		return int(given), given <= int64((n.BitLen()+6)/8-id.Size()-2)
	}
}

func digestOf(name string, data []byte) (crypto.Hash, []byte, error) {
	if name == "" {
		name = "sha256"
	}
	newHash, ok := Hashes[hashName(name)]
	if !ok {
		return 0, nil, errDigest()
	}
	h := newHash()
	h.Write(data)
	return hashIDs[hashName(name)], h.Sum(nil), nil
}

// verify(hash or "", bytes, key, { pss, saltLength, raw }, signature) → whether it is right
func verify(a args) (any, error) {
	k, err := a.key(2)
	if err != nil {
		return nil, err
	}
	data, signature := a.bytes(1), a.bytes(4)
	if p, ok := k.public.(ed25519.PublicKey); ok {
		return ed25519.Verify(p, data, signature), nil
	}
	id, digest, err := digestOf(a.text(0), data)
	if err != nil {
		return nil, err
	}
	switch p := k.public.(type) {
	case *rsa.PublicKey:
		if a.field(3, "pss") == nil {
			return rsa.VerifyPKCS1v15(p, id, digest, signature) == nil, nil
		}
		salt, ok := a.salt(id, p.N)
		return ok && rsa.VerifyPSS(p, id, digest, signature, &rsa.PSSOptions{SaltLength: salt, Hash: id}) == nil, nil
	case *ecdsa.PublicKey:
		if a.field(3, "raw") == nil {
			return ecdsa.VerifyASN1(p, digest, signature), nil
		}
		size := (p.Params().BitSize + 7) / 8
		if len(signature) != 2*size {
			return false, nil
		}
		return ecdsa.Verify(p, digest, new(big.Int).SetBytes(signature[:size]), new(big.Int).SetBytes(signature[size:])), nil
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
	newHash, ok := Hashes[hashName(a.text(3))]
	if !ok {
		return nil, errDigest()
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
		newHash, ok := Hashes[hashName(a.text(3))]
		if !ok {
			return nil, errDigest()
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
	newHash, ok := Hashes[hashName(a.text(4))]
	if !ok {
		return nil, &Error{Code: "ERR_CRYPTO_INVALID_DIGEST", Message: "Invalid digest: " + a.text(4)}
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
	newHash, ok := Hashes[hashName(a.text(0))]
	if !ok {
		return nil, &Error{Code: "ERR_CRYPTO_INVALID_DIGEST", Message: "Invalid digest: " + a.text(0)}
	}
	info := a.bytes(3)
	if len(info) > maxInfo {
		return nil, &Error{Name: "RangeError", Code: "ERR_OUT_OF_RANGE", Message: fmt.Sprintf("The value of \"info\" is out of range. It must be must not contain more than %d bytes. Received %d", maxInfo, len(info))}
	}
	return hkdf.Key(newHash, a.bytes(1), a.bytes(2), string(info), max(0, a.number(4))) // it bounds the length
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
	return computeAside(a, func() ([]byte, error) { return scrypt.Key(password, salt, n, r, p, length) })
}
