// This file has the channel that has the last value written to it.

package runtime

type lastChannel struct {
	single
}

func (c *lastChannel) update(_ Host, values []Value) (bool, error) {
	switch len(values) {
	case 0:
		return false, nil
	case 1:
		c.value = values[0]
		if o, ok := c.value.(Overwrite); ok {
			c.value = o.Value
		}
		return true, nil
	}
	return false, &Error{Name: "InvalidUpdateError", Code: "INVALID_CONCURRENT_GRAPH_UPDATE", Message: "LastValue can only receive one value per step."}
}

func (c *lastChannel) set(v Value)    { c.value = v }
func (c *lastChannel) clone() channel { d := *c; return &d }
