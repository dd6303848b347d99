// This file has runs that take place beside each other take turns.

package runtime

// Turns counts the runs under way on the thread of a host. A run that does not wait would do all of its supersteps before one beside it
// does its first: with Turns each does one after the other, as in LangGraph.js. A nil Turns counts nothing.
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

// givesWay has pump called again when the runs beside this one had a turn, before each superstep but the first. Those that this one takes
// place in wait for it, and need none.
func (r *Run) givesWay() bool {
	if r.o.Turns == nil || r.gaveWay || r.phase == phaseFirst || r.o.Turns.runs <= r.depth() {
		r.gaveWay = false
		return false
	}
	r.gaveWay, r.awake = true, true
	r.h.Defer(r.pump)
	return true
}

// depth returns how many runs this one takes place in, with itself.
func (r *Run) depth() int {
	n := 1
	for p := r.o.Parent; p != nil; p = p.run.o.Parent {
		n++
	}
	return n
}
