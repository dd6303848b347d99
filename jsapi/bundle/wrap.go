// This file makes the result: one expression, its map, and the hashes.

package bundle

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/url"
	"path/filepath"
	"slices"
	"sort"
	"strings"
)

//go:embed js/require.js
var requireJS string

//go:embed js/meta.js
var metaJS string

func (b *build) finish(out *output) (*Result, error) {
	computed, globs := lookUpImports(out.code), lookUpGlobs(out.code)
	if err := rewrite(out); err != nil {
		return nil, err
	}
	head, table := b.head(out.code, computed, globs), b.bundledModules(out.code, globs)
	exportOwnNames(out.code)
	plain := bytes.Clone(out.code)
	hideWrapperNames(plain)
	r := &Result{Warnings: b.warnings, CodeHash: sha(plain), Hash: b.hash(), texts: map[string]string{}}
	end := "})"
	r.Code = slices.Concat([]byte(`(async(__hitlrun)=>{"use strict";`), head, table)
	if separateSloppy(out, table) {
		r.Code, end = slices.Concat([]byte("((__hitlrun)=>{"), head), "})()})"
	}
	hideWrapperNames(out.code)
	r.Code = append(r.Code, '\n')
	start := len(r.Code)
	r.Code = append(r.Code, out.code...)
	r.Code = append(r.Code, '\n')
	r.Code = append(r.Code, renamed(out, start)...)
	r.Code = append(r.Code, end...)
	if b.opts.Outline != nil {
		r.Code = append(r.Code, b.opts.Outline(r.Code)...)
	}
	var names []string
	for i, s := range out.segments {
		if s.src >= 0 && out.sources[s.src].name == "" {
			out.segments[i].src = -1
		}
	}
	for _, s := range out.sources {
		names = append(names, s.name)
		b.mapEntries = append(b.mapEntries, mapEntry{Path: s.path, Name: s.name})
	}
	var err error
	if r.Map, err = formatMap(names, thinned(out), 1); err != nil {
		return nil, fileError(b.opts.Entry, "source map of the bundle: %v", err)
	}
	for _, in := range b.inputs {
		r.parts = append(r.parts, b.part(in.path, in.hash, in.text))
		if in.user {
			r.texts[filepath.Clean(b.display(in.path))] = in.text
		}
		if !b.fromSource(in) {
			r.Files = append(r.Files, File{Path: in.path, Hash: in.hash})
		}
	}
	sort.Slice(r.Files, func(i, j int) bool { return r.Files[i].Path < r.Files[j].Path })
	return r, nil
}

// thinned removes the columns in files of packages and in built-in modules from the map. Nobody edits these files, and
// their columns are most of a map, which is read at each start of the script.
func thinned(out *output) []segment {
	thin := make([]bool, len(out.sources))
	for i, s := range out.sources {
		thin[i] = s.path == "" || inPackage(s.path)
	}
	left := make([]segment, 0, len(out.segments))
	for _, s := range out.segments {
		if n := len(left); n > 0 && s.src >= 0 && thin[s.src] {
			if last := left[n-1]; last.line == s.line && last.src == s.src && last.srcLine == s.srcLine {
				continue
			}
		}
		left = append(left, s)
	}
	return left
}

// fromSource says whether a text is Options.Source.
func (b *build) fromSource(in *input) bool {
	return b.opts.Source != nil && (in.path == b.entryReal || in.path == b.entry)
}

// head returns the helpers that the modules need, as one line.
func (b *build) head(code []byte, computed, globs bool) []byte {
	var head []byte
	if globs || bytes.Contains(code, []byte("\nvar __require = ")) || bytes.HasPrefix(code, []byte("var __require = ")) || bytes.Contains(code, []byte(requiresIdentifier)) {
		head = append(head, oneLine(requireJS, "$KNOWN", map[string]any{"missing": b.missing, "unexported": b.unexported, "paths": b.paths})...)
	}
	if computed || bytes.Contains(code, []byte(importsIdentifier)) {
		head = append(head, oneLine(importsJS, "$KNOWN", map[string]any{"missing": b.missing, "unexported": b.unexportedImports})...)
	}
	if bytes.Contains(code, []byte("__hitlrun_meta_of(")) {
		head = append(head, oneLine(metaJS, "$FILES", b.metaFiles())...)
	}
	if regexpStatics().Match(code) {
		head = append(head, `__hitlrun.lib("node/regexp_statics.ts");`...)
	}
	return head
}

// regexpStatics matches the properties of RegExp that say what the last match found, as esbuild prints them.
var regexpStatics = lazily("RegExp(?:\\.(?:\\$[1-9_]|last(?:Match|Paren)|(?:left|right)Context|input)\\b|\\[\"\\$[&`'+]\"\\])")

// hideWrapperNames removes the names of the functions that esbuild puts around modules. These names are the paths of the
// modules, which stack traces would show in addition to the position. The functions of ES modules become arrow functions: an ES
// module has no arguments. The length of the code does not change, so the map stays valid.
func hideWrapperNames(code []byte) {
	const wraps, initializes = "= __commonJS({\n  ", "= __esm({\n  "
	for _, start := range []string{wraps, initializes} {
		for at := 0; ; {
			i := bytes.Index(code[at:], []byte(start))
			if i < 0 {
				break
			}
			at += i + len(start)
			head := code[at : at+max(0, bytes.IndexByte(code[at:], '\n'))] // "NAME"() {, or async "NAME"() {
			name, ok := bytes.CutSuffix(head, []byte(") {"))
			name, async := bytes.CutPrefix(name[:max(0, bytes.LastIndexByte(name, '('))], []byte("async "))
			if !ok || len(name) < 4 || name[0] != '"' || name[len(name)-1] != '"' {
				continue
			}
			switch {
			case start == wraps:
				copy(name, `""`+strings.Repeat(" ", len(name)-2))
			case async:
				copy(head, fmt.Sprintf("%*s", -len(head), `"":async()=>{`))
			default:
				copy(head, fmt.Sprintf("%*s", -len(head), `"":()=>{`))
			}
		}
	}
}

// exportOwnNames changes esbuild's function that defines the exports of a module. It takes the names from an object with a
// for-in loop, and so it would also define the names that a script has added to Object.prototype, for each module that
// starts later. The length of the code and its lines do not change, so the map stays valid.
func exportOwnNames(code []byte) {
	const (
		made = "var __export = (target, all) => {\n  for (var name in all)\n    __defProp(target, name, { get: all[name], enumerable: true });\n};"
		own  = "var __export = (to, all) => {\nfor (var k in all)\nif (all[k] !== to[k]) __defProp(to, k, { get: all[k], enumerable: true });\n};"
	)
	if at := bytes.Index(code, []byte(made)); at >= 0 {
		copy(code[at:], own+strings.Repeat(" ", len(made)-len(own)))
	}
}

// oneLine joins the lines of an embedded source, so that the user's code starts on line 2, and replaces the placeholder by
// a value.
func oneLine(js, placeholder string, value any) []byte {
	var line []byte
	for text := range strings.Lines(js) {
		if text = strings.TrimSpace(text); !strings.HasPrefix(text, "//") {
			line = append(line, text...)
			line = append(line, ' ')
		}
	}
	data, err := json.Marshal(value)
	if err != nil {
		data = []byte("{}")
	}
	return bytes.Replace(line, []byte(placeholder), data, 1)
}

// metaFile is what import.meta says about a file.
type metaFile struct {
	URL      string `json:"url"`
	Filename string `json:"filename"`
	Dirname  string `json:"dirname"`
	// Packages is what import.meta.resolve returns, by the name of the package in the file.
	Packages map[string]string `json:"packages,omitempty"`
}

func (b *build) metaFiles() map[string]metaFile {
	files := map[string]metaFile{}
	for name, path := range b.metas {
		files[name] = metaFile{URL: fileURL(path), Filename: path, Dirname: filepath.Dir(path), Packages: b.metaPaths[path]}
	}
	return files
}

func fileURL(path string) string {
	u := url.URL{Scheme: "file", Path: filepath.ToSlash(path)}
	return u.String()
}

// hash returns Result.Hash.
func (b *build) hash() string {
	var lines []string
	for _, in := range b.inputs {
		lines = append(lines, fmt.Sprintf("%q %s\n", b.relative(in.path), in.hash))
	}
	sort.Strings(lines)
	h := sha256.New()
	for _, line := range lines {
		h.Write([]byte(line))
	}
	return hex.EncodeToString(h.Sum(nil))
}

// mapSource returns the source for a name in esbuild's map. Code that this package adds around the user's modules has no
// name.
func (b *build) mapSource(name string) source {
	if strings.HasPrefix(name, nsMeta+":") || strings.HasPrefix(name, nsImports+":") {
		return source{}
	}
	if plain, err := url.PathUnescape(strings.TrimPrefix(name, "./")); err == nil {
		name = plain
	}
	if name == startName {
		return source{}
	}
	shown, text := b.userPath("file", filepath.FromSlash(name))
	if _, ok := b.virtual[shown]; ok {
		return source{name: shown, text: text}
	}
	path := filepath.Join(b.dir, filepath.FromSlash(name))
	if text == "" && !inPackage(path) {
		// The user's file came with a source map, and this is what that was made from.
		if data, err := b.area.readFile(path); err == nil && checkText(data) == nil {
			text = string(data)
		}
	}
	return source{name: shown, path: path, text: text}
}
