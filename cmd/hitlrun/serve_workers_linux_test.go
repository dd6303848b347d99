// This file tests that the process which speaks HTTP runs no script: what ends a process ends a worker.

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

const killingFlow = `
import { StateGraph, Annotation, START, interrupt } from "@langchain/langgraph";
export const flow = new StateGraph(Annotation.Root({ how: Annotation<string>, a: Annotation<any> }))
  .addNode("do", (s) => {
    if (s.how === "memory") eval("1n << 10n ** 12n");
    if (s.how === "time") eval("(3n ** (10n ** 7n)) ** 50n");
    return { a: process.pid };
  })
  .addNode("ask", () => ({ a: interrupt(process.pid) })).addEdge(START, "do").addEdge("do", "ask").compile();`

// childrenOf returns the workers of a process.
func childrenOf(t *testing.T, pid int) (list []int) {
	t.Helper()
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range stats {
		data, err := os.ReadFile(path)
		if err != nil {
			continue // it has ended
		}
		own, rest, _ := strings.Cut(string(data), " (")
		fields := strings.Fields(rest[strings.LastIndexByte(rest, ')')+1:])
		if fields[0] != "Z" && fields[1] == strconv.Itoa(pid) {
			child, err := strconv.Atoi(own)
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, child)
		}
	}
	return list
}

func TestServeLives(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	writeScript(t, dir, "flow.ts", killingFlow)
	cmd, url, _ := serving(t, dir, "flow.ts", "--max-memory", "256MiB", "--max-time", "2s", "--workers", "1")
	post := func(how string) string { return postTo(t, url+"/chat", `{"input":{"how":"`+how+`"}}`) }
	for how, want := range map[string]string{"memory": "died 3 times: it ran out of memory", "time": "it ran for more than 2s"} {
		if got := post(how); !strings.Contains(got, want) {
			t.Errorf("%s: got %s, want %s", how, got, want)
		}
		got := post("fine")
		pids := childrenOf(t, cmd.Process.Pid)
		if len(pids) != 1 || !strings.Contains(got, fmt.Sprintf(`"interrupt":%d`, pids[0])) {
			t.Errorf("after %s the script says %s, and the workers of the server are %v", how, got, pids)
		}
		if answered := postTo(t, url+"/chat", `{"thread_id":"`+threadIn(got)+`","resume":"yes"}`); !strings.Contains(answered, `"a":"yes"`) {
			t.Errorf("after %s the answer to an answer is %s", how, answered)
		}
	}
	pids := childrenOf(t, cmd.Process.Pid)
	endServing(t, cmd)
	for _, pid := range pids {
		for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(5 * time.Millisecond) {
			if data, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid)); err != nil || strings.Contains(string(data), ") Z ") {
				break
			}
			if time.Now().After(deadline) {
				t.Fatalf("worker %d lives longer than its server", pid)
			}
		}
	}
}

func TestServeInProcess(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	writeScript(t, dir, "flow.ts", killingFlow)
	cmd, url, _ := serving(t, dir, "flow.ts", "--isolation", "in-process")
	if got := postTo(t, url+"/chat", `{"input":{"how":"fine"}}`); !strings.Contains(got, fmt.Sprintf(`"interrupt":%d`, cmd.Process.Pid)) {
		t.Errorf("got %s from the script in process %d", got, cmd.Process.Pid)
	}
	endServing(t, cmd)
}

// Runs under way have --drain to finish, and their clients get what came of them.
func TestServeDrains(t *testing.T) {
	t.Parallel()
	for _, isolation := range []string{"process", "in-process"} {
		dir := t.TempDir()
		writeScript(t, dir, "flow.ts", `
import { StateGraph, Annotation, START } from "@langchain/langgraph";
export const flow = new StateGraph(Annotation.Root({ a: Annotation<any> }))
  .addNode("wait", async () => { console.log("it waits"); await new Promise((r) => setTimeout(r, 3000)); return { a: "waited" }; }).addEdge(START, "wait").compile();`)
		cmd, first, out := servingTo(t, dir, "flow.ts", "--drain", "60s", "--isolation", isolation)
		url := strings.TrimSpace(first[strings.Index(first, "http"):])
		answer := make(chan string, 1)
		go func() { answer <- postTo(t, url+"/chat", `{"input":{}}`) }()
		if line, err := out.ReadString('\n'); err != nil || line != "it waits\n" {
			t.Fatalf("%q %v", line, err)
		}
		endServing(t, cmd)
		if got := <-answer; !strings.Contains(got, `"a":"waited"`) {
			t.Errorf("%s: got %s", isolation, got)
		}
	}
}

// A server that nobody asks gives back the memory that the bundler took at its start.
func TestServeReturnsMemory(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var b strings.Builder
	for i := range 40_000 {
		fmt.Fprintf(&b, "export function f%d(a: number, b: string): string { return a > %d ? b + a : `${b} ${a}`; }\n", i, i)
	}
	writeScript(t, dir, "large.ts", b.String())
	writeScript(t, dir, "flow.ts", `import * as large from "./large"; globalThis.f = large["f" + 1];`+killingFlow)
	cmd, _, _ := serving(t, dir, "flow.ts")
	peak := memoryOf(t, cmd.Process.Pid, "VmHWM")
	for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		if now := memoryOf(t, cmd.Process.Pid, "VmRSS"); now < peak/2 {
			break
		} else if time.Now().After(deadline) {
			t.Fatalf("the server has %d KiB of the %d that it took at its start", now, peak)
		}
	}
	endServing(t, cmd)
}

// memoryOf returns a figure of /proc/PID/status, in KiB.
func memoryOf(t *testing.T, pid int, name string) int {
	t.Helper()
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(data), name+":")
	n, err := strconv.Atoi(strings.Fields(rest)[0])
	if err != nil {
		t.Fatal(err)
	}
	return n
}
