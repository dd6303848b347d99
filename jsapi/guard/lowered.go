// This file compiles text that a script passes to eval or Function, and that goja does not compile, in another way: see Options.Lower.

package guard

import (
	"strings"

	"github.com/dop251/goja"
)

// lowered returns what compile returns. If goja does not compile the text, Lower does, and the text is run. The error is that of goja if
// Lower does not compile it either. function says that the text has a function.
func (g *Guard) lowered(text func() string, function bool, compile func() goja.Value) (v goja.Value) {
	if g.o.Lower == nil {
		return compile()
	}
	refused := g.rt.Try(func() { v = compile() })
	if refused == nil {
		return v
	}
	if !isSyntaxError(refused) {
		panic(refused)
	}
	source := text()
	if !function { // the error may be that of a text that ran
		if _, err := goja.Compile("", source, false); err == nil {
			panic(refused)
		}
	}
	if function {
		source = "return " + source
	}
	program, err := g.o.Lower(source, function)
	if err != nil {
		panic(refused)
	}
	v, err = g.rt.RunProgram(program)
	if err != nil {
		panic(err)
	}
	return v
}

// isSyntaxError reports whether a script threw a SyntaxError.
func isSyntaxError(e *goja.Exception) bool {
	o, ok := e.Value().(*goja.Object)
	if !ok || o.ClassName() != "Error" {
		return false
	}
	name := o.Get("name")
	return name != nil && name.String() == syntaxError
}

// composedText returns a function that returns the text which a constructor of functions of a kind compiles.
func composedText(kind string, args []goja.Value) func() string {
	if kind == "Function" {
		kind = "function"
	}
	return func() string {
		parts := make([]string, len(args))
		for i, v := range args {
			parts[i] = v.String()
		}
		body := ""
		if n := len(parts); n > 0 {
			parts, body = parts[:n-1], parts[n-1]
		}
		return "(" + kind + " anonymous(" + strings.Join(parts, ",") + "\n) {\n" + body + "\n})"
	}
}

func textOfEval(args []goja.Value) string { return argument(args, 0).String() }
