// This file reads one checkpoint.

package sqlite

import (
	"context"
	"database/sql/driver"
	"fmt"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// Get implements checkpoint.Saver.
func (s *Store) Get(ctx context.Context, key checkpoint.Key) (*checkpoint.Tuple, error) {
	return s.read(ctx, key, "")
}

// Head implements checkpoint.HeadReader.
func (s *Store) Head(ctx context.Context, key checkpoint.Key, cached string) (*checkpoint.Tuple, error) {
	key.ID = ""
	return s.read(ctx, key, cached)
}

// HeadOf is Head of the root graph of a thread whose row ThreadRow returned. It does not read that row again: the caller has
// leased the thread since before ThreadRow, and has committed no checkpoint.
func (s *Store) HeadOf(ctx context.Context, r *Row, cached string) (*checkpoint.Tuple, error) {
	key := checkpoint.Key{ThreadID: r.thread}
	return s.found(ctx, key, func(c *conn) (*checkpoint.Tuple, error) {
		return c.at(ctx, lineRef{threadRow: r.row}, key, cached)
	})
}

func (s *Store) read(ctx context.Context, key checkpoint.Key, cached string) (*checkpoint.Tuple, error) {
	if key.ThreadID == "" {
		return nil, checkpoint.ErrNoThread
	}
	return s.found(ctx, key, func(c *conn) (*checkpoint.Tuple, error) { return c.get(ctx, key, cached) })
}

// found returns what get does; that is nil if there is no checkpoint.
func (s *Store) found(ctx context.Context, key checkpoint.Key, get func(*conn) (*checkpoint.Tuple, error)) (*checkpoint.Tuple, error) {
	var tuple *checkpoint.Tuple
	err := s.glance(ctx, func(c *conn) (err error) {
		tuple, err = get(c)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("get checkpoint %s of thread %s: %w", key.ID, key.ThreadID, err)
	}
	if tuple == nil {
		return nil, checkpoint.ErrNotFound
	}
	return tuple, nil
}

// get returns nil if there is no such checkpoint. It leaves out the values of the checkpoint whose id is in cached.
func (c *conn) get(ctx context.Context, key checkpoint.Key, cached string) (*checkpoint.Tuple, error) {
	l, ok, err := c.lineOf(key)
	if err != nil || !ok {
		return nil, err
	}
	return c.at(ctx, l, key, cached)
}

// at is get in a line whose row was already read.
func (c *conn) at(ctx context.Context, l lineRef, key checkpoint.Key, cached string) (*checkpoint.Tuple, error) {
	var r, next *stored
	var err error
	if key.ID == "" {
		r, err = c.newest(l)
	} else {
		r, err = c.byID(l, key.ID)
		if r != nil && err == nil {
			next, err = c.after(l, key.ID)
		}
	}
	if r == nil || err != nil {
		return nil, err
	}
	err = checkpoint.CheckSize(ctx, func() (int64, error) {
		values, writes, err := c.bytesOf(l, r, next, checkpoint.LeavesOut(ctx))
		return values + writes, err
	})
	if err != nil {
		return nil, err
	}
	v := newValues(c, l)
	v.leaveOut, v.brief = r.id == cached, checkpoint.LeavesOut(ctx)
	tuple, err := v.tuple(key, r.row, next)
	if err == nil {
		tuple.Newest, err = c.newestID(l, key, r.id)
	}
	return tuple, err
}

// newestID returns the greatest id of a checkpoint of a thread. The read of key has found the checkpoint id.
func (c *conn) newestID(l lineRef, key checkpoint.Key, id string) (string, error) {
	if key.NS != "" || key.ID != "" { // the found one is not the newest of the root graph
		var v [1]driver.Value
		if _, err := c.Row(v[:], "SELECT max(id) FROM checkpoints WHERE thread = ? AND ns = 0", l.id); err != nil {
			return "", err
		}
		id = max(id, unpacked(v[0]))
	}
	return max(id, l.newest), nil
}

// lineOf returns the numbers of a thread and namespace; it returns false if they have none.
func (c *conn) lineOf(key checkpoint.Key) (l lineRef, ok bool, err error) {
	l.threadRow, ok, err = c.thread(key.ThreadID)
	if err == nil && ok {
		l.ns, ok, err = c.namespace(l.threadRow, key.NS)
	}
	return l, ok, err
}

// tuple collects what belongs to r. next is the row after it, if there is one.
func (v *values) tuple(key checkpoint.Key, r *row, next *stored) (*checkpoint.Tuple, error) {
	key.ID = r.id
	cp := &checkpoint.Checkpoint{
		ID: r.id, ParentID: r.parent, CreatedAt: r.created, Metadata: r.meta, Seen: r.seen,
		Versions: make([]checkpoint.Version, len(r.slots)),
		Values:   make([]checkpoint.Value, 0, len(r.slots)),
	}
	for i := range r.slots {
		s := &r.slots[i]
		cp.Versions[i] = checkpoint.Version{Channel: s.channel, N: s.version}
		if s.kind == slotNone || v.leaveOut {
			continue
		}
		if s.bytes() > maxInline && v.brief.Value(s.channel) {
			cp.Values = append(cp.Values, checkpoint.Value{Channel: s.channel, Version: s.version, Blob: checkpoint.Blob{Type: s.typ, Data: []byte("null")}})
			continue
		}
		b, err := v.of(s)
		if err != nil {
			return nil, fmt.Errorf("channel %q: %w", s.channel, err)
		}
		cp.Values = append(cp.Values, checkpoint.Value{Channel: s.channel, Version: s.version, Blob: b})
	}
	writes, err := v.writes(r, next)
	return &checkpoint.Tuple{Key: key, Checkpoint: cp, Writes: writes}, err
}
