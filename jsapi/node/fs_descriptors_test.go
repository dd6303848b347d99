// This file tests descriptors of node:fs.

package node_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hitlrun/hitlrun/jsapi"
	"github.com/hitlrun/hitlrun/jsapi/jsapitest"
)

// Descriptor 0 is standard input, also beside process.stdin.
func TestDescriptorOfInput(t *testing.T) {
	t.Parallel()
	for name, source := range map[string]string{
		"readFileSync": `console.log(fs.readFileSync(0, "utf8"));`,
		"readFile":     `fs.readFile(0, "utf8", (error, text) => console.log(text));`,
		"promise":      `console.log(await fs.promises.readFile("/dev/stdin", "utf8").catch(() => fs.readFileSync(process.stdin.fd, "utf8")));`,
		"readSync": `const bytes = Buffer.alloc(4); let text = "";
			for (let n; (n = fs.readSync(0, bytes)) > 0; ) text += bytes.toString("utf8", 0, n);
			console.log(text);`,
		"read": `const bytes = Buffer.alloc(4); let text = "";
			const next = () => fs.read(0, bytes, (error, n) => (n === 0 ? console.log(text) : ((text += bytes.toString("utf8", 0, n)), next())));
			next();`,
		"then process.stdin": `const bytes = Buffer.alloc(4); fs.readSync(0, bytes); let text = String(bytes); for await (const chunk of process.stdin) text += chunk; console.log(text);`,
	} {
		out, _, err := jsapitest.Run(t, `import fs from "node:fs"; `+source, jsapi.Options{Stdin: strings.NewReader("one two three")})
		if want := "one two three\n"; err != nil || out != want {
			t.Errorf("%s: got %q, %v, want %q", name, out, err, want)
		}
	}
}

// A number that stands for flags gives no permission that a name would not give: who makes or empties a file writes it.
func TestNumericFlagsNeedPermission(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, []byte("content"), 0o600); err != nil {
		t.Fatal(err)
	}
	out, _, err := jsapitest.Run(t, `import fs from "node:fs";
		const { O_CREAT, O_TRUNC, O_APPEND, O_WRONLY, O_RDWR } = fs.constants;
		const attempt = (f) => { try { return typeof f(); } catch (error) { return error.code; } };
		const open = (name, flags) => attempt(() => fs.openSync(process.env.DIR + "/" + name, flags));
		const fd = fs.openSync(process.env.DIR + "/file", 0);
		console.log(open("file", 0), open("file", O_TRUNC), open("new", O_CREAT), open("file", O_CREAT), open("file", O_WRONLY), open("file", O_RDWR | O_APPEND));
		console.log(attempt(() => fs.readFileSync(process.env.DIR + "/file", { flag: O_TRUNC })), attempt(() => fs.fchmodSync(fd, 0o777)), attempt(() => fs.futimesSync(fd, 1, 1)),
			attempt(() => fs.writeSync(fd, "x")), attempt(() => fs.ftruncateSync(fd, 0)));`,
		jsapi.Options{Permissions: jsapi.Permissions{Read: jsapi.Grant{List: []string{dir}}, Env: jsapi.Grant{All: true}}, Env: []string{"DIR=" + dir}})
	denied := "ERR_ACCESS_DENIED"
	want := strings.Join([]string{"number", denied, denied, denied, denied, denied}, " ") + "\n" + strings.Join([]string{denied, denied, denied, "EBADF", "EINVAL"}, " ") + "\n"
	if err != nil || out != want {
		t.Errorf("got %q, %v, want %q", out, err, want)
	}
	left, err := os.ReadDir(dir)
	if text, readErr := os.ReadFile(file); err != nil || len(left) != 1 || readErr != nil || string(text) != "content" {
		t.Errorf("left: %v, %q", left, text)
	}
}

// A recursive readdir does not go into folders that the script may not read, also if a link leads there.
func TestLinkedFoldersNeedPermission(t *testing.T) {
	t.Parallel()
	dir, secret := t.TempDir(), t.TempDir()
	if err := errors.Join(os.WriteFile(filepath.Join(secret, "key"), nil, 0o600), os.Mkdir(filepath.Join(dir, "inner"), 0o700),
		os.Symlink(secret, filepath.Join(dir, "out")), os.Symlink("inner", filepath.Join(dir, "own")), os.WriteFile(filepath.Join(dir, "inner/file"), nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	out, _, err := jsapitest.Run(t, `import fs from "node:fs";
		console.log(fs.readdirSync(process.env.DIR, { recursive: true }).join(), (await fs.promises.readdir(process.env.DIR, { recursive: true })).join());`,
		jsapi.Options{Permissions: jsapi.Permissions{Read: jsapi.Grant{List: []string{dir}}, Env: jsapi.Grant{All: true}}, Env: []string{"DIR=" + dir}})
	if want := "inner,out,own,inner/file,own/file inner,out,own,own/file,inner/file\n"; err != nil || out != want {
		t.Errorf("got %q, %v, want %q", out, err, want)
	}
}

// A script has a limited number of open files. They are closed with its VM, and a VM with open files serves no other run.
func TestDescriptorsAreBounded(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	out, _, err := jsapitest.Run(t, `import fs from "node:fs";
		const open = [];
		try { for (;;) open.push(fs.openSync(process.env.DIR + "/file", "a")); } catch (error) { console.log(error.code, error.syscall, open.length); }
		fs.closeSync(open[7]);
		console.log(fs.openSync(process.env.DIR + "/file", "a") === open[7]);`,
		jsapi.Options{Permissions: jsapi.AllowAll(), Env: []string{"DIR=" + dir}})
	if want := "EMFILE open 1000\ntrue\n"; err != nil || out != want {
		t.Errorf("got %q, %v, want %q", out, err, want)
	}
	for source, want := range map[string]bool{"": false, "fs.closeSync(fd);": true} {
		vm, err := jsapitest.NewVM(t, `import fs from "node:fs"; const fd = fs.openSync(process.env.DIR + "/file"); `+source, jsapi.Options{Permissions: jsapi.AllowAll(), Env: []string{"DIR=" + dir}})
		if err == nil {
			err = vm.Run(context.Background())
		}
		if err != nil || vm.Sound() != want {
			t.Errorf("%q: sound is %t, %v", source, vm.Sound(), err)
		}
	}
}

// Code that changes Object.prototype before node:fs is loaded gets neither the functions of Go nor the callbacks of others.
func TestFilesWithChangedGlobals(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, []byte("content"), 0o600); err != nil {
		t.Fatal(err)
	}
	out, _, err := jsapitest.Run(t, `const seen = [];
		for (const name of ["opened", "lastOpened", "ReadStream", "WriteStream", "inputs", "outputs", "fresh"]) {
			Object.defineProperty(Object.prototype, name, { get() { seen.push(name); }, set(value) { seen.push("set " + name); }, configurable: true });
		}
		globalThis.setImmediate = () => {};
		const fs = (await import("node:" + "fs")).default, crypto = (await import("node:" + "crypto")).default;
		fs.closeSync(fs.openSync(process.env.FILE));
		console.log(seen.join());
		fs.readFile(process.env.FILE, "utf8", (error, text) => console.log(text));
		fs.open(process.env.FILE, "r", (error, fd) => fs.fstat(fd, (error, stat) => console.log(stat.size)));
		fs.opendir(process.env.FILE, (error) => console.log(error.code));
		crypto.randomInt(5, (error, n) => console.log(n < 5));
		crypto.randomFill(new Uint8Array(4), 1, (error, bytes) => console.log(bytes.length));`,
		jsapi.Options{Permissions: jsapi.AllowAll(), Env: []string{"FILE=" + file}})
	for _, want := range []string{"content\n", "\n7\n", "ENOTDIR\n", "true\n"} {
		if !strings.Contains("\n"+out, want) {
			t.Errorf("got %q, %v: no %q", out, err, want)
		}
	}
	if strings.Contains(out, "set ") {
		t.Errorf("the script saw %q", out)
	}
}
