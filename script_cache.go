// This file caches the scripts that a store has loaded: those that were used last.

package hitlrun

import (
	"container/list"
	"errors"
	"sync"
)

// A store caches at most this many scripts, with at most this much code in all. A single script may have more.
const (
	maxScripts    = 32
	maxScriptCode = 32 << 20
)

// scriptCache has the scripts that the store loaded for its threads, by hash. The zero value is empty.
type scriptCache struct {
	mu     sync.Mutex
	byHash map[string]*list.Element
	order  list.List // of *cachedScript, the most recently used first
	bytes  int
}

type cachedScript struct {
	key    string
	script *Script
	bytes  int
}

func (c *scriptCache) get(key string) *Script {
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.byHash[key]
	if e == nil {
		return nil
	}
	c.order.MoveToFront(e)
	return e.Value.(*cachedScript).script
}

// put adds s, and removes the least recently used scripts. Who holds a removed script can still use it.
func (c *scriptCache) put(key string, s *Script) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.byHash == nil {
		c.byHash = map[string]*list.Element{}
	}
	if c.byHash[key] != nil { // another run was faster
		return
	}
	b := s.bundle
	one := &cachedScript{key, s, len(b.Code) + len(b.Map)}
	c.byHash[key] = c.order.PushFront(one)
	c.bytes += one.bytes
	for n := c.order.Len(); n > 1 && (n > maxScripts || c.bytes > maxScriptCode); n = c.order.Len() {
		old := c.order.Remove(c.order.Back()).(*cachedScript)
		delete(c.byHash, old.key)
		c.bytes -= old.bytes
		_ = old.script.Close() // its idle VMs
	}
}

func (c *scriptCache) close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	var errs []error
	for e := c.order.Front(); e != nil; e = e.Next() {
		errs = append(errs, e.Value.(*cachedScript).script.Close())
	}
	c.byHash, c.bytes = nil, 0
	c.order.Init()
	return errors.Join(errs...)
}
