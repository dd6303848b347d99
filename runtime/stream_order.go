// This file orders the start of a superstep and the chunks of the one before it as LangGraph.js does.

package runtime

// ticksToStart is the number of rounds of promise continuations in which a reader of a stream handles a chunk.
const ticksToStart = 3

// readsBefore returns how many chunks a reader handles before the next superstep starts. results is the number of chunks of tasks
// that ended since readers got the last ones, and next that of tasks that start. LangGraph.js starts tasks later if readers want to know of them, of several modes, or
// of several results.
func (r *Run) readsBefore(results, next int) int {
	wants := func(m Mode) int {
		if r.stream.wants(m) {
			return 1
		}
		return 0
	}
	tasks := wants(ModeTasks) + wants(ModeDebug)
	each := wants(ModeUpdates) + tasks
	several := results > each
	switch {
	case results == 0: // a run begins, or only the state is read
		if next > 1 && r.o.Saver != nil && wants(ModeDebug) == 1 && r.stream.outbox[0].Mode == ModeValues {
			return 1
		}
		return 0
	case tasks > 0 && several && r.o.Saver != nil:
		return 2
	case tasks > 0, several && wants(ModeValues) == 1, results > 2*each:
		return 1
	}
	return 0
}

// startLater returns a function that starts tasks, for later: the run waits for them from now on.
func (r *Run) startLater(tasks []*Task) func() {
	r.running++
	return func() {
		r.running--
		r.start(tasks)
		r.stream.flush()
		r.wake()
	}
}

// handThen emits the first n chunks, and calls then after the given number of ticks.
func (r *Run) handThen(n, ticks int, then func()) {
	rest := r.stream.outbox[n:]
	r.stream.outbox = r.stream.outbox[:n:n]
	r.h.Together(func() {
		r.stream.flush()
		r.stream.outbox = append(r.stream.outbox, rest...)
		r.h.Ticks(ticks, func() {
			if !r.ended {
				r.h.Together(then)
			}
		})
	})
}
