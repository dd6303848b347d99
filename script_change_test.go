// This file tests with which version of its script a thread is resumed.

package hitlrun_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hitlrun/hitlrun"
)

// changing is a script on disk, with a store.
type changing struct {
	*hitlrun.Store
	t    *testing.T
	path string
}

func newChanging(t *testing.T, source string) *changing {
	t.Helper()
	c := &changing{open(t, ":memory:"), t, filepath.Join(t.TempDir(), "flow.ts")}
	c.write("flow.ts", source)
	return c
}

func (c *changing) write(name, text string) {
	c.t.Helper()
	path := filepath.Join(filepath.Dir(c.path), name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		c.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		c.t.Fatal(err)
	}
}

func (c *changing) load() *hitlrun.Script {
	c.t.Helper()
	s, err := hitlrun.Load(c.path, hitlrun.ScriptOptions{})
	if err != nil {
		c.t.Fatal(err)
	}
	c.t.Cleanup(func() { s.Close() })
	return s
}

func (c *changing) start(id, input string) {
	c.t.Helper()
	res, err := c.Start(c.t.Context(), c.load(), hitlrun.Start{ThreadID: id, Input: json.RawMessage(input)})
	if err != nil || res.Status != hitlrun.StatusInterrupted {
		c.t.Fatalf("start %s: got %+v (%v)", id, res, err)
	}
}

// refused checks that a thread was not resumed, and that it is pinned to the same script as before.
func (c *changing) refused(name string, err error, texts ...string) {
	c.t.Helper()
	if !errors.Is(err, hitlrun.ErrScript) {
		c.t.Errorf("%s: got %v, want ErrScript", name, err)
		return
	}
	for _, text := range texts {
		if !strings.Contains(err.Error(), text) {
			c.t.Errorf("%s: got %v, want %q in it", name, err, text)
		}
	}
}

func (c *changing) hash(id string) string {
	c.t.Helper()
	list, err := c.Threads(c.t.Context(), hitlrun.ThreadFilter{})
	if err != nil {
		c.t.Fatal(err)
	}
	for _, t := range list {
		if t.ID == id {
			return t.ScriptHash
		}
	}
	c.t.Fatalf("no thread %s", id)
	return ""
}

var (
	mail = `{"to":"Ann"}`
	yes  = json.RawMessage("true")
)

func TestAnswerWithAnotherScript(t *testing.T) {
	t.Parallel()
	c := newChanging(t, flow)
	for _, id := range []string{"same", "pinned", "upgraded", "twice"} {
		c.start(id, mail)
	}
	first := c.load()
	if change, err := c.ScriptChange(t.Context(), "same"); change != nil || err != nil {
		t.Errorf("nothing has changed: got %+v (%v)", change, err)
	}
	res, err := c.Resume(t.Context(), "same", hitlrun.Answer{Value: yes, Script: first})
	if err != nil || !strings.Contains(string(res.Values), `"outcome":"sent"`) {
		t.Errorf("same: got %+v (%v)", res, err)
	}
	c.write("flow.ts", strings.Replace(flow, `"sent"`, `"mailed"`, 1))
	second := c.load()
	const text = "flow.ts: 1 line added, 1 removed at 9"
	_, err = c.Resume(t.Context(), "pinned", hitlrun.Answer{Value: yes, Script: second})
	c.refused("without Upgrade", err, `thread "pinned"`, text)
	change, err := c.ScriptChange(t.Context(), "pinned")
	if err != nil || change == nil || len(change.Files) != 1 || change.Files[0].String() != text || change.Gone || change.Broken != nil {
		t.Errorf("the change: got %+v (%v)", change, err)
	}
	if change, err := c.ScriptChange(t.Context(), "same"); change != nil || err != nil {
		t.Errorf("of a thread that is done: got %+v (%v)", change, err)
	}
	if c.hash("pinned") != first.Hash() {
		t.Error("the refused script was pinned")
	}
	res, err = c.Resume(t.Context(), "pinned", hitlrun.Answer{Value: yes})
	if err != nil || !strings.Contains(string(res.Values), `"outcome":"sent"`) {
		t.Errorf("pinned: got %+v (%v)", res, err)
	}
	res, err = c.Resume(t.Context(), "upgraded", hitlrun.Answer{Value: yes, Script: second, Upgrade: true})
	if err != nil || !strings.Contains(string(res.Values), `"outcome":"mailed"`) || c.hash("upgraded") != second.Hash() {
		t.Errorf("upgraded: got %+v (%v)", res, err)
	}
	if _, err := c.Resume(t.Context(), "twice", hitlrun.Answer{Value: yes, Upgrade: true}); err == nil {
		t.Error("Upgrade without a script was taken")
	}
	current, err := c.CurrentScript(t.Context(), "twice")
	if err != nil || current.Hash() != second.Hash() {
		t.Errorf("the current script: got %+v (%v)", current, err)
	}
}

// TestAnotherBundleIsNoChange has the same files bundled in another way.
func TestAnotherBundleIsNoChange(t *testing.T) {
	t.Parallel()
	c := newChanging(t, flow+"class A { constructor(public x: number) {} y = 1; }; (globalThis as any).a = new A(1);")
	c.start("m", mail)
	before := c.load()
	c.write("tsconfig.json", `{ "compilerOptions": { "useDefineForClassFields": false, "target": "es2020" } }`)
	after := c.load()
	if hitlrun.CodeOf(before) == hitlrun.CodeOf(after) {
		t.Fatal("the bundle is the same: the test tests nothing")
	}
	if change, err := c.ScriptChange(t.Context(), "m"); change != nil || err != nil {
		t.Errorf("got %+v (%v)", change, err)
	}
	if res, err := c.Resume(t.Context(), "m", hitlrun.Answer{Value: yes, Script: after}); err != nil || res.Status != hitlrun.StatusDone {
		t.Errorf("got %+v (%v)", res, err)
	}
}

func TestChangedPackage(t *testing.T) {
	t.Parallel()
	c := newChanging(t, `import word from "word";`+strings.Replace(flow, `"sent"`, "word", 1))
	c.write("node_modules/word/index.js", "export default 'sent'")
	c.start("m", mail)
	c.write("node_modules/word/index.js", "export default 'mailed'")
	change, err := c.ScriptChange(t.Context(), "m")
	if err != nil || change == nil || len(change.Files) != 1 || change.Files[0].String() != "node_modules/word: changed" {
		t.Errorf("got %+v (%v)", change, err)
	}
}

// deep asks in a graph that is a node of another one, and in one made by Sends.
const deep = `
import { Annotation, START, Send, StateGraph, interrupt } from "@langchain/langgraph";
const S = Annotation.Root({ out: Annotation<string[]>({ reducer: (a, b) => a.concat(b), default: () => [] }), fail: Annotation<boolean>() });
const inner = new StateGraph(S)
  .addNode("ask", ({ fail }) => { if (fail) throw new Error("no"); return { out: [interrupt("deep?")] }; })
  .addEdge(START, "ask").compile();
export const graph = new StateGraph(S)
  .addNode("sub", inner)
  .addNode("sent", () => ({ out: [interrupt("sent?")] }))
  .addConditionalEdges(START, ({ fail }) => fail ? "sub" : [new Send("sub", {}), new Send("sent", {})], ["sub", "sent"])
  .compile();
`

func TestUpgradeNeedsTheNodes(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ old, now, node string }{
		"in a subgraph": {`"ask"`, `"query"`, `"ask"`},
		"the subgraph":  {`"sub"`, `"below"`, `"sub"`},
		"of a Send":     {`"sent"`, `"posted"`, `"sent"`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			th := newChanging(t, deep)
			th.start("m", `{}`)
			before := th.hash("m")
			th.write("flow.ts", strings.ReplaceAll(deep, c.old, c.now))
			state, err := th.State(t.Context(), "m")
			if err != nil || len(state.Interrupts) != 2 {
				t.Fatalf("got %+v (%v)", state, err)
			}
			answer := hitlrun.Answer{Value: yes, Interrupt: state.Interrupts[0].ID, Script: th.load(), Upgrade: true}
			_, err = th.Resume(t.Context(), "m", answer)
			th.refused(name, err, "stopped at node "+c.node)
			if th.hash("m") != before {
				t.Error("the thread was pinned to what was refused")
			}
			th.write("flow.ts", "// mended\n"+deep)
			answer.Script = th.load()
			if res, err := th.Resume(t.Context(), "m", answer); err != nil || len(res.Interrupts) != 1 || th.hash("m") == before {
				t.Errorf("with the nodes: got %+v (%v)", res, err)
			}
		})
	}
}

// TestStartResumes resumes a thread that failed inside of a subgraph with Start.
func TestStartResumes(t *testing.T) {
	t.Parallel()
	c := newChanging(t, deep)
	start := func(o hitlrun.Start, script *hitlrun.Script) (*hitlrun.Result, error) {
		o.ThreadID = "m"
		return c.Start(t.Context(), script, o)
	}
	if _, err := start(hitlrun.Start{Input: json.RawMessage(`{"fail":true}`)}, c.load()); err == nil {
		t.Fatal("it did not fail")
	}
	c.write("flow.ts", strings.Replace(deep, "if (fail)", "if (!fail)", 1))
	mended := c.load()
	_, err := start(hitlrun.Start{}, mended)
	c.refused("without Upgrade", err, "flow.ts: 1 line added, 1 removed at 5")
	c.write("flow.ts", strings.ReplaceAll(deep, `"ask"`, `"query"`))
	_, err = start(hitlrun.Start{Upgrade: true}, c.load())
	c.refused("without the node", err, `stopped at node "ask"`)
	if _, err := start(hitlrun.Start{}, nil); err == nil || errors.Is(err, hitlrun.ErrScript) || !strings.Contains(err.Error(), "no") {
		t.Errorf("the pinned script: got %v, want its error", err)
	}
	res, err := start(hitlrun.Start{Upgrade: true}, mended)
	if err != nil || res.Status != hitlrun.StatusInterrupted || c.hash("m") != mended.Hash() {
		t.Errorf("with Upgrade: got %+v (%v)", res, err)
	}
	c.write("flow.ts", "// another\n"+deep)
	another := c.load()
	res, err = start(hitlrun.Start{Input: json.RawMessage(`{"fail":false}`), Discard: true}, another)
	if err != nil || res.Status != hitlrun.StatusInterrupted || c.hash("m") != another.Hash() {
		t.Errorf("an input begins anew: got %+v (%v)", res, err)
	}
}

func TestScriptWithoutFile(t *testing.T) {
	t.Parallel()
	store := open(t, ":memory:")
	if _, err := store.Start(t.Context(), load(t, flow), hitlrun.Start{ThreadID: "m", Input: json.RawMessage(mail)}); err != nil {
		t.Fatal(err)
	}
	if change, err := store.ScriptChange(t.Context(), "m"); change != nil || err != nil {
		t.Errorf("got %+v (%v)", change, err)
	}
	if _, err := store.CurrentScript(t.Context(), "m"); !errors.Is(err, hitlrun.ErrScript) {
		t.Errorf("got %v, want ErrScript", err)
	}
}

// TestFunctionalUpgrade has the name of an entrypoint changed while its task asks.
func TestFunctionalUpgrade(t *testing.T) {
	t.Parallel()
	source := `
import { entrypoint, task, interrupt } from "@langchain/langgraph";
const ask = task("ask", async (q: string) => interrupt(q));
export default entrypoint("talk", async (q: string) => await ask(q));`
	c := newChanging(t, source)
	c.start("m", `"why?"`)
	c.write("flow.ts", strings.Replace(source, `"talk"`, `"chat"`, 1))
	_, err := c.Resume(t.Context(), "m", hitlrun.Answer{Value: yes, Script: c.load(), Upgrade: true})
	c.refused("renamed", err, `stopped at node "talk"`)
	c.write("flow.ts", strings.Replace(source, `await ask(q)`, `["now", await ask(q)]`, 1))
	res, err := c.Resume(t.Context(), "m", hitlrun.Answer{Value: yes, Script: c.load(), Upgrade: true})
	if err != nil || string(res.Values) != `["now",true]` {
		t.Errorf("got %+v (%v)", res, err)
	}
}

// joined stops before c, which a and b start together, and in "wait" before b.
const joined = `
import { Annotation, START, StateGraph, interrupt } from "@langchain/langgraph";
const S = Annotation.Root({ wait: Annotation<boolean>(), out: Annotation<string[]>({ reducer: (a, b) => a.concat(b), default: () => [] }) });
export const graph = new StateGraph(S)
  .addNode("a", () => ({ out: ["a"] }))
  .addNode("b0", ({ wait }) => wait ? { out: [interrupt("b?")] } : {})
  .addNode("b", () => ({ out: ["b"] }))
  .addNode("c", () => ({ out: ["c"] }))
  .addEdge(START, "a").addEdge(START, "b0").addEdge("b0", "b").addEdge(["a", "b"], "c")
  .compile({ interruptBefore: ["c"] });
`

func TestUpgradeNeedsTheJoins(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ input, old, now, why string }{
		"the node is gone":      {`{}`, `"c"`, `"d"`, `the thread stopped at node "c", and the graph "graph" has no such node now`},
		"another edge":          {`{}`, `["a", "b"]`, `["a", "b", "b0"]`, `nodes a, b were to start "c" together, and the graph "graph" has no such edge now`},
		"the edge, half done":   {`{"wait":true}`, `["a", "b"]`, `"b"`, `nodes a, b were to start "c" together, and the graph "graph" has no such edge now`},
		"deferred now":          {`{}`, `["c"] }))`, `["c"] }), { defer: true })`, `node "c", which is deferred in only one of the two versions`},
		"the node is not there": {`{"wait":true}`, `"c"`, `"d"`, `nodes a, b were to start "c" together`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			th := newChanging(t, joined)
			th.start("m", c.input)
			before := th.hash("m")
			state, err := th.State(t.Context(), "m")
			if want := map[bool]string{true: "c", false: "b0"}[c.input == "{}"]; err != nil || len(state.Next) != 1 || state.Next[0] != want {
				t.Fatalf("got %+v (%v), want next %s", state, err, want)
			}
			th.write("flow.ts", strings.Replace(strings.ReplaceAll(joined, c.old, c.now), `interruptBefore: ["d"]`, `interruptBefore: []`, 1))
			answer := hitlrun.Answer{Script: th.load(), Upgrade: true}
			if len(state.Interrupts) > 0 {
				answer.Value = yes
			}
			_, err = th.Resume(t.Context(), "m", answer)
			th.refused(name, err, c.why)
			if th.hash("m") != before {
				t.Error("the refused script was pinned")
			}
			answer.Script, answer.Upgrade = nil, false
			res, err := th.Resume(t.Context(), "m", answer)
			if len(state.Interrupts) > 0 && err == nil {
				res, err = th.Resume(t.Context(), "m", hitlrun.Answer{})
			}
			if err != nil || res.Status != hitlrun.StatusDone || !strings.Contains(string(res.Values), `"c"]`) {
				t.Errorf("pinned: got %+v (%v)", res, err)
			}
		})
	}
}

const choosy = `
import { Annotation, START, StateGraph, interrupt } from "@langchain/langgraph";
export const graph = new StateGraph(Annotation.Root({ out: Annotation() }))
  .addNode("ask", () => ({ out: interrupt({ question: "ok?", schema: { type: "boolean" } }) })).addEdge(START, "ask").compile();
export const other = graph;
`

// TestPinAndAnswerAreOneCommit has answers and inputs that are refused: the thread stays with the script it had.
func TestPinAndAnswerAreOneCommit(t *testing.T) {
	t.Parallel()
	for _, path := range []string{":memory:", filepath.Join(t.TempDir(), "test.db")} {
		c := newChanging(t, choosy)
		c.Store = open(t, path)
		c.start("m", `{}`)
		old := c.hash("m")
		c.write("flow.ts", choosy+"// another version\n")
		now := c.load()
		entries := func() int {
			list, err := c.Audit(t.Context(), hitlrun.AuditFilter{ThreadID: "m"})
			if err != nil {
				t.Fatal(err)
			}
			return len(list)
		}
		before := entries()
		cancelled, cancel := context.WithCancel(t.Context())
		cancel()
		for name, try := range map[string]func() error{
			"schema": func() error {
				_, err := c.Resume(t.Context(), "m", hitlrun.Answer{Value: []byte(`"x"`), Script: now, Upgrade: true})
				return err
			},
			"wrong id": func() error {
				_, err := c.Resume(t.Context(), "m", hitlrun.Answer{Value: yes, Interrupt: "x", Script: now, Upgrade: true})
				return err
			},
			"update": func() error {
				_, err := c.Resume(t.Context(), "m", hitlrun.Answer{Value: yes, Update: []byte("7"), Script: now, Upgrade: true})
				return err
			},
			"cancelled": func() error {
				_, err := c.Resume(cancelled, "m", hitlrun.Answer{Value: yes, Script: now, Upgrade: true})
				return err
			},
			"input": func() error {
				_, err := c.Start(t.Context(), now, hitlrun.Start{ThreadID: "m", Input: []byte("7"), Discard: true})
				return err
			},
			"no input": func() error {
				_, err := c.Start(t.Context(), now, hitlrun.Start{ThreadID: "m", Upgrade: true})
				return err
			},
			"waits": func() error {
				_, err := c.Start(t.Context(), now, hitlrun.Start{ThreadID: "m", Input: []byte("{}")})
				return err
			},
		} {
			if err := try(); err == nil {
				t.Errorf("%s: not refused", name)
			}
			if c.hash("m") != old || entries() != before {
				t.Errorf("%s, %s: the refused script was pinned, or is in the audit log", path, name)
			}
		}
		if _, err := c.Start(t.Context(), now, hitlrun.Start{ThreadID: "new", Input: []byte("7")}); err == nil {
			t.Error("a number was taken as input")
		}
		if _, err := c.State(t.Context(), "new"); !errors.Is(err, hitlrun.ErrNoThread) {
			t.Errorf("a start that was refused made a thread: %v", err)
		}
		res, err := c.Resume(t.Context(), "m", hitlrun.Answer{Value: yes, Script: now, Upgrade: true})
		if err != nil || res.Status != hitlrun.StatusDone || c.hash("m") != now.Hash() {
			t.Errorf("%s: got %+v (%v)", path, res, err)
		}
		list, err := c.Audit(t.Context(), hitlrun.AuditFilter{ThreadID: "m"})
		if err != nil || len(list) != before+1 || len(list[before].Events) < 2 || list[before].Events[0].Kind != "script" || list[before].Events[1].Kind != "answer" {
			t.Errorf("%s: the script and the answer are not one entry: %+v (%v)", path, list[before:], err)
		}
		if _, err = c.Start(t.Context(), now, hitlrun.Start{ThreadID: "m", Input: []byte("{}"), Graph: "other"}); err != nil {
			t.Fatal(err)
		}
		if res, err = c.Start(t.Context(), nil, hitlrun.Start{ThreadID: "m", Input: []byte("{}"), Graph: "graph", Discard: true}); err != nil || c.hash("m") != now.Hash() {
			t.Errorf("%s: got %+v (%v)", path, res, err)
		}
	}
}
