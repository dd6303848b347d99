// This file has the limits of a script.

package vm

import "time"

// Limits bound what a script may use. Zero fields have the defaults.
type Limits struct {
	// Turn is the time a script may run without giving way, 60 s; negative for no limit. Waiting for whoever reads its output does not count.
	Turn time.Duration
	// Wall is the time a script may take in all; 0 is no limit.
	Wall time.Duration
	// CallDepth is the number of nested calls, 4,000.
	CallDepth int
	// PayloadBytes is the size of a value in a checkpoint, 64 MiB; negative for no limit.
	PayloadBytes int
	// InputBytes is the size of an input, an answer or an update, JSON text, 32 MiB; negative for no limit.
	InputBytes int64
	// OutputBytes is how much one run may print, to stdout and stderr together, 1 GiB; negative for no limit.
	OutputBytes int64
	// BodyBytes is the size of a body that fetch reads as a whole (text, json, arrayBuffer, blob, formData), after it was
	// decoded, or sends as a whole, 64 MiB; negative for no limit. Bodies that are read or sent in parts have none.
	BodyBytes int64
	// MemoryBytes is the memory of one VM, 4 GiB; negative for no limit. It is an estimate: what the process
	// allocated while the VM ran and what survived the collections. It is looked at every 40 ms, every 4 when it is near, and a single
	// large string or a regular expression can overshoot it. Of VMs that allocate at the same time the one that is thought to have most is
	// stopped first.
	MemoryBytes int64
}

// InputMost is InputBytes with its default; negative for no limit.
func (l Limits) InputMost() int64 {
	if l.InputBytes == 0 {
		return 32 << 20
	}
	return l.InputBytes
}

// PayloadMost is PayloadBytes with its default; negative for no limit.
func (l Limits) PayloadMost() int {
	if l.PayloadBytes == 0 {
		return 64 << 20
	}
	return l.PayloadBytes
}

// TurnMost is Turn with its default; negative for no limit.
func (l Limits) TurnMost() time.Duration {
	if l.Turn == 0 {
		return 60 * time.Second
	}
	return l.Turn
}

func (l Limits) withDefaults() Limits {
	l.Turn = l.TurnMost()
	if l.CallDepth == 0 {
		l.CallDepth = 4000
	}
	l.PayloadBytes = l.PayloadMost()
	if l.OutputBytes == 0 {
		l.OutputBytes = 1 << 30
	}
	if l.BodyBytes == 0 {
		l.BodyBytes = 64 << 20
	}
	if l.MemoryBytes == 0 {
		l.MemoryBytes = 4 << 30
	}
	return l
}
