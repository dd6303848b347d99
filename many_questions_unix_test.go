// This file tests threads with thousands of questions in one superstep.

//go:build unix

package hitlrun_test

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun"
)

const asksMany = `
import { StateGraph, START, END, Annotation, Send, interrupt } from "@langchain/langgraph";
const State = Annotation.Root({ n: Annotation<number>(), out: Annotation<string[]>({ reducer: (a, b) => a.concat(b), default: () => [] }) });
export const graph = new StateGraph(State)
  .addNode("plan", () => ({}))
  .addNode("ask", ({ i }: any) => ({ out: [interrupt("q" + i)] }))
  .addEdge(START, "plan")
  .addConditionalEdges("plan", ({ n }) => Array.from({ length: n }, (_, i) => new Send("ask", { i })))
  .addEdge("ask", END).compile();
`

// cpuTime is how long the processors have worked for this process. What else the machine does is not in it.
func cpuTime(t *testing.T) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// An answer to one of ten times as many questions takes about ten times as much work, not a hundred times. It is not
// parallel: other tests work for the same process.
func TestAnswersToManyQuestions(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes seconds")
	}
	store, script := open(t, filepath.Join(t.TempDir(), "threads.db")), load(t, asksMany)
	answer := func(n int) time.Duration {
		id := fmt.Sprint(n)
		res, err := store.Start(t.Context(), script, hitlrun.Start{ThreadID: id, Input: fmt.Appendf(nil, `{"n":%d}`, n)})
		if err != nil || len(res.Interrupts) != n {
			t.Fatalf("%d questions: got %d (%v)", n, len(res.Interrupts), err)
		}
		fastest := time.Hour
		for i := range 5 { // the later ones meet the answers of those before them
			start := cpuTime(t)
			res, err = store.Resume(t.Context(), id, hitlrun.Answer{Interrupt: res.Interrupts[len(res.Interrupts)/2].ID, Value: json.RawMessage(`"yes"`)})
			if err != nil || len(res.Interrupts) != n-i-1 {
				t.Fatalf("answer %d of %d: %d questions are left (%v)", i, n, len(res.Interrupts), err)
			}
			if took := cpuTime(t) - start; i > 0 {
				fastest = min(fastest, took)
			}
		}
		return fastest
	}
	few, many := answer(500), answer(5000)
	t.Logf("an answer takes %v with 500 questions, %v with 5,000", few, many)
	if many > 30*few {
		t.Errorf("an answer takes %v with 500 questions, and %v with 5,000: that is not linear", few, many)
	}
}
