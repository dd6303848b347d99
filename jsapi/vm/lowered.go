// This file compiles text that a script passes to eval or Function and that goja does not compile, with the help of the bundler.

package vm

import (
	"bytes"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"

	"github.com/hitlrun/hitlrun/jsapi/bundle"
	"github.com/hitlrun/hitlrun/jsapi/guard"
)

// compilerBytes is how many bytes of memory esbuild and goja use for a byte of source text, at most.
const compilerBytes = 128

// NeedCompiler reserves the memory for compiling a text.
func (vm *VM) NeedCompiler(text string) { vm.Need(compilerBytes * len(text)) }

// lower compiles a text as the bundler would. function says that the text is the body of a function that is called at once: its value
// is then that of the program.
func (vm *VM) lower(text string, function bool) (*goja.Program, error) {
	vm.NeedCompiler(text)
	code, err := bundle.LowerText(text, vm.halted)
	if err != nil {
		return nil, err
	}
	if function {
		code = "(function () {\n" + code + "\n})()"
	}
	tree, err := guard.Parse(code)
	if err != nil {
		return nil, err
	}
	if !function && slices.ContainsFunc(tree.Body, isLexical) {
		if tree, err = guard.Parse(inBlock(code, tree)); err != nil {
			return nil, err
		}
	}
	restoreDefaults(tree)
	fixPrivateTests(tree)
	guard.LimitPatterns(tree, new(atomic.Int64))
	p, err := goja.CompileAST(tree, false)
	if err != nil {
		return nil, err
	}
	guard.Concatenations(p)
	return p, vm.supply(p, []byte(code))
}

// isLexical reports whether a statement declares names with let, const or class.
func isLexical(s ast.Statement) bool {
	switch s.(type) {
	case *ast.LexicalDeclaration, *ast.ClassDeclaration:
		return true
	}
	return false
}

// inBlock puts a text into a block, so that what it declares with let, const or class is not seen by the next text. Its functions are.
func inBlock(code string, tree *ast.Program) string {
	rest, strict := strings.CutPrefix(code, bundle.Strict)
	if strict {
		return bundle.Strict + "{\n" + rest + "\n}"
	}
	shown := ""
	for _, s := range tree.Body {
		if f, ok := s.(*ast.FunctionDeclaration); ok {
			name := f.Function.Name.Name.String()
			shown += "this." + name + " = " + name + "; "
		}
	}
	return "{\n" + shown + rest + "\n}"
}

// supply defines what a lowered program needs.
func (vm *VM) supply(p *goja.Program, code []byte) error {
	if bundle.UsesOperators(code) {
		if err := guard.Operators(vm.rt); err != nil {
			return err
		}
	}
	if bytes.Contains(code, []byte(guard.GeneratorMaker)) {
		guard.MarkAsyncGenerators(p)
		if err := guard.DefineAsyncGenerators(vm.rt); err != nil {
			return err
		}
	}
	if bytes.Contains(code, []byte(guard.LoopIterator)) {
		return guard.DefineAsyncLoops(vm.rt)
	}
	return nil
}
