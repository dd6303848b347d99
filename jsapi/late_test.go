// This file tests require() and import() of names that are only known at run time: which files it finds.

package jsapi_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hitlrun/hitlrun/jsapi"
	"github.com/hitlrun/hitlrun/jsapi/bundle"
	"github.com/hitlrun/hitlrun/jsapi/files"
)

// TestLateRequire checks that require() and import() of a computed name obey the rules of imports: it finds the files of the package
// without a grant and no others, and says nothing about the others.
func TestLateRequire(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	if real, err := filepath.EvalSymlinks(root); err == nil {
		root = real
	}
	for name, text := range map[string]string{
		"package/package.json":                  `{}`,
		"package/lib/part.js":                   `exports.part = require("./" + "shared") === require("./shared");`,
		"package/lib/shared.js":                 `module.exports = {};`,
		"package/node_modules/dep/index.js":     `exports.load = (name) => require("./" + name); exports.core = require("./core");`,
		"package/node_modules/dep/core.js":      `console.log("core runs"); module.exports = { core: true };`,
		"package/node_modules/dep/locale/de.js": `exports.same = require("../core") === require("..").core;`,
		"package/outside/x.js":                  ``,
		"package/deep/er/place/x.js":            ``,
		"outside/secret.js":                     `module.exports = "secret";`,
		"outside/node_modules/data/config.json": `{"secret": 2}`,
		"outside/secret.json":                   `{"secret": 1}`,
	} {
		file := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(filepath.Join(root, "outside"), filepath.Join(root, "package", "link")); err != nil {
		t.Fatal(err)
	}
	// outside/x.js behind this link and three ".." is a file of the package, though its path looks as if it were outside.
	if err := os.Symlink(filepath.Join("..", "deep", "er", "place"), filepath.Join(root, "package", "lib", "short")); err != nil {
		t.Fatal(err)
	}
	script := filepath.Join(root, "package", "flow.cjs")
	source := `
		const path = require("path"), dep = require("dep");
		console.log(dep.load("locale/de").same, require(path.join(__dirname, "lib", "part")).part, require("p" + "ath") === path);
		(async () => {
		for (const name of ["../outside/secret", "../outside/secret.json", "../outside/none", "./link/secret", path.join(__dirname, "..", "outside", "secret.js"), "/proc/self/environ", "nothing"]) {
			for (const f of [require, require.resolve, (name) => import(name)]) {
				try { console.log("found", await f(name)); } catch (e) { console.log(e.code, e.message.replaceAll(path.dirname(__dirname), "")); }
			}
		}
		for (const importer of ["/lib/short/../../../outside/x.js", "/lib/short/../../outside/x.js"]) {
			try { console.log("found", require("module").createRequire(__dirname + importer)("data/" + "config.json")); } catch (e) { console.log(e.code, e.message.replaceAll(path.dirname(__dirname), "")); }
		}
		})();`
	if err := os.WriteFile(script, []byte(source), 0o600); err != nil {
		t.Fatal(err)
	}
	b, err := jsapi.Bundle(script, nil, "")
	if err != nil {
		t.Fatal(err)
	}
	run := func(p jsapi.Permissions) string {
		var out strings.Builder
		program, err := jsapi.Compile(script, b)
		if err != nil {
			t.Fatal(err)
		}
		vm, err := jsapi.NewVM(program, jsapi.Options{Stdout: &out, File: script, Permissions: p})
		if err != nil {
			t.Fatal(err)
		}
		defer vm.Close()
		if err := vm.Run(context.Background()); err != nil {
			t.Error(err)
		}
		return out.String()
	}
	got := run(jsapi.Permissions{})
	if !strings.HasPrefix(got, "core runs\ntrue true true\n") {
		t.Errorf("got %s", got)
	}
	if strings.Contains(got, "found") || strings.Contains(got, "secret runs") {
		t.Errorf("a file outside of the package was found:\n%s", got)
	}
	for _, name := range []string{"../outside/secret", "../outside/none"} {
		want := "MODULE_NOT_FOUND Cannot find module '" + name + "': it is outside of the script's package (/package); run with --allow-read=" + strings.TrimPrefix(name, "..") + " to allow it\n"
		if strings.Count(got, want) != 3 { // by require, require.resolve, and import
			t.Errorf("got %s\nwant three times %s", got, want)
		}
	}
	if all := run(jsapi.AllowAll()); !strings.Contains(all, "found secret\n") || !strings.Contains(all, "found { secret: 1 }") {
		t.Errorf("with all grants, got %s", all)
	}
	if _, err := bundle.NewLate(filepath.Join(root, "none.js"), files.Grants{}, nil); err == nil {
		t.Error("a script that does not exist has late modules")
	}
}
