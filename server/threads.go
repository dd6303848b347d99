// This file has the requests that create, change and delete threads; thread_search.go has those that find them.

package server

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"

	"github.com/hitlrun/hitlrun"
)

// thread is a thread as clients see it.
type thread struct {
	ID         string                      `json:"thread_id"`
	CreatedAt  string                      `json:"created_at"`
	UpdatedAt  string                      `json:"updated_at"`
	StateAt    string                      `json:"state_updated_at"` // its time of creation if it has no state
	Metadata   json.RawMessage             `json:"metadata"`
	Status     string                      `json:"status"`
	Config     map[string]any              `json:"config"`
	Values     json.RawMessage             `json:"values,omitempty"`
	Interrupts map[string][]shownInterrupt `json:"interrupts"`
	Error      string                      `json:"error,omitempty"`
	Extracted  map[string]json.RawMessage  `json:"extracted,omitempty"`
}

// showThread returns a thread as clients see it, with its values if it has run. Its state is read only if it has a field that is
// wanted.
func (s *Server) showThread(ctx context.Context, t *hitlrun.Thread, wanted func(field string) bool) (*thread, error) {
	shown := &thread{
		ID: t.ID, CreatedAt: isoTime(t.CreatedAt), UpdatedAt: isoTime(t.UpdatedAt), StateAt: isoTime(t.CreatedAt), Metadata: t.Metadata, Error: t.Error,
		Config: map[string]any{"configurable": map[string]any{}}, Interrupts: map[string][]shownInterrupt{},
	}
	if len(shown.Metadata) == 0 {
		shown.Metadata = emptyObject
	}
	var err error
	if shown.Status, err = s.threadStatus(ctx, t); err != nil {
		return nil, err
	}
	read := s.stateAt
	if !wanted("values") {
		if !slices.ContainsFunc([]string{"interrupts", "state_updated_at", "status", "error"}, wanted) {
			return shown, nil
		}
		read = s.withoutValues
	}
	state, err := read(ctx, t.ID, "", "", false)
	if errors.Is(err, hitlrun.ErrUnreadable) { // a list goes on with other threads
		shown.Status, shown.Error = "error", err.Error()
		return shown, nil
	}
	if err != nil {
		return nil, err
	}
	if state.CheckpointID != "" {
		shown.Values, shown.StateAt = state.Values, isoTime(state.CreatedAt)
	}
	if shown.Status != "interrupted" && shown.Status != "error" {
		return shown, nil
	}
	waits, placed := map[string]bool{}, map[string]bool{}
	for _, in := range t.Interrupts {
		waits[in.ID] = true
	}
	for _, task := range state.Tasks {
		for _, in := range task.Interrupts {
			if waits[in.ID] {
				shown.Interrupts[task.ID] = append(shown.Interrupts[task.ID], showInterrupt(in))
				placed[in.ID] = true
			}
		}
		if len(t.Interrupts) == 0 && shown.Status == "interrupted" {
			shown.Interrupts[task.ID] = []shownInterrupt{} // the thread stopped before this task
		}
	}
	for _, in := range t.Interrupts {
		if !placed[in.ID] {
			shown.Interrupts[in.ID] = []shownInterrupt{showInterrupt(in)}
		}
	}
	return shown, nil
}

// threadStatus returns idle, busy, interrupted or error. A thread that would be idle is busy if a run of it begins later.
func (s *Server) threadStatus(ctx context.Context, t *hitlrun.Thread) (string, error) {
	status, err := s.statusNow(ctx, t)
	if status != "idle" || err != nil {
		return status, err
	}
	later, err := s.delayed(ctx, t.ID)
	if len(later) > 0 {
		status = "busy"
	}
	return status, err
}

// statusNow is threadStatus without the runs that begin later.
func (s *Server) statusNow(ctx context.Context, t *hitlrun.Thread) (string, error) {
	if s.queue.busy(t.ID) {
		return "busy", nil
	}
	switch t.Status {
	case hitlrun.StatusRunning:
		return "busy", nil
	case hitlrun.StatusError:
		return "error", nil
	case hitlrun.StatusInterrupted:
		if len(t.Interrupts) > 0 || t.Unread || t.RunID == "" {
			return "interrupted", nil
		}
		rec, err := s.record(ctx, t.RunID)
		if err == nil && rec.Status == statusInterrupted {
			return "idle", nil // the run was cancelled
		}
		if err != nil && !errors.Is(err, hitlrun.ErrNoDocument) {
			return "", err
		}
		return "interrupted", nil
	}
	return "idle", nil
}

// theThread returns the thread whose id is in the path.
func (s *Server) theThread(r *http.Request) (*hitlrun.Thread, error) {
	id := r.PathValue("thread")
	if err := checkID("a thread", id); err != nil {
		return nil, err
	}
	t, err := s.thread(r.Context(), id)
	if errors.Is(err, hitlrun.ErrNoThread) {
		return nil, errorf(http.StatusNotFound, "Thread with ID %q not found", id)
	}
	return t, err
}

type threadCreate struct {
	ID         string          `json:"thread_id"`
	Metadata   json.RawMessage `json:"metadata"`
	IfExists   string          `json:"if_exists"`
	Supersteps []struct {
		Updates []struct {
			Values  json.RawMessage `json:"values"`
			AsNode  string          `json:"as_node"`
			Command *runCommand     `json:"command"` // instead of values
		} `json:"updates"`
	} `json:"supersteps"`
}

func (s *Server) createThread(w http.ResponseWriter, r *http.Request) error {
	var c threadCreate
	if err := s.decode(w, r, &c); err != nil {
		return err
	}
	if c.ID == "" {
		c.ID = hitlrun.NewRunID()
	} else if err := checkID("a thread", c.ID); err != nil {
		return err
	}
	if err := s.newThread(r, &c); err != nil {
		return err
	}
	return s.answerThread(w, r, c.ID)
}

// newThread makes the thread of a request with its states, or with none of them. Until it has them, no run is accepted for it, and nobody
// else learns from createThread that it exists.
func (s *Server) newThread(r *http.Request, c *threadCreate) error {
	unlock := s.queue.lock(c.ID)
	defer unlock()
	err := s.store.CreateThread(r.Context(), c.ID, c.Metadata)
	exists := errors.Is(err, hitlrun.ErrThreadExists)
	if exists && c.IfExists != "do_nothing" {
		return errorf(http.StatusConflict, "Thread with ID %q already exists", c.ID)
	}
	if exists || err != nil || len(c.Supersteps) == 0 {
		if exists {
			err = nil
		}
		return err
	}
	if err = s.fillThread(r, c); err == nil {
		return nil
	}
	ctx := context.WithoutCancel(r.Context()) // the client may be gone
	used, failed := s.usedThread(ctx, c.ID)
	if !used && failed == nil {
		failed = s.store.Delete(ctx, c.ID)
	}
	return errors.Join(err, failed)
}

// usedThread reports whether a thread that has not got all its states has a run since, of another server or of a command.
func (s *Server) usedThread(ctx context.Context, id string) (bool, error) {
	t, err := s.thread(ctx, id)
	if err != nil || t.RunID != "" || t.Status == hitlrun.StatusRunning {
		return true, err
	}
	runs, err := s.store.Documents(ctx, hitlrun.DocumentFilter{Kind: runKind, ThreadID: id, Limit: 1})
	return len(runs) > 0, err
}

// fillThread applies the states that the request gives for a new thread.
func (s *Server) fillThread(r *http.Request, c *threadCreate) error {
	var about struct {
		GraphID string `json:"graph_id"`
	}
	_ = json.Unmarshal(c.Metadata, &about) // without a graph id there is no graph
	g := s.graphs()[about.GraphID]
	if g == nil {
		return errorf(http.StatusUnprocessableEntity, "supersteps are for a graph: its id belongs into metadata.graph_id")
	}
	u := hitlrun.Update{Script: g.Script, Graph: g.Export, By: callerOf(r).name, From: "http"}
	for _, step := range c.Supersteps {
		if len(step.Updates) == 0 {
			return errorf(http.StatusUnprocessableEntity, "a superstep has updates")
		}
		var list []hitlrun.StateUpdate
		for _, one := range step.Updates {
			update := hitlrun.StateUpdate{Values: one.Values, AsNode: one.AsNode}
			if c := one.Command; c != nil {
				if c.Resume != nil {
					return errorf(http.StatusUnprocessableEntity, "the command of a superstep has no resume: nothing waits for an answer yet")
				}
				if update.Values, update.Goto = c.Update, c.Goto; update.Goto == nil {
					update.Goto = json.RawMessage("[]")
				}
			}
			list = append(list, update)
		}
		u.Steps = append(u.Steps, list)
	}
	_, err := s.store.Update(r.Context(), c.ID, u)
	return badUpdate(err)
}

// answerThread sends a thread. It takes no turn: a thread can be made while the client reads large states.
func (s *Server) answerThread(w http.ResponseWriter, r *http.Request, id string) error {
	return whileReading(r, func(r *http.Request) error {
		t, err := s.shownThread(r.Context(), id)
		if err != nil {
			return err
		}
		shown, err := s.showThread(r.Context(), t, func(string) bool { return true })
		if err != nil {
			return err
		}
		writeState(w, r, func() any { return shown }, &shown.Values)
		return nil
	})
}

func (s *Server) getThread(w http.ResponseWriter, r *http.Request) error {
	t, err := s.theThread(r)
	if err != nil {
		return err
	}
	return s.answerThread(w, r, t.ID)
}

func (s *Server) patchThread(w http.ResponseWriter, r *http.Request) error {
	var c struct {
		Metadata json.RawMessage `json:"metadata"`
	}
	if err := s.decode(w, r, &c); err != nil {
		return err
	}
	t, err := s.theThread(r)
	if err != nil {
		return err
	}
	if len(c.Metadata) > 0 {
		if err := s.store.SetMetadata(r.Context(), t.ID, c.Metadata); err != nil {
			return err
		}
	}
	if minimal(r) {
		w.Header().Set("Preference-Applied", "return=minimal")
		w.WriteHeader(http.StatusNoContent)
		return nil
	}
	return s.answerThread(w, r, t.ID)
}

func (s *Server) deleteThread(w http.ResponseWriter, r *http.Request) error {
	t, err := s.theThread(r)
	if err != nil {
		return err
	}
	if err := s.remove(r, t.ID); err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// remove deletes a thread, and ends its streams. The error is hitlrun.ErrBusy, in words for the client, if it is being run.
func (s *Server) remove(r *http.Request, id string) error {
	unlock := s.queue.lock(id) // no run is accepted meanwhile
	defer unlock()
	if s.queue.busy(id) {
		return errRunning{errorf(http.StatusConflict, "thread %q is being run: cancel its runs first", id)}
	}
	err := s.store.DeleteBy(r.Context(), id, callerOf(r).name, "http")
	if err == nil {
		s.hub.forget(id)
	}
	return err
}

// deleteThreadsOf deletes the threads whose last run was of an assistant. If one of them is being run, it is not deleted, and the
// error is hitlrun.ErrBusy.
func (s *Server) deleteThreadsOf(r *http.Request, assistantID string) error {
	var ids []string
	f := hitlrun.ThreadFilter{Brief: true, Metadata: encode(map[string]string{"assistant_id": assistantID})}
	for t, err := range s.store.EachThread(r.Context(), f) {
		if err != nil {
			return err
		}
		ids = append(ids, t.ID)
	}
	var busy error
	for _, id := range ids {
		switch err := s.remove(r, id); {
		case errors.Is(err, hitlrun.ErrBusy):
			busy = err // the others are deleted before the client gets the error
		case err != nil && !errors.Is(err, hitlrun.ErrNoThread):
			return err
		}
	}
	return busy
}

// errRunning is the error for a thread that is being run by this server.
type errRunning struct{ error }

func (e errRunning) Unwrap() []error { return []error{e.error, hitlrun.ErrBusy} }

func (s *Server) copyThread(w http.ResponseWriter, r *http.Request) error {
	t, err := s.theThread(r)
	if err != nil {
		return err
	}
	from := t.ID // the questions of t are not needed
	return whileReading(r, func(r *http.Request) error {
		size, err := s.store.CopySize(r.Context(), from)
		if err == nil {
			err = s.reserve(r.Context(), size)
		}
		if err != nil {
			return err
		}
		id := hitlrun.NewRunID()
		if err := s.store.CopyThreadBy(r.Context(), from, id, callerOf(r).name, "http"); err != nil {
			return err
		}
		return s.answerThread(w, r, id)
	})
}

func (s *Server) pruneThreads(w http.ResponseWriter, r *http.Request) error {
	var c struct {
		IDs      []string `json:"thread_ids"`
		Strategy string   `json:"strategy"`
	}
	if err := s.decodeInTurn(w, r, &c); err != nil {
		return err
	}
	if c.Strategy != "" && c.Strategy != "delete" {
		return errorf(http.StatusUnprocessableEntity, "there is no strategy %q: use delete, or hitlrun prune --checkpoints for old states", c.Strategy)
	}
	n := 0
	for _, id := range c.IDs {
		switch err := s.remove(r, id); {
		case err == nil:
			n++
		case !errors.Is(err, hitlrun.ErrNoThread) && !errors.Is(err, hitlrun.ErrBusy):
			return err
		}
	}
	writeJSON(w, http.StatusOK, map[string]int{"pruned_count": n})
	return nil
}
