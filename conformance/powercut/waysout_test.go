//go:build linux

// This file cuts the power at every way out of a process, at the instant at which somebody outside
// sees something, and looks at what the disk has.

package powercut

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	_ "github.com/hitlrun/hitlrun" // is what the program is made of: when it changes, an old result does not count
	"github.com/hitlrun/hitlrun/internal/programtest"
)

// slow is how long a sync takes. What leaves before its sync is done is seen in less.
const slow = 8 * time.Millisecond

// lab is a disk, a folder that is not on it, a server, and the program.
type lab struct {
	t      *testing.T
	binary string
	fs     *FS
	db     string // the name of the store
	out    string // a folder that others look at
	server *httptest.Server

	mu      sync.Mutex
	cutting bool              // the next thing that is seen cuts
	disk    map[string][]byte // what was there at the cut; nil before
	seen    []string          // what the server saw: keys and bodies
	cmd     *exec.Cmd
}

// outside is what everybody outside recognises.
const outside = "OUT"

func newLab(t *testing.T, binary string) *lab {
	l := &lab{t: t, binary: binary, db: "hitlrun.db", fs: mount(t, nil), out: t.TempDir()}
	l.server = httptest.NewUnstartedServer(http.HandlerFunc(l.serve))
	l.server.Config.ConnState = func(net.Conn, http.ConnState) {}
	l.server.Start()
	t.Cleanup(l.server.Close)
	l.fs.SlowSyncs(slow)
	return l
}

// cut cuts the power, if that is due, and kills the process.
func (l *lab) cut() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.cutting && l.disk == nil {
		l.disk = l.fs.Cut(nil)
		if l.cmd != nil && l.cmd.Process != nil {
			_ = l.cmd.Process.Kill()
		}
	}
}

func (l *lab) isCut() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.disk != nil
}

// serve sees requests: "/" at once, "/stream" when a part of the body, its end or its abortion says so.
func (l *lab) serve(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path != "/stream" {
		l.mu.Lock()
		body, _ := io.ReadAll(r.Body)
		l.seen = append(l.seen, r.Header.Get("Idempotency-Key")+" "+string(body))
		l.mu.Unlock()
		l.cut()
		return
	}
	buffer := make([]byte, 64)
	for {
		n, err := r.Body.Read(buffer)
		text := string(buffer[:n])
		if strings.Contains(text, outside) || err != nil {
			l.cut()
			return
		}
	}
}

// watch sees files, and what is in them.
func (l *lab) watch(ctx context.Context) {
	for ctx.Err() == nil && !l.isCut() {
		list, _ := os.ReadDir(l.out)
		for _, e := range list {
			if strings.HasPrefix(e.Name(), outside) {
				l.cut()
			}
			if data, err := os.ReadFile(filepath.Join(l.out, e.Name())); err == nil && bytes.Contains(data, []byte(outside)) {
				l.cut()
			}
		}
		time.Sleep(100 * time.Microsecond)
	}
}

// command makes a command line.
func (l *lab) command(args ...string) *exec.Cmd {
	cmd := exec.Command(l.binary, args...)
	cmd.Dir = l.out
	cmd.Env = append(os.Environ(), "NO_COLOR=1", "HITLRUN_DB="+filepath.Join(l.fs.Dir(), l.db), "URL="+l.server.URL, "DISK="+l.fs.Dir(), "FOLDER="+l.out)
	return cmd
}

// run runs a command to its end, or to the cut: when a line of its output has what everybody recognises, or
// the words given. It returns what it printed.
func (l *lab) run(words string, args ...string) string {
	l.t.Helper()
	cmd := l.command(args...)
	r, w, err := os.Pipe()
	if err != nil {
		l.t.Fatal(err)
	}
	cmd.Stdout, cmd.Stderr = w, w
	l.mu.Lock()
	l.cmd = cmd
	err = cmd.Start()
	l.mu.Unlock()
	w.Close()
	if err != nil {
		l.t.Fatal(err)
	}
	ctx, stop := context.WithCancel(l.t.Context())
	defer stop()
	go l.watch(ctx)
	var text strings.Builder
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		if strings.Contains(lines.Text(), outside) || words != "" && strings.Contains(lines.Text(), words) {
			l.cut()
		}
		text.WriteString(lines.Text() + "\n")
	}
	_ = cmd.Wait()
	return text.String()
}

// next mounts what the disk had at the cut, for those who come after.
func (l *lab) next(printed string) {
	l.t.Helper()
	if l.disk == nil {
		l.t.Fatalf("nothing was seen outside; the process printed:\n%s", printed)
	}
	if err := l.fs.Close(); err != nil {
		l.t.Fatal(err)
	}
	fs, err := Mount(l.fs.Dir(), l.disk)
	if err != nil {
		l.t.Fatal(err)
	}
	l.t.Cleanup(func() { fs.Close() })
	l.fs, l.disk, l.cutting = fs, nil, false
}

// state is what `hitlrun state --json` says of a thread; Status is "" if there is none.
type state struct {
	Status     string
	Values     struct{ N, M int }
	Interrupts []struct{ Value string }
}

func (l *lab) state(thread string) (s state) {
	l.t.Helper()
	cmd := l.command("state", "--json", "--thread", thread)
	out, err := cmd.Output()
	if err == nil {
		err = json.Unmarshal(out, &s)
	}
	if err != nil {
		if cmd.ProcessState.ExitCode() != 2 {
			l.t.Fatalf("state after the cut: %v\n%s", err, out)
		}
		return state{}
	}
	return s
}

// write writes a script.
func (l *lab) write(script string) string {
	path := filepath.Join(l.out, "flow.ts")
	if err := os.WriteFile(path, []byte(strings.ReplaceAll(script, "OUT", `O" + "UT`)), 0o644); err != nil {
		l.t.Fatal(err)
	}
	return path
}

// flow is a graph whose node b is to leave, when the node before it has made n 1.
const flow = `
import { Annotation, END, START, StateGraph, interrupt } from "@langchain/langgraph";
import { SqliteStore } from "hitlrun";
import { execSync, spawn } from "node:child_process";
import fs from "node:fs";
import http from "node:http";
import net from "node:net";
import { functions } from "hitlrun";
const { URL: url, FOLDER: folder } = process.env;
const sleep = (ms: number) => new Promise((r) => setTimeout(r, ms));
const busy = (ms: number) => { const end = Date.now() + ms; while (Date.now() < end); };
const State = Annotation.Root({ n: Annotation<number>, m: Annotation<number> });
let socket: any, cat: any;
const dial = () => new Promise<void>((done) => {
  socket = net.connect(Number(new URL(url!).port), "127.0.0.1");
  socket.write("POST /stream HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nbegin", () => setTimeout(done, 50));
});
let control: any, abort = new AbortController();
const open = () => fetch(url + "/stream", { method: "POST", duplex: "half", signal: abort.signal,
  body: new ReadableStream({ start(c) { control = c; c.enqueue(new TextEncoder().encode("begin")); } }) } as any).catch(() => {});
export const graph = new StateGraph(State)
  .addNode("first", async () => { FIRST })
  .addNode("a", () => ({ n: 1 }))
  .addNode("b", async (s) => { LEAVE; await sleep(5000); return { n: 2 }; }BOPTIONS)
  .addNode("c", () => ({ m: Number(interrupt("how many?")) }))
  .addEdge(START, "first").addEdge("first", "a").addEdge("a", "b").addEdge("b", "c").addEdge("c", END).compile();
`

// ways are what a node can do that somebody outside sees.
var ways = []struct{ name, first, leave, options string }{
	{name: "console.log", leave: `console.log("OUT")`},
	{name: "console.error", leave: `console.error("OUT")`},
	{name: "process.stdout.write", leave: `process.stdout.write("OUT\n")`},
	{name: "console.table", leave: `console.table([["OUT"]])`},
	{name: "a warning", leave: `process.emitWarning ? process.emitWarning("OUT") : console.warn("OUT")`},
	{name: "a request", leave: `fetch(url + "/?OUT")`},
	{name: "a request with a body", leave: `fetch(url, { method: "POST", body: "OUT" })`},
	{name: "a part of a body", first: "open(); await sleep(50);", leave: `control.enqueue(new TextEncoder().encode("OUT"))`},
	{name: "the end of a body", first: "open(); await sleep(50);", leave: `control.close()`},
	{name: "the abortion of a body", first: "open(); await sleep(50);", leave: `abort.abort()`},
	{name: "an error of a body", first: "open(); await sleep(50);", leave: `control.error(new Error("no"))`},
	{name: "a connection", leave: `net.connect(Number(new URL(url).port), "127.0.0.1").write("GET /?OUT HTTP/1.0\r\n\r\n")`},
	{name: "bytes of a connection", first: "await dial();", leave: `socket.write("GET /?OUT HTTP/1.0\r\n\r\n")`},
	{name: "the end of a connection", first: "await dial();", leave: `socket.end()`},
	{name: "a request of node:http", leave: `http.get(url + "/?OUT")`},
	{name: "a program", leave: `spawn("sh", ["-c", "echo OUT > " + folder + "/x"])`},
	{name: "a program that is waited for", leave: `execSync("echo OUT > " + folder + "/x; sleep 5")`},
	{name: "the input of a program", first: `cat = spawn("sh", ["-c", "cat > " + folder + "/x"]); await sleep(50);`, leave: `cat.stdin.write("OUT")`},
	{name: "a file", leave: `fs.writeFileSync(folder + "/x", "OUT")`},
	{name: "a file, later", leave: `fs.promises.writeFile(folder + "/x", "OUT")`},
	{name: "a folder", leave: `fs.mkdirSync(folder + "/OUT")`},
	{name: "another store", leave: `SqliteStore.fromConnString(folder + "/x.db").put(["a"], "k", { v: "OUT" })`},
	{name: "the exit", leave: `process.exit(7)`},
	{name: "a failure", leave: `throw new Error("OUT")`},
	{name: "effects once: console.log", leave: `console.log("OUT")`, options: `, { effects: "once" }`},
	{name: "effects once: a request", leave: `await fetch(url, { method: "POST", body: "OUT" })`, options: `, { effects: "once" }`},
	{name: "effects once: a file", leave: `fs.writeFileSync(folder + "/x", "OUT")`, options: `, { effects: "once" }`},
}

// binary is the hitlrun that TestMain built.
var binary string

func program(t *testing.T) string {
	t.Helper()
	if err := Available(); err != nil {
		t.Skipf("there is no file system to cut the power of: %v", err)
	}
	return binary
}

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "go-program" {
		os.Exit(goProgram(os.Args[2:]))
	}
	os.Exit(programtest.Main(m, &binary))
}

// TestWaysOut makes a node do what others see. What led to it is on the disk then.
func TestWaysOut(t *testing.T) {
	t.Parallel()
	binary := program(t)
	for _, way := range ways {
		t.Run(way.name, func(t *testing.T) {
			t.Parallel()
			l := newLab(t, binary)
			script := strings.NewReplacer("FIRST", way.first, "LEAVE", way.leave, "BOPTIONS", way.options).Replace(flow)
			l.cutting = true
			printed := l.run("", "start", l.write(script), "--thread", "t", "--input", "{}", "--allow-all")
			if way.name == "the exit" {
				l.cut()
			}
			l.next(printed)
			if s := l.state("t"); s.Values.N != 1 {
				t.Errorf("somebody outside has seen that n is 1; after the power cut the thread is %+v", s)
			}
		})
	}
}
