// This file tests the commands about checkpoints of the newer protocol.

package server_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/coder/websocket"

	"github.com/hitlrun/hitlrun"
	"github.com/hitlrun/hitlrun/server"
)

// command executes a command, and returns the response.
func (c *client) command(thread, method, params string) string {
	c.t.Helper()
	return c.ok("POST", "/threads/"+thread+"/commands", fmt.Sprintf(`{"id":1,"method":%q,"params":%s}`, method, params))
}

// aCheckpoint is what the tests read of a checkpoint in a list.
type aCheckpoint struct {
	ID        string
	Timestamp string
	Step      int
	Metadata  struct {
		Source string
		RunID  string `json:"run_id"`
		Parent string `json:"parent_id"`
	}
}

// checkpoints returns the checkpoints of a thread, newest first.
func (c *client) checkpoints(thread, params string) []aCheckpoint {
	c.t.Helper()
	var response struct {
		Type   string
		Result struct{ Checkpoints []aCheckpoint }
	}
	decode(c.t, c.command(thread, "state.listCheckpoints", params), &response)
	if response.Type != "success" {
		c.t.Fatalf("the checkpoints of %s %s are %+v", thread, params, response)
	}
	return response.Result.Checkpoints
}

// asksInside is a graph whose node is a graph that asks.
const asksInside = `
import { StateGraph, Annotation, START, interrupt } from "@langchain/langgraph";
const State = Annotation.Root({ log: Annotation<string[]>({ reducer: (a, b) => a.concat(b), default: () => [] }) });
const fails = (answer) => { if (answer === "fail") throw new RangeError("kaboom"); return answer; };
const inner = new StateGraph(State).addNode("first", () => ({ log: ["first"] })).addNode("ask", () => ({ log: [fails(interrupt("?"))] }))
  .addEdge(START, "first").addEdge("first", "ask").compile();
export const graph = new StateGraph(State).addNode("inner", inner).addEdge(START, "inner").compile();
`

// The list has all checkpoints of a namespace in pages, and a run can start at each of the outermost graph.
func TestCheckpointCommands(t *testing.T) {
	t.Parallel()
	c, secrets := withTokens(t, func(o *server.Options) {
		o.Graphs = append(o.Graphs, server.Graph{ID: "nested", Script: load(t, "nested.ts", asksInside, hitlrun.ScriptOptions{}), Export: "graph"})
	})
	c.token = secrets["run"]
	thread := c.thread()
	c.ok("POST", "/threads/"+thread+"/runs/wait", `{"assistant_id":"nested","input":{"log":["in"]}}`)
	all, states := c.checkpoints(thread, `{}`), c.history(thread, `{}`)
	if len(all) != len(states) || len(all) < 2 {
		t.Fatalf("there are %d checkpoints and %d states", len(all), len(states))
	}
	for i, one := range all {
		st := states[i]
		if one.ID != st.Checkpoint.ID || one.Step != st.Metadata.Step || one.Metadata.Source != st.Metadata.Source || one.Metadata.RunID != st.Metadata.RunID || one.Timestamp == "" {
			t.Errorf("checkpoint %d is %+v, want that of %+v", i, one, st)
		}
		if i > 0 && all[i-1].Metadata.Parent != one.ID {
			t.Errorf("the parent of checkpoint %d is %q, want %q", i-1, all[i-1].Metadata.Parent, one.ID)
		}
	}
	if first, rest := c.checkpoints(thread, `{"limit":1}`), c.checkpoints(thread, `{"before":"`+all[0].ID+`"}`); !slices.Equal(slices.Concat(first, rest), all) {
		t.Errorf("in pages they are %+v and %+v", first, rest)
	}

	var tree struct {
		Result struct {
			Tree struct {
				Status   string
				Children []struct{ Namespace []string }
			}
		}
	}
	decode(t, c.command(thread, "agent.getTree", `{}`), &tree)
	if root := tree.Result.Tree; root.Status != "interrupted" || len(root.Children) != 1 || len(root.Children[0].Namespace) != 1 {
		t.Fatalf("the tree is %+v", tree)
	}
	ns := `"namespace":["` + tree.Result.Tree.Children[0].Namespace[0] + `"]`
	if got := c.command(thread, "state.get", `{`+ns+`}`); !strings.Contains(got, `"values":{"log":["in","first"]}`) {
		t.Errorf("the state of the inner graph is %s", got)
	}
	if got := c.checkpoints(thread, `{`+ns+`}`); len(got) != 3 || got[0].Step != 1 {
		t.Errorf("the inner graph has the checkpoints %+v", got)
	}

	forked := c.command(thread, "state.fork", `{"checkpoint_id":"`+all[len(all)-1].ID+`","input":{"log":["again"]}}`)
	run := field(field(forked, "result"), "run_id")
	if !strings.Contains(forked, `"thread_id":"`+thread+`"`) || run == "" {
		t.Fatalf("the fork is %s", forked)
	}
	until(t, "the fork waits", func() bool { return strings.Contains(c.ok("GET", "/threads/"+thread+"/runs/"+run, ""), `"success"`) })
	if after := c.checkpoints(thread, `{}`); len(after) <= len(all) || after[0].Metadata.RunID != run || !slices.Equal(after[len(after)-len(all):], all) {
		t.Errorf("behind the fork the checkpoints are %+v", after)
	}
	if log := c.log(thread); !strings.Contains(log, "again") {
		t.Errorf("the fork has %s", log)
	}

	for _, tt := range []struct{ token, thread, method, params, want string }{
		{"run", thread, "state.fork", `{"checkpoint_id":"none"}`, "no_such_checkpoint"},
		{"run", thread, "run.start", `{"assistant_id":"nested","input":null,"config":{"configurable":{"checkpoint_id":"none"}}}`, "no_such_checkpoint"},
		{"run", thread, "state.fork", `{}`, "invalid_argument"},
		{"run", thread, "state.fork", `[]`, "invalid_argument"},
		{"run", "none", "state.fork", `{"checkpoint_id":"none"}`, "no_such_run"},
		{"review", thread, "state.fork", `{"checkpoint_id":"` + all[0].ID + `"}`, "permission_denied"},
		{"run", thread, "state.listCheckpoints", `{"limit":0}`, "invalid_argument"},
		{"run", "none", "state.listCheckpoints", `{}`, "no_such_run"},
		{"run", thread, "state.get", `{"namespace":["none:1"]}`, "no_such_namespace"},
		{"run", "none", "state.get", `{"namespace":[]}`, "no_such_run"},
	} {
		c.token = secrets[tt.token]
		if got := c.command(tt.thread, tt.method, tt.params); field(got, "error") != tt.want {
			t.Errorf("%s %s: %s, want the error %s", tt.method, tt.params, got, tt.want)
		}
	}
}

// The commands that are requests are also messages of a WebSocket.
func TestForkOverASocket(t *testing.T) {
	t.Parallel()
	c := serve(t, nil)
	thread, _ := c.waiting()
	ws := c.socket(t.Context(), thread)
	for method, params := range map[string]string{"state.listCheckpoints": `{}`, "state.fork": `{"checkpoint_id":"` + c.checkpoints(thread, `{}`)[0].ID + `"}`} {
		_ = ws.Write(t.Context(), websocket.MessageText, []byte(`{"id":1,"method":"`+method+`","params":`+params+`}`)) // Read reports an error
		if _, got, err := ws.Read(t.Context()); err != nil || !strings.Contains(string(got), `"type":"success"`) || !strings.Contains(string(got), `"run_id":`) {
			t.Errorf("%s over a WebSocket: %s (%v)", method, got, err)
		}
	}
}

// Clients find inner graphs by the events that say that their namespaces begin and end, in each run.
func TestNamespacesBeginAndEnd(t *testing.T) {
	t.Parallel()
	c := serve(t, func(o *server.Options) {
		o.Graphs = append(o.Graphs, server.Graph{ID: "nested", Script: load(t, "nested.ts", asksInside, hitlrun.ScriptOptions{}), Export: "graph"})
	})
	for answer, end := range map[string]string{"yes": "completed", "fail": "failed"} {
		thread := c.thread()
		next, inside := c.listen(thread, `{"channels":["lifecycle"]}`), c.listen(thread, `{"channels":["lifecycle"],"namespaces":[["inner"]]}`)
		c.command(thread, "run.start", `{"assistant_id":"nested","input":{"log":["in"]}}`)
		c.expect(next, "lifecycle running", "lifecycle started", "lifecycle completed", "lifecycle interrupted")
		c.command(thread, "input.respond", `{"response":"`+answer+`"}`)
		c.expect(next, "lifecycle running", "lifecycle started", "lifecycle "+end, "lifecycle "+end)
		c.expect(inside, "lifecycle started", "lifecycle completed", "lifecycle started", "lifecycle "+end)
	}
}
