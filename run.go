// This file has what all runs have in common: options, results, and how one is run.

package hitlrun

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/checkpoint/sqlite"
	"github.com/hitlrun/hitlrun/jsapi"
	"github.com/hitlrun/hitlrun/jsapi/bundle"
)

// RunOptions are common to Start and Answer.
type RunOptions struct {
	// By is who starts the thread or answers, From is from where: for the audit log, and
	// for whoever answers second. From is "go" if it is empty.
	By, From string
	// Strict fails a node that asks a different question than the one that was answered;
	// else there is a warning.
	Strict bool
	// RecursionLimit is how many supersteps the run may take; 0 is 25.
	RecursionLimit int
	// OnUpdate gets what each node wrote, {"node": {…}}, once it is stored. ns is the
	// namespace of the graph inside of which it happened, empty for the outermost.
	OnUpdate func(ns []string, update json.RawMessage)

	// RunID is the id of the run; "" has one chosen.
	RunID string
	// Modes are those of Run.Chunks. Subgraphs includes the chunks of graphs inside of the graph.
	Modes     []Mode
	Subgraphs bool
	// Config is what nodes find in their config: a JSON object with configurable, metadata, tags and context.
	Config json.RawMessage
	// CheckpointID has the run go on from an older checkpoint: it makes a branch of the history, whose end is where the
	// thread stands then.
	CheckpointID string
	// InterruptBefore and InterruptAfter are nodes to stop before and after; "*" is all of them.
	InterruptBefore, InterruptAfter []string
}

// from is where it comes from, for the audit log.
func (o *RunOptions) from() string {
	if o.From == "" {
		return "go"
	}
	return o.From
}

// Status is the state of a thread, as text.
type Status string

// The states of a thread.
const (
	StatusRunning     Status = Status(checkpoint.StatusRunning)     // "running": a run works on it, or its process is gone (Thread.Lost)
	StatusInterrupted Status = Status(checkpoint.StatusInterrupted) // "interrupted": it waits for answers, or stands at a breakpoint
	StatusDone        Status = Status(checkpoint.StatusDone)        // "done": it takes a new input
	StatusError       Status = Status(checkpoint.StatusError)       // "error": it failed, and can go on where it stands
)

// storedStatuses returns states as the store has them.
func storedStatuses(all []Status) []checkpoint.Status {
	if all == nil {
		return nil
	}
	list := make([]checkpoint.Status, len(all))
	for i, status := range all {
		list[i] = checkpoint.Status(status)
	}
	return list
}

// Result is where a thread stands.
type Result struct {
	ThreadID   string          `json:"thread_id"`
	Status     Status          `json:"status"`
	Values     json.RawMessage `json:"values"`         // the state, plain JSON
	Interrupts []Interrupt     `json:"interrupts"`     // the questions that wait for an answer
	Next       []string        `json:"next,omitempty"` // the nodes that come next
	Error      string          `json:"error,omitempty"`
	// Lost says of StatusRunning that nobody works on the thread, see Thread.Lost.
	Lost bool `json:"lost,omitempty"`
	// Grants are the permissions that the thread retains of its start; nil for none.
	Grants Grants `json:"grants,omitempty"`
}

// Interrupt is a question that waits for an answer.
type Interrupt struct {
	ID    string          `json:"id"`
	Value json.RawMessage `json:"value"`
	Node  string          `json:"node"`
	// Deadline is when the question ends by itself; nil for never.
	Deadline *time.Time `json:"deadline,omitempty"`
}

// NewThreadID returns an id for a new thread.
func NewThreadID() string { return "thread-" + strings.ToLower(rand.Text()[:12]) }

// threadScript brings back the script of a thread.
func (s *Store) threadScript(ctx context.Context, t *sqlite.Thread) (*Script, scriptInfo, error) {
	info, err := readScriptInfo(t)
	if err != nil {
		return nil, info, err
	}
	o := s.o.Script
	if o.Permissions, err = s.permissions(t.ID, info, o.Permissions); err != nil {
		return nil, info, err
	}
	key := t.Script.Hash + " " + info.Profile
	if s.o.UseGrants {
		key += " " + string(info.Grants)
	}
	if script := s.scripts.get(key); script != nil {
		return script, info, nil
	}
	kept, err := s.db.Script(ctx, t.Script.Hash)
	if err != nil {
		return nil, info, fmt.Errorf("thread %q: bring back its script: %w", t.ID, err)
	}
	o.Profile = info.Profile
	script, err := newScript(info.Path, bundle.Kept(kept.Code, kept.Map, info.Hash, info.Path, func() []bundle.Part { return readParts(kept.Info) }), o)
	if err != nil {
		return nil, info, err
	}
	s.scripts.put(key, script)
	return script, info, nil
}

// run runs the graph, gives the instance back, and says where the thread stands.
func (s *Store) run(ctx context.Context, script *Script, in instance, call jsapi.GraphCall) (*Result, error) {
	ctx, ended := s.watched(ctx, call.ThreadID)
	defer ended()
	runErr := invoke(ctx, script, in, call)
	var cancelled *CancelError
	if errors.As(context.Cause(ctx), &cancelled) && runErr != nil {
		runErr = cancelled
		if err := s.noteCancelled(call.ThreadID, call.RunID); err != nil {
			runErr = errors.Join(runErr, err)
		}
	} else if runErr != nil && ctx.Err() == nil {
		if err := s.noteFailure(call.ThreadID, call.RunID, runErr); err != nil {
			runErr = errors.Join(runErr, err)
		}
	}
	res, err := s.state(context.WithoutCancel(ctx), call.ThreadID)
	if runErr != nil {
		if err != nil {
			res = nil
		}
		return res, runErr
	}
	return res, err
}

// invoke runs the graph and gives the instance back, also if a function of the program panics.
func invoke(ctx context.Context, script *Script, in instance, call jsapi.GraphCall) error {
	sound := false
	defer func() { script.release(in, sound) }()
	err := in.invoke(ctx, call)
	sound = err == nil
	return err
}

// noteFailure stores that a run failed, where the run could not do so itself: a
// limit stopped it, or something that it had left behind.
func (s *Store) noteFailure(threadID, runID string, runErr error) error {
	ctx := context.Background()
	if checkpoint.IsOutage(runErr) && !threw(runErr) {
		return nil // that is no failure of the thread: it can go on when the store can be written to
	}
	t, err := s.thread(ctx, threadID)
	if err != nil || t.Status != checkpoint.StatusRunning {
		return nil // the thread was not made yet
	}
	message := runErr.Error()
	return s.saver.Commit(ctx, checkpoint.Batch{
		Key:    checkpoint.Key{ThreadID: threadID},
		Thread: &checkpoint.ThreadUpdate{Status: checkpoint.StatusError, Error: message, RunID: runID},
		Sync:   true,
	})
}

// shorten returns the beginning of data, for messages.
func shorten(data []byte) string {
	const most = 60
	if len(data) > most {
		return string(data[:most]) + "…"
	}
	return string(data)
}
