// This file has what all runs have in common: options, results, and the function that runs one.

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
	"github.com/hitlrun/hitlrun/longterm"
)

// RunOptions are common to Start and Answer.
type RunOptions struct {
	// By says who starts the thread or answers, From says from where: both go into the audit log, and into the error
	// for a second answer. From is "go" if it is empty.
	By, From string
	// Strict fails a node that asks a different question than the one that was answered. If it is false, the script
	// prints a warning instead.
	Strict bool
	// RecursionLimit is how many supersteps the run may take; 0 is 25.
	RecursionLimit int
	// OnUpdate, if not nil, is called with what each node wrote, {"node": {…}}, once that is stored. ns is the
	// namespace of the graph that has the node, empty for the outermost graph. It is called once at a time, on the
	// goroutine of the run, or with Isolation Process on another one; the run waits for it.
	OnUpdate func(ns []string, update json.RawMessage)

	// RunID is the id of the run; "" chooses a new one.
	RunID string
	// MostValues is how many bytes the state may have, as it is stored, that is returned at the end of the run; of a larger one
	// Result.Values is nil, and StateAt reads it. 0 means no limit.
	MostValues int64
	// Modes selects what Run.Chunks returns. Subgraphs adds the chunks of inner graphs.
	Modes     []Mode
	Subgraphs bool
	// Config is what nodes get as their config: a JSON object with configurable, metadata, tags and context.
	Config json.RawMessage
	// LongTerm, if not nil, is what nodes find as config.store, unless their graph was compiled with a store. A
	// *longterm.Store is one. A node that runs again writes its items again.
	LongTerm longterm.Items
	// CheckpointID makes the run continue from an older checkpoint. The run adds a branch to the history; the end of
	// the branch becomes the newest checkpoint of the thread.
	CheckpointID string
	// InterruptBefore and InterruptAfter are nodes to stop before and after; "*" is all of them.
	InterruptBefore, InterruptAfter []string
	// OnOutage is called, on any goroutine, when the store does not take what the run has done, because the disk is full or
	// another process has the store locked. It waits, and returns true if the store shall try again. If it returns false, the
	// run fails with err, and does again what is not stored when the thread is resumed. tries is how often it was called
	// before for the same commit. It is not called after the context of the run has ended, unless the commit has the result
	// of an effect that a node with "effects: once" has had outside. If it is nil, a run tries for ten seconds to store such a
	// result, and fails at once if the store does not take anything else.
	OnOutage func(err error, tries int) bool
}

// from returns where the run comes from, for the audit log.
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
	StatusRunning     Status = Status(checkpoint.StatusRunning)     // "running": a run works on the thread, or its process is gone (Thread.Lost)
	StatusInterrupted Status = Status(checkpoint.StatusInterrupted) // "interrupted": the thread waits for answers, or stopped at a breakpoint
	StatusDone        Status = Status(checkpoint.StatusDone)        // "done": the thread accepts a new input
	StatusError       Status = Status(checkpoint.StatusError)       // "error": the run failed; Resume tries again
)

// storedStatuses converts states for package sqlite.
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

// Result is the state of a thread at the end of a run, or at the time of the call of State.
type Result struct {
	ThreadID string `json:"thread_id"`
	Status   Status `json:"status"`
	// Values is the state, plain JSON. Beside the error of a run it is nil if it is larger than 1 MiB, and otherwise only with
	// RunOptions.MostValues.
	Values     json.RawMessage `json:"values"`
	Interrupts []Interrupt     `json:"interrupts"`     // the questions that wait for an answer
	Next       []string        `json:"next,omitempty"` // the nodes that come next
	Error      string          `json:"error,omitempty"`
	// CheckpointID is the id of the checkpoint that Values are of, for StateAt; "" for a thread that has not run.
	CheckpointID string `json:"-"`
	// Lost reports that Status is StatusRunning but nobody works on the thread: see Thread.Lost.
	Lost bool `json:"lost,omitempty"`
	// Grants are the permissions that the thread retains of its start; nil for none.
	Grants Grants `json:"grants,omitempty"`
}

// Interrupt is a question that waits for an answer.
type Interrupt struct {
	ID    string          `json:"id"`
	Value json.RawMessage `json:"value"`
	Node  string          `json:"node"`
	// Deadline is when Sweep may answer the question without a human; nil means never.
	Deadline *time.Time `json:"deadline,omitempty"`
}

// NewThreadID returns an id for a new thread.
func NewThreadID() string { return "thread-" + strings.ToLower(rand.Text()[:12]) }

// threadScript loads the script that a thread is pinned to.
func (s *Store) threadScript(ctx context.Context, t *sqlite.Thread) (*Script, scriptInfo, error) {
	info, err := readScriptInfo(t)
	if err != nil {
		return nil, info, err
	}
	o := s.o.Script
	if o.Permissions, err = s.permissions(t.ID, info, o.Permissions); err != nil {
		return nil, info, err
	}
	key := t.Script.Hash + " " + info.Profile + " " + info.File
	if s.o.UseGrants || s.limits(info) {
		key += " " + string(info.Grants)
	}
	if script := s.scripts.get(key); script != nil {
		return script, info, nil
	}
	stored, err := s.db.Script(ctx, t.Script.Hash)
	if err != nil {
		return nil, info, fmt.Errorf("thread %q: load its script: %w", t.ID, err)
	}
	o.Profile = info.Profile
	script, err := newScript(info.Path, bundle.Stored(stored.Code, stored.Map, info.Hash, info.Path, func() []bundle.Part { return readParts(stored.Info) }), o)
	if err != nil {
		return nil, info, err
	}
	if s.o.Keys != nil && script.code() != t.Script.Hash { // info is encrypted with the thread, but which script the thread has is not
		return nil, info, fmt.Errorf("thread %q: someone without the key has given it another script", t.ID)
	}
	script.file = info.File
	s.scripts.put(key, script)
	return script, info, nil
}

// prepared is a run whose options and thread were checked: it can begin.
type prepared struct {
	s       *Store
	release func() // of the thread
	script  *Script
	in      instance
	graph   string // the name of the export
	call    jsapi.GraphCall
	outage  onOutage // RunOptions.OnOutage

	mostValues int64 // RunOptions.MostValues
}

// mostValuesOfFailed is how large a state is read at most after a run that failed: a limit or a signal may have ended it, and then it
// has to end soon.
const mostValuesOfFailed = 1 << 20

// run runs the graph, returns the instance to the pool, and returns the state of the thread afterwards.
func (p *prepared) run(ctx context.Context) (res *Result, err error) {
	s, call := p.s, p.call
	logged := p.began(ctx)
	defer func() {
		logged(res, err)
		p.release()
		res, err = notified(s, ctx, res, err)
	}()
	runCtx, ended := s.watched(ctx, call.ThreadID, call.RunID, p.outage)
	defer ended()
	runErr := invoke(runCtx, p.script, p.in, call)
	var cancelled *CancelError
	if errors.As(context.Cause(runCtx), &cancelled) && runErr != nil {
		runErr = cancelled
		if err := s.noteCancelled(call.ThreadID, call.RunID); err != nil {
			runErr = errors.Join(runErr, err)
		}
	} else if runErr != nil && runCtx.Err() == nil {
		if err := s.noteFailure(call.ThreadID, call.RunID, runErr); err != nil {
			runErr = errors.Join(runErr, err)
		}
	}
	most := p.mostValues
	if runErr != nil && (most == 0 || most > mostValuesOfFailed) {
		most = mostValuesOfFailed
	}
	res, err = s.stateUpTo(context.WithoutCancel(runCtx), call.ThreadID, most)
	if runErr != nil {
		if err != nil {
			res = nil
		}
		return res, runErr
	}
	return res, err
}

// invoke runs the graph, and returns the instance to the pool, also if a function of the program panics.
func invoke(ctx context.Context, script *Script, in instance, call jsapi.GraphCall) error {
	sound := false
	defer func() { script.release(in, sound) }()
	err := in.invoke(ctx, call)
	if saver, ok := call.Saver.(interface{ end() }); ok {
		saver.end()
	}
	sound = err == nil
	return err
}

// noteFailure stores that a run failed, if the run could not store it itself: a limit stopped it, or an error was
// thrown after its end.
func (s *Store) noteFailure(threadID, runID string, runErr error) error {
	ctx := context.Background()
	if checkpoint.IsOutage(runErr) && !threw(runErr) {
		return nil // the thread did not fail: it can be resumed once the store can be written to
	}
	t, err := s.thread(ctx, threadID)
	if err != nil || t.Status != checkpoint.StatusRunning {
		return nil // the thread does not exist yet
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
