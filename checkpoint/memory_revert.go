// This file puts a thread of a MemorySaver back to where it was before a run.

package checkpoint

import (
	"context"
	"maps"
	"slices"
	"strings"
)

// Namespaces implements Reverter.
func (m *MemorySaver) Namespaces(ctx context.Context, threadID, prefix string) ([]string, error) {
	if threadID == "" {
		return nil, ErrNoThread
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	t := m.thread(threadID)
	if t == nil {
		return nil, nil
	}
	t.mu.RLock()
	defer t.mu.RUnlock()
	var names []string
	for ns := range t.lines {
		if strings.HasPrefix(ns, prefix) {
			names = append(names, ns)
		}
	}
	return names, nil
}

// Revert implements Reverter.
func (m *MemorySaver) Revert(ctx context.Context, r Reversal) error { return m.RevertWith(ctx, r, nil) }

// RevertWith is Revert for a saver that stores a part of r elsewhere. It calls store while nobody else can read or write the
// thread. If store fails, nothing is changed here.
func (m *MemorySaver) RevertWith(ctx context.Context, r Reversal, store func() error) error {
	if r.ThreadID == "" {
		return ErrNoThread
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	t := m.thread(r.ThreadID)
	if t == nil {
		if store != nil {
			return store()
		}
		return nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if store != nil {
		if err := store(); err != nil {
			return err
		}
	}
	for ns, l := range t.lines {
		l.made = slices.DeleteFunc(slices.Clone(l.made), func(e *entry) bool { return e.id > r.Newest })
		maps.DeleteFunc(l.other, func(id string, _ *entry) bool { return id > r.Newest })
		if len(l.made) == 0 && len(l.other) == 0 {
			delete(t.lines, ns)
		}
	}
	for _, line := range r.Lines {
		if e := t.lines[line.NS].find(line.ID); e != nil {
			e.writes = slices.Clone(line.Writes)
		}
	}
	return nil
}
