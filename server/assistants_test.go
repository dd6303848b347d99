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
