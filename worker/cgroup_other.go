//go:build !linux

// This file stands for cgroups where there are none.

package worker

import (
	"errors"
	"syscall"
)

// group is the cgroup of a worker: there is none.
type group struct{}

func newGroup(parent string, _ uint64) (*group, error) {
	if parent == "" {
		return nil, nil //nolint:nilnil // nil is no group
	}
	return nil, errors.New("cgroup " + parent + ": cgroups are there on Linux only")
}

func (*group) enter(*syscall.SysProcAttr) {}

func (*group) outOfMemory() bool { return false }

func (*group) remove() {}
