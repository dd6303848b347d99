// This file coordinates several servers of one store, for example while a new version of a server starts before the old
// one has ended. A server executes a run only if it holds the claim of the run. The system frees a claim when its
// process ends.

package server

import (
	"context"
	"errors"
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

// look sets s.others to whether the store has other servers.
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
}

// take waits until it gets the claim of a run that another server executes. It returns false if the run has ended by
// then.
func (s *Server) take(j *job) bool {
	for wait := 10 * time.Millisecond; ; wait = min(2*wait, 250*time.Millisecond) {
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
}

// letGoFirst reports whether the thread of a run that waits has an unfinished run whose server is gone. That one is put before it in
// the queue: it was begun earlier, and could not go on once another one has changed the thread.
func (s *Server) letGoFirst(j *job) bool {
	t, err := s.store.Thread(j.ctx, j.rec.ThreadID)
	if j.recovered || err != nil || t.Status != hitlrun.StatusRunning || t.RunID == "" || t.RunID == j.rec.ID {
		return false
	}
	first := s.queue.job(t.RunID)
	if first == nil {
		release, ok := s.own(j.ctx, runKind, t.RunID)
		if !ok {
			first = s.queue.job(t.RunID) // recover may have taken it
			return first != nil && s.queue.first(first)
		}
		d, err := s.store.Document(j.ctx, runKind, t.RunID)
		var rec *record
		if err == nil {
			rec, err = recordOf(d)
		}
		if err == nil && !rec.ended() && s.serves(rec) {
			first = &job{rec: rec, recovered: rec.Status == statusRunning, release: release, size: int64(len(d.Body))}
			_, err = s.add(first)
		}
		if err != nil || first == nil {
			release()
			return false
		}
	}
	return s.queue.first(first)
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
	list, err := s.store.Documents(ctx, hitlrun.DocumentFilter{Kind: runKind, ThreadID: t.ID, States: []string{statusPending, statusRunning}})
	if err != nil {
		return err
	}
	queued := s.queue.of(t.ID)
	for i := range list {
		if !list[i].Due.IsZero() || slices.ContainsFunc(queued, func(j *job) bool { return j.rec.ID == list[i].Key }) {
			continue // it begins later, or it is in the queue of this server
		}
		rec, err := recordOf(&list[i])
		if err == nil {
			_, err = s.add(&job{rec: rec, size: int64(len(list[i].Body))})
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
			rec.RolledBack = true // there is nothing to put back
			d := rec.document()
			d.State = statusInterrupted
			change := &hitlrun.Change{
				Replace: []hitlrun.Replacement{{Document: d, From: []string{statusPending}}},
				Delete:  []hitlrun.DocumentName{{Kind: cancelledKind, Key: id}},
			}
			if err = s.store.Write(ctx, change); err == nil {
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
