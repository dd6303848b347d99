package lazy

// This file compiles a script, and its waiting functions at their first call.

import (
	"fmt"

	"sync"
	"unsafe"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
	"github.com/dop251/goja/parser"
)

// Script is a script to compile. All fields are required.
type Script struct {
	Name string // the name in messages and positions
	Code []byte // the code with its outline, if it has one; it must not change afterwards
	// Tree is called with each syntax tree before it is compiled, and Program with each program before
	// it runs. For waiting functions they are called later, in any goroutine.
	Tree    func(*ast.Program)
	Program func(*goja.Program)
	// File is called with the file that has the positions of all programs.
	File func(*file.File)
}

// Compile compiles a script. Without an outline, or if goja is not as expected, it compiles all functions
// now.
func Compile(s Script) (*goja.Program, error) {
	code, spans := split(s.Code)
	s.Code = code
	if len(spans) > 0 && theLayout() != nil && isBundle(code) {
		if p := s.compileAround(spans); p != nil {
			return p, nil
		}
	}
	return s.compile()
}

func (s *Script) compile() (*goja.Program, error) {
	tree, err := parser.ParseFile(nil, s.Name, s.Code, 0, parser.WithDisableSourceMaps)
	if err != nil {
		return nil, err
	}
	s.File(tree.File)
	s.Tree(tree)
	p, err := goja.CompileAST(tree, false)
	if err != nil {
		return nil, err
	}
	s.Program(p)
	return p, nil
}

// compileAround compiles the code without the bodies of the waiting functions. It returns nil if that is
// not possible.
func (s *Script) compileAround(spans []span) *goja.Program {
	text := without(s.Code, spans)
	code := unsafe.String(unsafe.SliceData(s.Code), len(s.Code))
	tree, err := parser.ParseFile(nil, s.Name, text, 0, parser.WithDisableSourceMaps)
	if err != nil {
		return nil
	}
	parsed := tree.File.Source()
	f := file.NewFile(s.Name, code, 1)
	tree.File = f
	s.Tree(tree)
	p, err := goja.CompileAST(tree, false)
	if err != nil {
		return nil
	}
	l := theLayout()
	waiting := make(map[int]*function, len(spans))
	for i := range spans {
		waiting[spans[i].start] = &function{span: &spans[i], code: code, script: s, file: f}
	}
	found := 0
	l.walk(p, func(p *goja.Program) {
		l.showSources(p, parsed, code)
		w := waiting[l.place(p)]
		if w == nil || w.stub != nil {
			return
		}
		if w.stub = p; w.readNames(l) {
			found++
		}
	})
	if found != len(spans) {
		return nil
	}
	for _, w := range waiting {
		code := l.code(w.stub)
		code[0] = slot{unsafe.Pointer(&l.first), unsafe.Pointer(w)}
	}
	s.File(f)
	s.Program(p)
	return p
}

// showSources makes functions and classes that contain waiting functions show their full text.
func (l *layout) showSources(p *goja.Program, parsed, code string) {
	start := uintptr(unsafe.Pointer(unsafe.StringData(parsed)))
	for i, list := 0, l.code(p); i < len(list); i++ {
		k := l.kind(&list[i])
		if k == nil || k.source < 0 {
			continue
		}
		source := fieldAt[string](list[i][1], uintptr(k.source))
		if at := uintptr(unsafe.Pointer(unsafe.StringData(*source))) - start; *source != "" && at < uintptr(len(parsed)) {
			*source = code[at : int(at)+len(*source)]
		}
	}
}

// function is a waiting function. Its first instruction points to it.
type function struct {
	span   *span
	code   string
	script *Script
	file   *file.File
	stub   *goja.Program
	uses   []use

	once sync.Once
	real *goja.Program
	err  error
}

// enter is the method of the first instruction of a waiting function.
func enter(self, vm unsafe.Pointer) {
	f, l := (*function)(self), the
	f.once.Do(f.compile)
	if f.err != nil {
		rt := *fieldAt[*goja.Runtime](vm, l.runtime)
		panic(rt.NewGoError(f.err))
	}
	*fieldAt[*goja.Program](vm, l.program) = f.real
	*fieldAt[int](vm, l.pc) = 0
}

// height returns the number of scopes with variables that the running code is in.
func height(l *layout, vm unsafe.Pointer) (n int) {
	for s := *fieldAt[unsafe.Pointer](vm, l.stash); s != nil; s = *fieldAt[unsafe.Pointer](s, l.outer) {
		n++
	}
	return n
}

// compile compiles the function.
func (f *function) compile() {
	l, s := the, f.span
	f.err = fmt.Errorf("%s: a function at offset %d of the bundle cannot be compiled", f.script.Name, s.start) // if it panics
	text, before := s.whole(f.code)
	var set file.FileSet
	set.AddFile("", f.code[:s.from()-before-1]) // so that positions are those in the whole code
	tree, err := parser.ParseFile(&set, f.script.Name, text, 0, parser.WithDisableSourceMaps)
	if err != nil {
		f.err = fmt.Errorf("%s: %w", f.script.Name, err)
		return
	}
	tree.File = f.file
	if literal := function0(tree); literal != nil {
		literal.Function = file.Idx(s.start + 1)
		if s.kind == declaration {
			literal.Name = nil
		}
	}
	f.script.Tree(tree)
	p, err := goja.CompileAST(tree, !s.sloppy)
	if err != nil {
		f.err = fmt.Errorf("%s: %w", f.script.Name, err)
		return
	}
	f.script.Program(p)
	l.walk(p, func(inner *goja.Program) {
		if inner != p && f.real == nil {
			f.real = inner
		}
		if f.real != nil {
			f.bind(l, inner)
		}
	})
	if f.real == nil {
		return
	}
	*fieldAt[string](unsafe.Pointer(f.real), l.name) = *fieldAt[string](unsafe.Pointer(f.stub), l.name)
	f.err = nil
}

// function0 returns the function of a tree that has only one, or nil if it is an arrow function.
func function0(tree *ast.Program) *ast.FunctionLiteral {
	e, ok := tree.Body[0].(*ast.ExpressionStatement)
	if !ok {
		return nil
	}
	switch e := e.Expression.(type) {
	case *ast.FunctionLiteral:
		return e
	case *ast.ObjectLiteral:
		if p, ok := e.Value[0].(*ast.PropertyKeyed); ok {
			f, _ := p.Value.(*ast.FunctionLiteral)
			return f
		}
	}
	return nil
}
