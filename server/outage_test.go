// This file tests runs that meet a store which takes nothing at the moment.

package server_test

import (
	"bufio"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	_ "github.com/mattn/go-sqlite3"

	"github.com/hitlrun/hitlrun"
	"github.com/hitlrun/hitlrun/server"
)

// serveLocking serves a graph that asks a question. After the answer its node calls functions.lock, which locks the store the
// first time; with the effects "task" it does so by task(). It returns how often the function was called, and what unlocks the
// store.
func serveLocking(t *testing.T, effects string, isolation hitlrun.Isolation) (_ *client, calls *atomic.Int32, unlock func()) {
	t.Helper()
	dir := t.TempDir()
	db, file := filepath.Join(dir, "test.db"), filepath.Join(dir, "flow.ts")
	call := "functions.lock"
	if effects == "task" {
		call, effects = `task("lock", functions.lock)`, "always"
	}
	if err := os.WriteFile(file, []byte(`
import { StateGraph, Annotation, START, interrupt, task } from "@langchain/langgraph";
import { functions } from "hitlrun";
const lock = `+call+`;
export const graph = new StateGraph(Annotation.Root({ answer: Annotation<string> }))
  .addNode("ask", async () => { const answer = interrupt("go on?"); await lock(); return { answer }; }, { effects: "`+effects+`" }).addEdge(START, "ask").compile();
`), 0o600); err != nil {
		t.Fatal(err)
	}
	other, err := sql.Open("sqlite3", db+"?_txlock=immediate")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { other.Close() })
	locked := make(chan *sql.Tx, 1)
	calls = &atomic.Int32{}
	o := hitlrun.ScriptOptions{Isolation: isolation, Functions: map[string]hitlrun.Function{
		"lock": hitlrun.RawFunc(func(context.Context, []json.RawMessage) (any, error) {
			if calls.Add(1) > 1 {
				return nil, nil
			}
			tx, err := other.Begin()
			if err == nil {
				locked <- tx
			}
			return nil, err
		}),
	}}
	store, err := hitlrun.Open(db, hitlrun.Options{Script: o, BusyTimeout: 200 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	script, err := hitlrun.Load(file, o)
	if err != nil {
		t.Fatal(err)
	}
	s, err := server.New(store, server.Options{Graphs: []server.Graph{{ID: "agent", Script: script, Export: "graph"}}})
	if err != nil {
		t.Fatal(err)
	}
	h := httptest.NewServer(s)
	t.Cleanup(func() { s.Shutdown(context.Background()); h.Close() })
	return &client{t: t, url: h.URL, store: store}, calls, func() {
		if err := (<-locked).Rollback(); err != nil {
			t.Fatal(err)
		}
	}
}

// answerLocked answers a question while the store is locked, or becomes it. If the run takes longer than a second until then, the response has
// begun, and goes on until the run ends.
func answerLocked(t *testing.T, c *client, runs string) {
	t.Helper()
	resp := c.response(t.Context(), "POST", runs+"/wait", `{"assistant_id":"agent","command":{"resume":"yes"}}`)
	t.Cleanup(func() { resp.Body.Close() })
	if resp.StatusCode == http.StatusOK {
		return
	}
	if body, err := io.ReadAll(resp.Body); err != nil || resp.StatusCode != http.StatusServiceUnavailable || !strings.Contains(string(body), "locked") {
		t.Fatalf("while the store is locked: %d %s, %v", resp.StatusCode, body, err)
	}
}

// The store is locked while a node runs. The client gets an error, and the run ends when the store is free: neither the answer is
// lost, nor does the thread stay busy.
func TestRunsWaitForTheStore(t *testing.T) {
	t.Parallel()
	c, calls, unlock := serveLocking(t, "always", hitlrun.InProcess)
	thread := c.thread()
	runs := "/threads/" + thread + "/runs"
	c.ok("POST", runs+"/wait", `{"assistant_id":"agent","input":{}}`)
	answerLocked(t, c, runs)
	unlock()
	c.eventually("the run ends", func() bool {
		return strings.Contains(c.ok("GET", runs, ""), `"status":"success"`) && !strings.Contains(c.ok("GET", runs, ""), `"status":"running"`)
	})
	if got := c.ok("GET", "/threads/"+thread+"/state", ""); !strings.Contains(got, `"answer":"yes"`) || !strings.Contains(got, `"next":[]`) {
		t.Errorf("the thread has the state %s", got)
	}
	if got := c.ok("GET", "/threads/"+thread, ""); !strings.Contains(got, `"status":"idle"`) {
		t.Errorf("the thread is %s", got)
	}
	if calls.Load() != 1 {
		t.Errorf("the node ran %d times", calls.Load())
	}
}

// A node has an effect once, or calls a task, and the store is locked when the result is to be stored: the effect does not happen
// again, also if the run is cancelled meanwhile.
func TestEffectsWaitForTheStore(t *testing.T) {
	t.Parallel()
	for name, isolation := range map[string]hitlrun.Isolation{"in process": hitlrun.InProcess, "workers": hitlrun.Process} {
		for _, of := range []struct {
			effects   string
			cancelled bool
		}{{"once", false}, {"once", true}, {"task", false}, {"task", true}} {
			t.Run(fmt.Sprintf("%s, %s, cancelled %t", name, of.effects, of.cancelled), func(t *testing.T) {
				t.Parallel()
				cancelled := of.cancelled
				c, calls, unlock := serveLocking(t, of.effects, isolation)
				thread := c.thread()
				runs := "/threads/" + thread + "/runs"
				c.ok("POST", runs+"/wait", `{"assistant_id":"agent","input":{}}`)
				for range 2 { // the second request waits for the run of the first
					answerLocked(t, c, runs)
				}
				if cancelled {
					run := field(strings.Trim(strings.Split(c.ok("GET", runs, ""), "},{")[0], "[]"), "run_id")
					c.do("POST", runs+"/"+run+"/cancel", "")
				}
				unlock()
				c.eventually("the run ends", func() bool { return !strings.Contains(c.ok("GET", runs, ""), `"status":"running"`) })
				if cancelled { // the cancellation may come too late
					c.do("POST", runs+"/wait", `{"assistant_id":"agent","input":null}`)
				}
				if got := c.ok("GET", "/threads/"+thread+"/state", ""); !strings.Contains(got, `"answer":"yes"`) {
					t.Errorf("the thread has the state %s", got)
				}
				if calls.Load() != 1 {
					t.Errorf("the effect happened %d times", calls.Load())
				}
			})
		}
	}
}

// lockedStore is a server whose store another connection can lock, in the instant before a transaction that writes begins.
type lockedStore struct {
	*client
	other   *sql.DB
	restart func() // ends the server and starts the next one
	mu      sync.Mutex
	when    func() bool // whether the next transaction finds the store locked; nil for not
	tx      *sql.Tx
	waits   bool // whether a run has found it locked, and says that it waits
	tries   int  // how many transactions began since then
}

// serveLocked serves a graph that counts how often it begins, and then asks two questions.
func serveLocked(t *testing.T) (*lockedStore, *atomic.Int32) {
	t.Helper()
	dir := t.TempDir()
	db, file := filepath.Join(dir, "test.db"), filepath.Join(dir, "flow.ts")
	if err := os.WriteFile(file, []byte(`
import { StateGraph, Annotation, START, interrupt } from "@langchain/langgraph";
import { functions } from "hitlrun";
export const graph = new StateGraph(Annotation.Root({ said: Annotation<string[]>({ reducer: (a, b) => a.concat(b), default: () => [] }) }))
  .addNode("begin", async () => { await functions.began(); return { said: ["begun"] }; })
  .addNode("first", () => ({ said: [interrupt("first?")] })).addNode("second", () => ({ said: [interrupt("second?")] }))
  .addEdge(START, "begin").addEdge("begin", "first").addEdge("first", "second").compile();
`), 0o600); err != nil {
		t.Fatal(err)
	}
	other, err := sql.Open("sqlite3", db+"?_txlock=immediate")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { other.Close() })
	l, began := &lockedStore{other: other}, &atomic.Int32{}
	o := hitlrun.ScriptOptions{Functions: map[string]hitlrun.Function{
		"began": hitlrun.RawFunc(func(context.Context, []json.RawMessage) (any, error) { return began.Add(1), nil }),
	}}
	store, err := hitlrun.Open(db, hitlrun.Options{Script: o, BusyTimeout: 50 * time.Millisecond, Logger: slog.New(l)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	script, err := hitlrun.Load(file, o)
	if err != nil {
		t.Fatal(err)
	}
	l.client = &client{t: t, store: store}
	serve := func() *server.Server {
		s, err := server.New(store, server.Options{Graphs: []server.Graph{{ID: "agent", Script: script, Export: "graph"}}, Log: slog.New(l)})
		if err != nil {
			t.Fatal(err)
		}
		h := httptest.NewServer(s)
		t.Cleanup(h.Close)
		l.url = h.URL
		return s
	}
	s := serve()
	l.restart = func() {
		s.Shutdown(context.Background())
		s = serve()
	}
	t.Cleanup(func() { s.Shutdown(context.Background()) })
	return l, began
}

func (l *lockedStore) Enabled(context.Context, slog.Level) bool { return true }
func (l *lockedStore) WithAttrs([]slog.Attr) slog.Handler       { return l }
func (l *lockedStore) WithGroup(string) slog.Handler            { return l }
func (l *lockedStore) Handle(_ context.Context, r slog.Record) error {
	if r.Message == "run waits" {
		l.mu.Lock()
		l.waits = true
		l.mu.Unlock()
	}
	r.Attrs(func(a slog.Attr) bool {
		if a.Value.String() != "BEGIN IMMEDIATE" {
			return true
		}
		l.mu.Lock()
		defer l.mu.Unlock()
		if l.when != nil && l.when() {
			l.when = nil
			l.tx, _ = l.other.Begin()
		}
		if l.waits {
			l.tries++
		}
		return false
	})
	return nil
}

// lockWhen has the first transaction find the store locked for which when returns true.
func (l *lockedStore) lockWhen(when func() bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.when = when
}

func (l *lockedStore) locked() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.tx != nil
}

// tried returns how many transactions began since a run waits for the store.
func (l *lockedStore) tried() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.tries
}

func (l *lockedStore) unlock() {
	l.mu.Lock()
	defer l.mu.Unlock()
	_ = l.tx.Rollback()
	l.tx = nil
}

// status returns the status of the only thread, as another process reads it.
func (l *lockedStore) status() (n int) {
	_ = l.other.QueryRow("SELECT status FROM threads").Scan(&n)
	return n
}

// The store is locked when a run has ended and its end is not stored yet. The client waits, and so does the next run of the thread: the
// run is not done again, and the answer to its question is taken.
func TestEndsWaitForTheStore(t *testing.T) {
	t.Parallel()
	l, began := serveLocked(t)
	thread := l.thread()
	runs := "/threads/" + thread + "/runs"
	before := l.status()
	running := -1
	l.lockWhen(func() bool {
		switch now := l.status(); {
		case now == before:
		case running < 0 || now == running:
			running = now
		default:
			return true // the question is in the store
		}
		return false
	})
	asked := l.response(t.Context(), "POST", runs+"/wait", `{"assistant_id":"agent","input":{}}`) // its response begins before the end
	defer asked.Body.Close()
	until(t, "the store is locked", l.locked)
	l.unlock()
	if got, err := io.ReadAll(asked.Body); asked.StatusCode != http.StatusOK || err != nil || !strings.Contains(string(got), "first?") {
		t.Errorf("the client gets %d %s (%v)", asked.StatusCode, got, err)
	}
	question := func(value string) {
		t.Helper()
		l.eventually("the question "+value, func() bool {
			return strings.Contains(l.ok("GET", "/threads/"+thread, ""), `"value":"`+value+`"`) && !strings.Contains(l.ok("GET", runs, ""), `"status":"running"`)
		})
	}
	question("first?")
	l.ok("POST", runs+"/wait", `{"assistant_id":"agent","command":{"resume":"yes"}}`)
	question("second?")
	if n := began.Load(); n != 1 {
		t.Errorf("the run began %d times", n)
	}
	if got := l.ok("GET", "/threads/"+thread+"/state", ""); !strings.Contains(got, `"said":["begun","yes"]`) {
		t.Errorf("the state is %s", got)
	}
}

// The store is locked when a run that was accepted begins. It keeps its place: another answer to its question is refused, and
// another input too.
func TestRunsKeepTheirPlace(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ run, other, want string }{
		"answer": {`{"assistant_id":"agent","command":{"resume":{"ID":"yes"}}}`, `{"assistant_id":"agent","command":{"resume":{"ID":"no"}}}`, `["begun","yes"]`},
		"input":  {`{"assistant_id":"agent","input":{"said":["again"]}}`, `{"assistant_id":"agent","input":{"said":["other"]}}`, `["begun","again","begun"]`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l, _ := serveLocked(t)
			thread := l.thread()
			runs := "/threads/" + thread + "/runs"
			l.ok("POST", runs+"/wait", `{"assistant_id":"agent","input":{}}`)
			id := l.questions(thread)["first?"]
			with := func(body string) string { return strings.ReplaceAll(body, "ID", id) }
			accepted := false
			l.lockWhen(func() bool { // the second transaction of the run: the first one accepts it
				first := !accepted
				accepted = true
				return !first
			})
			first := field(l.ok("POST", runs, with(tt.run)), "run_id")
			l.eventually("the lock", l.locked)
			l.eventually("the run has waited for the store, and tries again", func() bool { return l.tried() > 0 })
			l.unlock()
			want := tt.want
			if status, got := l.do("POST", runs, with(tt.other)); name == "input" && status == http.StatusOK && field(l.ok("GET", runs+"/"+first, ""), "status") == "success" {
				want = strings.TrimSuffix(want, "]") // the run has ended already, and the other one comes after it
			} else if status != http.StatusConflict && status != http.StatusUnprocessableEntity {
				t.Errorf("another one: %d %s", status, got)
			}
			l.eventually("the run", func() bool {
				return strings.Contains(l.ok("GET", "/threads/"+thread+"/state", ""), `"said":`+want) && !strings.Contains(l.ok("GET", runs, ""), `"status":"running"`)
			})
		})
	}
}

// A server was killed when a run had ended and its end was not stored. Somebody answered its question with the command line then. The
// next server does not do the run again; one of whose run nothing is stored does it.
func TestRunsOfDeadServersAreNotRepeated(t *testing.T) {
	t.Parallel()
	l, began := serveLocked(t)
	thread := l.thread()
	runs := "/threads/" + thread + "/runs"
	running := func(id string) {
		t.Helper()
		d, err := l.store.Document(t.Context(), "run", id)
		if err != nil {
			t.Fatal(err)
		}
		d.State = "running"
		if err := l.store.Write(t.Context(), &hitlrun.Change{Put: []hitlrun.Document{*d}}); err != nil {
			t.Fatal(err)
		}
	}
	ended := func(id string) (status string) {
		t.Helper()
		l.eventually("the end of the run", func() bool {
			status = field(l.ok("GET", runs+"/"+id, ""), "status")
			return status != "running"
		})
		return status
	}
	l.ok("POST", runs+"/wait", `{"assistant_id":"agent","input":{}}`)
	first := field(strings.Trim(l.ok("GET", runs, ""), "[]"), "run_id")
	if _, err := l.store.Resume(t.Context(), thread, hitlrun.Answer{Value: []byte(`"yes"`), RunOptions: hitlrun.RunOptions{By: "ann"}}); err != nil {
		t.Fatal(err)
	}
	running(first)
	l.restart()
	if status := ended(first); status != "error" || began.Load() != 1 {
		t.Errorf("the run ended as %s, and began %d times", status, began.Load())
	}
	if got := l.ok("GET", "/threads/"+thread, ""); !strings.Contains(got, `"value":"second?"`) {
		t.Errorf("the thread is %s", got)
	}

	fresh := l.thread()
	runs = "/threads/" + fresh + "/runs"
	later := field(l.ok("POST", runs, `{"assistant_id":"agent","input":{},"after_seconds":3600}`), "run_id")
	running(later)
	l.restart()
	if status := ended(later); status != "success" || began.Load() != 2 {
		t.Errorf("the run that had not begun ended as %s, and the graph began %d times", status, began.Load())
	}
}

// While the store is locked, a run streams on. Its events are stored when the store is free, in their order, and its viewer gets all.
func TestEventsSurviveALock(t *testing.T) {
	t.Parallel()
	db := filepath.Join(t.TempDir(), "test.db")
	store, err := hitlrun.Open(db, hitlrun.Options{BusyTimeout: 20 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	script := load(t, "many.ts", `
import { StateGraph, Annotation, START } from "@langchain/langgraph";
export const many = new StateGraph(Annotation.Root({ n: Annotation<number>() })).addNode("count", async (_s, config) => {
  for (let i = 0; i < 40; i++) { config.writer(i); await new Promise((r) => setTimeout(r, 50)); }
  return { n: 1 };
}).addEdge(START, "count").compile();
`, hitlrun.ScriptOptions{})
	c := &client{t: t, store: store, url: handler(t, store, func(o *server.Options) {
		o.Graphs = []server.Graph{{ID: "many", Script: script, Export: "many"}}
	})}
	other, err := sql.Open("sqlite3", db+"?_txlock=immediate&_busy_timeout=5000")
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	resp := c.response(t.Context(), "POST", "/threads/"+c.thread()+"/runs/stream", `{"assistant_id":"many","input":{},"stream_mode":"custom"}`)
	defer resp.Body.Close()
	events := bufio.NewScanner(resp.Body)
	for n := 0; events.Scan(); {
		data, ok := strings.CutPrefix(events.Text(), "data: ")
		if ok && data == fmt.Sprint(n) {
			n++
		} else if ok && !strings.Contains(data, "run_id") {
			t.Fatalf("the event is %s, want %d", data, n)
		}
		if ok && n == 5 {
			tx, err := other.Begin()
			if err != nil {
				t.Fatal(err)
			}
			time.AfterFunc(500*time.Millisecond, func() { _ = tx.Rollback() })
		}
		if n == 40 {
			return
		}
	}
	t.Error("there are too few events")
}
