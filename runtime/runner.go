// This file runs the tasks of a superstep: it starts them, handles their results, calls the branches after a node, and
// retries.

package runtime

import (
	"errors"
	"math"
	"math/rand/v2"
	"time"
)

// settled is the result of a call.
type settled struct {
	task   *Task
	branch int // index of the branch, or -1 for the node
	out    Output
	err    error
	atOnce bool // the function returned while the tasks were started
	async  bool // it returned the value of a promise that was already resolved
	waited int  // promise jobs that ran before its promise was resolved
	held   bool // it was held until the conditional edges of other tasks were asked
}

// start starts tasks, as many at once as the run allows.
func (r *Run) start(tasks []*Task) {
	if limit := r.o.MaxConcurrency; limit > 0 && len(tasks) > limit {
		r.queue = tasks[limit:]
		tasks = tasks[:limit]
	}
	r.running += len(tasks)
	for i, t := range tasks {
		t.place = max(t.place, i)
	}
	calls := make([]*Call, 0, len(tasks))
	for _, t := range tasks {
		if t.node.index == 0 && !r.o.Traced {
			out, err := r.h.Updates(r.g, StartNode, t.Input)
			r.inbox = append(r.inbox, settled{task: t, branch: -1, out: out, err: err, atOnce: true})
			continue
		}
		calls = append(calls, r.call(t))
	}
	if len(calls) > 0 {
		r.h.Start(calls)
	}
}

func (r *Run) call(t *Task) *Call {
	t.calls, t.children, t.subgraphs = 0, 0, 0
	if t.journal != nil {
		t.journal.restart()
	}
	t.attempts++
	r.traced.taskBegins(t)
	call := &Call{Task: t, Func: t.node.Func, Input: t.Input}
	call.Done = once(func(out Output, err error) {
		settle := func() {
			r.inbox = append(r.inbox, settled{task: t, branch: -1, out: out, err: err, atOnce: call.AtOnce, async: call.Async, waited: call.Waited})
			r.wake()
		}
		if err == nil || !t.leave(err, settle) {
			settle()
		}
	})
	if t.node.Retry != nil && t.attempts == 1 {
		t.began = r.now()
	}
	if t.limits != nil {
		return r.watched(t, call)
	}
	return call
}

// once returns a Call.Done that passes on the first result: a thenable of a script may give several.
func once(done func(Output, error)) func(Output, error) {
	over := false
	return func(out Output, err error) {
		if !over {
			over = true
			done(out, err)
		}
	}
}

// settle handles the results of calls.
func (r *Run) settle() {
	inbox := r.inbox
	r.inbox, r.settling = r.settling[:0], inbox
	holds := r.holds(inbox)
	if len(inbox) > 1 {
		r.order(inbox, holds)
	}
	var calls []*Call
	var held []settled
	for _, s := range inbox {
		switch {
		case s.branch >= 0:
			r.branchSettled(s)
		case holds && s.mayHold():
			s.held = true
			held = append(held, s)
		default:
			calls = append(calls, r.nodeSettled(s)...)
		}
	}
	clear(inbox)
	if len(calls) > 0 {
		for _, c := range calls {
			c.Counted = holds
		}
		r.h.Start(calls)
	}
	r.inbox = append(r.inbox, held...)
	if r.failing && !r.aborted {
		r.abortTasks(nil)
	}
}

// nodeSettled converts what a node returned to writes. It returns the calls of the branches after the node.
func (r *Run) nodeSettled(s settled) []*Call {
	t := s.task
	if t.child != nil {
		r.childSettled(t, s)
		return nil
	}
	var pc *ParentCommand
	if errors.As(s.err, &pc) && !pc.Command.Parent {
		s.out, s.err = Output{Updates: pc.Command.Updates, Goto: pc.Command.Goto}, nil
	}
	if s.err == nil && (s.out.Parent == nil || len(s.out.Updates) > 0) {
		s.err = r.writeOutput(t, s.out)
	}
	if s.err == nil && s.out.Parent != nil {
		if len(t.writes) > 0 && !r.hasNoParent() { // updates beside the command are shown in streams, but not stored
			r.stream.emitFinished(t)
		}
		s.err = &ParentCommand{s.out.Parent}
	}
	if s.err != nil {
		if r.endsLater(t, s.err, func() { r.failed(t, s.err) }) {
			return nil
		}
		r.failed(t, s.err)
		return nil
	}
	if len(t.node.branches) == 0 {
		r.finish(t, nil)
		return nil
	}
	state, err := r.state.after(t.writes)
	if err != nil {
		r.failed(t, err)
		return nil
	}
	t.routes = make([][]write, len(t.node.branches))
	t.routing = len(t.node.branches)
	t.routed = s.jobs() - jobsOfBranch
	calls := make([]*Call, len(t.node.branches))
	for i, b := range t.node.branches {
		call := &Call{Task: t, Func: b.spec.Func, Input: state, Branch: b}
		call.Done = once(func(out Output, err error) {
			r.inbox = append(r.inbox, settled{task: t, branch: i, out: out, err: err, atOnce: call.AtOnce, waited: call.Waited})
			r.wake()
		})
		calls[i] = call
	}
	return calls
}

// writeOutput adds what a node returned, and the triggers of its edges, to the writes of its task.
func (r *Run) writeOutput(t *Task, out Output) error {
	for _, u := range out.Updates {
		c, ok := r.g.channelIndex[u.Channel]
		if !ok || c >= r.g.stateSize || t.node.index == 0 && !r.g.input[c] {
			continue
		}
		t.writes = append(t.writes, write{c, u.Value})
	}
	for _, d := range out.Goto {
		w, ok, err := r.destWrite(t, d)
		if err != nil {
			return err
		}
		if ok {
			t.writes = append(t.writes, w)
		}
	}
	for _, w := range t.node.writes {
		t.writes = append(t.writes, write{w.channel, w.value})
	}
	return nil
}

// destWrite returns the write that leads to d; false for the end.
func (r *Run) destWrite(t *Task, d Dest) (write, bool, error) {
	if d.Send != nil {
		return write{r.g.tasks, d.Send}, true, r.checkSend(d.Send)
	}
	if d.Node == EndNode {
		return write{}, false, nil
	}
	n, ok := r.g.nodeIndex[d.Node]
	if !ok || n == 0 {
		r.h.Warn("Task " + t.node.Name + " wants to go to unknown node " + d.Node + ", ignoring it.")
		return write{}, false, nil
	}
	return write{r.g.nodes[n].trigger, trigger(t.node.Name)}, true, nil
}

// branchSettled handles the result of a conditional edge.
func (r *Run) branchSettled(s settled) {
	t := s.task
	b := t.node.branches[s.branch]
	if s.err == nil {
		t.routes[s.branch], s.err = r.route(t, b, s.out.Goto)
	}
	if s.err != nil && t.routeErr == nil {
		t.routeErr = s.err
	}
	t.routing--
	if t.routing > 0 {
		return
	}
	if t.routeErr != nil {
		err := t.routeErr
		t.routeErr = nil
		if t.err = err; t.interrupted() != nil {
			r.finish(t, err) // what the node wrote is shown, but not stored
			return
		}
		r.failed(t, err)
		return
	}
	for _, writes := range t.routes {
		t.writes = append(t.writes, writes...)
	}
	r.finish(t, nil)
}

func (r *Run) route(t *Task, b *Branch, dests []Dest) ([]write, error) {
	var writes []write
	for _, d := range dests {
		if d.Send == nil {
			d.Node = b.resolve(d)
			if d.Node == "" {
				return nil, plainError("Branch condition returned unknown or null destination")
			}
		}
		w, ok, err := r.destWrite(t, d)
		if err != nil {
			return nil, err
		}
		if ok {
			writes = append(writes, w)
		}
	}
	return writes, nil
}

// resolve returns the node that a branch has named, by its label if the branch has labels; "" for none.
func (b *Branch) resolve(d Dest) string {
	switch {
	case b.spec.Ends != nil:
		return b.ends[d.Node]
	case d.Falsy:
		return ""
	}
	return d.Node
}

// failed tries a task again, or ends it.
func (r *Run) failed(t *Task, err error) {
	if !r.retry(t, err) {
		r.finish(t, err)
	}
}

// endsLater reports whether the host has work to do first. It then calls then after that work.
func (r *Run) endsLater(t *Task, err error, then func()) bool {
	ending := t.Ending
	if ending == nil {
		return false
	}
	t.Ending = nil
	ending(err, func() {
		if !r.ended {
			then()
			r.wake()
		}
	})
	return true
}

// finish ends a task.
func (r *Run) finish(t *Task, err error) {
	if r.endsLater(t, err, func() { r.finish(t, err) }) {
		return
	}
	if t.toNobody = r.hasNoParent() && isParentCommand(err); t.toNobody {
		err = nil // as in LangGraph.js, the node has finished
	}
	err = r.endJournal(t, err)
	r.traced.taskEnds(t, err)
	r.running--
	r.endings++
	t.ended = r.endings
	t.err = err
	t.finished = !IsBubbleUp(err)
	if err != nil && t.finished && r.o.Failed != nil && !t.hidden() {
		r.o.Failed(t, err)
	}
	if err == nil && len(t.writes) == 0 {
		t.writes = append(t.writes, write{chNoWrites, nil})
	}
	if err != nil && t.finished && t.child == nil {
		if r.handle(t); !t.handled {
			t.late = r.aborted
			r.failing = true
		}
	}
	if t.key != nil && err == nil && t.child == nil {
		r.cache(t)
	}
	if t.child != nil {
		r.children.done = append(r.children.done, t)
	} else if t.finished || t.interrupted() != nil {
		r.stream.emitFinished(t)
	}
	if len(r.queue) > 0 && r.running < r.o.MaxConcurrency {
		next := r.queue[0]
		r.queue = r.queue[1:]
		r.start([]*Task{next})
	}
}

// hasNoParent reports whether a Command for the parent graph goes nowhere and its node has finished: in a graph that no
// other graph runs. LangGraph.js 0.2 stops there instead.
func (r *Run) hasNoParent() bool { return !r.nested && !r.o.Old }

// interrupted returns the questions that the task ended with; nil if it ended otherwise.
func (t *Task) interrupted() *GraphInterrupt {
	var gi *GraphInterrupt
	if errors.As(t.err, &gi) {
		return gi
	}
	return nil
}

// commitFinished stores the writes of tasks that ended while others still run.
func (r *Run) commitFinished() error {
	fresh, asked := false, false
	for _, t := range r.tasks {
		fresh = fresh || t.finished && !t.stored && !t.cached
		asked = asked || t.interrupted() != nil && !t.stored
	}
	if len(r.stream.outbox) == 0 && !fresh && !r.children.ended() {
		return nil
	}
	if err := r.commitTasks(nil, asked && !r.nested); err != nil {
		return err
	}
	r.notifyCallers()
	r.stream.flush()
	return nil
}

// retry runs a task again if its policy says so. It reports whether it does.
func (r *Run) retry(t *Task, err error) bool {
	t.writes = nil
	t.over = t.attempts + 1
	if !IsBubbleUp(err) {
		r.traced.taskEnds(t, err)
	}
	if !IsBubbleUp(err) {
		t.journal.cut(err)
	}
	p := t.node.Retry
	if p == nil || IsBubbleUp(err) {
		return false
	}
	attempts := p.MaxAttempts
	if attempts == 0 {
		attempts = 3
	}
	if t.attempts >= attempts || p.RetryOn != nil && !p.RetryOn(err) {
		return false
	}
	wait := p.wait(t.attempts)
	r.h.After(wait, func() {
		if r.ended {
			return
		}
		if p.Retrying != nil {
			p.Retrying(t.node.Name, t.attempts, wait, err)
		}
		r.h.Start([]*Call{r.call(t)})
	})
	return true
}

// wait returns how long to wait after the given number of attempts.
func (p *RetryPolicy) wait(attempts int) time.Duration {
	initial, factor, most := p.InitialInterval, p.BackoffFactor, p.MaxInterval
	if initial == 0 {
		initial = 500 * time.Millisecond
	}
	if factor == 0 {
		factor = 2
	}
	if most == 0 {
		most = 128 * time.Second
	}
	d := min(float64(initial)*math.Pow(factor, float64(attempts-1)), float64(most))
	if p.Jitter {
		d += rand.Float64() * float64(time.Second)
	}
	return time.Duration(d)
}
