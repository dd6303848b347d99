//go:build unix

// This file tests hitlrun serve as a process: it serves the graphs of a langgraph.json, ends at SIGTERM, and goes on when it starts again.

package main

import (
	"bufio"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func TestServeProcess(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	writeScript(t, dir, "flow.ts", `
import { StateGraph, Annotation, START, interrupt } from "@langchain/langgraph";
export const flow = new StateGraph(Annotation.Root({ a: Annotation<any> }))
  .addNode("ask", () => ({ a: interrupt("go on?") })).addEdge(START, "ask").compile();`)
	if err := os.WriteFile(filepath.Join(dir, "langgraph.json"), []byte(`{"graphs":{"approval":"./flow.ts:flow"},"node_version":"20"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	post := func(url, body string) string {
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
	thread := ""
	for _, body := range []string{`{"input":{}}`, `{"thread_id":"ID","resume":false}`} {
		out, in, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		cmd := start(t, dir, in, os.Stderr, "serve", "--config", "langgraph.json", "--addr", "127.0.0.1:0", "--db", "test.db")
		in.Close()
		line, err := bufio.NewReader(out).ReadString('\n')
		if err != nil || !strings.HasPrefix(line, "serving approval at http://127.0.0.1:") {
			t.Fatal(line, err)
		}
		url := strings.TrimSpace(line[strings.Index(line, "http"):])
		got := post(url+"/chat", strings.Replace(body, "ID", thread, 1))
		if thread == "" {
			_, rest, _ := strings.Cut(got, `"thread_id":"`)
			thread, _, _ = strings.Cut(rest, `"`)
			if !strings.Contains(got, `"interrupt":"go on?"`) {
				t.Error(got)
			}
		} else if !strings.Contains(got, `"values":{"a":false}`) {
			t.Error(got)
		}
		if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
		ends(t, cmd)
		out.Close()
	}
}
