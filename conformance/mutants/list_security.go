// This file lists the mutants of the promises of SECURITY.md that no other list has.

package main

var security = []mutant{
	{
		"A change of the store that panics is an error of its caller, and not the end of all changes",
		"checkpoint/sqlite/writer.go", "err = panicked(v)", "_ = panicked(v)", "./checkpoint/sqlite", "TestChangeThatPanics",
	},
	{
		"… it leaves no transaction",
		"dbfile/conn.go", "\tclear(c.stmts)\n\tif !c.Raw.AutoCommit() {", "\tclear(c.stmts)\n\tif false {", "./checkpoint/sqlite", "TestChangeThatPanics",
	},
	{
		"… no query that shows an old state of the file",
		"dbfile/conn.go", "_ = s.Close() // it was executed before, or not at all", "_ = s // it was executed before, or not at all", "./checkpoint/sqlite", "TestChangeThatPanics",
	},
	{
		"… also while the store is read",
		"checkpoint/sqlite/open.go", "\t\tif !returned {", "\t\tif !returned && false {", "./checkpoint/sqlite", "TestReaderThatPanics",
	},
	{
		"… or a file of items is written",
		"dbfile/conn.go", "\t\tif !returned {", "\t\tif !returned && false {", "./longterm", "TestPanics",
	},
	{
		"null is no metadata",
		"documents.go", `string(text) == "null" {`, "false {", "./server", "TestNullsInRequests",
	},
	{
		"… also where an older version has stored it",
		"documents.go", "if meta = fieldsOrNil(meta); meta != nil {", "if len(meta) > 0 {", ".", "TestMetadataNull",
	},
	{
		"A DNS name in a certificate is one name, whatever it contains",
		"jsapi/node/socket_tls.go", `"DNS:"+quotedName(name)`, `"DNS:"+name`, "./jsapi/node", "TestTLSNamesAreNotSplit",
	},
	{
		"A program that a script starts ends with its VM, and with it what it started",
		"jsapi/node/child_unix.go", "_ = syscall.Kill(-p.Pid, syscall.SIGKILL)", "_ = syscall.Kill(p.Pid, 0)", "./jsapi/node", "TestChildrenEndWithTheVM",
	},
	{
		"… and sees no variable that was not granted to the script",
		"jsapi/node/programs.go", "return append(slices.Clone(given), pair), nil", "return append(slices.Clone(given), process.o.Env...), nil", "./jsapi/node", "TestChildren$",
	},
	{
		"A file beside a store that is a pipe or a link is refused before it is opened",
		"dbfile/sides.go", "err = checkSide(path+side, info, main)", "_ = checkSide(path+side, info, main)", cli, "TestScript/side_files",
	},
	{
		"A named pipe is no script",
		"cmd/hitlrun/input.go", "if err := notRegular(file); err != nil {", "if err := error(nil); err != nil {", cli, "TestScript/side_files",
	},
	{
		"… also one that somebody makes while the store is open",
		"checkpoint/sqlite/checksum.c", "if (beside && !is_safe(name)) {\n    base->pMethods", "if (0) {\n    base->pMethods", saver, "TestJournalOfAnOpenStoreIsAPipe",
	},
	{
		"… and one to which more users can write than to the store",
		"dbfile/sides_unix.go", "&(byGroup|byOthers)&^mode != 0 {", "&(byGroup|byOthers)&^mode > 1<<20 {", "./dbfile", "TestSidesThatOthersCanWrite",
	},
	{
		"Grants in a store do not count if others can write to it",
		"thread_grants.go", "if err := s.db.CheckWriters(); err != nil {", "if err := s.db.CheckWriters(); err != nil && err == nil {", cli, "TestScript/grants",
	},
	{
		"… or to a folder above it",
		"dbfile/sides_unix.go", "case mode&byOthers != 0 && !sticky:", "case mode&byOthers != 0 && sticky:", "./dbfile", "TestSidesThatOthersCanWrite",
	},
	{
		"A backup replaces no file of a store",
		"checkpoint/sqlite/backup.go", "for _, side := range dbfile.Sides() {", "for _, side := range dbfile.Sides()[:0] {", cli, "TestScript/side_files",
	},
	{
		"A run reaches its own thread alone",
		"grant.go", "return threadID == g.threadID ||", "return threadID != g.threadID ||", root, "TestOtherThreads",
	},
	{
		"The schema of a question is checked in bounded time",
		"jsapi/schema/check.go", "c.steps > maxSteps, before>>12 != c.steps>>12", "c.steps > maxSteps<<30, before < 0", "./jsapi/schema", "TestChecksEnd",
	},
	{
		"A failure of the engine is an error of the run",
		"jsapi/vm/enter.go", "\t\tvm.Fail(vm.panicked(p, debug.Stack()))\n", "\t\tpanic(string(debug.Stack()))\n", hostile, "TestCases/panic/crash-in-node",
	},
	{
		"A script that takes more memory than its limit is stopped",
		"jsapi/vm/usage.go", "u.heap.limit > 0 && theHeap.over(&u.heap)", "u.heap.limit < 0 && theHeap.over(&u.heap)", hostile, "TestCases/memory/closures$",
	},
	{
		"… and those beside it are not",
		"jsapi/vm/heap.go", "if other != s && other.likely.sum() > s.likely.sum()", "if other != s && other.likely.sum() < s.likely.sum()", "./jsapi/vm", "TestMemoryIsEachVMsOwn",
	},
	{
		"A thread retains the permissions of its start, and no more",
		"thread_grants.go", "stored := info.Grants.Permissions()", "stored := AllowAll()", cli, "TestScript/grants",
	},
	{
		"What a script prints moves no cursor",
		"safetext/safetext.go", "case !suspicious || strings.ContainsRune(unescaped, r):", "case !suspicious || r != '\\n':", cli, "TestScript/safe",
	},
	{
		"A print without end is stopped",
		"jsapi/vm/barrier.go", "> most && most > 0 {", "> most && most < 0 {", hostile, "TestCases/bombs/print$",
	},
	{
		"Scripts reach nothing of Go",
		"jsapi/vm/seals.go", "\t_ = global.Delete(\"GoError\")\n", "", hostile, "TestCases/seals",
	},
	{
		"The audit log shows that an entry was changed",
		"checkpoint/sqlite/audit_verify.go", "!v.lost && !bytes.Equal(v.hash[:], stored)", "v.lost && !bytes.Equal(v.hash[:], stored)", "./checkpoint/sqlite", "TestAuditVerify",
	},
	{
		"… and that it was written anew",
		"checkpoint/sqlite/audit_verify.go", "if h.N == n && h.Hash != v.hash {", "if h.N == n && h.Hash == v.hash {", cli, "TestScript/trust",
	},
	{
		"The mode of a folder with a store in it stays",
		"jsapi/files/place.go", "\tif err := p.movable(); err != nil {\n\t\treturn err\n\t}\n\treturn p.in(func(dir *os.Root, name string) error { return dir.Chmod", "\treturn p.in(func(dir *os.Root, name string) error { return dir.Chmod", cli, "TestScript/store_in_folder",
	},
	{
		"A row whose number of a thread is not a number is a finding",
		"checkpoint/sqlite/doctor.go", "v[0].(int64)\n\t\t\tif !ok {", "v[0].(int64)\n\t\t\tif id = max(id, d.stray+1); !ok && id > 1<<40 {", "./checkpoint/sqlite", "TestDoctorFinds",
	},
	{
		"A key that the provider has removed signs no token for long",
		"server/oidc_keys.go", ">= k.last", ">= k.last<<20", "./server", "TestProviderKeysAreReadAgain",
	},
	{
		"A script in a worker cannot write what the host takes for the reason of its death",
		"worker_side.go", "\tfiles.HideStandard()\n", "", ".", "TestOutputsOfWorkersAreNoFiles",
	},
	{
		"A filter of a search ends",
		"contains.go", "\tif f.left.Load() <= 0 {", "\tif f.left.Load() <= 0 && f.all {", "./server", "TestSearchComparesABoundedNumberOfTimes",
	},
	{
		"A filter of a search is small",
		"contains.go", "len(want) > maxFilter", "len(want) > maxFilter<<20", "./server", "TestManySmallElements",
	},
	{
		"Small requests that arrive have a bound",
		"server/bodies.go", "maxArriving = 16 << 20", "maxArriving = 16 << 30", "./server", "TestArrivingRequestsAreBounded",
	},
	{
		"A batch is not decoded whole",
		"server/runs.go", "var all listOf[runCreate, batched]", "var all listOf[runCreate, answered]", "./server", "TestManySmallElements",
	},
	{
		"Subscriptions of a client have a bound",
		"server/subscribed.go", "if n > maxSubscriptions {", "if n < 0 {", "./server", "TestSubscriptionsAreBounded",
	},
	{
		"A subscription that ends leaves its place to others",
		"server/v2_events.go", "for _, sub := range so.subs {\n\t\ts.subscribed.remove", "for range so.subs {\n\t\tsub := &subscription{}\n\t\ts.subscribed.remove", "./server", "TestSubscriptionsAreBounded",
	},
	{
		"A hard link to a store is not a file like others",
		"jsapi/files/store_files.go", "\tif other {\n", "\tif false {\n", cli, "TestScript/store_in_folder",
	},
	{
		"… nor is a store that was moved, or that has two places, also where a worker looks",
		"jsapi/files/store_files.go", "ok && stores.files[id] > 0", "ok && stores.files[id] < 0", root, "TestWorkersDoNotOpenStores",
	},
	{
		"A worker knows the stores that its host has opened since the run began",
		"worker_side.go", "\tdefer files.ProtectAll(host.Stores)()", "\tdefer files.ProtectAll(files.Stores{})()", root, "TestWorkersDoNotOpenStores",
	},
	{
		"A worker does not get the key of the store",
		"checkpoint/sqlite/script_keys.go", "\ts.secret = derived", "\ts.secret = secret", cli, "TestServeOpensNoEncryptedFilesOfScripts",
	},
	{
		"A worker gets the key of the files of scripts",
		"remote_host.go", "Keys: s.o.Keys.of().KeyFileForScripts()", "Keys: s.o.Keys.of().KeyFileForScripts()[:0]", cli, "TestServeOpensNoEncryptedFilesOfScripts",
	},
	{
		"A file of scripts remains one when its key changes",
		"checkpoint/sqlite/rekey.go", "target = first.chosen(rows)", "target = first", cli, "TestServeOpensNoEncryptedFilesOfScripts",
	},
	{
		"A store with a key of its own does not become one of scripts",
		"checkpoint/sqlite/script_keys.go", "case used.scripts != nil:", "case used.scripts == k:", "./checkpoint/sqlite", "TestKeysForScripts",
	},
	{
		"No thread is started in a file whose key scripts have",
		"checkpoint/sqlite/script_keys.go", "return k.secret != nil }", "return false }", "./checkpoint/sqlite", "TestKeysForScripts",
	},
	{
		"A store that a script has made is written with the key of scripts",
		"checkpoint/sqlite/seal.go", "\t\tk = k.chosen(*r.rows.Load())\n", "", "./checkpoint/sqlite", "TestKeysForScripts",
	},
	{
		"A worker closes the files of a run behind it",
		"script.go", "\treturn s.Store.Close()\n", "\treturn nil\n", cli, "TestServeOpensNoFilesOfScripts",
	},
	{
		"What a worker wants to store is read in turns",
		"worker/room.go", "budget.New(bytes, maxHeavy*factor)", "budget.New(bytes, 0)", "./worker", "TestHeavyCallsTakeTurns",
	},
	{
		"… and all workers share a room",
		"worker/room.go", "part, _ = r.memory.Take(ctx, of, n*r.factor)", "part = r.memory.TryTake(of, n*r.factor)", "./worker", "TestWorkersShareARoom",
	},
	{
		"… in which a call does not wait for ever if its handler may wait for others",
		"worker/room.go", "if r.patience > 0 {", "if false {", "./worker", "TestRoomHasPatience",
	},
	{
		"… as chunks of streams do",
		"remote_host.go", "case toNotifyChunk, toNotifyUpdate:\n\t\treturn r.streamed", "case toNotifyUpdate:\n\t\treturn r.streamed", ".", "TestLargeMessagesHaveRooms",
	},
	{
		"… and a worker that does not send what it has announced is ended",
		"worker/peer.go", "if p.deadline == nil || n <= lightBody {", "if true {", "./worker", "TestRestOfABodyIsAwaitedForABoundedTime",
	},
	{
		"What a worker prints does not stay in its host behind it",
		"remote_host.go", "if until, ok := w.(lockedWriter); ok {", "if until, ok := w.(lockedWriter); ok && false {", ".", "TestPrintedTextEndsWithItsWorker",
	},
	{
		"A worker sends its large chunks one after the other",
		"worker_side.go", "\tdefer w.streamed.Enter(ctx, len(m.Update)+len(m.Chunk.Payload))()\n", "", ".", "TestLargeChunksTakeTurns",
	},
	{
		"A run waits until its large chunk is processed",
		"runs.go", "(!large || q.processed >= mine)", "true", ".", "TestRunWaitsForItsLargeChunks",
	},
	{
		"A worker that forgets its script is given up",
		"remote.go", "missed == maxMissed", "missed < 0", ".", "TestForgetfulWorker",
	},
	{
		"The error that a worker stores with a thread has a bound",
		"remote_saver.go", "\t\tt.Error = shortError(t.Error)\n", "", ".", "TestErrorsOfWorkersAreBounded",
	},
	{
		"A token of an unknown key waits for the provider for a second",
		"server/oidc_keys.go", "set.VerifySignature(waits, token)", "set.VerifySignature(ctx, token)", "./server", "TestUnknownKeysWaitASecond",
	},
	{
		"A key of a provider is for its algorithm",
		"server/oidc_keys.go", "return payload, k.fetcher.intended(token)", "return payload, nil", "./server", "TestKeysAreForTheirAlgorithm",
	},
	{
		"… also beside other keys",
		"server/oidc_keys.go", "\tif !others {\n", "\tif !others || len(these) > 0 {\n", "./server", "TestKeysAreForTheirAlgorithm",
	},
	{
		"A time of a token is a number",
		"server/oidc.go", "case !issued && present(c[\"iat\"]) != nil:", "case false && issued:", "./server", "TestOIDCRefusals",
	},
	{
		"… and the worker is not ended while the host does not read",
		"worker/process.go", "if p.reads(silence) || p.unread(silence) {", "if true {", "./worker", "TestHeavyCallsTakeTurns",
	},
	{
		"A store does not retain what a large write has taken",
		"checkpoint/sqlite/writer.go", "\tw.shrink()\n", "", "./checkpoint/sqlite", "TestLargeWritesAreNotRetained",
	},
	{
		"A script writes no shared memory and no journal of a database",
		"jsapi/files/grants.go", "if g.Writes && IsSideFile(real) {", "if false {", hostile, "TestCases/sandbox/side-files-of-databases",
	},
	{
		"A database of a script is read up to a bound",
		"dbfile/conn.go", "bytes > c.most-c.read", "false", "./checkpoint/sqlite", "TestMaxRead",
	},
	{
		"A try statement that has ended does not catch errors of its finally block",
		"jsapi/guard/finally.go", "+c.catches) = -1", "+c.catches) += 0", "./conformance", "TestOracle/running/finally-blocks",
	},
	{
		"An error of a finally block of a generator that closes goes to the blocks around it",
		"jsapi/guard/generator_return.go", "*at = none", "_ = none", "./conformance", "TestOracle/running/generator-finally",
	},
	{
		"A constant test changes no code around its statement",
		"jsapi/bundle/rewrite_tests.go", "n.insert(int(n.tokens[from].start), \"0, \")", "_ = from", "./conformance", "TestOracle/running/dead-code",
	},
	{
		"Fields of classes can use super",
		"jsapi/bundle/rewrite_super_fields.go", "first >= 0 && !done[first]", "first < 0 && !done[first]", "./jsapi/bundle", "TestScripts/super_fields",
	},
	{
		"A class in a clause of a switch is a declaration, also if it was renamed",
		"jsapi/bundle/names_forms.go", "case \":\": // of", "case \"::\": // of", "./jsapi/bundle", "TestScripts/super_fields",
	},
	{
		"Lists in the rest of a list can have defaults",
		"jsapi/bundle/rewrite_fields.go", "|| bytes.HasSuffix(before, []byte(\"...\"))", "", "./jsapi/vm", "TestDefaultsInLists",
	},
	{
		"A return statement of an async generator waits for its value inside of its try blocks",
		"jsapi/bundle/rewrite_generators.go", "n.functionAround(k) != body {", "true {", "./conformance", "TestOracle/running/async-generator-returns",
	},
	{
		"The method return of async generators waits for its argument",
		"jsapi/guard/async_generators.js", "if (method !== \"return\") step", "if (true) step", "./conformance", "TestOracle/running/async-generator-returns",
	},
	{
		"Comparisons that follow each other are taken from left to right",
		"jsapi/bundle/rewrite_relations.go", "start >= 0 {\n\t\t\tn.insert", "start < 0 {\n\t\t\tn.insert", "./conformance", "TestOracle/platform/chained-relations",
	},
	{
		"A var statement can have the name of a pattern in the parameters",
		"jsapi/bundle/rewrite_vars.go", "if len(others) == len(declared) {", "if true {", "./conformance", "TestOracle/platform/parameters-declared-again",
	},
	{
		"What module code throws does not go to the listeners of unhandledRejection",
		"jsapi/node/process_events.go", "!process.caught(thrown.Value(), \"unhandledRejection\") {\n\t\tprocess.end(err)\n\t}\n}\n\n// end", "false {\n\t\tprocess.end(err)\n\t}\n}\n\n// end", "./conformance", "TestOracle/platform/module-throws",
	},
	{
		"A constructor that throws makes no object with too many prototypes",
		"jsapi/guard/prototypes.go", "!ended && givesTooMany(constructor)", "!ended && false", "./jsapi/guard", "TestEngineFaults",
	},
	{
		"Nobody without the key gives a thread another script of the store",
		"run.go", "script.code() != t.Script.Hash", "false", ".", "TestExchangedScript",
	},
	{
		"A host says which stores it has open",
		"remote_host.go", "Stores: files.Protected(), ", "Stores: files.Stores{Paths: files.Protected().Paths[:0:0]}, ", ".", "TestHostsOpenNothing$",
	},
	{
		"A store of threads that nobody has open is not written with the grant of its folder",
		"jsapi/files/grants.go", "g.Writes && store == noStore && IsThreads(real)", "false", "./jsapi/files", "TestStoresOfThreadsAreNotWritten",
	},
	{
		"… nor the files beside it",
		"jsapi/files/threads.go", "range storeSuffixes[1:]", "range storeSuffixes[:0]", "./jsapi/files", "TestStoresOfThreadsAreNotWritten",
	},
	{
		"… nor a link to it replaced",
		"jsapi/files/threads.go", "err == nil && links && info.Mode()", "err == nil && false && info.Mode()", "./jsapi/files", "TestStoresOfThreadsAreNotWritten",
	},
	{
		"… nor a link to its folder",
		"jsapi/files/threads.go", "return hasThreads(path)", "return false", "./jsapi/files", "TestStoresOfThreadsAreNotWritten",
	},
	{
		"… nor its folder removed",
		"jsapi/files/place.go", "func (p *Place) RemoveAll() error {\n\tif p.free {\n\t\treturn os.RemoveAll(p.path)\n\t}\n\tif err := p.removable()", "func (p *Place) RemoveAll() error {\n\tif p.free {\n\t\treturn os.RemoveAll(p.path)\n\t}\n\tif err := p.movable()", "./jsapi/files", "TestStoresOfThreadsAreNotWritten",
	},
	{
		"… nor its folder moved",
		"jsapi/files/place.go", "if !p.free {\n\t\tif err := p.removable()", "if !p.free {\n\t\tif err := p.movable()", "./jsapi/files", "TestStoresOfThreadsAreNotWritten",
	},
	{
		"… by its name it is granted",
		"jsapi/files/threads.go", "&& !slices.Contains(p.granted, path)", "&& true", "./jsapi/files", "TestStoresOfThreadsAreNotWritten",
	},
	{
		"… nor opened when it has come between",
		"jsapi/files/threads.go", "if isThreadsFile(from) {", "if false {", "./jsapi/files", "TestStoreTakesThePlace",
	},
	{
		"… nor emptied by being opened",
		"jsapi/files/threads.go", "flags&^os.O_TRUNC, mode", "flags, mode", "./jsapi/files", "TestStoreTakesThePlace",
	},
	{
		"… also in a worker",
		"jsapi/files/threads.go", "return storefile.Marked(header)", "return false", ".", "TestClosedStoresAreNotGranted",
	},
	{
		"A file that is open as a database is not read to find out whether it is a store",
		"jsapi/files/threads.go", "stores.files[id] == 0 && stores.used[id] == 0", "stores.files[id] == 0", "./jsapi/files", "TestOpenedFilesAreNotRead",
	},
	{
		"A store of threads is marked when it is made",
		"checkpoint/sqlite/create.go", "if err == nil && threads {", "if err == nil && false {", "./checkpoint/sqlite", "TestNewFileIsMarked",
	},
	{
		"… or gets a script",
		"checkpoint/sqlite/scripts.go", "if err = s.markThreads(ctx); err == nil {", "if err == nil {", "./checkpoint/sqlite", "TestMarkOfThreads/given",
	},
	{
		"… or a thread",
		"checkpoint/sqlite/commit.go", "at, err = pinned, s.markThreads(ctx)", "at, err = pinned, nil", "./checkpoint/sqlite", "TestMarkOfThreads/pinned",
	},
	{
		"… and so is a copy",
		"checkpoint/sqlite/backup.go", "if err == nil && storefile.IsMark(cookie) {", "if err == nil && false {", "./checkpoint/sqlite", "TestMarkOfThreads",
	},
	{
		"… the file itself has the mark",
		"checkpoint/sqlite/threads_mark.go", "PRAGMA wal_checkpoint(PASSIVE)", "SELECT 0, 0, 0", "./checkpoint/sqlite", "TestMarkOfThreads/pinned",
	},
	{
		"… or is said not to have it yet",
		"checkpoint/sqlite/threads_mark.go", "dbfile.Integer(v[1]) == dbfile.Integer(v[2])", "true", "./checkpoint/sqlite", "TestMarkOfOldStores",
	},
	{
		"… a store of an older version gets it",
		"checkpoint/sqlite/threads_mark.go", "if scripts, err := c.Number(", "if scripts, err := int64(0), error(nil); scripts == 0 || err != nil {\n\t\t\treturn err\n\t\t}\n\t\tif scripts, err := c.Number(", "./checkpoint/sqlite", "TestMarkOfOldStores",
	},
	{
		"… a file in which no thread can be started does not",
		"checkpoint/sqlite/threads_mark.go", "if err := s.w.refusesThreads(); err != nil {", "if err := error(nil); err != nil {", "./checkpoint/sqlite", "TestKeysForScripts",
	},
	{
		"A command says which permissions a thread brings",
		"thread_grants.go", "s.o.OnGrants(threadID, used)", "_ = threadID", "./cmd/hitlrun", "TestScript/grants",
	},
	{
		"What cannot be opened may be a store",
		"jsapi/files/threads.go", "return !isHarmless(err)", "return false", "./jsapi/files", "TestFilesThatCannotBeOpened",
	},
	{
		"… or a folder with one",
		"jsapi/files/threads.go", "err != nil && !isHarmless(err)", "err != nil && false", "./jsapi/files", "TestFilesThatCannotBeOpened",
	},
	{
		"A script opens no database whose name is that of a part of another one",
		"jsapi/langgraph/saver.go", "savers.vm.Check(files.CheckDatabaseName(real))", "_ = files.CheckDatabaseName(real)", hostile, "TestCases/sandbox/side-files-of-databases",
	},
	{
		"A chunk that a worker streams is JSON",
		"remote_host.go", "err == nil && !json.Valid(m.Chunk.Payload)", "err == nil && false", root, "TestWorkersReachTheirThreads",
	},
	{
		"… and so is an update",
		"remote_host.go", "err == nil && !json.Valid(m.Update)", "err == nil && false", root, "TestWorkersReachTheirThreads",
	},
	{
		"A file system without inodes is not a folder that is not writable",
		"dbfile/path.go", "if noInodes(folder) {", "if noInodes(folder) && false {", cli, "TestDoctorWithoutInodes",
	},
	{
		"A mark has bounded memory, also of graphs inside",
		"rollback.go", "\tif *left < 0 {", "\tif *left < 0 && tuple.Key.NS == \"\" {", root, "TestMarkOfALargeThread",
	},
	{
		"The headers of all requests have a bound",
		"cmd/hitlrun/headers.go", "for h.used > h.most {", "for false {", cli, "TestLargestHeadersGoFirst",
	},
	{
		"… and hitlrun serve counts them",
		"cmd/hitlrun/serve.go", "h.Serve(arriving.listener(boundConnections(l)))", "h.Serve(boundConnections(l))", cli, "TestServeBoundsHeaders",
	},
	{
		"… but not bodies",
		"cmd/hitlrun/headers.go", "\t\t\t\treturn true\n", "", cli, "TestHeadersAreNotBodies",
	},
}
