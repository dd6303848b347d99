// This file tests how clients see the error of a run.

package server_test

import (
	"strings"
	"testing"

	"github.com/hitlrun/hitlrun"
	"github.com/hitlrun/hitlrun/server"
)

const failing = `
import { StateGraph, Annotation, START } from "@langchain/langgraph";
const State = Annotation.Root({ how: Annotation<string>(), v: Annotation<number>() });
class Failure extends Error { constructor(m: string) { super(m); this.name = "Failure"; } }
const how = {
  plain: () => { throw new Error("ParseError: bar"); }, named: () => { throw new Failure("baz"); }, text: () => { throw "text"; },
  type: () => { throw new TypeError("two\nlines"); }, number: () => 5,
};
export const fails = new StateGraph(State).addNode("a", ({ how: h }) => how[h]()).addEdge(START, "a").compile();
export const both = new StateGraph(State).addNode("a", () => ({ v: 1 })).addNode("b", () => ({ v: 2 })).addEdge(START, "a").addEdge(START, "b").compile();
export const loop = new StateGraph(State).addNode("a", () => ({ v: 1 })).addEdge(START, "a").addEdge("a", "a").compile();
export const late = new StateGraph(State).addNode("a", () => new Promise((r) => setTimeout(r, 600000)), { timeout: 1 }).addEdge(START, "a").compile();
`

// The error of a run has the name of its class, in a response and in a stream, also if a worker executed the run.
func TestNamesOfErrors(t *testing.T) {
	t.Parallel()
	for name, isolation := range map[string]hitlrun.Isolation{"in process": hitlrun.InProcess, "in a worker": hitlrun.Process} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			script := load(t, "failing.ts", failing, hitlrun.ScriptOptions{Isolation: isolation})
			t.Cleanup(func() { script.Close() })
			c := serve(t, func(o *server.Options) {
				o.Graphs = nil
				for _, id := range []string{"fails", "both", "loop", "late"} {
					o.Graphs = append(o.Graphs, server.Graph{ID: id, Script: script, Export: id})
				}
			})
			for _, test := range []struct{ graph, how, want, stored string }{
				{"fails", "plain", `{"error":"Error","message":"ParseError: bar"}`, "Error: ParseError: bar"},
				{"fails", "named", `{"error":"Failure","message":"baz"}`, "Failure: baz"},
				{"fails", "type", `{"error":"TypeError","message":"two\nlines"}`, `TypeError: two\nlines`},
				{"fails", "text", `{"error":"Error","message":"Uncaught 'text'"}`, "Uncaught 'text'"},
				{"fails", "number", `{"error":"InvalidUpdateError","message":"Expected node`, "InvalidUpdateError: Expected node"},
				{"both", "", `{"error":"InvalidUpdateError","message":"Invalid update`, "InvalidUpdateError: Invalid update"},
				{"loop", "", `{"error":"GraphRecursionError","message":"Recursion limit`, "GraphRecursionError: Recursion limit"},
				{"late", "", `{"error":"NodeTimeoutError","message":"Node \"a\" exceeded`, `NodeTimeoutError: Node \"a\" exceeded`},
			} {
				thread := c.thread()
				body := `{"assistant_id":"` + test.graph + `","input":{"how":"` + test.how + `"}}`
				if got := c.ok("POST", "/threads/"+thread+"/runs/wait", body); !strings.HasPrefix(got, `{"__error__":`+test.want) {
					t.Errorf("%s %s: the response %s, want the error %s", test.graph, test.how, got, test.want)
				}
				if got := c.ok("GET", "/threads/"+thread, ""); !strings.Contains(got, `"error":"`+test.stored) {
					t.Errorf("%s %s: the thread is %s, want the error %s", test.graph, test.how, got, test.stored)
				}
				if got := c.ok("POST", "/threads/"+c.thread()+"/runs/stream", body); !strings.Contains(got, "event: error\ndata: "+test.want) {
					t.Errorf("%s %s: the stream %s, want the error %s", test.graph, test.how, got, test.want)
				}
			}
		})
	}
}
