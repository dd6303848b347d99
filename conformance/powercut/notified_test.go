//go:build linux

// This file cuts the power at the instant at which a caller is notified: of the command line, of the Go
// API, of a script, and of who reads what another process has stored.

package powercut

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun"
)

// paused is a graph that asks at once, and counts.
const paused = `
import { Annotation, END, START, StateGraph, interrupt } from "@langchain/langgraph";
import { functions } from "hitlrun";
const State = Annotation.Root({ n: Annotation<number>, m: Annotation<number> });
export const graph = new StateGraph(State)
  .addNode("a", () => ({ n: 1 }))
  .addNode("c", () => ({ m: Number(interrupt("how many?")) }))
  .addNode("d", async (s) => { CALL; return { n: s.n + 1 }; })
  .addEdge(START, "a").addEdge("a", "c").addEdge("c", "d").addEdge("d", END).compile();
`

// TestNotified cuts when a command has printed what it did.
func TestNotified(t *testing.T) {
	t.Parallel()
	binary := program(t)
	asked := func(s state) bool { return s.Values.N == 1 && s.Status == "interrupted" && len(s.Interrupts) == 1 }
	done := func(s state) bool { return s.Values.N == 2 && s.Values.M == 3 && s.Status == "done" }
	gone := func(s state) bool { return s.Status == "" }
	for _, tt := range []struct {
		name, words string
		before      bool // the thread was started before
		args        []string
		want        func(state) bool
	}{
		{"a start", "interrupted", false, []string{"start", "flow.ts", "--thread", "t", "--input", "{}"}, asked},
		{"an update", `"a"`, false, []string{"start", "flow.ts", "--thread", "t", "--input", "{}", "--stream", "--json"}, func(s state) bool { return s.Values.N == 1 }},
		{"an answer", "done", true, []string{"resume", "--thread", "t", "--value", "3"}, done},
		{"an update behind an answer", `"c"`, true, []string{"resume", "--thread", "t", "--value", "3", "--stream", "--json"}, func(s state) bool { return s.Values.M == 3 }},
		{"a deletion", "deleted", true, []string{"delete", "--thread", "t"}, gone},
		{"pruned threads", "t", true, []string{"prune", "--done", "--older-than", "0s"}, gone},
		{"a copy", "copy.db", true, []string{"backup", "DISK/copy.db"}, asked},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			l := newLab(t, binary)
			l.write(strings.Replace(paused, "CALL", "", 1))
			if tt.before {
				l.fs.SlowSyncs(0)
				if out, err := l.command("start", "flow.ts", "--thread", "t", "--input", "{}").CombinedOutput(); err != nil && !asked(l.state("t")) {
					t.Fatalf("%v: %s", err, out)
				}
				if tt.name == "pruned threads" {
					_ = l.command("resume", "--thread", "t", "--value", "3").Run()
				}
				l.fs.SlowSyncs(slow)
			}
			for i := range tt.args {
				tt.args[i] = strings.Replace(tt.args[i], "DISK", l.fs.Dir(), 1)
			}
			l.cutting = true
			l.next(l.run(tt.words, tt.args...))
			if tt.name == "a copy" {
				l.db = "copy.db"
			}
			if s := l.state("t"); !tt.want(s) {
				t.Errorf("after the power cut the thread is %+v", s)
			}
		})
	}
}

// TestScriptsNotified has scripts with a checkpointer of their own print what they did, and others read it.
func TestScriptsNotified(t *testing.T) {
	t.Parallel()
	binary := program(t)
	const head = `
import { Annotation, Command, END, START, StateGraph, interrupt } from "@langchain/langgraph";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
const checkpointer = SqliteSaver.fromConnString(process.env.DISK + "/script.db");
const State = Annotation.Root({ n: Annotation<number>({ reducer: (a, b) => a + b, default: () => 0 }) });
const graph = new StateGraph(State).addNode("a", () => ({ n: Number(interrupt("?")) })).addEdge(START, "a").addEdge("a", END).compile({ checkpointer });
const config: any = { configurable: { thread_id: "t" } };
`
	const show = `const s = await graph.getState(config); console.log(JSON.stringify([s.values.n ?? null, s.next.length]));`
	for _, tt := range []struct{ name, before, script, want string }{
		{"invoke", "", `await graph.invoke({ n: 1 }, config); console.log("OUT");`, "[1,1]"},
		{"invoke, durability exit", "", `await graph.invoke({ n: 1 }, { ...config, durability: "exit" }); console.log("OUT");`, "[1,1]"},
		{"an answer", `await graph.invoke({ n: 1 }, config);`, `await graph.invoke(new Command({ resume: 5 }), config); console.log("OUT");`, "[6,0]"},
		{"updateState", `await graph.invoke({ n: 1 }, config);`, `await graph.updateState(config, { n: 10 }, "a"); console.log("OUT");`, "[11,0]"},
		{"deleteThread", `await graph.invoke({ n: 1 }, config);`, `await checkpointer.deleteThread("t"); console.log("OUT");`, "[null,0]"},
		{"putWrites", `await graph.invoke({ n: 1 }, config);`,
			`const c = (await graph.getState(config)).config; await checkpointer.putWrites(c, [["n", 7]], "00000000-0000-0000-0000-000000000000"); console.log("OUT");`, "[8,1]"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			l := newLab(t, binary)
			l.fs.SlowSyncs(0)
			l.run("", "run", "--allow-all", l.write(head+tt.before))
			l.fs.SlowSyncs(slow)
			l.cutting = true
			l.next(l.run("", "run", "--allow-all", l.write(head+tt.script)))
			if got := strings.TrimSpace(l.run("", "run", "--allow-all", l.write(head+show))); got != tt.want {
				t.Errorf("after the power cut the state is %s, want %s", got, tt.want)
			}
		})
	}
}

// TestReadByOthers lets a process read what another one has committed and not synced. Nothing of it has left that process, which only
// computes. Once the reader shows it to somebody, it is on the disk after the power cut.
func TestReadByOthers(t *testing.T) {
	t.Parallel()
	binary := program(t)
	for _, tt := range []struct {
		name, words string
		args        []string
		want        func(state) bool
	}{
		{"state", `"n"`, []string{"state", "--thread", "t"}, func(s state) bool { return s.Values.N == 1 }},
		{"history", `{"n":1`, []string{"history", "--thread", "t"}, func(s state) bool { return s.Values.N == 1 }},
		{"threads", "running", []string{"threads"}, func(s state) bool { return s.Status != "" }},
		{"audit", `"kind":"start"`, []string{"audit", "--json"}, func(s state) bool { return s.Status != "" }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			l := newLab(t, binary)
			script := strings.NewReplacer("FIRST", "", "LEAVE", "busy(30000)", "BOPTIONS", "").Replace(flow)
			computing := l.command("start", l.write(script), "--thread", "t", "--input", "{}", "--allow-all")
			if err := computing.Start(); err != nil {
				t.Fatal(err)
			}
			defer computing.Wait()
			defer computing.Process.Kill()
			l.cutting = true
			printed := ""
			for end := time.Now().Add(20 * time.Second); !l.isCut() && time.Now().Before(end); { // until there is something to read
				printed = l.run(tt.words, tt.args...)
			}
			_ = computing.Process.Kill()
			_ = computing.Wait()
			l.next(printed)
			if s := l.state("t"); !tt.want(s) {
				t.Errorf("somebody has read %s; after the power cut the thread is %+v", printed, s)
			}
		})
	}
}

// TestWaits cuts while a process waits: time has passed, and what was done before is there.
func TestWaits(t *testing.T) {
	t.Parallel()
	l := newLab(t, program(t))
	script := strings.NewReplacer("FIRST", "", "LEAVE", "await sleep(8000)", "BOPTIONS", "").Replace(flow)
	l.cutting = true
	time.AfterFunc(4*time.Second, l.cut) // long after the process began to wait
	l.next(l.run("", "start", l.write(script), "--thread", "t", "--input", "{}", "--allow-all"))
	if s := l.state("t"); s.Values.N != 1 {
		t.Errorf("after the power cut the thread is %+v", s)
	}
}

// TestDurabilitySync cuts while a node computes: with durability "sync" all supersteps before it are there.
func TestDurabilitySync(t *testing.T) {
	t.Parallel()
	l := newLab(t, program(t))
	const script = `
import { Annotation, END, START, StateGraph } from "@langchain/langgraph";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
const checkpointer = SqliteSaver.fromConnString(process.env.DISK + "/script.db");
const busy = (ms: number) => { const end = Date.now() + ms; while (Date.now() < end); };
const State = Annotation.Root({ n: Annotation<number> });
const graph = new StateGraph(State).addNode("a", () => ({ n: 1 })).addNode("b", () => { busy(60_000); return { n: 2 }; })
  .addEdge(START, "a").addEdge("a", "b").addEdge("b", END).compile({ checkpointer });
const config: any = { configurable: { thread_id: "t" }, durability: "sync" };
`
	begin := time.Now()
	l.run("", "run", l.write("console.log(1);"))
	starts := time.Since(begin) // as long as a start takes on this machine
	l.cutting = true
	time.AfterFunc(time.Second+5*starts, l.cut)
	l.next(l.run("", "run", "--allow-all", l.write(script+"await graph.invoke({}, config);")))
	const show = "console.log((await graph.getState(config)).values.n);"
	if got := strings.TrimSpace(l.run("", "run", "--allow-all", l.write(script+show))); got != "1" {
		t.Errorf("after the power cut n is %s", got)
	}
}

// TestEffectKey cuts when the server has seen a request of a node with effects: "once". It gets the same
// request, with the same key, when the thread is resumed: what the request was made of was on the disk.
func TestEffectKey(t *testing.T) {
	t.Parallel()
	l := newLab(t, program(t))
	leave := `const body = JSON.stringify([Math.random(), Date.now(), crypto.randomUUID()]); await fetch(url, { method: "POST", body })`
	script := strings.NewReplacer("FIRST", "", "LEAVE", leave, "await sleep(5000);", "", "BOPTIONS", `, { effects: "once" }`).Replace(flow)
	l.cutting = true
	l.next(l.run("", "start", l.write(script), "--thread", "t", "--input", "{}", "--allow-all"))
	if out, err := l.command("resume", "--thread", "t", "--allow-all").CombinedOutput(); l.state("t").Status != "interrupted" {
		t.Fatalf("the thread is not resumed: %v: %s", err, out)
	}
	if len(l.seen) != 2 || l.seen[0] != l.seen[1] || strings.HasPrefix(l.seen[0], " ") {
		t.Errorf("the server saw %q, want one request twice, with a key", l.seen)
	}
}

// TestGoProgram is TestNotified for a Go program.
func TestGoProgram(t *testing.T) {
	t.Parallel()
	binary := program(t)
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name string
		want func(s state) bool
	}{
		{"Start", func(s state) bool { return s.Status == "interrupted" && s.Values.N == 1 }},
		{"Resume", func(s state) bool { return s.Status == "done" && s.Values.N == 2 }},
		{"ErrResolved", func(s state) bool { return s.Status == "done" }},
		{"Delete", func(s state) bool { return s.Status == "" }},
		{"Function", func(s state) bool { return s.Values.M == 3 }},
		{"OnUpdate", func(s state) bool { return s.Values.M == 3 }},
		{"Sweep", func(s state) bool { return s.Status == "done" && s.Values.M == 4 }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			l := newLab(t, exe)
			l.write(strings.NewReplacer("CALL", "await functions.call()", `interrupt("how many?")`, `interrupt("how many?", { timeout: 1, onTimeout: 4 })`).Replace(paused))
			l.cutting = true
			l.next(l.run("", "go-program", tt.name, l.fs.Dir()))
			l.binary = binary
			if s := l.state("t"); !tt.want(s) {
				t.Errorf("after the power cut the thread is %+v", s)
			}
		})
	}
}

// goProgram is a Go program with a store: it does something and says so.
func goProgram(args []string) int {
	what, dir := args[0], args[1]
	say := func() {
		fmt.Println("O" + "UT")
		time.Sleep(5 * time.Second) // it is killed meanwhile
	}
	err := func() error {
		ctx := context.Background()
		options := hitlrun.ScriptOptions{Functions: map[string]hitlrun.Function{
			"call": hitlrun.Func(func(context.Context, any) (any, error) {
				if what == "Function" {
					say()
				}
				return nil, nil
			}),
		}}
		store, err := hitlrun.Open(filepath.Join(dir, "hitlrun.db"), hitlrun.Options{Script: options})
		if err != nil {
			return err
		}
		script, err := hitlrun.Load("flow.ts", options)
		if err != nil {
			return err
		}
		if what == "FailedSync" {
			return failedSync(ctx, store, script)
		}
		_, err = store.Start(ctx, script, hitlrun.Start{ThreadID: "t", Input: []byte("{}")})
		if err != nil || what == "Start" {
			return err
		}
		switch what {
		case "Delete":
			return store.Delete(ctx, "t")
		case "Sweep":
			time.Sleep(5 * time.Millisecond)
			swept, err := store.Sweep(ctx, hitlrun.Sweep{})
			if err == nil && (len(swept) != 1 || swept[0].Err != nil) {
				err = fmt.Errorf("swept %+v", swept)
			}
			return err
		}
		answer := hitlrun.Answer{Value: []byte("3"), Script: script}
		if what == "OnUpdate" {
			answer.OnUpdate = func([]string, json.RawMessage) { say() }
		}
		_, err = store.Resume(ctx, "t", answer)
		if what == "ErrResolved" && err == nil {
			_, err = store.Resume(ctx, "t", answer)
			fmt.Println(err)
			return nil
		}
		return err
	}()
	if err != nil {
		fmt.Println("error:", err)
		return 1
	}
	say()
	return 0
}
