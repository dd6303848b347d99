// This file has the interface of all channels, and their declaration in a graph.

package runtime

import "github.com/hitlrun/hitlrun/checkpoint"

// Kind is the update rule of a channel.
type Kind int

// The kinds of channels a state can have.
const (
	Last      Kind = iota // has the last value; one write per superstep
	Reduce                // folds every write into its value
	Delta                 // folds the writes of a superstep into its value with one call
	Any                   // has the last of the values, until a superstep writes none
	Ephemeral             // the same, but allows one write per superstep unless Many is set
	Untracked             // has the last value until the run ends; no checkpoint contains it
	Topic                 // collects values, see Unique and Accumulate
	Hosted                // follows an update rule of the host
)

// ChannelSpec declares a channel of the state.
type ChannelSpec struct {
	Name    string
	Kind    Kind
	Reducer any // of the host, for Reduce and Delta
	Default any // of the host: makes the first value; nil for none
	// Many allows several writes per superstep to an Ephemeral or Untracked channel: the last one counts.
	Many bool
	// Unique adds each value of a Topic once; Accumulate retains those of earlier supersteps too.
	Unique, Accumulate bool
	// Hosted makes the channel of the host, for Hosted.
	Hosted func() (HostChannel, error)
}

// fades reports whether a superstep without a write may change the channel.
func (c *ChannelSpec) fades() bool {
	return c.Kind == Any || c.Kind == Ephemeral || c.Kind == Topic && !c.Accumulate || c.Kind == Hosted
}

// whole reports whether a checkpoint stores only the value. Then it can store the growth of a list instead of the whole
// list.
func (c *ChannelSpec) whole() bool {
	return c.Kind == Last || c.Kind == Reduce || c.Kind == Delta || c.Kind == Topic && c.Accumulate && !c.Unique
}

// channel is a named slot of state with an update rule.
type channel interface {
	// update applies the writes of a superstep, in order; there may be none. It reports whether the channel changed.
	update(h Host, values []Value) (bool, error)
	// get returns the value; false if there is none.
	get() (Value, bool)
	// consume is called when a task that the channel triggered has run.
	consume() bool
	// dump returns what to store, the zero Blob for an empty channel; load reads it back.
	dump(h Host) (checkpoint.Blob, error)
	load(h Host, b checkpoint.Blob) error
	// clone returns an independent channel with the same value.
	clone() channel
	// dumpWrite and loadWrite do the same as dump and load for one write to the channel.
	dumpWrite(h Host, v Value) (checkpoint.Blob, error)
	loadWrite(h Host, b checkpoint.Blob) (Value, error)
}

// stateWrites has the writes of channels that hold values of the host.
type stateWrites struct{}

func (stateWrites) dumpWrite(h Host, v Value) (checkpoint.Blob, error) {
	return h.Dump(raw(v))
}

func (stateWrites) loadWrite(h Host, b checkpoint.Blob) (Value, error) {
	v, err := h.Load(b)
	if err != nil {
		return nil, err
	}
	if value, ok := h.Overwritten(v); ok {
		return Overwrite{value, v}, nil
	}
	return v, nil
}

// single is a channel that has at most one value of the host, without its update rule.
type single struct {
	stateWrites
	value Value // nil: empty
}

func (c *single) get() (Value, bool) { return c.value, c.value != nil }
func (c *single) consume() bool      { return false }

func (c *single) dump(h Host) (checkpoint.Blob, error) {
	if c.value == nil {
		return checkpoint.Blob{}, nil
	}
	return h.Dump(c.value)
}

func (c *single) load(h Host, b checkpoint.Blob) (err error) {
	c.value, err = h.Load(b)
	return err
}

// raw returns a write as the script made it.
func raw(v Value) Value {
	if o, ok := v.(Overwrite); ok {
		return o.Raw
	}
	return v
}
