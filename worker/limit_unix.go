//go:build linux || darwin

// This file limits the memory and the processor time of a worker.

package worker

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// limit sets limits that the process cannot raise again: of its memory and its processor time. It also turns off core dumps.
func limit(memory, cpu uint64) error {
	errs := []error{lower(unix.RLIMIT_CORE, 0)}
	if memory > 0 {
		errs = append(errs, lower(unix.RLIMIT_DATA, memory))
	}
	if cpu > 0 {
		errs = append(errs, lower(unix.RLIMIT_CPU, cpu))
	}
	_ = os.WriteFile("/proc/self/oom_score_adj", []byte("500"), 0) // if the machine has no memory left, the kernel kills the worker and not the host; only Linux has this file
	return errors.Join(errs...)
}

// lower sets the soft and the hard limit, unless they are lower already.
func lower(what int, to uint64) error {
	var l unix.Rlimit
	if err := unix.Getrlimit(what, &l); err != nil {
		return err
	}
	if l.Max <= to {
		return nil
	}
	l.Cur, l.Max = to, to
	return unix.Setrlimit(what, &l)
}
