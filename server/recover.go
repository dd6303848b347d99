// This file resumes runs that a former server had not ended.

package server

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/hitlrun/hitlrun"
)

// recover enqueues the unfinished runs whose claims are free. It reads one after the other: those that are delayed may have many
// large requests.
func (s *Server) recover(ctx context.Context) error {
	found := 0
	for d, err := range s.eachDocument(ctx, hitlrun.DocumentFilter{Kind: runKind, States: []string{statusPending, statusRunning}}) {
		if err != nil {
			return err
		}
		if d.State == statusPending && !d.Due.IsZero() || s.queue.job(d.Key) != nil {
			continue // startDue starts it, or it is in the queue already
		}
		release, ok := s.own(ctx, runKind, d.Key)
		if !ok {
			continue
		}
		rec, err := s.record(ctx, d.Key)
		if err != nil || rec.ended() || !s.serves(rec) {
			release()
			continue // it has ended since, and may be deleted, or it is for another server
		}
		if _, err := s.add(&job{rec: rec, recovered: rec.Status == statusRunning, release: release, size: int64(len(d.Body))}); err != nil {
			release()
			return err
		}
		found++
	}
	if found > 0 {
		s.log.Info("unfinished runs continue", "count", found)
	}
	return nil
}

// How often a server looks for unfinished runs whose server is gone, depending on whether the store has had other
// servers.
const (
	recoverBeside = 2 * time.Second
	recoverAlone  = time.Minute
)

// work does in intervals what is due. Each kind of work has a goroutine of its own, so that none waits for another: there may be much of it.
func (s *Server) work() {
	recovered := time.Now()
	discardLeft := sync.OnceFunc(func() { s.discardLeft(s.base) })
	s.repeat(func() {
		discardLeft() // before and not beside look: each takes the places of other servers to see whether they are free
		s.look()
		if wait := time.Since(recovered); wait > recoverAlone || wait > recoverBeside && s.hadOthers() {
			recovered = time.Now()
			if err := s.recover(s.base); err != nil && s.base.Err() == nil && !errors.Is(err, errClosed) {
				s.log.Error("runs of servers that are gone are not looked for", "error", err)
			}
		}
		s.cancelForOthers(s.base) // also for one that has ended since
	})
	var clock clock
	s.repeat(func() {
		if now := time.Now(); clock.setBack(now) {
			s.rescheduleCrons(s.base, now)
		}
		began := time.Now()
		s.runCrons(s.base)
		s.rest(began)
	})
	s.repeat(func() {
		began := time.Now()
		if more := s.lookForDeadlines(s.base); !more {
			s.rest(began)
		}
	})
	s.repeat(func() { s.startDue(s.base) })
	s.repeat(func() { s.sendWebhooks(s.base) })
	s.repeat(func() { s.discardDue(s.base) })
}

// repeat calls do each second until the server ends.
func (s *Server) repeat(do func()) {
	s.wg.Go(func() {
		ticker := time.NewTicker(time.Second)
		defer ticker.Stop()
		for s.base.Err() == nil {
			do()
			select {
			case <-s.base.Done():
			case <-ticker.C:
			}
		}
	})
}

// rest waits after work that took long, so that the server has time for its clients even if all of that is there to do each time.
func (s *Server) rest(began time.Time) {
	select {
	case <-s.base.Done():
	case <-time.After(min(20*time.Since(began), 10*time.Second)):
	}
}

// startDue starts delayed runs that are due, one after the other, since a record may be large.
func (s *Server) startDue(ctx context.Context) {
	now := time.Now()
	for d, err := range s.eachDocument(ctx, hitlrun.DocumentFilter{Kind: runKind, States: []string{statusPending}, Due: now}) {
		if err != nil || s.full(int64(len(d.Body))) {
			return // the next look tries again
		}
		if d.State != statusPending || d.Due.IsZero() || d.Due.After(now) {
			continue // another server has started it since
		}
		rec, err := recordOf(&d)
		if err != nil {
			continue
		}
		unlock := s.queue.tryLock(rec.ThreadID)
		if unlock == nil {
			continue // a request decides what the thread runs next, and the next look tries again
		}
		was := d.Due
		d.Due = time.Time{}
		change := &hitlrun.Change{
			Replace: []hitlrun.Replacement{{Document: d, From: []string{statusPending}, FromDue: was}},
			Delete:  []hitlrun.DocumentName{{Kind: delayedKind, Key: d.Key}},
		}
		if err = s.store.Write(ctx, change); err == nil { // otherwise another server took it, or it was cancelled
			_, err = s.add(&job{rec: rec, size: int64(len(d.Body))})
		}
		if unlock(); errors.Is(err, errClosed) {
			return
		}
	}
}
