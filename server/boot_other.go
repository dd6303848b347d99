//go:build !linux

package server

import "time"

func bootID() string { return "" }

func sinceBoot() time.Duration { return 0 }
