// This file has Program: a script, bundled and compiled once, to run on any number of VMs.

package jsapi

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/url"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/parser"
	"github.com/go-sourcemap/sourcemap"

	"github.com/hitlrun/hitlrun/jsapi/bundle"
)

// Program is a bundled script, compiled. It does not change and is safe for concurrent use.
type Program struct {
	bundle *bundle.Result
	path   string
	prg    *goja.Program
}

// bundleName is the name of the joined script where no user file can be named.
const bundleName = "hitlrun:bundle"

// Compile compiles a bundle. path names the script, for process.argv and messages.
func Compile(path string, b *bundle.Result) (*Program, error) {
	type parsed struct {
		m   *sourcemap.Consumer
		err error
	}
	maps := make(chan parsed, 1) // the map is read while goja compiles
	go func() {
		data, err := asURLs(b.Map)
		var m *sourcemap.Consumer
		if err == nil {
			m, err = sourcemap.Parse("", data)
		}
		maps <- parsed{m, err}
	}()
	tree, err := goja.Parse(bundleName, string(b.Code), parser.WithDisableSourceMaps)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if bytes.Contains(b.Code, []byte(bundle.DefaultMarker)) {
		restoreDefaults(tree)
	}
	prg, err := goja.CompileAST(tree, false)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	m := <-maps
	if m.err != nil {
		return nil, fmt.Errorf("%s: source map: %w", path, m.err)
	}
	setSourceMap(tree, m.m)
	return &Program{bundle: b, path: path, prg: prg}, nil
}

// asURLs makes URLs of the absolute paths in a source map: goja takes the names
// of sources for URLs, and would make relative paths of them. Node shows URLs too.
func asURLs(data []byte) ([]byte, error) {
	var m map[string]json.RawMessage
	if err := json.Unmarshal(data, &m); err != nil {
		return nil, err
	}
	var sources []string
	if err := json.Unmarshal(m["sources"], &sources); err != nil {
		return nil, err
	}
	for i, name := range sources {
		if filepath.IsAbs(name) {
			sources[i] = (&url.URL{Scheme: "file", Path: filepath.ToSlash(name)}).String()
		}
	}
	var mappings string
	if err := json.Unmarshal(m["mappings"], &mappings); err != nil {
		return nil, err
	}
	m["sources"], _ = json.Marshal(sources) // strings always work
	m["mappings"], _ = json.Marshal(fromOne(mappings))
	return json.Marshal(m)
}

const base64VLQ = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

// fromOne makes columns start at 1, as people count: goja hands them out as they
// are in the map. Each column in a map is relative to the one before it, so the
// first one carries all the others.
func fromOne(mappings string) string {
	begin := strings.IndexFunc(mappings, func(r rune) bool { return r != ';' && r != ',' })
	if begin < 0 {
		return mappings
	}
	i := begin
	for range 3 { // the generated column, the source, the line
		i = vlqEnd(mappings, i)
	}
	end := vlqEnd(mappings, i)
	if end == i {
		return mappings
	}
	n := 0
	for k := end - 1; k >= i; k-- {
		n = n<<5 | strings.IndexByte(base64VLQ, mappings[k])&31
	}
	n += 2 // the lowest bit is the sign
	var first []byte
	for n > 31 {
		first = append(first, base64VLQ[n&31|32])
		n >>= 5
	}
	first = append(first, base64VLQ[n])
	return mappings[:i] + string(first) + mappings[end:]
}

// vlqEnd returns the index behind the number that starts at i.
func vlqEnd(s string, i int) int {
	for ; i < len(s); i++ {
		d := strings.IndexByte(base64VLQ, s[i])
		if d < 0 {
			return i
		}
		if d < 32 {
			return i + 1
		}
	}
	return i
}

// fileOf returns the path that goja's name of a source stands for.
func fileOf(name string) string {
	path, isURL := strings.CutPrefix(name, "file://")
	if decoded, err := url.PathUnescape(path); err == nil && (isURL || strings.Contains(path, "%")) {
		return decoded
	}
	return path
}

func setSourceMap(tree *ast.Program, m *sourcemap.Consumer) { tree.File.SetSourceMap(m) }

// Path returns the name of the script.
func (p *Program) Path() string { return p.path }

// Bundle returns what the program was compiled from.
func (p *Program) Bundle() *bundle.Result { return p.bundle }

// start calls the script in vm. done is told when its module code has ended.
func (p *Program) start(vm *VM, done func(error)) error {
	v, err := vm.rt.RunProgram(p.prg)
	if err != nil {
		return err
	}
	f, ok := goja.AssertFunction(v)
	if !ok {
		return fmt.Errorf("%s: the bundle is no function", p.path)
	}
	v, err = f(goja.Undefined(), vm.hostObject())
	if err != nil {
		return err
	}
	o, ok := v.(*goja.Object)
	if !ok {
		return fmt.Errorf("%s: the bundle returned no promise", p.path)
	}
	then, ok := goja.AssertFunction(o.Get("then"))
	if !ok {
		return fmt.Errorf("%s: the bundle returned no promise", p.path)
	}
	_, err = then(o, vm.rt.ToValue(func(goja.FunctionCall) goja.Value {
		done(nil)
		return goja.Undefined()
	}), vm.rt.ToValue(func(call goja.FunctionCall) goja.Value {
		done(vm.thrown(call.Argument(0)))
		return goja.Undefined()
	}))
	return err
}

// Position is a place in a source file: line and column start at 1.
type Position struct {
	File         string
	Line, Column int
}

// String returns "flow.ts:3:5".
func (p Position) String() string { return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Column) }

// isUser reports whether a position is in a file of the user.
func (p Position) isUser() bool {
	return p.File != "" && p.File != bundleName && p.File != "native" && p.File != "<native>" && !strings.HasPrefix(p.File, "hitlrun") &&
		!strings.Contains(p.File, "node_modules/")
}

var frameLine = regexp.MustCompile(`(?m)^\s+at (?:.*\()?([^()\n]+?):(\d+):(\d+)`)

// userFrames returns the places in the user's files that an error went through,
// innermost first: those of the error's stack, which leaves out the constructors
// of its classes, else those that goja saw it come through.
func (vm *VM) userFrames(e *ScriptError) []Position {
	var all []Position
	if o, ok := e.value.(*goja.Object); ok && o.ClassName() == "Error" {
		stack := ""
		_ = vm.rt.Try(func() { stack = vm.printer.Stack(o) }) // it may be a getter
		for _, m := range frameLine.FindAllStringSubmatch(stack, -1) {
			line, _ := strconv.Atoi(m[2])
			column, _ := strconv.Atoi(m[3])
			if p := (Position{fileOf(m[1]), line, column}); p.isUser() {
				all = append(all, p)
			}
		}
	}
	if all != nil {
		return all
	}
	for _, f := range e.stack {
		at := f.Position()
		if p := (Position{fileOf(f.SrcName()), at.Line, at.Column}); p.isUser() {
			all = append(all, p)
		}
	}
	return all
}

// frame returns the lines around a position.
func (p *Program) frame(at Position) string {
	if at.File == "" {
		return ""
	}
	source, ok := p.bundle.Source(at.File)
	if !ok {
		return "" // the file may have changed since it was bundled
	}
	return bundle.Frame(at.File, at.Line, at.Column, source)
}

// frameText is a stack frame as Node prints it.
func frameText(f goja.StackFrame) string {
	at := f.Position()
	where := fmt.Sprintf("%s:%d:%d", f.SrcName(), at.Line, at.Column)
	if name := f.FuncName(); name != "" {
		return "    at " + name + " (" + where + ")"
	}
	return "    at " + where
}

// setStack gives an error the stack of the call that led to it.
func (vm *VM) setStack(o *goja.Object, frames []goja.StackFrame) {
	lines := []string{o.String()}
	for _, f := range frames {
		p := Position{fileOf(f.SrcName()), f.Position().Line, f.Position().Column}
		if p.isUser() {
			lines = append(lines, frameText(f))
		}
	}
	_ = o.DefineDataProperty("stack", vm.rt.ToValue(strings.Join(lines, "\n")), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
}

// callerFrames returns the stack of the running code, a line for each frame.
func (vm *VM) callerFrames() string {
	var b strings.Builder
	for _, f := range vm.rt.CaptureCallStack(0, nil) {
		p := Position{fileOf(f.SrcName()), f.Position().Line, f.Position().Column}
		if p.isUser() {
			b.WriteString("\n" + frameText(f))
		}
	}
	return b.String()
}
