// This file lists the mutants of built-in functions that make texts of other values, and of what goja reads from objects that a
// script passes as regular expressions.

package main

var texts = []mutant{
	{
		"A search object without a method becomes text before the replacement is bounded",
		"jsapi/guard/methods.go", "call.Arguments = with(call.Arguments, 0, g.textOf(v))", "_ = v", hostile, "TestCases/memory/replace-an-object$",
	},
	{
		"… and so does an object as the receiver",
		"jsapi/guard/methods.go", "call.This = g.textOf(call.This)", "_ = call.This", hostile, "TestCases/memory/replace-an-object$",
	},
	{
		"A negative limit of split is a large one",
		"jsapi/guard/checks_texts.go", "float64(uint32(limit.ToInteger()))", "max(0, number(limit))", hostile, "TestCases/memory/replace-an-object$",
	},
	{
		"The letters of a text are elements for the methods of arrays",
		"jsapi/guard/view.go", "if _, ok := v.(goja.String); ok {\n\t\treturn v.ToObject(g.rt)", "if _, ok := v.(goja.String); false && ok {\n\t\treturn v.ToObject(g.rt)", hostile,
		"TestCases/memory/replace-an-object$",
	},
	{
		"Numbers and BigInts become text before their letters are counted",
		"jsapi/guard/methods.go", "!isText && (symbol == goja.SymReplace", "integer(v) == nil && !goja.IsNumber(v) && !isText && (symbol == goja.SymReplace", hostile, "TestCases/memory/texts-of-numbers$",
	},
	{
		"… and so does a replacement",
		"jsapi/guard/substitute.go", "\tby, ok := argument(args, 1).(goja.String)\n\tif !ok {\n", "\tby, ok := argument(args, 1).(goja.String)\n\tif !ok {\n\t\treturn args\n", hostile, "TestCases/memory/texts-of-numbers$",
	},
	{
		"Conversions of BigInts one after the other end at a limit",
		"jsapi/guard/bigints.go", "func (g *Guard) decimalText(n *big.Int) goja.String {\n\tg.hear()", "func (g *Guard) decimalText(n *big.Int) goja.String {", hostile,
		"TestCases/interrupt/texts-of-bigints$",
	},
	{
		"… also of arguments",
		"jsapi/guard/convert.go", "goja.IsNumber(v) || integer(v) != nil {", "goja.IsNumber(v) {", hostile, "TestCases/interrupt/texts-of-bigints$",
	},
	{
		"… also in a short array that is joined",
		"jsapi/guard/join.go", "!hasObjects(values) && !hasIntegers(values)", "!hasObjects(values)", hostile, "TestCases/interrupt/texts-of-bigints$",
	},
	{
		"… also while an array is sorted",
		"jsapi/guard/long_texts.go", "values != nil && !hasIntegers(values) && g", "values != nil && g", "./jsapi/guard", "TestLongListsHearInterrupts",
	},
	{
		"… also while an array is searched",
		"jsapi/guard/long_texts.go", "!isText && integer(wanted) == nil {", "!isText {", hostile, "TestCases/interrupt/texts-of-bigints$",
	},
	{
		"Built-in functions make BigInts of long texts in parts",
		"jsapi/guard/bigints.go", "if !ok || s.Length() <= manyDigits {", "if true || !ok || s.Length() <= manyDigits {", hostile, "TestCases/bigint/many-digits$",
	},
	{
		"A match that a script returns in place of exec has a bounded number of groups",
		"jsapi/guard/mend_regexp.go", "if n > maxArgs {", "if false {", hostile, "TestCases/memory/results-of-exec$",
	},
	{
		"… also if the function is in the prototype",
		"jsapi/guard/mend_regexp.go", "implName(proto) != \"guardedObject\" ||", "", hostile, "TestCases/memory/results-of-exec$",
	},
	{
		"… and a bounded length",
		"jsapi/guard/substitute.go", "(!any || !strings", "(true || !strings", hostile, "TestCases/memory/results-of-exec$",
	},
	{
		"encodeURIComponent and escape count the letters that they write",
		"jsapi/guard/text_writer.go", "if !ok || text.Length() <= longText {", "if true || !ok || text.Length() <= longText {", hostile, "TestCases/memory/encoded-texts$",
	},
	{
		"The parameters of a function are bounded together",
		"jsapi/guard/repairs.go", "letters > maxSource {", "false {", hostile, "TestCases/memory/parameters-of-function$",
	},
	{
		"The repetitions of a pattern are bounded",
		"jsapi/guard/checks_texts.go", "patterns.Repeated(s.String()) > patterns.MaxSize", "false && patterns.Repeated(s.String()) > patterns.MaxSize", hostile, "TestCases/memory/repetitions-of-patterns$",
	},
	{
		"… also in a literal of a file",
		"jsapi/vm/program.go", "if repeats {", "if false && repeats {", hostile, "TestCases/memory/repetitions-of-patterns$",
	},
	{
		"… and in text that is compiled while a script runs",
		"jsapi/guard/literals.go", "if !may {", "if true || !may {", hostile, "TestCases/memory/repetitions-of-patterns$",
	},
	{
		"No setter of a prototype gets what the engine writes into its own objects",
		"jsapi/guard/mend_regexp.go", "g.give(holder, goja.SymSpecies, func(", "holder.SetSymbol(goja.SymSpecies, func(", hostile, "TestCases/seals/setters-of-symbols$",
	},
	{
		"JSON that a model still writes is completed level by level, and not call by call",
		"jsapi/value/partial_json.go", "const maxPartialDepth = 4000", "const maxPartialDepth = 40_000_000", "./conformance", "TestOracle/agents/partial-json$",
	},
	{
		"… and what follows its last element is left out",
		"jsapi/value/partial_json.go", "c.out = c.out[:c.safe]", "_ = c.safe", "./conformance", "TestOracle/agents/partial-json$",
	},
	{
		"A deep XML text ends with an error that the script can catch",
		"jsapi/value/xml.go", "case x.deepest > maxXMLDepth:", "case false:", "./conformance", "TestOracle/agents/xml-mistakes$",
	},
	{
		"Mistakes in XML have the place of the last one",
		"jsapi/value/xml.go", "x.line++\n\t\tx.column = 0", "x.line++", "./conformance", "TestOracle/agents/xml-mistakes$",
	},
	{
		"The format that a JSON Schema asks for is checked",
		"jsapi/lib/core/json_schema.ts", "&& !formats[s.format](v))", "&& false)", "./conformance", "TestOracle/agents/json-schema-checks$",
	},
	{
		"A JSON Schema that refers to itself without end is refused with an error that the script can catch",
		"jsapi/lib/core/json_schema.ts", "if (this.depth++ > deepest)", "if (this.depth++ > 1e9)", "./conformance", "TestOracle/agents/json-schema-checks$",
	},
	{
		"Tools whose input is a string describe it to a model",
		"jsapi/lib/core/tools.ts", "    jsonSchema: {\n      input:", "    jsonSchemas: {\n      input:", "./conformance", "TestOracle/agents/json-schema-checks$",
	},
	{
		"Names in f-string templates may have dots",
		"jsapi/lib/core/text_prompts.ts", "(n.type === \"variable\" ? [n.name] : []))", "(n.type === \"variable\" ? [n.name.split(\".\")[0]] : []))", "./conformance", "TestOracle/agents/prompt-names$",
	},
	{
		"Data that is nested too deep for a schema ends the parse with an error that the script can catch",
		"jsapi/lib/zod/core.ts", "ctx.depth = (ctx.depth || 0) + calls) > deepest", "ctx.depth = (ctx.depth || 0) + calls) > 1e9", "./conformance", "TestOracle/state/zod-deep$",
	},
	{
		"Data of 1,000 levels fits a schema of objects",
		"jsapi/lib/zod/core.ts", "const deepest = 3600;", "const deepest = 1900;", "./conformance", "TestOracle/state/zod-deep$",
	},
	{
		"Schemas tell their bounds",
		"jsapi/lib/zod/checks.ts", "return table[name](bounds(this));", "return table[name]({});", "./conformance", "TestOracle/state/zod-bounds$",
	},
	{
		"A conversation with replacement patterns is summarized as it is",
		"jsapi/lib/langchain/summarization.ts", "\"{messages}\", () => getBufferString(shown)", "\"{messages}\", getBufferString(shown)", "./conformance", "TestOracle/agents/summary-of-patterns$",
	},
	{
		"The elements of an XML text count as memory before there are many",
		"jsapi/value/xml.go", "guard.Need(x.rt, needStep*perBox*2)", "guard.Need(x.rt, 0)", hostile, "TestCases/memory/texts-that-models-write$",
	},
	{
		"… and so do the line breaks in a JSON text that a model writes",
		"jsapi/value/partial_json.go", "c.memory.grown(c.rt, len(c.out))", "_ = c.memory", hostile, "TestCases/memory/texts-that-models-write$",
	},
	{
		"The last character of Unicode can be in a text for eval",
		"jsapi/guard/repairs.go", "args = g.pairLastCharacters(args)", "_ = args", oracle, "TestOracle/platform/last-character$",
	},
	{
		"… for Function",
		"jsapi/guard/repairs.go", "given = g.pairLastCharacters(given)", "_ = given", oracle, "TestOracle/platform/last-character$",
	},
	{
		"… and in a script of node:vm",
		"jsapi/node/script_parts.go", "text = guard.PairLastCharacter(text)", "_ = guard.PairLastCharacter(text)", oracle, "TestOracle/platform/last-character$",
	},
	{
		"A regular expression in a script that is wrong ends the start",
		"jsapi/bundle/rewrite_patterns.go", "if err != nil {\n\t\t\treturn &Error", "if false {\n\t\t\treturn &Error", "./jsapi/bundle", "TestWrongPatterns$",
	},
	{
		"RegExp refuses patterns that goja takes",
		"jsapi/vm/regexp.go", "plain, err := patterns.Check(points, syntax)\n\tif err != nil {", "plain, err := patterns.Check(points, syntax)\n\tif false && err != nil {", oracle, "TestOracle/platform/regexp-syntax$",
	},
	{
		"… also if a text is searched for a pattern",
		"jsapi/guard/methods.go", "if g.cover != nil && (symbol", "if false && (symbol", oracle, "TestOracle/platform/regexp-syntax$",
	},
	{
		"K, the sign for Kelvin, is no k for the flag i",
		"jsapi/guard/regexp_alone.go", "program.Folds || program.IgnoresCase && g.engines.text.oddCase", "false", oracle, "TestOracle/platform/regexp-random$",
	},
	{
		"With the flags i and v, a set has both cases before it is negated",
		"jsapi/bundle/unicode_sets.go", "if !p.ignoreCase {", "if true {", oracle, "TestOracle/platform/regexp-random$",
	},
	{
		"A match with the flags u and y begins before a surrogate pair, and not within it",
		"jsapi/guard/regexp.go", "stepBack(v, text)\n\t}", "}", oracle, "TestOracle/platform/regexp-random$",
	},
}
