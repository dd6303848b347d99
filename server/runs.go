// This file has the run requests of the first generation of clients: start, wait, join and cancel.

package server

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"sync"

	"github.com/hitlrun/hitlrun"
)

// acceptNew accepts the run of a request. change, if it is not nil, changes the record before. A run of an assistant that is large takes
// a turn, since the record has the assistant: its request may be small.
func (s *Server) acceptNew(r *http.Request, c runCreate, threadID string, change func(rec *record)) (*record, *job, error) {
	if err := s.hasCheckpoint(r, &c, threadID); err != nil {
		return nil, nil, err
	}
	done := func() {}
	if s.ofGraph(c.AssistantID) == nil { // otherwise no assistant is read
		var err error
		if done, err = s.turnOf(r); err != nil {
			return nil, nil, err
		}
	}
	done = sync.OnceFunc(done)
	defer done()
	rec, err := s.newRecord(r, c, threadID, s.assistant)
	if err != nil {
		return nil, nil, err
	}
	if rec.Assistant.size() <= largeBody {
		done()
	}
	if change != nil {
		change(rec)
	}
	return s.accept(context.WithoutCancel(r.Context()), rec)
}

// hasCheckpoint returns an error if a run is to begin at a checkpoint that its thread does not have. Those of answers are read when
// the answer is bound.
func (s *Server) hasCheckpoint(r *http.Request, c *runCreate, threadID string) error {
	id := c.checkpointID()
	if id == "" || c.resume() != nil {
		return nil
	}
	t, err := s.thread(r.Context(), threadID)
	switch {
	case errors.Is(err, hitlrun.ErrNoThread):
		return errorf(http.StatusNotFound, "there is no checkpoint %q: the thread %q is not there", id[:min(len(id), 200)], threadID)
	case err != nil || t.CheckpointID == id: // clients send the newest one with every input
		return err
	}
	return s.turn(r, func(r *http.Request) error {
		_, err := s.tasksAt(r.Context(), threadID, "", id)
		return err
	})
}

// newRecord makes the record of a run from a request. threadID "" makes a new thread. find finds the assistant.
func (s *Server) newRecord(r *http.Request, c runCreate, threadID string, find func(r *http.Request, id string) (*assistant, error)) (*record, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	who := callerOf(r)
	if c.resume() == nil {
		if err := who.mayRun(); err != nil {
			return nil, err
		}
	}
	a, err := find(r, c.AssistantID)
	if isNoAssistant(err) && c.resume() != nil {
		if last := s.assistantOfLastRun(r.Context(), threadID, c.AssistantID); last != nil { // it was deleted, but its thread waits
			a, err = last, nil
		}
	}
	if err == nil {
		err = s.checkAnswer(r.Context(), who, &c, a, threadID)
	}
	if err != nil {
		return nil, err
	}
	if err := s.mayCall(c.Webhook); err != nil {
		return nil, err
	}
	if who.mayRun() != nil {
		c.forget()
	}
	rec := &record{ID: hitlrun.NewRunID(), ThreadID: threadID, Request: c, Metadata: present(c.Metadata), By: who.name}
	rec.of(a)
	if threadID == "" {
		rec.ThreadID, rec.Request.IfNotExists, rec.ownThread = hitlrun.NewRunID(), "create", true
		rec.Delete = c.OnCompletion != "keep"
	}
	return rec, s.fits(&rec.Request, rec.configOf(rec.Assistant), a)
}

// fits returns an error if the input, the config or the context of a run does not fit the schemas of its graph. Nothing
// is stored before.
func (s *Server) fits(c *runCreate, config json.RawMessage, a *assistant) error {
	g := s.graphs()[a.GraphID]
	if g == nil {
		return nil // the run reports it
	}
	o := hitlrun.RunOptions{Config: config}
	if c.commands() {
		a := hitlrun.Answer{Value: c.Command.Resume, Update: c.Command.Update, Goto: c.Command.Goto, RunOptions: o}
		return g.Script.CheckAnswer(a)
	}
	return g.Script.CheckStart(hitlrun.Start{Input: present(c.Input), RunOptions: o})
}

// startRun reads a request, and accepts its run.
func (s *Server) startRun(w http.ResponseWriter, r *http.Request) (rec *record, j *job, err error) {
	err = s.turnIfLarge(r, func(r *http.Request) (err error) {
		rec, j, err = s.readRun(w, r)
		return err
	})
	return rec, j, err
}

func (s *Server) readRun(w http.ResponseWriter, r *http.Request) (*record, *job, error) {
	var c runCreate
	if err := s.decode(w, r, &c); err != nil {
		return nil, nil, err
	}
	threadID := r.PathValue("thread")
	if threadID != "" {
		if err := checkID("a thread", threadID); err != nil {
			return nil, nil, err
		}
	}
	return s.acceptNew(r, c, threadID, nil)
}

// located sets the headers that name the run and its thread.
func (s *Server) located(w http.ResponseWriter, rec *record) {
	path := "/threads/" + url.PathEscape(rec.ThreadID) + "/runs/" + rec.ID
	if rec.Delete {
		path = "/runs/" + rec.ID
	}
	w.Header().Set("Content-Location", path)
	w.Header().Set("Location", path+"/stream")
}

func (s *Server) createRun(w http.ResponseWriter, r *http.Request) error {
	return s.turnIfLarge(r, func(r *http.Request) error { // the response has the request
		rec, _, err := s.readRun(w, r)
		if err != nil {
			return err
		}
		s.located(w, rec)
		writeJSON(w, http.StatusOK, rec.showTo(callerOf(r)))
		return nil
	})
}

func (s *Server) createBatch(w http.ResponseWriter, r *http.Request) error {
	var all listOf[runCreate, batched]
	if err := s.decode(w, r, &all); err != nil {
		return err
	}
	var records []*record
	queued, stored := int64(0), int64(0)
	find := s.findEach()
	for _, c := range all {
		rec, err := s.newRecord(r, c, "", find)
		if err == nil {
			err = r.Context().Err() // nothing is stored for a client that is gone
		}
		if err != nil {
			return err
		}
		size := int64(len(rec.document().Body))
		if stored += size; stored > s.o.MaxQueued && len(records) > 0 {
			return errorf(http.StatusRequestEntityTooLarge, "the runs of the batch have more than %d MiB, with the config and the context of their assistants", s.o.MaxQueued>>20)
		}
		if c.AfterSeconds == 0 {
			queued += size
		}
		if s.full(queued) { // before any of them is stored: the client sends all again
			return s.tooMuchQueued()
		}
		records = append(records, rec)
	}
	list := []shownRun{}
	for _, rec := range records {
		rec, _, err := s.accept(context.WithoutCancel(r.Context()), rec)
		if err != nil && len(list) > 0 {
			err = notAgain(w, &record{}, err)
		}
		if err != nil {
			return err
		}
		list = append(list, rec.show())
	}
	writeJSON(w, http.StatusOK, list)
	return nil
}

// maxBatchAssistants is how many bytes the assistants of a batch have together: they are in memory until all of its runs are accepted.
const maxBatchAssistants = 64 << 20

// findEach returns a function that finds assistants for the runs of a batch. It reads each once, and the records share it.
func (s *Server) findEach() func(r *http.Request, id string) (*assistant, error) {
	found, size := map[string]*assistant{}, 0
	return func(r *http.Request, id string) (*assistant, error) {
		if a := found[id]; a != nil {
			return a, nil
		}
		a, err := s.assistant(r, id)
		if err != nil {
			return nil, err
		}
		if size += len(a.Config) + len(a.Context) + len(a.Metadata); size > maxBatchAssistants {
			return nil, errorf(http.StatusRequestEntityTooLarge, "the assistants of the batch have more than %d MiB together", maxBatchAssistants>>20)
		}
		found[id] = a
		return a, nil
	}
}

func (s *Server) streamRun(w http.ResponseWriter, r *http.Request) error {
	free, err := s.takeStream(r) // a client that has too many streams must not start the run
	if err != nil {
		return err
	}
	rec, _, err := s.startRun(w, r)
	if err != nil {
		free()
		return err
	}
	s.located(w, rec)
	st, err := s.beginSSE(w, r, free)
	if err != nil {
		return err
	}
	err = s.streamEvents(st, rec, -1, nil)
	s.comesBack(r, rec)
	if cancelsGone(r, rec.Request.OnDisconnect == "cancel") && r.Context().Err() != nil {
		s.cancelGone(rec)
	}
	return gone(err)
}

// cancelsGone reports whether the run is cancelled when the client disconnects: the request must want it, and the
// client must be allowed to cancel runs.
func cancelsGone(r *http.Request, wanted bool) bool { return wanted && callerOf(r).mayRun() == nil }

// cancelGone cancels the run of a client that disconnected. It fails if the server shuts down.
func (s *Server) cancelGone(rec *record) {
	if j := s.queue.job(rec.ID); j != nil {
		_ = s.end(s.base, j, rec.By, false)
		return
	}
	now, err := s.record(s.base, rec.ID) // it begins later, or another server executes it
	if err == nil && !now.ended() && s.requestCancel(s.base, now, rec.By, false) == nil {
		_ = s.endElsewhere(s.base, rec.ID, rec.By)
	}
}

// notAgain returns the error of a request whose run is accepted. Clients send a request again by themselves if its status says that
// the server failed, and the run would be done twice. So the response begins, and the connection is then cut. An answer that is sent
// again is taken once.
func notAgain(w http.ResponseWriter, rec *record, err error) error {
	if status, _ := statusOf(err); err != nil && status >= http.StatusInternalServerError && rec.Answers == nil {
		w.Header().Set("Content-Type", "application/json") // guard cuts it
		_, _ = w.Write([]byte("\n"))
		_ = http.NewResponseController(w).Flush()
	}
	return err
}

func (s *Server) listRuns(w http.ResponseWriter, r *http.Request) error {
	t, err := s.theThread(r)
	if err != nil {
		return err
	}
	q := r.URL.Query()
	var states []string
	if status := q.Get("status"); status != "" {
		if known := []string{statusPending, statusRunning, statusError, statusSuccess, statusTimeout, statusInterrupted}; !slices.Contains(known, status) {
			return errorf(http.StatusUnprocessableEntity, "there is no status %q: use %s", status, alternatives(known))
		}
		states = []string{status}
	}
	limit, offset, err := pageOf(r)
	if err != nil {
		return err
	}
	f, err := newFound(limit, offset)
	if err != nil {
		return err
	}
	names, err := selectionIn(r)
	if err != nil {
		return err
	}
	for d, err := range s.store.EachDocument(r.Context(), hitlrun.DocumentFilter{Kind: runKind, ThreadID: t.ID, States: states, Newest: true, Room: s.roomFor(r.Context(), runKind)}) {
		if err != nil {
			return err
		}
		f.add(d.Key)
	}
	return f.send(w, "", func(id string) (any, error) {
		rec, err := s.shownRecord(r.Context(), id)
		if err != nil {
			return nil, err
		}
		return selected(rec.showTo(callerOf(r)), names), nil
	})
}

func (s *Server) getRun(w http.ResponseWriter, r *http.Request) error {
	rec, err := s.theRun(r)
	if err != nil {
		return err
	}
	writeJSON(w, http.StatusOK, rec.showTo(callerOf(r)))
	return nil
}

func (s *Server) deleteRun(w http.ResponseWriter, r *http.Request) error {
	rec, err := s.briefRun(r)
	if err != nil {
		return err
	}
	if s.queue.job(rec.ID) != nil {
		return errorf(http.StatusConflict, "run %q has not ended: cancel it first", rec.ID)
	}
	change := &hitlrun.Change{}
	for _, kind := range []string{runKind, delayedKind, markKind, cancelledKind} {
		change.Delete = append(change.Delete, hitlrun.DocumentName{Kind: kind, Key: rec.ID})
	}
	left := rec.Delete && !rec.ended() // nothing else will delete its thread
	if left {
		change.Put = []hitlrun.Document{discardDocument(rec.ID, rec.ThreadID, rec.By)}
	}
	if err := s.store.Write(r.Context(), change); err != nil {
		return err
	}
	if left {
		s.discardAfter(rec)
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}
