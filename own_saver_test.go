package hitlrun_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hitlrun/hitlrun"
	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/checkpoint/sqlite"
)

// plainSaver is a Saver of a program: it has the four methods and no more.
type plainSaver struct{ checkpoint.Saver }

// A store goes with any saver: what waits is found by the next process, answered once, forked, copied and deleted.
func TestNew(t *testing.T) {
	t.Parallel()
	file := func(t *testing.T) checkpoint.Saver {
		db, err := sqlite.Open(filepath.Join(t.TempDir(), "checkpoints.db"), sqlite.Options{})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { db.Close() })
		return db
	}
	for name, saver := range map[string]func(t *testing.T) checkpoint.Saver{
		"memory":      func(*testing.T) checkpoint.Saver { return &checkpoint.MemorySaver{} },
		"plain":       func(*testing.T) checkpoint.Saver { return plainSaver{&checkpoint.MemorySaver{}} },
		"sqlite":      file,
		"plainSQLite": func(t *testing.T) checkpoint.Saver { return plainSaver{file(t)} },
	} {
		for _, threads := range []string{"", "threads.db"} {
			t.Run(name+threads, func(t *testing.T) {
				t.Parallel()
				path := threads
				if path != "" {
					path = filepath.Join(t.TempDir(), path)
				}
				useOwnSaver(t, saver(t), path)
			})
		}
	}
}

// A thread has the id of its newest checkpoint wherever that is stored, so that a mark can be compared with it.
func TestNewestCheckpointOfAThread(t *testing.T) {
	t.Parallel()
	s := load(t, asksBesideFailure)
	eachKindOfStore(t, func(t *testing.T, store *hitlrun.Store) {
		if _, err := store.Start(t.Context(), s, hitlrun.Start{ThreadID: "t", Input: json.RawMessage(`{}`)}); err != nil {
			t.Fatal(err)
		}
		now, err := store.StateAt(t.Context(), "t", "", "", false)
		if err != nil {
			t.Fatal(err)
		}
		thread, err := store.Thread(t.Context(), "t")
		if err != nil || thread.CheckpointID == "" || thread.CheckpointID != now.CheckpointID {
			t.Errorf("the newest checkpoint is %q (%v), want %q", thread.CheckpointID, err, now.CheckpointID)
		}
		mark, err := store.Mark(t.Context(), "t")
		if errors.Is(err, errors.ErrUnsupported) { // by the saver of the program
			return
		}
		if err != nil || !mark.Stands(thread) { // although graphs inside have stored later checkpoints
			t.Errorf("%v, or the thread does not stand where its mark was made", err)
		}
	})
}

func useOwnSaver(t *testing.T, saver checkpoint.Saver, threads string) {
	ctx := t.Context()
	script, err := hitlrun.LoadSource("flow.ts", []byte(flow), hitlrun.ScriptOptions{})
	if err != nil {
		t.Fatal(err)
	}
	store := newStore(t, saver, threads)
	res, err := store.Start(ctx, script, hitlrun.Start{ThreadID: "t", Input: []byte(`{"to": "Ann"}`)})
	if err != nil || res.Status != hitlrun.StatusInterrupted || len(res.Interrupts) != 1 {
		t.Fatalf("start: %+v (%v)", res, err)
	}
	if threads != "" { // the next process
		store.Close()
		store = newStore(t, saver, threads)
	}
	if err := store.CopyThread(ctx, "t", "copy"); err != nil {
		t.Fatal(err)
	}
	res, err = store.Resume(ctx, "t", hitlrun.Answer{Interrupt: res.Interrupts[0].ID, Value: []byte("true")})
	if err != nil || string(res.Values) != `{"to":"Ann","text":"Dear Ann, …","outcome":"sent"}` {
		t.Fatalf("resume: %+v (%v)", res, err)
	}
	asked, err := store.Audit(ctx, hitlrun.AuditFilter{ThreadID: "t"})
	if err != nil || len(asked) < 3 {
		t.Errorf("the audit log has %+v (%v)", asked, err)
	}
	history, err := store.History(ctx, "t", 0)
	if err != nil || len(history) != 5 {
		t.Fatalf("history: %d (%v)", len(history), err)
	}
	if _, err = store.Fork(ctx, "t", history[3].CheckpointID, "me"); err != nil {
		t.Error(err)
	}
	if res, err = store.Resume(ctx, "copy", hitlrun.Answer{Value: []byte("false")}); err != nil || !strings.Contains(string(res.Values), "dropped") {
		t.Errorf("the copy: %+v (%v)", res, err)
	}
	if _, err := store.Backup(ctx, filepath.Join(t.TempDir(), "b.db"), false); !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("backup: %v", err)
	}
	if err := store.Delete(ctx, "copy"); err != nil {
		t.Error(err)
	}
	if _, err := saver.Get(ctx, checkpoint.Key{ThreadID: "copy"}); !errors.Is(err, checkpoint.ErrNotFound) {
		t.Errorf("the saver still has the thread: %v", err)
	}
	_, err = store.Prune(ctx, hitlrun.Prune{Checkpoints: true, KeepLast: 1})
	if _, can := saver.(checkpoint.Pruner); can != (err == nil) || err != nil && !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("prune: %v", err)
	}
}

func newStore(t *testing.T, saver checkpoint.Saver, threads string) *hitlrun.Store {
	t.Helper()
	store, err := hitlrun.New(saver, hitlrun.Options{Threads: threads})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	return store
}

// photo is a saver that copies the file of threads whenever it has stored something: what a process leaves that dies then.
type photo struct {
	checkpoint.Saver
	t       *testing.T
	threads string
	deaths  []string
}

func (p *photo) Commit(ctx context.Context, b checkpoint.Batch) error {
	if err := p.Saver.Commit(ctx, b); err != nil {
		return err
	}
	dir := p.t.TempDir()
	for _, suffix := range []string{"", "-wal"} {
		from, err := os.Open(p.threads + suffix)
		if err != nil {
			return err
		}
		defer from.Close()
		to, err := os.Create(filepath.Join(dir, "threads.db"+suffix))
		if err != nil {
			return err
		}
		_, err = io.Copy(to, from)
		if err := errors.Join(err, to.Close()); err != nil {
			return err
		}
	}
	p.deaths = append(p.deaths, filepath.Join(dir, "threads.db"))
	return nil
}

// A process that dies after the saver has stored a question, and before the file of threads says so, leaves a thread that can be resumed.
func TestNewDies(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	script, err := hitlrun.LoadSource("flow.ts", []byte(flow), hitlrun.ScriptOptions{})
	if err != nil {
		t.Fatal(err)
	}
	saver := &photo{Saver: &checkpoint.MemorySaver{}, t: t, threads: filepath.Join(t.TempDir(), "threads.db")}
	store := newStore(t, saver, saver.threads)
	if _, err := store.Start(ctx, script, hitlrun.Start{ThreadID: "t", Input: []byte(`{"to": "Ann"}`)}); err != nil {
		t.Fatal(err)
	}
	store.Close()
	after := newStore(t, saver.Saver, saver.deaths[len(saver.deaths)-1])
	if thread, err := after.Thread(ctx, "t"); err != nil || !thread.Lost {
		t.Fatalf("the thread is %+v (%v), and should be lost", thread, err)
	}
	swept, err := after.Recover(ctx, hitlrun.Sweep{})
	if err != nil || len(swept) != 1 || swept[0].Err != nil || len(swept[0].Result.Interrupts) != 1 {
		t.Fatalf("recovered: %+v (%v)", swept, err)
	}
	res, err := after.Resume(ctx, "t", hitlrun.Answer{Value: []byte("true")})
	if err != nil || res.Status != hitlrun.StatusDone {
		t.Errorf("answered: %+v (%v)", res, err)
	}
}

// leaving is a saver whose context ends with a commit to the thread copy.
type leaving struct {
	checkpoint.Saver
	end     context.CancelFunc
	commits int
}

func (l *leaving) Commit(ctx context.Context, b checkpoint.Batch) error {
	if b.Key.ThreadID == "copy" {
		if l.commits++; l.commits == 3 {
			l.end()
		}
	}
	return l.Saver.Commit(ctx, b)
}

// A copy whose context ends leaves no thread.
func TestCopyIsLeft(t *testing.T) {
	t.Parallel()
	script := load(t, flow)
	ctx, end := context.WithCancel(t.Context())
	saver := &leaving{Saver: &checkpoint.MemorySaver{}, end: end}
	store := newStore(t, saver, "")
	if _, err := store.Start(ctx, script, hitlrun.Start{ThreadID: "t", Input: []byte(`{"to": "Ann"}`)}); err != nil {
		t.Fatal(err)
	}
	if err := store.CopyThread(ctx, "t", "copy"); !errors.Is(err, context.Canceled) {
		t.Errorf("the copy: %v", err)
	}
	if _, err := store.Thread(t.Context(), "copy"); !errors.Is(err, hitlrun.ErrNoThread) {
		t.Errorf("the thread: %v", err)
	}
	if _, err := saver.Get(t.Context(), checkpoint.Key{ThreadID: "copy"}); !errors.Is(err, checkpoint.ErrNotFound) || saver.commits < 3 {
		t.Errorf("its checkpoints: %v", err)
	}
	if err := store.CopyThread(t.Context(), "t", "copy"); err != nil {
		t.Errorf("the next copy: %v", err)
	}
}

// Scripts in workers have the saver of the program, too.
func TestNewIsolated(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	type tenant struct{}
	var seen []string
	o := hitlrun.ScriptOptions{Isolation: hitlrun.Process, Functions: map[string]hitlrun.Function{
		"who": hitlrun.Func(func(ctx context.Context, _ any) (any, error) {
			name, _ := ctx.Value(tenant{}).(string)
			seen = append(seen, name, hitlrun.CallerOf(ctx).ThreadID, hitlrun.CallerOf(ctx).Node)
			return nil, nil
		}),
	}}
	script, err := hitlrun.LoadSource("flow.ts", []byte(`
import { Annotation, START, StateGraph, interrupt } from "@langchain/langgraph";
import { functions } from "hitlrun";
export const graph = new StateGraph(Annotation.Root({ n: Annotation<number>() }))
  .addNode("call", async () => { await functions.who(); return { n: 1 }; })
  .addNode("ask", ({ n }) => ({ n: n + interrupt("?") }))
  .addEdge(START, "call").addEdge("call", "ask").compile();
`), o)
	if err != nil {
		t.Fatal(err)
	}
	saver := plainSaver{&checkpoint.MemorySaver{}}
	store := newStore(t, saver, filepath.Join(t.TempDir(), "threads.db"))
	if _, err := store.Start(context.WithValue(ctx, tenant{}, "blue"), script, hitlrun.Start{ThreadID: "t", Input: []byte("{}")}); err != nil {
		t.Fatal(err)
	}
	res, err := store.Resume(ctx, "t", hitlrun.Answer{Value: []byte("2"), Script: script})
	if err != nil || string(res.Values) != `{"n":3}` {
		t.Errorf("%+v (%v)", res, err)
	}
	if got := strings.Join(seen, " "); got != "blue t call" {
		t.Errorf("the function saw %q", got)
	}
	if tuple, err := saver.Get(ctx, checkpoint.Key{ThreadID: "t"}); err != nil || tuple.Checkpoint.Metadata.Step != 2 {
		t.Errorf("the saver has %+v (%v)", tuple, err)
	}
}

// What cannot be done with a store has an error of its own.
func TestClosedAndReadOnly(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	path := filepath.Join(t.TempDir(), "test.db")
	store := open(t, path)
	script, err := hitlrun.LoadSource("flow.ts", []byte(flow), hitlrun.ScriptOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := store.Start(ctx, script, hitlrun.Start{ThreadID: "t", Input: []byte(`{"to": "Ann"}`)}); err != nil {
		t.Fatal(err)
	}
	reader, err := hitlrun.Open(path, hitlrun.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := reader.State(ctx, "t"); err != nil {
		t.Error(err)
	}
	if _, err := reader.Start(ctx, script, hitlrun.Start{Input: []byte(`{"to": "Ann"}`)}); !errors.Is(err, hitlrun.ErrReadOnly) {
		t.Errorf("start: %v", err)
	}
	if err := reader.Delete(ctx, "t"); !errors.Is(err, hitlrun.ErrReadOnly) {
		t.Errorf("delete: %v", err)
	}
	if err := reader.Close(); err != nil {
		t.Error(err)
	}
	if _, err := reader.State(ctx, "t"); !errors.Is(err, hitlrun.ErrClosed) {
		t.Errorf("state: %v", err)
	}
	if _, err := reader.Threads(ctx, hitlrun.ThreadFilter{}); !errors.Is(err, hitlrun.ErrClosed) {
		t.Errorf("threads: %v", err)
	}
	if err := reader.Close(); err != nil {
		t.Errorf("close twice: %v", err)
	}
}
