// This file tests threads that a client makes with a history.

package server_test

import (
	"net/http"
	"strings"
	"testing"

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
