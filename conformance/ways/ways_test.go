// This file compares what each way makes of the programs.

package ways

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun"
	"github.com/hitlrun/hitlrun/internal/programtest"
	"github.com/hitlrun/hitlrun/jsapi/jsapitest"
)

// binary is the hitlrun that TestMain built.
var binary string

// update makes TestWays write what it gets to the .want and .stored files of programs that say why they differ.
var update = flag.Bool("update", false, "write .want from run with memory, and .stored from the Go API")

func TestMain(m *testing.M) {
	hitlrun.WorkerMain()
	os.Exit(programtest.Main(m, &binary))
}

// step is one of the steps of a program. One of the first seven fields is set, or several of which the first says what kind of step it is.
type step struct {
	Start   json.RawMessage
	Resume  json.RawMessage
	Answers [][2]json.RawMessage // questions and their answers
	Update  json.RawMessage      // changes to the state, also beside Resume
	Proceed bool
	Goto    json.RawMessage // the nodes that run next, also beside Resume
	Copy    bool            // copies a checkpoint
	As      string          // the node that an Update counts as
	At      *int            // the superstep whose newest checkpoint it starts from; nil is the newest checkpoint of all

	checkpoint string // the id of that checkpoint
}

// program is what a program exports beside its graph.
type program struct {
	Steps     []step
	Modes     []string // those of the chunks that are compared; without modes none are
	Subgraphs bool
	Inner     bool // whether the states of inner graphs are compared

	script  string // the file
	profile string // the version of LangGraph.js, "1" or "0.2"
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
	Chunks []any    `json:"chunks,omitempty"`
	Inner  []any    `json:"inner,omitempty"` // the states of the graphs that tasks run

	ids []string // of the questions
	id  string   // of the checkpoint
}

// way is a way into hitlrun: a client of one store with one thread.
type way interface {
	// take takes a step, and returns the chunks of its run. ids has those of the questions that step answers. An error
	// is what the script threw.
	take(ctx context.Context, s step, ids []string) ([]any, error)
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
		base := strings.TrimSuffix(file, ".mjs")
		takeAll(t, file, base, "1")
		if _, err := os.Stat(base + ".02.out"); err == nil {
			takeAll(t, file, base+".02", "0.2")
		}
	}
}

// takeAll takes a program through every way. What is wanted is in the files whose names begin with base.
func takeAll(t *testing.T, file, base, profile string) {
	t.Helper()
	name := filepath.Base(base)
	want, stored := wanted(t, file, base)
	for kind, saver := range map[string]string{"memory": "new MemorySaver()", "sqlite": `SqliteSaver.fromConnString("own.db")`, "script": "new OwnSaver()"} {
		t.Run(name+"/run/"+kind, func(t *testing.T) {
			t.Parallel()
			got := driven(t, file, saver, profile)
			if kind == "memory" && write(t, file, base, "Differs", ".want", got) {
				return
			}
			compare(t, got, want)
		})
	}
	for kind, open := range map[string]func(t *testing.T, p *program) way{
		"commands": openCommands, "go": openGo, "go-workers": openGoWorkers, "http": openHTTP, "http-workers": openHTTPWorkers,
	} {
		t.Run(name+"/"+kind, func(t *testing.T) {
			t.Parallel()
			p := programOf(t, copied(t, file), profile)
			got := outcomes(t, open(t, p), p)
			if kind == "go" && write(t, file, base, "Stored", ".stored", got) {
				return
			}
			compare(t, got, withChunks(stored, kind != "commands"))
		})
	}
}

// withChunks returns the outcomes, and if they are not to have chunks and states of inner graphs, copies of them without.
func withChunks(list []outcome, have bool) []outcome {
	if have {
		return list
	}
	list = slices.Clone(list)
	for i := range list {
		list[i].Chunks, list[i].Inner = nil, nil
	}
	return list
}

// wanted reads what has to come of a program: if it is run, and if a thread of the store runs it.
func wanted(t *testing.T, file, base string) (run, stored []outcome) {
	t.Helper()
	recorded, err := os.ReadFile(base + ".out")
	if err != nil {
		t.Fatal(err)
	}
	ran := otherwise(t, file, base, "Differs", ".want", recorded)
	return parse(t, ran), parse(t, otherwise(t, file, base, "Stored", ".stored", ran))
}

// says reports whether a program has a line with a reason, for the version of LangGraph.js that base is for.
func says(t *testing.T, file, base, reason string) bool {
	t.Helper()
	if strings.HasSuffix(base, ".02") {
		reason += " in 0.2"
	}
	source, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Contains(string(source), "\n// "+reason+": ")
}

// write writes base with an extension, if there is the flag -update and the program has a line with the reason.
func write(t *testing.T, file, base, reason, extension string, got []outcome) bool {
	t.Helper()
	if !*update || !says(t, file, base, reason) {
		return false
	}
	var lines []byte
	for _, o := range got {
		lines = append(lines, text(o)+"\n"...)
	}
	if err := os.WriteFile(base+extension, lines, 0o600); err != nil {
		t.Fatal(err)
	}
	return true
}

// otherwise reads base with an extension, if the program has a line with the reason for it, and returns usual if not.
func otherwise(t *testing.T, file, base, reason, extension string, usual []byte) []byte {
	t.Helper()
	differs := says(t, file, base, reason)
	other, err := os.ReadFile(base + extension)
	switch {
	case *update && err != nil:
		return usual
	case differs != (err == nil):
		t.Fatalf("%s: it has a line \"// %s: \" if and only if there is %s%s", file, reason, base, extension)
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
		case text(got[i]) != text(want[i]) && !(strings.Contains(words(got[i].Error), words(want[i].Error)) && text(noError(got[i])) == text(noError(want[i]))):
			t.Errorf("line %d\ngot  %s\nwant %s", i+1, text(got[i]), text(want[i]))
		}
	}
}

// words returns a text without line breaks and indents, which the command line adds to errors.
func words(text string) string { return strings.Join(strings.Fields(text), " ") }

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
	var data strings.Builder
	e := json.NewEncoder(&data)
	e.SetEscapeHTML(false)
	if err := e.Encode(o); err != nil {
		return err.Error()
	}
	return strings.TrimSpace(data.String())
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

// programOf returns what the program in dir exports.
func programOf(t *testing.T, dir, profile string) *program {
	t.Helper()
	list := filepath.Join(dir, "exports.mjs")
	if err := os.WriteFile(list, []byte("import * as p from \"./program.mjs\";\nconsole.log(JSON.stringify({ steps: p.steps, modes: p.modes, subgraphs: p.subgraphs, inner: p.inner }));\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	p := &program{script: filepath.Join(dir, "program.mjs"), profile: profile}
	out, stderr, err := command(t.Context(), dir, "run", "--langgraph", profile, list)
	if err == nil {
		err = json.Unmarshal(out, p)
	}
	if err != nil {
		t.Fatalf("%v: %s", err, stderr)
	}
	return p
}

// driven returns what drive.mjs prints if hitlrun runs it with a saver.
func driven(t *testing.T, file, saver, profile string) []outcome {
	t.Helper()
	dir := copied(t, file)
	drive, err := os.ReadFile("drive.mjs")
	if err != nil {
		t.Fatal(err)
	}
	own, err := os.ReadFile("own_saver.mjs")
	if err != nil {
		t.Fatal(err)
	}
	main := `import { MemorySaver } from "@langchain/langgraph";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { OwnSaver } from "./own_saver.mjs";
import * as program from "./program.mjs";
import { drive } from "./drive.mjs";
await drive(program, ` + saver + ");\n"
	for name, text := range map[string][]byte{"drive.mjs": drive, "own_saver.mjs": own, "main.mjs": []byte(main)} {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	out, stderr, err := command(t.Context(), dir, "run", "--langgraph", profile, "--allow-read=.", "--allow-write=.", "main.mjs")
	if err != nil {
		t.Fatalf("%v: %s", err, stderr)
	}
	return parse(t, []byte(jsapitest.Normalise(string(out))))
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
func outcomes(t *testing.T, w way, p *program) (list []outcome) {
	t.Helper()
	var now outcome
	for _, s := range p.Steps {
		if s.At != nil {
			s.checkpoint = checkpointOf(t, w, *s.At)
		}
		chunks, failed := w.take(t.Context(), s, now.idsOf(s))
		var err error
		if now, err = w.state(t.Context()); err != nil {
			t.Fatal(err)
		}
		if now.Step = s.kind(); failed != nil {
			now.Error = jsapitest.Normalise(failed.Error())
		}
		now.Chunks, now.Values, now.Asks = formed(chunks).([]any), formed(now.Values), formed(now.Asks).([]any)
		list = append(list, now)
	}
	past, err := w.history(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for i := range past {
		past[i].Values = formed(past[i].Values)
	}
	return append(list, past...)
}

// checkpointOf returns the id of the newest checkpoint of a superstep.
func checkpointOf(t *testing.T, w way, superstep int) string {
	t.Helper()
	past, err := w.history(t.Context())
	i := slices.IndexFunc(past, func(o outcome) bool { return o.At == superstep })
	if err != nil || i < 0 {
		t.Fatalf("no checkpoint of superstep %d: %v", superstep, err)
	}
	return past[i].id
}

// ofMessages are the fields of messages that are compared.
var ofMessages = []string{"type", "content", "id", "name", "tool_calls", "tool_call_id"}

// formed returns a value with messages as drive.mjs prints them, and without ids and times.
func formed(v any) any {
	switch v := v.(type) {
	case string:
		return jsapitest.Normalise(v)
	case []any:
		list := make([]any, len(v))
		for i := range v {
			list[i] = formed(v[i])
		}
		return list
	case map[string]any:
		fields := map[string]any{}
		_, content := v["content"]
		for key, field := range v {
			if _, typed := v["type"].(string); content && typed && (!slices.Contains(ofMessages, key) || key == "tool_calls" && reflect.DeepEqual(field, []any{})) {
				continue
			}
			fields[jsapitest.Normalise(key)] = formed(field)
		}
		return fields
	}
	return v
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
	case s.Copy:
		return "copy"
	case s.Goto != nil:
		return "goto"
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
