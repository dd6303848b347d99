// This file has the records of runs: what is stored of a run from its request to its end.

package server

import (
	"context"
	"encoding/json"
	"iter"
	"net/http"
	"time"

	"github.com/hitlrun/hitlrun"
)

// runKind is the kind of the documents of runs.
const runKind = "run"

// The statuses of a run.
const (
	statusPending     = "pending"
	statusRunning     = "running"
	statusError       = "error"
	statusSuccess     = "success" // also if it ended with a question
	statusTimeout     = "timeout"
	statusInterrupted = "interrupted" // cancelled
)

// record is the stored state of a run.
type record struct {
	ID          string          `json:"run_id"`
	ThreadID    string          `json:"thread_id"`
	AssistantID string          `json:"assistant_id"`
	GraphID     string          `json:"graph_id"`
	Status      string          `json:"-"`
	CreatedAt   string          `json:"-"`
	UpdatedAt   string          `json:"-"`
	Request     runCreate       `json:"request"`
	Metadata    json.RawMessage `json:"metadata,omitempty"`
	// Answers are the answers of the run by the ids of their questions. Sent is the digest of the answer as the client
	// sent it.
	Answers map[string]json.RawMessage `json:"answers,omitempty"`
	Sent    string                     `json:"sent,omitempty"`
	// Boot and SinceBoot say when the answer was sent, by a clock that nobody can set: how long the machine had run then.
	Boot      string        `json:"boot,omitempty"`
	SinceBoot time.Duration `json:"since_boot,omitempty"`
	Replace   bool          `json:"replace,omitempty"` // the answer replaces one with which a node did not end
	Script    string        `json:"script,omitempty"`  // the path of the script of the graph when the run was accepted
	By        string        `json:"by,omitempty"`
	V2        bool          `json:"v2,omitempty"`      // a command started the run
	Attempt   int           `json:"attempt,omitempty"` // number of times that the run began
	Began     string        `json:"began,omitempty"`   // when it began for the last time
	Before    string        `json:"before,omitempty"`  // the newest checkpoint of the thread when the run began
	Error     *runError     `json:"error,omitempty"`
	// TimedOut has the ids of the questions whose deadlines the run applies; nil for other runs. User is for whom its nodes work, and
	// Tries how many runs before it could not apply them.
	TimedOut []string `json:"timed_out,omitempty"`
	User     string   `json:"user,omitempty"`
	Tries    int      `json:"tries,omitempty"`
	// RolledBack says that the thread is where it stood before the run.
	RolledBack bool `json:"rolled_back,omitempty"`
	// Assistant is that of the run, as it was when the run was accepted; nil for that of a graph.
	Assistant *assistantOfRun `json:"assistant,omitempty"`
	// ownThread says that the thread is new and the server chose its id.
	ownThread bool
	Delete    bool `json:"delete,omitempty"` // the thread is deleted after the run
	// KeepAsked says that the thread is not deleted if it waits for an answer then.
	KeepAsked bool `json:"keep_asked,omitempty"`
}

// assistantOfRun is what a run takes from its assistant.
type assistantOfRun struct {
	Config  json.RawMessage `json:"config,omitempty"`
	Context json.RawMessage `json:"context,omitempty"`
}

// size returns how many bytes a run takes from its assistant; nil has none.
func (a *assistantOfRun) size() int {
	if a == nil {
		return 0
	}
	return len(a.Config) + len(a.Context)
}

// of sets the assistant of a run.
func (rec *record) of(a *assistant) {
	rec.AssistantID, rec.GraphID = a.ID, a.GraphID
	if a.ID != assistantID(a.GraphID) {
		rec.Assistant = &assistantOfRun{a.Config, a.Context}
	}
}

// runError is the error of a failed run.
type runError struct {
	Error   string `json:"error"`
	Message string `json:"message"`
}

// shownRun is a run as clients see it.
type shownRun struct {
	ID          string          `json:"run_id"`
	ThreadID    string          `json:"thread_id"`
	AssistantID string          `json:"assistant_id"`
	Status      string          `json:"status"`
	Metadata    json.RawMessage `json:"metadata"`
	Kwargs      runCreate       `json:"kwargs"`
	Multitask   string          `json:"multitask_strategy"`
	CreatedAt   string          `json:"created_at"`
	UpdatedAt   string          `json:"updated_at"`
}

func (rec *record) show() shownRun {
	shown := shownRun{
		ID: rec.ID, ThreadID: rec.ThreadID, AssistantID: rec.AssistantID, Status: rec.Status, Metadata: rec.Metadata,
		Kwargs: rec.Request, Multitask: rec.Request.strategy(), CreatedAt: rec.CreatedAt, UpdatedAt: rec.UpdatedAt,
	}
	if len(shown.Metadata) == 0 {
		shown.Metadata = emptyObject
	}
	return shown
}

// showTo returns the run as a client sees it. A reviewer does not see the webhook, the context and the values for nodes,
// which may have secrets.
func (rec *record) showTo(who caller) shownRun {
	shown := rec.show()
	if who.mayRun() == nil {
		return shown
	}
	shown.Kwargs.Webhook, shown.Kwargs.Context, shown.Kwargs.Config = "", nil, withoutValues(shown.Kwargs.Config)
	return shown
}

// document returns the record as it is stored.
func (rec *record) document() hitlrun.Document {
	return hitlrun.Document{Kind: runKind, Key: rec.ID, ThreadID: rec.ThreadID, State: rec.Status, Body: encode(rec)}
}

func recordOf(d *hitlrun.Document) (*record, error) {
	rec := &record{}
	if err := json.Unmarshal(d.Body, rec); err != nil {
		return nil, err
	}
	rec.Status, rec.CreatedAt, rec.UpdatedAt = d.State, isoTime(d.CreatedAt), isoTime(d.UpdatedAt)
	return rec, nil
}

// record returns the record of a run; the error is hitlrun.ErrNoDocument if there is none.
func (s *Server) record(ctx context.Context, id string) (*record, error) {
	d, err := s.store.Document(ctx, runKind, id)
	if err != nil {
		return nil, err
	}
	return recordOf(d)
}

// shownRecord is record for a request that has a turn and sends the record, which may have a large input: it waits for memory for it.
func (s *Server) shownRecord(ctx context.Context, id string) (*record, error) {
	d, err := s.shownDocument(ctx, runKind, id)
	if err != nil {
		return nil, err
	}
	return recordOf(d)
}

// eachRecord returns the records of the runs of a thread one by one, newest first. A record may be large.
func (s *Server) eachRecord(ctx context.Context, threadID string, states ...string) iter.Seq2[*record, error] {
	return func(yield func(*record, error) bool) {
		for d, err := range s.eachDocument(ctx, hitlrun.DocumentFilter{Kind: runKind, ThreadID: threadID, States: states, Newest: true}) {
			var rec *record
			if err == nil {
				rec, err = recordOf(&d)
			}
			if !yield(rec, err) || err != nil {
				return
			}
		}
	}
}

// briefRun returns the record of the run of a request without what its client sent, which may be large. It reads the record in a
// turn of the client.
func (s *Server) briefRun(r *http.Request) (rec *record, err error) {
	err = s.turn(r, func(r *http.Request) error {
		if rec, err = s.theRun(r); err == nil {
			rec = rec.brief()
		}
		return err
	})
	return rec, err
}

// briefRecord is briefRun for a run with this id.
func (s *Server) briefRecord(r *http.Request, id string) (rec *record, err error) {
	err = s.turn(r, func(r *http.Request) error {
		if rec, err = s.shownRecord(r.Context(), id); err == nil {
			rec = rec.brief()
		}
		return err
	})
	return rec, err
}

// brief returns the record without what the client sent.
func (rec *record) brief() *record {
	b := *rec
	b.Request, b.Answers, b.Metadata, b.Assistant = runCreate{}, nil, nil, nil
	return &b
}

// theRun returns the run whose id is in the path. If the path has a thread, the run must belong to it.
func (s *Server) theRun(r *http.Request) (*record, error) {
	id, threadID := r.PathValue("run"), r.PathValue("thread")
	rec, err := s.shownRecord(r.Context(), id)
	if err != nil || threadID != "" && rec.ThreadID != threadID {
		if err == nil || isNoDocument(err) {
			return nil, errorf(http.StatusNotFound, "Run %q not found", id)
		}
		return nil, err
	}
	return rec, nil
}
