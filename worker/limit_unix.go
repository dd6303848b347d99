//go:build linux || darwin

// This file limits what a worker may use of the machine.

package worker

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// limit puts limits into force that the process cannot take back: of its memory, of the time of processors, and no core dumps.
func limit(memory, cpu uint64) error {
	errs := []error{lower(unix.RLIMIT_CORE, 0)}
	if memory > 0 {
		errs = append(errs, lower(unix.RLIMIT_DATA, memory))
	}
	if cpu > 0 {
		errs = append(errs, lower(unix.RLIMIT_CPU, cpu))
	}
	_ = os.WriteFile("/proc/self/oom_score_adj", []byte("500"), 0) // if the machine has no memory left, it is not the host who ends; where there is such a file
	return errors.Join(errs...)
}

// lower sets a limit, for good, if it is not lower already.
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
