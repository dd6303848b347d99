// This file measures how much memory commands take for a store with a lot in it.

//go:build unix

package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/hitlrun/hitlrun"
)

// TestMemoryOfLists lists and checks a store that is larger than what the commands may take. It does not run beside others: the
// memory of the test itself counts as that of the commands until they are executed.
func TestMemoryOfLists(t *testing.T) { //nolint:paralleltest // see above
	k := newKiller(t)
	source := `
import { StateGraph, Annotation, interrupt, START, END } from "@langchain/langgraph";
export const graph = new StateGraph(Annotation.Root({ n: Annotation<number>() }))
  .addNode("ask", (s) => { interrupt(String(s.n).padEnd(100000, "x")); return {}; })
  .addEdge(START, "ask").addEdge("ask", END).compile();
`
	script, err := hitlrun.LoadSource("flow.ts", []byte(source), hitlrun.ScriptOptions{})
	if err != nil {
		t.Fatal(err)
	}
	store, err := hitlrun.Open(filepath.Join(k.dir, "hitlrun.db"), hitlrun.Options{})
	if err != nil {
		t.Fatal(err)
	}
	const count = 600 // of 100 kB
	for i := range count {
		if _, err := store.Start(t.Context(), script, hitlrun.Start{ThreadID: fmt.Sprint("t", i), Input: fmt.Appendf(nil, `{"n":%d}`, i)}); err != nil {
			t.Fatal(err)
		}
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(filepath.Join(k.dir, "hitlrun.db"))
	if err != nil || info.Size() < count*100000 {
		t.Fatal(info, err)
	}
	for _, args := range [][]string{{"threads"}, {"threads", "--json"}, {"doctor"}, {"backup", "copy.db"}, {"prune", "--checkpoints", "--keep-last", "1"}, {"prune", "--checkpoints", "--keep-last", "1", "--dry-run", "--json"}} {
		cmd := k.command(args...)
		cmd.Stdout, cmd.Stderr = io.Discard, io.Discard
		if err := cmd.Run(); err != nil {
			t.Fatalf("%v: %v", args, err)
		}
		const most = 90 << 20
		took := int64(cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss) //nolint:unconvert // an int32 on some machines
		if took < 1<<20 {                                                   // in KiB; macOS has bytes
			took <<= 10
		}
		if took > most {
			t.Errorf("hitlrun %v takes %d MB for a store of %d MB", args, took>>20, info.Size()>>20)
		}
		t.Logf("hitlrun %v: %d MB", args, took>>20)
	}
}
