// Command peer runs the scripts of conformance/bench on hitlrun and on Node with
// LangGraph.js, in turn, and compares the medians with the goals.
//
//	go run ./conformance/bench/peer                     all of it, about ten minutes
//	go run ./conformance/bench/peer -quick -only '^hitl'
//	go run ./conformance/bench/peer -json all.json -plots docs
//	go run ./conformance/bench/peer -script openai.mjs -runs 20
//	go run ./conformance/bench/peer -from all.json      the tables again, from figures measured before
//
// It needs node and npm. The peer's packages are installed once, by package-lock.json;
// HITLRUN_PEER_MODULES names a node_modules folder that has them already.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"regexp"
)

type options struct {
	only  string
	runs  int
	quick bool
	dir   string
	json  string
	from  string
	plots string

	script string
}

func main() {
	var o options
	flag.StringVar(&o.only, "only", "", "measure the scenarios that this `REGEXP` matches")
	flag.IntVar(&o.runs, "runs", 5, "how often each scenario is run on each side")
	flag.BoolVar(&o.quick, "quick", false, "two runs, and one of what takes long")
	flag.StringVar(&o.dir, "dir", os.TempDir(), "where the databases are, a `FOLDER`; syncs cost nothing on a tmpfs")
	flag.StringVar(&o.json, "json", "", "write all figures to `FILE`")
	flag.StringVar(&o.from, "from", "", "measure nothing, take the figures from `FILE`")
	flag.StringVar(&o.plots, "plots", "", "draw the plots into `FOLDER`")
	flag.StringVar(&o.script, "script", "", "compare only the starts of the script `FILE`, which finds its packages beside it")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, o); err != nil {
		fmt.Fprintln(os.Stderr, "peer:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, o options) error {
	if o.script != "" {
		return starts(ctx, o, os.Stdout)
	}
	r, err := figures(ctx, o)
	if err != nil {
		return err
	}
	if o.json != "" {
		data, err := json.MarshalIndent(r, "", " ")
		if err != nil {
			return err
		}
		if err := os.WriteFile(o.json, append(data, '\n'), 0o644); err != nil {
			return err
		}
	}
	if o.plots != "" {
		if err := plot(o.plots, r); err != nil {
			return err
		}
	}
	return r.print(os.Stdout)
}

// figures measures, or reads what was measured.
func figures(ctx context.Context, o options) (*report, error) {
	if o.from != "" {
		data, err := os.ReadFile(o.from)
		if err != nil {
			return nil, err
		}
		r := &report{}
		return r, json.Unmarshal(data, r)
	}
	only, err := regexp.Compile(o.only)
	if err != nil {
		return nil, err
	}
	if o.quick {
		o.runs = 2
	}
	b, err := prepare(ctx, o.dir)
	if err != nil {
		return nil, err
	}
	defer b.close()
	return b.measure(ctx, scenarios(), only, o)
}
