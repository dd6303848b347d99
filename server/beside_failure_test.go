// This file tests that clients can answer the questions of other nodes when one has failed.

package server_test

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const besideFailure = `
import { StateGraph, START, Annotation, interrupt } from "@langchain/langgraph";
const State = Annotation.Root({ log: Annotation<string[]>({ reducer: (a, b) => a.concat(b), default: () => [] }) });
const ask = (name) => () => {
  const answer = interrupt(name + "?");
  if (answer === "bad") throw new Error(name + " refuses");
  return { log: [name + "=" + answer] };
};
const inner = new StateGraph(State).addNode("deep", ask("deep")).addEdge(START, "deep").compile();
export const graph = new StateGraph(State)
  .addNode("a", ask("a")).addNode("b", ask("b")).addNode("level", inner).addNode("end", () => ({ log: ["end"] }))
  .addEdge(START, "a").addEdge(START, "b").addEdge(START, "level").addEdge(["a", "b", "level"], "end").compile();
`

func TestQuestionsBesideAFailure(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "flow.ts")
	if err := os.WriteFile(file, []byte(besideFailure), 0o600); err != nil {
		t.Fatal(err)
	}
	c := serveBeside(t, filepath.Join(t.TempDir(), "test.db"), false, map[string]string{"agent": file})
	thread := c.thread()
	runs := "/threads/" + thread + "/runs/wait"
	c.ok("POST", runs, `{"assistant_id":"agent","input":{}}`)
	asked := c.questions(thread)
	plain := func(text string) string { return `{"assistant_id":"agent","command":{"resume":"` + text + `"}}` }
	c.ok("POST", runs, answers(asked["a?"], "bad"))
	if state := c.ok("GET", "/threads/"+thread+"/state", ""); !strings.Contains(state, "a refuses") {
		t.Errorf("the state does not have the error: %s", state)
	}
	if left := c.questions(thread); left["b?"] != asked["b?"] || left["deep?"] != asked["deep?"] || len(left) != 2 {
		t.Fatalf("after the failure the questions are %v, before %v", left, asked)
	}
	if got := c.ok("GET", "/metrics", ""); !strings.Contains(got, "\nhitlrun_questions_waiting 2\n") {
		t.Errorf("the metrics do not count the questions that wait: %s", got)
	}
	if status, got := c.do("POST", runs, plain("x")); status != http.StatusConflict || !strings.Contains(got, asked["a?"]) || !strings.Contains(got, asked["b?"]) {
		t.Errorf("an answer that could be to any question: %d %s", status, got)
	}
	if status, got := c.do("POST", runs, answers(asked["a?"], "good")); status != http.StatusConflict {
		t.Errorf("a second answer: %d %s", status, got)
	}
	if got := c.ok("POST", runs, answers(asked["b?"], "yes")); !strings.Contains(got, "a refuses") {
		t.Errorf("an answer beside: %s", got)
	}
	if left := c.questions(thread); left["deep?"] != asked["deep?"] || len(left) != 1 {
		t.Fatalf("after an answer beside the failure the questions are %v", left)
	}
	replaced := strings.Replace(answers(asked["a?"], "good"), `"resume":`, `"replace":true,"resume":`, 1)
	if got := c.ok("POST", runs, replaced); !strings.Contains(got, "deep?") || strings.Contains(got, "refuses") {
		t.Errorf("an answer that replaces the one of a: %s", got)
	}
	if state := c.ok("GET", "/threads/"+thread+"/state", ""); strings.Contains(state, "a refuses") {
		t.Errorf("the state still has the error of a node that has ended: %s", state)
	}
	if got := c.ok("POST", runs, plain("sure")); got != `{"log":["a=good","b=yes","deep=sure","end"]}` {
		t.Errorf("at the end: %s", got)
	}
}
