// This file lists the mutants of what jsapi/lib does like the library that it stands for.

package main

const oracle = "./conformance"

var library = []mutant{
	{
		"What a runnable throws after its signal was aborted is not an unhandled rejection",
		"jsapi/lib/core/config.ts", "      p.catch(() => {}); // the abort is reported instead\n", "", oracle, "TestOracle/agents/runnables-aborted$",
	},
	{
		"A thenable of a node is called as await does: an error of its method then is that of the node",
		"jsapi/lib/langgraph/start.ts", "if (then !== thenOfPromises) {", "if (false) {", oracle, "TestOracle/running/thenables$",
	},
	{
		"… and one that a getter throws, too",
		"jsapi/langgraph/host.go", `if ex := api.rt.Try(func() { method = o.Get("then") }); ex != nil {`, `method = o.Get("then"); if ex := error(nil); ex != nil {`, oracle, "TestOracle/running/thenables$",
	},
}
