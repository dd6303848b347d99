// This file has how runs end: what is stored then, and what those who wait for a run get.

package server

import (
	"context"
	"encoding/json"
	"errors"
	"runtime/debug"
	"slices"
	"strings"
	"unicode"

	"github.com/hitlrun/hitlrun"
)

// ending is how a run ended.
type ending struct {
	status string
	err    *runError
	result *hitlrun.Result
	again  bool // the server shuts down, or the store takes nothing at the moment: the run continues later
	// refused is the error for clients that wait for the run: the thread did not take its answer, since another server had taken
	// one at the same time, or the store takes nothing. nil for other runs.
	refused error
}

// mostHeld is the size in bytes of the largest state that stays in memory until the clients that wait for a run read it.
// Larger ones are read from the store again, one for each client at a time.
const mostHeld = 16 << 10

// asksMuch reports whether the questions of the thread are more than stay in memory at the end of a run.
func (end *ending) asksMuch() bool {
	size := 0
	for i := range end.result.Interrupts {
		size += len(end.result.Interrupts[i].Value)
	}
	return size > maxAsked
}

// release frees the state in the result of a run whose end is stored, if it is large. Without a result, those who wait for the run read the
// thread.
func (end *ending) release() {
	if end.result != nil && end.asksMuch() {
		end.result = nil
	}
	if end.result != nil && end.result.CheckpointID != "" && len(end.result.Values) > mostHeld {
		small := *end.result
		small.Values = nil
		end.result = &small
	}
}

// whole returns the result of a run that has ended, with the state that release has freed. The caller has a turn.
func (s *Server) whole(ctx context.Context, res *hitlrun.Result) (*hitlrun.Result, error) {
	if res == nil || res.Values != nil {
		return res, nil
	}
	state, err := s.stateAt(ctx, res.ThreadID, "", res.CheckpointID, false)
	if err != nil {
		return nil, err
	}
	read := *res
	read.Values = state.Values
	return &read, nil
}

// endOf returns how a run ended.
func (s *Server) endOf(j *job, res *hitlrun.Result, err error) *ending {
	var cancelled *hitlrun.CancelError
	switch {
	case err == nil && res.Status == hitlrun.StatusError:
		return &ending{status: statusError, result: res, err: storedError(res.Error)}
	case err == nil:
		return &ending{status: statusSuccess, result: res}
	case errors.As(err, &cancelled), errors.As(context.Cause(j.ctx), &cancelled):
		return &ending{status: statusInterrupted, result: res}
	case errors.Is(context.Cause(j.ctx), errDraining):
		return &ending{again: true}
	case hitlrun.IsOutage(err):
		return &ending{again: true, refused: err}
	}
	end := &ending{status: statusError, result: res, err: errorOf(err)}
	if errors.Is(err, hitlrun.ErrResolved) || errors.Is(err, hitlrun.ErrNotWaiting) {
		end.refused = err
	}
	return end
}

// errorOf returns an error as clients see it: the name of its class, and its message.
func errorOf(err error) *runError {
	message := err.Error()
	var thrown *hitlrun.Error
	if errors.As(err, &thrown) {
		message = thrown.Message // without the position
	}
	switch name := hitlrun.ErrorName(err); {
	case name != "":
		return &runError{name, strings.TrimPrefix(message, name+": ")}
	case thrown != nil:
		return &runError{"Error", message}
	}
	return storedError(message)
}

// storedError returns the error with which a thread is stored as clients see it. The text is a message, with the name of
// a class in front of most of them.
func storedError(text string) *runError {
	name, message, ok := strings.Cut(text, ": ")
	other := func(c rune) bool { return c != '_' && !unicode.IsLetter(c) && !unicode.IsDigit(c) }
	if !ok || !strings.HasSuffix(name, "Error") || strings.ContainsFunc(name, other) {
		return &runError{"Error", text}
	}
	return &runError{name, message}
}

// finish stores how a run ended, with its last events and its webhook. While the store takes nothing it tries again, since the
// next run of the thread may begin only then. It returns false if the server shuts down before; recover finds the end later.
func (s *Server) finish(j *job, end *ending) bool {
	change := s.lastChange(j, end)
	for tries := 0; ; tries++ {
		err := s.hub.write(context.Background(), change)
		if err == nil || errors.Is(err, hitlrun.ErrNoThread) || errors.Is(err, hitlrun.ErrConflict) { // another server has ended or deleted it
			return true
		}
		if !hitlrun.IsOutage(err) {
			s.log.Error("the end of a run is not stored", "run", j.rec.ID, "error", err)
			return true
		}
		if !s.pause(j, err, tries) {
			return false
		}
		if rec, err := s.record(context.Background(), j.rec.ID); err == nil && rec.ended() {
			return true // it was stored, although the store said that it could not
		}
	}
}

// lastChange returns what is stored at the end of a run.
func (s *Server) lastChange(j *job, end *ending) *hitlrun.Change {
	rec := j.rec
	rec.Status, rec.Error = end.status, end.err
	if rec.KeepAsked && end.status == statusSuccess && end.result != nil && end.result.Status == hitlrun.StatusInterrupted {
		rec.Delete = false
	}
	out, began := j.out, true
	if out == nil { // this server has not begun it, but a former one may have
		n, err := s.nextNumber(rec, true)
		if err != nil {
			s.log.Error("events of a run cannot be read", "run", rec.ID, "error", err)
		}
		out, began = s.recorderOf(rec, n), n > 0 || err != nil
	}
	out.lastParts()
	switch {
	case end.err != nil:
		out.legacy("error", nil, encode(end.err))
	case rec.RolledBack:
		out.legacy("error", nil, encode(runError{"UserRollback", rec.undoneText()}))
	}
	if end.result != nil && end.asksMuch() {
		debug.FreeOSMemory() // what was read with the questions would be there beside their events
	}
	var waiting []hitlrun.Interrupt
	if rec.RolledBack || end.refused != nil {
		if t, err := s.thread(context.Background(), rec.ThreadID); err == nil { // clients read the state of the thread if the events lack it
			waiting = t.Interrupts
		}
	}
	out.requests(end, waiting)
	if began || end.err != nil { // clients would take it for the end of the run that the thread executes
		out.lifecycle(end, waiting)
	}
	out.add(out.event(kindEnd, -1, eventBody{Data: encode(map[string]string{"status": end.status})}))
	ends := hitlrun.Replacement{Document: rec.document(), From: []string{statusPending, statusRunning}} // once
	change := &hitlrun.Change{Replace: []hitlrun.Replacement{ends}, Events: out.close()}
	change.Delete = []hitlrun.DocumentName{{Kind: markKind, Key: rec.ID}, {Kind: cancelledKind, Key: rec.ID}}
	if rec.Request.Webhook != "" {
		change.Put = append(change.Put, s.webhook(rec, end))
	} else if rec.Delete {
		change.Put = append(change.Put, discardDocument(rec.ID, rec.ThreadID, rec.By))
	}
	if rec.Request.AfterSeconds > 0 {
		change.Delete = append(change.Delete, hitlrun.DocumentName{Kind: delayedKind, Key: rec.ID})
	}
	return change
}

// outcome returns the response of run.wait and join for a run that has ended. res is its result; if it is nil, outcome
// reads the state.
func (s *Server) outcome(ctx context.Context, rec *record, res *hitlrun.Result) (json.RawMessage, error) {
	if rec.Error != nil {
		return encode(map[string]any{"__error__": rec.Error}), nil
	}
	if err := rec.undone(); err != nil {
		return nil, err
	}
	if res == nil {
		t, err := s.thread(ctx, rec.ThreadID)
		if err != nil {
			return nil, err
		}
		if res, err = s.store.StateUpTo(ctx, rec.ThreadID, mostHeld); err != nil {
			return nil, err
		}
		if t.RunID != rec.ID {
			res.Status = hitlrun.StatusDone // the question is from another run
		}
	}
	res, err := s.whole(ctx, res)
	if err != nil {
		return nil, err
	}
	if res.Status != hitlrun.StatusInterrupted || rec.Status != statusSuccess {
		return res.Values, nil
	}
	if asked := encode(shownInterrupts(res.Interrupts)); len(res.Values) > smallRead && res.Values[len(res.Values)-1] == '}' {
		return slices.Concat(res.Values[:len(res.Values)-1], []byte(`,"__interrupt__":`), asked, []byte("}")), nil
	}
	var values map[string]json.RawMessage
	if json.Unmarshal(res.Values, &values) != nil || values == nil {
		values = map[string]json.RawMessage{}
	}
	values["__interrupt__"] = encode(shownInterrupts(res.Interrupts))
	return encode(values), nil
}
