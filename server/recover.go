// This file takes up the runs that a server before this one had not ended.

package server

import (
	"context"
	"time"

	"github.com/hitlrun/hitlrun"
)

// recover puts the runs that have not ended into their queues.
func (s *Server) recover() error {
	list, err := s.store.Documents(s.base, hitlrun.DocumentFilter{Kind: runKind, States: []string{statusPending, statusRunning}})
	if err != nil {
		return err
	}
	now := time.Now()
	for i := range list {
		if list[i].State == statusPending && list[i].Due.After(now) {
			continue // tick starts it
		}
		rec, err := recordOf(&list[i])
		if err != nil {
			return err
		}
		if _, err := s.add(&job{rec: rec, recovered: rec.Status == statusRunning, size: int64(len(list[i].Body))}); err != nil {
			return err
		}
	}
	if len(list) > 0 {
		s.log.Info("runs go on", "count", len(list))
	}
	return nil
}

// tick does what is due: delayed runs, crons, webhooks, deadlines of questions.
func (s *Server) tick() {
	ticker := time.NewTicker(time.Second)
	defer ticker.Stop()
	swept := time.Now()
	for {
		s.startDue(s.base)
		s.runCrons(s.base)
		s.sendWebhooks(s.base)
		if time.Since(swept) > 10*time.Second {
			swept = time.Now()
			if _, err := s.store.Sweep(s.base, hitlrun.Sweep{RunOptions: hitlrun.RunOptions{From: "http"}}); err != nil && s.base.Err() == nil {
				s.log.Error("deadlines are not applied", "error", err)
			}
		}
		select {
		case <-s.base.Done():
			return
		case <-ticker.C:
		}
	}
}

// startDue starts the runs that were to begin later, a few at a time: each may be large.
func (s *Server) startDue(ctx context.Context) {
	const few = 8
	for !s.full(0) {
		list, err := s.store.Documents(ctx, hitlrun.DocumentFilter{Kind: runKind, States: []string{statusPending}, Due: time.Now(), Limit: few})
		if err != nil || s.startAll(ctx, list) < few {
			return // the next time
		}
	}
}

// startAll puts runs into their queues, and returns how many it were.
func (s *Server) startAll(ctx context.Context, list []hitlrun.Document) (n int) {
	for i := range list {
		d := list[i]
		d.Due = time.Time{}
		rec, err := recordOf(&d)
		if err != nil {
			continue
		}
		if err := s.store.Write(ctx, &hitlrun.Change{Replace: []hitlrun.Replacement{{Document: d, From: []string{statusPending}}}}); err != nil {
			continue // someone was faster
		}
		if _, err := s.add(&job{rec: rec, size: int64(len(d.Body))}); err != nil {
			return n
		}
		n++
	}
	return n
}
