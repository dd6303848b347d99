// This file has error handlers of nodes: when a node has failed its last attempt, its handler runs instead of it, in
// the same superstep.

package runtime

import (
	"fmt"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// Failure returns the task whose error t handles, and the error; nil if t is not a handler.
func (t *Task) Failure() (failed *Task, err error) {
	if t.handles == nil {
		return nil, nil
	}
	return t.handles, t.handles.err
}

// handler returns the task that handles the error of t; nil if the node has no handler.
func (r *Run) handler(t *Task) *Task {
	i, ok := r.g.nodeIndex[t.node.ErrorHandler]
	if !ok || t.node.ErrorHandler == "" {
		return nil
	}
	n := &r.g.nodes[i]
	h := &Task{Node: &n.NodeSpec, Input: t.Input, run: r, node: n, trigger: -1, send: handlerSend, handles: t, limits: n.Timeout}
	if len(r.pending.list) > 0 {
		h.resumes = r.answering.answersSoFar(h.ID())
	}
	h.answer = r.answering.answer.forTask()
	return h
}

// handlerSend is used as the index of a Send for handlers, so that their writes come after those of all Sends.
const handlerSend = 1 << 30

// HandlerTaskID returns the id of the task that handles the error of another one. It is LangGraph's.
func HandlerTaskID(checkpointID, ns string, step int, node, failedID string) string {
	buf := append(idSpace(checkpointID), '[')
	buf = append(appendJSON(buf, joinNS(ns, node)), ',')
	for _, part := range []string{fmt.Sprint(step), node, pathPush, "node_error_handler"} {
		buf = append(appendJSON(buf, part), ',')
	}
	return uuid5(append(appendJSON(buf, failedID), ']'))
}

// handle starts the handler of a task that failed its last attempt, if there is one.
func (r *Run) handle(t *Task) {
	h := r.handler(t)
	if h == nil {
		return
	}
	t.handled = true
	r.tasks = append(r.tasks, h)
	r.stream.emitTasks([]*Task{h})
	r.running++
	r.h.Start([]*Call{r.call(h)})
}

// takeHandled makes the handlers of tasks that failed before this run began. It returns the handlers that have not
// finished.
func (r *Run) takeHandled() []*Task {
	var todo []*Task
	for _, w := range r.pending.list {
		if w.channel != checkpoint.ChannelErrorSource {
			continue
		}
		for _, t := range r.tasks {
			if t.ID() != w.taskID || t.finished {
				continue
			}
			if t.err = r.storedErrorOf(t); t.err == nil {
				continue
			}
			h := r.handler(t)
			if h == nil {
				continue
			}
			t.finished, t.cached, t.handled = true, true, true
			r.tasks = append(r.tasks, h)
			if !r.takeWrites(h) {
				r.stream.emitTasks([]*Task{h})
				todo = append(todo, h)
			}
			break
		}
	}
	return todo
}

// storedErrorOf returns the stored error of t.
func (r *Run) storedErrorOf(t *Task) error {
	for w := range r.pending.of(t.ID()) {
		if e, ok := w.value.(storedError); ok {
			return &Error{Name: e.Name, Message: e.Message}
		}
	}
	return nil
}
