package server

import (
	"database/sql"
	"encoding/json"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun"
)

// A clock that is set back is noticed, and one that is set forward or continues is not. At the first look it may have been set back before.
func TestClockIsSetBack(t *testing.T) {
	t.Parallel()
	for jump, want := range map[time.Duration]bool{0: false, time.Hour: false, -time.Hour: true} {
		c, now := &clock{}, time.Now()
		if !c.setBack(now) {
			t.Error("a clock was not set back before the first look")
		}
		c.wall = c.wall.Add(-jump) // the clock was set by jump since
		if got := c.setBack(now.Add(time.Second)); got != want {
			t.Errorf("set by %s: %t", jump, got)
		}
		if c.setBack(now.Add(2 * time.Second)) {
			t.Errorf("set by %s: it is set back again", jump)
		}
	}
}

// A cron that was scheduled while the clock was an hour ahead is due within a minute when the clock is right again, and one that is
// due only next year stays as it is. One that was scheduled before now is not read.
func TestCronsAreScheduledAgain(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "crons.db")
	store, err := hitlrun.Open(path, hitlrun.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	now := time.Now()
	change := &hitlrun.Change{}
	for id, schedule := range map[string]string{"often": "* * * * *", "rarely": "0 9 1 1 *", "earlier": "* * * * *"} {
		d, err := (&cronJob{ID: id, Schedule: schedule, Enabled: true}).document(now.Add(time.Hour))
		if err != nil {
			t.Fatal(err)
		}
		change.Put = append(change.Put, d)
	}
	if err := store.Write(t.Context(), change); err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite3", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.ExecContext(t.Context(), "UPDATE documents SET updated = ? WHERE key <> 'earlier'", now.Add(time.Hour).UnixMicro()); err != nil {
		t.Fatal(err)
	}
	s, err := New(store, Options{}) // the clock was set back while no server ran
	if err != nil {
		t.Fatal(err)
	}
	due := func(id string) time.Time {
		d, err := store.Document(t.Context(), cronKind, id)
		if err != nil {
			t.Fatal(err)
		}
		return d.Due
	}
	within := time.Now().Add(10 * time.Second)
	for due("often").After(now.Add(time.Minute+time.Second)) && time.Now().Before(within) {
		time.Sleep(10 * time.Millisecond)
	}
	if err := s.Shutdown(t.Context()); err != nil {
		t.Fatal(err)
	}
	for id, soon := range map[string]bool{"often": true, "rarely": false, "earlier": false} {
		if due(id).Before(now.Add(time.Minute+time.Second)) != soon {
			t.Errorf("%s is due at %s, and it is %s", id, due(id), now)
		}
	}
}

// A large cron is read when there is memory for it. Other work, for example runs that begin later, does not wait for that.
func TestCronsHoldUpNobody(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "short.ts")
	if err := os.WriteFile(path, []byte(`import { Annotation, START, StateGraph } from "@langchain/langgraph";
export const graph = new StateGraph(Annotation.Root({ text: Annotation<string>() })).addNode("end", () => ({})).addEdge(START, "end").compile();`), 0o600); err != nil {
		t.Fatal(err)
	}
	script, err := hitlrun.Load(path, hitlrun.ScriptOptions{})
	if err != nil {
		t.Fatal(err)
	}
	s := newInsecure(t)
	if err := s.SetGraphs([]Graph{{ID: "short", Script: script, Export: "graph"}}); err != nil {
		t.Fatal(err)
	}
	inside, err := s.reads.inside.Take(t.Context(), "another", maxInside)
	if err != nil {
		t.Fatal(err)
	}
	input := json.RawMessage(`{"text":"` + strings.Repeat("x", 2*smallRead) + `"}`)
	c := &cronJob{ID: "large", AssistantID: assistantID("short"), Schedule: "* * * * *", Enabled: true, Payload: runCreate{Input: input}, OnRunCompleted: "keep"}
	d, err := c.document(time.Now().Add(-time.Hour))
	if err == nil {
		err = s.store.Write(t.Context(), &hitlrun.Change{Put: []hitlrun.Document{d}})
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := s.store.CreateThread(t.Context(), "t", nil); err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequestWithContext(t.Context(), "POST", "/threads/t/runs", strings.NewReader(`{"assistant_id":"short","input":{},"after_seconds":1}`))
	s.ServeHTTP(httptest.NewRecorder(), r)
	runs := func(states ...string) (n int) {
		for _, err := range s.store.EachDocumentKey(t.Context(), hitlrun.DocumentFilter{Kind: runKind, States: states}) {
			if err != nil {
				t.Fatal(err)
			}
			n++
		}
		return n
	}
	await := func(n int, what string) {
		t.Helper()
		for end := time.Now().Add(20 * time.Second); runs(statusSuccess) < n; time.Sleep(10 * time.Millisecond) {
			if time.Now().After(end) {
				t.Fatal(what)
			}
		}
	}
	await(1, "the run does not begin while a cron waits for memory")
	if runs(nil...) > 1 {
		t.Error("a cron of 2 MiB is read, and there is no memory")
	}
	inside.Free()
	await(2, "the cron starts no run when there is memory for it")
}
