// This file has child tasks: functions that a node calls as separate tasks in the running superstep. The result of a
// child is stored before its caller gets it. So when the caller runs again it gets the stored result, and the function
// does not run twice.

package runtime

import (
	"errors"
	"slices"
	"strconv"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// ChildCall requests a function call as a separate task.
type ChildCall struct {
	Name  string
	Func  any   // of the host: takes Input, and returns Output.Value
	Input Value // the arguments
	// Retry is the policy for errors, Timeout limits each attempt; nil means none.
	Retry   *RetryPolicy
	Timeout *TimeoutPolicy
	Cache   *CachePolicy // nil: the function runs at each call
	// Hidden leaves the task out of all streams: its chunks are its caller's.
	Hidden bool
	// OneAtATime asks only the first open question of the caller's children, in the order of the calls. The others are
	// asked in a later run, and an answer to the first does not reach them.
	OneAtATime bool
	// AllAtOnce asks all questions, even if the run asks one at a time.
	AllAtOnce bool
	// Done gets the result of the call once that is stored.
	Done func(v Value, err error)
}

// child is what makes a Task a child task.
type child struct {
	call   ChildCall
	parent *Task
	index  int   // of the call in the parent
	value  Value // what it returned
	again  []func(Value, error)

	reported bool  // Done was called
	asks     error // its question, while an earlier sibling may still ask
	waiting  bool  // it asked, but an earlier sibling asked first
}

// children are the child tasks of a superstep.
type children struct {
	all   []*Task // in the order of the calls
	byID  map[string]*Task
	fresh []*Task // called, not started
	done  []*Task // ended, callers not notified
	over  []*Task // ended, streams not notified
}

func (c *children) called() bool { return c != nil && len(c.fresh) > 0 }
func (c *children) ended() bool  { return c != nil && len(c.done) > 0 }

// Child reports whether t is a child task.
func (t *Task) Child() bool { return t.child != nil }

// Shown returns the task that streams and the config show for t: its caller if t is hidden.
func (t *Task) Shown() *Task {
	for t.child != nil && t.child.call.Hidden {
		t = t.child.parent
	}
	return t
}

// Call starts a child task of t. The same call of the same attempt to run t has the same id, in
// any process: it is found by the index of the call. A child that returned before is not run again.
func (t *Task) Call(c ChildCall) {
	t.progress()
	r := t.run
	index := t.children
	t.children++
	err := checkName("task", c.Name)
	if err == nil {
		err = r.checkCall(t, c.Name)
	}
	if err != nil {
		r.h.Defer(func() { c.Done(nil, err) })
		return
	}
	if r.children == nil {
		r.children = &children{byID: map[string]*Task{}}
	}
	k := r.newChild(t, index, c)
	if known := r.children.byID[k.ID()]; known != nil && !(known.child.reported && known.err != nil) {
		known.child.join(r, known, c.Done)
		return
	}
	r.children.byID[k.ID()] = k
	r.children.all = append(r.children.all, k)
	if k.child.call.OneAtATime {
		if t.asking == nil {
			t.asking = &asking{}
		}
		t.asking.list = append(t.asking.list, k)
	}
	r.stream.emitTasks([]*Task{k})
	if r.foundChild(k) {
		k.finished, k.cached = true, true
		r.stream.emitUpdate(k)
		r.children.done = append(r.children.done, k)
	} else {
		r.running++
		r.findChild(k)
	}
	r.wake()
}

// findChild looks up k in the cache, and starts it if it is not there.
func (r *Run) findChild(k *Task) {
	asked, err := r.cacheKey(k)
	if err != nil {
		r.finish(k, err)
		return
	}
	if !asked {
		r.children.fresh = append(r.children.fresh, k)
		return
	}
	r.o.Cache.Get([]CacheKey{*k.key}, func(found [][]checkpoint.PendingWrite, err error) {
		if r.ended {
			return
		}
		if err == nil && found[0] != nil {
			err = r.takeCached(k, found[0])
		}
		if err != nil || k.fromCache {
			r.finish(k, err)
		} else {
			r.children.fresh = append(r.children.fresh, k)
		}
		r.wake()
	})
}

// checkCall refuses calls from code that outlived its superstep.
func (r *Run) checkCall(t *Task, name string) error {
	top := t
	for top.child != nil {
		top = top.child.parent
	}
	if !r.ended && (r.running > 0 && !top.finished || slices.Contains(r.tasks, top)) {
		return nil
	}
	if r.ctx.Err() != nil {
		return r.abort()
	}
	return plainError("Task %q was called by node %q after its superstep had ended: await what it calls", name, top.node.Name)
}

func (r *Run) newChild(t *Task, index int, c ChildCall) *Task {
	if !c.OneAtATime && !c.AllAtOnce {
		root := r
		for root.nested {
			root = root.o.Parent.run
		}
		c.OneAtATime = root.o.Thread // an answer on a thread is for the question that was asked
	}
	n := &node{NodeSpec: NodeSpec{Name: c.Name, Func: c.Func, Retry: c.Retry, Timeout: c.Timeout, Cache: c.Cache, Effects: t.node.Effects}, index: -1}
	k := &Task{Node: &n.NodeSpec, Input: c.Input, run: r, node: n, trigger: -1, send: index, limits: c.Timeout}
	k.child = &child{call: c, parent: t, index: index}
	if len(r.pending.list) > 0 {
		k.resumes, k.asked = r.answering.answersSoFar(k.ID()), r.answering.askedSoFar(k.ID())
	}
	k.answer = t.answer.forChild(!c.OneAtATime || r.asked(k))
	return k
}

// ChildTaskID returns the id of the child task that call number index of a task made. ns and
// path are those of the caller. It hashes ["ns|name","step","name","__pregel_push",path,index].
func ChildTaskID(checkpointID, ns string, step int, name string, path []any, index int) string {
	buf := append(idSpace(checkpointID), '[')
	buf = append(appendJSON(buf, joinNS(ns, name)), ',', '"')
	buf = append(strconv.AppendInt(buf, int64(step), 10), '"', ',')
	buf = append(appendJSON(buf, name), ',')
	buf = append(appendJSON(buf, pathPush), ',')
	buf = append(appendPath(buf, path), ',')
	buf = append(strconv.AppendInt(buf, int64(index), 10), ']')
	return uuid5(buf)
}

// appendPath appends a path as JSON.
func appendPath(buf []byte, path []any) []byte {
	for i, part := range path {
		buf = append(buf, "[,"[min(i, 1)])
		switch x := part.(type) {
		case string:
			buf = appendJSON(buf, x)
		case int:
			buf = strconv.AppendInt(buf, int64(x), 10)
		case bool:
			buf = strconv.AppendBool(buf, x)
		case []any:
			buf = appendPath(buf, x)
		}
	}
	return append(buf, ']')
}

// foundChild gives k what it returned before this run began. It reports whether it did.
func (r *Run) foundChild(k *Task) bool {
	if r.travel.replay && r.o.CheckpointID != "" {
		return false
	}
	for w := range r.pending.of(k.ID()) {
		if w.channel == checkpoint.ChannelReturn {
			k.returns(w.value)
			return true
		}
		if c, ok := r.g.channelIndex[w.channel]; ok {
			k.writes = append(k.writes, write{c, w.value})
		}
	}
	k.writes = nil
	return false
}

// asked reports whether k is the one whose question was asked when this run was resumed.
func (r *Run) asked(k *Task) bool {
	for w := range r.pending.of(k.ID()) {
		if _, ok := w.value.(Interrupt); ok {
			return true
		}
	}
	return false
}

func (t *Task) returns(v Value) {
	t.child.value = v
	if t.caller() == nil {
		t.writes = nil
	}
	t.writes = append(t.writes, write{chReturn, v})
}

// join calls done with the result of an earlier call, now or when that ends.
func (c *child) join(r *Run, t *Task, done func(Value, error)) {
	if c.reported {
		t.handOver() // its result belongs to another attempt of the caller
		r.h.Defer(func() { done(c.value, t.err) })
		return
	}
	c.again = append(c.again, done)
}

// startChildren starts the children that were called.
func (r *Run) startChildren() {
	fresh := r.children.fresh
	r.children.fresh = nil
	calls := make([]*Call, len(fresh))
	for i, k := range fresh {
		calls[i] = r.call(k)
	}
	r.h.Start(calls)
}

// childSettled handles what the function of a child returned or threw.
func (r *Run) childSettled(k *Task, s settled) {
	if s.err == nil {
		k.returns(s.out.Value)
	} else if r.retry(k, s.err) {
		return
	}
	var gi *GraphInterrupt
	if k.child.call.OneAtATime && errors.As(s.err, &gi) {
		k.child.asks = s.err
	} else {
		r.finish(k, s.err)
	}
	if k.child.call.OneAtATime {
		r.release(k.child.parent)
	}
}

// asking are the children of a task that ask one at a time.
type asking struct {
	list  []*Task // in the order of the calls
	over  int     // how many of the first have ended
	first error   // the first question of these
}

// release handles the children of t that ask one at a time: a question is asked when all earlier children have ended
// and none of them asked.
func (r *Run) release(t *Task) {
	a := t.asking
	if a == nil {
		return
	}
	first := a.first
	for i := a.over; i < len(a.list); i++ {
		k := a.list[i]
		c := k.child
		switch {
		case c.asks != nil:
			c.waiting = first != nil
			if first == nil {
				first = c.asks
			}
			c.asks = nil
			r.finish(k, first)
		case !k.finished && k.err == nil:
			return // it still runs
		}
		if first == nil && k.interrupted() != nil {
			first = k.err
		}
		if i == a.over && (k.finished || k.err != nil) {
			a.over, a.first = i+1, first
		}
	}
}

// waits reports whether the task has a question that is not asked in this run.
func (t *Task) waits() bool { return t.child != nil && t.child.waiting }

// notifyCallers reports the results of ended children to their callers, and emits their chunks.
func (r *Run) notifyCallers() {
	if !r.children.ended() {
		return
	}
	done := r.children.done
	r.children.done = nil
	r.h.Together(func() {
		for _, k := range done {
			k.child.reported = true
			k.handOver()
			k.child.call.Done(k.child.value, k.err)
			for _, tell := range k.child.again {
				tell(k.child.value, k.err)
			}
			shown := !k.hidden() && r.stream.wants(ModeUpdates|ModeTasks|ModeDebug|ModeMessages)
			if k.finished && !k.cached && (shown || k.key != nil) {
				r.notifyStreams(k)
			}
		}
	})
}

// How many promise continuations LangGraph.js runs between the end of a task and its chunks, and between these and the
// chunks of the next task. Callers continue in between.
const (
	ticksToChunk = 2
	ticksToNext  = 4
)

// notifyStreams emits the chunks of a child after those of the children before it.
func (r *Run) notifyStreams(k *Task) {
	c := r.children
	c.over = append(c.over, k)
	if len(c.over) > 1 {
		return
	}
	var next func()
	next = func() {
		r.stream.emitFinished(c.over[0])
		r.cache(c.over[0])
		if !r.ended {
			r.stream.flush()
		}
		if c.over = c.over[1:]; len(c.over) > 0 {
			r.h.Ticks(ticksToNext, next)
		}
	}
	r.h.Ticks(ticksToChunk, next)
}

// hiddenIn returns the parts of the namespace of a run inside of t that streams leave out.
func hiddenIn(t *Task) []string {
	parts := t.run.hide
	for ; t.child != nil; t = t.child.parent {
		if t.child.call.Hidden {
			parts = append(parts[:len(parts):len(parts)], t.node.Name+":"+t.ID())
		}
	}
	return parts
}

// allTasks returns the tasks of the superstep with their children.
func (r *Run) allTasks() []*Task {
	if r.children == nil {
		return r.tasks
	}
	return append(r.tasks[:len(r.tasks):len(r.tasks)], r.children.all...)
}
