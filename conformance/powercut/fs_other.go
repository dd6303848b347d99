// This file says that there is no FS on this system.

//go:build !linux

package powercut

import (
	"errors"
	"math/rand/v2"
)

// FS is a file system that cannot be mounted here.
type FS struct{}

// Available returns an error: an FS takes Linux.
func Available() error { return errors.New("it takes Linux") }

// Mount returns the error of Available.
func Mount(string, map[string][]byte) (*FS, error) { return nil, Available() }

// Cut returns nothing.
func (*FS) Cut(*rand.Rand) map[string][]byte { return nil }

// FailSyncs does nothing.
func (*FS) FailSyncs(func(name string) bool) {}

// Counts returns zeros.
func (*FS) Counts() (synced, failed int) { return 0, 0 }

// Close does nothing.
func (*FS) Close() error { return nil }
