// This file loads the inputs of a bundle: files, with the few changes that they need, and built-in modules.

package bundle

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
	"github.com/zeebo/xxh3"

	"github.com/hitlrun/hitlrun/jsapi/files"
)

//go:embed js/start.js
var startJS string

//go:embed js/meta_import.js
var metaImportJS string

//go:embed js/meta_module.js
var metaModuleJS string

//go:embed js/zod_locale.js
var zodLocaleJS string

// startModule makes the module that imports the entry, in the way in which esbuild reads the package.json of the entry.
func (b *build) startModule() string {
	specifier := entrySpecifier
	if b.onDisk {
		specifier = "./" + filepath.Base(b.entryReal)
	}
	return strings.Replace(startJS, "$ENTRY", quote(specifier), 1)
}

// quote writes a string as JavaScript.
func quote(s string) string {
	var w bytes.Buffer
	e := json.NewEncoder(&w)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		return strconv.Quote(s)
	}
	return strings.TrimSuffix(w.String(), "\n")
}

func (b *build) load(a api.OnLoadArgs) (api.OnLoadResult, error) {
	switch a.Namespace {
	case nsVirtual:
		b.mu.Lock()
		defer b.mu.Unlock()
		m := b.virtual[a.Path]
		loader := api.LoaderJS
		if m.TS {
			loader = api.LoaderTS
		}
		source := m.source()
		return api.OnLoadResult{Contents: &source, Loader: loader, ResolveDir: b.dir}, nil
	case nsMeta:
		main := "false"
		if a.Path == b.relative(b.entryReal) {
			main = "__hitlrun.main !== false" // whether the script is run, or loaded for what it exports
		}
		text := strings.NewReplacer("$NAME", quote(a.Path), "$MAIN", main).Replace(metaModuleJS)
		return api.OnLoadResult{Contents: &text, Loader: api.LoaderJS}, nil
	case nsImports:
		return loadImports(a.Path), nil
	case "file":
		return b.loadFile(a.Path)
	}
	return api.OnLoadResult{}, nil // a data: URL, a module that is disabled in package.json
}

func (b *build) loadFile(path string) (api.OnLoadResult, error) {
	isEntry := path == b.entryReal || path == b.entry
	data := b.opts.Source
	if !isEntry || data == nil {
		var err error
		if data, err = b.area.readFile(path); err != nil {
			return api.OnLoadResult{}, fmt.Errorf("%s: %s", b.display(path), plainError(err))
		}
	}
	if err := checkText(data); err != nil {
		return api.OnLoadResult{}, fmt.Errorf("%s%s: %w", b.display(path), placeOf(err, data), err)
	}
	// Editors do not count the byte order mark as a column.
	in := &input{
		path: path, text: strings.TrimPrefix(string(data), "\uFEFF"), user: !inPackage(path),
		hash: sha(data), sum: checksum(data),
	}
	if err := b.checkPatterns(in); err != nil {
		return api.OnLoadResult{}, fmt.Errorf("%s: %w", b.display(path), err)
	}
	b.mu.Lock()
	b.inputs[path] = in
	more, err := b.size.add(in.text)
	b.mu.Unlock()
	if !more {
		nothing := ""
		return api.OnLoadResult{Contents: &nothing}, err
	}
	text := b.adapt(in, isEntry)
	if places := b.constants[path]; places != nil {
		text = throwAtConstants(text, places)
	}
	return api.OnLoadResult{Contents: &text, Loader: loaderOf(path, isEntry), ResolveDir: filepath.Dir(path)}, nil
}

// readFile reads a regular file that is not too large.
func readFile(path string) ([]byte, error) { return readFileInto(new(bytes.Buffer), path) }

// ReadConfig reads a file that says something about scripts, as package.json does. It may be anywhere, but is a regular file of the size of a source.
func ReadConfig(path string) ([]byte, error) { return readFile(path) }

// readFileInto is readFile with a buffer, whose content it replaces.
func readFileInto(buffer *bytes.Buffer, path string) ([]byte, error) {
	f, _, err := files.OpenRegular(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return readRegular(f, buffer)
}

func errTooLarge() error {
	return fmt.Errorf("the file is larger than %d MB", maxSourceBytes>>20)
}

// checkText refuses data for which later errors would not be readable.
func checkText(data []byte) error {
	switch {
	case len(data) > maxSourceBytes:
		return errTooLarge()
	case bytes.HasPrefix(data, []byte{0xFF, 0xFE}), bytes.HasPrefix(data, []byte{0xFE, 0xFF}):
		return errors.New("the file is saved as UTF-16; save it as UTF-8")
	}
	if e := tooDeep(data); e != nil {
		return e
	}
	return nil
}

func loaderOf(path string, isEntry bool) api.Loader {
	ext := filepath.Ext(path)
	if ext == ".txt" && !isEntry {
		return api.LoaderText
	}
	for _, known := range append(optionalExtensions(), ".css", ".node", ".wasm") {
		if ext == known {
			return api.LoaderDefault
		}
	}
	if isEntry {
		return api.LoaderTS
	}
	return api.LoaderDefault
}

func sha(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// checksum distinguishes versions of a file. It is ten times faster than sha, and good enough
// where nobody gains from a collision.
func checksum[T string | []byte](data T) string {
	var sum xxh3.Uint128
	switch data := any(data).(type) {
	case string:
		sum = xxh3.HashString128(data)
	case []byte:
		sum = xxh3.Hash128(data)
	}
	b := sum.Bytes()
	return hex.EncodeToString(b[:])
}

func (m Module) source() string {
	if m.Text != nil {
		return m.Text()
	}
	return m.Source
}

func (m Module) checksum() string {
	if m.Text != nil {
		return fmt.Sprintf("%q %t %t", m.Name, m.TS, m.Pure)
	}
	return fmt.Sprintf("%q %t %t %s", m.Name, m.TS, m.Pure, checksum(m.Source))
}

var (
	noParent    = lazily(`!\s*module\.parent\b`)
	requireMain = lazily(`\brequire\.main\s*(===?|!==?)\s*module\b`)
	zodLocales  = lazily(`/node_modules/zod/v4/locales/index\.(js|cjs)$`)
)

// adapt changes a text without moving what the user wrote: an import is added after the last
// line, and the test for the main module is replaced by its answer.
func (b *build) adapt(in *input, isEntry bool) string {
	text := in.text
	if match := zodLocales().FindStringSubmatch(filepath.ToSlash(in.path)); match != nil && !b.allLocales {
		return b.cutZodLocales(text, match[1] == "cjs")
	}
	if strings.HasSuffix(in.path, ".json") || strings.HasSuffix(in.path, ".txt") {
		return text
	}
	if !in.user {
		// Maps of packages lead to sources that are not there, and cost time.
		text = withoutMaps(text)
	} else {
		text = b.takeMaps(in.path, text)
	}
	if isEntry && strings.Contains(text, "require.main") {
		text = replaceInCode(requireMain(), text, func(test string) string {
			answer := strconv.FormatBool(!strings.Contains(test, "!"))
			return answer + strings.Repeat(" ", len(test)-len(answer))
		})
	}
	if !in.user && strings.Contains(text, "module.parent") {
		text = noParent().ReplaceAllString(text, "!module") // a package is never the main module
	}
	if !in.user && strings.Contains(text, "require(") {
		text = withAbsentFolders(in.path, text)
	}
	text = withTokenRanks(filepath.ToSlash(in.path), text)
	text = withLlhttp(filepath.ToSlash(in.path), text)
	text = withGraphs(filepath.ToSlash(in.path), text)
	var aliases []string // other names of require
	if strings.Contains(text, "reateRequire") {
		text, aliases = withRequire(text)
	}
	if strings.Contains(text, "getBuiltinModule") {
		text = b.withBuiltins(in.path, text)
	}
	switch {
	case in.user && strings.Contains(text, ".resolve(") && strings.Contains(text, "equire"):
		text = b.withUserPaths(in.path, text, aliases)
	case strings.Contains(text, "require.resolve"):
		text = b.withPaths(in.path, text)
	}
	if strings.Contains(text, "import.meta.resolve") {
		b.noteMetaPaths(in.path, text)
	}
	if strings.Contains(text, "import.meta") || strings.Contains(text, "__dirname") || strings.Contains(text, "__filename") {
		text += metaImportJS
	}
	if mayNameHost(text) {
		text = withOwnScope(text, loaderOf(in.path, isEntry))
	}
	return b.withImports(in, b.withRequires(in, text, aliases))
}

// withOwnScope declares a variable in a file that hides the variable by which the library finds its host, unless the file
// declares one itself.
func withOwnScope(text string, loader api.Loader) string {
	own := text + "\nvar __hitlrun;"
	for _, m := range api.Transform(own, api.TransformOptions{Loader: loader, LogLevel: api.LogLevelSilent}).Errors {
		if strings.Contains(m.Text, `"__hitlrun" has already been declared`) {
			return text
		}
	}
	return own
}

// hostName matches this variable, and the escape of a character of it.
var hostName = lazily(`^(?:__hitlrun\b|\\u(?:005[fF]|00[67][0-9a-fA-F]|\{0*(?:5[fF]|[67][0-9a-fA-F])\}))`)

// mayNameHost reports whether hostName matches somewhere in a file. The expression alone would look at each character.
func mayNameHost(text string) bool {
	for _, begin := range []string{"__hitlrun", `\u`} {
		for from := 0; ; from++ {
			i := strings.Index(text[from:], begin)
			if i < 0 {
				break
			}
			if from += i; hostName().MatchString(text[from:]) {
				return true
			}
		}
	}
	return false
}

var (
	zodLocaleESM = lazily(`(?m)^export \{ default as (\w+) \} from "\./([\w-]+)\.js";`)
	zodLocaleCJS = lazily(`require\("\./([\w-]+)\.cjs"\)`)
)

// cutZodLocales replaces the error messages of zod 4 in 50 languages, which are half of its
// size, by functions that throw. English is what zod uses unless asked otherwise.
func (b *build) cutZodLocales(text string, cjs bool) string {
	stub := func(locale string) string {
		return strings.TrimSuffix(strings.ReplaceAll(zodLocaleJS, "$NAME", locale), "\n")
	}
	cut := zodLocaleESM().ReplaceAllStringFunc(text, func(line string) string {
		m := zodLocaleESM().FindStringSubmatch(line)
		if m[2] == "en" {
			return line
		}
		return "export const " + m[1] + " = " + stub(m[2]) + ";"
	})
	if cjs {
		cut = zodLocaleCJS().ReplaceAllStringFunc(text, func(call string) string {
			m := zodLocaleCJS().FindStringSubmatch(call)
			if m[1] == "en" {
				return call
			}
			return "{ __esModule: true, default: " + stub(m[1]) + " }"
		})
	}
	b.mu.Lock()
	b.cutLocales = b.cutLocales || cut != text
	b.mu.Unlock()
	return cut
}

// mentionsLocales reports whether one of the user's files may use another language.
func (b *build) mentionsLocales() bool {
	for _, in := range b.inputs {
		if in.user && strings.Contains(in.text, "locales") {
			return true
		}
	}
	return false
}
