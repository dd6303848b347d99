// This file compares what each way makes of the programs.

package ways

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

// binary is the hitlrun that TestMain built.
var binary string

func TestMain(m *testing.M) { os.Exit(build(m)) }

func build(m *testing.M) int {
	dir, err := os.MkdirTemp("", "ways")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	binary = filepath.Join(dir, "hitlrun")
	if out, err := exec.Command("go", "build", "-o", binary, "../../cmd/hitlrun").CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "%v\n%s", err, out)
		return 1
	}
	return m.Run()
}

// step is one of the steps of a program. One of the first five fields is set.
type step struct {
	Start   json.RawMessage
	Resume  json.RawMessage
	Answers [][2]json.RawMessage // questions and their answers
	Update  json.RawMessage      // changes to the state, also beside Resume
	Proceed bool
	As      string // the node that an Update counts as
}

// outcome is a state after a step, or of the history.
type outcome struct {
	Step   string   `json:"step,omitempty"`
	Source string   `json:"source,omitempty"`
	At     int      `json:"at,omitempty"`
	Values any      `json:"values,omitempty"`
	Next   []string `json:"next,omitempty"`
	Asks   []any    `json:"asks,omitempty"`
	Error  string   `json:"error,omitempty"`

	ids []string // of the questions
}

// way is a way into hitlrun: a client of one store with one thread.
type way interface {
	// take takes a step. ids has those of the questions that step answers. An error is what the script threw.
	take(ctx context.Context, s step, ids []string) error
	state(ctx context.Context) (outcome, error)
	history(ctx context.Context) ([]outcome, error)
}

func TestWays(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("cases/*.mjs")
	if err != nil || len(files) < 10 {
		t.Fatalf("the programs are %q: %v", files, err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".mjs")
		want, stored := wanted(t, strings.TrimSuffix(file, ".mjs"))
		for _, saver := range []string{"new MemorySaver()", `SqliteSaver.fromConnString("own.db")`} {
			t.Run(name+"/run/"+saver[:strings.IndexAny(saver, "(.")], func(t *testing.T) {
				t.Parallel()
				compare(t, driven(t, file, saver), want)
			})
		}
		for kind, open := range map[string]func(t *testing.T, script string) way{"commands": openCommands, "go": openGo, "http": openHTTP} {
			t.Run(name+"/"+kind, func(t *testing.T) {
				t.Parallel()
				dir := copied(t, file)
				compare(t, outcomes(t, open(t, filepath.Join(dir, "program.mjs")), stepsOf(t, dir)), stored)
			})
		}
	}
}

// wanted reads what has to come of a program: if it is run, and if a thread of the store runs it.
func wanted(t *testing.T, base string) (run, stored []outcome) {
	t.Helper()
	recorded, err := os.ReadFile(base + ".out")
	if err != nil {
		t.Fatal(err)
	}
	run = parse(t, otherwise(t, base, "Differs", ".want", recorded))
	return run, parse(t, otherwise(t, base, "Stored", ".stored", otherwise(t, base, "Differs", ".want", recorded)))
}

// otherwise reads base with an extension, if the program has a line with the reason for it, and returns usual if not.
func otherwise(t *testing.T, base, reason, extension string, usual []byte) []byte {
	t.Helper()
	source, err := os.ReadFile(base + ".mjs")
	if err != nil {
		t.Fatal(err)
	}
	differs := strings.Contains(string(source), "\n// "+reason+": ")
	other, err := os.ReadFile(base + extension)
	switch {
	case differs != (err == nil):
		t.Fatalf("%s.mjs: it has a line \"// %s: \" if and only if there is %s", base, reason, extension)
	case !differs:
		return usual
	case bytes.Equal(other, usual):
		t.Fatalf("%s%s says nothing else", base, extension)
	}
	return other
}

func parse(t *testing.T, lines []byte) (list []outcome) {
	t.Helper()
	for d := json.NewDecoder(bytes.NewReader(lines)); d.More(); {
		var o outcome
		if err := d.Decode(&o); err != nil {
			t.Fatalf("%v in %s", err, lines)
		}
		list = append(list, o)
	}
	return list
}

func compare(t *testing.T, got, want []outcome) {
	t.Helper()
	for i := range max(len(got), len(want)) {
		switch {
		case i >= len(got):
			t.Errorf("line %d is missing: %s", i+1, text(want[i]))
		case i >= len(want):
			t.Errorf("line %d is too much: %s", i+1, text(got[i]))
		case text(got[i]) != text(want[i]) && !(strings.Contains(got[i].Error, want[i].Error) && text(noError(got[i])) == text(noError(want[i]))):
			t.Errorf("line %d\ngot  %s\nwant %s", i+1, text(got[i]), text(want[i]))
		}
	}
}

func noError(o outcome) outcome {
	if o.Error != "" {
		o.Error = "error"
	}
	return o
}

// text returns an outcome as JSON. A state without values is like one with an empty object.
func text(o outcome) string {
	if reflect.DeepEqual(o.Values, map[string]any{}) {
		o.Values = nil
	}
	slices.Sort(o.Next)
	data, err := json.Marshal(o)
	if err != nil {
		return err.Error()
	}
	return string(data)
}

// copied returns a new folder with a program as program.mjs.
func copied(t *testing.T, file string) string {
	t.Helper()
	dir := t.TempDir()
	source, err := os.ReadFile(file)
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "program.mjs"), source, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// stepsOf returns the steps of the program in dir.
func stepsOf(t *testing.T, dir string) (steps []step) {
	t.Helper()
	list := filepath.Join(dir, "steps.mjs")
	if err := os.WriteFile(list, []byte("import { steps } from \"./program.mjs\";\nconsole.log(JSON.stringify(steps));\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	out, _, err := command(t.Context(), dir, "run", list)
	if err == nil {
		err = json.Unmarshal(out, &steps)
	}
	if err != nil {
		t.Fatal(err)
	}
	return steps
}

// driven returns what drive.mjs prints if hitlrun runs it with a saver.
func driven(t *testing.T, file, saver string) []outcome {
	t.Helper()
	dir := copied(t, file)
	drive, err := os.ReadFile("drive.mjs")
	if err != nil {
		t.Fatal(err)
	}
	main := `import { MemorySaver } from "@langchain/langgraph";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import * as program from "./program.mjs";
import { drive } from "./drive.mjs";
await drive(program, ` + saver + ");\n"
	for name, text := range map[string][]byte{"drive.mjs": drive, "main.mjs": []byte(main)} {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	out, stderr, err := command(t.Context(), dir, "run", "--allow-read=.", "--allow-write=.", "main.mjs")
	if err != nil {
		t.Fatalf("%v: %s", err, stderr)
	}
	return parse(t, out)
}

// command runs hitlrun in dir.
func command(ctx context.Context, dir string, args ...string) (stdout, stderr []byte, err error) {
	ctx, stop := context.WithTimeout(ctx, time.Minute)
	defer stop()
	c := exec.CommandContext(ctx, binary, args...)
	var out, errs bytes.Buffer
	c.Dir, c.Stdout, c.Stderr = dir, &out, &errs
	c.Env = append(os.Environ(), "HITLRUN_DB=", "HITLRUN_ENCRYPT_KEY_FILE=")
	err = c.Run()
	return out.Bytes(), errs.Bytes(), err
}

// outcomes takes the steps, and returns the state after each of them and the history.
func outcomes(t *testing.T, w way, steps []step) (list []outcome) {
	t.Helper()
	var now outcome
	for _, s := range steps {
		failed := w.take(t.Context(), s, now.idsOf(s))
		var err error
		if now, err = w.state(t.Context()); err != nil {
			t.Fatal(err)
		}
		if now.Step = s.kind(); failed != nil {
			now.Error = failed.Error()
		}
		list = append(list, now)
	}
	past, err := w.history(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return append(list, past...)
}

func (s *step) kind() string {
	switch {
	case s.Start != nil:
		return "start"
	case s.Resume != nil:
		return "resume"
	case s.Answers != nil:
		return "answers"
	case s.Proceed:
		return "proceed"
	}
	return "update"
}

// idsOf returns the ids of the questions that s answers, in the order of its answers.
func (o *outcome) idsOf(s step) (ids []string) {
	for _, pair := range s.Answers {
		var question any
		_ = json.Unmarshal(pair[0], &question) // it was parsed before
		i := slices.IndexFunc(o.Asks, func(asked any) bool { return reflect.DeepEqual(asked, question) })
		if i < 0 {
			ids = append(ids, "nobody asks "+string(pair[0]))
			continue
		}
		ids = append(ids, o.ids[i])
	}
	return ids
}
