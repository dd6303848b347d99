// This file has the channel of a join: it triggers its node when all nodes that it waits for have run.

package runtime

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/hitlrun/hitlrun/checkpoint"
)

type barrierChannel struct {
	names []string
	seen  []string // in the order in which they were written
}

func (c *barrierChannel) update(_ Host, values []Value) (bool, error) {
	changed := false
	for _, v := range values {
		name := string(v.(trigger))
		if !slices.Contains(c.names, name) {
			return false, errInvalidUpdate("Value %q not in names %q", name, c.names)
		}
		if !slices.Contains(c.seen, name) {
			c.seen = append(slices.Clip(c.seen), name)
			changed = true
		}
	}
	return changed, nil
}

func (c *barrierChannel) get() (Value, bool) { return nil, len(c.seen) == len(c.names) }

func (c *barrierChannel) consume() bool {
	if len(c.seen) != len(c.names) {
		return false
	}
	c.seen = nil
	return true
}

func (c *barrierChannel) clone() channel { d := *c; return &d }

func (c *barrierChannel) dump(Host) (checkpoint.Blob, error) {
	if len(c.seen) == 0 {
		return checkpoint.Blob{}, nil
	}
	data, err := json.Marshal(c.seen)
	return checkpoint.Blob{Type: checkpoint.TypeJSON, Data: data}, err
}

func (c *barrierChannel) load(_ Host, b checkpoint.Blob) error {
	if err := json.Unmarshal(b.Data, &c.seen); err != nil {
		return fmt.Errorf("read a join: %w", err)
	}
	c.seen = slices.DeleteFunc(c.seen, func(name string) bool { return !slices.Contains(c.names, name) })
	return nil
}

func (c *barrierChannel) dumpWrite(_ Host, v Value) (checkpoint.Blob, error) {
	return v.(trigger).blob(), nil
}

func (c *barrierChannel) loadWrite(_ Host, b checkpoint.Blob) (Value, error) { return loadTrigger(b) }
