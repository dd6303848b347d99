// This file tests that nodes and clients share the items of a server.

package server_test

import (
	"strings"
	"testing"

	"github.com/hitlrun/hitlrun"
	"github.com/hitlrun/hitlrun/server"
)

// remembering has graphs whose nodes use the store of the server, and one that brings its own.
const remembering = `
import { Annotation, BaseStore, Command, getStore, InMemoryStore, interrupt, START, StateGraph } from "@langchain/langgraph";

const State = Annotation.Root({ op: Annotation<any>(), out: Annotation<any>() });
const ops: any = {
  get: (store, [ns, key]) => store.get(ns, key),
  put: (store, [ns, key, value]) => store.put(ns, key, value),
  delete: (store, [ns, key]) => store.delete(ns, key),
  search: (store, [ns, options]) => store.search(ns, options),
  namespaces: (store, [options]) => store.listNamespaces(options),
  batch: (store, [list]) => store.batch(list),
  kind: (store) => [store instanceof BaseStore, store.constructor.name, store === getStore(), Object.keys(store)],
  dates: async (store, [ns, key]) => { const i = await store.get(ns, key); return [i.createdAt instanceof Date, i.updatedAt >= i.createdAt]; },
  special: (store, [ns]) => store.put(ns, "special", { at: new Date(0), map: new Map([[1, 2]]), none: undefined, list: [undefined, () => 1] }),
  bigint: (store, [ns]) => store.put(ns, "big", { n: 1n }),
  close: (store) => store.closeItems(),
  none: (store, [ns]) => store.put(ns, "none", undefined),
};
const node = async ({ op: [name, ...args] }: any, { store }: any) => {
  try {
    return { out: await ops[name](store, args) ?? null };
  } catch (e: any) {
    return { out: e.name + ": " + e.message };
  }
};
export const graph = new StateGraph(State).addNode("n", node).addEdge(START, "n").compile();
export const inner = new StateGraph(State).addNode("n", graph as any).addEdge(START, "n").compile();
export const own = new StateGraph(State).addNode("n", node).addEdge(START, "n").compile({ store: new InMemoryStore() });
export const outer = new StateGraph(State).addNode("n", own as any).addEdge(START, "n").compile();
export const asks = new StateGraph(State).addNode("n", async (_: any, { store }: any) => {
  const before = await store.get(["asked"], "n");
  await store.put(["asked"], "n", { n: (before?.value.n ?? 0) + 1 });
  return { out: [before?.value.n ?? 0, interrupt("?")] };
}).addEdge(START, "n").compile();
`

func TestNodesAndClientsShareItems(t *testing.T) {
	t.Parallel()
	for name, isolation := range map[string]hitlrun.Isolation{"in process": hitlrun.InProcess, "workers": hitlrun.Process} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			script := load(t, "remembering.ts", remembering, hitlrun.ScriptOptions{Isolation: isolation})
			t.Cleanup(func() { _ = script.Close() })
			c := serve(t, func(o *server.Options) {
				for _, export := range []string{"graph", "inner", "own", "outer", "asks"} {
					o.Graphs = append(o.Graphs, server.Graph{ID: export, Export: export, Script: script})
				}
			})
			run := func(graph, op string) string {
				t.Helper()
				out := c.ok("POST", "/runs/wait", `{"assistant_id":"`+graph+`","input":{"op":`+op+`}}`)
				_, out, _ = strings.Cut(out, `"out":`)
				return strings.TrimSuffix(out, "}")
			}
			want := func(graph, op, want string) {
				t.Helper()
				if got := run(graph, op); !strings.Contains(got, want) {
					t.Errorf("%s %s: %s, want %s", graph, op, got, want)
				}
			}
			// What a node puts, clients and other graphs see, and the other way round.
			want("graph", `["put",["u","ann"],"k",{"text":"tea"}]`, "null")
			if got := c.ok("GET", "/store/items?namespace=u.ann&key=k", ""); !strings.Contains(got, `"value":{"text":"tea"}`) {
				t.Error(got)
			}
			c.ok("PUT", "/store/items", `{"namespace":["u","bob"],"key":"k","value":{"text":"coffee","lc":2,"type":"constructor","id":["Set"],"args":[[1]]}}`)
			want("inner", `["get",["u","bob"],"k"]`, `"value":{"text":"coffee","lc":2,"type":"constructor","id":["Set"],"args":[[1]]}`)
			want("graph", `["dates",["u","bob"],"k"]`, `[true,true]`)
			want("graph", `["kind"]`, `[true,"ProgramStore",true,[]]`)
			want("graph", `["search",["u"],{"filter":{"text":"tea"}}]`, `[{"value":{"text":"tea"},"key":"k","namespace":["u","ann"]`)
			want("graph", `["search",["u"],{"limit":1,"offset":1}]`, `"coffee"`)
			want("graph", `["search",["u"],{"limit":0}]`, `[]`)
			want("graph", `["namespaces",{"prefix":["u"],"limit":1}]`, `[["u","ann"]]`)
			want("graph", `["batch",[{"namespace":["b"],"key":"1","value":{"n":1}},{"namespace":["u","ann"],"key":"k"},{"namespacePrefix":["b"]}]]`, `[null,{"value":{"text":"tea"}`)
			want("graph", `["get",["b"],"1"]`, `"value":{"n":1}`)
			want("graph", `["delete",["u","ann"],"k"]`, "null")
			if got := c.ok("GET", "/store/items?namespace=u.ann&key=k", ""); got != "null" {
				t.Error(got)
			}
			// A script cannot close the store of the program.
			want("graph", `["close"]`, "null")
			want("graph", `["get",["b"],"1"]`, `"value":{"n":1}`)
			// A graph with a store of its own has that one, also inside of another graph.
			want("outer", `["get",["u","bob"],"k"]`, "null")
			want("outer", `["kind"]`, `[true,"InMemoryStore",true`)
			want("own", `["get",["u","bob"],"k"]`, "null")
			want("own", `["kind"]`, `[true,"InMemoryStore",true`)
			// Values are JSON, as clients see them.
			want("graph", `["special",["s"]]`, "null")
			want("graph", `["get",["s"],"special"]`, `"value":{"at":"1970-01-01T00:00:00.000Z","map":{},"list":[null,null]}`)
			want("graph", `["bigint",["s"]]`, "TypeError: Do not know how to serialize a BigInt")
			want("graph", `["none",["s"]]`, "the value of an item has no JSON text")
			// Names have the rules of both sides.
			want("graph", `["put",[],"k",{}]`, "InvalidNamespaceError: Namespace cannot be empty.")
			want("graph", `["put",["a.b"],"k",{}]`, "InvalidNamespaceError")
			want("graph", `["put",["a\u001eb"],"k",{}]`, "control characters")
			want("graph", `["put",["a"],"",{}]`, "an item has a namespace and a key")
			want("graph", `["put",["a"],"k",[1]]`, "the value of an item is a JSON object")
			want("graph", `["get","a","k"]`, "a namespace is a list of strings")
			// A node that runs again for its answer finds what it wrote before.
			thread := c.thread()
			c.ok("POST", "/threads/"+thread+"/runs/wait", `{"assistant_id":"asks","input":{}}`)
			got := c.ok("POST", "/threads/"+thread+"/runs/wait", `{"assistant_id":"asks","command":{"resume":"yes"}}`)
			if !strings.Contains(got, `"out":[1,"yes"]`) {
				t.Error(got)
			}
		})
	}
}
