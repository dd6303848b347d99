// This file lists the mutants of texts that are copied, of names of the engine, and of results that come several times.

package main

var copies = []mutant{
	{
		"Bytes of texts in a list are counted each time",
		"jsapi/value/read.go", "\tguard.Need(realm.rt, len(s))\n\treturn []byte(s)", "\treturn []byte(s)", hostile, "TestCases/memory/copies-in-lists$",
	},
	{
		"… the ids of questions",
		"jsapi/langgraph/interrupt.go", `id := api.values.Text(o.Get("id"))`, "id := value.Text(o.Get(\"id\"))\n\tif id != \"\" {\n\t\treturn id\n\t}", hostile, "TestCases/memory/copies-in-lists$",
	},
	{
		"… the nodes of updates",
		"jsapi/langgraph/state_update.go", "states.values.Text(asNode), true", "asNode.String(), true", hostile, "TestCases/memory/copies-in-lists$",
	},
	{
		"… the checkpoints of a config",
		"jsapi/langgraph/run_options.go", "c.g.api.values.Text(m.Get(ns))", "value.Text(m.Get(ns))", hostile, "TestCases/memory/copies-in-lists$",
	},
	{
		"… the parents of a checkpoint",
		"jsapi/langgraph/checkpoint_object.go", "records.values.Text(parents.Get(key))", "value.Text(parents.Get(key))", hostile, "TestCases/memory/copies-in-lists$",
	},
	{
		"… the sources of conditional edges",
		"jsapi/langgraph/compile.go", `Source: compiler.values.Text(o.Get("source"))`, `Source: value.Text(o.Get("source"))`, hostile, "TestCases/memory/copies-in-lists$",
	},
	{
		"… and the names of the nodes of an edge",
		"runtime/validate.go", "\ts.Need(size)\n", "\t_ = size\n", hostile, "TestCases/memory/copies-in-lists$",
	},
	{
		"A message has the beginning of a long text",
		"runtime/errors.go", "if len(text) <= maxName {", "if true {", hostile, "TestCases/memory/texts-in-messages$",
	},
	{
		"… of one that is no time",
		"jsapi/langgraph/deadline.go", "ok && s.Length() > longestTime", "ok && false", hostile, "TestCases/memory/texts-in-messages$",
	},
	{
		"A state has no channel with a name of the engine",
		"runtime/validate.go", "if name := s.Channels[i].Name; s.reserved(name) {", "if name := s.Channels[i].Name; false {", hostile, "TestCases/sandbox/channels-of-the-engine$",
	},
	{
		"A value that is no trigger starts no node of a stored thread",
		"runtime/plan_stored.go", "others := noTriggers(t)", "others := map[string]bool{}", http, "TestOddThreads",
	},
	{
		"A list of threads has those whose checkpoint cannot be read, and goes on",
		"server/threads.go", "if errors.Is(err, hitlrun.ErrUnreadable) { // a list", "if false { // a list", http, "TestOddThreads",
	},
	{
		"An update of a client writes to channels of the state",
		"runtime/input.go", "if r.g.HasChannel(u.Channel) {", "if true {", hostile, "TestCases/panic/updates-of-the-engine$",
	},
	{
		"A task ends with the first result of its node",
		"runtime/runner.go", "\t\tif !over {\n", "\t\tif !over || true {\n", hostile, "TestCases/sandbox/thenable-resolves-again$",
	},
}
