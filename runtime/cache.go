// This file has the cache of what tasks write: a node or a child task with a cache policy does not run again for the
// same input.

package runtime

import (
	"encoding/hex"

	"github.com/zeebo/xxh3"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// CachePolicy says that the cache of the run stores what a task writes.
type CachePolicy struct {
	// Key distinguishes inputs.
	Key func(input Value) (string, error)
	// TTLSeconds is how long an entry is valid; 0 means for ever.
	TTLSeconds float64
}

// CacheKey names what a task wrote in the cache.
type CacheKey struct {
	NS  []string
	Key string
}

// Cache stores what tasks wrote. Its methods return at once; a run ends only when everything that it passed to its
// cache is stored.
type Cache interface {
	// Get calls done on the host's thread, with the writes that are stored for each key; nil for none.
	Get(keys []CacheKey, done func(found [][]checkpoint.PendingWrite, err error))
	// Set calls done on the host's thread when the writes are stored, or with the error if they could not be.
	Set(key CacheKey, ttlSeconds float64, writes []checkpoint.PendingWrite, done func())
}

const cacheNS = "__pregel_ns_writes"

// cacheKey sets the key of t in the cache. It reports whether t has one.
func (r *Run) cacheKey(t *Task) (bool, error) {
	p := t.node.Cache
	if r.o.Cache == nil || p == nil {
		return false, nil
	}
	key, err := p.Key(t.Input)
	if err != nil {
		return false, err
	}
	sum := xxh3.HashString128(key).Bytes()
	t.key = &CacheKey{NS: []string{cacheNS, "__dynamic__", t.node.Name}, Key: hex.EncodeToString(sum[:])}
	if t.child != nil {
		t.key.NS = []string{cacheNS, t.node.Name}
	}
	return true, nil
}

// lookUp starts tasks, except those whose writes are in the cache. If no node of theirs has a cache policy, it does
// nothing and returns false.
func (r *Run) lookUp(tasks []*Task) (bool, error) {
	var keys []CacheKey
	var asked []*Task
	for _, t := range tasks {
		ok, err := r.cacheKey(t)
		if err != nil {
			return false, err
		}
		if ok {
			keys, asked = append(keys, *t.key), append(asked, t)
		}
	}
	if len(keys) == 0 {
		return false, nil
	}
	r.running++ // the question
	r.o.Cache.Get(keys, func(found [][]checkpoint.PendingWrite, err error) {
		if r.ended {
			return
		}
		r.running--
		for i, t := range asked {
			if err == nil && found[i] != nil {
				err = r.takeCached(t, found[i])
			}
		}
		if err != nil {
			r.end(err)
			return
		}
		var rest []*Task
		for _, t := range tasks {
			if !t.cached {
				rest = append(rest, t)
			}
		}
		if len(rest) > 0 {
			r.start(rest)
		}
		r.wake()
	})
	return true, nil
}

// takeCached gives t the writes from the cache.
func (r *Run) takeCached(t *Task, writes []checkpoint.PendingWrite) error {
	for _, w := range writes {
		value, ok, err := r.loadWrite(w)
		switch c, known := r.g.channelIndex[w.Channel]; {
		case err != nil:
			return err
		case w.Channel == checkpoint.ChannelReturn && t.child != nil:
			t.returns(value)
		case w.Channel == checkpoint.ChannelNoWrites:
			t.writes = append(t.writes, write{chNoWrites, nil})
		case ok && known:
			t.writes = append(t.writes, write{c, value})
		}
	}
	if len(t.writes) > 0 {
		t.finished, t.cached, t.stored = true, true, false
		t.fromCache = true
		r.stream.emitUpdate(t)
	}
	return nil
}

// cache puts what t wrote into the cache.
func (r *Run) cache(t *Task) {
	if t.key == nil || t.fromCache || t.err != nil {
		return
	}
	if tw, err := r.dumpTask(t); err == nil {
		r.caching++
		r.o.Cache.Set(*t.key, t.node.Cache.TTLSeconds, tw.Writes, func() {
			if r.caching--; r.caching == 0 && r.cached != nil {
				r.cached()
			}
		})
	}
}

// report reports the result of the run to its caller once the cache has stored everything that it got.
func (r *Run) report(res Result) {
	switch {
	case r.o.Done == nil:
	case r.caching > 0:
		r.cached = func() { r.o.Done(res) }
	default:
		r.o.Done(res)
	}
}
