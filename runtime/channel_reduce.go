// This file has the channel that folds every write into its value.

package runtime

import "github.com/hitlrun/hitlrun/checkpoint"

type reduceChannel struct {
	stateWrites
	reducer any
	value   Value // nil: empty
}

func (c *reduceChannel) update(h Host, values []Value) (bool, error) {
	if len(values) == 0 {
		return false, nil
	}
	if c.value == nil {
		c.value = values[0]
		if o, ok := c.value.(Overwrite); ok {
			c.value = o.Value
		}
		if c.value != nil && h.IsUndefined(c.value) {
			c.value = nil
		}
		values = values[1:]
	}
	overwritten := false
	for i, v := range values {
		o, ok := v.(Overwrite)
		if !ok {
			continue
		}
		if overwritten {
			return false, errInvalidUpdate("Can receive only one Overwrite value per step.")
		}
		if err := c.reduce(h, values[:i]); err != nil {
			return false, err
		}
		c.value, overwritten = o.Value, true
	}
	if overwritten {
		return true, nil
	}
	return true, c.reduce(h, values)
}

func (c *reduceChannel) reduce(h Host, values []Value) (err error) {
	if c.value != nil && len(values) > 0 {
		c.value, err = h.Reduce(c.reducer, c.value, values)
	}
	return err
}

func (c *reduceChannel) get() (Value, bool) { return c.value, c.value != nil }
func (c *reduceChannel) consume() bool      { return false }
func (c *reduceChannel) set(v Value)        { c.value = v }
func (c *reduceChannel) clone() channel     { d := *c; return &d }

func (c *reduceChannel) dump(h Host) (checkpoint.Blob, error) {
	if c.value == nil {
		return checkpoint.Blob{}, nil
	}
	return h.Dump(c.value)
}

func (c *reduceChannel) load(h Host, b checkpoint.Blob) (err error) {
	c.value, err = h.Load(b)
	return err
}
