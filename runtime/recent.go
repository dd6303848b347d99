// This file caches the states of the threads that ran last, so that a resumed thread does not read and parse again what
// it wrote itself.

package runtime

import (
	"bytes"
	"container/list"
	"context"
	"errors"
	"slices"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// Recent caches the newest checkpoints that the runs on one host loaded or made. An entry is used only if it is still
// the newest checkpoint of its thread; the saver is queried for that each time. The zero value is ready for use.
type Recent struct {
	// MaxBytes bounds the memory of the cache; 0 means 16 MiB. A state that alone is larger is not cached.
	MaxBytes int

	states map[recentKey]*list.Element
	order  list.List // of *recentState, the last used one first
	bytes  int
}

// maxRecent is how many checkpoints are remembered.
const maxRecent = 128

type recentKey struct {
	saver      any // of View.Of, or the saver itself
	thread, ns string
}

// recentState is a cached checkpoint, with all of its values.
type recentState struct {
	key    recentKey
	id     string
	values []recentValue

	bytes, counted int // the size of values; what of it is in Recent.bytes
}

type recentValue struct {
	checkpoint.Value
	memory   any // of Host.Recall
	parts    int // at least the number of values in its text
	tooLarge int // the size of its text when its parsed form was too large; 0 if it never was
}

// Sized is implemented by what Host.Recall remembers, if it can say how many bytes of memory it takes.
type Sized interface{ SizeBytes() int }

// get returns the cached checkpoint of a namespace; nil if there is none.
func (c *Recent) get(key recentKey) *recentState {
	e := c.states[key]
	if e == nil {
		return nil
	}
	c.order.MoveToFront(e)
	return e.Value.(*recentState)
}

// add updates the size of a state, and drops other states if the cache is too large.
func (c *Recent) add(s *recentState) {
	if c.states == nil {
		c.states = map[recentKey]*list.Element{}
	}
	if e := c.states[s.key]; e == nil || e.Value != s {
		if e != nil {
			c.drop(e.Value.(*recentState))
		}
		c.states[s.key] = c.order.PushFront(s)
		s.counted = 0
	}
	c.bytes += s.bytes - s.counted
	s.counted = s.bytes
	for c.bytes > c.most() || c.order.Len() > maxRecent {
		c.drop(c.order.Back().Value.(*recentState))
	}
}

func (c *Recent) most() int {
	if c.MaxBytes == 0 {
		return 16 << 20
	}
	return c.MaxBytes
}

// cachesParsed reports whether v is cached in its parsed form; otherwise its text is cached. That form takes hardly more memory
// than the text if most of it is strings, and fifty times as much if it is numbers. So it is not made if it could be
// twice as large as the cache, nor if it was too large before and the text is not much smaller now.
func (c *Recent) cachesParsed(v *recentValue) bool {
	n := v.textSize()
	return n+v.parts*partBytes <= 2*c.most() && (v.tooLarge == 0 || n < v.tooLarge/2)
}

// partBytes is more than what the parsed form takes for a part of a value, in bytes.
const partBytes = 256

// countParts returns a number that is at least that of the values in a JSON text.
func countParts(text []byte) int {
	return 1 + bytes.Count(text, []byte{','}) + bytes.Count(text, []byte{'{'})
}

func (c *Recent) drop(s *recentState) {
	if e := c.states[s.key]; e != nil && e.Value == s {
		c.order.Remove(e)
		delete(c.states, s.key)
		c.bytes -= s.counted
	}
}

// textSize returns how many bytes v has.
func (v *recentValue) textSize() int { return v.Blob.Size() }

// size returns how many bytes v takes in memory.
func (v *recentValue) size() int {
	n := v.textSize()
	if m, ok := v.memory.(Sized); ok {
		n += m.SizeBytes()
	}
	return n
}

// recall loads the newest checkpoint of a thread. It does not read cached values again.
func (r *Run) recall(key checkpoint.Key) (*checkpoint.Tuple, error) {
	saver, ok := r.o.Saver.(checkpoint.HeadReader)
	if !ok {
		return r.o.Saver.Get(context.WithoutCancel(r.ctx), key)
	}
	k := recentKey{saver, key.ThreadID, key.NS}
	if view, ok := saver.(checkpoint.View); ok {
		k.saver = view.Of()
	}
	s := r.o.Recent.get(k)
	cached := ""
	if s != nil {
		cached = s.id
	}
	tuple, err := saver.Head(context.WithoutCancel(r.ctx), key, cached)
	if errors.Is(err, checkpoint.ErrNotFound) {
		r.recent = &recentState{key: k}
	}
	if err != nil {
		return nil, err
	}
	if s == nil || tuple.Key.ID != s.id {
		if s != nil {
			r.o.Recent.drop(s)
		}
		s = &recentState{key: k, id: tuple.Key.ID}
		for _, v := range tuple.Checkpoint.Values {
			v.Blob.Grown = slices.Clip(v.Blob.Grown)
			s.set(-1, v)
		}
		r.o.Recent.add(s)
	} else {
		for _, v := range s.values {
			tuple.Checkpoint.Values = append(tuple.Checkpoint.Values, v.Value)
		}
	}
	r.recent = s
	return tuple, nil
}

// loadBlob loads a value of the checkpoint into its channel.
func (r *Run) loadBlob(i int, v checkpoint.Value) error {
	c, ok := r.state.channels[i].(rememberer)
	if r.recent == nil || !ok {
		return r.state.channels[i].load(r.h, v.Blob)
	}
	for k := range r.recent.values {
		cached := &r.recent.values[k]
		if cached.Channel != v.Channel {
			continue
		}
		if !r.o.Recent.cachesParsed(cached) {
			r.recent.setMemory(cached, nil)
			break
		}
		value, memory, err := r.h.Recall(cached.memory, v.Blob)
		if err != nil {
			return err
		}
		if r.recent.setMemory(cached, memory); r.recent.bytes > r.o.Recent.most() {
			cached.tooLarge = cached.textSize()
			r.recent.setMemory(cached, nil)
		}
		r.o.Recent.add(r.recent)
		c.set(value)
		return nil
	}
	return r.state.channels[i].load(r.h, v.Blob)
}

// rememberer is a channel whose value is that of Host.Load.
type rememberer interface{ set(Value) }

// remember puts cp, which was just committed, into the cache.
func (r *Run) remember(cp *checkpoint.Checkpoint) {
	s := r.recent
	if cp == nil || s == nil {
		return
	}
	if s.id != cp.ParentID { // another run of this thread was faster
		r.forget()
		return
	}
	for _, v := range cp.Values {
		k := s.find(v.Channel)
		if v.Blob.Base == 0 {
			s.set(k, v)
			continue
		}
		if k < 0 || s.values[k].Version != v.Blob.Base {
			r.forget()
			return
		}
		cached := &s.values[k]
		cached.Version = v.Version
		cached.Blob.Grown = append(cached.Blob.Grown, v.Blob.Data)
		cached.parts += countParts(v.Blob.Data)
		s.bytes += len(v.Blob.Data)
	}
	s.dropOld(cp.Versions)
	s.id = cp.ID
	r.o.Recent.add(s)
}

func (s *recentState) find(channel string) int {
	for i := range s.values {
		if s.values[i].Channel == channel {
			return i
		}
	}
	return -1
}

// set sets value number k, -1 for a new one.
func (s *recentState) set(k int, v checkpoint.Value) {
	if k < 0 {
		k = len(s.values)
		s.values = append(s.values, recentValue{})
	}
	s.bytes -= s.values[k].size()
	s.values[k] = recentValue{Value: v, parts: countParts(v.Blob.Data)}
	for _, g := range v.Blob.Grown {
		s.values[k].parts += countParts(g)
	}
	s.bytes += s.values[k].size()
}

// setMemory sets the parsed form of v, a value of s.
func (s *recentState) setMemory(v *recentValue, memory any) {
	s.bytes -= v.size()
	v.memory = memory
	s.bytes += v.size()
}

// dropOld removes the values of channels that were emptied: they have another version now.
func (s *recentState) dropOld(versions []checkpoint.Version) {
	at := 0
	s.values = slices.DeleteFunc(s.values, func(v recentValue) bool {
		for range versions {
			if at == len(versions) {
				at = 0
			}
			if versions[at].Channel == v.Channel {
				break
			}
			at++
		}
		old := at == len(versions) || versions[at].Channel != v.Channel || versions[at].N != v.Version
		if old {
			s.bytes -= v.size()
		}
		return old
	})
}

// forget removes the thread from the cache.
func (r *Run) forget() {
	if r.recent != nil {
		r.o.Recent.drop(r.recent)
		r.recent = nil
	}
}
