// This file kills processes that run threads, and lets other processes find these threads and resume them.

package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun"
)

// The node says that it was called; it comes to its end when there is a file "go".
const lostScript = `
import { StateGraph, Annotation, interrupt, START, END } from "@langchain/langgraph";
import { appendFileSync, existsSync } from "node:fs";

const State = Annotation.Root({ id: Annotation<string>(), answer: Annotation<string>() });
export const graph = new StateGraph(State)
  .addNode("work", async (s) => {
    appendFileSync("log", s.id + "\n");
    if (!existsSync("go")) await new Promise((resolve) => setTimeout(resolve, 600000));
    if (s.id === "fails") throw new Error("no");
    return s.id === "asks" ? { answer: interrupt("Go on?") } : {};
  })
  .addEdge(START, "work").addEdge("work", END)
  .compile();
`

// calls returns how often the node was called for each thread.
func (k *killer) calls() map[string]int {
	n := map[string]int{}
	log, _ := os.ReadFile(filepath.Join(k.dir, "log"))
	for line := range strings.Lines(string(log)) {
		n[strings.TrimSpace(line)]++
	}
	return n
}

// list returns the threads that `hitlrun threads` shows.
func (k *killer) list(args ...string) (list []hitlrun.Thread) {
	k.t.Helper()
	code, out, errs := k.run(append([]string{"threads", "--json"}, args...)...)
	if err := json.Unmarshal([]byte(out), &list); err != nil || code != 0 {
		k.t.Fatalf("exit code %d, %v\n%s%s", code, err, out, errs)
	}
	return list
}

func TestLostThreads(t *testing.T) {
	t.Parallel()
	k := newKiller(t)
	if err := os.WriteFile(filepath.Join(k.dir, "flow.ts"), []byte(lostScript), 0o666); err != nil {
		t.Fatal(err)
	}
	grants := []string{"--allow-read", "--allow-write"}
	ids := []string{"a", "b", "c", "d", "asks", "fails"}
	var running []*exec.Cmd
	for _, id := range append(ids, "lives") {
		cmd := k.command(append([]string{"start", "flow.ts", "--thread", id, "--input", fmt.Sprintf(`{"id":%q}`, id)}, grants...)...)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		defer func() { cmd.Process.Kill(); cmd.Wait() }()
		running = append(running, cmd)
	}
	for deadline := time.Now().Add(30 * time.Second); len(k.calls()) < len(running); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("called were %v", k.calls())
		}
	}
	if list := k.list("--lost"); len(list) > 0 {
		t.Errorf("lost are %v, and all are being run", list)
	}
	if list := k.list("--status", "running"); len(list) != len(running) {
		t.Errorf("%d threads are running, want %d", len(list), len(running))
	}
	if code, out, _ := k.run("doctor"); code != 0 {
		t.Errorf("doctor while all are being run: exit code %d\n%s", code, out)
	}
	for _, cmd := range running[:len(ids)] {
		cmd.Process.Kill()
		cmd.Wait()
	}

	// They are distinguished from threads that run, and the output says what to do.
	if list := k.list("--lost"); len(list) != len(ids) || !list[0].Lost {
		t.Errorf("lost are %v", list)
	}
	for _, thread := range k.list() {
		if thread.Lost != (thread.ID != "lives") {
			t.Errorf("thread %s: lost %t", thread.ID, thread.Lost)
		}
	}
	_, out, errs := k.run("threads")
	if strings.Count(out, "running (lost)") != len(ids) || !strings.Contains(errs, "6 lost: the process is gone; to continue: hitlrun resume --thread ID, or hitlrun sweep --recover") {
		t.Errorf("threads:\n%s%s", out, errs)
	}
	_, out, _ = k.run("state", "--thread", "a")
	if !strings.Contains(out, "status: running (lost)\n") || !strings.Contains(out, "to continue: hitlrun resume --thread a\n") {
		t.Errorf("state:\n%s", out)
	}
	if _, out, _ = k.run("state", "--thread", "a", "--json"); !strings.Contains(out, `"status":"running"`) || !strings.Contains(out, `"lost":true`) {
		t.Errorf("state --json: %s", out)
	}
	if _, out, _ = k.run("state", "--thread", "lives"); !strings.Contains(out, "status: running\n") {
		t.Errorf("state of one that runs:\n%s", out)
	}
	code, out, _ := k.run("doctor")
	if code != 1 || strings.Count(out, "the process that ran the thread is gone") != len(ids) || !strings.Contains(out, `resume it: hitlrun resume --thread "a"`) {
		t.Errorf("doctor: exit code %d\n%s", code, out)
	}
	if code, out, _ = k.run("prune", "--done", "--error", "--older-than", "0s"); code != 0 || !strings.Contains(out, "deleted: 0 threads") {
		t.Errorf("prune: exit code %d\n%s", code, out)
	}

	// Several sweeps at once resume each of them once.
	if err := os.WriteFile(filepath.Join(k.dir, "go"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	var wg sync.WaitGroup
	recovered := map[string]int{}
	for range 5 {
		wg.Go(func() {
			_, out, errs := k.run(append([]string{"sweep", "--recover", "--json"}, grants...)...)
			var list []sweptDocument
			if err := json.Unmarshal([]byte(out), &list); err != nil {
				t.Errorf("%v\n%s%s", err, out, errs)
			}
			mu.Lock()
			defer mu.Unlock()
			for _, one := range list {
				recovered[one.ThreadID]++
				if !one.Recovered || (one.Error != "") != (one.ThreadID == "fails") {
					t.Errorf("sweep: %+v", one)
				}
			}
		})
	}
	wg.Wait()
	want := map[string]hitlrun.Status{"asks": hitlrun.StatusInterrupted, "fails": hitlrun.StatusError}
	for _, id := range ids {
		if recovered[id] != 1 || k.calls()[id] != 2 {
			t.Errorf("thread %s was recovered %d times, its node was called %d times", id, recovered[id], k.calls()[id])
		}
	}
	for _, thread := range k.list() {
		status := want[thread.ID]
		if status == "" {
			status = hitlrun.StatusDone
		}
		if thread.ID == "lives" {
			status = hitlrun.StatusRunning
		}
		if thread.Status != status || thread.Lost {
			t.Errorf("thread %s is %s, lost %t, want %s", thread.ID, thread.Status, thread.Lost, status)
		}
	}
	if n := k.calls()["lives"]; n != 1 {
		t.Errorf("the thread that is run was run %d times", n)
	}
	if code, out, _ := k.run(append([]string{"sweep", "--recover"}, grants...)...); code != 0 || out != "" {
		t.Errorf("another sweep: exit code %d\n%s", code, out)
	}
}

// TestPruneBeside kills prune again and again while threads are started, and starts it again: threads that wait
// or are new stay, all others are deleted, and the audit log verifies.
func TestPruneBeside(t *testing.T) {
	t.Parallel()
	k := newKiller(t)
	store, err := hitlrun.Open(filepath.Join(k.dir, "hitlrun.db"), hitlrun.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	script, err := hitlrun.Load(filepath.Join(k.dir, "flow.ts"), hitlrun.ScriptOptions{})
	if err != nil {
		t.Fatal(err)
	}
	const count = 400
	for i := range count {
		id := fmt.Sprint("t", i)
		if _, err := store.Start(t.Context(), script, hitlrun.Start{ThreadID: id, Input: fmt.Appendf(nil, `{"n":%d}`, i)}); err != nil {
			t.Fatal(err)
		}
		if i%4 > 0 {
			if _, err := store.Resume(t.Context(), id, hitlrun.Answer{Value: []byte(`"yes"`)}); err != nil {
				t.Fatal(err)
			}
		}
	}
	stop, stopped := make(chan struct{}), make(chan int)
	go func() {
		n := 0
		defer func() { stopped <- n }()
		for ; ; n++ {
			select {
			case <-stop:
				return
			default:
			}
			if _, err := store.Start(t.Context(), script, hitlrun.Start{ThreadID: fmt.Sprint("new", n), Input: []byte(`{"n":0}`)}); err != nil {
				t.Error(err)
				return
			}
		}
	}()
	killed := 0
	for i := range 12 {
		cmd := k.command("prune", "--done", "--older-than", "0s")
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(8+i) * time.Millisecond)
		cmd.Process.Kill()
		if cmd.Wait() != nil {
			killed++
		}
	}
	code, out, errs := k.run("prune", "--done", "--older-than", "0s")
	close(stop)
	made := <-stopped
	if code != 0 {
		t.Fatalf("exit code %d\n%s%s", code, out, errs)
	}
	t.Logf("%d of 12 were killed, %d threads were started meanwhile, at last: %s", killed, made, out)
	left := map[hitlrun.Status]int{}
	for _, thread := range k.list() {
		left[thread.Status]++
	}
	if len(left) != 1 || left[hitlrun.StatusInterrupted] != count/4+made {
		t.Errorf("left are %v, want %d that wait", left, count/4+made)
	}
	if code, out, _ := k.run("audit", "verify"); code != 0 {
		t.Errorf("audit verify: exit code %d\n%s", code, out)
	}
	if code, out, _ := k.run("doctor"); code != 0 || !strings.Contains(out, "the store is healthy") {
		t.Errorf("doctor: exit code %d\n%s", code, out)
	}
}
