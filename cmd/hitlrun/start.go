// This file has `hitlrun start`.

package main

import (
	"context"

	"github.com/hitlrun/hitlrun"
)

// graphUsage is what --graph of several commands is.
const graphUsage = "the `NAME` of the export that is the graph (default graph, default, agent, or the only one)"

// startFlags are the flags of start.
type startFlags struct {
	store        storeFlags
	permissions  permissionFlags
	limits       limitFlags
	run          runFlags
	who          whoFlags
	profile      profileFlag
	script       scriptFlag
	input, graph string
	discard      bool
}

func startCommand() *command {
	c := &command{
		name: "start", args: "FILE [flags]", output: &outputFlags{},
		summary: "start a thread of a script's graph, or continue one",
		about: `Runs the graph that the script exports until it is done or asks a question. The
thread is persisted in the store: any process with the store can answer, now or
in months. Without --input an existing thread continues from its last checkpoint,
after a crash for example. If FILE is not the version that the thread ran, --script
chooses between the two. FILE may name the export, as flow.ts:graph, or be a
langgraph.json or a folder that contains one; --graph is then a name in it. On a
terminal questions are asked at once: a line of JSON is a JSON answer, any other line
is text; Ctrl-D leaves the thread waiting.`,
		examples: []string{
			`hitlrun start flow.ts --input '{"topic":"cats"}'`,
			"hitlrun start flow.ts:review --thread order-17 --input @order.json --stream",
			"hitlrun start flow.ts --thread order-17",
		},
	}
	f := &startFlags{}
	own := newFlags()
	own.StringVar(&f.input, "input", "", "the input of the graph"+jsonUsage)
	own.StringVar(&f.graph, "graph", "", graphUsage)
	own.BoolVar(&f.discard, "discard", false, "give --input to a thread that waits for an answer, and discard its questions")
	f.run.add(own)
	f.who.addStrict(own)
	f.profile.add(own)
	f.script.add(own)
	store := f.store.group("the `ID` of the thread (default: a new one)")
	c.groups = []flagGroup{{"Run", own}, store, f.who.group(), f.permissions.group(), f.limits.inputGroup(), c.output.group()}
	c.run = func(ctx context.Context, a *app, args []string) error {
		file, err := c.file(args)
		if err != nil {
			return err
		}
		file, f.graph, err = hitlrun.Locate(file, f.graph)
		if err != nil {
			return err
		}
		start := hitlrun.Start{Graph: f.graph, Discard: f.discard, Upgrade: f.script.script == scriptCurrent}
		start.RecursionLimit, start.OnUpdate = f.run.recursionLimit, a.streamer(f.run.stream)
		f.who.fill(a, c.name, &start.RunOptions)
		if f.store.flags.Changed("thread") {
			if start.ThreadID, err = f.store.id(c); err != nil {
				return err
			}
		}
		if own.Changed("input") {
			if file == "-" && f.input == "-" {
				return c.usage("the script and --input cannot both come from stdin")
			}
			if start.Input, err = a.jsonFlag(ctx, "input", f.input, f.limits.limits); err != nil {
				return err
			}
		} else if start.ThreadID == "" {
			return c.usage("--input is missing, or --thread with a thread to continue")
		}
		if f.script.script == scriptPinned && start.ThreadID == "" {
			return c.usage("--script pinned is for a thread that exists: --thread is missing")
		}
		return a.start(ctx, file, f, start)
	}
	return c
}

func (a *app) start(ctx context.Context, file string, f *startFlags, start hitlrun.Start) error {
	o, err := a.scriptOptions(&f.permissions, &f.limits, &f.store.key)
	if err != nil {
		return err
	}
	o.Profile, o.Effects = f.profile.profile, f.who.effects
	if err := f.run.trace.set(a, &o); err != nil {
		return err
	}
	a.watchRuns(&o)
	var script *hitlrun.Script // nil means the one that the thread is pinned to
	if f.script.script != scriptPinned {
		var err error
		if script, err = a.script(ctx, file, o); err != nil {
			return err
		}
		defer script.Close()
	}
	store, err := a.store(&f.store, hitlrun.Options{Script: o, UseGrants: true, AuditDigests: f.who.digests == "digest"}, true)
	if err != nil {
		return err
	}
	defer store.CloseAtExit()
	if start.ThreadID == "" {
		start.ThreadID = hitlrun.NewThreadID()
	}
	e := ended{
		options: start.RunOptions, file: file,
		again:  append(append(f.script.again(), f.who.again()...), given(f.limits.flags)...),
		grants: given(f.permissions.flags), // the thread retains them; the script in the file needs them again
	}
	a.runsOn(a.continued(&f.store, e, &hitlrun.Result{ThreadID: start.ThreadID, Status: hitlrun.StatusRunning}))
	done := a.working(a.runs.text)
	e.res, e.err = store.Start(ctx, script, start)
	done()
	return a.end(ctx, &f.store, store, e)
}
