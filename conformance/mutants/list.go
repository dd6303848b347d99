// This file lists the mutants of durability, and puts all lists together.

package main

import "slices"

const powercut = "./conformance/powercut"

// mutants are all of them.
var mutants = slices.Concat(durability, files, runs, operators, guests, nodeModules, printing, lists, loops, texts, copies, access, clients, byThemselves, givenAnswers, bounds, waits, databases, security, values, library, engineFaults, builtins)

var durability = []mutant{
	// Durability.
	{
		"What somebody outside can know of survives a power cut: text on stdout and stderr, a request, a file, the file of another store",
		"jsapi/langgraph/api.go", "h.Barrier, h.HandOver = api.ledger.Barrier", "h.Barrier, h.HandOver = api.ledger.Flush", powercut, "TestWaysOut",
	},
	{
		"… each part of a body that is streamed, its end, and its abortion",
		"jsapi/web/fetch.go", "func (x *exchange) write(call goja.FunctionCall) goja.Value {\n\tx.p.env.Leaving()", "func (x *exchange) write(call goja.FunctionCall) goja.Value {",
		powercut, "TestWaysOut/a_part_of_a_body",
	},
	{
		"… its end",
		"jsapi/web/fetch.go", "func (x *exchange) end(goja.FunctionCall) goja.Value {\n\tx.p.env.Leaving()", "func (x *exchange) end(goja.FunctionCall) goja.Value {",
		powercut, "TestWaysOut/the_end_of_a_body",
	},
	{
		"… and its abortion",
		"jsapi/web/fetch.go", "return func(goja.FunctionCall) goja.Value {\n\t\tleaving()", "return func(goja.FunctionCall) goja.Value {\n\t\t_ = leaving",
		powercut, "TestWaysOut/the_abortion_of_a_body",
	},
	{
		"… a function of the Go program",
		"jsapi/langgraph/functions.go", "\t\teffects.vm.Leave()\n", "", powercut, "TestGoProgram/Function",
	},
	{
		"… an update (--stream, OnUpdate)",
		"jsapi/langgraph/program_run.go", " && exports.vm.Barrier()", "", powercut, "TestNotified/an_update",
	},
	{
		"… a wait",
		"jsapi/vm/loop.go", "if !l.vm.Barrier() {", "if l.vm.Err() != nil {", powercut, "TestWaits",
	},
	{
		"… an acknowledgement: what a command prints, what a method of the Go API returns",
		"hitlrun.go", "s.Sync(context.WithoutCancel(ctx))", "ctx.Err()", powercut, "TestReadByOthers",
	},
	{
		"A state that another process has committed and not synced is synced before it is shown",
		"checkpoint/sqlite/sync.go", "if known && commits", "if s.w == nil || known && commits", powercut, "TestReadByOthers",
	},
	{
		"What the server answers, and its events",
		"server/barrier.go", "if w.err = w.s.sync(); w.err", "if w.err = nil; w.err", powercut, "TestServer",
	},
	{
		"… its webhooks",
		"server/webhook.go", "if err := s.sync(); err != nil {", "if err := ctx.Err(); err != nil {", powercut, "TestServer/a_webhook",
	},
	{
		"… over a WebSocket",
		"server/v2_events.go", "if err := so.s.sync(); err != nil {", "if err := ctx.Err(); err != nil {", powercut, "TestServer/an_event_of_a_WebSocket",
	},
	{
		"Who shares a sync shares one that began after the call",
		"checkpoint/sqlite/sync.go", "if s.wal.covered > before {", "if s.wal.covered >= before && before > 0 {", powercut, "TestReadByOthers|TestNotified|TestServer",
	},
	{
		`durability "sync": a superstep is synced before the next begins`,
		"runtime/ledger.go", "\t\terr = l.sync()\n", "", powercut, "TestDurabilitySync",
	},
	{
		"The request of a node with effects once leaves behind its journal: it is sent again with the same key",
		"runtime/effect.go", "return e.j.t.run.o.Ledger.Barrier()", "return e.j.t.run.o.Ledger.Flush()", powercut, "TestEffectKey",
	},
	{
		"A sync that failed is final: before anything else is acknowledged the log is written once more as a whole",
		"checkpoint/sqlite/sync.go", "\ts.wal.failed.Store(true)\n", "\treturn\n", powercut, "TestFailedSync",
	},
	{
		"Clocks order nothing: the newest checkpoint is the one that was made last",
		"runtime/run.go", "NewAfter(step, root.newestID)", `NewAfter(step, "")`, "./runtime", "TestClockSteps",
	},
	{
		"What is read of a thread is of one instant",
		"thread.go", "\tif tuple == nil {\n\t\treturn res, nil\n", "\ttuple, _ = s.saver.Get(ctx, checkpoint.Key{ThreadID: threadID})\n\tif tuple == nil {\n\t\treturn res, nil\n",
		".", "TestStateOfOneInstant",
	},
}
