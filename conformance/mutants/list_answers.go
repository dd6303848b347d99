// This file lists the mutants of answers that clients of the server give.

package main

var givenAnswers = []mutant{
	{
		"A plain answer is for a question that waited when it arrived",
		"server/answer.go", "if !asked[id] {", "if false {", http, "TestAnswersWithoutAnID/runs/wait/while_nothing_waits",
	},
	{
		"… and the same one again is a repetition",
		"server/answer.go", "asked[in.ID] && s.shown.has(rec.By, in.ID)", "asked[in.ID]", http, "TestAnswersWithoutAnID/runs/wait/again,_because_the_response_was_lost",
	},
	{
		"… unless its sender has seen the question",
		"server/barrier.go", "w.s.shown.sent(w.who, p)", "_ = p", http, "TestAnswersWithoutAnID/runs/wait/again,_to_the_next_question",
	},
	{
		"After a failure a client can give another answer",
		"server/answer.go", "rec.Replace = len(failed) == 1;", "rec.Replace = len(failed) == 2;", http, "TestAnswersAfterFailures",
	},
	{
		"… also after many questions",
		"server/shown.go", "clear(one.ids)", "continue", http, "TestManyAnswersInTheSameWords",
	},
}
