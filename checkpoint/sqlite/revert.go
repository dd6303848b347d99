// This file puts a thread back to where it stood before a run.

package sqlite

import (
	"context"
	"database/sql/driver"
	"fmt"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/dbfile"
)

// Namespaces implements checkpoint.Reverter.
func (s *Store) Namespaces(ctx context.Context, threadID, prefix string) (names []string, err error) {
	if threadID == "" {
		return nil, checkpoint.ErrNoThread
	}
	err = s.view(ctx, func(c *conn) error {
		names = nil
		t, ok, err := c.thread(threadID)
		if err != nil || !ok {
			return err
		}
		if prefix == "" {
			names = append(names, "")
		}
		// no byte of a text is greater than 0xff
		rows := c.Query("SELECT name FROM namespaces WHERE thread = ? AND name >= ? AND name < ?", t.id, prefix, prefix+"\xff")
		var v [1]driver.Value
		for rows.Into(v[:]) {
			names = append(names, dbfile.Text(v[0]))
		}
		return rows.Close()
	})
	return names, err
}

// Revert implements checkpoint.Reverter.
func (s *Store) Revert(ctx context.Context, r checkpoint.Reversal) error {
	if r.ThreadID == "" {
		return checkpoint.ErrNoThread
	}
	err := s.update(ctx, func(w *writer) error { return w.revert(&r) })
	if err != nil {
		return fmt.Errorf("put back thread %s: %w", r.ThreadID, err)
	}
	return nil
}

func (w *writer) revert(r *checkpoint.Reversal) error {
	row, ok, err := w.c.thread(r.ThreadID)
	if err != nil || !ok {
		return err
	}
	t := &threadState{threadRow: row}
	defer delete(w.threads, r.ThreadID) // what the writer remembers may be removed
	if err := w.unquoteThread(t); err != nil {
		return err
	}
	namespaces, err := w.c.namespaces(row)
	if err != nil {
		return err
	}
	used := map[int64]bool{}
	for _, ns := range namespaces {
		if err := w.revertLine(&lineState{t: t, ns: ns.n}, ns.name, r); err != nil {
			return err
		}
	}
	for _, ns := range namespaces { // after all rows have their writes
		if err := w.blobsOf(&lineState{t: t, ns: ns.n}, used); err != nil {
			return err
		}
	}
	if err := w.dropUnused(t, used); err != nil {
		return err
	}
	if r.Thread != nil {
		if err := w.putThread(t, r.Thread, quotable{}); err != nil {
			return err
		}
	}
	if r.Audit == nil {
		return nil
	}
	return w.addEntry(t.id, r.ThreadID, r.Audit)
}

// revertLine removes the checkpoints of a namespace that are too new, and puts back the pending writes of its line in r.
func (w *writer) revertLine(l *lineState, name string, r *checkpoint.Reversal) error {
	if r.Newest == "" {
		_, err := w.dropLine(l)
		return err
	}
	newest, ok := l.t.key(r.Newest)
	if !ok {
		return fmt.Errorf("there is no checkpoint %q", r.Newest)
	}
	for _, query := range []string{
		"DELETE FROM checkpoints WHERE thread = ? AND ns = ? AND id > ?", "DELETE FROM writes WHERE thread = ? AND ns = ? AND checkpoint > ?",
	} {
		if _, err := w.c.Exec(query, l.t.id, l.ns, newest); err != nil {
			return err
		}
	}
	for _, line := range r.Lines {
		if line.NS != name {
			continue
		}
		key, ok := l.t.key(line.ID)
		if !ok {
			continue
		}
		if _, err := w.c.Exec("DELETE FROM writes WHERE thread = ? AND ns = ? AND checkpoint = ?", l.t.id, l.ns, key); err != nil {
			return err
		}
		for list := line.Writes; len(list) > 0; {
			task := checkpoint.TaskWrites{TaskID: list[0].TaskID}
			for len(list) > 0 && list[0].TaskID == task.TaskID {
				task.Writes = append(task.Writes, list[0])
				list = list[1:]
			}
			if err := w.putTask(l, line.ID, task, nil); err != nil {
				return err
			}
		}
	}
	left, err := w.c.Number("SELECT count(*) FROM checkpoints WHERE thread = ? AND ns = ?", l.t.id, l.ns)
	if err == nil && left == 0 {
		_, err = w.dropLine(l)
	}
	return err
}
