// This file finds the statements of a script whose value can be that of the script.

package node

import (
	"slices"
	"strings"

	"github.com/dop251/goja/ast"

	"github.com/hitlrun/hitlrun/jsapi/guard"
)

// isExpression reports whether a statement is an expression.
func isExpression(s ast.Statement) bool {
	_, ok := s.(*ast.ExpressionStatement)
	return ok
}

// hasCompletion reports whether a statement has a value, be it undefined. The others leave the value of those before them.
func hasCompletion(s ast.Statement) bool {
	switch s := s.(type) {
	case *ast.FunctionDeclaration, *ast.ClassDeclaration, *ast.LexicalDeclaration, *ast.VariableStatement, *ast.EmptyStatement, *ast.DebuggerStatement, *ast.BranchStatement:
		return false
	case *ast.BlockStatement:
		return slices.ContainsFunc(s.List, hasCompletion)
	case *ast.LabelledStatement:
		return hasCompletion(s.Statement)
	}
	return true
}

// isCompound reports whether the value of a statement is undefined if no statement in it has one.
func isCompound(s ast.Statement) bool {
	switch s := s.(type) {
	case *ast.BlockStatement:
		return false
	case *ast.LabelledStatement:
		return isCompound(s.Statement)
	}
	return hasCompletion(s) && !isExpression(s)
}

// eachStatement calls f for the statements in a statement whose value can be that of the statement, and for itself. inList says
// that the statement is one of a list, and so begins a line.
func eachStatement(s ast.Statement, inList bool, f func(s ast.Statement, inList bool)) {
	list := func(all []ast.Statement) {
		for _, s := range all {
			eachStatement(s, true, f)
		}
	}
	f(s, inList)
	switch s := s.(type) {
	case *ast.BlockStatement:
		list(s.List)
	case *ast.IfStatement:
		eachStatement(s.Consequent, false, f)
		if s.Alternate != nil {
			eachStatement(s.Alternate, false, f)
		}
	case *ast.ForStatement:
		eachStatement(s.Body, false, f)
	case *ast.ForInStatement:
		eachStatement(s.Body, false, f)
	case *ast.ForOfStatement:
		eachStatement(s.Body, false, f)
	case *ast.WhileStatement:
		eachStatement(s.Body, false, f)
	case *ast.DoWhileStatement:
		eachStatement(s.Body, false, f)
	case *ast.WithStatement:
		eachStatement(s.Body, false, f)
	case *ast.LabelledStatement:
		eachStatement(s.Statement, false, f)
	case *ast.SwitchStatement:
		for _, c := range s.Body {
			list(c.Consequent)
		}
	case *ast.TryStatement: // the value of finally is not that of the statement
		list(s.Body.List)
		if s.Catch != nil {
			list(s.Catch.Body.List)
		}
	}
}

// completions returns the edits by which a statement that is no expression assigns its value to the completion.
func completions(text string, s ast.Statement) []scriptEdit {
	var edits []scriptEdit
	eachStatement(s, false, func(inner ast.Statement, inList bool) {
		e, ok := inner.(*ast.ExpressionStatement)
		switch {
		case ok:
			if from := beginOf(text, e, inList); from >= 0 {
				edits = append(edits, scriptEdit{from, from, completion + "="})
			}
		case inList && isCompound(inner):
			if from := markOf(inner); from > 0 {
				from = firstOfLine(text, from)
				edits = append(edits, scriptEdit{from, from, completion + "=void 0;"})
			}
		}
	})
	return edits
}

// beginOf returns where to assign the value of an expression, or -1 for a rare one of which that is not known.
func beginOf(text string, s *ast.ExpressionStatement, inList bool) int {
	from := int(s.Idx0()) - 1
	if list, ok := s.Expression.(*ast.SequenceExpression); ok { // the value is that of the last one
		from = int(list.Sequence[len(list.Sequence)-1].Idx0()) - 1
		if text[from-1] != ' ' {
			return -1
		}
		return from
	}
	if inList {
		return firstOfLine(text, from)
	}
	for from > 0 && text[from-1] == '(' { // goja does not count it
		from--
	}
	if from > 0 && text[from-1] != ' ' {
		return -1
	}
	return from
}

// markOf returns an offset in the first line of a statement, or -1: goja does not store the begin of all statements.
func markOf(s ast.Statement) int {
	switch s := s.(type) {
	case *ast.IfStatement:
		return int(s.Test.Idx0()) - 1
	case *ast.WithStatement:
		return int(s.Object.Idx0()) - 1
	}
	return int(s.Idx0()) - 1
}

// firstOfLine returns the offset of the first character of a line that is no space.
func firstOfLine(text string, at int) int {
	line := lineOf(text, at)
	return line + len(text[line:]) - len(strings.TrimLeft(text[line:], " "))
}

// KeepConstants returns a script in which no statement is an expression of constants, which bundle.LowerScript would compute, and
// then remove. A text that goja cannot read stays as it is.
func KeepConstants(text string) string {
	text = guard.PairLastCharacter(text)
	program, err := guard.Parse(text)
	if err != nil {
		return text
	}
	var edits []scriptEdit
	for _, s := range program.Body {
		eachStatement(s, true, func(s ast.Statement, _ bool) {
			e, ok := s.(*ast.ExpressionStatement)
			if !ok {
				return
			}
			leaf, operators := firstConstant(e.Expression)
			if leaf == nil || !operators {
				return
			}
			from, to := int(leaf.Idx0())-1, int(leaf.Idx1())-1
			edits = append(edits, scriptEdit{from, to, "[" + text[from:to] + "][0]"})
		})
	}
	return edited(text, edits)
}

// firstConstant returns the first constant of an expression that has nothing but constants and operators, and whether it has an
// operator, or nil.
func firstConstant(e ast.Expression) (leaf ast.Expression, operators bool) {
	switch e := e.(type) {
	case *ast.StringLiteral, *ast.NumberLiteral, *ast.BooleanLiteral, *ast.NullLiteral:
		return e, false
	case *ast.Identifier:
		if name := e.Name.String(); name == "undefined" || name == "NaN" || name == "Infinity" {
			return e, true
		}
		return nil, false
	case *ast.TemplateLiteral:
		if e.Tag == nil && len(e.Expressions) == 0 {
			return e, false
		}
		return nil, false
	case *ast.UnaryExpression:
		leaf, _ = firstConstant(e.Operand)
		return leaf, true
	case *ast.BinaryExpression:
		return firstOf(e.Left, e.Right)
	case *ast.ConditionalExpression:
		return firstOf(e.Test, e.Consequent, e.Alternate)
	case *ast.SequenceExpression:
		return firstOf(e.Sequence...)
	}
	return nil, false
}

// firstOf is firstConstant of an operator with these operands.
func firstOf(operands ...ast.Expression) (leaf ast.Expression, operators bool) {
	for i, e := range operands {
		constant, _ := firstConstant(e)
		if constant == nil {
			return nil, false
		}
		if i == 0 {
			leaf = constant
		}
	}
	return leaf, true
}
