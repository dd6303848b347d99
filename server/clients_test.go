// This file runs clients of npm, as they are, against a server.

package server_test

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun"
	"github.com/hitlrun/hitlrun/server"
)

// clientsVariable has the folder in which the packages of testdata/clients are installed: see "make clients".
const clientsVariable = "HITLRUN_CLIENTS"

// reviewed is a graph that asks as agents do, and notes what was decided.
const reviewed = `
import { StateGraph, Annotation, START, interrupt } from "@langchain/langgraph";
export const review = new StateGraph(Annotation.Root({ log: Annotation<string[]> }))
  .addNode("send", () => {
    const { decisions: [d] } = interrupt({
      actionRequests: [{ name: "send", args: { to: "a" }, description: "Send a letter" }],
      reviewConfigs: [{ actionName: "send", allowedDecisions: ["approve", "edit", "reject", "respond"] }],
    }) as any;
    return { log: [[d.type, d.editedAction?.args.to ?? d.message].filter((s) => s).join(" ")] };
  })
  .addEdge(START, "send").compile();
export const inbox = new StateGraph(Annotation.Root({ log: Annotation<string[]> }))
  .addNode("ask", () => {
    const [answer] = interrupt([{
      action_request: { action: "send", args: { to: "a" } }, description: "Send a letter",
      config: { allow_ignore: true, allow_respond: true, allow_edit: true, allow_accept: true },
    }]) as any;
    return { log: [[answer.type, answer.args?.args?.to ?? answer.args].filter((s) => s).join(" ")] };
  })
  .addEdge(START, "ask").compile();
export const slow = new StateGraph(Annotation.Root({ log: Annotation<string[]> }))
  .addNode("begin", () => ({ log: ["begun"] })).addNode("hang", () => new Promise((r) => setTimeout(r, 600000)))
  .addEdge(START, "begin").addEdge("begin", "hang").compile();
`

// withReview adds the graphs review, slow and inbox to those that are served.
func withReview(t *testing.T) func(o *server.Options) {
	t.Helper()
	script := load(t, "review.ts", reviewed, hitlrun.ScriptOptions{})
	return func(o *server.Options) {
		o.Graphs = append(o.Graphs, server.Graph{ID: "review", Script: script, Export: "review"}, server.Graph{ID: "slow", Script: script, Export: "slow"}, server.Graph{ID: "inbox", Script: script, Export: "inbox"})
	}
}

func TestClients(t *testing.T) {
	t.Parallel()
	dir := os.Getenv(clientsVariable)
	if dir == "" {
		t.Skip(clientsVariable + " is not set: \"make clients\" installs the packages and sets it")
	}
	files, err := filepath.Glob("testdata/clients/*.mjs")
	if err != nil || len(files) == 0 {
		t.Fatalf("no clients: %v", err)
	}
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, filepath.Base(file)), source, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	c := serve(t, withReview(t))
	const hooks = "pauses, shows|refreshes, answers|forks|every decision|joins late|cancels"
	const calls = "pauses, shows, answers|joins late|every decision|cancels|forks"
	for name, tt := range map[string]struct{ file, argument, want string }{
		"Client 1.15":              {"sdk.mjs", "@langchain/langgraph-sdk", calls},
		"Client 2.0":               {"sdk.mjs", "sdk2", calls},
		"useStream 1.15":           {"hook1.mjs", "@langchain/langgraph-sdk", hooks},
		"useStream 2.0":            {"hook1.mjs", "sdk2", hooks},
		"react 1.1 by SSE":         {"hook2.mjs", "sse", hooks},
		"react 1.1 by a WebSocket": {"hook2.mjs", "websocket", hooks},
		"RemoteGraph":              {"remote.mjs", "", "pauses, shows|answers|forks|draws|every decision|cancels"},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, stop := context.WithTimeout(t.Context(), 3*time.Minute)
			defer stop()
			out, err := exec.CommandContext(ctx, "node", filepath.Join(dir, tt.file), c.url, tt.argument).CombinedOutput()
			if got := strings.ReplaceAll(strings.TrimSpace(string(out)), "\n", "|"); err != nil || got != tt.want {
				t.Errorf("%v\n%s\nwant %s", err, out, tt.want)
			}
		})
	}
}

// TestClientsOfThePage runs the program of docs/server.md.
func TestClientsOfThePage(t *testing.T) {
	t.Parallel()
	dir := os.Getenv(clientsVariable)
	if dir == "" {
		t.Skip(clientsVariable + " is not set: \"make clients\" installs the packages and sets it")
	}
	page, err := os.ReadFile("../docs/server.md")
	if err != nil {
		t.Fatal(err)
	}
	programs := regexp.MustCompile("(?ms)^```ts\n(.*?)^```$").FindAllSubmatch(page, -1)
	const address = "http://127.0.0.1:2024"
	if len(programs) != 1 || !bytes.Contains(programs[0][1], []byte(address)) {
		t.Fatalf("the page has %q", programs)
	}
	script := load(t, "topic.ts", `
import { StateGraph, Annotation, START, interrupt } from "@langchain/langgraph";
export const graph = new StateGraph(Annotation.Root({ topic: Annotation<string>(), answer: Annotation<string>() }))
  .addNode("ask", ({ topic }) => ({ answer: interrupt("About " + topic + "?") })).addEdge(START, "ask").compile();
`, hitlrun.ScriptOptions{})
	c := serve(t, func(o *server.Options) { o.Graphs = []server.Graph{{ID: "agent", Script: script, Export: "graph"}} })
	file := filepath.Join(dir, "of_the_page.mjs")
	source := strings.Replace(string(programs[0][1]), address, c.url, 1) + "console.log((await client.threads.getState(thread_id)).values);\n"
	if err := os.WriteFile(file, []byte(source), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithTimeout(t.Context(), 3*time.Minute)
	defer stop()
	out, err := exec.CommandContext(ctx, "node", file).CombinedOutput()
	if want := "About cats?\n{ topic: 'cats', answer: 'yes' }\n"; err != nil || string(out) != want {
		t.Errorf("%v\n%s\nwant %s", err, out, want)
	}
}
