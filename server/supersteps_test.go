// This file tests threads that a client makes with a history.

package server_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun"
	"github.com/hitlrun/hitlrun/server"
)

const drafting = `
import { StateGraph, Annotation, START } from "@langchain/langgraph";
import { z } from "zod";
const State = Annotation.Root({ log: Annotation<string[]>({ reducer: (a, b) => a.concat(b), default: () => [] }) });
const graph = (state) => new StateGraph(state).addNode("draft", () => ({ log: ["draft"] })).addNode("approve", () => ({ log: ["approve"] })).addNode("send", (s) => ({ log: ["send " + s.log] }))
  .addEdge(START, "draft").addEdge("draft", "approve").addEdge("approve", "send").compile();
export const drafts = graph(State);
export const typed = graph(z.object({ log: z.array(z.string()).default([]) }));
`

// A superstep of a new thread can be a Command of a node: it changes the state, and goes to nodes beside those that come next. The
// states were observed with bulkUpdateState of LangGraph on Node.
func TestCommandsInSupersteps(t *testing.T) {
	t.Parallel()
	script := load(t, "drafting.ts", drafting, hitlrun.ScriptOptions{})
	c := serve(t, func(o *server.Options) {
		o.Graphs = []server.Graph{{ID: "drafts", Script: script, Export: "drafts"}, {ID: "typed", Script: script, Export: "typed"}}
	})
	body := func(graph, update string) string {
		return `{"metadata":{"graph_id":"` + graph + `"},"supersteps":[{"updates":[` + update + `]}]}`
	}
	for _, test := range []struct{ graph, update, values, next string }{
		{"drafts", `{"command":{"update":{"log":["cmd"]},"goto":"send"},"as_node":"draft"}`, `{"log":["cmd"]}`, `["approve","send"]`},
		{"drafts", `{"command":{"goto":["send"]},"as_node":"draft"}`, `{"log":[]}`, `["approve","send"]`},
		{"drafts", `{"command":{"goto":{"node":"send","input":{"log":["x"]}}},"as_node":"draft"}`, `{"log":[]}`, `["send","approve"]`},
		{"drafts", `{"command":{"update":[["log",["p"]]]},"as_node":"draft"}`, `{"log":["p"]}`, `["approve"]`},
		{"drafts", `{"command":{"update":{"log":["cmd"]},"goto":[]},"as_node":"draft","values":{"log":["no"]}}`, `{"log":["cmd"]}`, `["approve"]`},
		{"drafts", `{"command":null,"values":{"log":["v"]},"as_node":"draft"}`, `{"log":["v"]}`, `["approve"]`},
		{"typed", `{"command":{"update":{"log":["cmd"]},"goto":"send"},"as_node":"draft"}`, `{"log":["cmd"]}`, `["approve","send"]`},
	} {
		thread := field(c.ok("POST", "/threads", body(test.graph, test.update)), "thread_id")
		state := c.ok("GET", "/threads/"+thread+"/state", "")
		if got, next := field(state, "values"), field(state, "next"); got != test.values || next != test.next {
			t.Errorf("%s: the values %s, want %s, and next %s, want %s", test.update, got, test.values, next, test.next)
		}
	}
	for update, want := range map[string]string{
		`{"command":{"resume":1},"as_node":"draft"}`:   "has no resume",
		`{"command":{"goto":5},"as_node":"draft"}`:     "where to go",
		`{"command":{"update":"x"},"as_node":"draft"}`: "the update must be a JSON object",
	} {
		if status, got := c.do("POST", "/threads", body("drafts", update)); status != http.StatusUnprocessableEntity || !strings.Contains(got, want) {
			t.Errorf("%s: %d %s, want %s", update, status, got, want)
		}
	}
}

// A thread whose states are refused, or whose client has gone before they are stored, is deleted only if nobody uses it: no request is told
// that it exists before it has its states.
func TestThreadsWithoutTheirStates(t *testing.T) {
	t.Parallel()
	script := load(t, "slow.ts", `
import { StateGraph, Annotation, START } from "@langchain/langgraph";
const slow = (a, b) => { for (const end = Date.now() + 500 * b.filter((x) => x === "slow").length; Date.now() < end;); return a.concat(b); };
const State = Annotation.Root({ log: Annotation<string[]>({ reducer: slow, default: () => [] }) });
export const graph = new StateGraph(State).addNode("a", () => ({ log: ["a"] })).addEdge(START, "a").compile();
`, hitlrun.ScriptOptions{})
	c := serve(t, func(o *server.Options) { o.Graphs = []server.Graph{{ID: "agent", Script: script, Export: "graph"}} })
	step := func(node, text string) string {
		return `{"updates":[{"as_node":"` + node + `","values":{"log":["` + text + `"]}}]}`
	}
	fill := func(ctx context.Context, thread, steps string) (status chan int) {
		status = make(chan int, 1)
		go func() {
			resp, err := http.DefaultClient.Do(c.request(ctx, "POST", "/threads", `{"thread_id":"`+thread+`","metadata":{"graph_id":"agent"},"supersteps":[`+steps+`]}`))
			if err != nil {
				status <- 0
				return
			}
			resp.Body.Close()
			status <- resp.StatusCode
		}()
		c.eventually("the thread is made", func() bool { status, _ := c.do("GET", "/threads/"+thread, ""); return status == http.StatusOK })
		return status
	}
	run := func(thread string) string {
		return c.ok("POST", "/threads/"+thread+"/runs/wait", `{"assistant_id":"agent","input":{"log":[]}}`)
	}
	t.Run("refused", func(t *testing.T) {
		t.Parallel()
		status := fill(t.Context(), "refused", step("a", "slow")+","+step("none", "b"))
		c.ok("POST", "/threads", `{"thread_id":"refused","if_exists":"do_nothing"}`)
		if got := run("refused"); got != `{"log":["a"]}` {
			t.Errorf("the run of another request: %s", got)
		}
		if got := <-status; got != http.StatusUnprocessableEntity {
			t.Errorf("status %d", got)
		}
		if got := c.ok("GET", "/threads/refused/state", ""); !strings.Contains(got, `"log":["a"]`) {
			t.Errorf("the state is %s", got)
		}
	})
	t.Run("gone", func(t *testing.T) {
		t.Parallel()
		ctx, leave := context.WithCancel(t.Context())
		fill(ctx, "gone", step("a", "slow")+","+step("a", "slow"))
		leave()
		c.ok("POST", "/threads", `{"thread_id":"gone","if_exists":"do_nothing"}`)
		if got := run("gone"); !strings.HasSuffix(got, `"a"]}`) {
			t.Errorf("the run of another request: %s", got)
		}
		c.ok("GET", "/threads/gone", "")
	})
	t.Run("used by another server", func(t *testing.T) {
		t.Parallel()
		status := fill(t.Context(), "used", step("a", "slow")+","+step("none", "b"))
		accepted := hitlrun.Document{Kind: "run", Key: "r", ThreadID: "used", State: "pending", Due: time.Now().Add(time.Hour), Body: []byte(`{"run_id":"r","thread_id":"used"}`)}
		if err := c.store.Write(t.Context(), &hitlrun.Change{Insert: []hitlrun.Document{accepted}}); err != nil {
			t.Fatal(err)
		}
		if got := <-status; got != http.StatusUnprocessableEntity {
			t.Errorf("status %d", got)
		}
		c.ok("GET", "/threads/used", "")
	})
	t.Run("used by nobody", func(t *testing.T) {
		t.Parallel()
		<-fill(t.Context(), "unused", step("a", "slow")+","+step("none", "b"))
		if status, got := c.do("GET", "/threads/unused", ""); status != http.StatusNotFound {
			t.Errorf("%d %s", status, got)
		}
	})
}
