// This file has the queues of runs: a thread runs one at a time.

package server

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/hitlrun/hitlrun"
)

// job is a run that waits for its turn, or has it.
type job struct {
	rec       *record
	cancel    context.CancelCauseFunc
	from      context.Context // of the request that asked for it; nil if none did
	ctx       context.Context
	done      chan struct{} // closed when its end is stored
	ended     sync.Once
	cancelled string // who cancelled it, before it began
	rollback  bool   // the thread goes back to where it was before the run
	recovered bool   // a server before this one has begun it
	release   func() // gives up the claim of the run; nil if another server has it
	begun     bool   // its record says already that it is under way
	fresh     bool   // its thread was made for it
	// thread is its thread as the request found it, if the run begins at once; nil if it has to be read.
	thread *hitlrun.Thread
	out    *recorder
	over   atomic.Bool // it has ended, and its end is being stored: whoever sees that may start the next one
	end    *ending     // how it ended, when done is closed
	size   int64       // of its record, which is in memory until it has ended
}

// threadQueue has the runs of a thread: the first one is under way.
type threadQueue struct{ jobs []*job }

// queue has the runs of all threads.
type queue struct {
	mu      sync.Mutex
	threads map[string]*threadQueue
	closed  bool
	running sync.WaitGroup
	jobs    map[string]*job // by run
	bytes   int64           // of the records of jobs
	locks   map[string]*threadLock
}

// errClosed is returned to who comes too late.
var errClosed = errorf(http.StatusServiceUnavailable, "the server is shutting down")

// busy reports whether a thread has runs that have not ended.
func (q *queue) busy(threadID string) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	t := q.threads[threadID]
	return t != nil && slices.ContainsFunc(t.jobs, func(j *job) bool { return !j.over.Load() })
}

// runs reports whether a run of a thread takes place here.
func (q *queue) runs(threadID string) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	t := q.threads[threadID]
	return t != nil && len(t.jobs) > 0 && t.jobs[0].release != nil
}

// full reports whether the runs that have not ended take so much memory that one of size more is too much.
func (s *Server) full(size int64) bool {
	s.queue.mu.Lock()
	defer s.queue.mu.Unlock()
	return s.queue.bytes > 0 && s.queue.bytes+size > s.o.MaxQueued
}

// remove forgets a run that has ended. The mutex of the queue is held.
func (q *queue) remove(j *job) {
	if q.jobs[j.rec.ID] == j {
		delete(q.jobs, j.rec.ID)
	}
	q.bytes -= j.size
}

// job returns a run that has not ended; nil for others.
func (q *queue) job(runID string) *job {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.jobs[runID]
}

// of returns the runs of a thread that have not ended, in their order.
func (q *queue) of(threadID string) []*job {
	q.mu.Lock()
	defer q.mu.Unlock()
	if t := q.threads[threadID]; t != nil {
		return slices.DeleteFunc(slices.Clone(t.jobs), func(j *job) bool { return j.over.Load() })
	}
	return nil
}

// close lets no run begin any more.
func (q *queue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
}

// wait waits for the runs under way.
func (q *queue) wait() { q.running.Wait() }

// release lets other servers have the runs that have not begun.
func (q *queue) release() {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, j := range q.jobs {
		j.release()
	}
}

// threadLock is held while it is decided what a thread runs next.
type threadLock struct {
	mu    sync.Mutex
	users int // who have it, or wait for it
}

// lock has the caller alone decide what happens to a thread, until unlock is called. Other threads do not wait for that.
func (q *queue) lock(threadID string) (unlock func()) {
	q.mu.Lock()
	l := q.locks[threadID]
	if l == nil {
		l = &threadLock{}
		q.locks[threadID] = l
	}
	l.users++
	q.mu.Unlock()
	l.mu.Lock()
	return func() {
		l.mu.Unlock()
		q.mu.Lock()
		defer q.mu.Unlock()
		if l.users--; l.users == 0 {
			delete(q.locks, threadID)
		}
	}
}

// add puts a run behind those of its thread, and starts it if there is none.
func (s *Server) add(j *job) (*job, error) {
	rec := j.rec
	j.done = make(chan struct{})
	s.bindContext(j)
	q := &s.queue
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed {
		return nil, errClosed
	}
	t := q.threads[rec.ThreadID]
	if t == nil {
		t = &threadQueue{}
		q.threads[rec.ThreadID] = t
	}
	if q.jobs == nil {
		q.jobs = map[string]*job{}
	}
	q.bytes += j.size
	if j.release != nil {
		q.jobs[rec.ID] = j
	}
	t.jobs = append(t.jobs, j)
	if len(t.jobs) == 1 {
		s.launch(t, j)
	}
	return j, nil
}

// bindContext gives a run a context that ends with the server, and has the values of that of its request: spans for example.
func (s *Server) bindContext(j *job) {
	if j.from == nil {
		j.from = s.base
	}
	ctx, cancel := context.WithCancelCause(context.WithoutCancel(j.from))
	stop := context.AfterFunc(s.base, func() { cancel(context.Cause(s.base)) })
	j.ctx, j.cancel = ctx, func(cause error) {
		stop()
		cancel(cause)
	}
}

// close ends a run for all that wait for it, other servers too.
func (j *job) close() {
	if j.release != nil {
		j.release()
	}
	close(j.done)
}

// launch starts a run, and those behind it when it has ended. It is called with the mutex of the queue held.
func (s *Server) launch(t *threadQueue, j *job) {
	s.queue.running.Add(1)
	s.wg.Go(func() {
		defer s.queue.running.Done()
		s.execute(j)
		q := &s.queue
		q.mu.Lock()
		defer q.mu.Unlock()
		for i := range t.jobs {
			if t.jobs[i] == j {
				t.jobs = append(t.jobs[:i:i], t.jobs[i+1:]...)
				break
			}
		}
		q.remove(j)
		j.cancel(nil)
		j.ended.Do(j.close)
		switch {
		case len(t.jobs) > 0 && !q.closed:
			s.launch(t, t.jobs[0])
		case len(t.jobs) == 0 && q.threads[j.rec.ThreadID] == t:
			delete(q.threads, j.rec.ThreadID)
		}
	})
}

// accept makes a run of a request: it is stored, and waits for its turn, when accept returns. An answer that was sent before returns
// the run that took it. The job is nil if the run is not in the queue.
func (s *Server) accept(ctx context.Context, rec *record) (*record, *job, error) {
	resume := rec.Request.resume()
	if resume != nil {
		s.settle(ctx, rec.ThreadID)
	}
	unlock := s.queue.lock(rec.ThreadID)
	defer unlock()
	change := &hitlrun.Change{}
	busy := s.queue.busy(rec.ThreadID)
	t, err := s.makeThread(ctx, rec, change)
	if err == nil {
		err = s.queueElsewhere(ctx, t)
	}
	if err != nil {
		return nil, nil, err
	}
	if resume != nil {
		if t == nil {
			return nil, nil, errorf(http.StatusNotFound, "Thread with ID %q not found", rec.ThreadID)
		}
		earlier, err := s.bind(ctx, rec, t, resume)
		if err != nil {
			return nil, nil, err
		}
		if earlier != nil {
			return earlier, s.queue.job(earlier.ID), nil
		}
	} else if err := s.makeWay(ctx, rec, t); err != nil {
		return nil, nil, err
	}
	if err := s.noteGraph(ctx, rec, t); err != nil {
		return nil, nil, err
	}
	j := &job{rec: rec, from: ctx, fresh: len(change.Threads) > 0}
	if j.release, err = s.store.Claim(ctx, runKind+"/"+rec.ID); err != nil {
		return nil, nil, err
	}
	due := time.Time{}
	if after := rec.Request.AfterSeconds; after > 0 {
		due = time.Now().Add(time.Duration(after * float64(time.Second)))
	}
	rec.Status = statusPending
	if due.IsZero() && !s.queue.busy(rec.ThreadID) { // it begins at once: one write says both
		j.begun = true
		if !busy {
			j.thread = t
		}
		s.markBegun(ctx, j)
	}
	d := rec.document()
	d.Due = due
	if j.size = int64(len(d.Body)); s.full(j.size) {
		j.release()
		return nil, nil, errorf(http.StatusServiceUnavailable, "runs with %d MiB of requests have not ended: send this one again when some have", s.o.MaxQueued>>20)
	}
	change.Insert = []hitlrun.Document{d}
	if err := s.store.Write(ctx, change); err != nil {
		j.release()
		return nil, nil, err
	}
	rec.CreatedAt, rec.UpdatedAt = isoTime(time.Now()), isoTime(time.Now())
	shown := *rec // the run changes its own
	shown.Status = statusPending
	if !due.IsZero() {
		j.release()
		return &shown, nil, nil // tick starts it
	}
	if _, err = s.add(j); err != nil {
		j.release()
	}
	return &shown, j, err
}

// markBegun notes in a record that its run begins, and where its thread stands before.
func (s *Server) markBegun(ctx context.Context, j *job) {
	s.markBefore(ctx, j)
	j.rec.Status = statusRunning
	j.rec.Attempt++
}

// markBefore notes in a record where its thread stands before the run.
func (s *Server) markBefore(ctx context.Context, j *job) {
	if j.recovered || j.fresh {
		return
	}
	if t, err := s.threadOf(ctx, j); err == nil {
		j.rec.Before = t.CheckpointID
	}
}

// threadOf returns the thread of a run that begins.
func (s *Server) threadOf(ctx context.Context, j *job) (*hitlrun.Thread, error) {
	if j.thread != nil {
		return j.thread, nil
	}
	return s.store.Thread(ctx, j.rec.ThreadID)
}

// about is what the metadata of a thread say of a run.
func (rec *record) about() json.RawMessage {
	return encode(map[string]string{"graph_id": rec.GraphID, "assistant_id": rec.AssistantID})
}

// noteGraph notes in the metadata of a thread what runs in it; a new one has that from its beginning.
func (s *Server) noteGraph(ctx context.Context, rec *record, t *hitlrun.Thread) error {
	if about := rec.about(); t != nil && !hitlrun.ContainsJSON(t.Metadata, about) {
		return s.store.SetMetadata(ctx, rec.ThreadID, about)
	}
	return nil
}

// makeThread returns the thread of a run. If that is wanted, change makes one: then makeThread returns nil.
func (s *Server) makeThread(ctx context.Context, rec *record, change *hitlrun.Change) (*hitlrun.Thread, error) {
	about := rec.about()
	if rec.ownThread {
		change.Threads = []hitlrun.NewThread{{ID: rec.ThreadID, Meta: about}}
		return nil, nil
	}
	t, err := s.store.Thread(ctx, rec.ThreadID)
	switch {
	case errors.Is(err, hitlrun.ErrNoThread) && rec.Request.IfNotExists == "create":
		change.Threads = []hitlrun.NewThread{{ID: rec.ThreadID, Meta: about}}
		return nil, nil
	case errors.Is(err, hitlrun.ErrNoThread):
		return nil, errorf(http.StatusNotFound, "Thread with ID %q not found", rec.ThreadID)
	}
	return t, err
}

// makeWay does what the client wants if its thread is busy.
func (s *Server) makeWay(ctx context.Context, rec *record, t *hitlrun.Thread) error {
	before := s.queue.of(rec.ThreadID)
	if len(before) == 0 && (t == nil || t.Status != hitlrun.StatusRunning || t.Lost) {
		return nil
	}
	switch rec.Request.strategy() {
	case "reject":
		return errorf(http.StatusUnprocessableEntity, "Thread is already running a task. Wait for it to finish or choose a different multitask strategy.")
	case "interrupt", "rollback":
		for i := len(before) - 1; i >= 0; i-- {
			if err := s.end(ctx, before[i], rec.By, rec.Request.strategy() == "rollback"); err != nil {
				return err
			}
		}
	}
	return nil
}

// end cancels a run, and waits for its end.
func (s *Server) end(ctx context.Context, j *job, by string, rollback bool) error {
	s.queue.mu.Lock()
	if j.release == nil {
		s.queue.mu.Unlock()
		return s.endElsewhere(ctx, j.rec.ID, by, rollback)
	}
	if j.cancelled == "" {
		j.cancelled, j.rollback = by, rollback
	}
	first := false
	if t := s.queue.threads[j.rec.ThreadID]; t != nil && len(t.jobs) > 0 {
		first = t.jobs[0] == j
		for i := 1; i < len(t.jobs); i++ {
			if t.jobs[i] == j {
				t.jobs = append(t.jobs[:i:i], t.jobs[i+1:]...)
				break
			}
		}
	}
	s.queue.mu.Unlock()
	j.cancel(&hitlrun.CancelError{ThreadID: j.rec.ThreadID, By: by})
	if !first { // it waits for its turn, which does not come
		j.ended.Do(func() {
			j.end = &ending{status: statusInterrupted}
			s.finish(j, j.end)
			s.queue.mu.Lock()
			s.queue.remove(j)
			s.queue.mu.Unlock()
			j.close()
		})
		return nil
	}
	select {
	case <-j.done:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
