// This file has `hitlrun state`.

package main

import (
	"context"

	"github.com/hitlrun/hitlrun"
)

func stateCommand() *command {
	c := &command{
		name: "state", args: "--thread ID [flags]", output: &outputFlags{},
		summary: "show where a thread stands and what it asks",
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
		return a.printResult(&store, res, nil)
	})
	return c
}
