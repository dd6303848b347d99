// This file lists the mutants of what reads lists, properties and nested values for a script.

package main

var lists = []mutant{
	{
		"JSON of any value counts while it is written",
		"jsapi/guard/write_json.go", "t.g.reserve(float64(size))", "_ = size", hostile, "TestCases/memory/json-of-any-value$",
	},
	{
		"… and hears the limit",
		"jsapi/guard/nested.go", "w.values++; w.values%1024 == 0 {", "w.values++; w.values < 0 {", hostile, "TestCases/interrupt/json-of-holes$",
	},
	{
		"… and so do the names that JSON.stringify gets",
		"jsapi/guard/nested.go", "if i%1024 == 0 {", "if i < 0 {", hostile, "TestCases/interrupt/json-of-names$",
	},
	{
		"JSON.stringify in toJSON goes no deeper than the stack bears",
		"jsapi/guard/nested.go", "w.g.levels > maxDepth {", "w.g.levels < 0 {", hostile, "TestCases/interrupt/json-of-holes$",
	},
	{
		"Keys of a proxy, an array or a text object count",
		"jsapi/guard/checks_objects.go", "n = float64(ownCount(o))", "view, _ := ViewOf(o)\n\t\tn = float64(view.Length)", hostile, "TestCases/memory/keys-of-any-object$",
	},
	{
		"… and descriptors, too",
		"jsapi/guard/checks_objects.go", "g.keysOf(argument(args, 1), perEntry)", "_ = g", hostile, "TestCases/memory/keys-of-any-object$",
	},
	{
		"… and keys that Go reads",
		"jsapi/guard/own_elements.go", "\t\tg.keysOf(o, perKey)\n\t}\n\treturn o.Keys()", "\t\t_ = g\n\t}\n\treturn o.Keys()", hostile, "TestCases/memory/keys-of-any-object$",
	},
	{
		"A typed array that is copied element by element counts",
		"jsapi/guard/buffers.go", "\t\tg.reserve(perCopied * float64(n))\n\t}\n\tlist := make([]any, n)\n\tfor i := range list {\n\t\tif i%longList == 0 {\n\t\t\tg.hear()\n\t\t}\n", "\t}\n\tlist := make([]any, n)\n\tfor i := range list {\n", hostile, "TestCases/memory/copies-of-views$",
	},
	{
		"A list that is made of a long object counts",
		"jsapi/guard/view.go", "w.g.reserve(n * w.size)", "_ = w.size", hostile, "TestCases/memory/copies-of-views$",
	},
	{
		"Reading a long object that is no plain array hears the limit",
		"jsapi/guard/view.go", "if length(o) <= longSlow {", "if length(o) >= 0 {", hostile, "TestCases/interrupt/lists-of-holes$",
	},
	{
		"The check of flat looks through proxies",
		"jsapi/guard/spread.go", "ok && IsArray(inner) {", "ok && isArray(inner) {", hostile, "TestCases/interrupt/flat-of-proxies$",
	},
	{
		"… and hears the limit in many short arrays",
		"jsapi/guard/own_elements.go", "\t\t\t\tg.hear()\n\t\t\t}\n\t\t\tif !plain {", "\t\t\t}\n\t\t\tif !plain {", hostile, "TestCases/interrupt/flat-of-proxies$",
	},
	{
		"Text for eval has no millions of statements",
		"jsapi/guard/source.go", "if marks > maxMarks {", "if marks < 0 {", hostile, "TestCases/interrupt/eval-of-many-statements$",
	},
	{
		"An array that a getter changes while it is copied is no plain array",
		"jsapi/guard/copies.go", "!isPlainOrObject(", "false && isPlainOrObject(", guards, "TestCopiesOfOddArrays",
	},
	{
		"What a reviver adds is no deeper than the stack bears",
		"jsapi/guard/revive_json.go", "r.depth > maxJSON || r.g.levels > maxDepth {", "r.depth < 0 {", hostile, "TestCases/stack/reviver-that-adds$",
	},
	{
		"… also if it calls JSON.parse",
		"jsapi/guard/revive_json.go", "r.depth > maxJSON || r.g.levels > maxDepth {", "r.depth > maxJSON {", hostile, "TestCases/stack/reviver-that-adds$",
	},
	{
		"A text with indentation that is going to be too long is refused before it fills memory",
		"jsapi/guard/nested.go", "len(w.text.buf) > manyBytes)", "false && len(w.text.buf) > manyBytes)", hostile, "TestCases/interrupt/same-arrays$",
	},
}
