//go:build !unix

// This file opens key files on systems where no path is a pipe.

package hitlrun

const noWait = 0
