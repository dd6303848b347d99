// This file has `hitlrun threads`.

package main

import (
	"context"
	"fmt"
	"io"
	"iter"
	"strings"
	"time"

	"github.com/hitlrun/hitlrun"
)

func threadsCommand() *command {
	c := &command{
		name: "threads", args: "[flags]", output: &outputFlags{},
		summary: "list the threads of a store",
		about: `Lists threads, the one that changed last first. VERSION is that of the script which
a thread is pinned to; it says so if the file is another one by now, or gone. Those of
an encrypted store are listed without its key, too; their questions are left out.
A thread is "running (lost)" if its process ended before it was done: "hitlrun resume
--thread ID" goes on with it, "hitlrun sweep --recover" with all of them.`,
		examples: []string{
			"hitlrun threads --status interrupted",
			"hitlrun threads --overdue",
			"hitlrun threads --limit 20 --json | jq -r '.[].thread_id'",
		},
	}
	var store storeFlags
	var status string
	var limit int
	var overdue, lost bool
	own := newFlags()
	own.Var(choiceValue{&status, []string{
		string(hitlrun.StatusRunning), string(hitlrun.StatusInterrupted), string(hitlrun.StatusDone), string(hitlrun.StatusError),
	}}, "status", "only threads that are `STATUS`: running, interrupted, done or error")
	own.BoolVar(&overdue, "overdue", false, "only threads with a question whose deadline has passed")
	own.BoolVar(&lost, "lost", false, "only threads that should run, but whose process is gone")
	own.Var(countValue{&limit}, "limit", "at most `N` threads")
	c.groups = []flagGroup{{"List", own}, store.group(""), c.output.group()}
	c.run = func(ctx context.Context, a *app, args []string) error {
		if err := c.nothing(args); err != nil {
			return err
		}
		s, err := a.store(&store, hitlrun.Options{ReadOnly: true, Script: hitlrun.ScriptOptions{CacheDir: a.sys.cacheDir}}, false)
		if err != nil {
			return err
		}
		defer s.CloseAtExit()
		f := hitlrun.ThreadFilter{Status: hitlrun.Status(status), Limit: limit, Overdue: overdue, Lost: lost, Changes: true}
		return a.listThreads(s.EachThread(ctx, f))
	}
	return c
}

// askLength is how many letters of a question are shown in a list.
const askLength = 60

// listThreads prints threads as they are read.
func (a *app) listThreads(threads iter.Seq2[hitlrun.Thread, error]) error {
	array, rows := jsonArray{w: a.stdout}, longTable{w: a.stdout}
	lost := 0
	for t, err := range threads {
		if err == nil {
			err = a.stdout.failed()
		}
		if err == nil && a.json {
			err = array.add(t)
		}
		if err != nil {
			return err
		}
		if a.json {
			continue
		}
		if rows.n == 0 {
			rows.add([]string{"THREAD", "STATUS", "CHANGED", "SCRIPT", "VERSION", "ASKS"})
		}
		if t.Lost {
			lost++
		}
		var colors []string
		if a.stdoutColors {
			colors = []string{1: statusColor(t.Status, t.Lost), 4: ""}
			if t.ScriptChanged != "" {
				colors[4] = yellow
			}
		}
		rows.add([]string{safeLine(t.ID), statusText(t.Status, t.Lost), when(t.UpdatedAt), safeLine(t.Script), version(&t), asks(&t)}, colors...)
	}
	switch {
	case a.json:
		array.end()
		io.WriteString(a.stdout, "\n")
	case rows.n == 0:
		io.WriteString(a.stderr, "no threads\n")
	}
	rows.flush()
	if lost > 0 {
		fmt.Fprintf(a.stderr, "%d lost: the process is gone; to go on: hitlrun resume --thread ID, or hitlrun sweep --recover\n", lost)
	}
	return nil
}

// version is the version of the script of a thread, and what became of its file.
func version(t *hitlrun.Thread) string {
	short := t.ScriptHash[:min(8, len(t.ScriptHash))]
	if t.ScriptChanged != "" {
		short += " (" + t.ScriptChanged + ")"
	}
	return short
}

// asks is what a thread asks, or what went wrong with it, in a few words.
func asks(t *hitlrun.Thread) string {
	if t.Encrypted {
		if t.Status == hitlrun.StatusInterrupted || t.Status == hitlrun.StatusError {
			return "(encrypted)"
		}
		return ""
	}
	if t.Status == hitlrun.StatusError {
		first, _, _ := strings.Cut(t.Error, "\n")
		return shorten(safeLine(first), askLength)
	}
	if len(t.Interrupts) == 0 {
		return ""
	}
	text := compact(t.Interrupts[0].Value)
	if value := t.Interrupts[0].Value; len(value) > 0 && value[0] == '"' {
		first, _, _ := strings.Cut(strings.TrimSpace(question(value)), "\n")
		text = safeLine(first)
	}
	text = shorten(text, askLength)
	if more := len(t.Interrupts) - 1; more > 0 {
		text += fmt.Sprintf(" (and %d more)", more)
	}
	return text
}

// when is a time for people, in their time zone.
func when(t time.Time) string { return t.Local().Format("2006-01-02 15:04:05") }
