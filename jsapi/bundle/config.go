// This file checks the configuration files before esbuild reads them: package.json, tsconfig.json and the files that
// it extends. esbuild would read a pipe or a device in their place without end. Their contents cannot give a script
// access to other files, since each imported file is checked when it is read.

package bundle

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/hitlrun/hitlrun/jsapi/files"
)

// configNames are the files that esbuild reads in a folder.
var configNames = []string{"package.json", "tsconfig.json", "jsconfig.json", ".pnp.data.json", ".pnp.cjs", ".pnp.js"}

// checkTarget checks the folders in which esbuild looks for an import.
func (b *build) checkTarget(a api.OnResolveArgs) error {
	if isRelative(a.Path) {
		path := absolute(a.ResolveDir, a.Path)
		if err := b.checkConfigs(path); err != nil {
			return err
		}
		return b.checkConfigs(filepath.Dir(path))
	}
	folder := b.findPackage(a.ResolveDir, packageName(a.Path))
	if folder == "" {
		return nil
	}
	if _, ok := b.area.has(folder); !ok {
		return fmt.Errorf("Cannot import %s: node_modules has a link to %s, and %w", a.Path, folder, &outsideError{b.area.root, folder}) //nolint:staticcheck // what esbuild prints begins so
	}
	return b.checkConfigs(folder)
}

// checkConfigs checks the configuration files in a folder and in those above it.
func (b *build) checkConfigs(dir string) error {
	if err, known := b.checked[dir]; known {
		return err
	}
	bytes, err := checkConfig(dir)
	if b.config += bytes; err == nil && b.config > maxConfigs {
		err = fmt.Errorf("%s: with this folder, the files package.json and tsconfig.json of the script have more than %d MB", dir, maxConfigs>>20)
	}
	if parent := filepath.Dir(dir); err == nil && parent != dir {
		err = b.checkConfigs(parent)
	}
	b.checked[dir] = err
	return err
}

// checkConfig returns how large the configuration files of a folder are together.
func checkConfig(dir string) (bytes int64, err error) {
	for _, name := range configNames {
		path := filepath.Join(dir, name)
		n, err := checkConfigFile(path, path)
		if err != nil {
			return bytes, err
		}
		if !isIndex(path) {
			bytes += n
		}
		if n > 0 && strings.HasSuffix(name, "sconfig.json") && !inPackage(path) {
			reads := 0
			if err := checkExtends(path, 0, &reads); err != nil {
				return bytes, err
			}
		}
	}
	return bytes, nil
}

// maxConfig and maxConfigs bound a configuration file, and all of a build: esbuild takes much longer for a byte of them than for one of
// a source, and hears no limit meanwhile. Packages have files of less than 1 MB.
const (
	maxConfig  = 2 << 20
	maxConfigs = 16 << 20
)

// isIndex reports whether a file is the index of all packages that Yarn makes, of which a project has one. It is often larger than
// other configuration files.
func isIndex(path string) bool { return strings.HasPrefix(filepath.Base(path), ".pnp.") }

// checkConfigFile checks a file that esbuild reads, and returns its size, 0 if there is none. shown names it in the error.
func checkConfigFile(path, shown string) (bytes int64, err error) {
	f, info, err := files.OpenRegular(path)
	switch {
	case errors.Is(err, files.ErrNotRegular):
		return 0, fmt.Errorf("%s: %w", shown, err)
	case err != nil:
		return 0, nil // there is none, or esbuild says what is the matter
	}
	_ = f.Close() // nothing was written
	most := int64(maxConfig)
	if isIndex(path) {
		most = maxSourceBytes
	}
	if info.Size() > most {
		return 0, fmt.Errorf("%s: the file is larger than %d MB", shown, most>>20)
	}
	return info.Size(), checkDepth(path, info)
}

// checkDepth refuses a file that is nested too deep for the parser of esbuild.
func checkDepth(path string, info os.FileInfo) error {
	if info.Size() < int64(ofCode().brackets) {
		return nil
	}
	data, err := readFile(path)
	if err != nil {
		return nil // esbuild says what is the matter
	}
	if err := tooDeep(data); err != nil {
		return fmt.Errorf("%s%s: %w", path, placeOf(err, data), err)
	}
	return nil
}

// maxExtends is the number of files that may extend each other in a chain, and maxExtended that of all files that a file extends. A
// file counts each time that a file extends it, since esbuild reads it each time.
const (
	maxExtends  = 32
	maxExtended = 1000
)

// pattern matches an import whose path is only known at run time, and captures the folder in which esbuild looks for
// possible files.
var pattern = lazily(`\b(?:import|require)\s*\(\s*(?:/\*[^*]*\*/\s*)?["'` + "`" + `](\.\.?/[^"'` + "`" + `$\s]*)(?:["'` + "`" + `]\s*\+|\$\{)`)

// checkPatterns refuses a pattern that starts outside of the area, since esbuild would search all folders there.
func (b *build) checkPatterns(in *input) error {
	if !strings.Contains(in.text, "../") {
		return nil
	}
	for _, m := range pattern().FindAllStringSubmatch(in.text, -1) {
		dir := filepath.Join(filepath.Dir(in.path), m[1][:strings.LastIndexByte(m[1], '/')])
		if _, ok := b.area.has(dir); !ok {
			return fmt.Errorf("an import begins with %s, which is %s: %w", m[1], dir, &outsideError{b.area.root, dir})
		}
	}
	return nil
}

// checkExtends checks the files that a tsconfig.json extends. Files of packages are checked with the package. reads counts them.
func checkExtends(path string, depth int, reads *int) error {
	data, err := readFile(path)
	if err != nil {
		return nil // esbuild says what is the matter
	}
	if depth > maxExtends {
		return fmt.Errorf("%s: more than %d files extend each other", path, maxExtends)
	}
	for _, name := range extended(data) {
		if *reads++; *reads > maxExtended {
			return fmt.Errorf("%s: more than %d files are extended", path, maxExtended)
		}
		var base string
		if !filepath.IsAbs(name) && !isRelative(name) {
			base = filepath.Join(lookUpPackage(filepath.Dir(path), packageName(name)), strings.TrimPrefix(name, packageName(name)))
		} else {
			base = absolute(filepath.Dir(path), name)
		}
		for _, candidate := range []string{base, base + ".json", filepath.Join(base, "tsconfig.json")} {
			bytes, err := checkConfigFile(candidate, candidate+", extended by "+path)
			switch {
			case err != nil:
				return err
			case bytes == 0:
				continue
			}
			if err := checkExtends(candidate, depth+1, reads); err != nil {
				return err
			}
		}
	}
	return nil
}

// extended returns all strings of keys "extends" at any depth.
func extended(data []byte) (names []string) {
	d := json.NewDecoder(strings.NewReader(plainJSON(data)))
	d.UseNumber()
	for after, list := false, false; ; {
		t, err := d.Token()
		if err != nil {
			return names
		}
		text, isString := t.(string)
		switch {
		case isString && (after || list):
			names = append(names, text)
			after = false
		case after && t == json.Delim('['):
			after, list = false, true
		default:
			after, list = isString && text == "extends", false
		}
	}
}

// plainJSON removes comments, and commas before closing brackets, from JSON.
func plainJSON(data []byte) string {
	var out strings.Builder
	for i := 0; i < len(data); i++ {
		rest := string(data[i:min(len(data), i+2)])
		switch {
		case data[i] == '"':
			n := stringLength(data[i:], '"')
			out.Write(data[i : i+n+1])
			i += n
		case rest == "//":
			for i < len(data) && data[i] != '\n' {
				i++
			}
		case rest == "/*":
			end := strings.Index(string(data[i+2:]), "*/")
			if end < 0 {
				return out.String()
			}
			i += end + 3
		case data[i] == ',' && endsList(data[i+1:]):
		default:
			out.WriteByte(data[i])
		}
	}
	return out.String()
}

func endsList(rest []byte) bool {
	for _, c := range rest {
		switch c {
		case ' ', '\t', '\r', '\n':
		case '}', ']':
			return true
		default:
			return false
		}
	}
	return false
}
