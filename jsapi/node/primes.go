// This file has the numbers of node:crypto that are primes, and the key exchange of Diffie and Hellman.

package node

import (
	"crypto/rand"
	"fmt"
	"math/big"
	"time"
)

// maxPrimeBits bounds the primes that a script may ask for: a larger one takes minutes, and nothing can stop that.
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
	return n.ProbablyPrime(min(max(a.number(1), 20), 64)), nil
}

// prime(bits, safe, add or undefined, rem or undefined) → bytes
func prime(a args) (any, error) {
	bits := a.number(0)
	if bits > maxPrimeBits {
		return nil, &Error{Code: "ERR_OUT_OF_RANGE", Name: "RangeError", Message: "The value of \"size\" is out of range. It must be <= 4096"}
	}
	add, rem := number(a, 2), number(a, 3)
	for begun := time.Now(); ; {
		if time.Since(begun) > maxPrimeTime {
			return nil, &Error{Code: "ERR_OPERATION_FAILED", Message: fmt.Sprintf("finding a prime of %d bits takes more than %s, and was given up; getDiffieHellman() has known ones", bits, maxPrimeTime)}
		}
		p, err := rand.Prime(rand.Reader, max(bits, 2))
		if err != nil {
			return nil, err
		}
		if add.Sign() > 0 {
			// The next number with the remainder, which keeps the size if add is small.
			p.Sub(p, new(big.Int).Mod(p, add))
			p.Add(p, rem)
			if p.BitLen() != bits || !p.ProbablyPrime(20) {
				continue
			}
		}
		if a.flag(1) && !new(big.Int).Rsh(p, 1).ProbablyPrime(20) {
			continue
		}
		return p.FillBytes(make([]byte, (bits+7)/8)), nil
	}
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
