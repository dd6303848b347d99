package hitlrun_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"

	"github.com/hitlrun/hitlrun"
)

// ticketing is a script that calls a function of the program.
const ticketing = `
import { Annotation, START, StateGraph } from "@langchain/langgraph";
import { functions } from "hitlrun";
export const graph = new StateGraph(Annotation.Root({ title: Annotation<string>(), ticket: Annotation<any>() }))
  .addNode("file", async ({ title }) => ({ ticket: await functions.createTicket({ title }) }))
  .addEdge(START, "file").compile();
`

type Ticket struct {
	Title    string   `json:"title"`
	Labels   []string `json:"labels,omitempty"`
	Priority int      `json:"priority,omitempty"`
}

type Filed struct {
	Number int `json:"number"`
}

// Scripts call functions of the program, with types. An error of one is found by errors.As in the error of the run.
func ExampleFunc() {
	ctx := context.Background()
	store := must(hitlrun.Open(":memory:", hitlrun.Options{}))
	defer store.Close()
	script := must(hitlrun.LoadSource("ticket.ts", []byte(ticketing), hitlrun.ScriptOptions{Functions: map[string]hitlrun.Function{
		"createTicket": hitlrun.Func(func(ctx context.Context, t Ticket) (Filed, error) {
			if t.Title == "" {
				return Filed{}, &os.PathError{Op: "file", Path: hitlrun.CallerOf(ctx).ThreadID, Err: errors.New("a ticket needs a title")}
			}
			return Filed{Number: 42}, nil
		}),
	}}))

	run := must(store.Start(ctx, script, hitlrun.Start{Input: []byte(`{"title": "Login is broken"}`)}))
	fmt.Println(string(run.Values))

	_, err := store.Start(ctx, script, hitlrun.Start{ThreadID: "t-7", Input: []byte(`{"title": ""}`)})
	var own *os.PathError
	fmt.Println(errors.As(err, &own), own.Path)
	// Output:
	// {"title":"Login is broken","ticket":{"number":42}}
	// true t-7
}

// The declarations of the functions, for a file hitlrun.d.ts beside the scripts.
func ExampleTypes() {
	functions := map[string]hitlrun.Function{
		"createTicket": hitlrun.Func(func(context.Context, Ticket) (Filed, error) { return Filed{}, nil }),
	}
	declarations, _ := strings.CutPrefix(hitlrun.Types(functions), hitlrun.Types(nil))
	fmt.Print(declarations)
	// Output:
	// // The functions of the program.
	// declare module "hitlrun" {
	//   export interface Functions {
	//     createTicket(input: go.Ticket): Promise<go.Filed>;
	//   }
	//
	//   /** The types of the program. */
	//   export namespace go {
	//     export interface Ticket {
	//       title: string;
	//       labels?: Array<string> | null;
	//       priority?: number;
	//     }
	//     export interface Filed {
	//       number: number;
	//     }
	//   }
	// }
}

// With effects: "once" a node that runs again does not call a function again that was called before it asked. A key names the call, for
// services that support idempotency keys.
func ExampleEffectKey() {
	ctx := context.Background()
	store := must(hitlrun.Open(":memory:", hitlrun.Options{}))
	defer store.Close()
	script := must(hitlrun.LoadSource("order.ts", []byte(`
import { Annotation, START, StateGraph, interrupt } from "@langchain/langgraph";
import { functions } from "hitlrun";
export const graph = new StateGraph(Annotation.Root({ log: Annotation<string>() }))
  .addNode("order", async () => {
    const order = await functions.order();
    return { log: order + ", " + interrupt("Is it paid?") };
  }, { effects: "once" })
  .addEdge(START, "order").compile();
`), hitlrun.ScriptOptions{Functions: map[string]hitlrun.Function{
		"order": hitlrun.Func(func(ctx context.Context, _ struct{}) (string, error) {
			fmt.Println("ordered with a key:", hitlrun.EffectKey(ctx) != "")
			return "order 1", nil
		}),
	}}))

	must(store.Start(ctx, script, hitlrun.Start{ThreadID: "t", Input: []byte("{}")}))
	run := must(store.Resume(ctx, "t", hitlrun.Answer{Value: []byte(`"paid"`), Script: script}))
	fmt.Println(string(run.Values))
	// Output:
	// ordered with a key: true
	// {"log":"order 1, paid"}
}

// A script touches nothing that it was not granted: here one host.
func ExampleScriptOptions_permissions() {
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "hello") }))
	defer service.Close()
	source := fmt.Sprintf(`console.log(await (await fetch(%q)).text());`, service.URL)

	script := must(hitlrun.LoadSource("fetch.mjs", []byte(source), hitlrun.ScriptOptions{Stdout: os.Stdout}))
	err := script.Run(context.Background())
	var thrown *hitlrun.Error
	fmt.Println(errors.As(err, &thrown), thrown.Position.Line)

	granted := hitlrun.Permissions{Net: hitlrun.Grant{List: []string{strings.TrimPrefix(service.URL, "http://")}}}
	script = must(hitlrun.LoadSource("fetch.mjs", []byte(source), hitlrun.ScriptOptions{Stdout: os.Stdout, Permissions: granted}))
	if err := script.Run(context.Background()); err != nil {
		panic(err)
	}
	// Output:
	// true 1
	// hello
}

// What a script exports, before anything of it runs on a thread.
func ExampleScript_Graphs() {
	script := must(hitlrun.LoadSource("flow.ts", []byte(flow), hitlrun.ScriptOptions{}))
	for _, graph := range must(script.Graphs(context.Background())) {
		fmt.Println(graph.Name, graph.Nodes, graph.Channels)
	}
	err := script.Check(context.Background(), "other")
	fmt.Println(errors.Is(err, hitlrun.ErrNoGraph))
	// Output:
	// graph [draft approve send drop] [to text outcome]
	// true
}

// Long-term memory: what one thread stores with LangGraph's store, others find. It is a file of its own, which the script must be
// granted.
func ExampleScriptOptions_memory() {
	ctx := context.Background()
	dir := must(os.MkdirTemp("", "hitlrun"))
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "memory.db")
	store := must(hitlrun.Open(":memory:", hitlrun.Options{}))
	defer store.Close()
	options := hitlrun.ScriptOptions{
		Args:        []string{file},
		Permissions: hitlrun.Permissions{Read: hitlrun.Grant{List: []string{dir}}, Write: hitlrun.Grant{List: []string{dir}}},
	}
	script := must(hitlrun.LoadSource("memory.ts", []byte(`
import { Annotation, START, StateGraph } from "@langchain/langgraph";
import { SqliteStore } from "hitlrun";
export const graph = new StateGraph(Annotation.Root({ user: Annotation<string>(), likes: Annotation<string>() }))
  .addNode("remember", async ({ user, likes }, config) => {
    if (likes) await config.store.put(["users", user], "likes", { likes });
    return { likes: (await config.store.get(["users", user], "likes"))?.value.likes };
  })
  .addEdge(START, "remember")
  .compile({ store: new SqliteStore(process.argv[2]) });
`), options))

	must(store.Start(ctx, script, hitlrun.Start{ThreadID: "monday", Input: []byte(`{"user": "ann", "likes": "tea"}`)}))
	run := must(store.Start(ctx, script, hitlrun.Start{ThreadID: "tuesday", Input: []byte(`{"user": "ann"}`)}))
	fmt.Println(string(run.Values))
	// Output: {"user":"ann","likes":"tea"}
}
