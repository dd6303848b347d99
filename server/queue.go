// This file has the queues of runs. A thread executes one run at a time.

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

// job is a run that waits in the queue of its thread, or is executed.
type job struct {
	rec       *record
	cancel    context.CancelCauseFunc
	from      context.Context // context of the request that asked for the run; nil if none did
	ctx       context.Context
	done      chan struct{} // closed when the end of the run is stored
	ended     sync.Once
	cancelled string        // the name of who cancelled the run before it began
	rollback  bool          // the thread gets the state that it had before the run
	decided   bool          // whether it gets that state is decided: it is too late to ask for a rollback
	failed    error         // why the thread was not put back; valid when done is closed
	mark      *hitlrun.Mark // where the thread stood before the run; nil if that is in the store or not known
	recovered bool          // a former server began the run
	release   func()        // releases the claim of the run; nil if another server has it
	turn      func()        // ends the turn of the run on its thread; nil if it has none
	begun     bool          // the stored record says that the run has begun
	untouched bool          // the run was cancelled while others ran its thread, before it did anything
	fresh     bool          // the thread was created for the run
	behind    bool          // another run of its thread must continue first, and is before it in the queue
	// thread is the thread as the request read it, for a run that begins at once; nil if it must be read.
	thread *hitlrun.Thread
	out    *recorder
	over   atomic.Bool // the run has ended and its end is being stored; a client that sees this may start the next run
	end    *ending     // valid when done is closed
	outage outage      // whether it waits for the store
	size   int64       // bytes of the record, which is in memory until the run has ended
}

// threadQueue has the runs of a thread. The first of them is executed.
type threadQueue struct{ jobs []*job }

// queue has the queues of all threads.
type queue struct {
	mu      sync.Mutex
	threads map[string]*threadQueue
	closed  bool
	running sync.WaitGroup
	jobs    map[string]*job // by the id of the run
	bytes   int64           // of the records of jobs
	locks   map[string]*threadLock
}

// errClosed is returned for requests that come after Shutdown.
var errClosed = errorf(http.StatusServiceUnavailable, "the server is shutting down")

// busy reports whether a thread has unfinished runs.
func (q *queue) busy(threadID string) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	t := q.threads[threadID]
	return t != nil && slices.ContainsFunc(t.jobs, func(j *job) bool { return !j.over.Load() })
}

// runs reports whether this server executes a run of a thread.
func (q *queue) runs(threadID string) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	t := q.threads[threadID]
	return t != nil && len(t.jobs) > 0 && t.jobs[0].release != nil
}

// full reports whether one more run whose record has that many bytes exceeds Options.MaxQueued.
func (s *Server) full(size int64) bool {
	s.queue.mu.Lock()
	defer s.queue.mu.Unlock()
	return s.queue.bytes > 0 && s.queue.bytes+size > s.o.MaxQueued
}

// tooMuchQueued returns the error for a request that exceeds Options.MaxQueued.
func (s *Server) tooMuchQueued() error {
	return errorf(http.StatusServiceUnavailable, "runs with %d MiB of requests have not ended: send this one again when some have", s.o.MaxQueued>>20)
}

// remove removes a run that has ended. The caller holds q.mu.
func (q *queue) remove(j *job) {
	if q.jobs[j.rec.ID] == j {
		delete(q.jobs, j.rec.ID)
	}
	q.bytes -= j.size
}

// job returns an unfinished run by its id; nil for others.
func (q *queue) job(runID string) *job {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.jobs[runID]
}

// of returns the unfinished runs of a thread, in order.
func (q *queue) of(threadID string) []*job {
	q.mu.Lock()
	defer q.mu.Unlock()
	if t := q.threads[threadID]; t != nil {
		return slices.DeleteFunc(slices.Clone(t.jobs), func(j *job) bool { return j.over.Load() })
	}
	return nil
}

// close prevents that further runs begin.
func (q *queue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
}

// isClosed reports whether no further run begins.
func (q *queue) isClosed() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.closed
}

// wait waits for the runs that are executed now.
func (q *queue) wait() { q.running.Wait() }

// release releases the claims of the runs that have not begun, so that other servers can execute them.
func (q *queue) release() {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, j := range q.jobs {
		j.release()
	}
}

// threadLock is held while the server decides what a thread runs next.
type threadLock struct {
	mu    sync.Mutex
	users int // callers that hold or wait for mu
}

// lock takes the lock of a thread, until unlock is called. Locks of different threads are independent.
func (q *queue) lock(threadID string) (unlock func()) {
	l := q.lockOf(threadID)
	l.mu.Lock()
	return func() {
		l.mu.Unlock()
		q.leave(threadID, l)
	}
}

// tryLock is lock, but returns nil if somebody has the lock.
func (q *queue) tryLock(threadID string) (unlock func()) {
	l := q.lockOf(threadID)
	if !l.mu.TryLock() {
		q.leave(threadID, l)
		return nil
	}
	return func() {
		l.mu.Unlock()
		q.leave(threadID, l)
	}
}

// lockOf returns the lock of a thread, and counts the caller as one who uses it.
func (q *queue) lockOf(threadID string) *threadLock {
	q.mu.Lock()
	defer q.mu.Unlock()
	l := q.locks[threadID]
	if l == nil {
		l = &threadLock{}
		q.locks[threadID] = l
	}
	l.users++
	return l
}

// leave ends the use of the lock of a thread.
func (q *queue) leave(threadID string, l *threadLock) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if l.users--; l.users == 0 {
		delete(q.locks, threadID)
	}
}

// add enqueues a run on its thread, and starts it if it is the only one. If this server waits for the claim of the run and j has
// it, j takes the place of the one that waits, which leaves the queue when its turn comes.
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
	at := len(t.jobs)
	if i := slices.IndexFunc(t.jobs, func(other *job) bool { return other.rec.ID == rec.ID }); i >= 0 {
		at = i + 1
	}
	t.jobs = slices.Insert(t.jobs, at, j)
	if len(t.jobs) == 1 {
		s.launch(t, j)
	}
	return j, nil
}

// bindContext sets the context of a run. It ends with the server, and has the values of the context of the request, for
// example spans.
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

// close releases the claim of a run, and wakes everyone who waits for its end.
func (j *job) close() {
	if j.release != nil {
		j.release()
	}
	close(j.done)
}

// launch executes a run in a goroutine, and the next run of the thread after it. The caller holds s.queue.mu.
func (s *Server) launch(t *threadQueue, j *job) {
	s.queue.running.Add(1)
	s.wg.Go(func() {
		defer s.queue.running.Done()
		s.execute(j)
		q := &s.queue
		q.mu.Lock()
		defer q.mu.Unlock()
		if j.behind && !q.closed {
			j.again(statusPending)
			s.launch(t, t.jobs[0])
			return
		}
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

// again prepares the next attempt to execute a run whose record has this status. The caller holds s.queue.mu.
func (j *job) again(status string) {
	j.out, j.thread, j.fresh, j.begun, j.behind, j.failed, j.end = nil, nil, false, false, false, nil, nil
	j.rec.Status, j.recovered = status, status == statusRunning
}

// markBegun sets in the record that the run begins, and the checkpoint of its thread before it.
func (s *Server) markBegun(ctx context.Context, j *job) {
	s.markBefore(ctx, j)
	j.rec.Status = statusRunning
	j.rec.Attempt++
	j.rec.Began = isoTime(time.Now())
}

// markBefore sets in the job where the thread stands before the run, for a rollback.
func (s *Server) markBefore(ctx context.Context, j *job) {
	switch {
	case j.recovered:
		return // it is in the store
	case j.fresh:
		j.mark = &hitlrun.Mark{}
		return
	}
	ctx = context.WithoutCancel(ctx) // a run that is cancelled now may have to be rolled back
	if t, err := s.threadOf(ctx, j); err == nil {
		j.rec.Before = t.CheckpointID
	}
	j.mark, _ = s.store.Mark(ctx, j.rec.ThreadID) // without it a rollback forks the thread
}

// threadOf returns the thread of a run that begins.
func (s *Server) threadOf(ctx context.Context, j *job) (*hitlrun.Thread, error) {
	if j.thread != nil {
		return j.thread, nil
	}
	return s.thread(ctx, j.rec.ThreadID)
}

// about returns the fields that a run adds to the metadata of its thread.
func (rec *record) about() json.RawMessage {
	return encode(map[string]string{"graph_id": rec.GraphID, "assistant_id": rec.AssistantID})
}

// noteGraph stores in the metadata of a thread which graph and assistant it runs. A new thread has that from the start.
func (s *Server) noteGraph(ctx context.Context, rec *record, t *hitlrun.Thread) error {
	if about := rec.about(); t != nil && !hitlrun.ContainsJSON(t.Metadata, about) {
		return s.store.SetMetadata(ctx, rec.ThreadID, about)
	}
	return nil
}

// makeThread returns the thread of a run. If there is none and the request allows a new one, makeThread adds the new
// thread to change, and returns nil.
func (s *Server) makeThread(ctx context.Context, rec *record, change *hitlrun.Change) (*hitlrun.Thread, error) {
	about := rec.about()
	if rec.ownThread {
		change.Threads = []hitlrun.NewThread{{ID: rec.ThreadID, Meta: about}}
		return nil, nil
	}
	t, err := s.thread(ctx, rec.ThreadID)
	switch {
	case errors.Is(err, hitlrun.ErrNoThread) && rec.Request.IfNotExists == "create":
		change.Threads = []hitlrun.NewThread{{ID: rec.ThreadID, Meta: about}}
		return nil, nil
	case errors.Is(err, hitlrun.ErrNoThread):
		return nil, errorf(http.StatusNotFound, "Thread with ID %q not found", rec.ThreadID)
	}
	return t, err
}

// makeWay applies the multitask strategy of the request if the thread is busy, or has runs that begin later.
func (s *Server) makeWay(ctx context.Context, rec *record, t *hitlrun.Thread, later []delayedRun) error {
	before := s.queue.of(rec.ThreadID)
	if len(before)+len(later) == 0 && (t == nil || t.Status != hitlrun.StatusRunning || t.Lost) {
		return nil
	}
	switch rec.Request.strategy() {
	case "reject":
		return errorf(http.StatusUnprocessableEntity, "Thread is already running a task. Wait for it to finish or choose a different multitask strategy.")
	case "enqueue": // it does not wait for those that begin later
		return rec.keepsAnswers(later)
	case "interrupt", "rollback":
		for _, d := range later { // one of them could begin when the one before it ends
			if err := s.endDelayed(ctx, rec, d); err != nil {
				return err
			}
		}
		for i := len(before) - 1; i >= 0; i-- {
			err := s.requestCancel(ctx, before[i].rec, rec.By, rec.Request.strategy() == "rollback")
			if err == nil {
				err = s.end(ctx, before[i], rec.By, rec.Request.strategy() == "rollback")
			}
			if err != nil && !isNoDocument(err) { // otherwise it has ended elsewhere, and was deleted
				return err
			}
		}
	}
	return nil
}

// endQueued ends a run that is cancelled before it began.
func (s *Server) endQueued(j *job) {
	j.end = &ending{status: statusInterrupted}
	j.rec.RolledBack = true // there is nothing to put back
	if s.finish(j, j.end) {
		s.discardAfter(j.rec)
	}
	s.queue.mu.Lock()
	s.queue.remove(j)
	s.queue.mu.Unlock()
	j.close()
}

// end cancels a run, and waits for its end. While the store takes nothing it returns an error, and the run ends later.
func (s *Server) end(ctx context.Context, j *job, by string, rollback bool) error {
	s.queue.mu.Lock()
	if j.release == nil {
		s.queue.mu.Unlock()
		return s.endElsewhere(ctx, j.rec.ID, by)
	}
	if j.cancelled == "" {
		j.cancelled = by
	}
	j.rollback = j.rollback || rollback && !j.decided
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
	ended := j.done
	if !first { // the run waits in the queue, and is never executed
		ended = make(chan struct{})
		s.wg.Go(func() {
			defer close(ended)
			j.ended.Do(func() { s.endQueued(j) })
		})
	}
	var late <-chan time.Time
	for waits := j.outage.begun(); ; {
		select {
		case <-waits: // it may have waited before it was cancelled
			waits, late = nil, time.After(time.Second)
			continue
		case <-late:
			return j.outage.reason()
		case <-ended:
		case <-ctx.Done():
			return ctx.Err()
		}
		if !first {
			return nil
		}
		if j.failed != nil || j.end != nil && j.end.again {
			return j.failed
		}
		return s.forgetCancel(ctx, j.rec.ID)
	}
}
