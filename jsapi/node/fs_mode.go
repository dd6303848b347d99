// This file translates the modes of files.

package node

import (
	"io/fs"

	"github.com/dop251/goja"
)

// modeBits are the bits of the mode of a file beside its type.
const modeBits = fs.ModePerm | fs.ModeSetuid | fs.ModeSetgid | fs.ModeSticky

// specialBits are the bits of a mode that are others in Go than in the system.
var specialBits = []struct {
	system int64
	ours   fs.FileMode
}{{0o4000, fs.ModeSetuid}, {0o2000, fs.ModeSetgid}, {0o1000, fs.ModeSticky}}

// modeOf returns the mode that a script gives as a number.
func modeOf(v goja.Value) fs.FileMode {
	given := v.ToInteger()
	mode := fs.FileMode(given) & fs.ModePerm
	for _, bit := range specialBits {
		if given&bit.system != 0 {
			mode |= bit.ours
		}
	}
	return mode
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
