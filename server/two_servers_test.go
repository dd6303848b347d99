// This file tests servers that have one store and serve different scripts.

package server_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun"
	"github.com/hitlrun/hitlrun/server"
)

// asks returns a script that asks a question of its own, and says what it may read.
func asks(name string) string {
	return fmt.Sprintf(`
import { StateGraph, Annotation, START, interrupt } from "@langchain/langgraph";
const State = Annotation.Root({ log: Annotation<string[]>({ reducer: (a, b) => a.concat(b), default: () => [] }) });
const secret = () => { try { return process.env.SECRET; } catch { return "refused"; } };
export const graph = new StateGraph(State)
  .addNode("ask", () => ({ log: [%q, String(interrupt("go on?")), String(secret())] }))
  .addEdge(START, "ask").compile();
`, name)
}

// crew is a server of the test on a store that others have, too.
type crew struct {
	*client
	end func()
}

// serveBeside serves scripts, by the ids of their graphs, from a store. The scripts may read environment variables if
// granted is true.
func serveBeside(t *testing.T, db string, granted bool, scripts map[string]string) *crew {
	t.Helper()
	o := hitlrun.ScriptOptions{Env: []string{"SECRET=top"}}
	o.Permissions.Env.All = granted
	store, err := hitlrun.Open(db, hitlrun.Options{Script: o})
	if err != nil {
		t.Fatal(err)
	}
	var graphs []server.Graph
	for id, path := range scripts {
		script, err := hitlrun.Load(path, o)
		if err != nil {
			t.Fatal(err)
		}
		graphs = append(graphs, server.Graph{ID: id, Script: script, Export: "graph"})
	}
	s, err := server.New(store, server.Options{Graphs: graphs})
	if err != nil {
		t.Fatal(err)
	}
	h := httptest.NewServer(s)
	ended := false
	c := &crew{&client{t: t, url: h.URL, store: store}, func() {
		if ended {
			return
		}
		ended = true
		ctx, stop := context.WithCancel(context.Background())
		stop()
		_ = s.Shutdown(ctx)
		h.Close()
		store.Close()
	}}
	t.Cleanup(c.end)
	return c
}

func scriptFile(t *testing.T, name string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name+".ts")
	if err := os.WriteFile(path, []byte(asks(name)), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// A server leaves a run to the server that accepted it if it does not have its graph, or has another script under the
// name: whether the server that accepted it still runs, is gone, or comes back.
func TestRunsOfOtherGraphsAreLeft(t *testing.T) {
	t.Parallel()
	for name, ids := range map[string][2]string{"another graph": {"one", "two"}, "another script of that name": {"agent", "agent"}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db := filepath.Join(t.TempDir(), "test.db")
			one, two := scriptFile(t, "one"), scriptFile(t, "two")
			b := serveBeside(t, db, false, map[string]string{ids[1]: two})
			a := serveBeside(t, db, false, map[string]string{ids[0]: one})
			// An answer and an input that are not due yet when their server ends.
			asked, fresh := a.thread(), a.thread()
			question := questionID.FindStringSubmatch(a.ok("POST", "/threads/"+asked+"/runs/wait", `{"assistant_id":"`+ids[0]+`","input":{}}`))[1]
			a.ok("POST", "/threads/"+asked+"/runs", fmt.Sprintf(`{"assistant_id":%q,"after_seconds":1,"command":{"resume":{%q:"yes"}}}`, ids[0], question))
			a.ok("POST", "/threads/"+fresh+"/runs", `{"assistant_id":"`+ids[0]+`","after_seconds":1,"input":{}}`)
			a.end()
			// A server looks for runs of others every 2 s: when it has begun one that is due later, it has seen them.
			due := b.thread()
			b.ok("POST", "/threads/"+due+"/runs", `{"assistant_id":"`+ids[1]+`","after_seconds":4,"input":{}}`)
			b.eventually("the run that is due later", func() bool { return strings.Contains(b.ok("GET", "/threads/"+due, ""), "go on?") })
			for _, thread := range []string{asked, fresh} {
				if runs := b.ok("GET", "/threads/"+thread+"/runs", ""); !strings.Contains(runs, `"status":"pending"`) {
					t.Errorf("without its server: %s", runs)
				}
			}
			again := serveBeside(t, db, false, map[string]string{ids[0]: one})
			again.eventually("the answer", func() bool { return again.log(asked) == `["one","yes","refused"]` })
			again.eventually("the question", func() bool { return strings.Contains(again.ok("GET", "/threads/"+fresh, ""), "go on?") })
			thread, err := again.store.Thread(t.Context(), fresh)
			if err != nil || !strings.HasSuffix(thread.Script, "one.ts") {
				t.Errorf("%+v (%v)", thread, err)
			}
		})
	}
}

// An answer makes a server run the script of any thread in its store. One that it does not serve gets no more than the
// thread was started with.
func TestForeignScriptsGetNoPermissions(t *testing.T) {
	t.Parallel()
	db := filepath.Join(t.TempDir(), "test.db")
	one, two := scriptFile(t, "one"), scriptFile(t, "two")
	stranger := serveBeside(t, db, false, map[string]string{"agent": one})
	thread := stranger.thread()
	stranger.ok("POST", "/threads/"+thread+"/runs/wait", `{"assistant_id":"agent","input":{}}`)
	later := stranger.thread()
	stranger.ok("POST", "/threads/"+later+"/runs/wait", `{"assistant_id":"agent","input":{}}`)
	stranger.end()

	b := serveBeside(t, db, true, map[string]string{"agent": two})
	own := b.thread()
	b.ok("POST", "/threads/"+own+"/runs/wait", `{"assistant_id":"agent","input":{}}`)
	for _, tt := range []struct{ thread, want string }{{thread, `["one","yes","refused"]`}, {own, `["two","yes","top"]`}} {
		b.ok("POST", "/threads/"+tt.thread+"/runs/wait", `{"assistant_id":"agent","command":{"resume":"yes"}}`)
		if got := b.log(tt.thread); got != tt.want {
			t.Errorf("got %s, want %s", got, tt.want)
		}
	}
	b.end()
	// The operator who serves the script decides what it gets.
	c := serveBeside(t, db, true, map[string]string{"agent": one})
	c.ok("POST", "/threads/"+later+"/runs/wait", `{"assistant_id":"agent","command":{"resume":"yes"}}`)
	if got := c.log(later); got != `["one","yes","top"]` {
		t.Error(got)
	}
	for _, e := range auditOf(t, c.store, thread) {
		if e.Kind == "grants" {
			t.Errorf("%+v", e)
		}
	}
}

func auditOf(t *testing.T, store *hitlrun.Store, thread string) (events []hitlrun.AuditEvent) {
	t.Helper()
	log, err := store.Audit(t.Context(), hitlrun.AuditFilter{ThreadID: thread})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range log {
		events = append(events, e.Events...)
	}
	return events
}

// Clients of two servers answer the same question at the same time: one answer is taken, and the other is refused with 409.
func TestRivalAnswersToTwoServers(t *testing.T) {
	t.Parallel()
	file, db := severalFile(t), filepath.Join(t.TempDir(), "test.db")
	a, b := serveBeside(t, db, false, map[string]string{"agent": file}), serveBeside(t, db, false, map[string]string{"agent": file})
	for range 30 {
		thread := a.thread()
		runs := "/threads/" + thread + "/runs/wait"
		a.ok("POST", runs, `{"assistant_id":"agent","input":{}}`)
		asked := a.questions(thread)
		var statuses [2]int
		var bodies [2]string
		var wg sync.WaitGroup
		for i, c := range []*crew{a, b} {
			wg.Go(func() {
				begin := time.Now()
				statuses[i], bodies[i] = c.do("POST", runs, answers(asked["a?"], fmt.Sprint("rival", i)))
				if time.Since(begin) > time.Second && strings.HasPrefix(bodies[i], `{"__error__"`) && strings.Contains(bodies[i], "was answered by") {
					statuses[i] = http.StatusConflict // the header was sent after a second, with 200
				}
			})
		}
		wg.Wait()
		if slices.Sort(statuses[:]); statuses != [2]int{200, 409} {
			t.Fatalf("the responses are %v: %q", statuses, bodies)
		}
	}
}

// A run waits behind another one of its thread, which no server executes. Who cancels the run that waits, at any of the servers,
// does not cancel the other one.
func TestCancelIsOfOneRun(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "flow.ts")
	if err := os.WriteFile(file, []byte(`
import { StateGraph, Annotation, START, interrupt } from "@langchain/langgraph";
const State = Annotation.Root({ log: Annotation<string[]>({ reducer: (a, b) => a.concat(b), default: () => [] }) });
export const graph = new StateGraph(State)
  .addNode("ask", () => ({ log: [interrupt("go on?")] }))
  .addNode("work", async () => { await new Promise((r) => setTimeout(r, 1500)); return { log: ["worked"] }; })
  .addEdge(START, "ask").addEdge("ask", "work").compile();
`), 0o600); err != nil {
		t.Fatal(err)
	}
	db := filepath.Join(t.TempDir(), "test.db")
	scripts := map[string]string{"agent": file}
	a, b := serveBeside(t, db, false, scripts), serveBeside(t, db, false, scripts)
	other, err := hitlrun.Open(db, hitlrun.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	for _, action := range []string{"interrupt", "rollback"} {
		thread := a.thread()
		runs := "/threads/" + thread + "/runs"
		a.ok("POST", runs+"/wait", `{"assistant_id":"agent","input":{}}`)
		ended := make(chan error)
		go func() {
			_, err := other.Resume(t.Context(), thread, hitlrun.Answer{Value: []byte(`"yes"`)})
			ended <- err
		}()
		until(t, "the other run has begun", func() bool {
			th, err := other.Thread(t.Context(), thread)
			return err == nil && th.Status == hitlrun.StatusRunning
		})
		run := field(a.ok("POST", runs, `{"assistant_id":"agent","input":{"log":["second"]},"multitask_strategy":"enqueue"}`), "run_id")
		b.ok("POST", runs+"/"+run+"/cancel?wait=1&action="+action, "")
		if err := <-ended; err != nil {
			t.Errorf("%s of a run that waits: the other one ended with %v", action, err)
		}
		if got := b.ok("GET", "/threads/"+thread+"/state", ""); !strings.Contains(got, `"log":["yes","worked"]`) {
			t.Errorf("after the %s the state is %s", action, got)
		}
	}
}
