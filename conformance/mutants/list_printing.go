// This file lists the mutants of what limits the printing of values: util.inspect, console.log, and errors that are thrown.

package main

const inspection = "./jsapi/inspect"

var printing = []mutant{
	{
		"The text of each printed entry counts",
		"jsapi/inspect/count.go", "j.p.took(len(text) + perEntry)", "j.p.took(perEntry)", hostile, "TestCases/memory/texts-of-printed-values$",
	},
	{
		"… the indentation of the lines of a text",
		"jsapi/inspect/value.go", "guard.Need(j.p.vm, total+len(lines)*(j.indent+5))", "", hostile, "TestCases/memory/texts-of-printed-values$",
	},
	{
		"… the spaces between columns",
		"jsapi/inspect/layout.go", "j.p.took(size + perEntry)", "", hostile, "TestCases/memory/texts-of-printed-values$",
	},
	{
		"… the bytes of a buffer",
		"jsapi/inspect/buffer.go", "guard.Need(j.p.vm, perByte*len(shown))", "", inspection, "TestMemoryIsCounted$",
	},
	{
		"… and what is escaped",
		"jsapi/inspect/quote.go", "guard.Need(p.vm, len(s)+longer*n)", "", inspection, "TestMemoryIsCounted$",
	},
	{
		"The lines of a printed stack count",
		"jsapi/inspect/stack.go", "guard.Need(p.vm, most)", "", inspection, "TestMemoryIsCounted$",
	},
	{
		"The characters of a boxed string are not collected as keys",
		"jsapi/inspect/property.go", "boxedKeys(o *goja.Object, all bool) []prop {\n\tif props, ok := p.named(o, all); ok {", "boxedKeys(o *goja.Object, all bool) []prop {\n\tif props, ok := p.named(o, all); ok && false {",
		hostile, "TestCases/memory/keys-that-are-not-printed$",
	},
	{
		"… and those of options are bounded",
		"jsapi/inspect/options.go", "for _, key := range p.names(obj, false) {", "for _, name := range obj.Keys() {\n\t\tkey := p.vm.ToValue(name)", hostile, "TestCases/memory/keys-that-are-not-printed$",
	},
	{
		"Lines that a stack shares with that of its cause are found in one pass",
		"jsapi/inspect/errors.go", "at, ok := places[a[i]]", "at := slices.Index(b, a[i])\n\t\tok := at >= 0", hostile, "TestCases/interrupt/printed-values$",
	},
	{
		"… and comments in a class",
		"jsapi/inspect/function.go", "i := strings.IndexAny(s, \"/{\")", "_ = strings.Index(s, \"*/\")\n\t\ti := strings.IndexAny(s, \"/{\")", hostile, "TestCases/interrupt/printed-values$",
	},
	{
		"… and the ends of control sequences",
		"jsapi/inspect/style.go", " && !q.endless", "", hostile, "TestCases/interrupt/printed-values$",
	},
	{
		"Looking for the class of an object hears the limit",
		"jsapi/inspect/proto.go", "\t\tp.step()\n\t\tat = at.Prototype()", "\t\tat = at.Prototype()", hostile, "TestCases/interrupt/printed-values$",
	},
	{
		"… and has a limit of nesting",
		"jsapi/inspect/proto.go", "inner > maxNesting", "false", inspection, "TestNestedPrototypes$",
	},
	{
		"Sorting printed entries hears the limit",
		"jsapi/inspect/raw.go", "j.p.read(min(len(a), len(b)) + perStep)", "", inspection, "TestStoppedInLongWork$",
	},
	{
		"… and so does each object",
		"jsapi/inspect/value.go", "guard.Hear(j.p.vm) // the prototypes of an object can be many", "", inspection, "TestStoppedInLongWork$",
	},
	{
		"… reading a long stack",
		"jsapi/inspect/stack.go", "\tfor {\n\t\tp.step()\n", "\tfor {\n", inspection, "TestStoppedInLongWork$",
	},
	{
		"… and comparing it with that of the cause",
		"jsapi/inspect/errors.go", "\t\tp.read(len(a[i]) + perStep)\n", "", inspection, "TestStoppedInLongWork$",
	},
	{
		"The class and the length of a printed view do not depend on what a script puts in the place of built-in classes",
		"jsapi/inspect/raw.go", "name := typedArrayName(o)", "name := j.p.vm.GlobalObject().Get(\"Uint8Array\").(*goja.Object).Prototype().Get(\"name\").String()", hostile, "TestCases/panic/class-of-typed-arrays$",
	},
	{
		"The own frames of the bundle are removed from a long stack without a regular expression",
		"jsapi/vm/errors.go", "(empty || frame != line) && isOwnFrame(frame)", "frame != line && isOwnFrame(frame)", "./jsapi/vm", "TestWithoutOwnFrames$",
	},
}
