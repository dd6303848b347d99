//go:build unix

// This file kills hitlrun serve while it copies a thread.

package main

import (
	"fmt"
	"net/http"
	"path/filepath"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun"
)

const manySteps = `import { StateGraph, Annotation, START, END } from "@langchain/langgraph";
const State = Annotation.Root({ n: Annotation<number>(), log: Annotation<string[]>({ reducer: (a, b) => a.concat(b), default: () => [] }) });
export const flow = new StateGraph(State).addNode("step", ({ n }) => ({ n: n - 1, log: ["x".repeat(200) + n] }))
  .addEdge(START, "step").addConditionalEdges("step", ({ n }) => (n > 0 ? "step" : END)).compile();`

// A copy of a thread whose process is killed is gone when the store is opened again. A process that opens the store during a copy leaves it.
func TestCopiesAreWhole(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	writeScript(t, dir, "flow.ts", manySteps)
	const steps = 400
	for _, killed := range []bool{false, true} {
		cmd, url, _ := serving(t, dir, "flow.ts")
		thread := threadIn(postTo(t, url+"/threads", `{}`))
		postTo(t, url+"/threads/"+thread+"/runs/wait", fmt.Sprintf(`{"assistant_id":"flow","input":{"n":%d},"config":{"recursion_limit":1000},"durability":"async","stream_mode":[]}`, steps))
		before := postTo(t, url+"/threads/count", `{}`)
		copied := make(chan bool)
		go func() {
			defer close(copied)
			if resp, err := http.Post(url+"/threads/"+thread+"/copy", "application/json", http.NoBody); err == nil { // not if it is killed
				resp.Body.Close()
			}
		}()
		for within := time.Now().Add(20 * time.Second); postTo(t, url+"/threads/count", `{}`) == before; {
			if time.Now().After(within) {
				t.Fatal("no copy begins")
			}
		}
		if killed {
			_ = cmd.Process.Kill()
			_ = cmd.Wait()
		}
		store, err := hitlrun.Open(filepath.Join(dir, "test.db"), hitlrun.Options{})
		if err != nil {
			t.Fatal(err)
		}
		<-copied
		if !killed {
			endServing(t, cmd)
		}
		threads := 0
		for th, err := range store.EachThread(t.Context(), hitlrun.ThreadFilter{}) {
			if err != nil {
				t.Fatal(err)
			}
			states := 0
			for _, err := range store.EachState(t.Context(), th.ID, hitlrun.HistoryFilter{}) {
				if err != nil {
					t.Fatal(err)
				}
				states++
			}
			if threads++; states != steps+2 {
				t.Errorf("killed %t: a thread has %d states, want %d", killed, states, steps+2)
			}
		}
		if want := 2; !killed && threads != want {
			t.Errorf("there are %d threads, want %d", threads, want)
		}
		store.Close()
	}
}
