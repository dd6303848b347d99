// This file has `hitlrun doctor`.

package main

import (
	"context"
	"fmt"
	"io"
	"iter"

	"github.com/hitlrun/hitlrun"
)

func doctorCommand() *command {
	c := &command{
		name: "doctor", args: "[flags]", output: &outputFlags{},
		summary: "look for what is wrong with a store",
		about: `Checks a whole store and reports each problem with what to do about it: damage of the
file, rows that refer to nothing, values that cannot be read, an audit log that was
changed, threads whose process is gone, files that were left behind. It changes
nothing, and the store can be used meanwhile. The exit code is 1 if there is a
problem, else 0; harmless findings are reported but are not problems.`,
		examples: []string{
			"hitlrun doctor --db flows.db",
			"hitlrun doctor --json | jq -r '.findings[].advice'",
		},
	}
	var store storeFlags
	c.groups = []flagGroup{store.group(""), c.output.group()}
	c.run = onStore(c, &store, func(ctx context.Context, a *app, s *hitlrun.Store) error {
		defer a.working(func() string { return "looking at the store" })()
		return a.printFindings(s.Doctor(ctx))
	})
	return c
}

// printFindings prints each finding at once.
func (a *app) printFindings(findings iter.Seq2[hitlrun.Finding, error]) error {
	array := jsonArray{w: a.stdout}
	problems, harmless := 0, 0
	if a.json {
		io.WriteString(a.stdout, `{"findings":`)
	}
	for f, err := range findings {
		if err == nil {
			err = a.stdout.failed()
		}
		if err == nil && a.json {
			err = array.add(f)
		}
		if err != nil {
			return err
		}
		kind, color := "problem", red
		if f.Harmless {
			kind, color = "harmless", yellow
			harmless++
		} else {
			problems++
		}
		if a.json {
			continue
		}
		about := ""
		if f.ThreadID != "" {
			about = "thread " + safeLine(f.ThreadID) + ": "
		}
		fmt.Fprintf(a.stdout, "%s: %s%s\n  to do: %s\n", paint(a.stdoutColors, color, kind), about, safeLine(f.Message), safeLine(f.Advice))
	}
	switch {
	case a.json:
		array.end()
		fmt.Fprintf(a.stdout, `,"problems":%d,"harmless":%d,"healthy":%t}`+"\n", problems, harmless, problems == 0)
	case problems == 0:
		io.WriteString(a.stdout, "the store is healthy\n")
	default:
		fmt.Fprintf(a.stdout, "problems: %d\n", problems)
	}
	if problems > 0 {
		return exitStatus(exitFailed)
	}
	return nil
}
