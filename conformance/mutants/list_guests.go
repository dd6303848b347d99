// This file lists the mutants of what guests must not do: see SECURITY.md.

package main

const (
	guards  = "./jsapi/guard"
	hostile = "./conformance/hostile"
)

var guests = []mutant{
	{
		"A text that is in a list many times is counted each time",
		"jsapi/node/host.go", "bytes > maxTextBytes", "false", hostile, "TestCases/memory/same-text-many-times$",
	},
	{
		"… and bytes too",
		"jsapi/node/socket.go", "guard.Need(a.vm, 2*(len(data)+len(part)))", "guard.Need(a.vm, 0)", hostile, "TestCases/memory/same-text-many-times$",
	},
	{
		"The pairs of a query are counted before they are made",
		"jsapi/web/url_encode.go", "bytes > needPart", "false", hostile, "TestCases/memory/same-text-many-times$",
	},
	{
		"A table does not compare each column with each other",
		"jsapi/node/console_table.go", "\t\t\tif !seen[name] {\n", "\t\t\tif !slices.ContainsFunc(only, func(other string) bool { return strings.EqualFold(other, name) }) {\n", hostile, "TestCases/interrupt/columns-of-a-table$",
	},
	{
		"A key with a modulus that takes minutes is refused",
		"jsapi/node/keys.go", "p.N.BitLen() > maxUsedBits", "p.N.BitLen() > maxUsedBits*maxUsedBits", hostile, "TestCases/interrupt/long-keys$",
	},
	{
		"Rules of a language are applied to no endless text",
		"jsapi/web/intl_words.go", "len(text) > guard.MaxRules", "false", hostile, "TestCases/interrupt/long-texts-in-a-language$",
	},
	{
		"… also by localeCompare",
		"jsapi/guard/checks_texts.go", "if n > MaxRules {", "if false {", hostile, "TestCases/interrupt/long-texts-in-a-language$",
	},
	{
		"The letters of all elements count, and not those of a sample",
		"jsapi/guard/checks_lists.go", "sum += float64(s.Length())", "sum += min(1, float64(s.Length()))", hostile, "TestCases/memory/texts-that-grow$",
	},
	{
		"What a replacement refers to counts",
		"jsapi/guard/substitute.go", "made += n * n", "made += 0", hostile, "TestCases/memory/texts-that-grow$",
	},
	{
		"… and so does a long replacement",
		"jsapi/guard/substitute.go", "s.g.reserve(n * growing)", "", hostile, "TestCases/memory/texts-that-grow$",
	},
	{
		"The indentation of JSON counts",
		"jsapi/value/json.go", "memory.grown(rt, b.Len())", "_ = memory", hostile, "TestCases/memory/texts-that-grow$",
	},
	{
		"The indentation of a printed value counts",
		"jsapi/inspect/layout.go", "2*length+len(output)*(j.indent+4)", "2*length", hostile, "TestCases/memory/texts-that-grow$",
	},
	{
		"The texts in a printed value count",
		"jsapi/inspect/value.go", "guard.Need(j.p.vm, 3*v.Length())", "", hostile, "TestCases/memory/texts-that-grow$",
	},
	{
		"Looking for a long text hears the limit",
		"jsapi/guard/long_texts.go", "n*letters(wanted) <= manyCompared", "true || n == 0", hostile, "TestCases/interrupt/texts-that-are-compared$",
	},
	{
		"… and so does sorting long texts",
		"jsapi/guard/long_texts.go", "g.lettersIn(o, len(values)) <= manySorted", "true", hostile, "TestCases/interrupt/texts-that-are-compared$",
	},
	{
		"… and a Set of them",
		"jsapi/guard/long_texts.go", "g.lettersIn(o, int(length(o))) <= manyCompared", "true", hostile, "TestCases/interrupt/texts-that-are-compared$",
	},
	{
		"Long texts that become numbers are refused",
		"jsapi/guard/long_texts.go", "letters > most || words", "letters < 0 || words", hostile, "TestCases/interrupt/texts-that-are-compared$",
	},
	{
		"… also as arguments",
		"jsapi/guard/long_texts.go", "if n > maxParsed {", "if false {", hostile, "TestCases/interrupt/texts-that-are-compared$",
	},
	{
		"A name of a node that is in a list many times counts each time",
		"jsapi/langgraph/command.go", "Dest{Node: outputs.values.Text(v)}", "Dest{Node: value.Text(v)}", hostile, "TestCases/memory/names-of-nodes$",
	},
	{
		"Writing values hears the limit between two of them",
		"jsapi/value/dump.go", "\t\tguard.Hear(realm.rt) // thousands", "\t\t_ = guard.Hear // thousands", hostile, "TestCases/memory/names-of-nodes$",
	},
	{
		"A search in a long-term store reads in parts, also without a limit",
		"jsapi/langgraph/store_items.go", "limit = math.MaxInt // all of them", "_ = math.MaxInt", hostile, "TestCases/memory/items-of-many-megabytes$",
	},
	{
		"Setters on Object.prototype get no function of the platform",
		"jsapi/web/native.go", "must(o.DefineDataProperty(name, vm.ToValue(v), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_TRUE))", "must(o.Set(name, v))", hostile, "TestCases/seals/setters-of-all-objects$",
	},
	{
		"The entries of a typed array count",
		"jsapi/guard/checks_objects.go", "g.keysOf(argument(args, 0), perEntry)", "_ = g", hostile, "TestCases/memory/keys-of-typed-arrays$",
	},
	{
		"The elements of a typed array in JSON count",
		"jsapi/guard/own_elements.go", "n = view.Length", "n = min(view.Length, 1)", hostile, "TestCases/memory/keys-of-typed-arrays$",
	},
	{
		"Sorting a typed array hears the limit",
		"jsapi/guard/sort_view.go", "ok && isView && v.Length > sortedTogether", "ok && isView && v.Length < 0", hostile, "TestCases/interrupt/sorted-typed-arrays$",
	},
	{
		"Connections in memory count as connections",
		"jsapi/node/socket.go", "\t\ts.count()\n\t\ts.opened(end)", "\t\ts.opened(end)", hostile, "TestCases/bounds/connections-in-memory$",
	},
	{
		"A panic of work beside the script ends the run, and not the process",
		"jsapi/web/background.go", "if p := recover(); p != nil {", "if p := recover(); false {", "./jsapi/web", "TestPanicsInTheBackground",
	},
	{
		"A file outside of the package cannot require packages beside it",
		"jsapi/bundle/late.go", "\tif !ok {\n\t\treturn \"\", fmt.Errorf(\"Cannot find module '%s' for", "\tif !ok && false {\n\t\treturn \"\", fmt.Errorf(\"Cannot find module '%s' for", hostile, "TestCases/packages/foreign-importer$",
	},
	{
		"… and what counts is where it is, and not how its path reads",
		"jsapi/bundle/late.go", "importer = real", "_ = real", "./jsapi", "TestLateRequire",
	},
	{
		"Code of a script does not run on another goroutine than that of its VM",
		"jsapi/node/child_sync.go", "\t\tcode, signal = c.wait()\n", "\t\t_ = signals[a.textField(0, \"signal\")]\n\t\tcode, signal = c.wait()\n", hostile, "TestCases/panic/signal-of-many-faces$",
	},
	{
		"… nor while Go holds a lock",
		"jsapi/node/child.go", "\tname := a.text(0) // may run code of the script, which may call kill\n", "\tc.mu.Lock()\n\tname := a.text(0)\n\tc.mu.Unlock()\n", hostile, "TestCases/interrupt/kill-within-kill$",
	},
	{
		"… nor between a check and what was checked",
		"jsapi/node/socket_tls.go", "\tif s.conn == nil || s.closed {\n\t\treturn nil, &Error{Code: \"ECONNRESET\"", "\tif false {\n\t\treturn nil, &Error{Code: \"ECONNRESET\"", hostile, "TestCases/panic/secure-within-secure$",
	},
	{
		"A limit ends the wait for a program whose output another program has",
		"jsapi/node/child_sync.go", "\t\t\t\t\tc.end()\n\t\t\t\t\tc.closePipes()\n", "\t\t\t\t\tc.end()\n", hostile, "TestCases/interrupt/daemon-with-the-pipes$",
	},
	{
		"Only one read of a connection is pending",
		"jsapi/node/socket.go", "if s.reads {", "if false {", hostile, "TestCases/bounds/pending-reads$",
	},
	{
		"A stream that unpacks is stopped at the limit of memory",
		"jsapi/node/zlib_stream.go", "guard.Need(a.vm, 2*(len(out)+len(piece)))", "guard.Need(a.vm, 0)", hostile, "TestCases/memory/gzip-of-many-members$",
	},
	{
		"… and makes no more output than is read",
		"jsapi/lib/node/zlib.ts", "if (!self.push(Buffer.from(piece))) {", "if (!self.push(Buffer.from(piece)) && false) {", hostile, "TestCases/memory/gzip-of-many-members$",
	},
	{
		"… and ends with its VM",
		"jsapi/node/zlib_stream.go", "context.AfterFunc(h.env.Context, d.end)", "context.AfterFunc(context.Background(), d.end)", hostile, "TestCases/memory/streams-that-unpack$",
	},
	{
		"A pipe that nobody opens blocks no thread of the system",
		"jsapi/node/fs_open.go", "flags|files.NoWait", "flags", hostile, "TestCases/interrupt/named-pipes$",
	},
	{
		"A script reads a history in parts",
		"jsapi/langgraph/state.go", "ok || states.histories >= maxHistories", "ok || true", hostile, "TestCases/memory/history-of-large-states$",
	},
	{
		"A derived key has a limit that code of the script cannot change",
		"jsapi/node/sign.go", "if !(bytes >= 0 && bytes <= maxKeyBytes) {", "if false {", hostile, "TestCases/memory/lengths-of-keys$",
	},
	{
		"… also in crypto.subtle",
		"jsapi/web/subtle.go", "length < 0 || length > maxDerived", "length < 0", hostile, "TestCases/memory/lengths-of-keys$",
	},
	{
		"A limit ends the copy of a file",
		"jsapi/node/fs_open.go", "\t\tif i.h.stopped() {\n\t\t\treturn n, errStopped\n\t\t}\n\t\t_ = deadline", "\t\t_ = deadline", hostile, "TestCases/interrupt/copy-of-a-sparse-file$",
	},
	{
		"A script does not reach the thread of an earlier run of its VM",
		"grant.go", "if g.over.Load() {", "if false {", ".", "TestEarlierThreads",
	},
	{
		"Requests have at most 1,024 connections",
		"jsapi/web/fetch.go", "make(chan struct{}, maxFetches)", "make(chan struct{}, maxFetches+1)", "./jsapi/web", "TestBoundedConnections",
	},
	{
		"An object that says it is a list of any length is none for Go",
		"jsapi/node/host.go", "!ok || o.ClassName() != \"Array\"", "!ok", hostile, "TestCases/memory/lists-of-texts$",
	},
	{
		"An interrupt ends a function that reads all letters of a text",
		"jsapi/guard/guard.go", "\t\t\tg.members(iterator.Prototype(), \"Iterator.prototype\")\n", "", guards, "TestIterateHearsInterrupts",
	},
	{
		"… and memory is reserved for them",
		"jsapi/guard/iterate_text.go", "g.reserve(float64(n) * perLetter)", "", guards, "TestIterateReserves",
	},
	{
		"A script that changes how texts are iterated over is heard",
		"jsapi/guard/iterate_text.go", "t.prototype.GetSymbol(goja.SymIterator) == t.begin && ", "", guards, "TestIterate",
	},
	{
		"An interrupt ends the joining of a long array",
		"jsapi/guard/join.go", "if i%longList == 0 {", "if i < 0 {", guards, "TestLongListsHearInterrupts",
	},
	{
		"… and its filling",
		"jsapi/guard/fill.go", "g.enter()\n\t\t\t\tg.depth--\n", "", guards, "TestLongListsHearInterrupts",
	},
	{
		"… and the printing of a long list",
		"jsapi/inspect/count.go", "p.taken >= countedPart", "p.taken < 0", "./jsapi/inspect", "TestStoppedInALongList",
	},
	{
		"A run does not see what another run left in standard input",
		"jsapi/vm.go", " && !v.process.InputUsed()", "", root, "TestRunsShareNoInput",
	},
	{
		"… also what it pushed itself",
		"jsapi/lib/node/standard_input.ts", "      __hitlrun.node.stdin.used();\n", "", root, "TestRunsShareNoInput",
	},
	{
		"A line of standard input that does not end is refused",
		"jsapi/node/input.go", "r.most > 0 && int64(len(in.rest)) > r.most", "r.most < 0", hostile, "TestCases/bounds/endless-line$",
	},
	{
		"The editor of node:readline takes a long text in linear time",
		"jsapi/lib/node/readline_editor.ts", " && text.startsWith(known.text)", " && text === known.text", "./jsapi/node", "TestPaste$",
	},
	{
		"A process that has to end does not wait for somebody who reads why",
		"cmd/hitlrun/death.go", "case <-time.After(lastPrint):", "case <-time.After(lastSecond):", cli, "TestDeathWaitsForNobody",
	},
	{
		"… also if the script fails before its limit",
		"cmd/hitlrun/death.go", "case !a.death.until.IsZero():", "case a.death.until.IsZero() && err == nil:", cli, "TestDeathWaitsForNobody",
	},
	{
		"A long error is shown without its middle",
		"cmd/hitlrun/app.go", "asMessage(shortened(stack))", "asMessage(stack)", cli, "TestScript/long_error",
	},
	{
		"Invisible characters are shown as escapes",
		"safetext/invisible.go", "unicode.In(r, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)", "unicode.Is(unicode.Bidi_Control, r)", "./safetext", "TestLines",
	},
	{
		"… but not those that scripts and emoji need",
		"safetext/invisible.go", " && !n.needs(r, rest)", "", "./safetext", "TestNeeded",
	},
	{
		"A deleted thread has no line in the audit log that somebody's name forges",
		"delete.go", "if err := checkNames(by, from); err != nil {", "if err := checkNames(by, from); err != nil && by == from {", root, "TestBounds",
	},
	{
		"The home folder of the user database counts, whatever HOME says",
		"jsapi/bundle/area.go", "\t\tadd(u.HomeDir)\n", "\t\t_ = u\n", "./jsapi/bundle", "TestHomeFolders",
	},
	{
		"A script that changes what copies of arrays are is heard",
		"jsapi/guard/copies.go", "class.GetSymbol(goja.SymSpecies) == g.arrays.class", "class != nil", guards, "TestLongLists$",
	},
	{
		"A process whose terminal nobody reads ends, and leaves the terminal as it was",
		"jsapi/node/terminal_linux.go", "unix.TCSETS", "unix.TCSETSW", "./jsapi/node", "TestUnreadTerminal",
	},
	{
		"`*` makes no integer of more than 4 million bits",
		"jsapi/guard/large.go", "n > maxBits || math.IsNaN(n)", "n < 0 || math.IsNaN(n)", guards, "TestProducts",
	},
	{
		"JSON.stringify refuses a value that occurs in itself too many times",
		"jsapi/guard/nested.go", "letters > maxString && c.scanned", "letters < 0 && c.scanned", "./conformance/hostile", "TestCases/interrupt/same-arrays$",
	},
	{
		"… and so does flat",
		"jsapi/guard/checks_lists.go", "if n > maxArray {", "if n < 0 {", "./conformance/hostile", "TestCases/interrupt/same-arrays$",
	},
	{
		"A pattern of a schema that cannot be checked is reported",
		"jsapi/langgraph/answer_schema.go", "for _, pattern := range unchecked {", "for _, pattern := range unchecked[:0] {", cli, "TestScript/unchecked",
	},
	{
		"A salt is not longer than the key allows",
		"jsapi/node/sign.go", "given <= int64((n.BitLen()+6)/8-id.Size()-2)", "true || given <= int64((n.BitLen()+6)/8-id.Size()-2)", "./conformance/hostile", "TestCases/bounds/keys",
	},
	{
		"An interrupt ends a match of a regular expression",
		"jsapi/guard/regexp.go", "\t\texpire(deadline)\n", "\t\t_ = deadline\n", guards, "TestStopMatch",
	},
	{
		"A process whose VM does not hear that it was stopped ends",
		"jsapi/vm/watchdog.go", "(time.Since(stopped) > stuckTime || theHeap.deaf(&vm.heap))", "false", cli, "TestLimitsOfTheDeaf",
	},
	{
		"… and a worker with such a VM",
		"remote.go", "\t\tcase <-time.After(obeyTime):\n\t\t\tp.Kill(errNotObeyed)\n", "\t\tcase <-time.After(obeyTime):\n", root, "TestDeafWorker",
	},
	{
		"A VM that was stopped is thrown away",
		"jsapi/vm/vm.go", "!vm.cut.Load() && vm.loop.idle() && ", "", "./jsapi/vm", "TestLateInterrupt",
	},
	{
		"… also one that shares its module with other runs",
		"script_vms.go", "!again || !s.o.Reuse || !in.sound() ||", "!s.o.Reuse ||", root, "TestStoppedVMsAreNotReused",
	},
	{
		"An accessor of process.stdout does not call itself without end",
		"jsapi/node/standard_streams.go", "	if s.asking {\n		return\n	}\n", "", "./conformance/hostile", "TestCases/sandbox/outputs$",
	},
	{
		"A script that reads the keys of the terminal (`setRawMode`) leaves the terminal as it was, whether it ends, throws, exits, exceeds a limit, or gets SIGINT or SIGTERM",
		"cmd/hitlrun/main.go", "	hitlrun.RestoreTerminals()\n", "", "./cmd/hitlrun", "TestKeysOfScript",
	},
	{
		"… also in a Go program",
		"jsapi/node/terminal.go", "context.AfterFunc(ctx, func() { _ = t.setRaw(ctx, false) })", "_ = ctx", "./jsapi/node", "TestTerminalOfAGoProgram",
	},
	{
		"A program ends although standard input is open, if it does not listen any more",
		"jsapi/lib/node/standard_input.ts", "if (paused()) return void (input._readableState.reading = false);", "", "./jsapi/node", "TestOpenInput",
	},
	{
		"A VM that serves another run does not sync the saver of the run before",
		"worker_saver.go", "s.over.Load()", "false", root, "TestReusedVMsWait",
	},
	{
		"… also of one that split makes",
		"jsapi/guard/template.go", "g.match(o, nil, false)", "_ = o", guards, "TestStopMatch",
	},
	{
		"An overflow of the stack takes time in proportion to the depth",
		"jsapi/guard/guard.go", "const unwindEvery = 16", "const unwindEvery = 1 << 40", guards, "TestOverflowIsQuick",
	},
	{
		"Text for eval and Function is not nested deeper than the parser bears",
		"jsapi/guard/checks.go", "if err := CheckSource(s.String()); err != nil {", "if err := CheckSource(s.String()); false && err != nil {", guards, "TestRefused",
	},
	{
		"JSON.stringify goes no deeper than that",
		"jsapi/guard/nested.go", "len(w.path) == maxJSON ||", "len(w.path) == 100*maxJSON ||", guards, "TestRefused",
	},
	{
		"A BigInt does not become larger than memory",
		"jsapi/guard/operators.js", "check(b <= most && bits(a) * Number(b) <= Number(most));", "check(b <= most);", guards, "TestOperators",
	},
	{
		"… and the bundler puts the check into each shift",
		"jsapi/bundle/rewrite_operators.go", `n.insert(int(n.tokens[k].start), name+"(")`, `n.insert(int(n.tokens[k].start), name[:0]+"(")`, "./jsapi/bundle", "TestGuardedOperators",
	},
	{
		"The rest of an array of any length hears an interrupt",
		"jsapi/guard/iterate.go", "g.enter()\n\tg.depth--", "", guards, "TestIterateHearsInterrupts",
	},
	{
		"Iteration over arrays reads their iterators where a script has changed them",
		"jsapi/guard/iterate.go", "a.iterators.Get(\"next\") != a.next", "a.next == nil", guards, "TestIterate",
	},
	{
		"A pattern with flags of its own is not compiled",
		"jsapi/schema/pattern.go", "if hasFlags(text) {", "if false && hasFlags(text) {", "./jsapi/schema", "TestChecksEnd",
	},
	{
		"A value with an array of numbers is bounded while it is written",
		"jsapi/value/dump.go", "if err := d.bound(); err != nil {\n\t\treturn err\n\t}\n\to, ok", "o, ok", "./jsapi/value", "TestDumpIsBoundedInArrays",
	},
	{
		"An array that ends with holes retains them",
		"jsapi/inspect/plain.go", "ok && n == len(items)", "ok && n >= len(items)", "./conformance", "TestOracle/state/holes-at-the-end",
	},
	{
		"… also one that grew by elements and holes",
		"jsapi/inspect/printer.go", "ok && len(items) == p.peek.length(o)", "ok", "./conformance", "TestOracle/state/holes-at-the-end",
	},
	{
		"A text that + makes is seen before it is there",
		"jsapi/guard/concat.go", "return &c.adds", "return nil", guards, "TestConcatenations",
	},
	{
		"… also one of a template",
		"jsapi/guard/concat.go", "return &c.joins", "return nil", guards, "TestConcatenations",
	},
	{
		"… and one in a function that Function makes",
		"jsapi/guard/concat.go", "if p := *field[*goja.Program](s, s.program); p != nil {", "if p := *field[*goja.Program](s, s.program); p == nil {", guards, "TestConcatenations",
	},
	{
		"A file that is nested too deep is refused with its place",
		"jsapi/bundle/depth.go", "len(d.rows) > d.brackets+1 {", "len(d.rows) < 0 {", "./jsapi/bundle", "TestEntryErrors",
	},
	{
		"… where a quote may be one of a regular expression or of JSX, too",
		"jsapi/bundle/depth.go", "d.run(); d.failed == nil && d.uncertain {", "d.run(); d.failed == nil && d.text {", "./jsapi/bundle", "TestEntryErrors",
	},
	{
		"JSON.parse goes no deeper than the stack bears",
		"jsapi/value/parse.go", "p.most > 0 && p.depth > p.most {", "p.depth < 0 {", hostile, "TestCases/interrupt/json-parse-deep",
	},
	{
		"String.raw makes no text that is longer than others may be",
		"jsapi/guard/text_writer.go", "known += letters(v)", "known += 0 * letters(v)", hostile, "TestCases/memory/string-raw-same",
	},
	{
		"structuredClone goes no deeper than the stack bears",
		"jsapi/web/clone.go", "c.depth > maxCloned {", "c.depth < 0 {", hostile, "TestCases/stack/structured-clone",
	},
	{
		"A derived key is no larger than memory",
		"jsapi/lib/node/crypto_cipher.ts", "if (length > largest)", "if (length > 2 ** 31)", hostile, "TestCases/interrupt/pbkdf2-length",
	},
	{
		"A call of eval in a module mixes up no variables",
		"jsapi/bundle/rewrite_eval.go", `n.insert(int(t.start), "(0, ")`, `n.insert(int(t.start), "(")`, hostile, "TestCases/panic/direct-eval",
	},
	{
		"… nor does one in a text that is compiled",
		"jsapi/guard/repairs.go", `r.insert(name.Idx, "(0, ")`, `r.insert(name.Idx, "(")`, hostile, "TestCases/panic/direct-eval",
	},
	{
		"A text on which the parser fails does not end the run",
		"jsapi/guard/repairs.go", "g.refuse(syntaxError, err.Error())", "_ = g", hostile, "TestCases/panic/lists-without-end",
	},
	{
		"A chain of compiled text that ends early leaves nothing on the stack of the engine",
		"jsapi/guard/repairs.go", "case !spread || yields:", "case !spread || yields || !awaits || awaits:", hostile, "TestCases/panic/optional-calls-that-spread",
	},
	{
		"A view of a detached buffer is stored as empty, not as memory of the process",
		"jsapi/value/class.go", "if guard.Detached(o) {", "if false {", hostile, "TestCases/sandbox/detached-views",
	},
	{
		"… and what the engine writes to it stays in the buffer",
		"jsapi/guard/buffers.go", "*data = memory[:0]", "_ = data", "./jsapi/guard", "TestDetachedViews",
	},
	{
		"A number that is infinite for JavaScript is refused",
		"jsapi/value/integers.go", "math.IsInf(f, 0)", "math.IsInf(f, 0) && false", cli, "TestScript/data",
	},
	{
		"A size that is an object is checked as the number that the engine gets",
		"jsapi/guard/checks_texts.go", "args = numeric(args, 0)\n\tcount", "count", guards, "TestSizesOfObjects",
	},
	{
		"… and the length of any object that a method of arrays reads",
		"jsapi/guard/view.go", "if n > most {", "if n < 0 && most > 0 {", guards, "TestSizesOfObjects",
	},
	{
		"The result of an effect is stored without code of the script",
		"jsapi/value/dump.go", "\tif d.plain {", "\tif false {", root, "TestEffectsAreStoredWithoutTheScript",
	},
	{
		"A message of hitlrun with text of others has one line at the left",
		"safetext/safetext.go", `strings.ReplaceAll(Lines(s), "\n", "\n    ")`, "Lines(s)", cli, "TestScript/forged_lines",
	},
	{
		"The beginning of an id that an answered question has too answers nothing",
		"audit.go", "case first != nil && id != waiting:", "case false:", ".", "TestBeginningOfAnID",
	},
	{
		"A flag to copy is one word of a command line",
		"jsapi/vm/permission.go", "return safetext.ShellLine(flag + value)", "return flag + value + safetext.ShellLine()", cli, "TestScript/permissions",
	},
	{
		"A file of the bundle that is imported by a computed name does not run twice",
		"jsapi/lib/node/late_modules.ts", "host.bundledFile(path) &&", "false &&", cli, "TestScript/import_computed",
	},
	{
		"A module that is imported by a computed name gets the classes of LangGraph that the script has",
		"jsapi/library.go", "case langgraphs[name]:", "case false && langgraphs[name]:", cli, "TestScript/import_computed",
	},
	{
		"A script cannot catch the error of a stop that a built-in function throws",
		"jsapi/vm/vm.go", "if vm.failure == err {", "if false && vm.failure == err {", hostile, "TestCases/stack/stop-that-is-caught$",
	},
	{
		"Names that differ only in half of a surrogate pair do not become one",
		"jsapi/value/name.go", "&& half(text)", "&& false && half(text)", hostile, "TestCases/data/names-with-half-a-pair$",
	},
	{
		"An error of the script keeps its message",
		"jsapi/v8errors/hook.go", "ok && m.makes(class) {", "false && ok && m.makes(class) {", "./jsapi/v8errors", "TestOwnMessages",
	},
}
