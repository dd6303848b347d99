package v8errors

// This file writes stacks in the form of V8.

import (
	"strconv"
	"strings"

	"github.com/dop251/goja"

	"github.com/hitlrun/hitlrun/jsapi/guard"
)

// Call is one line of a stack. File, Line and Column are the position in the file of the user. File is ""
// for a built-in function.
type Call struct {
	Func         string // "" if it has no name
	File         string
	Line, Column int
}

// bundleName is the name of what no file of the user has: the helpers of lowered code.
const bundleName = "hitlrun:bundle"

// Calls returns up to limit calls of a stack. It leaves out functions of Go and helpers of lowered code. s may be nil.
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
		if f.SrcName() == guard.GeneratorsName {
			calls = generatorCall(calls, frames, i)
			continue
		}
		at := s.place(f)
		if at.Filename == bundleName {
			continue
		}
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

// generatorCall adds the call of a method of an async generator: frame i is one of those between the script that called the
// method and the generator.
func generatorCall(calls []Call, frames []goja.StackFrame, i int) []Call {
	if i > 0 && frames[i-1].SrcName() == "<native>" && len(calls) > 0 && calls[len(calls)-1].File == "" {
		calls = calls[:len(calls)-1] // the call that resumes the generator
	}
	if i+1 < len(frames) && frames[i+1].SrcName() == guard.GeneratorsName {
		return calls
	}
	return append(calls, Call{Func: "AsyncGenerator." + frames[i].FuncName()})
}

// String returns the call in the form that V8 prints after "at ".
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

// Text returns the lines of a stack after the first one, each preceded by a line break.
func Text(calls []Call) string {
	var b strings.Builder
	for _, c := range calls {
		b.WriteString("\n    at " + c.String())
	}
	return b.String()
}

// Head returns the first line of a stack, which is the result of Error.prototype.toString.
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

// builtinName returns the name of a built-in function together with the name of its class, if only one
// class has such a function, or if the others are rarely used.
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
