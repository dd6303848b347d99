// This file has the channel of a deferred node: it triggers the node only when nothing else is left to run.

package runtime

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// finishChannel wraps a trigger or a join, and delays it.
type finishChannel struct {
	channel  // a *heldTrigger or a *barrierChannel
	finished bool
}

func (c *finishChannel) update(h Host, values []Value) (bool, error) {
	if len(values) == 0 {
		return false, nil
	}
	changed, err := c.channel.update(h, values)
	if _, ok := c.channel.(*heldTrigger); ok {
		c.finished = false
	}
	return changed, err
}

func (c *finishChannel) get() (Value, bool) {
	v, ok := c.channel.get()
	return v, ok && c.finished
}

// finish is called when nothing else would run. It reports whether the node may run now.
func (c *finishChannel) finish() bool {
	_, ok := c.channel.get()
	changed := ok && !c.finished
	c.finished = c.finished || changed
	return changed
}

func (c *finishChannel) consume() bool {
	if !c.finished {
		return false
	}
	c.finished = false
	return c.channel.consume()
}

func (c *finishChannel) clone() channel {
	return &finishChannel{c.channel.clone(), c.finished}
}

// storedFinish is a finishChannel in the saver.
type storedFinish struct {
	Value    json.RawMessage `json:"value"`
	Finished bool            `json:"finished,omitempty"`
}

// isFinish reports whether a stored value is that of a finishChannel.
func isFinish(b checkpoint.Blob) bool { return bytes.HasPrefix(b.Data, []byte("{")) }

// finishValue returns the value of the channel inside of the finishChannel that has stored b.
func finishValue(b checkpoint.Blob) []byte {
	var s storedFinish
	_ = json.Unmarshal(b.Data, &s) // load reports it
	return s.Value
}

func (c *finishChannel) dump(h Host) (checkpoint.Blob, error) {
	b, err := c.channel.dump(h)
	if err != nil || b.IsZero() {
		return b, err
	}
	return jsonBlob(storedFinish{b.Data, c.finished})
}

func (c *finishChannel) load(h Host, b checkpoint.Blob) error {
	var s storedFinish
	if err := json.Unmarshal(b.Data, &s); err != nil {
		return fmt.Errorf("read the trigger of a deferred node: %w", err)
	}
	c.finished = s.Finished
	return c.channel.load(h, checkpoint.Blob{Type: b.Type, Data: s.Value})
}

// heldTrigger is a trigger that lasts until it is consumed.
type heldTrigger struct{ triggerChannel }

func (c *heldTrigger) consume() bool {
	c.set = false
	return true
}

func (c *heldTrigger) clone() channel { d := *c; return &d }
