// This file lists the mutants of what guards the engine against itself.

package main

var engineFaults = []mutant{
	{
		"An object inherits from at most ten thousand others",
		"jsapi/guard/prototypes.go", "for range maxPrototypes {", "for range maxPrototypes * 1000 {", hostile, "TestCases/stack/prototypes$",
	},
	{
		"A value that contains itself is no function, and is not exported to find out",
		"jsapi/guard/buffers.go", "reflect.TypeFor[[]any](), reflect.TypeFor[[][2]any]():", "reflect.TypeFor[[]any]():", hostile, "TestCases/stack/native-of-a-map-in-itself$",
	},
	{
		"URLs for which the parser takes the square of a part are refused",
		"jsapi/web/url_record.go", "case isCostly(text):", "case len(text) > maxURL:", hostile, "TestCases/interrupt/urls-of-many-parts$",
	},
	{
		"Iterations that the timeout of node:vm ended are not closed later, without a limit",
		"jsapi/guard/tries.go", `{"tryStack", "iterStack", "refStack"}`, `{"tryStack", "tryStack", "refStack"}`, "./conformance", "TestOracle/platform/vm-timeout-iterations$",
	},
	{
		"The class of a copy may change the array that splice works on",
		"jsapi/guard/splice.go", "elementsOf(call.This) == nil ||", "true ||", "./conformance", "TestOracle/platform/array-species$",
	},
	{
		"An error that a finally block catches while its generator closes does not break the engine",
		"jsapi/guard/generator_return.go", "if c.halted() {", "if true {", "./conformance", "TestOracle/platform/generator-close$",
	},
	{
		"Many names that are indexes are put in order at once",
		"jsapi/guard/key_order.go", "if len(*names)-*ordered <= fewNames {", "if true {", hostile, "TestCases/interrupt/names-that-are-indexes$",
	},
	{
		"parseFloat of a long text skips the spaces before the number",
		"jsapi/guard/parse_float.go", "text = strings.TrimLeftFunc(text, isSpace)", "", "./conformance", "TestOracle/platform/parse-float-long$",
	},
	{
		"The search for the end of a sentence looks ahead over a long row of spaces once",
		"jsapi/web/intl_words.go", `if granularity == "sentence" {`, "if false {", "./conformance", "TestOracle/platform/sentences-long-rows$",
	},
	{
		"A VM that runs a thread again does not read its state again",
		"runtime/recent.go", "k.saver = view.Of()", "_ = view", ".", "TestReusedVMsRememberStates",
	},
	{
		"The row of a thread is read only twice until an answer is committed",
		"grant.go", "if row == nil ||", "if row != nil ||", ".", "TestReadsOfTheThreadForAnAnswer",
	},
	{
		"A thread is not done while a deferred node comes next",
		"runtime/apply.go", "			s.live = append(s.live, c)\n", "", "./runtime", "TestADeferredNodeIsNotTheEnd",
	},
	{
		"A thread is done when nothing comes next, also behind a breakpoint",
		"runtime/ending.go", "len(gi.Interrupts) == 0 && r.state.ended()", "false", "./runtime", "TestTheStatusIsThatOfTheState",
	},
	{
		"A change of the state leaves a deferred node that comes next",
		"runtime/apply.go", "	if len(s.g.deferred) > 0 {", "	if false {", "./conformance/ways", "TestWays/deferred-updates/go$",
	},
	{
		"A node to which a join and an edge lead runs once",
		"runtime/apply.go", "!ok && c != t.trigger", "!ok || c != t.trigger", "./conformance/ways", "TestWays/joins-and-edges/go$",
	},
	{
		"A node that fails ends inner graphs whose checkpointer is written in JavaScript, and the script goes on",
		"runtime/ending.go", "if !r.pumping && !r.o.Suspends {", "if !r.pumping {", "./conformance", "TestOracle/savers/failures-beside$",
	},
	{
		"The next run of an inner graph that remembers its state is not skipped if the process ended before it began",
		"runtime/input.go", "r.cp.meta.Parents[p.ns] != p.cp.id &&", "false &&", "./runtime", "TestKillBesideARememberedGraph",
	},
	{
		"The question of a run from the older checkpoint of an update can be answered",
		"runtime/input.go", "branched && r.travel.past && r.o.Thread", "false", "./conformance/ways", "TestWays/old-updates/go$",
	},
	{
		"A node whose Command goes to a parent graph that does not exist has finished",
		"runtime/runner.go", "return !r.nested && !r.o.Old }", "return false }", "./conformance", "TestOracle/subgraphs/parent-of-the-root$",
	},
	{
		"An answer at a breakpoint of an inner graph is no second answer to the question before it",
		"runtime/commit.go", "status == nil && !used {", "status == nil && (used || !used) {", "./conformance", "TestOracle/subgraphs/answer-at-a-breakpoint$",
	},
	{
		"Answers by id at a breakpoint of an inner graph are used",
		"runtime/commit.go", "if a.byID != nil && len(r.questions()) == 0 {", "if false {", "./conformance", "TestOracle/subgraphs/answer-at-a-breakpoint$",
	},
	{
		"An answer to a thread that asks nothing answers no later question",
		"runtime/input.go", "		r.answering.answer = nil // nothing asked", "		// nothing asked", "./conformance", "TestOracle/interrupt/answer-to-a-finished-thread$",
	},
	{
		"A task that ends beside conditional edges is held until these are asked",
		"runtime/settle_order.go", "return !s.held && s.task.child == nil", "return false && s.task.child == nil", oracle, "TestOracle/streaming/order-of-edges$",
	},
	{
		"A conditional edge that leads to the end is written one job earlier",
		"runtime/settle_order.go", "return !slices.ContainsFunc", "return false && !slices.ContainsFunc", oracle, "TestOracle/streaming/order-of-edges$",
	},
}
