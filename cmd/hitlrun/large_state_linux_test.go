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

// The run reads the state before it stays. If the command read it again after the limit, to return it or to find the question, it would
// take the processor time again, and several times the memory.
func TestLimitsOfLargeStates(t *testing.T) {
	t.Parallel()
	const limit, stateKB = "5s", 75_000 // the limit ends the run when it stays, also on a slow machine
	dir := t.TempDir()
	writeScript(t, dir, "graph.ts", largeGraph)
	makes := exec.Command("hitlrun", "start", "graph.ts", "--thread", "large", "--input", "{}", "--json") // nobody reads it
	makes.Dir, makes.Env = dir, append(os.Environ(), "TMPDIR="+dir)
	if err := makes.Run(); makes.ProcessState.ExitCode() != exitPaused {
		t.Fatal(err)
	}
	for _, c := range []struct{ line, stderr string }{
		{"resume --thread large --value true", "to answer otherwise: hitlrun resume --thread large --max-time=5s --value JSON\nto run the corrected graph.ts: hitlrun resume --thread large --max-time=5s --script current\n"},
		{"start graph.ts --thread large", "to answer otherwise: hitlrun resume --thread large --max-time=5s --value JSON\n"},
	} {
		cmd := exec.Command("hitlrun", append(strings.Fields(c.line), "--max-time", limit)...)
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
		used, read, peak := processorTime(t, cmd.Process.Pid), readBy(cmd.Process.Pid), peakOf(cmd.Process.Pid)
		if read < stateKB {
			t.Errorf("%s: it read %d KB before it stayed, and the state has %d", c.line, read, stateKB)
		}
		var exit *exec.ExitError
		if err := cmd.Wait(); !errors.As(err, &exit) || exit.ExitCode() != exitFailed {
			t.Fatalf("%s: %v", c.line, err)
		}
		if !strings.Contains(stderr.String(), "(see --max-time)\nthread: large\n") || !strings.HasSuffix(stderr.String(), c.stderr) {
			t.Errorf("%s: printed %q", c.line, stderr.String())
		}
		if all := int(cmd.ProcessState.UserTime() / (10 * time.Millisecond)); all-used > used/2 {
			t.Errorf("%s: it computed for %d ms until it stayed, and then for another %d", c.line, used*10, (all-used)*10)
		}
		last := <-peak
		if last.memory == 0 || last.memory > 4*stateKB {
			t.Errorf("%s: it took %d MB of memory for a state of %d MB", c.line, last.memory/1000, stateKB/1000)
		}
		if last.read-read > stateKB/10 {
			t.Errorf("%s: it read %d KB when it ended", c.line, last.read-read)
		}
	}
}

// peaks are what a process took until it ended.
type peaks struct{ memory, read int } // the most memory at a time, and what it read from files, in KB

// peakOf returns the peaks of a process, once it has ended. (What wait reports counts the memory of the process that started it, too.)
func peakOf(pid int) <-chan peaks {
	ended := make(chan peaks, 1)
	go func() {
		last := peaks{}
		for ; ; time.Sleep(5 * time.Millisecond) {
			data, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
			memory, found := number(data, "VmHWM:")
			if err != nil || !found { // it has ended
				ended <- last
				return
			}
			last = peaks{memory, max(last.read, readBy(pid))}
		}
	}()
	return ended
}

// readBy returns how much a process has read from files, in KB; 0 if it has ended.
func readBy(pid int) int {
	data, _ := os.ReadFile(fmt.Sprintf("/proc/%d/io", pid))
	n, _ := number(data, "rchar:")
	return n / 1000
}

// number returns the number after a name in a file of /proc.
func number(data []byte, name string) (n int, found bool) {
	_, rest, found := strings.Cut(string(data), name)
	if fields := strings.Fields(rest); found && len(fields) > 0 {
		n, err := strconv.Atoi(fields[0])
		return n, err == nil
	}
	return 0, false
}
