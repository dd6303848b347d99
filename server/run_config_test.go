// This file tests which config, context and limits the nodes of a run get.

package server_test

import (
	"encoding/json"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"github.com/hitlrun/hitlrun"
	"github.com/hitlrun/hitlrun/server"
)

const configured = `
import { StateGraph, Annotation, START, END, interrupt } from "@langchain/langgraph";
const State = Annotation.Root({ seen: Annotation<string>(), n: Annotation<number>() });
const seen = (_, config) => ({ seen: JSON.stringify({ context: config.context ?? null, model: config.configurable.model ?? null, tags: config.tags ?? null }) });
export const seeing = new StateGraph(State).addNode("step", seen).addEdge(START, "step").compile();
export const asking = new StateGraph(State).addNode("ask", () => { interrupt("?"); }).addNode("step", seen).addEdge(START, "ask").addEdge("ask", "step").compile();
export const loop = new StateGraph(State).addNode("step", (s) => ({ n: (s.n ?? 0) + 1 })).addEdge(START, "step").addConditionalEdges("step", (s) => s.n < 10 ? "step" : END).compile();
`

// serveConfigured serves the graphs of configured with tokens. The token is that of the scope admin.
func serveConfigured(t *testing.T) (c *client, secrets map[string]string) {
	script := load(t, "configured.ts", configured, hitlrun.ScriptOptions{})
	c, secrets = withTokens(t, func(o *server.Options) {
		o.Graphs = nil
		for _, id := range []string{"seeing", "asking", "loop"} {
			o.Graphs = append(o.Graphs, server.Graph{ID: id, Script: script, Export: id})
		}
	})
	c.token = secrets["admin"]
	return c, secrets
}

func (c *client) assistant(body string) (id string) {
	c.t.Helper()
	return field(c.ok("POST", "/assistants", body), "assistant_id")
}

// The context and the config of a run are those of its assistant with what the request has. A field that the request does not have
// stays.
func TestContextOfAssistants(t *testing.T) {
	t.Parallel()
	c, _ := serveConfigured(t)
	made := c.assistant(`{"graph_id":"seeing","context":{"a":1,"b":2},"config":{"tags":["t"],"configurable":{"model":"large"},"context":{"d":4}}}`)
	for _, test := range []struct{ request, want string }{
		{``, `{"context":{"d":4,"a":1,"b":2},"model":"large","tags":["t"]}`},
		{`,"context":{"b":3}`, `{"context":{"d":4,"a":1,"b":3},"model":"large","tags":["t"]}`},
		{`,"context":{}`, `{"context":{"d":4,"a":1,"b":2},"model":"large","tags":["t"]}`},
		{`,"context":null,"config":{"configurable":null,"context":null,"tags":null,"metadata":null}`, `{"context":{"d":4,"a":1,"b":2},"model":"large","tags":["t"]}`},
		{`,"config":{"context":{"a":0,"c":1},"tags":["u"]},"context":{"c":2}`, `{"context":{"d":4,"a":0,"b":2,"c":2},"model":"large","tags":["u"]}`},
	} {
		var got struct{ Seen string }
		decode(t, c.ok("POST", "/runs/wait", `{"assistant_id":"`+made+`","input":{}`+test.request+`}`), &got)
		if !sameJSON(t, got.Seen, test.want) {
			t.Errorf("a node of a run with %s sees %s, want %s", test.request, got.Seen, test.want)
		}
	}
	for request, want := range map[string]string{
		`"context":[]`:                 "context is a JSON object",
		`"context":"x"`:                "context is a JSON object",
		`"metadata":"x"`:               "metadata is a JSON object",
		`"config":[]`:                  "config is a JSON object",
		`"config":{"context":[]}`:      "config.context is a JSON object",
		`"config":{"configurable":[]}`: "config.configurable is a JSON object",
		`"config":{"metadata":"x"}`:    "config.metadata is a JSON object",
	} {
		if status, got := c.do("POST", "/runs/wait", `{"assistant_id":"seeing","input":{},`+request+`}`); status != http.StatusUnprocessableEntity || !strings.Contains(got, want) {
			t.Errorf("%s: %d %s, want %s", request, status, got, want)
		}
	}
}

// An answer of a reviewer removes nothing of the context of the assistant, for example a limit.
func TestReviewersKeepTheContext(t *testing.T) {
	t.Parallel()
	c, secrets := serveConfigured(t)
	made := c.assistant(`{"graph_id":"asking","context":{"limit":100},"config":{"configurable":{"model":"large"}}}`)
	for _, more := range []string{`"context":{}`, `"context":[]`, `"context":"x"`, `"context":null`, `"config":{"context":{}}`, `"config":{"context":[]}`, `"config":{"configurable":null}`, `"config":{"context":null,"configurable":{}}`} {
		c.token = secrets["run"]
		thread := c.thread()
		c.ok("POST", "/threads/"+thread+"/runs/wait", `{"assistant_id":"`+made+`","input":{}}`)
		c.token = secrets["review"]
		status, got := c.do("POST", "/threads/"+thread+"/runs/wait", `{"assistant_id":"`+made+`","command":{"resume":"yes"},`+more+`}`)
		if status == http.StatusOK && !strings.Contains(got, `{\"context\":{\"limit\":100},\"model\":\"large\"`) || status != http.StatusOK && status != http.StatusUnprocessableEntity {
			t.Errorf("%s: %d %s", more, status, got)
		}
	}
}

// The limit of supersteps of an assistant counts for its runs, unless the request has one.
func TestRecursionLimitOfAssistants(t *testing.T) {
	t.Parallel()
	c, _ := serveConfigured(t)
	made := c.assistant(`{"graph_id":"loop","config":{"recursion_limit":5}}`)
	for _, test := range []struct{ request, want string }{
		{`{"assistant_id":"loop","input":{}}`, `{"n":10}`},
		{`{"assistant_id":"` + made + `","input":{}}`, `Recursion limit of 5 reached`},
		{`{"assistant_id":"` + made + `","input":{},"config":{"tags":["t"]}}`, `Recursion limit of 5 reached`},
		{`{"assistant_id":"` + made + `","input":{},"config":{"recursion_limit":4}}`, `Recursion limit of 4 reached`},
		{`{"assistant_id":"` + made + `","input":{},"config":{"recursion_limit":20}}`, `{"n":10}`},
	} {
		if got := c.ok("POST", "/runs/wait", test.request); !strings.Contains(got, test.want) {
			t.Errorf("%s: %s, want %s", test.request, got, test.want)
		}
	}
}

func decode(t *testing.T, data string, v any) {
	t.Helper()
	if err := json.Unmarshal([]byte(data), v); err != nil {
		t.Fatalf("%s: %v", data, err)
	}
}

// sameJSON reports whether two texts are the same JSON.
func sameJSON(t *testing.T, a, b string) bool {
	t.Helper()
	var one, two any
	decode(t, a, &one)
	decode(t, b, &two)
	return reflect.DeepEqual(one, two)
}
