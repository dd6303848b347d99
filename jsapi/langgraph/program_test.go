// This file tests how a Go program uses the graphs that a script exports: runs, answers, updates, lists, pictures and
// functions.

package langgraph_test

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/hitlrun/hitlrun/checkpoint"
	"github.com/hitlrun/hitlrun/jsapi"
	"github.com/hitlrun/hitlrun/jsapi/jsapitest"
	"github.com/hitlrun/hitlrun/jsapi/langgraph"
	"github.com/hitlrun/hitlrun/runtime"
)

// desk asks before it files a ticket: a function of the program, whose call is an effect.
const desk = `
import { Annotation, Command, START, StateGraph, entrypoint, interrupt } from "@langchain/langgraph";
import { functions } from "hitlrun";
const State = Annotation.Root({ log: Annotation<string[]>({ reducer: (a, b) => a.concat(b), default: () => [] }), title: Annotation<string>() });
const inner = new StateGraph(State).addNode("check", ({ title }) => ({ log: ["checked " + title] })).addEdge(START, "check").compile();
export const graph = new StateGraph(State)
  .addNode("screen", inner)
  .addNode("ask", () => ({ log: ["answer " + interrupt({ question: "File it?", schema: { type: "boolean" } })] }))
  .addNode("file", async ({ title }) => {
    const ticket = await functions.ticket({ title });
    interrupt("seen?");
    return { log: [ticket.id] };
  }, { effects: "once" })
  .addEdge(START, "screen").addEdge("screen", "ask").addEdge("ask", "file").compile();
export const double = entrypoint("double", async (n: number) => n * 2);
export const maker = async () => graph;
export const notes = "no graph";
`

// loaded is a VM that has loaded desk, with the number of calls of its function.
func loaded(t *testing.T, calls *[]string) *jsapi.VM {
	t.Helper()
	vm, err := jsapitest.NewVM(t, desk, jsapi.Options{Loaded: true, Functions: map[string]jsapi.Function{
		"ticket": func(ctx context.Context, args []json.RawMessage) (any, error) {
			who := langgraph.CallerOf(ctx)
			*calls = append(*calls, who.Node+" of "+who.ThreadID+" with "+string(args[0]))
			if langgraph.EffectKey(ctx) == "" {
				return nil, errors.New("an effect without a key")
			}
			return map[string]string{"id": "T-1"}, nil
		},
	}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { vm.Close() })
	if err := vm.Load(t.Context()); err != nil {
		t.Fatal(err)
	}
	return vm
}

func exported(t *testing.T, vm *jsapi.VM, name string) *langgraph.Graph {
	t.Helper()
	g, _, err := vm.Exported(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// valuesOf returns the value of a channel in a checkpoint of a thread.
func valuesOf(t *testing.T, s checkpoint.Saver, thread, channel string) string {
	t.Helper()
	tuple, err := s.Get(t.Context(), checkpoint.Key{ThreadID: thread})
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range tuple.Checkpoint.Values {
		if v.Channel == channel {
			return string(v.Blob.Whole().Data)
		}
	}
	return ""
}

func TestProgramRunsGraph(t *testing.T) {
	t.Parallel()
	var calls, chunks []string
	vm, saver := loaded(t, &calls), &checkpoint.MemorySaver{}
	g := exported(t, vm, "")
	call := func(c langgraph.GraphCall) (runtime.Result, error) {
		c.Saver, c.ThreadID, c.By, c.RunID = saver, "t", "ann", "run"
		return vm.Invoke(t.Context(), g, c)
	}
	res, err := call(langgraph.GraphCall{
		Input: json.RawMessage(`{"title":"ink"}`), Modes: []string{"updates", "values", "tasks", "checkpoints"}, Subgraphs: true,
		Config:  json.RawMessage(`{"tags":["a"],"metadata":{"tenant":"blue"},"configurable":{"style":"short"}}`),
		OnChunk: func(c langgraph.Chunk) { chunks = append(chunks, c.Mode+" "+strings.Join(c.NS, "|")) },
	})
	if err != nil || !res.Interrupted || len(res.Interrupts) != 1 {
		t.Fatalf("the start gave %+v, %v", res, err)
	}
	if !slices.ContainsFunc(chunks, func(c string) bool { return strings.HasPrefix(c, "updates screen:") }) {
		t.Errorf("no update of the inner graph among %q", chunks)
	}
	if _, err := call(langgraph.GraphCall{Resume: json.RawMessage(`"maybe"`)}); !errors.As(err, new(*jsapi.AnswerError)) {
		t.Errorf("an answer that does not fit the schema: %v", err)
	}
	var updates []string
	res, err = call(langgraph.GraphCall{
		ResumeByID: map[string]json.RawMessage{res.Interrupts[0].ID: json.RawMessage("true")}, Update: json.RawMessage(`{"title":"toner"}`),
		OnUpdate: func(_ []string, update json.RawMessage) { updates = append(updates, string(update)) },
	})
	if err != nil || !res.Interrupted {
		t.Fatalf("the answer gave %+v, %v", res, err)
	}
	if res, err = call(langgraph.GraphCall{Resume: json.RawMessage(`"yes"`)}); err != nil || res.Interrupted {
		t.Fatalf("the second answer gave %+v, %v", res, err)
	}
	if got := valuesOf(t, saver, "t", "log"); got != `["checked ink","answer true","T-1"]` {
		t.Errorf("the log is %s", got)
	}
	if len(updates) == 0 || !strings.Contains(strings.Join(updates, ""), `"ask"`) {
		t.Errorf("updates were %q", updates)
	}
	if len(calls) != 1 || calls[0] != `file of t with {"title":"toner"}` {
		t.Errorf("the function was called %q, want it once, also after its node asked", calls)
	}
}

func TestProgramUpdatesAndGoesElsewhere(t *testing.T) {
	t.Parallel()
	var calls []string
	vm, saver := loaded(t, &calls), &checkpoint.MemorySaver{}
	g := exported(t, vm, "graph")
	if _, err := vm.Invoke(t.Context(), g, langgraph.GraphCall{Saver: saver, ThreadID: "t", Input: json.RawMessage(`{"title":"ink"}`), InterruptBefore: []string{"screen"}}); err != nil {
		t.Fatal(err)
	}
	id, err := vm.UpdateState(t.Context(), g, langgraph.UpdateCall{Saver: saver, Key: checkpoint.Key{ThreadID: "t"}, Steps: [][]langgraph.StateUpdate{
		{{Values: json.RawMessage(`{"log":["by hand"]}`), AsNode: "screen"}}, {{Values: json.RawMessage(`{"title":"paper"}`)}},
	}})
	if err != nil || id == "" {
		t.Fatalf("UpdateState: %q, %v", id, err)
	}
	if _, err := vm.UpdateState(t.Context(), g, langgraph.UpdateCall{Saver: saver, Key: checkpoint.Key{ThreadID: "t"}, Steps: [][]langgraph.StateUpdate{{{AsNode: "nobody"}}}}); err == nil || !strings.Contains(err.Error(), "nobody") {
		t.Errorf("an update as a node that there is not: %v", err)
	}
	for _, bad := range []string{`7`, `{"input":1}`} {
		if _, err := vm.Invoke(t.Context(), g, langgraph.GraphCall{Saver: saver, ThreadID: "t", Goto: json.RawMessage(bad)}); err == nil {
			t.Errorf("goto %s was taken", bad)
		}
	}
	res, err := vm.Invoke(t.Context(), g, langgraph.GraphCall{Saver: saver, ThreadID: "t", Goto: json.RawMessage(`[{"node":"file","input":{"title":"sent"}}]`), CheckpointID: id, Unsynced: true})
	if err != nil || !res.Interrupted {
		t.Fatalf("goto gave %+v, %v", res, err)
	}
	if got := valuesOf(t, saver, "t", "log"); got != `["by hand"]` {
		t.Errorf("the log is %s", got)
	}
	if !slices.Contains(calls, `file of t with {"title":"sent"}`) {
		t.Errorf("the function was called %q", calls)
	}
}

func TestProgramFindsGraphs(t *testing.T) {
	t.Parallel()
	var calls []string
	vm := loaded(t, &calls)
	list, err := vm.Graphs(t.Context())
	if err != nil || len(list) != 2 || list[0].Name != "double" || !list[0].Function || strings.Join(list[1].Nodes, " ") != "screen ask file" {
		t.Errorf("the graphs are %+v, %v", list, err)
	}
	g := exported(t, vm, "graph")
	if !g.HasNode("ask") || g.HasNode("check") || !g.Subgraph("screen").HasNode("check") || g.Subgraph("ask") != nil || g.HasSaver() {
		t.Error("the graph does not know its nodes")
	}
	if made := exported(t, vm, "maker"); !made.HasNode("ask") {
		t.Error("a function that makes a graph did not make it")
	}
	for name, want := range map[string]string{"notes": "notes", "gone": `does not export "gone"`} {
		if _, _, err := vm.Exported(t.Context(), name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("export %s: %v, want %q", name, err, want)
		}
	}
	text, err := vm.Mermaid(t.Context(), g, 1)
	if err != nil || !strings.Contains(text, "ask --> file") {
		t.Errorf("Mermaid: %v\n%s", err, text)
	}
	data, err := vm.Picture(t.Context(), g, 0)
	var picture struct{ Nodes, Edges []any }
	if err != nil || json.Unmarshal(data, &picture) != nil || len(picture.Nodes) != 5 || len(picture.Edges) != 4 {
		t.Errorf("Picture: %s, %v", data, err)
	}
	if err := g.CheckInput(json.RawMessage(`{"title":"x"}`)); err != nil {
		t.Errorf("CheckInput: %v", err)
	}
	function := exported(t, vm, "double")
	if function.FunctionName() != "double" {
		t.Errorf("the function is called %q", function.FunctionName())
	}
	saver := &checkpoint.MemorySaver{}
	if _, err := vm.Invoke(t.Context(), function, langgraph.GraphCall{Saver: saver, ThreadID: "f", Input: json.RawMessage("21")}); err != nil {
		t.Error(err)
	}
	if got := valuesOf(t, saver, "f", runtime.EndNode); got != "42" {
		t.Errorf("the function returned %s", got)
	}
}

// TestFunctionsOfTheProgram checks that the result of a Function is passed as JSON, and that its error or panic is thrown
// in the script.
func TestFunctionsOfTheProgram(t *testing.T) {
	t.Parallel()
	var called atomic.Int32
	functions := map[string]jsapi.Function{
		"add": func(_ context.Context, args []json.RawMessage) (any, error) {
			called.Add(1)
			return len(args), nil
		},
		"fail": func(context.Context, []json.RawMessage) (any, error) { return nil, errors.New("no stock") },
		"odd":  func(context.Context, []json.RawMessage) (any, error) { return func() {}, nil },
	}
	out, _, err := jsapitest.Run(t, `
		import { functions } from "hitlrun";
		console.log(await functions.add(1, "b"));
		for (const call of [() => functions.fail(), () => functions.odd(), () => functions.gone(), () => functions.add(() => 1), () => functions.add(10n)])
			try { console.log("got", await call()); } catch (e) { console.log(e.name, e.message.split("\n")[0]); }`, jsapi.Options{Functions: functions})
	if err != nil {
		t.Fatal(err)
	}
	const want = `2
Error no stock
Error function "odd": its result: json: unsupported type: func()
Error the program has no function "gone"; it has: add, fail, odd
Error a function cannot be stored in a checkpoint (at the value itself): use JSON-serializable values
got 1
`
	if out != want || called.Load() != 2 {
		t.Errorf("got %sand %d calls, want %s", out, called.Load(), want)
	}
}

// TestSqliteStoreBetweenRuns checks that a SqliteStore needs the permission for its file, and has its items in the next
// run.
func TestSqliteStoreBetweenRuns(t *testing.T) {
	t.Parallel()
	path := t.TempDir() + "/memory.db"
	source := func(line string) string {
		return `import { SqliteStore } from "hitlrun"; const store = new SqliteStore(` + string(must(json.Marshal(path))) + `);` + line
	}
	grant := jsapi.Grant{List: []string{path}}
	if _, _, err := jsapitest.Run(t, source(""), jsapi.Options{Permissions: jsapi.Permissions{Read: grant}}); err == nil || !strings.Contains(err.Error(), "--allow-write") {
		t.Errorf("without the permission to write: %v", err)
	}
	o := jsapi.Options{Permissions: jsapi.Permissions{Read: grant, Write: grant}}
	if _, _, err := jsapitest.Run(t, source(`await store.put(["users", "ann"], "likes", { drink: "tea" }); await store.put(["users"], "gone", { a: 1 }, undefined); await store.delete(["users"], "gone");`), o); err != nil {
		t.Fatal(err)
	}
	out, _, err := jsapitest.Run(t, source(`
		const item = await store.get(["users", "ann"], "likes");
		console.log(item.value, item.createdAt instanceof Date, await store.get(["users"], "gone"));
		console.log((await store.search(["users"])).map((i) => i.key), await store.listNamespaces({ prefix: ["users"] }));
		try { await store.put([], "k", {}); } catch (e) { console.log(e.name); }
		store.stop?.();`), o)
	if want := "{ drink: 'tea' } true null\n[ 'likes' ] [ [ 'users', 'ann' ] ]\n"; err != nil || !strings.HasPrefix(out, want) {
		t.Errorf("got %s (%v)\nwant %s", out, err, want)
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
