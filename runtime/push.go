// This file lets a task write, and read the state, while its function still runs.

package runtime

// PushMessage writes a message to a channel of the state when the task ends; to none
// if channel is "".
func (t *Task) PushMessage(channel string, v Value) { t.Write(channel, v) }

// Write writes to a channel of the state when the task ends. Channels that the state does not have are ignored. What a
// hidden child wrote is its caller's, when the child has ended; an attempt that fails has written nothing.
func (t *Task) Write(channel string, v Value) {
	r := t.run
	if c, ok := r.g.channelIndex[channel]; ok && c < r.g.stateSize {
		t.writes = append(t.writes, write{c, v})
	}
}

// Send has a node run in the next superstep, when the task ends.
func (t *Task) Send(s *Send) error {
	w, ok, err := t.run.destWrite(t, Dest{Send: s})
	if err == nil && ok {
		t.writes = append(t.writes, w)
	}
	return err
}

// State returns the values of the state that the superstep began with; with the writes of the task so far if fresh.
func (t *Task) State(fresh bool) (Value, error) {
	if !fresh {
		return t.run.readState(), nil
	}
	var writes []write
	for k := t; k != nil; k = k.caller() {
		writes = append(append([]write(nil), k.writes...), writes...)
	}
	return t.run.state.after(writes)
}

// caller returns the task that a hidden child writes for; nil for other tasks.
func (t *Task) caller() *Task {
	if t.child == nil || !t.child.call.Hidden {
		return nil
	}
	return t.child.parent
}

// handOver gives the writes of a hidden child to its caller.
func (t *Task) handOver() {
	to := t.caller()
	if to == nil || t.err != nil {
		return
	}
	for _, w := range t.writes {
		if w.channel >= 0 {
			to.writes = append(to.writes, w)
		}
	}
}
