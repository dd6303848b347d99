// This file has the channel whose update rule belongs to the host: a class of a script.

package runtime

import "github.com/hitlrun/hitlrun/checkpoint"

// HostChannel is a channel whose update rule belongs to the host. Its methods are those of LangGraph's BaseChannel.
type HostChannel interface {
	// FromCheckpoint returns a new channel with the value that Checkpoint returned; nil makes an empty channel.
	FromCheckpoint(v Value) (HostChannel, error)
	Update(values []Value) (bool, error)
	// Get and Checkpoint return false for an empty channel.
	Get() (Value, bool, error)
	Checkpoint() (Value, bool, error)
}

type hostedChannel struct {
	stateWrites
	inner HostChannel
	value Value // what Get returned after the last change
	there bool
	err   error // the error of a clone that could not be made
}

func newHostedChannel(make func() (HostChannel, error)) (channel, error) {
	inner, err := make()
	if err != nil {
		return nil, err
	}
	c := &hostedChannel{inner: inner}
	return c, c.read()
}

func (c *hostedChannel) read() (err error) {
	c.value, c.there, err = c.inner.Get()
	return err
}

func (c *hostedChannel) update(_ Host, values []Value) (bool, error) {
	if c.err != nil {
		return false, c.err
	}
	plain := make([]Value, len(values))
	for i, v := range values {
		plain[i] = raw(v)
	}
	changed, err := c.inner.Update(plain)
	if err != nil {
		return false, err
	}
	return changed, c.read()
}

func (c *hostedChannel) get() (Value, bool) { return c.value, c.there }
func (c *hostedChannel) consume() bool      { return false }

func (c *hostedChannel) clone() channel {
	v, ok, err := c.inner.Checkpoint()
	if !ok {
		v = nil
	}
	d := *c
	if err == nil {
		d.inner, err = c.inner.FromCheckpoint(v)
	}
	d.err = err
	return &d
}

func (c *hostedChannel) dump(h Host) (checkpoint.Blob, error) {
	v, ok, err := c.inner.Checkpoint()
	if err != nil || !ok {
		return checkpoint.Blob{}, err
	}
	return h.Dump(v)
}

func (c *hostedChannel) load(h Host, b checkpoint.Blob) error {
	v, err := h.Load(b)
	if err != nil {
		return err
	}
	if c.inner, err = c.inner.FromCheckpoint(v); err != nil {
		return err
	}
	return c.read()
}
