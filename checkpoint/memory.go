// This file has MemorySaver, which keeps checkpoints as long as the process lives.

package checkpoint

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"slices"
	"sync"
)

// MemorySaver is a Saver in memory. The zero value is ready.
type MemorySaver struct {
	mu      sync.RWMutex
	threads map[string]map[string]*line // thread, namespace
}

// line is the checkpoints of one namespace, in the order of their ids.
type line struct {
	ids     []string
	entries map[string]*entry
}

// entry is a checkpoint, or the writes of one that was not committed yet. What
// its fields refer to is replaced, never changed, so a copy of it is a snapshot.
type entry struct {
	checkpoint *Checkpoint
	values     map[string]*kept // all that have a value here, shared with the parent where unchanged
	writes     []PendingWrite
}

// kept is a value: blob, or what base holds followed by blob.
type kept struct {
	version int64
	blob    Blob
	base    *kept
}

// Get implements Saver.
func (m *MemorySaver) Get(ctx context.Context, key Key) (*Tuple, error) {
	if key.ThreadID == "" {
		return nil, ErrNoThread
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	m.mu.RLock()
	l := m.threads[key.ThreadID][key.NS]
	if l == nil || len(l.ids) == 0 {
		m.mu.RUnlock()
		return nil, ErrNotFound
	}
	if key.ID == "" {
		key.ID = l.ids[len(l.ids)-1]
	}
	e := l.entries[key.ID]
	if e == nil || e.checkpoint == nil {
		m.mu.RUnlock()
		return nil, ErrNotFound
	}
	snapshot := *e
	m.mu.RUnlock()
	return snapshot.tuple(key), nil
}

// Head implements HeadReader.
func (m *MemorySaver) Head(ctx context.Context, key Key, known string) (*Tuple, error) {
	key.ID = ""
	tuple, err := m.Get(ctx, key)
	if err == nil && tuple.Key.ID == known {
		tuple.Checkpoint.Values = nil
	}
	return tuple, err
}

// List implements Saver. It shows the checkpoints there were when the iteration began.
func (m *MemorySaver) List(ctx context.Context, key Key, o ListOptions) iter.Seq2[*Tuple, error] {
	return func(yield func(*Tuple, error) bool) {
		if key.ThreadID == "" {
			yield(nil, ErrNoThread)
			return
		}
		keys, entries := m.snapshot(key, o)
		for i := range entries {
			if err := ctx.Err(); err != nil {
				yield(nil, err)
				return
			}
			if !yield(entries[i].tuple(keys[i]), nil) {
				return
			}
		}
	}
}

// snapshot returns what List gives, newest first.
func (m *MemorySaver) snapshot(key Key, o ListOptions) (keys []Key, entries []entry) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	namespaces := []string{key.NS}
	if o.AllNS {
		namespaces = namespaces[:0]
		for ns := range m.threads[key.ThreadID] {
			namespaces = append(namespaces, ns)
		}
		slices.Sort(namespaces)
	}
	for _, ns := range namespaces {
		l := m.threads[key.ThreadID][ns]
		if l == nil {
			continue
		}
		for _, id := range slices.Backward(l.ids) {
			e := l.entries[id]
			if key.ID != "" && id != key.ID || o.Before != "" && id >= o.Before || !o.Match(e.checkpoint.Metadata) {
				continue
			}
			keys = append(keys, Key{key.ThreadID, ns, id})
			entries = append(entries, *e)
			if o.Limit > 0 && len(keys) == o.Limit {
				return keys, entries
			}
		}
	}
	return keys, entries
}

// Commit implements Saver.
func (m *MemorySaver) Commit(ctx context.Context, b Batch) error {
	if err := b.Check(); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	l := m.threads[b.Key.ThreadID][b.Key.NS]
	if b.If != nil && !l.holds(b.If, b.Key) {
		return ErrConflict
	}
	var values map[string]*kept
	if b.Checkpoint != nil {
		var err error
		if values, err = l.values(b.Checkpoint); err != nil {
			return err
		}
	}
	if l == nil {
		l = m.newLine(b.Key)
	}
	if len(b.Writes) > 0 {
		e := l.entry(b.Key.ID)
		e.writes = ReplaceWrites(e.writes, b.Writes...)
	}
	if e := l.entries[b.Key.ID]; e != nil && len(b.Forget) > 0 {
		e.writes = slices.DeleteFunc(slices.Clone(e.writes), func(w PendingWrite) bool { return slices.Contains(b.Forget, w.TaskID) })
	}
	if b.Checkpoint != nil {
		l.put(b.Checkpoint, values)
	}
	return nil
}

// holds reports whether c holds. l may be nil.
func (l *line) holds(c *Condition, key Key) bool {
	if l == nil || len(l.ids) == 0 {
		return false
	}
	newest := l.ids[len(l.ids)-1]
	return c.Holds(key, newest, l.entries[newest].writes)
}

func (m *MemorySaver) newLine(key Key) *line {
	if m.threads == nil {
		m.threads = map[string]map[string]*line{}
	}
	thread := m.threads[key.ThreadID]
	if thread == nil {
		thread = map[string]*line{}
		m.threads[key.ThreadID] = thread
	}
	l := &line{entries: map[string]*entry{}}
	thread[key.NS] = l
	return l
}

func (l *line) entry(id string) *entry {
	e := l.entries[id]
	if e == nil {
		e = &entry{}
		l.entries[id] = e
	}
	return e
}

func (l *line) put(cp *Checkpoint, values map[string]*kept) {
	e := l.entry(cp.ID)
	if e.checkpoint == nil {
		i, _ := slices.BinarySearch(l.ids, cp.ID)
		l.ids = slices.Insert(l.ids, i, cp.ID)
	}
	own := *cp
	own.Values = nil
	e.checkpoint, e.values = &own, values
}

// values returns all values there are at cp: those it brings, and its parent's
// that have the same version still. l may be nil.
func (l *line) values(cp *Checkpoint) (map[string]*kept, error) {
	var inherited map[string]*kept
	if l != nil {
		if parent := l.entries[cp.ParentID]; parent != nil {
			inherited = parent.values
		}
	}
	values := make(map[string]*kept, len(cp.Versions))
	for _, v := range cp.Versions {
		if old := inherited[v.Channel]; old != nil && old.version == v.N {
			values[v.Channel] = old
		}
	}
	for _, v := range cp.Values {
		if v.Blob.IsZero() {
			delete(values, v.Channel)
			continue
		}
		k := &kept{version: v.Version, blob: v.Blob}
		if v.Blob.Base != 0 {
			k.base = inherited[v.Channel]
			if k.base == nil || k.base.version != v.Blob.Base {
				return nil, fmt.Errorf("channel %q: the value adds to version %d, which the parent checkpoint does not have", v.Channel, v.Blob.Base)
			}
			if root := k.base.root(); !IsArray(root.Data) || root.Type != v.Blob.Type {
				return nil, fmt.Errorf("channel %q: the value adds to version %d, which is no array", v.Channel, v.Blob.Base)
			}
		}
		values[v.Channel] = k
	}
	return values, nil
}

func (k *kept) root() Blob {
	for k.base != nil {
		k = k.base
	}
	return k.blob
}

// whole returns the value of k, in the pieces it came in.
func (k *kept) whole() Blob {
	if k.base == nil {
		return k.blob
	}
	var parts [][]byte
	for ; k.base != nil; k = k.base {
		parts = append(parts, k.blob.Data)
	}
	slices.Reverse(parts)
	return Blob{Type: k.blob.Type, Data: k.blob.Data, Grown: parts}
}

func (e *entry) tuple(key Key) *Tuple {
	cp := *e.checkpoint
	for _, v := range cp.Versions {
		if k := e.values[v.Channel]; k != nil {
			cp.Values = append(cp.Values, Value{v.Channel, k.version, k.whole()})
		}
	}
	return &Tuple{Key: key, Checkpoint: &cp, Writes: slices.Clone(e.writes)}
}

// DeleteThread implements Saver.
func (m *MemorySaver) DeleteThread(ctx context.Context, threadID string) error {
	if threadID == "" {
		return ErrNoThread
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.threads, threadID)
	return nil
}

// ThreadIDs returns the ids of all threads, sorted.
func (m *MemorySaver) ThreadIDs(ctx context.Context) ([]string, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	m.mu.RLock()
	defer m.mu.RUnlock()
	return slices.Sorted(maps.Keys(m.threads)), nil
}
