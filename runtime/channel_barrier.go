// This file has the channel of a join: it triggers its node when all nodes that it waits for have run.

package runtime

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/hitlrun/hitlrun/checkpoint"
)

type barrierChannel struct {
	names  []string
	seen   []string // in the order in which they were written
	stored bool     // it is of a stored checkpoint alone: names may be incomplete
}

func (c *barrierChannel) update(_ Host, values []Value) (bool, error) {
	changed := false
	c.seen = slices.Clip(c.seen) // a clone may share them
	known, seen := lister(c.names, len(values)), lister(c.seen, len(values))
	for _, v := range values {
		name := string(v.(trigger))
		if !known.has(name) {
			if c.stored {
				continue
			}
			return false, errInvalidUpdate("Value %q not in names %q", name, c.names)
		}
		if !seen.has(name) {
			c.seen = append(c.seen, name)
			seen.add(name)
			changed = true
		}
	}
	return changed, nil
}

// listed finds names in a list: in the list itself, or in a set if the search would take long.
type listed struct {
	list []string
	set  map[string]bool
}

// lister returns a listed for this many searches.
func lister(list []string, searches int) *listed {
	const few = 8
	if searches <= few {
		return &listed{list: list}
	}
	return &listed{set: setOf(list)}
}

func (l *listed) has(name string) bool {
	if l.set != nil {
		return l.set[name]
	}
	return slices.Contains(l.list, name)
}

func (l *listed) add(name string) {
	if l.set != nil {
		l.set[name] = true
		return
	}
	l.list = append(l.list, name)
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
	known := lister(c.names, len(c.seen))
	c.seen = slices.DeleteFunc(c.seen, func(name string) bool { return !known.has(name) })
	return nil
}

func (c *barrierChannel) dumpWrite(_ Host, v Value) (checkpoint.Blob, error) {
	return v.(trigger).blob(), nil
}

func (c *barrierChannel) loadWrite(_ Host, b checkpoint.Blob) (Value, error) { return loadTrigger(b) }
