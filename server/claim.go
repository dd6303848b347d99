// This file coordinates several servers of one store, for example while a new version of a server starts before the old
// one has ended. A server executes a run only if it holds the claim of the run. The system frees a claim when its
// process ends.

package server

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/hitlrun/hitlrun"
)

// maxServers is how many servers of a store can detect each other.
const maxServers = 16

// own takes a claim for this server. ok is false if another server holds it, or if that cannot be determined.
func (s *Server) own(ctx context.Context, kind, id string) (release func(), ok bool) {
	release, err := s.store.Claim(ctx, kind+"/"+id)
	return release, err == nil
}

// join claims a place for this server, by which other servers of the store detect it.
func (s *Server) join() {
	for i := range maxServers {
		if release, ok := s.own(s.base, "server", strconv.Itoa(i)); ok {
			s.place, s.leave = i, release
			break
		}
	}
	s.look()
}

// look sets s.others to whether the store has other servers, and s.beside.
func (s *Server) look() {
	others := false
	for i := 0; i < maxServers && !others; i++ {
		if i == s.place && s.leave != nil {
			continue
		}
		release, ok := s.own(s.base, "server", strconv.Itoa(i))
		if others = !ok; ok {
			release()
		}
	}
	s.others.Store(others)
	if others {
		s.beside.Store(time.Now().UnixNano())
	}
}

// hadOthers reports whether the store had other servers within the last minute. What one of them left when it ended is found by then.
func (s *Server) hadOthers() bool {
	return s.others.Load() || time.Since(time.Unix(0, s.beside.Load())) < recoverAlone
}

// take waits until it gets the claim of a run that another server executes. It returns false if the run has ended by
// then, or if recover got the claim: the run is then behind j in the queue, see add.
func (s *Server) take(j *job) bool {
	for wait := 10 * time.Millisecond; s.queue.job(j.rec.ID) == nil; wait = min(2*wait, 250*time.Millisecond) {
		if release, ok := s.own(j.ctx, runKind, j.rec.ID); ok {
			rec, err := s.record(j.ctx, j.rec.ID)
			if err != nil || rec.ended() || !s.serves(rec) { // one for another server does not hold up the next
				release()
				return false
			}
			s.queue.mu.Lock()
			defer s.queue.mu.Unlock()
			j.rec.Status, j.rec.Attempt, j.rec.Before = rec.Status, rec.Attempt, rec.Before
			j.recovered, j.release = rec.Status == statusRunning, release
			s.queue.jobs[j.rec.ID] = j
			return true
		}
		select {
		case <-time.After(wait):
		case <-j.ctx.Done():
			return false
		}
	}
	return false
}

// turnKind is the kind of the claims of threads. The server that holds it is the only one that executes runs of the thread, from
// before it stores that a run begins until it has stored how it ended: what a killed server has left of a run is found by the next
// one before it changes the thread.
const turnKind = "turn"

// takeTurn takes the turn of a thread for a run that begins at once. It returns false if the run has to wait.
func (s *Server) takeTurn(ctx context.Context, j *job) bool {
	release, ok := s.own(ctx, turnKind, j.rec.ThreadID)
	if ok && s.hadOthers() && len(s.begun(ctx, j)) > 0 {
		release()
		ok = false
	}
	if ok {
		j.turn = release
	}
	return ok
}

// waitTurn waits until the run has the turn of its thread. It returns false if the run ends before.
func (s *Server) waitTurn(j *job) bool {
	for wait := time.Millisecond; j.turn == nil; wait = min(2*wait, 100*time.Millisecond) {
		release, ok := s.own(j.ctx, turnKind, j.rec.ThreadID)
		if ok {
			j.turn = release
			break
		}
		select {
		case <-time.After(wait):
		case <-j.ctx.Done():
			return false
		}
	}
	return true
}

// alone takes the turn of a thread for a change that is not a run. Until it is released, no other server changes the state of the
// thread, begins a run of it, or accepts a delayed answer to one of its questions.
func (s *Server) alone(ctx context.Context, threadID string) (release func(), err error) {
	const longest = 2 * time.Second
	for begun, wait := time.Now(), time.Millisecond; ; wait = min(2*wait, 100*time.Millisecond) {
		if release, ok := s.own(ctx, turnKind, threadID); ok {
			return release, nil
		}
		if time.Since(begun) > longest {
			return nil, errorf(http.StatusConflict, "Thread %q is being run or changed through another server. Send the request again later.", threadID)
		}
		select {
		case <-time.After(wait):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// endTurn lets other servers execute the next run of a thread.
func (s *Server) endTurn(j *job) {
	if j.turn != nil {
		j.turn()
		j.turn = nil
	}
}

// letGoFirst reports whether another run of the thread was begun by a server that is gone. That one is put before j in the queue: once j
// has changed the thread, nobody could know how far it came. It may have stored only that it begins, or everything but its end.
func (s *Server) letGoFirst(j *job) bool {
	return !j.recovered && slices.ContainsFunc(s.begun(j.ctx, j), func(id string) bool { return s.queueFirst(j, id) })
}

// begun returns the other runs of the thread of j that have begun and not ended. The caller has the turn of the thread: nobody
// executes them.
func (s *Server) begun(ctx context.Context, j *job) (ids []string) {
	for d, err := range s.store.EachDocumentKey(ctx, hitlrun.DocumentFilter{Kind: runKind, ThreadID: j.rec.ThreadID, States: []string{statusRunning}}) {
		if err != nil {
			return nil // as if there were none
		}
		if d.Key != j.rec.ID {
			ids = append(ids, d.Key)
		}
	}
	return ids
}

// queueFirst puts a run before j in the queue of their thread, unless another server executes it or it has ended.
func (s *Server) queueFirst(j *job, id string) bool {
	if first := s.queue.job(id); first != nil {
		return s.queue.first(first)
	}
	release, ok := s.own(j.ctx, runKind, id)
	if !ok {
		first := s.queue.job(id) // recover may have taken it
		return first != nil && s.queue.first(first)
	}
	rec, err := s.record(j.ctx, id)
	if err == nil && !rec.ended() && s.serves(rec) {
		first := &job{rec: rec, recovered: rec.Status == statusRunning, release: release, size: int64(len(rec.document().Body))}
		if _, err = s.add(first); err == nil {
			return s.queue.first(first)
		}
	}
	release()
	return false
}

// first moves a run to the front of the queue of its thread. It returns false if it is not in the queue, or there already.
func (q *queue) first(j *job) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	t := q.threads[j.rec.ThreadID]
	if t == nil {
		return false
	}
	i := slices.Index(t.jobs, j)
	if i <= 0 {
		return false
	}
	t.jobs = slices.Insert(slices.Delete(slices.Clone(t.jobs), i, i+1), 0, j)
	return true
}

// queueElsewhere enqueues the unfinished runs of other servers on a thread, so that the next run of this server waits
// for them.
func (s *Server) queueElsewhere(ctx context.Context, t *hitlrun.Thread) error {
	if t == nil || !s.others.Load() && t.Status != hitlrun.StatusRunning {
		return nil
	}
	queued := s.queue.of(t.ID)
	for d, err := range s.eachDocument(ctx, hitlrun.DocumentFilter{Kind: runKind, ThreadID: t.ID, States: []string{statusPending, statusRunning}}) {
		if err != nil {
			return err
		}
		if !d.Due.IsZero() || slices.ContainsFunc(queued, func(j *job) bool { return j.rec.ID == d.Key }) {
			continue // it begins later, or it is in the queue of this server
		}
		rec, err := recordOf(&d)
		if err == nil {
			_, err = s.add(&job{rec: rec, size: int64(len(d.Body))})
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// endElsewhere cancels a run that another server executes, and waits for its end. The request to cancel must be in the store.
func (s *Server) endElsewhere(ctx context.Context, id, by string) error {
	for {
		rec, err := s.record(ctx, id)
		switch {
		case err != nil:
			return err
		case rec.ended():
			return s.forgetCancel(ctx, id)
		case rec.Status == statusPending:
			if err = s.endPending(ctx, rec); err == nil {
				return nil
			}
		default:
			err = s.store.CancelRun(ctx, rec.ThreadID, rec.ID, by)
		}
		if err != nil && !errors.Is(err, hitlrun.ErrConflict) && !errors.Is(err, hitlrun.ErrNotRunning) { // the run begins, or has just ended
			return err
		}
		if release, ok := s.own(ctx, runKind, id); ok { // its server is gone, or could not put the thread back
			release()
			if !s.serves(rec) {
				return nil // the server that serves its graph ends it
			}
			if err := s.recover(ctx); err != nil {
				return err
			}
			if j := s.queue.job(id); j != nil {
				select {
				case <-j.outage.begun():
					return j.outage.reason()
				case <-j.done:
					if j.failed != nil {
						return j.failed
					}
				case <-ctx.Done():
					return ctx.Err()
				}
			}
		}
		select {
		case <-time.After(20 * time.Millisecond):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// poll returns a channel that receives when it is time to read events that another server may have stored; nil if no
// poll is needed.
func (s *Server) poll(threadID string) <-chan time.Time {
	if !s.others.Load() || s.queue.runs(threadID) {
		return nil
	}
	return time.After(500 * time.Millisecond)
}
