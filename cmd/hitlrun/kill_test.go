// This file kills hitlrun at random moments, and resumes the thread in another process. What is not to be killed runs in the process
// of the test, which opens the store anew each time: it starts no program.

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

	"github.com/hitlrun/hitlrun"
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

// open opens the store that the commands use, as a process does that starts.
func (k *killer) open() *hitlrun.Store {
	k.t.Helper()
	store, err := hitlrun.Open(filepath.Join(k.dir, "hitlrun.db"), hitlrun.Options{})
	if err != nil {
		k.t.Fatal(err)
	}
	return store
}

// done checks that a thread is done and that everything happened once.
func done(document string, n int) error {
	var res hitlrun.Result
	if err := json.Unmarshal([]byte(document), &res); err != nil {
		return err
	}
	return doneOnce(&res, n)
}

func doneOnce(res *hitlrun.Result, n int) error {
	var values struct{ Log []string }
	if err := json.Unmarshal(res.Values, &values); err != nil {
		return err
	}
	want := fmt.Sprintf("write %d, review yes %d, publish", n, n)
	if got := strings.Join(values.Log, ", "); res.Status != hitlrun.StatusDone || got != want {
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
		store := k.open()
		res, err := store.Resume(t.Context(), id, hitlrun.Answer{Value: fmt.Appendf(nil, `"yes %d"`, n)})
		if err != nil || !asked {
			t.Fatalf("%s: asked %v, %v", id, asked, err)
		}
		if err := errors.Join(doneOnce(res, n), store.Close()); err != nil {
			t.Errorf("%s: %v", id, err)
		}
	}
	t.Logf("%d of %d processes were alive when they were killed", alive, rounds())
}

// A process that is killed while it works on an answer leaves a thread that
// waits, can be resumed, or is done: never one in between.
func TestKillWhileResuming(t *testing.T) {
	t.Parallel()
	k := newKiller(t)
	script, err := hitlrun.Load(filepath.Join(k.dir, "flow.ts"), hitlrun.ScriptOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer script.Close()
	left := map[hitlrun.Status]int{}
	var whole time.Duration // that an answer takes on this machine if it is not killed
	for n := range rounds() {
		id := fmt.Sprintf("t%d", n)
		store := k.open()
		res, err := store.Start(t.Context(), script, hitlrun.Start{ThreadID: id, Input: fmt.Appendf(nil, `{"n":%d}`, n)})
		if err != nil || res.Status != hitlrun.StatusInterrupted {
			t.Fatal(res, err)
		}
		if err := store.Close(); err != nil {
			t.Fatal(err)
		}
		cmd := k.command("resume", "--thread", id, "--text", fmt.Sprintf("yes %d", n))
		began := time.Now()
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		if n > 0 {
			time.Sleep(rand.N(whole))
			cmd.Process.Kill()
		}
		cmd.Wait()
		if n == 0 {
			whole = time.Since(began)
		}

		store = k.open()
		if res, err = store.State(t.Context(), id); err != nil {
			t.Fatalf("%s: %v", id, err)
		}
		status := res.Status
		left[status]++
		switch status {
		case hitlrun.StatusInterrupted:
			res, err = store.Resume(t.Context(), id, hitlrun.Answer{Value: fmt.Appendf(nil, `"yes %d"`, n)})
		case hitlrun.StatusRunning:
			res, err = store.Start(t.Context(), script, hitlrun.Start{ThreadID: id})
		}
		if err != nil {
			t.Fatalf("%s was left %s, then: %v", id, status, err)
		}
		if err := errors.Join(doneOnce(res, n), store.Close()); err != nil {
			t.Errorf("%s was left %s, then: %v", id, status, err)
		}
	}
	t.Logf("what was left: %v", left)
}
