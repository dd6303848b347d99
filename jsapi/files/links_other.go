//go:build !unix

package files

import "io/fs"

// hasLinks reports whether a file may have other names.
func hasLinks(fs.FileInfo) bool { return true }
