// This file has the commands about the checkpoints of a thread, of the second generation of clients.

package server

import (
	"encoding/json"
	"net/http"
	"strings"

	"github.com/hitlrun/hitlrun"
)

// coded is an error with the code that the protocol has for it.
type coded struct {
	error
	code string
}

func (e coded) Unwrap() error { return e.error }

// shownCheckpoint is a checkpoint in a list of them.
type shownCheckpoint struct {
	ID        string         `json:"id"`
	Timestamp string         `json:"timestamp"`
	Step      int            `json:"step"`
	Metadata  map[string]any `json:"metadata"`
}

// namespaceOf returns the namespace of checkpoints that a client names by its segments.
func namespaceOf(segments []string) string { return strings.Join(segments, "|") }

// commandCheckpoints lists the checkpoints of a namespace, newest first.
func (s *Server) commandCheckpoints(r *http.Request, threadID string, params json.RawMessage) (any, error) {
	var p struct {
		Namespace []string `json:"namespace"`
		Limit     *int     `json:"limit"`
		Before    string   `json:"before"`
	}
	if err := json.Unmarshal(params, &p); err != nil {
		return nil, badJSON("the params are not those of state.listCheckpoints", err)
	}
	f := hitlrun.HistoryFilter{NS: namespaceOf(p.Namespace), Before: p.Before, Limit: 10}
	if p.Limit != nil {
		if f.Limit = min(*p.Limit, 1000); f.Limit < 1 {
			return nil, errorf(http.StatusUnprocessableEntity, "limit is the number of checkpoints, 1 or more, and not %d", f.Limit)
		}
	}
	largest, err := s.store.HistorySize(r.Context(), threadID, f)
	if err == nil {
		err = s.reserve(r.Context(), largest)
	}
	if err != nil {
		return nil, err
	}
	list := []shownCheckpoint{}
	for st, err := range s.store.EachState(r.Context(), threadID, f) {
		if err != nil {
			return nil, err
		}
		about := map[string]any{"source": st.Source, "step": st.Step}
		if st.RunID != "" {
			about["run_id"] = st.RunID
		}
		if st.ParentID != "" {
			about["parent_id"] = st.ParentID
		}
		list = append(list, shownCheckpoint{st.CheckpointID, isoTime(st.CreatedAt), st.Step, about})
	}
	return map[string]any{"checkpoints": list}, nil
}

// commandFork starts a run at a checkpoint of the outermost graph: without an input, the nodes run that came next there.
func (s *Server) commandFork(r *http.Request, threadID string, params json.RawMessage) (result, meta any, err error) {
	var p struct {
		CheckpointID string          `json:"checkpoint_id"`
		Input        json.RawMessage `json:"input"`
		Config       json.RawMessage `json:"config"`
	}
	if err := json.Unmarshal(params, &p); err != nil {
		return nil, nil, badJSON("the params are not those of state.fork", err)
	}
	if p.CheckpointID == "" {
		return nil, nil, errorf(http.StatusBadRequest, "checkpoint_id is missing")
	}
	t, err := s.thread(r.Context(), threadID)
	if err != nil {
		return nil, nil, err
	}
	c := runCreate{Input: p.Input, Config: present(p.Config), CheckpointID: p.CheckpointID, Multitask: "enqueue"}
	if c.AssistantID, err = s.assistantOfThread(t); err != nil {
		return nil, nil, err
	}
	run, meta, err := s.commandRun(r, threadID, c)
	if err != nil {
		return nil, nil, err
	}
	run["thread_id"] = threadID
	return run, meta, nil
}
