// This file orders calls that settle together, as LangGraph.js does: scripts can see this order in their chunks.

package runtime

import (
	"slices"
	"sort"
)

// LangGraph.js writes what a node returned in a chain of promise jobs. It then takes one finished task after the other,
// which needs further jobs for each. The numbers of jobs were measured.
const (
	jobsOfPick   = 4  // to take a task
	jobsOfEdges  = 11 // to write the edges of a node, however many
	jobsOfBranch = 26 // to ask the conditional edges of a node
	jobsOfItem   = 3  // to write an update that stands beside Commands in a list
	jobsOfWait   = 2  // of an async function
)

// done is a settled call, with the number of jobs after which its result is written.
type done struct {
	settled
	jobs, place int
}

// order sorts calls that have settled together: those that threw come first, those of branches last.
func (r *Run) order(inbox []settled) {
	if r.o.Old {
		slices.SortStableFunc(inbox, func(a, b settled) int { return r.oldRank(a) - r.oldRank(b) })
		return
	}
	all := make([]done, len(inbox))
	for i, s := range inbox {
		all[i] = done{s, s.jobs(), s.task.place}
	}
	inJobs := func(a, b done) int { return a.jobs - b.jobs }
	slices.SortStableFunc(all, inJobs)
	pick(all[sort.Search(len(all), func(i int) bool { return all[i].jobs > 0 }):])
	for i := range all {
		inbox[i] = all[i].settled
	}
}

// pick sorts calls from the order of their jobs into the order in which they are taken: each time the first task that
// is done when the previous one has been taken.
func pick(all []done) {
	now := 0
	for i := range all {
		now = max(now, all[i].jobs)
		ready := i + sort.Search(len(all)-i, func(k int) bool { return all[i+k].jobs > now })
		if ready == len(all) {
			slices.SortStableFunc(all[i:], func(a, b done) int { return a.place - b.place })
			return
		}
		first := i
		for k := i + 1; k < ready; k++ {
			if all[k].place < all[first].place {
				first = k
			}
		}
		taken := all[first]
		copy(all[i+1:first+1], all[i:first])
		all[i] = taken
		now += jobsOfPick
	}
}

// jobs returns how many promise jobs come before what the call returned is written.
func (s settled) jobs() int {
	node := s.task.node
	switch {
	case s.err != nil:
		return 0
	case s.branch >= 0:
		return 1000
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
	if len(node.branches) > 0 {
		return n + jobsOfBranch
	}
	if len(node.writes) > 0 {
		n += jobsOfEdges
	}
	return n
}

// oldRank orders calls in LangGraph.js 0.2: tasks that end at once do so in their order.
func (r *Run) oldRank(s settled) int {
	if i := slices.Index(r.tasks, s.task); i >= 0 && (s.atOnce || s.err != nil) && s.branch < 0 {
		return i
	}
	return len(r.tasks)
}
