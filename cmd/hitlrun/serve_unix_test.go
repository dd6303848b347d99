//go:build unix

// This file tests hitlrun serve as a process: it serves the graphs of a langgraph.json, ends at SIGTERM, and continues its runs when it starts again.

package main

import (
	"bufio"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

const servedFlow = `
import { StateGraph, Annotation, START, interrupt } from "@langchain/langgraph";
let runs = 0;
export const flow = new StateGraph(Annotation.Root({ a: Annotation<any>, runs: Annotation<number> }))
  .addNode("count", () => ({ runs: ++runs })).addNode("ask", () => ({ a: interrupt("go on?") })).addEdge(START, "count").addEdge("count", "ask").compile();`

// serving starts hitlrun serve in a folder, and returns its address, and what it says first.
func serving(t *testing.T, dir string, args ...string) (cmd *exec.Cmd, url, first string) {
	t.Helper()
	cmd, first, _ = servingTo(t, dir, args...)
	return cmd, strings.TrimSpace(first[strings.Index(first, "http"):]), first
}

// servingTo is serving, with all that it says behind that.
func servingTo(t *testing.T, dir string, args ...string) (cmd *exec.Cmd, first string, rest *bufio.Reader) {
	t.Helper()
	return servingWith(t, dir, os.Stderr, args...)
}

// servingWith is servingTo with a file for what the server prints on stderr.
func servingWith(t *testing.T, dir string, stderr *os.File, args ...string) (cmd *exec.Cmd, first string, rest *bufio.Reader) {
	t.Helper()
	out, in, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { out.Close() })
	cmd = start(t, dir, in, stderr, append([]string{"serve", "--addr", "127.0.0.1:0", "--db", "test.db"}, args...)...)
	t.Cleanup(func() { _ = cmd.Process.Kill() }) // unless the test has ended it
	in.Close()
	rest = bufio.NewReader(out)
	first, err = rest.ReadString('\n')
	if err != nil || !strings.Contains(first, " at http://127.0.0.1:") {
		t.Fatal(first, err)
	}
	return cmd, first, rest
}

// endServing ends a server as an operator does.
func endServing(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	ends(t, cmd)
}

func postTo(t *testing.T, url, body string) string {
	t.Helper()
	resp, err := http.Post(url, "application/json", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// threadIn returns the thread_id of an answer.
func threadIn(answer string) string {
	_, rest, _ := strings.Cut(answer, `"thread_id":"`)
	id, _, _ := strings.Cut(rest, `"`)
	return id
}

func TestServeProcess(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	writeScript(t, dir, "flow.ts", servedFlow)
	if err := os.WriteFile(filepath.Join(dir, "langgraph.json"), []byte(`{"graphs":{"approval":"./flow.ts:flow"},"node_version":"20"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd, url, first := serving(t, dir, "--config", "langgraph.json")
	if !strings.HasPrefix(first, "serving approval at ") {
		t.Error(first)
	}
	asked := postTo(t, url+"/chat", `{"input":{}}`)
	if !strings.Contains(asked, `"interrupt":"go on?"`) {
		t.Error(asked)
	}
	endServing(t, cmd)
	if err := os.Rename(filepath.Join(dir, "langgraph.json"), filepath.Join(dir, "graphs.conf")); err != nil {
		t.Fatal(err)
	}
	cmd, url, _ = serving(t, dir, "--config", "graphs.conf")
	if got := postTo(t, url+"/chat", `{"thread_id":"`+threadIn(asked)+`","resume":false}`); !strings.Contains(got, `"values":{"a":false`) {
		t.Error(got)
	}
	endServing(t, cmd)
}

func TestServeReusesVMs(t *testing.T) {
	t.Parallel()
	for flag, want := range map[string]string{"--reuse-vms": `"runs":2`, "--reuse-vms=false": `"runs":1`} {
		dir := t.TempDir()
		writeScript(t, dir, "flow.ts", servedFlow)
		cmd, url, _ := serving(t, dir, "flow.ts", flag)
		postTo(t, url+"/chat", `{"input":{}}`)
		second := threadIn(postTo(t, url+"/chat", `{"input":{}}`))
		if got := postTo(t, url+"/chat", `{"thread_id":"`+second+`","resume":true}`); !strings.Contains(got, want) {
			t.Errorf("with %s the second run gives %s, want %s", flag, got, want)
		}
		endServing(t, cmd)
	}
}

// TestServeIdleConnections opens 10,000 connections that send nothing, and some that send a header byte by byte: others are served, and the
// slow ones are closed.
func TestServeIdleConnections(t *testing.T) {
	if testing.Short() {
		t.Skip("it opens 10,000 connections")
	}
	var files syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &files); err != nil {
		t.Fatal(err)
	}
	if files.Cur > 15000 { // else the others could open none
		t.Parallel()
	}
	dir := t.TempDir()
	writeScript(t, dir, "flow.ts", servedFlow)
	cmd, url, _ := serving(t, dir, "flow.ts")
	address := strings.TrimPrefix(url, "http://")
	var open []net.Conn
	defer func() {
		for _, c := range open {
			c.Close()
		}
	}()
	for len(open) < 10000 {
		c, err := net.Dial("tcp", address)
		if err != nil && len(open) >= 400 { // this process may not open more
			for _, c := range open[len(open)-200:] {
				c.Close()
			}
			open = open[:len(open)-200]
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		open = append(open, c)
	}
	slow, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer slow.Close()
	began, closed := time.Now(), make(chan time.Duration, 1)
	go func() {
		for _, err := io.WriteString(slow, "POST /chat HTTP/1.1\r\nX-Slow: "); err == nil; _, err = io.WriteString(slow, "a") {
			time.Sleep(100 * time.Millisecond)
		}
		closed <- time.Since(began)
	}()
	for range 5 {
		if got := postTo(t, url+"/chat", `{"input":{}}`); !strings.Contains(got, `"interrupt":"go on?"`) {
			t.Errorf("beside %d idle connections the answer is %s", len(open), got)
		}
	}
	t.Logf("%d connections, served after %v", len(open), time.Since(began))
	select {
	case <-closed:
	case <-time.After(time.Minute):
		t.Error("a connection that sends its header byte by byte stays open")
	}
	endServing(t, cmd)
}

// TestServeWatch edits the script under a server: new threads use the new version, a thread that waits is resumed with the
// version that it began with, and a version that does not load changes nothing.
func TestServeWatch(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	flow := func(word string) string {
		return strings.Replace(servedFlow, "interrupt(", `"`+word+` " + interrupt(`, 1)
	}
	writeScript(t, dir, "flow.ts", flow("old"))
	said, stderr, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { said.Close() })
	cmd, first, _ := servingWith(t, dir, stderr, "flow.ts", "--watch")
	stderr.Close()
	lines := bufio.NewScanner(said)
	says := func(part string) {
		t.Helper()
		for lines.Scan() {
			if strings.Contains(lines.Text(), part) {
				return
			}
		}
		t.Fatalf("the server does not say %q", part)
	}
	url := strings.TrimSpace(first[strings.Index(first, "http"):])
	begin := func() string { return threadIn(postTo(t, url+"/chat", `{"input":{}}`)) }
	answer := func(thread string) string {
		return postTo(t, url+"/chat", `{"thread_id":"`+thread+`","resume":"yes"}`)
	}
	waiting := begin()
	writeScript(t, dir, "flow.ts", flow("new"))
	says("is used for new threads")
	if got := answer(begin()); !strings.Contains(got, "new yes") {
		t.Errorf("a new thread does not get the edited script: %s", got)
	}
	if got := answer(waiting); !strings.Contains(got, "old yes") {
		t.Errorf("a thread that waited continues as %s", got)
	}
	writeScript(t, dir, "flow.ts", "export const flow = ")
	says("cannot be loaded and is not used")
	if got := answer(begin()); !strings.Contains(got, "new yes") {
		t.Errorf("a script that does not load is used: %s", got)
	}
	pipe := filepath.Join(dir, "flow.ts")
	if err := errors.Join(os.Remove(pipe), syscall.Mkfifo(pipe, 0o600)); err != nil {
		t.Fatal(err)
	}
	says("is not a regular file")
	if err := os.Remove(pipe); err != nil {
		t.Fatal(err)
	}
	writeScript(t, dir, "flow.ts", flow("newer"))
	says("is used for new threads")
	if got := answer(begin()); !strings.Contains(got, "newer yes") {
		t.Errorf("a script that was repaired is not used: %s", got)
	}
	go func() { _, _ = io.Copy(io.Discard, said) }()
	endServing(t, cmd)
}
