// This file notes how much of the WAL was synced, and compares the WAL with that note when the store is opened.
//
// After a crash SQLite uses the WAL up to the first wrong checksum, and silently drops the rest, because a power cut
// may leave a part that was not synced half written. So a single changed bit would remove all commits after it. The
// note says up to which frame that is impossible. It is written to the file of locks after each sync, and is not
// synced itself. An old note says less, but nothing wrong.

package sqlite

import (
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/hitlrun/hitlrun/dbfile"
)

// walEnd says how far a WAL goes: the WAL with these salts, up to a number of frames. When SQLite starts the WAL
// again, it chooses other salts.
type walEnd struct {
	salts  [8]byte
	frames uint32 // 0: nothing is known
}

// walEnd returns where the WAL of c's store ends now.
func (c *conn) walEnd() (end walEnd) {
	says, err := c.ask("PRAGMA hitlrun_wal")
	if err != nil {
		return walEnd{}
	}
	salts, count, _ := strings.Cut(says, " ")
	frames, err := strconv.ParseUint(count, 10, 32)
	if err != nil || len(salts) != hex.EncodedLen(len(end.salts)) {
		return walEnd{}
	}
	if _, err := hex.Decode(end.salts[:], []byte(salts)); err != nil {
		return walEnd{}
	}
	end.frames = uint32(frames)
	return end
}

// The note is in the file of locks, after the mark of a failed sync.
const (
	noteOffset = 16
	noteSize   = 8 + 4 + 4 // salts, frames, and a checksum of them
)

// noteSynced notes that the WAL was synced up to end. If that fails, less is known when the store is opened.
func (s *Store) noteSynced(end walEnd) {
	if end.frames == 0 {
		return
	}
	f, err := s.leases.open()
	if err != nil || f == nil {
		return
	}
	note := binary.BigEndian.AppendUint32(end.salts[:], end.frames)
	_, _ = f.WriteAt(binary.BigEndian.AppendUint32(note, crc32.ChecksumIEEE(note)), noteOffset)
}

// noted returns what the note says.
func (s *Store) noted() (end walEnd) {
	f, err := s.leases.openIfThere()
	if errors.Is(err, os.ErrPermission) { // enough for reading
		if f, err = os.Open(s.path + "-lock"); err == nil {
			defer f.Close()
		}
	}
	var note [noteSize]byte
	if f == nil || err != nil {
		return walEnd{}
	}
	if _, err := f.ReadAt(note[:], noteOffset); err != nil || crc32.ChecksumIEEE(note[:12]) != binary.BigEndian.Uint32(note[12:]) {
		return walEnd{}
	}
	return walEnd{[8]byte(note[:]), binary.BigEndian.Uint32(note[8:])}
}

const (
	walHeaderSize   = 32
	frameHeaderSize = 24
)

// checkWAL returns an error if a synced part of the WAL is not as it was written. It is called before SQLite opens
// the store, which drops what follows the wrong part.
func (s *Store) checkWAL() error {
	if s.path == dbfile.Memory || !dbfile.NotEmpty(s.path+"-wal") {
		return nil
	}
	end := s.noted()
	if end.frames == 0 {
		return nil
	}
	f, err := os.Open(s.path + "-wal")
	if err != nil {
		return nil // SQLite reports what is wrong with it
	}
	defer f.Close()
	var header, now [walHeaderSize]byte
	if _, err := f.ReadAt(header[:], 0); err != nil {
		return nil // a process truncated it meanwhile
	}
	at, err := walIsRight(f, header[:], end)
	if err != nil || at == 0 {
		return err
	}
	if _, err := f.ReadAt(now[:], 0); err != nil || now != header {
		return nil // a process has started it again meanwhile
	}
	return fmt.Errorf("%w: page %d of %d in the WAL is not as hitlrun wrote it", ErrDamaged, at, end.frames)
}

// walIsRight returns the number of the first wrong frame up to end. It returns 0 if all are right, or if end is about
// another WAL.
func walIsRight(f io.ReaderAt, header []byte, end walEnd) (at uint32, err error) {
	order := binary.ByteOrder(binary.LittleEndian)
	if header[3]&1 != 0 {
		order = binary.BigEndian
	}
	sum := walSum{order: order}
	sum.add(header[:24])
	if !sum.is(header[24:]) || binary.BigEndian.Uint32(header)&^1 != 0x377f0682 {
		if hasFrame(f, end) {
			return 1, nil // the header itself is damaged
		}
		return 0, nil
	}
	if [8]byte(header[16:]) != end.salts {
		return 0, nil
	}
	size := int64(binary.BigEndian.Uint32(header[8:]))
	frame := make([]byte, frameHeaderSize+size)
	for n := uint32(1); n <= end.frames; n++ {
		_, err := f.ReadAt(frame, walHeaderSize+int64(n-1)*int64(len(frame)))
		if err == io.EOF {
			return n, nil
		}
		if err != nil {
			return 0, err
		}
		sum.add(frame[:8])
		sum.add(frame[frameHeaderSize:])
		if !sum.is(frame[16:]) || [8]byte(frame[8:]) != end.salts {
			return n, nil
		}
	}
	return 0, nil
}

// hasFrame reports whether a file whose header cannot be read has a frame of the WAL up to end. The first frames may be damaged,
// too, and the size of a page is unknown.
func hasFrame(f io.ReaderAt, end walEnd) bool {
	const smallest, largest, most = 512, 64 << 10, 4096
	var frame [frameHeaderSize]byte
	for size := int64(smallest); size <= largest; size *= 2 {
		for n := range int64(min(end.frames, most)) {
			if _, err := f.ReadAt(frame[:], walHeaderSize+n*(frameHeaderSize+size)); err != nil {
				break
			}
			if [8]byte(frame[8:]) == end.salts {
				return true
			}
		}
	}
	return false
}

// walSum is the checksum of SQLite's WAL, which continues from frame to frame.
type walSum struct {
	order binary.ByteOrder
	a, b  uint32
}

func (s *walSum) add(data []byte) {
	if s.order == binary.LittleEndian {
		for ; len(data) >= 8; data = data[8:] {
			s.a += binary.LittleEndian.Uint32(data) + s.b
			s.b += binary.LittleEndian.Uint32(data[4:]) + s.a
		}
		return
	}
	for ; len(data) >= 8; data = data[8:] {
		s.a += binary.BigEndian.Uint32(data) + s.b
		s.b += binary.BigEndian.Uint32(data[4:]) + s.a
	}
}

// is reports whether the sum is the one at the beginning of stored.
func (s *walSum) is(stored []byte) bool {
	return s.a == binary.BigEndian.Uint32(stored) && s.b == binary.BigEndian.Uint32(stored[4:])
}
