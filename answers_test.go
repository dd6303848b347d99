// This file tests that an answer is used once, for its question, and in time.

package hitlrun_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun"
	"github.com/hitlrun/hitlrun/internal/programtest"
)

const counted = `
import { StateGraph, START, END, Annotation, interrupt } from "@langchain/langgraph";
const State = Annotation.Root({ answer: Annotation<any>, runs: Annotation<number>({ reducer: (a, b) => a + b, default: () => 0 }) });
export const graph = new StateGraph(State)
  .addNode("ask", () => ({ answer: interrupt("go?") }))
  .addNode("count", () => ({ runs: 1 }))
  .addEdge(START, "ask").addEdge("ask", "count").addEdge("count", END).compile();
`

// Two hundred questions, each answered twice at the same instant, by two stores on one file.
func TestDoubleAnswers(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "test.db")
	stores := []*hitlrun.Store{open(t, path), open(t, path)}
	script := load(t, counted)
	var wg sync.WaitGroup
	work := make(chan int)
	var won, resolved, busy atomic.Int64
	for range 4 {
		wg.Go(func() {
			for i := range work {
				id := fmt.Sprint(i)
				res, err := stores[0].Start(t.Context(), script, hitlrun.Start{ThreadID: id, Input: json.RawMessage(`{}`)})
				if err != nil {
					t.Error(err)
					continue
				}
				var both sync.WaitGroup
				winner := make(chan string, 2)
				for who, store := range stores {
					both.Go(func() {
						name := fmt.Sprint("reviewer", who)
						a := hitlrun.Answer{Value: json.RawMessage(fmt.Sprint(who)), Interrupt: res.Interrupts[0].ID, RunOptions: hitlrun.RunOptions{By: name}}
						_, err := store.Resume(t.Context(), id, a)
						for errors.Is(err, hitlrun.ErrBusy) {
							busy.Add(1)
							_, err = store.Resume(t.Context(), id, a)
						}
						switch {
						case err == nil:
							won.Add(1)
							winner <- name
						case errors.Is(err, hitlrun.ErrResolved):
							resolved.Add(1)
						default:
							t.Errorf("thread %s: %v", id, err)
						}
					})
				}
				both.Wait()
				end, err := stores[0].State(t.Context(), id)
				if err != nil || len(winner) != 1 {
					t.Errorf("thread %s: %d winners (%v)", id, len(winner), err)
					continue
				}
				name := <-winner
				if want := fmt.Sprintf(`{"answer":%s,"runs":1}`, strings.TrimPrefix(name, "reviewer")); string(end.Values) != want {
					t.Errorf("thread %s: %s, want %s", id, end.Values, want)
				}
				_, err = stores[1].Resume(t.Context(), id, hitlrun.Answer{Value: json.RawMessage("9"), Interrupt: res.Interrupts[0].ID[:8]})
				if err == nil || !strings.Contains(err.Error(), "was answered by "+name+" at ") {
					t.Errorf("thread %s: a third answer: %v", id, err)
				}
			}
		})
	}
	for i := range 200 {
		work <- i
	}
	close(work)
	wg.Wait()
	if won.Load() != 200 || resolved.Load() != 200 {
		t.Errorf("%d answers won and %d came second, want 200 and 200", won.Load(), resolved.Load())
	}
	report, err := stores[0].VerifyAudit(t.Context())
	if err != nil || len(report.Problems) > 0 {
		t.Errorf("the audit log: %+v (%v)", report, err)
	}
}

// Scripts of several processes on one file of SqliteSaver.
func TestDoubleAnswersOfScripts(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it builds the program")
	}
	binary, err := programtest.Build(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	script := filepath.Join(dir, "flow.mjs")
	source := `
import { StateGraph, START, END, Annotation, Command, interrupt } from "@langchain/langgraph";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
const [db, mode, from, at] = process.argv.slice(2);
const State = Annotation.Root({ answer: Annotation, runs: Annotation({ reducer: (a, b) => a + b, default: () => 0 }) });
const graph = new StateGraph(State)
  .addNode("ask", () => ({ answer: interrupt("go?") }))
  .addNode("count", () => ({ runs: 1 }))
  .addEdge(START, "ask").addEdge("ask", "count").addEdge("count", END)
  .compile({ checkpointer: SqliteSaver.fromConnString(db) });
for (let i = 0; i < 50; i++) {
  const config = { configurable: { thread_id: "t" + i, user_id: from } };
  if (mode === "start") { await graph.invoke({}, config); continue; }
  const { tasks } = await graph.getState(config);
  while (Date.now() < Number(at) + i * 10);
  const id = tasks[0]?.interrupts[0]?.id;
  if (!id) continue;
  try {
    await graph.invoke(new Command({ resume: { [id]: from } }), config);
    console.log(i, "won");
  } catch (e) {
    if (e.name !== "InterruptAlreadyResolved") throw e;
  }
}
if (mode === "end") for (let i = 0; i < 50; i++) console.log((await graph.getState({ configurable: { thread_id: "t" + i } })).values.runs);
`
	if err := os.WriteFile(script, []byte(source), 0o600); err != nil {
		t.Fatal(err)
	}
	run := func(args ...string) string {
		cmd := exec.CommandContext(t.Context(), binary, append([]string{"run", "--allow-all", script, "--", filepath.Join(dir, "test.db")}, args...)...)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Errorf("%v\n%s", err, out)
		}
		return string(out)
	}
	run("start")
	at := fmt.Sprint(time.Now().Add(time.Second).UnixMilli())
	var outs [2]string
	var wg sync.WaitGroup
	for i := range outs {
		wg.Go(func() { outs[i] = run("answer", fmt.Sprint("p", i), at) })
	}
	wg.Wait()
	for i := range 50 {
		if n := strings.Count("\n"+outs[0]+outs[1], fmt.Sprintf("\n%d won\n", i)); n > 1 {
			t.Errorf("question %d was answered %d times", i, n)
		}
	}
	if end := strings.Fields(run("end", "p", "0")); strings.Join(end, "") != strings.Repeat("1", 50) {
		t.Errorf("runs: %v, want 50 times 1", end)
	}
}

func TestAnswerSchema(t *testing.T) {
	t.Parallel()
	store := open(t, ":memory:")
	script := load(t, strings.Replace(counted, `"go?"`, `{ question: "go?", schema: { type: "object", properties: { n: { type: "integer", minimum: 1 } }, required: ["n"] } }`, 1))
	res, err := store.Start(t.Context(), script, hitlrun.Start{ThreadID: "t", Input: json.RawMessage(`{}`)})
	if err != nil {
		t.Fatal(err)
	}
	for value, want := range map[string]string{
		`{"n":0}`:   "n: 0 is less than 1",
		`{}`:        `"n" is missing`,
		`"yes"`:     `"yes" is not an object`,
		`{"n":"x"}`: `n: "x" is not an integer`,
	} {
		_, err := store.Resume(t.Context(), "t", hitlrun.Answer{Value: json.RawMessage(value)})
		if !errors.Is(err, hitlrun.ErrAnswer) || !strings.Contains(err.Error(), want) {
			t.Errorf("answer %s: %v, want %s", value, err, want)
		}
		now, err := store.State(t.Context(), "t")
		if err != nil || now.Status != hitlrun.StatusInterrupted || len(now.Interrupts) != 1 || now.Interrupts[0].ID != res.Interrupts[0].ID {
			t.Errorf("after answer %s: %+v (%v)", value, now, err)
		}
	}
	if list, err := store.Audit(t.Context(), hitlrun.AuditFilter{}); err != nil || strings.Contains(fmt.Sprint(list), "answer") {
		t.Errorf("the log has an answer that was refused: %+v (%v)", list, err)
	}
	if res, err = store.Resume(t.Context(), "t", hitlrun.Answer{Value: json.RawMessage(`{"n":3}`)}); err != nil || res.Status != hitlrun.StatusDone {
		t.Errorf("an answer that fits: %+v (%v)", res, err)
	}
}

const asksAnew = `
import { StateGraph, START, END, Annotation, interrupt } from "@langchain/langgraph";
const State = Annotation.Root({ answer: Annotation<any> });
let n = 0;
export const graph = new StateGraph(State)
  .addNode("ask", () => ({ answer: [interrupt("draft " + ++n), interrupt("and?")] }))
  .addEdge(START, "ask").addEdge("ask", END).compile();
`

func TestMismatch(t *testing.T) {
	t.Parallel()
	var stderr strings.Builder
	for _, strict := range []bool{false, true} {
		store, err := hitlrun.Open(":memory:", hitlrun.Options{Script: hitlrun.ScriptOptions{Reuse: true}}) // n is shared
		if err != nil {
			t.Fatal(err)
		}
		defer store.Close()
		script, err := hitlrun.LoadSource(filepath.Join(t.TempDir(), "flow.ts"), []byte(asksAnew), hitlrun.ScriptOptions{Stderr: &stderr})
		if err != nil {
			t.Fatal(err)
		}
		defer script.Close()
		if _, err := store.Start(t.Context(), script, hitlrun.Start{ThreadID: "t", Input: json.RawMessage(`{}`)}); err != nil {
			t.Fatal(err)
		}
		// Resume brings the script back from the store, so n begins anew: asked once more it is the same question.
		a := hitlrun.Answer{Value: json.RawMessage(`"yes"`), RunOptions: hitlrun.RunOptions{Strict: strict}}
		if _, err := store.Resume(t.Context(), "t", a); err != nil {
			t.Fatal(err)
		}
		_, err = store.Resume(t.Context(), "t", a) // n is 2 now
		if strict {
			want := `node "ask" asks a different question than the one that was answered: question 1 was "draft 1", and is "draft 2" now`
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("strict: %v\nwant %s", err, want)
			}
			now, err := store.State(t.Context(), "t")
			if err != nil || now.Status != hitlrun.StatusError {
				t.Errorf("strict: %+v (%v)", now, err)
			}
			a.Strict = false // the answer was stored: without strict the thread continues
			res, err := store.Resume(t.Context(), "t", hitlrun.Answer{})
			if err != nil || string(res.Values) != `{"answer":["yes","yes"]}` {
				t.Errorf("afterwards: %+v (%v)", res, err)
			}
		} else if err != nil {
			t.Errorf("not strict: %v", err)
		}
	}
}

const late = `
import { StateGraph, START, END, Annotation } from "@langchain/langgraph";
import { interrupt, InterruptTimeoutError } from "hitlrun";
const State = Annotation.Root({ a: Annotation<any>, b: Annotation<any>, runs: Annotation<number>({ reducer: (a, b) => a + b, default: () => 0 }) });
export const graph = new StateGraph(State)
  .addNode("ask", () => ({ a: interrupt("a?", { timeout: "50ms", onTimeout: false }) }))
  .addNode("fail", () => {
    try { return { b: interrupt("b?", { timeout: 20, onTimeout: "error" }), runs: 1 }; }
    catch (e) { if (!(e instanceof InterruptTimeoutError)) throw e; return { b: e.message, runs: 1 }; }
  })
  .addEdge(START, "ask").addEdge("ask", "fail").addEdge("fail", END).compile();
`

// Deadlines are applied once, however many sweep.
func TestSweep(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "test.db")
	stores := []*hitlrun.Store{open(t, path), open(t, path), open(t, path)}
	script := load(t, late)
	const threads = 20
	for i := range threads {
		if _, err := stores[0].Start(t.Context(), script, hitlrun.Start{ThreadID: fmt.Sprint(i), Input: json.RawMessage(`{}`)}); err != nil {
			t.Fatal(err)
		}
	}
	deadline := time.Now().Add(30 * time.Second)
	for done := 0; done < threads; {
		if time.Now().After(deadline) {
			t.Fatalf("%d threads of %d are done", done, threads)
		}
		var wg sync.WaitGroup
		for _, s := range stores {
			wg.Go(func() {
				swept, err := s.Sweep(context.Background(), hitlrun.Sweep{})
				if err != nil {
					t.Error(err)
				}
				for _, one := range swept {
					if one.Err != nil {
						t.Errorf("thread %s: %v", one.ThreadID, one.Err)
					}
				}
			})
		}
		wg.Wait()
		list, err := stores[0].Threads(t.Context(), hitlrun.ThreadFilter{Status: hitlrun.StatusDone})
		if err != nil {
			t.Fatal(err)
		}
		done = len(list)
	}
	for i := range threads {
		res, err := stores[0].State(t.Context(), fmt.Sprint(i))
		if want := `{"a":false,"b":"nobody answered question 1 of node \"fail\" in time","runs":1}`; err != nil || string(res.Values) != want {
			t.Errorf("thread %d: %s (%v)\nwant %s", i, res.Values, err, want)
		}
	}
	list, err := stores[0].Audit(t.Context(), hitlrun.AuditFilter{})
	if err != nil {
		t.Fatal(err)
	}
	timeouts := 0
	for _, e := range list {
		for _, ev := range e.Events {
			if ev.Kind == "timeout" {
				timeouts++
			}
		}
	}
	if timeouts != 2*threads {
		t.Errorf("%d timeouts in the log, want %d", timeouts, 2*threads)
	}
	_, err = stores[0].Resume(t.Context(), "0", hitlrun.Answer{Value: json.RawMessage("true")})
	if !errors.Is(err, hitlrun.ErrResolved) || !strings.Contains(err.Error(), "the deadline of question") {
		t.Errorf("an answer after the deadline: %v", err)
	}
}

// TestBeginningOfAnID checks that the beginning of an id, which is enough to answer a question, does not answer another one when
// the answer is repeated: there are 16 first digits, so the ids of 17 questions cannot all begin differently.
func TestBeginningOfAnID(t *testing.T) {
	t.Parallel()
	store := open(t, filepath.Join(t.TempDir(), "test.db"))
	script := load(t, `
import { StateGraph, START, Annotation, Command, interrupt } from "@langchain/langgraph";
export const graph = new StateGraph(Annotation.Root({ n: Annotation<number>({ reducer: (a, b) => a + b, default: () => 0 }) }))
  .addNode("ask", () => (interrupt("go on?"), new Command({ update: { n: 1 }, goto: "ask" })), { ends: ["ask"] }).addEdge(START, "ask").compile();
`)
	res, err := store.Start(t.Context(), script, hitlrun.Start{ThreadID: "t", Input: json.RawMessage(`{}`)})
	answered := map[string]bool{}
	for refused := 0; refused < 3; {
		if err != nil || len(res.Interrupts) != 1 || len(answered) > 60 {
			t.Fatalf("after %d answers: %v, %v", len(answered), res, err)
		}
		id := res.Interrupts[0].ID
		answer := hitlrun.Answer{Value: json.RawMessage(`1`), Interrupt: id[:1]}
		if answered[id[:1]] {
			if _, err := store.Resume(t.Context(), "t", answer); !errors.Is(err, hitlrun.ErrNotWaiting) || !strings.Contains(err.Error(), "give more of the id") {
				t.Fatalf("the beginning of two ids: %v", err)
			}
			refused++
			answer.Interrupt = id
		}
		answered[id[:1]] = true
		res, err = store.Resume(t.Context(), "t", answer)
	}
}
