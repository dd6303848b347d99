// This file has the channels whose value lasts for one superstep: the input of a run, the triggers of nodes, and such
// channels of a state.

package runtime

import (
	"encoding/json"
	"fmt"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// ephemeralChannel holds a value for one superstep, as the input of a run.
type ephemeralChannel struct {
	single
	guard bool // one write per superstep
}

func (c *ephemeralChannel) update(_ Host, values []Value) (bool, error) {
	had := c.value != nil
	n := len(values)
	if n > 1 && c.guard {
		return false, errInvalidUpdate("EphemeralValue can only receive one value per step.")
	}
	c.value = nil
	if n > 0 {
		c.value = raw(values[n-1])
		return true, nil
	}
	return had, nil
}

func (c *ephemeralChannel) clone() channel { d := *c; return &d }

// trigger is what is written to the trigger of a node: the name of the node
// whose branch chose it, or "" for an edge. It is JSON null then.
type trigger string

func (t trigger) blob() checkpoint.Blob {
	if t == "" {
		return checkpoint.Blob{Type: checkpoint.TypeJSON, Data: []byte("null")}
	}
	data, _ := json.Marshal(string(t))
	return checkpoint.Blob{Type: checkpoint.TypeJSON, Data: data}
}

func loadTrigger(b checkpoint.Blob) (trigger, error) {
	var s *string
	if err := json.Unmarshal(b.Data, &s); err != nil {
		return "", fmt.Errorf("read a trigger: %w", err)
	}
	if s == nil {
		return "", nil
	}
	return trigger(*s), nil
}

// triggerChannel starts a node in the superstep after it was written to.
type triggerChannel struct {
	set   bool
	value trigger
}

func (c *triggerChannel) update(_ Host, values []Value) (bool, error) {
	had := c.set
	c.set = len(values) > 0
	if c.set {
		c.value = values[len(values)-1].(trigger)
		return true, nil
	}
	return had, nil
}

func (c *triggerChannel) get() (Value, bool) { return c.value, c.set }
func (c *triggerChannel) consume() bool      { return false }
func (c *triggerChannel) clone() channel     { d := *c; return &d }

func (c *triggerChannel) dump(Host) (checkpoint.Blob, error) {
	if !c.set {
		return checkpoint.Blob{}, nil
	}
	return c.value.blob(), nil
}

func (c *triggerChannel) load(_ Host, b checkpoint.Blob) (err error) {
	c.set = true
	c.value, err = loadTrigger(b)
	return err
}

func (c *triggerChannel) dumpWrite(_ Host, v Value) (checkpoint.Blob, error) {
	return v.(trigger).blob(), nil
}

func (c *triggerChannel) loadWrite(_ Host, b checkpoint.Blob) (Value, error) { return loadTrigger(b) }
