package hitlrun_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/hitlrun/hitlrun"
)

type person struct {
	Name    string   `json:"name"`
	Friends []person `json:"friends,omitempty"`
}

type base struct {
	ID int64 `json:"id,string"`
}

type order struct {
	base
	Named  base           `json:"named"`
	Buyer  *person        `json:"buyer"`
	At     time.Time      `json:"at"`
	Tags   map[string]any `json:"tags"`
	Note   string         `json:"a note,omitzero"`
	Raw    json.RawMessage
	Hidden int  `json:"-"`
	Paid   bool `json:"paid"`
	Box    struct {
		X [2]float64 `json:"x"`
	} `json:"box"`
}

// The declarations of the functions of a program, as tsc reads them.
func TestTypesOfFunctions(t *testing.T) {
	t.Parallel()
	got := hitlrun.Types(map[string]hitlrun.Function{
		"place": hitlrun.Func(func(context.Context, order) ([]person, error) { return nil, nil }),
		"now":   hitlrun.Func(func(context.Context, struct{}) (time.Time, error) { return time.Time{}, nil }),
		"raw":   hitlrun.RawFunc(func(context.Context, []json.RawMessage) (any, error) { return nil, nil }),
		"a b":   hitlrun.Func(func(context.Context, string) (*int, error) { return nil, nil }),
	})
	got, ok := strings.CutPrefix(got, hitlrun.Types(nil))
	want := `
// The functions of the program.
declare module "hitlrun" {
  export interface Functions {
    "a b"(input: string): Promise<number | null>;
    now(): Promise<string>;
    place(input: go.order): Promise<Array<go.person> | null>;
    raw(...args: any[]): Promise<any>;
  }

  /** The types of the program. */
  export namespace go {
    export interface order {
      id: string;
      named: go.base;
      buyer: go.person | null;
      at: string;
      tags: Record<string, any> | null;
      "a note"?: string;
      Raw: any;
      paid: boolean;
      box: { x: Array<number>; };
    }
    export interface base {
      id: string;
    }
    export interface person {
      name: string;
      friends?: Array<go.person> | null;
    }
  }
}
`
	if !ok || got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}

// What a script gives and gets is what the types say; else the script gets an error that names the place.
func TestFunc(t *testing.T) {
	t.Parallel()
	type in struct {
		Title string `json:"title"`
		ID    int64  `json:"id"`
	}
	o := hitlrun.ScriptOptions{Functions: map[string]hitlrun.Function{
		"echo": hitlrun.Func(func(_ context.Context, v in) (in, error) { return v, nil }),
		"text": hitlrun.Func(func(_ context.Context, v in) (string, error) { return v.Title, nil }),
		"list": hitlrun.Func(func(_ context.Context, v []int) (int, error) { return len(v), nil }),
		"nan":  hitlrun.Func(func(context.Context, any) (any, error) { return func() {}, nil }),
		"large": hitlrun.Func(func(_ context.Context, v struct {
			Big int64 `json:"big,string"`
		}) (int64, error) {
			return v.Big, nil
		}),
		"zero": {},
	}}
	script, err := hitlrun.LoadSource("flow.ts", []byte(`
import { Annotation, START, StateGraph } from "@langchain/langgraph";
import { functions } from "hitlrun";
const said = async (name: string, ...args: any[]) => { try { return await functions[name](...args); } catch (e: any) { return e.message; } };
export const graph = new StateGraph(Annotation.Root({ log: Annotation<any>() }))
  .addNode("a", async () => ({ log: [
    await said("echo", { title: "x", id: 7, more: 1 }), await said("echo"), await said("text", { title: 1 }), await said("text", []),
    await said("echo", {}, 2), await said("list", [1, 2]), await said("list", 1),
    await said("large", { big: 9007199254740993n }), await said("nan"), await said("zero"),
  ] })).addEdge(START, "a").compile();
`), o)
	if err != nil {
		t.Fatal(err)
	}
	res, err := open(t, ":memory:").Start(t.Context(), script, hitlrun.Start{Input: []byte("{}")})
	if err != nil {
		t.Fatal(err)
	}
	state, err := hitlrun.State[struct{ Log []any }](res)
	if err != nil {
		t.Fatal(err)
	}
	got, _ := json.Marshal(state.Log)
	want := `[{"id":7,"title":"x"},{"id":0,"title":""},"title is not a string but JSON of type number","the argument is not an object but JSON of type array",` +
		`"the function takes one argument, but got 2",2,"the argument is not an array but JSON of type number",` +
		`"function \"large\": its result has the integer 9007199254740993, which JavaScript would round: return it as text",` +
		`"function \"nan\": its result: json: unsupported type: func()","the function was not made by hitlrun.Func"]`
	if string(got) != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
	if _, err := hitlrun.State[struct{ Log int }](res); err == nil || !strings.Contains(err.Error(), "the state of thread") {
		t.Errorf("a state that does not fit: %v", err)
	}
}

// An integer that JavaScript would round is refused wherever a program gives JSON, and nothing is stored.
func TestIntegersAreNotRounded(t *testing.T) {
	t.Parallel()
	store := open(t, ":memory:")
	script, err := hitlrun.LoadSource("flow.ts", []byte(flow), hitlrun.ScriptOptions{})
	if err != nil {
		t.Fatal(err)
	}
	const large = `{"to": "Ann", "text": [9007199254740993]}`
	_, err = store.Start(t.Context(), script, hitlrun.Start{ThreadID: "t", Input: []byte(large)})
	if !errors.Is(err, hitlrun.ErrBounds) || !strings.Contains(err.Error(), "9007199254740993") {
		t.Errorf("input: %v", err)
	}
	if _, err := store.Thread(t.Context(), "t"); !errors.Is(err, hitlrun.ErrNoThread) {
		t.Errorf("the thread: %v", err)
	}
	if _, err := store.Start(t.Context(), script, hitlrun.Start{ThreadID: "t", Input: []byte(`{"to": "Ann"}`)}); err != nil {
		t.Fatal(err)
	}
	if _, err = store.Resume(t.Context(), "t", hitlrun.Answer{Value: []byte(large)}); !errors.Is(err, hitlrun.ErrBounds) {
		t.Errorf("answer: %v", err)
	}
	if _, err = store.Update(t.Context(), "t", hitlrun.Update{Values: []byte(large)}); !errors.Is(err, hitlrun.ErrBounds) {
		t.Errorf("update: %v", err)
	}
}

// The error of a Function is about something else than the thread that calls it, whatever it is.
func TestErrorsOfFunctions(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	o := hitlrun.ScriptOptions{Functions: map[string]hitlrun.Function{
		"busy": hitlrun.Func(func(context.Context, any) (any, error) {
			return nil, fmt.Errorf("the other thread: %w", hitlrun.ErrBusy)
		}),
		"inner": hitlrun.Func(func(ctx context.Context, _ any) (any, error) {
			script, err := hitlrun.LoadSource("inner.ts", []byte("\n\nthrow new RangeError('inside')"), hitlrun.ScriptOptions{})
			if err == nil {
				err = script.Run(ctx)
			}
			return nil, err
		}),
	}}
	script, err := hitlrun.LoadSource("flow.ts", []byte(`
import { Annotation, START, StateGraph } from "@langchain/langgraph";
import { functions, interrupt } from "hitlrun";
export const graph = new StateGraph(Annotation.Root({ name: Annotation<string>() }))
  .addNode("ask", ({ name }) => ({ name: interrupt("?", { timeout: 1, onTimeout: name }) }))
  .addNode("call", async ({ name }) => { await functions[name](); return {}; })
  .addEdge(START, "ask").addEdge("ask", "call").compile();
`), o)
	if err != nil {
		t.Fatal(err)
	}
	store, err := hitlrun.Open(filepath.Join(t.TempDir(), "test.db"), hitlrun.Options{Script: o})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	for _, name := range []string{"busy", "inner"} {
		if _, err := store.Start(ctx, script, hitlrun.Start{ThreadID: name, Input: fmt.Appendf(nil, `{"name": %q}`, name)}); err != nil {
			t.Fatal(err)
		}
	}
	var swept []hitlrun.Swept
	for len(swept) < 2 {
		more, err := store.Sweep(ctx, hitlrun.Sweep{})
		if err != nil {
			t.Fatal(err)
		}
		swept = append(swept, more...)
	}
	for _, one := range swept {
		thread, err := store.Thread(ctx, one.ThreadID)
		if err != nil || thread.Status != hitlrun.StatusError || one.Err == nil {
			t.Errorf("%s: %+v, %v (%v)", one.ThreadID, thread, one.Err, err)
		}
		var e *hitlrun.Error
		switch {
		case one.ThreadID == "busy" && !errors.Is(one.Err, hitlrun.ErrBusy):
			t.Errorf("the error of the function is lost: %v", one.Err)
		case !errors.As(one.Err, &e) || e.Position.File != "":
			t.Errorf("%s: the error is not that of the outer script: %v", one.ThreadID, one.Err)
		case one.ThreadID == "inner" && (!errors.As(errors.Unwrap(e), &e) || e.Position.Line != 3):
			t.Errorf("the error inside is lost: %v", one.Err)
		}
	}
}

// The declarations have every kind of event that the audit log has.
func TestTypesOfAuditEvents(t *testing.T) {
	t.Parallel()
	source, err := os.ReadFile("checkpoint/audit.go")
	if err != nil {
		t.Fatal(err)
	}
	kinds := regexp.MustCompile(`(?m)^\tEvent\w+ += ("\w+")`).FindAllStringSubmatch(string(source), -1)
	if len(kinds) < 9 {
		t.Fatalf("%d kinds were found", len(kinds))
	}
	declared := regexp.MustCompile(`(?m)^    kind: (.*);$`).FindStringSubmatch(hitlrun.Types(nil))
	if declared == nil {
		t.Fatal("AuditEvent has no kind")
	}
	for _, kind := range kinds {
		if !strings.Contains(declared[1], kind[1]) {
			t.Errorf("the kind %s is not declared: %s", kind[1], declared[1])
		}
	}
}
