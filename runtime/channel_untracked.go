// This file has the channel that no checkpoint contains: it lasts until the run ends.

package runtime

import "github.com/hitlrun/hitlrun/checkpoint"

type untrackedChannel struct {
	single
	guard bool // one write per superstep
}

func (c *untrackedChannel) update(_ Host, values []Value) (bool, error) {
	n := len(values)
	if n == 0 {
		return false, nil
	}
	if n > 1 && c.guard {
		return false, &Error{Name: "InvalidUpdateError", Code: "INVALID_CONCURRENT_GRAPH_UPDATE", Message: "UntrackedValue(guard=true) can receive only one value per step. " +
			"Use guard=false if you want to store any one of multiple values."}
	}
	c.value = raw(values[n-1])
	return true, nil
}

func (c *untrackedChannel) clone() channel { d := *c; return &d }

func (c *untrackedChannel) dump(Host) (checkpoint.Blob, error) { return checkpoint.Blob{}, nil }
func (c *untrackedChannel) load(Host, checkpoint.Blob) error   { return nil }
