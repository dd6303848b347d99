// This file lists the mutants of what clients of a server, and workers, must not do.

package main

var clients = []mutant{
	{
		"An error of a listener of a response is not an error of the request",
		"jsapi/lib/node/http_client.ts", "if (!isParseError(problem)) throw problem;", "if (false) throw problem;", "./conformance", "TestOracle/platform/http-listener-errors$",
	},
	{
		"A langgraph.json names no file that is not a script",
		"locate.go", "case !slices.Contains(bundle.ScriptExtensions(), ext):", "case false && !slices.Contains(bundle.ScriptExtensions(), ext):", ".", "TestLocate",
	},
	{
		"A request to cancel that a killed process left does not cancel a later run",
		"cancel.go", "return ok && !d.UpdatedAt.Before(began.Truncate(time.Microsecond))", "return ok || !d.UpdatedAt.Before(began.Truncate(time.Microsecond))", ".", "TestCancelOfAnEarlierRun",
	},
	{
		"A run that was cancelled when its server was killed is not continued",
		"server/execute.go", "if j.recovered || j.from == s.base {", "if false && (j.recovered || j.from == s.base) {", "./server", "TestCancelIsStored",
	},
	{
		"The server that executes a run cancels it if the one that accepted the cancellation is gone",
		"server/recover.go", "s.cancelForOthers(s.base)", "_ = s.cancelForOthers", "./server", "TestCancelIsStored",
	},
	{
		"The end of a run is stored before the next run of its thread begins",
		"server/ending.go", "\t\tif !hitlrun.IsOutage(err) {\n\t\t\ts.log.Error(\"the end", "\t\tif true {\n\t\t\ts.log.Error(\"the end", "./server", "TestEndsWaitForTheStore",
	},
	{
		"A run that waits for the store keeps its place before the other runs of its thread",
		"server/outage.go", "\treturn s.base.Err() == nil\n}", "\treturn false\n}", "./server", "TestRunsKeepTheirPlace",
	},
	{
		"An effect whose result does not fit on the disk is not done again while the server lives",
		"runtime/journal.go", "Outside: happened,", "", "./server", "TestEffectsWaitForTheStore",
	},
	{
		"A run of a server that is gone continues before those that wait behind it",
		"server/claim.go", "return !j.recovered && slices", "return false && !j.recovered && slices", "./server", "TestRunsOfServersThatAreGoneGoFirst",
	},
	{
		"… also one that stored only that it begins, or everything but its end",
		"server/claim.go", "return !j.recovered && slices", "return false && !j.recovered && slices", "./server", "TestRunsThatWereBegun",
	},
	{
		"… and before a run that would begin at once",
		"server/claim.go", "ok && s.hadOthers() && len", "false && len", "./server", "TestRunsThatWereBegun",
	},
	{
		"A run whose claim a server waits for is executed by that server if it finds it unclaimed, in the order of the queue",
		"server/claim.go", "s.queue.job(j.rec.ID) == nil; wait", "; wait", "./server", "TestARunIsFoundWhileItsClaimIsAwaited",
	},
	{
		"… also before a run that was enqueued behind it",
		"server/queue.go", "at = i + 1", "at = len(t.jobs)", "./server", "TestARunIsFoundWhileItsClaimIsAwaited",
	},
	{
		"Runs of a thread take turns, also those of several servers: no server begins one before the end of the last one is stored",
		"server/execute.go", "if !s.waitTurn(j) {", "if false && !s.waitTurn(j) {", "./server", "TestTurnsOfServers",
	},
	{
		"… nor one that would begin at once",
		"server/accept.go", "&& s.takeTurn(ctx, j) {", "{", "./server", "TestTurnsOfServers",
	},
	{
		"No server changes the state of a thread while another one accepts a delayed answer to its question",
		"server/state.go", "	done, err := s.alone(r.Context(), t.ID) // not", "	done, err := func() {}, error(nil) // not", "./server", "TestChangesOfServersTakeTurns",
	},
	{
		"… and no server accepts such an answer meanwhile",
		"server/accept.go", "rec.Request.resume() != nil && !busy {", "rec.Request.resume() != nil && false {", "./server", "TestChangesOfServersTakeTurns",
	},
	{
		"The stream mode events has the events of models, as streamEvents has them",
		"server/request.go", "\"events\": {hitlrun.ModeEvents}", "\"events\": {hitlrun.ModeTasks}", "./server", "TestEventsOfRuns",
	},
	{
		"… without those of hidden nodes",
		"jsapi/lib/lazy/events.ts", `new EventsHandler({ excludeTags: ["langsmith:hidden"] })`, "new EventsHandler({})", "./server", "TestEventsOfRuns",
	},
	{
		"… and the graph has the id of the run",
		"jsapi/langgraph/program_options.go", `_ = options.Set("runId", d.RunID)`, "", "./server", "TestEventsOfRuns",
	},
	{
		"A repeated answer is recognised by another server, also if the clock was set",
		"server/answer.go", "rec.Boot == bootID()", "false", "./server", "TestAnswersWhenTheClockIsSet",
	},
	{
		"A run has the config of its assistant as it was when it was accepted",
		"server/record.go", "rec.Assistant = &assistantOfRun{a.Config, a.Context}", "_ = a", "./server", "TestAssistantsOfAcceptedRuns",
	},
	{
		"The question of a thread whose assistant was deleted can be answered",
		"server/runs.go", "isNoAssistant(err) && c.resume() != nil", "false", "./server", "TestAssistantsOfAcceptedRuns",
	},
	{
		"Of two changes of an assistant none is lost",
		"server/versions.go", "From: []string{before.state(), \"\"}", "From: []string{before.state(), \"\", a.state()}", "./server", "TestChangesOfAssistants",
	},
	{
		"Each change of an assistant makes a version",
		"server/versions.go", "newest = max(newest, n)", "_ = n", "./server", "TestVersionsOfAssistants",
	},
	{
		"… and all are deleted with it",
		"server/versions.go", "change.Delete = append(change.Delete, hitlrun", "_ = append(change.Delete, hitlrun", "./server", "TestVersionsOfAssistants",
	},
	{
		"What extract selects of a thread is bounded",
		"server/extract.go", "size > maxExtractedBytes", "size < 0", "./server", "TestExtract",
	},
	{
		"Nothing is stored of a run that has no input for a new thread",
		"server/accept.go", "if err := s.canBegin(rec, t, later); err != nil {", "if err := s.canBegin(rec, t, later); err != nil && rec == nil {", "./server", "TestRunsThatCannotBegin",
	},
	{
		"… or begins at a checkpoint that is not there",
		"server/runs.go", "if err := s.hasCheckpoint(r, &c, threadID); err != nil {", "if err := s.hasCheckpoint(r, &c, threadID); err != nil && r == nil {", "./server", "TestRunsThatCannotBegin",
	},
	{
		"Each message of a state is sent whole, once",
		"server/chunks.go", "!o.completed[m.ID] {", "true {", "./server", "TestWholeMessages",
	},
	{
		"Errors are JSON",
		"server/http.go", "body = map[string]string{\"message\": err.Error()}", "body = err.Error()", "./server", "TestErrorsAreJSON",
	},
	{
		"An empty list of answers is not an answer",
		"server/v2_commands.go", "len(p.Responses) == 0 || !given && present(fields[\"responses\"]) == nil", "!given && fields[\"responses\"] == nil", "./server", "TestHostileBodies",
	},
	{
		"A stream of values says that a run stopped at a breakpoint with an empty list of questions",
		"server/chunks.go", "if len(o.asked) > 0 { // else", "if true { // else", "./conformance/ways", "TestWays/breakpoint-chunks/http$",
	},
	{
		"Thousands of questions do not grow with the square of their number",
		"server/chunks.go", "len(o.asked) > manyAsked", "false", "./server", "TestManyQuestionsAtOnce",
	},
	{
		"The result of a task waits for the store",
		"runtime/commit.go", "Outside: haveResults(writes),", "", ".", "TestTasksWaitForTheStore",
	},
	{
		"A command is answered in the turn in which it read the state",
		"server/v2_commands.go", "\treturn s.turn(r, func(r *http.Request) error {\n\t\twriteJSON(w, http.StatusOK, s.command(r, threadID, &c))\n\t\treturn nil\n\t})", "\twriteJSON(w, http.StatusOK, s.command(r, threadID, &c))\n\treturn nil", "./server", "TestStatesOfSocketsTakeTurns",
	},
	{
		"… also over a WebSocket",
		"server/v2_events.go", "return so.s.turn(so.r, func(r *http.Request) error {\n\t\tdata", "return whileReading(so.r, func(r *http.Request) error {\n\t\tdata", "./server", "TestStatesOfSocketsTakeTurns",
	},
	{
		"A second subscription is one of four that read large events",
		"server/v2_events.go", "_, _, err = so.s.page(ctx, callerOf(so.r).client,", "_, _, err = so.s.page(ctx, fmt.Sprintf(\"%p\", so),", "./server", "TestStatesOfSocketsTakeTurns",
	},
	{
		"Who cancels a run cancels no other run of its thread",
		"server/claim.go", "s.store.CancelRun(ctx, rec.ThreadID, rec.ID, by)", "s.store.Cancel(ctx, rec.ThreadID, by)", "./server", "TestCancelIsOfOneRun",
	},
	{
		"A run that is cancelled while it begins is rolled back without a fork",
		"server/queue.go", "\tctx = context.WithoutCancel(ctx) // a run that is cancelled now may have to be rolled back\n", "", "./server", "TestMarkOfACancelledRun",
	},
	{
		"Streams that a client does not read share memory",
		"server/stream.go", "if p.part == nil {", "if true {", "./server", "TestUnreadStreamsShareMemory",
	},
	{
		"A thread that is deleted while a run for it is accepted is not made again",
		"start.go", "errors.Is(err, ErrNoThread) && o.Existing", "errors.Is(err, ErrNoThread) && false && o.Existing", ".", "TestUpdateForkCopy",
	},
	{
		"The loss of the first sectors of the WAL is damage",
		"checkpoint/sqlite/wal_note.go", "if hasFrame(f, end) {", "if false {", "./checkpoint/sqlite", "TestSectorsOfWAL",
	},
	{
		"A request for a run that is refused during a shutdown leaves no run for the next server",
		"server/accept.go", "if s.queue.isClosed() {", "if false {", "./server", "TestRunsAreRefusedWhole",
	},
	{
		"A run that begins later is in flight for other requests",
		"server/queue.go", "if len(before)+len(later) == 0 && (t", "if len(before) == 0 && (t", "./server", "TestDelayedRunsAreInFlight",
	},
	{
		"… and cancelled by one that interrupts or rolls back",
		"server/queue.go", "if err := s.endDelayed(ctx, rec, d); err != nil {", "if err := error(nil); d.ID == `` {", "./server", "TestDelayedRunsAreInFlight",
	},
	{
		"… until it begins",
		"server/recover.go", "[]hitlrun.DocumentName{{Kind: delayedKind, Key: d.Key}}", "nil", "./server", "TestDelayedAnswers",
	},
	{
		"A question that a run answers later takes no other answer",
		"server/accept.go", "return s.rival(ctx, rec, later)", "return nil, nil", "./server", "TestDelayedAnswers",
	},
	{
		"… and the same answer again is a repetition",
		"server/delayed.go", "(same.Sent != rec.Sent ||", "(true || same.Sent != rec.Sent ||", "./server", "TestDelayedAnswers",
	},
	{
		"… and is not discarded by a run that is enqueued",
		"server/queue.go", "return rec.keepsAnswers(later)", "return nil", "./server", "TestDelayedAnswers",
	},
	{
		"… nor by a new state",
		"server/state.go", "err = answersLater(later)", "_ = answersLater(later)", "./server", "TestDelayedAnswers",
	},
	{
		"A client that goes away cancels its run also before the run begins",
		"server/runs.go", "if err == nil && !now.ended() && s.requestCancel", "if err == nil && now == nil && s.requestCancel", "./server", "TestDelayedRunsOfClientsThatAreGone",
	},
	{
		"A run that is cancelled before it begins does not look like the end of another one",
		"server/ending.go", "n > 0 || err != nil", "true", "./server", "TestCancelledBehindAnother",
	},
	{
		"A stream of a run without a thread that is cut goes on where it was cut",
		"server/stream.go", "return true, st.send(name, strconv.FormatInt(e.N, 10), data)", "if rec.Delete {\n\t\t\treturn true, st.send(name, \"\", data)\n\t\t}\n\t\treturn true, st.send(name, strconv.FormatInt(e.N, 10), data)", "./server", "TestStatelessStreamsThatAreCut",
	},
	{
		"… also if the run has ended meanwhile",
		"server/runs.go", "\ts.comesBack(r, rec)\n", "", "./server", "TestStatelessStreamsThatAreCut",
	},
	{
		"The thread of a run without one is deleted also if the server is killed before",
		"server/ending.go", "change.Put = append(change.Put, discardDocument(rec.ID, rec.ThreadID, rec.By))", "_ = rec", "./cmd/hitlrun", "TestServeKilledBeforeItDiscards",
	},
	{
		"… also behind a webhook",
		"server/webhook.go", "change.Put = []hitlrun.Document{discardDocument(d.Key, d.ThreadID, call.Owner)}", "s.wg.Go(func() { s.discard(d.ThreadID, call.Owner) })", "./cmd/hitlrun", "TestServeKilledBeforeItDiscards",
	},
	{
		"… and not by another server, while it has viewers",
		"server/discard.go", "if s.look(); s.others.Load() {", "if false {", "./cmd/hitlrun", "TestServeKilledBeforeItDiscards",
	},
	{
		"… and a minute later by any server, if the first one could not",
		"server/recover.go", "\ts.repeat(func() { s.discardDue(s.base) })\n", "", "./server", "TestThreadsThatAreDueAreDeleted",
	},
	{
		"A client does not send a request again whose run is accepted, because the server shuts down",
		"server/runs.go", "status >= http.StatusInternalServerError && rec.Answers == nil", "status < 0", "./server", "TestRunsAreNotAskedForAgain",
	},
	{
		"… or because the store takes nothing",
		"server/waiting.go", "(rec.Answers != nil || r.Method == http.MethodGet)", "true", "./server", "TestEndsWaitForTheStore",
	},
	{
		"A client that waits for a run gets an error when its thread is deleted",
		"server/waiting.go", "errors.Is(err, hitlrun.ErrNoThread)) && !blank", "errors.Is(err, hitlrun.ErrNoThread)) && blank", "./server", "TestWaitForARunOfADeletedThread",
	},
	{
		"An answer is not taken for a repetition because the clock was set back",
		"server/answer.go", "time.Since(at).Abs() <= repeatWithin", "time.Since(at) <= repeatWithin", "./server", "TestAnswersWhenTheClockIsSet",
	},
	{
		"A run of a dead server is not done again if others have changed its thread since",
		"server/execute.go", "if err == nil && !stands {", "if err == nil && false && !stands {", "./server", "TestRunsOfDeadServersAreNotRepeated",
	},
	{
		"A page of another site can do nothing with a GET either",
		"server/http.go", "\tif !s.allows(origin) {\n\t\tfail(", "\tif !s.allows(origin) && r.Method != http.MethodGet && r.Method != http.MethodHead {\n\t\tfail(", "./server", "TestForeignOrigin",
	},
	{
		"Answers with other lone surrogates are other answers",
		"server/answer.go", "!bytes.ContainsRune(normalized, utf8.RuneError)", "true || !bytes.ContainsRune(normalized, utf8.RuneError)", "./server", "TestAnswersWithLoneSurrogates",
	},
	{
		"A pipe in the place of a script does not stop the server from loading scripts",
		"cmd/hitlrun/serve_watch.go", "err := regularFiles(graphs)", "err := error(nil)", "./cmd/hitlrun", "TestServeWatch",
	},
	{
		"A page of another site cannot use the server by an image or a link",
		"server/http.go", `r.Header.Get("Sec-Fetch-Site") == "cross-site"`, `false && r.Header.Get("Sec-Fetch-Site") == "cross-site"`, "./server", "TestCrossSite",
	},
	{
		"A rollback puts back the questions, answers and results that waited before the run",
		"checkpoint/sqlite/revert.go", "\t\tif line.NS != name {", "\t\tif true {", "./server", "TestRollback$",
	},
	{
		"… also in a graph whose state lasts",
		"rollback.go", `strings.TrimSuffix(task.NS, ":"+task.ID)}`, `strings.TrimSuffix(task.NS, "")}`, "./server", "TestRollback$",
	},
	{
		"A rollback that another server executes puts the thread back",
		"server/rollback.go", "c == nil || !c.Rollback {", "c == nil || c.Rollback {", "./server", "TestRollback/after",
	},
	{
		"A rollback after a restart finds where the thread stood",
		"server/accept.go", "change.Put = j.marked()", "_ = j.marked()", "./server", "TestRollbackAfterARestart",
	},
	{
		"An answer of a reviewer changes no state",
		"server/reviewer.go", `c.Command.Update != nil}`, `false}`, http, "TestReviewersOnlyAnswer",
	},
	{
		"… and chooses no config",
		"server/reviewer.go", `c.configures()}`, `false}`, http, "TestReviewersOnlyAnswer",
	},
	{
		"… and begins at no older checkpoint",
		"server/reviewer.go", `id != "" && id != t.CheckpointID`, `id == "-"`, http, "TestReviewersOnlyAnswer",
	},
	{
		"… and with no other assistant",
		"server/reviewer.go", "of != a.ID && assistantID(of) != a.ID", `of == "-"`, http, "TestReviewersOnlyAnswer",
	},
	{
		"The context of a run has what its request does not replace",
		"server/request.go", "if c.Context == nil {", "if fields != nil {", http, "TestContextOfAssistants",
	},
	{
		"… and is an object",
		"server/request.go", `{"context", c.Context}, `, "", http, "TestContextOfAssistants",
	},
	{
		"The limit of supersteps of an assistant counts",
		"server/execute.go", "if config.RecursionLimit != nil {", "if config.RecursionLimit != nil && rec == nil {", http, "TestRecursionLimitOfAssistants",
	},
	{
		"The error of a run has the name of its class",
		"server/ending.go", `case name != "":`, `case name == "-":`, http, "TestNamesOfErrors",
	},
	{
		"… also from a worker",
		"worker_errors.go", "m.Kind, d.Name = kindEngine, runtime.ErrorName(e)", "m.Kind = kindEngine", http, "TestNamesOfErrors",
	},
	{
		"A state of a history has the run that made it",
		"runtime/commit.go", `id != "" && source != checkpoint.SourceUpdate`, `id == "-"`, http, "TestRunsOfStates",
	},
	{
		"… and the metadata of that run",
		"server/state.go", "\tx.of, x.about = id, nil\n", "\tx.of = id\n", http, "TestRunsOfStates",
	},
	{
		"The limit of a history counts the states that match",
		"server/state.go", "if present(c.Metadata) == nil {", "if limit > 0 {", http, "TestLimitOfFilteredHistories",
	},
	{
		"A message that is streamed in parts is shown as far as it has arrived",
		"server/message_parts.go", "\t\t\tj.fields(at, object)\n", "\t\t\t_ = at\n", http, "TestPartsOfMessages",
	},
	{
		"… with the arguments of calls",
		"server/message_parts.go", "len(chunks) > 0 && j.left >= 0 {", "len(chunks) > 1<<20 {", http, "TestPartsOfMessages",
	},
	{
		"A superstep of a new thread can be a command",
		"server/threads.go", "if c := one.Command; c != nil {", "if c := one.Command; c != nil && c.Resume != nil {", http, "TestCommandsInSupersteps",
	},
	{
		"The threads of an assistant are deleted with it, if the client wants that",
		"server/assistants.go", `if isTrue(r, "delete_threads") {`, `if isTrue(r, "-") {`, http, "TestThreadsOfDeletedAssistants",
	},
	{
		"A search for items knows operators",
		"server/item_filter.go", "if !operators[list[i].operator](field, &list[i]) {", "if field == nil || name == list[i].operator {", http, "TestFiltersOfItems",
	},
	{
		"… and any label of a namespace",
		"server/item_filter.go", `label != "*" && label != namespace[i]`, "label != namespace[i]", http, "TestFiltersOfItems",
	},
	{
		"What is refused changes no metadata of a thread",
		"server/accept.go", "\tif earlier, err = s.bind(ctx, rec, t, resume, asked)", "\t_ = s.noteGraph(ctx, rec, t)\n\tif earlier, err = s.bind(ctx, rec, t, resume, asked)", http, "TestRefusedAnswersNoteNothing",
	},
	{
		"A reviewer who goes away cancels nothing",
		"server/runs.go", "return wanted && callerOf(r).mayRun() == nil", "return wanted", http, "TestReviewersDoNotCancel",
	},
	{
		"A client is nobody but who its token says",
		"server/request.go", `strings.HasPrefix(name, "langgraph_auth_")`, `strings.HasPrefix(name, "-")`, http, "TestNobodyIsSomebodyElse",
	},
	{
		"… also for the runs of a cron that another client has changed",
		"server/crons.go", "\tone.UserID = callerOf(r).name //", "\t//", http, "TestCronsOfAnotherAdmin",
	},
	{
		"A provider may redirect to its keys",
		"server/oidc_keys.go", "resp, err := f.client.Do(req)", "resp, err := bounded{}.RoundTrip(req)", http, "TestOIDCKeysAreElsewhere",
	},
	{
		"A token with a known key does not wait for a provider that does not answer",
		"server/oidc_keys.go", "askWait - time.Since(k.tried)", "time.Minute - time.Since(k.tried)", "./server", "TestProviderIsSilent",
	},
	{
		"A reviewer does not see the values of a run",
		"server/reviewer.go", `kind != "checkpoints" && kind != "debug" || who.mayRun() == nil`, "true", http, "TestReviewersSeeNoSecrets",
	},
	{
		"… nor those of the checkpoint before",
		"server/reviewer.go", `case "config", "parentConfig", "parent_config":`, `case "config", "parentConfig":`, http, "TestReviewersSeeNoSecrets",
	},
	{
		"… or of an assistant",
		"server/assistants.go", "shown.Context, shown.Config = emptyObject, emptyObject\n", "return a\n", http, "TestReviewersSeeNoSecrets",
	},
	{
		"A key of a provider that is for encryption verifies no token",
		"server/oidc_keys.go", `k.Use != "" && k.Use != "sig"`, `k.Use == "-"`, http, "TestOIDCKeysAreBounded",
	},
	{
		"A name of a node does not end the line that it is in",
		"server/stream.go", "oneLine.Replace(event)...", "event...", http, "TestNamesInEvents",
	},
	{
		"What a worker asks for, and does not read, does not pile up in its host",
		"worker/peer.go", "p.bounds.Large == nil || !p.bounds.Large(method)", "p.bounds.Large != nil", "./worker", "TestAnswersTakeTurns",
	},
	{
		"Documents are read as they are asked for",
		"checkpoint/sqlite/documents.go", "bytes > 0 && bytes+size > maxDocumentPage", "false", root, "TestEachDocument",
	},
	{
		"An id of a thread is one part of a path",
		"server/runs.go", "url.PathEscape(rec.ThreadID)", "rec.ThreadID+url.PathEscape(``)", http, "TestIDsInPaths",
	},
	{
		"An answer of a reviewer chooses no config, also with a name that is there twice",
		"server/reviewer.go", "_ = json.Unmarshal(c.Config, &config) //", "fields := map[string]json.RawMessage{}\n\t_ = json.Unmarshal(c.Config, &fields)\n\t_ = json.Unmarshal(fields[\"context\"], &config.Context)\n\t_ = json.Unmarshal(fields[\"configurable\"], &config.Configurable) //", http, "TestReviewersOnlyAnswer",
	},
	{
		"… and what it says of its run is not taken",
		"server/runs.go", "\t\tc.forget()\n", "\t\t_ = c.forget\n", http, "TestReviewersOnlyAnswer",
	},
	{
		"A reviewer discards what waits, where it waits",
		"server/state.go", "if err := who.checkResolve(t, &u); err != nil {", "if err := who.checkResolve(t, &u); false {", http, "TestReviewersOnlyAnswer",
	},
	{
		"A message of a WebSocket counts as a request",
		"server/v2_events.go", "if err := so.s.limit.wait(ctx, callerOf(so.r).client); err != nil {", "if err := ctx.Err(); err != nil {", http, "TestMessagesAreCounted",
	},
	{
		"Answers to a thread that runs wait beside each other",
		"server/accept.go", "\t\ts.settle(ctx, rec.ThreadID)\n\t}\n\tunlock := s.queue.lock(rec.ThreadID)\n\tdefer unlock()\n", "\t}\n\tunlock := s.queue.lock(rec.ThreadID)\n\tdefer unlock()\n\tif rec.Request.resume() != nil {\n\t\ts.settle(ctx, rec.ThreadID)\n\t}\n", http, "TestThreadsDoNotWaitForEachOther",
	},
	{
		"A stream ends with its token",
		"server/stream.go", "if until.IsZero() {", "if true || until.IsZero() {", http, "TestOIDCTokensEnd",
	},
	{
		"A provider is asked for its keys once a second at most",
		"server/oidc_keys.go", "time.Since(f.asked) < time.Second", "time.Since(f.asked) < 0", http, "TestOIDCTokensEnd",
	},
	{
		"A network of IPv6 is one client",
		"server/auth.go", "bits := 64", "bits := 128", http, "TestNetworksAreClients",
	},
}
