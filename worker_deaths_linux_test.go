// This file kills workers under load: each answer is used once, and no run is lost.

package hitlrun_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun"
)

const dying = `
import { StateGraph, START, END, Annotation, interrupt } from "@langchain/langgraph";
import { functions } from "hitlrun";
const State = Annotation.Root({ log: Annotation<number[]>({ reducer: (a, b) => [...a, ...b], default: () => [] }) });
const inner = new StateGraph(State)
  .addNode("ask", async ({ log }) => {
    const a = interrupt({ n: log.length });
    await functions.record(a);
    return { log: [a] };
  }, { effects: "once" })
  .addEdge(START, "ask").compile();
export const graph = new StateGraph(State)
  .addNode("own", async ({ log }) => {
    const a = interrupt({ n: log.length });
    await functions.record(a);
    return { log: [a] };
  }, { effects: "once" })
  .addNode("inner", async ({ log }) => ({ log: (await inner.invoke({ log })).log.slice(log.length) }))
  .addEdge(START, "own").addEdge("own", "inner")
  .addConditionalEdges("inner", ({ log }) => log.length < 6 ? "own" : END)
  .compile();`

// records has which answers a function was called with, by the key of the effect.
type records struct {
	mu    sync.Mutex
	byKey map[string]string
	calls int
}

func (r *records) record(ctx context.Context, args []json.RawMessage) (any, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.calls++
	r.byKey[hitlrun.EffectKey(ctx)] = string(args[0])
	return nil, ctx.Err()
}

func TestWorkersAreKilled(t *testing.T) {
	t.Parallel()
	threads, kills := 16, int64(40)
	if os.Getenv("HITLRUN_KILLS") != "" {
		_, _ = fmt.Sscan(os.Getenv("HITLRUN_KILLS"), &kills)
		threads = int(kills)
	}
	seen := &records{byKey: map[string]string{}}
	o := hitlrun.ScriptOptions{
		Isolation: hitlrun.Process, Workers: hitlrun.NewWorkers(hitlrun.WorkerOptions{Processes: 2}),
		Functions: map[string]hitlrun.Function{"record": hitlrun.RawFunc(seen.record)},
	}
	t.Cleanup(func() { o.Workers.Close() })
	store, err := hitlrun.Open(filepath.Join(t.TempDir(), "threads.db"), hitlrun.Options{Script: o})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	script := loadWith(t, dying, o)
	var killed atomic.Int64
	stop := make(chan struct{})
	var wg, killer sync.WaitGroup
	killer.Go(func() {
		for {
			select {
			case <-stop:
				return
			case <-time.After(rand.N(60 * time.Millisecond)):
			}
			if list := hitlrun.WorkerPIDs(o.Workers); len(list) > 0 && killed.Load() < kills {
				if syscall.Kill(list[rand.N(len(list))], syscall.SIGKILL) == nil {
					killed.Add(1)
				}
			}
		}
	})
	for i := range threads {
		wg.Go(func() { answerAllOf(t, store, script, fmt.Sprint("t", i)) })
		if i%4 == 3 {
			wg.Wait()
		}
	}
	wg.Wait()
	close(stop)
	killer.Wait()
	if len(seen.byKey) != 6*threads {
		t.Errorf("%d effects have a key of their own, want %d", len(seen.byKey), 6*threads)
	}
	t.Logf("%d workers killed, %d effects for %d answers", killed.Load(), seen.calls, 6*threads)
}

// answerAllOf runs a thread to its end, whatever becomes of workers.
func answerAllOf(t *testing.T, store *hitlrun.Store, script *hitlrun.Script, id string) {
	res, err := store.Start(t.Context(), script, hitlrun.Start{ThreadID: id, Input: json.RawMessage(`{}`)})
	for n, tries := 0, 0; ; tries++ {
		switch {
		case tries > 200:
			t.Errorf("%s: it does not come to an end: %+v %v", id, res, err)
			return
		case err != nil && !errors.Is(err, hitlrun.ErrWorker):
			t.Errorf("%s: %v", id, err)
			return
		case err != nil: // its three workers were all killed
			if res, err = store.State(t.Context(), id); errors.Is(err, hitlrun.ErrNoThread) {
				res, err = store.Start(t.Context(), script, hitlrun.Start{ThreadID: id, Input: json.RawMessage(`{}`)})
			} else if err == nil && res.Status == hitlrun.StatusError {
				res, err = store.Resume(t.Context(), id, hitlrun.Answer{})
			}
			continue
		case res.Status == hitlrun.StatusDone:
			if want := `{"log":[0,1,2,3,4,5]}`; string(res.Values) != want {
				t.Errorf("%s: got %s, want %s", id, res.Values, want)
			}
			return
		case len(res.Interrupts) != 1:
			t.Errorf("%s: %+v", id, res)
			return
		}
		var asked struct{ N int }
		if err := json.Unmarshal(res.Interrupts[0].Value, &asked); err != nil || asked.N < n || asked.N > n+1 {
			t.Errorf("%s: asked %s after %d answers (%v)", id, res.Interrupts[0].Value, n, err)
			return
		}
		n = asked.N
		res, err = store.Resume(t.Context(), id, hitlrun.Answer{Value: json.RawMessage(fmt.Sprint(n)), Interrupt: res.Interrupts[0].ID})
	}
}

// A worker dies in a node, and the next one exactly while the graph is chosen in it: what the getter of the export waits for is its
// death. The third runs the same graph.
func TestWorkerDiesWhileItChooses(t *testing.T) {
	t.Parallel()
	workers := hitlrun.NewWorkers(hitlrun.WorkerOptions{Processes: 1})
	t.Cleanup(func() { workers.Close() })
	var loaded, begun, chosen atomic.Int64
	counts := func(n *atomic.Int64, dies bool) hitlrun.Function {
		return hitlrun.RawFunc(func(context.Context, []json.RawMessage) (any, error) {
			count := n.Add(1)
			for _, pid := range hitlrun.WorkerPIDs(workers) {
				if dies && count == 1 {
					_ = syscall.Kill(pid, syscall.SIGKILL)
				}
			}
			return count, nil
		})
	}
	script := loadWith(t, `
import { StateGraph, START, Annotation } from "@langchain/langgraph";
import { functions } from "hitlrun";
const State = Annotation.Root({ by: Annotation<string>() });
const made = new StateGraph(State).addNode("work", async () => { await functions.begun(); return { by: "other" }; }).addEdge(START, "work").compile();
const load = await functions.loaded();
export const graph = new StateGraph(State).addNode("work", () => ({ by: "graph" })).addEdge(START, "work").compile();
export const other = {
  invoke: (...args: any[]) => (made as any).invoke(...args),
  get graph() {
    if (load === 2) {
      functions.chosen();
      for (;;);
    }
    return made;
  },
};`, hitlrun.ScriptOptions{
		Isolation: hitlrun.Process, Workers: workers,
		Functions: map[string]hitlrun.Function{"loaded": counts(&loaded, false), "begun": counts(&begun, true), "chosen": counts(&chosen, true)},
	})
	res, err := open(t, ":memory:").Start(t.Context(), script, hitlrun.Start{Graph: "other", Input: json.RawMessage(`{}`)})
	if err != nil || string(res.Values) != `{"by":"other"}` {
		t.Errorf("%+v (%v)", res, err)
	}
	if got := fmt.Sprint(loaded.Load(), begun.Load(), chosen.Load()); got != "3 2 1" {
		t.Errorf("it was loaded, begun, and killed while it was chosen %s times, want 3 2 1", got)
	}
}
