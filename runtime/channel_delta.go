// This file has the channel that folds the writes of a superstep into its value with one call.

package runtime

type deltaChannel struct {
	single
	reducer any
	first   any // of the host: makes the value that an empty Overwrite stands for
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

func (c *deltaChannel) clone() channel { d := *c; return &d }
