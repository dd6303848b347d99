// This file tests assistants that change while runs refer to them.

package server_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/hitlrun/hitlrun"
	"github.com/hitlrun/hitlrun/server"
)

const approving = `
import { StateGraph, Annotation, START, interrupt } from "@langchain/langgraph";
export const agent = new StateGraph(Annotation.Root({ seen: Annotation<string[]>({ reducer: (a, b) => a.concat(b), default: () => [] }) }))
  .addNode("first", (_, config) => ({ seen: [String(config.configurable.approve)] }))
  .addNode("second", (_, config) => { interrupt("go on?"); return { seen: [String(config.configurable.approve)] }; })
  .addEdge(START, "first").addEdge("first", "second").compile();
`

// A run has the config of its assistant as it was when the run was accepted. A reviewer can answer the question of a thread whose
// assistant was deleted.
func TestAssistantsOfAcceptedRuns(t *testing.T) {
	t.Parallel()
	script := load(t, "approving.ts", approving, hitlrun.ScriptOptions{})
	c, secrets := withTokens(t, func(o *server.Options) { o.Graphs = []server.Graph{{ID: "agent", Script: script, Export: "agent"}} })
	c.token = secrets["admin"]
	made := field(c.ok("POST", "/assistants", `{"graph_id":"agent","config":{"configurable":{"approve":"always"}}}`), "assistant_id")
	thread := c.thread()
	c.ok("POST", "/threads/"+thread+"/runs", `{"assistant_id":"`+made+`","input":{},"after_seconds":1}`)
	c.ok("PATCH", "/assistants/"+made, `{"config":{"configurable":{"approve":"never"}}}`)
	if status, got := c.do("DELETE", "/assistants/"+made, ""); status != 204 {
		t.Fatal(status, got)
	}
	until(t, "the thread asks", func() bool { return strings.Contains(c.ok("GET", "/threads/"+thread, ""), `"interrupted"`) })
	if status, got := c.do("POST", "/threads/"+thread+"/runs/wait", `{"assistant_id":"`+made+`","input":{}}`); status != 404 {
		t.Errorf("a run of the assistant that was deleted: %d %s", status, got)
	}
	c.token = secrets["review"]
	if got := c.ok("POST", "/threads/"+thread+"/runs/wait", `{"assistant_id":"`+made+`","command":{"resume":"yes"}}`); !strings.Contains(got, `["always","always"]`) {
		t.Errorf("the nodes have seen %s", got)
	}
}

// Each change of an assistant makes a version, and any of them can be made the current one: runs then have what it has.
func TestVersionsOfAssistants(t *testing.T) {
	t.Parallel()
	c := serve(t, nil)
	made := "/assistants/" + c.assistant(`{"assistant_id":"mine","graph_id":"agent","name":"one","metadata":{"a":1}}`)
	other := "/assistants/" + c.assistant(`{"assistant_id":"mine2","graph_id":"agent","name":"other"}`)
	names := func(at, query string) (list string) {
		var versions []struct {
			Version         int
			Name, CreatedAt string
		}
		decode(t, c.ok("POST", at+"/versions", query), &versions)
		for _, v := range versions {
			list += fmt.Sprintf("%d %s, ", v.Version, v.Name)
		}
		return list
	}
	if got := names(made, "{}"); got != "1 one, " {
		t.Errorf("at first: %s", got)
	}
	c.ok("PATCH", made, `{"name":"two","metadata":{"b":2}}`)
	c.ok("PATCH", made, `{"name":"three","graph_id":"two"}`)
	c.ok("PATCH", other, `{"name":"changed"}`)
	for query, want := range map[string]string{
		`{}`: "3 three, 2 two, 1 one, ", `{"limit":1,"offset":1}`: "2 two, ", `{"metadata":{"b":2}}`: "3 three, 2 two, ", `{"metadata":{"b":3}}`: "",
	} {
		if got := names(made, query); got != want {
			t.Errorf("%s: %s, want %s", query, got, want)
		}
	}
	current := func(want string) {
		t.Helper()
		got := c.ok("GET", made, "")
		if have := field(got, "version") + " " + field(got, "name") + " " + field(got, "graph_id") + " " + field(got, "metadata"); have != want {
			t.Errorf("the current one is %s, want %s", have, want)
		}
	}
	if got := c.ok("POST", made+"/latest", `{"version":1}`); field(got, "name") != "one" {
		t.Errorf("version 1 is %s", got)
	}
	current(`1 one agent {"a":1}`)
	if got := c.ok("POST", "/threads/"+c.thread()+"/runs/wait", `{"assistant_id":"mine","input":{"log":[]}}`); !strings.Contains(got, "go on?") {
		t.Errorf("its graph: %s", got)
	}
	if status, got := c.do("POST", made+"/latest", `{"version":4}`); status != 404 || !strings.Contains(got, "no version 4") {
		t.Errorf("a version that is not there: %d %s", status, got)
	}
	c.ok("PATCH", made, `{"name":"four"}`)
	current(`4 four agent {"a":1}`)
	if got, want := names(made, "{}"), "4 four, 3 three, 2 two, 1 one, "; got != want {
		t.Errorf("at the end: %s, want %s", got, want)
	}
	c.ok("DELETE", made, "")
	c.assistant(`{"assistant_id":"mine","graph_id":"agent","name":"again"}`)
	if got := names(made, "{}"); got != "1 again, " {
		t.Errorf("after it was deleted: %s", got)
	}
	if got := names(other, "{}"); got != "2 changed, 1 other, " {
		t.Errorf("the other one: %s", got)
	}
	if got := names("/assistants/agent", "{}"); got != "1 agent, " {
		t.Errorf("that of a graph: %s", got)
	}
	if status, _ := c.do("POST", "/assistants/agent/latest", `{"version":2}`); status != 404 {
		t.Errorf("that of a graph: %d", status)
	}
}

// Of changes of one assistant none is lost, and each has its own version. An assistant that was deleted stays so.
func TestChangesOfAssistants(t *testing.T) {
	t.Parallel()
	c := serve(t, nil)
	for range 10 {
		made := "/assistants/" + field(c.ok("POST", "/assistants", `{"graph_id":"agent"}`), "assistant_id")
		var wg sync.WaitGroup
		var mu sync.Mutex
		versions := map[string]bool{}
		for i := range 8 {
			wg.Go(func() {
				body := fmt.Sprintf(`{"name":"n%d"}`, i)
				if i == 0 {
					body = `{"description":"changed"}`
				}
				_, got := c.do("PATCH", made, body)
				mu.Lock()
				defer mu.Unlock()
				versions[field(got, "version")] = true
			})
		}
		wg.Wait()
		if got := c.ok("GET", made, ""); len(versions) != 8 || !strings.Contains(got, `"description":"changed"`) || !strings.Contains(got, `"version":9`) {
			t.Fatalf("the versions %v, at the end %s", versions, got)
		}
		for range 4 {
			wg.Go(func() { c.do("PATCH", made, `{"name":"late"}`) })
		}
		status := 0
		wg.Go(func() { status, _ = c.do("DELETE", made, "") })
		if wg.Wait(); status != 204 {
			t.Fatalf("deleted: %d", status)
		}
		if status, got := c.do("GET", made, ""); status != 404 {
			t.Fatalf("after it was deleted: %d %s", status, got)
		}
	}
}
