package v8errors

// This file writes the calls of a stack as V8 does.

import (
	"strconv"
	"strings"

	"github.com/dop251/goja"
)

// Call is one line of a stack. File, Line and Column are the place in the file of the user; without a File it is a
// function that is built in.
type Call struct {
	Func         string // "" if it has no name
	File         string
	Line, Column int
}

// Calls returns up to limit calls of a stack, without the functions of Go. s may be nil.
func (s *Stacks) Calls(frames []goja.StackFrame, limit int) []Call {
	calls := make([]Call, 0, max(0, min(len(frames), limit)))
	for i := range frames {
		if len(calls) >= limit {
			break
		}
		f := &frames[i]
		name := f.FuncName()
		if name == "<anonymous>" {
			name = ""
		}
		at := s.place(f)
		if f.SrcName() == "<native>" {
			if strings.ContainsAny(name, "/<") {
				continue
			}
			name = builtinName(name)
		} else if at.Filename == "" {
			at.Filename = "<eval>"
		}
		calls = append(calls, Call{Func: name, File: at.Filename, Line: at.Line, Column: at.Column})
	}
	return calls
}

// String is the call as V8 prints it behind "at ".
func (c Call) String() string {
	switch {
	case c.File == "" && c.Func == "":
		return "<anonymous>"
	case c.File == "":
		return c.Func + " (<anonymous>)"
	}
	at := c.File + ":" + strconv.Itoa(c.Line) + ":" + strconv.Itoa(c.Column)
	if c.Func == "" {
		return at
	}
	return c.Func + " (" + at + ")"
}

// Text returns the lines of a stack behind its first.
func Text(calls []Call) string {
	var b strings.Builder
	for _, c := range calls {
		b.WriteString("\n    at " + c.String())
	}
	return b.String()
}

// Head is the first line of a stack, as Error.prototype.toString makes it.
func Head(o *goja.Object) string {
	part := func(key, missing string) string {
		if v := o.Get(key); v != nil && !goja.IsUndefined(v) {
			return v.String()
		}
		return missing
	}
	name, message := part("name", "Error"), part("message", "")
	if name == "" || message == "" {
		return name + message
	}
	return name + ": " + message
}

// builtinName returns the name of a built-in function with that of its class, where one class alone has it, or where
// the others are hardly used.
func builtinName(name string) string {
	switch name {
	case "map", "filter", "forEach", "reduce", "reduceRight", "some", "every", "find", "findIndex", "findLast", "findLastIndex", "flatMap", "sort", "toSorted":
		return "Array." + name
	case "from", "fromAsync":
		return "Function." + name
	case "replace", "replaceAll":
		return "String." + name
	case "parse", "stringify":
		return "JSON." + name
	case "Promise":
		return "new Promise"
	}
	return name
}
