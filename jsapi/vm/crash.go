// This file has ScriptCrash, the error of a script that made the JavaScript engine panic.

package vm

import (
	"fmt"
	"regexp"
	goruntime "runtime"
	"strings"
)

// ScriptCrash is returned if a script makes the engine panic. That is a bug of the engine, whatever
// the script does. The run has ended and its VM is discarded. The thread can be resumed, and the
// program is not affected.
type ScriptCrash struct {
	Value    any      // the value of the panic
	Stack    []byte   // the stack of the goroutine
	Builtin  string   // the JavaScript function that failed, such as "String.prototype.at"; "" if unknown
	Node     string   // the node that ran, "" outside of a graph
	Script   string   // the path of the script
	Position Position // in the user's source; File is "" if unknown
}

// Error returns one line without internals of the engine. Report has them.
func (e *ScriptCrash) Error() string {
	var b strings.Builder
	b.WriteString("ScriptCrash: the engine failed")
	if e.Builtin != "" {
		b.WriteString(" in " + e.Builtin)
	}
	if e.Node != "" {
		fmt.Fprintf(&b, ", in node %q", e.Node)
	}
	if e.Position.File != "" {
		b.WriteString(", at " + e.Position.String())
	} else {
		b.WriteString(" (" + e.Script + ")")
	}
	b.WriteString(". This is a bug of hitlrun, and the run was ended")
	return b.String()
}

// Report returns everything that is known about the crash, for someone who looks for the bug:
// several lines of text.
func (e *ScriptCrash) Report() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\nhitlrun %s, %s, %s/%s\n", e.Error(), Version, goruntime.Version(), goruntime.GOOS, goruntime.GOARCH)
	fmt.Fprintf(&b, "script: %s\npanic: %v\n\n%s", e.Script, e.Value, e.Stack)
	return b.String()
}

// crashed makes the error of a panic. It must be called while the panic is recovered.
func (vm *VM) crashed(p any, stack []byte) *ScriptCrash {
	e := &ScriptCrash{Value: p, Stack: stack, Builtin: builtinIn(string(stack)), Script: vm.program.path}
	scope := vm.lost
	if scope == nil {
		scope = vm.scope
	}
	if scope != nil && vm.hooks.Running != nil {
		e.Node = vm.hooks.Running(scope)
	}
	for _, f := range vm.guard.Lost() {
		at := f.Position()
		if p := (Position{fileOf(at.Filename), at.Line, at.Column}); p.isUser() {
			e.Position = p
			break
		}
	}
	return e
}

// builtinFrame matches a stack frame of a built-in function of goja, which is named after the
// JavaScript function: arrayproto_find, bigint_asUintN.
const builtinFrame = `goja\.\(\*Runtime\)\.([a-zA-Z]+?)(proto|Proto)?_([a-zA-Z]+)\(`

var builtinClasses = []string{"Array", "ArrayBuffer", "BigInt", "DataView", "Date", "Error", "Function", "JSON", "Map", "Math", "Number", "Object",
	"Promise", "Proxy", "Reflect", "RegExp", "Set", "String", "Symbol", "TypedArray", "WeakMap", "WeakSet"}

// builtinIn returns the name of the innermost JavaScript function on a Go stack, "" if there is
// none.
func builtinIn(stack string) string {
	m := regexp.MustCompile(builtinFrame).FindStringSubmatch(stack)
	if m == nil {
		return ""
	}
	for _, class := range builtinClasses {
		if strings.EqualFold(class, m[1]) {
			if m[2] != "" {
				class += ".prototype"
			}
			return class + "." + m[3]
		}
	}
	return ""
}
