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
)

// CancelError is the error of a run that was cancelled. The thread can be resumed from its last superstep.
type CancelError struct {
	ThreadID string
	By       string // who cancelled it; "" if that is not known
}

func (e *CancelError) Error() string {
	if e.By == "" {
		return fmt.Sprintf("the run of thread %q was cancelled", e.ThreadID)
	}
	return fmt.Sprintf("the run of thread %q was cancelled by %s", e.ThreadID, e.By)
}

// cancelKind is the kind of the documents that ask for the end of a run. Their key is the thread.
const cancelKind = "cancel"

// pollInterval is how often a process looks for what others have stored. It looks at one number, and reads no more
// unless that has changed.
const pollInterval = 50 * time.Millisecond

// running are the runs under way in this process, by thread.
type running struct {
	mu    sync.Mutex
	stops map[string]context.CancelCauseFunc
	stop  chan struct{} // ends the goroutine that looks for requests of others; nil if there is none
}

// watched lets Cancel, of this process or another one, stop a run until ended is called.
func (s *Store) watched(ctx context.Context, threadID string) (_ context.Context, ended func()) {
	ctx, stop := context.WithCancelCause(ctx)
	r := s.running
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.stops == nil {
		r.stops = map[string]context.CancelCauseFunc{}
	}
	r.stops[threadID] = stop
	if r.stop == nil && !s.o.ReadOnly && !s.inMemory {
		r.stop = make(chan struct{})
		go s.lookForCancels(r.stop)
	}
	return ctx, func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		delete(r.stops, threadID)
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
		wanted, err := s.db.Documents(context.Background(), sqlite.DocumentFilter{Kind: cancelKind})
		if err != nil {
			continue // the run itself gets the error of the store
		}
		for _, d := range wanted {
			s.stopRun(d.Key, requestedBy(d.Body))
		}
	}
}

// cancelRequest is the body of a document of cancelKind.
type cancelRequest struct {
	By string `json:"by,omitempty"`
}

func requestedBy(body []byte) string {
	var r cancelRequest
	_ = json.Unmarshal(body, &r) // then nobody knows who
	return r.By
}

// stopRun stops the run of a thread in this process; false if there is none.
func (s *Store) stopRun(threadID, by string) bool {
	s.running.mu.Lock()
	stop := s.running.stops[threadID]
	s.running.mu.Unlock()
	if stop != nil {
		stop(&CancelError{ThreadID: threadID, By: by})
	}
	return stop != nil
}

// Cancel stops the run of a thread, in whichever process it takes place, and returns when it has ended. The thread stands where its last
// superstep ended, with StatusInterrupted and no question; Resume without a value goes on. by is who wants that, for the run's
// *CancelError; "" is nobody in particular.
//
// A thread that nobody runs gives ErrNotRunning; one that is lost stands still from then on, and is not recovered. When ctx ends, Cancel
// returns its error: the run may end later.
func (s *Store) Cancel(ctx context.Context, threadID, by string) error {
	_, err := notified(s, ctx, struct{}{}, s.cancel(ctx, threadID, by))
	return err
}

func (s *Store) cancel(ctx context.Context, threadID, by string) error {
	t, err := s.thread(ctx, threadID)
	if err != nil {
		return err
	}
	leased, err := s.db.Leased(ctx, threadID)
	if err != nil {
		return err
	}
	if !leased {
		if t.Status == checkpoint.StatusRunning && t.Script.Hash != "" {
			return s.noteCancelled(threadID, "")
		}
		return errorf(ErrNotRunning, "thread %q is not being run", threadID)
	}
	if !s.stopRun(threadID, by) {
		body, err := json.Marshal(cancelRequest{By: by})
		if err != nil {
			return err
		}
		name := sqlite.DocumentName{Kind: cancelKind, Key: threadID}
		if err := s.db.Write(ctx, &sqlite.Change{Put: []sqlite.Document{{Kind: cancelKind, Key: threadID, Body: body}}}); err != nil {
			return err
		}
		defer func() {
			_ = s.db.Write(context.WithoutCancel(ctx), &sqlite.Change{Delete: []sqlite.DocumentName{name}}) // else it is asked for once more, of nobody
		}()
	}
	ticker := time.NewTicker(pollInterval / 5)
	defer ticker.Stop()
	for {
		if leased, err := s.db.Leased(ctx, threadID); err != nil || !leased {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-ticker.C:
		}
	}
}

// noteCancelled stores that a thread stands still because its run was cancelled.
func (s *Store) noteCancelled(threadID, runID string) error {
	to := checkpoint.StatusInterrupted
	_, err := s.saver.Get(context.Background(), checkpoint.Key{ThreadID: threadID})
	if errors.Is(err, checkpoint.ErrNotFound) {
		to = checkpoint.StatusDone // nothing was begun
	} else if err != nil {
		return err
	}
	err = s.db.SetStatus(context.Background(), threadID, checkpoint.StatusRunning, checkpoint.ThreadUpdate{Status: to, RunID: runID})
	if errors.Is(err, checkpoint.ErrConflict) || errors.Is(err, checkpoint.ErrNotFound) {
		return nil // it had ended before, or had not begun
	}
	return err
}
