//go:build unix

// This file tests node:child_process with programs of the system.

package node_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun/jsapi"
	"github.com/hitlrun/hitlrun/jsapi/jsapitest"
)

const children = `
import { spawn, exec, execFile, spawnSync, execSync, execFileSync, fork } from "node:child_process";
import { promisify } from "node:util";
const heard = (p: any) => new Promise<string>((done) => {
	const list: string[] = [], text = { stdout: "", stderr: "" } as any;
	for (const name of ["stdout", "stderr"]) if (p[name]) p[name].setEncoding("utf8").on("data", (d: string) => text[name] += d);
	for (const event of ["spawn", "error", "exit", "close"]) p.on(event, (...args: any[]) => {
		list.push([event, ...args.map((x) => x && x.code || String(x))].join(" "));
		if (event === "close") done([...list, text.stdout.trim(), text.stderr.trim()].join(", "));
	});
});
const denied = async (file: string) => new Promise((f) => spawn(file, { cwd: "/" } as any).on("error", (e: any) => f(e.code + " " + e.message)));
`

func TestChildren(t *testing.T) {
	t.Parallel()
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("there is no sh")
	}
	names := jsapi.Permissions{Run: jsapi.Grant{List: []string{"sh", "cat", "sleep", "no-such-program"}}}
	path := jsapi.Permissions{Run: jsapi.Grant{List: []string{sh}}}
	env := []string{"PATH=/usr/bin:/bin", "SECRET=s", "SHOWN=yes"}
	for _, c := range []struct {
		name, source, want string
		granted            jsapi.Permissions
	}{
		{"streams and events", `
			const p = spawn("sh", ["-c", "cat; echo err >&2; exit 3"]);
			p.stdin.write("hello "); p.stdin.end("world");
			console.log(await heard(p), p.exitCode, p.spawnargs.length, p.pid! > 1);`,
			"spawn, exit 3 null, close 3 null, hello world, err 3 3 true\n", names},
		{"a signal", `
			const p = spawn("sleep", ["100"]); p.on("spawn", () => console.log(p.kill("SIGUSR1"), p.killed));
			console.log(await heard(p), p.signalCode, p.kill());`,
			"true true\nspawn, exit null SIGUSR1, close null SIGUSR1, ,  SIGUSR1 false\n", names},
		{"an abort", `
			const c = new AbortController(); const p = spawn("sleep", ["100"], { signal: c.signal }); p.on("spawn", () => c.abort());
			console.log(await heard(p));`, "error ABORT_ERR, spawn, exit null SIGTERM, close null SIGTERM, , \n", names},
		{"much output, slowly read", `
			const p = spawn("sh", ["-c", "head -c 3000000 /dev/zero"]); let n = 0;
			for await (const part of p.stdout) { n += part.length; await new Promise((f) => setImmediate(f)); }
			console.log(n);`, "3000000\n", names},
		{"callbacks and promises", `
			console.log(await promisify(exec)("echo out; echo err >&2"));
			try { await promisify(execFile)("sh", ["-c", "echo x; exit 2"]); } catch (e: any) { console.log(e.message.trim(), e.code, JSON.stringify(e.stdout)); }
			try { await promisify(exec)("sleep 100", { timeout: 100 }); } catch (e: any) { console.log(e.killed, e.signal); }
			try { await promisify(exec)("cat /dev/zero", { maxBuffer: 10 }); } catch (e: any) { console.log(e.code, e.stdout.length); }`,
			"{ stdout: 'out\\n', stderr: 'err\\n' }\nCommand failed: sh -c echo x; exit 2 2 \"x\\n\"\ntrue SIGTERM\nERR_CHILD_PROCESS_STDIO_MAXBUFFER 10\n", names},
		{"at once", `
			console.log(execSync("cat", { input: "in" }).toString(), execFileSync("sh", ["-c", "pwd"], { cwd: "/", encoding: "utf8" }).trim());
			const { status, stdout, signal } = spawnSync("sh", ["-c", "echo a; exit 4"], { encoding: "utf8" }); console.log(status, stdout.trim(), signal);
			console.log((spawnSync("sleep", ["100"], { timeout: 100 }).error as any).code, (spawnSync("cat", ["/dev/zero"], { maxBuffer: 10 }).error as any).code);
			try { execSync("echo no >&2; exit 5", { stdio: "pipe" }); } catch (e: any) { console.log(e.status, e.message.trim()); }`,
			"in /\n4 a null\nETIMEDOUT ENOBUFS\n5 Command failed: echo no >&2; exit 5\nno\n", names},
		{"what is inherited is printed", `const p = spawn("sh", ["-c", "echo from the program; cat"], { stdio: "inherit" }); await heard(p); console.log("end");`,
			"from the program\nend\n", names},
		{"what is inherited has no limit, and is printed while the program runs", `
			const { status, error, stdout } = spawnSync("sh", ["-c", "echo a; yes | head -c 3000000 | wc -c; echo b >&2"], { stdio: "inherit", maxBuffer: 2 });
			console.log(status, error, stdout);
			try { execSync("printf 'at '; sleep 100", { stdio: "inherit", timeout: 200 }); } catch (e: any) { console.log(e.code); }`,
			"a\n3000000\n0 undefined null\nat ETIMEDOUT\n", names},
		{"signals", `
			for (const name of ["SYS", "VTALRM", "IO"]) console.log(spawnSync("sh", ["-c", "kill -" + name + " $$"]).signal);
			const p = spawn("sleep", ["100"]); console.log(p.kill(0), p.killed, p.kill("SIGPROF")); await new Promise((f) => p.on("exit", f)); console.log(p.signalCode);
			try { spawnSync("sh", ["a\0b"]); } catch (e: any) { console.log(e.code); }`,
			"SIGSYS\nSIGVTALRM\nSIGIO\ntrue true true\nSIGPROF\nERR_INVALID_ARG_VALUE\n", names},
		{"not granted", `
			console.log(await denied("ls"));
			console.log(await denied("/bin/ls"), (spawnSync("ls").error as any).code);
			console.log(await denied("./sh"));
			for (const name of ["LD_PRELOAD", "DYLD_INSERT_LIBRARIES", "GCONV_PATH", "OPENSSL_CONF", "OPENSSL_ENGINES", "OPENSSL_MODULES"]) {
				try { execSync("true", { env: { [name]: "/x" } as any }); console.log(name, "is set"); } catch (e: any) { console.log(e.message); }
			}
			for (const option of [{ uid: 65534 }, { gid: 0 }]) try { execSync("true", option); } catch (e: any) { console.log(e.message); }
			try { fork("x"); } catch (e: any) { console.log(e.message); }`,
			"ERR_ACCESS_DENIED running ls is not allowed; run with --allow-run=ls to allow it\n" +
				"ERR_ACCESS_DENIED running /bin/ls is not allowed; run with --allow-run=/bin/ls to allow it ERR_ACCESS_DENIED\n" +
				"ERR_ACCESS_DENIED running /sh is not allowed; run with --allow-run=/sh to allow it\n" +
				"setting LD_PRELOAD for a program is not allowed; run with --allow-run to allow it\n" +
				"setting DYLD_INSERT_LIBRARIES for a program is not allowed; run with --allow-run to allow it\n" +
				"setting GCONV_PATH for a program is not allowed; run with --allow-run to allow it\n" +
				"setting OPENSSL_CONF for a program is not allowed; run with --allow-run to allow it\n" +
				"setting OPENSSL_ENGINES for a program is not allowed; run with --allow-run to allow it\n" +
				"setting OPENSSL_MODULES for a program is not allowed; run with --allow-run to allow it\n" +
				"The option uid of node:child_process is not part of hitlrun\nThe option gid of node:child_process is not part of hitlrun\n" +
				"fork() of node:child_process is not part of hitlrun\n", names},
		{"a name is not a path, and a path not a name", `
			console.log((spawnSync("sh", ["-c", "true"]).error as any).message, spawnSync("` + sh + `", ["-c", "exit 7"]).status);`,
			"running sh is not allowed; run with --allow-run=sh to allow it 7\n", path},
		{"the environment", `
			console.log(execSync("echo $SECRET/$SHOWN/${PATH:+path}").toString().trim(), execSync("echo $SHOWN/$A/${PATH:+path}", { env: { A: "a" } as any }).toString().trim());`,
			"/yes/path /a/path\n", jsapi.Permissions{Run: names.Run, Env: jsapi.Grant{List: []string{"SHOWN"}}}},
		{"not there", `console.log(await heard(spawn("no-such-program", ["a"])), (spawnSync("no-such-program").error as any).code, (spawnSync("sh", { cwd: "/nowhere" }).error as any).message);`,
			"error ENOENT, close -2 null, ,  ENOENT spawnSync sh ENOENT\n", names},
		{"too many", `
			const all = Array.from({ length: 130 }, () => spawn("sleep", ["100"])); let refused = 0;
			for (const p of all) p.on("error", (e: any) => { refused++; if (refused === 1) console.log(e.message); });
			await new Promise((f) => setTimeout(f, 50)); console.log(refused); for (const p of all) p.kill();`,
			"spawn EAGAIN: the script has 128 programs running, which is as many as it may have\n2\n", names},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			out, _, err := jsapitest.Run(t, children+c.source, jsapi.Options{Permissions: c.granted, Env: env})
			if err != nil || out != c.want {
				t.Errorf("got %q (%v)\nwant %q", out, err, c.want)
			}
		})
	}
}

// alive reports whether a process runs.
func alive(pid int) bool { return syscall.Kill(pid, 0) == nil }

// eventually waits until a condition holds.
func eventually(t *testing.T, what string, f func() bool) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); !f(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal(what)
		}
	}
}

// TestChildrenEndWithTheVM checks that programs and the processes that they started end with the VM, and that processes
// which a program leaves behind end with the program.
func TestChildrenEndWithTheVM(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	vm, err := jsapitest.NewVM(t, `
		import { spawn, execSync } from "node:child_process";
		const pids = [execSync("sleep 300 >/dev/null 2>&1 & echo $!").toString().trim()];
		const p = spawn("sh", ["-c", "sleep 300 & echo $!; wait"]);
		pids.push(String(p.pid), String(await new Promise((f) => p.stdout.once("data", f))).trim());
		console.log(pids.join(" "));`, jsapi.Options{Permissions: jsapi.AllowAll(), Stdout: &out})
	if err != nil {
		t.Fatal(err)
	}
	if err := vm.Load(context.Background()); err != nil {
		t.Fatal(err)
	}
	var left, program, inner int
	if _, err := fmt.Sscan(out.String(), &left, &program, &inner); err != nil {
		t.Fatalf("%q: %v", out.String(), err)
	}
	eventually(t, "what a program left behind still runs", func() bool { return !alive(left) })
	if !alive(program) || !alive(inner) {
		t.Error("a program has ended before its VM")
	}
	if vm.Sound() {
		t.Error("a VM with a program could be used for another run")
	}
	vm.Close()
	eventually(t, "the program "+strconv.Itoa(program)+" still runs", func() bool { return !alive(program) && !alive(inner) })
}

// TestOrderOfInheritedOutputs has one file as both outputs: what a program prints to them is in its order.
func TestOrderOfInheritedOutputs(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "out")
	f, err := os.OpenFile(file, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	vm, err := jsapitest.NewVM(t, `import { spawn, spawnSync } from "node:child_process";
		const args: any = ["sh", ["-c", "for i in 1 2 3 4; do echo out $i; echo err $i >&2; done"], { stdio: "inherit" }];
		(spawnSync as any)(...args);
		await new Promise((f) => (spawn as any)(...args).on("close", f));`, jsapi.Options{Stdout: f, Stderr: f, Permissions: jsapi.AllowAll()})
	if err != nil {
		t.Fatal(err)
	}
	if err := vm.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(file)
	want := strings.Repeat("out 1\nerr 1\nout 2\nerr 2\nout 3\nerr 3\nout 4\nerr 4\n", 2)
	if err != nil || string(got) != want {
		t.Errorf("got %q, %v; want %q", got, err, want)
	}
}
