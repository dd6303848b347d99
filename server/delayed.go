// This file has runs that begin later (after_seconds). They are in flight from the time at which they were accepted: the
// multitask strategies of other requests see them, and the questions that they answer take no other answer.

package server

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"

	"github.com/hitlrun/hitlrun"
)

// delayedKind is the kind of the documents of runs that begin later. Their keys are the ids of the runs. The runs of a thread may
// be many and large; these are small and few.
const delayedKind = "delayed"

// delayedRun is the body of a document of delayedKind.
type delayedRun struct {
	ID         string   `json:"run_id"`
	Answers    []string `json:"answers,omitempty"`       // the questions that it answers,
	Checkpoint string   `json:"checkpoint_id,omitempty"` // at this checkpoint; "" is the newest
}

// delayedDocument returns the document of a run that begins later.
func (rec *record) delayedDocument() hitlrun.Document {
	d := delayedRun{ID: rec.ID, Checkpoint: rec.Request.checkpointID()}
	for id := range rec.Answers {
		d.Answers = append(d.Answers, id)
	}
	slices.Sort(d.Answers)
	return hitlrun.Document{Kind: delayedKind, Key: rec.ID, ThreadID: rec.ThreadID, Body: encode(d)}
}

// delayed returns the runs of a thread that begin later.
func (s *Server) delayed(ctx context.Context, threadID string) (later []delayedRun, err error) {
	list, err := s.store.Documents(ctx, hitlrun.DocumentFilter{Kind: delayedKind, ThreadID: threadID})
	for i := range list {
		var d delayedRun
		if err := json.Unmarshal(list[i].Body, &d); err != nil {
			return nil, err
		}
		later = append(later, d)
	}
	return later, err
}

// rival returns an error if a run that begins later answers a question that rec answers, too; its record if the answer is the same.
func (s *Server) rival(ctx context.Context, rec *record, later []delayedRun) (same *record, err error) {
	for _, d := range later {
		for _, id := range d.Answers {
			if _, twice := rec.Answers[id]; !twice || d.Checkpoint != rec.Request.checkpointID() {
				continue
			}
			same, err := s.record(ctx, d.ID)
			if isNoDocument(err) {
				continue // it was deleted
			}
			if err == nil && (same.Sent != rec.Sent || same.By != rec.By) {
				err = errAnswered(id, d)
			}
			return same, err
		}
	}
	return nil, nil //nolint:nilnil // there is none
}

// keepsAnswers returns an error if rec, which answers no question, would discard a question that a run answers later.
func (rec *record) keepsAnswers(later []delayedRun) error {
	if present(rec.Request.Input) == nil && !rec.Request.commands() {
		return nil
	}
	return answersLater(later)
}

// answersLater returns an error if one of the runs that begin later answers a question that the thread waits for now.
func answersLater(later []delayedRun) error {
	for _, d := range later {
		if len(d.Answers) > 0 && d.Checkpoint == "" {
			return errAnswered(d.Answers[0], d)
		}
	}
	return nil
}

func errAnswered(question string, d delayedRun) error {
	return errorf(http.StatusConflict, "run %s answers question %s later: cancel that run first, to do something else", d.ID, question)
}

// endDelayed cancels a run that begins later, for rec.
func (s *Server) endDelayed(ctx context.Context, rec *record, d delayedRun) error {
	err := s.requestCancel(ctx, &record{ID: d.ID, ThreadID: rec.ThreadID}, rec.By, rec.Request.strategy() == "rollback")
	if err == nil {
		err = s.endElsewhere(ctx, d.ID, rec.By)
	}
	if isNoDocument(err) {
		return nil // it was deleted
	}
	return err
}

// endPending ends a run that has not begun: it waits in the queue of another server, or begins later. The error is
// hitlrun.ErrConflict if it begins now.
func (s *Server) endPending(ctx context.Context, rec *record) error {
	rec.RolledBack = true // there is nothing to put back
	change := s.lastChange(&job{rec: rec}, &ending{status: statusInterrupted})
	change.Replace[0].From = []string{statusPending}
	err := s.hub.write(ctx, change)
	if err == nil {
		s.discardAfter(rec)
	}
	return err
}
