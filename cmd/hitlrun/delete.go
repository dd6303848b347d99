// This file has `hitlrun delete`.

package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/hitlrun/hitlrun"
)

// deleteDocument is the result of delete for one thread as JSON.
type deleteDocument struct {
	ThreadID string `json:"thread_id"`
	Deleted  bool   `json:"deleted"`
	Error    string `json:"error,omitempty"`
}

func deleteCommand() *command {
	c := &command{
		name: "delete", args: "[--thread] ID… [flags]", output: &outputFlags{},
		summary: "delete threads",
		about: `Deletes everything that is stored of a thread: state, history, questions, answers. Of its
entries in the audit log only digests remain. A thread that does not exist or is running
is reported and does not stop the deletion of the others; the exit code is then not 0.`,
		examples: []string{
			"hitlrun delete --thread order-17",
			"hitlrun delete order-17 order-18 --db /var/lib/flows.db",
		},
	}
	var store storeFlags
	var who whoFlags
	var ids []string
	group := store.group("")
	group.flags.StringArrayVar(&ids, "thread", nil, "the `ID` of a thread; can be given more than once")
	c.groups = []flagGroup{group, who.group(), c.output.group()}
	c.run = func(ctx context.Context, a *app, args []string) error {
		all, err := c.threadIDs(append(ids, args...))
		if err != nil {
			return err
		}
		s, err := a.store(&store, hitlrun.Options{}, false)
		if err != nil {
			return err
		}
		defer s.CloseAtExit()
		var o hitlrun.RunOptions
		who.fill(a, c.name, &o)
		deleted, err := s.DeleteAll(ctx, all, o.By, o.From)
		if len(all) == 1 && len(deleted) == 1 && deleted[0].Err != nil {
			return errors.Join(deleted[0].Err, err)
		}
		if failed := a.printDeleted(deleted, len(all) > 1); err == nil {
			err = failed
		}
		return err
	}
	return c
}

// threadIDs checks ids of threads, and returns each once.
func (c *command) threadIDs(ids []string) (all []string, err error) {
	for _, id := range ids {
		switch {
		case id == "":
			return nil, c.usage("the id of a thread is empty")
		case !utf8.ValidString(id):
			return nil, c.usage("the id of a thread is not UTF-8")
		case !slices.Contains(all, id):
			all = append(all, id)
		}
	}
	if len(all) == 0 {
		return nil, c.usage("--thread ID is missing")
	}
	return all, nil
}

// printDeleted prints the result for each thread. The exit code is that of the first thread that was not deleted.
func (a *app) printDeleted(deleted []hitlrun.Deleted, several bool) error {
	array := jsonArray{w: a.stdout}
	code := exitDone
	for _, one := range deleted {
		d := deleteDocument{ThreadID: one.ThreadID, Deleted: one.Err == nil}
		if one.Err != nil {
			d.Error = one.Err.Error()
			a.report(one.Err)
			if code == exitDone {
				code = exitCode(one.Err)
			}
		}
		switch {
		case a.json && several:
			if err := array.add(d); err != nil {
				return err
			}
		case a.json:
			return a.printJSON(d)
		case one.Err == nil:
			fmt.Fprintf(a.stdout, "deleted: %s\n", safeLine(one.ThreadID))
		}
	}
	if a.json && several {
		array.end()
		fmt.Fprintln(a.stdout)
	}
	if code != exitDone {
		return exitStatus(code)
	}
	return nil
}
