//go:build !unix

// This file is for systems where no path is a pipe.

package hitlrun

const noWait = 0
