// This file tests the line that shows progress on a terminal.

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const slowFlow = `
import { Annotation, START, StateGraph } from "@langchain/langgraph";
export default new StateGraph(Annotation.Root({ n: Annotation<number>() }))
  .addNode("slow", async () => {
    await new Promise((r) => setTimeout(r, 1500));
    console.log("half way");
    await new Promise((r) => setTimeout(r, 1500));
    return { n: 2 };
  })
  .addEdge(START, "slow").compile();
`

func TestProgress(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "slow.ts"), []byte(slowFlow), 0o644); err != nil {
		t.Fatal(err)
	}
	c := onConsole(t, dir, nil, "start", "slow.ts", "--thread", "t", "--input", "{}")
	c.expect("\r\x1b[Ksuperstep 1: slow (1s)")
	c.expect("\r\x1b[Khalf way\r\n")
	c.expect("\r\x1b[Ksuperstep 1: slow (")
	c.expect("\r\x1b[Kthread: t\r\n")
	c.expect("status: done")
	c.exits(exitDone)

	for _, env := range [][]string{{"TERM=dumb"}, nil} {
		args := []string{"start", "slow.ts", "--thread", "u", "--input", "{}"}
		if env == nil {
			args = append(args, "--json")
		}
		c := onConsole(t, dir, env, args...)
		c.exits(exitDone)
		if text := c.text(); !strings.Contains(text, "half way\n") || strings.Contains(text, "superstep") {
			t.Errorf("got %q", text)
		}
	}
}
