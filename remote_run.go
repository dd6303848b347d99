// This file runs graphs in workers, and continues runs whose worker has died.

package hitlrun

import (
	"context"
	"errors"
	"time"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/jsapi"
	"github.com/hitlrun/hitlrun/runtime"
)

// invoke runs the graph. A worker that dies costs an attempt: the next one continues from the last commit.
func (in *remote) invoke(ctx context.Context, call jsapi.GraphCall) error {
	for {
		b := &bound{saver: call.Saver, pin: call.Pin, by: call.By, from: call.From, items: call.LongTerm, maxState: in.maxState()}
		err := in.attempt(ctx, b, call)
		if call.AnswerAgain && in.deaths > 0 && errors.Is(err, ErrResolved) { // an earlier attempt has used the answer
			call = withoutGiven(call)
			continue
		}
		if err = in.ofDeath(err); !errors.Is(err, errDied) {
			return err
		}
		in.awaitFunctions()
		var over bool
		if call, over, err = b.stored.continuation(call); over {
			return err
		}
		if err := in.reopen(ctx); err != nil {
			return err
		}
	}
}

// attempt runs the graph in a worker.
func (in *remote) attempt(ctx context.Context, b *bound, call jsapi.GraphCall) error {
	ref, unbind := in.p.bind(b, call.ThreadID)
	in.callbacks.Lock()
	in.call, in.calling = call, ctx
	in.late.Store(false)
	in.callbacks.Unlock()
	in.runs(ctx, call.ThreadID)
	_, err := ask[nothing](ctx, in.p, toInvoke, messageOfCall(in.id, ref, &call))
	in.ran()
	unbind()
	in.late.Store(errors.Is(err, ErrLimit)) // thousands of callbacks may wait
	in.callbacks.Lock()
	defer in.callbacks.Unlock()
	in.call, in.calling = jsapi.GraphCall{}, nil // nothing is reported any more
	if p := in.panicked; p != nil {
		panic(p)
	}
	return err
}

// runs records the context of the run, for the functions that it calls.
func (in *remote) runs(ctx context.Context, threadID string) {
	in.p.mu.Lock()
	defer in.p.mu.Unlock()
	in.running, in.thread = ctx, threadID
}

// ran records that the run has ended.
func (in *remote) ran() {
	in.p.mu.Lock()
	defer in.p.mu.Unlock()
	in.running, in.thread = nil, ""
}

// functionTime is how long the next attempt waits for functions of the program that a dead worker had called.
const functionTime = 5 * time.Second

func (in *remote) awaitFunctions() {
	select {
	case <-in.p.Done():
	case <-time.After(functionTime):
	}
}

// errForked is the error of a run that cannot continue: it answered or changed an older checkpoint, and its worker died
// before the first superstep was committed.
var errForked = errors.New("its branch of the history was not stored: run it again from the older checkpoint")

// continuation returns the call that continues a run whose worker died during call. over says that nothing is left to do.
//
// The input or the answer is removed from the call once it is stored, so it is neither lost nor applied twice. The new
// call defers no commit: if its attempt stores nothing, no node began in it.
func (s *stored) continuation(call jsapi.GraphCall) (next jsapi.GraphCall, over bool, err error) {
	call.Durability = runtime.Sync
	if !s.any {
		return call, false, nil
	}
	if t := s.thread; t != nil {
		switch t.Status {
		case checkpoint.StatusInterrupted, checkpoint.StatusDone:
			return call, true, nil // the run had ended, but the worker died before it could report that
		case checkpoint.StatusError:
			return call, true, &Error{Message: t.Error}
		}
	}
	if call.AnswerAgain && s.checkpoint == nil {
		return call, false, nil // the answer replaces itself
	}
	if call.CheckpointID != "" && s.checkpoint == nil {
		return call, true, &WorkerError{1, errForked}
	}
	call.CheckpointID = ""
	if s.checkpoint != nil && s.checkpoint.Metadata.Source == checkpoint.SourceFork {
		call.CheckpointID = s.checkpoint.ID // inner graphs start from the checkpoints that they had then
	}
	return withoutGiven(call), false, nil
}

// withoutGiven removes the input and the answer from a call: they are stored.
func withoutGiven(call jsapi.GraphCall) jsapi.GraphCall {
	call.Input, call.Resume, call.ResumeByID, call.AnswerAgain = nil, nil, nil, false
	call.Update, call.Goto, call.TimedOut = nil, nil, nil
	call.Pin, call.PinChange, call.PinGrants = nil, "", ""
	return call
}
