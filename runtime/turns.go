// This file makes concurrent runs on one host take turns.

package runtime

// Turns counts the active runs on the thread of a host. Without it a run that never waits would do all of its
// supersteps before another run does its first one. With Turns the runs alternate, one superstep each, as in
// LangGraph.js. A nil Turns counts nothing.
type Turns struct{ runs int }

func (t *Turns) enter() {
	if t != nil {
		t.runs++
	}
}

func (t *Turns) leave() {
	if t != nil {
		t.runs--
	}
}

// givesWay schedules pump again after the turns of the other runs, before each superstep but the first. The runs around
// this one wait for it, and need no turn.
func (r *Run) givesWay() bool {
	if r.o.Turns == nil || r.gaveWay || r.phase == phaseFirst || r.o.Turns.runs <= r.depth() {
		r.gaveWay = false
		return false
	}
	r.gaveWay, r.awake = true, true
	r.h.Defer(r.pump)
	return true
}

// depth returns how many runs are around this one, plus one for itself.
func (r *Run) depth() int {
	n := 1
	for p := r.o.Parent; p != nil; p = p.run.o.Parent {
		n++
	}
	return n
}
