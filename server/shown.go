// This file remembers which questions were sent to whom, so that an answer that a client sends again by itself can be
// distinguished from the same answer to another question.

package server

import (
	"bytes"
	"context"
	"errors"
	"maps"
	"sync"
	"sync/atomic"
	"time"

	"github.com/hitlrun/hitlrun"
)

// maxShown is of how many clients questions are remembered, and maxShownIDs how many of each, about the last ones.
const (
	maxShown    = 10_000
	maxShownIDs = 1000
)

// shown has the questions that were sent to those who gave an answer without an id in the last repeatWithin. What it
// does not have was not shown: after a restart of the server for example. It may be used concurrently.
type shown struct {
	active atomic.Int64 // len(by): without one nothing is compared
	mu     sync.Mutex
	by     map[string]*showing
}

// showing is what was sent to one client.
type showing struct {
	until   time.Time
	ids     map[string]bool
	answers map[string]time.Time // when it gave its last answers
}

// watch remembers from now on which questions are sent to a client that gives an answer.
func (s *shown) watch(client, answer string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := time.Now()
	for name, one := range s.by {
		if now.After(one.until) {
			delete(s.by, name)
		}
	}
	if s.by == nil {
		s.by = map[string]*showing{}
	}
	one := s.by[client]
	if one == nil && len(s.by) < maxShown {
		one = &showing{ids: map[string]bool{}, answers: map[string]time.Time{}}
		s.by[client] = one
	}
	if one != nil {
		one.until = now.Add(repeatWithin)
		if len(one.answers) >= maxShownIDs {
			maps.DeleteFunc(one.answers, func(_ string, at time.Time) bool { return now.Sub(at) > repeatWithin })
		}
		if len(one.answers) < maxShownIDs {
			one.answers[answer] = now
		}
	}
	s.active.Store(int64(len(s.by)))
}

// sent notes the questions whose ids are in a part of a response. An id is a JSON text of its own in every response.
func (s *shown) sent(client string, data []byte) {
	if s.active.Load() == 0 || !s.watches(client) {
		return
	}
	const length = 32
	var ids []string
	for len(ids) < maxShownIDs {
		at := bytes.IndexByte(data, '"')
		if at < 0 {
			break
		}
		data = data[at+1:]
		if len(data) > length && data[length] == '"' && isInterruptID(string(data[:length])) {
			ids = append(ids, string(data[:length]))
			data = data[length+1:]
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if one := s.by[client]; one != nil {
		for _, id := range ids {
			if len(one.ids) >= maxShownIDs { // the question that matters is one of the last
				clear(one.ids)
			}
			one.ids[id] = true
		}
	}
}

// watches reports whether it matters what is sent to a client.
func (s *shown) watches(client string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	one := s.by[client]
	return one != nil && time.Now().Before(one.until)
}

// since returns how long ago a client gave an answer, if that is known.
func (s *shown) since(client, answer string) (age time.Duration, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	one := s.by[client]
	if one == nil {
		return 0, false
	}
	at, ok := one.answers[answer]
	return time.Since(at), ok
}

// has reports whether a question was sent to a client.
func (s *shown) has(client, id string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	one := s.by[client]
	return one != nil && one.ids[id]
}

// waiting returns the ids of the questions that a thread has asked by now, or whose answer failed: those that an answer
// that arrives now can be for. A run may still be under way. A thread that does not exist has none: the request gets the error later.
func (s *Server) waiting(ctx context.Context, threadID string) (map[string]bool, error) {
	ids := map[string]bool{}
	t, err := s.thread(ctx, threadID)
	if errors.Is(err, hitlrun.ErrNoThread) {
		return ids, nil
	}
	if err != nil {
		return nil, err
	}
	for _, in := range t.Interrupts {
		ids[in.ID] = true
	}
	if t.Status == hitlrun.StatusError {
		failed, err := s.store.FailedAnswers(ctx, threadID)
		if err != nil {
			return nil, err
		}
		for _, in := range failed {
			ids[in.ID] = true
		}
	}
	if len(ids) > 0 || !s.queue.busy(threadID) {
		return ids, nil
	}
	now, err := s.tasksAt(ctx, threadID, "", "")
	if err != nil {
		return nil, err
	}
	for _, task := range now.Tasks {
		for _, in := range task.Interrupts {
			ids[in.ID] = true
		}
	}
	return ids, nil
}
