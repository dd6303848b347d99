//go:build unix

// This file has processes end that cannot be ended from inside: the engine does not hear, or nobody reads.

package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// deaf ends by no interrupt: it prints, and nobody reads.
const deaf = `for (;;) process.stdout.write("x".repeat(1000));`

// computes ends by no interrupt either, and waits for nobody: the time counts for --max-turn.
const computes = `eval("3n ** 100000000n");`

const deafGraph = `import { StateGraph, Annotation, START, interrupt } from "@langchain/langgraph";
const State = Annotation.Root({ mode: Annotation<string>() });
export const graph = new StateGraph(State)
  .addNode("one", (s) => { process.stdout.write("begun"); const mode = s.mode === "ask" ? interrupt("which?") : s.mode; if (mode === "deaf") { ` + deaf + ` } if (mode === "computes") { ` + computes + ` } return {}; })
  .addEdge(START, "one").compile();
`

// ends waits for cmd to end by itself, and returns its exit code.
func ends(t *testing.T, cmd *exec.Cmd) int {
	t.Helper()
	timer := time.AfterFunc(2*time.Minute, func() { _ = cmd.Process.Kill() })
	_ = cmd.Wait() // the exit code says how it ended
	if !timer.Stop() {
		t.Fatalf("%q did not end", cmd.Args)
	}
	return cmd.ProcessState.ExitCode()
}

func start(t *testing.T, dir string, stdout, stderr any, args ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command("hitlrun", args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "TMPDIR="+dir)
	switch to := stdout.(type) {
	case *bytes.Buffer:
		cmd.Stdout = to
	case *os.File:
		cmd.Stdout = to
	}
	switch to := stderr.(type) {
	case *bytes.Buffer:
		cmd.Stderr = to
	case *os.File:
		cmd.Stderr = to
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return cmd
}

func TestLimitsOfTheDeaf(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	writeScript(t, dir, "deaf.ts", deaf)
	writeScript(t, dir, "computes.ts", computes)
	writeScript(t, dir, "pattern.ts", `/(a+)+\1$/.test("a".repeat(60) + "b")`)
	writeScript(t, dir, "later.ts", "setTimeout(() => {"+computes+"}, 1)")
	writeScript(t, dir, "graph.ts", deafGraph)
	var out bytes.Buffer
	for _, thread := range []string{"asks", "waits"} {
		if code := ends(t, start(t, dir, &out, &out, "start", "graph.ts", "--thread", thread, "--input", `{"mode":"ask"}`)); code != exitPaused {
			t.Fatalf("exit code %d: %s", code, out.String())
		}
	}
	for _, c := range []struct{ line, stderr string }{
		{"run --max-time 200ms deaf.ts", "(see --max-time)\n"},
		{"run --max-turn 200ms computes.ts", "(see --max-turn)\n"},
		{"run --max-turn 200ms later.ts", "(see --max-turn)\n"},
		{"run --max-turn 200ms pattern.ts", "(see --max-turn)\n"},
		{"run --max-turn 200ms --json pattern.ts", "(see --max-turn)\"}}\n"},
		{"start graph.ts --thread new --input {\"mode\":\"computes\"} --max-turn 200ms", "(see --max-turn)\nthread: new\nto continue: hitlrun start graph.ts --thread new --max-turn=200ms\n"},
		{"resume --thread waits --text computes --max-turn 200ms", "(see --max-turn)\nthread: waits\nto continue: hitlrun resume --thread waits --max-turn=200ms\n"},
		{"resume --thread asks --text deaf --max-time 200ms", "(see --max-time)\nthread: asks\nto continue: hitlrun resume --thread asks --max-time=200ms\n" + // a write that nobody reads hears the limit
			"to answer otherwise: hitlrun resume --thread asks --max-time=200ms --value JSON\nto run the corrected graph.ts: hitlrun resume --thread asks --max-time=200ms --script current\n"},
	} {
		read, write, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		var stderr bytes.Buffer
		if code := ends(t, start(t, dir, write, &stderr, strings.Fields(c.line)...)); code != exitFailed || !strings.HasSuffix(stderr.String(), c.stderr) {
			t.Errorf("%s: exit code %d, printed %q, want %q at the end", c.line, code, stderr.String(), c.stderr)
		}
		read.Close()
		write.Close()
	}
	// The store is what a kill leaves.
	var stdout, stderr bytes.Buffer
	if code := ends(t, start(t, dir, &stdout, &stderr, "threads", "--lost")); code != 0 || strings.Count(stdout.String(), "running") != 2 {
		t.Errorf("exit code %d, lost: %s%s", code, stdout.String(), stderr.String())
	}
}

func TestSignalToTheDeaf(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	writeScript(t, dir, "graph.ts", deafGraph)
	for signal, code := range map[syscall.Signal]int{syscall.SIGTERM: 143, syscall.SIGINT: 130} {
		read, write, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		var stderr bytes.Buffer
		cmd := start(t, dir, write, &stderr, "start", "graph.ts", "--thread", signal.String(), "--input", `{"mode":"deaf"}`)
		write.Close()
		if _, err := read.Read(make([]byte, 5)); err != nil {
			t.Fatal(err)
		}
		_ = cmd.Process.Signal(signal)
		if got := ends(t, cmd); got != code || !strings.Contains(stderr.String(), "\nthread: "+signal.String()+"\n") {
			t.Errorf("%s: exit code %d, want %d: %s", signal, got, code, stderr.String())
		}
		read.Close()
	}
}

// Nobody reads what is printed, and the pipe is full.
func TestEndsUnread(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	writeScript(t, dir, "talks.ts", "for (;;) console.error('x'.repeat(1000))")
	for _, c := range []struct {
		args   []string
		signal bool
		code   int
	}{{[]string{"--max-time", "200ms"}, false, exitFailed}, {nil, true, 143}} {
		read, write, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		cmd := start(t, dir, write, write, append(append([]string{"run"}, c.args...), "talks.ts")...)
		write.Close()
		if c.signal {
			if _, err := read.Read(make([]byte, 1)); err != nil {
				t.Fatal(err)
			}
			_ = cmd.Process.Signal(syscall.SIGTERM)
		}
		if code := ends(t, cmd); code != c.code {
			t.Errorf("%q: exit code %d, want %d", c.args, code, c.code)
		}
		read.Close()
	}
}

// A command that runs no script ends too, here while nobody reads what it prints.
func TestSignalToACommandWithoutScript(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	writeScript(t, dir, "graph.ts", deafGraph)
	writeScript(t, dir, "input.json", `{"mode":"`+strings.Repeat("x", 1<<20)+`"}`)
	if cmd := start(t, dir, nil, nil, "start", "graph.ts", "--thread", "t", "--input", "@input.json"); ends(t, cmd) != exitDone {
		t.Fatal("start failed")
	}
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer read.Close()
	cmd := start(t, dir, write, nil, "state", "--thread", "t")
	write.Close()
	if _, err := read.Read(make([]byte, 1)); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Process.Signal(syscall.SIGTERM)
	if code := ends(t, cmd); code != 143 {
		t.Errorf("exit code %d, want 143", code)
	}
}

// A script on stdin has the bound of one in a file: what follows is not read.
func TestEndlessScriptOnStdin(t *testing.T) {
	t.Parallel()
	zero, err := os.Open("/dev/zero")
	if err != nil {
		t.Skipf("this machine has no endless file to read a script from: %v", err)
	}
	defer zero.Close()
	var stderr bytes.Buffer
	cmd := exec.Command("hitlrun", "run", "-")
	cmd.Stdin, cmd.Stderr = zero, &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if code := ends(t, cmd); code != exitFailed || !strings.Contains(stderr.String(), "read the script from stdin: it is larger than 32 MB") {
		t.Errorf("exit code %d: %s", code, stderr.String())
	}
}

// What Go prints when it ends the process goes to a report.
func TestReportOfACrash(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	writeScript(t, dir, "waits.ts", "console.log('begun'); setTimeout(() => {}, 1e9)")
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer read.Close()
	var stderr bytes.Buffer
	cmd := start(t, dir, write, &stderr, "run", "waits.ts")
	write.Close()
	if _, err := read.Read(make([]byte, 1)); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Process.Signal(syscall.SIGQUIT)
	code := ends(t, cmd)
	reports, _ := filepath.Glob(filepath.Join(dir, "hitlrun-crash-*"))
	if len(reports) != 1 {
		t.Skipf("no reports here: exit code %d, %d bytes on stderr", code, stderr.Len()) // see package fatal
	}
	if want := "hitlrun: the process had to end: the engine failed, which is a bug of hitlrun; a report is in " + reports[0] + "\n"; code != exitFailed || stderr.String() != want {
		t.Errorf("exit code %d, printed %q, want %q", code, stderr.String(), want)
	}
}
