// This file has the cache of what tasks write: a node or a child task with a cache
// policy does not run for an input it ran for before.

package runtime

import (
	"encoding/hex"

	"github.com/zeebo/xxh3"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// CachePolicy has what a task writes stored in the cache of its run.
type CachePolicy struct {
	// Key distinguishes inputs.
	Key func(input Value) (string, error)
	// TTLSeconds is how long it stays; 0 means for good.
	TTLSeconds float64
}

// CacheKey is where the cache has what a task wrote.
type CacheKey struct {
	NS  []string
	Key string
}

// Cache stores what tasks wrote. Its methods return at once; a run ends when all that it gave to its cache is stored.
type Cache interface {
	// Get calls done on the host's thread, with the writes that are stored for each key; nil for none.
	Get(keys []CacheKey, done func(found [][]checkpoint.PendingWrite, err error))
	// Set calls done on the host's thread when the writes are kept, or could not be.
	Set(key CacheKey, ttlSeconds float64, writes []checkpoint.PendingWrite, done func())
}

const cacheNS = "__pregel_ns_writes"

// cacheKey gives t its place in the cache. It reports whether it has one.
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

// lookUp starts tasks, except for those that the cache knows. It reports false if it knows none of
// their nodes, and does nothing then.
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

// takeCached gives t what it wrote another time.
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
		t.finished, t.cached, t.kept = true, true, false
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

// report tells who started the run how it ended, when the cache has all that it got.
func (r *Run) report(res Result) {
	switch {
	case r.o.Done == nil:
	case r.caching > 0:
		r.cached = func() { r.o.Done(res) }
	default:
		r.o.Done(res)
	}
}
