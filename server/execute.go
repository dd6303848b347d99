// This file executes runs: it begins them, and turns what happens into events. ending.go has how they end.

package server

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"github.com/hitlrun/hitlrun"
)

// The first patience times that the process of a run dies, the run resumes at once. After that the server waits before
// each attempt, up to a minute, and executes other runs meanwhile: the run itself may be what kills the process. After
// maxDeaths the run fails.
const (
	patience  = 3
	maxDeaths = 20
)

// waitAfter returns how long a run waits before its next attempt, after its process died that many times.
func waitAfter(deaths int) time.Duration {
	if deaths < patience {
		return 0
	}
	return min(time.Second<<min(deaths-patience, 10), time.Minute)
}

// execute executes a run from its beginning to its end. While the store takes nothing, the run keeps its place before the other
// runs of its thread.
func (s *Server) execute(j *job) {
	if j.release == nil && !s.take(j) {
		return
	}
	defer s.endTurn(j)
	began := time.Now()
	for tries := 0; ; tries++ {
		end := s.do(j)
		if end == nil {
			return
		}
		if s.concludes(j, end); !j.end.again {
			break
		}
		if err := cmp.Or(j.end.refused, j.failed); !hitlrun.IsOutage(err) || !s.pause(j, err, tries) {
			return // recover continues the run
		}
		s.prepareAgain(j)
	}
	j.over.Store(true)
	if !s.finish(j, j.end) {
		j.end = &ending{again: true} // an end that is not stored is not reported
		return
	}
	j.end.release()
	s.count.ended(j.end.status, time.Since(began))
	if s.log.Enabled(s.base, slog.LevelInfo) && s.sync() == nil { // a line of the log leaves the server: sync first
		s.log.Info("run ended", "run", j.rec.ID, "thread", j.rec.ThreadID, "status", j.end.status, "took", time.Since(began))
	}
	s.discardAfter(j.rec)
}

// concludes sets how an attempt to execute a run ended. It rolls back a run that was cancelled for that.
func (s *Server) concludes(j *job, end *ending) {
	switch {
	case end.again:
	case end.status == statusInterrupted:
		if j.failed = s.rollBack(context.Background(), j); j.failed != nil {
			s.log.Error("thread is not put back", "thread", j.rec.ThreadID, "run", j.rec.ID, "error", j.failed)
			end = &ending{again: true}
		} else if j.rec.RolledBack {
			end = &ending{status: end.status, err: end.err} // its result is not that of the thread
		}
	default:
		s.decideRollback(j)
	}
	j.end = end
	if !end.again {
		return
	}
	if j.begun { // the stored record says that it has not ended
		j.rec.Attempt--
	}
	var events []hitlrun.Event
	if j.out != nil {
		events = j.out.close()
	}
	change := &hitlrun.Change{Events: events}
	if !j.behind { // otherwise the record is stored already
		change.Put = []hitlrun.Document{j.rec.document()}
	}
	if err := s.hub.write(context.Background(), change); err != nil {
		s.log.Error("run is not noted", "run", j.rec.ID, "error", err)
	}
}

// prepareAgain prepares the next attempt to execute a run.
func (s *Server) prepareAgain(j *job) {
	status := statusRunning // if the store cannot be read: the attempt then finds out what is stored
	if rec, err := s.record(context.Background(), j.rec.ID); err == nil {
		status = rec.Status
	}
	s.queue.mu.Lock()
	defer s.queue.mu.Unlock()
	j.again(status)
}

// do executes a run, and returns how it ended; nil for a run that another server has ended. finish stores the last
// events.
func (s *Server) do(j *job) *ending {
	if j.recovered || j.from == s.base { // it was accepted earlier
		if end, err := s.endCancelled(j); end != nil || err != nil {
			if err != nil {
				s.log.Error("a run that is cancelled has not ended", "run", j.rec.ID, "error", err)
				j.failed = err
				return &ending{again: true}
			}
			return end
		}
	}
	if j.ctx.Err() != nil {
		if j.recovered && errors.As(context.Cause(j.ctx), new(*hitlrun.CancelError)) {
			if err := s.stopThread(j, j.cancelled); err != nil {
				return s.endOf(j, nil, err)
			}
		}
		return s.endOf(j, nil, context.Cause(j.ctx))
	}
	rec := j.rec
	if rec.Attempt >= maxDeaths && !j.begun {
		_ = s.store.CancelRun(context.WithoutCancel(j.ctx), rec.ThreadID, rec.ID, "") // there may be nothing to cancel
		return &ending{status: statusError, err: &runError{"Error", "the process of the server died each time that it did this run"}}
	}
	if !j.begun {
		select {
		case <-time.After(waitAfter(rec.Attempt)):
		case <-j.ctx.Done():
			return s.endOf(j, nil, context.Cause(j.ctx))
		}
	}
	if !j.begun {
		if !s.waitTurn(j) {
			j.untouched = !j.recovered
			return s.endOf(j, nil, context.Cause(j.ctx))
		}
		if s.letGoFirst(j) {
			j.behind = true
			return &ending{again: true}
		}
	}
	n, err := s.nextNumber(rec, j.recovered)
	if err != nil {
		return s.endOf(j, nil, err)
	}
	if !j.begun {
		s.markBegun(j.ctx, j)
		j.begun = true
		if err := s.storeBegun(j); err != nil {
			return s.notBegun(j, err)
		}
	}
	out := s.newRecorder(rec, n)
	j.out = out
	out.legacy("metadata", nil, encode(map[string]any{"run_id": rec.ID, "attempt": rec.Attempt}))
	out.v2("lifecycle", nil, encode(map[string]any{"event": "running", "graph_name": rec.GraphID}))
	out.store()
	r, err := s.beginWhenFree(j)
	if err != nil {
		return s.notBegun(j, err)
	}
	out.answered()
	if r == nil { // there was nothing to run, or the run had ended without its record saying so
		s.standing(out)
		res, err := s.store.StateUpTo(context.WithoutCancel(j.ctx), rec.ThreadID, mostHeld)
		return s.endOf(j, res, err)
	}
	for c, err := range r.Chunks(context.Background()) {
		if err != nil {
			break // the run ends with the context
		}
		out.late(j.ctx, r.Done())
		out.chunk(c)
	}
	res, err := r.Wait(context.Background())
	return s.endOf(j, res, err)
}

// errLate is the error of storeBegun for a run that another server cancels or deletes.
var errLate = errors.New("the run has ended")

// storeBegun stores the record of a run that begins, or that waits again (statusPending). It returns errLate if the stored record is
// not that of a run that has not ended.
func (s *Server) storeBegun(j *job) error {
	begins := hitlrun.Replacement{Document: j.rec.document(), From: []string{statusPending, statusRunning}}
	err := s.store.Write(context.WithoutCancel(j.ctx), &hitlrun.Change{Replace: []hitlrun.Replacement{begins}, Put: j.marked()})
	if errors.Is(err, hitlrun.ErrConflict) {
		return errLate
	}
	return err
}

// notBegun returns how a run ended that could not begin; nil if its end is stored already, or its record is gone.
func (s *Server) notBegun(j *job, err error) *ending {
	if !errors.Is(err, errLate) {
		return s.endOf(j, nil, err)
	}
	j.out.close()
	return nil
}

// beginWhenFree begins a run when nobody else runs its thread, for example a command. While it waits its record says so: if this
// server dies meanwhile, the next one knows that the run has not begun.
func (s *Server) beginWhenFree(j *job) (*hitlrun.Run, error) {
	r, err := s.begin(j)
	for errors.Is(err, hitlrun.ErrBusy) {
		if !j.recovered {
			j.rec.Status = statusPending
			if err := s.storeBegun(j); err != nil {
				return nil, err
			}
		}
		select {
		case <-time.After(100 * time.Millisecond):
		case <-j.ctx.Done():
			j.untouched = !j.recovered
			return nil, context.Cause(j.ctx)
		}
		j.thread = nil
		s.markBefore(j.ctx, j)
		j.rec.Status = statusRunning
		if err = s.storeBegun(j); err == nil {
			r, err = s.begin(j)
		}
	}
	return r, err
}

// standing adds the events of the current state of a thread: the thread still waits, or the process of its run was
// killed before the last events were stored.
func (s *Server) standing(out *recorder) {
	t, err := s.thread(context.Background(), out.rec.ThreadID)
	if err != nil {
		return // the end of the run reports it
	}
	ctx, end := withReading(context.Background(), out.rec.By)
	defer end()
	if st, err := s.stateAt(ctx, t.ID, "", "", false); err == nil && st.CheckpointID != "" {
		out.chunk(hitlrun.Chunk{Mode: hitlrun.ModeValues, Payload: st.Values})
	}
	if len(t.Interrupts) == 0 {
		return
	}
	for _, mode := range []hitlrun.Mode{hitlrun.ModeUpdates, hitlrun.ModeValues} {
		out.chunk(hitlrun.Chunk{Mode: mode, Payload: encode(map[string]any{"__interrupt__": shownInterrupts(t.Interrupts)})})
	}
}

// begin begins a run, or resumes it. It returns nil for a run that has ended already.
func (s *Server) begin(j *job) (*hitlrun.Run, error) {
	rec := j.rec
	g := s.graphs()[rec.GraphID]
	if g == nil {
		return nil, errorf(http.StatusNotFound, "there is no graph %q any more", rec.GraphID)
	}
	o := hitlrun.RunOptions{
		RunID: rec.ID, By: rec.By, From: "http", MostValues: mostHeld, Modes: rec.modes(), Subgraphs: rec.Request.StreamSubgraphs || rec.V2,
		CheckpointID:    rec.Request.checkpointID(),
		InterruptBefore: rec.Request.InterruptBefore, InterruptAfter: rec.Request.InterruptAfter,
		LongTerm: longTerm{s, rec.By},
		OnOutage: func(err error, tries int) bool { return s.pause(j, err, tries) },
	}
	if rec.Assistant == nil && rec.AssistantID != assistantID(rec.GraphID) { // an older hitlrun accepted it
		d, err := s.document(j.ctx, assistantKind, rec.AssistantID)
		if err == nil {
			var a *assistant
			if a, err = assistantOf(d); err == nil {
				rec.of(a)
			}
		}
		if err != nil && !isNoDocument(err) {
			return nil, err
		}
	}
	config := rec.config(rec.Assistant)
	o.Config = encode(config)
	if config.RecursionLimit != nil {
		o.RecursionLimit = max(*config.RecursionLimit, 0)
	}
	if j.recovered {
		if r, done, err := s.continueRun(j, o); done || err != nil {
			return r, err
		}
	}
	if rec.TimedOut != nil {
		r, err := s.store.BeginResume(j.ctx, rec.ThreadID, hitlrun.Answer{TimedOut: rec.TimedOut, RunOptions: o})
		if errors.Is(err, hitlrun.ErrNotWaiting) || errors.Is(err, hitlrun.ErrResolved) {
			return nil, nil // somebody was faster
		}
		return r, err
	}
	if rec.Answers != nil {
		answer := hitlrun.Answer{Values: rec.Answers, RunOptions: o}
		if rec.Replace {
			for id, value := range rec.Answers { // one
				answer.Values, answer.Interrupt, answer.Value, answer.Replace = nil, id, value, true
			}
		}
		if c := rec.Request.Command; c != nil {
			answer.Update, answer.Goto = c.Update, c.Goto
		}
		return s.store.BeginResume(j.ctx, rec.ThreadID, answer)
	}
	return s.start(j, g, o)
}

// start begins a run that is not an answer.
func (s *Server) start(j *job, g *Graph, o hitlrun.RunOptions) (*hitlrun.Run, error) {
	rec := j.rec
	t := &hitlrun.Thread{ID: rec.ThreadID}
	if !j.fresh {
		var err error
		if t, err = s.threadOf(j.ctx, j); err != nil {
			return nil, err
		}
	}
	if rec.Request.resolves() && t.Status == hitlrun.StatusInterrupted {
		_, err := s.store.Update(j.ctx, rec.ThreadID, hitlrun.Update{AsNode: "__end__", By: rec.By, From: "http"})
		return nil, err
	}
	start := hitlrun.Start{ThreadID: rec.ThreadID, Existing: true, Discard: true, RunOptions: o} // it may have been deleted
	switch {
	case rec.Request.commands():
		start.Update, start.Goto = rec.Request.Command.Update, rec.Request.Command.Goto
	default:
		start.Input = present(rec.Request.Input)
	}
	script := g.Script
	start.Graph = g.Export
	switch {
	case start.Input != nil:
	case t.ScriptHash == "":
		return nil, errNoInput(rec.ThreadID)
	default:
		script, start.Graph = nil, "" // it resumes with the script that it is pinned to
		waits := t.Status == hitlrun.StatusInterrupted && len(t.Interrupts) > 0
		if start.CheckpointID == "" && !rec.Request.commands() && waits {
			if stopped, err := s.store.Stopped(j.ctx, rec.ThreadID); !stopped || err != nil {
				return nil, err // the thread waits for an answer, and this run has none
			}
		}
		if start.CheckpointID == "" && !rec.Request.commands() && t.Status != hitlrun.StatusDone {
			return s.store.BeginResume(j.ctx, rec.ThreadID, hitlrun.Answer{RunOptions: o})
		}
		if t.CheckpointID == start.CheckpointID && !waits {
			start.CheckpointID = "" // this is the newest checkpoint of the thread
		}
	}
	if start.Input != nil && t.CheckpointID == start.CheckpointID {
		start.CheckpointID = "" // clients send the newest checkpoint with every input
	}
	return s.store.Begin(j.ctx, script, start)
}

// continueRun resumes a run that a former server, or an earlier attempt, began. done is false if nothing of it is stored: then the
// run begins from its input. If somebody else has changed the thread since, nobody can know that any more, and the run fails: to do
// it a second time would be worse.
func (s *Server) continueRun(j *job, o hitlrun.RunOptions) (r *hitlrun.Run, done bool, err error) {
	t, err := s.thread(j.ctx, j.rec.ThreadID)
	if err != nil {
		return nil, true, err
	}
	if t.RunID != j.rec.ID {
		stands, err := s.stands(j, t)
		if err == nil && !stands {
			err = errorf(http.StatusConflict, "thread %q was changed by others while run %s waited for its server: it is not known whether the run had begun, so it is not done again", t.ID, j.rec.ID)
		}
		return nil, err != nil, err
	}
	if t.Status != hitlrun.StatusRunning {
		return nil, true, nil
	}
	o.CheckpointID = ""
	r, err = s.store.BeginResume(j.ctx, j.rec.ThreadID, hitlrun.Answer{RunOptions: o})
	return r, true, err
}

// stands reports whether a thread stands where it stood before a run.
func (s *Server) stands(j *job, t *hitlrun.Thread) (bool, error) {
	mark, err := s.markOf(j)
	if err != nil {
		return false, err
	}
	if mark == nil { // the saver has no marks
		return t.CheckpointID == j.rec.Before, nil
	}
	return mark.Stands(t), nil
}
