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
	{
		"The timeout of a config aborts what runs",
		"jsapi/lib/core/config.ts", "out.timeout === undefined ? out", "true ? out", oracle, "TestOracle/agents/runnables-timeout$",
	},
	{
		"A batch that could run nothing is refused",
		"jsapi/lib/core/concurrency.ts", "!(n >= 1)", "false", oracle, "TestOracle/agents/batch-concurrency$",
	},
	{
		"A model calls its provider only so often at the same time as maxConcurrency says",
		"jsapi/lib/core/async_caller.ts", "this.running >= this.maxConcurrency", "false", oracle, "TestOracle/agents/model-caller$",
	},
	{
		"… and tries nothing again that a provider refuses",
		"jsapi/lib/core/async_caller.ts", "if (final.includes(statusOf(e) as number)) throw marked(e, false);", "", oracle, "TestOracle/agents/model-caller$",
	},
	{
		"Models with cache: true share their answers",
		"jsapi/lib/core/language_model.ts", "else if (cache) this.cache =", "else if (false) this.cache =", oracle, "TestOracle/agents/model-cache$",
	},
	{
		"A tool that fails does not end a script that does not read its output",
		"jsapi/lib/langchain/tool_call_stream.ts", "    output.catch(() => {}); // a script need not read it\n", "", oracle, "TestOracle/agents/run-stream-unread$",
	},
	{
		"A filter of a store has no operators but those of stores",
		"jsapi/lib/langgraph/store.ts", "Object.hasOwn(operators, op)", "op in operators", oracle, "TestOracle/store/filters-of-own-names$",
	},
	{
		"The JSON of a model names its secrets, and does not show them",
		"jsapi/lib/core/serialized.ts", "withoutSecrets(of, safe, secrets)", "safe", oracle, "TestOracle/agents/json-of-runnables$",
	},
	{
		"A finally block of an async generator runs to its end when a loop is left",
		"jsapi/guard/async_generators.js", `else if (!result[1]) wait(result[0], (v) => step("next", v));`, `else if (!result[1]) wait(result[0], (v) => step(method === "return" ? method : "next", v));`, oracle, "TestOracle/platform/async-generator-calls$",
	},
	{
		"… and calls of its methods wait for each other",
		"jsapi/guard/async_generators.js", "if (first) last = last.next = call;", "if (false) last = last.next = call;", oracle, "TestOracle/platform/async-generator-calls$",
	},
	{
		"A chunk that a task() writes names the tasks that called it",
		"runtime/stream.go", "NS: shownNS(t.Shown().outerNS(), hiddenIn(t))", "NS: r.shownNS()", oracle, "TestOracle/functional/task-writer-namespace$",
	},
	{
		"… but not the call of a tool",
		"runtime/stream.go", "NS: shownNS(t.Shown().outerNS(), hiddenIn(t))", "NS: shownNS(t.Shown().outerNS(), nil)", oracle, "TestOracle/functional/task-writer-namespace$",
	},
	{
		"A CommonJS module without \"use strict\" is not strict",
		"jsapi/bundle/sloppy.go", "&& !n.isStrict(w)", "&& false", "./jsapi/bundle", "TestScripts/sloppy$",
	},
	{
		"… nor are its functions that are compiled when they are called",
		"jsapi/lazy/program.go", "CompileAST(tree, !s.sloppy)", "CompileAST(tree, true)", "./jsapi/lazy", "TestSloppyFunctionsThatWait$",
	},
}
