// This file tests which question an answer without an id is for: one that waited when the answer arrived, and that the
// client has seen if it sent the same answer before.

package server_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun"
	"github.com/hitlrun/hitlrun/server"
)

const twoQuestions = `
import { StateGraph, Annotation, START, interrupt } from "@langchain/langgraph";
import { functions } from "hitlrun";
const State = Annotation.Root({ log: Annotation<string[]>({ reducer: (a, b) => a.concat(b), default: () => [] }) });
export const agent = new StateGraph(State)
  .addNode("small", () => ({ log: ["small:" + interrupt("Delete the draft?")] }))
  .addNode("works", async () => { await functions.works(); })
  .addNode("big", () => ({ log: ["big:" + interrupt("Delete everything?")] }))
  .addEdge(START, "small").addEdge("small", "works").addEdge("works", "big").compile();
`

// serveTwo serves twoQuestions with two tokens. The node "works" waits until the gate is closed or receives a value.
func serveTwo(t *testing.T) (ann, bob *client, gate chan struct{}) {
	t.Helper()
	gate = make(chan struct{})
	functions := hitlrun.ScriptOptions{Functions: map[string]hitlrun.Function{
		"works": hitlrun.RawFunc(func(ctx context.Context, _ []json.RawMessage) (any, error) {
			select {
			case <-gate:
			case <-ctx.Done():
			}
			return nil, nil
		}),
	}}
	script := load(t, "flow.ts", twoQuestions, functions)
	store, err := hitlrun.Open(filepath.Join(t.TempDir(), "test.db"), hitlrun.Options{Script: functions})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	secrets, lines := []string{}, ""
	for _, name := range []string{"ann", "bob"} {
		secret, line, err := server.NewToken(name, "run")
		if err != nil {
			t.Fatal(err)
		}
		secrets, lines = append(secrets, secret), lines+line
	}
	tokens, err := server.ReadTokens(strings.NewReader(lines))
	if err != nil {
		t.Fatal(err)
	}
	url := handler(t, store, func(o *server.Options) {
		o.Graphs, o.Tokens = []server.Graph{{ID: "agent", Script: script, Export: "agent"}}, tokens
	})
	ann = &client{t, url, secrets[0], store}
	bob = &client{t, url, secrets[1], store}
	return ann, bob, gate
}

// ways are the ways to send an answer that return what the run came to.
var ways = []string{"runs/wait", "runs/stream"}

func answerBody(text string) string {
	return fmt.Sprintf(`{"assistant_id":"agent","command":{"resume":%q},"stream_mode":["values"]}`, text)
}

// log returns what the nodes of a thread have added to its state.
func (c *client) log(thread string) string {
	c.t.Helper()
	var state struct{ Values struct{ Log json.RawMessage } }
	if err := json.Unmarshal([]byte(c.ok("GET", "/threads/"+thread+"/state", "")), &state); err != nil {
		c.t.Fatal(err)
	}
	return string(state.Values.Log)
}

// answer sends an answer without an id, and calls sent when the request is on its way.
func (c *client) answer(path, text string, sent func()) (int, string) {
	c.t.Helper()
	ctx := httptrace.WithClientTrace(c.t.Context(), &httptrace.ClientTrace{WroteRequest: func(httptrace.WroteRequestInfo) { sent() }})
	return c.send(c.request(ctx, "POST", path, answerBody(text)))
}

func (c *client) eventually(what string, is func() bool) {
	c.t.Helper()
	for range 1000 {
		if is() {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	c.t.Fatalf("%s: not after 10 s", what)
}

func TestAnswersWithoutAnID(t *testing.T) {
	t.Parallel()
	for _, way := range ways {
		t.Run(way, func(t *testing.T) {
			t.Parallel()
			ann, bob, gate := serveTwo(t)
			begun := func(t *testing.T) (path string) {
				t.Helper()
				thread := ann.thread()
				ann.ok("POST", "/threads/"+thread+"/runs/wait", `{"assistant_id":"agent","input":{}}`)
				return "/threads/" + thread
			}
			t.Run("while nothing waits", func(t *testing.T) {
				path := begun(t)
				bob.ok("POST", path+"/runs", answerBody("yes"))
				bob.eventually("busy", func() bool { return field(bob.ok("GET", path, ""), "status") == "busy" })
				sent := func() { time.AfterFunc(300*time.Millisecond, func() { gate <- struct{}{} }) } // the server has read it by then
				if status, body := ann.answer(path+"/"+way, "no, not the draft", sent); status != http.StatusConflict {
					t.Errorf("%d %s", status, body)
				}
				if got := ann.log(strings.TrimPrefix(path, "/threads/")); got != `["small:yes"]` {
					t.Error(got)
				}
			})
			t.Run("twice at once", func(t *testing.T) {
				path := begun(t)
				var wg sync.WaitGroup
				send := func(sent func()) {
					if status, body := ann.answer(path+"/"+way, "yes", sent); status != http.StatusOK || !strings.Contains(body, "Delete everything?") {
						t.Errorf("%d %s", status, body)
					}
				}
				wg.Go(func() { send(func() {}) })
				bob.eventually("busy", func() bool { return field(bob.ok("GET", path, ""), "status") == "busy" })
				wg.Go(func() { send(func() { time.AfterFunc(300*time.Millisecond, func() { gate <- struct{}{} }) }) })
				wg.Wait()
				if got := ann.log(strings.TrimPrefix(path, "/threads/")); got != `["small:yes"]` {
					t.Error(got)
				}
			})
			t.Run("again, to the next question", func(t *testing.T) { // who approves twice
				path := begun(t)
				go func() { gate <- struct{}{} }()
				if body := ann.ok("POST", path+"/"+way, answerBody("yes")); !strings.Contains(body, "Delete everything?") {
					t.Fatal(body)
				}
				ann.ok("POST", path+"/"+way, answerBody("yes"))
				if got := ann.log(strings.TrimPrefix(path, "/threads/")); got != `["small:yes","big:yes"]` {
					t.Error(got)
				}
			})
			t.Run("again, because the response was lost", func(t *testing.T) {
				path := begun(t)
				conn, err := net.Dial("tcp", strings.TrimPrefix(ann.url, "http://"))
				if err != nil {
					t.Fatal(err)
				}
				body := answerBody("yes")
				fmt.Fprintf(conn, "POST %s/%s HTTP/1.1\r\nHost: localhost\r\nX-Api-Key: %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", path, way, ann.token, len(body), body)
				bob.eventually("busy", func() bool { return field(bob.ok("GET", path, ""), "status") == "busy" })
				// The server closes its side once it has noticed that the client is gone.
				if err := conn.(*net.TCPConn).CloseWrite(); err != nil {
					t.Fatal(err)
				}
				if _, err := io.Copy(io.Discard, conn); err != nil {
					t.Fatal(err)
				}
				conn.Close()
				gate <- struct{}{}
				bob.eventually("the next question", func() bool { return strings.Contains(bob.ok("GET", path, ""), "Delete everything?") })
				body = ann.ok("POST", path+"/"+way, answerBody("yes")) // ann's client repeats it by itself
				if got := ann.log(strings.TrimPrefix(path, "/threads/")); got != `["small:yes"]` || !strings.Contains(body, "Delete everything?") {
					t.Errorf("%s %s", got, body)
				}
				ann.ok("POST", path+"/"+way, answerBody("yes")) // now ann has seen the next question
				if got := ann.log(strings.TrimPrefix(path, "/threads/")); got != `["small:yes","big:yes"]` {
					t.Error(got)
				}
			})
			t.Run("in the background, before anybody looked", func(t *testing.T) {
				path := begun(t)
				go func() { gate <- struct{}{} }()
				ann.ok("POST", path+"/runs", answerBody("yes"))
				bob.eventually("the next question", func() bool { return strings.Contains(bob.ok("GET", path, ""), "Delete everything?") })
				ann.ok("POST", path+"/runs", answerBody("yes"))
				if n := strings.Count(ann.ok("GET", path+"/runs", ""), `"run_id"`); n != 2 {
					t.Errorf("%d runs: the repetition made one", n)
				}
				ann.ok("GET", path, "") // now ann has seen it
				ann.ok("POST", path+"/runs", answerBody("yes"))
				ann.eventually("the end", func() bool { return ann.log(strings.TrimPrefix(path, "/threads/")) == `["small:yes","big:yes"]` })
			})
		})
	}
}

// After a failure another answer without an id replaces the one that failed, as on the command line.
func TestAnswersAfterFailures(t *testing.T) {
	t.Parallel()
	script := load(t, "flow.ts", `
import { StateGraph, Annotation, START, interrupt } from "@langchain/langgraph";
const State = Annotation.Root({ log: Annotation<string[]>({ reducer: (a, b) => a.concat(b), default: () => [] }) });
const ask = (name: string) => () => {
  const answer = interrupt(name);
  if (answer === "throws") throw new Error("no");
  if (answer === "loops") for (;;);
  return { log: [name + ":" + answer] };
};
const inner = new StateGraph(State).addNode("ask", ask("inner")).addEdge(START, "ask").compile();
export const one = new StateGraph(State).addNode("ask", ask("one")).addEdge(START, "ask").compile();
export const deep = new StateGraph(State).addNode("inner", inner).addEdge(START, "inner").compile();
`, hitlrun.ScriptOptions{Limits: hitlrun.Limits{Turn: 300 * time.Millisecond}})
	store, err := hitlrun.Open(filepath.Join(t.TempDir(), "test.db"), hitlrun.Options{Script: hitlrun.ScriptOptions{Limits: hitlrun.Limits{Turn: 300 * time.Millisecond}}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	c := &client{t: t, store: store, url: handler(t, store, func(o *server.Options) {
		o.Graphs = []server.Graph{{ID: "one", Script: script, Export: "one"}, {ID: "deep", Script: script, Export: "deep"}}
	})}
	for graph, want := range map[string]string{"one": `["one:fine"]`, "deep": `["inner:fine"]`} {
		for _, bad := range []string{"throws", "loops"} {
			path := "/threads/" + c.thread()
			answer := func(value string) (int, string) {
				return c.do("POST", path+"/runs/wait", fmt.Sprintf(`{"assistant_id":%q,"command":{"resume":%s}}`, graph, value))
			}
			id := questionID.FindStringSubmatch(c.ok("POST", path+"/runs/wait", `{"assistant_id":"`+graph+`","input":{}}`))[1]
			_, failed := answer(`"` + bad + `"`)
			if _, again := answer(`"` + bad + `"`); again != failed {
				t.Errorf("%s, %s again: %s, want %s", graph, bad, again, failed)
			}
			if n := strings.Count(c.ok("GET", path+"/runs", ""), `"run_id"`); n != 2 {
				t.Errorf("%s, %s: %d runs", graph, bad, n)
			}
			if status, body := answer(`{"` + id + `":"late"}`); status != http.StatusConflict {
				t.Errorf("%s, %s, by id: %d %s", graph, bad, status, body)
			}
			if status, body := answer(`"fine"`); status != http.StatusOK || c.log(strings.TrimPrefix(path, "/threads/")) != want {
				t.Errorf("%s, %s, then another answer: %d %s", graph, bad, status, body)
			}
			if status, body := answer(`"finer"`); status != http.StatusConflict {
				t.Errorf("%s, %s, when it is done: %d %s", graph, bad, status, body)
			}
		}
	}
}

// Who answers in the same words for hours is understood, however many questions a server has shown.
func TestManyAnswersInTheSameWords(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes long with the race detector")
	}
	t.Parallel()
	script := load(t, "flow.ts", `
import { StateGraph, Annotation, START, interrupt } from "@langchain/langgraph";
const State = Annotation.Root({ n: Annotation<number>() });
export const graph = new StateGraph(State)
  .addNode("ask", ({ n }) => { interrupt("and?"); return { n: (n ?? 0) + 1 }; })
  .addEdge(START, "ask").addConditionalEdges("ask", ({ n }) => n < 2000 ? "ask" : "__end__").compile();
`, hitlrun.ScriptOptions{})
	c := serve(t, func(o *server.Options) { o.Graphs = []server.Graph{{ID: "graph", Script: script, Export: "graph"}} })
	wait := "/threads/" + c.thread() + "/runs/wait"
	c.ok("POST", wait, `{"assistant_id":"graph","input":{}}`)
	for range 1200 {
		c.ok("POST", wait, `{"assistant_id":"graph","command":{"resume":"yes"}}`)
	}
	if got := c.ok("GET", strings.TrimSuffix(wait, "/runs/wait")+"/state", ""); !strings.Contains(got, `"n":1200`) {
		t.Errorf("%.200s", got)
	}
}

// Answers whose texts have other lone surrogates are other answers.
func TestAnswersWithLoneSurrogates(t *testing.T) {
	t.Parallel()
	c := serve(t, nil)
	thread, id := c.waiting()
	answer := func(text string) string {
		return `{"assistant_id":"agent","command":{"resume":{"` + id + `":"` + text + `"}}}`
	}
	c.ok("POST", "/threads/"+thread+"/runs/wait", answer(`\ud800 yes`))
	if status, _ := c.do("POST", "/threads/"+thread+"/runs/wait", answer(`\ud800 yes`)); status != http.StatusOK {
		t.Errorf("the same answer again: %d", status)
	}
	for _, other := range []string{`\ud801 yes`, `\ufffd yes`} {
		if status, got := c.do("POST", "/threads/"+thread+"/runs/wait", answer(other)); status != http.StatusConflict {
			t.Errorf("%s: %d %s", other, status, got)
		}
	}
}

// A command with an answer that names no question, which a client sends again by itself, answers no other question.
func TestCommandsWithoutAnID(t *testing.T) {
	t.Parallel()
	script := load(t, "flow.ts", `
import { StateGraph, Annotation, START, interrupt } from "@langchain/langgraph";
export const graph = new StateGraph(Annotation.Root({ said: Annotation<string[]>({ reducer: (a, b) => a.concat(b), default: () => [] }) }))
  .addNode("first", () => ({ said: [interrupt("first?")] })).addNode("second", () => ({ said: [interrupt("second?")] }))
  .addEdge(START, "first").addEdge("first", "second").compile();
`, hitlrun.ScriptOptions{})
	c := serve(t, func(o *server.Options) { o.Graphs = []server.Graph{{ID: "agent", Script: script, Export: "graph"}} })
	thread := c.thread()
	c.ok("POST", "/threads/"+thread+"/runs/wait", `{"assistant_id":"agent","input":{}}`)
	answer := func() string {
		t.Helper()
		got := c.ok("POST", "/threads/"+thread+"/commands", `{"id":1,"method":"input.respond","params":{"response":"yes"}}`)
		if !strings.Contains(got, `"type":"success"`) {
			t.Error(got)
		}
		until(t, "the end of the run", func() bool { return !strings.Contains(c.ok("GET", "/threads/"+thread+"/runs", ""), `"running"`) })
		state, err := c.store.State(t.Context(), thread) // the client sees no question
		if err != nil {
			t.Fatal(err)
		}
		return string(state.Values)
	}
	for range 2 {
		if got := answer(); got != `{"said":["yes"]}` {
			t.Errorf("the state behind the first answer: %s", got)
		}
	}
	c.ok("GET", "/threads/"+thread, "") // now it does
	if got := answer(); got != `{"said":["yes","yes"]}` {
		t.Errorf("the state behind the second answer: %s", got)
	}
}
