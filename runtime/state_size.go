// This file bounds the size of a state.

package runtime

import (
	"github.com/hitlrun/hitlrun/checkpoint"
)

// stateSizes has the sizes of the values of the last checkpoint that was dumped or loaded. Values that do not change are not
// measured again.
type stateSizes struct {
	of   []int64 // by channel, in bytes
	most int64   // of all together; 0 or less means no limit
}

// stored records the value of a channel that was dumped.
func (s *stateSizes) stored(i int, b checkpoint.Blob) {
	if b.Base == 0 {
		s.of[i] = 0
	}
	s.of[i] += int64(b.Size())
}

// tooLarge returns the error for a state that has at least size bytes. The channels after the last one have no new value yet.
func (s *state) tooLarge(size int64, last int) error {
	e := &checkpoint.StateSizeError{Bytes: size, Most: s.sizes.most}
	for i, n := range s.sizes.of {
		if i <= last || s.versions[i] == s.stored[i] {
			e.Largest = append(e.Largest, checkpoint.SizeOf{Name: s.g.channels[i].name, Bytes: n})
		}
	}
	return e.Sorted()
}

// addWritten adds what a task has written, as it is stored, and returns an error if that is too large together with what is stored of
// the superstep.
func (r *Run) addWritten(t *Task, writes []checkpoint.PendingWrite) error {
	t.written = 0
	for i := range writes {
		t.written += int64(writes[i].Value.Size())
	}
	size := r.written + t.written
	if r.o.MaxState <= 0 || size <= r.o.MaxState {
		r.written = size
		return nil
	}
	e := &checkpoint.StateSizeError{Bytes: size, Most: r.o.MaxState, Writes: true}
	for _, t := range r.allTasks() {
		if t.written > 0 {
			e.Largest = append(e.Largest, checkpoint.SizeOf{Name: t.node.Name, Bytes: t.written})
		}
	}
	return e.Sorted()
}
