// This file lists the mutants of runs: answers, effects, scripts, contexts, bounds.

package main

var runs = []mutant{
	// Answers.
	{
		"An answer that was accepted is applied exactly once: of two that come at the same instant one wins",
		"runtime/input.go", "b.If = &checkpoint.Condition{Answer: r.answering.stored}", "", ".", "TestDoubleAnswersOfScripts",
	},
	{
		"A second answer gets an error that says who answered first",
		"audit.go", "if err != nil || first == nil {", "if _ = err; true {", ".", "TestDoubleAnswers$",
	},
	{
		"getState shows no question whose answer was used, also if the node then stopped at a breakpoint",
		"runtime/snapshot.go", "{ return answered[in.ID] }", "{ return false && answered[in.ID] }", "./conformance", "TestOracle/subgraphs/answer-at-a-breakpoint$",
	},
	{
		"… and shows the node as next",
		"runtime/snapshot.go", "len(t.resumes) == 0 || stopped {", "len(t.resumes) == 0 || false && stopped {", "./conformance", "TestOracle/subgraphs/answer-at-a-breakpoint$",
	},
	{
		"A deferred node to which a Command goes does not come next while others wait",
		"runtime/input.go", "slices.Contains(g.deferred, c) {", "false && slices.Contains(g.deferred, c) {", "./conformance/ways", "TestWays/deferred-goto/go$",
	},
	{
		"If several nodes fail, a program gets the error that scripts get",
		"jsapi/langgraph/program_run.go", "r.Err = c.g.api.severalErrors(r.Err)", "", ".", "TestSeveralFailures",
	},
	{
		"… with the error of each node",
		"errors.go", `message += "\n" + explain(one).Error()`, "_ = one", ".", "TestSeveralFailures",
	},
	{
		"… which the thread has too",
		"runtime/ending.go", `message = name + ": " + several.Error()`, "_ = several", ".", "TestSeveralFailures",
	},
	{
		"Questions that other nodes asked still wait when a node fails",
		"runtime/ending.go", "u.Interrupts = asked.Interrupts", "_ = asked.Interrupts", ".", "TestQuestionsBesideAFailure",
	},
	{
		"… and an answer without an id is not taken for the one that failed then",
		"run_again.go", `case len(ids) == 1 && (a.Interrupt != "" || len(beside) == 0):`, "case len(ids) == 1:", ".", "TestQuestionsBesideAFailure",
	},
	{
		"… and who has to choose is shown the question that the node that failed asked",
		"run_again.go", "byID[in.ID] = in", "_ = in", ".", "TestQuestionsBesideAFailure",
	},
	{
		"… also of nodes that the failure ended before they asked again",
		"runtime/question.go", "} else if t.late || t.err == nil", "} else if t.err == nil", ".", "TestQuestionsBesideAFailure",
	},
	{
		"An answer that does not fit the schema of its question is refused at the door",
		"runtime/question.go", "a.run.o.CheckAnswer != nil && !none && !late", "false && !none && !late", ".", "TestAnswerSchema",
	},
	{
		"strict: a node that asks a different question than the one that was answered fails",
		"runtime/question.go", "if t.run.root().o.Strict {", "if false {", ".", "TestMismatch",
	},
	{
		"Questions and answers of each thread survive a kill after any commit",
		"runtime/commit.go", "if answered := r.lastAnswer(); answered != \"\" && r.nested {", "if answered := r.lastAnswer(); false && answered != \"\" {", "./runtime", "TestKillAtEveryCommit",
	},
	// Tasks and effects.
	{
		"With effects once an effect is not done again",
		"runtime/effect.go", "\tif r := &j.records[e.index]; r.Done {", "\tif r := &j.records[e.index]; false && r.Done {", ".", "TestTicketOnce",
	},
	{
		"Another effect than recorded is a NonDeterminismError",
		"runtime/effect.go", "case r.Kind != s.Kind || r.What != s.What:", "case false:", ".", "TestNonDeterminism",
	},
	{
		"A retry does the effect that failed again, and all after it",
		"runtime/journal.go", "\t\tj.shorten(i)\n\t\treturn\n", "\t\treturn\n", ".", "TestEffectsRetry",
	},
	// Deadlines, audit, scripts, privacy.
	{
		"verify finds any entry that was edited, removed, inserted or moved",
		"checkpoint/sqlite/audit_verify.go", "!bytes.Equal(v.hash[:], stored)", "!bytes.Equal(v.hash[:], v.hash[:])", saver, "TestAuditVerify",
	},
	{
		"resume refuses to continue with a script that has changed",
		"script_pin.go", "if err == nil && given.hash != info.Hash && !upgrade {", "if false {", ".", "TestAnswerWithAnotherScript",
	},
	{
		"Nothing that is stored of a thread is in the clear with a key",
		"checkpoint/sqlite/seal.go", "\treturn c.ring.use.seal(dst, column, thread, plain)", "\treturn plain", saver, "TestNothingIsPlain",
	},
	{
		"A sweep that comes late applies only what is still due",
		"resume.go", "call.TimedOut = overdue(questions(t), a.TimedOut); call.TimedOut == nil", "call.TimedOut = a.TimedOut; call.TimedOut == nil", ".", "TestLateSweep",
	},
	{
		"A deadline that a server applies is a run: what follows is done by the next server if this one is killed",
		"server/deadlines.go", "&hitlrun.Change{Insert: []hitlrun.Document{d}, Put: j.marked()}", "&hitlrun.Change{Put: j.marked()}", program, "TestServeContinuesDeadlines",
	},
	{
		"… it holds up nothing that is due for others",
		"server/deadlines.go", "\t_, err = s.add(j) //", "\tif _, err = s.add(j); err == nil {\n\t\t<-j.done\n\t} //", "./server", "TestDeadlinesHoldUpNobody",
	},
	{
		"… it has the config, the context and the metadata of the run that asked",
		"server/deadlines.go", "c := asked.Request", "var c runCreate", "./server", "TestDeadlinesAreRuns",
	},
	{
		"… and not its checkpoint",
		"server/deadlines.go", "Config: withoutCheckpoint(c.Config),", "Config: c.Config,", "./server", "TestDeadlinesHaveWebhooksAndBreakpoints",
	},
	{
		"… its assistant",
		"server/deadlines.go", "rec.Script, rec.Assistant, rec.V2, rec.User = g.Script.Path(), asked.Assistant", "rec.Script, rec.Assistant, rec.V2, rec.User = g.Script.Path(), nil", "./server", "TestDeadlinesAreRuns",
	},
	{
		"… and its user",
		"server/deadlines.go", "\t\treturn rec.User", "\t\treturn rec.By", "./server", "TestDeadlinesAreRuns",
	},
	{
		"Of two servers one applies a deadline",
		"server/deadlines.go", "if !s.takeTurn(ctx, j) {", "if s.takeTurn(ctx, j); false {", "./server", "TestDeadlinesOfServers",
	},
	{
		"A server applies only deadlines of scripts that it serves",
		"server/deadlines.go", `case t.File == "" || g.Script.Path() != t.File:`, `case t.File == "":`, "./server", "TestDeadlinesOfOtherScripts",
	},
	{
		"… and of graphs",
		"server/deadlines.go", "case g.Export == t.Graph:", "case true:", "./server", "TestDeadlinesOfOtherScripts",
	},
	{
		"A deadline waits for an answer that was accepted for later",
		"server/deadlines.go", "if !d.Due.IsZero() && rec.Answers == nil {", "if !d.Due.IsZero() {", "./server", "TestDeadlinesWaitForAcceptedAnswers",
	},
	{
		"… and not for another run",
		"server/deadlines.go", "if !d.Due.IsZero() && rec.Answers == nil {", "if false {", "./server", "TestDeadlinesWaitForAcceptedAnswers",
	},
	{
		"A deadline that cannot be applied makes a run now and then, and not each second",
		"server/deadlines.go", "err == nil && since >= 0 && since < min(", "err == nil && since < 0 && since < min(", "./server", "TestDeadlinesThatFail",
	},
	{
		"A deadline behind an answer of somebody else is no failure",
		"server/execute.go", "\t\t\treturn nil, nil // somebody was faster", "\t\t\treturn nil, err // somebody was faster", "./server", "TestDeadlinesThatSomebodyAnswers",
	},
	{
		"On a terminal, what begins like JSON and is none is asked again",
		"cmd/hitlrun/form/typed.go", "if jsonLike().Match(data) || wordLike().Match(data) {", "if jsonLike().Match(nil) || wordLike().Match(nil) {", program, "TestConsole|TestAnswer",
	},
	{
		"The script and the answer are one commit: an answer that is refused leaves the thread with the script it had",
		"checkpoint/sqlite/commit.go", "\tif b.Pin != nil {\n", "\tif false {\n", ".", "TestPinAndAnswerAreOneCommit",
	},
	// Contexts and VMs.
	{
		"A context that ends at any instant gives its error, and a VM that is sound or gone, never a panic",
		"jsapi/vm/enter.go", "\t\tp := recover()\n", "\t\tvar p any\n", "./jsapi/vm", "TestPanicsStopTheVM",
	},
	{
		"Runs share no module variables",
		"script_vms.go", "!s.o.Reuse || ", "", ".", "TestRunsShareNothing",
	},
	{
		"Idle VMs are few",
		"script_vms.go", "if len(v.idle) >= most {", "if len(v.idle) < 0 {", ".", "TestManyRunsLeaveNothing",
	},
	{
		"MaxVMs bounds the VMs that are used at once",
		"seats.go", "\tif s == nil {\n\t\treturn jsapi.Ended(ctx)", "\tif true {\n\t\treturn jsapi.Ended(ctx)", ".", "TestMaxVMs",
	},
	{
		"An answer with which a run was stopped can be replaced",
		"runtime/standing.go", "(t.answered || t.open && s.given.has(id))", "t.answered", ".", "TestAnswersAfterAborts/node",
	},
	{
		"… but not one with which the node ended",
		"runtime/standing.go", "\t\t\tt.ended = true\n", "", ".", "TestUsedAnswersStay/beside",
	},
	{
		"… in a graph inside of a node either",
		"runtime/standing.go", "t.failed || innermost && (", "t.failed || (innermost || true) && (", ".", "TestUsedAnswersStay/subgraph",
	},
	{
		"… and the answers beside it stay",
		"runtime/input.go", "given.byID = unused", "_ = unused", ".", "TestAnswersAfterAborts/parallel",
	},
	{
		"A thread stands where its mark was made, also if a graph inside waits",
		"rollback.go", "newest = m.at.Lines[0].ID", "newest = m.at.Newest", ".", "TestNewestCheckpointOfAThread/file",
	},
	{
		"… and if a saver of the program has its checkpoints",
		"documents.go", "listed.CheckpointID = newest.ID", "_ = newest.ID", ".", "TestNewestCheckpointOfAThread",
	},
	{
		"If the process is gone, an answer is replaced only by one that says so",
		"run_again.go", "(t.Status != checkpoint.StatusRunning || !a.Replace)", "t.Status != checkpoint.StatusRunning", cli, "TestScript/replace",
	},
	{
		"A node whose effects happen once does what another answer leads to",
		"runtime/journal.go", "j.dropReplaced(i)", "_ = i", ".", "TestEffectsAfterAnotherAnswer/thrown",
	},
	{
		"… and does not repeat what others have seen",
		"runtime/journal.go", "case r.Outside && r.Done && !r.Fails:", "case false:", ".", "TestEffectsAfterAnotherAnswer/thrown",
	},
	{
		"A run that waits for the store at two places waits until it waits at none",
		"server/outage.go", "if o.waits--; o.waits == 0 {", "if o.waits--; true {", "./server", "TestOutageAtTwoPlaces$",
	},
}
