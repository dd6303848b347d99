// This file tests that a rollback puts a thread back to where it stood before the run.

package server_test

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/hitlrun/hitlrun"
	"github.com/hitlrun/hitlrun/server"
)

// severalAsk asks in two nodes and in an inner graph of two levels, with one whose state lasts. A node beside them ends at
// once. The answer "hang" does not end in the superstep of the questions, "later" in the one after it.
const severalAsk = `
import { StateGraph, Annotation, START, END, interrupt } from "@langchain/langgraph";
const State = Annotation.Root({ log: Annotation<string[]>({ reducer: (a, b) => a.concat(b), default: () => [] }) });
const hang = () => new Promise(() => setInterval(() => {}, 1000));
let counted = 0;
const ask = (name) => async () => {
  const answer = interrupt(name + "?");
  if (answer === "hang") await hang();
  return { log: [name + "=" + answer] };
};
const inner = (name) => new StateGraph(State)
  .addNode("before", () => ({ log: [] })).addNode(name, ask(name))
  .addEdge(START, "before").addEdge("before", name).compile();
const deep = new StateGraph(State).addNode("level", inner("deep")).addEdge(START, "level").compile();
export const graph = new StateGraph(State)
  .addNode("a", ask("a")).addNode("b", ask("b"))
  .addNode("counts", async (state) => {
    if (state.log.includes("hang")) await hang();
    return { log: ["counted " + ++counted] };
  })
  .addNode("outer", async () => ({ log: (await deep.invoke({ log: [] })).log }))
  .addNode("lasting", async (_, config) => ({ log: (await kept.invoke({ log: [] }, config)).log }))
  .addNode("end", async (state) => { if (state.log.includes("a=later")) await hang(); return { log: ["end"] }; })
  .addEdge(START, "a").addEdge(START, "b").addEdge(START, "counts").addEdge(START, "outer").addEdge(START, "lasting")
  .addEdge(["a", "b", "counts", "outer", "lasting"], "end").compile();
const kept = new StateGraph(State).addNode("kept", ask("kept")).addNode("too", ask("too"))
  .addEdge(START, "kept").addEdge(START, "too").compile({ checkpointer: true });
`

// times matches what differs in two states of a thread that stands at the same place.
var times = regexp.MustCompile(`"(updated_at|status)":"[^"]*"`)

// stands returns what clients see of a thread: its questions, its state and its history.
func (c *client) stands(thread string) string {
	return times.ReplaceAllString(c.ok("GET", "/threads/"+thread, ""), "") + c.ok("GET", "/threads/"+thread+"/state?subgraphs=true", "") +
		c.ok("POST", "/threads/"+thread+"/history", `{"limit":100}`)
}

// questions returns the ids of the questions of a thread by their texts.
func (c *client) questions(thread string) map[string]string {
	var t struct {
		Interrupts map[string][]struct{ ID, Value string }
	}
	if err := json.Unmarshal([]byte(c.ok("GET", "/threads/"+thread, "")), &t); err != nil {
		c.t.Fatal(err)
	}
	ids := map[string]string{}
	for _, list := range t.Interrupts {
		for _, in := range list {
			ids[in.Value] = in.ID
		}
	}
	return ids
}

// answers returns the request that answers questions.
func answers(list ...string) string {
	values := map[string]string{}
	for i := 0; i < len(list); i += 2 {
		values[list[i]] = list[i+1]
	}
	body, _ := json.Marshal(map[string]any{"assistant_id": "agent", "command": map[string]any{"resume": values}})
	return string(body)
}

func severalFile(t *testing.T) string {
	path := filepath.Join(t.TempDir(), "several.ts")
	if err := os.WriteFile(path, []byte(severalAsk), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// began waits until a run is executed and has stored its answer.
func (c *client) began(thread, question string) {
	c.eventually("the answer is taken", func() bool {
		audit, err := c.store.Audit(c.t.Context(), hitlrun.AuditFilter{ThreadID: thread})
		if err != nil {
			c.t.Fatal(err)
		}
		for _, e := range audit {
			for _, ev := range e.Events {
				if ev.Kind == "answer" && ev.Interrupt == question {
					return true
				}
			}
		}
		return false
	})
}

func TestRollback(t *testing.T) {
	t.Parallel()
	file := severalFile(t)
	for _, test := range []struct {
		name  string
		first []string // the answers before the run, by the questions
		run   []string // those of the run that is rolled back
	}{
		{"in the superstep of the questions", nil, []string{"a?", "hang"}},
		{"beside answers that are taken", []string{"b?", "yes", "deep?", "yes"}, []string{"a?", "hang"}},
		{"of several answers", []string{"b?", "yes"}, []string{"deep?", "taken", "kept?", "taken", "a?", "hang"}},
		{"beside an answer in a graph whose state lasts", []string{"too?", "yes"}, []string{"kept?", "taken", "a?", "hang"}},
		{"in an inner graph", []string{"a?", "yes"}, []string{"b?", "taken", "deep?", "hang"}},
		{"in a graph whose state lasts", []string{"a?", "yes"}, []string{"deep?", "taken", "too?", "taken", "kept?", "hang"}},
		{"after other supersteps", []string{"b?", "yes"}, []string{"deep?", "taken", "kept?", "taken", "too?", "taken", "a?", "later"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			for _, way := range []string{"cancel", "multitask", "elsewhere", "many"} {
				t.Run(way, func(t *testing.T) {
					t.Parallel()
					db := filepath.Join(t.TempDir(), "test.db")
					c := serveBeside(t, db, false, map[string]string{"agent": file})
					other := c
					if way == "elsewhere" {
						other = serveBeside(t, db, false, map[string]string{"agent": file})
					}
					thread := c.thread()
					runs := "/threads/" + thread + "/runs"
					c.ok("POST", runs+"/wait", `{"assistant_id":"agent","input":{}}`)
					asked := c.questions(thread)
					named := func(list []string) []string {
						var ids []string
						for i := 0; i < len(list); i += 2 {
							ids = append(ids, asked[list[i]], list[i+1])
						}
						return ids
					}
					if test.first != nil {
						c.ok("POST", runs+"/wait", answers(named(test.first)...))
					}
					before := c.stands(thread)
					run := field(c.ok("POST", runs, answers(named(test.run)...)), "run_id")
					c.began(thread, asked[test.run[len(test.run)-2]])
					if test.run[len(test.run)-1] == "later" {
						c.eventually("the last node runs", func() bool { return strings.Contains(c.ok("GET", "/threads/"+thread+"/state", ""), `"next":["end"]`) })
					}
					if way == "multitask" {
						// An answer to a question that waits only after the rollback.
						c.ok("POST", runs+"/wait", `{"assistant_id":"agent","multitask_strategy":"rollback"}`)
					} else if way == "many" { // with runs that wait behind it
						c.ok("POST", runs, `{"assistant_id":"agent","input":{"log":["second"]},"multitask_strategy":"enqueue"}`)
						c.ok("POST", runs, `{"assistant_id":"agent","input":{"log":["third"]},"multitask_strategy":"enqueue"}`)
						c.ok("POST", "/runs/cancel?action=rollback", `{"thread_id":"`+thread+`"}`)
					} else {
						other.ok("POST", runs+"/"+run+"/cancel?wait=1&action=rollback", "")
					}
					c.eventually("the rollback", func() bool { return c.stands(thread) == before })
					rest := []string{}
					for _, text := range []string{"a?", "b?", "deep?", "kept?", "too?"} {
						if _, waits := c.questions(thread)[text]; waits {
							rest = append(rest, asked[text], "again")
						}
					}
					got := other.ok("POST", runs+"/wait", answers(rest...))
					if !strings.Contains(got, `"a=`) || strings.Contains(got, "taken") || strings.Contains(got, "hang") || !strings.HasSuffix(got, `"end"]}`) || !strings.Contains(got, `"counted 1"`) {
						t.Errorf("after the rollback, the thread goes on with %s", got)
					}
				})
			}
		})
	}
}

// The server is killed while the run is rolled back, or before: the next one finds the mark in the store.
func TestRollbackAfterARestart(t *testing.T) {
	t.Parallel()
	file, db := severalFile(t), filepath.Join(t.TempDir(), "test.db")
	c := serveBeside(t, db, false, map[string]string{"agent": file})
	thread := c.thread()
	c.ok("POST", "/threads/"+thread+"/runs/wait", `{"assistant_id":"agent","input":{}}`)
	asked := c.questions(thread)
	before := c.stands(thread)
	run := field(c.ok("POST", "/threads/"+thread+"/runs", answers(asked["b?"], "taken", asked["a?"], "hang")), "run_id")
	c.began(thread, asked["a?"])
	c.end()
	again := serveBeside(t, db, false, map[string]string{"agent": file})
	again.ok("POST", "/threads/"+thread+"/runs/"+run+"/cancel?wait=1&action=rollback", "")
	if after := again.stands(thread); after != before {
		t.Errorf("before\n%s\nafter\n%s", before, after)
	}
}

func TestRollbackOfTheFirstRun(t *testing.T) {
	t.Parallel()
	c := serveBeside(t, filepath.Join(t.TempDir(), "test.db"), false, map[string]string{"agent": severalFile(t)})
	thread := c.thread()
	runs := "/threads/" + thread + "/runs"
	before := c.stands(thread)
	run := field(c.ok("POST", runs, `{"assistant_id":"agent","input":{"log":["hang"]}}`), "run_id")
	c.eventually("the run hangs", func() bool { return strings.Contains(c.stands(thread), "deep?") })
	c.ok("POST", runs+"/"+run+"/cancel?wait=1&action=rollback", "")
	after := c.stands(thread)
	if meta := regexp.MustCompile(`"metadata":{"assistant_id":"[^"]*","graph_id":"agent"}`); meta.ReplaceAllString(after, `"metadata":{}`) != before {
		t.Errorf("before\n%s\nafter\n%s", before, after)
	}
	run = field(c.ok("POST", runs, `{"assistant_id":"agent","input":{"log":["x"]}}`), "run_id")
	c.ok("GET", runs+"/"+run+"/join", "")
	// It has ended with questions: a late rollback changes nothing, and says so.
	for _, query := range []string{"?wait=1&action=rollback", "?action=rollback"} {
		if status, body := c.do("POST", runs+"/"+run+"/cancel"+query, ""); status != http.StatusConflict || !strings.Contains(body, "had ended (success) before it could be rolled back") {
			t.Errorf("%s of a run that has ended: %d %s", query, status, body)
		}
	}
	c.ok("POST", runs+"/"+run+"/cancel?wait=1", "") // there is nothing to interrupt
	if len(c.questions(thread)) != 5 {
		t.Error("a rollback of a run that has ended changes the thread")
	}
}

// A rollback that comes while an interrupt ends the run, or after it, puts the thread back or is refused. One that is sent
// again gets the same response.
func TestRollbackAfterAnInterrupt(t *testing.T) {
	t.Parallel()
	c := serveBeside(t, filepath.Join(t.TempDir(), "test.db"), false, map[string]string{"agent": severalFile(t)})
	for _, first := range []string{"?action=interrupt", "?action=interrupt", "?action=interrupt", "?action=interrupt&wait=1", "?action=rollback", "?action=rollback&wait=1"} {
		thread := c.thread()
		runs := "/threads/" + thread + "/runs"
		c.ok("POST", runs+"/wait", `{"assistant_id":"agent","input":{}}`)
		asked := c.questions(thread)
		before := c.stands(thread)
		run := field(c.ok("POST", runs, answers(asked["a?"], "hang")), "run_id")
		c.began(thread, asked["a?"])
		c.ok("POST", runs+"/"+run+"/cancel"+first, "")
		if !strings.Contains(first, "wait") { // one that is accepted is done
			switch status, body := c.do("POST", runs+"/"+run+"/cancel?action=rollback", ""); status {
			case http.StatusAccepted:
				c.eventually("the rollback", func() bool { return c.stands(thread) == before })
			case http.StatusConflict:
			default:
				t.Errorf("%s, then a rollback without wait: %d %s", first, status, body)
			}
		}
		for range 2 {
			status, body := c.do("POST", runs+"/"+run+"/cancel?wait=1&action=rollback", "")
			isBack := c.stands(thread) == before
			if isBack != (status == http.StatusNoContent) || !isBack && status != http.StatusConflict || strings.Contains(first, "rollback") && !isBack {
				t.Errorf("%s, then a rollback: %d %s, and the thread is put back: %t", first, status, body, isBack)
			}
		}
	}
}

// A cancellation is accepted by a server that ends before it reaches the run: the server that executes the run cancels it, or
// the one that recovers it.
func TestCancelIsStored(t *testing.T) {
	t.Parallel()
	file := severalFile(t)
	for _, gone := range []bool{false, true} {
		for _, body := range []string{`{"by":"ann","rollback":true}`, `{"by":"ann"}`} {
			db := filepath.Join(t.TempDir(), "test.db")
			c := serveBeside(t, db, false, map[string]string{"agent": file})
			thread := c.thread()
			c.ok("POST", "/threads/"+thread+"/runs/wait", `{"assistant_id":"agent","input":{}}`)
			asked := c.questions(thread)
			before := c.stands(thread)
			run := field(c.ok("POST", "/threads/"+thread+"/runs", answers(asked["b?"], "taken", asked["a?"], "hang")), "run_id")
			c.began(thread, asked["a?"])
			request := hitlrun.Document{Kind: "cancelled", Key: run, ThreadID: thread, Body: []byte(body)}
			if err := c.store.Write(t.Context(), &hitlrun.Change{Put: []hitlrun.Document{request}}); err != nil {
				t.Fatal(err)
			}
			if gone {
				c.end()
				c = serveBeside(t, db, false, map[string]string{"agent": file})
			}
			c.eventually("the run is cancelled", func() bool { return field(c.ok("GET", "/threads/"+thread+"/runs/"+run, ""), "status") == "interrupted" })
			if after := c.stands(thread); strings.Contains(body, "rollback") && after != before {
				t.Errorf("before\n%s\nafter\n%s", before, after)
			}
			if status := field(c.ok("GET", "/threads/"+thread, ""), "status"); status == "busy" {
				t.Error("nobody runs the thread, and it is busy")
			}
			for _, kind := range []string{"cancelled", "mark"} {
				if _, err := c.store.Document(t.Context(), kind, run); err == nil {
					t.Errorf("the document %s of the run stays", kind)
				}
			}
		}
	}
}

const asksThenHangs = `
import { StateGraph, Annotation, START, interrupt } from "@langchain/langgraph";
const State = Annotation.Root({ log: Annotation<string[]>({ reducer: (a, b) => a.concat(b), default: () => [] }) });
export const graph = new StateGraph(State)
  .addNode("ask", (state) => ({ log: state.log.includes("given") ? [] : [interrupt("?")] }))
  .addNode("hang", (state) => state.log.includes("go on") ? {} : new Promise(() => setInterval(() => {}, 1000)))
  .addEdge(START, "ask").addEdge("ask", "hang").compile();
`

// Whoever waits for a run with an answer learns that it was rolled back, and gets no state with the answer. The answer can be given again.
func TestWaitsForARunThatIsRolledBack(t *testing.T) {
	t.Parallel()
	script := load(t, "hangs.ts", asksThenHangs, hitlrun.ScriptOptions{})
	c := serve(t, func(o *server.Options) { o.Graphs = []server.Graph{{ID: "agent", Script: script, Export: "graph"}} })
	for way, request := range map[string]struct{ path, body string }{
		"wait": {"/threads/%s/runs/wait", `{"assistant_id":"agent","command":{"resume":"mine"}}`},
		"chat": {"/chat", `{"thread_id":"%s","resume":"mine"}`},
	} {
		t.Run(way, func(t *testing.T) {
			t.Parallel()
			thread := c.thread()
			runs := "/threads/" + thread + "/runs"
			c.ok("POST", runs+"/wait", `{"assistant_id":"agent","input":{}}`)
			question := c.questions(thread)["?"]
			got := make(chan string)
			go func() {
				status, body := c.do("POST", strings.Replace(request.path, "%s", thread, 1), strings.Replace(request.body, "%s", thread, 1))
				if status != http.StatusConflict && !strings.Contains(body, "__error__") { // it is 200 if the response had begun
					body = "status " + strconv.Itoa(status) + " " + body
				}
				got <- body
			}()
			c.began(thread, question)
			c.eventually("the answer is applied", func() bool { return strings.Contains(c.ok("GET", "/threads/"+thread+"/state", ""), "mine") })
			run := strings.Split(strings.SplitAfter(c.ok("GET", runs+"?limit=1", ""), `"run_id":"`)[1], `"`)[0]
			c.ok("POST", runs+"/"+run+"/cancel?action=rollback&wait=1", "")
			if body := <-got; !strings.Contains(body, "the answer is not applied") || strings.Contains(body, "mine") {
				t.Errorf("the client that answered gets %s", body)
			}
			if status, body := c.do("GET", runs+"/"+run+"/join", ""); status != http.StatusConflict || !strings.Contains(body, "not applied") {
				t.Errorf("a client that joins gets %d %s", status, body)
			}
			if state := c.ok("GET", "/threads/"+thread+"/state", ""); strings.Contains(state, "mine") || c.questions(thread)["?"] != question {
				t.Errorf("the thread: %s", state)
			}
			if end := c.ok("POST", runs+"/wait", `{"assistant_id":"agent","command":{"resume":{"`+question+`":"go on"}}}`); end != `{"log":["go on"]}` {
				t.Errorf("the answer that is given again: %s", end)
			}
		})
	}
	t.Run("streams", func(t *testing.T) {
		t.Parallel()
		thread := c.thread()
		runs := "/threads/" + thread + "/runs"
		for _, request := range []string{`{"assistant_id":"agent","input":{"log":["given"]}}`, `{"assistant_id":"agent","input":{},"multitask_strategy":"enqueue"}`} {
			resp := c.response(t.Context(), "POST", runs+"/stream", request)
			defer resp.Body.Close()
		}
		c.eventually("the run has begun", func() bool { return strings.Contains(c.ok("GET", "/threads/"+thread+"/state", ""), `"hang"`) })
		c.ok("POST", "/runs/cancel?action=rollback", `{"thread_id":"`+thread+`"}`)
		for _, part := range strings.Split(c.ok("GET", runs, ""), `"run_id":"`)[1:] {
			run, _, _ := strings.Cut(part, `"`)
			got := c.ok("GET", runs+"/"+run+"/stream", "")
			if end := "event: error\ndata: {\"error\":\"UserRollback\",\"message\":\"run \\\"" + run + "\\\" was cancelled, and its thread is as it was before\"}"; !strings.Contains(got, end) {
				t.Errorf("the stream of a run that was rolled back: %s", got)
			}
		}
	})
	t.Run("chat that is cancelled", func(t *testing.T) {
		t.Parallel()
		thread := c.thread()
		runs := "/threads/" + thread + "/runs"
		c.ok("POST", runs+"/wait", `{"assistant_id":"agent","input":{}}`)
		got := make(chan string)
		go func() {
			status, body := c.do("POST", "/chat", `{"thread_id":"`+thread+`","resume":"mine"}`)
			got <- strconv.Itoa(status) + " " + body
		}()
		c.eventually("the answer is applied", func() bool { return strings.Contains(c.ok("GET", "/threads/"+thread+"/state", ""), "mine") })
		run := strings.Split(strings.SplitAfter(c.ok("GET", runs+"?limit=1", ""), `"run_id":"`)[1], `"`)[0]
		c.ok("POST", runs+"/"+run+"/cancel?wait=1", "")
		if body := <-got; !strings.HasPrefix(body, "409 ") || !strings.Contains(body, "was cancelled before it had ended") {
			t.Errorf("the client that answered gets %s", body)
		}
	})
	t.Run("without an answer", func(t *testing.T) {
		t.Parallel()
		thread := c.thread()
		runs := "/threads/" + thread + "/runs"
		got := make(chan string)
		go func() {
			_, body := c.do("POST", runs+"/wait", `{"assistant_id":"agent","input":{"log":["given"]}}`)
			got <- body
		}()
		c.eventually("the run has begun", func() bool { return strings.Contains(c.ok("GET", "/threads/"+thread+"/state", ""), `"hang"`) })
		run := strings.Split(strings.SplitAfter(c.ok("GET", runs+"?limit=1", ""), `"run_id":"`)[1], `"`)[0]
		c.ok("POST", runs+"/"+run+"/cancel?action=rollback&wait=1", "")
		if body := <-got; strings.Contains(body, "given") {
			t.Errorf("the client that waits gets %s", body)
		}
	})
}
