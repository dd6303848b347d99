// This file has ScriptCrash: a script made the engine itself fail. It says what can be said of that.

package vm

import (
	"fmt"
	"regexp"
	goruntime "runtime"
	"strings"
)

// ScriptCrash is returned where a script made the engine panic, which is a bug of the engine, whatever the script did.
// The run has ended and its VM is discarded; the thread can go on, and the program is not harmed.
type ScriptCrash struct {
	Value    any      // what the engine panicked with
	Stack    []byte   // of Go
	Builtin  string   // the function of JavaScript that failed, "String.prototype.at" for example; "" if it is not known
	Node     string   // the node that ran, "" outside of a graph
	Script   string   // the path of the script
	Position Position // in the user's source; no File if it is not known
}

// Error is one line. It shows nothing of the inside of the engine; Report has the rest.
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

// Report is all that is known, for whoever looks for the bug: text of several lines.
func (e *ScriptCrash) Report() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\nhitlrun %s, %s, %s/%s\n", e.Error(), Version, goruntime.Version(), goruntime.GOOS, goruntime.GOARCH)
	fmt.Fprintf(&b, "script: %s\npanic: %v\n\n%s", e.Script, e.Value, e.Stack)
	return b.String()
}

// crashed makes the error of a panic. To be called while it is recovered.
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

// goja's functions are named after those of JavaScript: arrayproto_find, bigint_asUintN.
const builtinFrame = `goja\.\(\*Runtime\)\.([a-zA-Z]+?)(proto|Proto)?_([a-zA-Z]+)\(`

var builtinClasses = []string{"Array", "ArrayBuffer", "BigInt", "DataView", "Date", "Error", "Function", "JSON", "Map", "Math", "Number", "Object",
	"Promise", "Proxy", "Reflect", "RegExp", "Set", "String", "Symbol", "TypedArray", "WeakMap", "WeakSet"}

// builtinIn returns the innermost function of JavaScript on a stack of Go.
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
