// This file tests files that cannot be run because an import of their own is missing.

package jsapi_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hitlrun/hitlrun/jsapi"
	"github.com/hitlrun/hitlrun/jsapi/jsapitest"
)

// TestMissingImportsBehindImport checks that a file which lacks an import fails when it is reached, if the script reaches it
// only by import() or by a require() that it tries. The output is that of Node.
func TestMissingImportsBehindImport(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"flow.mjs": `import { createRequire } from "node:module";
			const require = createRequire(import.meta.url);
			for (const load of [() => import("./package.mjs"), () => import("./file.mjs"), () => import("./deep.mjs"), () => import("dep")])
				try { await load(); } catch (e) { console.log(e.code, e.message.split("imported from")[0]); }
			try { require("./tried.cjs"); } catch (e) { console.log(e.code); }
			console.log((await import("./good.mjs")).good);`,
		"package.mjs":                   `import nope from "no-such-package"; console.log("never", nope);`,
		"file.mjs":                      `import { a } from "./nowhere.mjs"; export const b = a; console.log("never");`,
		"deep.mjs":                      `import { b } from "./file.mjs"; console.log("never", b);`,
		"tried.cjs":                     `console.log("begins"); require("no-such-package");`,
		"good.mjs":                      `export const good = "good";`,
		"node_modules/dep/package.json": `{ "name": "dep", "type": "module", "main": "index.js" }`,
		"node_modules/dep/index.js":     `import nope from "no-such-package"; export default nope;`,
		"wrong.mjs":                     `import "./file.mjs"; await import("./package.mjs");`,
	} {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	got, err := jsapitest.RunFile(filepath.Join(dir, "flow.mjs"), jsapi.Options{})
	want := "ERR_MODULE_NOT_FOUND Cannot find package 'no-such-package' \n" +
		"ERR_MODULE_NOT_FOUND Cannot find module './nowhere.mjs' \n" +
		"ERR_MODULE_NOT_FOUND Cannot find module './nowhere.mjs' \n" +
		"ERR_MODULE_NOT_FOUND Cannot find package 'no-such-package' \n" +
		"begins\nMODULE_NOT_FOUND\ngood\n"
	if got != want || err != nil {
		t.Errorf("got %s (%v)\nwant %s", got, err, want)
	}
	_, err = jsapitest.RunFile(filepath.Join(dir, "wrong.mjs"), jsapi.Options{})
	if err == nil || !strings.Contains(err.Error(), `Could not resolve "./nowhere.mjs"`) || strings.Contains(err.Error(), "no-such-package") {
		t.Errorf("a file that the script imports lacks an import: got %v", err)
	}
}
