// This file speaks to a host as a worker would that somebody has broken into.

package hitlrun

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/checkpoint/sqlite"
	"github.com/hitlrun/hitlrun/jsapi"
	"github.com/hitlrun/hitlrun/jsapi/bundle"
	"github.com/hitlrun/hitlrun/longterm"
	"github.com/hitlrun/hitlrun/worker"
)

// throughLine calls a handler directly, with the bodies that a line would carry.
type throughLine struct{ handle worker.Handler }

func (l throughLine) Call(ctx context.Context, method byte, body []byte) ([]byte, error) {
	answer, failed := l.handle(ctx, method, body)
	if failed {
		return nil, &worker.Failed{Body: answer}
	}
	return answer, nil
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
	p := &proc{byID: map[uint64]*Script{}, loading: map[loadKey]*loading{}, sessions: map[uint64]*remote{}, savers: map[saverKey]*bound{}, stores: map[any]uint64{}}
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
	b.refused("closing the store", toCloseSaver, &readMessage{Saver: saverRef{ID: b.ref.ID}}, errCallEnded.Error())
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

// With a key, the host opens the files that the script may have, and no others.
func TestWorkersOpenWhatIsGranted(t *testing.T) {
	t.Parallel()
	b := newBroken(t)
	granted := t.TempDir()
	keys, err := ParseKeys([]byte(strings.Repeat("0123456789abcdef", 4)))
	if err != nil {
		t.Fatal(err)
	}
	grant := Grant{List: []string{granted}}
	b.p.byID[9] = &Script{bundle: &bundle.Result{}, o: ScriptOptions{Permissions: Permissions{Read: grant, Write: grant}, Keys: keys}}
	outside := filepath.Join(t.TempDir(), "a.db")
	b.refused("a file that is not granted", toOpenSaver, &openMessage{9, outside}, "is not allowed")
	if _, err := os.Stat(outside); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the file was made: %v", err)
	}
	if err := os.Symlink(outside, filepath.Join(granted, "link.db")); err != nil {
		t.Fatal(err)
	}
	b.refused("a link out of what is granted", toOpenSaver, &openMessage{9, filepath.Join(granted, "link.db")}, "is not allowed")
	path := filepath.Join(granted, "a.db")
	opened, err := calls[openedMessage](t.Context(), b.line, toOpenSaver, &openMessage{9, path})
	if err != nil {
		t.Fatal(err)
	}
	ref := opened.Saver
	s := ownSaver{syncingSaver{remoteSaver{ref: ref}, nil}}
	if err := b.try(toCommit, &commitMessage{Saver: s.ref, Batches: []checkpoint.Batch{batchOf("any", `"secret"`)}, Pins: []bool{false}}); err != nil {
		t.Fatal(err)
	}
	if err := b.try(toCloseSaver, &readMessage{Saver: ref}); err != nil {
		t.Fatal(err)
	}
	plain, err := sqlite.Open(path, sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer plain.Close()
	if _, err := plain.Get(t.Context(), checkpoint.Key{ThreadID: "any"}); !errors.Is(err, ErrKey) {
		t.Errorf("the file of the script is not encrypted: %v", err)
	}
	b.refused("a file that was closed", toGet, &readMessage{Saver: ref, Key: checkpoint.Key{ThreadID: "any"}}, errCallEnded.Error())
	var pe *jsapi.PermissionError
	if err := b.try(toOpenSaver, &openMessage{9, outside}); !errors.As(err, &pe) {
		t.Errorf("got %T", err)
	}
}

// Without a key, the host opens nothing for a worker, and says which files it has open.
func TestHostsOpenNothing(t *testing.T) {
	t.Parallel()
	b := newBroken(t)
	path := filepath.Join(t.TempDir(), "a.db")
	all := Grant{All: true}
	b.p.byID[9] = &Script{bundle: &bundle.Result{}, o: ScriptOptions{Permissions: Permissions{Read: all, Write: all}}}
	opened, err := calls[openedMessage](t.Context(), b.line, toOpenSaver, &openMessage{9, path})
	if err != nil || opened.Saver.ID != 0 {
		t.Errorf("the host has the saver %+v, %v", opened.Saver, err)
	}
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the file was made: %v", err)
	}
	own, err := filepath.EvalSymlinks(b.store.path)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Contains(opened.Stores.Paths, own) || len(opened.Stores.Files) == 0 {
		t.Errorf("the open stores are %+v, without %s", opened.Stores, own)
	}
}
