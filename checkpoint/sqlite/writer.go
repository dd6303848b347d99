// This file has the writer: the queue of goroutines that want to write, the transaction they share, and what the
// writer remembers between transactions.

package sqlite

import (
	"context"
	"database/sql/driver"
	"sync"
	"sync/atomic"
	"time"

	"github.com/hitlrun/hitlrun/dbfile"
)

// maxGroup bounds how many writes share a transaction.
const maxGroup = 256

// writer owns the connection that writes.
type writer struct {
	mu sync.Mutex // held by whoever uses the following fields
	c  *conn

	now     func() time.Time
	prepare func() error      // is called before each transaction
	failed  func(error)       // is called with the error of one
	locked  func(error) error // turns an error that means "locked" into a *LockedError
	commits atomic.Uint64     // how many transactions were committed
	settled atomic.Bool       // the file itself has the mark of a store of threads
	broken  atomic.Bool       // what c committed could not be synced: c is not used again
	version int64             // the PRAGMA data_version at which the memory below is right
	threads map[string]*threadState
	recent  recentEvents
	bufs    [2][]byte // for encoders
	head    auditHead
	digests bool      // the audit log stores digests of values
	sealed  [2][]byte // buffers for what encoders made, encrypted
	large   bool      // the transaction has a large blob

	queueMu sync.Mutex
	queue   []*request
	led     bool // a goroutine leads: it works for all that were in the queue when it began
}

// request is one write.
type request struct {
	ctx  context.Context
	do   func() error // may be called again after a rollback
	err  error
	wake chan bool // true: lead; false: the request is done
}

func newWriter(c *conn, now func() time.Time) *writer {
	return &writer{c: c, now: now, version: unknown, threads: map[string]*threadState{}, recent: recentEvents{}}
}

// write calls do in a transaction and commits it, together with what other goroutines want to write at that time.
// Without others, everything happens on the caller's goroutine.
func (w *writer) write(ctx context.Context, do func() error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	r := &request{ctx: ctx, do: do}
	w.queueMu.Lock()
	if w.led {
		r.wake = make(chan bool, 1)
		w.queue = append(w.queue, r)
		w.queueMu.Unlock()
		if lead, err := w.wait(ctx, r); !lead {
			return err
		}
	} else {
		w.led = true
		w.queueMu.Unlock()
	}
	w.lead(r)
	return r.err
}

// wait returns true if the goroutine of r has to lead, otherwise the result of r.
func (w *writer) wait(ctx context.Context, r *request) (lead bool, err error) {
	select {
	case lead = <-r.wake:
	case <-ctx.Done():
		if w.withdraw(r) {
			return false, ctx.Err()
		}
		lead = <-r.wake
	}
	return lead, r.err
}

// withdraw removes r from the queue; it returns false if it is too late for that.
func (w *writer) withdraw(r *request) bool {
	w.queueMu.Lock()
	defer w.queueMu.Unlock()
	for i, q := range w.queue {
		if q == r {
			w.queue = append(w.queue[:i], w.queue[i+1:]...)
			return true
		}
	}
	return false
}

// maxLed is how many groups one goroutine leads, because its own caller waits for that long.
const maxLed = 16

// lead works for first and all that wait, then for those that came meanwhile, and so on: the data is in the cache of
// its core, where another core would have to fetch it. Then it lets another goroutine lead.
func (w *writer) lead(first *request) {
	group := append(make([]*request, 0, 8), first)
	for led := 0; ; led++ {
		w.mu.Lock()
		var next *request
		w.queueMu.Lock()
		if led == maxLed && len(w.queue) > 0 {
			next = w.queue[0]
			w.queue = append(w.queue[:0], w.queue[1:]...)
		} else {
			n := min(len(w.queue), maxGroup-len(group))
			group = append(group, w.queue[:n]...)
			w.queue = append(w.queue[:0], w.queue[n:]...)
			w.led = len(group) > 0
		}
		w.queueMu.Unlock()
		if len(group) > 0 {
			w.commitGroup(group)
		}
		w.mu.Unlock()
		if next != nil {
			next.wake <- true
		}
		if len(group) == 0 {
			return
		}
		for _, r := range group {
			if r != first {
				r.wake <- false
			}
		}
		clear(group)
		group = group[:0]
	}
}

// commitGroup does all requests of group in one transaction. If one fails, nothing is stored, and each request is
// repeated in a transaction of its own, so that only the failing one gets the error.
func (w *writer) commitGroup(group []*request) {
	err := w.transaction(func() error {
		for _, r := range group {
			if err := r.try(); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil && len(group) > 1 && !dbfile.IsBusy(err) {
		for _, r := range group {
			r.err = w.transaction(r.try)
		}
		return
	}
	for _, r := range group {
		r.err = err
	}
}

// try does r unless it was cancelled while it waited.
func (r *request) try() error {
	if err := r.ctx.Err(); err != nil {
		return err
	}
	return r.do()
}

// transaction calls do in a transaction. After an error nothing of it is stored. The commit survives the end of the
// process, and a power cut after the next Sync. A panic becomes an error: it is a mistake in one request, and must neither stop the
// others, whose goroutine this may be, nor leave the store locked.
func (w *writer) transaction(do func() error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = panicked(v)
			w.c.Abandon()
			w.reset()
		}
	}()
	if w.prepare != nil {
		if err := w.prepare(); err != nil {
			return explain(err)
		}
	}
	err = w.begin()
	if err == nil {
		err = do()
	}
	if err == nil {
		err = w.storeHead()
	}
	if err == nil {
		_, err = w.c.Exec("COMMIT")
	}
	if err != nil {
		err = w.c.damage(err)
		w.rollback()
		if w.failed != nil {
			w.failed(err)
		}
		if w.locked != nil {
			err = w.locked(err)
		}
	} else {
		w.commits.Add(1)
	}
	w.shrink()
	return explain(err)
}

// begin begins a transaction and discards memory that is no longer right.
func (w *writer) begin() error {
	if _, err := w.c.Exec("BEGIN IMMEDIATE"); err != nil {
		return err
	}
	version, err := w.c.Number("PRAGMA data_version")
	if version != w.version || len(w.threads) > maxRemembered {
		clear(w.threads)
		w.head = auditHead{}
		w.version = version
		if w.c.ring != nil && err == nil {
			err = w.chooseKey()
		}
	}
	return err
}

func (w *writer) rollback() {
	if !w.c.Raw.AutoCommit() {
		_ = w.c.Run("ROLLBACK") // can only fail if there is no transaction
	}
	w.reset()
}

// reset discards what the writer remembers of the store.
func (w *writer) reset() {
	clear(w.threads)
	w.head = auditHead{}
	w.version = unknown
	w.c.names = &names{}
}

// unknown stands for a data_version that is not known.
const unknown = -1

// maxRemembered is how many threads the writer remembers, and how many namespaces of each.
const maxRemembered = 256

// threadState is what the writer remembers of a thread.
type threadState struct {
	threadRow
	nextBlob int64 // 0: not known
	nextNS   int64 // 0: not known
	lines    map[string]*lineState
	whole    bool // lines has all namespaces that have rows
}

// lineState is what the writer remembers of a namespace.
type lineState struct {
	t      *threadState
	ns     int64
	loaded bool
	head   *row // the row with the greatest id, if loaded; nil if there is none

	pending   string // a checkpoint with pending writes in rows of their own,
	nextWrite int64  // and the number of the next row
	unwritten bool   // no checkpoint has such rows

	bounded string // a checkpoint whose pending writes were measured, see boundWrites,
	written int64  // how many bytes they have at most,
	added   int64  // and how many of these were added since
}

func (l *lineState) ref() lineRef { return lineRef{l.t.threadRow, l.ns} }

// thread returns the thread with an id. It makes the thread if that does not exist.
func (w *writer) thread(id string) (*threadState, error) {
	if t := w.threads[id]; t != nil {
		return t, nil
	}
	row, ok, err := w.c.thread(id)
	if err != nil {
		return nil, err
	}
	if !ok {
		now := w.now().UnixMicro()
		result, err := w.c.Exec("INSERT INTO threads (ext, plain, status, created, updated, flow) VALUES (?, 0, ?, ?, ?, ?)",
			packed(id), int64(statusRunning), now, now, w.c.noFlow())
		if err != nil {
			return nil, err
		}
		if row.id, err = result.LastInsertId(); err != nil {
			return nil, err
		}
	}
	t := &threadState{threadRow: row, lines: map[string]*lineState{}}
	if !ok { // it has no rows
		t.whole, t.nextBlob, t.nextNS = true, 1, 1
	}
	w.threads[id] = t
	return t, nil
}

// line returns a namespace of a thread. It makes the namespace if that does not exist.
func (w *writer) line(t *threadState, name string) (*lineState, error) {
	l := t.lines[name]
	if l == nil {
		var n int64
		var ok bool
		var err error
		if !t.whole || name == "" {
			n, ok, err = w.c.namespace(t.threadRow, name)
		}
		if err == nil && !ok {
			n, err = w.newNamespace(t, name)
		}
		if err != nil {
			return nil, err
		}
		if len(t.lines) > maxRemembered {
			clear(t.lines)
			t.whole = false
		}
		l = &lineState{t: t, ns: n, loaded: t.whole, unwritten: t.whole}
		t.lines[name] = l
	}
	return l, w.load(l)
}

func (w *writer) newNamespace(t *threadState, name string) (int64, error) {
	if t.nextNS == 0 {
		last, err := w.c.Number("SELECT max(n) FROM namespaces WHERE thread = ?", t.id)
		if err != nil {
			return 0, err
		}
		t.nextNS = last + 1
	}
	n := t.nextNS
	if _, err := w.c.Exec("INSERT INTO namespaces (thread, name, n) VALUES (?, ?, ?)", t.id, name, n); err != nil {
		return 0, err
	}
	t.nextNS++
	return n, nil
}

// load reads the newest row of l, unless it is known.
func (w *writer) load(l *lineState) error {
	if l.loaded {
		return nil
	}
	head, err := w.c.newest(l.ref())
	if err != nil {
		return err
	}
	l.loaded = true
	if head != nil {
		l.head = head.row
	}
	return nil
}

// putBlob stores data under a new number.
func (w *writer) putBlob(t *threadState, base int64, data []byte) (int64, error) {
	if t.nextBlob == 0 {
		last, err := w.c.Number("SELECT max(id) FROM blobs WHERE id BETWEEN ? AND ?", t.blobID(0), t.blobID(1<<32-1))
		if err != nil {
			return 0, err
		}
		t.nextBlob = max(last-t.blobID(0), 0) + 1
	}
	var column driver.Value
	if base != 0 {
		column = base
	}
	n := t.nextBlob
	w.large = w.large || len(data) > maxRetained
	if _, err := w.c.Exec("INSERT INTO blobs (id, base, data) VALUES (?, ?, ?)", t.blobID(n), column, w.c.seal(nil, "blobs.data", t.blobID(n), data)); err != nil {
		return 0, err
	}
	t.nextBlob++
	return n, nil
}
