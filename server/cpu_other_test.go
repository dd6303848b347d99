//go:build !unix

package server_test

import "time"

// cpuTime returns how long this process has computed, where that is known.
func cpuTime() time.Duration { return 0 }
