// This file has the hashes of createHash that consist of others, or have any length.

package node

import (
	"bytes"
	"crypto/sha3"
	"encoding"
	"hash"
	"reflect"
)

// shakes are the algorithms that give any number of bytes.
var shakes = map[string]func() *shake{
	"shake128": func() *shake { return &shake{sha3.NewSHAKE128(), 16} }, "shake256": func() *shake { return &shake{sha3.NewSHAKE256(), 32} },
}

// mustHash is for hashes that fail only with a key that is too long.
func mustHash(h hash.Hash, err error) hash.Hash {
	must(err)
	return h
}

// shake is SHAKE128 or SHAKE256 with a length.
type shake struct {
	*sha3.SHAKE
	size int
}

// Size implements hash.Hash.
func (s *shake) Size() int { return s.size }

// Sum implements hash.Hash. The state remains.
func (s *shake) Sum(b []byte) []byte {
	again, err := s.Clone()
	must(err)
	out := make([]byte, s.size)
	_, _ = again.(*shake).Read(out)
	return append(b, out...)
}

// Clone implements hash.Cloner.
func (s *shake) Clone() (hash.Cloner, error) {
	state, err := s.MarshalBinary()
	if err != nil {
		return nil, err
	}
	again := sha3.NewSHAKE128()
	if s.BlockSize() != again.BlockSize() {
		again = sha3.NewSHAKE256()
	}
	return &shake{again, s.size}, again.UnmarshalBinary(state)
}

// pairOfHashes is the hash that old versions of TLS sign.
type pairOfHashes struct{ a, b hash.Hash }

func (p pairOfHashes) Write(data []byte) (int, error) {
	_, _ = p.a.Write(data)
	return p.b.Write(data)
}
func (p pairOfHashes) Sum(b []byte) []byte { return p.b.Sum(p.a.Sum(b)) }
func (p pairOfHashes) Size() int           { return p.a.Size() + p.b.Size() }
func (p pairOfHashes) BlockSize() int      { return p.a.BlockSize() }

func (p pairOfHashes) Reset() {
	p.a.Reset()
	p.b.Reset()
}

// cloned returns a copy of a hash with its state, or nil if it has no copies.
func cloned(sum hash.Hash) hash.Hash {
	switch sum := sum.(type) {
	case pairOfHashes:
		return pairOfHashes{cloned(sum.a), cloned(sum.b)}
	case hash.Cloner:
		if again, err := sum.Clone(); err == nil {
			return again
		}
	case encoding.BinaryMarshaler:
		again := reflect.New(reflect.TypeOf(sum).Elem()).Interface()
		state, err := sum.MarshalBinary()
		if into, ok := again.(encoding.BinaryUnmarshaler); err == nil && ok && into.UnmarshalBinary(bytes.Clone(state)) == nil {
			return again.(hash.Hash)
		}
	default:
		if v := reflect.ValueOf(sum); v.Kind() == reflect.Pointer && v.Elem().Kind() == reflect.Struct { // RIPEMD-160 has no pointers
			again := reflect.New(v.Elem().Type())
			again.Elem().Set(v.Elem())
			return again.Interface().(hash.Hash)
		}
	}
	return nil
}
