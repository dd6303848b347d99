// This file refuses texts that end the function they are the parameters or the body of, and go on behind it. goja puts the parts of
// a function together and evaluates the whole.

package guard

import (
	"strings"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
)

// alone throws a SyntaxError, as V8 does, if the last of args is not the whole body of a function of a kind, or those before it are
// not all of its parameters. It leaves other errors of syntax to the compiler.
func (g *Guard) alone(kind string, args []goja.Value) {
	if len(args) == 0 {
		return
	}
	last := len(args) - 1
	open := strings.Contains(args[last].String(), "}")
	for _, v := range args[:last] {
		open = open || mayEndParameters(v.String())
	}
	if !open {
		return
	}
	text := composedText(kind, args)()
	program, err := Parse(text)
	if err != nil {
		return
	}
	const behind = "\n) {\n" // the parameters
	closing := file.Idx(len(text) - len("\n})") - len(args[last].String()) - len(behind) + len("\n)"))
	f := firstFunction(program)
	switch {
	case f != nil && f.ParameterList.Closing < closing:
		g.refuse(syntaxError, "Arg string terminates parameters early")
	case f != nil && f.ParameterList.Closing > closing:
		g.refuse(syntaxError, "Unexpected end of arg string")
	case f == nil || len(program.Body) > 1 || int(f.Body.RightBrace) != len(text)-1:
		g.refuse(syntaxError, "Single function literal required")
	}
}

// firstFunction returns the function that the first statement of a program consists of; nil for none.
func firstFunction(program *ast.Program) *ast.FunctionLiteral {
	if len(program.Body) == 0 {
		return nil
	}
	statement, ok := program.Body[0].(*ast.ExpressionStatement)
	if !ok {
		return nil
	}
	f, _ := statement.Expression.(*ast.FunctionLiteral)
	return f
}

// mayEndParameters reports whether a text could have the parenthesis that ends a list of parameters, or the beginning of something
// that hides it.
func mayEndParameters(text string) bool {
	return strings.ContainsAny(text, ")/`'\"\\") || strings.Contains(text, "<!--") || strings.Contains(text, "-->")
}
