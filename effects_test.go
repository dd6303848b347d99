// This file tests that effects happen once.

package hitlrun_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/hitlrun/hitlrun"
)

// desk is a service that makes a ticket of each POST.
type desk struct {
	*httptest.Server
	mu     sync.Mutex
	bodies []string
	keys   []string
	// answer, if not nil, answers request number n, from 0.
	answer func(n int, w http.ResponseWriter)
}

func newDesk(t *testing.T) *desk {
	d := &desk{}
	d.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		d.mu.Lock()
		n := len(d.bodies)
		d.bodies = append(d.bodies, string(body))
		d.keys = append(d.keys, r.Header.Get("Idempotency-Key"))
		d.mu.Unlock()
		if d.answer != nil {
			d.answer(n, w)
			return
		}
		fmt.Fprintf(w, `{"ticket":%d}`, n+1)
	}))
	t.Cleanup(d.Close)
	return d
}

// effectful loads a script with nodes of the graph between the lines that every script has.
func effectful(t *testing.T, d *desk, nodes string) *hitlrun.Script {
	t.Helper()
	return effectfulWith(t, d, effectsOptions(), nodes)
}

func effectfulWith(t *testing.T, d *desk, o hitlrun.ScriptOptions, nodes string) *hitlrun.Script {
	t.Helper()
	source := strings.ReplaceAll(`
import { StateGraph, START, END, Annotation, interrupt } from "@langchain/langgraph";
const State = Annotation.Root({ log: Annotation<any[]>({ reducer: (a, b) => [...a, ...b], default: () => [] }) });
const post = async (x: any) => (await fetch("URL", { method: "POST", body: JSON.stringify(x) })).json();
`, "URL", d.URL) + nodes
	s, err := hitlrun.LoadSource(filepath.Join(t.TempDir(), "flow.ts"), []byte(source), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func effectsOptions() hitlrun.ScriptOptions {
	return hitlrun.ScriptOptions{Permissions: hitlrun.AllowAll()}
}

// answerAll starts a thread and gives one answer after the other, each in a store opened anew.
func answerAll(t *testing.T, path string, s *hitlrun.Script, answers ...string) (*hitlrun.Result, error) {
	t.Helper()
	store, err := hitlrun.Open(path, hitlrun.Options{})
	if err != nil {
		t.Fatal(err)
	}
	res, err := store.Start(t.Context(), s, hitlrun.Start{ThreadID: "t", Input: json.RawMessage(`{}`)})
	store.Close()
	for _, a := range answers {
		if err != nil {
			return res, err
		}
		if store, err = hitlrun.Open(path, hitlrun.Options{Script: effectsOptions()}); err != nil {
			t.Fatal(err)
		}
		res, err = store.Resume(t.Context(), "t", hitlrun.Answer{Value: json.RawMessage(a)})
		store.Close()
	}
	return res, err
}

const orders = `
export const graph = new StateGraph(State)
  .addNode("order", async () => {
    const at = Date.now(), chance = Math.random(), id = crypto.randomUUID(), since = performance.now();
    const bytes = crypto.getRandomValues(new Uint8Array(3));
    const first = await post({ chance, id });
    const [a, b, c] = await Promise.all([post("a"), post("b"), new Promise((done) => setTimeout(() => done("rang"), 20))]);
    const one = interrupt("one?");
    const later = await post({ one, at });
    const two = interrupt("two?");
    return { log: [at === new Date(at).getTime(), first, a, b, c, one, later, two, chance, id, since, [...bytes]] };
  }, OPTIONS)
  .addEdge(START, "order").addEdge("order", END).compile(COMPILE);
`

func TestEffectsOnce(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, node, graph string
		requests          int
	}{
		{"node", `{ effects: "once" }`, "", 4},
		{"graph", "{}", `{ effects: "once" }`, 4},
		{"always in a graph with once", `{ effects: "always" }`, `{ effects: "once" }`, 11},
		{"as documented", "{}", "", 11},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			d := newDesk(t)
			s := effectful(t, d, strings.NewReplacer("OPTIONS", tt.node, "COMPILE", tt.graph).Replace(orders))
			res, err := answerAll(t, filepath.Join(t.TempDir(), "test.db"), s, `"A"`, `"B"`)
			if err != nil || res.Status != hitlrun.StatusDone {
				t.Fatalf("got %+v (%v)", res, err)
			}
			if len(d.bodies) != tt.requests {
				t.Errorf("%d requests, want %d: %q", len(d.bodies), tt.requests, d.bodies)
			}
			if tt.requests != 4 {
				return
			}
			for i, key := range d.keys {
				if len(key) != 36 || slices.Contains(d.keys[:i], key) {
					t.Errorf("key %d: %q of %q", i, key, d.keys)
				}
			}
			var state struct{ Log []json.RawMessage }
			if err := json.Unmarshal(res.Values, &state); err != nil {
				t.Fatal(err)
			}
			var sent struct {
				Chance json.RawMessage
				ID     json.RawMessage
			}
			if err := json.Unmarshal([]byte(d.bodies[0]), &sent); err != nil {
				t.Fatal(err)
			}
			if string(state.Log[8]) != string(sent.Chance) || string(state.Log[9]) != string(sent.ID) {
				t.Errorf("the state has chance %s and id %s, sent were %s", state.Log[8], state.Log[9], d.bodies[0])
			}
		})
	}
}

// A node that is tried again repeats what failed, and nothing before it.
func TestEffectsRetry(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name    string
		fail    func(w http.ResponseWriter)
		sameKey bool
	}{
		{"status", func(w http.ResponseWriter) { http.Error(w, "{}", http.StatusServiceUnavailable) }, false},
		{"no answer", func(w http.ResponseWriter) {
			c, _, _ := w.(http.Hijacker).Hijack()
			c.Close()
		}, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			d := newDesk(t)
			d.answer = func(n int, w http.ResponseWriter) {
				if n == 1 {
					tt.fail(w)
					return
				}
				fmt.Fprintf(w, `{"ticket":%d}`, n+1)
			}
			s := effectful(t, d, `
const sure = async (x: any) => {
  const r = await fetch("`+d.URL+`", { method: "POST", body: x });
  if (!r.ok) throw new Error("status " + r.status);
  return r.json();
};
export const graph = new StateGraph(State)
  .addNode("order", async () => ({ log: [await sure("one"), await sure("two"), await sure("three")] }),
    { effects: "once", retryPolicy: { maxAttempts: 2, initialInterval: 1, jitter: false, logWarning: false } })
  .addEdge(START, "order").addEdge("order", END).compile();
`)
			res, err := answerAll(t, filepath.Join(t.TempDir(), "test.db"), s)
			if err != nil || string(res.Values) != `{"log":[{"ticket":1},{"ticket":3},{"ticket":4}]}` {
				t.Fatalf("got %+v (%v)", res, err)
			}
			if got := strings.Join(d.bodies, " "); got != "one two two three" {
				t.Fatalf("requests: %s", got)
			}
			if same := d.keys[1] == d.keys[2]; same != tt.sameKey {
				t.Errorf("keys: %q", d.keys)
			}
		})
	}
}

// What failed for good is done again when the thread is resumed, in another process too.
func TestEffectsAfterAFailure(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.answer = func(n int, w http.ResponseWriter) {
		if n == 1 {
			w.WriteHeader(http.StatusInternalServerError)
		}
		fmt.Fprintf(w, `{"ticket":%d}`, n+1)
	}
	s := effectful(t, d, `
export const graph = new StateGraph(State)
  .addNode("order", async () => {
    const first = await post("one");
    const r = await fetch("`+d.URL+`", { method: "PUT", body: "two" });
    if (!r.ok) throw new Error("status " + r.status);
    return { log: [first, await r.json()] };
  }, { effects: "once" })
  .addEdge(START, "order").addEdge("order", END).compile();
`)
	path := filepath.Join(t.TempDir(), "test.db")
	if _, err := answerAll(t, path, s); err == nil || !strings.Contains(err.Error(), "status 500") {
		t.Fatalf("the first run: %v", err)
	}
	store, err := hitlrun.Open(path, hitlrun.Options{Script: effectsOptions()})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	res, err := store.Resume(t.Context(), "t", hitlrun.Answer{})
	if err != nil || string(res.Values) != `{"log":[{"ticket":1},{"ticket":3}]}` {
		t.Fatalf("got %+v (%v)", res, err)
	}
	if d.keys[1] == d.keys[2] {
		t.Errorf("the service answered, so the key must be another one: %q", d.keys)
	}
}

func TestNonDeterminism(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, node, want string }{
		{"another request", `await post("run " + n); interrupt("?");`, `effect 1 was fetch POST URL/ 7 bytes `},
		{"another effect", `n === 1 ? await post("x") : Math.random(); interrupt("?");`, ` and is Math.random now`},
		{"fewer effects", `if (n === 1) await post("x"); interrupt("?");`, `and the node ended before it`},
		{"another order", `const [a, b] = [() => post("a"), () => post("b")]; for (const f of n === 1 ? [a, b] : [b, a]) await f(); interrupt("?");`, `effect 1 was fetch POST URL/ 3 bytes `},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			d := newDesk(t)
			o := effectsOptions()
			o.Reuse = true // n is shared
			s := effectfulWith(t, d, o, `
let n = 0;
export const graph = new StateGraph(State)
  .addNode("order", async () => { n++; `+tt.node+` return {}; }, { effects: "once" })
  .addEdge(START, "order").addEdge("order", END).compile();
`)
			store := open(t, ":memory:")
			if _, err := store.Start(t.Context(), s, hitlrun.Start{ThreadID: "t", Input: json.RawMessage(`{}`)}); err != nil {
				t.Fatal(err)
			}
			requests := len(d.bodies)
			// The same VM: n is 2 now.
			_, err := store.Resume(t.Context(), "t", hitlrun.Answer{Value: json.RawMessage("1"), Script: s})
			want := strings.ReplaceAll(tt.want, "URL", d.URL)
			if !errors.Is(err, hitlrun.ErrNonDeterminism) || !strings.Contains(err.Error(), `NonDeterminismError: node "order" has other effects than its journal: `) || !strings.Contains(err.Error(), want) {
				t.Errorf("got %v\nwant %s", err, want)
			}
			if len(d.bodies) != requests {
				t.Errorf("requests: %q", d.bodies)
			}
		})
	}
}

// What runs side by side gets what the journal has in the order in which it came.
func TestEffectsKeepTheirOrder(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	later := make(chan bool)
	d.answer = func(n int, w http.ResponseWriter) {
		d.mu.Lock()
		body := d.bodies[n]
		d.mu.Unlock()
		switch body {
		case `"slow"`:
			select {
			case <-later: // the answer to what began after it was taken
			case <-t.Context().Done():
			}
		case `"fast again"`:
			close(later)
		}
		fmt.Fprintf(w, `{"ticket":%s}`, body)
	}
	s := effectful(t, d, `
export const graph = new StateGraph(State)
  .addNode("order", async () => {
    const order: any[] = [];
    const chain = async (x: string) => { await post(x); order.push(x, Math.random()); await post(x + " again"); order.push(x + " again"); };
    await Promise.all([chain("slow"), chain("fast"), new Promise<void>((done) => setTimeout(() => { order.push("timer"); done(); }, 40))]);
    interrupt(order);
    return { log: order };
  }, { effects: "once" })
  .addEdge(START, "order").addEdge("order", END).compile();
`)
	path := filepath.Join(t.TempDir(), "test.db")
	store := open(t, path)
	first, err := store.Start(t.Context(), s, hitlrun.Start{ThreadID: "t", Input: json.RawMessage(`{}`)})
	if err != nil {
		t.Fatal(err)
	}
	res, err := store.Resume(t.Context(), "t", hitlrun.Answer{Value: json.RawMessage("1"), RunOptions: hitlrun.RunOptions{Strict: true}})
	if err != nil || string(res.Values) != `{"log":`+string(first.Interrupts[0].Value)+`}` {
		t.Errorf("asked %s\ngot %+v (%v)", first.Interrupts[0].Value, res, err)
	}
	if len(d.bodies) != 4 {
		t.Errorf("requests: %q", d.bodies)
	}
	var order []any
	if err := json.Unmarshal(first.Interrupts[0].Value, &order); err != nil || order[0] != "fast" || !slices.Contains(order, any("timer")) {
		t.Errorf("the order is %v (%v)", order, err)
	}
}

// Files are effects as well: read once, written once.
func TestEffectsOfFiles(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	dir := t.TempDir()
	s := effectful(t, d, `
import fs from "node:fs";
import { readFile } from "node:fs/promises";
const at = "`+filepath.ToSlash(dir)+`/f.txt";
export const graph = new StateGraph(State)
  .addNode("order", async () => {
    const before = fs.existsSync(at);
    let missing = "";
    try { fs.readFileSync(at + ".none"); } catch (e) { missing = e.code; }
    fs.appendFileSync(at, "x");
    const text = await readFile(at, "utf8");
    const size = fs.statSync(at).size;
    interrupt("?");
    return { log: [before, missing, text, size, fs.readFileSync(at).toString()] };
  }, { effects: "once" })
  .addEdge(START, "order").addEdge("order", END).compile();
`)
	res, err := answerAll(t, filepath.Join(dir, "test.db"), s, "1")
	if err != nil || string(res.Values) != `{"log":[false,"ENOENT","x",1,"x"]}` {
		t.Errorf("got %+v (%v)", res, err)
	}
}

// Functions of the program are effects, and get the key of theirs.
func TestFunctions(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	var keys []string
	fails := 1
	o := effectsOptions()
	o.Functions = map[string]hitlrun.Function{
		"createTicket": hitlrun.RawFunc(func(ctx context.Context, args []json.RawMessage) (any, error) {
			mu.Lock()
			defer mu.Unlock()
			keys = append(keys, hitlrun.EffectKey(ctx))
			if string(args[0]) == `{"title":"two"}` && fails > 0 {
				fails--
				return nil, errors.New("the desk is closed")
			}
			return map[string]any{"ticket": len(keys), "args": len(args)}, nil
		}),
		"panics": hitlrun.RawFunc(func(context.Context, []json.RawMessage) (any, error) { panic("oh") }),
	}
	s, err := hitlrun.LoadSource(filepath.Join(t.TempDir(), "flow.ts"), []byte(`
import { StateGraph, START, END, Annotation, interrupt } from "@langchain/langgraph";
import { functions } from "hitlrun";
const State = Annotation.Root({ log: Annotation<any>() });
const caught = async (f: any) => { try { return await f(); } catch (e: any) { return e.message; } };
export const graph = new StateGraph(State)
  .addNode("order", async () => {
    const one = await functions.createTicket({ title: "one" }, 2);
    const panics = await caught(() => functions.panics());
    const none = await caught(() => functions.none());
    const answer = interrupt("?");
    const two = await functions.createTicket({ title: "two" });
    return { log: [one, panics, none, answer, two] };
  }, { effects: "once", retryPolicy: { maxAttempts: 2, initialInterval: 1, logWarning: false } })
  .addEdge(START, "order").addEdge("order", END).compile();
`), o)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	store := open(t, ":memory:")
	if _, err := store.Start(t.Context(), s, hitlrun.Start{ThreadID: "t", Input: json.RawMessage(`{}`)}); err != nil {
		t.Fatal(err)
	}
	res, err := store.Resume(t.Context(), "t", hitlrun.Answer{Value: json.RawMessage("1"), Script: s})
	want := `{"log":[{"args":2,"ticket":1},"function \"panics\": panic: oh","the program has no function \"none\"; it has: createTicket, panics",1,{"args":1,"ticket":3}]}`
	if err != nil || string(res.Values) != want {
		t.Errorf("got %s (%v)\nwant %s", res.Values, err, want)
	}
	if len(keys) != 3 || keys[0] == keys[1] || keys[1] != keys[2] || len(keys[0]) != 36 {
		t.Errorf("keys: %q, want three of which the last two are the same", keys)
	}
}

// The documented bug: a tool before the interrupt of another one runs again on resume.
func TestTicketOnce(t *testing.T) {
	t.Parallel()
	for _, saver := range []string{`new MemorySaver()`, `SqliteSaver.fromConnString(process.argv[2])`} {
		for effects, want := range map[string]int{"": 2, "once": 1} {
			t.Run(saver[:6]+effects, func(t *testing.T) {
				t.Parallel()
				d := newDesk(t)
				dir := t.TempDir()
				o := effectsOptions()
				o.Effects, o.Args = effects, []string{filepath.Join(dir, "test.db")}
				s, err := hitlrun.LoadSource(filepath.Join(dir, "flow.ts"), []byte(strings.NewReplacer("URL", d.URL, "SAVER", saver).Replace(`
import { Command, MemorySaver, MessagesAnnotation, START, StateGraph, interrupt } from "@langchain/langgraph";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { AIMessage, ToolMessage } from "@langchain/core/messages";

const calls = [
  { id: "call_1", name: "create_ticket", args: { title: "Login broken" }, type: "tool_call" as const },
  { id: "call_2", name: "send_email", args: { to: "customer@example.com" }, type: "tool_call" as const },
];
async function runTool(call: any) {
  if (call.name === "create_ticket") await fetch("URL", { method: "POST", body: JSON.stringify(call.args) });
  return new ToolMessage({ content: call.name + " is done", name: call.name, tool_call_id: call.id });
}
async function toolNode(state: any) {
  const results = [];
  for (const call of state.messages.at(-1).tool_calls) {
    if (call.name === "send_email" && interrupt({ tool_name: call.name, args: call.args }) !== "approve") continue;
    results.push(await runTool(call));
  }
  return { messages: results };
}
const graph = new StateGraph(MessagesAnnotation)
  .addNode("agent", (state: any) => state.messages.at(-1).getType() === "human"
    ? { messages: [new AIMessage({ content: "", tool_calls: calls })] } : { messages: [new AIMessage("Done.")] })
  .addNode("tool_node", toolNode)
  .addEdge(START, "agent")
  .addConditionalEdges("agent", (state: any) => (state.messages.at(-1).tool_calls?.length ? "tool_node" : "__end__"))
  .addEdge("tool_node", "agent")
  .compile({ checkpointer: SAVER });
const config = { configurable: { thread_id: "thread-1" } };
await graph.invoke({ messages: [{ role: "user", content: "Create a ticket and tell the customer." }] }, config);
const done = await graph.invoke(new Command({ resume: "approve" }), config);
if (done.messages.length !== 5) throw new Error("messages: " + done.messages.length);
`)), o)
				if err != nil {
					t.Fatal(err)
				}
				defer s.Close()
				if err := s.Run(t.Context()); err != nil {
					t.Fatal(err)
				}
				if len(d.bodies) != want {
					t.Errorf("%d tickets, want %d", len(d.bodies), want)
				}
			})
		}
	}
}

// TestEffectsAreStoredWithoutTheScript answers the question of a node whose script tries to prevent that the result of a
// request is stored.
func TestEffectsAreStoredWithoutTheScript(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	s := effectful(t, d, `
export const graph = new StateGraph(State).addNode("n", async () => {
  const proto = Object.prototype as any;
  proto.toJSON = (Array.prototype as any).toJSON = function () { throw new Error("not stored"); };
  let ticket;
  try { ticket = (await post("a")).ticket; } finally { delete proto.toJSON; delete (Array.prototype as any).toJSON; }
  return { log: [ticket, interrupt("one?")] };
}, { effects: "once" }).addEdge(START, "n").compile();
`)
	res, err := answerAll(t, filepath.Join(t.TempDir(), "test.db"), s, `"A"`)
	if err != nil || res.Status != hitlrun.StatusDone || !strings.Contains(string(res.Values), `[1,"A"]`) {
		t.Fatalf("got %+v (%v)", res, err)
	}
	if len(d.bodies) != 1 {
		t.Errorf("%d requests, want 1", len(d.bodies))
	}
}
