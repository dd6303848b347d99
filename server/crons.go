// This file starts runs at the times that clients give as cron expressions.

package server

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
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
	// OnRunCompleted says what happens after a run to the thread that was made for it: "delete" or "keep"; "" in a cron of a
	// thread. In one that an older hitlrun stored, "" leaves it to Payload.OnCompletion.
	OnRunCompleted string `json:"on_run_completed,omitempty"`
	UserID         string `json:"user_id,omitempty"`
	CreatedAt      string `json:"created_at,omitempty"`
	UpdatedAt      string `json:"updated_at,omitempty"`
}

// times returns the schedule of the cron, and its time zone.
func (c *cronJob) times() (schedule cron.Schedule, place *time.Location, err error) {
	if schedule, err = cron.ParseStandard(c.Schedule); err != nil {
		return nil, nil, c.noSchedule()
	}
	if place, err = time.LoadLocation(c.Timezone); err != nil { // "" is UTC
		return nil, nil, c.noZone()
	}
	return schedule, place, nil
}

func (c *cronJob) noSchedule() error {
	return errorf(http.StatusUnprocessableEntity, "the schedule %q is none of cron: minute, hour, day, month and weekday are expected, \"30 9 * * 1-5\" for example", c.Schedule)
}

func (c *cronJob) noZone() error {
	return errorf(http.StatusUnprocessableEntity, "there is no time zone %q: a name of the IANA database is expected, \"Europe/Berlin\" for example", c.Timezone)
}

// checkTimes returns an error for a schedule or a time zone that no client may give. Crons that an older hitlrun stored may have them.
func (c *cronJob) checkTimes() error {
	if strings.HasPrefix(c.Schedule, "@every") || strings.Contains(c.Schedule, "TZ=") { // extensions of the parser
		return c.noSchedule()
	}
	schedule, place, err := c.times()
	if err != nil {
		return err
	}
	if base, _, _ := strings.Cut(strings.ToLower(c.Timezone), "/"); slices.Contains([]string{"local", "localtime", "posix", "posixrules", "right"}, base) {
		return c.noZone() // that of the machine, or a file beside the names
	}
	if schedule.Next(time.Now().In(place)).IsZero() {
		return errorf(http.StatusUnprocessableEntity, "the schedule %q never comes: no month that it names has such a day", c.Schedule)
	}
	return nil
}

// next returns when the cron is due after a time; the zero time means never.
func (c *cronJob) next(after time.Time) (time.Time, error) {
	schedule, place, err := c.times()
	if err != nil {
		return time.Time{}, err
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
	// OnRunCompleted is absent for "delete".
	OnRunCompleted string `json:"on_run_completed"`
}

// checkCron returns the assistant of the runs of a cron, or an error if they cannot begin.
func (s *Server) checkCron(r *http.Request, c *runCreate, onRunCompleted string) (*assistant, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	if c.resume() != nil {
		return nil, errorf(http.StatusUnprocessableEntity, "a cron answers no question: command.resume is for a run")
	}
	if known := []string{"delete", "keep"}; onRunCompleted != "" && !slices.Contains(known, onRunCompleted) {
		return nil, errorf(http.StatusUnprocessableEntity, "there is no on_run_completed %q: use %s", onRunCompleted, alternatives(known))
	}
	if err := s.mayCall(c.Webhook); err != nil {
		return nil, err
	}
	a, err := s.assistant(r, c.AssistantID)
	if err != nil {
		return nil, err
	}
	fitting := &record{Request: *c}
	fitting.of(a)
	return a, s.fits(c, fitting.configOf(fitting.Assistant), a)
}

// mayStart returns an error for a cron whose runs have new threads and nothing to start them with.
func (c *cronJob) mayStart() error {
	if c.ThreadID == nil && present(c.Payload.Input) == nil {
		return errorf(http.StatusUnprocessableEntity, "each run of this cron has a new thread, and there is no input to start it: give an input, or make the cron of a thread")
	}
	return nil
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
	a, err := s.checkCron(r, &c.runCreate, c.OnRunCompleted)
	if err != nil {
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
	} else if one.OnRunCompleted = cmp.Or(c.OnRunCompleted, "delete"); c.OnRunCompleted == "" && c.OnCompletion == "keep" {
		one.OnRunCompleted = "keep"
	}
	if err := one.checkTimes(); err != nil {
		return err
	}
	if err := one.mayStart(); err != nil {
		return err
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
	d, err := s.shownDocument(r.Context(), cronKind, r.PathValue("cron"))
	if isNoDocument(err) {
		return nil, errorf(http.StatusNotFound, "Cron %q not found", r.PathValue("cron"))
	}
	if err != nil {
		return nil, err
	}
	return cronOf(d)
}

// cronPatch is the body of a request that changes a cron.
type cronPatch struct {
	cronRequest
	given map[string]json.RawMessage // the fields that the request has
}

// UnmarshalJSON implements json.Unmarshaler.
func (p *cronPatch) UnmarshalJSON(data []byte) error {
	if err := json.Unmarshal(data, &p.given); err != nil {
		return err
	}
	return json.Unmarshal(data, &p.cronRequest)
}

// ofPayload are the fields of a cron's runs that a request can change. null removes a field, except the input.
var ofPayload = []string{
	"input", "command", "config", "context", "metadata", "webhook", "interrupt_before", "interrupt_after", "stream_mode", "stream_subgraphs", "multitask_strategy",
}

// apply changes a cron, and reports whether its runs change with it.
func (p *cronPatch) apply(one *cronJob) (runs bool, err error) {
	one.Schedule, one.Timezone = cmp.Or(p.Schedule, one.Schedule), cmp.Or(p.Timezone, one.Timezone)
	if _, given := p.given["end_time"]; given {
		one.EndTime = (*time.Time)(p.EndTime) // null removes it
	}
	if p.Enabled != nil {
		one.Enabled = *p.Enabled
	}
	if one.ThreadID == nil && p.OnRunCompleted != "" {
		one.OnRunCompleted = p.OnRunCompleted
	}
	payload := fieldsOf(encode(one.Payload))
	for _, name := range ofPayload {
		value, given := p.given[name]
		if !given || name == "input" && present(value) == nil {
			continue
		}
		runs = true
		if delete(payload, name); present(value) != nil {
			payload[name] = value
		}
		if name == "metadata" {
			if one.Metadata = present(value); one.Metadata == nil {
				one.Metadata = emptyObject
			}
		}
	}
	changed := runCreate{}
	if err := json.Unmarshal(encode(payload), &changed); err != nil {
		return runs, badJSON("the body is not valid JSON for this request", err)
	}
	one.Payload = changed
	return runs, nil
}

func (s *Server) patchCron(w http.ResponseWriter, r *http.Request) error {
	var c cronPatch
	if err := s.decode(w, r, &c); err != nil {
		return err
	}
	unlock := s.queue.lock(cronKind + " " + r.PathValue("cron")) // two changes at once are both made
	defer unlock()
	one, err := s.theCron(r)
	if err != nil {
		return err
	}
	runs, err := c.apply(one)
	if err == nil && (c.Schedule != "" || c.Timezone != "") {
		err = one.checkTimes()
	}
	if err == nil && (runs || c.OnRunCompleted != "") {
		_, err = s.checkCron(r, &one.Payload, c.OnRunCompleted)
	}
	if err != nil {
		return err
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

type cronSearch struct {
	AssistantID string `json:"assistant_id"`
	ThreadID    string `json:"thread_id"`
	Enabled     *bool  `json:"enabled"`
	documentSearch
}

// findCrons returns the ids of the crons that a request searches for, and the fields that it selects.
func (s *Server) findCrons(w http.ResponseWriter, r *http.Request) (*found, selection, error) {
	var q cronSearch
	if err := s.decode(w, r, &q); err != nil {
		return nil, nil, err
	}
	metadata, list, err := q.begin("cron_id", "assistant_id", "thread_id", "created_at", "updated_at", "next_run_date", "end_time")
	if err != nil {
		return nil, nil, err
	}
	for d, err := range s.store.EachDocument(r.Context(), hitlrun.DocumentFilter{Kind: cronKind, Room: s.roomFor(r.Context(), cronKind)}) { // they may be many and large
		var c struct { // what is compared
			AssistantID string          `json:"assistant_id"`
			ThreadID    string          `json:"thread_id"`
			EndTime     string          `json:"end_time"`
			NextRun     string          `json:"next_run_date"`
			Enabled     bool            `json:"enabled"`
			Metadata    json.RawMessage `json:"metadata"`
		}
		if err == nil {
			err = json.Unmarshal(d.Body, &c)
		}
		is := err == nil && (q.AssistantID == "" || c.AssistantID == q.AssistantID || c.AssistantID == assistantID(q.AssistantID)) &&
			(q.ThreadID == "" || c.ThreadID == q.ThreadID) && (q.Enabled == nil || c.Enabled == *q.Enabled)
		if is {
			is, err = metadata.Match(c.Metadata)
		}
		if err != nil {
			return nil, nil, err
		}
		if is {
			list.add(d.Key, map[string]string{
				"cron_id": d.Key, "assistant_id": c.AssistantID, "thread_id": c.ThreadID, "created_at": isoTime(d.CreatedAt), "updated_at": isoTime(d.UpdatedAt),
				"next_run_date": c.NextRun, "end_time": c.EndTime,
			}[q.SortBy])
		}
	}
	return list.found(), q.Select, nil
}

func (s *Server) searchCrons(w http.ResponseWriter, r *http.Request) error {
	f, names, err := s.findCrons(w, r)
	if err != nil {
		return err
	}
	return f.send(w, "", func(id string) (any, error) {
		d, err := s.shownDocument(r.Context(), cronKind, id)
		if err != nil {
			return nil, err
		}
		c, err := cronOf(d)
		return selected(c, names), err
	})
}

// runCrons starts the runs of crons that are due, one after the other, since their requests may be large. After a time without a
// server each due cron starts one run. While the requests of runs that have not ended are too large together, the crons wait.
func (s *Server) runCrons(ctx context.Context) {
	now := time.Now()
	reads, end := withReading(ctx, "") // also for an assistant, which takes the place of the cron
	defer end()
	for was, err := range s.store.EachDocument(ctx, hitlrun.DocumentFilter{Kind: cronKind, Due: now, Room: s.roomFor(reads, cronKind)}) {
		if err != nil || s.full(int64(len(was.Body))) {
			return // the next look tries again
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
		if err = s.startCron(reads, c, next); errors.Is(err, errFull) {
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

// ofRuns returns the metadata of the runs of a cron.
func (c *cronJob) ofRuns() json.RawMessage {
	about := fieldsOf(c.Metadata)
	if about == nil {
		about = map[string]json.RawMessage{}
	}
	about["cron_id"] = encode(c.ID)
	return encode(about)
}

// clock notices when the clock of the machine is set back.
type clock struct{ wall, monotonic time.Time }

// setBack reports whether the clock was set back by more than a second since the last call. At the first call it may have been.
func (c *clock) setBack(now time.Time) bool {
	wall, monotonic := now.Round(0).Sub(c.wall), now.Sub(c.monotonic)
	first := c.wall.IsZero()
	c.wall, c.monotonic = now.Round(0), now
	return first || wall < monotonic-time.Second
}

// rescheduleCrons sets when crons are due next that were scheduled while the clock was ahead: they got times that are far away now. Others are
// not read: they may be many and large.
func (s *Server) rescheduleCrons(ctx context.Context, now time.Time) {
	for was, err := range s.eachDocument(ctx, hitlrun.DocumentFilter{Kind: cronKind, ChangedAfter: now}) {
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
	rec := &record{ID: hitlrun.NewRunID(), AssistantID: c.AssistantID, Request: c.Payload, Metadata: c.ofRuns(), By: c.UserID, Status: statusPending}
	for id := range s.graphs() {
		if assistantID(id) == c.AssistantID {
			rec.GraphID = id
		}
	}
	if rec.GraphID == "" {
		made, err := s.document(ctx, assistantKind, c.AssistantID)
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
		rec.Delete = cmp.Or(c.OnRunCompleted, c.Payload.OnCompletion) == "delete"
		rec.KeepAsked = true
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
