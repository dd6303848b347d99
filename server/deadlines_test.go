// This file tests what a server does when the deadline of a question has passed.

package server_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun"
	"github.com/hitlrun/hitlrun/server"
)

// expiring has graphs that ask with a deadline. The input says when it is, and how long the node after the question takes.
const expiring = `
import { StateGraph, Annotation, START, interrupt } from "@langchain/langgraph";
const began = Date.now();
const S = Annotation.Root({ log: Annotation<any[]>({ reducer: (a, b) => a.concat(b), default: () => [] }), timeout: Annotation<string>(), ms: Annotation<number>(), asks: Annotation<number>(), fails: Annotation<boolean>() });
const secret = () => { try { return process.env.SECRET; } catch { return "refused"; } };
export const graph = new StateGraph(S)
  .addNode("ask", (s, c: any) => {
    const answer = interrupt("go on?", { timeout: s.timeout, onTimeout: "no" });
    return { log: [answer, String(secret())] };
  })
  .addNode("work", async (s) => { await new Promise((r) => setTimeout(r, s.ms ?? 0)); return { log: ["worked"] }; })
  .addEdge(START, "ask").addEdge("ask", "work").compile();
export const told = new StateGraph(S)
  .addNode("ask", (s, c: any) => {
    const answer = interrupt("go on?", { timeout: s.timeout, onTimeout: "no" });
    const { model, langgraph_auth_user_id: user, assistant_id } = c.configurable ?? {};
    return { log: [{ answer, context: c.context, model, user, assistant_id, tags: c.tags, foo: c.metadata?.foo, store: typeof c.store, limit: c.recursionLimit }] };
  })
  .addNode("work", () => ({}))
  .addEdge(START, "ask").addEdge("ask", "work").compile();
`

// expiringFile makes a file with the script expiring.
func expiringFile(t *testing.T, name string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(expiring), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// asked starts a run that asks, and returns the thread.
func (c *client) asked(assistant, input, more string) string {
	c.t.Helper()
	thread := c.thread()
	if got := c.ok("POST", "/threads/"+thread+"/runs/wait", fmt.Sprintf(`{"assistant_id":%q,"input":%s%s}`, assistant, input, more)); !strings.Contains(got, "go on?") {
		c.t.Fatalf("it asks nothing: %s", got)
	}
	return thread
}

// runsOf returns the runs of a thread, newest first.
func (c *client) runsOf(thread string) string {
	c.t.Helper()
	return c.ok("GET", "/threads/"+thread+"/runs?limit=100", "")
}

// answersIn returns what the audit log has about the answers of a thread.
func answersIn(t *testing.T, store *hitlrun.Store, thread string) (all string) {
	t.Helper()
	log, err := store.Audit(t.Context(), hitlrun.AuditFilter{ThreadID: thread})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range log {
		for _, ev := range e.Events {
			if ev.Kind == "answer" || ev.Kind == "timeout" {
				all += ev.Kind + " by " + e.By + "; "
			}
		}
	}
	return all
}

// A deadline makes a run that has what the run before it had. Those who look at the thread see it.
func TestDeadlinesAreRuns(t *testing.T) {
	t.Parallel()
	c, secrets := withTokens(t, func(o *server.Options) {
		o.Graphs = []server.Graph{{ID: "told", Script: load(t, "told.ts", expiring, hitlrun.ScriptOptions{}), Export: "told"}}
	})
	c.token = secrets["admin"]
	c.ok("POST", "/assistants", `{"graph_id":"told","assistant_id":"mine","config":{"tags":["mine"]},"context":{"of":"the assistant"}}`)
	c.token = secrets["run"]
	for name, more := range map[string]string{
		"of the assistant": "",
		"of the request":   `,"context":{"limit":5},"config":{"configurable":{"model":"m1"},"recursion_limit":7},"metadata":{"foo":"bar"}`,
	} {
		control := c.asked("mine", `{"timeout":"1h"}`, more)
		c.ok("POST", "/threads/"+control+"/runs/wait", `{"assistant_id":"mine","command":{"resume":"no"}`+more+`}`)
		thread := c.thread()
		viewer := c.response(t.Context(), "GET", "/threads/"+thread+"/stream", "")
		defer viewer.Body.Close()
		newer := c.response(t.Context(), "POST", "/threads/"+thread+"/stream/events", `{"channels":["lifecycle","values"]}`)
		defer newer.Body.Close()
		c.ok("POST", "/threads/"+thread+"/runs/wait", `{"assistant_id":"mine","input":{"timeout":"1500ms"}`+more+`}`)
		change := func(of string) { // it counts for later runs, and not for what follows the question
			c.token = secrets["admin"]
			c.ok("PATCH", "/assistants/mine", `{"context":{"of":"`+of+`"}}`)
			c.token = secrets["run"]
		}
		change("another version")
		until(t, "the deadline is applied", func() bool { return strings.Contains(c.log(thread), "no") })
		until(t, "the run has ended", func() bool { return strings.Contains(c.ok("GET", "/threads/"+thread, ""), `"status":"idle"`) })
		want := c.log(control)
		if got := c.log(thread); got != want || !strings.Contains(got, `"store":"object"`) || !strings.Contains(got, `"user":"ann-run"`) || more != "" && !strings.Contains(got, `"limit":7`) {
			t.Errorf("%s: nodes get %s\nafter an answer %s", name, got, want)
		}
		change("the assistant")
		runs := c.runsOf(thread)
		if strings.Count(runs, `"run_id"`) != 2 || strings.Count(runs, `"status":"success"`) != 2 || strings.Count(runs, `"deadline":["`) != 1 || strings.Count(runs, `"assistant_id":"mine"`) < 2 {
			t.Errorf("%s: the runs are %s", name, runs)
		}
		if got := answersIn(t, c.store, thread); got != "timeout by deadline; " {
			t.Errorf("%s: the audit log has %s", name, got)
		}
		run := field(runs[1:], "run_id")
		for what, seen := range map[string]string{
			"a viewer of the thread":         readUntil(t, viewer.Body, `"log":[{"answer":"no"`),
			"a viewer of the newer protocol": readUntil(t, newer.Body, `"log":[{"answer":"no"`),
			"the stream of the run":          c.ok("GET", "/threads/"+thread+"/runs/"+valueOf(runs, "run_id")+"/stream", ""),
		} {
			if !strings.Contains(seen, `"log":[{"answer":"no"`) {
				t.Errorf("%s: %s sees %s (%s)", name, what, seen, run)
			}
		}
	}
}

// The run of a deadline stops at the breakpoints of the run that asked, and its end is told to the same webhook. It begins at the newest
// checkpoint, whatever checkpoint that run began at.
func TestDeadlinesHaveWebhooksAndBreakpoints(t *testing.T) {
	t.Parallel()
	calls := make(chan string, 10)
	receiver := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		data, _ := io.ReadAll(r.Body)
		calls <- string(data)
	}))
	defer receiver.Close()
	c := serve(t, func(o *server.Options) {
		o.Webhooks = []string{"127.0.0.1"}
		o.Graphs = []server.Graph{{ID: "agent", Script: load(t, "expiring.ts", expiring, hitlrun.ScriptOptions{}), Export: "graph"}}
	})
	first := c.asked("agent", `{"timeout":"1h"}`, "")
	at := valueOf(c.ok("GET", "/threads/"+first+"/state", ""), "checkpoint_id")
	if got := c.ok("POST", "/threads/"+first+"/runs/wait", fmt.Sprintf(`{"assistant_id":"agent","input":{"timeout":"300ms"},"interrupt_before":["work"],"webhook":%q,"config":{"configurable":{"checkpoint_id":%q}}}`, receiver.URL, at)); !strings.Contains(got, "go on?") {
		t.Fatal(got)
	}
	for _, want := range []string{`"value":"go on?"`, `"deadline":["`} {
		select {
		case got := <-calls:
			if !strings.Contains(got, want) {
				t.Errorf("the webhook gets %s, want %s", got, want)
			}
		case <-time.After(time.Minute):
			t.Fatalf("the webhook is not called for %s", want)
		}
	}
	if state := c.ok("GET", "/threads/"+first+"/state", ""); !strings.Contains(state, `"next":["work"]`) || c.log(first) != `["no","refused"]` {
		t.Errorf("the state is %s", state)
	}
}

// valueOf returns the first field with a name whose value is a text.
func valueOf(data, name string) string {
	_, rest, _ := strings.Cut(data, `"`+name+`":"`)
	value, _, _ := strings.Cut(rest, `"`)
	return value
}

// readUntil reads until a text has come.
func readUntil(t *testing.T, r interface{ Read([]byte) (int, error) }, text string) string {
	t.Helper()
	var all strings.Builder
	part := make([]byte, 4096)
	for !strings.Contains(all.String(), text) {
		n, err := r.Read(part)
		if all.Write(part[:n]); err != nil {
			break
		}
	}
	return all.String()
}

// While the node after a deadline takes long, the server does what is due for others: delayed runs and other deadlines. The run can be
// cancelled as any other.
func TestDeadlinesHoldUpNobody(t *testing.T) {
	t.Parallel()
	c := serve(t, func(o *server.Options) {
		o.Graphs = []server.Graph{{ID: "agent", Script: load(t, "expiring.ts", expiring, hitlrun.ScriptOptions{}), Export: "graph"}}
	})
	hangs := c.asked("agent", `{"timeout":"10ms","ms":600000}`, "")
	until(t, "the deadline is applied", func() bool { return strings.Contains(c.ok("GET", "/threads/"+hangs, ""), `"status":"busy"`) })
	delayed := c.thread()
	c.ok("POST", "/threads/"+delayed+"/runs", `{"assistant_id":"agent","after_seconds":0.1,"input":{"timeout":"10ms"}}`)
	until(t, "a delayed run, and its deadline", func() bool {
		return c.log(delayed) == `["no","undefined","worked"]` || c.log(delayed) == `["no","refused","worked"]`
	})
	runs := c.runsOf(hangs)
	if strings.Count(runs, `"run_id"`) != 2 || !strings.Contains(runs, `"status":"running"`) {
		t.Fatalf("the runs are %s", runs)
	}
	c.ok("POST", "/threads/"+hangs+"/runs/"+valueOf(runs, "run_id")+"/cancel?wait=1", "")
	if runs := c.runsOf(hangs); !strings.Contains(runs, `"status":"interrupted"`) || strings.Contains(runs, `"status":"running"`) {
		t.Errorf("after it was cancelled the runs are %s", runs)
	}
}

// A server leaves the deadlines of scripts that it does not serve to the server that does, which gives the scripts their permissions. It
// applies those of threads that a command or a program has started.
func TestDeadlinesOfOtherScripts(t *testing.T) {
	t.Parallel()
	db := filepath.Join(t.TempDir(), "test.db")
	one, two := expiringFile(t, "one.ts"), expiringFile(t, "two.ts")
	a := serveBeside(t, db, true, map[string]string{"one": one})
	b := serveBeside(t, db, true, map[string]string{"two": two})
	left := a.asked("one", `{"timeout":"1s"}`, "")
	a.end()
	start := func(id, path, export string) {
		script, err := hitlrun.Load(path, hitlrun.ScriptOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := b.store.Start(t.Context(), script, hitlrun.Start{ThreadID: id, Graph: export, Input: []byte(`{"timeout":"1200ms"}`)}); err != nil {
			t.Fatal(err)
		}
	}
	start("of a program", two, "graph")
	start("of another export", two, "told")
	until(t, "the deadline of the thread of a program", func() bool { return strings.Contains(b.ok("GET", "/threads/of%20a%20program", ""), `"status":"idle"`) })
	if got := b.log("of%20a%20program"); got != `["no","top","worked"]` {
		t.Errorf("the thread of a program has %s", got)
	}
	if got := b.ok("GET", "/threads/of%20a%20program", ""); !strings.Contains(got, `"graph_id":"two"`) || strings.Count(b.runsOf("of%20a%20program"), `"run_id"`) != 1 {
		t.Errorf("the thread of a program is %s", got)
	}
	second := b.asked("two", `{"timeout":"10ms"}`, "") // when this is applied, all others have been seen again
	until(t, "its own deadline", func() bool { return b.log(second) == `["no","top","worked"]` })
	for _, thread := range []string{left, "of another export"} {
		if got, err := b.store.Thread(t.Context(), thread); err != nil || got.Status != hitlrun.StatusInterrupted || len(got.Interrupts) != 1 {
			t.Errorf("the thread that is not served is %+v (%v)", got, err)
		}
	}
	again := serveBeside(t, db, true, map[string]string{"one": one})
	until(t, "the deadline behind the start of its server", func() bool { return again.log(left) == `["no","top","worked"]` })
}

// Two servers and people answer at the moment of the deadline: each question gets one answer, and no run fails.
func TestDeadlinesAndAnswersAtOnce(t *testing.T) {
	t.Parallel()
	db, file := filepath.Join(t.TempDir(), "test.db"), expiringFile(t, "flow.ts")
	scripts := map[string]string{"agent": file}
	a, b := serveBeside(t, db, false, scripts), serveBeside(t, db, false, scripts)
	var all sync.WaitGroup
	people := 0
	var mu sync.Mutex
	for i := range 40 {
		c := []*crew{a, b}[i%2]
		other := []*crew{a, b}[(i/2)%2]
		all.Go(func() {
			thread := c.asked("agent", `{"timeout":"1500ms"}`, "")
			time.Sleep(time.Duration(1000+50*i) * time.Millisecond) // this tests time: the deadline is in between
			begin := time.Now()
			status, body := other.do("POST", "/threads/"+thread+"/runs/wait", `{"assistant_id":"agent","command":{"resume":"yes"}}`)
			if time.Since(begin) > time.Second && strings.HasPrefix(body, `{"__error__"`) && strings.Contains(body, "was applied at") {
				status = http.StatusConflict // it took so long that the header was out
			}
			want, answer := "timeout by deadline; ", "no"
			if status == http.StatusOK {
				want, answer = "answer by local; ", "yes"
				mu.Lock()
				people++
				mu.Unlock()
			}
			until(t, "the thread is done", func() bool { return strings.Contains(c.ok("GET", "/threads/"+thread, ""), `"status":"idle"`) })
			if got, log := answersIn(t, c.store, thread), c.log(thread); got != want || log != `["`+answer+`","refused","worked"]` || status != 200 && status != 409 {
				t.Errorf("the answer got %d %s; the audit log has %s, and the state %s", status, body, got, log)
			}
			runs := c.runsOf(thread)
			if failed := strings.Count(runs, `"status":"error"`); failed > 0 && status == 200 || strings.Count(runs, `"deadline":["`) > 1 {
				t.Errorf("the runs are %s", runs)
			}
		})
	}
	all.Wait()
	if people == 0 || people == 40 {
		t.Errorf("%d of 40 were answered by people", people)
	}
}

// Servers that look for deadlines at the same time begin one run for each thread.
func TestDeadlinesOfServers(t *testing.T) {
	t.Parallel()
	db, file := filepath.Join(t.TempDir(), "test.db"), expiringFile(t, "flow.ts")
	script, err := hitlrun.Load(file, hitlrun.ScriptOptions{})
	if err != nil {
		t.Fatal(err)
	}
	store, err := hitlrun.Open(db, hitlrun.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	due := time.Now().Add(4 * time.Second)
	var threads []string
	for i := range 60 {
		threads = append(threads, fmt.Sprint("t", i))
		input := fmt.Sprintf(`{"timeout":"%dms"}`, time.Until(due).Milliseconds())
		if _, err := store.Start(t.Context(), script, hitlrun.Start{ThreadID: threads[i], Graph: "graph", Input: []byte(input)}); err != nil {
			t.Fatal(err)
		}
	}
	var servers [3]*crew
	var all sync.WaitGroup
	for i := range servers { // they look for deadlines once a second, from their start on
		all.Go(func() { servers[i] = serveBeside(t, db, false, map[string]string{"agent": file}) })
	}
	all.Wait()
	for _, thread := range threads {
		until(t, "the deadline is applied", func() bool { return servers[0].log(thread) == `["no","refused","worked"]` })
		until(t, "its run has ended", func() bool { return strings.Contains(servers[0].ok("GET", "/threads/"+thread, ""), `"status":"idle"`) })
		if runs := servers[0].runsOf(thread); strings.Count(runs, `"run_id"`) != 1 || answersIn(t, store, thread) != "timeout by deadline; " {
			t.Errorf("the runs are %s, and the audit log has %s", runs, answersIn(t, store, thread))
		}
	}
}

// An answer that was accepted for later is given, although the deadline passes before.
func TestDeadlinesWaitForAcceptedAnswers(t *testing.T) {
	t.Parallel()
	c := serve(t, func(o *server.Options) {
		o.Graphs = []server.Graph{{ID: "agent", Script: load(t, "expiring.ts", expiring, hitlrun.ScriptOptions{}), Export: "graph"}}
	})
	thread := c.asked("agent", `{"timeout":"1s"}`, "")
	c.ok("POST", "/threads/"+thread+"/runs", `{"assistant_id":"agent","command":{"resume":"yes"},"after_seconds":4}`)
	later := c.asked("agent", `{"timeout":"1s"}`, "")
	c.ok("POST", "/threads/"+later+"/runs", `{"assistant_id":"agent","input":{"log":["later"]},"after_seconds":3600}`)
	until(t, "the deadline of a thread that has another run for later", func() bool { return strings.Contains(c.log(later), "worked") })
	if got := c.log(later); !strings.HasPrefix(got, `["no"`) {
		t.Errorf("that thread has %s", got)
	}
	until(t, "the answer is given", func() bool { return strings.Contains(c.log(thread), "worked") })
	if got := answersIn(t, c.store, thread); got != "answer by local; " {
		t.Errorf("the audit log has %s, and the state %s", got, c.log(thread))
	}
}

// A deadline that cannot be applied is tried again after a while, and does not make a run each second.
func TestDeadlinesThatFail(t *testing.T) {
	t.Parallel()
	source := fmt.Sprintf("if (Date.now() > %d) throw new Error(\"too late to load\");\n", time.Now().Add(3*time.Second).UnixMilli()) + expiring
	c := serve(t, func(o *server.Options) {
		o.Graphs = []server.Graph{{ID: "agent", Script: load(t, "late.ts", source, hitlrun.ScriptOptions{}), Export: "graph"}}
	})
	thread := c.asked("agent", `{"timeout":"4s"}`, "")
	until(t, "it is tried twice", func() bool { return strings.Count(c.runsOf(thread), `"deadline":["`) >= 2 })
	var runs []struct {
		Status    string
		CreatedAt time.Time `json:"created_at"`
	}
	decode(t, c.runsOf(thread), &runs)
	if len(runs) != 3 || runs[1].Status != "error" || runs[0].CreatedAt.Sub(runs[1].CreatedAt) < 9*time.Second {
		t.Errorf("there is one attempt in ten seconds, and the runs are %+v", runs)
	}
	if got, err := c.store.Thread(t.Context(), thread); err != nil || got.Status != hitlrun.StatusInterrupted || len(got.Interrupts) != 1 {
		t.Errorf("the thread is %+v (%v)", got, err)
	}
}

// Somebody answers on the command line while the run of a deadline is about to begin: it has nothing to do, and that is no failure.
func TestDeadlinesThatSomebodyAnswers(t *testing.T) {
	t.Parallel()
	db, file := filepath.Join(t.TempDir(), "test.db"), expiringFile(t, "flow.ts")
	c := serveBeside(t, db, false, map[string]string{"agent": file})
	other, err := hitlrun.Open(db, hitlrun.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	thread := c.asked("agent", `{"timeout":"500ms"}`, "")
	if err := os.WriteFile(file, []byte(expiring+"\n// another version"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err = other.Resume(t.Context(), thread, hitlrun.Answer{Value: []byte(`"yes"`), OnScriptChange: func(*hitlrun.ScriptChange) error {
		until(t, "the run of the deadline waits for the thread", func() bool { return strings.Contains(c.runsOf(thread), "deadline") })
		return nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	until(t, "the run of the deadline ends", func() bool {
		runs := c.runsOf(thread)
		return !strings.Contains(runs, `"pending"`) && !strings.Contains(runs, `"running"`)
	})
	if runs, log := c.runsOf(thread), c.log(thread); strings.Count(runs, `"status":"success"`) != 2 || log != `["yes","refused","worked"]` {
		t.Errorf("the state has %s, and the runs are %s", log, runs)
	}
	if got := answersIn(t, c.store, thread); strings.Contains(got, "timeout") {
		t.Errorf("the audit log has %s", got)
	}
}
