// This file tests that nothing outside of a script's package gets into its bundle or its errors, whatever it imports.

package bundle

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// outside is the text of the files that no script here may see.
const outside = "s3cret"

// areaCase is a package, a folder outside with secrets, and links from the one into the other.
func areaCase(t testing.TB) (pkg string) {
	t.Helper()
	top := t.TempDir()
	write := func(name, text string) {
		path := filepath.Join(top, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("out/s.json", `{ "key": "`+outside+`" }`)
	write("out/s.ts", `export default "`+outside+`";`)
	write("out/s.txt", outside)
	write("out/bad.json", outside+`:x:0:0`)
	write("out/index.js", `module.exports = "`+outside+`";`)
	write("pkg/src/beside.ts", `export default 1;`)
	write("pkg/node_modules/real/index.js", `module.exports = 1;`)
	for link, target := range map[string]string{
		"pkg/src/up": "../../out", "pkg/src/s.json": "../../out/s.json", "pkg/src/bad.json": "../../out/bad.json",
		"pkg/node_modules/linked": "../../out", "pkg/src/self": ".",
	} {
		if err := os.Symlink(target, filepath.Join(top, link)); err != nil {
			t.Skipf("no symbolic links can be made here: %v", err)
		}
	}
	return filepath.Join(top, "pkg")
}

func FuzzImports(f *testing.F) {
	for _, seed := range [][3]string{
		{`import x from "../../out/s.json"; console.log(x)`, `{}`, `{}`},
		{`import x from "./up/s.ts"; console.log(x)`, `{ "extends": "../out/bad.json" }`, `{}`},
		{`import x from "@o/s.json"; console.log(x)`, `{ "compilerOptions": { "paths": { "@o/*": ["../out/*"] } } }`, `{}`},
		{`import x from "#o"; console.log(x)`, `{ "compilerOptions": { "baseUrl": "../out" } }`, `{ "imports": { "#o": "./../out/s.json" } }`},
		{`import x from "linked"; console.log(x)`, ``, `{ "browser": { "linked": "../out/index.js" } }`},
		{"export * from './s.json'\n//# sourceMappingURL=../../out/bad.json", `{`, `{ "main": "../out/s.json" }`},
		{`import x from "./self/self/up/s.txt" with { type: "text" }; console.log(x, new URL("../../out/s.txt", import.meta.url))`, ``, ``},
		{"console.log(await import(`./self/../../../out/${1}.json`), require('./up/' + 2))", ``, `[`},
		{"throw 1\n//# sourceMappingURL=data:application/json,{\"version\":3,\"sources\":[\"../../out/s.ts\"],\"mappings\":\"AAAA\"}", ``, ``},
	} {
		f.Add(seed[0], seed[1], seed[2])
	}
	f.Fuzz(func(t *testing.T, source, tsconfig, manifest string) {
		if len(source)+len(tsconfig)+len(manifest) > 4096 || strings.Contains(source+tsconfig+manifest, outside) {
			return
		}
		if strings.Contains(source+tsconfig, "**") || strings.Count(source, "/../..") > 4 {
			return // a pattern may look through the whole disk
		}
		pkg := areaCase(t)
		entry := filepath.Join(pkg, "src", "flow.ts")
		for path, text := range map[string]string{entry: source, filepath.Join(pkg, "tsconfig.json"): tsconfig, filepath.Join(pkg, "package.json"): manifest} {
			if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		r, err := Bundle(Options{Entry: entry})
		var shown strings.Builder
		if e := new(Error); errors.As(err, &e) {
			for _, m := range e.Messages {
				shown.WriteString(m.String() + m.Frame() + m.LineText + strings.Join(m.Notes, "\n") + "\n")
			}
		} else if err != nil {
			shown.WriteString(err.Error())
		} else {
			shown.Write(r.Code)
			shown.Write(r.Map)
			for name := range r.texts {
				shown.WriteString(r.texts[name])
			}
			for _, m := range r.Warnings {
				shown.WriteString(m.String() + m.Frame() + m.LineText + strings.Join(m.Notes, "\n") + "\n")
			}
			for _, s := range r.Files {
				if !strings.HasPrefix(s.Path, filepath.Dir(pkg)+"/pkg/") {
					t.Errorf("%s was read", s.Path)
				}
			}
		}
		if strings.Contains(shown.String(), outside) {
			t.Errorf("%s of outside is shown: %s", outside, shown.String())
		}
	})
}

func TestExtended(t *testing.T) {
	t.Parallel()
	text := `{ // "extends": "no"
		"extends": ["a", "b",], /* x */ "compilerOptions": { "paths": { "x": ["y"] } }, "\u0065xtends": "c", "url": "http://x"
	}`
	if got := strings.Join(extended([]byte(text)), " "); got != "a b c" {
		t.Errorf("extended %q", got)
	}
}
