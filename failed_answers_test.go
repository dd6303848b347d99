package hitlrun_test

import (
	"path/filepath"
	"runtime"
	"testing"

	"github.com/hitlrun/hitlrun"
)

// The questions whose answers failed are found without the values of the state. Other tests would allocate memory meanwhile, so it
// is not parallel.
func TestFailedAnswersOfALargeState(t *testing.T) { //nolint:paralleltest // see above
	const size = 20_000_000
	script, err := hitlrun.LoadSource("large.ts", []byte(`import { StateGraph, Annotation, START, interrupt } from "@langchain/langgraph";
export const graph = new StateGraph(Annotation.Root({ large: Annotation<string>() }))
  .addNode("fill", () => ({ large: "x".repeat(20_000_000) }))
  .addNode("ask", () => { interrupt("go?"); throw new Error("no"); })
  .addEdge(START, "fill").addEdge("fill", "ask").compile();`), hitlrun.ScriptOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer script.Close()
	store, err := hitlrun.Open(filepath.Join(t.TempDir(), "large.db"), hitlrun.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	asked, err := store.Start(t.Context(), script, hitlrun.Start{ThreadID: "t", Input: []byte("{}")})
	if err != nil || len(asked.Values) < size {
		t.Fatal(err)
	}
	failed, err := store.Resume(t.Context(), "t", hitlrun.Answer{Value: []byte("true")})
	if err == nil || failed == nil || failed.Status != hitlrun.StatusError || failed.Error == "" || failed.CheckpointID == "" {
		t.Fatalf("%+v, %v", failed, err)
	}
	if failed.Values != nil {
		t.Errorf("a run that failed returned %d bytes of its state", len(failed.Values))
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	list, err := store.FailedAnswers(t.Context(), "t")
	runtime.ReadMemStats(&after)
	if err != nil || len(list) != 1 || list[0].ID != asked.Interrupts[0].ID {
		t.Fatalf("%+v, %v", list, err)
	}
	if took := after.TotalAlloc - before.TotalAlloc; took > size/4 {
		t.Errorf("it allocated %d bytes for a state of %d", took, size)
	}
}
