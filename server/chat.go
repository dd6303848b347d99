// This file has POST /chat: each request has a message or an answer, and each response has a message or a question.

package server

import (
	"encoding/json"
	"net/http"

	"github.com/hitlrun/hitlrun"
)

// chatRequest is the body of POST /chat.
type chatRequest struct {
	ThreadID    string          `json:"thread_id"`
	AssistantID string          `json:"assistant_id"`
	Messages    json.RawMessage `json:"messages"`
	Message     json.RawMessage `json:"message"`
	Input       json.RawMessage `json:"input"`
	Resume      json.RawMessage `json:"resume"`
	InterruptID string          `json:"interrupt_id"`

	resumes bool
}

// UnmarshalJSON implements json.Unmarshaler. It distinguishes the answer null from no answer.
func (c *chatRequest) UnmarshalJSON(data []byte) error {
	type plain chatRequest
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(data, &fields); err != nil {
		return err
	}
	err := json.Unmarshal(data, (*plain)(c))
	c.Resume, c.resumes = fields["resume"], fields["resume"] != nil
	return err
}

// input returns the input of the graph; nil if there is none.
func (c *chatRequest) input() json.RawMessage {
	switch {
	case present(c.Input) != nil:
		return c.Input
	case present(c.Messages) != nil:
		return encode(map[string]any{"messages": c.Messages})
	case present(c.Message) != nil:
		return encode(map[string]any{"messages": []any{map[string]any{"role": "user", "content": c.Message}}})
	}
	return nil
}

func (s *Server) chat(w http.ResponseWriter, r *http.Request) error {
	var a *chatRun
	err := s.turnIfLarge(r, func(r *http.Request) (err error) {
		a, err = s.acceptChat(w, r)
		return err
	})
	if err != nil {
		return err
	}
	return notAgain(w, a.rec, s.answerChat(w, r, a))
}

// chatRun is the run of a request.
type chatRun struct {
	thread *hitlrun.Thread // as the request found it; nil for a new one
	rec    *record
	job    *job
}

// acceptChat reads a request, and accepts its run.
func (s *Server) acceptChat(w http.ResponseWriter, r *http.Request) (*chatRun, error) {
	var c chatRequest
	if err := s.decode(w, r, &c); err != nil {
		return nil, err
	}
	if !c.resumes && c.input() == nil {
		return nil, errorf(http.StatusBadRequest, "a message or an answer is missing: messages or input, or thread_id and resume")
	}
	run := runCreate{AssistantID: c.AssistantID, Input: c.input()}
	var t *hitlrun.Thread
	if c.ThreadID != "" {
		var err error
		if t, err = s.thread(r.Context(), c.ThreadID); err != nil {
			return nil, err
		}
		if run.AssistantID, err = s.assistantOfThread(t); err != nil {
			return nil, err
		}
	} else if c.resumes {
		return nil, errorf(http.StatusBadRequest, "thread_id is missing: which thread is the answer for?")
	}
	if c.resumes {
		run.Input, run.Command = nil, &runCommand{Resume: c.Resume}
		if c.InterruptID != "" {
			if !isInterruptID(c.InterruptID) {
				return nil, s.chatConflict(t, "no question %q waits for an answer", c.InterruptID)
			}
			run.Command.Resume = encode(map[string]json.RawMessage{c.InterruptID: c.Resume})
		}
	} else if t != nil && t.Status == hitlrun.StatusInterrupted && len(t.Interrupts) > 0 {
		return nil, s.chatConflict(t, "the thread waits for an answer")
	}
	if run.AssistantID == "" {
		if len(s.graphs()) != 1 {
			return nil, errorf(http.StatusBadRequest, "assistant_id is missing: several graphs are served")
		}
		for id := range s.graphs() {
			run.AssistantID = id
		}
	}
	id := c.ThreadID
	if id == "" {
		id, run.IfNotExists = hitlrun.NewRunID(), "create"
	}
	rec, j, err := s.acceptNew(r, run, id, func(rec *record) { rec.ownThread = c.ThreadID == "" })
	if status, _ := statusOf(err); err != nil && status == http.StatusConflict && t != nil {
		err = s.chatConflict(t, "%v", err)
	}
	if err != nil {
		return nil, err
	}
	return &chatRun{t, rec, j}, nil
}

// chatConflict returns an error for a request that does not fit the state of the thread. The error includes the
// question that waits.
func (s *Server) chatConflict(t *hitlrun.Thread, format string, args ...any) error {
	e := errorf(http.StatusConflict, format, args...)
	body := map[string]any{"error": e.message, "message": e.message, "thread_id": t.ID}
	if len(t.Interrupts) > 0 {
		body["interrupt"], body["interrupt_id"] = bothSpellings(t.Interrupts[0].Value), t.Interrupts[0].ID
		body["interrupts"] = shownInterrupts(t.Interrupts)
	}
	e.body = body
	return e
}

// answerChat waits for the end of a run, and sends what its thread then asks or says.
func (s *Server) answerChat(w http.ResponseWriter, r *http.Request, a *chatRun) (err error) {
	t, rec, j := a.thread, a.rec, a.job
	var res *hitlrun.Result
	if j != nil {
		ctx, stop := whileValid(r)
		defer stop()
		var waits <-chan struct{}
		if rec.Answers != nil { // otherwise the client must not send it again
			waits = j.outage.begun()
		}
		select {
		case <-j.done:
		case <-waits:
			return j.outage.reason() // the run continues later
		case <-ctx.Done():
			return stopped(r) // the run continues
		}
		if j.end != nil && j.end.again {
			return errClosed
		}
		if err := j.refusal(); err != nil {
			if status, _ := statusOf(err); status == http.StatusConflict && t != nil {
				return s.chatConflict(t, "%v", err)
			}
			return err
		}
	}
	if j != nil && j.end != nil {
		rec, res = j.rec, j.end.result
	} else {
		id := rec.ID
		if rec, err = s.briefRecord(r, id); isNoDocument(err) {
			err = errorf(http.StatusNotFound, "Run %q not found: its thread was deleted", id)
		}
		if err == nil && !rec.ended() && s.queue.isClosed() {
			err = errClosed
		}
		if err != nil {
			return err
		}
	}
	if err := rec.undone(); err != nil {
		if t != nil {
			err = s.chatConflict(t, "%v", err)
		}
		return err
	}
	if rec.Status == statusInterrupted { // the client must not take the state, or the question that waits, for what its request led to
		if t, err = s.thread(r.Context(), rec.ThreadID); err != nil {
			return err
		}
		return s.chatConflict(t, "run %q was cancelled before it had ended: the thread keeps what it did until then", rec.ID)
	}
	if rec.Error != nil {
		writeJSON(w, http.StatusOK, map[string]any{"thread_id": rec.ThreadID, "error": rec.Error})
		return nil
	}
	return s.turn(r, func(r *http.Request) error {
		if err = r.Context().Err(); err == nil && res == nil {
			res, err = s.store.StateUpTo(r.Context(), rec.ThreadID, mostHeld)
		}
		if err == nil {
			res, err = s.whole(r.Context(), res)
		}
		if err != nil {
			return err
		}
		writeJSON(w, http.StatusOK, chatReply(res))
		return nil
	})
}

// chatReply returns the question that waits, or the last message of the state.
func chatReply(res *hitlrun.Result) map[string]any {
	reply := map[string]any{"thread_id": res.ThreadID}
	if len(res.Interrupts) > 0 {
		reply["interrupt"], reply["interrupt_id"] = bothSpellings(res.Interrupts[0].Value), res.Interrupts[0].ID
		if len(res.Interrupts) > 1 {
			reply["interrupts"] = shownInterrupts(res.Interrupts)
		}
		return reply
	}
	var state struct {
		Messages []json.RawMessage `json:"messages"`
	}
	_ = json.Unmarshal(res.Values, &state) // a state that is not an object has no messages
	if n := len(state.Messages); n > 0 {
		reply["message"] = state.Messages[n-1]
	}
	reply["values"] = res.Values
	return reply
}
