// This file tests require.resolve().

package bundle

import (
	"path/filepath"
	"testing"
)

// TestRequireResolve checks that require.resolve() gives the path of a file, and that the code does not depend on where that is.
func TestRequireResolve(t *testing.T) {
	t.Parallel()
	var hashes []string
	for range 2 {
		dir := t.TempDir()
		c := scriptCase{dir: dir}
		write := func(name, text string) { c.write(t, name, text) }
		write("node_modules/p/package.json", `{"name":"p","main":"m.js"}`)
		write("node_modules/p/m.js", `exports.worker = require.resolve("./w.js")`)
		write("node_modules/p/w.js", "")
		write("flow.js", `const { worker } = require("p");
			let missing; try { require.resolve("./not-there") } catch (e) { missing = e.code }
			console.log([worker, missing].join(" ").split(__dirname).join("DIR"))`)
		entry := filepath.Join(dir, "flow.js")
		if got, want := runScript(t, Options{Entry: entry}), "DIR/node_modules/p/w.js MODULE_NOT_FOUND\n"; got != want {
			t.Errorf("printed %q, want %q", got, want)
		}
		r, err := Bundle(Options{Entry: entry})
		if err != nil {
			t.Fatal(err)
		}
		hashes = append(hashes, r.CodeHash)
	}
	if hashes[0] != hashes[1] {
		t.Error("the hash of the code depends on where the script lies")
	}
}
