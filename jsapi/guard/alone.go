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
	open := mayEndBody(args[last].String())
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

// mayEndBody reports whether a text could have the brace that ends the body of a function.
func mayEndBody(text string) bool {
	var templates []int // the depths of the templates around a place
	depth := 0
	for i := 0; i < len(text); {
		n := 1
		switch c := text[i]; c {
		case '{':
			depth++
		case '}':
			if k := len(templates) - 1; k >= 0 && templates[k] == depth {
				templates = templates[:k]
				n = lengthOfTemplate(text[i:], &templates, depth)
				break
			}
			if depth--; depth < 0 {
				return true
			}
		case '`':
			n = lengthOfTemplate(text[i:], &templates, depth)
		case '"', '\'':
			n = lengthOfQuoted(text[i:])
		case '/':
			n = lengthOfSlash(text, i)
		case '-', '<', '\\':
			if c == '\\' || strings.HasPrefix(text[i:], "-->") || strings.HasPrefix(text[i:], "<!--") {
				return true
			}
		}
		if n == 0 {
			return true
		}
		i += n
	}
	return false
}

// lengthOfTemplate returns the length of the part of a template that begins after the first byte of code, up to its end or to the
// next expression, whose depth it adds to templates. It returns 0 if the part does not end.
func lengthOfTemplate(code string, templates *[]int, depth int) int {
	for i := 1; i < len(code); i++ {
		switch {
		case code[i] == '`':
			return i + 1
		case code[i] == '\\':
			i++
		case strings.HasPrefix(code[i:], "${"):
			*templates = append(*templates, depth)
			return i + 2
		}
	}
	return 0
}

// lengthOfQuoted returns the length of the text in quotes at the beginning of code, 0 if it does not end.
func lengthOfQuoted(code string) int {
	for i := 1; i < len(code); i++ {
		switch code[i] {
		case code[0]:
			return i + 1
		case '\\':
			i++
		case '\n', '\r':
			return 0
		}
	}
	return 0
}

// lengthOfSlash returns the length of the comment, the regular expression or the operator that begins with the slash at a place; 0
// if it does not end, or only a parser knows which of them it is.
func lengthOfSlash(text string, at int) int {
	code := text[at:]
	switch {
	case strings.HasPrefix(code, "/*"):
		if end := strings.Index(code[2:], "*/"); end >= 0 {
			return 2 + end + 2
		}
		return 0
	case strings.HasPrefix(code, "//"):
		if end := strings.IndexAny(code, "\n\r\u2028\u2029"); end >= 0 {
			return end
		}
		return len(code)
	}
	before := strings.TrimRight(text[:at], " \t\n")
	if before == "" {
		return lengthOfPattern(code)
	}
	switch c := before[len(before)-1]; {
	case strings.IndexByte("(,=:[!&|?{;~^%*", c) >= 0:
		return lengthOfPattern(code)
	case c == ']':
		return 1
	case !isLetter(c):
		return 0
	}
	rest := strings.TrimRightFunc(before, func(c rune) bool { return c >= 0x80 || isLetter(byte(c)) })
	switch before[len(rest):] {
	case "return", "typeof", "case", "in", "delete", "void", "instanceof", "throw", "else", "do":
		if !strings.HasSuffix(rest, ".") {
			return lengthOfPattern(code)
		}
	case "yield", "await", "of":
		return 0
	}
	return 1
}

// isLetter reports whether a byte of a text in UTF-8 is one of a name or a number.
func isLetter(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || c == '_' || c == '$' || c >= 0x80
}

// lengthOfPattern returns the length of the regular expression at the beginning of code, without its flags, 0 if it does not end.
func lengthOfPattern(code string) int {
	class := false
	for i := 1; i < len(code); i++ {
		switch code[i] {
		case '\\':
			i++
		case '[':
			class = true
		case ']':
			class = false
		case '/':
			if !class {
				return i + 1
			}
		case '\n', '\r':
			return 0
		}
	}
	return 0
}
