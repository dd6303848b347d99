// This file has commands end at a limit whose threads have large states.

package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"
)

// largeGraph makes a state of 75 MB. Then it asks, and stays in that node.
const largeGraph = `import { StateGraph, Annotation, START, interrupt } from "@langchain/langgraph";
const State = Annotation.Root({ a: Annotation<string>(), b: Annotation<string>(), c: Annotation<string>() });
export const graph = new StateGraph(State)
  .addNode("fill", () => { const large = "x".repeat(25_000_000); return { a: large, b: large, c: large }; })
  .addNode("stay", async () => { interrupt("go?"); console.log("it stays"); await new Promise(() => { setTimeout(() => {}, 1e9); }); return {}; })
  .addEdge(START, "fill").addEdge("fill", "stay").compile();
`

// The run reads the state once. If the command read it again after the limit, to return it or to find the question, it would
// take several times its size.
func TestLimitsOfLargeStates(t *testing.T) {
	t.Parallel()
	const limit, stateKB = 2 * time.Second, 75_000
	dir := t.TempDir()
	writeScript(t, dir, "graph.ts", largeGraph)
	makes := exec.Command("hitlrun", "start", "graph.ts", "--thread", "large", "--input", "{}", "--json") // nobody reads it
	makes.Dir, makes.Env = dir, append(os.Environ(), "TMPDIR="+dir)
	if err := makes.Run(); makes.ProcessState.ExitCode() != exitPaused {
		t.Fatal(err)
	}
	for _, c := range []struct{ line, stderr string }{
		{"resume --thread large --value true", "to answer otherwise: hitlrun resume --thread large --max-time=2s --value JSON\nto run the corrected graph.ts: hitlrun resume --thread large --max-time=2s --script current\n"},
		{"start graph.ts --thread large", "to answer otherwise: hitlrun resume --thread large --max-time=2s --value JSON\n"},
	} {
		cmd := exec.Command("hitlrun", append(strings.Fields(c.line), "--max-time", limit.String())...)
		var stderr bytes.Buffer
		cmd.Dir, cmd.Env, cmd.Stderr = dir, append(os.Environ(), "TMPDIR="+dir), &stderr
		stdout, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		if line, err := bufio.NewReader(stdout).ReadString('\n'); err != nil || line != "it stays\n" {
			t.Errorf("%s: printed %q: %v", c.line, line, err)
		}
		began := time.Now() // the limit counts from before
		peak := peakOf(cmd.Process.Pid)
		var exit *exec.ExitError
		if err := cmd.Wait(); !errors.As(err, &exit) || exit.ExitCode() != exitFailed {
			t.Fatalf("%s: %v", c.line, err)
		}
		took := time.Since(began)
		if !strings.Contains(stderr.String(), "(see --max-time)\nthread: large\n") || !strings.HasSuffix(stderr.String(), c.stderr) {
			t.Errorf("%s: printed %q", c.line, stderr.String())
		}
		if took > limit+time.Second { // this tests time
			t.Errorf("%s: it ran for %s with a limit of %s", c.line, took, limit)
		}
		if used := <-peak; used == 0 || used > 4*stateKB {
			t.Errorf("%s: it took %d MB of memory for a state of %d MB", c.line, used/1000, stateKB/1000)
		}
	}
}

// peakOf returns the peak of the memory of a process in KiB, once it has ended. (What wait reports counts the memory of the process that
// started it, too.)
func peakOf(pid int) <-chan int {
	peak := make(chan int, 1)
	go func() {
		last := 0
		for ; ; time.Sleep(5 * time.Millisecond) {
			data, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
			_, rest, found := strings.Cut(string(data), "VmHWM:")
			if err != nil || !found { // it has ended
				peak <- last
				return
			}
			if n, err := strconv.Atoi(strings.Fields(rest)[0]); err == nil {
				last = n
			}
		}
	}()
	return peak
}
