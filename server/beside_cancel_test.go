// This file tests that clients see and answer the other questions of a thread whose run was cancelled.

package server_test

import (
	"net/http"
	"os"
	"path/filepath"
	"testing"
)

const besideCancel = `
import { StateGraph, START, Annotation, interrupt } from "@langchain/langgraph";
const State = Annotation.Root({ log: Annotation<string[]>({ reducer: (a, b) => a.concat(b), default: () => [] }) });
const ask = (name) => async (_, config) => {
  const answer = interrupt(name + "?");
  if (answer === "slow") await new Promise((done) => setTimeout(done, config.configurable.quick ? 1 : 3600_000));
  return { log: [name + "=" + answer] };
};
export const graph = new StateGraph(State)
  .addNode("a", ask("a")).addNode("b", ask("b")).addEdge(START, "a").addEdge(START, "b").compile();
`

func TestQuestionsBesideACancel(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "flow.ts")
	if err := os.WriteFile(file, []byte(besideCancel), 0o600); err != nil {
		t.Fatal(err)
	}
	c := serveBeside(t, filepath.Join(t.TempDir(), "test.db"), false, map[string]string{"agent": file})
	cancelled := func() (thread string, asked map[string]string) {
		thread = c.thread()
		runs := "/threads/" + thread + "/runs"
		c.ok("POST", runs+"/wait", `{"assistant_id":"agent","input":{}}`)
		asked = c.questions(thread)
		run := field(c.ok("POST", runs, answers(asked["a?"], "slow")), "run_id")
		c.began(thread, asked["a?"])
		c.ok("POST", runs+"/"+run+"/cancel?wait=true", "")
		if left := c.questions(thread); left["b?"] != asked["b?"] || len(left) != 1 {
			t.Fatalf("after the cancel the questions are %v, before %v", left, asked)
		}
		return thread, asked
	}
	thread, asked := cancelled()
	runs := "/threads/" + thread + "/runs"
	if status, got := c.do("POST", runs+"/wait", answers(asked["a?"], "other")); status != http.StatusConflict {
		t.Errorf("a second answer: %d %s", status, got)
	}
	quick := `{"assistant_id":"agent","config":{"configurable":{"quick":true}}`
	c.ok("POST", runs+"/wait", quick+"}") // without an answer it continues what was stopped
	if left := c.questions(thread); left["b?"] != asked["b?"] || len(left) != 1 {
		t.Fatalf("after the rest of the run the questions are %v, before %v", left, asked)
	}
	if got := c.ok("POST", runs+"/wait", `{"assistant_id":"agent","command":{"resume":"yes"}}`); got != `{"log":["a=slow","b=yes"]}` {
		t.Errorf("at the end: %s", got)
	}
	// A plain answer is for the question that waits, and continues what was stopped.
	thread, _ = cancelled()
	if got := c.ok("POST", "/threads/"+thread+"/runs/wait", quick+`,"command":{"resume":"yes"}}`); got != `{"log":["a=slow","b=yes"]}` {
		t.Errorf("a plain answer after the cancel: %s", got)
	}
}
