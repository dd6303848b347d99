// This file tests journals where code runs side by side, attempts are over, edges are conditional and chunks are streamed.

package hitlrun_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun"
	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/checkpoint/sqlite"
)

// attemptCase is a node with effects: "once" that is run, and then answered "yes" or run on.
type attemptCase struct {
	name, node string
	requests   []string // in any order; those to /503 fail, and those to /slow are answered after the script has called answerSlow
	want       string   // what the node returned
}

var attemptCases = []attemptCase{
	{"the run ends when it is done", // and not ten seconds later
		`Math.random(); await post("/a"); interrupt("?"); return { log: ["done"] };`,
		[]string{"/a"}, `["done"]`},
	{"a question beside a request",
		`return { log: await Promise.all([post("/slow"), (async () => { await sleep(10); answerSlow(); return interrupt("?"); })()]) };`,
		[]string{"/slow"}, `["/slow","yes"]`},
	{"a failure beside a request",
		`const [a, b] = await Promise.all([post("/slow"), (async () => { await sleep(10); answerSlow(); if (n === 1) throw new Error("no"); })()]);
		 return { log: [a, interrupt("?")] };`,
		[]string{"/slow"}, `["/slow","yes"]`},
	{"what an attempt left behind",
		`const chain = async () => { await post("/slow"); await post("/c2"); await post("/c3"); return "c"; };
		 const fails = async () => { try { await post("/503"); } catch (e) { answerSlow(); if (n < 2) throw e; } };
		 const [c] = await Promise.all([chain(), fails()]);
		 return { log: [c, interrupt("?")] };`,
		[]string{"/503", "/503", "/c2", "/c3", "/slow"}, `["c","yes"]`},
	{"a request that was reported after one that failed",
		`const fails = async () => { try { await post("/503"); } catch { answerSlow(); if (n === 1) { Math.random(); throw new Error("no"); } } };
		 const all = await Promise.allSettled([post("/slow"), fails()]);
		 if (all[1].status === "rejected") throw new Error("no");
		 return { log: [all[0].value, interrupt("?")] };`,
		[]string{"/503", "/503", "/slow"}, `["/slow","yes"]`},
	{"two wait for one, and one of them asks",
		`const one = post("/one");
		 const asks = async () => { await one; const answer = interrupt("?"); Date.now(); return answer; };
		 const sends = async () => { await one; Math.random(); return post("/two"); };
		 return { log: await Promise.all([asks(), sends()]) };`,
		[]string{"/one", "/two"}, `["yes","/two"]`},
	{"a finally behind a question",
		`await post("/lock");
		 try { const answer = interrupt("?"); return { log: [answer, await post("/work"), interrupt("again?")].slice(0, 2) }; }
		 catch (e) { fs.appendFileSync(DIR + "/caught.txt", "x"); throw e; }
		 finally { await post("/unlock"); fs.appendFileSync(DIR + "/finally.txt", "x"); }`,
		[]string{"/lock", "/unlock", "/work"}, `["yes","/work"]`},
	{"what ran beside a question",
		`const beside = async () => { await sleep(20); return post("/beside"); };
		 const asks = async () => { await sleep(5); try { return interrupt("?"); } finally { await sleep(100); Math.random(); } };
		 return { log: await Promise.all([asks(), beside()]) };`,
		[]string{"/beside"}, `["yes","/beside"]`},
	{"a body that is a stream",
		`const body = new ReadableStream({ start(c) { c.enqueue(new TextEncoder().encode("part")); c.close(); } });
		 const r = await fetch(URL + "/up", { method: "POST", body, duplex: "half" });
		 return { log: [await r.text(), interrupt("?")] };`,
		[]string{"/up"}, `["/up","yes"]`},
	{"the cause of an error",
		`let code; try { await fetch("http://127.0.0.1:9"); } catch (e) { code = e.cause.message; }
		 return { log: [code === "bad port", interrupt("?")] };`,
		nil, `[true,"yes"]`},
	{"a file that was not there",
		`const at = DIR + "/" + "late.txt";
		 const text = fs.readFileSync(at, "utf8");
		 return { log: [text, interrupt("?")] };`,
		nil, `["late","yes"]`},
}

// writing calls itself with what is written.
type writing func(text string)

func (w writing) Write(p []byte) (int, error) {
	w(string(p))
	return len(p), nil
}

func TestEffectsOfAttempts(t *testing.T) {
	t.Parallel()
	for _, tt := range attemptCases {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var mu sync.Mutex
			var requests []string
			over, once := make(chan bool), sync.Once{}
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				_, _ = io.ReadAll(r.Body)
				mu.Lock()
				requests = append(requests, r.URL.Path)
				mu.Unlock()
				switch r.URL.Path {
				case "/slow":
					select {
					case <-over:
						time.Sleep(150 * time.Millisecond) // this tests time: a retry that does not wait for the answer begins meanwhile
					case <-r.Context().Done():
					}
				case "/503":
					w.WriteHeader(http.StatusServiceUnavailable)
				}
				io.WriteString(w, r.URL.Path)
			}))
			defer server.Close()
			dir := t.TempDir()
			o := effectsOptions()
			var out strings.Builder
			o.Stdout, o.Stderr = &out, writing(func(text string) {
				if text == "answer /slow\n" {
					once.Do(func() { close(over) })
				}
			})
			s, err := hitlrun.LoadSource(filepath.Join(dir, "flow.ts"), []byte(strings.Replace(`
const DIR = `+fmt.Sprintf("%q", filepath.ToSlash(dir))+`;
import { StateGraph, START, Annotation, Command, MemorySaver, interrupt } from "@langchain/langgraph";
import fs from "node:fs";
const URL = "`+server.URL+`";
const State = Annotation.Root({ log: Annotation<any[]>({ reducer: (a, b) => [...a, ...b], default: () => [] }) });
const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms));
const post = async (path: string) => {
  const r = await fetch(URL + path, { method: "POST", body: path });
  if (!r.ok) throw new Error("status " + r.status);
  return r.text();
};
const answerSlow = () => console.error("answer /slow"); // what follows at once comes before the answer
let n = 0;
const graph = new StateGraph(State)
  .addNode("n", async () => { const attempt = ++n; { const n = attempt; NODE } },
    { effects: "once", retryPolicy: { maxAttempts: 3, initialInterval: 100, jitter: false, logWarning: false, retryOn: () => { fs.writeFileSync(DIR + "/late.txt", "late"); return true; } } } as any)
  .addEdge(START, "n").compile({ checkpointer: new MemorySaver() });
const config = { configurable: { thread_id: "1" } };
await graph.invoke({}, config);
await sleep(300);
let done = await graph.invoke(new Command({ resume: "yes" }), config);
if (done.__interrupt__) done = await graph.invoke(new Command({ resume: "yes" }), config);
console.log(JSON.stringify(done.log));
`, "NODE", tt.node, 1)), o)
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			ctx, cancel := context.WithTimeout(t.Context(), 8*time.Second)
			defer cancel()
			if err := s.Run(ctx); err != nil {
				t.Fatalf("%v\nrequests: %q", err, requests)
			}
			if got := strings.TrimSpace(out.String()); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
			if slices.Sort(requests); !slices.Equal(requests, tt.requests) {
				t.Errorf("requests: %q, want %q", requests, tt.requests)
			}
		})
	}
}

// A conditional edge that throws is run again with its node, whose effects are not, and what failed in it is done again.
func TestEffectsOfConditionalEdges(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.answer = func(n int, w http.ResponseWriter) {
		if n == 1 {
			w.WriteHeader(http.StatusInternalServerError)
		}
		fmt.Fprint(w, "{}")
	}
	s := effectful(t, d, `
export const graph = new StateGraph(State)
  .addNode("order", async () => { await post("order"); return { log: ["order"] }; })
  .addNode("next", () => ({ log: ["next"] }))
  .addEdge(START, "order")
  .addConditionalEdges("order", async () => {
    const r = await fetch("`+d.URL+`", { method: "POST", body: "route" });
    if (!r.ok) throw new Error("no route");
    return "next";
  })
  .compile({ effects: "once" });
`)
	store := open(t, ":memory:")
	if _, err := store.Start(t.Context(), s, hitlrun.Start{ThreadID: "t", Input: json.RawMessage(`{}`)}); err == nil || !strings.Contains(err.Error(), "no route") {
		t.Fatal(err)
	}
	res, err := store.Resume(t.Context(), "t", hitlrun.Answer{Script: s})
	if err != nil || string(res.Values) != `{"log":["order","next"]}` {
		t.Errorf("got %+v (%v)", res, err)
	}
	if got := strings.Join(d.bodies, " "); got != `"order" route route` {
		t.Errorf("requests: %s", got)
	}
}

// The journal of a task that ended beside one that asks is deleted when the superstep is done.
func TestJournalsAreDeleted(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	s := effectful(t, d, `
export const graph = new StateGraph(State)
  .addNode("sends", async () => { await post("x"); return { log: ["sent"] }; })
  .addNode("asks", async () => { await post("y"); return { log: [interrupt("?")] }; })
  .addEdge(START, "sends").addEdge(START, "asks").compile({ effects: "once" });
`)
	path := filepath.Join(t.TempDir(), "test.db")
	if res, err := answerAll(t, path, s, `"yes"`); err != nil || res.Status != hitlrun.StatusDone {
		t.Fatalf("got %+v (%v)", res, err)
	}
	db, err := sqlite.Open(path, sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for tuple, err := range db.List(t.Context(), checkpoint.Key{ThreadID: "t"}, checkpoint.ListOptions{}) {
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range tuple.Writes {
			if w.Channel == checkpoint.ChannelEffects {
				t.Errorf("step %d has a journal: %s", tuple.Checkpoint.Metadata.Step, w.Value.Data)
			}
		}
	}
}

// A node that began with a journal continues with it, also when the option is not set again.
func TestEffectsOnceStayOnce(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	o := effectsOptions()
	o.Effects = "once"
	s, err := hitlrun.LoadSource(filepath.Join(t.TempDir(), "flow.ts"), []byte(`
import { StateGraph, START, Annotation, interrupt } from "@langchain/langgraph";
const State = Annotation.Root({ log: Annotation<any[]>({ reducer: (a, b) => [...a, ...b], default: () => [] }) });
export const graph = new StateGraph(State)
  .addNode("order", async () => {
    await fetch("`+d.URL+`", { method: "POST", body: "order" });
    return { log: [interrupt("?")] };
  })
  .addEdge(START, "order").compile();
`), o)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if res, err := answerAll(t, filepath.Join(t.TempDir(), "test.db"), s, `"yes"`); err != nil || string(res.Values) != `{"log":["yes"]}` {
		t.Errorf("got %+v (%v)", res, err)
	}
	if len(d.bodies) != 1 {
		t.Errorf("requests: %q", d.bodies)
	}
}

// A thread with two questions, one after the other, continues after each answer, with every kind of checkpointer and durability.
func TestQuestionsOnAllSavers(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		saver, durability string
		requests          int
	}{
		{"new MemorySaver()", "async", 2},
		{"new Mine()", "async", 2},
		{"new MemorySaver()", "exit", 2},
		{"new Mine()", "exit", 2},
		{`SqliteSaver.fromConnString(":memory:")`, "exit", 2},
		{`SqliteSaver.fromConnString(":memory:")`, "sync", 2},
	} {
		t.Run(tt.saver[:6]+tt.durability, func(t *testing.T) {
			t.Parallel()
			d := newDesk(t)
			o := effectsOptions()
			var out strings.Builder
			o.Stdout = &out
			s, err := hitlrun.LoadSource(filepath.Join(t.TempDir(), "flow.ts"), []byte(strings.NewReplacer("URL", d.URL, "SAVER", tt.saver, "DURABILITY", tt.durability).Replace(`
import { StateGraph, START, Annotation, Command, MemorySaver, interrupt } from "@langchain/langgraph";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
class Mine extends MemorySaver { async put(...args: any[]) { return (super.put as any)(...args); } }
const State = Annotation.Root({ log: Annotation<any[]>({ reducer: (a, b) => [...a, ...b], default: () => [] }), kept: Annotation<any> });
const send = async (body: string) => { await fetch("URL", { method: "POST", body }); };
const graph = new StateGraph(State)
  .addNode("first", () => ({ log: ["first"], kept: { here: true } }))
  .addNode("asks", async (state: any) => {
    await send("one");
    const a = interrupt("a");
    await send("two");
    return { log: [a, interrupt("b"), state.kept] };
  }, { effects: "once" })
  .addEdge(START, "first").addEdge("first", "asks").compile({ checkpointer: SAVER });
const config = { configurable: { thread_id: "1" }, durability: "DURABILITY" };
await graph.invoke({}, config);
await graph.invoke(new Command({ resume: "A", update: { log: ["update"] } }), config);
console.log(JSON.stringify((await graph.invoke(new Command({ resume: "B" }), config)).log));
`)), o)
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			if err := s.Run(t.Context()); err != nil {
				t.Fatal(err)
			}
			if got, want := strings.TrimSpace(out.String()), `["first","update","A","B",{"here":true}]`; got != want {
				t.Errorf("got %s, want %s", got, want)
			}
			if len(d.bodies) != tt.requests {
				t.Errorf("requests: %q", d.bodies)
			}
		})
	}
}

// A connection cannot be remembered: a node with effects that happen once is refused one.
func TestEffectsOnceHaveNoSockets(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	s := effectful(t, d, `
import net from "node:net";
import http from "node:http";
const error = (f: () => any) => new Promise((done) => f().on("error", (e: any) => done(e.code + " " + e.message)));
const port = Number(new URL("`+d.URL+`").port);
const connecting = net.connect({ port, host: "localhost", lookup: () => {} }); // for ever
const open = net.connect(port, "127.0.0.1");
await new Promise((done) => open.on("connect", done));
const early = http.request("`+d.URL+`", { method: "POST", lookup: () => {}, host: "localhost" });
const ready = http.request("`+d.URL+`", { method: "POST" });
await new Promise((done) => ready.on("socket", (s) => s.on("connect", done)));
export const graph = new StateGraph(State)
  .addNode("order", async () => ({ log: [
    await error(() => net.connect(port, "127.0.0.1")),
    await error(() => { open.write("POST / HTTP/1.1\r\n\r\n"); return open; }),
    await error(() => { connecting.end("POST / HTTP/1.1\r\n\r\n"); return connecting; }),
    await error(() => { early.end("early"); return early; }),
    await error(() => { ready.end("ready"); return ready; }),
  ] }), { effects: "once" })
  .addEdge(START, "order").addEdge("order", END).compile();
`)
	res, err := answerAll(t, filepath.Join(t.TempDir(), "test.db"), s)
	if err != nil || strings.Count(string(res.Values), `ERR_EFFECTS_ONCE`) != 5 || !strings.Contains(string(res.Values), `is not possible in a node with effects: \"once\"`) {
		t.Errorf("got %+v (%v)", res, err)
	}
	if len(d.bodies) > 0 {
		t.Errorf("the server got %q", d.bodies)
	}
}

// A request of node:http is one of fetch() there: it is sent once, and its answer remembered.
func TestEffectsOnceOfNodeHTTP(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.answer = func(n int, w http.ResponseWriter) { fmt.Fprintf(w, `{"ticket":%d}`, n+1) }
	s := effectful(t, d, `
import http from "node:http";
const send = (text: string) => new Promise((done, fail) => {
  const req = http.request("`+d.URL+`", { method: "POST", headers: { "Content-Type": "text/plain" } }, (res) => {
    let text = "";
    res.setEncoding("utf8").on("data", (d) => text += d).on("end", () => done(res.statusCode + " " + text));
  });
  req.on("error", fail);
  req.write(text.slice(0, 2)); req.end(text.slice(2));
});
export const graph = new StateGraph(State)
  .addNode("order", async () => ({ log: [await send("one"), interrupt("?"), await send("two")] }), { effects: "once" })
  .addEdge(START, "order").addEdge("order", END).compile();
`)
	res, err := answerAll(t, filepath.Join(t.TempDir(), "test.db"), s, `"yes"`)
	if err != nil || string(res.Values) != `{"log":["200 {\"ticket\":1}","yes","200 {\"ticket\":2}"]}` {
		t.Errorf("got %s (%v)", res.Values, err)
	}
	if got := strings.Join(d.bodies, " "); got != "one two" {
		t.Errorf("requests: %s", got)
	}
}
