// This file ends attempts of nodes that take too long, and asks running nodes to stop.

package runtime

import (
	"fmt"
	"time"
)

// TimeoutPolicy limits each attempt to run a node.
type TimeoutPolicy struct {
	Run  time.Duration // in all; 0 means no limit
	Idle time.Duration // without progress; 0 means no limit
	// HeartbeatOnly counts only Task.Heartbeat as progress, not chunks and child tasks.
	HeartbeatOnly bool
}

// NodeTimeoutError is the error of a node that took longer than its policy allows.
type NodeTimeoutError struct {
	Node    string
	Idle    bool // it made no progress; else it ran too long in all
	Elapsed time.Duration
	Policy  TimeoutPolicy
}

// Error returns LangGraph's message.
func (e *NodeTimeoutError) Error() string {
	if e.Idle {
		return fmt.Sprintf("Node %q exceeded its idle timeout of %vms without making progress (elapsed: %dms).",
			e.Node, millis(e.Policy.Idle), e.Elapsed.Milliseconds())
	}
	return fmt.Sprintf("Node %q exceeded its run timeout of %vms (elapsed: %dms).", e.Node, millis(e.Policy.Run), e.Elapsed.Milliseconds())
}

// Describe implements Thrown.
func (e *NodeTimeoutError) Describe() (name, message string) { return "NodeTimeoutError", e.Error() }

func millis(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// watch is a limited attempt to run a node.
type watch struct {
	began, last time.Time
	over        bool // it ended, well or not
	expired     bool // its time was over
	cancel      []func()
}

// watched applies the limits of t to the attempt that call starts.
func (r *Run) watched(t *Task, call *Call) *Call {
	p := t.limits
	now := r.now()
	w := &watch{began: now, last: now}
	t.watch = w
	done := call.Done
	end := func(out Output, err error) {
		w.over = true
		for _, cancel := range w.cancel {
			cancel()
		}
		done(out, err)
	}
	expire := func(idle bool) {
		if w.over {
			return
		}
		err := &NodeTimeoutError{Node: t.node.Name, Idle: idle, Elapsed: r.now().Sub(w.began), Policy: *p}
		w.expired = true
		end(Output{}, err)
		t.abort(nil)
	}
	call.Done = func(out Output, err error) {
		now := r.now()
		switch {
		case w.over:
		case p.Run > 0 && now.Sub(w.began) >= p.Run:
			expire(false)
		case p.Idle > 0 && now.Sub(w.last) >= p.Idle:
			expire(true)
		default:
			end(out, err)
		}
	}
	if p.Run > 0 {
		w.cancel = append(w.cancel, r.h.After(p.Run, func() { expire(false) }))
	}
	if p.Idle > 0 {
		var check func()
		check = func() {
			if left := w.last.Add(p.Idle).Sub(r.now()); left > 0 && !w.over {
				w.cancel = append(w.cancel, r.h.After(left, check))
				return
			}
			expire(true)
		}
		w.cancel = append(w.cancel, r.h.After(p.Idle, check))
	}
	return call
}

// Timeout returns the limits of each attempt to run the task; nil for none.
func (t *Task) Timeout() *TimeoutPolicy { return t.limits }

// Attempt returns how often the node was started for this task, with this time.
func (t *Task) Attempt() int { return t.attempts }

// Began returns when the first attempt began.
func (t *Task) Began() time.Time {
	if t.began.IsZero() {
		t.began = t.run.now()
	}
	return t.began
}

// Expired reports whether an attempt exceeded its time. What its function still does is ignored.
func (t *Task) Expired(attempt int) bool {
	return t.watch != nil && (attempt != t.attempts || t.watch.expired)
}

// Heartbeat says that the task makes progress.
func (t *Task) Heartbeat() {
	if t.watch != nil {
		t.watch.last = t.run.now()
	}
}

// progress is the Heartbeat of chunks and child tasks, unless the policy is HeartbeatOnly.
func (t *Task) progress() {
	if t.watch != nil && !t.limits.HeartbeatOnly {
		t.Heartbeat()
	}
}

// OnAbort registers f, which is called when the function of the task should stop: its run was cancelled or failed, or
// its time is over. err is the reason; it may be nil.
func (t *Task) OnAbort(f func(err error)) {
	if t.run.aborted {
		f(t.run.reason)
		return
	}
	t.onAbort = append(t.onAbort, f)
}

func (t *Task) abort(err error) {
	fs := t.onAbort
	t.onAbort = nil
	for _, f := range fs {
		f(err)
	}
}

// abortTasks asks all tasks of the superstep to stop.
func (r *Run) abortTasks(err error) {
	r.aborted, r.reason = true, err
	for _, t := range r.allTasks() {
		t.abort(err)
	}
}

// limitStep starts the timeout of a superstep.
func (r *Run) limitStep() {
	if r.o.StepTimeout == 0 {
		return
	}
	if r.stopStep != nil {
		r.stopStep()
	}
	r.stopStep = r.h.After(r.o.StepTimeout, func() {
		if !r.ended {
			r.end(plainError("Abort"))
		}
	})
}
