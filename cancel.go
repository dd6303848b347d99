// This file cancels runs, in this process and in others.

package hitlrun

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/checkpoint/sqlite"
	"github.com/hitlrun/hitlrun/runtime"
)

// CancelError is the error of a run that was cancelled. The thread can be resumed from its last superstep.
type CancelError struct {
	ThreadID string
	By       string // who cancelled it; "" if unknown
}

// Error names the thread, and who cancelled its run.
func (e *CancelError) Error() string {
	if e.By == "" {
		return fmt.Sprintf("the run of thread %q was cancelled", e.ThreadID)
	}
	return fmt.Sprintf("the run of thread %q was cancelled by %s", e.ThreadID, e.By)
}

// cancelKind is the kind of the documents that request the end of a run. Their key is the id of the thread.
const cancelKind = "cancel"

// pollInterval is how often a process checks what other processes have stored. It reads one number, and more only if
// that number has changed.
const pollInterval = 50 * time.Millisecond

// running has the active runs of this process, by thread.
type running struct {
	mu      sync.Mutex
	stops   map[string]stopper
	outages map[string]outage
	since   map[string]time.Time // when this process got the leases that it holds
	stop    chan struct{}        // ends the goroutine that looks for requests of other processes; nil if there is none
}

// stopper stops a run.
type stopper struct {
	runID string
	stop  context.CancelCauseFunc
}

// watched registers a run, so that Cancel in this process or in another one can stop it until ended is called. again may be
// nil.
func (s *Store) watched(ctx context.Context, threadID, runID string, again onOutage) (_ context.Context, ended func()) {
	ctx, stop := context.WithCancelCause(ctx)
	r := s.running
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.stops == nil {
		r.stops, r.outages = map[string]stopper{}, map[string]outage{}
	}
	r.stops[threadID], r.outages[threadID] = stopper{runID, stop}, outageOf(ctx, again)
	if r.stop == nil && !s.o.ReadOnly && !s.inMemory {
		r.stop = make(chan struct{})
		go s.lookForCancels(r.stop)
	}
	return ctx, func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		delete(r.stops, threadID)
		delete(r.outages, threadID)
		if len(r.stops) == 0 && r.stop != nil {
			close(r.stop)
			r.stop = nil
		}
		stop(nil)
	}
}

// lookForCancels stops runs that other processes have asked to stop.
func (s *Store) lookForCancels(end <-chan struct{}) {
	ticker := time.NewTicker(pollInterval)
	defer ticker.Stop()
	var last sqlite.Version
	for {
		select {
		case <-end:
			return
		case <-ticker.C:
		}
		now, known := s.db.Version()
		if known && now == last {
			continue
		}
		last = now
		for d, err := range s.db.EachDocument(context.Background(), sqlite.DocumentFilter{Kind: cancelKind}) {
			if err == nil && s.running.madeFor(&d) { // the run itself gets the error of the store
				r := requestOf(d.Body)
				s.stopRun(d.Key, r.RunID, r.By)
			}
		}
	}
}

// leased notes that this process holds the lease of a thread from now on, until it calls released.
func (r *running) leased(threadID string) (released func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.since == nil {
		r.since = map[string]time.Time{}
	}
	r.since[threadID] = time.Now()
	return func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		delete(r.since, threadID)
	}
}

// madeFor reports whether a request to cancel was made during the run that this process has of its thread. An older one was
// for an earlier run, and its process was killed before it could remove it.
func (r *running) madeFor(d *sqlite.Document) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	began, ok := r.since[d.Key]
	return ok && !d.UpdatedAt.Before(began.Truncate(time.Microsecond))
}

// cancelRequest is the body of a document of cancelKind.
type cancelRequest struct {
	By    string `json:"by,omitempty"`
	RunID string `json:"run,omitempty"` // of the run to cancel; "" means whichever runs
}

func requestOf(body []byte) (r cancelRequest) {
	_ = json.Unmarshal(body, &r) // then it is unknown who
	return r
}

// stopRun stops the run of a thread in this process, unless it is another one than runID; "" means any. It returns false if this
// process does not run the thread.
func (s *Store) stopRun(threadID, runID, by string) bool {
	s.running.mu.Lock()
	run, ok := s.running.stops[threadID]
	s.running.mu.Unlock()
	if ok && (runID == "" || runID == run.runID) {
		run.stop(&CancelError{ThreadID: threadID, By: by})
	}
	return ok
}

// Cancel stops the run of a thread, in whichever process it takes place, and returns when the run has ended. The thread
// is then where its last superstep ended, with StatusInterrupted; Resume without a value continues it. Questions that no
// answer came to still wait. An answer to one of them continues the other nodes too.
// by says who cancels, for the run's *CancelError; it may be "".
//
// A thread that nobody runs gives ErrNotRunning. A lost thread (see Thread.Lost) gets StatusInterrupted too, and
// Recover leaves it alone. When ctx ends first, Cancel returns the error of ctx; the run may still end later.
func (s *Store) Cancel(ctx context.Context, threadID, by string) error {
	_, err := notified(s, ctx, struct{}{}, s.cancel(ctx, threadID, "", by))
	return err
}

// CancelRun is Cancel for one run, by its RunOptions.RunID. If the thread is not being run by it, because it has not stored its
// input yet, has ended, or another run of the thread is under way, the error is ErrNotRunning, and that other run continues.
func (s *Store) CancelRun(ctx context.Context, threadID, runID, by string) error {
	if runID == "" {
		return errorf(ErrNotRunning, "there is no run without an id")
	}
	_, err := notified(s, ctx, struct{}{}, s.cancel(ctx, threadID, runID, by))
	return err
}

func (s *Store) cancel(ctx context.Context, threadID, runID, by string) error {
	if err := checkNames(by, ""); err != nil {
		return err
	}
	t, err := s.thread(ctx, threadID)
	if err != nil {
		return err
	}
	leased, err := s.db.Leased(ctx, threadID)
	if err != nil {
		return err
	}
	other := func(t *sqlite.Thread) bool { return runID != "" && t.RunID != runID }
	if other(t) {
		return errorf(ErrNotRunning, "thread %q is not being run by run %s", threadID, runID)
	}
	if !leased {
		if isLost(t) {
			return s.noteCancelled(threadID, t.RunID)
		}
		return errorf(ErrNotRunning, "thread %q is not being run", threadID)
	}
	request := func() error { return nil }
	if !s.stopRun(threadID, runID, by) {
		body, err := json.Marshal(cancelRequest{By: by, RunID: runID})
		if err != nil {
			return err
		}
		request = func() error {
			d := sqlite.Document{Kind: cancelKind, Key: threadID, ThreadID: threadID, Body: body}
			return noThread(threadID, s.db.Write(ctx, &sqlite.Change{Put: []sqlite.Document{d}}))
		}
		defer func() {
			name := sqlite.DocumentName{Kind: cancelKind, Key: threadID}
			_ = s.db.Write(context.WithoutCancel(ctx), &sqlite.Change{Delete: []sqlite.DocumentName{name}})
		}()
	}
	ticker, again := time.NewTicker(pollInterval/5), time.NewTicker(time.Second)
	defer ticker.Stop()
	defer again.Stop()
	if err := request(); err != nil {
		return err
	}
	for {
		leased, err := s.db.Leased(ctx, threadID)
		if err == nil && !leased { // the run has ended, or its process has
			if t, err = s.thread(ctx, threadID); err == nil && isLost(t) && !other(t) {
				err = s.noteCancelled(threadID, t.RunID)
			}
			return err
		}
		if err == nil && runID != "" {
			if t, err = s.thread(ctx, threadID); err == nil && other(t) {
				return nil // the run has ended, and another one has begun
			}
		}
		if err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-again.C: // the clock may have been set back, and the request look like one for an earlier run
			if err := request(); err != nil {
				return err
			}
		case <-ticker.C:
		}
	}
}

// isLost reports whether the process of a thread that nobody runs is gone.
func isLost(t *sqlite.Thread) bool {
	return t.Status == checkpoint.StatusRunning && t.Script.Hash != ""
}

// noteCancelled stores that the run of a thread was cancelled.
func (s *Store) noteCancelled(threadID, runID string) error {
	to := checkpoint.StatusInterrupted
	waiting, err := runtime.WaitingQuestions(context.Background(), s.saver, threadID)
	if errors.Is(err, checkpoint.ErrNotFound) {
		to = checkpoint.StatusDone // no superstep had begun
	} else if err != nil {
		return err
	}
	err = s.db.SetStatus(context.Background(), threadID, checkpoint.StatusRunning, checkpoint.ThreadUpdate{Status: to, Interrupts: waiting, RunID: runID})
	if errors.Is(err, checkpoint.ErrConflict) || errors.Is(err, checkpoint.ErrNotFound) {
		return nil // the run had ended before, or had not begun
	}
	return err
}

// Stopped reports whether the last run of a thread that has questions was cancelled while other nodes had not ended. Resume
// without a value continues these; the questions wait meanwhile. It returns false for threads without questions, and
// ErrNoThread for one that does not exist.
func (s *Store) Stopped(ctx context.Context, threadID string) (bool, error) {
	t, err := s.thread(ctx, threadID)
	if err == nil {
		stopped, err := s.stopped(ctx, t)
		return notified(s, ctx, stopped, err)
	}
	return notified(s, ctx, false, err)
}

func (s *Store) stopped(ctx context.Context, t *sqlite.Thread) (bool, error) {
	if t.Status != checkpoint.StatusInterrupted || len(t.Interrupts) == 0 {
		return false, nil
	}
	return runtime.Stopped(ctx, s.saver, t.ID, functionOf(t))
}
