// This file lists the mutants of what a server does by itself: runs of crons, and webhooks.

package main

var byThemselves = []mutant{
	{
		"A cron whose runs have new threads and no input is refused",
		"server/crons.go", "one.mayStart(); err != nil {", "one.mayStart(); false && err != nil {", "./server", "TestOthers",
	},
	{
		"Schedules of crons are to the minute",
		"server/crons.go", `strings.HasPrefix(c.Schedule, "@every") || `, "", "./server", "TestCrons$",
	},
	{
		"… and come at some time",
		"server/crons.go", "schedule.Next(time.Now().In(place)).IsZero() {", "schedule.Next(time.Now().In(place)).Year() < 0 {", "./server", "TestCrons$",
	},
	{
		"A run that is cancelled when it is about to begin has nothing to put back",
		"server/rollback.go", "j.untouched || !j.begun && !j.recovered {", "j.untouched {", "./server", "TestRollbackBeforeTheRunBegins",
	},
	{
		"The stream of a run that is rolled back says so",
		"server/ending.go", "\tcase rec.RolledBack:\n", "\tcase false:\n", "./server", "TestWaitsForARunThatIsRolledBack",
	},
	{
		"A webhook does not repeat its own address, which may have secrets",
		"server/webhook.go", `shown.Kwargs.Webhook = ""`, "", "./server", "TestWebhook$",
	},
	{
		"… and says when it is sent",
		"server/webhook.go", `{"webhook_sent_at":"`, `{"webhook_sent":"`, "./server", "TestWebhook$",
	},
	{
		"Crons are scheduled again when a server begins",
		"server/crons.go", "return first || wall", "return !first && wall", "./server", "TestCronsAreScheduledAgain",
	},
	{
		"… and those that were scheduled before now are not read for that",
		"server/crons.go", ", ChangedAfter: now}", "}", "./server", "TestCronsAreScheduledAgain",
	},
	{
		"Large crons are read when there is memory for them",
		"server/crons.go", ", Room: s.roomFor(reads, cronKind)}", "}", "./server", "TestCronsHoldUpNobody",
	},
	{
		"… and nothing else waits for that",
		"server/recover.go", "\ts.repeat(func() { s.startDue(s.base) })", "\ts.repeat(func() { s.runCrons(s.base); s.startDue(s.base) })", "./server", "TestCronsHoldUpNobody",
	},
	{
		"A copy of a thread whose process died is deleted",
		"update.go", `ThreadID: d.Key, From: "copy"`, `ThreadID: d.Key + "x", From: "copy"`, cli, "TestCopiesAreWhole",
	},
	{
		"A cron that is deleted while it is changed does not come back",
		"server/crons.go", "&hitlrun.Change{Replace: []hitlrun.Replacement{{Document: d, From: []string{\"cron\"}}}}", "&hitlrun.Change{Put: []hitlrun.Document{d}}", "./server", "TestCronsAreChangedAtOnce",
	},
	{
		"A cron that was scheduled while the clock was ahead is due at its time",
		"server/crons.go", "err != nil || !at.Before(was.Due)", "err != nil || true || !at.Before(was.Due)", "./server", "TestCronsAreScheduledAgain",
	},
	{
		"A webhook is deleted with its thread",
		"server/webhook.go", "Key: rec.ID, ThreadID: rec.ThreadID,", "Key: rec.ID,", "./server", "TestWebhooksOfDeletedThreads",
	},
	{
		"… also one that an earlier version has stored",
		"server/server.go", "err := s.adoptWebhooks(s.base); err != nil", "err := error(nil); err != nil", "./server", "TestWebhooksOfDeletedThreads",
	},
	{
		"A run that is cancelled before it begins calls its webhook, and its viewers see the end",
		"server/delayed.go", "change.Replace[0].From = []string{statusPending}", "change.Replace[0].From = []string{statusPending}\n\tchange.Put, change.Events = nil, nil", "./server", "TestCancelledBeforeTheyBegin",
	},
	{
		"… and the thread of one without a thread is deleted",
		"server/delayed.go", "\t\ts.discardAfter(rec)\n", "", "./server", "TestCancelledBeforeTheyBegin",
	},
	{
		"A webhook that was taken does not wait for viewers",
		"server/webhook.go", "s.wg.Go(func() { s.discard(d.ThreadID, call.Owner) })", "s.discard(d.ThreadID, call.Owner)", "./server", "TestWebhooksDoNotWaitForViewers",
	},
	{
		"The thread of a run without one is deleted after its webhook is sent",
		"server/webhook.go", "if call.Discard {", "if false {", "./server", "TestWebhooksOfDeletedThreads",
	},
	{
		"The thread of a run of a cron is deleted",
		"server/crons.go", `cmp.Or(c.OnRunCompleted, "delete"); c`, `cmp.Or(c.OnRunCompleted, "keep"); c`, http, "TestThreadsOfCrons",
	},
	{
		"… unless it waits for an answer",
		"server/ending.go", "rec.KeepAsked && end.status == statusSuccess", "rec.KeepAsked && end.status == statusError", http, "TestThreadsOfCrons",
	},
	{
		"A search for crons compares their metadata",
		"server/crons.go", "is, err = metadata.Match(c.Metadata)", "_, err = metadata.Match(c.Metadata)", http, "TestChangesOfCrons",
	},
	{
		"A change of a cron changes what its runs get",
		"server/crons.go", "\t\t\tpayload[name] = value\n", "\t\t\t_ = value\n", http, "TestChangesOfCrons",
	},
	{
		"A webhook reaches no private address that is written",
		"server/webhook.go", "ip.Is6() && !public.Contains(ip)", "ip.IsLoopback()", http, "TestWebhooksOfPrivateAddresses",
	},
	{
		"… nor follows anybody",
		"server/webhook.go", "return http.ErrUseLastResponse", "return nil", http, "TestWebhooksFollowNobody",
	},
	{
		"A host has a share of the webhooks",
		"server/webhook.go", "one.full(hookShares)", "one.full(1)", http, "TestWebhooksDoNotWaitForEachOther",
	},
}
