// This file has processes with clocks that are hours apart work on the same threads.

package torture

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const asking = `
import { Annotation, END, START, StateGraph } from "@langchain/langgraph";
import { interrupt } from "hitlrun";
const State = Annotation.Root({ log: Annotation<string[]>({ reducer: (a, b) => [...a, ...b], default: () => [] }) });
const ask = (name: string) => () => ({ log: [interrupt(name, { timeout: "30m", onTimeout: "late " + name })] });
export const graph = new StateGraph(State).addNode("one", ask("one")).addNode("two", ask("two")).addNode("three", ask("three"))
  .addEdge(START, "one").addEdge("one", "two").addEdge("two", "three").addEdge("three", END).compile();
`

// TestTwoClocks answers questions and applies deadlines from processes whose clocks are an hour ahead and an hour behind.
func TestTwoClocks(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it builds the program with another clock")
	}
	dir := t.TempDir()
	binary, err := buildProgram(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "flow.ts"), []byte(asking), 0o644); err != nil {
		t.Fatal(err)
	}
	const hour = 3600
	run := func(clock, code int, args ...string) string {
		t.Helper()
		cmd := exec.Command(binary, args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "NO_COLOR=1", "XDG_CACHE_HOME="+dir, "HOME="+dir, fmt.Sprintf("%s=%d", clockStep, clock))
		out, _ := cmd.CombinedOutput()
		if got := cmd.ProcessState.ExitCode(); got != code {
			t.Fatalf("%s, clock %+d s: exit code %d, want %d: %s", strings.Join(args, " "), clock, got, code, out)
		}
		return string(out)
	}
	log := func(thread string) string {
		t.Helper()
		var doc struct{ Values struct{ Log []string } }
		if err := json.Unmarshal([]byte(run(0, 0, "state", "--json", "--thread", thread)), &doc); err != nil {
			t.Fatal(err)
		}
		return strings.Join(doc.Values.Log, ", ")
	}
	// Answers: each process has a clock that is behind that of the one before.
	run(hour, 3, "start", "flow.ts", "--thread", "a", "--input", "{}")
	run(0, 3, "resume", "--thread", "a", "--text", "1")
	run(-hour, 3, "resume", "--thread", "a", "--text", "2")
	run(-2*hour, 0, "resume", "--thread", "a", "--text", "3")
	if got := log("a"); got != "1, 2, 3" {
		t.Errorf("the answers are %q", got)
	}
	run(0, 4, "resume", "--thread", "a", "--text", "4", "--interrupt", first(run(0, 0, "audit", "--json", "--thread", "a")))
	var history []struct{ Step int }
	if err := json.Unmarshal([]byte(run(hour, 0, "history", "--json", "--thread", "a")), &history); err != nil {
		t.Fatal(err)
	}
	for i := range history {
		if want := len(history) - 2 - i; history[i].Step != want {
			t.Errorf("checkpoint %d of the history is of step %d, want %d", i, history[i].Step, want)
		}
	}
	// Deadlines: by the clock of who sweeps, once.
	run(hour, 3, "start", "flow.ts", "--thread", "b", "--input", "{}")
	run(0, 0, "sweep")
	if got := log("b"); got != "" {
		t.Errorf("a deadline in an hour and a half was applied: %q", got)
	}
	run(-hour, 3, "start", "flow.ts", "--thread", "c", "--input", "{}")
	run(0, 0, "sweep")
	run(-hour, 0, "sweep")
	if got := log("c"); got != "late one" {
		t.Errorf("a deadline half an hour ago, and then one in half an hour, gave %q", got)
	}
	run(2*hour, 0, "sweep")
	if got := log("b") + "; " + log("c"); got != "late one; late one, late two" {
		t.Errorf("two hours ahead the deadlines gave %q", got)
	}
	if out := run(-hour, 0, "audit", "verify", "--json"); !strings.Contains(out, `"problems":[]`) {
		t.Errorf("the audit log: %s", out)
	}
}

// first returns the id of the first question in an audit log.
func first(audit string) string {
	var entries []struct{ Events []struct{ Interrupt string } }
	_ = json.Unmarshal([]byte(audit), &entries)
	for _, e := range entries {
		for _, ev := range e.Events {
			if ev.Interrupt != "" {
				return ev.Interrupt
			}
		}
	}
	return ""
}
