package langgraph_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/jsapi"
	"github.com/hitlrun/hitlrun/jsapi/jsapitest"
)

// recordingSaver records when it is synced.
type recordingSaver struct {
	*checkpoint.MemorySaver
	told *[]string
}

func (s recordingSaver) Sync(context.Context) error {
	*s.told = append(*s.told, "sync")
	return nil
}

// toldWriter records what is printed.
type toldWriter struct{ told *[]string }

func (w toldWriter) Write(p []byte) (int, error) {
	*w.told = append(*w.told, strings.TrimSpace(string(p)))
	return len(p), nil
}

// TestSyncBeforeAnythingLeaves checks that stored data is synced before anything leaves the script, and not earlier.
func TestSyncBeforeAnythingLeaves(t *testing.T) {
	t.Parallel()
	const graph = `
import { Annotation, Command, END, MemorySaver, START, StateGraph, interrupt } from "@langchain/langgraph";
import fs from "node:fs";
const State = Annotation.Root({ a: Annotation });
const graph = new StateGraph(State).addNode("ask", () => ({ a: interrupt("?") })).addEdge(START, "ask").addEdge("ask", END)
  .compile({ checkpointer: new MemorySaver() });
let n = 0;
const config = () => ({ configurable: { thread_id: "t" + n }, durability: DURABILITY });
const ask = () => { n++; return graph.invoke({}, config()); };
const answer = () => graph.invoke(new Command({ resume: 1 }), config());
`
	for _, tt := range []struct{ name, durability, code, want string }{
		{"printing", "undefined", `await ask(); await answer(); await ask(); console.log("asked"); await answer(); console.log("done"); console.log("again");`, "sync, asked, sync, done, again"},
		{"the end", "undefined", `await ask(); await answer();`, "sync"},
		{"waiting", "undefined", `await ask(); await new Promise((r) => setTimeout(r, 1)); await new Promise((r) => setTimeout(r, 1));`, "sync"},
		{"a file", "undefined", `await ask(); fs.existsSync("x"); fs.existsSync("x"); console.log("looked");`, "sync, looked"},
		{"a request", "undefined", `await ask(); const f = fetch("http://127.0.0.1:1/").catch(() => {}); await answer(); await f;`, "sync, sync"},
		{"the end of the process", "undefined", `await ask(); process.exit(0);`, "sync"},
		{"nothing stored", "undefined", `console.log("x")`, "x"},
		{"async", `"async"`, `await ask(); await answer(); console.log("done");`, "done"},
		{"sync", `"sync"`, `await ask(); console.log("asked");`, "sync, sync, sync, asked"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var told []string
			o := jsapi.Options{Permissions: jsapi.AllowAll(), Stdout: toldWriter{&told}}
			o.NewMemorySaver = func() checkpoint.Saver { return recordingSaver{&checkpoint.MemorySaver{}, &told} }
			source := strings.Replace(graph, "DURABILITY", tt.durability, 1) + tt.code
			if err := jsapitest.RunTo(t, source, o); err != nil {
				t.Fatal(err)
			}
			if got := strings.Join(told, ", "); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

// TestSyncBeforeUpdatesAreReported checks that stored data is synced before OnUpdate is called.
func TestSyncBeforeUpdatesAreReported(t *testing.T) {
	t.Parallel()
	b, err := jsapi.Bundle("flow.mjs", []byte(`
import { Annotation, END, START, StateGraph, interrupt } from "@langchain/langgraph";
const State = Annotation.Root({ a: Annotation });
export const graph = new StateGraph(State).addNode("ask", () => ({ a: interrupt("?") })).addNode("end", () => ({ a: 2 }))
  .addEdge(START, "ask").addEdge("ask", "end").addEdge("end", END).compile();
`), "")
	if err != nil {
		t.Fatal(err)
	}
	p, err := jsapi.Compile("flow.mjs", b)
	if err != nil {
		t.Fatal(err)
	}
	v, err := jsapi.NewVM(p, jsapi.Options{Loaded: true})
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	if err := v.Load(t.Context()); err != nil {
		t.Fatal(err)
	}
	g, _, err := v.Exported(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	var told []string
	call := jsapi.GraphCall{Saver: recordingSaver{&checkpoint.MemorySaver{}, &told}, ThreadID: "t", Input: []byte(`{}`)}
	if _, err := v.Invoke(t.Context(), g, call); err != nil {
		t.Fatal(err)
	}
	told = nil
	call.Input, call.Resume = nil, []byte("1")
	call.OnUpdate = func(_ []string, update json.RawMessage) { told = append(told, string(update)) }
	if _, err := v.Invoke(t.Context(), g, call); err != nil {
		t.Fatal(err)
	}
	if got, want := strings.Join(told, ", "), `sync, {"ask":{"a":1}}, sync, {"end":{"a":2}}`; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
