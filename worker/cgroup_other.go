//go:build !linux

// This file replaces cgroup_linux.go on systems without cgroups.

package worker

import (
	"errors"
	"syscall"
)

// group is the cgroup of a worker. It is always nil.
type group struct{}

func newGroup(parent string, _ uint64) (*group, error) {
	if parent == "" {
		return nil, nil //nolint:nilnil // nil means no group
	}
	return nil, errors.New("cgroup " + parent + ": cgroups are there on Linux only")
}

func (*group) enter(*syscall.SysProcAttr) {}

func (*group) outOfMemory() bool { return false }

func (*group) remove() {}
