// This file has `hitlrun sweep`.

package main

import (
	"context"
	"fmt"
	"io"

	"github.com/hitlrun/hitlrun"
)

// sweptDocument is the result for one thread, as JSON.
type sweptDocument struct {
	hitlrun.Swept
	Error string `json:"error,omitempty"`
}

func sweepCommand() *command {
	c := &command{
		name: "sweep", args: "[flags]", output: &outputFlags{},
		summary: "apply the deadlines that have passed",
		about: `Answers each question whose deadline has passed with its onTimeout value, and runs
its thread. Several sweeps may run at once: a deadline is applied once.
With --recover it first continues lost threads, as resume without a value does:
also each of them once.`,
		examples: []string{
			"hitlrun sweep",
			"hitlrun sweep --recover",
			"hitlrun sweep --limit 100 --json",
		},
	}
	var store storeFlags
	who := whoFlags{unnamed: "\"deadline\""}
	var permissions permissionFlags
	var limits limitFlags
	var limit int
	var recovers bool
	var trace traceFlag
	own := newFlags()
	own.BoolVar(&recovers, "recover", false, "also continue threads whose process is gone, see \"hitlrun threads --lost\"")
	who.addEffects(own)
	trace.add(own)
	own.Var(countValue{&limit}, "limit", "at most `N` threads")
	c.groups = []flagGroup{{"Sweep", own}, store.group(""), who.group(), permissions.threadGroup(false), limits.group(), c.output.group()}
	c.run = func(ctx context.Context, a *app, args []string) error {
		if err := c.nothing(args); err != nil {
			return err
		}
		o := hitlrun.Sweep{Limit: limit}
		who.fill(a, c.name, &o.RunOptions)
		recovering := o
		o.By = who.as // no person decides here, unless --as names one
		script, err := a.scriptOptions(&permissions, &limits, &store.key)
		if err != nil {
			return err
		}
		script.Effects = who.effects
		if err := trace.set(a, &script); err != nil {
			return err
		}
		a.watchRuns(&script)
		s, err := a.store(&store, hitlrun.Options{Script: script, UseGrants: permissions.use(), AuditDigests: who.digests == "digest"}, false)
		if err != nil {
			return err
		}
		defer s.CloseAtExit()
		done := a.working(a.runs.text)
		swept, nothing := []hitlrun.Swept{}, "nothing is overdue"
		if recovers {
			nothing = "nothing is lost or overdue"
			swept, err = s.Recover(ctx, recovering)
		}
		if err == nil && (limit == 0 || len(swept) < limit) {
			var more []hitlrun.Swept
			o.Limit = max(limit-len(swept), 0)
			more, err = s.Sweep(ctx, o)
			swept = append(swept, more...)
		}
		done()
		if printErr := a.printSwept(swept, nothing); err == nil {
			err = printErr
		}
		return err
	}
	return c
}

// printSwept prints the result for each thread. If one failed, the command fails.
func (a *app) printSwept(swept []hitlrun.Swept, nothing string) error {
	failed := false
	documents := []sweptDocument{}
	for _, one := range swept {
		d := sweptDocument{Swept: one}
		if one.Err != nil {
			failed, d.Error = true, one.Err.Error()
		}
		documents = append(documents, d)
	}
	if a.json {
		if err := a.printJSON(documents); err != nil {
			return err
		}
	} else {
		a.listSwept(documents, nothing)
	}
	if failed {
		return exitStatus(exitFailed)
	}
	return nil
}

func (a *app) listSwept(documents []sweptDocument, nothing string) {
	if len(documents) == 0 {
		io.WriteString(a.stderr, nothing+"\n")
		return
	}
	rows := [][]string{{"THREAD", "QUESTIONS", "STATUS"}}
	for _, d := range documents {
		status := "failed: " + d.Error
		if d.Error == "" {
			status = string(d.Result.Status)
		}
		questions := fmt.Sprint(len(d.Questions))
		if d.Recovered {
			questions = "was lost"
		}
		rows = append(rows, []string{safeLine(d.ThreadID), questions, shorten(safeLine(status), 2*askLength)})
	}
	io.WriteString(a.stdout, table(rows, func(_, _ int, cell string) string { return cell }))
}
