// This file converts the ids of threads and checkpoints to columns.

package sqlite

import (
	"database/sql/driver"
	"encoding/binary"
	"time"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/dbfile"
)

// uuid returns the bytes of an id that is a UUID in the form of FormatUUID, with lower-case digits. Each commit calls
// it several times.
func uuid(id string) (b [16]byte, ok bool) {
	if len(id) != 36 || id[8] != '-' || id[13] != '-' || id[18] != '-' || id[23] != '-' {
		return b, false
	}
	at := 0
	bad := byte(0)
	for i := range b {
		if i == 4 || i == 6 || i == 8 || i == 10 {
			at++
		}
		high, low := digit(id[at]), digit(id[at+1])
		b[i] = high<<4 | low
		bad |= high | low
		at += 2
	}
	return b, bad&noDigit == 0
}

const noDigit = 0x80

// digit returns the value of a hexadecimal digit.
func digit(c byte) byte {
	switch {
	case '0' <= c && c <= '9':
		return c - '0'
	case 'a' <= c && c <= 'f':
		return c - 'a' + 10
	}
	return noDigit
}

// packed returns the column for an id: 16 bytes for a UUID, else text.
func packed(id string) driver.Value {
	if b, ok := uuid(id); ok {
		return b[:]
	}
	return id
}

// unpacked is the reverse of packed.
func unpacked(v driver.Value) string {
	if b, ok := v.([]byte); ok && len(b) == 16 {
		return checkpoint.FormatUUID([16]byte(b))
	}
	return dbfile.Text(v)
}

// threadRow is what rows of other tables refer to a thread by. made is the time at which it was made; it
// distinguishes the thread from a deleted one that had the same number.
type threadRow struct {
	id    int64
	plain bool // ids of checkpoints are text
	made  int64
	// newest is the greatest id of a checkpoint in a namespace other than "", if that is known; "" for none.
	newest string
}

// key returns the column for the id of a checkpoint. It returns false if no checkpoint of the thread can have that
// id.
func (t threadRow) key(id string) (driver.Value, bool) {
	if t.plain {
		return id, true
	}
	b, ok := uuid(id)
	return b[:], ok
}

// gregorian is the time from the epoch of UUIDs (1582-10-15) to the epoch of Unix, in units of 100 ns.
const gregorian = 0x01B21DD213814000

// ticks returns the time in a version 6 UUID, in units of 100 ns since the epoch of UUIDs.
func ticks(b [16]byte) int64 {
	hi := binary.BigEndian.Uint64(b[:8])
	return int64(hi>>16<<12 | hi&0xfff)
}

func isV6(b [16]byte) bool { return b[6]>>4 == 6 && b[8]>>6 == 2 }

// sequence returns the clock sequence of a UUID, in which checkpoint.IDs stores the step.
func sequence(b [16]byte) int64 { return int64(binary.BigEndian.Uint16(b[8:10]) & 0x3fff) }

// sibling returns the version 6 UUID with the node of b.
func sibling(b [16]byte, ticks, sequence int64) [16]byte {
	t := uint64(ticks)
	binary.BigEndian.PutUint64(b[:8], t>>12<<16|6<<12|t&0xfff)
	binary.BigEndian.PutUint16(b[8:10], 2<<14|uint16(sequence)&0x3fff)
	return b
}

// timeOf returns the time in a version 6 UUID.
func timeOf(b [16]byte) time.Time {
	t := ticks(b) - gregorian
	return time.Unix(t/1e7, t%1e7*100)
}
