// This file tests requests with odd fields and headers.

package server_test

import (
	"encoding/json"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/hitlrun/hitlrun"
	"github.com/hitlrun/hitlrun/server"
)

// A value that a field does not have is refused, and null counts as an absent field.
func TestOddFieldsOfRuns(t *testing.T) {
	t.Parallel()
	c, secrets := withTokens(t, nil)
	c.token = secrets["run"]
	for field, want := range map[string]string{
		`"multitask_strategy":"zz"`: "use reject, enqueue, interrupt or rollback",
		`"on_disconnect":"zz"`:      "use cancel or continue",
		`"if_not_exists":"zz"`:      "use create or reject",
		`"on_completion":"keeep"`:   "use delete, keep, complete or continue",
		`"stream_mode":"zz"`:        "there is no stream_mode",
	} {
		if status, got := c.do("POST", "/runs/wait", `{"assistant_id":"agent","input":{"log":[]},`+field+`}`); status != http.StatusUnprocessableEntity || !strings.Contains(got, want) {
			t.Errorf("%s: %d %s, want %s", field, status, got, want)
		}
	}
	const nulls = `"stream_mode":null,"interrupt_before":null,"interrupt_after":null,"on_disconnect":null,"on_completion":null,"multitask_strategy":null`
	thread := c.thread()
	c.ok("POST", "/threads/"+thread+"/runs/wait", `{"assistant_id":"agent","input":{"log":[]},"if_not_exists":null,`+nulls+`}`)
	c.token = secrets["review"]
	if got := c.ok("POST", "/threads/"+thread+"/runs/wait", `{"assistant_id":"agent","command":{"resume":"yes"},`+nulls+`}`); !strings.Contains(got, `"last"`) {
		t.Errorf("an answer with fields that are null: %s", got)
	}
	c.token = secrets["run"]
	if status, got := c.do("POST", "/threads/"+thread+"/state", `{"values":{"log":[]},"checkpoint":{"checkpoint_ns":"x"}}`); status != http.StatusUnprocessableEntity || !strings.Contains(got, `no subgraph`) {
		t.Errorf("an update of a subgraph that does not exist: %d %s", status, got)
	}
}

// The scheme of the header Authorization has no case.
func TestSchemeOfTokens(t *testing.T) {
	t.Parallel()
	c, secrets := withTokens(t, nil)
	for header, want := range map[string]int{
		"Bearer " + secrets["review"]: 200, "bearer " + secrets["review"]: 200, "BEARER  " + secrets["review"]: 200,
		"Bearer": 401, "Basic " + secrets["review"]: 401, secrets["review"]: 401, "": 401,
	} {
		req := c.request(t.Context(), http.MethodPost, "/threads/search", "{}")
		req.Header.Set("Authorization", header)
		if got, body := c.send(req); got != want {
			t.Errorf("Authorization: %s: %d %s, want %d", header, got, body, want)
		}
	}
}

// The checkpoints of the stream mode debug name themselves and their parents as states do.
func TestCheckpointsOfDebug(t *testing.T) {
	t.Parallel()
	c := serve(t, nil)
	thread := c.thread()
	got := c.ok("POST", "/threads/"+thread+"/runs/stream", `{"assistant_id":"agent","input":{"log":[]},"stream_mode":"debug"}`)
	type ref struct {
		ThreadID string `json:"thread_id"`
		ID       string `json:"checkpoint_id"`
	}
	type shown struct {
		Checkpoint ref
		Parent     *ref            `json:"parent_checkpoint"`
		Config     json.RawMessage `json:"parent_config"`
	}
	var states, events []shown
	decode(t, c.ok("GET", "/threads/"+thread+"/history", ""), &states)
	for _, event := range strings.Split(got, "event: debug\ndata: ")[1:] {
		event, _, _ = strings.Cut(event, "\n")
		var e struct {
			Type    string
			Payload shown
		}
		if decode(t, event, &e); e.Type == "checkpoint" {
			events = append(events, e.Payload)
			if hasParent := strings.Contains(string(e.Payload.Config), "configurable"); hasParent != (e.Payload.Parent != nil) {
				t.Errorf("the config of the parent is %s: %s", e.Payload.Config, event)
			}
		}
	}
	slices.Reverse(states)
	if !slices.EqualFunc(states, events, func(a, b shown) bool {
		return a.Checkpoint == b.Checkpoint && a.Checkpoint.ThreadID == thread && reflect.DeepEqual(a.Parent, b.Parent)
	}) || len(states) < 2 {
		t.Errorf("the events %+v\nthe states %+v", events, states)
	}
}

// Checkpoints of the stream modes checkpoints and debug have nothing that is for the engine only, also in subgraphs, and a task that is
// a subgraph names the checkpoint of it as in states.
func TestCheckpointsOfSubgraphs(t *testing.T) {
	t.Parallel()
	script := load(t, "nested.ts", `
import { StateGraph, Annotation, START } from "@langchain/langgraph";
const State = Annotation.Root({ log: Annotation<string[]>({ reducer: (a, b) => a.concat(b), default: () => [] }) });
const inner = new StateGraph(State).addNode("in", () => ({ log: ["in"] })).addEdge(START, "in").compile();
export const nested = new StateGraph(State).addNode("sub", inner).addEdge(START, "sub").compile();
`, hitlrun.ScriptOptions{})
	c := serve(t, func(o *server.Options) { o.Graphs = []server.Graph{{ID: "nested", Script: script, Export: "nested"}} })
	type checkpoint struct {
		Checkpoint struct {
			NS string `json:"checkpoint_ns"`
		}
		Config struct{ Configurable map[string]json.RawMessage }
		Tasks  []struct {
			Name       string
			State      json.RawMessage
			Checkpoint *struct {
				NS string `json:"checkpoint_ns"`
			}
		}
	}
	for _, mode := range []string{"checkpoints", "debug"} {
		thread := c.thread()
		got := c.ok("POST", "/threads/"+thread+"/runs/stream", `{"assistant_id":"nested","input":{"log":[]},"stream_mode":"`+mode+`","stream_subgraphs":true}`)
		if strings.Contains(got, "scratchpad") || strings.Contains(got, "parentConfig") {
			t.Errorf("%s: %s", mode, got)
		}
		inner, outer := 0, 0
		for _, event := range strings.Split(got, "event: "+mode)[1:] {
			_, event, _ = strings.Cut(event, "\ndata: ")
			event, _, _ = strings.Cut(event, "\n")
			var e struct {
				checkpoint
				Type    string
				Payload checkpoint
			}
			decode(t, event, &e)
			at := e.checkpoint
			if mode == "debug" {
				if at = e.Payload; e.Type != "checkpoint" {
					continue
				}
			}
			if at.Checkpoint.NS != "" {
				inner++
			}
			if string(at.Config.Configurable["thread_id"]) != `"`+thread+`"` {
				t.Errorf("%s: the config of %s", mode, event)
			}
			for name := range at.Config.Configurable {
				if strings.HasPrefix(name, "__") {
					t.Errorf("%s: the config has %s", mode, name)
				}
			}
			for _, task := range at.Tasks {
				if task.Name == "sub" {
					if outer++; task.State != nil || task.Checkpoint == nil || !strings.HasPrefix(task.Checkpoint.NS, "sub:") {
						t.Errorf("%s: the task of the subgraph is %s", mode, event)
					}
				}
			}
		}
		if inner == 0 || outer == 0 {
			t.Errorf("%s has %d checkpoints of the subgraph and %d of its task: %s", mode, inner, outer, got)
		}
	}
}

// A run that cannot begin is refused before anything of it is stored: without an input on a thread that has not run, and at a
// checkpoint that is not there.
func TestRunsThatCannotBegin(t *testing.T) {
	t.Parallel()
	c := serve(t, nil)
	thread, _ := c.waiting()
	empty := c.thread()
	for _, test := range []struct {
		thread, body, want string
		status             int
	}{
		{empty, `{}`, "there is no input to start it", 422},
		{empty, `{"input":null}`, "there is no input to start it", 422},
		{empty, `{"command":{"goto":"last"}}`, "there is no input to start it", 422},
		{empty, `{"command":{"update":{"log":["x"]}},"multitask_strategy":"enqueue"}`, "there is no input to start it", 422},
		{"01a22d4b-f462-725b-a2ca-2d9d2f3467ad", `{"if_not_exists":"create"}`, "there is no input to start it", 422},
		{"01a22d4b-f462-725b-a2ca-2d9d2f3467ad", `{"if_not_exists":"create","input":{"log":[]},"checkpoint_id":"none"}`, `no checkpoint "none"`, 404},
		{empty, `{"input":{"log":[]},"checkpoint_id":"none"}`, `no checkpoint "none"`, 404},
		{thread, `{"input":{"log":[]},"checkpoint":{"checkpoint_id":"none"}}`, `no checkpoint "none"`, 404},
		{thread, `{"input":null,"config":{"configurable":{"checkpoint_id":"none"}}}`, `no checkpoint "none"`, 404},
		{thread, `{"command":{"resume":1},"checkpoint_id":"none"}`, `no checkpoint "none"`, 404},
	} {
		body := `{"assistant_id":"agent",` + strings.TrimPrefix(strings.Replace(test.body, "{}", "{\"metadata\":null}", 1), "{")
		for _, way := range []string{"", "/wait", "/stream"} {
			if status, got := c.do("POST", "/threads/"+test.thread+"/runs"+way, body); status != test.status || !strings.Contains(got, test.want) {
				t.Errorf("%s %s: %d %s", way, body, status, got)
			}
		}
	}
	if status, got := c.do("POST", "/runs/wait", `{"assistant_id":"agent"}`); status != 422 || !strings.Contains(got, "no input") {
		t.Errorf("without a thread: %d %s", status, got)
	}
	if n := c.ok("POST", "/threads/count", "{}"); n != "2" {
		t.Errorf("there are %s threads", n)
	}
	for id, want := range map[string]string{thread: "interrupted", empty: "idle"} {
		if got := field(c.ok("GET", "/threads/"+id, ""), "status"); got != want {
			t.Errorf("the thread is %s, and was %s", got, want)
		}
	}
	if got := c.ok("GET", "/threads/"+empty+"/runs", ""); got != "[]" {
		t.Errorf("runs are stored: %s", got)
	}
	// Behind another run it is not known yet.
	c.ok("POST", "/threads/"+empty+"/runs", `{"assistant_id":"agent","input":{"log":["in"]},"after_seconds":0.2}`)
	c.ok("POST", "/threads/"+empty+"/runs", `{"assistant_id":"agent","multitask_strategy":"enqueue","after_seconds":3600}`)
}
