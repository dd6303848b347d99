//go:build !unix

// This file is for systems where no path is a pipe.

package files

import (
	"os"
	"time"
)

// NoWait is for other systems.
const NoWait = 0

// Readable is for other systems.
func Readable(*os.File, time.Duration) bool { return true }
