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
	"slices"
	"strings"
	"testing"

	"github.com/hitlrun/hitlrun"
	"github.com/hitlrun/hitlrun/server"
)

// decoded returns JSON as a value; nil for none.
func decoded(data json.RawMessage) (v any) {
	_ = json.Unmarshal(data, &v) // the callers have it from a JSON document, or it is empty
	return v
}

// goAPI is the Go API.
type goAPI struct {
	*program
	store  *hitlrun.Store
	loaded *hitlrun.Script
}

func openGo(t *testing.T, p *program) way {
	t.Helper()
	return openStore(t, p, ":memory:", hitlrun.ScriptOptions{})
}

// openGoWorkers has a store in a file, and workers in which a VM serves one run.
func openGoWorkers(t *testing.T, p *program) way {
	t.Helper()
	return openStore(t, p, filepath.Join(t.TempDir(), "test.db"), hitlrun.ScriptOptions{Isolation: hitlrun.Process})
}

func openStore(t *testing.T, p *program, path string, o hitlrun.ScriptOptions) *goAPI {
	t.Helper()
	store, err := hitlrun.Open(path, hitlrun.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	o.Profile = p.profile
	loaded, err := hitlrun.Load(p.script, o)
	if err != nil {
		t.Fatal(err)
	}
	return &goAPI{p, store, loaded}
}

func (g *goAPI) take(ctx context.Context, s step, ids []string) ([]any, error) {
	o := hitlrun.RunOptions{Subgraphs: g.Subgraphs, CheckpointID: s.checkpoint}
	for _, mode := range g.Modes {
		o.Modes = append(o.Modes, hitlrun.Mode(mode))
	}
	a := hitlrun.Answer{Value: s.Resume, RunOptions: o}
	switch s.kind() {
	case "start":
		return g.chunks(ctx)(g.store.Begin(ctx, g.loaded, hitlrun.Start{ThreadID: "t", Graph: "graph", Input: s.Start, RunOptions: o}))
	case "goto":
		return g.chunks(ctx)(g.store.Begin(ctx, g.loaded, hitlrun.Start{ThreadID: "t", Graph: "graph", Goto: s.Goto, Update: s.Update, RunOptions: o}))
	case "update":
		_, err := g.store.Update(ctx, "t", hitlrun.Update{Values: s.Update, AsNode: s.As, CheckpointID: s.checkpoint})
		return nil, err
	case "copy":
		_, err := g.store.Fork(ctx, "t", s.checkpoint, "")
		return nil, err
	case "resume":
		a.Update, a.Goto = s.Update, s.Goto
	case "answers":
		a.Values = map[string]json.RawMessage{}
		for i, pair := range s.Answers {
			a.Values[ids[i]] = pair[1]
		}
	}
	if s.kind() == "proceed" && s.At != nil {
		return g.chunks(ctx)(g.store.Begin(ctx, g.loaded, hitlrun.Start{ThreadID: "t", Graph: "graph", RunOptions: o}))
	}
	return g.chunks(ctx)(g.store.BeginResume(ctx, "t", a))
}

// chunks waits for the run that a method began, and returns its chunks and its error.
func (g *goAPI) chunks(ctx context.Context) func(run *hitlrun.Run, err error) ([]any, error) {
	return func(run *hitlrun.Run, err error) (list []any, _ error) {
		if err != nil {
			return nil, err
		}
		for c, err := range run.Chunks(ctx) {
			if err != nil {
				break // it is that of Wait
			}
			list = append(list, g.chunk(c.NS, string(c.Mode), decoded(c.Payload)))
		}
		_, err = run.Wait(ctx)
		return list, err
	}
}

// chunk returns a chunk in the form of LangGraph.js.
func (p *program) chunk(ns []string, mode string, payload any) any {
	if !p.Subgraphs {
		return []any{mode, payload}
	}
	names := make([]any, len(ns))
	for i := range ns {
		names[i] = ns[i]
	}
	return []any{names, mode, payload}
}

func (g *goAPI) state(ctx context.Context) (outcome, error) {
	r, err := g.store.State(ctx, "t")
	if err != nil {
		return outcome{}, err
	}
	o := ofResult(r)
	if g.Inner {
		s, err := g.store.StateAt(ctx, "t", "", "", true)
		if err != nil {
			return outcome{}, err
		}
		o.Inner = innerStates(s)
	}
	return o, nil
}

// innerStates returns the states of the graphs that tasks run, as drive.mjs prints them.
func innerStates(s *hitlrun.StateSnapshot) []any {
	list := []any{}
	for _, task := range s.Tasks {
		if task.State == nil {
			continue
		}
		asks := []any{}
		for _, inside := range task.State.Tasks {
			for _, in := range inside.Interrupts {
				asks = append(asks, decoded(in.Value))
			}
		}
		list = append(list, map[string]any{
			"name": task.Name, "values": decoded(task.State.Values), "next": anys(task.State.Next), "asks": asks, "inner": innerStates(task.State),
		})
	}
	return list
}

func anys(names []string) []any {
	list := []any{}
	for _, name := range names {
		list = append(list, name)
	}
	return list
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
		list = append(list, outcome{id: s.CheckpointID, Source: s.Source, At: s.Step, Values: decoded(s.Values), Next: s.Next})
	}
	return list, nil
}

// commands is the command line, with a store in a file. It uses the Go API for what no command does: changes of states,
// and runs from an older checkpoint or with a goto.
type commands struct {
	*program
	dir   string
	store func() way
}

func openCommands(t *testing.T, p *program) way {
	t.Helper()
	dir := filepath.Dir(p.script)
	return &commands{p, dir, func() way { return openStore(t, p, filepath.Join(dir, "hitlrun.db"), hitlrun.ScriptOptions{}) }}
}

func (c *commands) take(ctx context.Context, s step, ids []string) ([]any, error) {
	if s.At != nil || s.Goto != nil || s.kind() == "update" {
		_, err := c.store().take(ctx, s, ids)
		return nil, err
	}
	switch s.kind() {
	case "start":
		return nil, c.runs(ctx, "start", c.script, "--langgraph", c.profile, "--graph", "graph", "--input", string(s.Start))
	case "resume":
		args := []string{"resume", "--value", string(s.Resume)}
		if s.Update != nil {
			args = append(args, "--update", string(s.Update))
		}
		return nil, c.runs(ctx, args...)
	case "answers":
		for i, pair := range s.Answers {
			if err := c.runs(ctx, "resume", "--interrupt", ids[i], "--value", string(pair[1])); err != nil {
				return nil, err
			}
		}
		return nil, nil
	}
	return nil, c.runs(ctx, "resume")
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
		CheckpointID string `json:"checkpoint_id"`
		Source       string
		Step         int
		Values       any
		Next         []string
	}
	err = c.show(ctx, "history", &shown)
	for _, s := range shown {
		list = append(list, outcome{id: s.CheckpointID, Source: s.Source, At: s.Step, Values: s.Values, Next: s.Next})
	}
	return list, err
}

// overHTTP is the server.
type overHTTP struct {
	*program
	url string
}

func openHTTP(t *testing.T, p *program) way {
	t.Helper()
	return serve(t, openStore(t, p, ":memory:", hitlrun.ScriptOptions{}))
}

// openHTTPWorkers has a store in a file, and workers in which a VM serves all runs.
func openHTTPWorkers(t *testing.T, p *program) way {
	t.Helper()
	return serve(t, openStore(t, p, filepath.Join(t.TempDir(), "test.db"), hitlrun.ScriptOptions{Isolation: hitlrun.Process, Reuse: true}))
}

func serve(t *testing.T, g *goAPI) way {
	t.Helper()
	s, err := server.New(g.store, server.Options{Graphs: []server.Graph{{ID: "graph", Script: g.loaded, Export: "graph"}}})
	if err != nil {
		t.Fatal(err)
	}
	h := httptest.NewServer(s)
	t.Cleanup(func() {
		_ = s.Shutdown(context.Background())
		h.Close()
	})
	w := &overHTTP{g.program, h.URL + "/threads"}
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
	if err != nil {
		return err
	}
	if resp.StatusCode >= 300 {
		var said struct{ Message string }
		if err := json.Unmarshal(data, &said); err != nil || said.Message == "" {
			return fmt.Errorf("%s: %s", resp.Status, data)
		}
		return fmt.Errorf("%s: %s", resp.Status, said.Message)
	}
	switch v := v.(type) {
	case nil:
		return nil
	case *string:
		*v = string(data)
		return nil
	}
	return json.Unmarshal(data, v)
}

func (w *overHTTP) take(ctx context.Context, s step, ids []string) ([]any, error) {
	run, command := map[string]any{"assistant_id": "graph"}, map[string]any{}
	if s.checkpoint != "" {
		run["checkpoint_id"] = s.checkpoint
	}
	switch s.kind() {
	case "start":
		run["input"] = s.Start
	case "update", "copy":
		update := map[string]any{"values": s.Update, "checkpoint_id": run["checkpoint_id"]}
		if s.Copy {
			s.As = "__copy__"
		}
		if s.As != "" {
			update["as_node"] = s.As
		}
		return nil, w.post(ctx, "/t/state", update, nil)
	case "resume":
		command["resume"] = s.Resume
		fallthrough
	case "goto":
		if s.Goto != nil {
			command["goto"] = s.Goto
		}
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
	return w.run(ctx, run)
}

// run runs a run to its end and returns its chunks, if the program has modes.
func (w *overHTTP) run(ctx context.Context, run map[string]any) (chunks []any, _ error) {
	if w.Modes != nil {
		return w.stream(ctx, run)
	}
	var result json.RawMessage
	if err := w.post(ctx, "/t/runs/wait", run, &result); err != nil {
		return nil, err
	}
	var failed struct {
		Error *struct{ Message string } `json:"__error__"`
	}
	if json.Unmarshal(result, &failed) == nil && failed.Error != nil { // a result that is no object is no error
		return nil, errors.New(failed.Error.Message)
	}
	return nil, nil
}

func (w *overHTTP) stream(ctx context.Context, run map[string]any) (chunks []any, failed error) {
	modes := slices.Clone(w.Modes)
	if i := slices.Index(modes, "messages"); i >= 0 {
		modes[i] = "messages-tuple"
	}
	run["stream_mode"], run["stream_subgraphs"] = modes, w.Subgraphs
	var events string
	if err := w.post(ctx, "/t/runs/stream", run, &events); err != nil {
		return nil, err
	}
	for event := range strings.SplitSeq(events, "\n\n") {
		var name, data string
		for line := range strings.SplitSeq(event, "\n") {
			if rest, ok := strings.CutPrefix(line, "event: "); ok {
				name = rest
			}
			if rest, ok := strings.CutPrefix(line, "data: "); ok {
				data += rest
			}
		}
		names := strings.Split(name, "|")
		switch names[0] {
		case "", "metadata", "end":
		case "error":
			var e struct{ Message string }
			if err := json.Unmarshal([]byte(data), &e); err != nil {
				return nil, err
			}
			failed = errors.New(e.Message)
		default:
			chunk := withoutServer(decoded(json.RawMessage(data)))
			if names[0] == "debug" || names[0] == "checkpoints" {
				chunk = withoutNames(names[0], chunk)
			}
			chunks = append(chunks, w.chunk(names[1:], names[0], chunk))
		}
	}
	return chunks, failed
}

// added are the metadata that the server adds to those of a run, and the names of Python that it adds to questions of
// agents.
var added = []string{
	"assistant_id", "graph_id", "run_id", "langgraph_auth_user_id",
	"action_requests", "review_configs", "action_name", "allowed_decisions", "arguments",
}

// withoutServer returns a value without what the server adds.
func withoutServer(v any) any {
	switch v := v.(type) {
	case []any:
		for i := range v {
			v[i] = withoutServer(v[i])
		}
	case map[string]any:
		for key, field := range v {
			v[key] = withoutServer(field)
		}
		for _, key := range added {
			delete(v, key)
		}
	}
	return v
}

// withoutNames returns a chunk of the mode debug or checkpoints without the names of checkpoints that the server adds, and with the
// name of the parent's config that scripts see.
func withoutNames(mode string, chunk any) any {
	checkpoint, _ := chunk.(map[string]any)
	if mode == "debug" {
		if checkpoint["type"] != "checkpoint" {
			return chunk
		}
		checkpoint, _ = checkpoint["payload"].(map[string]any)
	}
	if parent := checkpoint["parent_config"]; parent != nil {
		checkpoint["parentConfig"] = parent
	}
	for _, key := range []string{"checkpoint", "parent_checkpoint", "parent_config"} {
		delete(checkpoint, key)
	}
	return chunk
}

// threadState is a state as the server shows it.
type threadState struct {
	Values any
	Next   []string
	Tasks  []struct {
		Name       string
		State      *threadState
		Interrupts []struct {
			ID    string
			Value any
		}
	}
	Metadata struct {
		Source string
		Step   int
	}
	Checkpoint struct {
		ID string `json:"checkpoint_id"`
	}
}

// inner returns the states of the graphs that tasks run, as drive.mjs prints them.
func (s *threadState) inner() []any {
	list := []any{}
	for _, task := range s.Tasks {
		if task.State == nil {
			continue
		}
		asks := []any{}
		for _, inside := range task.State.Tasks {
			for _, in := range inside.Interrupts {
				asks = append(asks, withoutServer(in.Value))
			}
		}
		list = append(list, map[string]any{
			"name": task.Name, "values": task.State.Values, "next": anys(task.State.Next), "asks": asks, "inner": task.State.inner(),
		})
	}
	return list
}

func (w *overHTTP) state(ctx context.Context) (outcome, error) {
	var s threadState
	path := "/t/state"
	if w.Inner {
		path += "?subgraphs=true"
	}
	err := w.send(ctx, http.MethodGet, path, http.NoBody, &s)
	o := outcome{Values: s.Values, Next: s.Next}
	if w.Inner {
		o.Inner = s.inner()
	}
	for _, task := range s.Tasks {
		for _, in := range task.Interrupts {
			o.Asks, o.ids = append(o.Asks, withoutServer(in.Value)), append(o.ids, in.ID)
		}
	}
	return o, err
}

func (w *overHTTP) history(ctx context.Context) (list []outcome, err error) {
	var shown []threadState
	err = w.post(ctx, "/t/history", map[string]any{"limit": 1000}, &shown)
	for _, s := range shown {
		list = append(list, outcome{id: s.Checkpoint.ID, Source: s.Metadata.Source, At: s.Metadata.Step, Values: s.Values, Next: s.Next})
	}
	return list, err
}
