// This file tests run: exit codes, and what only happens on a terminal.

package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

const askScript = `
import { StateGraph, Annotation, interrupt, START } from "@langchain/langgraph";

export default new StateGraph(Annotation.Root({ answer: Annotation<unknown>(), second: Annotation<unknown>() }))
  .addNode("ask", () => {
    const answer = interrupt("First?");
    if (answer === "fail") throw new Error("no good");
    return { answer, second: interrupt({ question: "Second?" }) };
  })
  .addEdge(START, "ask")
  .compile();
`

// world is a folder with scripts, and a store in it.
type world struct {
	t   *testing.T
	dir string
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{t, t.TempDir()}
	w.write("ask.ts", askScript)
	w.write("ok.ts", "console.log('ok');")
	w.write("fail.ts", "throw new Error('no');")
	w.write("exit.ts", "process.exit(5);")
	w.write("waits.ts", "await new Promise(() => {});")
	w.write("waits-with-code.ts", "process.exitCode = 6; await new Promise(() => {});")
	w.write("waits-until-the-end.ts", "await new Promise((resolve) => process.once('beforeExit', resolve));")
	w.write("listener.ts", "process.on('uncaughtException', () => { throw new Error('two'); }); setTimeout(() => { throw new Error('one'); });")
	w.write("none.ts", "export const answer = 42;")
	return w
}

func (w *world) write(name, text string) {
	w.t.Helper()
	if err := os.WriteFile(filepath.Join(w.dir, name), []byte(text), 0o666); err != nil {
		w.t.Fatal(err)
	}
}

// run runs a command line, in which @ stands for the folder.
func (w *world) run(sys system, line string, more ...string) (code int, stdout, stderr string) {
	w.t.Helper()
	args := strings.Fields(strings.ReplaceAll(line, "@", w.dir+"/"))
	var out, errs bytes.Buffer
	if sys.stdin == nil {
		sys.stdin = strings.NewReader("")
	}
	if sys.stdout == nil {
		sys.stdout = &out
	}
	sys.stderr = &errs
	sys.env = append(sys.env, "HITLRUN_DB="+filepath.Join(w.dir, "test.db"))
	code = run(w.t.Context(), append(args, more...), sys)
	return code, out.String(), errs.String()
}

func terminal(typed string) system {
	return system{stdin: strings.NewReader(typed), stdinTTY: true, stdoutTTY: true, stderrTTY: true, env: []string{"NO_COLOR=1"}}
}

func TestExitCodes(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, c := range []struct {
		line string
		want int
	}{
		{"", exitDone},
		{"help", exitDone},
		{"version", exitDone},
		{"run @ok.ts", exitDone},
		{"run --json @ok.ts", exitDone},
		{"run @fail.ts", exitFailed},
		{"run @exit.ts", 5},
		{"run @waits.ts", exitUnsettled},
		{"run @waits-with-code.ts", 6},
		{"run @waits-until-the-end.ts", exitDone},
		{"run @listener.ts", exitListener},
		{"run @nope.ts", exitUsage},
		{"run", exitUsage},
		{"frobnicate", exitUsage},
		{"run --frobnicate @ok.ts", exitUsage},
		{"threads", exitUsage}, // there is no store yet
		{"start @ask.ts --input broken", exitUsage},
		{"start @none.ts --input {}", exitUsage}, // no graph
		{"start @fail.ts --input {}", exitFailed},
		{"start @exit.ts --input {}", exitFailed},
		{"start @waits.ts --input {}", exitFailed},
		{"start @ask.ts --input {} --thread t", exitPaused},
		{"start @ask.ts --input {} --thread t", exitUsage}, // waits for an answer
		{"start @ask.ts --thread t", exitUsage},
		{"start @ask.ts --thread other", exitUsage},
		{"state --thread t", exitDone},
		{"history --thread t", exitDone},
		{"threads", exitDone},
		{"graph @ask.ts", exitDone},
		{"resume --thread other --value 1", exitUsage},
		{"resume --thread t", exitUsage},
		{"resume --thread t --value broken", exitUsage},
		{"resume --thread t --value 1 --interrupt zzz", exitUsage},
		{"resume --thread t --value 1", exitPaused}, // the second question
		{"resume --thread t --value 1", exitDone},
		{"resume --thread t --value 1", exitSecond}, // nothing waits
		{"start @ask.ts --thread t", exitDone},
		{"start @ask.ts --input {} --thread u", exitPaused},
		{"resume --thread u --text fail", exitFailed},
		{"delete --thread u", exitDone},
		{"delete --thread u", exitUsage},
		{"threads --db @ok.ts", exitFailed},
	} {
		code, stdout, stderr := w.run(system{}, c.line)
		if code != c.want {
			t.Errorf("hitlrun %s: exit code %d, want %d\n%s%s", c.line, code, c.want, stdout, stderr)
		}
		if c.want == exitUsage && (stdout != "" || strings.Count(stderr, "\n") != 1) {
			t.Errorf("hitlrun %s: one line on stderr is expected, got %q and %q", c.line, stdout, stderr)
		}
	}
}

func TestTerminalAsks(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	code, stdout, stderr := w.run(terminal("yes\n\n{\"n\": 2}\n"), "start @ask.ts --thread t --input {}")
	if code != exitDone {
		t.Errorf("exit code %d, want 0", code)
	}
	wantErr := "ask asks (thread t): First?\n> " + "ask asks (thread t):\n  {\n    \"question\": \"Second?\"\n  }\n> > "
	if stderr != wantErr {
		t.Errorf("stderr is %q, want %q", stderr, wantErr)
	}
	wantOut := "thread: t\nstatus: done\nstate: {\n  \"answer\": \"yes\",\n  \"second\": {\n    \"n\": 2\n  }\n}\n"
	if stdout != wantOut {
		t.Errorf("stdout is %q, want %q", stdout, wantOut)
	}
}

// At the end of what is typed the thread stays as it is, and resume takes it up.
func TestTerminalLater(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	code, stdout, stderr := w.run(terminal(""), "start @ask.ts --thread t --input {}")
	if code != exitPaused || !strings.HasSuffix(stderr, "First?\n> \n") || !strings.Contains(stdout, "\nask asks: First?\nanswer: hitlrun resume --db ") {
		t.Errorf("start: exit code %d, want 3\n%s%s", code, stdout, stderr)
	}
	code, stdout, stderr = w.run(terminal(""), "resume --thread t")
	if code != exitPaused || !strings.HasSuffix(stderr, "First?\n> \n") || !strings.Contains(stdout, "\nask asks: First?\n") {
		t.Errorf("resume: exit code %d, want 3\n%s%s", code, stdout, stderr)
	}
	code, stdout, stderr = w.run(terminal("1\n"), "resume --thread t")
	if code != exitPaused || !strings.HasSuffix(stderr, "\n> \n") || !strings.Contains(stdout, "Second?") {
		t.Errorf("resume: exit code %d, want 3\n%s%s", code, stdout, stderr)
	}
	code, stdout, _ = w.run(terminal("2"), "resume --thread t") // a last line without an end
	if code != exitDone || !strings.Contains(stdout, `"second": 2`) {
		t.Errorf("resume: exit code %d, want 0\n%s", code, stdout)
	}
	code, _, stderr = w.run(terminal("3\n"), "resume --thread t")
	if want := "hitlrun: thread \"t\" does not wait for an answer: its status is done\n"; code != exitUsage || stderr != want {
		t.Errorf("resume: exit code %d, want 2; stderr %q, want %q", code, stderr, want)
	}
}

// Questions are asked only if someone is there to see them and to answer.
func TestNobodyAsked(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	pipes := []func(*system){
		func(s *system) { s.stdinTTY = false }, func(s *system) { s.stdoutTTY = false }, func(s *system) { s.stderrTTY = false },
	}
	for i, pipe := range pipes {
		sys := terminal("yes\nyes\n")
		pipe(&sys)
		code, _, stderr := w.run(sys, "start @ask.ts --input {}")
		if code != exitPaused || stderr != "" {
			t.Errorf("%d: exit code %d, want 3; stderr %q", i, code, stderr)
		}
	}
	code, stdout, stderr := w.run(terminal("yes\nyes\n"), "start @ask.ts --json --input {}")
	if code != exitPaused || stderr != "" || strings.Count(stdout, "\n") != 1 {
		t.Errorf("--json: exit code %d, want 3; stdout %q, stderr %q", code, stdout, stderr)
	}
}

func TestSeveralQuestionsOnTerminal(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.write("many.ts", `
import { StateGraph, Annotation, interrupt, START } from "@langchain/langgraph";
const State = Annotation.Root({ a: Annotation<unknown>(), b: Annotation<unknown>() });
export default new StateGraph(State)
  .addNode("askA", () => ({ a: interrupt("A?") }))
  .addNode("askB", () => ({ b: interrupt("B?") }))
  .addEdge(START, "askA").addEdge(START, "askB")
  .compile();
`)
	code, stdout, stderr := w.run(terminal("1\n2\n"), "start @many.ts --thread t --input {} --json=false")
	if code != exitDone {
		t.Errorf("exit code %d, want 0\n%s", code, stderr)
	}
	first, second := "1", "2"
	if strings.Index(stderr, "B?") < strings.Index(stderr, "A?") {
		first, second = second, first
	}
	if want := "\"a\": " + first + ",\n  \"b\": " + second; !strings.Contains(stdout, want) {
		t.Errorf("stdout is %s, want %s in it", stdout, want)
	}
}

func TestColors(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	colored := func(sys system, line string) bool {
		_, stdout, stderr := w.run(sys, line)
		return strings.Contains(stdout+stderr, "\x1b[")
	}
	with := func(env ...string) system {
		sys := terminal("")
		sys.env = env
		return sys
	}
	const line = "start @ask.ts --input {}"
	if !colored(with(), line) {
		t.Error("no colours on a terminal")
	}
	if colored(with("NO_COLOR=1"), line) || colored(with("TERM=dumb"), line) || colored(with(), line+" --no-color") {
		t.Error("colours, although they are not wanted")
	}
	if !colored(with("NO_COLOR="), line) {
		t.Error("an empty NO_COLOR takes the colours away")
	}
	if colored(system{}, line) || colored(system{}, "threads") {
		t.Error("colours in a pipe")
	}
	if !colored(with(), "threads") || colored(with(), "threads --json") {
		t.Error("threads has colours on a terminal, and its JSON has none")
	}
}

// Ctrl-C ends a question that waits, and a run that is under way.
func TestSignal(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.write("wait.ts", `
import { StateGraph, Annotation, START } from "@langchain/langgraph";
export default new StateGraph(Annotation.Root({ n: Annotation<number>() }))
  .addNode("wait", () => { console.log("waiting"); return new Promise<{ n: number }>(() => { setTimeout(() => {}, 60000); }); })
  .addEdge(START, "wait")
  .compile();
`)
	for _, c := range []struct {
		file, until string
		signal      syscall.Signal
		want        int
	}{{"ask.ts", "> ", syscall.SIGINT, 130}, {"wait.ts", "waiting\n", syscall.SIGINT, 130}, {"wait.ts", "waiting\n", syscall.SIGTERM, 143}} {
		ctx, cancel := context.WithCancelCause(t.Context())
		stop := &trigger{text: c.until, do: func() { cancel(signalError{signal: c.signal}) }}
		never, typing := io.Pipe()
		code := run(ctx, []string{"start", filepath.Join(w.dir, c.file), "--input", "{}", "--db", filepath.Join(w.dir, "signal.db")}, system{
			stdin: never, stdout: stop, stderr: stop, stdinTTY: true, stdoutTTY: true, stderrTTY: true, env: []string{"NO_COLOR=1"},
		})
		typing.Close()
		if code != c.want {
			t.Errorf("%s, %s: exit code %d, want %d\n%s", c.file, c.signal, code, c.want, stop.seen)
		}
		if !strings.Contains(string(stop.seen), "thread: thread-") {
			t.Errorf("%s, %s: the thread is not named: %s", c.file, c.signal, stop.seen)
		}
	}
	code, stdout, _ := w.run(system{}, "threads --json --db @signal.db")
	if code != 0 || strings.Count(stdout, `"status":"interrupted"`) != 1 || strings.Count(stdout, `"status":"running"`) != 2 {
		t.Errorf("the threads did not stay as they were: %s", stdout)
	}
}

// Ctrl-C also ends what waits for stdin.
func TestSignalWhileReading(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	file := filepath.Join(w.dir, "ask.ts")
	for _, args := range [][]string{{"run", "-"}, {"start", "-", "--input", "{}"}, {"start", file, "--input", "-"}, {"graph", "-"}} {
		ctx, cancel := context.WithCancelCause(t.Context())
		never, typing := io.Pipe()
		stdin := readFunc(func(p []byte) (int, error) {
			cancel(signalError{signal: syscall.SIGINT})
			return never.Read(p)
		})
		var errs bytes.Buffer
		code := run(ctx, args, system{stdin: stdin, stdout: io.Discard, stderr: &errs})
		typing.Close()
		if want := "hitlrun: stopped by Ctrl-C\n"; code != 130 || errs.String() != want {
			t.Errorf("%q: exit code %d, want 130; stderr %q, want %q", args, code, errs.String(), want)
		}
	}
}

type readFunc func(p []byte) (int, error)

func (f readFunc) Read(p []byte) (int, error) { return f(p) }

// trigger is a writer that does something once a text was written.
type trigger struct {
	text string
	do   func()
	seen []byte
}

func (w *trigger) Write(p []byte) (int, error) {
	w.seen = append(w.seen, p...)
	if bytes.Contains(w.seen, []byte(w.text)) {
		w.do()
	}
	return len(p), nil
}

// failing is a writer on a disk that is full.
type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errors.New("no room") }

func TestFailedWrite(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, line := range []string{"help", "version --json", "run @ok.ts", "start @ask.ts --input {}", "start @ask.ts --input {} --json --stream", "threads", "graph @ask.ts"} {
		code, _, stderr := w.run(system{stdout: failing{}}, line)
		if code != exitFailed || strings.Count(stderr, "write the output: no room") != 1 || !strings.HasSuffix(stderr, "\n") {
			t.Errorf("hitlrun %s: exit code %d, want 1; stderr %q", line, code, stderr)
		}
	}
}
