// This file has the channel that folds every write into its value.

package runtime

type reduceChannel struct {
	single
	reducer any
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

func (c *reduceChannel) set(v Value)    { c.value = v }
func (c *reduceChannel) clone() channel { d := *c; return &d }
