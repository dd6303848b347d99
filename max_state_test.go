// This file has states that are larger than Limits.StateBytes.

package hitlrun_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hitlrun/hitlrun"
	"github.com/hitlrun/hitlrun/checkpoint"
)

// growingStates has a graph whose state grows by 1000 letters with each superstep, in another channel each; one whose list grows; one whose
// tasks write much that their reducer does not retain; and one in which a task has written when another one asks.
const growingStates = `import { Annotation, END, START, Send, StateGraph, interrupt } from "@langchain/langgraph";
const channels = { n: Annotation(), every: Annotation() };
for (let i = 0; i < 20; i++) channels["c" + i] = Annotation();
export const graph = new StateGraph(Annotation.Root(channels))
  .addNode("grow", ({ n = 0 }) => ({ n: n + 1, ["c" + n]: "x".repeat(1000) }))
  .addNode("ask", () => { interrupt("?"); return {}; })
  .addEdge(START, "grow").addConditionalEdges("grow", ({ n, every }) => n % every === 0 ? "ask" : "grow").addEdge("ask", "grow").compile();
export const list = new StateGraph(Annotation.Root({ l: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }), n: Annotation() }))
  .addNode("grow", ({ n = 0 }) => ({ n: n + 1, l: ["x".repeat(1000)] }))
  .addEdge(START, "grow").addConditionalEdges("grow", ({ n }) => n === 12 ? END : "grow").compile();
export const replaced = new StateGraph(Annotation.Root({ n: Annotation(), v: Annotation() }))
  .addNode("grow", ({ n = 0 }) => ({ n: n + 1, v: "x".repeat(3000) }))
  .addEdge(START, "grow").addConditionalEdges("grow", ({ n }) => n === 12 ? END : "grow").compile();
export const fan = new StateGraph(Annotation.Root({ size: Annotation({ reducer: (a, b) => a + b.length, default: () => 0 }) }))
  .addNode("one", () => ({ size: "x".repeat(1000) })).addConditionalEdges(START, () => Array.from({ length: 12 }, () => new Send("one", {}))).compile();
`

func TestStateIsRefused(t *testing.T) {
	t.Parallel()
	const most = 5000
	for name, o := range map[string]struct {
		open      func(t *testing.T) *hitlrun.Store
		isolation hitlrun.Isolation
	}{
		"memory": {func(t *testing.T) *hitlrun.Store { return open(t, ":memory:") }, hitlrun.InProcess},
		"file":   {func(t *testing.T) *hitlrun.Store { return open(t, filepath.Join(t.TempDir(), "s.db")) }, hitlrun.InProcess},
		"worker": {func(t *testing.T) *hitlrun.Store { return open(t, filepath.Join(t.TempDir(), "s.db")) }, hitlrun.Process},
		"saver of the program": {func(t *testing.T) *hitlrun.Store {
			s, err := hitlrun.New(struct{ checkpoint.Saver }{&checkpoint.MemorySaver{}}, hitlrun.Options{})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { s.Close() })
			return s
		}, hitlrun.InProcess},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			store := o.open(t)
			script := loadWith(t, growingStates, hitlrun.ScriptOptions{Limits: hitlrun.Limits{StateBytes: most}, Isolation: o.isolation})
			start := func(graph, input string) error {
				_, err := store.Start(t.Context(), script, hitlrun.Start{ThreadID: graph, Graph: graph, Input: json.RawMessage(input)})
				return err
			}
			refused := func(graph string, err error, want string) {
				t.Helper()
				if err == nil || !strings.Contains(err.Error(), want) {
					t.Errorf("%s: %v, want %s", graph, err, want)
				}
			}
			// values returns how many letters the state has, and the status.
			stands := func(id string, status hitlrun.Status, letters int) {
				t.Helper()
				res, err := store.State(t.Context(), id)
				if err != nil || res.Status != status || strings.Count(string(res.Values), "x") != letters {
					t.Errorf("%s: %d letters, %+v, %v; want %d, %s", id, strings.Count(string(res.Values), "x"), res.Status, err, letters, status)
				}
			}
			const tooLarge = "the values of the state have at least 50%d bytes together when they are stored, and at most 5000 are allowed (--max-state); the largest channels are c0 (1002 bytes), c1 (1002 bytes), c2 (1002 bytes)"
			if err := start("graph", `{"every":3}`); err != nil {
				t.Fatal(err)
			}
			stands("graph", hitlrun.StatusInterrupted, 3000)
			_, err := store.Resume(t.Context(), "graph", hitlrun.Answer{Value: json.RawMessage(`1`), Script: script})
			refused("graph", err, fmt.Sprintf(tooLarge, 12)) // sizes of the values before the question count
			stands("graph", hitlrun.StatusError, 4000)
			refused("list", start("list", `{}`), "the largest channels are l (")
			stands("list", hitlrun.StatusError, 4000)
			refused("fan", start("fan", `{}`), "the writes of the tasks of this superstep have at least 5010 bytes together when they are stored, and at most 5000 are allowed (--max-state); the largest are of one (1002 bytes)")
			if err := start("replaced", `{}`); err != nil {
				t.Errorf("what was replaced counts: %v", err)
			}
			stands("replaced", hitlrun.StatusDone, 3000)
			_, err = store.Start(t.Context(), script, hitlrun.Start{ThreadID: "large", Graph: "graph", Input: json.RawMessage(`{"c1":"` + strings.Repeat("x", 6000) + `"}`)})
			if !errors.Is(err, hitlrun.ErrBounds) {
				t.Errorf("an input: %v", err)
			}
			if _, err := store.Thread(t.Context(), "large"); !errors.Is(err, hitlrun.ErrNoThread) {
				t.Errorf("a thread is there: %v", err)
			}
			_, err = store.Update(t.Context(), "updated", hitlrun.Update{Values: json.RawMessage(`{"v":"` + strings.Repeat("x", 6000) + `"}`), AsNode: "grow", Script: script, Graph: "replaced"})
			refused("an update", err, "--max-state")
		})
	}
}

// A store that has a state above the limit can be read, and continues with a larger one.
func TestStateAboveItsLimit(t *testing.T) {
	t.Parallel()
	store := open(t, filepath.Join(t.TempDir(), "s.db"))
	load := func(most int64) *hitlrun.Script {
		return loadWith(t, growingStates, hitlrun.ScriptOptions{Limits: hitlrun.Limits{StateBytes: most}})
	}
	if _, err := store.Start(t.Context(), load(-1), hitlrun.Start{ThreadID: "t", Graph: "graph", Input: json.RawMessage(`{"every":6}`)}); err != nil {
		t.Fatal(err)
	}
	if _, err := store.Resume(t.Context(), "t", hitlrun.Answer{Value: json.RawMessage(`1`), Script: load(5000)}); err == nil || !strings.Contains(err.Error(), "--max-state") {
		t.Errorf("a limit below what is stored: %v", err)
	}
	if res, err := store.Resume(t.Context(), "t", hitlrun.Answer{Script: load(-1)}); err != nil || res.Status != hitlrun.StatusInterrupted {
		t.Errorf("without a limit: %+v, %v", res, err)
	}
}

// Sizes of states are those of what is read, and are found without reading it.
func TestStateSize(t *testing.T) {
	t.Parallel()
	store := open(t, filepath.Join(t.TempDir(), "s.db"))
	script := loadWith(t, growingStates, hitlrun.ScriptOptions{})
	if _, err := store.Start(t.Context(), script, hitlrun.Start{ThreadID: "t", Graph: "graph", Input: json.RawMessage(`{"every":6}`)}); err != nil {
		t.Fatal(err)
	}
	size, err := store.StateSize(t.Context(), "t", "", "", true, 1<<30, func(int64) error { return nil })
	if err != nil || size.Values < 6*1002 || size.Values > 6*1002+50 || size.Writes < 10 || size.Writes > 500 || size.Inner != 0 {
		t.Errorf("%+v, %v", size, err)
	}
	if size, err := store.StateSize(t.Context(), "none", "", "", true, 1<<30, nil); err != nil || size.Total() != 0 {
		t.Errorf("a thread that is not there has %+v, %v", size, err)
	}
	history, err := store.History(t.Context(), "t", 0)
	if err != nil {
		t.Fatal(err)
	}
	older, err := store.StateSize(t.Context(), "t", "", history[3].CheckpointID, false, 0, nil)
	if err != nil || older.Values < 3*1002 || older.Values > 3*1002+50 || older.Writes < 1002 || older.Writes > 1002+100 {
		t.Errorf("at step 3: %+v, %v", older, err)
	}
	largest, err := store.HistorySize(t.Context(), "t", hitlrun.HistoryFilter{Before: history[2].CheckpointID})
	if err != nil || largest != older.Total() {
		t.Errorf("before step 4: %d, %v, want %d", largest, err, older.Total())
	}
	now, err := store.StateAt(t.Context(), "t", "", "", false)
	tasks, tasksErr := store.TasksAt(t.Context(), "t", "", "")
	if err != nil || tasksErr != nil {
		t.Fatal(err, tasksErr)
	}
	if tasks.Values != nil || fmt.Sprint(tasks.Tasks, tasks.Next, tasks.CheckpointID) != fmt.Sprint(now.Tasks, now.Next, now.CheckpointID) {
		t.Errorf("tasks %+v, want those of %+v", tasks, now)
	}
	res, err := store.StateUpTo(t.Context(), "t", 6000)
	if whole, wholeErr := store.StateUpTo(t.Context(), "t", 7000); err != nil || wholeErr != nil || res.Values != nil || string(whole.Values) != string(now.Values) || len(res.Interrupts) != 1 {
		t.Errorf("up to 6000 bytes %+v, up to 7000 %+v, %v, %v", res, whole, err, wholeErr)
	}
}

// A run that ends returns no values above RunOptions.MostValues.
func TestMostValues(t *testing.T) {
	t.Parallel()
	store := open(t, filepath.Join(t.TempDir(), "s.db"))
	script := loadWith(t, growingStates, hitlrun.ScriptOptions{})
	for most, want := range map[int64]bool{0: true, 6000: false, 7000: true} {
		res, err := store.Start(t.Context(), script, hitlrun.Start{ThreadID: fmt.Sprint("t", most), Graph: "graph", Input: json.RawMessage(`{"every":6}`), RunOptions: hitlrun.RunOptions{MostValues: most}})
		if err != nil || (res.Values != nil) != want || res.CheckpointID == "" || len(res.Next) != 1 {
			t.Errorf("%d: %+v, %v", most, res, err)
		}
	}
}

// A run that failed, for example because of a limit of time, has to end soon: it does not read a large state.
func TestFailedRunsReadNoLargeState(t *testing.T) {
	t.Parallel()
	store := open(t, filepath.Join(t.TempDir(), "s.db"))
	script := loadWith(t, `import { Annotation, END, START, StateGraph } from "@langchain/langgraph";
export const graph = new StateGraph(Annotation.Root({ v: Annotation(), size: Annotation() }))
  .addNode("grow", ({ size }) => ({ v: "x".repeat(size) })).addNode("fail", () => { throw new Error("no") })
  .addEdge(START, "grow").addEdge("grow", "fail").addEdge("fail", END).compile();`, hitlrun.ScriptOptions{})
	for size, want := range map[int]bool{1000: true, 2 << 20: false} {
		res, err := store.Start(t.Context(), script, hitlrun.Start{ThreadID: fmt.Sprint("t", size), Input: json.RawMessage(fmt.Sprintf(`{"size":%d}`, size))})
		if err == nil || res == nil || res.Status != hitlrun.StatusError || (res.Values != nil) != want {
			t.Errorf("%d bytes: %.200v, %v", size, res, err)
		}
	}
}
