// This file removes what is not needed any more: old checkpoints, scripts that no thread runs, free space in the
// file.

package sqlite

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/dbfile"
)

// Prune retains the newest checkpoints of each namespace of a thread, as many as retain says, and removes the others. What
// remains has all its values and writes, but the parent of the oldest is missing. Namespaces of tasks whose checkpoint is
// removed are removed whole, because no run can resume them.
func (s *Store) Prune(ctx context.Context, threadID string, retain int) error {
	_, err := s.PruneCheckpoints(ctx, threadID, retain)
	if err == nil {
		err = s.Erase(ctx)
	}
	return err
}

// PruneCheckpoints is Prune for one of many threads. Call Erase after the last one. It returns how many checkpoints
// it removed.
func (s *Store) PruneCheckpoints(ctx context.Context, threadID string, retain int) (removed int64, err error) {
	if err := checkRetain(threadID, retain); err != nil {
		return 0, err
	}
	err = s.update(ctx, func(w *writer) error {
		removed = 0
		row, ok, err := w.c.thread(threadID)
		if err != nil || !ok {
			return err
		}
		t := &threadState{threadRow: row}
		defer delete(w.threads, threadID) // what the writer remembers may be deleted
		if err := w.unquoteThread(t); err != nil {
			return err
		}
		namespaces, err := w.c.namespaces(row)
		if err != nil {
			return err
		}
		first, err := w.c.oldestRetained(lineRef{threadRow: row}, retain)
		if err != nil {
			return err
		}
		used := map[int64]bool{}
		for _, ns := range namespaces {
			n, err := w.pruneLine(&lineState{t: t, ns: ns.n}, ns.name, unpacked(first), retain, used)
			if err != nil {
				return err
			}
			removed += n
		}
		return w.dropUnused(t, used)
	})
	if err != nil {
		return 0, fmt.Errorf("prune thread %s: %w", threadID, err)
	}
	return removed, nil
}

func checkRetain(threadID string, retain int) error {
	if threadID == "" {
		return checkpoint.ErrNoThread
	}
	if retain < 1 {
		return fmt.Errorf("prune thread %s: at least one checkpoint must be retained, not %d", threadID, retain)
	}
	return nil
}

// Prunable returns how many checkpoints PruneCheckpoints would remove now.
func (s *Store) Prunable(ctx context.Context, threadID string, retain int) (n int64, err error) {
	if err := checkRetain(threadID, retain); err != nil {
		return 0, err
	}
	err = s.view(ctx, func(c *conn) error {
		n = 0
		row, ok, err := c.thread(threadID)
		if err != nil || !ok {
			return err
		}
		namespaces, err := c.namespaces(row)
		if err != nil {
			return err
		}
		first, err := c.oldestRetained(lineRef{threadRow: row}, retain)
		if err != nil {
			return err
		}
		for _, ns := range namespaces {
			l := lineRef{row, ns.n}
			all, err := c.Number("SELECT count(*) FROM checkpoints WHERE thread = ? AND ns = ?", l.id, l.ns)
			if err != nil {
				return err
			}
			over, err := c.isOver(l, ns.name, unpacked(first))
			if err != nil {
				return err
			}
			if over {
				n += all
			} else {
				n += max(all-int64(retain), 0)
			}
		}
		return nil
	})
	if err != nil {
		return 0, fmt.Errorf("prune thread %s: %w", threadID, err)
	}
	return n, nil
}

// namespace is a namespace of a thread, and its number.
type namespace struct {
	name string
	n    int64
}

func (c *conn) namespaces(t threadRow) ([]namespace, error) {
	list := []namespace{{"", 0}}
	rows := c.Query("SELECT name, n FROM namespaces WHERE thread = ?", t.id)
	var v [2]driver.Value
	for rows.Into(v[:]) {
		list = append(list, namespace{dbfile.Text(v[0]), dbfile.Integer(v[1])})
	}
	return list, rows.Close()
}

// oldestRetained returns the id of the oldest checkpoint of l that is retained, nil if none is older.
func (c *conn) oldestRetained(l lineRef, retain int) (driver.Value, error) {
	var v [2]driver.Value
	rows := c.Query("SELECT id FROM checkpoints WHERE thread = ? AND ns = ? ORDER BY id DESC LIMIT 2 OFFSET ?", l.id, l.ns, int64(retain-1))
	if rows.Into(v[:1]) {
		rows.Into(v[1:])
	}
	err := rows.Close()
	if v[1] == nil {
		return nil, err
	}
	return v[0], err
}

// isOver reports whether a namespace belongs to a task of a checkpoint older than first, the oldest checkpoint of the
// thread that stays. The names of such namespaces end with the id of the task.
func (c *conn) isOver(l lineRef, name, first string) (bool, error) {
	outermost, _, _ := strings.Cut(name, "|")
	if first == "" || !strings.Contains(outermost, ":") {
		return false, nil
	}
	r, err := c.newest(l)
	if err != nil || r == nil {
		return false, err
	}
	root := r.meta.Parents[""]
	return root != "" && root < first, nil
}

// pruneLine removes the old checkpoints of one namespace, and adds the blobs that the others need to used. first is
// the oldest checkpoint of the thread that stays.
func (w *writer) pruneLine(l *lineState, name, first string, retain int, used map[int64]bool) (removed int64, err error) {
	over, err := w.c.isOver(l.ref(), name, first)
	if err != nil {
		return 0, err
	}
	if over {
		return w.dropLine(l)
	}
	oldest, err := w.c.oldestRetained(l.ref(), retain)
	if err != nil {
		return 0, err
	}
	if oldest != nil {
		first := unpacked(oldest)
		if err := w.release(l, func(id string) bool { return id < first }); err != nil {
			return 0, err
		}
		r, err := w.c.byID(l.ref(), first)
		if err == nil && r == nil {
			err = errDamaged
		}
		if err == nil && r.writes != nil {
			err = w.dropEmbedded(l, r) // they belong to the parent, which is removed
		}
		if err == nil {
			removed, err = w.c.deleted("DELETE FROM checkpoints WHERE thread = ? AND ns = ? AND id < ?", l.t.id, l.ns, oldest)
		}
		if err == nil {
			_, err = w.c.Exec("DELETE FROM writes WHERE thread = ? AND ns = ? AND checkpoint < ?", l.t.id, l.ns, oldest)
		}
		if err != nil {
			return 0, err
		}
	}
	return removed, w.blobsOf(l, used)
}

// dropLine removes a namespace.
func (w *writer) dropLine(l *lineState) (removed int64, err error) {
	for _, query := range []string{
		"DELETE FROM checkpoints WHERE thread = ? AND ns = ?", "DELETE FROM writes WHERE thread = ? AND ns = ?", "DELETE FROM namespaces WHERE thread = ? AND n = ?",
	} {
		n, err := w.c.deleted(query, l.t.id, l.ns)
		if err != nil {
			return 0, err
		}
		if removed == 0 {
			removed = n
		}
	}
	return removed, nil
}

// deleted is exec, and returns how many rows were deleted.
func (c *conn) deleted(query string, args ...driver.Value) (int64, error) {
	result, err := c.Exec(query, args...)
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}

// blobsOf adds the blobs that rows of l refer to.
func (w *writer) blobsOf(l *lineState, used map[int64]bool) error {
	err := w.c.each(l.ref(), func(r *stored) error {
		for i := range r.slots {
			if r.slots[i].kind == slotBlob {
				used[r.slots[i].blob] = true
			}
		}
		if r.writes == nil {
			return nil
		}
		d := decoder{c: w.c, b: r.writes}
		for range d.count(2, 0) {
			d.text()
			for range d.count(2, 40) {
				d.name()
				used[d.value().blob] = true
			}
		}
		return d.err
	})
	if err != nil {
		return err
	}
	rows := w.c.Query("SELECT body FROM writes WHERE thread = ? AND ns = ?", l.t.id, l.ns)
	var v [1]driver.Value
	for rows.Into(v[:]) {
		body, err := w.c.open("writes.body", l.t.id, dbfile.Blob(v[0]))
		if err != nil {
			rows.Err = err
			break
		}
		d := decoder{c: w.c, b: body}
		for range d.count(3, 40) {
			d.uint()
			d.name()
			used[d.value().blob] = true
		}
		rows.Err = d.err
	}
	return rows.Close()
}

// dropUnused deletes those blobs of a thread that are neither in used, nor the base of a used one, nor one of its questions.
func (w *writer) dropUnused(t *threadState, used map[int64]bool) error {
	_, questions, err := w.c.questions(t.id)
	if err != nil {
		return err
	}
	for _, n := range questions {
		used[n] = true
	}
	type entry struct{ n, base int64 }
	var all []entry
	rows := w.c.Query("SELECT id, base FROM blobs WHERE id BETWEEN ? AND ? ORDER BY id", t.blobID(0), t.blobID(1<<32-1))
	var v [2]driver.Value
	for rows.Into(v[:]) {
		all = append(all, entry{dbfile.Integer(v[0]) - t.blobID(0), dbfile.Integer(v[1])})
	}
	if err := rows.Close(); err != nil {
		return err
	}
	for _, b := range slices.Backward(all) { // the number of a base is smaller
		if used[b.n] {
			used[b.base] = true
			continue
		}
		if _, err := w.c.Exec("DELETE FROM blobs WHERE id = ?", t.blobID(b.n)); err != nil {
			return err
		}
	}
	return nil
}

// Vacuum removes the scripts that no thread refers to, returns the space of deleted data to the file system, and
// copies the WAL into the file.
func (s *Store) Vacuum(ctx context.Context) error {
	err := s.update(ctx, func(w *writer) error {
		_, err := w.c.Exec("DELETE FROM scripts WHERE id NOT IN (SELECT script FROM threads WHERE script IS NOT NULL)")
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

// shrinkPages is how many free pages one transaction returns; others wait for its end.
const shrinkPages = 1000

// shrink cuts free pages off the file in several transactions, so that others can write in between.
func (s *Store) shrink(ctx context.Context) error {
	for left, before := int64(1), int64(0); left > 0 && left != before; {
		before = left
		err := s.maintain(ctx, func(c *conn) (err error) {
			// The statement returns a row for each page that it cuts off.
			rows := c.Query("PRAGMA incremental_vacuum(" + strconv.Itoa(shrinkPages) + ")")
			var v [1]driver.Value
			for rows.Into(v[:0]) {
			}
			if err := rows.Close(); err != nil {
				return err
			}
			left, err = c.Number("PRAGMA freelist_count")
			return err
		})
		if err != nil {
			return err
		}
	}
	if s.path == dbfile.Memory {
		return nil
	}
	return s.maintain(ctx, func(c *conn) error {
		var v [3]driver.Value
		_, err := c.Row(v[:], "PRAGMA wal_checkpoint(TRUNCATE)")
		if err == nil && dbfile.Integer(v[0]) != 0 && s.o.Logger != nil {
			s.o.Logger.DebugContext(ctx, "the WAL stays: a process is reading it", "store", s.path)
		}
		return err
	})
}

// maintain calls do with the connection that writes, outside of a transaction.
func (s *Store) maintain(ctx context.Context, do func(c *conn) error) error {
	if err := s.enter(ctx); err != nil {
		return err
	}
	defer s.leave()
	s.w.mu.Lock()
	defer s.w.mu.Unlock()
	return explain(s.w.c.use(do))
}

// Size returns how many bytes the store takes, including its WAL.
func (s *Store) Size(ctx context.Context) (int64, error) {
	var pages, size int64
	err := s.view(ctx, func(c *conn) (err error) {
		if pages, err = c.Number("PRAGMA page_count"); err == nil {
			size, err = c.Number("PRAGMA page_size")
		}
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("size of store %s: %w", s.path, err)
	}
	size *= pages
	if s.path == dbfile.Memory {
		return size, nil
	}
	// Pages that are only in the WAL are counted twice, so the numbers agree.
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
