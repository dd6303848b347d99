package server_test

import (
	"testing"

	"github.com/hitlrun/hitlrun"
	"github.com/hitlrun/hitlrun/server"
)

const typed = `
import { z } from "zod";
import { withLangGraph } from "@langchain/langgraph/zod";
import { StateGraph, Annotation, START } from "@langchain/langgraph";
const leaf = new StateGraph(z.object({
  deepest: z.boolean(),
  log: withLangGraph(z.array(z.string()), { reducer: { fn: (a, b) => a.concat(b), schema: z.string() }, jsonSchemaExtra: { langgraph_type: "messages" } }),
})).addNode("end", () => ({})).addEdge(START, "end").compile();
const Inner = Annotation.Root({ n: Annotation<number>, log: Annotation<string[]> });
const inner = new StateGraph(Inner).addNode("leaf", leaf).addEdge(START, "leaf").compile();
const State = z.object({ n: z.number().describe("how many"), who: z.string().optional() });
export const agent = new StateGraph({ state: State, input: z.object({ n: z.number() }) }, z.object({ model: z.string() }))
  .addNode("deep", inner).addEdge(START, "deep").compile();
`

// Schemas are those of the zod of the script, through each kind of isolation; subgraphs have theirs by namespace.
func TestSchemas(t *testing.T) {
	t.Parallel()
	for name, isolation := range map[string]hitlrun.Isolation{"in process": hitlrun.InProcess, "workers": hitlrun.Process} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			script := load(t, "typed.ts", typed, hitlrun.ScriptOptions{Isolation: isolation})
			c := serve(t, func(o *server.Options) { o.Graphs = []server.Graph{{ID: "agent", Script: script, Export: "agent"}} })
			c.exchanges([]exchange{
				{`GET /assistants/agent/schemas`, 200, `^\{"config_schema":\{[^}]*"properties":\{"model":\{"type":"string"\}\},"required":\["model"\].*` +
					`"graph_id":"agent","input_schema":\{[^}]*"properties":\{"n":\{"type":"number"\}\},"additionalProperties":false\}.*` +
					`"output_schema":\{[^}]*"properties":\{"n":\{"type":"number","description":"how many"\},"who":\{"type":"string"\}\},"required":\["n"\].*` +
					`"state_schema":\{[^}]*"properties":\{"n":\{"type":"number","description":"how many"\}`},
				{`GET /assistants/agent/subgraphs`, 200, `^\{"deep":\{"state":\{"type":"object","properties":\{"n":\{\},"log":\{\}\}\}[^|]*$`},
				{`GET /assistants/agent/subgraphs?recurse=true`, 200, `"deep":.*"deep\|leaf":\{"state":.*"deepest":\{"type":"boolean"\},"log":\{"type":"array","items":\{"type":"string"\},"langgraph_type":"messages"\}.*` +
					`"input":.*"log":\{"type":"string","langgraph_type":"messages"\}`},
				{`GET /assistants/agent/subgraphs/deep%7Cleaf`, 200, `^\{"deep\|leaf":\{"state":`},
				{`GET /assistants/agent/subgraphs/none`, 200, `^\{\}$`},
				{`GET /assistants/none/subgraphs`, 404, `No assistant found`},
			})
		})
	}
}
