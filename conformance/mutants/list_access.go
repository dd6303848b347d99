// This file lists the mutants of what guests must not reach, of workers, and of what is refused before it is stored.

package main

const (
	root = "."
	cli  = "./cmd/hitlrun"
	http = "./server"
)

var access = []mutant{
	{
		"A SqliteSaver opens no file of another folder by which its folder was replaced meanwhile",
		"checkpoint/sqlite/checksum.c", "  vfs.xFullPathname = vfs_full;\n", "", root, "TestSwappedDatabases",
	},
	{
		"… also a SqliteStore",
		"dbfile/held_linux.c", "  vfs->xFullPathname = held_full;\n", "", root, "TestSwappedDatabases",
	},
	{
		"… and a socket",
		"jsapi/vm/permission.go", "return files.HeldPath(held),", "return path,", root, "TestSwappedDatabases",
	},
	{
		"A rollback of a run that has ended is not acknowledged",
		"server/rollback.go", "!rec.ended() || rec.RolledBack", "true || rec.RolledBack", "./server", "TestRollbackOfTheFirstRun",
	},
	{
		"… nor is one that is accepted left undone",
		"server/cancel.go", "wait = wait || rollback && !s.askRollback(j)", "wait = wait || false", "./server", "TestRollbackAfterAnInterrupt",
	},
	{
		"A script does not learn which files exist outside of its package",
		"jsapi/bundle/require_resolve.go", "continue // nobody learns whether it exists", "_ = ok", "./conformance/hostile", "TestCases/packages/resolve$",
	},
	{
		"The metadata of a thread do not grow without limit",
		"documents.go", "len(merged) > max(len(meta), MaxMetadataBytes)", "false", root, "TestMetadataIsBounded",
	},
	{
		"A script in the home folder imports no keys that are in it",
		"jsapi/bundle/area.go", "(!a.home || a.isBeside(real))", "true", cli, "TestScript/imports",
	},
	{
		"… and the names of its files survive a power cut",
		"dbfile/held_linux.c", " && strchr(path + sizeof prefix - 1, '/') != NULL", "", "./conformance/powercut", "TestScriptsNotified",
	},
	{
		"… and that is said",
		"dbfile/held.go", "case linkCount(info) <= 1:", "default:", "./longterm", "TestHeldFolderOfLinks",
	},
	{
		"A database of a script that has a second name is not opened",
		"dbfile/held_linux.c", "if (s.st_nlink > 1) {", "if (0) {", "./dbfile", "TestConnectInAHeldFolder",
	},
	// Permissions.
	{
		"A folder that is replaced by a link while a file is opened leads nowhere",
		"jsapi/files/place.go", "f, err = openFile(dir, name, p.real, flags, mode)", "f, err = os.OpenFile(p.real, flags, mode)", "./jsapi/files", "TestSwappedFolders",
	},
	{
		"A grant of all files has nothing of /proc",
		"jsapi/files/grants.go", "if g.All && !special && store == noStore {", "if g.All && store == noStore {", cli, "TestScript/granted",
	},
	{
		"A grant of a folder that is above /proc has nothing of it",
		"jsapi/files/grants.go", "Below(granted, real) && (!special || isSpecial(granted)) &&", "Below(granted, real) &&", cli, "TestScript/granted",
	},
	{
		"A grant of a folder has no store in it",
		"jsapi/files/grants.go", "&& (store == noStore || store == itsName && granted == real)", "&& (store == noStore || true)", cli, "TestScript/store_in_folder",
	},
	{
		"The path of a grant is resolved once",
		"jsapi/files/grants.go", "if ofProcess(granted) {", "if true {", cli, "TestScript/granted",
	},
	{
		"A script makes no link that leads out of its folder when it is moved",
		"jsapi/files/place.go", "\tif p.leaves(target) {", "\tif false {", cli, "TestScript/granted",
	},
	{
		"… and moves none",
		"jsapi/files/place.go", "err == nil && p.leaves(linked) &&", "err == nil && false &&", cli, "TestScript/granted",
	},
	{
		"A grant follows no link that the script could have made",
		"jsapi/files/grants.go", "return Below(dir, link)", "return dir == link", cli, "TestScript/granted",
	},
	{
		"What a script threw is not asked what it wraps",
		"jsapi/vm/watchdog.go", "case *goja.Exception:\n\t\t\treturn nil", "case nil:\n\t\t\treturn nil", hostile, "TestCases/panic/throws-itself",
	},
	{
		"A grant of a host is one of no other",
		"jsapi/vm/permission.go", "return entryHost == host", "return strings.HasSuffix(host, entryHost)", "./jsapi/web", "TestPermissionsNet",
	},
	{
		"… and of no other port",
		"jsapi/vm/permission.go", `if entryPort != "" && entryPort != port {`, `if entryPort != "" && entryPort > port {`, "./jsapi/web", "TestPermissionsNet",
	},
	{
		"A script cannot set Host",
		"jsapi/web/fetch_follow.go", `host != "" && !sameHost(host, to)`, `host == "" && !sameHost(host, to)`, cli, "TestNetHeaders",
	},
	{
		"A variable is granted by its whole name",
		"jsapi/vm/permission.go", `entry == name || all && strings.HasPrefix(name, prefix)`, `entry == name || (all || prefix != "") && strings.HasPrefix(name, prefix)`, "./jsapi/web", "TestPermissionsNet",
	},

	// Workers.
	{
		"A worker that dies costs an attempt: what was given is not given again",
		"remote_run.go", "if !s.any {", "if true {", root, "TestWorkersAreKilled",
	},
	{
		"… after three deaths the thread says why",
		"remote.go", "const maxWorkerDeaths = 3", "const maxWorkerDeaths = 4", root, "TestKillers",
	},
	{
		"… and the next one runs the same graph, also if one dies while it is chosen",
		"remote.go", "in.graph = found // if the worker", "}; if in.graph = found; false { // if the worker", root, "TestWorkerDiesWhileItChooses",
	},
	{
		"The memory of a worker is limited by the kernel",
		"worker/limit_unix.go", "if memory > 0 {", "if memory > 1<<62 {", "./worker", "TestWorkersHaveNothing",
	},
	{
		"A worker has no variable of its host",
		"worker/process.go", "Env: o.Env, Stderr: p.trace", "Env: append((&exec.Cmd{}).Environ(), o.Env...), Stderr: p.trace", "./worker", "TestWorkersHaveNothing",
	},

	// Limits, and what is refused before it is stored.
	{
		"Waiting for a reader is not a turn",
		"jsapi/vm/barrier.go", "\tdefer b.vm.pause(slowWrite)()", "\tdefer func() {}()", root, "TestTurnIsNotWaiting",
	},
	{
		"… and printing is not waiting",
		"jsapi/vm/barrier.go", "const slowWrite = time.Millisecond", "const slowWrite = 0 * time.Millisecond", root, "TestTurnIsNotWaiting/worker",
	},
	{
		"An input that cannot be stored makes no thread",
		"runtime/commit.go", `return r.unstorable("the input", err)`, "return err", root, "TestPayloadIsRefused",
	},
	{
		"… and an update changes none",
		"runtime/input.go", `return r.unstorable("the update", err)`, "return err", root, "TestPayloadIsRefused",
	},
	{
		"A server refuses what is out of bounds when it is sent",
		"server/runs.go", "return rec, s.fits(&rec.Request, rec.configOf(rec.Assistant), a)", "return rec, nil", http, "TestHostileBodies",
	},
	{
		"… with a status that says so",
		"server/http.go", "errors.Is(err, hitlrun.ErrInput), errors.Is(err, hitlrun.ErrBounds),", "errors.Is(err, hitlrun.ErrInput),", http, "TestHostileBodies",
	},
	{
		"… and bytes that are not text",
		"server/http.go", "if !utf8.Valid(data) {", "if !utf8.Valid(data[:0]) {", http, "TestHostileBodies",
	},
	{
		"A data: URL is bounded",
		"jsapi/web/fetch.go", "if p.over(int64(len(data))) {", "if p.over(0) {", "./jsapi/web", "TestBodiesAreBounded/a_data",
	},
	{
		"A file whose parser needs twice the time for each condition is refused",
		"jsapi/bundle/depth.go", "if r.conditions = n; n > maxConditions {", "if r.conditions = n; n > maxConditions<<10 {", hostile, "TestCases/stack/file-of-conditions",
	},
	{
		"package.json that is nested too deep is refused",
		"jsapi/bundle/config.go", "info.Size() < int64(ofCode().brackets)", "info.Size() >= 0", hostile, "TestCases/packages/deep-conditions",
	},
	{
		"undici gets a parser of responses without WebAssembly",
		"jsapi/bundle/load.go", "text = withLlhttp(filepath.ToSlash(in.path), text)", "_ = withLlhttp(filepath.ToSlash(in.path), text)", "./conformance", "TestConnections/undici",
	},
	{
		"node:stream waits for a web stream without a lock",
		"jsapi/lib/node/stream_end.ts", "Promise.resolve(end ? end.promise : stream.closed)", "Promise.resolve(stream.getReader ? stream.getReader().closed : stream.closed)", "./conformance", "TestConnections/undici",
	},
	{
		"js-tiktoken gets its tokens from Go",
		"jsapi/bundle/load.go", "text = withTokenRanks(filepath.ToSlash(in.path), text)", "_ = withTokenRanks(filepath.ToSlash(in.path), text)", "./conformance", "TestTokenListsAreReadInGo",
	},
	{
		"A list of tokens in which one is there twice is read as the package reads it",
		"jsapi/node/token_ranks.go", "return r, total == len(r.byToken) && total == len(r.byRank)", "return r, true", "./conformance", "TestPackages/tokenizers",
	},
	{
		"A store with a trigger in it is refused by who writes",
		"checkpoint/sqlite/open.go", "\tif err == nil {\n\t\terr = c.CheckSchema(steps)\n\t}\n\tif err != nil {\n\t\treturn err\n\t}\n\tif version", "\tif err != nil {\n\t\treturn err\n\t}\n\tif version", "./checkpoint/sqlite", "TestForeignSchema",
	},
	{
		"A store with a view in it is refused by who reads",
		"checkpoint/sqlite/open.go", "\t\tif err == nil {\n\t\t\terr = c.CheckSchema(steps)\n\t\t}\n", "", "./checkpoint/sqlite", "TestForeignSchema",
	},
	{
		"A store of items with a trigger in it is refused",
		"longterm/open.go", "err = c.CheckSchema(migrations())", "_ = c.CheckSchema(migrations())", "./longterm", "TestForeignSchema",
	},
	{
		"A command without a script ends a second after a signal",
		"cmd/hitlrun/main.go", "if !cmd.drains {", "if false {", program, "TestSignalToACommandWithoutScript",
	},
	{
		"A comparison may change the array",
		"jsapi/guard/template.go", "inner = g.sorting(f)", "inner = f", hostile, "TestCases/panic/comparator-shrinks",
	},
	{
		"A server that starts beside another one leaves its runs alone",
		"server/recover.go", "\t\tif !ok {\n\t\t\tcontinue\n\t\t}\n\t\trec, err := s.record", "\t\tif !ok {\n\t\t\trelease = func() {}\n\t\t}\n\t\trec, err := s.record", program, "TestServersOfOneStore",
	},
	{
		"A server continues the runs of one that is gone",
		"server/recover.go", "s.hadOthers() {", "false {", program, "TestServerIsGone",
	},
	{
		"Of two servers one sends a webhook",
		"server/webhook.go", "time.Now().Add(sending)\n", "time.Now().Add(2 * time.Second)\n", program, "TestWebhooksOfServers",
	},
	{
		"A run that waits for its turn can be cancelled at another server",
		"server/execute.go", "Replace: []hitlrun.Replacement{begins}, Put: j.marked()}", "Put: append(j.marked(), begins.Document)}", program, "TestServersOfOneStore",
	},
	{
		"A history and a page of threads are sent in parts",
		"server/array.go", "if a.part.Len() < pieceBytes {", "if true {", http, "TestLargeLists",
	},
	{
		"A run waits until its events are stored",
		"server/events.go", "for o.bytes+o.inWrite > maxUnstored && o.s.base.Err() == nil {", "for false {", http, "TestEventsWaitForTheStore",
	},
	{
		"A run waits for the reader of its chunks",
		"runs.go", "over := less == nil || q.taken >= mine", "over := true || q.taken >= mine", ".", "TestRunWaitsForItsReader",
	},
	{
		"What a socket would send later, when the node has ended, is refused in a node with effects once",
		"jsapi/lib/node/net_socket.ts", "if (hasChunk && refused(", "if (false && refused(", ".", "TestEffectsOnceHaveNoSockets",
	},
	{
		"A server leaves a delayed run to the server that has its graph",
		"server/claim.go", "|| !s.serves(rec)", "", http, "TestRunsOfOtherGraphsAreLeft",
	},
	{
		"… also if it has another script under the name",
		"server/server.go", "rec.Script == g.Script.Path() ||", "true ||", http, "TestRunsOfOtherGraphsAreLeft/another_script",
	},
	{
		"A server gives a script that it does not serve no permissions",
		"thread_grants.go", "if !s.limits(info) {", "if true {", http, "TestForeignScriptsGetNoPermissions",
	},
	{
		"Files of installed packages may be read: only in a folder that is named node_modules after links were followed",
		"jsapi/bundle/area.go", "err == nil && filepath.Base(folder) == \"node_modules\"", "err == nil", cli, "TestScript/package_files",
	},
	{
		"… and not written",
		"jsapi/node/fs.go", "write: process.o.Permissions.WriteGrants()", "write: readable", cli, "TestScript/package_files",
	},
	{
		"A script that is only loaded is not taken for one that is run",
		"jsapi/node/process.go", "if process.o.Loaded {", "if false {", cli, "TestScript/main_module",
	},
	{
		"A stored bundle that others can write to is not executed",
		"jsapi/bundle/cache.go", "if !files.OnlyOwn(info) {", "if !files.OnlyOwn(info) && false {", "./jsapi/bundle", "TestCacheOfOthers",
	},
	{
		"The files of packages are found from any folder that a thread is resumed from",
		"run.go", "\tscript.file = info.File\n", "", cli, "TestScript/package_files",
	},
	{
		"A grant of a folder does not include the key file in it",
		"keys.go", "\tfiles.Protect(path)\n", "", cli, "TestScript/key_in_folder$",
	},
	{
		"A script makes no program that runs with the rights of its owner",
		"jsapi/node/fs_mode.go", "return mode & givenBits", "return mode", hostile, "TestCases/sandbox/setuid$",
	},
	{
		"An answer that is given while no file can be opened can be given again",
		"checkpoint/sqlite/pool.go", "return nil, exhausted(err)", "return nil, err", ".", "TestNoMoreFiles",
	},
	{
		"An answer that was accepted while no worker could be started is applied later",
		"worker/process.go", "errors.Is(err, errno)", "errors.Is(nil, errno)", program, "TestServeWithoutFiles",
	},
	{
		"Connections leave file descriptors for the store and for workers",
		"cmd/hitlrun/serve.go", "arriving.listener(boundConnections(l))", "arriving.listener(l)", program, "TestServeBoundsConnections",
	},
}
