// This file starts runs at the times that clients give as cron expressions.

package server

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/robfig/cron/v3"

	"github.com/hitlrun/hitlrun"
)

// cronKind is the kind of the documents of crons.
const cronKind = "cron"

// cronJob is a cron as it is stored, and as clients see it.
type cronJob struct {
	ID          string          `json:"cron_id"`
	AssistantID string          `json:"assistant_id"`
	ThreadID    *string         `json:"thread_id"`
	Schedule    string          `json:"schedule"`
	Timezone    string          `json:"timezone,omitempty"`
	EndTime     *time.Time      `json:"end_time"`
	NextRun     *time.Time      `json:"next_run_date"`
	Payload     runCreate       `json:"payload"`
	Metadata    json.RawMessage `json:"metadata"`
	Enabled     bool            `json:"enabled"`
	UserID      string          `json:"user_id,omitempty"`
	CreatedAt   string          `json:"created_at,omitempty"`
	UpdatedAt   string          `json:"updated_at,omitempty"`
}

// next returns when the cron is due after a time; the zero time means never.
func (c *cronJob) next(after time.Time) (time.Time, error) {
	text := c.Schedule
	if strings.Contains(text, "TZ=") && !strings.Contains(text, " ") {
		text += " " // the parser panics if no space follows a time zone
	}
	schedule, err := cron.ParseStandard(text)
	if err != nil {
		return time.Time{}, errorf(http.StatusUnprocessableEntity, "the schedule %q is none of cron: minute, hour, day, month and weekday are expected, \"30 9 * * 1-5\" for example", c.Schedule)
	}
	place := time.UTC
	if c.Timezone != "" {
		if place, err = time.LoadLocation(c.Timezone); err != nil {
			return time.Time{}, errorf(http.StatusUnprocessableEntity, "there is no time zone %q", c.Timezone)
		}
	}
	at := schedule.Next(after.In(place)).UTC()
	if at.IsZero() || !c.Enabled || c.EndTime != nil && at.After(*c.EndTime) {
		return time.Time{}, nil
	}
	return at, nil
}

// document returns the cron as it is stored.
func (c *cronJob) document(after time.Time) (hitlrun.Document, error) {
	at, err := c.next(after)
	if c.NextRun = nil; !at.IsZero() {
		c.NextRun = &at
	}
	d := hitlrun.Document{Kind: cronKind, Key: c.ID, State: "cron", Due: at, Body: encode(c)}
	if c.ThreadID != nil {
		d.ThreadID = *c.ThreadID
	}
	return d, err
}

type cronRequest struct {
	runCreate
	Schedule string   `json:"schedule"`
	Timezone string   `json:"timezone"`
	EndTime  *endTime `json:"end_time"`
	Enabled  *bool    `json:"enabled"`
}

// endTime is the time after which a cron starts no run.
type endTime time.Time

// UnmarshalJSON implements json.Unmarshaler.
func (t *endTime) UnmarshalJSON(data []byte) error {
	if (*time.Time)(t).UnmarshalJSON(data) != nil {
		return errorf(http.StatusUnprocessableEntity, "end_time is not a time: \"2030-01-31T09:00:00Z\" is expected for example")
	}
	return nil
}

func (s *Server) createCron(w http.ResponseWriter, r *http.Request) error {
	var c cronRequest
	if err := s.decode(w, r, &c); err != nil {
		return err
	}
	if err := c.check(); err != nil {
		return err
	}
	if c.resume() != nil {
		return errorf(http.StatusUnprocessableEntity, "a cron answers no question: command.resume is for a run")
	}
	if err := s.mayCall(c.Webhook); err != nil {
		return err
	}
	a, err := s.assistant(r, c.AssistantID)
	if err != nil {
		return err
	}
	fitting := &record{Request: c.runCreate}
	fitting.of(a)
	if err := s.fits(&c.runCreate, fitting.configOf(fitting.Assistant), a); err != nil {
		return err
	}
	one := &cronJob{ID: hitlrun.NewRunID(), AssistantID: a.ID, Schedule: c.Schedule, Timezone: c.Timezone, EndTime: (*time.Time)(c.EndTime), Payload: c.runCreate, Metadata: present(c.Metadata), Enabled: true, UserID: callerOf(r).name}
	if c.Enabled != nil {
		one.Enabled = *c.Enabled
	}
	if one.Metadata == nil {
		one.Metadata = emptyObject
	}
	if id := r.PathValue("thread"); id != "" {
		if _, err := s.theThread(r); err != nil {
			return err
		}
		one.ThreadID = &id
	}
	d, err := one.document(time.Now())
	if err != nil {
		return err
	}
	if err := s.store.Write(r.Context(), &hitlrun.Change{Insert: []hitlrun.Document{d}}); err != nil {
		return err
	}
	one.CreatedAt, one.UpdatedAt = isoTime(time.Now()), isoTime(time.Now())
	writeJSON(w, http.StatusOK, one)
	return nil
}

func cronOf(d *hitlrun.Document) (*cronJob, error) {
	c := &cronJob{}
	err := json.Unmarshal(d.Body, c)
	c.CreatedAt, c.UpdatedAt = isoTime(d.CreatedAt), isoTime(d.UpdatedAt)
	return c, err
}

func (s *Server) theCron(r *http.Request) (*cronJob, error) {
	d, err := s.store.Document(r.Context(), cronKind, r.PathValue("cron"))
	if isNoDocument(err) {
		return nil, errorf(http.StatusNotFound, "Cron %q not found", r.PathValue("cron"))
	}
	if err != nil {
		return nil, err
	}
	return cronOf(d)
}

func (s *Server) patchCron(w http.ResponseWriter, r *http.Request) error {
	var c cronRequest
	if err := s.decode(w, r, &c); err != nil {
		return err
	}
	unlock := s.queue.lock(cronKind + " " + r.PathValue("cron")) // two changes at once are both made
	defer unlock()
	one, err := s.theCron(r)
	if err != nil {
		return err
	}
	if c.Schedule != "" {
		one.Schedule = c.Schedule
	}
	if c.Timezone != "" {
		one.Timezone = c.Timezone
	}
	if c.EndTime != nil {
		one.EndTime = (*time.Time)(c.EndTime)
	}
	if c.Enabled != nil {
		one.Enabled = *c.Enabled
	}
	if present(c.Input) != nil {
		one.Payload.Input = c.Input
		a, err := s.assistant(r, one.AssistantID)
		if err == nil {
			err = s.fits(&one.Payload, nil, a)
		}
		if err != nil {
			return err
		}
	}
	one.UserID = callerOf(r).name // who changed it starts the runs that come of it
	d, err := one.document(time.Now())
	if err != nil {
		return err
	}
	err = s.store.Write(r.Context(), &hitlrun.Change{Replace: []hitlrun.Replacement{{Document: d, From: []string{"cron"}}}})
	if errors.Is(err, hitlrun.ErrConflict) {
		return errorf(http.StatusNotFound, "Cron %q not found", one.ID) // it was deleted since it was read
	}
	if err != nil {
		return err
	}
	writeJSON(w, http.StatusOK, one)
	return nil
}

func (s *Server) deleteCron(w http.ResponseWriter, r *http.Request) error {
	one, err := s.theCron(r)
	if err != nil {
		return err
	}
	if err := s.store.Write(r.Context(), &hitlrun.Change{Delete: []hitlrun.DocumentName{{Kind: cronKind, Key: one.ID}}}); err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// findCrons returns the ids of the crons that a request searches for.
func (s *Server) findCrons(w http.ResponseWriter, r *http.Request) (*found, error) {
	var q struct {
		AssistantID string `json:"assistant_id"`
		ThreadID    string `json:"thread_id"`
		Limit       *int   `json:"limit"`
		Offset      int    `json:"offset"`
	}
	if err := s.decode(w, r, &q); err != nil {
		return nil, err
	}
	f := newFound(q.Limit, q.Offset)
	for d, err := range s.store.EachDocument(r.Context(), hitlrun.DocumentFilter{Kind: cronKind}) { // they may be many and large
		var c struct { // what is compared
			AssistantID string `json:"assistant_id"`
			ThreadID    string `json:"thread_id"`
		}
		if err == nil {
			err = json.Unmarshal(d.Body, &c)
		}
		if err != nil {
			return nil, err
		}
		if (q.AssistantID == "" || c.AssistantID == q.AssistantID || c.AssistantID == assistantID(q.AssistantID)) && (q.ThreadID == "" || c.ThreadID == q.ThreadID) {
			f.add(d.Key)
		}
	}
	return f, nil
}

func (s *Server) searchCrons(w http.ResponseWriter, r *http.Request) error {
	f, err := s.findCrons(w, r)
	if err != nil {
		return err
	}
	return f.send(w, "", func(id string) (any, error) {
		d, err := s.store.Document(r.Context(), cronKind, id)
		if err != nil {
			return nil, err
		}
		return cronOf(d)
	})
}

// runCrons starts the runs of crons that are due, one after the other, since their requests may be large. After a time without a
// server each due cron starts one run. While the requests of runs that have not ended are too large together, the crons wait.
func (s *Server) runCrons(ctx context.Context) {
	now := time.Now()
	for was, err := range s.store.EachDocument(ctx, hitlrun.DocumentFilter{Kind: cronKind, Due: now}) {
		if err != nil || s.full(int64(len(was.Body))) {
			return // tick tries again
		}
		if was.Due.IsZero() || was.Due.After(now) {
			continue // another server has started it since, or it was changed
		}
		c, err := cronOf(&was)
		if err != nil {
			continue
		}
		d, err := c.document(now)
		if err != nil {
			continue
		}
		next := hitlrun.Replacement{Document: d, From: []string{"cron"}, FromDue: was.Due}
		if err = s.startCron(ctx, c, next); errors.Is(err, errFull) {
			return
		}
		if isNoDocument(err) || errors.Is(err, hitlrun.ErrNoThread) { // its assistant or its thread was deleted
			err = errors.Join(err, s.store.Write(ctx, &hitlrun.Change{Replace: []hitlrun.Replacement{next}}))
		}
		if err != nil && !errors.Is(err, hitlrun.ErrConflict) { // on ErrConflict another server started the run
			s.log.Error("cron is not started", "cron", c.ID, "error", err)
		}
	}
}

// clock notices when the clock of the machine is set back.
type clock struct{ wall, monotonic time.Time }

// setBack reports whether the clock was set back by more than a second since the last call.
func (c *clock) setBack(now time.Time) bool {
	wall, monotonic := now.Round(0).Sub(c.wall), now.Sub(c.monotonic)
	first := c.wall.IsZero()
	c.wall, c.monotonic = now.Round(0), now
	return !first && wall < monotonic-time.Second
}

// rescheduleCrons sets when crons are due next: while the clock was ahead, they got times that are far away now.
func (s *Server) rescheduleCrons(ctx context.Context, now time.Time) {
	for was, err := range s.store.EachDocument(ctx, hitlrun.DocumentFilter{Kind: cronKind}) {
		if err != nil {
			s.log.Error("crons are not scheduled again", "error", err)
			return
		}
		c, err := cronOf(&was)
		if err != nil {
			continue
		}
		if at, err := c.next(now); err != nil || !at.Before(was.Due) {
			continue
		}
		d, err := c.document(now)
		if err != nil {
			continue
		}
		next := hitlrun.Replacement{Document: d, From: []string{"cron"}, FromDue: was.Due}
		if err := s.store.Write(ctx, &hitlrun.Change{Replace: []hitlrun.Replacement{next}}); err != nil && !errors.Is(err, hitlrun.ErrConflict) {
			s.log.Error("cron is not scheduled again", "cron", c.ID, "error", err)
		}
	}
}

// errFull says that a cron waits until runs have ended.
var errFull = errors.New("the requests of runs that have not ended are too large together")

// startCron starts a run of a cron, and stores in the same commit when the cron is due next. A cron waits while requests of runs
// that have not ended are too large together: the error is errFull.
func (s *Server) startCron(ctx context.Context, c *cronJob, next hitlrun.Replacement) error {
	rec := &record{ID: hitlrun.NewRunID(), AssistantID: c.AssistantID, Request: c.Payload, Metadata: encode(map[string]any{"cron_id": c.ID}), By: c.UserID, Status: statusPending}
	for id := range s.graphs() {
		if assistantID(id) == c.AssistantID {
			rec.GraphID = id
		}
	}
	if rec.GraphID == "" {
		made, err := s.store.Document(ctx, assistantKind, c.AssistantID)
		if err != nil {
			return err
		}
		a, err := assistantOf(made)
		if err != nil {
			return err
		}
		rec.of(a)
	}
	if s.graphs()[rec.GraphID] == nil {
		return nil // another server starts it
	}
	change := &hitlrun.Change{Replace: []hitlrun.Replacement{next}}
	if c.ThreadID != nil {
		rec.ThreadID = *c.ThreadID
	} else {
		rec.ThreadID = hitlrun.NewRunID()
		rec.Delete = c.Payload.OnCompletion == "delete"
		meta := encode(map[string]string{"graph_id": rec.GraphID, "assistant_id": rec.AssistantID, "cron_id": c.ID})
		change.Threads = []hitlrun.NewThread{{ID: rec.ThreadID, Meta: meta}}
	}
	d := rec.document()
	size := int64(len(d.Body))
	if s.full(size) {
		return errFull
	}
	change.Insert = []hitlrun.Document{d}
	if err := s.store.Write(ctx, change); err != nil {
		return err
	}
	_, err := s.add(&job{rec: rec, size: size})
	return err
}
