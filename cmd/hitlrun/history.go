// This file has `hitlrun history`.

package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/hitlrun/hitlrun"
)

func historyCommand() *command {
	c := &command{
		name: "history", args: "--thread ID [flags]", output: &outputFlags{},
		summary: "list the checkpoints of a thread",
		about:   `Lists the checkpoints of a thread with their states, newest first.`,
		examples: []string{
			"hitlrun history --thread order-17 --limit 5",
			"hitlrun history --thread order-17 --json | jq '.[].step'",
		},
	}
	var store storeFlags
	var limit int
	own := newFlags()
	own.Var(countValue{&limit}, "limit", "at most `N` checkpoints")
	c.groups = []flagGroup{{"List", own}, store.group("the `ID` of the thread"), c.output.group()}
	c.run = onThread(c, &store, hitlrun.Options{ReadOnly: true}, func(ctx context.Context, a *app, s *hitlrun.Store, id string) error {
		list, err := s.History(ctx, id, limit)
		if err != nil {
			return err
		}
		if a.json {
			return a.printJSON(append([]hitlrun.Snapshot{}, list...))
		}
		a.printHistory(list)
		return nil
	})
	return c
}

func (a *app) printHistory(list []hitlrun.Snapshot) {
	if len(list) == 0 {
		io.WriteString(a.stderr, "no checkpoints\n")
		return
	}
	var b strings.Builder
	for i := range list {
		s := &list[i]
		head := fmt.Sprintf("step %d", s.Step)
		fmt.Fprintf(&b, "%s  %s  %s  %s", paint(a.stdoutColors, bold, head), safeLine(s.Source), a.when(s.CreatedAt), safeLine(s.CheckpointID))
		if len(s.Next) > 0 {
			fmt.Fprintf(&b, "  next: %s", safeLine(strings.Join(s.Next, ", ")))
		}
		fmt.Fprintf(&b, "\n  %s\n", compact(s.Values))
	}
	io.WriteString(a.stdout, b.String())
}
