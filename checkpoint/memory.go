// This file has MemorySaver, which stores checkpoints as long as the process lives.

package checkpoint

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
	"sync"
)

// MemorySaver is a Saver in memory. The zero value is ready. Goroutines that use different threads do not wait for
// each other.
type MemorySaver struct {
	threads sync.Map // by id: *memoryThread
}

// memoryThread is a thread. A deleted one is empty, and is not used again.
type memoryThread struct {
	mu      sync.RWMutex
	lines   map[string]*line // by namespace
	newest  string           // the greatest id of a checkpoint
	deleted bool
}

// line is the checkpoints of one namespace.
type line struct {
	made  []*entry          // the committed ones, in the order of their ids
	other map[string]*entry // those that have writes but are not committed yet, by id
}

// entry is a checkpoint, or the writes of one that is not committed yet. What its fields refer to is replaced, never
// changed; so a copy of it is a snapshot.
type entry struct {
	id         string
	checkpoint *Checkpoint
	// in the order of checkpoint.Versions, nil where there is no value; shared with the parent where unchanged
	values []*memoryValue
	writes []PendingWrite
}

// memoryValue is the value of a channel: the array in base, if that is not nil, followed by the checkpoint's own part.
type memoryValue struct {
	*Value
	base *memoryValue
	size int64 // in bytes, with base
}

// Get implements Saver.
func (m *MemorySaver) Get(ctx context.Context, key Key) (*Tuple, error) {
	if key.ThreadID == "" {
		return nil, ErrNoThread
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	t := m.thread(key.ThreadID)
	if t == nil {
		return nil, ErrNotFound
	}
	t.mu.RLock()
	e := t.lines[key.NS].get(key.ID)
	if e == nil {
		t.mu.RUnlock()
		return nil, ErrNotFound
	}
	snapshot, newest := *e, t.newest
	t.mu.RUnlock()
	key.ID = snapshot.id
	tuple := snapshot.tuple(key)
	tuple.Newest = newest
	return tuple, nil
}

// GetWith is Get of the newest checkpoint, for a saver that stores a part of the thread elsewhere. It calls look
// while nobody can change the thread. The tuple is nil if there is no checkpoint. Errors are those of look and of ctx.
func (m *MemorySaver) GetWith(ctx context.Context, threadID string, look func() error) (*Tuple, error) {
	if t := m.thread(threadID); t != nil {
		t.mu.RLock()
		defer t.mu.RUnlock()
		if err := look(); err != nil {
			return nil, err
		}
		e := t.lines[""].get("")
		if e == nil {
			return nil, ctx.Err()
		}
		tuple := e.tuple(Key{ThreadID: threadID, ID: e.id})
		tuple.Newest = t.newest
		return tuple, ctx.Err()
	}
	return nil, look()
}

// Head implements HeadReader.
func (m *MemorySaver) Head(ctx context.Context, key Key, cached string) (*Tuple, error) {
	key.ID = ""
	tuple, err := m.Get(ctx, key)
	if err == nil && tuple.Key.ID == cached {
		tuple.Checkpoint.Values = nil
	}
	return tuple, err
}

// List implements Saver. It returns the checkpoints that existed when the iteration began.
func (m *MemorySaver) List(ctx context.Context, key Key, o ListOptions) iter.Seq2[*Tuple, error] {
	return func(yield func(*Tuple, error) bool) {
		if key.ThreadID == "" {
			yield(nil, ErrNoThread)
			return
		}
		t := m.thread(key.ThreadID)
		if t == nil {
			return
		}
		keys, entries := t.snapshot(key, o)
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

// snapshot returns what List iterates over, newest first.
func (t *memoryThread) snapshot(key Key, o ListOptions) (keys []Key, entries []entry) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	namespaces := []string{key.NS}
	if o.AllNS {
		namespaces = slices.Sorted(maps.Keys(t.lines))
	}
	for _, ns := range namespaces {
		l := t.lines[ns]
		if l == nil {
			continue
		}
		for _, e := range slices.Backward(l.made) {
			if key.ID != "" && e.id != key.ID || o.Before != "" && e.id >= o.Before || !o.Match(e.checkpoint.Metadata) {
				continue
			}
			keys = append(keys, Key{key.ThreadID, ns, e.id})
			entries = append(entries, *e)
			if o.Limit > 0 && len(keys) == o.Limit {
				return keys, entries
			}
		}
	}
	return keys, entries
}

// Commit implements Saver.
func (m *MemorySaver) Commit(ctx context.Context, b Batch) error { return m.CommitWith(ctx, b, nil) }

// CommitWith is Commit for a saver that stores a part of b elsewhere. It calls store once it has found that b can be
// stored, while nobody else can read or write the thread. If store fails, nothing of b is stored here.
func (m *MemorySaver) CommitWith(ctx context.Context, b Batch, store func() error) error {
	if err := b.Check(); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	t := m.lock(b.Key.ThreadID)
	defer t.mu.Unlock()
	l := t.lines[b.Key.NS]
	if b.If != nil && !l.holds(b.If, b.Key) {
		return ErrConflict
	}
	var values []*memoryValue
	if b.Checkpoint != nil {
		var err error
		if values, err = l.values(b.Checkpoint); err != nil {
			return err
		}
	}
	if err := l.bound(&b, values); err != nil {
		return err
	}
	if store != nil {
		if err := store(); err != nil {
			return err
		}
	}
	if b.Checkpoint == nil && len(b.Writes) == 0 {
		return nil
	}
	if l == nil {
		l = &line{}
		t.lines[b.Key.NS] = l
	}
	if len(b.Writes) > 0 {
		e := l.entry(b.Key.ID)
		e.writes = ReplaceWrites(e.writes, b.Writes...)
	}
	if len(b.Forget) > 0 {
		if e := l.find(b.Key.ID); e != nil {
			e.writes = slices.DeleteFunc(slices.Clone(e.writes), func(w PendingWrite) bool { return slices.Contains(b.Forget, w.TaskID) })
		}
	}
	if b.Checkpoint != nil {
		l.put(b.Checkpoint, values)
		t.newest = max(t.newest, b.Checkpoint.ID)
	}
	return nil
}

// thread returns a thread, nil if it does not exist.
func (m *MemorySaver) thread(id string) *memoryThread {
	if v, ok := m.threads.Load(id); ok {
		return v.(*memoryThread)
	}
	return nil
}

// lock returns a thread with its lock held. It makes the thread if it does not exist.
func (m *MemorySaver) lock(id string) *memoryThread {
	for {
		t := m.thread(id)
		if t == nil {
			v, _ := m.threads.LoadOrStore(id, &memoryThread{lines: map[string]*line{}})
			t = v.(*memoryThread)
		}
		t.mu.Lock()
		if !t.deleted {
			return t
		}
		t.mu.Unlock()
	}
}

// get returns the checkpoint with an id, or the newest one if id is empty; nil if there is none.
func (l *line) get(id string) *entry {
	if l == nil || len(l.made) == 0 {
		return nil
	}
	newest := l.made[len(l.made)-1]
	if id == "" || id == newest.id {
		return newest
	}
	if i, ok := l.search(id); ok {
		return l.made[i]
	}
	return nil
}

// search returns the index of the checkpoint with an id, or the index where it belongs.
func (l *line) search(id string) (int, bool) {
	return slices.BinarySearchFunc(l.made, id, func(e *entry, id string) int { return strings.Compare(e.id, id) })
}

// find returns the checkpoint with an id, or the writes of one that is not committed yet.
func (l *line) find(id string) *entry {
	if e := l.get(id); e != nil && id != "" {
		return e
	}
	return l.other[id]
}

// entry is find, but makes the entry if it does not exist.
func (l *line) entry(id string) *entry {
	e := l.find(id)
	if e == nil {
		e = &entry{id: id}
		if l.other == nil {
			l.other = map[string]*entry{}
		}
		l.other[id] = e
	}
	return e
}

// holds reports whether c holds. l may be nil.
func (l *line) holds(c *Condition, key Key) bool {
	newest := l.get("")
	return newest != nil && c.Holds(key, newest.id, newest.writes)
}

func (l *line) put(cp *Checkpoint, values []*memoryValue) {
	e := l.find(cp.ID)
	if e == nil {
		e = &entry{id: cp.ID}
	}
	if e.checkpoint == nil {
		delete(l.other, cp.ID)
		at := len(l.made)
		if at > 0 && cp.ID < l.made[at-1].id {
			at, _ = l.search(cp.ID)
		}
		l.made = slices.Insert(l.made, at, e)
	}
	e.checkpoint, e.values = cp, values
}

// values returns all values at cp: its own, and those of its parent whose versions are the same. l may be nil.
func (l *line) values(cp *Checkpoint) ([]*memoryValue, error) {
	values := make([]*memoryValue, len(cp.Versions))
	if parent := l.get(cp.ParentID); parent != nil && cp.ParentID != "" {
		before := finderOf(parent.checkpoint.Versions)
		for i, v := range cp.Versions {
			if at := before.Find(v.Channel); at >= 0 {
				values[i] = parent.values[at]
			}
		}
	}
	versions := finderOf(cp.Versions)
	brought := make([]memoryValue, len(cp.Values))
	for i, v := range cp.Values {
		at := versions.Find(v.Channel) // Check has found it
		old := values[at]
		values[at] = nil
		if v.Blob.IsZero() {
			continue
		}
		stored := &brought[i]
		stored.Value, stored.size = &cp.Values[i], int64(len(v.Blob.Data))
		if v.Blob.Base != 0 {
			if old == nil || old.Version != v.Blob.Base {
				return nil, fmt.Errorf("channel %q: the value adds to version %d, which the parent checkpoint does not have", v.Channel, v.Blob.Base)
			}
			if root := old.root(); !IsArray(root.Data) || root.Type != v.Blob.Type {
				return nil, fmt.Errorf("channel %q: the value adds to version %d, which is not an array", v.Channel, v.Blob.Base)
			}
			stored.base = old
			stored.size += old.size
		}
		values[at] = stored
	}
	for i, stored := range values {
		if stored != nil && stored.Version != cp.Versions[i].N {
			values[i] = nil
		}
	}
	return values, nil
}

// bound returns an error if the values of a new checkpoint, or the writes to an older one, are larger than b allows. l may be nil.
func (l *line) bound(b *Batch, values []*memoryValue) error {
	if b.MaxState <= 0 {
		return nil
	}
	e := &StateSizeError{Most: b.MaxState}
	for i, v := range values {
		if v != nil {
			e.Bytes += v.size
			e.Largest = append(e.Largest, SizeOf{b.Checkpoint.Versions[i].Channel, v.size})
		}
	}
	if e.Bytes > e.Most {
		return e.Sorted()
	}
	var writes []PendingWrite
	if l != nil {
		if before := l.find(b.Key.ID); before != nil {
			writes = before.writes
		}
	}
	e = &StateSizeError{Most: b.MaxState, Writes: true}
	for _, w := range ReplaceWrites(writes, b.Writes...) {
		e.Bytes += int64(w.Value.Size())
	}
	if e.Bytes > e.Most {
		return e
	}
	return nil
}

// root returns the first of the pieces in which the value was stored.
func (v *memoryValue) root() Blob {
	for v.base != nil {
		v = v.base
	}
	return v.Blob
}

// whole returns the value, in the pieces in which it was stored.
func (v *memoryValue) whole() Blob {
	if v.base == nil {
		return v.Blob
	}
	var parts [][]byte
	for ; v.base != nil; v = v.base {
		parts = append(parts, v.Blob.Data)
	}
	slices.Reverse(parts)
	return Blob{Type: v.Blob.Type, Data: v.Blob.Data, Grown: parts}
}

func (e *entry) tuple(key Key) *Tuple {
	cp := *e.checkpoint
	cp.Values = make([]Value, 0, len(cp.Versions))
	for i, v := range cp.Versions {
		if stored := e.values[i]; stored != nil {
			cp.Values = append(cp.Values, Value{v.Channel, stored.Version, stored.whole()})
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
	if v, ok := m.threads.LoadAndDelete(threadID); ok {
		t := v.(*memoryThread)
		t.mu.Lock()
		defer t.mu.Unlock()
		t.lines, t.deleted = nil, true
	}
	return nil
}

// ThreadIDs returns the ids of all threads, sorted. An error is that of ctx.
func (m *MemorySaver) ThreadIDs(ctx context.Context) ([]string, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	var ids []string
	m.threads.Range(func(id, v any) bool {
		t := v.(*memoryThread)
		t.mu.RLock()
		defer t.mu.RUnlock()
		if len(t.lines) > 0 {
			ids = append(ids, id.(string))
		}
		return true
	})
	slices.Sort(ids)
	return ids, nil
}

// Prune implements Pruner. The checkpoints that stay have all their values.
func (m *MemorySaver) Prune(ctx context.Context, threadID string, retain int, dryRun bool) (removed int64, err error) {
	if threadID == "" {
		return 0, ErrNoThread
	}
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	if retain < 1 {
		return 0, fmt.Errorf("prune thread %s: at least one checkpoint must be retained, not %d", threadID, retain)
	}
	t := m.thread(threadID)
	if t == nil {
		return 0, nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, l := range t.lines {
		if n := len(l.made) - retain; n > 0 {
			removed += int64(n)
			if dryRun {
				continue
			}
			l.made = slices.Clone(l.made[n:])
		}
	}
	return removed, nil
}
