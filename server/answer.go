// This file binds answers to questions. An answer is for a question that waits when the answer arrives, and is used
// once.

package server

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"slices"
	"time"
	"unicode/utf8"

	"github.com/hitlrun/hitlrun"
)

// bind sets rec.Answers to the answers by the ids of the questions of the thread that they are for. If the same answer
// was sent before, bind returns the record of the run that took it. asked has the ids of the questions that waited when
// the answer arrived.
func (s *Server) bind(ctx context.Context, rec *record, t *hitlrun.Thread, resume json.RawMessage, asked map[string]bool) (earlier *record, err error) {
	rec.Sent, rec.Boot, rec.SinceBoot = digest(resume), bootID(), sinceBoot()
	if id := rec.Request.checkpointID(); id != "" && answersByID(resume) == nil {
		rec.Sent += "@" + id
	}
	if earlier, err := s.repeated(ctx, rec, t, resume, asked); earlier != nil || err != nil {
		return earlier, err
	}
	if s.queue.busy(rec.ThreadID) {
		return nil, errorf(http.StatusConflict, "thread %q is being run: it waits for no answer now", rec.ThreadID)
	}
	if rec.Request.checkpointID() != "" {
		return nil, s.bindCheckpoint(ctx, rec, resume, asked)
	}
	byID := answersByID(resume)
	if t.Status == hitlrun.StatusError && (byID == nil || rec.Request.Command.Replace) {
		failed, err := s.store.FailedAnswers(ctx, rec.ThreadID)
		if err != nil {
			return nil, err
		}
		if len(byID) == 1 && len(failed) > 0 {
			rec.Replace = true
			return nil, rec.bindTo(failed, byID)
		}
		if len(failed) > 1 || len(failed) > 0 && len(t.Interrupts) > 0 {
			return nil, &hitlrun.ChooseError{ThreadID: t.ID, Interrupts: append(failed, t.Interrupts...)}
		}
		if rec.Replace = len(failed) == 1; rec.Replace {
			return nil, s.bindPlain(rec, failed, resume, asked)
		}
	}
	if len(t.Interrupts) == 0 {
		return nil, errorf(http.StatusConflict, "thread %q waits for no answer", rec.ThreadID)
	}
	if byID != nil {
		return nil, rec.bindTo(t.Interrupts, byID)
	}
	if len(t.Interrupts) > 1 {
		return nil, &hitlrun.ChooseError{ThreadID: t.ID, Interrupts: t.Interrupts}
	}
	return nil, s.bindPlain(rec, t.Interrupts, resume, asked)
}

// bindPlain binds an answer without an id to the only question that waits. The question must have waited when the answer
// arrived: whoever sent the answer cannot have meant another one.
func (s *Server) bindPlain(rec *record, waiting []hitlrun.Interrupt, resume json.RawMessage, asked map[string]bool) error {
	id := waiting[0].ID
	if !asked[id] {
		message := "the question was asked after this answer had arrived: answer it by its id"
		return &httpError{http.StatusConflict, message, map[string]any{"message": message, "interrupts": shownInterrupts(waiting)}}
	}
	s.shown.watch(rec.By, rec.answer())
	return rec.bindTo(waiting, map[string]json.RawMessage{id: resume})
}

// settle waits at most 2 s for the one run of a thread to end. A client sees a question before the run that asked it
// has ended, and may answer at once.
func (s *Server) settle(ctx context.Context, threadID string) {
	jobs := s.queue.of(threadID)
	if len(jobs) != 1 {
		return
	}
	timer := time.NewTimer(2 * time.Second)
	defer timer.Stop()
	select {
	case <-jobs[0].done:
	case <-timer.C:
	case <-ctx.Done():
	}
}

// bindCheckpoint binds an answer to the questions of a checkpoint. Clients send the id of the newest checkpoint with
// every answer; such a request is treated as one without a checkpoint.
func (s *Server) bindCheckpoint(ctx context.Context, rec *record, resume json.RawMessage, asked map[string]bool) error {
	now, err := s.tasksAt(ctx, rec.ThreadID, "", "")
	if err != nil {
		return err
	}
	at := now
	if id := rec.Request.checkpointID(); now.CheckpointID != id {
		if at, err = s.tasksAt(ctx, rec.ThreadID, "", id); err != nil {
			return err
		}
	} else {
		rec.Request.Checkpoint, rec.Request.CheckpointID = nil, ""
		rec.Request.Config = withoutCheckpoint(rec.Request.Config)
	}
	var waiting []hitlrun.Interrupt
	for _, task := range at.Tasks {
		waiting = append(waiting, task.Interrupts...)
	}
	if byID := answersByID(resume); byID != nil {
		return rec.bindTo(waiting, byID)
	}
	switch len(waiting) {
	case 0:
		return errorf(http.StatusConflict, "nothing waits for an answer at checkpoint %s", at.CheckpointID)
	case 1:
		if at == now {
			return s.bindPlain(rec, waiting, resume, asked)
		}
		return rec.bindTo(waiting, map[string]json.RawMessage{waiting[0].ID: resume})
	}
	return &hitlrun.ChooseError{ThreadID: rec.ThreadID, Interrupts: waiting}
}

// withoutCheckpoint returns config without configurable.checkpoint_id.
func withoutCheckpoint(config json.RawMessage) json.RawMessage {
	var o map[string]json.RawMessage
	var configurable map[string]json.RawMessage
	if json.Unmarshal(config, &o) != nil || json.Unmarshal(o["configurable"], &configurable) != nil {
		return config
	}
	delete(configurable, "checkpoint_id")
	o["configurable"] = encode(configurable)
	return encode(o)
}

// bindTo sets the answers of rec from answers by the ids of questions.
func (rec *record) bindTo(asked []hitlrun.Interrupt, byID map[string]json.RawMessage) error {
	rec.Answers = map[string]json.RawMessage{}
	at := make(map[string]int, len(asked))
	for i, in := range asked {
		at[in.ID] = i
	}
	for id, value := range byID {
		i, ok := at[id]
		if !ok {
			return &httpError{http.StatusConflict, "no question " + id + " waits for an answer", map[string]any{
				"message": "no question " + id + " waits for an answer", "interrupts": shownInterrupts(asked)}}
		}
		rec.Answers[id] = translateAnswer(asked[i].Value, value)
	}
	return nil
}

// answersByID returns the elements of an answer by id if it is an object whose keys all have the form of an id of a
// question; nil for any other answer.
func answersByID(resume json.RawMessage) map[string]json.RawMessage {
	var o map[string]json.RawMessage
	if json.Unmarshal(resume, &o) != nil || len(o) == 0 {
		return nil
	}
	for key := range o {
		if !isInterruptID(key) {
			return nil
		}
	}
	return o
}

func isInterruptID(key string) bool {
	b, err := hex.DecodeString(key)
	return err == nil && len(b) == 16
}

// repeatWithin is the time in which a second answer with the same text counts as the same answer: a client that gets no
// reply sends its request again. It does not limit answers that name their question.
const repeatWithin = 30 * time.Second

// maxBefore is how many runs of a thread, newest first, are compared with an answer.
const maxBefore = 50

// repeated returns the record of the run that took the same answer before; nil if there is none. An answer without an
// id is the same if it has the same text, its question is answered by now, and its sender has not seen the question that
// waits.
func (s *Server) repeated(ctx context.Context, rec *record, t *hitlrun.Thread, resume json.RawMessage, asked map[string]bool) (*record, error) {
	byID := answersByID(resume)
	waiting := t.Interrupts
	if s.queue.busy(t.ID) {
		waiting = nil
	}
	if byID == nil && slices.ContainsFunc(waiting, func(in hitlrun.Interrupt) bool { return asked[in.ID] && s.shown.has(rec.By, in.ID) }) {
		return nil, nil
	}
	waits := make(map[string]bool, len(t.Interrupts))
	for _, in := range t.Interrupts {
		waits[in.ID] = true
	}
	n := 0
	for one, err := range s.eachRecord(ctx, t.ID) {
		if err != nil {
			return nil, err
		}
		if n++; n > maxBefore {
			break
		}
		if one.Sent != rec.Sent || one.Answers == nil || one.By != rec.By {
			continue
		}
		if byID == nil && !s.recent(one) {
			return nil, nil
		}
		for id := range one.Answers {
			if waits[id] && one.ended() {
				return nil, nil // the run ended without taking the answer
			}
		}
		return one, nil
	}
	return nil, nil
}

// recent reports whether the answer of a run was given in the last repeatWithin. What this process remembers, or another one on
// this machine, does not depend on the clock, which may have been set meanwhile.
func (s *Server) recent(rec *record) bool {
	if age, ok := s.shown.since(rec.By, rec.answer()); ok {
		return age <= repeatWithin
	}
	if rec.Boot != "" && rec.Boot == bootID() {
		return sinceBoot()-rec.SinceBoot <= repeatWithin
	}
	at, err := time.Parse("2006-01-02T15:04:05.000000+00:00", rec.CreatedAt)
	return err == nil && time.Since(at).Abs() <= repeatWithin
}

// answer identifies the answer of a run among those of its client.
func (rec *record) answer() string { return rec.ThreadID + " " + rec.Sent }

// ended reports whether a run has ended.
func (rec *record) ended() bool { return rec.Status != statusPending && rec.Status != statusRunning }

// digest returns a hash of an answer that does not depend on how its JSON is formatted. A lone surrogate becomes U+FFFD when Go
// decodes it, so a text with one of them must be written in the same way.
func digest(data json.RawMessage) string {
	var v any
	if json.Unmarshal(data, &v) == nil {
		if normalized := encode(v); !bytes.ContainsRune(normalized, utf8.RuneError) {
			data = normalized
		}
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:16])
}
