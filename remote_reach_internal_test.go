// This file speaks to a host as a worker would that somebody has broken into.

package hitlrun

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/jsapi"
	"github.com/hitlrun/hitlrun/jsapi/bundle"
	"github.com/hitlrun/hitlrun/longterm"
	"github.com/hitlrun/hitlrun/worker"
)

// throughLine calls a handler directly, with the bodies that a line would carry.
type throughLine struct{ handle worker.Handler }

func (l throughLine) Call(ctx context.Context, method byte, body ...[]byte) ([]byte, error) {
	answer, failed := l.handle(ctx, method, bytes.Join(body, nil))
	if failed {
		return nil, &worker.Failed{Body: bytes.Join(answer, nil)}
	}
	return bytes.Join(answer, nil), nil
}

// broken is a host with two threads, of which a worker has the run of one.
type broken struct {
	t     *testing.T
	store *Store
	p     *proc
	line  throughLine
	ref   saverRef
	end   func()
}

func newBroken(t *testing.T) *broken {
	t.Helper()
	store, err := Open(filepath.Join(t.TempDir(), "threads.db"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	for _, id := range []string{"own", "other"} {
		if err := store.saver.Commit(t.Context(), batchOf(id, "1")); err != nil {
			t.Fatal(err)
		}
	}
	p := &proc{reads: newRooms().read, byID: map[uint64]*Script{}, loading: map[loadKey]*loading{}, sessions: map[uint64]*remote{}, savers: map[saverKey]*bound{}, stores: map[any]uint64{}}
	b := &broken{t: t, store: store, p: p, line: throughLine{p.handler()}}
	pin := &checkpoint.Pin{Script: &checkpoint.Script{Hash: "the host's", Name: "flow.ts", Code: []byte("()")}, Info: json.RawMessage(`{}`)}
	b.ref, b.end = p.bind(&bound{saver: store.only("own", nil), pin: pin, by: "ann", from: "here"}, "own")
	return b
}

func batchOf(thread, value string) checkpoint.Batch {
	cp := &checkpoint.Checkpoint{
		ID: new(checkpoint.IDs).NewAfter(0, ""), Versions: []checkpoint.Version{{Channel: "a", N: 1}},
		Values: []checkpoint.Value{{Channel: "a", Version: 1, Blob: checkpoint.Blob{Type: checkpoint.TypeJSON, Data: []byte(value)}}},
	}
	return checkpoint.Batch{Key: checkpoint.Key{ThreadID: thread}, Checkpoint: cp, Thread: &checkpoint.ThreadUpdate{Status: checkpoint.StatusRunning}}
}

// try makes a call, and returns its error.
func (b *broken) try(method byte, m any) error {
	b.t.Helper()
	_, err := calls[nothing](b.t.Context(), b.line, method, m)
	return err
}

// refused makes a call that must fail, with an error that has want in it.
func (b *broken) refused(what string, method byte, m any, want string) {
	b.t.Helper()
	if err := b.try(method, m); err == nil || !strings.Contains(err.Error(), want) {
		b.t.Errorf("%s: got %v, want %s", what, err, want)
	}
}

// A worker stores a bounded part of an error with a thread.
func TestErrorsOfWorkersAreBounded(t *testing.T) {
	t.Parallel()
	b := newBroken(t)
	batch := batchOf("own", "2")
	batch.Thread = &checkpoint.ThreadUpdate{Status: checkpoint.StatusError, Error: "a" + strings.Repeat("é", 4<<20)}
	if err := b.try(toCommit, &commitMessage{Saver: b.ref, Batches: []checkpoint.Batch{batch}, Pins: []bool{false}}); err != nil {
		t.Fatal(err)
	}
	got, err := b.store.Thread(t.Context(), "own")
	if err != nil || len(got.Error) > maxThreadError+100 || !strings.HasSuffix(got.Error, "é… (8388609 bytes)") {
		t.Errorf("the error has %d bytes (%v)", len(got.Error), err)
	}
}

// What takes several times its memory in the host has a Room: what is stored, and what is streamed.
func TestLargeMessagesHaveRooms(t *testing.T) {
	t.Parallel()
	r := newRooms()
	for method := range 256 {
		var want *worker.Room
		switch byte(method) {
		case toCommit, toPutItems:
			want = r.stored
		case toNotifyChunk, toNotifyUpdate:
			want = r.streamed
		}
		if r.of(byte(method)) != want {
			t.Errorf("method %d has another room", method)
		}
	}
}

func TestWorkersReachTheirThreads(t *testing.T) {
	t.Parallel()
	b := newBroken(t)
	foreign := saverRef{ID: b.ref.ID, Thread: "other", Syncs: true}
	other := checkpoint.Key{ThreadID: "other"}
	const notReached = `does not let it reach thread "other"`
	b.refused("reading by a name of its own", toGet, &readMessage{Saver: foreign, Key: other}, errCallEnded.Error())
	b.refused("reading another thread", toGet, &readMessage{Saver: b.ref, Key: other}, notReached)
	b.refused("the head of another thread", toHead, &readMessage{Saver: b.ref, Key: other}, notReached)
	b.refused("the list of another thread", toList, &readMessage{Saver: b.ref, Key: other}, notReached)
	b.refused("the log of another thread", toAudit, &auditMessage{Saver: b.ref, Filter: checkpoint.AuditFilter{ThreadID: "other"}}, notReached)
	b.refused("an answer of another thread", toFindAnswer, &auditMessage{Saver: b.ref, Filter: checkpoint.AuditFilter{ThreadID: "other"}}, notReached)
	b.refused("the log of all", toVerifyAudit, &auditMessage{Saver: b.ref}, "cannot verify")
	b.refused("deleting", toDeleteThread, &readMessage{Saver: b.ref, Key: checkpoint.Key{ThreadID: "own"}}, "cannot delete")
	b.refused("writing another thread", toCommit, &commitMessage{Saver: b.ref, Batches: []checkpoint.Batch{batchOf("other", "2")}, Pins: []bool{false}}, notReached)
	b.refused("writing it beside its own", toCommit, &commitMessage{Saver: b.ref, Batches: []checkpoint.Batch{batchOf("own", "2"), batchOf("other", "2")}, Pins: []bool{false, false}}, notReached)
	b.refused("a script that is not there", toCallFunction, &functionMessage{Script: 77, Name: "f"}, "no script 77")
	b.refused("a session that is not there", toNotifyChunk, &notifyMessage{Session: 77}, "no session 77")
	chunks := 0
	b.p.sessions[78] = &remote{call: jsapi.GraphCall{OnChunk: func(jsapi.Chunk) { chunks++ }, OnUpdate: func([]string, json.RawMessage) { chunks++ }}}
	for what, payload := range map[string]string{"no JSON": "{", "nothing": "", "JSON that is nested too deep": strings.Repeat("[", 20000) + strings.Repeat("]", 20000)} {
		b.refused("a chunk with "+what, toNotifyChunk, &notifyMessage{Session: 78, Chunk: jsapi.Chunk{Payload: json.RawMessage(payload)}}, "a chunk of the stream is not JSON")
		b.refused("an update with "+what, toNotifyUpdate, &notifyMessage{Session: 78, Update: json.RawMessage(payload)}, "an update of the stream is not JSON")
	}
	if err := b.try(toNotifyChunk, &notifyMessage{Session: 78, Chunk: jsapi.Chunk{Payload: json.RawMessage("1")}}); err != nil || chunks != 1 {
		b.t.Errorf("after a chunk with JSON: %d chunks, %v", chunks, err)
	}
	delete(b.p.sessions, 78)
	b.refused("the items of another run", toGetItem, &itemsMessage{Saver: foreign, Namespace: []string{"a"}, Key: "k"}, errCallEnded.Error())
	b.refused("items where there are none", toPutItems, &itemsMessage{Saver: b.ref, Writes: []longterm.Write{{Namespace: []string{"a"}, Key: "k"}}}, "no long-term store")
	b.refused("no method", 200, &nothing{}, "no such method")
	if body, failed := b.line.handle(t.Context(), toCommit, []byte("\xffgarbage")); !failed {
		t.Errorf("garbage was answered with %q", body)
	}
	if got, err := b.store.saver.Get(t.Context(), other); err != nil || string(got.Checkpoint.Values[0].Blob.Data) != "1" {
		t.Errorf("the other thread has %+v (%v)", got, err)
	}
	b.end()
	b.refused("items behind the end", toFindItems, &itemsMessage{Saver: b.ref}, errCallEnded.Error())
	b.refused("reading behind the end", toGet, &readMessage{Saver: b.ref, Key: checkpoint.Key{ThreadID: "own"}}, errCallEnded.Error())
}

// What a worker writes to its own thread is JSON, with the script and under the name that the host uses.
func TestWorkersWriteWhatTheyMay(t *testing.T) {
	t.Parallel()
	b := newBroken(t)
	commit := func(change func(*checkpoint.Batch)) *commitMessage {
		batch := batchOf("own", "2")
		change(&batch)
		return &commitMessage{Saver: b.ref, Batches: []checkpoint.Batch{batch}, Pins: []bool{true}}
	}
	blob := checkpoint.Blob{Type: checkpoint.TypeJSON, Data: []byte("{")}
	for what, change := range map[string]func(*checkpoint.Batch){
		"a value": func(c *checkpoint.Batch) { c.Checkpoint.Values[0].Blob = blob },
		"a write": func(c *checkpoint.Batch) {
			c.Key.ID = "x"
			c.Writes = []checkpoint.TaskWrites{{TaskID: "t", Writes: []checkpoint.PendingWrite{{TaskID: "t", Channel: "c", Value: blob}}}}
		},
		"a question": func(c *checkpoint.Batch) { c.Thread.Interrupts = []checkpoint.ThreadInterrupt{{ID: "i", Value: blob}} },
		"metadata":   func(c *checkpoint.Batch) { c.Checkpoint.Metadata.Extra = map[string]json.RawMessage{"k": []byte("{")} },
		"an event": func(c *checkpoint.Batch) {
			c.Audit = &checkpoint.Audit{Events: []checkpoint.Event{{Value: []byte("{")}}}
		},
		"a condition": func(c *checkpoint.Batch) { c.If = &checkpoint.Condition{Answer: blob} },
	} {
		b.refused(what, toCommit, commit(change), "is not JSON")
	}
	b.refused("a status", toCommit, commit(func(c *checkpoint.Batch) { c.Thread.Status = "fine" }), `no status "fine"`)
	b.refused("no batch", toCommit, &commitMessage{Saver: b.ref}, "has no batches")
	err := b.try(toCommit, commit(func(c *checkpoint.Batch) {
		c.Audit = &checkpoint.Audit{By: "eve", From: "there", Events: []checkpoint.Event{{Kind: checkpoint.EventUpdate}}}
		c.Pin = &checkpoint.Pin{Script: &checkpoint.Script{Hash: "eve's", Code: []byte("evil")}}
		c.Checkpoint.Values[0].Blob.Grown = [][]byte{[]byte("[1]")}
	}))
	if err != nil {
		t.Fatal(err)
	}
	if th, err := b.store.db.Thread(t.Context(), "own"); err != nil || th.Script.Hash != "the host's" {
		t.Errorf("the thread is pinned to %+v (%v)", th.Script, err)
	}
	if _, err := b.store.db.Script(t.Context(), "eve's"); err == nil {
		t.Error("a script of the worker was stored")
	}
	log, err := b.store.Audit(t.Context(), AuditFilter{ThreadID: "own"})
	if err != nil || len(log) != 1 || log[0].By != "ann" || log[0].From != "here" {
		t.Errorf("the log has %+v (%v)", log, err)
	}
}

// The host opens nothing for a worker. It says which files it has open, and gives the keys of the files of scripts.
func TestHostsOpenNothing(t *testing.T) {
	t.Parallel()
	b := newBroken(t)
	keys, err := ParseKeys([]byte(strings.Repeat("0123456789abcdef", 4)))
	if err != nil {
		t.Fatal(err)
	}
	all := Grant{All: true}
	b.p.byID[9] = &Script{bundle: &bundle.Result{}, o: ScriptOptions{Permissions: Permissions{Read: all, Write: all}}}
	b.p.byID[10] = &Script{bundle: &bundle.Result{}, o: ScriptOptions{Permissions: Permissions{Read: all, Write: all}, Keys: keys}}
	own, err := filepath.EvalSymlinks(b.store.path)
	if err != nil {
		t.Fatal(err)
	}
	for id, want := range map[uint64]int{9: 0, 10: 1} {
		host, err := calls[openedMessage](t.Context(), b.line, toOpenSaver, &openMessage{id})
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Contains(host.Stores.Paths, own) || len(host.Stores.Files) == 0 {
			t.Errorf("the open stores are %+v, without %s", host.Stores, own)
		}
		given, _ := ParseKeys(host.Keys) // there may be none
		if got := len(strings.Fields(string(host.Keys))); got != want || want > 0 && (given == nil || given.String() == keys.String()) {
			t.Errorf("the keys are %v", given)
		}
	}
}

// A host does not store a state that is larger than its script may have, whatever the worker says about it.
func TestWorkersStoreNoLargeStates(t *testing.T) {
	t.Parallel()
	b := newBroken(t)
	ref, end := b.p.bind(&bound{saver: b.store.only("bounded", nil), maxState: 100}, "bounded")
	defer end()
	send := func(batch checkpoint.Batch) *commitMessage {
		batch.MaxState = 1 << 40
		return &commitMessage{Saver: ref, Batches: []checkpoint.Batch{batch}, Pins: []bool{false}}
	}
	if err := b.try(toCommit, send(batchOf("bounded", `"`+strings.Repeat("x", 98)+`"`))); err != nil {
		t.Fatal(err)
	}
	b.refused("a state", toCommit, send(batchOf("bounded", `"`+strings.Repeat("x", 99)+`"`)), "at most 100 are allowed (--max-state)")
	tuple, err := b.store.saver.Get(t.Context(), checkpoint.Key{ThreadID: "bounded"})
	if err != nil || len(tuple.Checkpoint.Values[0].Blob.Data) != 100 {
		t.Fatalf("%+v, %v", tuple, err)
	}
	w := checkpoint.PendingWrite{TaskID: checkpoint.NullTaskID, Channel: "a", Value: checkpoint.Blob{Type: checkpoint.TypeJSON, Data: []byte(`"` + strings.Repeat("x", 99) + `"`)}}
	b.refused("writes", toCommit, send(checkpoint.Batch{Key: tuple.Key, Writes: []checkpoint.TaskWrites{{TaskID: w.TaskID, Writes: []checkpoint.PendingWrite{w}}}}), "the writes of the tasks of this superstep")
}

// What a worker prints and nobody reads does not stay in its host behind the worker.
func TestPrintedTextEndsWithItsWorker(t *testing.T) {
	t.Parallel()
	unread, w := io.Pipe()
	defer unread.Close()
	turn := make(chan struct{}, 1)
	p := &proc{byID: map[uint64]*Script{1: {o: ScriptOptions{Stdout: oneAtATime(turn, w)}}}}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 2)
	for range 2 { // one waits for the reader, and one for its turn
		go func() {
			_, err := p.write(ctx, &writeMessage{Script: 1, Data: []byte("text")})
			ended <- err
		}()
	}
	stop()
	for range 2 {
		select {
		case err := <-ended:
			if !errors.Is(err, context.Canceled) {
				t.Error(err)
			}
		case <-time.After(20 * time.Second):
			t.Fatal("it waits")
		}
	}
}
