// This file runs the tests of URL of the web platform, which the module of the parser has with it, on the class that scripts see.

package web

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// platformTests reads a file of the module of the parser.
func platformTests(t *testing.T, name string) []byte {
	t.Helper()
	dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/nlnwa/whatwg-url").Output()
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(dir)), "testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// runPlatformTests calls a function of JavaScript with the cases of a file. It returns how many it looked at, and what failed.
func runPlatformTests(t *testing.T, name, source string) (int64, string) {
	t.Helper()
	data := platformTests(t, name)
	if !json.Valid(data) {
		t.Fatalf("%s is not JSON", name)
	}
	s := newSandbox(t)
	must(s.vm.Set("text", string(data)))
	v, err := s.vm.RunString("const failed = []; let n = 0;\n" + source + "\n[n, failed.join('\\n')]")
	if err != nil {
		t.Fatal(err)
	}
	result, _ := v.Export().([]any)
	return result[0].(int64), result[1].(string)
}

func TestPlatformURLs(t *testing.T) {
	t.Parallel()
	n, failed := runPlatformTests(t, "urltestdata.json", `
		for (const c of JSON.parse(text)) {
			if (typeof c === "string") continue;
			n++;
			let u;
			try { u = c.base === null ? new URL(c.input) : new URL(c.input, c.base); }
			catch { if (!c.failure) failed.push(JSON.stringify(c.input) + " was refused"); continue; }
			if (c.failure) { failed.push(JSON.stringify(c.input) + " was taken"); continue; }
			for (const key of ["href", "origin", "protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash"]) {
				if (key in c && u[key] !== c[key]) failed.push(JSON.stringify(c.input) + " " + key + ": " + u[key] + ", want " + c[key]);
			}
			if (new URL(u.href).href !== u.href) failed.push(u.href + " is read as " + new URL(u.href).href);
		}`)
	if failed != "" || n < 800 {
		t.Errorf("%d cases:\n%s", n, failed)
	}
}

func TestPlatformSetters(t *testing.T) {
	t.Parallel()
	n, failed := runPlatformTests(t, "setters_tests.json", `
		for (const [property, list] of Object.entries(JSON.parse(text))) {
			if (property === "comment") continue;
			for (const c of list) {
				n++;
				const u = new URL(c.href);
				u[property] = c.new_value;
				for (const [key, want] of Object.entries(c.expected)) {
					if (u[key] !== want) failed.push(c.href + " with " + property + " = " + JSON.stringify(c.new_value) + ": " + key + " " + u[key] + ", want " + want);
				}
			}
		}`)
	if failed != "" || n < 200 {
		t.Errorf("%d cases:\n%s", n, failed)
	}
}
