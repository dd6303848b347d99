// This file tests sweeps and answers at the same time.

package hitlrun

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// asks has the first question with a deadline, and another one behind it in the same node: its id may be the same.
const asks = `
import { StateGraph, START, END, Annotation, interrupt } from "@langchain/langgraph";
const State = Annotation.Root({ next: Annotation(), a: Annotation(), b: Annotation(), runs: Annotation({ reducer: (a, b) => a + b, default: () => 0 }) });
export const graph = new StateGraph(State)
  .addNode("ask", ({ next }) => {
    const a = interrupt("a?", { timeout: "1ms", onTimeout: "late" });
    const b = next === "plain" ? interrupt("b?") : next === "deadline" ? interrupt("b?", { timeout: "1h", onTimeout: "wrong" }) : "";
    return { a, b, runs: 1 };
  })
  .addEdge(START, "ask").addEdge("ask", END).compile();
`

// TestSweepsAndAnswersAtOnce has each question either answered or timed out, and no thread harmed.
func TestSweepsAndAnswersAtOnce(t *testing.T) {
	t.Parallel()
	script, err := LoadSource("late.mjs", []byte(asks), ScriptOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer script.Close()
	path := filepath.Join(t.TempDir(), "test.db")
	var stores [4]*Store
	for i := range stores {
		if stores[i], err = Open(path, Options{}); err != nil {
			t.Fatal(err)
		}
		defer stores[i].Close()
	}
	const threads = 80
	kinds := []string{"plain", "deadline", "done"}
	ids := make([]string, threads)
	for i := range threads {
		res, err := stores[0].Start(t.Context(), script, Start{ThreadID: fmt.Sprint(i), Input: fmt.Appendf(nil, `{"next":%q}`, kinds[i%3])})
		if err != nil {
			t.Fatal(err)
		}
		ids[i] = res.Interrupts[0].ID
	}
	var wg sync.WaitGroup
	answered := make([]bool, threads)
	ctx, cancel := context.WithCancel(t.Context())
	for _, s := range stores[:2] {
		wg.Go(func() {
			for ctx.Err() == nil {
				swept, err := s.Sweep(context.Background(), Sweep{})
				if err != nil {
					t.Error(err)
				}
				for _, one := range swept {
					if one.Err != nil {
						t.Errorf("sweep of thread %s: %v", one.ThreadID, one.Err)
					}
				}
			}
		})
	}
	var people sync.WaitGroup
	for k, s := range stores[2:] {
		people.Go(func() {
			for n, i := range rand.Perm(threads) {
				for n%2 == k {
					_, err := s.Resume(context.Background(), fmt.Sprint(i), Answer{Value: json.RawMessage(`"person"`), Interrupt: ids[i], RunOptions: RunOptions{By: "person"}})
					if errors.Is(err, ErrBusy) {
						continue
					}
					if err != nil && !errors.Is(err, ErrResolved) && !errors.Is(err, ErrNotWaiting) {
						t.Errorf("answer to thread %d: %v", i, err)
					}
					answered[i] = answered[i] || err == nil
					break
				}
			}
		})
	}
	people.Wait()
	for i := range threads { // the sweeps answer those that no person has answered
		for {
			res, err := stores[0].State(t.Context(), fmt.Sprint(i))
			if err != nil {
				t.Fatal(err)
			}
			if res.Status != StatusInterrupted || len(res.Interrupts) == 0 || res.Interrupts[0].ID != ids[i] {
				break
			}
		}
	}
	cancel()
	wg.Wait()
	byPeople := 0
	for i := range threads {
		res, err := stores[0].State(t.Context(), fmt.Sprint(i))
		if err != nil {
			t.Fatal(err)
		}
		entries, err := stores[0].Audit(t.Context(), AuditFilter{ThreadID: fmt.Sprint(i)})
		if err != nil {
			t.Fatal(err)
		}
		given := ""
		for _, e := range entries {
			for _, ev := range e.Events {
				if ev.Kind == "answer" || ev.Kind == "timeout" {
					given += " " + ev.Kind + " by " + e.By
				}
			}
		}
		want := map[bool]string{true: " answer by person", false: " timeout by deadline"}[answered[i]]
		if answered[i] {
			byPeople++
		}
		status := StatusInterrupted
		if i%3 == 2 {
			status = StatusDone
		}
		if res.Status != status || given != want || status == StatusDone && !strings.Contains(string(res.Values), `"runs":1`) {
			t.Errorf("thread %d (%s, answered: %v): %+v; the log has%s", i, kinds[i%3], answered[i], res, given)
		}
	}
	t.Logf("%d of %d threads were answered by people", byPeople, threads)
}
