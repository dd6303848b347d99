// This file orders calls that settle together, as LangGraph.js does: scripts can see this order in their chunks.

package runtime

import (
	"container/heap"
	"slices"
	"sort"
)

// LangGraph.js writes what a node returned in a chain of promise jobs. It then takes one finished task after the other,
// which needs further jobs for each. The numbers of jobs were measured.
const (
	jobsOfPick   = 4  // to take a task
	jobsOfEdges  = 11 // to write the edges of a node, however many
	jobsOfBranch = 26 // to ask a conditional edge of a node; one less if it leads to the end
	jobsOfItem   = 3  // to write an update that stands beside Commands in a list
	jobsOfWait   = 2  // of an async function
)

// done is a settled call, with the number of jobs after which its result is written.
type done struct {
	settled
	jobs, place int
}

// order sorts calls that have settled together: those of nodes that threw come first. If tasks are held, it sorts by when their conditional
// edges are asked.
func (r *Run) order(inbox []settled, holds bool) {
	if r.o.Old {
		r.orderOld(inbox)
		return
	}
	all := make([]done, len(inbox))
	for i, s := range inbox {
		all[i] = done{s, s.jobs(), s.task.place}
	}
	slices.SortStableFunc(all, func(a, b done) int {
		if holds && a.jobs == b.jobs {
			return a.place - b.place
		}
		return a.jobs - b.jobs
	})
	if !holds {
		pick(all[sort.Search(len(all), func(i int) bool { return all[i].jobs > 0 }):])
	}
	for i := range all {
		inbox[i] = all[i].settled
	}
}

// pick sorts calls from the order of their jobs into the order in which they are taken: each time the first task that
// is done when the previous one has been taken.
func pick(all []done) {
	if len(all) == 0 {
		return
	}
	if all[len(all)-1].jobs <= all[0].jobs { // all are done at once
		slices.SortStableFunc(all, func(a, b done) int { return a.place - b.place })
		return
	}
	from := slices.Clone(all)
	ready := &firstPlaces{all: from}
	now, next := 0, 0
	for i := range all {
		if len(ready.of) == 0 {
			now = max(now, from[next].jobs)
		}
		for ; next < len(from) && from[next].jobs <= now; next++ {
			heap.Push(ready, next)
		}
		all[i] = from[heap.Pop(ready).(int)]
		now += jobsOfPick
	}
}

// firstPlaces is a heap of calls that are done: first comes the one whose task has the first place.
type firstPlaces struct {
	all []done
	of  []int // indexes in all
}

// Len implements heap.Interface.
func (h *firstPlaces) Len() int { return len(h.of) }

// Less implements heap.Interface.
func (h *firstPlaces) Less(i, j int) bool {
	a, b := h.of[i], h.of[j]
	if h.all[a].place != h.all[b].place {
		return h.all[a].place < h.all[b].place
	}
	return a < b
}

// Swap implements heap.Interface.
func (h *firstPlaces) Swap(i, j int) { h.of[i], h.of[j] = h.of[j], h.of[i] }

// Push implements heap.Interface.
func (h *firstPlaces) Push(i any) { h.of = append(h.of, i.(int)) }

// Pop implements heap.Interface.
func (h *firstPlaces) Pop() any {
	i := h.of[len(h.of)-1]
	h.of = h.of[:len(h.of)-1]
	return i
}

// jobs returns how many promise jobs come before what the call returned is written.
func (s settled) jobs() int {
	node := s.task.node
	switch {
	case s.branch >= 0:
		return s.task.routed + s.jobsOfRoute()
	case s.err != nil:
		return 0
	case s.task.child != nil:
		return 2
	}
	n := jobsOfItem*s.out.Alone + 1
	if !s.out.Null {
		n++
	}
	if len(s.out.Goto) > 0 {
		n++
	}
	if s.async || !s.atOnce {
		n += jobsOfWait + s.waited
	}
	if len(node.writes) > 0 {
		n += jobsOfEdges
	}
	if len(node.branches) > 0 {
		n += jobsOfBranch
	}
	return n
}

// jobsOfRoute returns how many promise jobs come before a conditional edge is written, from when the first one of its task is asked.
func (s settled) jobsOfRoute() int {
	n := (s.branch + 1) * jobsOfBranch
	if s.leadsToEnd() {
		n--
	}
	if !s.atOnce {
		n += 1 + s.waited
	}
	return n
}

// leadsToEnd reports whether a conditional edge leads to no node.
func (s settled) leadsToEnd() bool {
	b := s.task.node.branches[s.branch]
	return !slices.ContainsFunc(s.out.Goto, func(d Dest) bool { return d.Send != nil || b.resolve(d) != EndNode })
}

// holds reports whether tasks that have settled are held until the conditional edges of others are asked, since some of these come
// before them. An edge that waits for more than promise jobs does not hold them. After an error nothing is held: it stops the other tasks.
func (r *Run) holds(inbox []settled) bool {
	if len(inbox) < 2 || r.o.Old {
		return false
	}
	asks := false
	for i := range inbox {
		s := &inbox[i]
		if s.err != nil || s.out.Parent != nil {
			return false
		}
		asks = asks || s.branch < 0 && s.task.child == nil && len(s.task.node.branches) > 0
	}
	return asks
}

// mayHold reports whether a call can be held: that of a node without conditional edges, once.
func (s settled) mayHold() bool {
	return !s.held && s.task.child == nil && len(s.task.node.branches) == 0
}

// orderOld sorts calls as LangGraph.js 0.2 does: tasks that end at once do so in their order.
func (r *Run) orderOld(inbox []settled) {
	places := make(map[*Task]int, len(r.tasks))
	for i, t := range r.tasks {
		places[t] = i
	}
	rank := func(s settled) int {
		if i, ok := places[s.task]; ok && (s.atOnce || s.err != nil) && s.branch < 0 {
			return i
		}
		return len(r.tasks)
	}
	slices.SortStableFunc(inbox, func(a, b settled) int { return rank(a) - rank(b) })
}
