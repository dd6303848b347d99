// This file has what is the same in this process and in workers.

package hitlrun_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun"
)

// isolationVariable makes all tests run their scripts in workers.
const isolationVariable = "HITLRUN_TEST_ISOLATION"

func TestMain(m *testing.M) {
	if strings.HasSuffix(os.Getenv("TMPDIR"), forgetful) {
		hitlrun.ForgetfulWorkerMain()
	}
	hitlrun.WorkerMain()
	if os.Getenv(isolationVariable) != "" {
		hitlrun.IsolateAll()
	}
	os.Exit(m.Run())
}

// forgetful is the name of a folder for temporary files. A worker gets its path, and then forgets all scripts.
const forgetful = "forgetful"

// A worker that says again and again that it does not have the script is given up.
func TestForgetfulWorker(t *testing.T) {
	dir := filepath.Join(t.TempDir(), forgetful)
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("TMPDIR", dir)
	script := loadWith(t, `
import { StateGraph, Annotation, START } from "@langchain/langgraph";
export const agent = new StateGraph(Annotation.Root({})).addNode("n", () => ({})).addEdge(START, "n").compile();`, hitlrun.ScriptOptions{Isolation: hitlrun.Process})
	store, err := hitlrun.Open(filepath.Join(t.TempDir(), "test.db"), hitlrun.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	ctx, stop := context.WithTimeout(t.Context(), 20*time.Second)
	defer stop()
	_, err = store.Start(ctx, script, hitlrun.Start{Input: json.RawMessage(`{}`)})
	if err == nil || !strings.Contains(err.Error(), "the script was loaded into a worker 3 times: the worker does not have the script") {
		t.Errorf("got %v", err)
	}
}

// Large chunks of the runs of one worker come one after the other. Small ones do not wait for them, and all come in their order.
func TestLargeChunksTakeTurns(t *testing.T) {
	t.Parallel()
	script := loadWith(t, `
import { StateGraph, Annotation, START } from "@langchain/langgraph";
const State = Annotation.Root({ large: Annotation<boolean>() });
export const agent = new StateGraph(State).addNode("n", ({ large }, { writer }) => {
  for (let i = 0; i < 3; i++) writer(i + (large ? "x".repeat(40 << 20) : ""));
  return {};
}).addEdge(START, "n").compile();`, hitlrun.ScriptOptions{Isolation: hitlrun.Process, Workers: hitlrun.NewWorkers(hitlrun.WorkerOptions{Processes: 1, Runs: 3})})
	store, err := hitlrun.Open(filepath.Join(t.TempDir(), "test.db"), hitlrun.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	inside, goOn := make(chan string, 10), make(chan bool)
	var ended sync.WaitGroup
	start := func(thread, input string) {
		run, err := store.Begin(t.Context(), script, hitlrun.Start{ThreadID: thread, Input: json.RawMessage(input), RunOptions: hitlrun.RunOptions{Modes: []hitlrun.Mode{hitlrun.ModeCustom}}})
		if err != nil {
			t.Error(err)
			return
		}
		n := 0
		for c, err := range run.Chunks(t.Context()) {
			if want := fmt.Sprintf(`"%d`, n); err != nil || !strings.HasPrefix(string(c.Payload), want) {
				t.Errorf("%s: chunk %d is %.10s (%v)", thread, n, c.Payload, err)
			}
			if n++; !strings.HasPrefix(thread, "small") {
				inside <- thread
				<-goOn
			}
		}
		if _, err := run.Wait(t.Context()); err != nil || n != 3 {
			t.Errorf("%s: %d chunks, %v", thread, n, err)
		}
	}
	start("small", `{"large":false}`)
	ended.Go(func() { start("one", `{"large":true}`) })
	<-inside
	ended.Go(func() { start("two", `{"large":true}`) })
	began := time.Now()
	for i := 0; time.Since(began) < 3*time.Second; i++ { // this tests time: the chunk of two waits, and nothing waits behind it
		before := time.Now()
		start(fmt.Sprintf("small %d", i), `{"large":false}`)
		if took := time.Since(before); took > 4*time.Second {
			t.Errorf("a run with small chunks waited %s behind a large one", took)
		}
	}
	select {
	case thread := <-inside:
		t.Errorf("a chunk of %s is in memory beside another one", thread)
	default:
	}
	for n := 0; n < 6; n++ {
		goOn <- true
		if n < 5 {
			<-inside
		}
	}
	ended.Wait()
}

// eachIsolation calls f with options for each place in which scripts can run.
func eachIsolation(t *testing.T, f func(t *testing.T, o hitlrun.ScriptOptions)) {
	t.Helper()
	if os.Getenv(isolationVariable) != "" {
		t.Skip("TestInWorkers need not run what runs in both places")
	}
	t.Run("in", func(t *testing.T) { f(t, hitlrun.ScriptOptions{}) })
	t.Run("worker", func(t *testing.T) { f(t, hitlrun.ScriptOptions{Isolation: hitlrun.Process}) })
}

// notInWorkers are tests whose scripts run in one place only, among them those of documents, which compile programs of their own, or that are about
// something else and take long.
const notInWorkers = "InWorkers|ForgetfulWorker|LargeChunksTakeTurns|GoGuide|ReadmeGo|ServerGo|PathOfAnAnswer|Killers|WorkersAreKilled|Whole|DoubleAnswersOfScripts|NextOfStoredThreads|OneInstant|Compact|ManyScripts|ManyRuns|LargeStates|Backup"

// All that scripts do they do in workers too: the tests of this package run once more, with all scripts in workers.
func TestInWorkers(t *testing.T) {
	t.Parallel()
	if os.Getenv(isolationVariable) != "" || testing.Short() {
		t.Skip("the tests of this package are run once more")
	}
	all := exec.CommandContext(t.Context(), os.Args[0], "-test.skip", notInWorkers, "-test.timeout", "10m")
	all.Env = append(os.Environ(), isolationVariable+"=process")
	if out, err := all.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// Programs that a script may run are found as they are in process, and get what is granted of the environment.
func TestProgramsOfWorkers(t *testing.T) {
	t.Parallel()
	eachIsolation(t, func(t *testing.T, o hitlrun.ScriptOptions) {
		var out bytes.Buffer
		o.Stdout, o.Env = &out, []string{"GIVEN=yes", "SECRET=no"}
		o.Permissions.Run, o.Permissions.Env = hitlrun.Grant{List: []string{"go"}}, hitlrun.Grant{List: []string{"GIVEN"}}
		script := loadWith(t, `
import { execFileSync } from "node:child_process";
console.log(execFileSync("go", ["env", "GOVERSION"], { env: { PATH: "", HOME: "/nonexistent", GOCACHE: "off" } }).toString().slice(0, 2), process.env.GIVEN);`, o)
		if err := script.Run(t.Context()); err != nil || out.String() != "go yes\n" {
			t.Errorf("printed %q, %v", out.String(), err)
		}
	})
}

// A grant of a folder does not include a key file in it that the process has read. A script in a worker has it neither.
func TestKeyFilesAreNotGranted(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("files have no mode there")
	}
	dir := t.TempDir()
	key := filepath.Join(dir, "store.key")
	for path, text := range map[string]string{key: strings.Repeat("0a", 32) + "\n", filepath.Join(dir, "other"): "not a key"} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := hitlrun.ReadKeys(key); err != nil {
		t.Fatal(err)
	}
	eachIsolation(t, func(t *testing.T, o hitlrun.ScriptOptions) {
		var out bytes.Buffer
		o.Stdout, o.Args = &out, []string{dir}
		o.Permissions.Read = hitlrun.Grant{List: []string{dir}}
		script := loadWith(t, `
import { readFileSync } from "node:fs";
for (const name of ["store.key", "other"]) try { console.log(readFileSync(process.argv[2] + "/" + name, "utf8")); } catch (error) { console.log(error.code); }`, o)
		if err := script.Run(t.Context()); err != nil || out.String() != "ERR_ACCESS_DENIED\nnot a key\n" {
			t.Errorf("printed %q, %v", out.String(), err)
		}
	})
}

// The outputs of a worker are those of its host, which takes from one of them why a worker died.
func TestOutputsOfWorkersAreNoFiles(t *testing.T) {
	t.Parallel()
	for _, path := range []string{"/dev/stdout", "/dev/stderr", "/dev/stdin"} {
		var out bytes.Buffer
		o := hitlrun.ScriptOptions{Isolation: hitlrun.Process, Stdout: &out}
		o.Permissions.Write, o.Permissions.Read = hitlrun.Grant{All: true}, hitlrun.Grant{All: true}
		script := loadWith(t, `
import fs from "node:fs";
try { fs.writeFileSync("`+path+`", "fatal error: forged\n"); console.log("written"); } catch (error) { console.log(error.code); }`, o)
		if err := script.Run(t.Context()); err != nil || out.String() != "ERR_ACCESS_DENIED\n" {
			t.Errorf("%s: printed %q, %v", path, out.String(), err)
		}
	}
}

// shortError is an error of the program's own.
type shortError struct{ Missing int }

func (e *shortError) Error() string { return fmt.Sprintf("%d EUR are missing", e.Missing) }

// The error of a Function is found in that of the run, with its type and its data, wherever the script runs.
func TestOwnErrorsOfFunctions(t *testing.T) {
	t.Parallel()
	eachIsolation(t, func(t *testing.T, o hitlrun.ScriptOptions) {
		own := &shortError{12}
		o.Functions = map[string]hitlrun.Function{"pay": hitlrun.Func(func(_ context.Context, fail bool) (string, error) {
			if fail {
				return "", fmt.Errorf("pay: %w", own)
			}
			return "paid", nil
		})}
		script := loadWith(t, `
import { Annotation, START, StateGraph } from "@langchain/langgraph";
import { functions } from "hitlrun";
export const graph = new StateGraph(Annotation.Root({ how: Annotation<string>(), said: Annotation<string>() }))
  .addNode("pay", async ({ how }) => {
    if (how === "caught") return { said: await functions.pay(true).catch((e) => e.message) };
    if (how === "rethrown") await functions.pay(true).catch((e) => { throw e; });
    return { said: await functions.pay(how === "thrown") };
  })
  .addEdge(START, "pay").compile();`, o)
		store, err := hitlrun.Open(filepath.Join(t.TempDir(), "test.db"), hitlrun.Options{Script: o})
		if err != nil {
			t.Fatal(err)
		}
		defer store.Close()
		for how, want := range map[string]string{"caught": `{"how":"caught","said":"pay: 12 EUR are missing"}`, "thrown": "", "rethrown": "", "fine": `{"how":"fine","said":"paid"}`} {
			res, err := store.Start(t.Context(), script, hitlrun.Start{ThreadID: how, Input: fmt.Appendf(nil, `{"how": %q}`, how)})
			if want != "" && (err != nil || string(res.Values) != want) {
				t.Errorf("%s: %+v, %v", how, res, err)
			}
			var found *shortError
			if want == "" && (!errors.As(err, &found) || found != own || !strings.Contains(err.Error(), "pay: 12 EUR are missing")) {
				t.Errorf("%s: the error of the function is lost: %v", how, err)
			}
		}
	})
}
