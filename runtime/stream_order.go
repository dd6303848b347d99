// This file orders the start of a superstep and the chunks of the one before it as LangGraph.js does.

package runtime

// ticksToStart is the number of rounds of promise continuations after which the tasks of a superstep start that readers of tasks
// learn of: LangGraph.js collects them first. A reader gets one chunk in that time.
const ticksToStart = 3

// startBehindResult starts tasks when a reader has had time to handle the first result of the superstep before.
func (r *Run) startBehindResult(tasks []*Task) { r.handThen(1, ticksToStart, r.startLater(tasks)) }

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
