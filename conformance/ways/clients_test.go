// This file has the ways: the command line, the Go API, and HTTP.

package ways

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/hitlrun/hitlrun"
	"github.com/hitlrun/hitlrun/server"
)

// decoded returns JSON as a value; nil for none.
func decoded(data json.RawMessage) (v any) {
	_ = json.Unmarshal(data, &v) // the callers have it from a JSON document, or it is empty
	return v
}

// goAPI is the Go API, with a store in memory.
type goAPI struct {
	store  *hitlrun.Store
	script *hitlrun.Script
}

func openGo(t *testing.T, script string) way {
	t.Helper()
	return openStore(t, script, ":memory:")
}

func openStore(t *testing.T, script, path string) *goAPI {
	t.Helper()
	store, err := hitlrun.Open(path, hitlrun.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	loaded, err := hitlrun.Load(script, hitlrun.ScriptOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return &goAPI{store, loaded}
}

func (g *goAPI) take(ctx context.Context, s step, ids []string) error {
	a := hitlrun.Answer{Value: s.Resume}
	switch s.kind() {
	case "start":
		_, err := g.store.Start(ctx, g.script, hitlrun.Start{ThreadID: "t", Graph: "graph", Input: s.Start})
		return err
	case "update":
		_, err := g.store.Update(ctx, "t", hitlrun.Update{Values: s.Update, AsNode: s.As})
		return err
	case "resume":
		a.Update = s.Update
	case "answers":
		a.Values = map[string]json.RawMessage{}
		for i, pair := range s.Answers {
			a.Values[ids[i]] = pair[1]
		}
	}
	_, err := g.store.Resume(ctx, "t", a)
	return err
}

func (g *goAPI) state(ctx context.Context) (outcome, error) {
	r, err := g.store.State(ctx, "t")
	if err != nil {
		return outcome{}, err
	}
	return ofResult(r), nil
}

func ofResult(r *hitlrun.Result) outcome {
	o := outcome{Values: decoded(r.Values), Next: r.Next}
	for _, in := range r.Interrupts {
		o.Asks, o.ids = append(o.Asks, decoded(in.Value)), append(o.ids, in.ID)
	}
	return o
}

func (g *goAPI) history(ctx context.Context) (list []outcome, err error) {
	for s, err := range g.store.EachState(ctx, "t", hitlrun.HistoryFilter{}) {
		if err != nil {
			return nil, err
		}
		list = append(list, outcome{Source: s.Source, At: s.Step, Values: decoded(s.Values), Next: s.Next})
	}
	return list, nil
}

// commands is the command line, with a store in a file. It changes states with the Go API, because no command does.
type commands struct {
	dir, script string
	update      func(ctx context.Context, s step) error
}

func openCommands(t *testing.T, script string) way {
	t.Helper()
	dir := filepath.Dir(script)
	return &commands{dir, script, func(ctx context.Context, s step) error {
		return openStore(t, script, filepath.Join(dir, "hitlrun.db")).take(ctx, s, nil)
	}}
}

func (c *commands) take(ctx context.Context, s step, ids []string) error {
	switch s.kind() {
	case "start":
		return c.runs(ctx, "start", c.script, "--graph", "graph", "--input", string(s.Start))
	case "update":
		return c.update(ctx, s)
	case "resume":
		args := []string{"resume", "--value", string(s.Resume)}
		if s.Update != nil {
			args = append(args, "--update", string(s.Update))
		}
		return c.runs(ctx, args...)
	case "answers":
		for i, pair := range s.Answers {
			if err := c.runs(ctx, "resume", "--interrupt", ids[i], "--value", string(pair[1])); err != nil {
				return err
			}
		}
		return nil
	}
	return c.runs(ctx, "resume")
}

// runs runs a command about the thread. If it fails, the error is what it printed.
func (c *commands) runs(ctx context.Context, args ...string) error {
	_, stderr, err := command(ctx, c.dir, append(args, "--thread", "t")...)
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() != 3 { // 3: it waits
		return fmt.Errorf("%w: %s", err, stderr)
	}
	return nil
}

func (c *commands) show(ctx context.Context, name string, v any) error {
	stdout, stderr, err := command(ctx, c.dir, name, "--thread", "t", "--json")
	if err != nil {
		return fmt.Errorf("%w: %s", err, stderr)
	}
	return json.Unmarshal(stdout, v)
}

func (c *commands) state(ctx context.Context) (outcome, error) {
	var r hitlrun.Result
	err := c.show(ctx, "state", &r)
	return ofResult(&r), err
}

func (c *commands) history(ctx context.Context) (list []outcome, err error) {
	var shown []struct {
		Source string
		Step   int
		Values any
		Next   []string
	}
	err = c.show(ctx, "history", &shown)
	for _, s := range shown {
		list = append(list, outcome{Source: s.Source, At: s.Step, Values: s.Values, Next: s.Next})
	}
	return list, err
}

// overHTTP is the server.
type overHTTP struct{ url string }

func openHTTP(t *testing.T, script string) way {
	t.Helper()
	g := openStore(t, script, ":memory:")
	s, err := server.New(g.store, server.Options{Graphs: []server.Graph{{ID: "graph", Script: g.script, Export: "graph"}}})
	if err != nil {
		t.Fatal(err)
	}
	h := httptest.NewServer(s)
	t.Cleanup(func() {
		_ = s.Shutdown(context.Background())
		h.Close()
	})
	w := &overHTTP{h.URL + "/threads"}
	if err := w.post(t.Context(), "", map[string]any{"thread_id": "t", "metadata": map[string]any{"graph_id": "graph"}}, nil); err != nil {
		t.Fatal(err)
	}
	return w
}

// post sends a request, and reads the response into v, or throws it away.
func (w *overHTTP) post(ctx context.Context, path string, body, v any) error {
	data, err := json.Marshal(body)
	if err != nil {
		return err
	}
	return w.send(ctx, http.MethodPost, path, bytes.NewReader(data), v)
}

func (w *overHTTP) send(ctx context.Context, method, path string, body io.Reader, v any) error {
	req, err := http.NewRequestWithContext(ctx, method, w.url+path, body)
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode >= 300 {
		return fmt.Errorf("%s: %s: %w", resp.Status, data, err)
	}
	if v == nil {
		return nil
	}
	return json.Unmarshal(data, v)
}

func (w *overHTTP) take(ctx context.Context, s step, ids []string) error {
	run := map[string]any{"assistant_id": "graph"}
	switch s.kind() {
	case "start":
		run["input"] = s.Start
	case "update":
		update := map[string]any{"values": s.Update}
		if s.As != "" {
			update["as_node"] = s.As
		}
		return w.post(ctx, "/t/state", update, nil)
	case "resume":
		command := map[string]any{"resume": s.Resume}
		if s.Update != nil {
			command["update"] = s.Update
		}
		run["command"] = command
	case "answers":
		resume := map[string]any{}
		for i, pair := range s.Answers {
			resume[ids[i]] = pair[1]
		}
		run["command"] = map[string]any{"resume": resume}
	case "proceed":
		run["input"] = nil
	}
	var result json.RawMessage
	if err := w.post(ctx, "/t/runs/wait", run, &result); err != nil {
		return err
	}
	var failed struct {
		Error *struct{ Message string } `json:"__error__"`
	}
	if json.Unmarshal(result, &failed) == nil && failed.Error != nil { // a result that is no object is no error
		return errors.New(failed.Error.Message)
	}
	return nil
}

// threadState is a state as the server shows it.
type threadState struct {
	Values any
	Next   []string
	Tasks  []struct {
		Interrupts []struct {
			ID    string
			Value any
		}
	}
	Metadata struct {
		Source string
		Step   int
	}
}

func (w *overHTTP) state(ctx context.Context) (outcome, error) {
	var s threadState
	err := w.send(ctx, http.MethodGet, "/t/state", http.NoBody, &s)
	o := outcome{Values: s.Values, Next: s.Next}
	for _, task := range s.Tasks {
		for _, in := range task.Interrupts {
			o.Asks, o.ids = append(o.Asks, in.Value), append(o.ids, in.ID)
		}
	}
	return o, err
}

func (w *overHTTP) history(ctx context.Context) (list []outcome, err error) {
	var shown []threadState
	err = w.post(ctx, "/t/history", map[string]any{"limit": 1000}, &shown)
	for _, s := range shown {
		list = append(list, outcome{Source: s.Metadata.Source, At: s.Metadata.Step, Values: s.Values, Next: s.Next})
	}
	return list, err
}
