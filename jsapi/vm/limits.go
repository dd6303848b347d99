// This file has the limits of a script.

package vm

import "time"

// Limits bound the resources that a script may use. A zero field means its default.
type Limits struct {
	// Turn is the time that a script may run without waiting, 60 s by default; negative for no
	// limit. The time in which a write waits for its reader does not count.
	Turn time.Duration
	// Wall is the total time of a run; 0 means no limit.
	Wall time.Duration
	// CallDepth is the maximum number of nested calls, 4,000 by default.
	CallDepth int
	// PayloadBytes is the maximum size of a value in a checkpoint, 64 MiB by default; negative for
	// no limit.
	PayloadBytes int
	// StateBytes is the maximum size of the values of a checkpoint together, 256 MiB by default; negative
	// for no limit. The writes of the tasks of a superstep have the same limit.
	StateBytes int64
	// InputBytes is the maximum size of an input, an answer or an update as JSON text, 32 MiB by
	// default; negative for no limit.
	InputBytes int64
	// OutputBytes is how much one run may print to stdout and stderr together, 1 GiB by default;
	// negative for no limit.
	OutputBytes int64
	// BodyBytes is the maximum size of a body that fetch sends as a whole, or reads as a whole
	// (text, json, arrayBuffer, blob, formData), after decoding: 64 MiB by default; negative for no
	// limit. Bodies that are read or sent in parts have no limit. It is also the maximum size of a
	// line of standard input that node:readline reads.
	BodyBytes int64
	// MemoryBytes is the maximum memory of one VM, 4 GiB by default; negative for no limit. The
	// measure is an estimate from what the process allocated while the VM ran, and from what
	// survived the collections. It is taken every 40 ms, and every 4 ms near the limit. A single
	// large string or a regular expression can exceed the limit before that. If several VMs
	// allocate at the same time, the one with the largest estimate is stopped first.
	MemoryBytes int64
}

// InputMost returns InputBytes or its default; negative for no limit.
func (l Limits) InputMost() int64 {
	if l.InputBytes == 0 {
		return 32 << 20
	}
	return l.InputBytes
}

// PayloadMost returns PayloadBytes or its default; negative for no limit.
func (l Limits) PayloadMost() int {
	if l.PayloadBytes == 0 {
		return 64 << 20
	}
	return l.PayloadBytes
}

// StateMost returns StateBytes or its default; negative for no limit.
func (l Limits) StateMost() int64 {
	if l.StateBytes == 0 {
		return 256 << 20
	}
	return l.StateBytes
}

// TurnMost returns Turn or its default; negative for no limit.
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
	l.StateBytes = l.StateMost()
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
