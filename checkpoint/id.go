// This file makes the ids of checkpoints.

package checkpoint

import (
	"crypto/rand"
	"encoding/binary"
	"encoding/hex"
	"sync"
	"time"
)

// gregorian is the time from the epoch of UUIDs (1582-10-15) to the epoch of Unix, in units of 100 ns.
const gregorian = 0x01B21DD213814000

// IDs makes ids for checkpoints: version 6 UUIDs, which sort in the order in which they were made. The zero value is
// ready. It is safe for concurrent use.
type IDs struct {
	// Now is the clock; nil means time.Now.
	Now func() time.Time

	mu   sync.Mutex
	last uint64
	node [6]byte
	set  bool
}

// New returns a new id, greater than all that g has returned before. The clock sequence field of the UUID holds the
// step, as in LangGraph.
func (g *IDs) New(step int) string { return g.NewAfter(step, "") }

// NewAfter is New for a thread whose greatest id is newest: the new id is greater, even if the clock was set back
// since newest was made. A newest that is not a version 6 UUID is ignored.
func (g *IDs) NewAfter(step int, newest string) string {
	now := time.Now
	if g.Now != nil {
		now = g.Now
	}
	t := uint64(now().UnixNano()/100) + gregorian
	g.mu.Lock()
	if !g.set {
		rand.Read(g.node[:]) // never fails
		g.node[0] |= 1       // a multicast address: no real network card
		g.set = true
	}
	t = max(t, g.last+1)
	if after, ok := ticks(newest); ok {
		t = max(t, after+1)
	}
	g.last = t
	node := g.node
	g.mu.Unlock()

	var b [16]byte
	hi := t >> 12
	for i := range 6 {
		b[i] = byte(hi >> (40 - 8*i))
	}
	b[6] = 0x60 | byte(t>>8)&0x0f
	b[7] = byte(t)
	b[8] = 0x80 | byte(step>>8)&0x3f
	b[9] = byte(step)
	copy(b[10:], node[:])
	return FormatUUID(b)
}

// ticks returns the time in a version 6 UUID, in units of 100 ns since the epoch of UUIDs. It returns false for any
// other id, and for the last possible instant, because nothing can follow it.
func ticks(id string) (uint64, bool) {
	b, ok := ParseUUID(id)
	if !ok || b[6]>>4 != 6 {
		return 0, false
	}
	hi := binary.BigEndian.Uint64(b[:8])
	t := hi>>16<<12 | hi&0xfff
	return t, t < 1<<60-1
}

// FormatUUID returns the text form of a UUID.
func FormatUUID(b [16]byte) string {
	var s [36]byte
	hex.Encode(s[0:8], b[0:4])
	s[8] = '-'
	hex.Encode(s[9:13], b[4:6])
	s[13] = '-'
	hex.Encode(s[14:18], b[6:8])
	s[18] = '-'
	hex.Encode(s[19:23], b[8:10])
	s[23] = '-'
	hex.Encode(s[24:36], b[10:16])
	return string(s[:])
}

// ParseUUID reads the text form of a UUID.
func ParseUUID(s string) (b [16]byte, ok bool) {
	if len(s) != 36 || s[8] != '-' || s[13] != '-' || s[18] != '-' || s[23] != '-' {
		return b, false
	}
	_, err := hex.Decode(b[:], []byte(s[0:8]+s[9:13]+s[14:18]+s[19:23]+s[24:36]))
	return b, err == nil
}
