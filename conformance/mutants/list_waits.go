// This file lists the mutants of what a client can make a server do: how long others wait for it, and how much work its requests are.

package main

var waits = []mutant{
	{
		"Nobody waits for a client that does not read a small state",
		"server/barrier.go", "\t\th.free()\n", "", "./server", "TestNobodyWaitsForSmallStatesToBeRead",
	},
	{
		"… and an answer waits for none that reads large states",
		"server/reads.go", "\tof := r.inside\n", "\tof := r.large\n", "./server", "TestAnswersDoNotWaitForLargeStates",
	},
	{
		"… and for none that reads large questions",
		"server/reads.go", "s.readThread(ctx, id, s.reads.inside)", "s.readThread(ctx, id, s.reads.questions)", "./server", "TestAnswersDoNotWaitForLargeStates",
	},
	{
		"… what a client does not read has a bound without a turn",
		"server/reads.go", "if h.sent && !h.turn && size <= smallRead {", "if h.sent && h.turn && size <= smallRead {", "./server", "TestUnreadSmallStatesAreBounded",
	},
	{
		"Fields that a client selects have a bound",
		"server/extract.go", "func (selectable) most() int        { return 1000 }", "func (selectable) most() int        { return 1001 }", http, "TestSelectionsAreBounded",
	},
	{
		"… and paths",
		"server/extract.go", "len(path) > maxExtractSteps", "len(path) > 10*maxExtractSteps", http, "TestExtract",
	},
	{
		"… and texts that it searches for",
		"server/bounded.go", "if len(text) > maxSearched {", "if len(text) > maxSearched+1 {", http, "TestSearchedTextsAreBounded",
	},
	{
		"… and labels",
		"server/items.go", "n > maxItemKey {\n\t\treturn errorf(http.StatusUnprocessableEntity, \"%s has", "n > maxItemKey+1 {\n\t\treturn errorf(http.StatusUnprocessableEntity, \"%s has", http, "TestSearchedLabelsAreBounded",
	},
	{
		"… and stream modes",
		"server/request.go", "\t*l = distinct(*l)\n", "", http, "TestStreamModesAreDistinct",
	},
	{
		"A large event is decoded once for all subscriptions",
		"server/v2_view.go", "slices.Contains(e.names, of)", "slices.Contains(decoded(e.Event).names, of)", http, "TestLargeEventsOfManySubscriptions",
	},
	{
		"A thread that others use is not deleted with its supersteps",
		"server/threads.go", "\tunlock := s.queue.lock(c.ID)\n\tdefer unlock()\n", "", http, "TestThreadsWithoutTheirStates",
	},
	{
		"… also by another server",
		"server/threads.go", "return len(runs) > 0, err", "return len(runs) < 0, err", http, "TestThreadsWithoutTheirStates",
	},
	{
		"Whoever waits for an answer learns that it was rolled back",
		"server/ending.go", "if err := rec.undone(); err != nil {", "if err := rec.undone(); err != nil && rec.ID == \"\" {", http, "TestWaitsForARunThatIsRolledBack",
	},
	{
		"… and gets no result that was rolled back",
		"server/execute.go", "} else if j.rec.RolledBack {", "} else if j.rec.ID == \"\" {", http, "TestWaitsForARunThatIsRolledBack",
	},
}
