// This file finds the pending writes of one task. In a superstep with thousands of questions each of
// its tasks looks for its own, so there is an index of them.

package runtime

import "github.com/hitlrun/hitlrun/checkpoint"

// pendingIndex has where in Run.pending the writes of each task are. The zero value is that of no writes.
type pendingIndex struct {
	n         int               // how many of the pending writes it has
	ends      map[string][2]int // of a task: its first write and its last
	next      []int             // of a write: the next one of its task; 0 is none
	questions map[string]bool   // the ids of questions
	journals  map[string][]int  // by the task they belong to
	asked     bool              // there are writes to ChannelAsked
}

// pendingIndexed returns the index of the pending writes as they are now.
func (r *Run) pendingIndexed() *pendingIndex {
	x := &r.index
	if x.ends == nil && len(r.pending) > 0 {
		x.ends, x.questions, x.journals = map[string][2]int{}, map[string]bool{}, map[string][]int{}
	}
	for ; x.n < len(r.pending); x.n++ {
		i, w := x.n, &r.pending[x.n]
		x.next = append(x.next, 0)
		if e, ok := x.ends[w.taskID]; ok {
			x.next[e[1]] = i
			x.ends[w.taskID] = [2]int{e[0], i}
		} else {
			x.ends[w.taskID] = [2]int{i, i}
		}
		switch v := w.value.(type) {
		case Interrupt:
			x.questions[v.ID] = true
		case storedJournal:
			x.journals[v.Task] = append(x.journals[v.Task], i)
		}
		x.asked = x.asked || w.channel == checkpoint.ChannelAsked
	}
	return x
}

// setPending gives the run other pending writes.
func (r *Run) setPending(writes []pendingWrite) { r.pending, r.index = writes, pendingIndex{} }

// pendingOf goes through the pending writes of a task, in their order.
func (r *Run) pendingOf(taskID string) func(yield func(*pendingWrite) bool) {
	return func(yield func(*pendingWrite) bool) {
		if len(r.pending) == 0 {
			return
		}
		x := r.pendingIndexed()
		e, ok := x.ends[taskID]
		if !ok {
			return
		}
		for i := e[0]; ; i = x.next[i] {
			if !yield(&r.pending[i]) || i == e[1] {
				return
			}
		}
	}
}

// knewQuestion reports whether a question with this id waited when the run began.
func (r *Run) knewQuestion(id string) bool {
	return len(r.pending) > 0 && r.pendingIndexed().questions[id]
}
