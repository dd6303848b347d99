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
	code, shared, spans := split(s.Code)
	s.Code = code
	if len(spans) > 0 && theLayout() != nil && isBundle(code) {
		if p := s.compileAround(shared, spans); p != nil {
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
func (s *Script) compileAround(shared list, spans []span) *goja.Program {
	text, listAt, places := without(s.Code, shared, spans)
	tree, err := parser.ParseFile(nil, s.Name, text, 0, parser.WithDisableSourceMaps)
	if err != nil {
		return nil
	}
	parsed := tree.File.Source()
	a := &around{script: s, code: unsafe.String(unsafe.SliceData(s.Code), len(s.Code)), shared: map[string]*use{}}
	a.file = file.NewFile(s.Name, a.code, 1)
	tree.File = a.file
	s.Tree(tree)
	p, err := goja.CompileAST(tree, false)
	if err != nil {
		return nil
	}
	l := theLayout()
	waiting := make(map[int]*function, len(spans))
	for i := range spans {
		waiting[spans[i].start] = &function{around: a, span: &spans[i], shares: shared.has(&spans[i])}
	}
	found, near, seen := 0, 0, make(map[*goja.Program]bool, 2*len(spans))
	look := walker{layout: l}
	look.walk(p, func(p *goja.Program) {
		if seen[p] {
			return
		}
		seen[p] = true
		if listAt > 0 && l.place(p) == listAt {
			uses, ok := l.readNames(p, shared.names)
			for i := range uses {
				a.shared[uses[i].name] = &uses[i]
			}
			if ok {
				found++
			}
			return
		}
		l.movePlaces(p, places, &near)
		look.showSources(p, parsed, a.code, places)
		w := waiting[l.place(p)]
		if w == nil || w.stub != nil {
			return
		}
		ok := true
		if w.stub = p; len(w.span.names) > 0 || !shared.has(w.span) {
			w.uses, ok = l.readNames(p, w.span.names)
		}
		if ok {
			found++
		}
	})
	if listAt > 0 {
		found-- // their list
	}
	if found != len(spans) {
		return nil
	}
	for _, w := range waiting {
		code := l.code(w.stub)
		code[0] = slot{unsafe.Pointer(&l.first), unsafe.Pointer(w)}
	}
	s.File(a.file)
	s.Program(p)
	return p
}

// movePlaces changes the places of the instructions of a program to those in the code.
func (l *layout) movePlaces(p *goja.Program, places places, near *int) {
	items := *fieldAt[[]item](unsafe.Pointer(p), l.places)
	for i := range items {
		items[i].place = places.in(items[i].place, near)
	}
}

// showSources makes functions and classes that contain waiting functions show their full text.
func (w *walker) showSources(p *goja.Program, parsed, code string, places places) {
	start := uintptr(unsafe.Pointer(unsafe.StringData(parsed)))
	near := 0
	for i, list := 0, w.code(p); i < len(list); i++ {
		k := w.kind(&list[i])
		if k == nil || k.source < 0 {
			continue
		}
		source := fieldAt[string](list[i][1], uintptr(k.source))
		at := uintptr(unsafe.Pointer(unsafe.StringData(*source))) - start
		if *source != "" && at < uintptr(len(parsed)) {
			if end := places.in(int(at)+len(*source), &near); end <= len(code) { // else it is the list of the shared names
				*source = code[places.in(int(at), &near):end]
			}
		}
	}
}

// around is what the waiting functions of a script share.
type around struct {
	script *Script
	code   string
	file   *file.File
	shared map[string]*use // the variables of the shared names
}

// function is a waiting function. Its first instruction points to it.
type function struct {
	*around
	span   *span
	shares bool // whether it shares names
	stub   *goja.Program
	uses   []use // its own outer variables

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
