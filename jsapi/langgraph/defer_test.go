package langgraph_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/checkpoint/sqlite"
	"github.com/hitlrun/hitlrun/jsapi"
	"github.com/hitlrun/hitlrun/jsapi/jsapitest"
)

// groupSaver records which writes are stored together.
type groupSaver struct {
	*sqlite.Store
	report func(string)
}

func (s *groupSaver) Commit(ctx context.Context, b checkpoint.Batch) error {
	s.report("stored 1")
	return s.Store.Commit(ctx, b)
}

func (s *groupSaver) CommitAll(ctx context.Context, all []checkpoint.Batch) error {
	s.report(fmt.Sprintf("stored %d", len(all)))
	return s.Store.CommitAll(ctx, all)
}

func (s *groupSaver) Sync(context.Context) error { return nil }

// reportingWriter records what is printed.
type reportingWriter func(string)

func (w reportingWriter) Write(p []byte) (int, error) {
	w(strings.TrimSpace(string(p)))
	return len(p), nil
}

// TestDeferred checks that the deferred writes of a run are committed before anything leaves the script, and within
// MaxDefer.
func TestDeferred(t *testing.T) {
	t.Parallel()
	const graph = `
import { Annotation, Command, END, MemorySaver, START, StateGraph, interrupt } from "@langchain/langgraph";
const State = Annotation.Root({ n: Annotation });
const checkpointer = new MemorySaver();
const make = (a, b = () => ({ n: 2 })) => new StateGraph(State).addNode("a", a).addNode("b", b)
  .addEdge(START, "a").addEdge("a", "b").addEdge("b", END).compile({ checkpointer });
const config = { configurable: { thread_id: "t" }, durability: DURABILITY };
const busy = (ms) => { const end = performance.now() + ms; while (performance.now() < end); };
`
	for _, tt := range []struct{ name, durability, code, want string }{
		{"a question", "undefined", `await make(() => ({ n: interrupt("?") })).invoke({}, config); console.log("asked");`, "stored 3, asked"},
		{"an answer", "undefined", `const g = make(() => ({ n: interrupt("?") })); await g.invoke({}, config); await g.invoke(new Command({ resume: 1 }), config);`,
			"stored 3, stored 1, stored 2"},
		{"supersteps", "undefined", `await make(() => ({ n: 1 })).invoke({}, config);`, "stored 4"},
		{"printing", "undefined", `await make(() => { console.log("a"); return { n: 1 }; }).invoke({}, config);`, "stored 2, a, stored 1, stored 1"},
		{"waiting", "undefined", `await make(async () => { await new Promise((r) => setTimeout(r, 1)); return { n: 1 }; }).invoke({}, config);`, "stored 2, stored 1, stored 1"},
		{"looking", "undefined", `const g = make(() => { g.getState(config).then((s) => console.log(s.metadata.step)); return { n: 1 }; });
			await g.invoke({}, config); await 0;`, "stored 2, 0, stored 1, stored 1"},
		{"the checkpointer", "undefined", `await make(() => { checkpointer.getTuple(config).then((s) => console.log(s.metadata.step)); return { n: 1 }; })
			.invoke({}, config); await 0;`, "stored 2, 0, stored 1, stored 1"},
		{"a run in the node", "undefined", `const other = make(() => ({ n: 1 }));
			await make(() => { other.invoke({}, { configurable: { thread_id: "u" } }); return { n: 1 }; }).invoke({}, config);`,
			"stored 2, stored 1, stored 1, stored 1, stored 1, stored 2"}, // they take turns
		{"a failure", "undefined", `await make(() => { throw new Error("no"); }).invoke({}, config).catch((e) => console.log(e.message));`, "stored 3, no"},
		{"an exit", "undefined", `await make(() => process.exit(0)).invoke({}, config);`, "stored 2"},
		{"computing", "undefined", `await make(() => { busy(500); return { n: 1 }; }).invoke({}, config);`, "stored 2, stored 1, stored 1"},
		{"async", `"async"`, `await make(() => ({ n: 1 })).invoke({}, config);`, "stored 4"},
		{"async, an answer", `"async"`, `const g = make(() => ({ n: interrupt("?") })); await g.invoke({}, config); await g.invoke(new Command({ resume: 1 }), config);`,
			"stored 3, stored 1, stored 2"},
		{"async, printing", `"async"`, `await make(() => ({ n: 1 }), () => { console.log("b"); return { n: 2 }; }).invoke({}, config);`, "stored 3, b, stored 1"},
		{"async, computing", `"async"`, `await make(() => ({ n: 1 }), () => { busy(500); return { n: 2 }; }).invoke({}, config);`, "stored 3, stored 1"},
		{"sync", `"sync"`, `await make(() => ({ n: 1 })).invoke({}, config);`, "stored 1, stored 1, stored 1, stored 1"},
		{"a stream", "undefined", `for await (const s of await make(() => ({ n: 1 })).stream({}, config)) console.log(JSON.stringify(s));`,
			`stored 1, stored 1, stored 1, {"a":{"n":1}}, stored 1, {"b":{"n":2}}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			store := openFile(t)
			var mu sync.Mutex
			var notified []string
			report := func(what string) {
				mu.Lock()
				defer mu.Unlock()
				notified = append(notified, what)
			}
			longest := time.Hour // however slow the machine is
			if strings.HasSuffix(tt.name, "computing") {
				longest = 100 * time.Millisecond
			}
			err := jsapitest.RunTo(t, strings.Replace(graph, "DURABILITY", tt.durability, 1)+tt.code, jsapi.Options{
				MaxDefer: longest, Permissions: jsapi.AllowAll(), Stdout: reportingWriter(report), NewMemorySaver: func() checkpoint.Saver { return &groupSaver{store, report} },
			})
			if err != nil {
				t.Fatal(err)
			}
			mu.Lock()
			defer mu.Unlock()
			if got := strings.Join(notified, ", "); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

// openFile opens a new store in a file.
func openFile(t *testing.T) *sqlite.Store {
	t.Helper()
	store, err := sqlite.Open(filepath.Join(t.TempDir(), "test.db"), sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	return store
}

// fullSaver stores nothing the first times.
type fullSaver struct {
	*sqlite.Store
	fails int
}

func (s *fullSaver) CommitAll(ctx context.Context, all []checkpoint.Batch) error {
	if s.fails > 0 {
		s.fails--
		return errors.New("the disk is full")
	}
	return s.Store.CommitAll(ctx, all)
}

// A run whose input could not be stored fails, even if the error occurs while a node runs. Otherwise later checkpoints
// would be stored without their parents.
func TestDeferredFails(t *testing.T) {
	t.Parallel()
	store := openFile(t)
	var notified []string
	err := jsapitest.RunTo(t, `
import { Annotation, END, MemorySaver, START, StateGraph } from "@langchain/langgraph";
const config = { configurable: { thread_id: "t" } };
const graph = new StateGraph(Annotation.Root({ n: Annotation, q: Annotation }))
  .addNode("a", () => { graph.getState(config).catch(() => {}); return { n: 1 }; })
  .addEdge(START, "a").addEdge("a", END).compile({ checkpointer: new MemorySaver() });
await graph.invoke({ q: 1 }, config).then(() => console.log("it ran"), () => console.log("it failed"));
`, jsapi.Options{Stdout: toldWriter{&notified}, NewMemorySaver: func() checkpoint.Saver { return &fullSaver{store, 2} }})
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(notified, ", "); got != "it failed" {
		t.Errorf("got %q", got)
	}
	if tuple, err := store.Get(t.Context(), checkpoint.Key{ThreadID: "t"}); !errors.Is(err, checkpoint.ErrNotFound) {
		t.Errorf("a checkpoint without its input was stored: %+v, %v", tuple, err)
	}
}

// TestDeferredFailsLast checks that a batch which cannot be stored does not undo earlier batches.
func TestDeferredFailsLast(t *testing.T) {
	t.Parallel()
	store := openFile(t)
	err := jsapitest.RunTo(t, `
import { Annotation, END, MemorySaver, START, StateGraph, interrupt } from "@langchain/langgraph";
const graph = new StateGraph(Annotation.Root({ q: Annotation, a: Annotation })).addNode("ask", () => ({ a: interrupt() }))
  .addEdge(START, "ask").addEdge("ask", END).compile({ checkpointer: new MemorySaver() });
await graph.invoke({ q: 1 }, { configurable: { thread_id: "t" } }).catch(() => {});
`, jsapi.Options{NewMemorySaver: func() checkpoint.Saver { return &smallSaver{store} }})
	if err != nil {
		t.Fatal(err)
	}
	if tuple, err := store.Get(t.Context(), checkpoint.Key{ThreadID: "t"}); err != nil || tuple.Checkpoint.Metadata.Step != 0 {
		t.Errorf("the input is not there: %+v, %v", tuple, err)
	}
	list, err := store.Audit(t.Context(), checkpoint.AuditFilter{})
	if err != nil || len(list) != 1 || len(list[0].Events) != 1 || list[0].Events[0].Kind != checkpoint.EventStart {
		t.Errorf("the log has %+v, %v, want the start", list, err)
	}
}

// smallSaver refuses to store questions.
type smallSaver struct{ *sqlite.Store }

func (s *smallSaver) CommitAll(ctx context.Context, all []checkpoint.Batch) error {
	if all[len(all)-1].Checkpoint == nil {
		return errors.New("the disk is full")
	}
	return s.Store.CommitAll(ctx, all)
}

// TestDeferredAudit checks that the start of a run and its question are one entry of the audit log.
func TestDeferredAudit(t *testing.T) {
	t.Parallel()
	store := openFile(t)
	err := jsapitest.RunTo(t, `
import { Annotation, END, MemorySaver, START, StateGraph, interrupt } from "@langchain/langgraph";
const graph = new StateGraph(Annotation.Root({ n: Annotation })).addNode("a", () => ({ n: interrupt("?") }))
  .addEdge(START, "a").addEdge("a", END).compile({ checkpointer: new MemorySaver() });
await graph.invoke({}, { configurable: { thread_id: "t", user_id: "ann" } });
`, jsapi.Options{MaxDefer: time.Minute, NewMemorySaver: func() checkpoint.Saver { return store }})
	if err != nil {
		t.Fatal(err)
	}
	list, err := store.Audit(t.Context(), checkpoint.AuditFilter{})
	if err != nil || len(list) != 1 {
		t.Fatalf("%d entries, %v, want one: %+v", len(list), err, list)
	}
	var kinds []string
	for _, e := range list[0].Events {
		kinds = append(kinds, e.Kind)
	}
	if got := strings.Join(kinds, " "); got != "start question" || list[0].By != "ann" || list[0].ThreadID != "t" {
		t.Errorf("the entry has %q by %q of thread %q", got, list[0].By, list[0].ThreadID)
	}
}
