// This file finds the text that a large text shares with another one.

package sqlite

import (
	"bytes"
	"math/bits"
)

// match is a part that a text shares with base: the n bytes at offset at of the text equal the n bytes at offset from of base.
type match struct{ at, from, n int }

// sharedBlock is the least size in bytes of a match between the common beginning and the common end of two texts.
const sharedBlock = 1 << 10

// sharedText returns the parts that text shares with base, in the order of text, without overlaps: the common beginning, the common
// end, and parts between them of at least sharedBlock bytes. base is divided into blocks of that size, and such a part contains a whole
// block. The search ends when more than most bytes belong to no match. It takes time proportional to both lengths.
func sharedText(base, text []byte, most int) []match {
	var found []match
	begin := commonPrefix(base, text)
	if begin > 0 {
		found = append(found, match{0, 0, begin})
	}
	end := commonSuffix(base[begin:], text[begin:])
	found = append(found, sharedBlocks(base[begin:len(base)-end], text[begin:len(text)-end], begin, most)...)
	if end > 0 {
		found = append(found, match{len(text) - end, len(base) - end, end})
	}
	return found
}

// sharedBlocks returns the parts of text that contain a block of base. offset is added to the offsets of the matches.
func sharedBlocks(base, text []byte, offset, most int) []match {
	if len(base) < sharedBlock || len(text) < sharedBlock {
		return nil
	}
	blocks := indexBlocks(base)
	var found []match
	done := 0          // the end of the last match
	first := uint64(1) // the factor of the first byte of a block in its hash
	for range sharedBlock - 1 {
		first *= hashBase
	}
	h := hashOf(text[:sharedBlock])
	for at := 0; ; {
		if from, ok := blocks.find(h); ok && bytes.Equal(base[from:from+sharedBlock], text[at:at+sharedBlock]) {
			back := commonSuffix(base[:from], text[done:at])
			m := match{at - back, from - back, back}
			m.n += commonPrefix(base[from:], text[at:])
			most -= m.at - done
			done = m.at + m.n
			found = append(found, match{m.at + offset, m.from + offset, m.n})
			if at = done; at+sharedBlock > len(text) {
				return found
			}
			h = hashOf(text[at : at+sharedBlock])
			continue
		}
		if at+sharedBlock >= len(text) || at-done > most {
			return found
		}
		h = (h-uint64(text[at])*first)*hashBase + uint64(text[at+sharedBlock])
		at++
	}
}

// hashBase is the base of the hash of a block, a polynomial of its bytes. Blocks with the same hash are compared.
const hashBase = 0x9e3779b97f4a7c15

func hashOf(block []byte) (h uint64) {
	for _, c := range block {
		h = h*hashBase + uint64(c)
	}
	return h
}

// blockIndex finds blocks by their hash. A clear bit says that no block has a hash, so most hashes need no look into the map.
type blockIndex struct {
	at    map[uint64]int
	bits  []uint64
	shift int
}

// indexBlocks divides a text into blocks, and returns their index.
func indexBlocks(text []byte) *blockIndex {
	n := len(text) / sharedBlock
	size := max(bits.Len(uint(n))+4, 6) // 16 bits for a block at least
	x := &blockIndex{at: make(map[uint64]int, n), bits: make([]uint64, 1<<(size-6)), shift: 64 - size}
	for at := 0; at+sharedBlock <= len(text); at += sharedBlock {
		h := hashOf(text[at : at+sharedBlock])
		if _, known := x.at[h]; !known {
			x.at[h] = at
			x.bits[h>>x.shift/64] |= 1 << (h >> x.shift % 64)
		}
	}
	return x
}

func (x *blockIndex) find(h uint64) (at int, ok bool) {
	if x.bits[h>>x.shift/64]&(1<<(h>>x.shift%64)) == 0 {
		return 0, false
	}
	at, ok = x.at[h]
	return at, ok
}

func commonPrefix(a, b []byte) int {
	n := min(len(a), len(b))
	i := 0
	for i+64 <= n && bytes.Equal(a[i:i+64], b[i:i+64]) {
		i += 64
	}
	for i < n && a[i] == b[i] {
		i++
	}
	return i
}

func commonSuffix(a, b []byte) int {
	n := min(len(a), len(b))
	i := 0
	for i+64 <= n && bytes.Equal(a[len(a)-i-64:len(a)-i], b[len(b)-i-64:len(b)-i]) {
		i += 64
	}
	for i < n && a[len(a)-i-1] == b[len(b)-i-1] {
		i++
	}
	return i
}
