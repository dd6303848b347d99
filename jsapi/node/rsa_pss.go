// This file signs with RSA-PSS without a salt, which crypto/rsa does not: it reads a length of 0 as any length.

package node

import (
	"bytes"
	"crypto/rand"
	"crypto/rsa"
	"errors"
	"math/big"
)

// saltlessPSS returns the number that RSA-PSS without a salt signs for a digest, as bytes, or nil if a modulus of so many bits has
// no room for it.
func saltlessPSS(d digest, modulusBits int) []byte {
	bits := modulusBits - 1
	size, h := (bits+7)/8, d.newHash()
	if size < h.Size()+2 {
		return nil
	}
	h.Write(make([]byte, 8))
	h.Write(d.sum)
	seal := h.Sum(nil)
	masked := make([]byte, size-h.Size()-1)
	masked[len(masked)-1] = 1
	for counter, at := byte(0), 0; at < len(masked); counter++ { // a modulus has fewer than 256 times the size of a hash
		h.Reset()
		h.Write(seal)
		h.Write([]byte{0, 0, 0, counter})
		for _, b := range h.Sum(nil) {
			if at < len(masked) {
				masked[at] ^= b
				at++
			}
		}
	}
	masked[0] &= 0xff >> (8*size - bits)
	return append(append(masked, seal...), 0xbc)
}

// signSaltless signs a digest with RSA-PSS without a salt. The private operation is blinded, and its result is checked.
func signSaltless(p *rsa.PrivateKey, d digest) ([]byte, error) {
	message := saltlessPSS(d, p.N.BitLen())
	if message == nil {
		return nil, errTooLargeForKey
	}
	m, e := new(big.Int).SetBytes(message), big.NewInt(int64(p.E))
	for {
		blind, err := rand.Int(rand.Reader, p.N)
		if err != nil {
			return nil, err
		}
		open := new(big.Int).ModInverse(blind, p.N)
		if open == nil {
			continue
		}
		c := new(big.Int).Exp(blind, e, p.N)
		c.Mod(c.Mul(c, m), p.N)
		s := privatePower(p, c)
		s.Mod(s.Mul(s, open), p.N)
		if new(big.Int).Exp(s, e, p.N).Cmp(m) != 0 {
			return nil, errors.New("the private key does not fit its public key")
		}
		return s.FillBytes(make([]byte, p.Size())), nil
	}
}

// privatePower returns c to the power of the private exponent, which takes a quarter of the time with the two primes.
func privatePower(p *rsa.PrivateKey, c *big.Int) *big.Int {
	if len(p.Primes) != 2 || p.Precomputed.Dp == nil || p.Precomputed.Dq == nil || p.Precomputed.Qinv == nil {
		return new(big.Int).Exp(c, p.D, p.N)
	}
	one, two := p.Primes[0], p.Primes[1]
	m1 := new(big.Int).Exp(c, p.Precomputed.Dp, one)
	m2 := new(big.Int).Exp(c, p.Precomputed.Dq, two)
	m1.Mod(m1.Mul(m1.Sub(m1, m2), p.Precomputed.Qinv), one)
	return m2.Add(m2, m1.Mul(m1, two))
}

// verifySaltless reports whether a signature is that of a digest with RSA-PSS without a salt.
func verifySaltless(p *rsa.PublicKey, d digest, signature []byte) bool {
	message := saltlessPSS(d, p.N.BitLen())
	s := new(big.Int).SetBytes(signature)
	if message == nil || len(signature) != p.Size() || s.Cmp(p.N) >= 0 {
		return false
	}
	return bytes.Equal(s.Exp(s, big.NewInt(int64(p.E)), p.N).FillBytes(make([]byte, p.Size()))[p.Size()-len(message):], message) &&
		s.BitLen() <= 8*len(message)
}
