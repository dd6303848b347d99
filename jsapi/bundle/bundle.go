// This file holds the options, the result, and the steps of one build.
package bundle

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/hitlrun/hitlrun/jsapi/files"
)

// Module is a module served from memory.
type Module struct {
	// Name identifies the module and is shown in stack traces: "hitlrun/langgraph.ts". Two
	// specifiers that give the same name give one instance.
	Name   string
	Source string
	// Text returns the source, if it is not nil, when it is needed. It is a part of the program: a stored bundle of the same program
	// has the same.
	Text func() string
	TS   bool // the source is TypeScript
	// Pure says that importing the module does nothing but define its exports, so that it is
	// left out if none of them is used.
	Pure bool
	// Default says that require() of the module gives its default export, as it does for the modules of Node.
	Default bool
}

// Options say what to bundle. The functions may be nil; those of one Options are never called
// at the same time. importer is the absolute path of a file, or the Name of a Module.
type Options struct {
	// Entry is the path of the user's file. Unknown extensions are read as TypeScript.
	Entry string
	// Source, if not nil, is the text of the entry; Entry then only names it, and says where
	// its imports are looked for.
	Source []byte
	// Builtin serves modules that are always ours. It is asked before the disk about every
	// specifier that is not a relative path, and about all specifiers in a Module.
	Builtin func(importer, specifier string) (Module, bool)
	// Fallback serves modules for packages that no node_modules folder has.
	Fallback func(importer, specifier string) (Module, bool)
	// Hint says what to do about an import that cannot be resolved; "" leaves it to us.
	Hint func(specifier string) string
	// Define replaces global names and property chains by JavaScript expressions.
	Define map[string]string
	// Outline, if not nil, returns a comment that is put behind the code: what whoever compiles the code wants to find out once.
	Outline func(code []byte) []byte
	// Read grants files beside those of the script's package, its workspace and the packages installed for it, which are
	// all that can be imported without.
	Read files.Grants
}

// File is one file that was read from disk.
type File struct {
	Path string // absolute, symbolic links resolved
	Hash string // SHA-256 of the content, in hex
}

// Result is a bundled script.
type Result struct {
	// Code is an expression: (async function(__hitlrun){ ... }); see the package comment. Options.Outline may have put a comment behind it. It is
	// ASCII, apart from what only fits into a regular expression or String.raw as it is.
	Code []byte
	// Map is the source map of Code, as JSON. Its sources are paths as the user knows them,
	// or names of Modules; their content is not in it.
	Map []byte
	// Files are the files read from disk, sorted by path.
	Files []File
	// Hash is the SHA-256 of what the user wrote: names, relative to the entry, and contents of
	// all files, and of Source. It does not depend on where the script lies, nor on the
	// modules served from memory, so it stays the same when only those change.
	Hash string
	// CodeHash is the SHA-256 of the code without what depends on where the script lies. It
	// stays the same when only comments or layout change.
	CodeHash string
	Warnings []Message

	texts map[string]string // of the user's own files, by the name used in Map, made clean
	kept  func() []Part     // what has the texts of a Result that was not bundled now; nil for none
	parts []inputPart       // one for each file
	once  sync.Once
	pos   *positions
}

// Source returns the text of one of the user's own files as it was bundled, by the name
// Position gives it. Files of packages, and Modules, are left out.
func (r *Result) Source(file string) (string, bool) {
	file = filepath.Clean(file)
	if r.kept != nil {
		for _, p := range r.kept() {
			if p.Text != "" && p.Name == file {
				return p.Text, true
			}
		}
	}
	text, ok := r.texts[file]
	return text, ok
}

// Kept returns a Result with code, its map and its hash that were stored of another. entry is what the script was called, and parts,
// called when a text is asked for, returns what was stored of the Parts of the other.
func Kept(code, sourceMap []byte, hash, entry string, parts func() []Part) *Result {
	return &Result{Code: code, Map: sourceMap, Hash: hash, kept: sync.OnceValue(func() []Part {
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

	mu          sync.Mutex // guards what follows while esbuild runs
	inputs      map[string]*input
	virtual     map[string]Module
	standIns    map[string]string // the package a module of Fallback stands in for, by the name of the module
	served      []served
	packages    map[packageQuery]string
	checked     map[string]error  // folders whose package.json and tsconfig.json were looked at
	platforms   map[string]bool   // whether a package, by its folder, has machine code in packages for each system
	missing     map[string]string // text of the run-time error, by specifier
	paths       map[string]string // what require.resolve() returns, by the name it has in the code
	missingPath []string          // of relative specifiers in missing: the path they would have
	metas       map[string]string // absolute path by relative path, of files that use import.meta
	warnings    []Message
	mapEntries  []mapEntry // the sources of the map
	allLocales  bool       // bundle every locale of zod
	cutLocales  bool       // some were left out
	plugin      api.PluginBuild
}

// input is a file that was read.
type input struct {
	path string
	text string
	hash string // SHA-256
	sum  string
	user bool // not below a node_modules folder
}

func (b *build) run() (*Result, error) {
	if err := b.checkConfigs(b.dir); err != nil {
		return nil, err
	}
	out, err := b.esbuild()
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

// output is what esbuild made.
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
	b.virtual = map[string]Module{}
	b.standIns = map[string]string{}
	b.served = nil
	b.packages = map[packageQuery]string{}
	b.checked = map[string]error{}
	b.platforms = map[string]bool{}
	b.missing = map[string]string{}
	b.paths = map[string]string{}
	b.missingPath = nil
	b.metas = map[string]string{}
	b.warnings = nil
	b.mapEntries = nil
	b.cutLocales = false
}

// esbuild runs esbuild once.
func (b *build) esbuild() (*output, error) {
	b.reset()
	result := api.Build(b.buildOptions())
	if len(result.Errors) > 0 {
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

// startName is the module that imports the entry and hands on its exports.
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
		// Packages get what they have for Node.
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
		ResolveExtensions: scriptExtensions(),
	}
}

// defines adds ours to the user's. NODE_ENV is defined as itself because esbuild would
// otherwise put a string in its place.
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
		return b.resolve(p, a)
	})
	p.OnLoad(api.OnLoadOptions{Filter: ".*"}, func(a api.OnLoadArgs) (res api.OnLoadResult, err error) {
		defer recovered(&err)
		return b.load(a)
	})
}

// recovered turns a panic in a caller's function into an error.
func recovered(err *error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("internal error: %v", p)
	}
}
