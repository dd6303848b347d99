// This file removes what is not needed any more: old checkpoints, scripts nobody
// runs, space in the file.

package sqlite

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/hitlrun/hitlrun/checkpoint"
)

// Prune removes all but the newest keep checkpoints of each namespace of a thread.
// What is left has all its values and writes; the parent of the oldest is missing.
func (s *Store) Prune(ctx context.Context, threadID string, keep int) error {
	if threadID == "" {
		return checkpoint.ErrNoThread
	}
	if keep < 1 {
		return fmt.Errorf("prune thread %s: at least one checkpoint must be kept, not %d", threadID, keep)
	}
	err := s.update(ctx, func(w *writer) error {
		row, ok, err := w.c.thread(threadID)
		if err != nil || !ok {
			return err
		}
		t := &threadState{threadRow: row}
		defer delete(w.threads, threadID) // what is remembered may be gone
		if err := w.unquoteThread(t); err != nil {
			return err
		}
		namespaces, err := w.namespaces(t)
		if err != nil {
			return err
		}
		used := map[int64]bool{}
		for _, ns := range namespaces {
			if err := w.pruneLine(&lineState{t: t, ns: ns}, keep, used); err != nil {
				return err
			}
		}
		return w.dropUnused(t, used)
	})
	if err != nil {
		return fmt.Errorf("prune thread %s: %w", threadID, err)
	}
	return nil
}

func (w *writer) namespaces(t *threadState) ([]int64, error) {
	list := []int64{0}
	rows := w.c.query("SELECT n FROM namespaces WHERE thread = ?", t.id)
	var v [1]driver.Value
	for rows.into(v[:]) {
		list = append(list, integer(v[0]))
	}
	return list, rows.close()
}

// pruneLine removes the checkpoints of one namespace and adds the blobs that are
// needed by the others to used.
func (w *writer) pruneLine(l *lineState, keep int, used map[int64]bool) error {
	var oldest [1]driver.Value
	ok, err := w.c.row(oldest[:], "SELECT id FROM checkpoints WHERE thread = ? AND ns = ? ORDER BY id DESC LIMIT 1 OFFSET ?", l.t.id, l.ns, int64(keep-1))
	if err != nil {
		return err
	}
	if ok {
		first := unpacked(oldest[0])
		if err := w.release(l, func(id string) bool { return id < first }); err != nil {
			return err
		}
		r, err := w.c.byID(l.ref(), first)
		if err == nil && r == nil {
			err = errDamaged
		}
		if err == nil && r.writes != nil {
			err = w.dropEmbedded(l, r) // they are of the parent, which goes
		}
		if err == nil {
			_, err = w.c.exec("DELETE FROM checkpoints WHERE thread = ? AND ns = ? AND id < ?", l.t.id, l.ns, oldest[0])
		}
		if err == nil {
			_, err = w.c.exec("DELETE FROM writes WHERE thread = ? AND ns = ? AND checkpoint < ?", l.t.id, l.ns, oldest[0])
		}
		if err != nil {
			return err
		}
	}
	return w.blobsOf(l, used)
}

// blobsOf adds the blobs that rows of l refer to.
func (w *writer) blobsOf(l *lineState, used map[int64]bool) error {
	rows := w.c.query(selectRow, l.t.id, l.ns)
	var v [3]driver.Value
	for rows.into(v[:]) {
		r, err := w.c.decode(l.t.id, v[:])
		if err != nil {
			rows.err = err
			break
		}
		for i := range r.slots {
			if r.slots[i].kind == slotBlob {
				used[r.slots[i].blob] = true
			}
		}
		if r.writes == nil {
			continue
		}
		d := decoder{c: w.c, b: r.writes}
		for range d.count() {
			d.text()
			for range d.count() {
				d.name()
				used[d.value().blob] = true
			}
		}
		rows.err = d.err
	}
	if err := rows.close(); err != nil {
		return err
	}
	rows = w.c.query("SELECT body FROM writes WHERE thread = ? AND ns = ?", l.t.id, l.ns)
	for rows.into(v[:1]) {
		body, err := w.c.open("writes.body", l.t.id, blob(v[0]))
		if err != nil {
			rows.err = err
			break
		}
		d := decoder{c: w.c, b: body}
		for range d.count() {
			d.uint()
			d.name()
			used[d.value().blob] = true
		}
		rows.err = d.err
	}
	return rows.close()
}

// dropUnused deletes the blobs of a thread that neither are in used nor the base of
// one that is needed.
func (w *writer) dropUnused(t *threadState, used map[int64]bool) error {
	type entry struct{ n, base int64 }
	var all []entry
	rows := w.c.query("SELECT id, base FROM blobs WHERE id BETWEEN ? AND ? ORDER BY id", t.blobID(0), t.blobID(1<<32-1))
	var v [2]driver.Value
	for rows.into(v[:]) {
		all = append(all, entry{integer(v[0]) - t.blobID(0), integer(v[1])})
	}
	if err := rows.close(); err != nil {
		return err
	}
	for _, b := range slices.Backward(all) { // a base has a smaller number
		if used[b.n] {
			used[b.base] = true
			continue
		}
		if _, err := w.c.exec("DELETE FROM blobs WHERE id = ?", t.blobID(b.n)); err != nil {
			return err
		}
	}
	return nil
}

// Vacuum removes the scripts that no thread refers to, gives the space of all that
// was deleted back to the file system, and works the WAL into the file.
func (s *Store) Vacuum(ctx context.Context) error {
	err := s.update(ctx, func(w *writer) error {
		_, err := w.c.exec("DELETE FROM scripts WHERE id NOT IN (SELECT script FROM threads WHERE script IS NOT NULL)")
		return err
	})
	if err == nil {
		err = s.shrink(ctx)
	}
	if err != nil {
		return fmt.Errorf("vacuum store %s: %w", s.path, err)
	}
	return nil
}

// shrink cuts free pages off the file.
func (s *Store) shrink(ctx context.Context) error {
	if err := s.enter(ctx); err != nil {
		return err
	}
	defer s.leave()
	s.w.mu.Lock()
	defer s.w.mu.Unlock()
	// A row comes for each page that is given back.
	rows := s.w.c.query("PRAGMA incremental_vacuum")
	var v [3]driver.Value
	for rows.into(v[:0]) {
	}
	if err := rows.close(); err != nil || s.path == memory {
		return explain(err)
	}
	_, err := s.w.c.row(v[:], "PRAGMA wal_checkpoint(TRUNCATE)")
	if err == nil && integer(v[0]) != 0 && s.o.Logger != nil {
		s.o.Logger.DebugContext(ctx, "the WAL stays: it is being read", "store", s.path)
	}
	return explain(err)
}

// Size returns how many bytes the store takes, with its WAL.
func (s *Store) Size(ctx context.Context) (int64, error) {
	var pages, size int64
	err := s.view(ctx, func(c *conn) (err error) {
		if pages, err = c.number("PRAGMA page_count"); err == nil {
			size, err = c.number("PRAGMA page_size")
		}
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("size of store %s: %w", s.path, err)
	}
	size *= pages
	if s.path == memory {
		return size, nil
	}
	// The pages that are in the WAL only are counted twice, and so they are kept.
	size = 0
	for _, name := range []string{s.path, s.path + "-wal"} {
		info, err := os.Stat(name)
		if err == nil {
			size += info.Size()
		} else if !errors.Is(err, os.ErrNotExist) {
			return 0, fmt.Errorf("size of store %s: %w", s.path, err)
		}
	}
	return size, nil
}
