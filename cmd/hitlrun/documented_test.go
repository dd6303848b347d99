// This file starts, pauses and answers workflows as the documentation of LangGraph.js has them through each door: the
// command line, package hitlrun, and HTTP.

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/hitlrun/hitlrun"
	"github.com/hitlrun/hitlrun/server"
)

// documented is what a script of testdata/documented says of itself in the comments at its top.
type documented struct {
	input string
	turns []turn
	ends  string // the state at the end, or
	text  string // the text of its last message
}

// turn is a stop of a thread, and how the thread is resumed after it.
type turn struct {
	asks   string // the question; "" for one that is not looked at
	answer string
	stops  string // the nodes a breakpoint is in front of, in place of a question and an answer
}

// stand is the state of a thread, by whichever door it was read.
type stand struct {
	next      []string
	questions []json.RawMessage
	values    json.RawMessage
}

// door is a way to run threads: resume with "" gives no answer.
type door struct {
	name   string
	start  func(t *testing.T, file, input string) stand
	resume func(t *testing.T, answer string) stand
}

func TestDocumented(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../../testdata/documented/*.ts")
	if err != nil || len(files) == 0 {
		t.Fatal("no scripts", err)
	}
	for _, file := range files {
		file, err := filepath.Abs(file)
		if err != nil {
			t.Fatal(err)
		}
		example := readDocumented(t, file)
		for _, d := range []door{commandDoor(t), goDoor(t), httpDoor(t)} {
			t.Run(strings.TrimSuffix(filepath.Base(file), ".ts")+"/"+d.name, func(t *testing.T) {
				t.Parallel()
				at := d.start(t, file, example.input)
				for _, turn := range example.turns {
					if len(at.questions) == 0 && turn.stops == "" {
						t.Fatalf("nothing is asked: %v %s", at.next, at.values)
					}
					if turn.asks != "" {
						sameJSON(t, "the question", at.questions[0], turn.asks)
					}
					if turn.stops != "" {
						next, _ := json.Marshal(at.next)
						sameJSON(t, "next", next, turn.stops)
					}
					at = d.resume(t, turn.answer)
				}
				if len(at.next) > 0 || len(at.questions) > 0 {
					t.Fatalf("the thread has not ended: %v %s", at.next, at.questions)
				}
				if example.ends != "" {
					sameJSON(t, "the state", at.values, example.ends)
					return
				}
				var state struct{ Messages []json.RawMessage }
				if err := json.Unmarshal(at.values, &state); err != nil || len(state.Messages) == 0 {
					t.Fatalf("no messages: %v %s", err, at.values)
				}
				if last := string(state.Messages[len(state.Messages)-1]); !strings.Contains(last, `"`+example.text+`"`) {
					t.Errorf("the last message is %s, want %s", last, example.text)
				}
			})
		}
	}
}

func readDocumented(t *testing.T, file string) (d documented) {
	t.Helper()
	source, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(source)) {
		key, text, _ := strings.Cut(strings.TrimPrefix(strings.TrimSpace(line), "// "), ": ")
		switch key {
		case "input":
			d.input = text
		case "asks":
			d.turns = append(d.turns, turn{asks: text})
		case "stops":
			d.turns = append(d.turns, turn{stops: text})
		case "answer":
			if n := len(d.turns); n == 0 || d.turns[n-1].answer != "" {
				d.turns = append(d.turns, turn{})
			}
			d.turns[len(d.turns)-1].answer = text
		case "ends":
			d.ends = text
		case "text":
			d.text = text
		}
	}
	if d.input == "" || len(d.turns) == 0 || d.ends == "" && d.text == "" {
		t.Fatalf("%s does not say what comes of it", file)
	}
	return d
}

func sameJSON(t *testing.T, what string, got json.RawMessage, want string) {
	t.Helper()
	var a, b any
	if err := json.Unmarshal([]byte(want), &b); err != nil {
		t.Fatalf("%s: %v", want, err)
	}
	if err := json.Unmarshal(got, &a); err != nil || !reflect.DeepEqual(a, b) {
		t.Fatalf("%s is %s, want %s (%v)", what, got, want, err)
	}
}

// commandDoor runs each command as a process of its own.
func commandDoor(t *testing.T) door {
	db := filepath.Join(t.TempDir(), "store.db")
	run := func(t *testing.T, args ...string) stand {
		t.Helper()
		cmd := exec.Command("hitlrun", append(args, "--db", db, "--thread", "t", "--json")...)
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		out, err := cmd.Output()
		if code := cmd.ProcessState.ExitCode(); code != exitDone && code != exitPaused {
			t.Fatalf("hitlrun %v: %v\n%s%s", args, err, out, stderr.String())
		}
		var doc struct {
			Next       []string
			Interrupts []struct{ Value json.RawMessage }
			Values     json.RawMessage
		}
		if err := json.Unmarshal(out, &doc); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		at := stand{next: doc.Next, values: doc.Values}
		for _, in := range doc.Interrupts {
			at.questions = append(at.questions, in.Value)
		}
		return at
	}
	return door{"command",
		func(t *testing.T, file, input string) stand { return run(t, "start", file, "--input", input) },
		func(t *testing.T, answer string) stand {
			if answer == "" {
				return run(t, "resume")
			}
			return run(t, "resume", "--value", answer)
		}}
}

// goDoor opens the store anew for each call.
func goDoor(t *testing.T) door {
	db := filepath.Join(t.TempDir(), "store.db")
	var script *hitlrun.Script
	with := func(t *testing.T, f func(store *hitlrun.Store) (*hitlrun.Result, error)) stand {
		t.Helper()
		store, err := hitlrun.Open(db, hitlrun.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer store.Close()
		r, err := f(store)
		if err != nil {
			t.Fatal(err)
		}
		at := stand{next: r.Next, values: r.Values}
		for _, in := range r.Interrupts {
			at.questions = append(at.questions, in.Value)
		}
		return at
	}
	return door{"go",
		func(t *testing.T, file, input string) stand {
			var err error
			if script, err = hitlrun.Load(file, hitlrun.ScriptOptions{}); err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { script.Close() })
			return with(t, func(s *hitlrun.Store) (*hitlrun.Result, error) {
				return s.Start(t.Context(), script, hitlrun.Start{ThreadID: "t", Input: []byte(input)})
			})
		},
		func(t *testing.T, answer string) stand {
			return with(t, func(s *hitlrun.Store) (*hitlrun.Result, error) {
				a := hitlrun.Answer{Script: script}
				if answer != "" {
					a.Value = []byte(answer)
				}
				return s.Resume(t.Context(), "t", a)
			})
		}}
}

// httpDoor asks a server as clients of LangGraph do.
func httpDoor(t *testing.T) door {
	db := filepath.Join(t.TempDir(), "store.db")
	var url string
	post := func(t *testing.T, path, body string) []byte {
		t.Helper()
		resp, err := http.Post(url+path, "application/json", strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		data, err := io.ReadAll(resp.Body)
		if err != nil || resp.StatusCode != http.StatusOK {
			t.Fatalf("%s: %s %s %v", path, resp.Status, data, err)
		}
		return data
	}
	run := func(t *testing.T, body string) stand {
		t.Helper()
		post(t, "/threads/t/runs/wait", body)
		resp, err := http.Get(url + "/threads/t/state")
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		var state struct {
			Values json.RawMessage
			Next   []string
			Tasks  []struct {
				Interrupts []struct{ Value json.RawMessage }
			}
		}
		if err := json.NewDecoder(resp.Body).Decode(&state); err != nil {
			t.Fatal(err)
		}
		at := stand{next: state.Next, values: state.Values}
		for _, task := range state.Tasks {
			for _, in := range task.Interrupts {
				at.questions = append(at.questions, in.Value)
			}
		}
		return at
	}
	return door{"http",
		func(t *testing.T, file, input string) stand {
			url = serveScript(t, db, file)
			post(t, "/threads", `{"thread_id": "t"}`)
			return run(t, fmt.Sprintf(`{"assistant_id": "agent", "input": %s}`, input))
		},
		func(t *testing.T, answer string) stand {
			if answer == "" {
				return run(t, `{"assistant_id": "agent", "input": null}`)
			}
			return run(t, fmt.Sprintf(`{"assistant_id": "agent", "command": {"resume": %s}}`, answer))
		}}
}

// serveScript serves the graph of a script as "agent" until the test ends. It returns the address.
func serveScript(t *testing.T, db, file string) string {
	t.Helper()
	store, err := hitlrun.Open(db, hitlrun.Options{})
	if err != nil {
		t.Fatal(err)
	}
	script, err := hitlrun.Load(file, hitlrun.ScriptOptions{})
	if err != nil {
		t.Fatal(err)
	}
	handler, err := server.New(store, server.Options{Graphs: []server.Graph{{ID: "agent", Script: script}}})
	if err != nil {
		t.Fatal(err)
	}
	s := httptest.NewServer(handler)
	t.Cleanup(func() {
		s.Close()
		_ = handler.Shutdown(context.Background())
		script.Close()
		store.Close()
	})
	return s.URL
}
