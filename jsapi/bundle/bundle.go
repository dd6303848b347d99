// This file holds the options, the result, and the steps of one build.

package bundle

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/hitlrun/hitlrun/jsapi/files"
)

// Module is a module served from memory.
type Module struct {
	// Name identifies the module and is shown in stack traces: "hitlrun/langgraph.ts". Two
	// specifiers that give the same name give one instance.
	Name   string
	Source string
	// Text, if not nil, returns the source when it is needed. The text must be a part of the program, so that
	// a stored bundle of the same program has the same text.
	Text func() string
	TS   bool // the source is TypeScript
	// Pure says that importing the module only defines its exports, so that the module is left out if
	// none of them is used.
	Pure bool
	// Default says that require() of the module returns its default export, as for the modules of Node.
	Default bool
}

// Options say what to bundle. The functions may be nil; those of one Options are never called
// at the same time. importer is the absolute path of a file, or the Name of a Module.
type Options struct {
	// Entry is the path of the user's file. Unknown extensions are read as TypeScript.
	Entry string
	// Source, if not nil, is the text of the entry. Then Entry is only its name, and the folder from which
	// its imports are resolved.
	Source []byte
	// Builtin returns modules that replace files. It is called before the disk is searched, for each
	// specifier that is not a relative path, and for all specifiers in a Module.
	Builtin func(importer, specifier string) (Module, bool)
	// Fallback returns modules for packages that are in no node_modules folder.
	Fallback func(importer, specifier string) (Module, bool)
	// Hint returns advice for an import that cannot be resolved; "" means the default advice.
	Hint func(specifier string) string
	// Define replaces global names and property chains by JavaScript expressions.
	Define map[string]string
	// Outline, if not nil, returns a comment that is appended to the code. The compiler of the code reads it
	// instead of analysing the code each time.
	Outline func(code []byte) []byte
	// Read grants additional files. Without it, a script can only import files of its package, its workspace
	// and the packages that are installed for it.
	Read files.Grants
	// MaxTime is how long Bundle may take; 0 is a minute. A script that takes longer is refused.
	MaxTime time.Duration
}

// File is one file that was read from disk.
type File struct {
	Path string // absolute, symbolic links resolved
	Hash string // SHA-256 of the content, in hex
}

// Result is a bundled script.
type Result struct {
	// Code is an expression: (async(__hitlrun)=>{ ... }), or ((__hitlrun)=>{ ... }) if a module is not strict; see the package comment. It may end with the
	// comment of Options.Outline. It is ASCII, except for characters in regular expressions and String.raw that
	// cannot be escaped.
	Code []byte
	// Map is the source map of Code, as JSON. Its sources are paths as the user knows them,
	// or names of Modules; their content is not in it.
	Map []byte
	// Files are the files read from disk, sorted by path.
	Files []File
	// Hash is the SHA-256 of the user's files: of the names, relative to the entry, and the contents of all
	// files, and of Source. It does not depend on the folder of the script, nor on the modules served from
	// memory.
	Hash string
	// CodeHash is the SHA-256 of the code without the parts that depend on the folder of the script. It stays
	// the same when only comments or layout change.
	CodeHash string
	// Module is set by Late.Compile for an ES module.
	Module   bool
	Warnings []Message

	texts  map[string]string // the texts of the user's own files, by the cleaned name in Map
	stored func() []Part     // returns the parts of a Result that was stored; nil for others
	parts  []inputPart       // one for each file
	once   sync.Once
	pos    *positions
}

// Source returns the text of one of the user's own files as it was bundled, by the name
// Position gives it. Files of packages, and Modules, are left out.
func (r *Result) Source(file string) (string, bool) {
	file = filepath.Clean(file)
	if r.stored != nil {
		for _, p := range r.stored() {
			if p.Text != "" && p.Name == file {
				return p.Text, true
			}
		}
	}
	text, ok := r.texts[file]
	return text, ok
}

// Stored returns a Result from the stored code, map and hash of another Result. entry is the name of the script.
// parts returns the stored Parts of the other Result. It is called when a text is first needed.
func Stored(code, sourceMap []byte, hash, entry string, parts func() []Part) *Result {
	return &Result{Code: code, Map: sourceMap, Hash: hash, stored: sync.OnceValue(func() []Part {
		list := slices.Clone(parts())
		for i := range list {
			list[i].Name = filepath.Join(filepath.Dir(entry), filepath.FromSlash(list[i].Name))
		}
		return list
	})}
}

// Bundle bundles a script. The error, if any, is an *Error.
func Bundle(o Options) (*Result, error) {
	b, err := newBuild(o)
	if err != nil {
		return nil, err
	}
	return b.run()
}

// build is one run of Bundle.
type build struct {
	opts      Options
	cwd       string
	entry     string // absolute
	entryReal string // the same with symbolic links resolved
	dir       string // of entryReal
	onDisk    bool   // esbuild can find the entry by itself
	area      area

	late      atomic.Bool // run has returned before the end
	inEsbuild atomic.Bool

	mu        sync.Mutex // guards what follows while esbuild runs
	inputs    map[string]*input
	virtual   map[string]Module
	standIns  map[string]string // the package a module of Fallback stands in for, by the name of the module
	served    []served
	packages  map[packageQuery]string
	checked   map[string]error  // folders whose package.json and tsconfig.json were looked at
	config    int64             // the bytes of these files
	platforms map[string]bool   // whether a package has machine code in a package for each system, by folder
	missing   map[string]string // text of the run-time error, by specifier
	paths     map[string]string // what require.resolve() returns, by the name it has in the code
	// The messages of require() and import() of paths that packages do not export, by specifier.
	unexported, unexportedImports map[string]string
	exports                       map[string]*exports          // of packages, by folder; nil for those without
	links                         map[string]string            // where the paths of relative imports lead that have symbolic links
	missingPath                   []string                     // of relative specifiers in missing: the path they would have
	metas                         map[string]string            // absolute path by relative path, of files that use import.meta
	metaPaths                     map[string]map[string]string // what import.meta.resolve() returns, by file and name
	warnings                      []Message
	mapEntries                    []mapEntry // the sources of the map
	size                          size       // of the files that were read
	allLocales                    bool       // bundle every locale of zod
	cutLocales                    bool       // whether some locales were left out
	plugin                        api.PluginBuild
	unresolved                    bool                       // whether an import could not be found
	reach                         *reach                     // nil unless deferMissing looks
	broken                        map[string][]missingImport // the files that fail when they are reached, with what they lack
	constants                     map[string][]place         // the assignments to constants that throw when they are reached, by file
}

// input is a file that was read.
type input struct {
	path string
	text string
	hash string // SHA-256
	sum  string
	user bool // not below a node_modules folder
}

// run makes the bundle, or returns an error if that takes too long. Then nothing of b may be used any more. esbuild cannot be stopped: it
// computes on until it asks b for a file, or until the process ends. For some scripts of a few kilobytes it takes hours.
func (b *build) run() (*Result, error) {
	type made struct {
		r        *Result
		err      error
		panicked any
	}
	done := make(chan made, 1)
	go func() {
		var m made
		defer func() {
			m.panicked = recover()
			done <- m
		}()
		m.r, m.err = b.make()
	}()
	select {
	case m := <-done:
		if m.panicked != nil {
			panic(m.panicked)
		}
		return m.r, m.err
	case <-time.After(b.most()):
		b.late.Store(true)
		look := "modules that export everything of each other (export *)"
		if !b.inEsbuild.Load() {
			look = "very long lines and lists"
		}
		return nil, fileError(b.opts.Entry, "bundling it takes more than %s, and was stopped: look for %s", b.most(), look)
	}
}

// errLate is the error of what continues after run has returned, and that nobody sees.
var errLate = errors.New("bundling takes too long")

// make is run without a limit.
func (b *build) make() (*Result, error) {
	if err := b.checkConfigs(b.dir); err != nil {
		return nil, err
	}
	out, err := b.esbuild()
	for err != nil && b.unresolved && b.deferMissing() {
		out, err = b.esbuild()
	}
	if err != nil && b.constants != nil {
		if again, other := b.esbuild(); other == nil {
			out, err = again, nil
		}
	}
	if err == nil && b.cutLocales && b.mentionsLocales() {
		b.allLocales = true
		out, err = b.esbuild()
	}
	if err == nil {
		err = b.checkRequires(out)
	}
	if err != nil {
		return nil, err
	}
	return b.finish(out)
}

// output is the result of esbuild.
type output struct {
	code     []byte
	segments []segment
	sources  []source
}

// source is one file or module the output was made from.
type source struct {
	name string // as the user knows it
	path string // empty if it is not a file
	text string
}

func (b *build) reset() {
	b.inputs = map[string]*input{}
	b.size = size{}
	b.virtual = map[string]Module{}
	b.standIns = map[string]string{}
	b.served = nil
	b.packages = map[packageQuery]string{}
	b.checked = map[string]error{}
	b.platforms = map[string]bool{}
	b.missing = map[string]string{}
	b.paths = map[string]string{}
	b.unexported, b.unexportedImports = map[string]string{}, map[string]string{}
	b.exports = map[string]*exports{}
	b.links = map[string]string{}
	b.missingPath = nil
	b.metas = map[string]string{}
	b.metaPaths = map[string]map[string]string{}
	b.warnings = nil
	b.mapEntries = nil
	b.cutLocales = false
}

// most returns how long run may take.
func (b *build) most() time.Duration {
	if b.opts.MaxTime > 0 {
		return b.opts.MaxTime
	}
	return time.Minute
}

// esbuild runs esbuild once.
func (b *build) esbuild() (*output, error) {
	b.reset()
	b.unresolved = false
	result, err := b.builtOnce()
	if err != nil {
		return nil, err
	}
	if len(result.Errors) > 0 {
		b.unresolved = slices.ContainsFunc(result.Errors, func(m api.Message) bool { return strings.HasPrefix(m.Text, "Could not resolve") })
		if b.constants == nil {
			b.noteConstants(result.Errors)
		}
		return nil, &Error{Messages: b.messages(result.Errors)}
	}
	b.warnings = append(b.warnings, b.messages(result.Warnings)...)
	var out output
	for _, f := range result.OutputFiles {
		if !strings.HasSuffix(f.Path, ".map") {
			out.code = f.Contents
			continue
		}
		names, segments, err := parseMap(f.Contents)
		if err != nil {
			return nil, fileError(b.opts.Entry, "source map of the bundle: %v", err)
		}
		out.segments = segments
		for _, name := range names {
			out.sources = append(out.sources, b.mapSource(name))
		}
	}
	return &out, nil
}

// builtOnce is esbuild without what is done with its result.
func (b *build) builtOnce() (api.BuildResult, error) {
	b.inEsbuild.Store(true)
	defer b.inEsbuild.Store(false)
	if b.late.Load() {
		return api.BuildResult{}, errLate
	}
	return api.Build(b.buildOptions()), nil
}

// startName is the name of the module that imports the entry and passes on its exports.
const startName = "<hitlrun>"

func (b *build) buildOptions() api.BuildOptions {
	return api.BuildOptions{
		LogLevel:      api.LogLevelSilent,
		LogLimit:      0,
		AbsWorkingDir: b.dir,
		Stdin:         &api.StdinOptions{Contents: b.startModule(), ResolveDir: b.dir, Sourcefile: startName},
		Outfile:       filepath.Join(b.dir, "hitlrun-bundle.js"),
		Write:         false,
		Bundle:        true,
		Format:        api.FormatESModule,
		// Packages are resolved as for Node.
		Platform:          api.PlatformNeutral,
		MainFields:        []string{"main", "module"},
		Conditions:        []string{"node", "module-sync"},
		Target:            api.ES2017,
		Supported:         gojaSyntax(),
		LegalComments:     api.LegalCommentsNone,
		Sourcemap:         api.SourceMapExternal,
		SourcesContent:    api.SourcesContentExclude,
		JSX:               api.JSXAutomatic,
		JSXImportSource:   jsxSpecifier,
		Loader:            map[string]api.Loader{".css": api.LoaderNone},
		Define:            b.defines(),
		Plugins:           []api.Plugin{{Name: "hitlrun", Setup: b.setup}},
		ResolveExtensions: optionalExtensions(),
	}
}

// defines returns the user's definitions and those of this package. NODE_ENV is defined as itself, since esbuild
// would otherwise replace it by a string.
func (b *build) defines() map[string]string {
	d := map[string]string{
		"process.env.NODE_ENV": "process.env.NODE_ENV",
		"import.meta":          metaIdentifier,
		"__dirname":            metaIdentifier + ".dirname",
		"__filename":           metaIdentifier + ".filename",
	}
	for name, value := range b.opts.Define {
		d[name] = value
	}
	return d
}

func (b *build) setup(p api.PluginBuild) {
	b.plugin = p
	p.OnResolve(api.OnResolveOptions{Filter: ".*"}, func(a api.OnResolveArgs) (res api.OnResolveResult, err error) {
		defer recovered(&err)
		if b.late.Load() {
			return res, errLate
		}
		return b.resolve(p, a)
	})
	p.OnLoad(api.OnLoadOptions{Filter: ".*"}, func(a api.OnLoadArgs) (res api.OnLoadResult, err error) {
		defer recovered(&err)
		if b.late.Load() {
			return res, errLate
		}
		return b.load(a)
	})
}

// recovered turns a panic in a caller's function into an error.
func recovered(err *error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("internal error: %v", p)
	}
}
