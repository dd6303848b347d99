// This file has what differs in the streams of LangGraph.js 0.2: see Options.Old.

package runtime

import "slices"

// How many rounds of promise continuations LangGraph.js 0.2 runs between the chunks of a superstep and the next superstep.
const (
	oldTicks      = 9 // in which a reader handles up to three chunks
	oldTicksFirst = 9 // where a run begins: the reader does not wait yet
)

// startBehindReaders starts tasks when readers have had time to handle the first chunks of what the superstep before wrote, as in
// LangGraph.js 0.2. before are the tasks of that superstep, and results is the number of chunks with what they returned.
func (r *Run) startBehindReaders(tasks, before []*Task, results int) {
	start := r.startLater(tasks)
	if results > 0 {
		r.handThen(min(results, r.oldReads(len(before))), oldTicks, start)
		return
	}
	values := slices.IndexFunc(r.stream.outbox, func(c Chunk) bool { return c.deliver == nil && c.Mode == ModeValues })
	first := !slices.ContainsFunc(before, func(t *Task) bool { return !t.hidden() })
	if values < 0 || r.o.Saver == nil && (!first || len(tasks) == 1) {
		r.h.Together(start)
		return
	}
	r.handThen(values+1, oldTicksFirst, start)
}

// oldReads returns how many chunks with results a reader handles before the next superstep starts, by the number of tasks that had
// them: collecting the results of more tasks takes longer.
func (r *Run) oldReads(tasks int) int {
	if r.o.Saver != nil {
		tasks++ // storing them takes time, too
	}
	if r.stream.wants(ModeValues | ModeDebug) {
		tasks--
	}
	switch {
	case tasks >= 6 && r.o.Saver != nil:
		return 3
	case tasks >= 3:
		return 2
	}
	return 1
}

// oldResult returns writes to the state as pairs of channel and value.
func (s *stream) oldResult(writes []write) Value {
	var pairs []Value
	for name, v := range s.stateWrites(writes) {
		pairs = append(pairs, s.run.h.Array([]Value{name, v}))
	}
	return s.run.h.Array(pairs)
}
