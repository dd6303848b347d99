// This file has the commands of the second generation of clients.

package server

import (
	"encoding/json"
	"errors"
	"net/http"
	"slices"

	"github.com/hitlrun/hitlrun"
)

// command is a command of a client.
type command struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
}

// success returns the response to a command that succeeded.
func success(id json.RawMessage, result, meta any) any {
	o := map[string]any{"type": "success", "id": id, "result": result}
	if meta != nil {
		o["meta"] = meta
	}
	return o
}

// refusal returns the response to a command that was refused.
func refusal(id json.RawMessage, code, message string) any {
	return map[string]any{"type": "error", "id": id, "error": code, "message": message}
}

// commands executes a command. The status is 200 also for a refusal; it is an error only if the body is not a command.
func (s *Server) commands(w http.ResponseWriter, r *http.Request) error {
	var c command
	var answer any
	threadID := r.PathValue("thread")
	err := s.turnIfLarge(r, func(r *http.Request) error {
		if err := s.decode(w, r, &c); err != nil {
			return err
		}
		if c.Method == "" {
			return errorf(http.StatusBadRequest, "the method of the command is missing")
		}
		if err := checkID("a thread", threadID); err != nil {
			return err
		}
		if startsRun(c.Method) {
			answer = s.command(r, threadID, &c)
		}
		return nil
	})
	if err != nil {
		return err
	}
	if answer != nil {
		writeJSON(w, http.StatusOK, answer)
		return nil
	}
	return s.turn(r, func(r *http.Request) error {
		writeJSON(w, http.StatusOK, s.command(r, threadID, &c))
		return nil
	})
}

// startsRun reports whether a command starts a run. Such a command is executed in the turn in which its body was read; others
// take a turn of their own, in which their response is also sent: it may have a large state.
func startsRun(method string) bool {
	return method == "run.start" || method == "input.respond" || method == "state.fork"
}

// command executes a command, and returns its response.
func (s *Server) command(r *http.Request, threadID string, c *command) any {
	var result, meta any
	var err error
	if len(c.Params) == 0 {
		c.Params = emptyObject
	}
	switch c.Method {
	case "run.start":
		result, meta, err = s.commandStart(r, threadID, c.Params)
	case "input.respond":
		result, meta, err = s.commandRespond(r, threadID, c.Params)
	case "state.get":
		result, err = s.commandState(r, threadID, c.Params)
	case "state.listCheckpoints":
		result, err = s.commandCheckpoints(r, threadID, c.Params)
	case "state.fork":
		result, meta, err = s.commandFork(r, threadID, c.Params)
	case "agent.getTree":
		result, err = s.commandTree(r, threadID)
	case "input.inject", "subscription.subscribe", "subscription.unsubscribe", "subscription.reconnect":
		return refusal(c.ID, "not_supported", c.Method+" is not supported here")
	default:
		return refusal(c.ID, "unknown_command", "there is no command "+c.Method)
	}
	if err != nil {
		return refusal(c.ID, codeOf(err), err.Error())
	}
	return success(c.ID, result, meta)
}

// noInterrupt is an error about a question that does not wait for an answer.
type noInterrupt struct{ error }

func (e noInterrupt) Unwrap() error { return e.error }

// codeOf returns the code of the protocol for an error.
func codeOf(err error) string {
	var no noInterrupt
	var other coded
	status, _ := statusOf(err)
	switch {
	case errors.As(err, &other):
		return other.code
	case errors.As(err, &no) && status == http.StatusConflict:
		return "no_such_interrupt"
	case status == http.StatusNotFound:
		return "no_such_run"
	case status == http.StatusForbidden:
		return "permission_denied"
	case status >= 500:
		return "unknown_error"
	}
	return "invalid_argument"
}

func (s *Server) commandStart(r *http.Request, threadID string, params json.RawMessage) (result, meta any, err error) {
	var p struct {
		AssistantID string          `json:"assistant_id"`
		Input       json.RawMessage `json:"input"`
		Config      json.RawMessage `json:"config"`
		Metadata    json.RawMessage `json:"metadata"`
		Multitask   string          `json:"multitaskStrategy"`
		Webhook     string          `json:"webhook"`
	}
	if err := json.Unmarshal(params, &p); err != nil {
		return nil, nil, badJSON("the params are not those of run.start", err)
	}
	c := runCreate{AssistantID: p.AssistantID, Input: p.Input, Config: present(p.Config), Metadata: present(p.Metadata), Multitask: p.Multitask, Webhook: p.Webhook, IfNotExists: "create"}
	if c.Multitask == "" {
		c.Multitask = "enqueue"
	}
	if t, err := s.thread(r.Context(), threadID); err == nil && present(p.Input) != nil && t.Status == hitlrun.StatusInterrupted && len(t.Interrupts) > 0 && !s.queue.busy(threadID) && c.checkpointID() == "" {
		c.Command, c.Input = &runCommand{Resume: p.Input}, nil // the input of a thread that waits is an answer
	}
	return s.commandRun(r, threadID, c)
}

// commandRun accepts the run of a command.
func (s *Server) commandRun(r *http.Request, threadID string, c runCreate) (result map[string]any, meta any, err error) {
	before, err := s.store.LastEvent(r.Context(), threadID)
	if err != nil {
		return nil, nil, err
	}
	rec, _, err := s.acceptNew(r, c, threadID, func(rec *record) { rec.V2 = true })
	if errors.Is(err, hitlrun.ErrNoThread) && c.checkpointID() != "" {
		err = coded{err, "no_such_checkpoint"}
	}
	if err != nil {
		return nil, nil, err
	}
	return map[string]any{"run_id": rec.ID}, map[string]any{"thread_id": threadID, "applied_through_seq": before}, nil
}

// respondOne is one answer in a command input.respond.
type respondOne struct {
	InterruptID string          `json:"interrupt_id"`
	Response    json.RawMessage `json:"response"`
}

func (s *Server) commandRespond(r *http.Request, threadID string, params json.RawMessage) (result, meta any, err error) {
	var p struct {
		respondOne
		Responses listOf[respondOne, answered] `json:"responses"`
		Update    json.RawMessage              `json:"update"`
		Goto      json.RawMessage              `json:"goto"`
		Config    json.RawMessage              `json:"config"`
		Metadata  json.RawMessage              `json:"metadata"`
	}
	if err := json.Unmarshal(params, &p); err != nil {
		return nil, nil, badJSON("the params are not those of input.respond", err)
	}
	if p.Responses == nil {
		p.Responses = []respondOne{p.respondOne}
	}
	t, err := s.thread(r.Context(), threadID)
	if err != nil {
		return nil, nil, err
	}
	var fields map[string]json.RawMessage
	_ = json.Unmarshal(params, &fields) // it is always an object
	if _, given := fields["response"]; len(p.Responses) == 0 || !given && present(fields["responses"]) == nil {
		return nil, nil, errorf(http.StatusBadRequest, "response is missing")
	}
	byID := map[string]json.RawMessage{}
	var plain json.RawMessage // a response without an id, which is the only one
	for _, one := range p.Responses {
		if len(one.Response) == 0 {
			one.Response = json.RawMessage("null") // an absent response counts as null
		}
		if one.InterruptID == "" && len(p.Responses) == 1 {
			plain = one.Response
			break
		}
		if !isInterruptID(one.InterruptID) {
			return nil, nil, noInterrupt{errorf(http.StatusConflict, "no question %q waits for an answer", one.InterruptID)}
		}
		byID[one.InterruptID] = one.Response
	}
	resume := plain
	if resume == nil {
		resume = encode(byID)
	}
	c := runCreate{Command: &runCommand{Resume: resume, Update: present(p.Update), Goto: present(p.Goto)}, Config: present(p.Config), Metadata: present(p.Metadata)}
	if c.AssistantID, err = s.assistantOfThread(t); err != nil {
		return nil, nil, err
	}
	_, meta, err = s.commandRun(r, threadID, c)
	if err != nil {
		return nil, nil, noInterrupt{err}
	}
	return map[string]any{}, meta, nil
}

// assistantOfThread returns the id of the assistant that ran a thread last.
func (s *Server) assistantOfThread(t *hitlrun.Thread) (string, error) {
	var about struct {
		AssistantID string `json:"assistant_id"`
	}
	_ = json.Unmarshal(t.Metadata, &about) // the metadata may lack these fields
	if about.AssistantID != "" {
		return about.AssistantID, nil
	}
	if g := s.graphOf(t); g != nil {
		return g.ID, nil
	}
	for id, g := range s.graphs() {
		if g.Export == t.Graph {
			return id, nil
		}
	}
	return "", errorf(http.StatusNotFound, "thread %q is of no graph that is served here", t.ID)
}

func (s *Server) commandState(r *http.Request, threadID string, params json.RawMessage) (any, error) {
	var p struct {
		Namespace []string  `json:"namespace"`
		Keys      selection `json:"keys"`
	}
	if err := json.Unmarshal(params, &p); err != nil {
		return nil, badJSON("the params are not those of state.get", err)
	}
	st, err := s.stateAt(r.Context(), threadID, namespaceOf(p.Namespace), "", false)
	if err != nil {
		if _, gone := s.thread(r.Context(), threadID); gone == nil && errors.Is(err, hitlrun.ErrNoThread) {
			err = coded{err, "no_such_namespace"}
		}
		return nil, err
	}
	result := map[string]any{"values": selected(st.Values, p.Keys)}
	if st.CheckpointID != "" {
		result["checkpoint"] = map[string]any{"id": st.CheckpointID, "ns": st.NS}
	}
	return result, nil
}

// commandTree returns the tasks of a thread with those of its subgraphs.
func (s *Server) commandTree(r *http.Request, threadID string) (any, error) {
	tree, err := s.store.Tree(r.Context(), threadID, func(bytes int64) error { return s.reserve(r.Context(), bytes) })
	if err != nil {
		return nil, err
	}
	t, err := s.thread(r.Context(), threadID)
	if err != nil {
		return nil, err
	}
	root := map[string]any{"namespace": []string{}, "graph_name": t.Graph, "status": agentStatus(t), "children": shownTree(nil, tree, agentStatus(t))}
	return map[string]any{"tree": root}, nil
}

// agentStatus returns the status of a thread in the words of the protocol.
func agentStatus(t *hitlrun.Thread) string {
	switch t.Status {
	case hitlrun.StatusInterrupted:
		return "interrupted"
	case hitlrun.StatusError:
		return "failed"
	case hitlrun.StatusRunning:
		return "running"
	}
	return "completed"
}

// shownTree returns the tasks of a graph with this namespace. They have the status of their thread.
func shownTree(ns []string, tasks []hitlrun.TreeTask, status string) []any {
	list := make([]any, len(tasks))
	for i, task := range tasks {
		inner := append(slices.Clone(ns), task.Name+":"+task.ID)
		list[i] = map[string]any{"namespace": inner, "graph_name": task.Name, "status": status, "children": shownTree(inner, task.Inner, status)}
	}
	return list
}
