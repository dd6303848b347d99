// This file has what differs in the streams of LangGraph.js 0.2: see Options.Old.

package runtime

import "slices"

// How many rounds of promise continuations LangGraph.js 0.2 runs between the chunks of a superstep and the next
// superstep.
const (
	oldTicks       = 6 // without a checkpointer
	oldTicksSaved  = 8 // with one, up to the state
	oldTicksValues = 3 // from there
	oldTicksFirst  = 9 // where a run begins: the reader does not wait yet
)

// startBehindReaders starts tasks when readers have had time to handle what the superstep before wrote, as in
// LangGraph.js 0.2; with a checkpointer also its state.
func (r *Run) startBehindReaders(tasks []*Task) {
	chunks := r.stream.outbox
	values := slices.IndexFunc(chunks, func(c Chunk) bool { return c.deliver == nil && c.Mode == ModeValues })
	if values < 0 {
		values = len(chunks)
	}
	start := r.startLater(tasks)
	switch {
	case r.o.Saver == nil && values == 0:
		r.h.Together(start)
	case r.o.Saver == nil:
		r.handThen(values, oldTicks, start)
	case values == 0:
		r.handThen(len(chunks), oldTicksFirst, start)
	default:
		r.handThen(values, oldTicksSaved, func() { r.handThen(len(r.stream.outbox), oldTicksValues, start) })
	}
}

// oldResult returns writes to the state as pairs of channel and value.
func (s *stream) oldResult(writes []write) Value {
	var pairs []Value
	for name, v := range s.stateWrites(writes) {
		pairs = append(pairs, s.run.h.Array([]Value{name, v}))
	}
	return s.run.h.Array(pairs)
}
