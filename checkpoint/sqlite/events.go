// This file stores the events of threads, and the metadata that a program gives a thread.

package sqlite

import (
	"context"
	"database/sql/driver"
	"fmt"
	"time"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/dbfile"
)

// Event is something that happened to a thread, as a program describes it.
type Event struct {
	ThreadID string
	Seq      int64  // its number among the events of the thread, from 1; given by the store
	RunID    string // "" for none
	N        int64  // its number among the events of the run, -1 for none
	Kind     string
	At       time.Time
	Body     []byte
}

// putEvents appends events to those of their threads.
func (w *writer) putEvents(events []Event) error {
	last := map[string]int64{}
	numbers := map[string]int64{}
	for i := range events {
		e := &events[i]
		thread, known := numbers[e.ThreadID]
		if !known {
			var err error
			if thread, err = w.c.threadNumber(e.ThreadID); err != nil {
				return err
			}
			numbers[e.ThreadID] = thread
			if last[e.ThreadID], err = w.c.Number("SELECT max(seq) FROM events WHERE thread = ?", thread); err != nil {
				return err
			}
		}
		last[e.ThreadID]++
		e.Seq = last[e.ThreadID]
		if e.At.IsZero() {
			e.At = w.now()
		}
		var run, n driver.Value
		if e.RunID != "" {
			run = packed(e.RunID)
		}
		if e.N >= 0 {
			n = e.N
		}
		body, err := w.eventBody(thread, e.Seq, e.Body)
		if err != nil {
			return err
		}
		if _, err := w.c.Exec("INSERT INTO events (thread, seq, run, n, kind, at, body) VALUES (?, ?, ?, ?, ?, ?, ?)",
			thread, e.Seq, run, n, e.Kind, e.At.UnixMicro(), w.c.sealed("events.body", thread, body)); err != nil {
			return err
		}
	}
	return nil
}

// maxEventBytes is about how many bytes of bodies one call of Events returns.
const maxEventBytes = 16 << 20

// Events returns the events of a thread after number after, at most limit, and ends after 16 MiB of bodies; limit 0
// sets no number. With a runID it returns only those of that run.
func (s *Store) Events(ctx context.Context, threadID, runID string, after int64, limit int) ([]Event, error) {
	var found []Event
	err := s.view(ctx, func(c *conn) error {
		found = nil
		t, ok, err := c.thread(threadID)
		if err != nil || !ok {
			return err
		}
		query := "SELECT seq, run, n, kind, at, body FROM events WHERE thread = ? AND seq > ?"
		args := []driver.Value{t.id, after}
		if runID != "" {
			query += " AND run = ?"
			args = append(args, packed(runID))
		}
		query += " ORDER BY seq"
		if limit > 0 {
			query += " LIMIT ?"
			args = append(args, int64(limit))
		}
		rows := c.Query(query, args...)
		var v [6]driver.Value
		bodies := eventReader{c: c, thread: t.id}
		bytes := 0
		for (limit == 0 || bytes < maxEventBytes) && rows.Into(v[:]) {
			e := Event{ThreadID: threadID, Seq: dbfile.Integer(v[0]), RunID: unpacked(v[1]), N: -1, Kind: dbfile.Text(v[3]), At: dbfile.Micros(dbfile.Integer(v[4]))}
			if v[2] != nil {
				e.N = dbfile.Integer(v[2])
			}
			stored, err := c.open("events.body", t.id, dbfile.Blob(v[5]))
			if err == nil {
				e.Body, _, err = bodies.body(e.Seq, stored)
			}
			if err != nil {
				rows.Err = err
				break
			}
			found = append(found, e)
			bytes += len(e.Body)
		}
		return rows.Close()
	})
	if err != nil {
		return nil, fmt.Errorf("events of thread %s: %w", threadID, err)
	}
	return found, nil
}

// LastEvent returns the number of the newest event of a thread, 0 if there is none.
func (s *Store) LastEvent(ctx context.Context, threadID string) (n int64, err error) {
	err = s.view(ctx, func(c *conn) error {
		t, ok, err := c.thread(threadID)
		if err == nil && ok {
			n, err = c.Number("SELECT max(seq) FROM events WHERE thread = ?", t.id)
		}
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("events of thread %s: %w", threadID, err)
	}
	return n, nil
}

// CreateThread makes a thread that has not run, with StatusDone. If it exists, the error is ErrThreadExists.
func (s *Store) CreateThread(ctx context.Context, threadID string, meta []byte) error {
	if threadID == "" {
		return checkpoint.ErrNoThread
	}
	if err := s.update(ctx, func(w *writer) error { return w.createThread(NewThread{threadID, meta}) }); err != nil {
		return fmt.Errorf("make thread %s: %w", threadID, err)
	}
	return nil
}

func (w *writer) createThread(n NewThread) error {
	if _, ok, err := w.c.thread(n.ID); err != nil {
		return err
	} else if ok {
		return fmt.Errorf("thread %s: %w", n.ID, ErrThreadExists)
	}
	t, err := w.thread(n.ID)
	if err != nil {
		return err
	}
	done, _ := statusNumber(checkpoint.StatusDone)
	if _, err = w.c.Exec("UPDATE threads SET status = ?, meta = ? WHERE id = ?", done, w.metaColumn(t.id, n.Meta), t.id); err != nil {
		return err
	}
	return w.c.putLabels(t.id, n.Meta)
}

// ChangeMeta replaces the metadata of a thread by what change returns for the present ones. nil stands for none.
func (s *Store) ChangeMeta(ctx context.Context, threadID string, change func(meta []byte) ([]byte, error)) error {
	err := s.update(ctx, func(w *writer) error {
		t, ok, err := w.c.thread(threadID)
		if err != nil {
			return err
		}
		if !ok {
			return checkpoint.ErrNotFound
		}
		var v [1]driver.Value
		if _, err := w.c.Row(v[:], "SELECT meta FROM threads WHERE id = ?", t.id); err != nil {
			return err
		}
		meta, err := w.c.open("threads.meta", t.id, dbfile.Blob(v[0]))
		if err == nil {
			meta, err = change(meta)
		}
		if err == nil {
			_, err = w.c.Exec("UPDATE threads SET meta = ? WHERE id = ?", w.metaColumn(t.id, meta), t.id)
		}
		if err == nil {
			err = w.c.putLabels(t.id, meta)
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("metadata of thread %s: %w", threadID, err)
	}
	return nil
}

func (w *writer) metaColumn(thread int64, meta []byte) driver.Value {
	if len(meta) == 0 {
		return nil
	}
	return w.c.sealed("threads.meta", thread, meta)
}

// SetStatus changes the status of a thread from from to another one. It does nothing if the status is not from.
func (s *Store) SetStatus(ctx context.Context, threadID string, from checkpoint.Status, to checkpoint.ThreadUpdate) error {
	err := s.update(ctx, func(w *writer) error {
		t, err := w.c.lastChange(threadID)
		if err != nil {
			return err
		}
		if t.Status != from {
			return checkpoint.ErrConflict
		}
		return w.batch(&checkpoint.Batch{Key: checkpoint.Key{ThreadID: threadID}, Thread: &to})
	})
	if err != nil {
		return fmt.Errorf("status of thread %s: %w", threadID, err)
	}
	return nil
}
