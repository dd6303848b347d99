// Package storefile recognises stores of threads by the first bytes of their files, without SQLite.
//
// The files that scripts make with SqliteSaver have the same tables as stores of threads. A store of threads has, in addition, a mark
// in its header: the first half of SQLite's schema cookie. SQLite compares this number with the one that it has read before, and adds
// 1 to it when a table changes; VACUUM does the same. Versions of hitlrun that do not know the mark can use the file.
package storefile

import "encoding/binary"

// ApplicationID is the application id of every file with checkpoints: "hitl".
const ApplicationID = 0x6869746c

// HeaderSize is how many bytes at the beginning of a file Marked needs.
const HeaderSize = 100

// The parts of a schema cookie.
const (
	mark    = 0x6869 << 16
	settled = 0x8000 // the mark is in the file itself, and not only in its WAL
	counter = 0x0fff // what SQLite counts
)

// Marked reports whether the header of a file is that of a store of threads.
func Marked(header []byte) bool {
	const magic, cookieAt, idAt = "SQLite format 3\x00", 40, 68
	return len(header) >= HeaderSize && string(header[:len(magic)]) == magic &&
		binary.BigEndian.Uint32(header[idAt:]) == ApplicationID && IsMark(int64(binary.BigEndian.Uint32(header[cookieAt:])))
}

// IsMark reports whether a schema cookie is that of a store of threads.
func IsMark(cookie int64) bool { return cookie>>16 == mark>>16 }

// IsSettled reports whether a schema cookie says that the file itself has the mark.
func IsSettled(cookie int64) bool { return IsMark(cookie) && cookie&settled != 0 }

// Mark returns the schema cookie with the mark for a file that has another one.
func Mark(cookie int64) int64 { return mark | cookie&counter }

// Settled returns the schema cookie for a file that has the mark itself.
func Settled(cookie int64) int64 { return Mark(cookie) | settled }
