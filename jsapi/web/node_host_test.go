// This file tests what is not Node's: permissions, lines that are not lost, hosts that give little.

package web

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/dop251/goja"
)

// runNode runs a script that imports node: modules, and returns what it printed.
func runNode(t *testing.T, s *sandbox, src string) string {
	t.Helper()
	s.run(t, t.Name(), bundleNode(t, t.Name(), src))
	for _, err := range s.uncaught {
		t.Errorf("uncaught: %v", err)
	}
	return s.out.String()
}

func TestEveryModuleLoads(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../lib/node/*.ts")
	if err != nil || len(files) < 20 {
		t.Fatal(len(files), err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".ts")
		if name == "host.d" {
			continue
		}
		s := newNodeSandbox(t, t.TempDir(), nil)
		got := runNode(t, s, `import * as module from "node:`+name+`"; print(Object.keys(module).length > 0)`)
		if got != "true\n" {
			t.Errorf("%s: got %q", name, got)
		}
	}
}

// Answers that are piped in all at once reach their questions.
func TestReadlinePipedAnswers(t *testing.T) {
	t.Parallel()
	for name, src := range map[string]string{
		"promises": `import { createInterface } from "node:readline/promises";
			const main = async () => {
				const rl = createInterface({ input: process.stdin, output: process.stdout });
				rl.on("close", () => print("closed"));
				print(await rl.question("1? "));
				await new Promise((resolve) => setTimeout(resolve, 10));
				print(await rl.question("2? "), await rl.question("3? "));
				rl.close();
			};
			main();`,
		"callbacks": `import * as readline from "node:readline";
			const rl = readline.createInterface(process.stdin, process.stdout);
			rl.on("close", () => print("closed"));
			rl.question("1? ", (a) => {
				print(a);
				setTimeout(() => rl.question("2? ", (b) => rl.question("3? ", (c) => { print(b, c); rl.close(); })), 10);
			});`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newNodeSandbox(t, t.TempDir(), strings.NewReader("a\nb\nc\nd\n"))
			if got, want := runNode(t, s, src), "1? a\n2? 3? b c\nclosed\n"; got != want {
				t.Errorf("got %q, want %q", got, want)
			}
		})
	}
}

// A question without an answer stays open, as on Node; the end of the input is told.
func TestReadlineEnd(t *testing.T) {
	t.Parallel()
	s := newNodeSandbox(t, t.TempDir(), nil)
	got := runNode(t, s, `import { createInterface } from "node:readline/promises";
		const rl = createInterface({ input: process.stdin, output: process.stdout });
		rl.on("close", () => print("closed"));
		rl.question("ready? ").then(() => print("answered"), () => print("failed"));`)
	if want := "ready? closed\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// A program that waits for no line ends, though it has not closed its interface.
func TestReadlineIdle(t *testing.T) {
	t.Parallel()
	never, _ := io.Pipe()
	s := newNodeSandbox(t, t.TempDir(), never)
	if got := runNode(t, s, `import { createInterface } from "node:readline"; createInterface({ input: process.stdin }); print("end")`); got != "end\n" {
		t.Errorf("got %q", got)
	}
}

// Taking a question back frees the loop; the line that comes later is for the next question.
func TestReadlineAbort(t *testing.T) {
	t.Parallel()
	input, answers := io.Pipe()
	s := newNodeSandbox(t, t.TempDir(), input)
	s.loop.hasty = true
	must(s.vm.Set("answer", func(call goja.FunctionCall) goja.Value {
		text := call.Argument(0).String()
		go func() { _, _ = io.WriteString(answers, text) }()
		s.loop.hasty = false
		return goja.Undefined()
	}))
	got := runNode(t, s, `import { createInterface } from "node:readline/promises";
		const main = async () => {
			const rl = createInterface({ input: process.stdin, output: process.stdout });
			const controller = new AbortController();
			setTimeout(() => controller.abort(), 50);
			try { await rl.question("first? ", { signal: controller.signal }) } catch (error) { print(error.name) }
			answer("late\n");
			print(await rl.question("second? "));
			rl.close();
		};
		main();`)
	if want := "first? AbortError\nsecond? late\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// What a line listener throws is not lost.
func TestReadlineListenerThrows(t *testing.T) {
	t.Parallel()
	s := newNodeSandbox(t, t.TempDir(), strings.NewReader("a\n"))
	var rejected []string
	s.vm.SetPromiseRejectionTracker(func(p *goja.Promise, op goja.PromiseRejectionOperation) {
		if op == goja.PromiseRejectionReject {
			rejected = append(rejected, p.Result().String())
		}
	})
	runNode(t, s, `import { createInterface } from "node:readline";
		createInterface({ input: process.stdin }).on("line", () => { throw new Error("mine") });`)
	if strings.Join(rejected, " ") != "Error: mine" {
		t.Errorf("got %q", rejected)
	}
}

func TestFileContentIsTakenAtTheCall(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := newNodeSandbox(t, dir, nil)
	must(s.vm.Set("dir", dir))
	got := runNode(t, s, `import { writeFile } from "node:fs/promises"; import { readFileSync } from "node:fs";
		const bytes = new Uint8Array([1, 2, 3]);
		const done = writeFile(dir + "/x", bytes);
		bytes.fill(9);
		done.then(() => print(readFileSync(dir + "/x").toString("hex")));`)
	if got != "010203\n" {
		t.Errorf("got %q", got)
	}
}

func TestFilePermissions(t *testing.T) {
	t.Parallel()
	other := t.TempDir()
	if err := os.WriteFile(filepath.Join(other, "secret"), []byte("s"), 0o600); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	ops := map[string]string{
		`readFileSync(other + "/secret")`:                 "FileSystemRead",
		`readFileSync(other + "/secret", { flag: "r+" })`: "FileSystemWrite",
		`writeFileSync(other + "/x", "")`:                 "FileSystemWrite",
		`writeFileSync(other + "/x", "", { flag: "a" })`:  "FileSystemWrite",
		`mkdirSync(other + "/x", { recursive: true })`:    "FileSystemWrite",
		`readdirSync(other)`:                              "FileSystemRead",
		`statSync(other + "/secret")`:                     "FileSystemRead",
		`lstatSync(other + "/secret")`:                    "FileSystemRead",
		`existsSync(other + "/secret")`:                   "FileSystemRead",
		`accessSync(other + "/secret")`:                   "FileSystemRead",
		`realpathSync(other)`:                             "FileSystemRead",
		`unlinkSync(other + "/secret")`:                   "FileSystemWrite",
		`rmSync(other, { recursive: true, force: true })`: "FileSystemWrite",
		`rmdirSync(other)`:                                "FileSystemWrite",
		`mkdtempSync(other + "/x")`:                       "FileSystemWrite",
		`renameSync(other + "/secret", dir + "/x")`:       "FileSystemRead",
		`renameSync(dir + "/mine", other + "/x")`:         "FileSystemWrite",
		`copyFileSync(other + "/secret", dir + "/x")`:     "FileSystemRead",
		`copyFileSync(dir + "/mine", other + "/x")`:       "FileSystemWrite",
	}
	for op, permission := range ops {
		s := newNodeSandbox(t, dir, nil)
		must(s.vm.Set("dir", dir))
		must(s.vm.Set("other", other))
		got := runNode(t, s, `import fs from "node:fs"; try { fs.`+op+`; print("done") } catch (e) { print(e.code, e.permission) }`)
		if want := "ERR_ACCESS_DENIED " + permission + "\n"; got != want {
			t.Errorf("%s: got %q, want %q", op, got, want)
		}
	}
	s := newNodeSandbox(t, dir, nil)
	must(s.vm.Set("other", other))
	got := runNode(t, s, `import { readFile } from "node:fs/promises"; import fs from "node:fs";
		readFile(other + "/secret").catch((e) => print(e.code, e.resource === other + "/secret", e.message.startsWith("not below")));
		fs.readFile(other + "/secret", (e) => print("callback", e.code));`)
	if want := "ERR_ACCESS_DENIED true true\ncallback ERR_ACCESS_DENIED\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if left, err := os.ReadDir(other); err != nil || len(left) != 1 {
		t.Errorf("%v %v", left, err)
	}
}

// A host that gives nothing but a loop.
func TestBareNodeHost(t *testing.T) {
	t.Parallel()
	s := newSandbox(t)
	host := s.vm.NewObject()
	must(host.Set("node", NodeHost(s.vm, NodeEnv{Loop: s.loop})))
	must(s.vm.Set("__hitlrun", host))
	got := runNode(t, s, `import fs from "node:fs"; import { AsyncLocalStorage } from "node:async_hooks"; import { format, inspect } from "node:util";
		import { createInterface } from "node:readline";
		const fails = (f) => { try { f() } catch (e) { print(e.name, e.code, e.message) } };
		fails(() => fs.readFileSync("x"));
		fails(() => fs.writeFileSync("x", ""));
		fails(() => new AsyncLocalStorage().run(1, () => {}));
		print(format("a", 1), inspect(5));
		createInterface({}).on("line", print).on("close", () => print("closed"));`)
	want := "Error ERR_ACCESS_DENIED access to files is not allowed\nError ERR_ACCESS_DENIED access to files is not allowed\n" +
		"TypeError undefined AsyncLocalStorage is not available here\na 1 5\nclosed\n"
	if got != want {
		t.Errorf("got %q\nwant %q", got, want)
	}
}

func BenchmarkNodeHost(b *testing.B) {
	vm := goja.New()
	loop := newFakeLoop()
	for b.Loop() {
		NodeHost(vm, NodeEnv{Loop: loop})
	}
}
