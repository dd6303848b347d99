// This file applies the deadlines of questions. A deadline that has passed makes a run, as an answer does: it has a record, waits in the
// queue of its thread, sends events, and is continued by the next server if this one ends.

package server

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"time"

	"github.com/hitlrun/hitlrun"
)

// byDeadline is who answers a question when its deadline has passed: the audit log has this name, as after `hitlrun sweep`.
const byDeadline = "deadline"

// isoLayout is the layout of isoTime.
const isoLayout = "2006-01-02T15:04:05.000000+00:00"

// mostExpired is how many runs of deadlines begin at once. After a time without a server, others must not wait until all have begun.
const mostExpired = 64

// A deadline whose run ends without having been applied, because its script cannot be loaded for example, is tried again. The
// waits double from firstRetry to mostRetry.
const (
	firstRetry = 10 * time.Second
	mostRetry  = time.Hour
)

// lookForDeadlines applies deadlines, and reports whether there may be more.
func (s *Server) lookForDeadlines(ctx context.Context) (more bool) {
	more, err := s.applyDeadlines(ctx)
	if err != nil && ctx.Err() == nil && !errors.Is(err, errClosed) {
		s.log.Error("deadlines are not applied", "error", err)
	}
	return more
}

// applyDeadlines begins a run for each thread of this server that has a question whose deadline has passed. It leaves threads whose
// script this server does not serve to others: only these give it the permissions that it needs. It reports whether there may be more.
func (s *Server) applyDeadlines(ctx context.Context) (more bool, err error) {
	n := 0
	for t, err := range s.store.EachThread(ctx, hitlrun.ThreadFilter{Waiting: true, Overdue: true}) {
		if err != nil {
			return false, err
		}
		if s.graphOfScript(&t) == "" || s.queue.busy(t.ID) {
			continue
		}
		if s.full(0) {
			return false, nil
		}
		begins, err := s.expire(ctx, t.ID)
		switch {
		case err != nil && (hitlrun.IsOutage(err) || ctx.Err() != nil || errors.Is(err, errClosed)):
			return false, err
		case err != nil && !errors.Is(err, hitlrun.ErrNoThread):
			s.log.Error("deadline is not applied", "thread", t.ID, "error", err)
		}
		if begins {
			n++
		}
		if n == mostExpired {
			return true, nil
		}
	}
	return false, nil
}

// graphOfScript returns the id of the graph that a thread runs, by its script and its export; "" if it is not served here.
func (s *Server) graphOfScript(t *hitlrun.Thread) string {
	graphs := s.graphs()
	found := ""
	for _, id := range slices.Sorted(maps.Keys(graphs)) {
		g := graphs[id]
		switch {
		case t.File == "" || g.Script.Path() != t.File:
		case g.Export == t.Graph:
			return id
		case g.Export == "" && found == "":
			found = id
		}
	}
	return found
}

// expire begins a run that applies the deadlines of a thread. It returns false if there is nothing to do at the moment: somebody
// runs the thread, or has answered. The run has the turn of its thread before anything is read, so that of several servers one
// begins it.
func (s *Server) expire(ctx context.Context, threadID string) (begins bool, err error) {
	unlock := s.queue.tryLock(threadID)
	if unlock == nil {
		return false, nil // a request decides what the thread runs next, and may wait for a run to end
	}
	defer unlock()
	if s.queue.isClosed() || s.queue.busy(threadID) {
		return false, nil
	}
	j := &job{rec: &record{ID: hitlrun.NewRunID(), ThreadID: threadID, By: byDeadline, Status: statusPending}}
	if !s.takeTurn(ctx, j) {
		return false, nil
	}
	defer func() {
		if !begins {
			s.endTurn(j)
			if j.release != nil {
				j.release()
			}
		}
	}()
	if ready, err := s.prepareExpired(ctx, j); !ready || err != nil {
		return false, err
	}
	if err := s.noteGraph(ctx, j.rec, j.thread); err != nil {
		return false, err
	}
	if j.release, err = s.store.Claim(ctx, runKind+"/"+j.rec.ID); err != nil {
		return false, err
	}
	j.begun = true
	s.markBegun(ctx, j)
	d := j.rec.document()
	if j.size = int64(len(d.Body)); s.full(j.size) {
		return false, nil
	}
	if err := s.store.Write(ctx, &hitlrun.Change{Insert: []hitlrun.Document{d}, Put: j.marked()}); err != nil {
		return false, err
	}
	_, err = s.add(j) // if the server shuts down since a moment ago, the next one continues the run
	return err == nil, err
}

// prepareExpired sets the record and the thread of a run that applies deadlines. It returns false if none is to be applied now.
func (s *Server) prepareExpired(ctx context.Context, j *job) (ready bool, err error) {
	rec := j.rec
	t, err := s.thread(ctx, rec.ThreadID)
	if err != nil || t.Status == hitlrun.StatusRunning {
		return false, err
	}
	now := time.Now()
	for _, in := range t.Interrupts {
		if in.Deadline != nil && !in.Deadline.After(now) {
			rec.TimedOut = append(rec.TimedOut, in.ID)
		}
	}
	if j.thread = t; rec.TimedOut == nil {
		return false, nil
	}
	if accepted, err := s.accepted(ctx, rec.ThreadID); accepted || err != nil {
		return false, err
	}
	newest, asked, err := s.lastRuns(ctx, t)
	if err != nil || asked != nil && asked.Delete { // its thread is about to be deleted
		return false, err
	}
	if newest != nil && slices.ContainsFunc(newest.TimedOut, func(id string) bool { return slices.Contains(rec.TimedOut, id) }) {
		rec.Tries = newest.Tries + 1
		ended, err := time.Parse(isoLayout, newest.UpdatedAt)
		if since := now.Sub(ended); err == nil && since >= 0 && since < min(firstRetry<<min(newest.Tries, 16), mostRetry) {
			return false, nil
		}
	}
	return s.continues(ctx, rec, asked, t)
}

// lastRuns returns the newest run of a thread, and the one whose questions the thread has. Both are nil for a thread that no server
// has run.
func (s *Server) lastRuns(ctx context.Context, t *hitlrun.Thread) (newest, asked *record, err error) {
	if t.RunID != "" {
		d, err := s.document(ctx, runKind, t.RunID)
		if err == nil {
			asked, err = recordOf(d)
		}
		if err != nil && !isNoDocument(err) { // a command ran the thread, or somebody deleted the run
			return nil, nil, err
		}
	}
	for rec, err := range s.eachRecord(ctx, t.ID, statusSuccess, statusError, statusInterrupted, statusTimeout) {
		if err != nil {
			return nil, nil, err
		}
		return rec, cmp.Or(asked, rec), nil
	}
	return nil, asked, nil
}

// continues sets what a run of a deadline has of the run that asked: its assistant, its config, context and metadata, its stream modes
// and breakpoints, its webhook, and the user for whom the nodes work. For a thread that no server has run, that is the assistant of its
// graph. It returns false if the graph is not served here.
func (s *Server) continues(ctx context.Context, rec, asked *record, t *hitlrun.Thread) (bool, error) {
	rec.GraphID = s.graphOfScript(t)
	rec.AssistantID = assistantID(rec.GraphID)
	if asked == nil {
		if err := s.ofMetadata(ctx, rec, t); err != nil {
			return false, err
		}
		asked = &record{Assistant: rec.Assistant}
	} else if g := s.graphs()[asked.GraphID]; g != nil && g.Script.Path() == t.File {
		rec.GraphID, rec.AssistantID = asked.GraphID, asked.AssistantID
	}
	g := s.graphs()[rec.GraphID]
	if g == nil {
		return false, nil
	}
	rec.Script, rec.Assistant, rec.V2, rec.User = g.Script.Path(), asked.Assistant, asked.V2, asked.user()
	c := asked.Request
	rec.Request = runCreate{
		AssistantID: rec.AssistantID, Config: withoutCheckpoint(c.Config), Context: c.Context, Metadata: c.Metadata, Webhook: c.Webhook,
		StreamMode: c.StreamMode, StreamSubgraphs: c.StreamSubgraphs, InterruptBefore: c.InterruptBefore, InterruptAfter: c.InterruptAfter,
	}
	var shown map[string]json.RawMessage
	if json.Unmarshal(asked.Metadata, &shown) != nil || shown == nil {
		shown = map[string]json.RawMessage{}
	}
	shown["deadline"] = encode(rec.TimedOut)
	rec.Metadata = encode(shown)
	return true, nil
}

// ofMetadata sets the assistant that the metadata of a thread name, if it is one of the graph of the record.
func (s *Server) ofMetadata(ctx context.Context, rec *record, t *hitlrun.Thread) error {
	var about struct {
		AssistantID string `json:"assistant_id"`
	}
	if json.Unmarshal(t.Metadata, &about) != nil || about.AssistantID == "" {
		return nil // it names none
	}
	d, err := s.document(ctx, assistantKind, about.AssistantID)
	if isNoDocument(err) {
		return nil
	}
	if err != nil {
		return err
	}
	a, err := assistantOf(d)
	if err == nil && a.GraphID == rec.GraphID {
		rec.of(a)
	}
	return err
}

// user returns for whom the nodes of a run work: who asked for the run. A deadline continues the work of the run before.
func (rec *record) user() string {
	if rec.TimedOut != nil {
		return rec.User
	}
	return rec.By
}

// accepted reports whether a thread has a run that has not ended, or an answer that is to be given later: a deadline waits for
// them. Runs of graphs that nobody serves do not count.
func (s *Server) accepted(ctx context.Context, threadID string) (bool, error) {
	for d, err := range s.eachDocument(ctx, hitlrun.DocumentFilter{Kind: runKind, ThreadID: threadID, States: []string{statusPending, statusRunning}}) {
		if err != nil {
			return false, err
		}
		rec, err := recordOf(&d)
		if err != nil {
			return false, err
		}
		if !d.Due.IsZero() && rec.Answers == nil {
			continue
		}
		if release, ok := s.own(ctx, runKind, rec.ID); ok {
			release()
			if !s.serves(rec) {
				continue
			}
		}
		return true, nil
	}
	return false, nil
}
