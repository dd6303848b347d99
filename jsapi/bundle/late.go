// This file finds and compiles the files that a script requires or imports by names that are only known at run time. The rules are those
// of imports: a file of the package of the script, of an installed package, or one that was granted.

package bundle

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/hitlrun/hitlrun/jsapi/files"
)

// Late finds and compiles files at run time. It is not safe for concurrent use.
type Late struct {
	b       *build
	stopped func() bool
	found   map[lateQuery]string
}

// lateQuery asks for the file that require() or import() of a specifier means in a folder.
type lateQuery struct {
	dir, specifier string
	imported       bool
}

// NewLate returns a Late for the script at an absolute path. read grants files outside of its package, and stopped reports whether
// the script was stopped.
func NewLate(script string, read files.Grants, stopped func() bool) (*Late, error) {
	b, err := newBuild(Options{Entry: script, Read: read})
	if err != nil {
		return nil, err
	}
	return &Late{b: b, stopped: stopped, found: map[lateQuery]string{}}, nil
}

// Resolve returns the path of the file that a specifier means in the file importer: for import() if imported is set, else for
// require(). The error says the same whether a file that may not be read exists or not.
func (l *Late) Resolve(importer, specifier string, imported bool) (string, error) {
	kind := api.ResolveJSRequireCall
	if imported {
		kind = api.ResolveJSDynamicImport
	}
	if filepath.IsAbs(specifier) {
		importer = l.b.opts.Entry // an absolute path means the same file in every importer
	}
	// Only a file that may be imported can require: another one would have packages from anywhere on the machine. What counts is
	// where it is, which its path need not say: the path can have a link, and ".." after it.
	real, ok := l.b.area.has(importer)
	if !ok {
		return "", fmt.Errorf("Cannot find module '%s' for '%s': %w", specifier, importer, &outsideError{l.b.area.root, importer}) //nolint:staticcheck // what Node prints begins so
	}
	importer = real
	query := lateQuery{filepath.Dir(importer), specifier, imported}
	if path, ok := l.found[query]; ok {
		return path, nil
	}
	path := ""
	o := l.b.buildOptions()
	o.Stdin, o.EntryPoints = nil, []string{startName}
	o.Plugins = []api.Plugin{{Name: "hitlrun", Setup: func(p api.PluginBuild) {
		l.b.plugin = p
		p.OnResolve(api.OnResolveOptions{Filter: ".*"}, func(a api.OnResolveArgs) (res api.OnResolveResult, err error) {
			defer recovered(&err)
			if _, asked := a.PluginData.(askEsbuild); asked {
				return native(), nil
			}
			path = l.b.resolvedPath(importer, specifier, kind)
			return api.OnResolveResult{Path: startName, Namespace: nsVirtual}, nil
		})
		p.OnLoad(api.OnLoadOptions{Filter: ".*", Namespace: nsVirtual}, func(api.OnLoadArgs) (api.OnLoadResult, error) {
			nothing := ""
			return api.OnLoadResult{Contents: &nothing}, nil
		})
	}}}
	if result := api.Build(o); path == "" && len(result.Errors) > 0 {
		return "", &Error{Messages: l.b.messages(result.Errors)}
	}
	if path == "" {
		return "", l.missing(importer, specifier)
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	l.found[query] = path
	return path, nil
}

// missing returns the error for a specifier that means no file.
func (l *Late) missing(importer, specifier string) error {
	if text, ok := l.b.unexported[specifier]; ok {
		return errors.New(text)
	}
	if isRelative(specifier) {
		path := absolute(filepath.Dir(importer), specifier)
		if real, ok := l.b.area.has(path); !ok {
			return fmt.Errorf("Cannot find module '%s': %w", specifier, &outsideError{l.b.area.root, real}) //nolint:staticcheck // what Node prints begins so
		}
	}
	return fmt.Errorf("Cannot find module '%s'", specifier) //nolint:staticcheck // what Node prints
}

// Text returns the text of a file that Resolve has found.
func (l *Late) Text(path string) (string, error) {
	data, err := l.b.area.readFile(path)
	if err == nil {
		err = checkText(data)
	}
	if err != nil {
		return "", fmt.Errorf("%s: %s", l.b.display(path), plainError(err))
	}
	return strings.TrimPrefix(string(data), "\uFEFF"), nil
}

// lateHead is the beginning of the function around such a file. An ES module is turned into a CommonJS module.
const lateHead = "(function(exports, require, module, __filename, __dirname, " + metaIdentifier + ") {"

// Compile returns the code of a function that runs a text as the CommonJS module in the file at path.
func (l *Late) Compile(path, text string) (*Result, error) {
	name := l.b.display(path)
	clean := withoutMaps(text)
	if strings.HasPrefix(clean, "#!") {
		clean = "//" + clean[2:] // the function around it comes first
	}
	made, err := transform(name, clean, l.stopped, api.TransformOptions{
		Loader: lateLoader(path), Sourcemap: api.SourceMapExternal, SourcesContent: api.SourcesContentExclude, Format: api.FormatCommonJS,
		Define: map[string]string{"process.env.NODE_ENV": "process.env.NODE_ENV", "import.meta": metaIdentifier},
	})
	if err != nil {
		return nil, withoutFormat(err)
	}
	made.Code = importInNodeMode().ReplaceAll(made.Code, []byte(`__toESM(require($1), 0)`)) // what it imports says itself whether it has a default
	_, segments, err := parseMap(made.Map)
	if err != nil {
		return nil, fileError(name, "source map: %v", err)
	}
	out := &output{code: made.Code, segments: segments, sources: []source{{name: name, path: path, text: clean}}}
	if err := rewrite(out); err != nil {
		return nil, err
	}
	module := filepath.Ext(path) == ".mjs" || filepath.Ext(path) == ".mts" || loweredModule().Match(made.Code)
	r := &Result{Module: module, Code: bytes.Join([][]byte{[]byte(lateHead), out.code, []byte("})")}, []byte("\n")), CodeHash: sha(out.code), Hash: sha([]byte(text))}
	if r.Map, err = formatMap([]string{name}, out.segments, 1); err != nil {
		return nil, fileError(name, "source map: %v", err)
	}
	return r, nil
}

// importInNodeMode matches an import as esbuild lowers it in a file that is an ES module by its name: the default of what is imported is
// then all of it.
var importInNodeMode = lazily(`\b__toESM\(require\(("(?:[^"\\\n]|\\.)*")\), 1\)`)

// loweredModule matches what esbuild makes of an export, or of an import of names, which a CommonJS module has not.
var loweredModule = lazily(`(?m)^(?:var __toCommonJS = |var import_[\w$]* = __toESM\()`)

// withoutFormat words the error for a top-level await without the format that esbuild writes.
func withoutFormat(err error) error {
	var failed *Error
	if errors.As(err, &failed) {
		for i, m := range failed.Messages {
			if strings.HasPrefix(m.Text, "Top-level await is currently not supported") {
				failed.Messages[i].Text = "A module that is loaded by a computed name cannot have a top-level await: name it in a string literal"
			}
		}
	}
	return err
}

func lateLoader(path string) api.Loader {
	switch filepath.Ext(path) {
	case ".ts", ".mts", ".cts":
		return api.LoaderTS
	case ".tsx":
		return api.LoaderTSX
	case ".jsx":
		return api.LoaderJSX
	}
	return api.LoaderJS
}

var (
	// computedCall matches, with the character before it, a use of require, as esbuild prints it, whose argument is not a string literal.
	computedCall = lazily(`^[^\w$.]__require(?:\(\s*[^"'\s)]|[;,)\]} ])`)
	commonModule = lazily(`(?m)^var ([\w$]+) = __commonJS\(\{\n  ("(?:[^"\\\n]|\\.)*")\(`)
)

// hasComputedCall reports whether computedCall matches somewhere. The expression alone would look at each character: it begins with a class.
func hasComputedCall(code []byte) bool {
	for from := 1; from < len(code); {
		i := bytes.Index(code[from:], []byte("__require"))
		if i < 0 {
			return false
		}
		if computedCall().Match(code[from+i-1:]) {
			return true
		}
		from += i + 1
	}
	return false
}

// bundledModules returns code that gives the library the CommonJS modules of the bundle, and the modules of Node that it
// requires, if a module may require or import a file by a computed name: such a file may itself require one of them.
func (b *build) bundledModules(code []byte, globs bool) []byte {
	if !globs && !bytes.Contains(code, []byte(`"node/late_modules.ts"`)) && !bytes.Contains(code, foundImport) && !hasComputedCall(code) {
		return nil
	}
	var table bytes.Buffer
	for _, m := range commonModule().FindAllSubmatch(code, -1) {
		name := strings.Trim(string(m[2]), `"`)
		if module, ok := strings.CutPrefix(name, nsVirtual+":"); ok {
			fmt.Fprintf(&table, "%s:%s,", quote(strings.TrimSuffix(module, "?default")), m[1])
			continue
		}
		fmt.Fprintf(&table, "%s:%s,", quote(absolute(b.dir, filepath.FromSlash(name))), m[1])
	}
	return []byte("__hitlrun.bundled=()=>({" + table.String() + "});")
}

// A pattern such as require("./locales/" + name) is bundled as a table of the files that match it by their whole names.
// foundGlob replaces esbuild's function for the table, and also finds what the table lacks: Node adds extensions. It has the
// same length, so that the source map stays valid.
const foundGlob = "__glor({"

var esbuildGlob = lazily(`\bglobRequire[\w$]* = __glob\(\{`)

// lookUpGlobs makes the patterns of require() find more files. It reports whether there are any.
func lookUpGlobs(code []byte) bool {
	if !bytes.Contains(code, []byte("globRequire")) {
		return false
	}
	tables := esbuildGlob().FindAllIndex(code, -1)
	for _, at := range tables {
		copy(code[at[1]-len(foundGlob):], foundGlob)
	}
	return len(tables) > 0
}
