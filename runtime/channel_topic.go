// This file has the channel that collects the Sends of a superstep for the next one.

package runtime

import (
	"encoding/json"
	"fmt"

	"github.com/hitlrun/hitlrun/checkpoint"
)

type topicChannel struct {
	sends []*Send
	omit  []string // in their arguments: channels that no checkpoint contains
}

func (c *topicChannel) update(_ Host, values []Value) (bool, error) {
	changed := len(c.sends) > 0 || len(values) > 0
	c.sends = nil
	for _, v := range values {
		c.sends = append(c.sends, v.(*Send))
	}
	return changed, nil
}

func (c *topicChannel) get() (Value, bool) { return c.sends, len(c.sends) > 0 }
func (c *topicChannel) consume() bool      { return false }
func (c *topicChannel) clone() channel     { d := *c; return &d }

// storedSend is a Send in the saver.
type storedSend struct {
	Node string          `json:"node"`
	Args json.RawMessage `json:"args"`
	// Timeout is a TimeoutPolicy; its times are nanoseconds.
	Timeout *TimeoutPolicy `json:"timeout,omitempty"`
}

func (c *topicChannel) dumpSend(h Host, s *Send) (storedSend, error) {
	args := s.Args
	if len(c.omit) > 0 {
		args = h.Without(args, c.omit)
	}
	b, err := h.Dump(args)
	return storedSend{s.Node, b.Data, s.Timeout}, err
}

func loadSend(h Host, s storedSend) (*Send, error) {
	args, err := h.Load(checkpoint.Blob{Type: checkpoint.TypeJSON, Data: s.Args})
	return &Send{s.Node, args, s.Timeout}, err
}

func (c *topicChannel) dump(h Host) (checkpoint.Blob, error) {
	if len(c.sends) == 0 {
		return checkpoint.Blob{}, nil
	}
	stored := make([]storedSend, len(c.sends))
	for i, s := range c.sends {
		var err error
		if stored[i], err = c.dumpSend(h, s); err != nil {
			return checkpoint.Blob{}, err
		}
	}
	return jsonBlob(stored)
}

func (c *topicChannel) load(h Host, b checkpoint.Blob) error {
	var stored []storedSend
	if err := json.Unmarshal(b.Data, &stored); err != nil {
		return fmt.Errorf("read the Sends: %w", err)
	}
	for _, s := range stored {
		send, err := loadSend(h, s)
		if err != nil {
			return err
		}
		c.sends = append(c.sends, send)
	}
	return nil
}

func (c *topicChannel) dumpWrite(h Host, v Value) (checkpoint.Blob, error) {
	s, err := c.dumpSend(h, v.(*Send))
	if err != nil {
		return checkpoint.Blob{}, err
	}
	return jsonBlob(s)
}

func (c *topicChannel) loadWrite(h Host, b checkpoint.Blob) (Value, error) {
	var s storedSend
	if err := json.Unmarshal(b.Data, &s); err != nil {
		return nil, fmt.Errorf("read a Send: %w", err)
	}
	return loadSend(h, s)
}

func jsonBlob(v any) (checkpoint.Blob, error) {
	data, err := json.Marshal(v)
	return checkpoint.Blob{Type: checkpoint.TypeJSON, Data: data}, err
}
