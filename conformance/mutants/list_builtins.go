// This file lists the mutants of what functions of JavaScript and of node: modules compute and print as on Node.

package main

var builtins = []mutant{
	{
		"replaceAll of the empty text ends",
		"jsapi/guard/substitute.go", "!ok || !plain || search.Length() > 0 {", "true || !ok || !plain {", hostile, "TestCases/memory/replace-all-of-nothing$",
	},
	{
		"A pattern that only one of the engines takes is refused",
		"jsapi/guard/regexp.go", "if *second == nil { // package regexp", "if false { // package regexp", hostile, "TestCases/panic/classes-in-ranges$",
	},
	{
		"Powers are those of V8",
		"jsapi/guard/large.go", "\tthe.raise(vm)\n", "", oracle, "TestOracle/platform/numbers-of-math$",
	},
	{
		"… and so are the functions of Math",
		"jsapi/guard/checks.go", `table["Math."+name] = ofOne(f)`, "_, _ = name, f", oracle, "TestOracle/platform/numbers-of-math$",
	},
	{
		"… with the last part of V8's power",
		"jsapi/fdlibm/pow.go", "(z * t1) / ((t1 - 2) - (w + z*w))", "(z*t1)/(t1-2) - (w + z*w)", "./jsapi/fdlibm", "TestValues$",
	},
	{
		"… and the sine of a large number",
		"jsapi/fdlibm/trig.go", "return reduceLarge(x)", "return 0, x, 0", "./jsapi/fdlibm", "TestValues$",
	},
	{
		"An operator on bits takes the lower bits of a large number",
		"jsapi/guard/numbers.go", "f := stack[i].ToFloat(); beyondInt64(f)", "f := stack[i].ToFloat(); false && beyondInt64(f)", oracle, "TestOracle/platform/numbers-of-math$",
	},
	{
		"A BigInt becomes the nearest number",
		"jsapi/guard/numbers.go", "v = g.rt.ToValue(size(n))", "_ = n", oracle, "TestOracle/platform/numbers-of-math$",
	},
	{
		"A short list is sorted in the steps of V8",
		"jsapi/guard/sort.go", "f, ok := goja.AssertFunction(by)\n\tif !ok {", "f, ok := goja.AssertFunction(by)\n\tif true || !ok {", oracle, "TestOracle/platform/sort-steps$",
	},
	{
		"… also by toSorted",
		"jsapi/guard/sort.go", "!ok || values == nil {", "!ok || values != nil {", oracle, "TestOracle/platform/sort-steps$",
	},
	{
		"A date needs a day that there can be",
		"jsapi/guard/dates.go", "if !between(month, 1, 12) || !isDay(day) {", "if !between(month, 1, 12) {", oracle, "TestOracle/platform/date-texts$",
	},
	{
		"A year with a sign is written with six digits",
		"jsapi/guard/dates.go", `&& len(s) < whole {`, `&& len(s) < 0 {`, oracle, "TestOracle/platform/date-texts$",
	},
	{
		"Groups keep their names in a text that is not ASCII",
		"jsapi/guard/regexp.go", `*fieldAt[bool](pattern, l.unicode) && strings.Contains(source, "(?<")`, `strings.Contains(source, "(?<") && false`, oracle, "TestOracle/platform/regexp-empty-matches$",
	},
	{
		"A search of all matches finds the empty one after another one",
		"jsapi/guard/checks_texts.go", "\tg.empties(this)\n", "", oracle, "TestOracle/platform/regexp-empty-matches$",
	},
	{
		"A negative limit of split is a large one",
		"jsapi/guard/mend_regexp.go", "call.Arguments = g.limited(call.Arguments)", "_ = g.limited", oracle, "TestOracle/platform/split-limits$",
	},
	{
		"assert shows the difference below the message that it gets",
		"jsapi/lib/node/assertion_error.ts", "const heading = given || headings[operator];", "const heading = headings[operator];", oracle, "TestOracle/platform/assert-given-messages$",
	},
	{
		"doesNotThrow calls the function that it gets",
		"jsapi/lib/node/assert.ts", "expected.call({}, error) === true", "true", oracle, "TestOracle/platform/assert-given-messages$",
	},
	{
		"A Buffer is printed with its properties",
		"jsapi/inspect/value.go", "j.extras(o)...)...)", "j.extras(o)[:0]...)...)", oracle, "TestOracle/platform/buffer-properties$",
	},
	{
		"A path is resolved before it becomes a file URL",
		"jsapi/lib/node/url.ts", "let whole = resolvePath(path);", "let whole = path;", oracle, "TestOracle/platform/buffer-properties$",
	},
	{
		"A decoder of UTF-16 waits for the other half of a pair",
		"jsapi/lib/node/string_decoder.ts", "(all[whole - 1] & 0xfc) === 0xd8", "false", oracle, "TestOracle/platform/buffer-properties$",
	},
	{
		"The columns of console.table are in the order of the properties of an object",
		"jsapi/node/console_table.go", "\t\tt.sortColumns()\n", "", oracle, "TestOracle/platform/console-table-columns$",
	},
	{
		"… and as wide as on a terminal",
		"jsapi/node/console_table.go", "return t.process.printer.Width(text)", "return len([]rune(text))", oracle, "TestOracle/platform/console-table-columns$",
	},
	{
		"A URL below the depth is printed without its parts",
		"jsapi/web/js/url.js", "if (depth < 0) return host.shown", "if (false) return host.shown", oracle, "TestOracle/platform/console-table-columns$",
	},
	{
		"The flag d tells where groups are, also in text of several units",
		"jsapi/guard/regexp_flags.go", "if units++; text[at] > 0xffff {", "if units++; false {", oracle, "TestOracle/platform/regexp-indices$",
	},
	{
		"… of the match that was asked for, and not of one within it",
		"jsapi/guard/regexp_flags.go", "defer func() { g.engines.spans = outer }()", "_ = outer", oracle, "TestOracle/platform/regexp-indices$",
	},
	{
		"The iterator of matches with the flag v ends",
		"jsapi/guard/mend_regexp.go", "*fieldAt[bool](s.UnsafePointer(), full.Offset) = true", "_ = full", oracle, "TestOracle/platform/regexp-indices$",
	},
	{
		"Literals with new flags are known in text that is compiled later",
		"jsapi/guard/repairs.go", "return newerLiteral().MatchString(text)", "return false", oracle, "TestOracle/platform/regexp-indices$",
	},
	{
		"A class that assigns to its own name does not confuse other variables",
		"jsapi/guard/repairs.go", `n.Name.Name != "await" && assigns(n, n.Name.Name)`, `n.Name.Name == "await" && assigns(n, n.Name.Name)`, oracle, "TestOracle/platform/class-names-assigned$",
	},
	{
		"A long list is sorted in the steps of V8",
		"jsapi/guard/sort_runs.go", "\tleast += odd\n", "", oracle, "TestOracle/platform/sort-runs$",
	},
	{
		"… with parts that are moved together",
		"jsapi/guard/sort_runs.go", "s.gallops = max(1, s.gallops-1)\n\t\t\twinsA = s.behind", "winsA = s.behind", oracle, "TestOracle/platform/sort-runs$",
	},
	{
		"… and so is a typed array",
		"jsapi/guard/sort_view.go", "g.compared(f, a, b) > 0", "g.compared(f, a, b) >= 0", oracle, "TestOracle/platform/sort-runs$",
	},
	{
		"A for await statement refuses what is no result",
		"jsapi/bundle/rewrite.go", "\tn.checkResults(l)\n", "", oracle, "TestOracle/running/for-await-lists$",
	},
	{
		"… and closes its list when it ends early, in the order of V8",
		"jsapi/bundle/rewrite.go", "\t\t\tn.replaceLoopHelper(i)\n", "", oracle, "TestOracle/running/for-await-lists$",
	},
	{
		"Methods within an async generator have their own super",
		"jsapi/bundle/rewrite_super.go", ` || n.inMethod(k, body) {`, ` {`, oracle, "TestOracle/running/super-in-async-generators$",
	},
	{
		"super of an async generator can be assigned, also in its parameters",
		"jsapi/guard/async_generators.js", "(set(key, value), true)", "true", oracle, "TestOracle/running/super-in-async-generators$",
	},
	{
		"super.x **= 2 assigns a power",
		"jsapi/bundle/rewrite.go", "\t\tn.restorePowers()\n", "", oracle, "TestOracle/running/super-in-async-generators$",
	},
	{
		"A pattern in the head of a for statement has tests with in",
		"jsapi/bundle/rewrite.go", "\t\tn.bracketTests()\n", "", oracle, "TestOracle/platform/tests-in-heads$",
	},
	{
		"A group that does not match in the last round of a repetition is undefined",
		"jsapi/patterns/match.go", "for x := 2 * in.from; x < 2*in.until; x++ {", "for x := 0; x < 0; x++ {", oracle, "TestOracle/platform/regexp-rounds$",
	},
	{
		"The flag m knows all ends of lines",
		"jsapi/guard/regexp_alone.go", "program.Lines && g.engines.text.otherEnds", "false", oracle, "TestOracle/platform/regexp-rounds$",
	},
	{
		"Half of a surrogate pair is matched after any character",
		"jsapi/guard/regexp_alone.go", "return program.Rounds || program.Pairs ||", "return program.Rounds ||", oracle, "TestOracle/platform/regexp-rounds$",
	},
	{
		"replace without the flag g replaces one match",
		"jsapi/guard/mend_regexp.go", "return global && sticky || !global && *fieldAt[bool](pattern, l.unicode) && !isASCII(text) ||", "return global && sticky ||", oracle, "TestOracle/platform/regexp-rounds$",
	},
	{
		"A match in rounds hears that it has to end",
		"jsapi/patterns/match.go", "if m.steps++; m.steps%hearEvery == 0 && m.Hear != nil {", "if false {", "./jsapi/patterns", "TestMatchEnds$",
	},
	{
		"Text that goja does not compile is compiled with the help of the bundler",
		"jsapi/vm/vm.go", ", Lower: vm.lower}", "}", oracle, "TestOracle/platform/compiled-texts$",
	},
	{
		"A test for a private member has its own operator in a module",
		"jsapi/vm/defaults.go", "test.Operator = token.IN", "_ = token.IN", oracle, "TestOracle/platform/private-tests$",
	},
	{
		"An arrow function of a module reads the arguments of the function around it",
		"jsapi/bundle/rewrite_arguments.go", "!n.inArrow(i)", "true", oracle, "TestOracle/platform/arguments-in-arrows$",
	},
	{
		"An arrow function that is compiled later reads the arguments of the function around it",
		"jsapi/guard/repairs.go", "if n.Name == listOfArguments && !set[n]", "if false && !set[n]", oracle, "TestOracle/platform/arguments-in-arrows$",
	},
	{
		"A function expression that assigns to its own name in its parameters does not confuse variables",
		"jsapi/guard/repairs.go", "assignsIn(node, name) && !defaults[node]", "false && !defaults[node]", oracle, "TestOracle/platform/compiled-texts$",
	},
	{
		"A group in a look-behind is in the result of a match",
		"jsapi/guard/regexp_flags.go", "at.from >= 0 && goja.IsUndefined(match.Get(key))", "false && goja.IsUndefined(match.Get(key))", oracle, "TestOracle/platform/regexp-behind$",
	},
	{
		"An empty match at the end of a part does not split a text that is split in one go",
		"jsapi/guard/split.go", "if m[1] == last {", "if m[1] < last {", oracle, "TestOracle/platform/regexp-behind$",
	},
	{
		"Numbers in other bases have the digits that tell them from their neighbours",
		"jsapi/guard/radix.go", "whole/radix >= 1<<53", "whole >= 1<<53", oracle, "TestOracle/platform/numbers-in-bases$",
	},
	{
		"Lists are written in the language of their locale",
		"jsapi/web/js/intl.js", "known.get(file) };", `known.get("en-US") || known.get(file) };`, oracle, "TestOracle/platform/intl-words$",
	},
}
