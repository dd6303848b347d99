// This file tests the file that --trace=FILE writes.

package main

import (
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const tracedFlow = `
import { Annotation, START, StateGraph, interrupt } from "@langchain/langgraph";
const State = Annotation.Root({ a: Annotation<number>(), b: Annotation<number>(), tries: Annotation<number>() });
let tries = 0;
export default new StateGraph(State)
  .addNode("left", async () => { await new Promise((r) => setTimeout(r, 20)); return { a: 1 }; })
  .addNode("right", async () => { await new Promise((r) => setTimeout(r, 20)); return { b: 2 }; })
  .addNode("flaky", () => { if (tries++ === 0) throw new Error("not yet"); return { tries }; }, { retryPolicy: { initialInterval: 1, jitter: false } })
  .addNode("ask", () => ({ a: interrupt("a?") }))
  .addEdge(START, "left").addEdge(START, "right").addEdge(["left", "right"], "flaky").addEdge("flaky", "ask")
  .compile();
`

// TestTraceFile holds the file against what Chrome and Perfetto expect: in a lane nothing overlaps.
func TestTraceFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	script, file := filepath.Join(dir, "flow.ts"), filepath.Join(dir, "trace.json")
	if err := os.WriteFile(script, []byte(tracedFlow), 0o644); err != nil {
		t.Fatal(err)
	}
	args := []string{"start", script, "--thread", "t", "--input", "{}", "--db", filepath.Join(dir, "t.db"), "--trace=" + file}
	var stderr strings.Builder
	if code := run(context.Background(), args, system{stdin: strings.NewReader(""), stdout: io.Discard, stderr: &stderr}); code != exitPaused {
		t.Fatalf("exit code %d\n%s", code, &stderr)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var events []struct {
		Name, Cat, Ph string
		TS, Dur       *float64
		PID, TID      *int
		Args          struct {
			Error    string
			Attempt  int
			Asks     bool
			ThreadID string `json:"thread_id"`
			Writes   map[string]int
		}
	}
	if err := json.Unmarshal(data, &events); err != nil {
		t.Fatalf("%v\n%s", err, data)
	}
	type span struct{ from, to float64 }
	lanes, found := map[int][]span{}, map[string]int{}
	for i, e := range events {
		switch {
		case e.Ph == "M" && (e.Name == "process_name" || e.Name == "thread_name"):
			continue
		case e.Ph != "X" || e.Name == "" || e.TS == nil || e.Dur == nil || *e.TS < 0 || *e.Dur < 0 || e.PID == nil || e.TID == nil:
			t.Errorf("event %d is none that can be shown: %+v", i, e)
			continue
		}
		if *e.TID != storeLane {
			for _, other := range lanes[*e.TID] {
				if *e.TS < other.to && other.from < *e.TS+*e.Dur {
					t.Errorf("event %d, %s, overlaps with another of lane %d", i, e.Name, *e.TID)
				}
			}
			lanes[*e.TID] = append(lanes[*e.TID], span{*e.TS, *e.TS + *e.Dur})
		}
		key := e.Cat + " " + e.Name
		switch {
		case e.Args.Error != "":
			key += " fails"
		case e.Args.Asks:
			key += " asks"
		case e.Args.Writes["a"] == 1, e.Args.Writes["b"] == 2, e.Args.Writes["tries"] == 2:
			key += " writes"
		}
		found[key]++
	}
	for _, want := range []string{
		"run run of thread t asks", "superstep superstep 0", "superstep superstep 1", "superstep superstep 3", "task left writes", "task right writes",
		"task flaky fails", "task flaky writes", "task ask asks",
	} {
		if found[want] != 1 {
			t.Errorf("%q is there %d times, want 1", want, found[want])
		}
	}
	if found["commit commit"] == 0 || found["sync sync"] == 0 {
		t.Errorf("no commit or sync: %v", found)
	}
}
