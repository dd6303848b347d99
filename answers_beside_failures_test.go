// This file tests that a node that fails does not take away the questions of the others.

package hitlrun_test

import (
	"encoding/json"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hitlrun/hitlrun"
	"github.com/hitlrun/hitlrun/checkpoint"
)

const asksBesideFailure = `
import { StateGraph, START, Annotation, interrupt } from "@langchain/langgraph";
const State = Annotation.Root({ log: Annotation<string[]>({ reducer: (a, b) => a.concat(b), default: () => [] }) });
const inner = new StateGraph(State).addNode("deep", () => ({ log: ["deep=" + interrupt("deep?")] })).addEdge(START, "deep").compile();
export const graph = new StateGraph(State)
  .addNode("a", () => {
    const answer = interrupt("a?");
    if (answer === "bad") throw new Error("a refuses " + answer);
    return { log: ["a=" + answer] };
  })
  .addNode("b", () => ({ log: ["b=" + interrupt("b?") + interrupt("really?")] }))
  .addNode("level", inner)
  .addNode("invokes", async () => ({ log: (await inner.invoke({ log: [] })).log.map((x) => x + "!") }))
  .addNode("end", () => ({ log: ["end"] }))
  .addEdge(START, "a").addEdge(START, "b").addEdge(START, "level").addEdge(START, "invokes")
  .addEdge(["a", "b", "level", "invokes"], "end").compile();
`

// eachKindOfStore calls f with a new store in memory, one in a file, and one over a saver of the program.
func eachKindOfStore(t *testing.T, f func(t *testing.T, store *hitlrun.Store)) {
	t.Helper()
	for name, open := range map[string]func() (*hitlrun.Store, error){
		"memory": func() (*hitlrun.Store, error) { return hitlrun.Open(":memory:", hitlrun.Options{}) },
		"file": func() (*hitlrun.Store, error) {
			return hitlrun.Open(filepath.Join(t.TempDir(), "test.db"), hitlrun.Options{})
		},
		"saver of the program": func() (*hitlrun.Store, error) {
			return hitlrun.New(struct{ checkpoint.Saver }{&checkpoint.MemorySaver{}}, hitlrun.Options{})
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			store, err := open()
			if err != nil {
				t.Fatal(err)
			}
			defer store.Close()
			f(t, store)
		})
	}
}

func TestQuestionsBesideAFailure(t *testing.T) {
	t.Parallel()
	s := load(t, asksBesideFailure)
	eachKindOfStore(t, func(t *testing.T, store *hitlrun.Store) {
		res, err := store.Start(t.Context(), s, hitlrun.Start{ThreadID: "t", Input: json.RawMessage(`{}`)})
		if err != nil {
			t.Fatal(err)
		}
		ids := map[string]string{}
		for _, in := range res.Interrupts {
			if ids[in.Node] != "" {
				in.Node = "deeper" // the node of the graph that a function invokes
			}
			ids[in.Node] = in.ID
		}
		give := func(node, value string) error {
			_, err := store.Resume(t.Context(), "t", hitlrun.Answer{Value: json.RawMessage(value), Interrupt: ids[node]})
			return err
		}
		waits := func(want ...string) {
			t.Helper()
			res, err := store.State(t.Context(), "t")
			if err != nil || res.Status != hitlrun.StatusError {
				t.Fatalf("%+v (%v)", res, err)
			}
			thread, err := store.Thread(t.Context(), "t")
			if err != nil {
				t.Fatal(err)
			}
			for what, list := range map[string][]hitlrun.Interrupt{"the state": res.Interrupts, "the thread": thread.Interrupts} {
				var got []string
				for _, in := range list {
					got = append(got, in.ID)
				}
				var all []string
				for _, node := range want {
					all = append(all, ids[node])
				}
				slices.Sort(got)
				if slices.Sort(all); !slices.Equal(got, all) {
					t.Errorf("%s has the questions %v, want those of %v: %v", what, got, want, ids)
				}
			}
		}
		fails := func(err error) {
			t.Helper()
			if err == nil || !strings.Contains(err.Error(), "a refuses bad") {
				t.Fatalf("got %v, want the error of a", err)
			}
		}
		fails(give("a", `"bad"`))
		waits("b", "deep", "deeper")
		failed, err := store.FailedAnswers(t.Context(), "t")
		if err != nil || len(failed) != 1 || failed[0].ID != ids["a"] || failed[0].Node != "a" || string(failed[0].Value) != `"a?"` {
			t.Errorf("the answers that can be replaced: %+v (%v)", failed, err)
		}
		// The others are answered while a fails each time.
		fails(give("b", `"yes"`))
		res, err = store.State(t.Context(), "t")
		if err != nil {
			t.Fatal(err)
		}
		for _, in := range res.Interrupts {
			if string(in.Value) == `"really?"` {
				ids["b"] = in.ID // the second question of the node; it may not have come to it
			}
		}
		if err := give("a", `"good"`); !errors.Is(err, hitlrun.ErrResolved) {
			t.Errorf("a second answer to a: %v, want ErrResolved", err)
		}
		var several *hitlrun.ChooseError
		if _, err := store.Resume(t.Context(), "t", hitlrun.Answer{Value: json.RawMessage(`"x"`)}); !errors.As(err, &several) {
			t.Errorf("an answer to one of several: %v, want a ChooseError", err)
		} else if i := slices.IndexFunc(several.Interrupts, func(in hitlrun.Interrupt) bool { return in.ID == ids["a"] }); i < 0 || string(several.Interrupts[i].Value) != `"a?"` {
			t.Errorf("an answer to one of several: %+v, want also the question of the node that failed", several.Interrupts)
		}
		_, err = store.Resume(t.Context(), "t", hitlrun.Answer{Values: map[string]json.RawMessage{ids["deep"]: json.RawMessage(`"yes"`), ids["deeper"]: json.RawMessage(`"yes"`)}})
		fails(err)
		if err := give("deep", `"no"`); !errors.Is(err, hitlrun.ErrResolved) {
			t.Errorf("a second answer to deep: %v, want ErrResolved", err)
		}
		_, err = store.Resume(t.Context(), "t", hitlrun.Answer{})
		fails(err)
		res, err = store.Resume(t.Context(), "t", hitlrun.Answer{Value: json.RawMessage(`"good"`), Interrupt: ids["a"], Replace: true})
		for err == nil && res.Status == hitlrun.StatusInterrupted && len(res.Interrupts) == 1 && string(res.Interrupts[0].Value) == `"really?"` {
			res, err = store.Resume(t.Context(), "t", hitlrun.Answer{Value: json.RawMessage(`"sure"`)})
		}
		if err != nil || string(res.Values) != `{"log":["a=good","b=yessure","deep=yes!","deep=yes","end"]}` {
			t.Errorf("got %+v (%v)", res, err)
		}
	})
}
