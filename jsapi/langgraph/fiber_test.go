// This file tests runs that wait for a checkpointer of the script.

package langgraph_test

import (
	"errors"
	goruntime "runtime"
	"strings"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun/jsapi"
	"github.com/hitlrun/hitlrun/jsapi/jsapitest"
)

// saverScript is a graph of two nodes on a MemorySaver whose methods are in the class body.
func saverScript(methods, end string) string {
	return `import { Annotation, MemorySaver, START, StateGraph } from "@langchain/langgraph";
class Own extends MemorySaver {` + methods + `}
const graph = new StateGraph(Annotation.Root({ n: Annotation<number>() }))
  .addNode("a", () => { console.log("a"); return { n: 1 }; })
  .addNode("b", () => { console.log("b"); return { n: 2 }; })
  .addEdge(START, "a").addEdge("a", "b").compile({ checkpointer: new Own() });
const config = { configurable: { thread_id: "t" } };
` + end
}

// The test is not parallel, so that no other test starts goroutines.
func TestSaverThatNeverAnswers(t *testing.T) {
	before := goruntime.NumGoroutine()
	for _, method := range []string{"getTuple", "put"} {
		source := saverScript("async "+method+"() { return new Promise(() => {}); }", `await graph.invoke({ n: 0 }, config);`)
		for range 6 {
			if _, _, err := jsapitest.Run(t, source, jsapi.Options{}); !errors.Is(err, jsapi.ErrUnsettled) {
				t.Fatalf("%s: got %v, want ErrUnsettled", method, err)
			}
		}
	}
	for range 100 {
		if goruntime.NumGoroutine() < before+6 {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("%d goroutines are left of 12 runs that were stopped", goruntime.NumGoroutine()-before)
}

// TestAbortWhileSaverWorks checks that no task starts after a run was aborted while it waited for its checkpointer.
func TestAbortWhileSaverWorks(t *testing.T) {
	t.Parallel()
	source := saverScript(`
  async put(...args: [any, any, any, any]) {
    await new Promise((resolve) => setTimeout(resolve, args[2].step === 1 ? 40 : 1));
    if (args[2].step === 1) controller.abort();
    await new Promise((resolve) => setTimeout(resolve, 20));
    return super.put(...args);
  }`, `const controller = new AbortController();
await graph.invoke({ n: 0 }, { ...config, durability: "sync", signal: controller.signal }).catch((e) => console.log(e.name));`)
	out, _, err := jsapitest.Run(t, source, jsapi.Options{})
	if err != nil || out != "a\nAbortError\n" {
		t.Errorf("got %q (%v)", out, err)
	}
}

// TestSaversWaitSideBySide checks that runs which wait for their checkpointers do not wait for each other.
func TestSaversWaitSideBySide(t *testing.T) {
	t.Parallel()
	source := saverScript(`
  async put(...args: [any, any, any, any]) {
    most = Math.max(most, ++working);
    await new Promise((resolve) => setTimeout(resolve, 5));
    working--;
    return super.put(...args);
  }`, `let working = 0, most = 0;
await Promise.all(Array.from({ length: 10 }, (_, i) => graph.invoke({ n: i }, { configurable: { thread_id: String(i) }, durability: "sync" })));
console.log("at once", most);`)
	out, _, err := jsapitest.Run(t, source, jsapi.Options{})
	if err != nil || !strings.HasSuffix(out, "at once 10\n") {
		t.Errorf("got %q (%v)", out[max(0, len(out)-40):], err)
	}
}
