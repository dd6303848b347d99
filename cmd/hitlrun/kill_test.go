// This file kills hitlrun at random moments, and lets another process resume the thread.

package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

const killScript = `
import { StateGraph, Annotation, interrupt, START, END } from "@langchain/langgraph";

const list = Annotation<string[]>({ reducer: (a, b) => a.concat(b), default: () => [] });
const State = Annotation.Root({ n: Annotation<number>(), log: list });
export const graph = new StateGraph(State)
  .addNode("write", (s) => ({ log: ["write " + s.n] }))
  .addNode("review", () => ({ log: ["review " + interrupt("Approve?")] }))
  .addNode("publish", async () => {
    await new Promise((resolve) => setTimeout(resolve, 1));
    return { log: ["publish"] };
  })
  .addEdge(START, "write").addEdge("write", "review").addEdge("review", "publish").addEdge("publish", END)
  .compile();
`

// killer runs hitlrun in processes of its own.
type killer struct {
	t   *testing.T
	dir string
}

func newKiller(t *testing.T) *killer {
	t.Helper()
	k := &killer{t, t.TempDir()}
	if err := os.WriteFile(filepath.Join(k.dir, "flow.ts"), []byte(killScript), 0o666); err != nil {
		t.Fatal(err)
	}
	return k
}

func (k *killer) command(args ...string) *exec.Cmd {
	cmd := exec.Command("hitlrun", args...)
	cmd.Dir = k.dir
	return cmd
}

// run runs hitlrun to its end.
func (k *killer) run(args ...string) (code int, stdout, stderr string) {
	k.t.Helper()
	cmd := k.command(args...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	var ee *exec.ExitError
	if err != nil && !errors.As(err, &ee) {
		k.t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), out.String(), errs.String()
}

// rounds is how often the tests kill.
func rounds() int {
	if testing.Short() {
		return 20
	}
	return 200
}

// done checks that a thread is done and that everything happened once.
func done(document string, n int) error {
	var res struct {
		Status string
		Values struct{ Log []string }
	}
	if err := json.Unmarshal([]byte(document), &res); err != nil {
		return err
	}
	want := fmt.Sprintf("write %d, review yes %d, publish", n, n)
	if got := strings.Join(res.Values.Log, ", "); res.Status != "done" || got != want {
		return fmt.Errorf("status %s, log %s; want done, %s", res.Status, got, want)
	}
	return nil
}

// A question that was printed is stored: whoever saw it can answer it, however the
// process that asked ended.
func TestKillAfterPause(t *testing.T) {
	t.Parallel()
	k := newKiller(t)
	alive := 0
	for n := range rounds() {
		id := fmt.Sprintf("thread %d", n)
		cmd := k.command("start", "flow.ts", "--thread", id, "--input", fmt.Sprintf(`{"n":%d}`, n))
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		asked := false
		for lines := bufio.NewScanner(out); lines.Scan(); {
			if lines.Text() == "review asks: Approve?" {
				asked = true
				break
			}
		}
		time.Sleep(time.Duration(rand.Int64N(int64(3 * time.Millisecond))))
		cmd.Process.Kill()
		cmd.Wait()
		if !cmd.ProcessState.Exited() {
			alive++
		}
		code, stdout, stderr := k.run("resume", "--thread", id, "--text", fmt.Sprintf("yes %d", n), "--json")
		if err := done(stdout, n); !asked || code != exitDone || err != nil {
			t.Errorf("%s: asked %v, exit code %d, %v\n%s%s", id, asked, code, err, stdout, stderr)
		}
	}
	t.Logf("%d of %d processes were alive when they were killed", alive, rounds())
}

// A process that is killed while it works on an answer leaves a thread that
// waits, can be resumed, or is done: never one in between.
func TestKillWhileResuming(t *testing.T) {
	t.Parallel()
	k := newKiller(t)
	left := map[string]int{}
	for n := range rounds() {
		id := fmt.Sprintf("t%d", n)
		if code, stdout, stderr := k.run("start", "flow.ts", "--thread", id, "--input", fmt.Sprintf(`{"n":%d}`, n)); code != exitPaused {
			t.Fatalf("start: exit code %d\n%s%s", code, stdout, stderr)
		}
		answer := []string{"resume", "--thread", id, "--text", fmt.Sprintf("yes %d", n), "--json"}
		cmd := k.command(answer...)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(rand.Int64N(int64(40 * time.Millisecond))))
		cmd.Process.Kill()
		cmd.Wait()

		_, stdout, _ := k.run("state", "--thread", id, "--json")
		var res struct{ Status string }
		if err := json.Unmarshal([]byte(stdout), &res); err != nil {
			t.Fatalf("%s: %v\n%s", id, err, stdout)
		}
		left[res.Status]++
		var code int
		var stderr string
		switch res.Status {
		case "interrupted":
			code, stdout, stderr = k.run(answer...)
		case "running":
			code, stdout, stderr = k.run("start", "flow.ts", "--thread", id, "--json")
		}
		if err := done(stdout, n); code != exitDone || err != nil {
			t.Errorf("%s was left %s, then: exit code %d, %v\n%s%s", id, res.Status, code, err, stdout, stderr)
		}
	}
	t.Logf("what was left: %v", left)
}
