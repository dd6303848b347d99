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
}
