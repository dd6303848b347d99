// This file is a Go program that runs what a stranger wrote beside something of its own.

package hostile

import (
	"context"
	"flag"
	"fmt"
	"os"
	"runtime"
	"time"

	"github.com/hitlrun/hitlrun"
)

// healthy is the script whose threads have to run whatever others do.
const healthy = `
import { Annotation, StateGraph, interrupt } from "@langchain/langgraph";
const State = Annotation.Root({ answer: Annotation<string>() });
export default new StateGraph(State).addNode("ask", () => ({ answer: interrupt("Well?") })).addEdge("__start__", "ask").compile();
`

// host starts a thread of the file, then asks and answers on one of its own: it prints the error of the first, and
// that it is still alive.
func host(args []string) int {
	flags := flag.NewFlagSet("host", flag.ExitOnError)
	cancelAfter := flags.Duration("cancel-after", 0, "cancel the context of the run after this time")
	wall := flags.Duration("max-time", 0, "Limits.Wall")
	turn := flags.Duration("max-turn", 0, "Limits.Turn")
	memory := flags.Int64("max-memory-mib", 0, "Limits.MemoryBytes")
	again := flags.Bool("again", false, "start a second thread of the file, and answer the first")
	update := flags.String("update", "", "the update beside the answer of -again")
	input := flags.String("input", "{}", "the input of the thread")
	programs := flags.String("allow-run", "", "the program that the script may run")
	folder := flags.String("allow-files", "", "the folder whose files the script may read and write")
	_ = flags.Parse(args) // it exits
	ctx := context.Background()
	if *cancelAfter > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, *cancelAfter)
		defer cancel()
	}
	store, err := hitlrun.Open(":memory:", hitlrun.Options{})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer store.Close()
	o := hitlrun.ScriptOptions{Stdout: os.Stdout, Stderr: os.Stderr, Limits: hitlrun.Limits{Wall: *wall, Turn: *turn, MemoryBytes: *memory << 20}}
	if *programs != "" {
		o.Permissions.Run.List = []string{*programs}
	}
	if *folder != "" {
		o.Permissions.Read.List, o.Permissions.Write.List = []string{*folder}, []string{*folder}
	}
	begin := time.Now()
	report := func(what string, res *hitlrun.Result, err error) {
		if err != nil {
			fmt.Fprintf(os.Stderr, "%s: %v\n", what, err)
		} else {
			fmt.Fprintf(os.Stderr, "%s: %s\n", what, res.Status)
		}
	}
	script, err := hitlrun.Load(flags.Arg(0), o)
	if err != nil {
		report("load", nil, err)
	} else {
		res, err := store.Start(ctx, script, hitlrun.Start{ThreadID: "guest", Input: []byte(*input)})
		report("start", res, err)
		if *again {
			answer := hitlrun.Answer{Value: []byte(`"yes"`)}
			if *update != "" {
				answer.Update = []byte(*update)
			}
			res, err = store.Resume(ctx, "guest", answer)
			report("resume", res, err)
			res, err = store.Start(ctx, script, hitlrun.Start{ThreadID: "guest-2", Input: []byte(*input)})
			report("start again", res, err)
		}
	}
	if *cancelAfter > 0 && time.Since(begin) > *cancelAfter+time.Minute {
		fmt.Fprintln(os.Stderr, "the cancelled run went on for more than a minute")
	}
	if err := lives(context.Background(), store); err != nil {
		fmt.Fprintln(os.Stderr, "the healthy script:", err)
		return 1
	}
	const usual = 50
	for end := time.Now().Add(5 * time.Second); runtime.NumGoroutine() > usual && time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
	}
	if n := runtime.NumGoroutine(); n > usual {
		fmt.Fprintf(os.Stderr, "%d goroutines are left\n", n)
		return 1
	}
	fmt.Println("the host lives")
	return 0
}

// lives runs the healthy script.
func lives(ctx context.Context, store *hitlrun.Store) error {
	script, err := hitlrun.LoadSource("healthy.ts", []byte(healthy), hitlrun.ScriptOptions{})
	if err != nil {
		return err
	}
	if _, err := store.Start(ctx, script, hitlrun.Start{ThreadID: "healthy", Input: []byte(`{}`)}); err != nil {
		return err
	}
	res, err := store.Resume(ctx, "healthy", hitlrun.Answer{Value: []byte(`"fine"`)})
	if err == nil && (res.Status != hitlrun.StatusDone || string(res.Values) != `{"answer":"fine"}`) {
		err = fmt.Errorf("%s with %s", res.Status, res.Values)
	}
	return err
}
