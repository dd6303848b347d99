// This file tests how clients hear that a question is answered.

package server_test

import (
	"bufio"
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun"
	"github.com/hitlrun/hitlrun/server"
)

// listen returns a function that returns the next event of a subscription: its method, and the event of a lifecycle or the ids of
// the questions that it is about.
func (c *client) listen(thread, subscription string) func() string {
	ctx, stop := context.WithTimeout(c.t.Context(), time.Minute)
	resp := c.response(ctx, "POST", "/threads/"+thread+"/stream/events", subscription)
	c.t.Cleanup(func() { stop(); resp.Body.Close() })
	lines := bufio.NewScanner(resp.Body)
	return func() string {
		for lines.Scan() {
			text, ok := strings.CutPrefix(lines.Text(), "data: ")
			if !ok {
				continue
			}
			var e struct {
				Method string
				Params struct {
					Data struct {
						Event string
						ID    string   `json:"interrupt_id"`
						IDs   []string `json:"interrupt_ids"`
					}
				}
			}
			if err := json.Unmarshal([]byte(text), &e); err != nil {
				c.t.Fatal(err)
			}
			return strings.Join(slices.Concat([]string{e.Method, e.Params.Data.Event + e.Params.Data.ID}, e.Params.Data.IDs), " ")
		}
		c.t.Fatal("the stream ended")
		return ""
	}
}

// expect checks the next events of a subscription.
func (c *client) expect(next func() string, want ...string) {
	c.t.Helper()
	for _, w := range want {
		if got := strings.TrimSpace(next()); got != w {
			c.t.Fatalf("got %q, want %q", got, w)
		}
	}
}

// Who shows a question hears that somebody else has answered it, whichever way that was done. Who comes later does not hear of
// answers before, since the state of the thread says what waits.
func TestOthersHearOfAnswers(t *testing.T) {
	t.Parallel()
	c := serve(t, nil)
	const input = `{"channels":["input","lifecycle"]}`
	for _, body := range []string{`{"assistant_id":"agent","command":{"resume":"yes"}}`, `{"assistant_id":"agent","command":{"resume":{"ID":"yes"}}}`} {
		thread, question := c.waiting()
		next := c.listen(thread, input)
		asked := []string{"lifecycle running", "input.requested " + question, "lifecycle interrupted"}
		c.expect(next, asked...)
		c.ok("POST", "/threads/"+thread+"/runs/wait", strings.ReplaceAll(body, "ID", question))
		c.expect(next, "lifecycle running", "input.answered  "+question, "lifecycle completed")
		c.expect(c.listen(thread, input), append(asked, "lifecycle running", "lifecycle completed")...)
		c.expect(c.listen(thread, `{"channels":["input"],"since":1}`), "input.requested "+question, "input.answered  "+question)
	}
}

// A question whose answer is rolled back is shown again.
func TestQuestionsComeBackAfterARollback(t *testing.T) {
	t.Parallel()
	c := serve(t, nil)
	thread, question := c.waiting()
	next := c.listen(thread, `{"channels":["input"]}`)
	c.expect(next, "input.requested "+question)
	run := field(c.ok("POST", "/threads/"+thread+"/runs", `{"assistant_id":"agent","command":{"resume":"hang"}}`), "run_id")
	c.expect(next, "input.answered  "+question)
	c.ok("POST", "/threads/"+thread+"/runs/"+run+"/cancel?wait=1&action=rollback", "")
	c.expect(next, "input.requested "+question)
	again := c.listen(thread, `{"channels":["input"]}`)
	c.expect(again, "input.requested "+question, "input.requested "+question)
}

// A namespace of a subscription may name a node without its task.
func TestNamespacesWithoutTasks(t *testing.T) {
	t.Parallel()
	script := load(t, "inner.ts", `
import { StateGraph, Annotation, START, interrupt } from "@langchain/langgraph";
const State = Annotation.Root({ log: Annotation<string[]>({ reducer: (a, b) => a.concat(b), default: () => [] }) });
const inner = new StateGraph(State).addNode("ask", () => ({ log: [interrupt("go on?")] })).addEdge(START, "ask").compile();
export const graph = new StateGraph(State).addNode("child", inner).addEdge(START, "child").compile();
`, hitlrun.ScriptOptions{})
	c := serve(t, func(o *server.Options) { o.Graphs = []server.Graph{{ID: "agent", Script: script}} })
	thread := hitlrun.NewRunID()
	next, other := c.listen(thread, `{"channels":["values"],"namespaces":[["child"]]}`), c.listen(thread, `{"channels":["values","lifecycle"],"namespaces":[["chil"],["child:1"],[]],"depth":0}`)
	c.ok("POST", "/threads/"+thread+"/commands", `{"id":1,"method":"run.start","params":{"assistant_id":"agent","input":{"log":["in"]}}}`)
	c.expect(next, "values")
	c.expect(other, "lifecycle running", "values", "lifecycle interrupted")
}
