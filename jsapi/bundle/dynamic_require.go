// This file supports require() of a name that is only known at run time. It bundles the installed packages that the
// package of the file declares as peers, as databases do with their drivers.

package bundle

import (
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// requiresIdentifier is the name of the table of these packages in the code.
const requiresIdentifier = "__hitlrun_requires"

var (
	computedRequire = lazily("\\brequire\\(\\s*[^\"'`)\\s/]")
	// shimRequire matches calls of the function that bundlers put in place of require.
	shimRequire = lazily(`\b__require\d*\(\s*["']([^"'.][^"']*)["']\s*\)`)
)

// withRequires adds an entry to the table for each package that require() of a computed name in the file may load. For
// a file of the script these are the packages that it names in a string, and for a file of a package its peers. They
// run when they are required. A file that a bundler has made requires them by its own function as soon as it runs, so
// its entries come first. aliases are other names that require has in the file; they are only known at run time, so what
// is named in their calls is in the table, too. The number of lines does not change.
func (b *build) withRequires(in *input, text string, aliases []string) string {
	if !in.user && strings.Contains(text, "__require") && !strings.HasPrefix(text, "#!") {
		text = b.requires(in.path, literalsOf(shimRequire(), text), "") + text
	}
	computed := strings.Contains(text, "require(") && computedRequire().MatchString(text)
	if module := len(aliases) > 0 || strings.Contains(text, noRequire); module {
		return text + b.requiresOfModule(in, text, aliases, computed)
	}
	if !computed {
		return text
	}
	if in.user {
		names := literalsOf(packageLiteral(), text)
		if at := afterDirective(text); at > 0 {
			return text[:at] + b.requires(in.path, names, "") + text[at:]
		}
		return text + b.requires(in.path, names, "\n;")
	}
	at := len(beforeCode().FindString(text))
	return text[:at] + b.requires(in.path, peersOf(in.path), ";") + text[at:]
}

// requiredBelow matches the beginning of require("./FOLDER/" + …).
var requiredBelow = lazily(`\brequire(\(\s*["'](\.{1,2}/[^"'\n]*)["']\s*\+)`)

// withAbsentFolders hides from the bundler the calls of require() for a file, with a name that is computed, of a folder that
// does not exist. It looks for all such files, and refuses the whole script if there is no folder; Node fails when the call
// runs, which packages expect whose machine code was not built.
func withAbsentFolders(importer, text string) string {
	return requiredBelow().ReplaceAllStringFunc(text, func(found string) string {
		m := requiredBelow().FindStringSubmatch(found)
		folder := absolute(filepath.Dir(importer), m[2][:strings.LastIndexByte(m[2], '/')+1])
		if _, err := os.Stat(folder); !errors.Is(err, fs.ErrNotExist) {
			return found
		}
		return "(0, require)" + m[1]
	})
}

// beforeCode matches what comes before the first statement of a file: comments, and the directive for the strict mode.
var beforeCode = lazily(`^(?:#![^\n]*\n)?(?:\s|//[^\n]*(?:\n|$)|/\*(?:[^*]|\*+[^*/])*\*+/)*(?:(?:"use strict"|'use strict')[ \t]*(?:;|\r?\n))?`)

// afterDirective returns the end of the directive for the strict mode, if a file begins with it and nothing else is on its
// line: code can be added there without a change of positions. It returns 0 for other files.
func afterDirective(text string) int {
	at := len(beforeCode().FindString(text))
	if line, _, _ := strings.Cut(text[at:], "\n"); at > 0 && strings.TrimSpace(line) == "" && strings.HasSuffix(text[:at], ";") {
		return at
	}
	return 0
}

// requiresOfModule returns an import that fills the table before an ES module runs.
func (b *build) requiresOfModule(in *input, text string, aliases []string, computed bool) string {
	var names []string
	for _, alias := range aliases {
		call := regexp.MustCompile(`(?:^|[^\w$.])` + regexp.QuoteMeta(alias) + `\(\s*["']([^"',\n]+)["']\s*\)`)
		names = append(names, literalsOf(call, text)...)
	}
	if in.user && (computed || len(aliases) > 0) {
		names = append(names, literalsOf(packageLiteral(), text)...)
	} else if computed {
		names = append(names, peersOf(in.path)...)
	}
	slices.Sort(names)
	var found []string
	for _, name := range slices.Compact(names) {
		if b.loadable(in.path, name, api.ResolveJSRequireCall) {
			found = append(found, requireMark+name)
		}
	}
	if found == nil {
		return ""
	}
	return "\nimport " + quote(importsPrefix+strings.Join(found, ",")) + ";\n"
}

func literalsOf(pattern *regexp.Regexp, text string) []string {
	var names []string
	for _, m := range pattern.FindAllStringSubmatch(text, -1) {
		names = append(names, m[1])
	}
	return names
}

// requires makes the entries of names that can be found.
func (b *build) requires(importer string, names []string, before string) string {
	slices.Sort(names)
	var table strings.Builder
	for _, name := range slices.Compact(names) {
		if b.loadable(importer, name, api.ResolveJSRequireCall) {
			table.WriteString(before + requiresIdentifier + "[" + quote(name) + "] ??= () => require(" + quote(name) + ");")
		}
	}
	return table.String()
}

// peersOf returns the peer dependencies of the package of a file.
func peersOf(file string) []string {
	for dir := filepath.Dir(file); ; dir = filepath.Dir(dir) {
		data, err := readFile(filepath.Join(dir, "package.json"))
		if err == nil {
			var manifest struct {
				Name                 string
				PeerDependencies     map[string]string
				PeerDependenciesMeta map[string]json.RawMessage
			}
			if json.Unmarshal(data, &manifest) == nil && manifest.Name != "" { // else it only says what modules a folder has
				return slices.Concat(slices.Collect(maps.Keys(manifest.PeerDependencies)), slices.Collect(maps.Keys(manifest.PeerDependenciesMeta)))
			}
		}
		if parent := filepath.Dir(dir); parent == dir || filepath.Base(dir) == "node_modules" {
			return nil
		}
	}
}
