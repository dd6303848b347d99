// This file tests what a server does with the runs of another one that is gone, while runs of its own wait for their thread.

package server_test

import (
	"context"
	"encoding/json"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun"
	"github.com/hitlrun/hitlrun/server"
)

const firstFlow = `
import { StateGraph, Annotation, START } from "@langchain/langgraph";
import { functions } from "hitlrun";
export const graph = new StateGraph(Annotation.Root({ name: Annotation<string>(), said: Annotation<string[]>({ reducer: (a, b) => a.concat(b), default: () => [] }) }))
  .addNode("begin", ({ name }) => ({ said: ["begin " + name] }))
  .addNode("work", async ({ name }) => { await functions.work(name); return { said: ["end " + name] }; })
  .addEdge(START, "begin").addEdge("begin", "work").compile();
`

// twoServers has two servers of one store, with firstFlow as their graph.
type twoServers struct {
	store      *hitlrun.Store
	one, other *client
	end        func()        // shuts down the other server, without time for its runs
	working    chan struct{} // receives when the work of a run begins that is not named "quick"
	release    func()        // lets that work end
}

// maxQueued is server.Options.MaxQueued of the other server.
func startTwoServers(t *testing.T, maxQueued int64) *twoServers {
	t.Helper()
	db, file := filepath.Join(t.TempDir(), "test.db"), filepath.Join(t.TempDir(), "flow.ts")
	if err := os.WriteFile(file, []byte(firstFlow), 0o600); err != nil {
		t.Fatal(err)
	}
	free := make(chan struct{})
	two := &twoServers{working: make(chan struct{}, 10), release: sync.OnceFunc(func() { close(free) })}
	o := hitlrun.ScriptOptions{Functions: map[string]hitlrun.Function{
		"work": hitlrun.RawFunc(func(ctx context.Context, args []json.RawMessage) (any, error) {
			if string(args[0]) == `"quick"` {
				return nil, nil
			}
			two.working <- struct{}{}
			select {
			case <-free:
				return nil, nil
			case <-ctx.Done():
				return nil, ctx.Err()
			}
		}),
	}}
	var err error
	if two.store, err = hitlrun.Open(db, hitlrun.Options{Script: o}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { two.store.Close() })
	script, err := hitlrun.Load(file, o)
	if err != nil {
		t.Fatal(err)
	}
	serve := func(maxQueued int64) (*client, *server.Server) {
		s, err := server.New(two.store, server.Options{MaxQueued: maxQueued, Graphs: []server.Graph{{ID: "agent", Script: script, Export: "graph"}}})
		if err != nil {
			t.Fatal(err)
		}
		h := httptest.NewServer(s)
		t.Cleanup(func() { s.Shutdown(context.Background()); h.Close() })
		return &client{t: t, url: h.URL, store: two.store}, s
	}
	var ends *server.Server
	two.other, ends = serve(maxQueued)
	two.one, _ = serve(0) // it sees the other one when it starts
	two.end = func() {
		gone, cancel := context.WithCancel(t.Context())
		cancel()
		_ = ends.Shutdown(gone)
	}
	t.Cleanup(two.release) // before the servers are shut down
	return two
}

// ended waits until no run of a thread is left, and returns their statuses, oldest first, and what the thread has said.
func (two *twoServers) ended(thread string) (statuses []string, said string) {
	runs := "/threads/" + thread + "/runs"
	two.one.eventually("all runs end", func() bool {
		got := two.one.ok("GET", runs, "")
		return !strings.Contains(got, `"pending"`) && !strings.Contains(got, `"running"`)
	})
	var list []struct {
		Status string `json:"status"`
	}
	_ = json.Unmarshal([]byte(two.one.ok("GET", runs+"?select=status", "")), &list)
	for _, r := range list {
		statuses = append(statuses, r.Status)
	}
	var state struct {
		Values struct {
			Said []string `json:"said"`
		} `json:"values"`
	}
	_ = json.Unmarshal([]byte(two.one.ok("GET", "/threads/"+thread+"/state", "")), &state)
	return statuses, strings.Join(state.Values.Said, ", ")
}

// A run of one server is under way, and one of another server waits for the thread, when the first server ends. The run that was
// begun continues before the one that waits.
func TestRunsOfServersThatAreGoneGoFirst(t *testing.T) {
	t.Parallel()
	two := startTwoServers(t, 1) // the second one starts no run that is due while another one has not ended
	one, other, store := two.one, two.other, two.store
	thread := one.thread()
	runs := "/threads/" + thread + "/runs"
	due := field(one.ok("POST", runs, `{"assistant_id":"agent","input":{"name":"two"},"after_seconds":1}`), "run_id")
	other.ok("POST", runs, `{"assistant_id":"agent","input":{"name":"one"},"multitask_strategy":"enqueue"}`)
	<-two.working
	one.eventually("the second server has taken the run, which waits", func() bool {
		d, err := store.Document(t.Context(), "run", due)
		if err != nil {
			t.Fatal(err)
		}
		return d.Due.IsZero() && d.State == "pending"
	})
	two.end()
	two.release()
	if statuses, said := two.ended(thread); strings.Join(statuses, ", ") != "success, success" || said != "begin one, end one, begin two, end two" {
		t.Errorf("the runs are %v, the thread has %s", statuses, said)
	}
}

// A server is killed right after it stored that a run begins, or right before it would have stored that the run has ended. Another
// run of the thread does not begin before it is found how far the first one came.
func TestRunsThatWereBegun(t *testing.T) {
	t.Parallel()
	quick := func(run string) string { return `{"assistant_id":"agent","input":{"name":"quick"}` + run + "}" }
	// leaves stores what a killed server leaves of a run. like is another run of the thread, whose record it resembles.
	leaves := func(t *testing.T, two *twoServers, like, id, before string) {
		d, err := two.store.Document(t.Context(), "run", like)
		if err != nil {
			t.Fatal(err)
		}
		var body map[string]any
		_ = json.Unmarshal(d.Body, &body)
		body["run_id"], body["before"], body["attempt"] = id, before, 1
		left := hitlrun.Document{Kind: "run", Key: id, ThreadID: d.ThreadID, State: "running"}
		left.Body, _ = json.Marshal(body)
		if err := two.store.Write(t.Context(), &hitlrun.Change{Put: []hitlrun.Document{left}}); err != nil {
			t.Fatal(err)
		}
	}
	newest := func(two *twoServers, thread string) string {
		var state struct {
			Checkpoint struct {
				ID string `json:"checkpoint_id"`
			} `json:"checkpoint"`
		}
		_ = json.Unmarshal([]byte(two.one.ok("GET", "/threads/"+thread+"/state", "")), &state)
		return state.Checkpoint.ID
	}
	const turn = "begin quick, end quick"

	t.Run("behind another run", func(t *testing.T) {
		t.Parallel()
		two := startTwoServers(t, 0)
		two.end()
		thread := two.one.thread()
		runs := "/threads/" + thread + "/runs"
		like := field(two.one.ok("POST", runs, quick("")), "run_id")
		two.ended(thread)
		before := newest(two, thread)
		slow := field(two.one.ok("POST", runs, `{"assistant_id":"agent","input":{"name":"slow"}}`), "run_id")
		<-two.working
		two.one.ok("POST", runs, quick(`,"multitask_strategy":"enqueue"`))
		leaves(t, two, like, hitlrun.NewRunID(), before)
		two.one.ok("POST", runs+"/"+slow+"/cancel?wait=1&action=rollback", "") // the thread is where the run that was left began
		statuses, said := two.ended(thread)
		if got := strings.Join(statuses, ", "); strings.Count(got, "success") != 3 || strings.Contains(got, "error") || said != turn+", "+turn+", "+turn {
			t.Errorf("the runs are %s, the thread has %s", got, said)
		}
	})

	// until it is sure that the remaining server has looked, and knows that it is alone
	t.Run("before a run that begins at once", func(t *testing.T) {
		t.Parallel()
		two := startTwoServers(t, 0)
		two.end()
		for begun := time.Now(); time.Since(begun) < 3*time.Second && !t.Failed(); {
			for _, did := range []string{"nothing", "all"} {
				thread := two.one.thread()
				runs := "/threads/" + thread + "/runs"
				like := field(two.one.ok("POST", runs, quick("")), "run_id")
				two.ended(thread)
				left, turns := like, 2
				if did == "nothing" {
					left, turns = hitlrun.NewRunID(), 3
				}
				leaves(t, two, like, left, newest(two, thread))
				two.one.ok("POST", runs, quick(`,"multitask_strategy":"enqueue"`))
				statuses, said := two.ended(thread)
				if got := strings.Join(statuses, ", "); strings.Count(got, "success") != turns || said != strings.TrimSuffix(strings.Repeat(turn+", ", turns), ", ") {
					t.Errorf("after a run that did %s, the runs are %s, the thread has %s", did, got, said)
				}
			}
		}
	})
}

// A server that executes a run of a thread has the turn of the thread. Meanwhile no run of it begins on another server, and one that
// waits can be cancelled.
func TestTurnsOfServers(t *testing.T) {
	t.Parallel()
	two := startTwoServers(t, 0)
	thread := two.one.thread()
	runs := "/threads/" + thread + "/runs"
	end, err := two.store.Claim(t.Context(), "turn/"+thread) // as the other server would
	if err != nil {
		t.Fatal(err)
	}
	for _, action := range []string{"interrupt", "rollback"} {
		waits := field(two.one.ok("POST", runs, `{"assistant_id":"agent","input":{"name":"quick"}}`), "run_id")
		two.one.ok("POST", runs+"/"+waits+"/cancel?wait=1&action="+action, "")
	}
	last := field(two.one.ok("POST", runs, `{"assistant_id":"agent","input":{"name":"quick"}}`), "run_id")
	if got := field(two.one.ok("GET", runs+"/"+last, ""), "status"); got != "pending" {
		t.Errorf("the run is %s while another server has the turn", got)
	}
	end()
	if statuses, said := two.ended(thread); strings.Join(statuses, ", ") != "success, interrupted, interrupted" || said != "begin quick, end quick" {
		t.Errorf("the runs are %v, the thread has %s", statuses, said)
	}
}
