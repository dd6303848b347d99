// This file stores the events of threads, and the metadata that a program gives a thread.

package sqlite

import (
	"context"
	"database/sql/driver"
	"fmt"
	"math"
	"runtime/debug"
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
	Parts    [][]byte // of an event to store: its body is in them, one after the other; nil if Body has it
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
		parts := e.Parts
		if parts == nil {
			parts = [][]byte{e.Body}
		}
		body, err := w.eventBody(thread, e.Seq, parts)
		if err != nil {
			return err
		}
		if _, err := w.c.Exec("INSERT INTO events (thread, seq, run, n, kind, at, body) VALUES (?, ?, ?, ?, ?, ?, ?)",
			thread, e.Seq, run, n, e.Kind, e.At.UnixMicro(), w.c.sealed("events.body", thread, body)); err != nil {
			return err
		}
		if len(body) > maxGarbage {
			debug.FreeOSMemory()
		}
	}
	return nil
}

// maxEventBytes is about how many bytes of bodies one call of Events returns.
const maxEventBytes = 16 << 20

// EventFilter selects events of a thread. The zero value of a field selects all.
type EventFilter struct {
	ThreadID, RunID, Kind string
	After                 int64 // only events with a larger number
	Limit                 int   // how many
	// Most is how many bytes they take while they are read: their bodies, and the texts of other events that they share.
	Most int64
}

// Events returns the events that f selects, oldest first. If the next one does not fit into f.Most, next is the least size for which it may. Without
// f.Most they end after 16 MiB of bodies.
func (s *Store) Events(ctx context.Context, f EventFilter) (found []Event, next int64, err error) {
	err = s.view(ctx, func(c *conn) (err error) {
		found, next, err = c.events(f)
		return err
	})
	if err != nil {
		return nil, 0, fmt.Errorf("events of thread %s: %w", f.ThreadID, err)
	}
	return found, next, nil
}

func (c *conn) events(f EventFilter) (found []Event, next int64, err error) {
	t, ok, err := c.thread(f.ThreadID)
	if err != nil || !ok {
		return nil, 0, err
	}
	most := f.Most
	if most == 0 {
		most = math.MaxInt64
	}
	query := "SELECT seq, run, n, kind, at, length(body), CASE WHEN length(body) <= ? THEN body END FROM events WHERE thread = ? AND seq > ?"
	args := []driver.Value{most, t.id, f.After}
	if f.RunID != "" {
		query, args = query+" AND run = ?", append(args, packed(f.RunID))
	}
	if f.Kind != "" {
		query, args = query+" AND kind = ?", append(args, f.Kind)
	}
	query += " ORDER BY seq"
	if f.Limit > 0 {
		query, args = query+" LIMIT ?", append(args, int64(f.Limit))
	}
	rows := c.Query(query, args...)
	var v [7]driver.Value
	bodies := eventReader{c: c, thread: t.id}
	for (f.Most > 0 || f.Limit == 0 || bodies.bytes < maxEventBytes) && rows.Into(v[:]) {
		e := Event{ThreadID: f.ThreadID, Seq: dbfile.Integer(v[0]), RunID: unpacked(v[1]), N: -1, Kind: dbfile.Text(v[3]), At: dbfile.Micros(dbfile.Integer(v[4]))}
		if v[2] != nil {
			e.N = dbfile.Integer(v[2])
		}
		if next = dbfile.Integer(v[5]); next > most-bodies.bytes {
			break // it takes at least this
		}
		stored, err := c.open("events.body", t.id, dbfile.Blob(v[6]))
		if err == nil && f.Most > 0 {
			if next, err = bodies.cost(e.Seq, stored); err == nil && next > most-bodies.bytes {
				break
			}
		}
		if err == nil {
			e.Body, _, err = bodies.body(e.Seq, stored)
		}
		if err != nil {
			rows.Err = err
			break
		}
		found, next = append(found, e), 0
	}
	return found, next, rows.Close()
}

// LastNumber returns the greatest number N of the events of a run; -1 if there is none.
func (s *Store) LastNumber(ctx context.Context, threadID, runID string) (n int64, err error) {
	n = -1
	err = s.view(ctx, func(c *conn) error {
		t, ok, err := c.thread(threadID)
		if err == nil && ok {
			n, err = c.Number("SELECT coalesce(max(n), -1) FROM events WHERE thread = ? AND run = ?", t.id, packed(runID))
		}
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("events of thread %s: %w", threadID, err)
	}
	return n, nil
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
