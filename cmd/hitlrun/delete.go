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
		about: `Deletes all that is kept of a thread: state, history, questions, answers. Of its
entries in the audit log only digests stay.`,
		examples: []string{
			"hitlrun delete --thread order-17",
			"hitlrun delete --thread order-17 --db /var/lib/flows.db",
		},
	}
	var store storeFlags
	var who whoFlags
	c.groups = []flagGroup{store.group("the `ID` of the thread"), who.group(), c.output.group()}
	c.run = onThread(c, &store, hitlrun.Options{}, func(ctx context.Context, a *app, s *hitlrun.Store, id string) error {
		var o hitlrun.RunOptions
		who.fill(a, c.name, &o)
		if err := s.DeleteBy(ctx, id, o.By, o.From); err != nil {
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
