// This file compares what a store says comes next, without the script, with what the script says.

package hitlrun_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hitlrun/hitlrun"
)

// randomGraph returns a script with a graph of random nodes: edges, joins, conditional edges, Sends, deferred
// nodes and subgraphs, that asks, fails and stops at breakpoints.
func randomGraph(seed uint64) string {
	r := rand.New(rand.NewPCG(seed, 7))
	var nodes, edges strings.Builder
	n := 5 + r.IntN(6)
	name := func(i int) string { return fmt.Sprint("n", i) + strings.Repeat("+x", i%3/2) }
	quoted := func(list []int) string {
		names := make([]string, len(list))
		for i, node := range list {
			names[i] = fmt.Sprintf("%q", name(node))
		}
		return "[" + strings.Join(names, ", ") + "]"
	}
	some := func(below, most int) []int {
		list := r.Perm(below)[:1+r.IntN(min(most, below))]
		slices.Sort(list)
		return list
	}
	branched := map[int][]int{}
	for i := range n {
		kind := []string{"plain", "plain", "ask", "fail", "inner"}[r.IntN(5)]
		function := fmt.Sprintf("node(%q, %q)", name(i), kind)
		if kind == "inner" {
			function = "inner"
		}
		options := ""
		if i > 1 && r.IntN(5) == 0 {
			options = ", { defer: true }"
		}
		fmt.Fprintf(&nodes, "  .addNode(%q, %s%s)\n", name(i), function, options)
		from := max(i-4, 0)
		switch {
		case i == 0 || i == 1 && r.IntN(2) == 0:
			fmt.Fprintf(&edges, "  .addEdge(START, %q)\n", name(i))
		case i >= 2 && r.IntN(2) == 0:
			list := some(i, 3)
			if len(list) == 1 {
				list = []int{i - 2, i - 1}
			}
			fmt.Fprintf(&edges, "  .addEdge(%s, %q)\n", quoted(list), name(i))
		case r.IntN(2) == 0:
			fmt.Fprintf(&edges, "  .addEdge(%q, %q)\n", name(from+r.IntN(i-from)), name(i))
		default:
			source := from + r.IntN(i-from)
			branched[source] = append(branched[source], i)
		}
	}
	for source, targets := range branched {
		send := ""
		if r.IntN(2) == 0 {
			send = ".flatMap((to) => [new Send(to, { log: [] }), new Send(to, { log: [] })])"
		}
		fmt.Fprintf(&edges, "  .addConditionalEdges(%q, () => %s%s, %s)\n", name(source), quoted(targets), send, quoted(targets))
	}
	before := "[]"
	if r.IntN(2) == 0 {
		before = quoted([]int{1 + r.IntN(n-1)})
	}
	return fmt.Sprintf(`
import { StateGraph, START, END, Annotation, Command, Send, interrupt } from "@langchain/langgraph";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { functions } from "hitlrun";
const State = Annotation.Root({ log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }) });
const failed = new Set();
const node = (name, kind) => () => {
  if (kind === "ask") interrupt(name);
  if (kind === "fail" && !failed.has(name)) { failed.add(name); throw new Error(name); }
  return { log: [name] };
};
const inner = new StateGraph(State).addNode("a", node("a", "plain")).addNode("b", node("b", "plain")).addNode("c", node("c", "ask"))
  .addEdge(START, "a").addEdge(START, "b").addEdge(["a", "b"], "c").compile();
const graph = new StateGraph(State)
%s%s  .compile({ checkpointer: SqliteSaver.fromConnString(process.argv[2]), interruptBefore: %s });
const config = { configurable: { thread_id: "t" }, recursionLimit: 60 };
let input = {};
for (let i = 0; i < 25; i++) {
  try { await graph.invoke(input, config); } catch (e) { if (e.name !== "Error" && e.name !== "AggregateError") throw e; }
  const now = await graph.getState(config);
  const history = {};
  for await (const s of graph.getStateHistory(config)) {
    const id = s.config.configurable.checkpoint_id;
    history[id] = (await graph.getState({ configurable: { thread_id: "t", checkpoint_id: id } })).next;
    if (String(history[id]) !== String(s.next)) throw new Error("the history says " + s.next);
  }
  await functions.stopped(now.next, history);
  if (now.next.length === 0) break;
  const asked = now.tasks.flatMap((t) => t.interrupts);
  input = asked.length > 0 ? new Command({ resume: { [asked[0].id]: "yes" } }) : null;
}
`, nodes.String(), edges.String(), before)
}

func TestNextOfStoredThreads(t *testing.T) {
	t.Parallel()
	seeds := 40
	if testing.Short() {
		seeds = 10
	}
	stops, checkpoints := 0, 0
	for seed := range uint64(seeds) {
		path := filepath.Join(t.TempDir(), "test.db")
		source := randomGraph(seed)
		sorted := func(list []string) string { slices.Sort(list); return strings.Join(list, " ") }
		compare := func(what string, got, want []string) {
			if got, want := sorted(got), sorted(want); got != want {
				t.Errorf("seed %d: next of %s: the store says [%s], the script [%s]", seed, what, got, want)
			}
		}
		stopped := func(ctx context.Context, args []json.RawMessage) (any, error) {
			var next []string
			var history map[string][]string
			if err := json.Unmarshal(args[0], &next); err != nil {
				return nil, err
			}
			if err := json.Unmarshal(args[1], &history); err != nil {
				return nil, err
			}
			s, err := hitlrun.Open(path, hitlrun.Options{ReadOnly: true})
			if err != nil {
				return nil, err
			}
			defer s.Close()
			res, err := s.State(ctx, "t")
			if err != nil {
				return nil, err
			}
			compare("the state", res.Next, next)
			list, err := s.History(ctx, "t", 0)
			if err != nil {
				return nil, err
			}
			if len(list) != len(history) {
				t.Errorf("seed %d: the store has %d checkpoints, the script %d", seed, len(list), len(history))
			}
			for _, snapshot := range list {
				compare("checkpoint "+snapshot.CheckpointID, snapshot.Next, history[snapshot.CheckpointID])
			}
			stops, checkpoints = stops+1, checkpoints+len(list)
			return nil, nil
		}
		script, err := hitlrun.LoadSource("g.mjs", []byte(source), hitlrun.ScriptOptions{
			Args: []string{path}, Permissions: hitlrun.AllowAll(), Functions: map[string]hitlrun.Function{"stopped": hitlrun.RawFunc(stopped)},
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := script.Run(t.Context()); err != nil {
			t.Errorf("seed %d: %v", seed, err)
		}
		script.Close()
		if t.Failed() {
			t.Fatal(source)
		}
	}
	if stops < 3*seeds/2 || checkpoints < 4*stops {
		t.Errorf("%d graphs stopped %d times with %d checkpoints, want more", seeds, stops, checkpoints)
	}
}
