// This file agrees with other servers who does what. Several may have one store open: the new version of one starts before the old one has
// ended, say. A run is done by the server that has its claim, which is free as soon as the process that had it has ended.

package server

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"time"

	"github.com/hitlrun/hitlrun"
)

// maxServers is how many servers of a store know of each other.
const maxServers = 16

// own claims something for this server; ok is false if another one has it, or it cannot be known whether one has.
func (s *Server) own(ctx context.Context, kind, id string) (release func(), ok bool) {
	release, err := s.store.Claim(ctx, kind+"/"+id)
	return release, err == nil
}

// join lets other servers of the store know of this one.
func (s *Server) join() {
	for i := range maxServers {
		if release, ok := s.own(s.base, "server", strconv.Itoa(i)); ok {
			s.place, s.leave = i, release
			break
		}
	}
	s.look()
}

// look notes whether the store has other servers.
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

// take waits until the server that does a run has ended it, or is gone: then this one does it. It returns false for a run that has ended.
func (s *Server) take(j *job) bool {
	for wait := 10 * time.Millisecond; ; wait = min(2*wait, 250*time.Millisecond) {
		if release, ok := s.own(j.ctx, runKind, j.rec.ID); ok {
			rec, err := s.record(j.ctx, j.rec.ID)
			if err != nil || rec.ended() {
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

// queueElsewhere puts the runs of a thread that other servers have not ended before those of this one.
func (s *Server) queueElsewhere(ctx context.Context, t *hitlrun.Thread) error {
	if t == nil || !s.others.Load() && t.Status != hitlrun.StatusRunning {
		return nil
	}
	list, err := s.store.Documents(ctx, hitlrun.DocumentFilter{Kind: runKind, ThreadID: t.ID, States: []string{statusPending, statusRunning}})
	if err != nil {
		return err
	}
	known := s.queue.of(t.ID)
	for i := range list {
		if !list[i].Due.IsZero() || slices.ContainsFunc(known, func(j *job) bool { return j.rec.ID == list[i].Key }) {
			continue // it begins later; or it is one of this server
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

// endElsewhere cancels a run that this server does not do, and waits for its end.
func (s *Server) endElsewhere(ctx context.Context, id, by string, rollback bool) error {
	for {
		rec, err := s.record(ctx, id)
		switch {
		case err != nil:
			return err
		case rec.ended():
			if rollback {
				s.rollBack(ctx, rec)
			}
			return nil
		case rec.Status == statusPending:
			d := rec.document()
			d.State = statusInterrupted
			if err = s.store.Write(ctx, &hitlrun.Change{Replace: []hitlrun.Replacement{{Document: d, From: []string{statusPending}}}}); err == nil {
				return nil
			}
		default:
			err = s.store.Cancel(ctx, rec.ThreadID, by)
		}
		if err != nil && !errors.Is(err, hitlrun.ErrConflict) && !errors.Is(err, hitlrun.ErrNotRunning) { // it begins, or has just ended
			return err
		}
		if release, ok := s.own(ctx, runKind, id); ok { // its server is gone: another one finds where it stands
			release()
			return nil
		}
		select {
		case <-time.After(20 * time.Millisecond):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// poll returns a channel that has an element when it is time to look for events that another server has stored; nil if there is none.
func (s *Server) poll(threadID string) <-chan time.Time {
	if !s.others.Load() || s.queue.runs(threadID) {
		return nil
	}
	return time.After(500 * time.Millisecond)
}
