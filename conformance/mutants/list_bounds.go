// This file lists the mutants of what a server has in memory for its clients: bounds and turns.

package main

var bounds = []mutant{
	{
		"A search has one large cron in memory at a time",
		"server/crons.go", "\t\tif is {\n\t\t\tlist.add(", "\t\tif is {\n\t\t\tdefer func(body []byte) { _ = body[0] }(d.Body)\n\t\t\tlist.add(", http, "TestLargeCronsAndAssistants",
	},
	{
		"… and one large assistant",
		"server/assistants.go", "\t\t\terr = check(d.Key, a, isoTime(d.CreatedAt), isoTime(d.UpdatedAt))\n", "\t\t\terr = check(d.Key, a, isoTime(d.CreatedAt), isoTime(d.UpdatedAt))\n\t\t\tdefer func(body []byte) { _ = body[0] }(d.Body)\n", http, "TestLargeCronsAndAssistants",
	},
	{
		"… and the keys of one page",
		"server/page.go", "f.bytes > maxPageKeys", "f.bytes < 0", http, "TestPagesOfLongKeys",
	},
	{
		"The namespaces that a script gets have a bound",
		"server/long_term.go", "if size += it.keyBytes(); size > mostFound {", "if false {", "./server", "TestLongNamespacesAreBounded",
	},
	{
		"… and the items, with their names",
		"server/long_term.go", "len(it.Value) + it.keyBytes()", "len(it.Value)", "./server", "TestLongNamespacesAreBounded",
	},
	{
		"The runs of crons count for the limit of queued requests",
		"server/crons.go", "s.add(&job{rec: rec, size: size})", "s.add(&job{rec: rec})", http, "TestLargeRunsThatAreDue",
	},
	{
		"… and delayed runs wait for it one by one",
		"server/recover.go", "err != nil || s.full(int64(len(d.Body)))", "err != nil || false && s.full(int64(len(d.Body)))", http, "TestLargeRunsThatAreDue",
	},
	{
		"The runs of a batch share a large assistant",
		"server/runs.go", "if a := found[id]; a != nil {", "if a := found[id]; a != nil && false {", http, "TestBatchOfLargeAssistants",
	},
	{
		"Small requests that name a large assistant take turns",
		"server/runs.go", "if s.ofGraph(c.AssistantID) == nil {", "if false {", http, "TestRequestsWithLargeAssistantsTakeTurns",
	},
	{
		"… and requests for it",
		"server/routes.go", "inTurn((*Server).assistantVersions)", "(*Server).assistantVersions", http, "TestLargeAssistantsTakeTurns",
	},
	{
		"The messages that a run streams do not stay in memory",
		"server/partials.go", "p.whole.bytes > maxPartials", "p.whole.bytes < 0", http, "TestManyLargeMessages",
	},
	{
		"A client gets a few large states at once",
		"server/turns.go", "const maxTurns = 4", "const maxTurns = 400", http, "TestStatesTakeTurns",
	},
	{
		"A run that has ended does not keep its large state for clients that do not read",
		"server/execute.go", "\tj.end.release()\n", "", http, "TestUnreadWaitsHoldNoStates",
	},
	{
		"A client that waits for a run gets the state that this run ended with",
		"server/ending.go", "s.store.StateAt(ctx, res.ThreadID, \"\", res.CheckpointID, false)", "s.store.StateAt(ctx, res.ThreadID, \"\", \"\", false)", http, "TestUnreadWaitsHoldNoStates",
	},
	{
		"Runs that have not ended have a bound in memory",
		"server/queue.go", "s.queue.bytes+size > s.o.MaxQueued", "size < 0", http, "TestQueuedRunsAreBounded",
	},
	{
		"A large message takes a turn",
		"server/v2_events.go", "io.CopyN(&data, message, largeMessage+1); err != nil || n <= largeMessage", "io.CopyN(&data, message, largeBody<<8); err != nil || n <= largeBody<<8", http, "TestLargeBodiesTakeTurns",
	},
	{
		"A subscription has a bound",
		"server/v2_view.go", "sub.size() > maxSubscribedBytes {", "sub.size() < 0 {", http, "TestHostileMessages",
	},
}
