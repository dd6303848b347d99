// This file tests that cancelling a run does not take away the questions that nobody has answered.

package hitlrun_test

import (
	"encoding/json"
	"errors"
	"slices"
	"testing"

	"github.com/hitlrun/hitlrun"
)

const asksBesideCancel = `
import { StateGraph, START, Annotation, interrupt } from "@langchain/langgraph";
const State = Annotation.Root({ log: Annotation<string[]>({ reducer: (a, b) => a.concat(b), default: () => [] }) });
const slow = async (name: string, value: string, config: any) => {
  if (value === "slow") {
    config.writer(name + " is slow");
    await new Promise((done) => setTimeout(done, config.configurable.quick ? 1 : 3600_000));
  }
  return { log: [name + "=" + value] };
};
const inner = (shared?: true) => new StateGraph(State)
  .addNode("deep", (_, config) => slow("deep", interrupt("deep?"), config))
  .addNode("beside", (_, config) => slow("beside", interrupt("beside?"), config))
  .addNode("works", () => ({ log: ["works"] }))
  .addEdge(START, "deep").addEdge(START, "beside").addEdge(START, "works").compile({ checkpointer: shared });
export const graph = new StateGraph(State)
  .addNode("a", (_, config) => slow("a", interrupt("a?"), config))
  .addNode("b", (_, config) => slow("b", interrupt("b?") + interrupt("really?"), config))
  .addNode("level", inner()).addNode("lasting", inner(true))
  .addNode("invokes", async () => ({ log: (await inner().invoke({ log: [] })).log.map((x) => x + "!") }))
  .addNode("end", () => ({ log: ["end"] }))
  .addEdge(START, "a").addEdge(START, "b").addEdge(START, "level").addEdge(START, "lasting").addEdge(START, "invokes")
  .addEdge(["a", "b", "level", "lasting", "invokes"], "end").compile();
`

// After each cancelled run the questions without an answer wait, with their ids, and those that were answered do not.
func TestQuestionsBesideACancel(t *testing.T) {
	t.Parallel()
	s := load(t, asksBesideCancel)
	eachKindOfStore(t, func(t *testing.T, store *hitlrun.Store) {
		cancelled := func(begun *hitlrun.Run, err error) {
			t.Helper()
			if err != nil {
				t.Fatal(err)
			}
			for c, err := range begun.Chunks(t.Context()) {
				if err != nil {
					t.Fatal(err)
				}
				if c.Mode == hitlrun.ModeCustom {
					break
				}
			}
			if err := store.Cancel(t.Context(), "t", "ann"); err != nil {
				t.Fatal(err)
			}
		}
		modes := hitlrun.RunOptions{Modes: []hitlrun.Mode{hitlrun.ModeCustom}, Subgraphs: true}
		waits := func() (asked map[string]string) {
			t.Helper()
			res, err := store.State(t.Context(), "t")
			if err != nil || res.Status != hitlrun.StatusInterrupted {
				t.Fatalf("%+v (%v)", res, err)
			}
			thread, err := store.Thread(t.Context(), "t")
			if err != nil || len(thread.Interrupts) != len(res.Interrupts) {
				t.Fatalf("%+v (%v)", thread, err)
			}
			asked = map[string]string{}
			for _, in := range res.Interrupts {
				asked[in.ID] = string(in.Value)
			}
			return asked
		}
		if _, err := store.Start(t.Context(), s, hitlrun.Start{ThreadID: "t", Input: json.RawMessage("{}")}); err != nil {
			t.Fatal(err)
		}
		quick := modes
		quick.Config = json.RawMessage(`{"configurable":{"quick":true}}`)
		before := waits()
		if stopped, err := store.Stopped(t.Context(), "t"); err != nil || stopped {
			t.Errorf("all nodes ask, and stopped is %v (%v)", stopped, err)
		}
		if _, err := store.Resume(t.Context(), "t", hitlrun.Answer{}); !errors.Is(err, hitlrun.ErrWaiting) {
			t.Errorf("no answer: %v, want ErrWaiting", err)
		}
		// Each question is answered, and its run is cancelled before the node ends.
		for id, text := range before {
			answer := hitlrun.Answer{Interrupt: id, Value: json.RawMessage(`"slow"`), RunOptions: modes}
			if text == `"b?"` {
				answer.RunOptions = quick
				if _, err := store.Resume(t.Context(), "t", answer); err != nil {
					t.Fatal(err)
				}
			} else {
				cancelled(store.BeginResume(t.Context(), "t", answer))
			}
			if stopped, err := store.Stopped(t.Context(), "t"); err != nil || !stopped && text != `"b?"` {
				t.Errorf("after an answer to %s stopped is %v (%v)", text, stopped, err)
			}
			if _, err := store.Resume(t.Context(), "t", hitlrun.Answer{Interrupt: id, Value: json.RawMessage(`"other"`)}); err == nil {
				t.Fatalf("a second answer to %s is taken", text)
			}
			delete(before, id)
			after := waits()
			for id, text := range before {
				if after[id] != text {
					t.Errorf("%s is gone: %v wait", text, after)
				}
			}
			for id, text := range after {
				if text != before[id] && text != `"really?"` {
					t.Errorf("%s waits again", text)
				}
			}
			before = after
		}
		res, err := store.Resume(t.Context(), "t", hitlrun.Answer{Value: json.RawMessage(`"slow"`), RunOptions: quick}) // to the second question of b
		if err != nil || res.Status != hitlrun.StatusDone {
			t.Fatalf("%+v (%v)", res, err)
		}
		var end struct{ Log []string }
		if err := json.Unmarshal(res.Values, &end); err != nil {
			t.Fatal(err)
		}
		slices.Sort(end.Log)
		want := []string{"a=slow", "b=slowslow", "beside=slow", "beside=slow", "beside=slow!", "deep=slow", "deep=slow", "deep=slow!", "end", "works", "works", "works!"}
		if !slices.Equal(end.Log, want) {
			t.Errorf("at the end %v, want %v", end.Log, want)
		}
	})
}
