// This file stores a Batch: the new row, the writes that led to it, and what is stored about the thread.

package sqlite

import (
	"context"
	"database/sql/driver"
	"fmt"
	"slices"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/dbfile"
)

// Commit implements checkpoint.Saver. Commits that come at the same time share a
// transaction.
func (s *Store) Commit(ctx context.Context, b checkpoint.Batch) error {
	return s.CommitAll(ctx, []checkpoint.Batch{b})
}

// CommitAll implements checkpoint.Grouper.
func (s *Store) CommitAll(ctx context.Context, batches []checkpoint.Batch) error {
	for i := range batches {
		if err := batches[i].Check(); err != nil {
			return err
		}
	}
	at, err := 0, error(nil)
	if pinned := slices.IndexFunc(batches, func(b checkpoint.Batch) bool { return b.Pin != nil }); pinned >= 0 {
		at, err = pinned, s.markThreads(ctx)
	}
	if err == nil {
		err = s.update(ctx, func(w *writer) error {
			for at = range batches {
				if err := w.batch(&batches[at]); err != nil {
					return err
				}
			}
			return w.audit(batches)
		})
	}
	if err != nil {
		return fmt.Errorf("commit to thread %s: %w", batches[at].Key.ThreadID, err)
	}
	return nil
}

// batch stores b in the open transaction.
func (w *writer) batch(b *checkpoint.Batch) error {
	t, err := w.thread(b.Key.ThreadID)
	if err != nil {
		return err
	}
	if b.If != nil {
		if err := w.check(t, b); err != nil {
			return err
		}
	}
	var asked quotable
	if b.Checkpoint != nil || len(b.Writes) > 0 {
		if err := w.admit(t, b); err != nil {
			return err
		}
		l, err := w.line(t, b.Key.NS)
		if err != nil {
			return err
		}
		if l.head != nil && l.head.id == b.Key.ID && (b.Checkpoint == nil || b.Checkpoint.ID != b.Key.ID) {
			asked = quotable{l.ns, l.head}
		}
		if err := w.boundWrites(l, b); err != nil {
			return err
		}
		if b.Checkpoint == nil {
			err = w.putWrites(l, b.Key.ID, b.Writes, asked.row)
		} else {
			err = w.putCheckpoint(l, b, asked.row)
		}
		if err == nil && len(b.Forget) > 0 {
			err = w.forget(l, b.Key.ID, b.Forget)
		}
		if err != nil {
			return err
		}
	}
	if b.Pin != nil {
		if err := w.pin(t, b.Pin); err != nil {
			return err
		}
	}
	if b.Thread == nil {
		return nil
	}
	return w.putThread(t, b.Thread, asked)
}

// check returns ErrConflict if the condition of b does not hold.
func (w *writer) check(t *threadState, b *checkpoint.Batch) error {
	l, err := w.line(t, b.Key.NS)
	if err != nil {
		return err
	}
	if l.head == nil || l.head.id != b.Key.ID {
		return checkpoint.ErrConflict
	}
	writes, err := newValues(w.c, l.ref()).alone(l.head.id, l.head)
	if err != nil {
		return err
	}
	list := make([]checkpoint.PendingWrite, len(writes))
	for i := range writes {
		list[i] = writes[i].PendingWrite
	}
	if !b.If.Holds(b.Key, l.head.id, list) {
		return checkpoint.ErrConflict
	}
	return nil
}

// admit switches the thread to text ids if b has an id that is not a UUID.
func (w *writer) admit(t *threadState, b *checkpoint.Batch) error {
	if t.plain {
		return nil
	}
	ok := true
	if len(b.Writes) > 0 && b.Key.ID != "" {
		_, ok = uuid(b.Key.ID)
	}
	if b.Checkpoint != nil && ok {
		_, ok = uuid(b.Checkpoint.ID)
	}
	if ok {
		return nil
	}
	return w.makePlain(t)
}

// makePlain rewrites the ids of a thread's checkpoints as text.
func (w *writer) makePlain(t *threadState) error {
	for _, q := range []struct{ ids, set string }{
		{"SELECT DISTINCT id FROM checkpoints WHERE thread = ?", "UPDATE checkpoints SET id = ? WHERE thread = ? AND id = ?"},
		{"SELECT DISTINCT checkpoint FROM writes WHERE thread = ?", "UPDATE writes SET checkpoint = ? WHERE thread = ? AND checkpoint = ?"},
	} {
		var ids [][]byte
		rows := w.c.Query(q.ids, t.id)
		var v [1]driver.Value
		for rows.Into(v[:]) {
			ids = append(ids, dbfile.Blob(v[0]))
		}
		if err := rows.Close(); err != nil {
			return err
		}
		for _, id := range ids {
			if _, err := w.c.Exec(q.set, unpacked(id), t.id, id); err != nil {
				return err
			}
		}
	}
	var newest driver.Value
	if t.newest != "" {
		newest = t.newest
	}
	if _, err := w.c.Exec("UPDATE threads SET plain = 1, newest = ? WHERE id = ?", newest, t.id); err != nil {
		return err
	}
	t.plain = true
	return w.resealRows(t.id)
}

// resealRows encrypts the checkpoints and writes of a thread, whose keys have changed, with the present key. A Rekey goes through the
// rows in the order of their keys, and may be behind these by now.
func (w *writer) resealRows(thread int64) error {
	if w.c.ring == nil {
		return nil
	}
	for _, t := range sealedTables() {
		if t.name != "checkpoints" && t.name != "writes" {
			continue
		}
		last := make([]driver.Value, len(t.key))
		last[0], last[1] = thread, int64(-1) // before all namespaces
		for len(last) > 0 && last[0] == thread {
			var err error
			if last, err = w.c.recode(t, last, w.reseal); err != nil {
				return err
			}
		}
	}
	return nil
}

// putCheckpoint stores b.Checkpoint and b.Writes.
func (w *writer) putCheckpoint(l *lineState, b *checkpoint.Batch, source *row) error {
	cp := b.Checkpoint
	head := l.head
	newest := head == nil || cp.ID > head.id
	if !newest {
		if err := w.makeRoom(l, cp.ID); err != nil {
			return err
		}
	}
	r, err := w.build(l, cp)
	if err != nil {
		return err
	}
	if err := r.bound(b.MaxState); err != nil {
		return err
	}
	var writes driver.Value
	if len(b.Writes) > 0 && head != nil && newest && head.id == cp.ParentID && b.Key.ID == cp.ParentID {
		var embedded []byte
		embedded, err = w.embed(l, r, b.Writes)
		writes = w.seal(1, "checkpoints.writes", l.t, embedded)
	} else if len(b.Writes) > 0 {
		err = w.putWrites(l, b.Key.ID, b.Writes, source)
	}
	if err != nil {
		return err
	}
	body, err := w.encodeRow(r)
	if err != nil {
		return err
	}
	verb := "INSERT"
	if !newest {
		verb = "INSERT OR REPLACE"
	}
	body = w.seal(0, "checkpoints.body", l.t, body)
	key, _ := l.t.key(cp.ID)
	if _, err = w.c.Exec(verb+" INTO checkpoints (thread, ns, id, body, writes) VALUES (?, ?, ?, ?, ?)", l.t.id, l.ns, key, body, writes); err != nil {
		return err
	}
	if l.ns != 0 && cp.ID > l.t.newest {
		if _, err = w.c.Exec("UPDATE threads SET newest = ? WHERE id = ?", key, l.t.id); err != nil {
			return err
		}
		l.t.newest = cp.ID
	}
	if newest || cp.ID == head.id {
		for i := range r.slots {
			r.slots[i].own = nil
		}
		l.head = r
	}
	return nil
}

// encodeRow returns the body of a row, valid until the next call.
func (w *writer) encodeRow(r *row) ([]byte, error) {
	e := encoder{c: w.c, b: w.bufs[0][:0]}
	e.row(r)
	w.bufs[0] = e.b
	return e.b, e.err
}

// seal encrypts a column of thread t if the store is encrypted. The result is valid until the next call with the same
// buffer number.
func (w *writer) seal(buf int, column string, t *threadState, plain []byte) []byte {
	if w.c.ring == nil {
		return plain
	}
	w.sealed[buf] = w.c.seal(w.sealed[buf][:0], column, t.id, plain)
	return w.sealed[buf]
}

// makeRoom prepares for a row that replaces one with the same id, or that sorts before others. After it, no row
// depends on the replaced one, and no row contains the writes of any but its direct predecessor.
func (w *writer) makeRoom(l *lineState, id string) error {
	old, err := w.c.byID(l.ref(), id)
	if err != nil {
		return err
	}
	if old != nil {
		if err := w.release(l, func(holder string) bool { return holder == id }); err != nil {
			return err
		}
		if err := w.unembed(l, old); err != nil {
			return err
		}
		if err := w.unquoteWrites(l, old.row); err != nil {
			return err
		}
		if err := w.unquoteThread(l.t); err != nil {
			return err
		}
	} else {
		next, err := w.c.after(l.ref(), id)
		if err != nil {
			return err
		}
		if next != nil {
			if err := w.unembed(l, next); err != nil {
				return err
			}
		}
	}
	l.loaded = false
	return w.load(l)
}
