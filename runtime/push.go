// This file lets a task write, and read the state, while its function still runs.

package runtime

// PushMessage writes a message to a channel of the state when the task ends; to none
// if channel is "".
func (t *Task) PushMessage(channel string, v Value) { t.Write(channel, v) }

// Write writes to a channel of the state when the task ends. It ignores channels that the state does not have. The
// writes of a hidden child become those of its caller when the child has ended. A failed attempt writes nothing.
func (t *Task) Write(channel string, v Value) {
	r := t.run
	if c, ok := r.g.channelIndex[channel]; ok && c < r.g.stateSize {
		t.writes = append(t.writes, write{c, v})
	}
}

// Send makes a node run in the next superstep; it takes effect when the task ends.
func (t *Task) Send(s *Send) error {
	w, ok, err := t.run.destWrite(t, Dest{Send: s})
	if err == nil && ok {
		t.writes = append(t.writes, w)
	}
	return err
}

// State returns the values of the state at the begin of the superstep; if fresh is set, with the writes of the task so
// far.
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

// handOver moves the writes of a hidden child to its caller.
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
