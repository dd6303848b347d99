// This file is the worker's side of scripts that run in workers: it answers the calls of the host.

package hitlrun

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"sync"
	"sync/atomic"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/checkpoint/sqlite"
	"github.com/hitlrun/hitlrun/jsapi"
	"github.com/hitlrun/hitlrun/jsapi/bundle"
	"github.com/hitlrun/hitlrun/jsapi/files"
	"github.com/hitlrun/hitlrun/worker"
)

// workerSide has the scripts of a worker, and their instances.
type workerSide struct {
	host *worker.Peer
	own  atomic.Int32 // the files that scripts have open with SqliteSaver
	// streamed bounds the large chunks that are sent: those that the host has no room for would be in the way of other messages.
	streamed *worker.Room

	mu       sync.Mutex
	scripts  map[uint64]*Script
	sessions map[uint64]*session
	byVM     map[*jsapi.VM]uint64 // sessions
}

// session is an instance that the host uses.
type session struct {
	script    *Script
	in        *vmInstance
	unprotect func() // the end of the protection of the host's stores
}

// workerScript is what a script in a worker uses of its host.
type workerScript struct {
	side *workerSide
	id   uint64
}

// method answers the calls of one method.
type method func(ctx context.Context, body []byte) (result [][]byte, failed bool)

// answers makes a method from a function with an argument and a result.
func answers[A, R any](f func(ctx context.Context, a *A) (R, error)) method {
	return func(ctx context.Context, body []byte) ([][]byte, bool) {
		var a A
		err := openBody(body, &a)
		var result R
		if err == nil {
			result, err = f(ctx, &a)
		}
		if err == nil {
			var parts [][]byte
			if parts, err = bodyOf(&result); err == nil {
				n := 0
				for _, part := range parts {
					n += len(part)
				}
				if n <= worker.MaxFrame {
					return parts, false
				}
				err = tooLarge(int64(n))
			}
		}
		data, err := worker.Encode(messageOf(err))
		if err != nil {
			data = nil // if the result cannot be encoded, the other end reports that it cannot read it
		}
		return [][]byte{data}, true
	}
}

func tooLarge(n int64) error {
	return fmt.Errorf("a message between a worker and its host would have %d MiB, and at most %d are allowed", n>>20, worker.MaxFrame>>20)
}

// calls calls a method of the other end.
func calls[R any](ctx context.Context, p interface {
	Call(ctx context.Context, method byte, body ...[]byte) ([]byte, error)
}, method byte, arg any) (result R, err error) {
	body, err := bodyOf(arg)
	if err != nil {
		return result, err
	}
	data, err := p.Call(ctx, method, body...)
	var failed *worker.Failed
	if errors.As(err, &failed) {
		var m errorMessage
		if err := worker.Decode(failed.Body, &m); err != nil {
			return result, err
		}
		return result, m.err(jsapi.Ended(ctx))
	}
	if err == nil {
		err = openBody(data, &result)
	}
	return result, err
}

// newWorkerSide returns the handler of the host's calls.
func newWorkerSide(host *worker.Peer) worker.Handler {
	files.HideStandard()
	debug.SetGCPercent(200) // most of what a run allocates is garbage after the run
	w := &workerSide{host: host, streamed: worker.NewOwnRoom(maxCallback), scripts: map[uint64]*Script{}, sessions: map[uint64]*session{}, byVM: map[*jsapi.VM]uint64{}}
	methods := map[byte]method{
		toLoad: answers(w.load), toForget: answers(w.forget), toOpen: answers(w.open), toRelease: answers(w.release), toRun: answers(w.run),
		toChoose: answers(w.choose), toCheckInput: answers(w.checkInput), toWhyNot: answers(w.whyNot), toInvoke: answers(w.invoke),
		toMermaid: answers(w.mermaid), toPicture: answers(w.picture), toSchemas: answers(w.schemas), toGraphs: answers(w.graphs), toUpdateState: answers(w.updateState),
	}
	return handlerOf(methods)
}

func (w *workerSide) load(_ context.Context, m *scriptMessage) (nothing, error) {
	host := &workerScript{w, m.ID}
	o := ScriptOptions{
		Args: m.Args, Env: m.Env, Permissions: m.Permissions, Limits: m.Limits, Profile: m.Profile, Effects: m.Effects,
		Strict: m.Strict, By: m.By, From: m.From, Colors: m.Colors, Reuse: m.Reuse, MaxIdle: m.MaxIdle,
	}
	if m.Stdout {
		o.Stdout = workerOutput{host, false}
	}
	if m.Stderr {
		o.Stderr = workerOutput{host, true}
	}
	if m.Trace {
		o.Trace = host.trace
	}
	if m.Stdin {
		o.Stdin = workerInput{host}
	}
	if m.Functions != nil {
		o.Functions = map[string]Function{}
		for _, name := range m.Functions {
			o.Functions[name] = host.function(name)
		}
	}
	s, err := newScript(m.Path, &bundle.Result{Code: m.Code, Map: m.Map, Hash: m.Hash}, o)
	if err != nil {
		return nothing{}, err
	}
	s.host, s.file = host, m.File
	w.mu.Lock()
	defer w.mu.Unlock()
	w.scripts[m.ID] = s
	return nothing{}, nil
}

func (w *workerSide) forget(_ context.Context, m *scriptID) (nothing, error) {
	w.mu.Lock()
	s := w.scripts[m.ID]
	delete(w.scripts, m.ID)
	w.mu.Unlock()
	if s == nil {
		return nothing{}, nil
	}
	return nothing{}, s.Close()
}

// script returns a script that was loaded.
func (w *workerSide) script(id uint64) (*Script, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if s := w.scripts[id]; s != nil {
		return s, nil
	}
	return nil, errNotLoaded
}

// errNotLoaded is the error for a script that was unloaded meanwhile.
var errNotLoaded = errors.New("the worker does not have the script")

// session returns a session that is open.
func (w *workerSide) session(id uint64) (*session, error) {
	return find(&w.mu, w.sessions, id, "the worker has no session")
}

func (w *workerSide) open(ctx context.Context, m *sessionMessage) (warm yes, err error) {
	s, err := w.script(m.Script)
	if err != nil {
		return warm, err
	}
	unprotect := files.ProtectAll(m.Stores)
	defer func() {
		if err != nil {
			unprotect()
		}
	}()
	vm := s.vms.take()
	if warm.Yes = vm != nil; !warm.Yes {
		if vm, err = s.newVM(true); err != nil {
			return warm, explain(err)
		}
		w.serves(vm, m.Session)
		if err := vm.Load(ctx); err != nil {
			err = explain(err) // which may look into the VM
			w.serves(vm, 0)
			_ = vm.Close()
			return warm, err
		}
	}
	w.serves(vm, m.Session)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.sessions[m.Session] = &session{s, &vmInstance{vm: vm}, unprotect}
	return warm, nil
}

// serves records which session a VM serves; 0 is none.
func (w *workerSide) serves(vm *jsapi.VM, id uint64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if id == 0 {
		delete(w.byVM, vm)
		return
	}
	w.byVM[vm] = id
}

func (w *workerSide) release(_ context.Context, m *sessionMessage) (idle yes, err error) {
	w.mu.Lock()
	s := w.sessions[m.Session]
	delete(w.sessions, m.Session)
	if s != nil {
		delete(w.byVM, s.in.vm)
	}
	w.mu.Unlock()
	if s == nil {
		return idle, nil
	}
	defer s.unprotect()
	if idle.Yes = m.Again && s.in.sound() && s.script.vms.addIdle(s.in.vm, s.script.o.MaxIdle); !idle.Yes {
		_ = s.in.vm.Close() // what a script did not close itself has nothing to say to the caller
	}
	return idle, nil
}

func (w *workerSide) run(ctx context.Context, m *sessionMessage) (nothing, error) {
	defer files.ProtectAll(m.Stores)()
	s, err := w.script(m.Script)
	if err != nil {
		return nothing{}, err
	}
	vm, err := s.newVM(false)
	if err != nil {
		return nothing{}, err
	}
	defer vm.Close()
	w.serves(vm, m.Session)
	defer w.serves(vm, 0)
	return nothing{}, runVM(ctx, vm)
}

func (w *workerSide) choose(ctx context.Context, m *chooseMessage) (chosenMessage, error) {
	s, err := w.session(m.Session)
	if err != nil {
		return chosenMessage{}, err
	}
	name, err := s.in.choose(ctx, m.Name)
	if err != nil {
		return chosenMessage{}, err
	}
	return chosenMessage{name, s.in.functionName()}, nil
}

func (w *workerSide) checkInput(_ context.Context, m *inputMessage) (nothing, error) {
	s, err := w.session(m.Session)
	if err == nil {
		err = s.in.checkInput(m.Input)
	}
	return nothing{}, err
}

func (w *workerSide) whyNot(ctx context.Context, m *whyNotMessage) (textMessage, error) {
	s, err := w.session(m.Session)
	if err != nil {
		return textMessage{}, err
	}
	saver, over := w.saver(m.Saver)
	defer over()
	why, err := s.in.whyNot(ctx, saver, &m.Thread, m.Name)
	return textMessage{why}, err
}

func (w *workerSide) mermaid(ctx context.Context, m *levelsMessage) (textMessage, error) {
	s, err := w.session(m.Session)
	if err != nil {
		return textMessage{}, err
	}
	text, err := s.in.mermaid(ctx, m.Levels)
	return textMessage{text}, err
}

func (w *workerSide) picture(ctx context.Context, m *levelsMessage) (jsonMessage, error) {
	s, err := w.session(m.Session)
	if err != nil {
		return jsonMessage{}, err
	}
	data, err := s.in.picture(ctx, m.Levels)
	return jsonMessage{data}, err
}

func (w *workerSide) schemas(ctx context.Context, m *sessionMessage) (jsonMessage, error) {
	s, err := w.session(m.Session)
	if err != nil {
		return jsonMessage{}, err
	}
	data, err := s.in.schemas(ctx)
	return jsonMessage{data}, err
}

func (w *workerSide) graphs(ctx context.Context, m *sessionMessage) (graphsMessage, error) {
	s, err := w.session(m.Session)
	if err != nil {
		return graphsMessage{}, err
	}
	list, err := s.in.graphs(ctx)
	return graphsMessage{list}, err
}

func (w *workerSide) invoke(ctx context.Context, m *callMessage) (_ nothing, err error) {
	s, err := w.session(m.Session)
	if err != nil {
		return nothing{}, err
	}
	defer files.ProtectAll(m.Stores)()
	saver, over := w.saver(m.Saver)
	defer over()
	call := m.call(saver)
	if m.OnUpdate {
		call.OnUpdate = func(ns []string, update json.RawMessage) {
			w.notify(ctx, toNotifyUpdate, &notifyMessage{Session: m.Session, NS: ns, Update: update})
		}
	}
	if m.OnChunk {
		call.OnChunk = func(c jsapi.Chunk) { w.notify(ctx, toNotifyChunk, &notifyMessage{Session: m.Session, Chunk: c}) }
	}
	defer func() {
		if p := recover(); p != nil { // of notify: the host has the reason
			err = errNotified
		}
	}()
	return nothing{}, s.in.invoke(ctx, call)
}

// errNotified is the error of a run whose callback panicked in the host.
var errNotified = errors.New("a function of the program panicked")

// notify calls a callback of the run in the host. It panics if the callback has panicked.
func (w *workerSide) notify(ctx context.Context, method byte, m *notifyMessage) {
	defer w.streamed.Enter(ctx, len(m.Update)+len(m.Chunk.Payload))()
	if _, err := calls[nothing](context.Background(), w.host, method, m); err != nil {
		panic(errNotified)
	}
}

func (w *workerSide) updateState(ctx context.Context, m *updateMessage) (textMessage, error) {
	s, err := w.session(m.Session)
	if err != nil {
		return textMessage{}, err
	}
	saver, over := w.saver(m.Saver)
	defer over()
	id, err := s.in.updateState(ctx, m.call(saver))
	return textMessage{id}, err
}

// stuck asks the host to end this process, because a VM does not stop.
func (h *workerScript) stuck(vm *jsapi.VM, why error) {
	w := h.side
	w.mu.Lock()
	id := w.byVM[vm]
	w.mu.Unlock()
	_, _ = calls[nothing](context.Background(), w.host, toEnd, &endMessage{id, messageOf(why)}) // there is no answer
}

// maxOwnSavers is how many files the scripts of a worker may have open at once with SqliteSaver. Each takes five descriptors.
const maxOwnSavers = 50

// openSaver opens a saver for the script in this process, which ends with what the file does to it.
func (h *workerScript) openSaver(conn string) (checkpoint.Saver, error) {
	if conn == ":memory:" || conn == "" {
		return openSaver(conn, nil)
	}
	host, err := calls[openedMessage](context.Background(), h.side.host, toOpenSaver, &openMessage{h.id})
	if err != nil {
		return nil, err
	}
	defer files.ProtectAll(host.Stores)() // the host may have opened more of them since the run began
	s, err := h.side.script(h.id)
	if err != nil {
		return nil, err
	}
	return h.side.openOwn(&s.o, conn, host.Keys)
}

// openOwn opens a file for a script, if the script has the permission. conn is a path without links, and keyFile the text of a key
// file, or empty.
func (w *workerSide) openOwn(o *ScriptOptions, conn string, keyFile []byte) (checkpoint.Saver, error) {
	real, err := files.Real(conn, true)
	if err == nil {
		err = errors.Join(o.Permissions.of().CheckRead(real), o.Permissions.of().CheckWrite(real))
	}
	var keys *sqlite.Keys
	if err == nil && len(keyFile) > 0 {
		keys, err = sqlite.ParseKeys(keyFile)
	}
	if err != nil {
		return nil, err
	}
	if w.own.Add(1) > maxOwnSavers {
		w.own.Add(-1)
		return nil, fmt.Errorf("more than %d files are open", maxOwnSavers)
	}
	store, err := openSaver(real, keys)
	if err != nil {
		w.own.Add(-1)
		if keys != nil && errors.Is(err, ErrKey) {
			err = fmt.Errorf("%w. A worker does not have the keys of stores, but one for files of scripts: \"hitlrun rekey --for-scripts\" encrypts the file with it", err)
		}
		return nil, err
	}
	store.closed = sync.OnceFunc(func() { w.own.Add(-1) })
	return store, nil
}

// function returns a function of the host.
func (h *workerScript) function(name string) Function {
	return RawFunc(func(ctx context.Context, args []json.RawMessage) (any, error) {
		result, err := calls[jsonMessage](ctx, h.side.host, toCallFunction, &functionMessage{h.id, name, EffectKey(ctx), jsapi.CallerOf(ctx), args})
		return result.JSON, err
	})
}

// trace reports an event to the host.
func (h *workerScript) trace(e TraceEvent) {
	_, _ = calls[nothing](context.Background(), h.side.host, toTrace, messageOfEvent(h.id, &e)) // an error means that the host is gone
}

// workerOutput writes to an output of the script in the host.
type workerOutput struct {
	h      *workerScript
	stderr bool
}

func (o workerOutput) Write(p []byte) (int, error) {
	for done := 0; done < len(p) || done == 0; {
		part := p[done:min(len(p), done+1<<20)]
		if _, err := calls[nothing](context.Background(), o.h.side.host, toWrite, &writeMessage{o.h.id, o.stderr, part}); err != nil {
			return done, err
		}
		if done += len(part); len(part) == 0 {
			break
		}
	}
	return len(p), nil
}

// workerInput reads the input of the script from the host.
type workerInput struct{ h *workerScript }

func (i workerInput) Read(p []byte) (int, error) {
	got, err := calls[dataMessage](context.Background(), i.h.side.host, toRead, &readInputMessage{i.h.id, min(len(p), 64<<10)})
	if err == nil && got.End && len(got.Data) == 0 {
		err = io.EOF
	}
	return copy(p, got.Data), err
}

// handlerOf returns a handler that answers the other side's calls with the given methods. Both sides have one.
func handlerOf(methods map[byte]method) worker.Handler {
	unknown := answers(func(context.Context, *nothing) (nothing, error) {
		return nothing{}, errors.New("there is no such method")
	})
	return func(ctx context.Context, m byte, body []byte) ([][]byte, bool) {
		answer := methods[m]
		if answer == nil {
			answer = unknown
		}
		return answer(ctx, body)
	}
}
