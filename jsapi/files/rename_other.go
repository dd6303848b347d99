//go:build !unix

// This file renames files where the system has no rename(2).

package files

import "os"

func rename(from, to string) error { return os.Rename(from, to) }

func renameIn(dir *os.Root, from, to string) error { return dir.Rename(from, to) }
