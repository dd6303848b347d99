// This file records the files on which a stored bundle depends, and checks whether they have changed.

package bundle

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"sync"

	"github.com/evanw/esbuild/pkg/api"
)

// manifest is stored with a bundle.
type manifest struct {
	Version    string
	Executable string
	Entry, Cwd string // as they were; they change how paths are shown
	Hash       string
	CodeHash   string
	Inputs     []inputFile       // what was bundled
	Config     map[string]string // checksum of each package.json and tsconfig.json that counts, "" if there is none
	Absent     []string          // files that would change what an import means
	Links      map[string]string // where the paths of imports lead that have symbolic links
	Packages   []packageFound
	Modules    []served
	Sources    []mapEntry // of the map, in its order
	Warnings   []Message
}

// inputFile is a file that was bundled.
type inputFile struct {
	File
	Sum string
}

// packageFound is the result of a lookup of a package. Folder is "" if it was not found.
type packageFound struct {
	packageQuery
	Folder string
}

// mapEntry is a source of the map: a file, or something that has only a name.
type mapEntry struct{ Path, Name string }

// manifest describes a build. It is nil if that cannot be stored.
func (c Cache) manifest(b *build, r *Result) *manifest {
	if strings.Contains(string(r.Code), "= __glob({") {
		return nil
	}
	m := &manifest{
		Version: c.Version, Executable: executable(), Entry: b.opts.Entry, Cwd: b.cwd,
		Hash: r.Hash, CodeHash: r.CodeHash, Warnings: r.Warnings, Modules: b.served,
		Config: map[string]string{}, Links: b.links, Sources: b.mapEntries,
	}
	dirs := map[string]bool{}
	for _, in := range b.inputs {
		m.Inputs = append(m.Inputs, inputFile{File{Path: in.path, Hash: in.hash}, in.sum})
		addParents(dirs, filepath.Dir(in.path))
		if in.user {
			m.addAbsent(in.path)
		}
	}
	for _, path := range b.missingPath {
		m.addAbsent(path)
	}
	for folder := range b.platforms {
		addParents(dirs, folder)
	}
	for query, folder := range b.packages {
		m.Packages = append(m.Packages, packageFound{query, folder})
	}
	sort.Slice(m.Inputs, func(i, j int) bool { return m.Inputs[i].Path < m.Inputs[j].Path })
	for dir := range dirs {
		if !m.addConfig(dir) {
			return nil
		}
	}
	return m
}

func addParents(dirs map[string]bool, dir string) {
	for !dirs[dir] {
		dirs[dir] = true
		dir = filepath.Dir(dir)
	}
}

var (
	extends = lazily(`"extends"\s*:\s*(\[[^\]]*\]|"[^"]*")`)
	quoted  = lazily(`"([^"]*)"`)
	// twoTargets matches a path mapping with alternatives, whose first may appear later.
	twoTargets = lazily(`"paths"\s*:\s*\{[^}]*\[[^\]]*,[^\]]*"`)
)

// addConfig notes the files in a directory by which esbuild decides how to read imports. It returns
// false if there is one of which not everything can be noted.
func (m *manifest) addConfig(dir string) bool {
	names := []string{"package.json"}
	if !inPackage(dir + "/") {
		names = append(names, "tsconfig.json", "jsconfig.json")
	}
	for _, name := range names {
		if !m.addConfigFile(filepath.Join(dir, name)) {
			return false
		}
	}
	return true
}

func (m *manifest) addConfigFile(path string) bool {
	if _, known := m.Config[path]; known {
		return true
	}
	data, sum := readConfig(path)
	m.Config[path] = sum
	if filepath.Base(path) == "package.json" {
		return true
	}
	if twoTargets().Match(data) {
		return false
	}
	bases := extends().FindSubmatch(data)
	if bases == nil {
		return true
	}
	for _, base := range quoted().FindAllSubmatch(bases[1], -1) {
		name := string(base[1])
		if !isRelative(name) {
			return false
		}
		if filepath.Ext(name) != ".json" {
			name += ".json"
		}
		if !m.addConfigFile(absolute(filepath.Dir(path), name)) {
			return false
		}
	}
	return true
}

// readConfig returns the text of a configuration file and its checksum: "" if there is no file, and "unreadable" if it is
// not one that readFile reads.
func readConfig(path string) (data []byte, sum string) {
	data, err := readFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, ""
	case err != nil:
		return nil, "unreadable"
	}
	return data, checksum(data)
}

// addAbsent notes the files whose appearance would change what an import of path means: those
// with the same name and another extension, and those in its place if it is an index file.
func (m *manifest) addAbsent(path string) {
	base := strings.TrimSuffix(path, filepath.Ext(path))
	list := append(candidates(base), candidates(path)...)
	if filepath.Base(base) == "index" {
		list = append(list, candidates(filepath.Dir(base))[1:]...)
	}
	for _, candidate := range list {
		if info, err := os.Stat(candidate); err != nil || info.IsDir() {
			m.Absent = append(m.Absent, candidate)
		}
	}
}

// noteLinks notes where a relative import of one of the user's files leads, if there are symbolic links on the way: esbuild
// reports the path without them, so that nothing else shows when a link is changed. b.mu is locked.
func (b *build) noteLinks(a api.OnResolveArgs) {
	if !isRelative(a.Path) || a.ResolveDir == "" || inPackage(a.Importer) {
		return
	}
	path := absolute(a.ResolveDir, a.Path)
	for _, candidate := range append(candidates(path), candidates(filepath.Join(path, "index"))...) {
		if _, err := os.Stat(candidate); err != nil {
			continue
		}
		if real, err := filepath.EvalSymlinks(candidate); err == nil && real != candidate {
			b.links[candidate] = real
		}
	}
}

// holds reports whether nothing has changed, and returns the texts of the user's files.
func (m *manifest) holds(b *build) (texts map[string]string, ok bool) {
	b.reset()
	for _, p := range m.Packages {
		if lookUpPackage(p.Dir, p.Name) != p.Folder {
			return nil, false
		}
	}
	for _, s := range m.Modules {
		ask := b.opts.Builtin
		if s.Fallback {
			ask = b.opts.Fallback
		}
		if module, ok := call(ask, s.Importer, s.Specifier); !ok || module.checksum() != s.Sum {
			return nil, false
		}
	}
	for _, path := range m.Absent {
		if info, err := os.Stat(path); err == nil && !info.IsDir() {
			return nil, false
		}
	}
	for path, real := range m.Links {
		if now, err := filepath.EvalSymlinks(path); err != nil || now != real {
			return nil, false
		}
	}
	for path, sum := range m.Config {
		if _, now := readConfig(path); now != sum {
			return nil, false
		}
	}
	return m.readInputs(b)
}

// readInputs compares the files that were bundled, several at a time.
func (m *manifest) readInputs(b *build) (texts map[string]string, ok bool) {
	texts = map[string]string{}
	var mu sync.Mutex
	var wait sync.WaitGroup
	ok = true
	const workers = 4
	for w := range workers {
		wait.Go(func() {
			var buffer bytes.Buffer // for one file after another
			for i := w; i < len(m.Inputs); i += workers {
				in := m.Inputs[i]
				data, err := b.inputData(in.Path, &buffer)
				same := err == nil && checksum(data) == in.Sum
				mu.Lock()
				ok = ok && same
				if !inPackage(in.Path) {
					texts[in.Path] = strings.TrimPrefix(string(data), "\uFEFF")
				}
				mu.Unlock()
			}
		})
	}
	wait.Wait()
	return texts, ok
}

// inputData returns the text of the entry as given, or a file, in the buffer.
func (b *build) inputData(path string, buffer *bytes.Buffer) ([]byte, error) {
	if b.opts.Source != nil && path == b.entryReal {
		return b.opts.Source, nil
	}
	return readFileInto(buffer, path)
}
