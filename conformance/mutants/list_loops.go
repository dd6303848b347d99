// This file lists the mutants of loops whose length a script chooses: see SECURITY.md.

package main

const (
	engine    = "./runtime"
	longLists = "TestCases/interrupt/long-lists-of-a-run$"
	manyTasks = "TestCases/memory/tasks-of-a-run$"
)

var loops = []mutant{
	{
		"A queue of a script takes time that grows with its length",
		"jsapi/guard/shift.go", "\t\tif len(values) == 0 ||", "\t\tif len(values) >= 0 ||", hostile, "TestCases/interrupt/long-queue$",
	},
	{
		"… and shift obeys a length that cannot change",
		"jsapi/guard/shift.go", "if len(values) == 0 || !*fieldAt[bool](p, l.writable) {", "if len(values) == 0 {", "./conformance", "TestOracle/platform/array-queues$",
	},
	{
		"A pipeline leaves no listener at its signal",
		"jsapi/lib/node/stream_end.ts", "if (options.signal) options.signal.removeEventListener(\"abort\", onAbort);", "", "./conformance", "TestOracle/platform/stream-callbacks$",
	},
	{
		"A stream that gets a descriptor begins at its position",
		"jsapi/lib/node/fs_streams.ts", "stream.pos = options.start;", "stream.pos = options.start || 0;", "./conformance", "TestOracle/platform/file-streams$",
	},
	{
		"A loop over lines does not read the whole input ahead",
		"jsapi/lib/node/readline_shared.ts", "      full = true;\n      this.pause();", "      full = true;", "./conformance", "TestOracle/platform/readline-loops$",
	},
	{
		"A listener that is removed during an event has no part in it, and one that is added neither",
		"jsapi/lib/node/events.ts", "list.length === 1 ? [list[0]] : list.slice()", "list", "./conformance", "TestOracle/platform/event-listeners$",
	},
	{
		"… and once() has no listener after its event",
		"jsapi/lib/node/events.ts", "for (const remove of undo) remove();\n      f(value);", "queueMicrotask(() => undo.forEach((remove) => remove()));\n      f(value);", "./conformance", "TestOracle/platform/event-listeners$",
	},
	{
		"Loops of the engine: nodes are found in a set when a graph is compiled",
		"runtime/validate.go", "source != StartNode && !known[source]",
		"nodes := map[string]bool{}; source != StartNode && (func() bool {\n\t\t\tfor k := range s.Nodes {\n\t\t\t\tnodes[s.Nodes[k].Name] = true\n\t\t\t}\n\t\t\treturn !nodes[source]\n\t\t})()", engine, "TestManyNodes$",
	},
	{
		"Loops of the engine: a topic copies its values once for each update",
		"runtime/channel_collect.go", "c.values = append(c.values, v)", "c.values = append(slices.Clip(c.values), v)", hostile, longLists,
	},
	{
		"Loops of the engine: options of a run are found by name",
		"jsapi/langgraph/task_config.go", "i, ok := c.run.others.index[key]",
		"i, ok := 0, false\n\tfor k := range c.run.others.fields {\n\t\tif c.run.others.fields[k].Name == key {\n\t\t\ti, ok = k, true\n\t\t}\n\t}", hostile, longLists,
	},
	{
		"Loops of the engine: labels of a branch are found in a set",
		"runtime/runner.go", "return b.ends[d.Node]", "for _, end := range b.spec.Ends {\n\t\tif end.Label == d.Node {\n\t\t\treturn end.Node\n\t\t}\n\t}\n\treturn \"\"", hostile, longLists,
	},
	{
		"Loops of the engine: breakpoints are found in a set",
		"runtime/names.go", "n.set == nil && len(n.List) > long", "false && len(n.List) > long", hostile, longLists,
	},
	{
		"Loops of the engine: the updates of a copy are collected by node",
		"jsapi/langgraph/state_update.go", "i, ok := at[u.AsNode]", "i, ok := 0, false\n\t\tfor k := range nodes {\n\t\t\tif nodes[k][0].AsNode == u.AsNode {\n\t\t\t\ti, ok = k, true\n\t\t\t}\n\t\t}", hostile, longLists,
	},
	{
		"Loops of the engine: a text is not converted to compare it with a shorter one",
		"jsapi/value/read.go", "ok && s.Length() != len(text)", "ok && s.Length() < 0", hostile, longLists,
	},
	{
		"Loops of the engine: many updates hear the limit, without a call inside of a call",
		"runtime/update.go", "\t\tb.h.Hear()\n", "", engine, "TestManyUpdates$",
	},
	{
		"Loops of the engine: calls that settle together are sorted with a heap",
		"runtime/settle_order.go", "h.all[a].place < h.all[b].place", "h.all[a].place <= h.all[b].jobs", engine, "TestPick$",
	},
	{
		"Loops of the engine: children that have ended are not looked at again",
		"runtime/call.go", "a.over, a.first = i+1, first", "_ = first", engine, "TestManyChildren$",
	},
	{
		"Loops of the engine: the questions of a namespace are read once",
		"runtime/standing.go", "return s.graphs[ns][id].waits, nil", "s.graphs[ns] = questionsIn(s.root.Writes)\n\treturn s.graphs[ns][id].waits, nil", engine, "TestManyQuestions$",
	},
	{
		"Loops of the engine: a channel of a stored checkpoint is found with an index",
		"checkpoint/finder.go", "f.index == nil && f.steps > few+f.n", "f.index == nil && f.steps < 0", hostile, longLists,
	},
	{
		"Loops of the engine: the name of a node is bounded",
		"runtime/validate.go", "n > maxName", "n < 0", engine, "TestLongNames$",
	},
	{
		"Loops of the engine: a list of updates that contains itself is refused",
		"jsapi/langgraph/output.go", "depth > maxNested", "false", hostile, "TestCases/stack/update-in-itself$",
	},
	{
		"Memory of the engine: the metadata and tags of each task hear the limit and are counted",
		"jsapi/langgraph/host_values.go", "\tguard.Hear(h.api.rt)\n\tguard.Need(h.api.rt, bytes)\n", "\tguard.Need(h.api.rt, 0*bytes)\n", hostile, manyTasks,
	},
	{
		"Memory of the engine: a branch without names stands for no list of all nodes",
		"runtime/validate.go", "t.free, t.but = true, b.Source", "t.free, t.but = true, b.Source\n\t\t\tfor k := range s.Nodes {\n\t\t\t\tt.list = append(t.list, s.Nodes[k].Name)\n\t\t\t}", hostile, manyTasks,
	},
	{
		"Memory of the engine: each version becomes a text once, before versions are sorted",
		"jsapi/langgraph/checkpoint_version.go",
		"text: guard.Text(records.rt, v)}); value.TypeOf(v) == \"number\" {\n\t\t\tsorted[i].isNumber, sorted[i].number = true, v.ToFloat()\n\t\t}\n\t}\n\tslices.SortFunc(sorted, func(a, b ranked) int {\n\t\tif a.isNumber && b.isNumber {\n\t\t\treturn int(a.number*2) - int(b.number*2)\n\t\t}\n\t\treturn strings.Compare(a.text, b.text)",
		"text: \"\"}); value.TypeOf(v) == \"number\" {\n\t\t\tsorted[i].isNumber, sorted[i].number = true, v.ToFloat()\n\t\t}\n\t}\n\tslices.SortFunc(sorted, func(a, b ranked) int {\n\t\tif a.isNumber && b.isNumber {\n\t\t\treturn int(a.number*2) - int(b.number*2)\n\t\t}\n\t\treturn strings.Compare(a.value.String(), b.value.String())", hostile, manyTasks,
	},
	{
		"Deriving a key hears the limit",
		"jsapi/web/pbkdf2.go", "hashed > hearBytes", "false", hostile, "TestCases/interrupt/long-computations$",
	},
	{
		"… and so does the search for a prime",
		"jsapi/node/primes.go", "\t\tguard.Hear(a.vm)\n\t\tif time.Since", "\t\tif time.Since", hostile, "TestCases/interrupt/long-computations$",
	},
	{
		"… and so does the test of a prime",
		"jsapi/node/primes.go", "\t\tguard.Hear(a.vm)\n\t\tbase", "\t\tbase", hostile, "TestCases/interrupt/long-computations$",
	},
	{
		"… and who waits for a computation",
		"jsapi/node/compute.go", "\t\t\treturn result, err\n\t\tcase <-tick.C:\n\t\t\tguard.Hear(a.vm)\n", "\t\t\treturn result, err\n\t\tcase <-tick.C:\n", hostile, "TestCases/interrupt/long-computations$",
	},
	{
		"… and compressing",
		"jsapi/node/zlib.go", "\t\tguard.Hear(vm)\n", "", hostile, "TestCases/interrupt/long-computations$",
	},
	{
		"scrypt has a limit of work",
		"jsapi/node/sign.go", "> maxScryptBlocks", "> maxScryptBlocks*maxScryptBlocks", hostile, "TestCases/interrupt/long-computations$",
	},
	{
		"Timers have a turn while jobs add jobs",
		"jsapi/vm/loop.go", "return l.rounds > maxRounds", "return false", oracle, "TestOracle/platform/immediates-and-timers$",
	},
	{
		"… and so have immediates, before them",
		"jsapi/vm/loop.go", "t := l.timers.due(l.until)", "t := l.timers.due(l.vm.Now())", oracle, "TestOracle/platform/immediates-and-timers$",
	},
}
