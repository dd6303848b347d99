// This file tests the error of a superstep in which several nodes fail.

package hitlrun_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/hitlrun/hitlrun"
)

func TestSeveralFailures(t *testing.T) {
	t.Parallel()
	script := load(t, `
import { StateGraph, START, Annotation } from "@langchain/langgraph";
export const graph = new StateGraph(Annotation.Root({ a: Annotation<number> }))
  .addNode("x", () => { throw new TypeError("x fails"); })
  .addNode("y", () => { throw new RangeError("y fails"); })
  .addEdge(START, "x").addEdge(START, "y").compile();
`)
	eachKindOfStore(t, func(t *testing.T, store *hitlrun.Store) {
		_, err := store.Start(t.Context(), script, hitlrun.Start{ThreadID: "t", Input: []byte(`{"a":1}`)})
		var failed *hitlrun.Error
		if !errors.As(err, &failed) {
			t.Fatalf("got %v, want an error of the script", err)
		}
		now, err := store.State(t.Context(), "t")
		if err != nil {
			t.Fatal(err)
		}
		const first = `AggregateError: Multiple errors occurred during superstep 1. See the "errors" field of this exception for more details.`
		for what, text := range map[string]string{"error": failed.Message, "stack": failed.Stack, "thread": now.Error} {
			line, rest, _ := strings.Cut(text, "\n")
			if what != "stack" && line != first || !strings.Contains(text, "Multiple errors") || !strings.Contains(rest, "TypeError: x fails") || !strings.Contains(rest, "RangeError: y fails") {
				t.Errorf("%s: got %q", what, text)
			}
		}
		if failed.Name != "AggregateError" {
			t.Errorf("got name %q", failed.Name)
		}
	})
}
