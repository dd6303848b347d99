// This file lists the mutants of what a server has in memory for its clients: bounds and turns.

package main

var bounds = []mutant{
	{
		"Large values are not copied when they are selected",
		"server/extract.go", "\tcase len(names) == 0 || names[\"values\"]:\n", "\tcase names[\"values\"]:\n\t\tstate.Values = encode(state.Values)\n\tcase len(names) == 0:\n", "./server", "TestSelectionsCopyNoLargeValues",
	},
	{
		"… nor when a part of them is extracted",
		"server/extract.go", "return fieldsWhere(value, func(name string) bool { return name == step })[step]", "return fieldsOf(value)[step]", "./server", "TestSelectionsCopyNoLargeValues",
	},
	{
		"A large state is not stored with its webhook",
		"server/webhook.go", "|| res.Values == nil {", "{", "./server", "TestLargeWebhook",
	},
	{
		"… but read when there is memory for it",
		"server/reads.go", "of = r.hooked", "of = r.small", "./server", "TestWebhooksReadTheirStates",
	},
	{
		"A large webhook is copied once when it is begun",
		"server/webhook.go", "if len(c.Body) <= smallRead {", "if true {", "./server", "TestLargeWebhook",
	},
	{
		"… and not to send it",
		"server/webhook.go", `[]byte(` + "`\"values\":`" + `), values,`, `[]byte(` + "`\"values\":`" + `), bytes.Clone(values),`, "./server", "TestLargeWebhook",
	},
	{
		"… and its questions are read to be sent",
		"server/webhook.go", "if call.Asked = end.asksMuch(); !call.Asked {", "if call.Asked = false; !call.Asked {", "./server", "TestWebhooksReadTheirQuestions",
	},
	{
		"A worker sends a large question once",
		"worker_values.go", "if at := within(parts[1:], *v); at >= 0 {", "if at := within(parts[1:], *v); false && at >= 0 {", root, "TestLargeQuestionsAreSentOnce",
	},
	{
		"… and lists the states of a thread in time proportional to their number",
		"remote_reads.go", "o.Limit = left", "o.Limit = 0", root, "TestListsOfWorkersAreLinear",
	},
	{
		"The last part of a message is streamed, also if there was no time for those before",
		"server/chunks.go", "if last := o.messages.end(m.ID); last != nil {", "if last := o.messages.end(m.ID); false && last != nil {", "./server", "TestLastPartsAreJoined",
	},
	{
		"Items, assistants and crons are read when there is memory for them",
		"server/documents.go", "\t\terr = s.roomFor(ctx, kind)(size)\n", "\t\t_ = size\n", "./server", "TestDocumentsShareMemory",
	},
	{
		"… also those of an assistant for a run",
		"server/documents.go", "\tif size > smallRead {\n\t\tif h", "\tif size < 0 {\n\t\tif h", "./server", "TestDocumentsShareMemory",
	},
	{
		"… and what the server looks through in the background",
		"server/documents.go", "f.Room = s.roomFor(reads, f.Kind)", "_ = reads", "./server", "TestDocumentsShareMemory",
	},
	{
		"… and items that a script reads",
		"server/long_term.go", "l.s.reserve(reads, size); err != nil {\n\t\treturn nil, err\n\t}\n\treturn l.item", "l.s.reserve(reads, min(size, 1)); err != nil {\n\t\treturn nil, err\n\t}\n\treturn l.item", "./server", "TestItemsOfScriptsShareMemory",
	},
	{
		"… or searches",
		"server/long_term.go", "l.s.reserve(reads, size); err != nil {\n\t\treturn nil, err\n\t}\n\tfor _, key", "l.s.reserve(reads, min(size, 1)); err != nil {\n\t\treturn nil, err\n\t}\n\tfor _, key", "./server", "TestItemsOfScriptsShareMemory",
	},
	{
		"… and items that a search looks at",
		"server/long_term.go", ", Room: s.roomFor(ctx, itemKind)}", "}", "./server", "TestDocumentsShareMemory",
	},
	{
		"… and assistants",
		"server/assistants.go", ", Room: s.roomFor(r.Context(), assistantKind)}", "}", "./server", "TestDocumentsShareMemory",
	},
	{
		"… and their versions",
		"server/versions.go", ", Room: s.roomFor(r.Context(), versionKind)}", "}", "./server", "TestDocumentsShareMemory",
	},
	{
		"… and crons",
		"server/crons.go", ", Room: s.roomFor(r.Context(), cronKind)}", "}", "./server", "TestDocumentsShareMemory",
	},
	{
		"A filter of items decodes no large value",
		"server/item_filter.go", "if len(data) > maxOperand {\n", "if false {\n", "./server", "TestEqualValues",
	},
	{
		"… and of others one part at a time",
		"server/item_filter.go", "\t\tsame, err := equal(json.NewDecoder(bytes.NewReader(v.json)), c.operand)\n", "\t\tvar all any\n\t\t_ = json.Unmarshal(v.json, &all)\n\t\tsame, err := equal(json.NewDecoder(bytes.NewReader(v.json)), c.operand)\n", "./server", "TestFilterOfLargeItem",
	},
	{
		"Of two fields of an item with a name the last one counts",
		"server/item_filter.go", "\t\t\t\tfound[text] = is\n", "\t\t\t\tfound[text] = found[text] || is\n", "./server", "TestEqualValues",
	},
	{
		"It is known how many bytes documents have before they are read",
		"checkpoint/sqlite/documents.go", "f.Room(most); err != nil", "f.Room(0); err != nil", root, "TestEachDocument",
	},
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
		"server/long_term.go", "if size += itemBytes(k.Key); size > mostFound {", "if false {", "./server", "TestLongNamespacesAreBounded",
	},
	{
		"… and the items, with their names",
		"server/long_term.go", "k.Bytes + itemBytes(k.Key)", "k.Bytes - int64(len(k.Key))", "./server", "TestLongNamespacesAreBounded",
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
		"… and the parts of one are joined in a bounded time",
		"server/message_parts.go", "if !j.takes(comparing) {", "if false {", http, "TestPartsThatTakeTooMuch",
	},
	{
		"… also those that continue a long text",
		"server/message_parts.go", "case !j.takes(len(first) + len(second)):", "case false:", "./server", "TestPartialsOfTooMuch",
	},
	{
		"… and in bounded memory",
		"server/partials.go", "elements(p.data)+p.elements > maxElements", "false", "./server", "TestPartialsOfTooMuch",
	},
	{
		"What a node catches of the questions of inner graphs does not stay in memory",
		"server/chunks.go", "if mode == \"updates\" && root {", "if mode == \"updates\" {", http, "TestCaughtQuestions",
	},
	{
		"… and large questions of a run are read from its thread at its end",
		"server/chunks.go", "if end.result != nil && (o.tooMany || end.asksMuch()) {", "if false {", http, "TestManyLargeQuestions",
	},
	{
		"… and are in a chunk once",
		"server/chunks.go", "len(o.asked) > 1 && o.bytesAsked > manyAskedBytes", "false", http, "TestManyLargeQuestions",
	},
	{
		"A client gets a few large states at once",
		"server/turns.go", "const maxTurns = 4", "const maxTurns = 400", http, "TestStatesTakeTurns",
	},
	{
		"All clients together have a bounded number of large bodies",
		"server/body.go", "if done, err = s.holdBody(w, r, min(n, s.o.MaxBody)); err != nil {", "if done = func() {}; err != nil {", "./server", "TestBodiesOfAllClientsAreBounded",
	},
	{
		"… until their turns end",
		"server/bodies.go", "h.done = append(h.done, done)", "done()", "./server", "TestBodiesAreHeldInTheirTurn",
	},
	{
		"… and of small ones",
		"server/body.go", "free, err := s.room(w, r, s.allArriving, n)", "free, err := func() {}, error(nil)", "./server", "TestBodiesOfAllClientsAreBounded",
	},
	{
		"… and of those of unknown size",
		"server/body.go", "done, err = s.room(w, r, s.allArriving, largeBody)", "done = func() {}", "./server", "TestBodiesOfAllClientsAreBounded",
	},
	{
		"… and of events",
		"server/stream.go", "of.Take(ctx, client, next*pageFactor)", "of.Take(ctx, client, 0)", "./server", "TestEventsOfAllClientsAreBounded",
	},
	{
		"Clients get memory in turns",
		"internal/budget/budget.go", "b.line = append(b.line, l)", "b.line = append([]*inLine{l}, b.line...)", "./internal/budget", "TestOwnersShareMemory",
	},
	{
		"… and nobody waits for somebody who waits for himself",
		"internal/budget/budget.go", "\t\t\tat++\n\t\t\tcontinue\n", "\t\t\treturn\n", "./internal/budget", "TestOwnersHaveBounds",
	},
	{
		"… and each has a bound",
		"internal/budget/budget.go", "b.has[owner]+min(n, b.each) <= b.each", "true", "./internal/budget", "TestOwnersHaveBounds",
	},
	{
		"What is written and is the value of a channel is sent once",
		"worker_values.go", "if !found || !bytes.Equal(parts[first.Value], *v) {", "if found || !found || bytes.Equal(nil, *v) {", root, "TestLargeValuesAreSentOnce",
	},
	{
		"A worker that sends a value once does not store it a thousand times",
		"worker_values.go", "all > maxValues {", "all < 0 {", root, "TestValuesOfFalseMessages",
	},
	{
		"What workers read of states shares memory",
		"remote_reads.go", "p.takes(ctx, large.Bytes)", "p.takes(ctx, 1)", root, "TestReadsOfWorkersShareMemory",
	},
	{
		"… also of lists",
		"remote_reads.go", "\treturn p.takes(ctx, size)\n}\n\n// sizeOfList", "\treturn p.takes(ctx, min(size, 1))\n}\n\n// sizeOfList", root, "TestReadsOfWorkersShareMemory",
	},
	{
		"… and of items",
		"remote_reads.go", "size, err = sizeOf(s)", "_, err = sizeOf(s)", root, "TestReadsOfWorkersShareMemory",
	},
	{
		"… until it is sent",
		"worker/peer.go", "\ts, ok := ctx.Value(sentKey{}).(*sentFuncs)\n", "\ts, ok := ctx.Value(0).(*sentFuncs)\n", "./worker", "TestWhenSent",
	},
	{
		"Questions of threads share memory",
		"server/reads.go", "part, err = of.Take(ctx, clientIn(ctx), size*readFactor)", "part = nil", http, "TestQuestionsShareMemory",
	},
	{
		"A brief list leaves out questions that quote much",
		"checkpoint/sqlite/interrupts.go", "c.brief && (size > briefBytes || q.kind == valueBlob)", "false", "./checkpoint/sqlite", "TestBriefThreads",
	},
	{
		"A worker that does not read is ended",
		"worker/process.go", "p.reads(silence) || p.unread(silence)", "p.reads(silence)", "./worker", "TestUnreadAnswers",
	},
	{
		"A body that breaks off is not copied",
		"server/body.go", "\t\tif err != nil {\n\t\t\treturn nil, err\n\t\t}\n\t}\n\treturn data, nil", "\t\tif err != nil {\n\t\t\treturn append([]byte(nil), data...), err\n\t\t}\n\t}\n\treturn data, nil", "./server", "TestBrokenBodiesAreNotCopied",
	},
	{
		"This machine is one client",
		"server/auth.go", "if ip.IsLoopback() {", "if false {", http, "TestNetworksAreClients",
	},
	{
		"A network of IPv4 is one client",
		"server/auth.go", "bits = 24", "bits = 32", http, "TestNetworksAreClients",
	},
	{
		"A run that has ended does not keep its large state for clients that do not read",
		"server/execute.go", "\tj.end.release()\n", "", http, "TestUnreadWaitsHoldNoStates",
	},
	{
		"A client that waits for a run gets the state that this run ended with",
		"server/ending.go", "s.stateAt(ctx, res.ThreadID, \"\", res.CheckpointID, false)", "s.stateAt(ctx, res.ThreadID, \"\", \"\", false)", http, "TestUnreadWaitsHoldNoStates",
	},
	{
		"A state has a limit as a whole",
		"runtime/state.go", "size > s.sizes.most {", "size < 0 {", root, "TestStateIsRefused",
	},
	{
		"… that counts what was stored before",
		"runtime/run.go", "r.state.sizes.of[i] = int64(v.Blob.Size())", "r.state.sizes.of[i] = 0", root, "TestStateIsRefused",
	},
	{
		"… that counts all parts of a list that grows",
		"runtime/state_size.go", "if b.Base == 0 {", "if true {", root, "TestStateIsRefused",
	},
	{
		"… and the writes of the tasks of a superstep",
		"runtime/state_size.go", "size <= r.o.MaxState {", "size >= 0 {", root, "TestStateIsRefused",
	},
	{
		"A host does not store a state that is too large, whatever its worker says",
		"remote_saver.go", "batch.Pin, batch.MaxState = nil, b.maxState", "batch.Pin = nil", root, "TestWorkersStoreNoLargeStates",
	},
	{
		"… nor pending writes",
		"checkpoint/sqlite/state_size.go", "l.written > b.MaxState {", "l.written < 0 {", "./checkpoint/sqlite", "TestSaver",
	},
	{
		"All clients together have a bounded number of bytes of states in memory",
		"server/reads.go", "max(size, 1)*readFactor)", "1)", http, "TestReadsShareMemory",
	},
	{
		"The end of a run reads no large state",
		"run.go", "most := p.mostValues", "most := int64(0)", root, "TestMostValues",
	},
	{
		"A search reads no values that are not selected",
		"server/threads.go", `if !wanted("values") {`, "if false {", http, "TestValuesAreReadWhenNeeded",
	},
	{
		"After a run that failed no large state is read",
		"run.go", "most = mostValuesOfFailed", "most = 0", root, "TestFailedRunsReadNoLargeState",
	},
	{
		"Runs that have not ended have a bound in memory",
		"server/queue.go", "s.queue.bytes+size > s.o.MaxQueued", "size < 0", http, "TestQueuedRunsAreBounded",
	},
	{
		"Inner graphs are read without what their tasks have written, to know how large they are",
		"state_size.go", "ctx = checkpoint.Outline(ctx, runtime.OfState, runtime.OfTask)", "ctx = brief(ctx)", http, "TestInnerGraphsShareMemory",
	},
	{
		"… and no longer than their size matters",
		"state_size.go", "size.Inner > most {", "size.Inner < 0 {", http, "TestInnerGraphsShareMemory",
	},
	{
		"A filter decodes only what it compares",
		"contains.go", "\tf.compare(value, 0, wants)\n", "\t_ = json.Unmarshal(value, new(any))\n\tf.compare(value, 0, wants)\n", root, "TestFilterOfLargeValue",
	},
	{
		"A filter that is nested deep reads a value once",
		"contains.go", "return f.compare(data, at, pointers)", "f.compare(data, at, pointers)\n\t\treturn rawjson.End(data, at)", root, "TestDeepFilterReadsOnce",
	},
	{
		"The last field of a name counts for a filter",
		"contains.go", "\t\tfields[text] = c\n", "\t\tif _, ok := fields[text]; !ok {\n\t\t\tfields[text] = c\n\t\t}\n", root, "TestFiltersDecideAsDecoded",
	},
	{
		"A filter counts each pair of values",
		"contains.go", "f.left.Add(-int64(len(wants))) <= 0 {", "f.left.Load() <= 0 {", root, "TestFilterEndsEarly",
	},
	{
		"A large event is read when there is memory for it, also for the replay of a WebSocket",
		"server/stream.go", "of.Take(ctx, client, next*pageFactor)", "of.Take(ctx, client, 0)", http, "TestReplaysShareMemory",
	},
	{
		"… and when events are only counted",
		"server/events.go", "s.readPage(ctx, client, f, s.scans)", "s.readPage(ctx, client, f, s.allPages)", http, "TestReplaysShareMemory",
	},
	{
		"The size of an event is known before it is read",
		"checkpoint/sqlite/events.go", "if next = dbfile.Integer(v[5]); next > most-bodies.bytes {", "if next = dbfile.Integer(v[5]); next < 0 {", "./checkpoint/sqlite", "TestEventsFit",
	},
	{
		"… with the texts that it shares with others",
		"checkpoint/sqlite/events.go", "err == nil && next > most-bodies.bytes {", "err == nil && next < 0 {", "./checkpoint/sqlite", "TestEventsFit",
	},
	{
		"A page of a history has a bound, also for what tasks have written",
		"checkpoint/sqlite/list.go", "*size += tuple.Writes[i].Value.Size()", "_ = i", "./checkpoint/sqlite", "TestPagesOfLargeWrites",
	},
	{
		"A large message takes a turn",
		"server/v2_events.go", "io.CopyN(&data, message, largeMessage+1); err != nil || n <= largeMessage", "io.CopyN(&data, message, largeBody<<8); err != nil || n <= largeBody<<8", http, "TestLargeBodiesTakeTurns",
	},
	{
		"A subscription has a bound",
		"server/v2_view.go", "sub.size() > maxSubscribedBytes {", "sub.size() < 0 {", http, "TestHostileMessages",
	},
	{
		"A copy has a few checkpoints in memory",
		"checkpoint/copy.go", "size > bytesCopied && end-begin > 2", "size < 0", "./checkpoint", "TestCopyHasFewCheckpointsInMemory",
	},
	{
		"… and takes its memory from that of all clients",
		"server/threads.go", "s.reserve(r.Context(), size)", "s.reserve(r.Context(), size&1)", http, "TestInnerGraphsShareMemory",
	},
	{
		"… and leaves nothing if it fails",
		"checkpoint/copy.go", "err != nil && c.begun", "false", "./checkpoint", "TestCopyFails",
	},
	{
		"… no thread either",
		"update.go", "_, err := c.saver.Remove(ctx, c.removal)\n\treturn err", "return nil", root, "TestCopyIsLeft",
	},
	{
		"What the parts of all messages of a run take is bounded",
		"server/partials.go", "p.joining.takes(len(one.data) + one.bytes)", "p.joining.takes(0)", http, "TestPartsOfARunAreBounded",
	},
	{
		"… and they are not joined long after the run",
		"server/chunks.go", `!o.wants("messages") || o.unjoined`, `!o.wants("messages")`, http, "TestLatePartsAreNotJoined",
	},
	{
		"Callbacks that wait are dropped when their run has ended",
		"remote.go", "if in.ended(ctx) {", "if false {", root, "TestLateCallbacksAreDropped",
	},
}
