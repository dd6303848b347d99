// This file has remote: the host's side of an instance in a worker. When the worker dies, the instance continues in
// another one.

package hitlrun

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/checkpoint/sqlite"
	"github.com/hitlrun/hitlrun/jsapi"
	"github.com/hitlrun/hitlrun/jsapi/bundle"
	"github.com/hitlrun/hitlrun/jsapi/files"
	"github.com/hitlrun/hitlrun/worker"
)

// remote is an instance in a worker.
type remote struct {
	s      *Script
	p      *proc
	id     uint64        // of its session in p; 0 while there is none
	graph  chosenMessage // what choose returned
	deaths int           // how many workers of it have died

	running context.Context // of the run; nil if there is none. p.mu guards it, and thread
	thread  string

	callbacks sync.Mutex // held while a callback runs, and when the call ends
	call      jsapi.GraphCall
	calling   context.Context // of call; nil if there is none
	panicked  any             // the value that a callback panicked with
	late      atomic.Bool     // callbacks that wait are not called

	mu    sync.Mutex
	stuck *errorMessage // why the host ended the worker: this run did not stop
}

// maxWorkerDeaths is the number of worker deaths after which a run fails.
const maxWorkerDeaths = 3

// maxMissed is how often workers may say that they do not have a script which was loaded into them, before a run fails.
const maxMissed = 3

// obeyTime is how long a worker may take to end a call whose context has ended, before the worker is ended.
const obeyTime = time.Second

// openRemote returns an instance in a worker, in which the module code of the script has run.
func (s *Script) openRemote(ctx context.Context) (*remote, error) {
	in := &remote{s: s}
	if err := in.insist(ctx, func() error { return in.open(ctx) }); err != nil {
		in.drop()
		return nil, err
	}
	return in, nil
}

// runRemote runs the script to its end in a worker. It does not run the script again when the worker dies.
func (s *Script) runRemote(ctx context.Context) error {
	in := &remote{s: s, deaths: maxWorkerDeaths - 1} // such a run has a worker to itself
	defer in.drop()
	id, err := in.enter(ctx)
	if err == nil {
		_, err = ask[nothing](ctx, in.p, toRun, &sessionMessage{Session: in.id, Script: id, Stores: files.Protected()})
	}
	var we *WorkerError
	if err = in.ofDeath(err); errors.As(err, &we) {
		we.Deaths = 1
	}
	return err
}

// enter finds a worker, and has it load the script.
func (in *remote) enter(ctx context.Context) (script uint64, err error) {
	p, err := in.s.workers.lease(ctx, in.s, in.deaths > 0)
	if err != nil {
		return 0, err
	}
	p.mu.Lock()
	p.lastRef++
	in.p, in.id = p, p.lastRef
	p.sessions[in.id] = in
	p.mu.Unlock()
	return p.load(ctx, in.s)
}

// open makes the session: it finds a worker, and repeats in it what the worker before had been asked: load the script,
// choose the graph.
func (in *remote) open(ctx context.Context) error {
	in.drop()
	for missed := 0; ; {
		script, err := in.enter(ctx)
		if err == nil {
			var warm yes
			if warm, err = ask[yes](ctx, in.p, toOpen, &sessionMessage{Session: in.id, Script: script, Stores: files.Protected()}); !warm.Yes {
				in.s.workers.warmed(in.p, in.s.loadKey(), false)
			}
		}
		if errors.Is(err, errNotLoaded) { // somebody closed the script
			if missed++; missed == maxMissed {
				in.p.Kill(err) // it would say so to others, too
				return fmt.Errorf("the script was loaded into a worker %d times: %w", missed, err)
			}
			in.p.unload(in.s.loadKey())
			in.drop()
			continue
		}
		if err == nil && in.graph.Name != "" {
			var found chosenMessage
			if found, err = ask[chosenMessage](ctx, in.p, toChoose, &chooseMessage{in.id, in.graph.Name}); err == nil {
				in.graph = found // if the worker dies here, the name is not lost
			}
		}
		return err
	}
}

// drop returns the worker to the pool.
func (in *remote) drop() {
	p := in.p
	if p == nil {
		return
	}
	p.mu.Lock()
	delete(p.sessions, in.id)
	p.mu.Unlock()
	in.s.workers.leave(p)
	in.p, in.id = nil, 0
}

// release returns the instance to the pool. again says that another run may use its VM.
func (in *remote) release(again bool) {
	if in.p == nil {
		return
	}
	again = again && in.s.o.Reuse
	p, m := in.p, &sessionMessage{Session: in.id, Again: again}
	in.p = nil
	release := func() {
		idle, _ := calls[yes](context.Background(), p, toRelease, m) // a worker that is dead has released it
		if idle.Yes {
			in.s.workers.warmed(p, in.s.loadKey(), true)
		}
		p.mu.Lock()
		delete(p.sessions, m.Session)
		p.mu.Unlock()
		in.s.workers.leave(p)
	}
	if again { // so that the next run finds it waiting
		release()
	} else {
		go release()
	}
}

func (in *remote) sound() bool { return in.p != nil }

// ask calls a method of the worker. If ctx ends and the worker does not end the call in time, ask ends the worker.
func ask[R any](ctx context.Context, p *proc, method byte, arg any) (R, error) {
	done := make(chan struct{})
	defer close(done)
	defer context.AfterFunc(ctx, func() {
		select {
		case <-done:
		case <-time.After(obeyTime):
			p.Kill(errNotObeyed)
		}
	})()
	result, err := calls[R](ctx, p, method, arg)
	p.recall(err)
	if ended := jsapi.Ended(ctx); ended != nil && (errors.Is(err, worker.ErrGone) || errors.Is(err, context.Canceled)) && !IsOutage(err) {
		err = ended
	}
	return result, err
}

var errNotObeyed = errors.New("it did not stop when its run was ended")

// framed adds the source lines around its position to an error: the worker does not have the sources.
func (in *remote) framed(err error) error {
	var e *Error
	if !errors.As(err, &e) || e.Frame != "" || e.Position.File == "" {
		return err
	}
	if source, ok := in.s.bundle.Source(e.Position.File); ok {
		e.Frame = bundle.Frame(e.Position.File, e.Position.Line, e.Position.Column, source)
	}
	return err
}

// death returns how the worker died, if err says that it did.
func (in *remote) death(err error) error {
	if !errors.Is(err, worker.ErrGone) {
		return nil
	}
	return in.p.Death()
}

// insist calls f, which uses the worker. If the worker dies, it calls f again with another one.
func (in *remote) insist(ctx context.Context, f func() error) error {
	err := f()
	for {
		if err = in.ofDeath(err); err == nil || !errors.Is(err, errDied) {
			return err
		}
		if err = in.open(ctx); err == nil {
			err = f()
		}
	}
}

// reopen calls open until a worker survives it, or the run has lost too many workers.
func (in *remote) reopen(ctx context.Context) error {
	for {
		if err := in.ofDeath(in.open(ctx)); !errors.Is(err, errDied) {
			return err
		}
	}
}

// errDied says that a worker died, and that another one may be tried.
var errDied = errors.New("the worker died")

// ofDeath returns errDied for an error that says that the worker died. If the run caused the death, or has lost too
// many workers, it returns the error of the run.
func (in *remote) ofDeath(err error) error {
	death := in.death(err)
	if death == nil {
		return in.framed(err)
	}
	in.mu.Lock()
	stuck := in.stuck
	in.mu.Unlock()
	if stuck != nil {
		return stuck.err(nil)
	}
	if in.deaths++; in.deaths >= maxWorkerDeaths {
		return &WorkerError{in.deaths, death}
	}
	return errDied
}

// again calls a method of the worker; if the worker dies, it calls the method of another one.
func again[R any](ctx context.Context, in *remote, method byte, arg func() any) (result R, err error) {
	err = in.insist(ctx, func() (err error) {
		result, err = ask[R](ctx, in.p, method, arg())
		return err
	})
	return result, err
}

func (in *remote) choose(ctx context.Context, name string) (string, error) {
	found, err := again[chosenMessage](ctx, in, toChoose, func() any { return &chooseMessage{in.id, name} })
	in.graph = found
	return found.Name, err
}

func (in *remote) functionName() string { return in.graph.Function }

func (in *remote) checkInput(input json.RawMessage) error {
	ctx := context.Background()
	_, err := again[nothing](ctx, in, toCheckInput, func() any { return &inputMessage{in.id, input} })
	return err
}

func (in *remote) whyNot(ctx context.Context, saver threadSaver, t *sqlite.Thread, name string) (why string, err error) {
	err = in.insist(ctx, func() error {
		ref, unbind := in.p.bind(&bound{saver: readOnly{saver}}, t.ID)
		defer unbind()
		found, err := ask[textMessage](ctx, in.p, toWhyNot, &whyNotMessage{in.id, ref, *t, name})
		why = found.Text
		return err
	})
	return why, err
}

// readOnly is a saver that refuses commits.
type readOnly struct{ threadSaver }

func (readOnly) Commit(context.Context, checkpoint.Batch) error {
	return errors.New("nothing can be stored now")
}

func (in *remote) mermaid(ctx context.Context, levels int) (string, error) {
	found, err := again[textMessage](ctx, in, toMermaid, func() any { return &levelsMessage{in.id, levels} })
	return found.Text, err
}

func (in *remote) picture(ctx context.Context, levels int) (json.RawMessage, error) {
	found, err := again[jsonMessage](ctx, in, toPicture, func() any { return &levelsMessage{in.id, levels} })
	if err == nil && !json.Valid(found.JSON) {
		err = errors.New("the picture is not JSON")
	}
	return found.JSON, err
}

func (in *remote) schemas(ctx context.Context) (json.RawMessage, error) {
	found, err := again[jsonMessage](ctx, in, toSchemas, func() any { return &sessionMessage{Session: in.id} })
	if err == nil && !json.Valid(found.JSON) {
		err = errors.New("the schemas are not JSON")
	}
	return found.JSON, err
}

func (in *remote) graphs(ctx context.Context) ([]jsapi.GraphInfo, error) {
	found, err := again[graphsMessage](ctx, in, toGraphs, func() any { return &sessionMessage{Session: in.id} })
	return found.Graphs, err
}

// updateState changes the state of a thread. If the worker dies, it tries again, unless a part of the change is stored.
func (in *remote) updateState(ctx context.Context, call jsapi.UpdateCall) (id string, err error) {
	err = in.insist(ctx, func() error {
		b := &bound{saver: call.Saver, pin: call.Pin, by: call.By, from: call.From, maxState: in.maxState()}
		ref, unbind := in.p.bind(b, call.Key.ThreadID)
		found, err := ask[textMessage](ctx, in.p, toUpdateState, messageOfUpdate(in.id, ref, &call))
		unbind()
		id = found.Text
		if death := in.death(err); death != nil && b.stored.any {
			return &WorkerError{in.deaths + 1, death}
		}
		return err
	})
	return id, err
}

// maxState returns the limit of the states of the script, see checkpoint.Batch.
func (in *remote) maxState() int64 { return jsapi.Limits(in.s.o.Limits).StateMost() }

// callBack calls a callback of the run, for the worker. Callbacks that wait for others when the run is cancelled, has reached its limit or
// has lost its worker are not called: what they have to do may take long. ctx is that of the handler.
func (in *remote) callBack(ctx context.Context, f func()) (err error) {
	in.callbacks.Lock()
	defer in.callbacks.Unlock()
	if in.ended(ctx) {
		return nil
	}
	defer func() {
		if p := recover(); p != nil {
			in.panicked, err = p, errNotified
		}
	}()
	if in.panicked != nil {
		return errNotified
	}
	f()
	return nil
}

// ended reports whether the call of a worker has ended, or the run that it belongs to. The caller holds in.callbacks.
func (in *remote) ended(call context.Context) bool {
	return in.late.Load() || call.Err() != nil || in.calling != nil && in.calling.Err() != nil
}
