// This file has the numbers of node:crypto that are primes, and the key exchange of Diffie and Hellman.

package node

import (
	"crypto/rand"
	"fmt"
	"math/big"
	"sync"
	"time"

	"github.com/hitlrun/hitlrun/jsapi/guard"
)

// maxPrimeBits bounds the primes that a script may ask for: a larger one takes minutes.
const maxPrimeBits = 4096

// maxPrimeTime bounds the search for a prime.
const maxPrimeTime = 20 * time.Second

// modPow(base, exponent, modulus) → bytes of the length of the modulus
func modPow(a args) (any, error) {
	base, exponent, modulus := number(a, 0), number(a, 1), number(a, 2)
	if modulus.Sign() == 0 || modulus.BitLen() > 2*maxPrimeBits || exponent.BitLen() > 2*maxPrimeBits {
		return nil, &Error{Code: "ERR_OSSL_DH_MODULUS_TOO_LARGE", Message: "modulus too large"}
	}
	return new(big.Int).Exp(base, exponent, modulus).FillBytes(make([]byte, (modulus.BitLen()+7)/8)), nil
}

// isPrime(bytes, rounds)
func isPrime(a args) (any, error) {
	n := number(a, 0)
	if n.BitLen() > 2*maxPrimeBits {
		return nil, &Error{Code: "ERR_OUT_OF_RANGE", Name: "RangeError", Message: "The value of \"candidate\" is out of range. It must have at most 8192 bits"}
	}
	return probablyPrime(a, n, min(max(a.number(1), 20), 64)), nil
}

// probablyPrime is ProbablyPrime of big.Int, but can be interrupted between two rounds.
func probablyPrime(a args, n *big.Int, rounds int) bool {
	if guard.Hear(a.vm); !n.ProbablyPrime(0) {
		return false
	}
	one := big.NewInt(1)
	less := new(big.Int).Sub(n, one)
	if less.BitLen() < 3 {
		return true // ProbablyPrime is right for small numbers
	}
	zeros := less.TrailingZeroBits()
	odd := new(big.Int).Rsh(less, zeros)
	for range rounds {
		guard.Hear(a.vm)
		base, err := rand.Int(rand.Reader, less)
		if err != nil || !passes(n, less, odd, base.Add(base, one), zeros) {
			return false
		}
	}
	return true
}

// passes is one round of the test of Miller and Rabin of n = odd * 2^zeros + 1, where less is n - 1.
func passes(n, less, odd, base *big.Int, zeros uint) bool {
	x := new(big.Int).Exp(base, odd, n)
	if x.BitLen() == 1 {
		return true
	}
	for range zeros {
		if x.Cmp(less) == 0 {
			return true
		}
		x.Mod(x.Mul(x, x), n)
	}
	return false
}

// prime(bits, safe, add or undefined, rem or undefined) → bytes
func prime(a args) (any, error) {
	bits := a.number(0)
	if bits < 2 || bits > maxPrimeBits {
		return nil, &Error{Code: "ERR_OUT_OF_RANGE", Name: "RangeError", Message: "The value of \"size\" is out of range. It must be >= 2 && <= 4096"}
	}
	safe, add, rem := a.flag(1), number(a, 2), number(a, 3)
	for begun := time.Now(); ; {
		guard.Hear(a.vm)
		if time.Since(begun) > maxPrimeTime {
			return nil, &Error{Code: "ERR_OPERATION_FAILED", Message: fmt.Sprintf("finding a prime of %d bits takes more than %s, and was stopped; getDiffieHellman() has standard primes", bits, maxPrimeTime)}
		}
		p, err := oddNumber(bits)
		if err != nil {
			return nil, err
		}
		if add.Sign() > 0 { // the next number with the remainder, which keeps the size if add is small
			p.Add(p.Sub(p, new(big.Int).Mod(p, add)), rem)
		}
		half := new(big.Int).Rsh(p, 1)
		if p.BitLen() != bits || !noSmallFactor(p) || safe && !noSmallFactor(half) {
			continue
		}
		if probablyPrime(a, p, 20) && (!safe || probablyPrime(a, half, 20)) {
			return p.FillBytes(make([]byte, (bits+7)/8)), nil
		}
	}
}

// oddNumber returns a random odd number whose two highest bits are set.
func oddNumber(bits int) (*big.Int, error) {
	n, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), uint(bits))) //nolint:gosec // bits is positive
	if err != nil {
		return nil, err
	}
	n.SetBit(n, bits-1, 1)
	n.SetBit(n, bits-2, 1)
	return n.SetBit(n, 0, 1), nil
}

// smallPrimes is the product of the odd primes below 2000.
var smallPrimes = sync.OnceValue(func() *big.Int {
	product := big.NewInt(1)
	for n := int64(3); n < 2000; n += 2 {
		if p := big.NewInt(n); p.ProbablyPrime(0) {
			product.Mul(product, p)
		}
	}
	return product
})

// noSmallFactor reports whether a number that has more than 11 bits has no odd factor below 2000. It accepts smaller ones.
func noSmallFactor(n *big.Int) bool {
	return n.BitLen() <= 11 || new(big.Int).GCD(nil, nil, n, smallPrimes()).BitLen() == 1
}

func number(a args, i int) *big.Int {
	if !a.has(i) {
		return new(big.Int)
	}
	return new(big.Int).SetBytes(a.bytes(i))
}

// groups has the sizes, and the last summands, of the primes of RFC 2409 and RFC 3526. A prime of n bits is
// 2^n - 2^(n-64) - 1 + 2^64 * (floor(2^(n-130) * pi) + summand).
var groups = map[string][2]int64{
	"modp1": {768, 149686}, "modp2": {1024, 129093}, "modp5": {1536, 741804}, "modp14": {2048, 124476}, "modp15": {3072, 1690314},
	"modp16": {4096, 240904}, "modp17": {6144, 929484}, "modp18": {8192, 4743158},
}

// groupPrime(name) → bytes, or undefined if there is no such group
func groupPrime(a args) (any, error) {
	g, ok := groups[a.text(0)]
	if !ok {
		return nil, nil
	}
	n := uint(g[0])
	p := scaledPi(n - 130)
	p.Add(p, big.NewInt(g[1]))
	p.Lsh(p, 64)
	one := big.NewInt(1)
	p.Add(p, new(big.Int).Lsh(one, n))
	p.Sub(p, new(big.Int).Lsh(one, n-64))
	return p.Sub(p, one).Bytes(), nil
}

// scaledPi returns floor(2^bits * pi), by the formula of Machin: pi = 16 arctan(1/5) - 4 arctan(1/239).
func scaledPi(bits uint) *big.Int {
	const guard = 64 // bits that the errors of the divisions may change
	one := new(big.Int).Lsh(big.NewInt(1), bits+guard)
	arctan := func(x int64) *big.Int {
		sum, power := new(big.Int), new(big.Int).Div(one, big.NewInt(x))
		square := big.NewInt(x * x)
		for k := int64(1); power.Sign() > 0; k += 2 {
			term := new(big.Int).Div(power, big.NewInt(k))
			if k%4 == 1 {
				sum.Add(sum, term)
			} else {
				sum.Sub(sum, term)
			}
			power.Div(power, square)
		}
		return sum
	}
	pi := new(big.Int).Mul(arctan(5), big.NewInt(16))
	pi.Sub(pi, new(big.Int).Mul(arctan(239), big.NewInt(4)))
	return pi.Rsh(pi, guard)
}
