// This file has `hitlrun delete`.

package main

import (
	"context"
	"fmt"

	"github.com/hitlrun/hitlrun"
)

// deleteDocument is the result of delete as JSON.
type deleteDocument struct {
	ThreadID string `json:"thread_id"`
	Deleted  bool   `json:"deleted"`
}

func deleteCommand() *command {
	c := &command{
		name: "delete", args: "--thread ID [flags]", output: &outputFlags{},
		summary: "delete a thread",
		about:   `Deletes all that is kept of a thread: state, history, questions, answers.`,
		examples: []string{
			"hitlrun delete --thread order-17",
			"hitlrun delete --thread order-17 --db /var/lib/flows.db",
		},
	}
	var store storeFlags
	c.groups = []flagGroup{store.group("the `ID` of the thread"), c.output.group()}
	c.run = onThread(c, &store, hitlrun.Options{}, func(ctx context.Context, a *app, s *hitlrun.Store, id string) error {
		if err := s.Delete(ctx, id); err != nil {
			return err
		}
		if a.json {
			return a.printJSON(deleteDocument{id, true})
		}
		fmt.Fprintf(a.stdout, "deleted: %s\n", safeLine(id))
		return nil
	})
	return c
}
