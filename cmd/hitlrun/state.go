// This file has `hitlrun state`.

package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/hitlrun/hitlrun"
)

func stateCommand() *command {
	c := &command{
		name: "state", args: "--thread ID [flags]", output: &outputFlags{},
		summary: "show the state of a thread and its questions",
		about: `Shows the state of a thread, the nodes that come next, and its questions with the
commands that answer them. The script is not needed.`,
		examples: []string{
			"hitlrun state --thread order-17",
			"hitlrun state --thread order-17 --json | jq .values",
		},
	}
	var store storeFlags
	c.groups = []flagGroup{store.group("the `ID` of the thread"), c.output.group()}
	c.run = onThread(c, &store, hitlrun.Options{ReadOnly: true}, func(ctx context.Context, a *app, s *hitlrun.Store, id string) error {
		res, err := s.State(ctx, id)
		if err != nil {
			return err
		}
		return a.printResult(&store, res, nil, a.howItFailed(ctx, &store, s, res))
	})
	return c
}

// howItFailed returns, for a thread that failed, its last answer and the command that resumes it; "" for others.
func (a *app) howItFailed(ctx context.Context, store *storeFlags, s *hitlrun.Store, res *hitlrun.Result) string {
	if res.Status != hitlrun.StatusError || a.json {
		return ""
	}
	var b strings.Builder
	again := shellLine(a.resumeWords(store, res.ThreadID)...)
	if e, answer := lastAnswer(ctx, s, res.ThreadID); answer != nil {
		fmt.Fprintf(&b, "\n%s asked:", safeLine(answer.Node))
		writeQuestion(&b, answer.Question)
		b.WriteString("\nit was answered:")
		writeQuestion(&b, answer.Value)
		fmt.Fprintf(&b, " (%s, %s)\n", safeLine(e.By), a.when(e.At))
		fmt.Fprintf(&b, "to answer otherwise: %s --value JSON\n", again)
	} else {
		b.WriteString("\n")
	}
	fmt.Fprintf(&b, "to try again: %s\n", again)
	return b.String()
}

// lastAnswer returns the entry of the audit log with the last answer to a thread, and the answer; nil if there is none.
func lastAnswer(ctx context.Context, s *hitlrun.Store, id string) (*hitlrun.AuditEntry, *hitlrun.AuditEvent) {
	list, err := s.Audit(ctx, hitlrun.AuditFilter{ThreadID: id})
	if err != nil {
		return nil, nil // the state is shown without it
	}
	for i := len(list) - 1; i >= 0; i-- {
		for j := range list[i].Events {
			if e := &list[i].Events[j]; e.Kind == "answer" && len(e.Value) > 0 && len(e.Question) > 0 {
				return &list[i], e
			}
		}
	}
	return nil, nil
}
