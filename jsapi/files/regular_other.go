//go:build !unix

// This file is for systems where no path is a pipe.

package files

// NoWait is for other systems.
const NoWait = 0
