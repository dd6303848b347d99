// This file has the mutants of values that are written and read.

package main

var values = []mutant{
	{
		"A text that was checked does not change, whatever bytes it was read from",
		"jsapi/langgraph/serializer.go", "data = bytes.Clone(data)", "_ = bytes.Clone(data)", "./conformance/hostile", "TestCases/sandbox/text-that-changes",
	},
	{
		"A value that writes another one while it is written is stored as it is",
		"jsapi/value/dump.go", "\trealm.buffer = nil\n", "", "./jsapi/value", "TestWriteWithinWrite",
	},
	{
		"The memory of the fields of JSON text is counted",
		"jsapi/value/parse.go", "guard.Need(p.realm.rt, needStep*perField)", "_ = perField", "./conformance/hostile", "TestCases/memory/json-parse",
	},
	{
		"The memory of a text that is stored is counted before it is written",
		"jsapi/value/text.go", "len(s) >= firstNeed/8 && !d.fits", "len(s) < 0 && !d.fits", "./conformance/hostile", "TestCases/memory/stored-texts",
	},
	{
		"… and of bytes",
		"jsapi/value/class.go", "if i%(64<<10) == 0 {", "if false {", "./conformance/hostile", "TestCases/memory/stored-texts",
	},
	{
		"A text of UTF-16 units becomes a Go string without a copy of four bytes for each unit",
		"jsapi/guard/text.go", "s.Length() < longText", "s.Length() > 0", "./conformance/hostile", "TestCases/memory/json-parse",
	},
	{
		"A field that becomes a getter while its object is stored is read as one",
		"jsapi/inspect/plain.go", "v != nil && !p.IsValue(v) {", "false {", "./conformance/hostile", "TestCases/panic/values-that-change",
	},
	{
		"… and an element",
		"jsapi/value/dump.go", "&& d.realm.printer.IsValue(known[i])", "", "./conformance/hostile", "TestCases/panic/values-that-change",
	},
	{
		"A script runs the run of a program once",
		"jsapi/langgraph/invoke.go", "if d.taken {", "if false {", ".", "TestAgentRunsItsGraphTwice",
	},
	{
		"Objects that are made together have names of their own",
		"jsapi/inspect/together.go", "t.names[:copy(t.names, names):len(names)]", "t.names[:copy(t.names, names)]", "./jsapi/value", "TestRecalledObjectsAreApart",
	},
	{
		"… also apart from those of the template",
		"jsapi/inspect/together.go", "t.names[:copy(t.names, names):len(names)]", "names", "./jsapi/value", "TestRecalledObjectsAreApart",
	},
	{
		"… and values of their own",
		"jsapi/inspect/together.go", "base.values = maps.Clone(values)", "maps.Copy(values, values)\n\tbase.values = values", "./jsapi/value", "TestRecalledObjectsAreApart",
	},
}
