// This file reads, makes and writes keys for node:crypto.

package node

import (
	"bytes"
	"crypto"
	"crypto/dsa" //nolint:staticcheck // keys of others are shown
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"math/big"
	"strings"
)

// key is a key that the script holds. private is nil for a public key.
type key struct {
	private crypto.Signer
	public  crypto.PublicKey
}

func newKey(private crypto.Signer) *key { return &key{private, private.Public()} }

var errUnsupported = &Error{Code: "ERR_OSSL_UNSUPPORTED", Message: "error:1E08010C:DECODER routines::unsupported"}

// cryptNatives are the functions for node:crypto. read, generate and jwk make a key, and kind describes it.
func cryptNatives() map[string]native {
	return map[string]native{
		"cipher": newCipher, "ciphers": func(args) (any, error) { return list(ciphers), nil },
		"read": readKey, "generate": generateKey, "fromJwk": fromJWK, "point": keyOfPoint, "scalar": keyOfScalar, "toJwk": toJWK, "write": writeKey, "public": publicKey, "kind": kindOfKey, "same": sameKey,
		"sign": sign, "verify": verify, "encrypt": encryptKey, "encryptPrivate": encryptPrivate, "decryptPublic": decryptPublic, "decrypt": decryptKey, "shared": shared,
		"modPow": modPow, "isPrime": isPrime, "prime": prime, "groupPrime": groupPrime,
		"pbkdf2": derivePBKDF2, "hkdf": deriveHKDF, "scrypt": deriveScrypt,
	}
}

func list(texts []string) []any {
	var all []any
	for _, t := range texts {
		all = append(all, t)
	}
	return all
}

func (a args) key(i int) (*key, error) {
	k, ok := goValue[*key](a.at(i))
	if !ok {
		return nil, errors.New("the argument is not a key")
	}
	return k, nil
}

// readKey(bytes, "pem" or "der", type or "", wants a private key)
func readKey(a args) (any, error) {
	data, kind, private := a.bytes(0), a.text(2), a.flag(3)
	if a.text(1) != "der" {
		block := keyBlock(data, private)
		if block == nil {
			return nil, errUnsupported
		}
		if block.Headers["DEK-Info"] != "" || block.Type == "ENCRYPTED PRIVATE KEY" {
			return nil, &Error{Code: "ERR_MISSING_PASSPHRASE", Message: "Passphrase required for encrypted key (hitlrun reads keys that are not encrypted)"}
		}
		data, kind = block.Bytes, block.Type
	}
	k, err := parseKey(data, kind)
	if err != nil {
		return nil, err
	}
	if private && k.private == nil {
		return nil, errUnsupported
	}
	return k, nil
}

// maxKeyFile is how many bytes a key in DER may have. Reading a private key checks its numbers, which takes seconds if they are
// long, and cannot be interrupted. A key with the longest numbers that OpenSSL uses has 10 KB.
const maxKeyFile = 16 << 10

// maxCertificate is how many bytes a certificate may have.
const maxCertificate = 1 << 20

// maxUsedBits bounds the RSA keys that are used, as OPENSSL_RSA_MAX_MODULUS_BITS does.
const maxUsedBits = 16384

// minUsedBits are the bits of a modulus that has room for the padding.
const minUsedBits = 8 * pkcs1Overhead

// parseKey reads a key in DER, or that of a certificate.
func parseKey(der []byte, kind string) (*key, error) {
	most := maxKeyFile
	if strings.Contains(kind, "CERTIFICATE") {
		most = maxCertificate
	}
	if len(der) > most {
		return nil, errKeyTooLarge
	}
	k, err := parseKeyOf(der, kind)
	if err != nil {
		return nil, err
	}
	if p, ok := k.public.(*rsa.PublicKey); ok {
		if p.N.BitLen() > maxUsedBits {
			return nil, errKeyTooLarge
		}
		if p.N.BitLen() < minUsedBits {
			return nil, errUnsupported
		}
	}
	return k, nil
}

var errKeyTooLarge = &Error{Code: "ERR_OSSL_RSA_MODULUS_TOO_LARGE", Message: "error:02000069:rsa routines::modulus too large"}

// parseKeyOf tries the formats of keys, first those of kind.
func parseKeyOf(der []byte, kind string) (*key, error) {
	if strings.Contains(kind, "CERTIFICATE") {
		c, err := x509.ParseCertificate(der)
		if err != nil {
			return nil, errUnsupported
		}
		return &key{public: c.PublicKey}, nil
	}
	if p, err := x509.ParsePKCS8PrivateKey(der); err == nil {
		switch p := p.(type) {
		case crypto.Signer:
			return newKey(p), nil
		case *ecdh.PrivateKey:
			return &key{public: p.PublicKey(), private: ecdhSigner{p}}, nil
		}
	}
	if p, err := x509.ParsePKCS1PrivateKey(der); err == nil {
		return newKey(p), nil
	}
	if p, err := x509.ParseECPrivateKey(der); err == nil {
		return newKey(p), nil
	}
	if p, err := x509.ParsePKIXPublicKey(der); err == nil {
		return &key{public: p}, nil
	}
	if p, err := x509.ParsePKCS1PublicKey(der); err == nil {
		return &key{public: p}, nil
	}
	return nil, errUnsupported
}

// ecdhSigner makes a crypto.Signer from a key that cannot sign.
type ecdhSigner struct{ *ecdh.PrivateKey }

// Sign implements crypto.Signer.
func (ecdhSigner) Sign(io.Reader, []byte, crypto.SignerOpts) ([]byte, error) {
	return nil, errors.New("the key cannot sign")
}

// Public implements crypto.Signer.
func (s ecdhSigner) Public() crypto.PublicKey { return s.PublicKey() }

func curveOf(name string) elliptic.Curve {
	switch name {
	case "P-256", "prime256v1":
		return elliptic.P256()
	case "P-384", "secp384r1":
		return elliptic.P384()
	case "P-521", "secp521r1":
		return elliptic.P521()
	case "P-224", "secp224r1":
		return elliptic.P224()
	}
	return nil
}

// nodeCurve returns Node's name of a curve.
func nodeCurve(c elliptic.Curve) string {
	return map[string]string{"P-256": "prime256v1", "P-384": "secp384r1", "P-521": "secp521r1", "P-224": "secp224r1"}[c.Params().Name]
}

// maxModulusBits bounds the size of generated RSA keys, since nothing can interrupt their generation.
const maxModulusBits = 8192

// generateKey(type, { modulusLength, publicExponent, namedCurve })
func generateKey(a args) (any, error) {
	switch kind := a.text(0); kind {
	case "rsa", "rsa-pss":
		bits := 2048
		if v := a.field(1, "modulusLength"); v != nil {
			bits = int(v.ToInteger())
		}
		if bits > maxModulusBits {
			return nil, &Error{Code: "ERR_OUT_OF_RANGE", Message: fmt.Sprintf("modulusLength is %d: hitlrun makes RSA keys of up to %d bits", bits, maxModulusBits)}
		}
		if v := a.field(1, "publicExponent"); v != nil && v.ToInteger() != 65537 {
			return nil, &Error{Code: "ERR_OUT_OF_RANGE", Message: fmt.Sprintf("publicExponent is %d: hitlrun makes RSA keys with 65537", v.ToInteger())}
		}
		k, err := computeAside(a, func() (*rsa.PrivateKey, error) { return rsa.GenerateKey(rand.Reader, bits) })
		if err != nil {
			return nil, err
		}
		return newKey(k), nil
	case "ec":
		name := ""
		if v := a.field(1, "namedCurve"); v != nil {
			name = v.String()
		}
		curve := curveOf(name)
		if curve == nil {
			return nil, &Error{Code: "ERR_CRYPTO_INVALID_CURVE", Message: "Invalid EC curve name"}
		}
		k, err := ecdsa.GenerateKey(curve, rand.Reader)
		if err != nil {
			return nil, err
		}
		return newKey(k), nil
	case "ed25519":
		_, k, err := ed25519.GenerateKey(rand.Reader)
		if err != nil {
			return nil, err
		}
		return newKey(k), nil
	case "x25519":
		k, err := ecdh.X25519().GenerateKey(rand.Reader)
		if err != nil {
			return nil, err
		}
		return &key{private: ecdhSigner{k}, public: k.PublicKey()}, nil
	default:
		return nil, &Error{Code: "ERR_INVALID_ARG_VALUE", Message: fmt.Sprintf("The argument 'type' must be a supported key type. Received '%s'", kind)}
	}
}

// kindOfKey implements kind(key) → [type, details]. The details are those of asymmetricKeyDetails.
func kindOfKey(a args) (any, error) {
	k, err := a.key(0)
	if err != nil {
		return nil, err
	}
	switch p := k.public.(type) {
	case *rsa.PublicKey:
		return []any{k.kind(), map[string]any{"modulusLength": p.N.BitLen(), "publicExponent": p.E}}, nil
	case *dsa.PublicKey:
		return []any{k.kind(), map[string]any{"modulusLength": p.P.BitLen(), "divisorLength": p.Q.BitLen()}}, nil
	case *ecdsa.PublicKey:
		return []any{k.kind(), map[string]any{"namedCurve": nodeCurve(p.Curve)}}, nil
	}
	return []any{k.kind(), map[string]any{}}, nil
}

// kind returns Node's name for the type of a key.
func (k *key) kind() string {
	switch k.public.(type) {
	case *rsa.PublicKey:
		return "rsa"
	case *ecdsa.PublicKey:
		return "ec"
	case ed25519.PublicKey:
		return "ed25519"
	case *dsa.PublicKey:
		return "dsa"
	}
	return "x25519"
}

func sameKey(a args) (any, error) {
	x, err := a.key(0)
	if err != nil {
		return nil, err
	}
	y, err := a.key(1)
	if err != nil {
		return nil, err
	}
	p, ok := x.public.(interface{ Equal(crypto.PublicKey) bool })
	return ok && (x.private == nil) == (y.private == nil) && p.Equal(y.public), nil
}

func publicKey(a args) (any, error) {
	k, err := a.key(0)
	if err != nil {
		return nil, err
	}
	return &key{public: k.public}, nil
}

// writeKey(key, "pem" or "der", type) → text or bytes
func writeKey(a args) (any, error) {
	k, err := a.key(0)
	if err != nil {
		return nil, err
	}
	der, name, err := k.encode(a.text(2))
	if err != nil {
		return nil, err
	}
	if a.text(1) == "der" {
		return der, nil
	}
	return string(pem.EncodeToMemory(&pem.Block{Type: name, Bytes: der})), nil
}

func (k *key) encode(kind string) (der []byte, name string, err error) {
	wrong := &Error{Code: "ERR_CRYPTO_INCOMPATIBLE_KEY_OPTIONS", Message: "The selected key encoding " + kind + " is not possible for this key"}
	var private any = k.private
	if e, ok := k.private.(ecdhSigner); ok {
		private = e.PrivateKey
	}
	switch kind {
	case "pkcs1":
		if p, ok := k.private.(*rsa.PrivateKey); ok {
			return x509.MarshalPKCS1PrivateKey(p), "RSA PRIVATE KEY", nil
		}
		if p, ok := k.public.(*rsa.PublicKey); ok {
			return x509.MarshalPKCS1PublicKey(p), "RSA PUBLIC KEY", nil
		}
	case "sec1":
		if p, ok := k.private.(*ecdsa.PrivateKey); ok {
			der, err = x509.MarshalECPrivateKey(p)
			return der, "EC PRIVATE KEY", err
		}
	case "pkcs8":
		if k.private != nil {
			der, err = x509.MarshalPKCS8PrivateKey(private)
			return der, "PRIVATE KEY", err
		}
	case "spki":
		der, err = x509.MarshalPKIXPublicKey(k.public)
		return der, "PUBLIC KEY", err
	}
	return nil, "", wrong
}

func b64(data []byte) string { return base64.RawURLEncoding.EncodeToString(data) }

func fixed(n *big.Int, size int) string { return b64(n.FillBytes(make([]byte, size))) }

// toJWK(key)
func toJWK(a args) (any, error) {
	k, err := a.key(0)
	if err != nil {
		return nil, err
	}
	switch p := k.public.(type) {
	case *rsa.PublicKey:
		o := map[string]any{"kty": "RSA", "n": b64(p.N.Bytes()), "e": b64(big.NewInt(int64(p.E)).Bytes())}
		if r, ok := k.private.(*rsa.PrivateKey); ok {
			r.Precompute()
			o["d"], o["p"], o["q"] = b64(r.D.Bytes()), b64(r.Primes[0].Bytes()), b64(r.Primes[1].Bytes())
			o["dp"], o["dq"], o["qi"] = b64(r.Precomputed.Dp.Bytes()), b64(r.Precomputed.Dq.Bytes()), b64(r.Precomputed.Qinv.Bytes())
		}
		return o, nil
	case *ecdsa.PublicKey:
		size := (p.Params().BitSize + 7) / 8
		o := map[string]any{"kty": "EC", "crv": p.Params().Name, "x": fixed(p.X, size), "y": fixed(p.Y, size)} //nolint:staticcheck // JWK has the numbers, and ECDH checks the point
		if e, ok := k.private.(*ecdsa.PrivateKey); ok {
			o["d"] = fixed(e.D, size) //nolint:staticcheck // JWK has the numbers, and ECDH checks the point
		}
		return o, nil
	case ed25519.PublicKey:
		o := map[string]any{"kty": "OKP", "crv": "Ed25519", "x": b64(p)}
		if e, ok := k.private.(ed25519.PrivateKey); ok {
			o["d"] = b64(e.Seed())
		}
		return o, nil
	case *ecdh.PublicKey:
		o := map[string]any{"kty": "OKP", "crv": "X25519", "x": b64(p.Bytes())}
		if e, ok := k.private.(ecdhSigner); ok {
			o["d"] = b64(e.Bytes())
		}
		return o, nil
	}
	return nil, errUnsupported
}

// maxNumber is the greatest length of a number of a JWK in base64: it has 16384 bits, as the longest RSA keys of OpenSSL.
const maxNumber = (16384/8 + 2) / 3 * 4

// fromJWK(jwk)
func fromJWK(a args) (any, error) {
	bad := &Error{Code: "ERR_CRYPTO_INVALID_JWK", Message: "Invalid JWK data"}
	texts := map[string]string{} // each is read once, since reading it may run code of the script
	for _, name := range []string{"kty", "crv", "n", "e", "d", "p", "q", "x", "y"} {
		if texts[name] = a.textField(0, name); len(texts[name]) > maxNumber {
			return nil, bad // arithmetic with it would take minutes
		}
	}
	text := func(name string) string { return texts[name] }
	data := func(name string) []byte {
		b, _ := base64.RawURLEncoding.DecodeString(strings.TrimRight(strings.NewReplacer("+", "-", "/", "_").Replace(text(name)), "="))
		return b
	}
	number := func(name string) *big.Int { return new(big.Int).SetBytes(data(name)) }
	switch text("kty") {
	case "RSA":
		e := number("e")
		public := rsa.PublicKey{N: number("n"), E: int(e.Int64())}
		if public.N.BitLen() < minUsedBits || e.BitLen() > 31 || public.E < 2 { // crypto/rsa uses no others
			return nil, bad
		}
		if text("d") == "" {
			return &key{public: &public}, nil
		}
		private := &rsa.PrivateKey{PublicKey: public, D: number("d"), Primes: []*big.Int{number("p"), number("q")}}
		if err := private.Validate(); err != nil {
			return nil, bad
		}
		private.Precompute()
		return newKey(private), nil
	case "EC":
		curve := curveOf(text("crv"))
		if curve == nil {
			return nil, &Error{Code: "ERR_CRYPTO_INVALID_CURVE", Message: "Invalid EC curve name"}
		}
		public := ecdsa.PublicKey{Curve: curve, X: number("x"), Y: number("y")} //nolint:staticcheck // JWK has the numbers, and ECDH checks the point
		if _, err := public.ECDH(); err != nil {
			return nil, bad
		}
		if text("d") == "" {
			return &key{public: &public}, nil
		}
		private := &ecdsa.PrivateKey{PublicKey: public, D: number("d")} //nolint:staticcheck // JWK has the numbers, and ECDH checks the point
		if _, err := private.ECDH(); err != nil {
			return nil, bad
		}
		return newKey(private), nil
	case "OKP":
		return okpKey(text("crv"), data("x"), data("d"), bad)
	}
	return nil, bad
}

func okpKey(curve string, x, d []byte, bad error) (any, error) {
	switch {
	case curve == "Ed25519" && len(d) == ed25519.SeedSize:
		return newKey(ed25519.NewKeyFromSeed(d)), nil
	case curve == "Ed25519" && len(x) == ed25519.PublicKeySize:
		return &key{public: ed25519.PublicKey(x)}, nil
	case curve == "X25519" && len(d) > 0:
		p, err := ecdh.X25519().NewPrivateKey(d)
		if err != nil {
			return nil, bad
		}
		return &key{private: ecdhSigner{p}, public: p.PublicKey()}, nil
	case curve == "X25519":
		p, err := ecdh.X25519().NewPublicKey(x)
		if err != nil {
			return nil, bad
		}
		return &key{public: p}, nil
	}
	return nil, bad
}

// keyOfPoint(curve, bytes) reads the point of a public key: compressed, uncompressed, or hybrid, which is both.
func keyOfPoint(a args) (any, error) {
	bad := &Error{Code: "ERR_CRYPTO_ECDH_INVALID_PUBLIC_KEY", Message: "Public key is not valid for specified curve"}
	curve, data := curveOf(a.text(0)), bytes.Clone(a.bytes(1))
	if curve == nil || len(data) == 0 {
		return nil, bad
	}
	if odd := data[len(data)-1] & 1; data[0] == 6|odd {
		data[0] = 4
	}
	if data[0] != 4 {
		x, y := elliptic.UnmarshalCompressed(curve, data)
		if x == nil {
			return nil, bad
		}
		data = elliptic.Marshal(curve, x, y) //nolint:staticcheck // crypto/ecdsa reads no compressed points
	}
	public, err := ecdsa.ParseUncompressedPublicKey(curve, data)
	if err != nil {
		return nil, bad
	}
	return &key{public: public}, nil
}

// keyOfScalar(curve, bytes) reads a private key from its number.
func keyOfScalar(a args) (any, error) {
	bad := &Error{Code: "ERR_CRYPTO_INVALID_KEYTYPE", Message: "Private key is not valid for specified curve."}
	curve, data := curveOf(a.text(0)), a.bytes(1)
	if curve == nil {
		return nil, bad
	}
	n, size := new(big.Int).SetBytes(data), (curve.Params().BitSize+7)/8
	if n.BitLen() > 8*size {
		return nil, bad
	}
	private, err := ecdsa.ParseRawPrivateKey(curve, n.FillBytes(make([]byte, size)))
	if err != nil {
		return nil, bad
	}
	return newKey(private), nil
}
