// This file has the pending writes that a run was loaded with, and an index of them by task: in a superstep with
// thousands of questions each task searches for its own writes.

package runtime

import "github.com/hitlrun/hitlrun/checkpoint"

// pendingWrites has the writes of the unfinished superstep, and of Commands. The zero value has none.
type pendingWrites struct {
	list      []pendingWrite
	index     pendingIndex
	journaled map[string]bool // tasks that have a journal in the saver; nil for none
}

// pendingIndex has the positions of each task's writes in the list. The zero value is the index of an empty list.
type pendingIndex struct {
	n         int               // how many of the pending writes are indexed
	ends      map[string][2]int // of a task: its first write and its last
	next      []int             // of a write: the next one of its task; 0 is none
	questions map[string]bool   // the ids of questions
	journals  map[string][]int  // by the task they belong to
	asked     bool              // there are writes to ChannelAsked
}

// indexed returns an index of the current list.
func (p *pendingWrites) indexed() *pendingIndex {
	x := &p.index
	if x.ends == nil && len(p.list) > 0 {
		x.ends, x.questions, x.journals = map[string][2]int{}, map[string]bool{}, map[string][]int{}
	}
	for ; x.n < len(p.list); x.n++ {
		i, w := x.n, &p.list[x.n]
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

// set replaces the list.
func (p *pendingWrites) set(writes []pendingWrite) { p.list, p.index = writes, pendingIndex{} }

// of yields the pending writes of a task, in their order.
func (p *pendingWrites) of(taskID string) func(yield func(*pendingWrite) bool) {
	return func(yield func(*pendingWrite) bool) {
		if len(p.list) == 0 {
			return
		}
		x := p.indexed()
		e, ok := x.ends[taskID]
		if !ok {
			return
		}
		for i := e[0]; ; i = x.next[i] {
			if !yield(&p.list[i]) || i == e[1] {
				return
			}
		}
	}
}

// asks reports whether a question with this id waits.
func (p *pendingWrites) asks(id string) bool {
	return len(p.list) > 0 && p.indexed().questions[id]
}
