// This file has the channel that folds the writes of a superstep into its value with one call.

package runtime

import "github.com/hitlrun/hitlrun/checkpoint"

type deltaChannel struct {
	stateWrites
	reducer any
	first   any   // of the host: makes the value that an empty Overwrite stands for
	value   Value // nil: empty
}

func (c *deltaChannel) update(h Host, values []Value) (bool, error) {
	if len(values) == 0 {
		return false, nil
	}
	var whole *Overwrite
	for _, v := range values {
		o, ok := v.(Overwrite)
		if !ok {
			continue
		}
		if whole != nil {
			return false, errInvalidUpdate("Can receive only one Overwrite value per step.")
		}
		whole = &o
	}
	var err error
	if whole != nil {
		if c.value = whole.Value; h.Nullish(c.value) {
			c.value, err = c.start(h)
		}
		return true, err
	}
	if c.value == nil {
		if c.value, err = c.start(h); err != nil {
			return false, err
		}
	}
	c.value, err = h.Reduce(c.reducer, c.value, []Value{h.Array(values)})
	return true, err
}

func (c *deltaChannel) start(h Host) (Value, error) {
	if c.first == nil {
		return h.Array(nil), nil
	}
	return h.Default(c.first)
}

func (c *deltaChannel) get() (Value, bool) { return c.value, c.value != nil }
func (c *deltaChannel) consume() bool      { return false }
func (c *deltaChannel) clone() channel     { d := *c; return &d }

func (c *deltaChannel) dump(h Host) (checkpoint.Blob, error) {
	if c.value == nil {
		return checkpoint.Blob{}, nil
	}
	return h.Dump(c.value)
}

func (c *deltaChannel) load(h Host, b checkpoint.Blob) (err error) {
	c.value, err = h.Load(b)
	return err
}
