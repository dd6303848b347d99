// This file has the sizes of states and of pending writes, which are known without reading the values.

package sqlite

import (
	"context"
	"database/sql/driver"
	"fmt"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/dbfile"
)

// bytes returns the size of the value of a slot.
func (s *slot) bytes() int64 {
	switch s.kind {
	case slotInline:
		return int64(len(s.data))
	case slotHeld:
		return int64(s.n)
	case slotBlob:
		return s.whole + s.grown
	}
	return 0
}

// bytes returns the size of all values of a row that are not left out.
func (r *row) bytes(left checkpoint.LeftOut) (n int64) {
	for i := range r.slots {
		if s := &r.slots[i]; s.bytes() <= maxInline || !left.Value(s.channel) {
			n += s.bytes()
		}
	}
	return n
}

// bound returns an error if the values of a row have more bytes than most together; 0 means no limit.
func (r *row) bound(most int64) error {
	size := r.bytes(checkpoint.LeftOut{})
	if most <= 0 || size <= most {
		return nil
	}
	e := &checkpoint.StateSizeError{Bytes: size, Most: most}
	for i := range r.slots {
		e.Largest = append(e.Largest, checkpoint.SizeOf{Name: r.slots[i].channel, Bytes: r.slots[i].bytes()})
	}
	return e.Sorted()
}

// The pending writes of a checkpoint are measured when unmeasured bytes were added; and when unremembered bytes were added, if the writer
// does not remember what was there before.
const (
	unmeasured   = 1 << 20
	unremembered = 16 << 10
)

// boundWrites returns an error if the pending writes of a checkpoint are larger than b allows, with those of b. They are not
// measured for each of thousands of small commits.
func (w *writer) boundWrites(l *lineState, b *checkpoint.Batch) error {
	if b.MaxState <= 0 || len(b.Writes) == 0 {
		return nil
	}
	if l.bounded != b.Key.ID {
		l.bounded, l.written, l.added = b.Key.ID, 0, unmeasured-unremembered
	}
	size := int64(0)
	for i := range b.Writes {
		for k := range b.Writes[i].Writes {
			size += int64(b.Writes[i].Writes[k].Value.Size())
		}
	}
	l.written += size
	if l.added += size; l.added <= unmeasured && l.written <= b.MaxState {
		return nil
	}
	stored, err := w.c.writtenBytes(l.ref(), b.Key.ID, checkpoint.LeftOut{})
	if err != nil {
		return err
	}
	if l.written, l.added = stored+size, 0; l.written > b.MaxState {
		return &checkpoint.StateSizeError{Bytes: l.written, Most: b.MaxState, Writes: true}
	}
	return nil
}

// StateBytes returns how many bytes the values of a checkpoint have, and its pending writes, without reading them; 0 if there is no
// such checkpoint. What Get leaves out with this context does not count.
func (s *Store) StateBytes(ctx context.Context, key checkpoint.Key) (values, writes int64, err error) {
	left := checkpoint.LeavesOut(ctx)
	err = s.glance(ctx, func(c *conn) error {
		l, ok, err := c.lineOf(key)
		if err != nil || !ok {
			return err
		}
		var r, next *stored
		if key.ID == "" {
			r, err = c.newest(l)
		} else if r, err = c.byID(l, key.ID); r != nil && err == nil {
			next, err = c.after(l, key.ID)
		}
		if r != nil && err == nil {
			values, writes, err = c.bytesOf(l, r, next, left)
		}
		return err
	})
	if err != nil {
		err = fmt.Errorf("size of the state of thread %s: %w", key.ThreadID, err)
	}
	return values, writes, err
}

// LargestState returns how many bytes the largest of the checkpoints has that List returns for o in one namespace, with its pending writes, and how
// many these are.
func (s *Store) LargestState(ctx context.Context, key checkpoint.Key, o checkpoint.ListOptions) (largest int64, n int, err error) {
	err = s.view(ctx, func(c *conn) error {
		l, ok, err := c.lineOf(key)
		if err != nil || !ok {
			return err
		}
		query, args := selectRow, []driver.Value{l.id, l.ns}
		var next *stored
		if before, ok := l.key(o.Before); ok && o.Before != "" {
			query, args = query+" AND id < ?", append(args, before)
			if next, err = c.one(l, selectRow+" AND id >= ? ORDER BY id LIMIT 1", before); err != nil {
				return err
			}
		}
		rows := c.Query(query+" ORDER BY id DESC", args...)
		var v [3]driver.Value
		for (o.Limit == 0 || n < o.Limit) && rows.Into(v[:]) {
			r, err := c.decode(l.id, v[:])
			var values, writes int64
			if err == nil && o.Match(r.meta) {
				values, writes, err = c.bytesOf(l, r, next, checkpoint.LeavesOut(ctx))
				n++
			}
			if err != nil {
				rows.Err = err
				break
			}
			next, largest = r, max(largest, values+writes)
		}
		return rows.Close()
	})
	if err != nil {
		err = fmt.Errorf("sizes of the states of thread %s: %w", key.ThreadID, err)
	}
	return largest, n, err
}

// bytesOf returns how many bytes the values and the pending writes of r have. next is the row after it, if there is one.
func (c *conn) bytesOf(l lineRef, r, next *stored, left checkpoint.LeftOut) (values, writes int64, err error) {
	if writes, err = c.writtenBytes(l, r.id, left); err != nil {
		return 0, 0, err
	}
	if next == nil || next.writes == nil || next.parent != r.id {
		return r.bytes(left), writes, nil
	}
	d := decoder{c: c, b: next.writes}
	var blobs []int64
	for range d.count(2, 0) {
		d.text()
		for range d.count(2, 0) {
			writes += d.writeBytes(&blobs, left)
		}
	}
	if d.err != nil {
		return 0, 0, d.err
	}
	more, err := c.blobBytes(l, blobs)
	return r.bytes(left), writes + more, err
}

// valueBytes reads a value that encodeValue wrote, and returns its size; or adds the number of the blob that has it to blobs.
func (d *decoder) valueBytes(blobs *[]int64) int64 {
	q := d.value()
	if q.kind == valueBlob {
		*blobs = append(*blobs, q.blob)
	}
	return int64(len(q.pre) + q.n + len(q.post))
}

// writeBytes reads the channel and the value of a pending write, and returns its size as valueBytes does; 0 if it is left out.
func (d *decoder) writeBytes(blobs *[]int64, left checkpoint.LeftOut) int64 {
	channel, q := d.name(), d.value()
	if q.large() && left.Write(channel) {
		return 0
	}
	if q.kind == valueBlob {
		*blobs = append(*blobs, q.blob)
	}
	return int64(len(q.pre) + q.n + len(q.post))
}

// blobBytes returns how many bytes blobs have together.
func (c *conn) blobBytes(l lineRef, blobs []int64) (n int64, err error) {
	for _, blob := range blobs {
		size, err := c.Number("SELECT length(data) FROM blobs WHERE id = ?", l.blobID(blob))
		if err != nil {
			return 0, err
		}
		n += size
	}
	return n, nil
}

// writtenBytes returns how many bytes the writes to checkpoint id have that have rows of their own.
func (c *conn) writtenBytes(l lineRef, id string, left checkpoint.LeftOut) (n int64, err error) {
	key, ok := l.key(id)
	if !ok {
		return 0, nil
	}
	rows := c.Query("SELECT body, task FROM writes WHERE thread = ? AND ns = ? AND checkpoint = ?", l.id, l.ns, key)
	var blobs []int64
	var col [2]driver.Value
	for rows.Into(col[:]) {
		body, err := c.open("writes.body", l.id, dbfile.Blob(col[0]))
		if err != nil {
			rows.Err = err
			break
		}
		d := decoder{c: c, b: body, task: unpacked(col[1])}
		for range d.count(3, 0) {
			d.uint()
			n += d.writeBytes(&blobs, left)
		}
		if d.err != nil {
			rows.Err = d.err
			break
		}
	}
	if err := rows.Close(); err != nil {
		return 0, err
	}
	more, err := c.blobBytes(l, blobs)
	return n + more, err
}
