// This file translates the modes of files.

package node

import (
	"io/fs"

	"github.com/dop251/goja"
)

// specialBits are the bits of a mode that are others in Go than in the system.
var specialBits = []struct {
	system int64
	ours   fs.FileMode
}{{0o4000, fs.ModeSetuid}, {0o2000, fs.ModeSetgid}, {0o1000, fs.ModeSticky}}

// givenBits are the bits that a script can set. Those with which a program runs as the owner of its file are left out: whoever
// may write a file could give others the rights of the user who runs hitlrun.
const givenBits = fs.ModePerm | fs.ModeSticky

// modeOf returns the mode that a script gives as a number.
func modeOf(v goja.Value) fs.FileMode {
	given := v.ToInteger()
	mode := fs.FileMode(given) & fs.ModePerm
	for _, bit := range specialBits {
		if given&bit.system != 0 {
			mode |= bit.ours
		}
	}
	return mode & givenBits
}

// bitsOf returns the number of a mode, without the type of the file.
func bitsOf(mode fs.FileMode) int64 {
	bits := int64(mode.Perm())
	for _, bit := range specialBits {
		if mode&bit.ours != 0 {
			bits |= bit.system
		}
	}
	return bits
}
