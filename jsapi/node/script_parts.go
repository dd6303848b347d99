// This file rewrites a script of node:vm so that it can run in a with statement, whose object has the global variables.

package node

import (
	"slices"
	"strings"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/parser"

	"github.com/hitlrun/hitlrun/jsapi/guard"
)

// completion is the variable that gets the value of the script.
const completion = "__completion"

// ScopedScript is a script that was rewritten.
type ScopedScript struct {
	// Text is the body of a function. Its declarations are assignments, and it returns the value of the script.
	Text string
	// Vars are the names that the script declares with var or function. Lexical are those of let, const and class.
	Vars, Lexical []string
}

// scriptEdit replaces a part of a text.
type scriptEdit struct {
	from, to int
	text     string
}

// ScopeScript rewrites a script that bundle.LowerScript has returned: each statement begins on a line of its own.
func ScopeScript(text string) (*ScopedScript, error) {
	text = guard.PairLastCharacter(text)
	program, err := goja.Parse("evalmachine.<anonymous>", text, parser.WithDisableSourceMaps)
	if err != nil {
		return nil, err
	}
	s := &ScopedScript{}
	var edits []scriptEdit
	functions := ""
	for _, statement := range program.Body {
		from, to := int(statement.Idx0())-1, int(statement.Idx1())-1
		switch d := statement.(type) {
		case *ast.FunctionDeclaration:
			from = lineOf(text, from)
			name := d.Function.Name.Name.String()
			s.Vars = append(s.Vars, name)
			functions += name + "=" + text[from:to] + ";"
			edits = append(edits, scriptEdit{from, to, ";"})
		case *ast.ClassDeclaration:
			name := d.Class.Name.Name.String()
			s.Lexical = append(s.Lexical, name)
			edits = append(edits, scriptEdit{from, from, name + "="}, scriptEdit{to, to, ";"})
		case *ast.LexicalDeclaration:
			for _, b := range d.List {
				s.Lexical = append(s.Lexical, boundNames(b.Target)...)
			}
			edits = append(edits, scriptEdit{from, from + len(d.Token.String()), "var"})
		}
	}
	value := len(program.Body) - 1 // the last statement that has a value
	for value >= 0 && !hasCompletion(program.Body[value]) {
		value--
	}
	if value >= 0 && !isExpression(program.Body[value]) {
		edits = append(edits, completions(text, program.Body[value])...)
	} else if value >= 0 {
		from, to := lineOf(text, int(program.Body[value].Idx0())-1), len(text)
		if value+1 < len(program.Body) {
			to = lineOf(text, int(program.Body[value+1].Idx0())-1)
		}
		to = from + len(strings.TrimRight(text[from:to], " ;\n"))
		edits = append(edits, scriptEdit{from, from, completion + "=("}, scriptEdit{to, to, ")"})
	}
	for _, d := range program.DeclarationList {
		for _, b := range d.List {
			s.Vars = append(s.Vars, boundNames(b.Target)...)
		}
	}
	s.Text = functions + edited(text, edits) + "\nreturn " + completion + ";"
	return s, nil
}

// edited returns a text with edits.
func edited(text string, edits []scriptEdit) string {
	slices.SortStableFunc(edits, func(a, b scriptEdit) int { return a.from - b.from })
	var out strings.Builder
	at := 0
	for _, e := range edits {
		out.WriteString(text[at:e.from] + e.text)
		at = e.to
	}
	out.WriteString(text[at:])
	return out.String()
}

// lineOf returns the beginning of the line of an offset: goja does not count parentheses at the beginning of a statement.
func lineOf(text string, at int) int { return strings.LastIndexByte(text[:at], '\n') + 1 }

// boundNames returns the names that a declaration binds.
func boundNames(target ast.Expression) []string {
	var names []string
	switch t := target.(type) {
	case *ast.Identifier:
		return []string{t.Name.String()}
	case *ast.AssignExpression:
		return boundNames(t.Left)
	case *ast.ArrayPattern:
		for _, element := range t.Elements {
			names = append(names, boundNames(element)...)
		}
		if t.Rest != nil {
			names = append(names, boundNames(t.Rest)...)
		}
	case *ast.ObjectPattern:
		for _, property := range t.Properties {
			switch p := property.(type) {
			case *ast.PropertyShort:
				names = append(names, p.Name.Name.String())
			case *ast.PropertyKeyed:
				names = append(names, boundNames(p.Value)...)
			}
		}
		if t.Rest != nil {
			names = append(names, boundNames(t.Rest)...)
		}
	}
	return names
}
