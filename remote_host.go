// This file answers the calls of a worker. A worker can name only what belongs to it: the scripts that were loaded into
// it, and the calls that are active in it.

package hitlrun

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/internal/budget"
	"github.com/hitlrun/hitlrun/jsapi"
	"github.com/hitlrun/hitlrun/jsapi/files"
	"github.com/hitlrun/hitlrun/worker"
)

// handler returns the handler of the worker's calls.
func (p *proc) handler() worker.Handler {
	methods := map[byte]method{
		toGet: answers(p.get), toHead: answers(p.head), toList: answers(p.list), toCommit: answers(p.commit), toSync: answers(p.sync),
		toAudit: answers(p.audit), toVerifyAudit: answers(p.verifyAudit), toFindAnswer: answers(p.findAnswer), toDeleteThread: answers(p.deleteThread),
		toOpenSaver: answers(p.openSaver), toNotifyUpdate: answers(p.notifyUpdate), toNotifyChunk: answers(p.notifyChunk),
		toCallFunction: answers(p.callFunction), toWrite: answers(p.write), toRead: answers(p.read), toTrace: answers(p.trace), toEnd: answers(p.end),
		toGetItem: answers(p.getItem), toFindItems: answers(p.findItems), toPutItems: answers(p.putItems), toListNamespaces: answers(p.listNamespaces),
	}
	return handlerOf(methods)
}

// with calls f with the saver that a worker names.
func (p *proc) with(ref saverRef, f func(b *bound) error) error {
	p.mu.Lock()
	b := p.savers[saverKey{ref.ID, ref.Thread}]
	p.mu.Unlock()
	if b == nil {
		return errCallEnded
	}
	return b.use(func() error { return f(b) })
}

// readsMuch reports whether the result of a method may be as large as a state.
func readsMuch(method byte) bool {
	switch method {
	case toGet, toHead, toList, toAudit, toVerifyAudit, toFindAnswer, toRead, toGetItem, toFindItems, toListNamespaces:
		return true
	}
	return false
}

// rooms are for the messages of all workers that take several times their memory in the host.
type rooms struct {
	stored, streamed *worker.Room
	read             *budget.Budget // what they read
}

// Bounds of rooms. A callback of the program may wait for another run, whose chunks may have no room because of those of the first
// one: they wait at most maxCallback.
const (
	maxStored   = 512 << 20
	maxStreamed = 256 << 20
	maxCallback = 10 * time.Second
)

// storedFactor is how many times its size a message takes in memory until what is in it is stored: itself, what SQLite is given of it and makes a
// row of, and the pages of the transaction.
const storedFactor = 3

func newRooms() rooms {
	return rooms{
		stored: worker.NewRoom(maxStored, storedFactor, 0), streamed: worker.NewRoom(maxStreamed, 1, maxCallback),
		read: budget.New(maxWorkerReads, maxOneReads),
	}
}

// of returns the room for the messages of a method; nil if they need none.
func (r rooms) of(method byte) *worker.Room {
	switch method {
	case toCommit, toPutItems:
		return r.stored
	case toNotifyChunk, toNotifyUpdate:
		return r.streamed
	}
	return nil
}

func (p *proc) get(ctx context.Context, m *readMessage) (found tuplesMessage, err error) {
	return p.one(ctx, m, func(ctx context.Context, b *bound) (*checkpoint.Tuple, error) { return b.saver.Get(ctx, m.Key) })
}

func (p *proc) head(ctx context.Context, m *readMessage) (found tuplesMessage, err error) {
	return p.one(ctx, m, func(ctx context.Context, b *bound) (*checkpoint.Tuple, error) {
		heads, ok := b.saver.(checkpoint.HeadReader)
		if !ok {
			return nil, errors.New("the saver has no heads")
		}
		return heads.Head(ctx, m.Key, m.Known)
	})
}

// one reads a checkpoint of a saver.
func (p *proc) one(ctx context.Context, m *readMessage, read func(context.Context, *bound) (*checkpoint.Tuple, error)) (found tuplesMessage, err error) {
	err = p.whenRoom(ctx, func(ctx context.Context) error {
		return p.with(m.Saver, func(b *bound) error {
			tuple, err := read(ctx, b)
			if err == nil {
				found.add(tuple)
			}
			return err
		})
	})
	return found, err
}

func (p *proc) list(ctx context.Context, m *readMessage) (found tuplesMessage, err error) {
	if err := p.listSizes(ctx, m); err != nil {
		return found, err
	}
	err = p.with(m.Saver, func(b *bound) (err error) {
		found, err = b.list(ctx, m)
		return err
	})
	return found, err
}

func (p *proc) commit(ctx context.Context, m *commitMessage) (nothing, error) {
	return nothing{}, p.with(m.Saver, func(b *bound) error { return b.commit(context.WithoutCancel(ctx), m) })
}

func (p *proc) sync(ctx context.Context, m *readMessage) (nothing, error) {
	return nothing{}, p.with(m.Saver, func(b *bound) error {
		if s, ok := b.saver.(checkpoint.Syncer); ok {
			return s.Sync(ctx)
		}
		return nil
	})
}

func (p *proc) deleteThread(ctx context.Context, m *readMessage) (nothing, error) {
	return nothing{}, p.with(m.Saver, func(b *bound) error { return b.saver.DeleteThread(ctx, m.Key.ThreadID) })
}

// withLog is like with, for savers that have an audit log.
func (p *proc) withLog(ref saverRef, f func(log checkpoint.AuditLog) error) error {
	return p.with(ref, func(b *bound) error {
		log, ok := b.saver.(checkpoint.AuditLog)
		if !ok {
			return errors.New("the saver has no audit log")
		}
		return f(log)
	})
}

func (p *proc) audit(ctx context.Context, m *auditMessage) (found auditedMessage, err error) {
	if err := p.auditSize(ctx, m); err != nil {
		return found, err
	}
	err = p.withLog(m.Saver, func(log checkpoint.AuditLog) (err error) {
		found.Entries, err = log.Audit(ctx, m.Filter)
		return err
	})
	return found, err
}

func (p *proc) verifyAudit(ctx context.Context, m *auditMessage) (found auditedMessage, err error) {
	err = p.withLog(m.Saver, func(log checkpoint.AuditLog) (err error) {
		found.Report, err = log.VerifyAudit(ctx, m.Heads...)
		return err
	})
	return found, err
}

func (p *proc) findAnswer(ctx context.Context, m *auditMessage) (found auditedMessage, err error) {
	if err := p.auditSize(ctx, m); err != nil { // it reads all entries of the thread
		return found, err
	}
	err = p.withLog(m.Saver, func(log checkpoint.AuditLog) error {
		entry, id, err := log.FindAnswer(ctx, m.Filter.ThreadID, m.Prefix)
		if entry != nil {
			found.Entries, found.ID = []checkpoint.AuditEntry{*entry}, id
		}
		return err
	})
	return found, err
}

// openSaver answers a worker whose script opens a file with SqliteSaver. The worker opens it, so what is wrong with the file does
// no harm here.
func (p *proc) openSaver(_ context.Context, m *openMessage) (openedMessage, error) {
	s, err := p.script(m.Script)
	if err != nil {
		return openedMessage{}, err
	}
	return openedMessage{Stores: files.Protected(), Keys: s.o.Keys.of().KeyFileForScripts()}, nil
}

// script returns a script that is loaded into the worker.
func (p *proc) script(id uint64) (*Script, error) {
	return find(&p.mu, p.byID, id, "there is no script")
}

// session returns a session of the worker.
func (p *proc) session(id uint64) (*remote, error) {
	return find(&p.mu, p.sessions, id, "there is no session")
}

// find returns what has a number; mu guards the map. missing is the error, without the number, if there is nothing.
func find[T any](mu *sync.Mutex, byID map[uint64]*T, id uint64, missing string) (*T, error) {
	mu.Lock()
	defer mu.Unlock()
	if found := byID[id]; found != nil {
		return found, nil
	}
	return nil, fmt.Errorf("%s %d", missing, id)
}

func (p *proc) notifyUpdate(ctx context.Context, m *notifyMessage) (nothing, error) {
	in, err := p.session(m.Session)
	if err == nil && !json.Valid(m.Update) {
		err = errors.New("an update of the stream is not JSON")
	}
	if err != nil {
		return nothing{}, err
	}
	return nothing{}, in.callBack(ctx, func() {
		if f := in.call.OnUpdate; f != nil {
			f(m.NS, m.Update)
		}
	})
}

func (p *proc) notifyChunk(ctx context.Context, m *notifyMessage) (nothing, error) {
	in, err := p.session(m.Session)
	if err == nil && !json.Valid(m.Chunk.Payload) {
		err = errors.New("a chunk of the stream is not JSON")
	}
	if err != nil {
		return nothing{}, err
	}
	return nothing{}, in.callBack(ctx, func() {
		if f := in.call.OnChunk; f != nil {
			f(m.Chunk)
		}
	})
}

// runContext returns the context of the active run of a thread; nil if there is none.
func (p *proc) runContext(threadID string) context.Context {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, in := range p.sessions {
		if in.running != nil && in.thread == threadID {
			return in.running
		}
	}
	return nil
}

// withValues is a context that also has the values of another context.
type withValues struct {
	context.Context
	values context.Context
}

// Value implements context.Context.
func (c withValues) Value(key any) any {
	if v := c.Context.Value(key); v != nil {
		return v
	}
	return c.values.Value(key)
}

// callFunction calls a function of the program for a script.
func (p *proc) callFunction(ctx context.Context, m *functionMessage) (jsonMessage, error) {
	s, err := p.script(m.Script)
	if err != nil {
		return jsonMessage{}, err
	}
	f, ok := functionsOf(s.o.Functions)[m.Name]
	if !ok {
		return jsonMessage{}, fmt.Errorf("there is no function %q", m.Name)
	}
	if run := p.runContext(m.Caller.ThreadID); run != nil {
		ctx = withValues{ctx, run}
	}
	data, err := f.JSON(jsapi.WithCaller(jsapi.WithEffectKey(ctx, m.Key), m.Caller), m.Name, m.Args)
	if err != nil {
		err = p.remember(err)
	}
	return jsonMessage{data}, err
}

// trace reports what a run does.
func (p *proc) trace(_ context.Context, m *traceMessage) (nothing, error) {
	s, err := p.script(m.Script)
	if err == nil && s.o.Trace != nil {
		e := m.event()
		e.Context = p.runContext(m.ThreadID)
		p.recall(e.Err)
		s.o.Trace(e)
	}
	return nothing{}, err
}

// write prints what a script prints. If nobody reads it, the end of the worker ends the wait.
func (p *proc) write(ctx context.Context, m *writeMessage) (nothing, error) {
	s, err := p.script(m.Script)
	if err != nil {
		return nothing{}, err
	}
	w := s.o.Stdout
	if m.Stderr {
		w = s.o.Stderr
	}
	if w == nil {
		return nothing{}, nil
	}
	if until, ok := w.(lockedWriter); ok {
		return nothing{}, until.WriteUntil(ctx, m.Data)
	}
	_, err = w.Write(m.Data)
	return nothing{}, err
}

// read reads what a script reads.
func (p *proc) read(_ context.Context, m *readInputMessage) (dataMessage, error) {
	s, err := p.script(m.Script)
	if err != nil {
		return dataMessage{}, err
	}
	if s.o.Stdin == nil {
		return dataMessage{End: true}, nil
	}
	data := make([]byte, min(max(m.Most, 1), 64<<10))
	n, err := s.o.Stdin.Read(data)
	if errors.Is(err, io.EOF) {
		return dataMessage{data[:n], true}, nil
	}
	return dataMessage{Data: data[:n]}, err
}

// end ends the worker: a session of it does not stop, for the reason that is in the message.
func (p *proc) end(_ context.Context, m *endMessage) (nothing, error) {
	if m.Why == nil {
		return nothing{}, errors.New("there is no reason")
	}
	if in, err := p.session(m.Session); err == nil {
		in.mu.Lock()
		in.stuck = m.Why
		in.mu.Unlock()
	}
	p.Kill(errors.New("a script in it did not stop"))
	return nothing{}, nil
}
