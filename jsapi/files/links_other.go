//go:build !unix

package files

import "io/fs"

// hasLinks reports whether a file may have other names.
func hasLinks(fs.FileInfo) bool { return true }

// idOf returns which file a file is: on this system, that is not known.
func idOf(fs.FileInfo) (id FileID, ok bool) { return FileID{}, false }
