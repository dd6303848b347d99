// This file lets a task write while its function still runs.

package runtime

// PushMessage writes a message to a channel of the state when the task ends; to none
// if channel is "".
func (t *Task) PushMessage(channel string, v Value) {
	r := t.run
	if c, ok := r.g.channelIndex[channel]; ok && c < r.g.stateSize {
		t.writes = append(t.writes, write{c, v})
	}
}
