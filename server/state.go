// This file shows the states of threads to clients, and changes them.

package server

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"

	"github.com/hitlrun/hitlrun"
)

// checkpointRef identifies a checkpoint.
type checkpointRef struct {
	ThreadID     string          `json:"thread_id"`
	CheckpointID string          `json:"checkpoint_id"`
	NS           string          `json:"checkpoint_ns"`
	Map          json.RawMessage `json:"checkpoint_map"`
}

// shownState is the state of a thread as clients see it.
type shownState struct {
	Values     json.RawMessage `json:"values"`
	Next       []string        `json:"next"`
	Tasks      []shownTask     `json:"tasks"`
	Metadata   map[string]any  `json:"metadata"`
	CreatedAt  *string         `json:"created_at"`
	Checkpoint *checkpointRef  `json:"checkpoint"`
	Parent     *checkpointRef  `json:"parent_checkpoint"`
}

type shownTask struct {
	ID         string           `json:"id"`
	Name       string           `json:"name"`
	Path       []any            `json:"path"`
	Error      *string          `json:"error"`
	Interrupts []shownInterrupt `json:"interrupts"`
	Checkpoint *checkpointRef   `json:"checkpoint"`
	State      *shownState      `json:"state"`
	Result     json.RawMessage  `json:"result"`
}

// states shows states of a thread. It holds the metadata of the run that it has shown last, since the states of a run are beside each
// other.
type states struct {
	s     *Server
	t     *hitlrun.Thread
	of    string                     // the id of the run; "" if it has shown none
	about map[string]json.RawMessage // the metadata of that run
}

// mostShownMetadata is the size in bytes up to which the metadata of a run are shown with each of its states.
const mostShownMetadata = 64 << 10

// metadataOf returns the metadata of a run for its states. A run that was deleted has none.
func (x *states) metadataOf(ctx context.Context, id string) (map[string]json.RawMessage, error) {
	if id == "" || x.of == id {
		return x.about, nil
	}
	x.of, x.about = id, nil
	rec, err := x.s.record(ctx, id)
	if isNoDocument(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if about := rec.config(rec.Assistant).Metadata; len(encode(about)) <= mostShownMetadata {
		x.about = about
	}
	return x.about, nil
}

// show returns a state as clients see it.
func (x *states) show(ctx context.Context, st *hitlrun.StateSnapshot) (*shownState, error) {
	t := x.t
	shown := &shownState{Values: st.Values, Next: st.Next, Tasks: []shownTask{}, Metadata: map[string]any{}}
	if st.CheckpointID == "" {
		return shown, nil
	}
	run := st.RunID
	if run == "" && st.CheckpointID == t.CheckpointID && st.Source != "update" {
		run = t.RunID // an older hitlrun stored it
	}
	about := map[string]json.RawMessage{}
	_ = json.Unmarshal(t.Metadata, &about) // the metadata may lack these fields
	for _, name := range []string{"graph_id", "assistant_id"} {
		if present(about[name]) != nil {
			shown.Metadata[name] = about[name]
		}
	}
	if run != "" {
		of, err := x.metadataOf(ctx, run)
		if err != nil {
			return nil, err
		}
		for name, value := range of {
			shown.Metadata[name] = value
		}
		shown.Metadata["run_id"] = run
	}
	shown.Metadata["source"], shown.Metadata["step"], shown.Metadata["thread_id"] = st.Source, st.Step, t.ID
	shown.Metadata["parents"] = st.Parents
	if st.Parents == nil {
		shown.Metadata["parents"] = map[string]string{}
	}
	at := isoTime(st.CreatedAt)
	shown.CreatedAt = &at
	shown.Checkpoint = &checkpointRef{ThreadID: t.ID, CheckpointID: st.CheckpointID, NS: st.NS}
	if st.ParentID != "" {
		shown.Parent = &checkpointRef{ThreadID: t.ID, CheckpointID: st.ParentID, NS: st.NS}
	}
	for _, task := range st.Tasks {
		one := shownTask{ID: task.ID, Name: task.Name, Path: []any{"__pregel_pull", task.Name}, Interrupts: shownInterrupts(task.Interrupts), Result: task.Result}
		if task.Push {
			one.Path = []any{"__pregel_push", task.Index}
		}
		if task.Error != nil {
			text := string(encode(task.Error))
			one.Error = &text
		}
		if task.NS != "" {
			one.Checkpoint = &checkpointRef{ThreadID: t.ID, NS: task.NS}
		}
		if task.State != nil {
			state, err := x.show(ctx, task.State)
			if err != nil {
				return nil, err
			}
			one.State = state
		}
		shown.Tasks = append(shown.Tasks, one)
	}
	return shown, nil
}

func (s *Server) answerState(w http.ResponseWriter, r *http.Request, ns, checkpoint string, subgraphs bool, names selection) error {
	t, err := s.theThread(r)
	if err != nil {
		return err
	}
	read := s.stateAt
	if len(names) > 0 && !names["values"] && !names.inValues() {
		read = s.withoutValues
	}
	st, err := read(r.Context(), t.ID, ns, checkpoint, subgraphs)
	if err != nil {
		return err
	}
	shown, err := (&states{s: s, t: t}).show(r.Context(), st)
	if err != nil {
		return err
	}
	st.Values = nil // shown has it
	names.selectValues(shown)
	writeState(w, r, func() any { return selectState(shown, names) }, &shown.Values)
	return nil
}

func (s *Server) getState(w http.ResponseWriter, r *http.Request) error {
	names, err := selectionIn(r)
	if err != nil {
		return err
	}
	return s.answerState(w, r, "", "", isTrue(r, "subgraphs"), names)
}

func (s *Server) getStateAt(w http.ResponseWriter, r *http.Request) error {
	names, err := selectionIn(r)
	if err != nil {
		return err
	}
	return s.answerState(w, r, r.URL.Query().Get("checkpoint_ns"), r.PathValue("checkpoint"), isTrue(r, "subgraphs"), names)
}

func isTrue(r *http.Request, name string) bool {
	v, _ := strconv.ParseBool(r.URL.Query().Get(name))
	return v
}

func (s *Server) postStateAt(w http.ResponseWriter, r *http.Request) error {
	var c struct {
		Checkpoint checkpointRef `json:"checkpoint"`
		Subgraphs  bool          `json:"subgraphs"`
		Select     selection     `json:"select"`
	}
	if err := s.decode(w, r, &c); err != nil {
		return err
	}
	return s.answerState(w, r, c.Checkpoint.NS, c.Checkpoint.CheckpointID, c.Subgraphs, c.Select)
}

// history sends the states of a thread, newest first.
func (s *Server) history(w http.ResponseWriter, r *http.Request) error {
	var c struct {
		Limit      *int            `json:"limit"`
		Before     json.RawMessage `json:"before"`
		Metadata   json.RawMessage `json:"metadata"`
		Checkpoint checkpointRef   `json:"checkpoint"`
		Select     selection       `json:"select"`
	}
	var err error
	if r.Method == http.MethodPost {
		err = s.decode(w, r, &c)
	} else {
		if c.Limit, _, err = pageOf(r); err == nil {
			c.Select, err = selectionIn(r)
		}
	}
	if err != nil {
		return err
	}
	limit := 10
	if c.Limit != nil {
		if limit = min(*c.Limit, 1000); limit < 1 {
			return errorf(http.StatusUnprocessableEntity, "limit is the number of states, 1 or more, and not %d", limit)
		}
	}
	f := hitlrun.HistoryFilter{NS: c.Checkpoint.NS, Before: r.URL.Query().Get("before")}
	if present(c.Metadata) == nil {
		f.Limit = limit // otherwise those are counted that match
	}
	if len(c.Before) > 0 {
		f.Before = beforeOf(c.Before)
	}
	t, err := s.theThread(r)
	if err != nil {
		return err
	}
	list := arrayWriter{w: w}
	metadata, err := hitlrun.NewJSONFilter(present(c.Metadata))
	if err != nil {
		return err
	}
	largest, err := s.store.HistorySize(r.Context(), t.ID, f)
	if err == nil {
		err = s.reserve(r.Context(), 2*largest) // a page of the history has several states
	}
	if err != nil {
		return err
	}
	shows, found := &states{s: s, t: t}, 0
	for state, err := range s.store.EachState(r.Context(), t.ID, f) {
		if err != nil {
			return err
		}
		shown, err := shows.show(r.Context(), state)
		if err != nil {
			return err
		}
		if is, err := metadata.Match(encode(shown.Metadata)); !is || err != nil {
			if err != nil {
				return err
			}
			continue
		}
		state.Values = nil // shown has it
		c.Select.selectValues(shown)
		if err := list.addState(func() any { return selectState(shown, c.Select) }, &shown.Values); err != nil {
			return err
		}
		if found++; found == limit {
			break
		}
		if 2*largest <= smallRead { // its memory may be free since a part of the list was sent
			if err := s.reserve(r.Context(), 2*largest); err != nil {
				return err
			}
		}
	}
	return list.end()
}

// beforeOf reads the id of a checkpoint from a string, a checkpoint, or a config.
func beforeOf(data json.RawMessage) string {
	var id string
	if json.Unmarshal(data, &id) == nil {
		return id
	}
	var o struct {
		CheckpointID string `json:"checkpoint_id"`
		Configurable struct {
			CheckpointID string `json:"checkpoint_id"`
		} `json:"configurable"`
	}
	_ = json.Unmarshal(data, &o) // other JSON has no id
	if o.CheckpointID == "" {
		return o.Configurable.CheckpointID
	}
	return o.CheckpointID
}

func (s *Server) updateState(w http.ResponseWriter, r *http.Request) error {
	var c struct {
		Values       json.RawMessage `json:"values"`
		AsNode       string          `json:"as_node"`
		Checkpoint   *checkpointRef  `json:"checkpoint"`
		CheckpointID string          `json:"checkpoint_id"`
	}
	if err := s.decode(w, r, &c); err != nil {
		return err
	}
	t, err := s.theThread(r)
	if err != nil {
		return err
	}
	who := callerOf(r)
	resolves := c.AsNode == "__end__" && (len(c.Values) == 0 || string(c.Values) == "null")
	if !resolves {
		if err := who.mayRun(); err != nil {
			return err
		}
	}
	unlock := s.queue.lock(t.ID) // no answer is accepted meanwhile
	defer unlock()
	if s.queue.busy(t.ID) {
		return errorf(http.StatusConflict, "Thread %q is being run. Wait for it to finish, or cancel the run.", t.ID)
	}
	done, err := s.alone(r.Context(), t.ID) // not through another server, either
	if err != nil {
		return err
	}
	defer done()
	later, err := s.delayed(r.Context(), t.ID)
	if err == nil {
		err = answersLater(later) // the new state would discard the question
	}
	if err != nil {
		return err
	}
	u := hitlrun.Update{Values: c.Values, AsNode: c.AsNode, CheckpointID: c.CheckpointID, By: who.name, From: "http"}
	if c.Checkpoint != nil {
		u.CheckpointID, u.NS = c.Checkpoint.CheckpointID, c.Checkpoint.NS
	}
	if err := who.checkResolve(t, &u); err != nil {
		return err
	}
	if g := s.graphOf(t); g != nil && t.ScriptHash == "" {
		u.Script, u.Graph = g.Script, g.Export
	}
	id, err := s.store.Update(r.Context(), t.ID, u)
	if errors.Is(err, hitlrun.ErrNoGraph) && t.ScriptHash == "" {
		return errorf(http.StatusBadRequest, "thread %q has not run: it has no graph yet", t.ID)
	}
	if err != nil {
		return badUpdate(err)
	}
	s.changed(r.Context(), t.ID)
	writeJSON(w, http.StatusOK, map[string]any{"checkpoint": map[string]any{"thread_id": t.ID, "checkpoint_ns": u.NS, "checkpoint_id": id}})
	return nil
}

// badUpdate turns the error of a script that refused the update of a client into a client error.
func badUpdate(err error) error {
	var se *hitlrun.Error
	if errors.As(err, &se) || hitlrun.IsInvalidUpdate(err) {
		return errorf(http.StatusUnprocessableEntity, "%v", err)
	}
	return err
}

// graphOf returns the graph that the metadata of a thread name; nil if this server does not serve it.
func (s *Server) graphOf(t *hitlrun.Thread) *Graph {
	var about struct {
		GraphID string `json:"graph_id"`
	}
	_ = json.Unmarshal(t.Metadata, &about) // the metadata may lack these fields
	if g := s.graphs()[about.GraphID]; g != nil {
		return g
	}
	if len(s.graphs()) == 1 {
		for _, g := range s.graphs() {
			return g
		}
	}
	return nil
}

// patchState changes the metadata of a thread. It is an older route for that.
func (s *Server) patchState(w http.ResponseWriter, r *http.Request) error { return s.patchThread(w, r) }
