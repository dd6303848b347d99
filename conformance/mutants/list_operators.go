// This file lists the mutants of what operators do: lost threads, retention, copies, checks.

package main

const (
	saver   = "./checkpoint/sqlite"
	program = "./cmd/hitlrun"
)

var operators = []mutant{
	// Lost threads.
	{
		"A thread whose process died is distinguished from one that is being run",
		"checkpoint/sqlite/lease_linux.go", "return err == nil && own.Type != syscall.F_UNLCK, err", "return false, err", program, "TestLostThreads",
	},
	{
		"… and one that ended while it was looked at is not lost",
		"checkpoint/sqlite/threads_each.go", "if now.sameAs(t) {", "if now.sameAs(t) || true {", saver, "TestLost$",
	},
	{
		"Each lost thread is resumed by one of several sweeps, and not again by one that comes late",
		"resume.go", "if a.recovers && t.Status != checkpoint.StatusRunning {", `if a.recovers && t.Status == "" {`, ".", "TestRecoverLate",
	},
	{
		"Deadlines of questions beside a failure are applied",
		"sweep.go", "ThreadFilter{Waiting: true, Overdue: true", "ThreadFilter{Status: StatusInterrupted, Overdue: true", program, "TestScript/beside_failure",
	},
	{
		"A cancelled run leaves the questions that nobody has answered",
		"cancel.go", "Interrupts: waiting, RunID: runID", "Interrupts: waiting[:0], RunID: runID", "./server", "TestQuestionsBesideACancel",
	},
	{
		"… and answers that were not used yet stay when another question is answered",
		"runtime/question.go", "if !ok || askedSince(id) {", "if true || !ok || askedSince(id) {", ".", "TestQuestionsBesideACancel",
	},
	{
		"… and a run without an answer continues the nodes that were stopped",
		"server/execute.go", "!stopped || err != nil", "stopped || !stopped", "./server", "TestQuestionsBesideACancel",
	},
	{
		"A request to roll back several runs rolls them back",
		"server/cancel_requests.go", "s.cancel(r, rec, rollback, true)", "s.cancel(r, rec, rollback && false, true)", "./server", "TestRollback$",
	},
	{
		"… the newest first, so that no run of a queue begins meanwhile",
		"server/cancel_requests.go", "cmp.Compare(b.CreatedAt, a.CreatedAt)", "cmp.Compare(a.CreatedAt, b.CreatedAt)", "./server", "TestRollback$",
	},
	{
		"A run continues when the store that was locked or full is free again",
		"server/ending.go", "return &ending{again: true, refused: err}", "return &ending{status: statusError, err: errorOf(err)}", "./server", "TestRunsWaitForTheStore",
	},
	{
		"The answer that comes second to two servers is refused with 409",
		"server/waiting.go", "if err := j.refusal(); blank && err != nil {", "if err := j.refusal(); !blank && err != nil {", "./server", "TestRivalAnswersToTwoServers",
	},
	// Retention.
	{
		"prune never removes a thread that failed and still asks",
		"prune.go", "Settled: !o.Checkpoints", "Settled: false", program, "TestScript/beside_failure",
	},
	{
		"A list of threads has each once, also one that changes meanwhile",
		"checkpoint/sqlite/threads_each.go", "if !found {", "if !found || true {", saver, "TestEachThread",
	},
	{
		"A turn does not parse a long conversation again",
		"runtime/recent.go", "n+v.parts*partBytes <= 2*c.most()", "n <= c.most()/16", "./runtime", "TestLongConversationsAreParsedOnce",
	},
	{
		"A state whose parsed form is too large is not parsed for the cache at each turn",
		"runtime/recent.go", "cached.tooLarge = cached.textSize()", "", "./runtime", "TestLongConversationsAreParsedOnce",
	},
	{
		"Memory does not grow with the number of threads",
		"cmd/hitlrun/listing.go", "if p.b.Len() >= listingBytes {", "if p.b.Len() < 0 {", program, "TestMemoryOfLists",
	},
	{
		"prune removes what did not change for that long, and no more",
		"prune.go", "time.Now().Add(-o.OlderThan)", "time.Now()", program, "TestScript/retention",
	},
	{
		"… never a thread that waits for an answer",
		"prune.go", "case !o.Checkpoints && slices.Contains(o.Statuses, StatusInterrupted):", "case false:", ".", "TestPruneThreads",
	},
	{
		"… one that changed since it was looked at stays",
		"checkpoint/sqlite/threads.go", "if err != nil || !now.sameAs(r.Unchanged) {", `if err != nil || now.ID == "" {`, ".", "TestPruneThreads",
	},
	{
		"… and one that someone works on",
		"prune.go", "\t\tone.Busy = true\n\t\treturn one, nil\n", "\t\trelease, err = func() {}, nil\n", ".", "TestPruneThreads",
	},
	{
		"Of checkpoints of inner graphs none stays that nobody can resume",
		"checkpoint/sqlite/prune.go", `return root != "" && root < first, nil`, `return root == "" && root < first, nil`, ".", "TestPruneNamespaces",
	},
	{
		"Scripts that no thread runs are removed, and nobody who starts a thread with one notices",
		"checkpoint/sqlite/scripts.go", "if len(p.Script.Code) == 0 {", "if true {", ".", "TestCompactBesideStarts",
	},
	{
		"delete takes several ids",
		"cmd/hitlrun/delete.go", "append(ids, args...)", "append(ids[max(0, len(ids)-1):], args...)", program, "TestScript/delete",
	},
	{
		"… and its exit code reports those that could not be deleted",
		"cmd/hitlrun/delete.go", "\t\t\t\tcode = exitCode(one.Err)\n", "", program, "TestScript/delete",
	},
	// Copies.
	{
		"A copy has all that was committed when it began, and comes to its end whatever others write",
		"checkpoint/sqlite/backup.go", "// the transaction begins\n\t\treturn err\n\t}\n", "\n\t\treturn err\n\t}\n\tc.Run(\"COMMIT\")\n\tdefer c.Run(\"BEGIN\")\n",
		saver, "TestBackupBetweenWrites",
	},
	{
		"The file of a copy gets its name when it is whole",
		"checkpoint/sqlite/new_file.go", `strconv.FormatInt(time.Now().UnixNano(), 36) + ".new"`, `strconv.FormatInt(time.Now().UnixNano(), 36) + ".new"; name = target`,
		saver, "TestBackupKilled",
	},
	{
		"A copy has the permissions of the store",
		"checkpoint/sqlite/backup.go", "f.Chmod(info.Mode().Perm())", "f.Chmod(info.Mode().Perm() | 0o044)", saver, "TestBackupEncrypted",
	},
	{
		"A store that someone has open is not replaced by a copy, one with a WAL that was left is",
		"checkpoint/sqlite/backup.go", "\t\tfinish(target)\n", "", saver, "TestBackupName",
	},
	// Checks.
	{
		"doctor finds rows of threads that do not exist",
		"checkpoint/sqlite/doctor.go", "if err == nil && n == 0 {", "if err == nil && n < 0 {", saver, "TestDoctorFinds/stray",
	},
	{
		"… values that cannot be read",
		"checkpoint/sqlite/doctor_thread.go", "if t.bad++; t.bad <= maxBad {", "if t.bad++; t.bad < 0 {", saver, "TestDoctorFinds",
	},
	{
		"… what takes space and is not referred to",
		"checkpoint/sqlite/doctor_thread.go", "case !t.used.has(n):", "case t.used == nil:", saver, "TestDoctorFinds/unused",
	},
	{
		"… an audit log that was changed",
		"checkpoint/sqlite/doctor.go", "range report.Problems {", "range report.Problems[:0] {", saver, "TestDoctorFinds/audit",
	},
	{
		"… and lost threads",
		"checkpoint/sqlite/doctor.go", "\t\tif !lost {\n", "\t\tif !lost || true {\n", program, "TestLostThreads",
	},
	{
		"Pages of the program that only its start needs are released",
		"cmd/hitlrun/program_pages.c", "madvise((void *)from, to - from, MADV_DONTNEED);", ";", cli, "TestProgramPages",
	},
}
