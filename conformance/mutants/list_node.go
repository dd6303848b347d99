// This file lists the mutants of the modules of Node: files, node:vm, URLs.

package main

var nodeModules = []mutant{
	{
		"The time that node:vm gives to code ends code in functions of Go",
		"jsapi/vm/watchdog.go", "\t\t\tcase *late: // CallFor handles it\n\t\t\t\treturn nil\n", "", "./conformance", "TestOracle/platform/vm-timeout",
	},
	{
		"… and the script goes on when that code was in a generator",
		"jsapi/vm/timeout.go", "tries.Reset()", "_ = tries", "./conformance", "TestOracle/platform/vm-timeout",
	},
	{
		"url.parse sees the host that Node sees",
		"jsapi/lib/node/url_legacy.ts", "    name = name.slice(0, colon);\n", "", "./conformance", "TestOracle/platform/url-legacy",
	},
	{
		"Flags that are given as a number empty no file",
		"jsapi/node/fs_ranges.go", "{64, os.O_CREATE}", "{64, os.O_CREATE | os.O_TRUNC}", "./conformance", "TestOracle/platform/fs-descriptors",
	},
	{
		"… and give no permission that a name would not give",
		"jsapi/node/fs_contents.go", "os.O_WRONLY|os.O_RDWR|os.O_CREATE|os.O_TRUNC) != 0", "os.O_WRONLY|os.O_RDWR) != 0", "./jsapi/node", "TestNumericFlagsNeedPermission",
	},
	{
		"A descriptor that was opened for reading changes no mode of a file that the script may not write",
		"jsapi/node/fs_ranges.go", "\tif d.writes() {\n\t\treturn func(f *os.File) (any, error) { return nil, f.Chmod(mode) }, nil", "\tif true {\n\t\treturn func(f *os.File) (any, error) { return nil, f.Chmod(mode) }, nil", "./jsapi/node", "TestNumericFlagsNeedPermission",
	},
	{
		"A run does not find the files that another run has left open",
		"jsapi/vm.go", " && !v.process.FilesLeft()", "", "./jsapi/node", "TestDescriptorsAreBounded",
	},
	{
		"A script that changes Object.prototype gets no functions of Go",
		"jsapi/node/host.go", "\t\tmust(made.SetPrototype(nil)) // a script that changes Object.prototype does not get hold of it\n", "", "./jsapi/node", "TestFilesWithChangedGlobals",
	},
	{
		"A top-level await that never settles ends run with Node's exit code",
		"cmd/hitlrun/run.go", "\t\treturn &scriptEnd{err, exitUnsettled}\n", "\t\treturn err\n", "./cmd/hitlrun", "TestExitCodes",
	},
	{
		"… unless a listener of beforeExit settles it",
		"jsapi/vm/vm.go", "return loaded, vm.Do(ctx, func() {", "return func() bool { return err == nil }, vm.Do(ctx, func() {", "./cmd/hitlrun", "TestExitCodes",
	},
	{
		"A listener of uncaughtException that throws ends run with Node's exit code",
		"jsapi/node/process_events.go", "process.vm.FailInListener(", "process.vm.Fail(", "./cmd/hitlrun", "TestExitCodes",
	},
	{
		"A recursive readdir goes into the folders to which links lead, and fs.promises reads the last one first",
		"jsapi/node/fs_folders.go", "\t\t\tif last {\n", "\t\t\tif last && false {\n", "./conformance", "TestOracle/platform/fs-linked-folders",
	},
	{
		"… but not into those that the script may not read",
		"jsapi/node/fs_folders.go", "\tplace, err := h.readable(path, true)\n\tif err != nil {\n\t\treturn nil\n\t}\n\tif info", "\tplace, err := files.Grants{System: true}.At(path, true)\n\tif err != nil {\n\t\treturn nil\n\t}\n\tif info", "./jsapi/node", "TestLinkedFoldersNeedPermission",
	},
	{
		"CCM authenticates the length of the text",
		"jsapi/node/ccm.go", "uint64(len(data))|", "0|", "./conformance", "TestOracle/platform/crypto-ccm",
	},
	{
		"… and gives no text whose tag is another one",
		"jsapi/node/ccm.go", "tag) != 1 {", "tag) == 2 {", "./conformance", "TestOracle/platform/crypto-ccm",
	},
	{
		"node:crypto takes keys of crypto.subtle",
		"jsapi/lib/node/crypto_keys.ts", "(crypt.fieldsOf?.(key) ? KeyObject.from(key) : key)", "key", "./conformance", "TestOracle/platform/crypto-key-from",
	},
	{
		"The level of a zlib stream changes on the way",
		"jsapi/node/deflater.go", "\td.level = level\n\tif d.w", "\tif d.w", "./conformance", "TestOracle/platform/zlib-params",
	},
	{
		"… and a flush of the kind Z_FINISH ends it",
		"jsapi/node/deflater.go", "if kind == finish {", "if kind == finish && false {", "./conformance", "TestOracle/platform/zlib-params",
	},
	{
		"The option flush of a zlib stream flushes after each chunk",
		"jsapi/lib/node/zlib.ts", "return self._options.flush && !isLast", "return false", "./conformance", "TestOracle/platform/zlib-params",
	},
	{
		"A reader with a buffer of its own gets whole elements",
		"jsapi/web/js/streams_bytes.js", "if (ready) left = after - pull.filled;", "", "./conformance", "TestOracle/platform/streams-byob",
	},
	{
		"… and the script loses the buffer that it gave",
		"jsapi/web/detach.go", "\t\t\tp.detach(b)\n\t\t\treturn moved", "\t\t\treturn moved", "./conformance", "TestOracle/platform/streams-byob",
	},
	{
		"A stream that was transferred has copies of the chunks",
		"jsapi/web/js/streams_transfer.js", "const copy = copyOf(chunk);", "const copy = chunk;", "./conformance", "TestOracle/platform/streams-transfer",
	},
	{
		"… and reads no faster than it is read",
		"jsapi/web/js/streams_transfer.js", "      await wanted.promise;\n", "", "./jsapi/web", "TestScripts/own/stream-transfer",
	},
	{
		"fetch asks for a part of a body without an encoding",
		"jsapi/web/fetch_follow.go", "if len(req.Header[\"Range\"]) > 0 {", "if false {", "./jsapi/web", "TestFetchRange",
	},
	{
		"Numbers are written as in the country of the locale",
		"jsapi/web/locale_number.go", "return f.locale.Number.Group, f.locale.Number.Decimal", "return \",\", \".\"", "./conformance", "TestOracle/platform/intl-countries",
	},
	{
		"A range of dates names once what both have",
		"jsapi/web/locale_date.go", "strings.Contains(pattern, \"{\") {\n\t\t\treturn f.write(", "strings.Contains(pattern, \"{{\") {\n\t\t\treturn f.write(", "./conformance", "TestOracle/platform/intl-countries",
	},
	{
		"A script that replaces process.emit hears of the end",
		"jsapi/node/process_emitter.go", "\"emit\") {\n\t\treturn true\n", "\"emit\") {\n\t\treturn false\n", "./conformance", "TestOracle/platform/process-replaced-exit",
	},
	{
		"… and one that replaces process.reallyExit ends it",
		"jsapi/node/process_exit.go", "process.object.Get(\"reallyExit\")); ok {", "process.object.Get(\"reallyExit\")); ok && false {", "./jsapi/node", "TestExit",
	},
	{
		"A folder is renamed to an empty one",
		"jsapi/files/place.go", "p.between(to, rename, renameIn)", "p.between(to, rename, (*os.Root).Rename)", "./conformance", "TestOracle/platform/fs-renames",
	},
}
