// This file stores and returns what concerns threads as a whole.

package sqlite

import (
	"cmp"
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/dbfile"
)

// Thread describes a thread as a whole.
type Thread struct {
	ID         string
	Status     checkpoint.Status
	CreatedAt  time.Time
	UpdatedAt  time.Time // of the last ThreadUpdate or SetThreadScript
	Error      string    // for StatusError
	Interrupts []checkpoint.ThreadInterrupt
	Script     ScriptRef // zero if there is none
	RunID      string    // of the last run that changed it, "" if that had none
	Meta       []byte    // the metadata that a program gave it, a JSON object; nil for none
	Cursor     Cursor    // its place in the list of threads
	// Head is the id of its newest checkpoint, "" if there is none. Lists leave it empty.
	Head string
	// Sealed says that Error, Interrupts and most of Script are left out: they are encrypted, and the key is missing.
	// Only Threads returns such threads.
	Sealed bool
	// Unread says that Interrupts is left out, because a ThreadFilter is Brief.
	Unread bool
}

// Row is the row of a thread as it was read, for HeadOf.
type Row struct {
	thread string
	row    threadRow
}

// Cursor is a place in the list of threads. Its text has no meaning outside of the store.
type Cursor string

// ThreadFilter selects threads. The zero value selects all.
type ThreadFilter struct {
	Status   checkpoint.Status   // "" is every status
	Statuses []checkpoint.Status // any of these; nil is every status
	IDPrefix string              // ids that begin with it
	After    Cursor              // only threads further down the list than this one
	Before   Cursor              // only threads further up
	Due      time.Time           // only threads with a deadline before this time; zero is all
	Waiting  bool                // only threads with questions
	Settled  bool                // only threads without questions
	Brief    bool                // threads whose questions have more than briefBytes come without them
	Once     bool                // EachThread does not search again for threads that have changed meanwhile
	Limit    int                 // at most this number, from the top of the list; 0 means all
	Page     int                 // how many threads the caller wants first, if that is not Limit: one read returns that many

	// The following fields only leave out threads that certainly do not match, so the caller has to check the threads
	// that are returned. In an encrypted store they leave out nothing.

	IDs []string // nil is all
	// Script is the path of a script or its end after a slash, and Graph the name of its graph; see checkpoint.Pin.
	// Node is a node with a question that waits.
	Script, Graph, Node string
	Meta                []byte // a JSON object: the metadata of the thread must have all its fields and values
	// Search, in lower case, is part of the thread's id, error, questions or metadata.
	Search string
}

// statuses are the states of a thread by number, from 1.
var statuses = [...]checkpoint.Status{checkpoint.StatusRunning, checkpoint.StatusInterrupted, checkpoint.StatusDone, checkpoint.StatusError}

const statusRunning = 1

func statusNumber(s checkpoint.Status) (int64, error) {
	for i, status := range statuses {
		if s == status {
			return int64(i + 1), nil
		}
	}
	return 0, fmt.Errorf("no such status of a thread: %q", s)
}

const threadColumns = "t.id, t.plain, t.ext, t.status, t.created, t.updated, t.error, t.interrupts, t.ref, s.hash, t.run, t.meta, t.newest"

// threadByNumber selects the thread with a number, and briefByNumber without large questions, of which it returns the size.
const (
	threadByNumber = "SELECT " + threadColumns + ofNumber
	briefByNumber  = "SELECT t.id, t.plain, t.ext, t.status, t.created, t.updated, t.error," +
		" CASE WHEN length(t.interrupts) > 65536 THEN length(t.interrupts) ELSE t.interrupts END, t.ref, s.hash, t.run, t.meta, t.newest" + ofNumber
	ofNumber = " FROM threads t LEFT JOIN scripts s ON s.id = t.script WHERE t.id = ?"
)

// briefBytes is how many bytes the questions of a thread of a brief list have.
const briefBytes = 64 << 10

const threadColumnCount = 13

// Thread returns what is stored about a thread. If there is nothing, the error is checkpoint.ErrNotFound.
func (s *Store) Thread(ctx context.Context, id string) (*Thread, error) {
	t, _, err := s.ThreadRow(ctx, id)
	return t, err
}

// ThreadRow is Thread that also returns the row of the thread.
func (s *Store) ThreadRow(ctx context.Context, id string) (*Thread, *Row, error) {
	if id == "" {
		return nil, nil, checkpoint.ErrNoThread
	}
	var t *Thread
	row := Row{thread: id}
	err := s.view(ctx, func(c *conn) (err error) {
		t, row.row, err = c.oneThread(id)
		return err
	})
	if err != nil {
		return nil, nil, fmt.Errorf("thread %s: %w", id, err)
	}
	return t, &row, nil
}

// Standing is Thread that also returns the newest checkpoint, read at the same instant; the checkpoint is nil if
// there is none.
func (s *Store) Standing(ctx context.Context, id string) (*Thread, *checkpoint.Tuple, error) {
	if id == "" {
		return nil, nil, checkpoint.ErrNoThread
	}
	var t *Thread
	var tuple *checkpoint.Tuple
	err := s.view(ctx, func(c *conn) (err error) {
		var row threadRow
		if t, row, err = c.oneThread(id); err == nil {
			tuple, err = c.at(ctx, lineRef{threadRow: row}, checkpoint.Key{ThreadID: id}, "")
		}
		return err
	})
	if err != nil {
		return nil, nil, fmt.Errorf("thread %s: %w", id, err)
	}
	return t, tuple, nil
}

// oneThread returns what is stored about a thread, and its row for further reads.
func (c *conn) oneThread(id string) (*Thread, threadRow, error) {
	var v [threadColumnCount + 1]driver.Value
	ok, err := c.Row(v[:], "SELECT "+threadColumns+", (SELECT max(id) FROM checkpoints WHERE thread = t.id AND ns = 0) FROM threads t LEFT JOIN scripts s ON s.id = t.script WHERE t.ext = ?", packed(id))
	if err != nil {
		return nil, threadRow{}, err
	}
	if !ok {
		return nil, threadRow{}, checkpoint.ErrNotFound
	}
	t, row, err := c.threadOf(v[:], false)
	t.Head = unpacked(v[threadColumnCount])
	return &t, row, err
}

// Threads returns the threads that f selects, the one that changed last first.
func (s *Store) Threads(ctx context.Context, f ThreadFilter) ([]Thread, error) {
	var found []Thread
	err := s.view(ctx, func(c *conn) error {
		query, args, err := c.threadQuery(&f)
		if err == nil {
			found, _, err = c.threadsOf(&f, math.MaxInt, query, args)
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("list threads: %w", err)
	}
	return found, nil
}

// threadPage returns the first threads that f selects, as many as fit into memory, and whether there may be more.
func (s *Store) threadPage(ctx context.Context, f ThreadFilter) (page []Thread, more bool, err error) {
	if most := cmp.Or(f.Page, pageThreads); f.Limit == 0 || f.Limit > most {
		f.Limit = most
	}
	err = s.view(ctx, func(c *conn) error {
		query, args, err := c.threadQuery(&f)
		if err == nil {
			page, more, err = c.threadsOf(&f, pageBytes, query, args)
		}
		return err
	})
	if err != nil {
		return nil, false, fmt.Errorf("list threads: %w", err)
	}
	return page, more || len(page) == f.Limit, nil
}

func (c Cursor) parse() (updated, id int64, err error) {
	a, b, _ := strings.Cut(string(c), ".")
	updated, err = strconv.ParseInt(a, 36, 64)
	if err == nil {
		id, err = strconv.ParseInt(b, 36, 64)
	}
	if err != nil {
		return 0, 0, fmt.Errorf("%q is not a cursor of a list of threads", c)
	}
	return updated, id, nil
}

// threadsOf reads the threads for a list whose numbers a query returns, in its order, until they have a number of bytes; then it
// reports that there are more.
func (c *conn) threadsOf(f *ThreadFilter, most int, query string, args []driver.Value) (found []Thread, more bool, err error) {
	var numbers []int64
	rows := c.Query(query, args...)
	var v [1]driver.Value
	for rows.Into(v[:]) {
		numbers = append(numbers, dbfile.Integer(v[0]))
	}
	if err := rows.Close(); err != nil {
		return nil, false, err
	}
	size, byNumber := 0, threadByNumber
	if f.Brief {
		byNumber, c.brief = briefByNumber, true
		defer func() { c.brief = false }()
	}
	for _, id := range numbers {
		one, _, err := c.threads(true, math.MaxInt, byNumber, id)
		if err != nil {
			return nil, false, err
		}
		found = append(found, one...)
		for i := range one {
			size += one[i].size()
		}
		if size > most {
			return found, true, nil
		}
	}
	return found, false, nil
}

// size returns about how many bytes t has.
func (t *Thread) size() int {
	size := len(t.Error) + len(t.Script.Info) + len(t.Meta)
	for i := range t.Interrupts {
		size += len(t.Interrupts[i].Value.Data)
	}
	return size
}

// threads reads the rows of a query of threadColumns, until they have a number of bytes; then it reports that there
// are more. In a list, fields whose key is missing stay empty; otherwise a missing key is an error.
func (c *conn) threads(list bool, most int, query string, args ...driver.Value) (found []Thread, more bool, err error) {
	rows := c.Query(query, args...)
	size := 0
	var v [threadColumnCount]driver.Value
	for rows.Into(v[:]) {
		t, _, err := c.threadOf(v[:], list)
		if err != nil {
			rows.Err = err
			break
		}
		found = append(found, t)
		size += t.size()
		if more = size > most; more {
			break
		}
	}
	return found, more, rows.Close()
}

// threadOf reads a row of threadColumns.
func (c *conn) threadOf(v []driver.Value, list bool) (Thread, threadRow, error) {
	row := threadRow{dbfile.Integer(v[0]), dbfile.Integer(v[1]) != 0, dbfile.Integer(v[4]), unpacked(v[12])}
	t := Thread{
		ID:        unpacked(v[2]),
		CreatedAt: dbfile.Micros(row.made),
		UpdatedAt: dbfile.Micros(dbfile.Integer(v[5])),
		Cursor:    cursorOf(dbfile.Integer(v[5]), row.id),
		RunID:     unpacked(v[10]),
	}
	status := dbfile.Integer(v[3])
	if status < 1 || status > int64(len(statuses)) {
		return t, row, errDamaged
	}
	t.Status = statuses[status-1]
	err := c.aboutThread(&t, row, v)
	if list && errors.Is(err, ErrKey) {
		t.Error, t.Interrupts, t.Meta, t.Script, t.Sealed = "", nil, nil, ScriptRef{Hash: dbfile.Text(v[9])}, true
		return t, row, nil
	}
	if err != nil && !errors.Is(err, ErrKey) {
		err = fmt.Errorf("thread %s: %w", t.ID, err)
	}
	return t, row, err
}

// aboutThread reads those columns of a thread that may be encrypted.
func (c *conn) aboutThread(t *Thread, row threadRow, v []driver.Value) (err error) {
	if message, sealed := v[6].([]byte); sealed {
		message, err = c.open("threads.error", row.id, message)
		t.Error = string(message)
	} else {
		t.Error = dbfile.Text(v[6])
	}
	if _, t.Unread = v[7].(int64); err == nil && !t.Unread {
		t.Interrupts, err = c.interrupts(row, dbfile.Blob(v[7]))
		if errors.Is(err, errLong) {
			t.Interrupts, t.Unread, err = nil, true, nil
		}
	}
	if err == nil {
		t.Script, err = c.scriptRef(row.id, dbfile.Text(v[9]), dbfile.Blob(v[8]))
	}
	if err == nil {
		t.Meta, err = c.open("threads.meta", row.id, dbfile.Blob(v[11]))
	}
	return err
}

// DeleteThread implements checkpoint.Saver. It also removes the thread from Threads. Of its entries in the audit log
// only digests stay. No file of the store contains anything else of it afterwards, see Erase.
func (s *Store) DeleteThread(ctx context.Context, threadID string) error {
	return s.DeleteThreadBy(ctx, threadID, "", "")
}

// DeleteThreadBy is DeleteThread with the name and address of the caller for the audit log.
func (s *Store) DeleteThreadBy(ctx context.Context, threadID, by, from string) error {
	if _, err := s.Remove(ctx, Removal{ThreadID: threadID, By: by, From: from}); err != nil {
		return err
	}
	return s.Erase(ctx)
}

// Removal says which thread to remove.
type Removal struct {
	ThreadID string
	By, From string // who removes it and from where, for the audit log
	// Unchanged removes the thread only if its status and the time of its last change are still these.
	Unchanged *Thread
}

// Remove is DeleteThread for one of many threads. Call Erase after the last one. It reports whether the thread
// existed and was unchanged, if it had to be.
func (s *Store) Remove(ctx context.Context, r Removal) (removed bool, err error) {
	threadID := r.ThreadID
	if threadID == "" {
		return false, checkpoint.ErrNoThread
	}
	err = s.update(ctx, func(w *writer) error {
		removed = false
		t, ok, err := w.c.thread(threadID)
		if err != nil || !ok {
			return err
		}
		if r.Unchanged != nil {
			now, err := w.c.lastChange(threadID)
			if err != nil || !now.sameAs(r.Unchanged) {
				return err
			}
		}
		removed = true
		if err := w.eraseEntries(t.id, threadID, checkpoint.Audit{By: r.By, From: r.From}); err != nil {
			return err
		}
		for _, table := range []string{"checkpoints", "writes", "namespaces", "documents", "events", "asked", "labels"} {
			if _, err := w.c.Exec("DELETE FROM "+table+" WHERE thread = ?", t.id); err != nil {
				return err
			}
		}
		if _, err := w.c.Exec("DELETE FROM blobs WHERE id BETWEEN ? AND ?", t.blobID(0), t.blobID(1<<32-1)); err != nil {
			return err
		}
		_, err = w.c.Exec("DELETE FROM threads WHERE id = ?", t.id)
		delete(w.threads, threadID)
		return err
	})
	if err != nil {
		return false, fmt.Errorf("delete thread %s: %w", threadID, err)
	}
	return removed, nil
}

// lastChange returns the id, the status and the times of a thread. A deleted thread has no status.
func (c *conn) lastChange(id string) (t Thread, err error) {
	t.ID = id
	var v [3]driver.Value
	ok, err := c.Row(v[:], "SELECT status, created, updated FROM threads WHERE ext = ?", packed(id))
	if !ok || err != nil {
		return t, err
	}
	status := dbfile.Integer(v[0])
	if status < 1 || status > int64(len(statuses)) {
		return t, errDamaged
	}
	t.Status = statuses[status-1]
	t.CreatedAt, t.UpdatedAt = dbfile.Micros(dbfile.Integer(v[1])), dbfile.Micros(dbfile.Integer(v[2]))
	return t, nil
}

// sameAs reports whether t has not changed since it was other.
func (t *Thread) sameAs(other *Thread) bool {
	return t.Status == other.Status && t.CreatedAt.Equal(other.CreatedAt) && t.UpdatedAt.Equal(other.UpdatedAt)
}

// ThreadIDs returns the ids of all threads, in the order in which they were made.
func (s *Store) ThreadIDs(ctx context.Context) ([]string, error) {
	var ids []string
	err := s.view(ctx, func(c *conn) error {
		rows := c.Query("SELECT ext FROM threads ORDER BY id")
		var v [1]driver.Value
		for ids = nil; rows.Into(v[:]); {
			ids = append(ids, unpacked(v[0]))
		}
		return rows.Close()
	})
	if err != nil {
		return nil, fmt.Errorf("list threads: %w", err)
	}
	return ids, nil
}
