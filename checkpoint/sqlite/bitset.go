// This file has bitset, which stores many small numbers in little memory.

package sqlite

// bitset is a set of numbers that lie close together, as those of rows do: one bit
// a number, in words of 64. The zero value is empty.
type bitset map[int64]uint64

// add adds n, which is not negative. It reports whether n is new.
func (b bitset) add(n int64) bool {
	word, bit := n>>6, uint64(1)<<(n&63)
	if b[word]&bit != 0 {
		return false
	}
	b[word] |= bit
	return true
}

func (b bitset) has(n int64) bool { return b[n>>6]>>(n&63)&1 == 1 }
