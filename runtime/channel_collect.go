// This file has the channel of a state that collects values.

package runtime

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/hitlrun/hitlrun/checkpoint"
)

type collectChannel struct {
	stateWrites
	unique, accumulate bool

	values []Value
	seen   []Value      // all values there ever were, for unique
	keys   map[any]bool // Host.Key of each of seen
	list   Value        // values converted for the host; nil if they changed since
}

func (c *collectChannel) update(h Host, values []Value) (bool, error) {
	changed := !c.accumulate && len(c.values) > 0
	if !c.accumulate {
		c.values = nil
	}
	c.values = slices.Clip(c.values) // a clone may share them
	add := func(v Value) {
		if c.unique && !c.note(h, v) {
			return
		}
		c.values = append(c.values, v)
		changed = true
	}
	for _, v := range values {
		v = raw(v)
		items, ok := h.Elements(v)
		if !ok {
			add(v)
		}
		for _, item := range items {
			add(item)
		}
	}
	if changed {
		c.list = h.Array(c.values)
	}
	return changed, nil
}

// note adds v to the values that were seen; it returns false if v was there.
func (c *collectChannel) note(h Host, v Value) bool {
	key := h.Key(v)
	if c.keys[key] {
		return false
	}
	if c.keys == nil {
		c.keys = map[any]bool{}
	}
	c.keys[key] = true
	c.seen = append(c.seen, v)
	return true
}

func (c *collectChannel) get() (Value, bool) { return c.list, len(c.values) > 0 }
func (c *collectChannel) consume() bool      { return false }

func (c *collectChannel) clone() channel {
	d := *c
	d.seen, d.keys = slices.Clone(c.seen), map[any]bool{}
	for key := range c.keys {
		d.keys[key] = true
	}
	return &d
}

// storedTopic is a channel of unique values in the saver.
type storedTopic struct {
	Seen   json.RawMessage `json:"seen"`
	Values json.RawMessage `json:"values"`
}

func (c *collectChannel) dump(h Host) (checkpoint.Blob, error) {
	if len(c.values) == 0 && len(c.seen) == 0 {
		return checkpoint.Blob{}, nil
	}
	values, err := h.Dump(h.Array(c.values))
	if err != nil || !c.unique {
		return values, err
	}
	seen, err := h.Dump(h.Array(c.seen))
	if err != nil {
		return seen, err
	}
	return jsonBlob(storedTopic{seen.Data, values.Data})
}

func (c *collectChannel) load(h Host, b checkpoint.Blob) (err error) {
	if !c.unique {
		c.values, c.list, err = loadList(h, b)
		return err
	}
	var stored storedTopic
	if err := json.Unmarshal(b.Data, &stored); err != nil {
		return fmt.Errorf("read a topic: %w", err)
	}
	seen, _, err := loadList(h, checkpoint.Blob{Type: b.Type, Data: stored.Seen})
	if err != nil {
		return err
	}
	c.seen = nil
	for _, v := range seen {
		c.note(h, v)
	}
	c.values, c.list, err = loadList(h, checkpoint.Blob{Type: b.Type, Data: stored.Values})
	return err
}

func loadList(h Host, b checkpoint.Blob) ([]Value, Value, error) {
	list, err := h.Load(b)
	if err != nil {
		return nil, nil, err
	}
	items, ok := h.Elements(list)
	if !ok {
		return nil, nil, fmt.Errorf("read a topic: %s is not a list", h.JSON(list))
	}
	return items, list, nil
}
